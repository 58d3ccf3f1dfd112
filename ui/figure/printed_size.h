// SPDX-License-Identifier: GPL-3.0-or-later
// A figure whose text does not fit in a print column is made for the full text width: scaled down to the column, it
// would be unreadable.
#pragma once

#include "ui/figure/figure.h"

namespace scalewright::ui {

/// Returns `requested`, or TextWidth if `requested` is Column and the figure's type would be under 7 pt there.
[[nodiscard]] FigureSize readablePrintSize(const FigureContent& content, FigureSize requested);

}  // namespace scalewright::ui
