// Uncertainty of a fit of alpha or bandwidth. The unit is a row, or a size if repeats of a size share an effect.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/statistics/student_t.h"

namespace scalewright::detail {

inline constexpr double coverageLevel = 0.95;
inline constexpr double roundingTolerance = 1e-9;  // relative to a value: a narrower interval is rounding

/// An estimate and its standard error, which is absent if the rows leave no residual.
struct Estimate {
    double value = 0;
    std::optional<double> standardError;
    int degreesOfFreedom = 0;

    [[nodiscard]] std::optional<double> halfWidth() const
    {
        return standardError ? std::optional(studentTQuantile(coverageLevel, degreesOfFreedom) * *standardError)
                             : std::nullopt;
    }
};

[[nodiscard]] Estimate makeEstimate(double value, double residualSquares, int degrees, double variancePerResidual);

/// Scatter of the medians of sizes about a fit and of repeats about their median, both in variances of one row,
/// relative to the time.
struct Scatter {
    double betweenSquares = 0, withinSquares = 0;
    int betweenDegrees = 0, withinDegrees = 0;
    double medianVarianceFactor = 0;  ///< the variance of a median in variances of a row, averaged over sizes
    /// The estimate's variance over that of a row, if the medians scatter this much.
    double estimateVarianceFactor = 0;

    [[nodiscard]] double rowVariance() const
    {
        return std::max(withinSquares / withinDegrees, roundingTolerance * roundingTolerance);
    }
    [[nodiscard]] bool isTestable() const { return betweenDegrees > 0 && withinDegrees > 0; }
};

[[nodiscard]] Estimate makeEstimate(double value, const Scatter& scatter, double variancePerResidual);
[[nodiscard]] Scatter withVarianceFactor(Scatter scatter, double varianceFactor);

/// The effect that all repeats of a size share, relative to the time: its variance, and the degrees of freedom from the
/// sizes.
struct SizeEffect {
    double variance = 0;
    int degreesOfFreedom = 0;
    double explainedVariance = 0;  ///< explained by the repeats
};

/// nullopt if the medians of the sizes scatter no more than their repeats explain: an F-test (lack of fit, Draper &
/// Smith 1998) at 75 %, because a missed effect makes intervals too narrow.
[[nodiscard]] std::optional<SizeEffect> detectSizeEffect(std::vector<Scatter> scatters);

/// Replaces the interval by the one that counts sizes, if that is wider.
void widenForSizeEffect(Estimate& estimate, const Scatter& scatter, const SizeEffect& sizeEffect);

}  // namespace scalewright::detail
