#include "core/base/statistics/fisher_f.h"

#include <cmath>

namespace scalewright {

namespace {

/// The continued fraction of I_x(a, b); converges fast for x < (a + 1)/(a + b + 2).
double betaContinuedFraction(double a, double b, double x)
{
    constexpr double smallest = 1e-300;
    const auto awayFromZero = [](double value) { return std::abs(value) < smallest ? smallest : value; };
    double c = 1;
    double d = 1 / awayFromZero(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= 10'000; ++m) {
        for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                  -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
            d = 1 / awayFromZero(1 + term * d);
            c = awayFromZero(1 + term / c);
            fraction *= c * d;
        }
        if (std::abs(c * d - 1) < 1e-15)
            break;
    }
    return fraction;
}

}  // namespace

double incompleteBeta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaContinuedFraction(a, b, x) / a
                                     : 1 - front * betaContinuedFraction(b, a, 1 - x) / b;
}

double fisherCdf(double x, int numeratorDegrees, int denominatorDegrees)
{
    if (std::isinf(x))
        return 1;
    return incompleteBeta(numeratorDegrees / 2.0, denominatorDegrees / 2.0,
                          numeratorDegrees * x / (numeratorDegrees * x + denominatorDegrees));
}

}  // namespace scalewright
