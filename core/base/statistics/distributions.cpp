// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics/distributions.h"

// Without it, Boost computes in long double, which aborts under valgrind.
#define BOOST_MATH_PROMOTE_DOUBLE_POLICY false
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace scalewright {

double studentTQuantile(double level, double degrees)
{
    // P(|t| > x) = I_y(degrees/2, 1/2) with y = degrees/(degrees + x^2) (Abramowitz & Stegun 1964, 26.7.1).
    double complement = 0;
    const double y = boost::math::ibeta_inv(degrees / 2, 0.5, 1 - level, &complement);
    return std::sqrt(degrees * complement / y);
}

double fisherCdf(double x, int numeratorDegrees, int denominatorDegrees)
{
    if (std::isinf(x))
        return 1;
    return boost::math::ibeta(numeratorDegrees / 2.0, denominatorDegrees / 2.0,
                              numeratorDegrees * x / (numeratorDegrees * x + denominatorDegrees));
}

double normalQuantile(double u)
{
    return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * u);
}

}  // namespace scalewright
