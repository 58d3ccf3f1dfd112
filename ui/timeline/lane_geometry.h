// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of lanes: maps times to positions, separately from painting.
#pragma once

#include <cstdint>
#include <vector>

namespace scalewright::ui {

/// A range of ticks and its position on screen.
struct TimeWindow {
    std::int64_t fromTick = 0, toTick = 1;  ///< fromTick < toTick
    double left = 0, width = 1;     ///< pixels

    [[nodiscard]] double xOf(std::int64_t tick) const
    {
        return left + static_cast<double>(tick - fromTick) / static_cast<double>(toTick - fromTick) * width;
    }
    [[nodiscard]] std::int64_t tickAt(double x) const;

    /// Shows `factor` times as much (below 1: zooms in) and keeps the tick at `x` in place; stays within [0, end) and
    /// never shows less than a few ticks.
    [[nodiscard]] TimeWindow zoomed(double factor, double x, std::int64_t end) const;
    /// Moved by a number of pixels (positive: towards later times), within [0, end).
    [[nodiscard]] TimeWindow panned(double pixels, std::int64_t end) const;

    bool operator==(const TimeWindow&) const = default;
};

/// Ticks of a time axis within [fromS, toS], spaced by 1, 2 or 5 times a power of ten seconds; at most `maximumCount`.
[[nodiscard]] std::vector<double> timeAxisTicks(double fromS, double toS, int maximumCount);

}  // namespace scalewright::ui
