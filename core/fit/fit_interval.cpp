#include "core/fit/fit_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/statistics/student_t.h"

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double decades = 1e6;       // how far an end is searched, in widths or values of the parameter
constexpr double endPrecision = 1e-7; // of the distance from the value to its end
constexpr int manyDegrees = 1000;     // from here Student's t is the normal to a thousandth

MatrixXd weighted(const MatrixXd& jacobian, const VectorXd& weight)
{
    return weight.cwiseSqrt().asDiagonal() * jacobian;
}

struct Spread {
    MatrixXd plain;   ///< (J'J)^-1
    MatrixXd robust;  ///< the parameters' covariances by the jackknife
};

/// What a profile is calibrated by.
struct Calibrated {
    double plain, robust;
};

/// Of the jacobian: columns of length one, (J'J)^-1, a rung's influence on each parameter, its leverage.
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

/// The jackknife over rungs in one formula (HC3, MacKinnon & White 1985): a rung's residual stands for its own noise.
VectorXd jackknifed(const Linear& linear, const VectorXd& residuals, double common)
{
    VectorXd noise(residuals.size());
    for (Index i = 0; i < residuals.size(); ++i) {
        const double left = 1 - linear.leverage[i];
        // Without this rung some parameter could not be told: it has no residual of its own.
        noise[i] = left < 1e-9 ? common : std::pow(residuals[i] / left, 2);
    }
    return noise;
}

Spread spreadOf(const MatrixXd& jacobian, const VectorXd& residuals)
{
    const Linear linear = linearOf(jacobian);
    const double common = residuals.squaredNorm() / static_cast<double>(jacobian.rows() - jacobian.cols());
    const VectorXd noise = jackknifed(linear, residuals, common);
    const MatrixXd weightedInfluence = noise.asDiagonal() * linear.influence;
    MatrixXd robust = linear.influence.transpose().lazyProduct(weightedInfluence);
    // A rung that alone decides a parameter and lies on the curve by chance is no proof of no noise at all.
    robust.diagonal() = robust.diagonal().cwiseMax(1e-8 * common * linear.inverse.diagonal());
    const VectorXd scale = linear.length.cwiseInverse();
    const MatrixXd scales = scale.lazyProduct(scale.transpose());
    return {.plain = linear.inverse.cwiseProduct(scales), .robust = robust.cwiseProduct(scales)};
}

/// Searches one end. `excess(v)` is below 0 where v is not excluded, and grows from the value outwards.
template <class Excess>
std::optional<double> findEnd(const Excess& excess, double value, double step, int direction, const ParameterKind& kind, double atValue)
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
            outsideExcess = direction < 0 && !kind.reachesZero ? std::numeric_limits<double>::infinity() : excess(bound);
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
    return triangleOf(columns * length.cwiseInverse().asDiagonal(), VectorXd::Zero(columns.rows())).triangle.diagonal().minCoeff() > 1e-7;
}

std::optional<NoisePower> noisePower(const std::vector<Repeats>& rungs)
{
    constexpr int leastRungs = 3;
    constexpr int leastDegrees = 6;
    constexpr double margin = 3;  // twenty times as likely
    int degrees = 0;
    for (const Repeats& rung : rungs)
        degrees += rung.degrees;
    if (rungs.size() < leastRungs || degrees < leastDegrees)
        return std::nullopt;
    const auto logLikelihood = [&](NoisePower power) {
        double squares = 0;
        double logs = 0;
        for (const Repeats& rung : rungs) {
            const double shape = std::pow(rung.mu, static_cast<int>(power));
            squares += rung.degrees * std::pow(rung.deviation / shape, 2) / degrees;
            logs += rung.degrees * std::log(shape);
        }
        return -0.5 * degrees * std::log(squares) - logs;
    };
    const double proportional = logLikelihood(NoisePower::Proportional);
    if (!std::isfinite(proportional))
        return std::nullopt;  // the repeats do not differ
    NoisePower likeliest = NoisePower::Proportional;
    double most = proportional + margin;
    for (const NoisePower power : {NoisePower::Constant, NoisePower::ConstantInTime})
        if (const double likelihood = logLikelihood(power); likelihood > most) {
            most = likelihood;
            likeliest = power;
        }
    return likeliest;
}

std::vector<Ends> profileIntervals(const LawCurve& law, const Data& data, const VectorXd& natural, double residualSum)
{
    const VectorXd mu = curveValues(law.curve(), law.coefficients(natural));
    const VectorXd residuals = data.weight.cwiseSqrt().cwiseProduct(data.y - mu);
    const Spread spread = spreadOf(weighted(law.jacobian(natural), data.weight), residuals);
    const double t = studentT(level, std::min(static_cast<int>(data.y.size()) - 1, manyDegrees));

    const auto profile = [&](double value, const Calibrated& by, const ParameterKind& kind, const auto& holding) {
        // The profile rises by (distance)^2 / plain; by t^2 robust / plain at t robust standard errors.
        const double allowed = t * std::sqrt(by.robust / by.plain);
        const double halfWidth = t * std::sqrt(by.robust);
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
        ends.push_back(profile(natural[j], {spread.plain(j, j), spread.robust(j, j)}, law.parameters()[static_cast<std::size_t>(j)],
                               [&](double held) { return law.holding(j, held); }));
    if (const std::optional<double> peak = law.peak(natural)) {
        const VectorXd slope = law.peakSlope(natural);
        const auto along = [&](const MatrixXd& covariance) { return slope.dot(covariance.lazyProduct(slope).eval()); };
        const ParameterKind kind{"peak", Dimension::Ratio, std::numeric_limits<double>::infinity(), false};
        ends.push_back(profile(*peak, {along(spread.plain), along(spread.robust)}, kind, [&](double held) { return law.peakingAt(held); }));
    }
    return ends;
}

}  // namespace scalewright::fits
