// Student's t distribution: the width of a confidence interval from a small number of measurements.
//
//     mean ± studentTQuantile(0.95, n - 1) * s / sqrt(n)
#pragma once

namespace scalewright {

/// P(|t| <= x) for t distributed with `degrees` degrees of freedom, as exact finite sums (Abramowitz & Stegun 1964,
/// 26.7.3 and 26.7.4). Preconditions: x >= 0, degrees >= 1.
[[nodiscard]] double studentTCoverage(double x, int degrees);

/// The x with P(|t| <= x) = level: studentTQuantile(0.95, 1) = 12.706, (0.95, 10) = 2.228. Preconditions: 0 < level <
/// 1, degrees >= 1.
[[nodiscard]] double studentTQuantile(double level, int degrees);
/// The same for non-integer degrees of freedom, as for a sum of variances (Satterthwaite 1946).
[[nodiscard]] double studentTQuantile(double level, double degrees);

}  // namespace scalewright
