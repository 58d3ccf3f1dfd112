#include "core/statistics/student_t.h"

#include <cmath>
#include <numbers>

namespace scalewright {

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

double studentT(double level, int degrees)
{
    double low = 0;
    double high = 1;
    while (studentTCoverage(high, degrees) < level)
        high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (studentTCoverage(middle, degrees) < level ? low : high) = middle;
    }
    return high;
}

}  // namespace scalewright
