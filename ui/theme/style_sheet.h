// The style sheet that makes plain Qt widgets flat: hairlines, round corners, ink for what acts and for focus.
#pragma once

#include <QString>

#include "ui/theme/theme.h"

namespace scalewright::ui {

[[nodiscard]] QString styleSheetOf(const Look& look);

}  // namespace scalewright::ui
