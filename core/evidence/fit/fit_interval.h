// Confidence intervals of a fitted law's parameters: profile likelihood, with the noise seen in repeats and residuals.
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

/// True unless some linear combination of the weighted columns is nearly zero, so that two parameters act as one.
[[nodiscard]] bool hasIndependentColumns(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& weight);

/// How the noise of a run depends on the throughput X: its standard deviation is proportional to X to this power.
enum class NoisePower { Constant = 0, Proportional = 1, ConstantInTime = 2 };

/// Scatter of the repeats of one rung.
struct RepeatStatistics {
    double mu = 0;         ///< throughput
    double deviation = 0;  ///< standard deviation of a run
    int degreesOfFreedom = 0;       ///< with which the deviation was estimated
};

/// The likeliest power. nullopt if the repeats are too few (fewer than three rungs or five degrees of freedom) or do
/// not differ. Proportional, as is usual for times, unless another power is clearly likelier.
[[nodiscard]] std::optional<NoisePower> likeliestNoisePower(const std::vector<RepeatStatistics>& rungs);

/// All powers within a factor of twenty of the likeliest; proportional and constant if the repeats are too few.
[[nodiscard]] std::vector<NoisePower> plausibleNoisePowers(const std::vector<RepeatStatistics>& rungs);

/// One possible shape of the noise: the variance of each rung's value relative to a run's, and the scatter of the
/// repeats.
struct NoiseShape {
    Eigen::VectorXd variance;  ///< of the weighted median: medianVarianceRatio(runs)/runs X^(2 power)
    double withinRungSquares = 0;  ///< squared deviations of the runs from their rungs, divided by X^(2 power)
    int degreesOfFreedom = 0;  ///< of withinRungSquares
};

/// For each parameter, all values that the profile does not exclude, under the noise that excludes least; for usl with
/// a peak beyond 1, the interval of the peak follows. Preconditions: the Jacobian has independent columns; more points
/// than parameters; residualSum above rounding; at least one noise shape.
[[nodiscard]] std::vector<IntervalEnds> profileIntervals(const LawCurve& law, const FitData& data,
                                                         const Eigen::VectorXd& natural, double residualSum,
                                                         const std::vector<NoiseShape>& noises);

}  // namespace scalewright::fits
