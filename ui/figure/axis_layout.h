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

/// Amounts that lie evenly spaced, ascending: all in the unit of the last, with as many decimals as tell them apart.
[[nodiscard]] std::vector<QString> labelsOf(const std::vector<double>& ticks, Dimension dimension);

/// What the data of a spec span; references do not count. y spans only what lies within `x`,
/// with room for labels above where there are labelled points.
[[nodiscard]] std::optional<ValueRange> xRange(const ChartSpec& spec);
[[nodiscard]] std::optional<ValueRange> yRange(const ChartSpec& spec, ValueRange x);

/// The axes that are turned from linear to log or back by hand.
struct TurnedScales {
    bool x = false, y = false;
};
/// Whether an axis can be drawn on the other scale: a log axis wants positive values, and no area that stands on zero.
[[nodiscard]] bool canTurnX(const ChartSpec& spec);
[[nodiscard]] bool canTurnY(const ChartSpec& spec);
/// The spec with its axes on the other scale where they can be: worker counts on a log2 axis, all else on a log10 one. An
/// end that a log axis has no place for is left to the data.
[[nodiscard]] ChartSpec withTurned(ChartSpec spec, TurnedScales turned);

/// Upper edges of the stacked series, one vector for each series with Fill::Stacked, in order.
[[nodiscard]] std::vector<std::vector<double>> stackedTops(const ChartSpec& spec);

}  // namespace scalewright::ui
