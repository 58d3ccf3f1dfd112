// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that present, edit and export slides, for a window that does not depend on them.
#pragma once

#include "ui/page/slide_show.h"

namespace scalewright::ui {

[[nodiscard]] SlideTools slideTools();

}  // namespace scalewright::ui
