// Bounded least squares of a curve that is linear in its coefficients, or whose reciprocal is: what every law of fit.h
// becomes.
//
//   eta(p) = offset(p) + sum c_j basis_j(p),   lower = 0 <= c_j <= upper_j
//   mu(p)  = 1/eta(p)  (reciprocal: eta is a time, mu the throughput)   or   mu(p) = eta(p)
//   least  sum weight (y - mu)^2
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

namespace scalewright::fits {

struct Curve {
    Eigen::MatrixXd basis;   ///< a row a point, a column a coefficient; at most three columns, perhaps none
    Eigen::VectorXd offset;  ///< what is fixed
    Eigen::VectorXd upper;   ///< infinity where there is no upper bound
    bool reciprocal = true;
};

struct Data {
    Eigen::VectorXd y, weight;  ///< y > 0, of order one; weight > 0
};

struct Solution {
    Eigen::VectorXd coefficients;
    double residualSum = 0;  ///< sum weight (y - mu)^2
};

using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// a = Q triangle with orthonormal columns Q, target = Q'b, by modified Gram-Schmidt, which solves least squares as
/// stably as Householder's reflections where b goes along (Björck 1967), and compiles in a tenth of their time. The
/// diagonal is >= 0.
struct Triangle {
    SmallMatrix triangle;
    SmallVector target;
};
[[nodiscard]] Triangle triangleOf(Eigen::MatrixXd a, Eigen::VectorXd b);
/// Of columns of length one: a column that depends on those before it gets 0.
[[nodiscard]] SmallVector solveTriangle(const SmallMatrix& triangle, const SmallVector& target);

/// mu at the points; infinite or not above 0 where eta is not above 0 (reciprocal).
[[nodiscard]] Eigen::VectorXd curveValues(const Curve& curve, const Eigen::VectorXd& coefficients);

/// min |A x - b| for 0 <= x <= upper and at most three columns: the best over all ways to put coefficients on their
/// bounds.
[[nodiscard]] Eigen::VectorXd boundedLeastSquares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                                  const Eigen::VectorXd& upper);

/// Gauss-Newton with bounded steps and halving, the best of several starts: `starts` and the curve linearised, or
/// without them the curve linearised in three ways. nullopt where no start gives a finite curve.
[[nodiscard]] std::optional<Solution> solve(const Curve& curve, const Data& data,
                                            const std::vector<Eigen::VectorXd>& starts = {});

}  // namespace scalewright::fits
