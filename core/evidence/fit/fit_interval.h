// SPDX-License-Identifier: GPL-3.0-or-later
// Confidence intervals for a fitted law's parameters: profile likelihood, with the noise estimated from repeats and
// residuals.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/evidence/fit/fit_law.h"

namespace scalewright::fits {

struct IntervalEnds {
    std::optional<double> low, high;
};

inline constexpr double confidenceLevel = 0.95;

/// True unless some linear combination of the weighted columns is nearly zero, in which case two parameters act as one.
[[nodiscard]] bool hasIndependentColumns(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& weight);

/// How a run's noise depends on the throughput X: its standard deviation is proportional to this power of X.
enum class NoisePower { Constant = 0, Proportional = 1, ConstantInTime = 2 };

/// Scatter of the repeats at one rung.
struct RepeatStatistics {
    double mu = 0;  ///< throughput
    double deviation = 0;  ///< standard deviation of a run
    int degreesOfFreedom = 0;  ///< degrees of freedom of the estimate
};

/// The most likely power. nullopt if there are too few repeats (fewer than three rungs or five degrees of freedom) or
/// they do not differ. Proportional, as is usual for times, unless another power is clearly more likely.
[[nodiscard]] std::optional<NoisePower> likeliestNoisePower(const std::vector<RepeatStatistics>& rungs);

/// All powers within a factor of twenty of the most likely one; proportional and constant if there are too few repeats.
[[nodiscard]] std::vector<NoisePower> plausibleNoisePowers(const std::vector<RepeatStatistics>& rungs);

/// One possible noise shape: the variance of each rung's value relative to a run's, and the scatter of the repeats.
struct NoiseShape {
    Eigen::VectorXd variance;  ///< variance of the weighted median: medianVarianceRatio(runs)/runs X^(2 power)
    double withinRungSquares = 0;  ///< squared deviations of the runs from their rungs, divided by X^(2 power)
    int degreesOfFreedom = 0;  ///< of withinRungSquares
};

/// For each parameter, all values that the profile does not exclude, for the noise shape that excludes least; for usl
/// with a peak beyond 1, followed by the interval of the peak. Preconditions: the Jacobian has independent columns;
/// more points than parameters; residualSum above rounding error; at least one noise shape.
[[nodiscard]] std::vector<IntervalEnds> profileIntervals(const LawCurve& law, const FitData& data,
                                                         const Eigen::VectorXd& natural, double residualSum,
                                                         const std::vector<NoiseShape>& noises);

}  // namespace scalewright::fits
