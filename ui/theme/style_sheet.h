// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet for flat Qt widgets: hairlines, round corners, ink for actions and focus.
#pragma once

#include <QString>

#include "ui/theme/theme.h"

namespace scalewright::ui {

[[nodiscard]] QString styleSheetOf(const VisualStyle& visualStyle);

}  // namespace scalewright::ui
