#include "core/base/statistics/student_t.h"

#include <cmath>
#include <numbers>

#include "core/base/statistics/fisher_f.h"

namespace scalewright {

namespace {

/// Solves coverage(x) = level for x, for a coverage that increases from 0.
template <class Coverage>
double invertCoverage(double level, const Coverage& coverage)
{
    double low = 0;
    double high = 1;
    while (coverage(high) < level)
        high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (coverage(middle) < level ? low : high) = middle;
    }
    return high;
}

}  // namespace

double studentTCoverage(double x, int degrees)
{
    const double theta = std::atan(x / std::sqrt(static_cast<double>(degrees)));
    const double cosine = std::cos(theta);
    const bool odd = degrees % 2 == 1;
    // 1 + (1/2) cos^2 + (1·3)/(2·4) cos^4 + … for even degrees; cos + (2/3) cos^3 + (2·4)/(3·5) cos^5 + … for odd.
    double term = odd ? cosine : 1;
    double sum = degrees == 1 ? 0 : term;
    for (int k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
        term *= cosine * cosine * (k - 1) / k;
        sum += term;
    }
    return odd ? 2 / std::numbers::pi * (theta + std::sin(theta) * sum) : std::sin(theta) * sum;
}

double studentTQuantile(double level, int degrees)
{
    return invertCoverage(level, [degrees](double x) { return studentTCoverage(x, degrees); });
}

double studentTQuantile(double level, double degrees)
{
    // t^2 has an F distribution with one numerator degree of freedom (Abramowitz & Stegun 1964, 26.7.1).
    return invertCoverage(
        level, [degrees](double x) { return 1 - incompleteBeta(degrees / 2, 0.5, degrees / (degrees + x * x)); });
}

}  // namespace scalewright
