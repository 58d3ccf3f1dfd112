// What presents, edits and exports slides, for a window that knows none of it.
#pragma once

#include "ui/page/slide_show.h"

namespace scalewright::ui {

[[nodiscard]] SlideTools slideTools();

}  // namespace scalewright::ui
