// Which range an axis shows and where its ticks are, apart from painting.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "ui/figure/chart_spec.h"

namespace scalewright::ui {

struct ValueRange {
    double low = 0, high = 0;
};

struct AxisLayout {
    AxisScale scale = AxisScale::Linear;
    double low = 0, high = 1;
    std::vector<double> ticks;
    std::vector<QString> labels;
    QString title;  ///< with the unit where the axis shows amounts

    bool operator==(const AxisLayout&) const = default;
};

/// A linear axis goes to round numbers with about `wantedTicks` steps of 1, 2, 2.5 or 5 times a power of ten, a log
/// axis to whole powers; ends the spec gives stay as they are. Data that a log axis cannot show (zero and below) do not
/// count.
[[nodiscard]] AxisLayout layOutAxis(const AxisSpec& spec, std::optional<ValueRange> data, int wantedTicks);

/// What the data of a spec span; references do not count. y spans only what lies within `x`,
/// with room for labels above where there are labelled points.
[[nodiscard]] std::optional<ValueRange> xRange(const ChartSpec& spec);
[[nodiscard]] std::optional<ValueRange> yRange(const ChartSpec& spec, ValueRange x);

/// Upper edges of the stacked series, one vector for each series with Fill::Stacked, in order.
[[nodiscard]] std::vector<std::vector<double>> stackedTops(const ChartSpec& spec);

}  // namespace scalewright::ui
