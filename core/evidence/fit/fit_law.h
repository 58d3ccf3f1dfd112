// SPDX-License-Identifier: GPL-3.0-or-later
// The laws of fit.h as bounded least-squares problems, scaled so that the largest throughput is 1.
//
//     law         linear in the coefficients                  coefficients
//     amdahl      1/X = c0/p + c1                             c0 = (1-f)/gamma, c1 = f/gamma
//     gustafson     X = c0 p + c1                             c0 = (1-f) gamma, c1 = f gamma
//     usl         1/X = c0/p + c1 (p-1)/p + c2 (p-1)          c0 = 1/gamma, c1 = sigma/gamma, c2 = kappa/gamma
//     alpha-beta  1/X = c0/p + c1 a(p) + c2 b(p)              c0 = t_comp, c1 = alpha, c2 = beta; a, b from
//                 (weak scaling: a/p, b/p)                    linearFactors, over p in weak scaling
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/fit_solver.h"

namespace scalewright::fits {

struct ParameterKind {
    const char* name;
    Dimension dimension;
    double upperBound;  ///< infinity if none exists; the lower bound is 0
    bool canBeZero;  ///< false for gamma and t_comp, which stay above 0
};

/// One law, evaluated at the p of a ladder.
class LawCurve {
public:
    /// Preconditions: p >= 1; for alpha-beta, a pattern that has linearFactors.
    LawCurve(Law law, Scaling scaling, const Eigen::VectorXd& p, const FitOptions& options);

    [[nodiscard]] const Curve& curve() const { return m_curve; }
    [[nodiscard]] const std::vector<ParameterKind>& parameters() const { return m_parameters; }

    /// Convert between coefficients and the law's own parameters.
    [[nodiscard]] Eigen::VectorXd toLawParameters(const Eigen::VectorXd& coefficients) const;
    [[nodiscard]] Eigen::VectorXd toCoefficients(const Eigen::VectorXd& natural) const;
    /// d mu / d parameter at the ladder's p.
    [[nodiscard]] Eigen::MatrixXd jacobian(const Eigen::VectorXd& natural) const;
    /// The curve that remains when one parameter is fixed at a value.
    [[nodiscard]] Curve withFixedParameter(Eigen::Index parameter, double value) const;
    /// For usl: the p with the largest throughput, sqrt((1 - sigma)/kappa), if it is above 1.
    [[nodiscard]] std::optional<double> peakP(const Eigen::VectorXd& natural) const;
    /// Gradient of peakP; withPeakAt() gives the curves that peak at p: sigma = 1 - kappa p^2.
    [[nodiscard]] Eigen::VectorXd peakGradient(const Eigen::VectorXd& natural) const;
    [[nodiscard]] Curve withPeakAt(double p) const;

private:
    Law m_law;
    Eigen::VectorXd m_p;
    Curve m_curve;
    std::vector<ParameterKind> m_parameters;
};

}  // namespace scalewright::fits
