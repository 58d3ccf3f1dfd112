#include "core/evidence/fit/fit_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/statistics/fisher_f.h"
#include "core/base/statistics/student_t.h"

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double decades = 1e6;       // how far an end is searched, in widths or values of the parameter
constexpr double endPrecision = 1e-7; // of the distance from the value to its end
constexpr double manyDegrees = 1000;  // from here Student's t is the normal to a thousandth
constexpr double sameVariance = 0.95; // how far rungs may stray before their scatter is no longer that of the runs

MatrixXd weighted(const MatrixXd& jacobian, const VectorXd& weight)
{
    return weight.cwiseSqrt().asDiagonal() * jacobian;
}

/// Of the weighted jacobian: columns of length one, (C'C)^-1, a rung's influence on each parameter, its leverage.
struct Linear {
    VectorXd length, leverage;
    MatrixXd columns, inverse, influence;
};

Linear linearOf(const MatrixXd& jacobian)
{
    Linear linear{.length = jacobian.colwise().norm(), .leverage = {}, .columns = {}, .inverse = {}, .influence = {}};
    linear.columns = jacobian * linear.length.cwiseInverse().asDiagonal();
    // (C'C)^-1 = R^-1 R^-T
    const Index count = jacobian.cols();
    const SmallMatrix triangle = triangleOf(linear.columns, VectorXd::Zero(jacobian.rows())).triangle;
    SmallMatrix inverse(count, count);
    for (Index j = 0; j < count; ++j)
        inverse.col(j) = solveTriangle(triangle, SmallVector::Unit(count, j));
    linear.inverse = inverse.lazyProduct(inverse.transpose());
    linear.influence = linear.columns.lazyProduct(linear.inverse);
    linear.leverage = linear.influence.cwiseProduct(linear.columns).rowwise().sum();
    return linear;
}

/// The covariances of the parameters (times their columns' lengths) under one shape of noise, and the degrees of
/// freedom its size is known with.
struct Covariance {
    MatrixXd covariance;
    double degrees = 1;
};

Covariance covarianceOf(const Linear& linear, const VectorXd& weight, double residualSum, const NoiseShape& noise)
{
    // e ~ N(0, s^2 D) in weighted residuals: E[RSS] = s^2 tr(MD), M = 1 - H, and RSS/s^2 is nearly chi-squared with
    // tr(MD)^2/tr(MDMD) degrees of freedom (Satterthwaite 1946), which are rungs less parameters where D is 1.
    const VectorXd spread = weight.cwiseProduct(noise.variance);
    const MatrixXd spreadColumns = spread.asDiagonal() * linear.columns;
    const MatrixXd spreadSquares = linear.columns.transpose().lazyProduct(spreadColumns);
    const MatrixXd hat = linear.inverse.lazyProduct(spreadSquares);
    const double expected = (spread.array() * (1 - linear.leverage.array())).sum();
    const double twice =
        (spread.array().square() * (1 - 2 * linear.leverage.array())).sum() + hat.lazyProduct(hat).trace();
    double degrees = std::max(1.0, expected * expected / twice);
    double variance = residualSum / expected;
    // The runs about their rungs know the same variance, unless the rungs stray from the curve by more than that.
    if (noise.degrees > 0 && noise.within > 0) {
        const double ofRuns = noise.within / noise.degrees;
        if (fisherCoverage(variance / ofRuns, std::max(1, static_cast<int>(degrees)), noise.degrees) <= sameVariance) {
            variance = (degrees * variance + noise.within) / (degrees + noise.degrees);
            degrees += noise.degrees;
        }
    }
    const MatrixXd weightedInfluence = spread.asDiagonal() * linear.influence;
    return {.covariance = variance * linear.influence.transpose().lazyProduct(weightedInfluence), .degrees = degrees};
}

/// What least squares say of the parameters with some of them held at their bounds (variances 0).
struct Design {
    MatrixXd plain;  ///< (J'J)^-1
    std::vector<Covariance> covariances;
};

Design designOf(const MatrixXd& jacobian, const VectorXd& free, const VectorXd& weight, double residualSum,
                const std::vector<NoiseShape>& noises)
{
    const Index count = static_cast<Index>(free.sum());
    MatrixXd chosen = MatrixXd::Zero(jacobian.cols(), count);
    for (Index j = 0, at = 0; j < jacobian.cols(); ++j)
        if (free[j] > 0)
            chosen(j, at++) = 1;
    const Linear linear = linearOf(jacobian.lazyProduct(chosen));
    const VectorXd scale = linear.length.cwiseInverse();
    const auto inParameters = [&](const MatrixXd& unscaled) -> MatrixXd {
        const MatrixXd scaled = scale.asDiagonal() * unscaled * scale.asDiagonal();
        return chosen.lazyProduct(scaled).lazyProduct(chosen.transpose());
    };
    Design design{.plain = inParameters(linear.inverse), .covariances = {}};
    for (const NoiseShape& noise : noises) {
        Covariance each = covarianceOf(linear, weight, residualSum, noise);
        each.covariance = inParameters(each.covariance);
        design.covariances.push_back(std::move(each));
    }
    return design;
}

/// Searches one end. `excess(v)` is below 0 where v is not excluded, and grows from the value outwards.
template <class Excess>
std::optional<double> findEnd(const Excess& excess, double value, double step, int direction, const ParameterKind& kind,
                              double atValue)
{
    const double bound = direction < 0 ? 0 : kind.upper;
    const double farthest = decades * std::max(std::abs(value), step);
    double inside = value;
    double insideExcess = atValue;
    double outside = value;
    double outsideExcess = atValue;
    for (double reach = step;; reach *= 2) {
        outside = value + direction * reach;
        const bool atBound = direction < 0 ? outside <= bound : outside >= bound;
        if (atBound) {
            outside = bound;
            outsideExcess =
                direction < 0 && !kind.reachesZero ? std::numeric_limits<double>::infinity() : excess(bound);
            if (outsideExcess <= 0)
                return bound;
            break;
        }
        outsideExcess = excess(outside);
        if (outsideExcess > 0)
            break;
        if (reach > farthest)
            return std::nullopt;
        inside = outside;
        insideExcess = outsideExcess;
    }
    // Regula falsi with the Illinois rule: the square root of a profile is nearly straight.
    int sameSide = 0;
    for (int i = 0; i < 100 && std::abs(outside - inside) > endPrecision * std::abs(outside - value); ++i) {
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

bool separable(const MatrixXd& jacobian, const VectorXd& weight)
{
    const MatrixXd columns = weighted(jacobian, weight);
    const VectorXd length = columns.colwise().norm();
    if (!(length.minCoeff() > 0) || !length.allFinite())
        return false;
    return triangleOf(columns * length.cwiseInverse().asDiagonal(), VectorXd::Zero(columns.rows()))
               .triangle.diagonal()
               .minCoeff() > 1e-7;
}

namespace {

constexpr double margin = 3;  // of logarithms of likelihoods: twenty times as likely
constexpr std::array powers{NoisePower::Proportional, NoisePower::Constant, NoisePower::ConstantInTime};

/// Of each of `powers`; nothing where repeats are too few, or do not differ.
std::optional<std::array<double, powers.size()>> logLikelihoods(const std::vector<Repeats>& rungs)
{
    constexpr int leastRungs = 3;
    constexpr int leastDegrees = 5;
    int degrees = 0;
    for (const Repeats& rung : rungs)
        degrees += rung.degrees;
    if (rungs.size() < leastRungs || degrees < leastDegrees)
        return std::nullopt;
    std::array<double, powers.size()> likelihoods{};
    for (std::size_t i = 0; i < powers.size(); ++i) {
        double squares = 0;
        double logs = 0;
        for (const Repeats& rung : rungs) {
            const double shape = std::pow(rung.mu, static_cast<int>(powers[i]));
            squares += rung.degrees * std::pow(rung.deviation / shape, 2) / degrees;
            logs += rung.degrees * std::log(shape);
        }
        likelihoods[i] = -0.5 * degrees * std::log(squares) - logs;
    }
    return std::isfinite(likelihoods[0]) ? std::optional(likelihoods) : std::nullopt;
}

}  // namespace

std::optional<NoisePower> noisePower(const std::vector<Repeats>& rungs)
{
    const auto likelihoods = logLikelihoods(rungs);
    if (!likelihoods)
        return std::nullopt;
    const auto others = likelihoods->begin() + 1;
    const auto likeliest = std::max_element(others, likelihoods->end());
    return *likeliest > (*likelihoods)[0] + margin ? powers[static_cast<std::size_t>(likeliest - likelihoods->begin())]
                                                   : NoisePower::Proportional;
}

std::vector<NoisePower> possiblePowers(const std::vector<Repeats>& rungs)
{
    const auto likelihoods = logLikelihoods(rungs);
    if (!likelihoods)
        return {NoisePower::Proportional, NoisePower::Constant};
    std::vector<NoisePower> possible;
    const double most = *std::max_element(likelihoods->begin(), likelihoods->end());
    for (std::size_t i = 0; i < powers.size(); ++i)
        if ((*likelihoods)[i] >= most - margin)
            possible.push_back(powers[i]);
    return possible;
}

std::vector<Ends> profileIntervals(const LawCurve& law, const Data& data, const VectorXd& natural, double residualSum,
                                   const std::vector<NoiseShape>& noises)
{
    // A parameter at its bound is none to be told: the others are then as sure as without it, or as with it, whichever
    // is less.
    const MatrixXd jacobian = weighted(law.jacobian(natural), data.weight);
    std::vector<Design> designs{designOf(jacobian, VectorXd::Ones(natural.size()), data.weight, residualSum, noises)};
    if (const VectorXd inside = (natural.array() > 0).cast<double>(); !inside.isOnes() && inside.any())
        designs.push_back(designOf(jacobian, inside, data.weight, residualSum, noises));

    // `slope` leads from the parameters to what is asked for.
    const auto profile = [&](double value, const VectorXd& slope, const ParameterKind& kind, const auto& holding) {
        const auto along = [&slope](const MatrixXd& covariance) {
            return std::max(0.0, slope.dot(covariance.lazyProduct(slope).eval()));
        };
        double halfWidth = 0, allowed = 0;
        for (const Design& design : designs)
            for (const Covariance& each : design.covariances) {
                const double width =
                    studentT(level, std::min(each.degrees, manyDegrees)) * std::sqrt(along(each.covariance));
                if (const double plain = along(design.plain); plain > 0) {
                    halfWidth = std::max(halfWidth, width);
                    // The profile rises by (distance)^2 / plain.
                    allowed = std::max(allowed, width / std::sqrt(plain));
                }
            }
        Ends found;
        for (const int direction : {-1, 1}) {
            std::vector<VectorXd> warm;
            const auto excess = [&](double held) {
                const std::optional<Solution> best = solve(holding(held), data, warm);
                if (!best)
                    return std::numeric_limits<double>::infinity();
                warm = {best->coefficients};
                return std::sqrt(std::max(0.0, best->residualSum - residualSum)) - allowed;
            };
            if (halfWidth > 0 && std::isfinite(halfWidth) && allowed > 0)
                (direction < 0 ? found.low : found.high) = findEnd(excess, value, halfWidth, direction, kind, -allowed);
        }
        return found;
    };
    std::vector<Ends> ends;
    for (Index j = 0; j < natural.size(); ++j)
        ends.push_back(profile(natural[j], VectorXd::Unit(natural.size(), j),
                               law.parameters()[static_cast<std::size_t>(j)],
                               [&](double held) { return law.holding(j, held); }));
    if (const std::optional<double> peak = law.peak(natural)) {
        const ParameterKind kind{"peak", Dimension::Ratio, std::numeric_limits<double>::infinity(), false};
        ends.push_back(profile(*peak, law.peakSlope(natural), kind, [&](double held) { return law.peakingAt(held); }));
    }
    return ends;
}

}  // namespace scalewright::fits
