// SPDX-License-Identifier: GPL-3.0-or-later
// The values at the crosshair.
#pragma once

#include <optional>
#include <vector>

#include "core/output/chart/chart_spec.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// The read-out at x: a heading ("p 34") and one row per series, in drawing order.
struct ReadOutRow {
    ChartText name, value;
    ColorRole role = ColorRole::Compute;
    LineStyle style = LineStyle::Solid;
    std::optional<double> y;  ///< y of its dot
};
struct ReadOut {
    ChartText heading;
    std::vector<ReadOutRow> rows;
};
[[nodiscard]] ReadOut readOutAt(const ChartSpec& spec, double x);

/// A sampled curve's value at x, interpolated linearly between samples; nullopt outside.
[[nodiscard]] std::optional<double> interpolatedValueAt(const std::vector<double>& xs, const std::vector<double>& ys,
                                                        double x);

}  // namespace scalewright::ui
