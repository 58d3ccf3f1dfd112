// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit_solver.h"

#include <array>
#include <cmath>
#include <limits>

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int maximumSteps = 200;
constexpr int maximumHalvings = 40;
constexpr double convergenceTolerance = 1e-13;  // relative decrease of the residual sum
// If less than this remains of a unit column, it depends on the others.
constexpr double dependenceTolerance = 1e-12;

double residualSum(const Curve& curve, const FitData& data, const VectorXd& coefficients)
{
    const VectorXd mu = curveValues(curve, coefficients);
    // Times must be positive; infinite values show up in the sum.
    if (curve.isReciprocal && !(mu.array() > 0).all())
        return std::numeric_limits<double>::infinity();
    const double sum = (data.weight.array() * (data.y - mu).array().square()).sum();
    return std::isfinite(sum) ? sum : std::numeric_limits<double>::infinity();
}

/// One bounded step, using the curve linearized at `coefficients`.
VectorXd gaussNewtonStep(const Curve& curve, const FitData& data, const VectorXd& coefficients)
{
    const VectorXd mu = curveValues(curve, coefficients);
    const VectorXd root = data.weight.array().sqrt();
    VectorXd slope = root;  // d mu / d eta, weighted
    if (curve.isReciprocal)
        slope = (-root.array() * mu.array().square()).matrix();
    const MatrixXd jacobian = slope.asDiagonal() * curve.basis;
    const VectorXd target = root.asDiagonal() * (data.y - mu) + jacobian * coefficients;
    return boundedLeastSquares(jacobian, target, curve.upper);
}

Solution refineSolution(const Curve& curve, const FitData& data, VectorXd coefficients)
{
    double sum = residualSum(curve, data, coefficients);
    for (int step = 0; step < maximumSteps && sum > 0 && coefficients.size() > 0; ++step) {
        const VectorXd direction = gaussNewtonStep(curve, data, coefficients) - coefficients;
        double length = 1;
        VectorXd next = coefficients;
        double nextSum = sum;
        for (int halving = 0; halving < maximumHalvings; ++halving, length /= 2) {
            next = coefficients + length * direction;
            nextSum = residualSum(curve, data, next);
            if (nextSum < sum)
                break;
        }
        if (!(nextSum < sum))
            break;
        const bool converged = sum - nextSum <= convergenceTolerance * sum;
        coefficients = std::move(next);
        sum = nextSum;
        if (converged)
            break;
    }
    return {std::move(coefficients), sum};
}

/// The curve is linear in eta: least squares in eta itself, with the errors of y converted by y^power.
VectorXd solveLinearized(const Curve& curve, const FitData& data, double power)
{
    const VectorXd eta = curve.isReciprocal ? VectorXd(data.y.cwiseInverse()) : data.y;
    const VectorXd scale = data.weight.array().sqrt() * data.y.array().pow(curve.isReciprocal ? power : 0.0);
    return boundedLeastSquares(scale.asDiagonal() * curve.basis, scale.asDiagonal() * (eta - curve.offset),
                               curve.upper);
}

/// The first coefficient alone, chosen large enough; used if the others give no finite curve.
std::optional<VectorXd> firstCoefficientOnly(const Curve& curve, const FitData& data)
{
    if (curve.basis.cols() == 0 || !(curve.basis.col(0).array() > 0).all())
        return std::nullopt;
    const VectorXd eta = curve.isReciprocal ? VectorXd(data.y.cwiseInverse()) : data.y;
    VectorXd firstOnly = VectorXd::Zero(curve.basis.cols());
    firstOnly[0] =
        std::min((eta - curve.offset).cwiseMax(0).cwiseQuotient(curve.basis.col(0)).maxCoeff(), curve.upper[0]);
    return firstOnly;
}

}  // namespace

VectorXd curveValues(const Curve& curve, const VectorXd& coefficients)
{
    VectorXd eta = curve.offset;
    if (coefficients.size() > 0)
        eta += curve.basis * coefficients;
    return curve.isReciprocal ? VectorXd(eta.cwiseInverse()) : eta;
}

TriangularSystem triangularize(MatrixXd a, VectorXd b)
{
    const Index count = a.cols();
    TriangularSystem result{SmallMatrix::Zero(count, count), SmallVector::Zero(count)};
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

SmallVector solveTriangular(const SmallMatrix& triangle, const SmallVector& target)
{
    const Index count = target.size();
    SmallVector x = SmallVector::Zero(count);
    for (Index j = count - 1; j >= 0; --j) {
        if (triangle(j, j) <= dependenceTolerance)
            continue;
        double remainder = target[j];
        for (Index k = j + 1; k < count; ++k)
            remainder -= triangle(j, k) * x[k];
        x[j] = remainder / triangle(j, j);
    }
    return x;
}

VectorXd boundedLeastSquares(const MatrixXd& a, const VectorXd& b, const VectorXd& upper)
{
    const Index count = a.cols();
    SmallVector best = SmallVector::Zero(count);
    if (count == 0)
        return best;
    // With columns of unit length, one factorization is enough: after that, only its small triangle is solved.
    SmallVector length = a.colwise().norm();
    for (Index j = 0; j < count; ++j)
        if (!(length[j] > 0) || !std::isfinite(length[j]))
            length[j] = 1;
    const auto [triangle, target] = triangularize(a * length.cwiseInverse().asDiagonal(), b);
    const SmallVector limit = upper.cwiseProduct(length);

    // No bound is active in most cases.
    if (const SmallVector diagonal = triangle.diagonal();
        diagonal.minCoeff() > dependenceTolerance * diagonal.maxCoeff()) {
        const SmallVector x = solveTriangular(triangle, target);
        if ((x.array() >= 0).all() && (x.array() <= limit.array()).all())
            return x.cwiseQuotient(length);
    }

    enum CoefficientState { Free, AtZero, AtUpper, StateCount };
    int combinationCount = 1;
    for (Index j = 0; j < count; ++j)
        combinationCount *= StateCount;
    double smallestDistance = std::numeric_limits<double>::infinity();
    for (int combination = 0; combination < combinationCount; ++combination) {
        SmallVector x = SmallVector::Zero(count);
        std::array<Index, 3> free{};
        Index freeCount = 0;
        bool possible = true;
        for (int j = 0, code = combination; j < count; ++j, code /= StateCount) {
            if (code % StateCount == Free) {
                free[static_cast<std::size_t>(freeCount++)] = j;
            } else if (code % StateCount == AtUpper) {
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
            const TriangularSystem reduced = triangularize(std::move(columns), target - triangle * x);
            const SmallVector solved = solveTriangular(reduced.triangle, reduced.target);
            for (Index j = 0; j < freeCount; ++j) {
                const Index index = free[static_cast<std::size_t>(j)];
                x[index] = solved[j];
                possible = possible && x[index] >= 0 && x[index] <= limit[index];
            }
        }
        if (!possible || !x.allFinite())
            continue;
        const double distance = (triangle * x - target).squaredNorm();
        if (distance < smallestDistance) {
            smallestDistance = distance;
            best = x;
        }
    }
    return best.cwiseQuotient(length);
}

std::optional<Solution> fitCurve(const Curve& curve, const FitData& data, const std::vector<VectorXd>& starts)
{
    constexpr double tangent = 2;  // absolute errors in y; the other starts use relative errors and errors in eta
    std::vector<VectorXd> startingPoints = starts;
    startingPoints.push_back(solveLinearized(curve, data, tangent));
    if (starts.empty()) {
        if (curve.isReciprocal)
            for (const double power : {1.0, 0.0})
                startingPoints.push_back(solveLinearized(curve, data, power));
        if (std::optional<VectorXd> firstOnly = firstCoefficientOnly(curve, data))
            startingPoints.push_back(std::move(*firstOnly));
    }
    std::optional<Solution> best;
    for (const VectorXd& start : startingPoints) {
        if (!std::isfinite(residualSum(curve, data, start)))
            continue;
        Solution found = refineSolution(curve, data, start);
        if (!best || found.residualSum < best->residualSum)
            best = std::move(found);
    }
    return best;
}

}  // namespace scalewright::fits
