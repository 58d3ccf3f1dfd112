// SPDX-License-Identifier: GPL-3.0-or-later
// Axis ranges and tick positions, independent of painting.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/chart/chart_spec.h"

namespace scalewright::chart {

struct ValueRange {
    double low = 0, high = 0;
};

struct AxisLayout {
    AxisScale scale = AxisScale::Linear;
    double low = 0, high = 1;
    std::vector<double> ticks;
    std::vector<std::string> labels;
    std::string title;  ///< including the unit if the axis shows amounts

    bool operator==(const AxisLayout&) const = default;
};

/// A linear axis ends at round numbers and has about `wantedTicks` steps of 1, 2, 2.5 or 5 times a power of ten; a log
/// axis ends at integer powers of its base. Ends given by the spec are kept. Values that a log axis cannot show (zero
/// and below) are ignored.
[[nodiscard]] AxisLayout layOutAxis(const AxisSpec& spec, std::optional<ValueRange> data, int wantedTicks);

/// Labels for evenly spaced, ascending amounts, all in the unit of the largest, with as many decimals as are needed to
/// distinguish them.
[[nodiscard]] std::vector<std::string> tickLabels(const std::vector<double>& ticks, Dimension dimension);

/// The range of a spec's data, excluding references. The y range covers only data within `x` and leaves room above
/// labelled points.
[[nodiscard]] std::optional<ValueRange> xDataRange(const ChartSpec& spec);
[[nodiscard]] std::optional<ValueRange> yDataRange(const ChartSpec& spec, ValueRange x);

/// Which axes the user has switched between linear and log.
struct SwitchedScales {
    bool x = false, y = false;
};
/// Whether the axis can use the other scale: a log axis needs positive values and no area based at zero.
[[nodiscard]] bool canSwitchXScale(const ChartSpec& spec);
[[nodiscard]] bool canSwitchYScale(const ChartSpec& spec);
/// The spec with the axes switched where possible: worker counts use a log2 axis, everything else a log10 axis. An end
/// that a log axis cannot show is determined from the data instead.
[[nodiscard]] ChartSpec withSwitchedScales(ChartSpec spec, SwitchedScales switched);

/// Where each part of a stacked bar lies, in the order of the parts.
[[nodiscard]] std::vector<ValueRange> stackedBar(const ChartSpec& spec, std::size_t bar);

/// The upper edges of the stacked series: one vector per series with Fill::Stacked, in order.
[[nodiscard]] std::vector<std::vector<double>> stackedTops(const ChartSpec& spec);

}  // namespace scalewright::chart
