// The laws of fit.h as bounded least-squares problems, in units in which the largest throughput is 1.
//
//   law         eta, what is linear                               coefficients
//   amdahl      1/X = c0/p + c1                                   c0 = (1-f)/gamma, c1 = f/gamma
//   gustafson     X = c0 p + c1                                   c0 = (1-f) gamma, c1 = f gamma
//   usl         1/X = c0/p + c1 (p-1)/p + c2 (p-1)                c0 = 1/gamma, c1 = sigma/gamma, c2 = kappa/gamma
//   alpha-beta  1/X = c0/p + c1 a(p) + c2 b(p)                    c0 = t_comp, c1 = alpha, c2 = beta; a, b from linearFactors,
//               (weak scaling: a/p, b/p)                          over p in weak scaling
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
    double upper;  ///< its bound; infinity where there is none. The lower one is 0.
    bool reachesZero;  ///< whether 0 itself is a value: gamma and t_comp stay above it
};

/// One law at the p of a ladder.
class LawCurve {
public:
    /// Precondition: p >= 1; alpha-beta only with a pattern that has linearFactors.
    LawCurve(Law law, Scaling scaling, const Eigen::VectorXd& p, const FitOptions& options);

    [[nodiscard]] const Curve& curve() const { return m_curve; }
    [[nodiscard]] const std::vector<ParameterKind>& parameters() const { return m_parameters; }

    /// The law's own parameters, and back.
    [[nodiscard]] Eigen::VectorXd natural(const Eigen::VectorXd& coefficients) const;
    [[nodiscard]] Eigen::VectorXd coefficients(const Eigen::VectorXd& natural) const;
    /// d mu / d parameter at the points.
    [[nodiscard]] Eigen::MatrixXd jacobian(const Eigen::VectorXd& natural) const;
    /// The curve that is left when one parameter is held at a value.
    [[nodiscard]] Curve holding(Eigen::Index parameter, double value) const;
    /// usl: where throughput is largest, sqrt((1 - sigma)/kappa), if that is beyond 1.
    [[nodiscard]] std::optional<double> peak(const Eigen::VectorXd& natural) const;
    /// … its slope by every parameter, and the curves that peak there: sigma = 1 - kappa peak^2.
    [[nodiscard]] Eigen::VectorXd peakSlope(const Eigen::VectorXd& natural) const;
    [[nodiscard]] Curve peakingAt(double p) const;

private:
    Law m_law;
    Eigen::VectorXd m_p;
    Curve m_curve;
    std::vector<ParameterKind> m_parameters;
};

}  // namespace scalewright::fits
