// SPDX-License-Identifier: GPL-3.0-or-later
// Bounded least squares for a curve that is linear in its coefficients, or whose reciprocal is. Every law of fit.h
// takes this form.
//
//     eta(p) = offset(p) + sum c_j basis_j(p),   lower = 0 <= c_j <= upper_j
//     mu(p)  = 1/eta(p)  (reciprocal: eta is a time, mu the throughput)   or   mu(p) = eta(p)
//     minimise  sum weight (y - mu)^2
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

namespace scalewright::fits {

struct Curve {
    Eigen::MatrixXd basis;   ///< one row per point, one column per coefficient; at most three columns, possibly none
    Eigen::VectorXd offset;  ///< the fixed part of eta
    Eigen::VectorXd upper;   ///< infinity if there is no upper bound
    bool isReciprocal = true;
};

struct FitData {
    Eigen::VectorXd y, weight;  ///< y > 0, of order one; weight > 0
};

struct Solution {
    Eigen::VectorXd coefficients;
    double residualSum = 0;  ///< sum weight (y - mu)^2
};

using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// a = Q triangle with orthonormal columns Q, target = Q'b, by modified Gram-Schmidt. If b is transformed along with a,
/// this is as stable for least squares as Householder reflections (Björck 1967), and compiles in a tenth of the time.
/// The diagonal is >= 0.
struct TriangularSystem {
    SmallMatrix triangle;
    SmallVector target;
};
[[nodiscard]] TriangularSystem triangularize(Eigen::MatrixXd a, Eigen::VectorXd b);
/// Requires columns of unit length; the coefficient of a column that depends on earlier ones is 0.
[[nodiscard]] SmallVector solveTriangular(const SmallMatrix& triangle, const SmallVector& target);

/// mu at the points; for a reciprocal curve, infinite or not positive where eta is not positive.
[[nodiscard]] Eigen::VectorXd curveValues(const Curve& curve, const Eigen::VectorXd& coefficients);

/// min |A x - b| for 0 <= x <= upper, with at most three columns: the best result over all choices of coefficients held
/// at their bounds.
[[nodiscard]] Eigen::VectorXd boundedLeastSquares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                                  const Eigen::VectorXd& upper);

/// Gauss-Newton with bounded steps and step halving; returns the best result over several starts: `starts` and the
/// linearized curve, or, without `starts`, the curve linearized in three ways. nullopt if no start gives a finite
/// curve.
[[nodiscard]] std::optional<Solution> fitCurve(const Curve& curve, const FitData& data,
                                               const std::vector<Eigen::VectorXd>& starts = {});

}  // namespace scalewright::fits
