// A figure whose words do not fit a column of print is drawn at the width of a text: shrunk to the column, they could
 // not be read.
#pragma once

#include "ui/figure/figure.h"

namespace scalewright::ui {

/// `asked`, or TextWidth where that is a column in which the figure's type would be under 7 pt.
[[nodiscard]] FigureSize printedSize(const FigureContent& content, FigureSize asked);

}  // namespace scalewright::ui
