// What presents, edits and exports slides, for a window that knows nothing about them.
#pragma once

#include "ui/page/slide_show.h"

namespace scalewright::ui {

[[nodiscard]] SlideTools slideTools();

}  // namespace scalewright::ui
