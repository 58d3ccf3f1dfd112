// How sure the parameters of a fitted law are: profile likelihood, with the noise that repeats and residuals show.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/evidence/fit/fit_law.h"

namespace scalewright::fits {

struct Ends {
    std::optional<double> low, high;
};

/// The intervals' confidence.
inline constexpr double level = 0.95;

/// Whether no linear combination of the columns is (nearly) zero, weights included: else two parameters act as one.
[[nodiscard]] bool separable(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& weight);

/// How the noise of a run goes with the throughput X: its standard deviation is proportional to X to this power.
enum class NoisePower { Constant = 0, Proportional = 1, ConstantInTime = 2 };

/// What the repeats of one rung show.
struct Repeats {
    double mu = 0;         ///< throughput
    double deviation = 0;  ///< standard deviation of a run
    int degrees = 0;       ///< of freedom it was estimated with
};

/// The likeliest power, where repeats are enough to tell: six degrees of freedom over three rungs or more; nullopt
/// else, and where the repeats do not differ. Proportional, as the noise of times mostly is, unless another is clearly
/// likelier.
[[nodiscard]] std::optional<NoisePower> noisePower(const std::vector<Repeats>& rungs);

/// All that the repeats do not make twenty times less likely than the likeliest; proportional and constant where they
/// are too few.
[[nodiscard]] std::vector<NoisePower> possiblePowers(const std::vector<Repeats>& rungs);

/// Noise as it may be: the variance of each rung's value over that of a run, and what the repeats show of the latter.
struct NoiseShape {
    Eigen::VectorXd variance;  ///< of the weighted median: medianVariance(runs)/runs X^(2 power)
    double within = 0;         ///< squared deviations of the runs from their rungs, over X^(2 power)
    int degrees = 0;           ///< of freedom of that
};

/// All values of each parameter that the profile does not exclude, under the noise that excludes least; of usl with a
/// peak beyond 1 that of the peak after them. Preconditions: the jacobian is separable; more points than parameters;
/// residualSum above rounding; a noise or more.
[[nodiscard]] std::vector<Ends> profileIntervals(const LawCurve& law, const Data& data, const Eigen::VectorXd& natural,
                                                 double residualSum, const std::vector<NoiseShape>& noises);

}  // namespace scalewright::fits
