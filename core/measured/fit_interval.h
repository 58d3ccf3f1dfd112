// How sure the parameters of a fitted law are: profile likelihood, calibrated on what the residuals show.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/measured/fit_law.h"

namespace scalewright::fits {

struct Ends {
    std::optional<double> low, high;
};

/// The intervals' confidence.
inline constexpr double level = 0.95;

/// Whether no linear combination of the columns is (nearly) zero, weights included: else two parameters act as one.
[[nodiscard]] bool separable(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& weight);

/// All values of each parameter that the profile does not exclude. Preconditions: the jacobian is separable; more points than
/// parameters; residualSum above rounding.
[[nodiscard]] std::vector<Ends> profileIntervals(const LawCurve& law, const Data& data, const Eigen::VectorXd& natural,
                                                 double residualSum);

}  // namespace scalewright::fits
