// SPDX-License-Identifier: GPL-3.0-or-later
// The mathematics of a log slider with a zero stop, independent of painting.
#pragma once

#include <vector>

namespace scalewright::ui {

/// Positions range from 0 to 1. With a zero stop, the first `zeroStopShare` of the track is zero and the rest covers
/// log(low)…log(high). Precondition: 0 < low < high.
struct LogScale {
    double low = 1e-6;
    double high = 1;
    bool hasZeroStop = false;
    static constexpr double zeroStopShare = 0.06;

    /// The position of a value >= 0, clamped to the ends (call widened() first to avoid clamping).
    [[nodiscard]] double positionOf(double value) const;
    /// The value at a position, rounded to two significant digits; 0 within the zero stop.
    [[nodiscard]] double valueAt(double position) const;
    /// Moves by `steps` twentieths of a decade on the two-digit grid, and by at least one grid step; if there is a zero
    /// stop, zero is one step below low. Clamped to the range.
    [[nodiscard]] double stepped(double value, int steps) const;
    /// Positions of the powers of ten in the range, and of zero if there is a zero stop.
    [[nodiscard]] std::vector<double> ticks() const;
    /// The same scale, extended to the decade that contains `value`. Zero and negative values change nothing.
    [[nodiscard]] LogScale widened(double value) const;

    bool operator==(const LogScale&) const = default;
};

}  // namespace scalewright::ui
