// How sure a fit of alpha or bandwidth is: rows as the unit, or sizes, where repeats of a size share something.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/statistics/student_t.h"

namespace scalewright::detail {

inline constexpr double intervalLevel = 0.95;
inline constexpr double lastDigit = 1e-9;  // of a value: a narrower interval is rounding

/// An estimate and its standard error, absent where the rows leave no residual.
struct Estimate {
    double value = 0;
    std::optional<double> error;
    int degrees = 0;

    [[nodiscard]] std::optional<double> halfWidth() const
    {
        return error ? std::optional(studentT(intervalLevel, degrees) * *error) : std::nullopt;
    }
};

[[nodiscard]] Estimate estimate(double value, double residualSquares, int degrees, double variancePerResidual);

/// How medians of a size lie about a fit and repeats about their median, both in variances of one row, as shares of the
/// time.
struct Scatter {
    double between = 0, within = 0;
    int degreesBetween = 0, degreesWithin = 0;
    double perMedian = 0;  ///< the variance of a median, in variances of a row; the sizes' mean
    double perSize = 0;  ///< the estimate's variance if the medians scatter so, over that of a row

    [[nodiscard]] double ofRow() const { return std::max(within / degreesWithin, lastDigit * lastDigit); }
    [[nodiscard]] bool told() const { return degreesBetween > 0 && degreesWithin > 0; }
};

[[nodiscard]] Estimate estimate(double value, const Scatter& scatter, double variancePerResidual);
[[nodiscard]] Scatter with(Scatter scatter, double perSize);

/// What all repeats of a size share, as a share of the time: its variance, and how many sizes tell it.
struct SharedBySize {
    double variance = 0;
    int degrees = 0;
    double perMedian = 0;  ///< the variance that repeats explain
};

/// Nothing where the sizes' medians scatter no more than their repeats explain: an F-test (lack of fit, Draper & Smith
/// 1998) at 75 %, for to miss it makes intervals too narrow.
[[nodiscard]] std::optional<SharedBySize> sharedBySize(std::vector<Scatter> scatters);

/// The interval from sizes as the units, where that is the wider.
void countSizes(Estimate& estimate, const Scatter& scatter, const SharedBySize& shared);

}  // namespace scalewright::detail
