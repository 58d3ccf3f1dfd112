#include "core/evidence/fit/fit_solver.h"

#include <array>
#include <cmath>
#include <limits>

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostSteps = 200;
constexpr int mostHalvings = 40;
constexpr double convergedStep = 1e-13;  // relative fall of the residual sum
constexpr double dependent = 1e-12;      // of a column of length one: what is left of it beside the others

double residualSum(const Curve& curve, const Data& data, const VectorXd& coefficients)
{
    const VectorXd mu = curveValues(curve, coefficients);
    // Times are above 0; what is not finite shows in the sum.
    if (curve.reciprocal && !(mu.array() > 0).all())
        return std::numeric_limits<double>::infinity();
    const double sum = (data.weight.array() * (data.y - mu).array().square()).sum();
    return std::isfinite(sum) ? sum : std::numeric_limits<double>::infinity();
}

/// One bounded step of the curve's linearisation at `coefficients`.
VectorXd gaussNewton(const Curve& curve, const Data& data, const VectorXd& coefficients)
{
    const VectorXd mu = curveValues(curve, coefficients);
    const VectorXd root = data.weight.array().sqrt();
    VectorXd slope = root;  // d mu / d eta, weighted
    if (curve.reciprocal)
        slope = (-root.array() * mu.array().square()).matrix();
    const MatrixXd jacobian = slope.asDiagonal() * curve.basis;
    const VectorXd target = root.asDiagonal() * (data.y - mu) + jacobian * coefficients;
    return boundedLeastSquares(jacobian, target, curve.upper);
}

Solution refine(const Curve& curve, const Data& data, VectorXd coefficients)
{
    double sum = residualSum(curve, data, coefficients);
    for (int step = 0; step < mostSteps && sum > 0 && coefficients.size() > 0; ++step) {
        const VectorXd direction = gaussNewton(curve, data, coefficients) - coefficients;
        double length = 1;
        VectorXd next = coefficients;
        double nextSum = sum;
        for (int halving = 0; halving < mostHalvings; ++halving, length /= 2) {
            next = coefficients + length * direction;
            nextSum = residualSum(curve, data, next);
            if (nextSum < sum)
                break;
        }
        if (!(nextSum < sum))
            break;
        const bool converged = sum - nextSum <= convergedStep * sum;
        coefficients = std::move(next);
        sum = nextSum;
        if (converged)
            break;
    }
    return {std::move(coefficients), sum};
}

/// The curve is linear in eta: least squares of eta itself, the errors of y carried over by y^power.
VectorXd linearised(const Curve& curve, const Data& data, double power)
{
    const VectorXd eta = curve.reciprocal ? VectorXd(data.y.cwiseInverse()) : data.y;
    const VectorXd scale = data.weight.array().sqrt() * data.y.array().pow(curve.reciprocal ? power : 0.0);
    return boundedLeastSquares(scale.asDiagonal() * curve.basis, scale.asDiagonal() * (eta - curve.offset),
                               curve.upper);
}

/// The first coefficient alone, large enough: for where the others leave no finite curve.
std::optional<VectorXd> firstAlone(const Curve& curve, const Data& data)
{
    if (curve.basis.cols() == 0 || !(curve.basis.col(0).array() > 0).all())
        return std::nullopt;
    const VectorXd eta = curve.reciprocal ? VectorXd(data.y.cwiseInverse()) : data.y;
    VectorXd alone = VectorXd::Zero(curve.basis.cols());
    alone[0] = std::min((eta - curve.offset).cwiseMax(0).cwiseQuotient(curve.basis.col(0)).maxCoeff(), curve.upper[0]);
    return alone;
}

}  // namespace

VectorXd curveValues(const Curve& curve, const VectorXd& coefficients)
{
    VectorXd eta = curve.offset;
    if (coefficients.size() > 0)
        eta += curve.basis * coefficients;
    return curve.reciprocal ? VectorXd(eta.cwiseInverse()) : eta;
}

Triangle triangleOf(MatrixXd a, VectorXd b)
{
    const Index count = a.cols();
    Triangle result{SmallMatrix::Zero(count, count), SmallVector::Zero(count)};
    for (Index j = 0; j < count; ++j) {
        const double length = a.col(j).norm();
        result.triangle(j, j) = length;
        if (!(length > 0))
            continue;
        a.col(j) /= length;
        for (Index k = j + 1; k < count; ++k) {
            result.triangle(j, k) = a.col(j).dot(a.col(k));
            a.col(k) -= result.triangle(j, k) * a.col(j);
        }
        result.target[j] = a.col(j).dot(b);
        b -= result.target[j] * a.col(j);
    }
    return result;
}

SmallVector solveTriangle(const SmallMatrix& triangle, const SmallVector& target)
{
    const Index count = target.size();
    SmallVector x = SmallVector::Zero(count);
    for (Index j = count - 1; j >= 0; --j) {
        if (triangle(j, j) <= dependent)
            continue;
        double left = target[j];
        for (Index k = j + 1; k < count; ++k)
            left -= triangle(j, k) * x[k];
        x[j] = left / triangle(j, j);
    }
    return x;
}

VectorXd boundedLeastSquares(const MatrixXd& a, const VectorXd& b, const VectorXd& upper)
{
    const Index count = a.cols();
    SmallVector best = SmallVector::Zero(count);
    if (count == 0)
        return best;
    // Columns of length one, and one factorisation: afterwards only its small triangle is solved.
    SmallVector length = a.colwise().norm();
    for (Index j = 0; j < count; ++j)
        if (!(length[j] > 0) || !std::isfinite(length[j]))
            length[j] = 1;
    const auto [triangle, target] = triangleOf(a * length.cwiseInverse().asDiagonal(), b);
    const SmallVector limit = upper.cwiseProduct(length);

    // Mostly no bound is in the way.
    if (const SmallVector diagonal = triangle.diagonal(); diagonal.minCoeff() > dependent * diagonal.maxCoeff()) {
        const SmallVector x = solveTriangle(triangle, target);
        if ((x.array() >= 0).all() && (x.array() <= limit.array()).all())
            return x.cwiseQuotient(length);
    }

    enum State { Free, AtZero, AtUpper, States };
    int ways = 1;
    for (Index j = 0; j < count; ++j)
        ways *= States;
    double least = std::numeric_limits<double>::infinity();
    for (int way = 0; way < ways; ++way) {
        SmallVector x = SmallVector::Zero(count);
        std::array<Index, 3> free{};
        Index freeCount = 0;
        bool possible = true;
        for (int j = 0, code = way; j < count; ++j, code /= States) {
            if (code % States == Free) {
                free[static_cast<std::size_t>(freeCount++)] = j;
            } else if (code % States == AtUpper) {
                possible = possible && std::isfinite(limit[j]);
                x[j] = limit[j];
            }
        }
        if (!possible)
            continue;
        if (freeCount > 0) {
            MatrixXd columns(count, freeCount);
            for (Index j = 0; j < freeCount; ++j)
                columns.col(j) = triangle.col(free[static_cast<std::size_t>(j)]);
            const Triangle reduced = triangleOf(std::move(columns), target - triangle * x);
            const SmallVector solved = solveTriangle(reduced.triangle, reduced.target);
            for (Index j = 0; j < freeCount; ++j) {
                const Index at = free[static_cast<std::size_t>(j)];
                x[at] = solved[j];
                possible = possible && x[at] >= 0 && x[at] <= limit[at];
            }
        }
        if (!possible || !x.allFinite())
            continue;
        const double distance = (triangle * x - target).squaredNorm();
        if (distance < least) {
            least = distance;
            best = x;
        }
    }
    return best.cwiseQuotient(length);
}

std::optional<Solution> solve(const Curve& curve, const Data& data, const std::vector<VectorXd>& starts)
{
    constexpr double tangent = 2;  // errors of y as they are; then as relative ones, then those of eta
    std::vector<VectorXd> all = starts;
    all.push_back(linearised(curve, data, tangent));
    if (starts.empty()) {
        if (curve.reciprocal)
            for (const double power : {1.0, 0.0})
                all.push_back(linearised(curve, data, power));
        if (std::optional<VectorXd> alone = firstAlone(curve, data))
            all.push_back(std::move(*alone));
    }
    std::optional<Solution> best;
    for (const VectorXd& start : all) {
        if (!std::isfinite(residualSum(curve, data, start)))
            continue;
        Solution found = refine(curve, data, start);
        if (!best || found.residualSum < best->residualSum)
            best = std::move(found);
    }
    return best;
}

}  // namespace scalewright::fits
