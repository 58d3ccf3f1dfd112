#include "core/measured/fit_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/QR>

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
    VectorXd plain;  ///< diagonal of (J'J)^-1
    VectorXd robust; ///< diagonal of the delete-one-rung covariance
};

/// The jackknife over rungs in one formula (HC3, MacKinnon & White 1985): a rung's residual stands for its own noise.
Spread spreadOf(const MatrixXd& jacobian, const VectorXd& residuals)
{
    const VectorXd length = jacobian.colwise().norm();
    const MatrixXd columns = jacobian * length.cwiseInverse().asDiagonal();
    const MatrixXd inverse = (columns.transpose() * columns).ldlt().solve(MatrixXd::Identity(columns.cols(), columns.cols()));
    const VectorXd leverage = (columns * inverse).cwiseProduct(columns).rowwise().sum();
    const double degrees = static_cast<double>(jacobian.rows() - jacobian.cols());
    const double common = residuals.squaredNorm() / degrees;
    VectorXd noise(residuals.size());
    for (Index i = 0; i < residuals.size(); ++i) {
        const double left = 1 - leverage[i];
        // Without this rung some parameter could not be told: it has no residual of its own.
        noise[i] = left < 1e-9 ? common : std::pow(residuals[i] / left, 2);
    }
    const MatrixXd influence = columns * inverse;
    const MatrixXd robust = influence.transpose() * noise.asDiagonal() * influence;
    // A rung that alone decides a parameter and lies on the curve by chance is no proof of no noise at all.
    const VectorXd least = 1e-8 * common * inverse.diagonal();
    const VectorXd scale = length.array().square().inverse();
    return {inverse.diagonal().cwiseProduct(scale), robust.diagonal().cwiseMax(least).cwiseProduct(scale)};
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
    const Eigen::ColPivHouseholderQR<MatrixXd> factored(columns * length.cwiseInverse().asDiagonal());
    const VectorXd diagonal = factored.matrixR().diagonal().cwiseAbs();
    return diagonal.minCoeff() > 1e-7;
}

std::vector<Ends> profileIntervals(const LawCurve& law, const Data& data, const VectorXd& natural, double residualSum)
{
    const VectorXd mu = *curveAt(law.curve(), law.coefficients(natural));
    const VectorXd residuals = data.weight.cwiseSqrt().cwiseProduct(data.y - mu);
    const Spread spread = spreadOf(weighted(law.jacobian(natural), data.weight), residuals);
    const double t = studentT(level, std::min(static_cast<int>(data.y.size()) - 1, manyDegrees));

    std::vector<Ends> ends;
    for (Index j = 0; j < natural.size(); ++j) {
        // The profile rises by (distance)^2 / plain; by t^2 robust / plain at t robust standard errors.
        const double allowed = t * std::sqrt(spread.robust[j] / spread.plain[j]);
        const double halfWidth = t * std::sqrt(spread.robust[j]);
        const ParameterKind& kind = law.parameters()[static_cast<std::size_t>(j)];
        Ends found;
        for (const int direction : {-1, 1}) {
            std::vector<VectorXd> warm;
            const auto excess = [&](double value) {
                const Curve held = law.holding(j, value);
                const std::optional<Solution> best = solve(held, data, warm);
                if (!best)
                    return std::numeric_limits<double>::infinity();
                warm = {best->coefficients};
                return std::sqrt(std::max(0.0, best->residualSum - residualSum)) - allowed;
            };
            if (halfWidth > 0 && std::isfinite(halfWidth) && allowed > 0)
                (direction < 0 ? found.low : found.high) = findEnd(excess, natural[j], halfWidth, direction, kind, -allowed);
        }
        ends.push_back(found);
    }
    return ends;
}

}  // namespace scalewright::fits
