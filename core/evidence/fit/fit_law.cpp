// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit_law.h"

#include <cmath>
#include <limits>

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double noUpperBound = std::numeric_limits<double>::infinity();
constexpr ParameterKind serialFraction{"f", Dimension::Ratio, 1, true};
constexpr ParameterKind singleWorkerRate{"gamma", Dimension::Rate, noUpperBound, false};

std::vector<ParameterKind> lawParametersOf(Law law)
{
    switch (law) {
    case Law::Amdahl:
    case Law::Gustafson: return {serialFraction, singleWorkerRate};
    case Law::Usl:
        return {{"sigma", Dimension::Ratio, noUpperBound, true},
                {"kappa", Dimension::Ratio, noUpperBound, true},
                singleWorkerRate};
    case Law::AlphaBeta: break;
    }
    return {{"t_comp", Dimension::Time, noUpperBound, false},
            {"alpha", Dimension::Time, noUpperBound, true},
            {"beta", Dimension::Time, noUpperBound, true}};
}

MatrixXd communicationBasis(Scaling scaling, const VectorXd& p, const FitOptions& options)
{
    MatrixXd basis(p.size(), 2);
    for (Index i = 0; i < p.size(); ++i) {
        const LinearFactors factors =
            linearFactors(options.pattern, options.communication, static_cast<int>(p[i])).value_or(LinearFactors{});
        const double share = scaling == Scaling::Weak ? p[i] : 1;
        basis(i, 0) = factors.latency / share;
        basis(i, 1) = factors.bandwidth / share;
    }
    return basis;
}

Curve unboundedCurve(MatrixXd basis, bool reciprocal)
{
    const Index rows = basis.rows();
    const Index columns = basis.cols();
    return {std::move(basis), VectorXd::Zero(rows), VectorXd::Constant(columns, noUpperBound), reciprocal};
}

}  // namespace

LawCurve::LawCurve(Law law, Scaling scaling, const VectorXd& p, const FitOptions& options)
    : m_law(law), m_p(p), m_parameters(lawParametersOf(law))
{
    MatrixXd basis(p.size(), static_cast<Index>(m_parameters.size()));
    basis.col(0) = law == Law::Gustafson ? p : VectorXd(p.cwiseInverse());
    switch (law) {
    case Law::Amdahl:
    case Law::Gustafson: basis.col(1).setOnes(); break;
    case Law::Usl:
        basis.col(1) = (1 - p.array().inverse()).matrix();
        basis.col(2) = (p.array() - 1).matrix();
        break;
    case Law::AlphaBeta: basis.rightCols(2) = communicationBasis(scaling, p, options); break;
    }
    m_curve = unboundedCurve(std::move(basis), law != Law::Gustafson);
}

VectorXd LawCurve::toLawParameters(const VectorXd& c) const
{
    switch (m_law) {
    case Law::Amdahl: return Eigen::Vector2d(c[1] / (c[0] + c[1]), 1 / (c[0] + c[1]));
    case Law::Gustafson: return Eigen::Vector2d(c[1] / (c[0] + c[1]), c[0] + c[1]);
    case Law::Usl: return Eigen::Vector3d(c[1] / c[0], c[2] / c[0], 1 / c[0]);
    case Law::AlphaBeta: break;
    }
    return c;
}

VectorXd LawCurve::toCoefficients(const VectorXd& n) const
{
    switch (m_law) {
    case Law::Amdahl: return Eigen::Vector2d((1 - n[0]) / n[1], n[0] / n[1]);
    case Law::Gustafson: return Eigen::Vector2d((1 - n[0]) * n[1], n[0] * n[1]);
    case Law::Usl: return Eigen::Vector3d(1 / n[2], n[0] / n[2], n[1] / n[2]);
    case Law::AlphaBeta: break;
    }
    return n;
}

MatrixXd LawCurve::jacobian(const VectorXd& n) const
{
    const VectorXd eta = m_curve.basis * toCoefficients(n);
    MatrixXd slope(m_p.size(), n.size());  // d eta / d parameter, converted below to d mu / d parameter
    switch (m_law) {
    case Law::Amdahl:
        slope.col(0) = (1 - m_p.array().inverse()).matrix() / n[1];
        slope.col(1) = -eta / n[1];
        break;
    case Law::Gustafson:
        slope.col(0) = (1 - m_p.array()).matrix() * n[1];
        slope.col(1) = eta / n[1];
        return slope;
    case Law::Usl:
        slope.leftCols(2) = m_curve.basis.rightCols(2) / n[2];
        slope.col(2) = -eta / n[2];
        break;
    case Law::AlphaBeta: slope = m_curve.basis; break;
    }
    return (-eta.array().square().inverse()).matrix().asDiagonal() * slope;
}

Curve LawCurve::withFixedParameter(Index parameter, double value) const
{
    const MatrixXd& basis = m_curve.basis;
    if (m_law == Law::Amdahl || m_law == Law::Gustafson) {
        if (parameter == 0)
            return unboundedCurve((1 - value) * basis.col(0) + value * basis.col(1), m_curve.isReciprocal);
        // Gustafson's curve starts at f = 1, Amdahl's at f = 0.
        const double scale = m_law == Law::Gustafson ? value : 1 / value;
        const Index fixed = m_law == Law::Gustafson ? 1 : 0;
        return {basis.col(1 - fixed) - basis.col(fixed), scale * basis.col(fixed), VectorXd::Constant(1, scale),
                m_curve.isReciprocal};
    }
    if (m_law == Law::Usl && parameter < 2) {
        MatrixXd merged(basis.rows(), 2);
        merged.col(0) = basis.col(0) + value * basis.col(1 + parameter);
        merged.col(1) = basis.col(2 - parameter);
        return unboundedCurve(std::move(merged), true);
    }
    // The fixed parameter is either a coefficient or, for gamma, the reciprocal of the first coefficient.
    const Index column = m_law == Law::Usl ? 0 : parameter;
    MatrixXd otherColumns(basis.rows(), basis.cols() - 1);
    for (Index j = 0, at = 0; j < basis.cols(); ++j)
        if (j != column)
            otherColumns.col(at++) = basis.col(j);
    Curve curve = unboundedCurve(std::move(otherColumns), true);
    curve.offset = (m_law == Law::Usl ? 1 / value : value) * basis.col(column);
    return curve;
}

std::optional<double> LawCurve::peakP(const VectorXd& n) const
{
    if (m_law != Law::Usl || !(n[1] > 0) || !(n[0] < 1))
        return std::nullopt;
    const double at = std::sqrt((1 - n[0]) / n[1]);
    return at > 1 && std::isfinite(at) ? std::optional(at) : std::nullopt;
}

VectorXd LawCurve::peakGradient(const VectorXd& n) const
{
    const double at = std::sqrt((1 - n[0]) / n[1]);
    return Eigen::Vector3d(-at / (2 * (1 - n[0])), -at / (2 * n[1]), 0);
}

Curve LawCurve::withPeakAt(double p) const
{
    // The two extreme curves with a peak at p: sigma = 1 with kappa = 0, and kappa = 1/p^2 with sigma = 0.
    MatrixXd basis(m_p.size(), 2);
    basis.col(0).setOnes();
    basis.col(1) = m_curve.basis.col(0) + m_curve.basis.col(2) / (p * p);
    return unboundedCurve(std::move(basis), true);
}

}  // namespace scalewright::fits
