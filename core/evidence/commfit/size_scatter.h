// SPDX-License-Identifier: GPL-3.0-or-later
// Uncertainty of a fitted alpha or bandwidth. The unit is a row, or a message size if the repeats of a size share an
// effect.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/statistics/distributions.h"

namespace scalewright::detail {

inline constexpr double coverageLevel = 0.95;
inline constexpr double roundingTolerance = 1e-9;  // relative to the value: a narrower interval is only rounding error

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

/// Scatter of the per-size medians about the fit, and of the repeats about their median. Both are variances of one row,
/// relative to the time.
struct Scatter {
    double betweenSquares = 0, withinSquares = 0;
    int betweenDegrees = 0, withinDegrees = 0;
    double medianVarianceFactor = 0;  ///< variance of a median divided by that of a row, averaged over the sizes
    /// Variance of the estimate divided by that of a row, if the medians scatter this much.
    double estimateVarianceFactor = 0;

    [[nodiscard]] double rowVariance() const
    {
        return std::max(withinSquares / withinDegrees, roundingTolerance * roundingTolerance);
    }
    [[nodiscard]] bool isTestable() const { return betweenDegrees > 0 && withinDegrees > 0; }
};

[[nodiscard]] Estimate makeEstimate(double value, const Scatter& scatter, double variancePerResidual);
[[nodiscard]] Scatter withVarianceFactor(Scatter scatter, double varianceFactor);

/// An effect shared by all repeats of a size, relative to the time: its variance, and the degrees of freedom that the
/// sizes give.
struct SizeEffect {
    double variance = 0;
    int degreesOfFreedom = 0;
    double explainedVariance = 0;  ///< the part that the repeats explain
};

/// nullopt if the per-size medians scatter no more than their repeats explain: an F-test (lack of fit, Draper & Smith
/// 1998) at 75 %, because missing an effect makes the intervals too narrow.
[[nodiscard]] std::optional<SizeEffect> detectSizeEffect(std::vector<Scatter> scatters);

/// Replaces the interval with the one based on the number of sizes, if that is wider.
void widenForSizeEffect(Estimate& estimate, const Scatter& scatter, const SizeEffect& sizeEffect);

}  // namespace scalewright::detail
