// SPDX-License-Identifier: GPL-3.0-or-later
// Student's t, Fisher's F and the normal distribution, computed by Boost.Math.
//
//     mean ± studentTQuantile(0.95, n - 1) * s / sqrt(n)
//     lack of fit if fisherCdf(betweenRungs / withinRungs, rungs - parameters, runs - rungs) > 0.99
#pragma once

namespace scalewright {

/// The x with P(|t| <= x) = level: studentTQuantile(0.95, 1) = 12.706, (0.95, 10) = 2.228. The degrees of freedom need
/// not be an integer, as for a sum of variances (Satterthwaite 1946). Preconditions: 0 < level < 1, degrees > 0.
[[nodiscard]] double studentTQuantile(double level, double degrees);

/// P(F <= x) for the ratio of two mean squares with the given degrees of freedom. Preconditions: x >= 0, both degrees
/// >= 1.
[[nodiscard]] double fisherCdf(double x, int numeratorDegrees, int denominatorDegrees);

/// The x with Phi(x) = u. Precondition: 0 < u < 1.
[[nodiscard]] double normalQuantile(double u);

}  // namespace scalewright
