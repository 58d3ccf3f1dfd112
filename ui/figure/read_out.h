// What the crosshair says.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "ui/figure/chart_spec.h"

namespace scalewright::ui {

/// The read-out at x: a heading ("p 34") and one row a series, in the order drawn.
struct ReadOutRow {
    QString name, value;
    Role role = Role::Compute;
    LineStyle style = LineStyle::Solid;
    std::optional<double> y;  ///< where its dot lies
};
struct ReadOut {
    QString heading;
    std::vector<ReadOutRow> rows;
};
[[nodiscard]] ReadOut readOutAt(const ChartSpec& spec, double x);

/// The value of a sampled curve at x: the sample itself, or the straight line between its neighbours; nullopt outside.
[[nodiscard]] std::optional<double> valueAt(const std::vector<double>& xs, const std::vector<double>& ys, double x);

}  // namespace scalewright::ui
