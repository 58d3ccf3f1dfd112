// Where a view of lanes puts times and rows, apart from painting; all of it plain arithmetic.
#pragma once

#include <cstdint>
#include <vector>

namespace scalewright::ui {

/// A stretch of ticks and where it lies on screen.
struct TimeWindow {
    std::int64_t from = 0, to = 1;  ///< from < to
    double left = 0, width = 1;     ///< pixels

    [[nodiscard]] double xOf(std::int64_t tick) const
    {
        return left + static_cast<double>(tick - from) / static_cast<double>(to - from) * width;
    }
    [[nodiscard]] std::int64_t tickAt(double x) const;

    /// `factor` times as much in sight (below 1: nearer), the tick at `x` staying where it is; within [0, end), and
    /// never less than a few ticks.
    [[nodiscard]] TimeWindow zoomed(double factor, double x, std::int64_t end) const;
    /// Moved by pixels (positive: later times come in), within [0, end).
    [[nodiscard]] TimeWindow panned(double pixels, std::int64_t end) const;

    bool operator==(const TimeWindow&) const = default;
};

/// Ticks of a time axis: 1, 2 or 5 times a power of ten seconds apart, at most `most` of them, those within [from, to].
[[nodiscard]] std::vector<double> timeTicks(double fromS, double toS, int most);

}  // namespace scalewright::ui
