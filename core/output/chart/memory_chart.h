// SPDX-License-Identifier: GPL-3.0-or-later
// What fills a card, part by part, against its memory: horizontal bars on one scale.
//
//     MemoryChart chart{.rows = {{"one machine", {{"weights", 26e9}, {"optimizer", 156e9}}}}, 76e9, 80e9};
//     layOutMemoryChart(chart, {640, memoryChartHeight(chart, 640, {})}, {});
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/output/chart/chart_layout.h"

namespace scalewright::chart {

/// The parts of one card with their bytes. The title names the design; a chart with one bar needs none.
struct MemoryRow {
    std::string title;
    std::vector<std::pair<std::string, double>> parts;

    [[nodiscard]] double totalBytes() const;
};

struct MemoryChart {
    std::vector<MemoryRow> rows;
    double usableBytes = 0, cardBytes = 0;  ///< the usable and the total memory of a card

    [[nodiscard]] double totalBytes() const;  ///< of the largest bar
    /// "71.5 of 76.0 GB", "208 of 76.0 GB, 132 GB too many"
    [[nodiscard]] std::string roomText(const MemoryRow& row) const;
    /// "76.0 GB: 80.0 GB less 5 % for the runtime"; empty if all bars fit or all of the memory is usable.
    [[nodiscard]] std::string limitText() const;
};

/// The least height for this width.
[[nodiscard]] double memoryChartHeight(const MemoryChart& chart, double width, const ChartStyle& style);
/// Spare height makes the bars thicker, up to a limit.
[[nodiscard]] ChartLayout layOutMemoryChart(const MemoryChart& chart, Size size, const ChartStyle& style);

}  // namespace scalewright::chart
