// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/statistics/distributions.h"

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Search range for the end of an interval, as a multiple of the parameter's half-width or value.
constexpr double searchRange = 1e6;
constexpr double endTolerance = 1e-7; // relative to the distance between the value and the end
// Above this, Student's t equals the normal distribution to within a thousandth.
constexpr double normalLimitDegrees = 1000;
// F-test level up to which the scatter of the rungs about the curve is pooled with that of the runs.
constexpr double poolingTestLevel = 0.95;

MatrixXd weightedJacobian(const MatrixXd& jacobian, const VectorXd& weight)
{
    return weight.cwiseSqrt().asDiagonal() * jacobian;
}

/// From the weighted Jacobian: its columns scaled to unit length (C), (C'C)^-1, each rung's influence on each
/// parameter, and each rung's leverage.
struct Linearization {
    VectorXd columnLengths, leverage;
    MatrixXd unitColumns, gramInverse, influence;
};

Linearization linearize(const MatrixXd& jacobian)
{
    Linearization linearization{.columnLengths = jacobian.colwise().norm(),
                                .leverage = {},
                                .unitColumns = {},
                                .gramInverse = {},
                                .influence = {}};
    linearization.unitColumns = jacobian * linearization.columnLengths.cwiseInverse().asDiagonal();
    // (C'C)^-1 = R^-1 R^-T
    const Index count = jacobian.cols();
    const SmallMatrix triangle = triangularize(linearization.unitColumns, VectorXd::Zero(jacobian.rows())).triangle;
    SmallMatrix inverse(count, count);
    for (Index j = 0; j < count; ++j)
        inverse.col(j) = solveTriangular(triangle, SmallVector::Unit(count, j));
    linearization.gramInverse = inverse.lazyProduct(inverse.transpose());
    linearization.influence = linearization.unitColumns.lazyProduct(linearization.gramInverse);
    linearization.leverage = linearization.influence.cwiseProduct(linearization.unitColumns).rowwise().sum();
    return linearization;
}

/// Covariance of the parameters (times their column lengths) for one noise shape, and the degrees of freedom of its
/// scale.
struct CovarianceEstimate {
    MatrixXd covariance;
    double degreesOfFreedom = 1;
};

CovarianceEstimate estimateCovariance(const Linearization& linearization, const VectorXd& weight, double residualSum,
                                      const NoiseShape& noise)
{
    // e ~ N(0, s^2 D) in weighted residuals: E[RSS] = s^2 tr(MD), M = 1 - H, and RSS/s^2 is approximately chi-squared
    // with tr(MD)^2/tr(MDMD) degrees of freedom (Satterthwaite 1946). For D = 1 that is rungs minus parameters.
    const VectorXd weightedVariance = weight.cwiseProduct(noise.variance);
    const MatrixXd varianceColumns = weightedVariance.asDiagonal() * linearization.unitColumns;
    const MatrixXd varianceGram = linearization.unitColumns.transpose().lazyProduct(varianceColumns);
    const MatrixXd hat = linearization.gramInverse.lazyProduct(varianceGram);
    const double expected = (weightedVariance.array() * (1 - linearization.leverage.array())).sum();
    const double twice = (weightedVariance.array().square() * (1 - 2 * linearization.leverage.array())).sum() +
                         hat.lazyProduct(hat).trace();
    double degrees = std::max(1.0, expected * expected / twice);
    double variance = residualSum / expected;
    // The scatter of the runs about their rungs estimates the same variance, unless the rungs are scattered about the
    // curve even more.
    if (noise.degreesOfFreedom > 0 && noise.withinRungSquares > 0) {
        const double runVariance = noise.withinRungSquares / noise.degreesOfFreedom;
        if (fisherCdf(variance / runVariance, std::max(1, static_cast<int>(degrees)), noise.degreesOfFreedom) <=
            poolingTestLevel) {
            variance = (degrees * variance + noise.withinRungSquares) / (degrees + noise.degreesOfFreedom);
            degrees += noise.degreesOfFreedom;
        }
    }
    const MatrixXd weightedInfluence = weightedVariance.asDiagonal() * linearization.influence;
    return {.covariance = variance * linearization.influence.transpose().lazyProduct(weightedInfluence),
            .degreesOfFreedom = degrees};
}

/// Covariances of the least-squares parameters; those fixed at a bound have variance 0.
struct ParameterCovariances {
    MatrixXd gramInverse;  ///< (J'J)^-1
    std::vector<CovarianceEstimate> covariances;
};

ParameterCovariances parameterCovariances(const MatrixXd& jacobian, const VectorXd& free, const VectorXd& weight,
                                          double residualSum, const std::vector<NoiseShape>& noises)
{
    const Index count = static_cast<Index>(free.sum());
    MatrixXd chosen = MatrixXd::Zero(jacobian.cols(), count);
    for (Index j = 0, column = 0; j < jacobian.cols(); ++j)
        if (free[j] > 0)
            chosen(j, column++) = 1;
    const Linearization linearization = linearize(jacobian.lazyProduct(chosen));
    const VectorXd scale = linearization.columnLengths.cwiseInverse();
    const auto toParameters = [&](const MatrixXd& unscaled) -> MatrixXd {
        const MatrixXd scaled = scale.asDiagonal() * unscaled * scale.asDiagonal();
        return chosen.lazyProduct(scaled).lazyProduct(chosen.transpose());
    };
    ParameterCovariances estimate{.gramInverse = toParameters(linearization.gramInverse), .covariances = {}};
    for (const NoiseShape& noise : noises) {
        CovarianceEstimate each = estimateCovariance(linearization, weight, residualSum, noise);
        each.covariance = toParameters(each.covariance);
        estimate.covariances.push_back(std::move(each));
    }
    return estimate;
}

/// Searches for one end of the interval. `excess(v)` is negative where v is not excluded, and increases away from the
/// estimate.
template <class Excess>
std::optional<double> findIntervalEnd(const Excess& excess, double value, double step, int direction,
                                      const ParameterKind& kind, double excessAtValue)
{
    const double bound = direction < 0 ? 0 : kind.upperBound;
    const double farthest = searchRange * std::max(std::abs(value), step);
    double inside = value;
    double insideExcess = excessAtValue;
    double outside = value;
    double outsideExcess = excessAtValue;
    for (double distance = step;; distance *= 2) {
        outside = value + direction * distance;
        const bool atBound = direction < 0 ? outside <= bound : outside >= bound;
        if (atBound) {
            outside = bound;
            outsideExcess = direction < 0 && !kind.canBeZero ? std::numeric_limits<double>::infinity() : excess(bound);
            if (outsideExcess <= 0)
                return bound;
            break;
        }
        outsideExcess = excess(outside);
        if (outsideExcess > 0)
            break;
        if (distance > farthest)
            return std::nullopt;
        inside = outside;
        insideExcess = outsideExcess;
    }
    // Regula falsi, Illinois variant: the square root of a profile is nearly linear.
    int sameSide = 0;
    for (int i = 0; i < 100 && std::abs(outside - inside) > endTolerance * std::abs(outside - value); ++i) {
        double middle = (inside + outside) / 2;
        if (std::isfinite(outsideExcess) && i % 4 != 3)
            middle = inside + (outside - inside) * insideExcess / (insideExcess - outsideExcess);
        const double found = excess(middle);
        if (found <= 0) {
            inside = middle;
            insideExcess = found;
            if (sameSide < 0)
                outsideExcess /= 2;
            sameSide = -1;
        } else {
            outside = middle;
            outsideExcess = found;
            if (sameSide > 0)
                insideExcess /= 2;
            sameSide = 1;
        }
        if (insideExcess == 0)
            break;
    }
    return inside;
}

}  // namespace

bool hasIndependentColumns(const MatrixXd& jacobian, const VectorXd& weight)
{
    const MatrixXd columns = weightedJacobian(jacobian, weight);
    const VectorXd length = columns.colwise().norm();
    if (!(length.minCoeff() > 0) || !length.allFinite())
        return false;
    return triangularize(columns * length.cwiseInverse().asDiagonal(), VectorXd::Zero(columns.rows()))
               .triangle.diagonal()
               .minCoeff() > 1e-7;
}

namespace {

constexpr double powerLikelihoodMargin = 3;  // difference of log-likelihoods: a ratio of twenty
constexpr std::array noisePowers{NoisePower::Proportional, NoisePower::Constant, NoisePower::ConstantInTime};

/// One value for each of `noisePowers`; nullopt if there are too few repeats or they do not differ.
std::optional<std::array<double, noisePowers.size()>> powerLogLikelihoods(const std::vector<RepeatStatistics>& rungs)
{
    constexpr int minimumRungs = 3;
    constexpr int minimumDegrees = 5;
    int degrees = 0;
    for (const RepeatStatistics& rung : rungs)
        degrees += rung.degreesOfFreedom;
    if (rungs.size() < minimumRungs || degrees < minimumDegrees)
        return std::nullopt;
    std::array<double, noisePowers.size()> likelihoods{};
    for (std::size_t i = 0; i < noisePowers.size(); ++i) {
        double squares = 0;
        double logs = 0;
        for (const RepeatStatistics& rung : rungs) {
            const double shape = std::pow(rung.mu, static_cast<int>(noisePowers[i]));
            squares += rung.degreesOfFreedom * std::pow(rung.deviation / shape, 2) / degrees;
            logs += rung.degreesOfFreedom * std::log(shape);
        }
        likelihoods[i] = -0.5 * degrees * std::log(squares) - logs;
    }
    return std::isfinite(likelihoods[0]) ? std::optional(likelihoods) : std::nullopt;
}

}  // namespace

std::optional<NoisePower> likeliestNoisePower(const std::vector<RepeatStatistics>& rungs)
{
    const auto likelihoods = powerLogLikelihoods(rungs);
    if (!likelihoods)
        return std::nullopt;
    const auto alternatives = likelihoods->begin() + 1;
    const auto likeliest = std::max_element(alternatives, likelihoods->end());
    return *likeliest > (*likelihoods)[0] + powerLikelihoodMargin
               ? noisePowers[static_cast<std::size_t>(likeliest - likelihoods->begin())]
               : NoisePower::Proportional;
}

std::vector<NoisePower> plausibleNoisePowers(const std::vector<RepeatStatistics>& rungs)
{
    const auto likelihoods = powerLogLikelihoods(rungs);
    if (!likelihoods)
        return {NoisePower::Proportional, NoisePower::Constant};
    std::vector<NoisePower> possible;
    const double largest = *std::ranges::max_element(*likelihoods);
    for (std::size_t i = 0; i < noisePowers.size(); ++i)
        if ((*likelihoods)[i] >= largest - powerLikelihoodMargin)
            possible.push_back(noisePowers[i]);
    return possible;
}

std::vector<IntervalEnds> profileIntervals(const LawCurve& law, const FitData& data, const VectorXd& natural,
                                           double residualSum, const std::vector<NoiseShape>& noises)
{
    // If a parameter is at its bound, the intervals of the others are computed with it free and with it fixed; the
    // wider one is used.
    const MatrixXd jacobian = weightedJacobian(law.jacobian(natural), data.weight);
    std::vector<ParameterCovariances> candidates{
        parameterCovariances(jacobian, VectorXd::Ones(natural.size()), data.weight, residualSum, noises)};
    if (const VectorXd inside = (natural.array() > 0).cast<double>(); !inside.isOnes() && inside.any())
        candidates.push_back(parameterCovariances(jacobian, inside, data.weight, residualSum, noises));

    // `slope` is the gradient of the profiled quantity with respect to the parameters.
    const auto profile = [&](double value, const VectorXd& slope, const ParameterKind& kind, const auto& holding) {
        const auto along = [&slope](const MatrixXd& covariance) {
            return std::max(0.0, slope.dot(covariance.lazyProduct(slope).eval()));
        };
        double halfWidth = 0, allowed = 0;
        for (const ParameterCovariances& estimate : candidates)
            for (const CovarianceEstimate& each : estimate.covariances) {
                const double width =
                    studentTQuantile(confidenceLevel, std::min(each.degreesOfFreedom, normalLimitDegrees)) *
                    std::sqrt(along(each.covariance));
                if (const double unscaledVariance = along(estimate.gramInverse); unscaledVariance > 0) {
                    halfWidth = std::max(halfWidth, width);
                    // The profile rises by (distance)^2 / unscaledVariance.
                    allowed = std::max(allowed, width / std::sqrt(unscaledVariance));
                }
            }
        IntervalEnds found;
        for (const int direction : {-1, 1}) {
            std::vector<VectorXd> warm;
            const auto excess = [&](double heldValue) {
                const std::optional<Solution> best = fitCurve(holding(heldValue), data, warm);
                if (!best)
                    return std::numeric_limits<double>::infinity();
                warm = {best->coefficients};
                return std::sqrt(std::max(0.0, best->residualSum - residualSum)) - allowed;
            };
            if (halfWidth > 0 && std::isfinite(halfWidth) && allowed > 0)
                (direction < 0 ? found.low : found.high) =
                    findIntervalEnd(excess, value, halfWidth, direction, kind, -allowed);
        }
        return found;
    };
    std::vector<IntervalEnds> ends;
    for (Index j = 0; j < natural.size(); ++j)
        ends.push_back(profile(natural[j], VectorXd::Unit(natural.size(), j),
                               law.parameters()[static_cast<std::size_t>(j)],
                               [&](double heldValue) { return law.withFixedParameter(j, heldValue); }));
    if (const std::optional<double> peak = law.peakP(natural)) {
        const ParameterKind kind{"peak", Dimension::Ratio, std::numeric_limits<double>::infinity(), false};
        ends.push_back(profile(*peak, law.peakGradient(natural), kind,
                               [&](double heldValue) { return law.withPeakAt(heldValue); }));
    }
    return ends;
}

}  // namespace scalewright::fits
