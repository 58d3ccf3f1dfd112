// The mathematics of a log slider with a zero stop, apart from painting.
#pragma once

#include <vector>

namespace scalewright::ui {

/// Positions run from 0 to 1. With a zero stop the first `zeroShare` of the way is zero, the rest log(low)…log(high).
/// Precondition: 0 < low < high.
struct LogScale {
    double low = 1e-6;
    double high = 1;
    bool zeroStop = false;
    static constexpr double zeroShare = 0.06;

    /// Where a value >= 0 sits; values outside the range sit at the ends (widen() first to avoid that).
    [[nodiscard]] double position(double value) const;
    /// The value at a position, rounded to two significant digits; 0 within the zero stop.
    [[nodiscard]] double value(double position) const;
    /// `steps` twentieths of a decade up or down, on the two-digit grid, always at least one grid step; zero is one
    /// step below low where there is a zero stop. Ends at the range's ends.
    [[nodiscard]] double stepped(double value, int steps) const;
    /// Positions of the powers of ten in the range (and of zero, where it is a stop).
    [[nodiscard]] std::vector<double> ticks() const;
    /// The same scale reaching to the decade beyond `value` where that lies outside. Zero and below change nothing.
    [[nodiscard]] LogScale widened(double value) const;

    bool operator==(const LogScale&) const = default;
};

}  // namespace scalewright::ui
