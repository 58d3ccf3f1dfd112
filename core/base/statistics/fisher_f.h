// Fisher's F distribution: tests whether one variance exceeds another by more than chance explains.
//
//     lack of fit if fisherCdf(betweenRungs / withinRungs, rungs - parameters, runs - rungs) > 0.99
#pragma once

namespace scalewright {

/// The regularised incomplete Beta function I_x(a, b), by its continued fraction (Abramowitz & Stegun 1964, 26.5.8;
/// Lentz's evaluation). Preconditions: a, b > 0, 0 <= x <= 1.
[[nodiscard]] double incompleteBeta(double a, double b, double x);

/// P(F <= x) for the ratio of two mean squares with the given degrees of freedom. Preconditions: x >= 0, both degrees
/// >= 1.
[[nodiscard]] double fisherCdf(double x, int numeratorDegrees, int denominatorDegrees);

}  // namespace scalewright
