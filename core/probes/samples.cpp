#include "core/probes/samples.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scalewright {

Spread spreadOf(std::span<const double> samples)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    const double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    // Both ends lie on one side of the median only if all n samples do: twice 2^-n.
    return {median, {sorted.front(), sorted.back(), 1 - std::pow(2.0, 1 - static_cast<double>(n))}};
}

std::optional<Interval> medianInterval(std::span<const double> samples, double level)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t n = sorted.size();
    std::optional<Interval> interval;
    double term = std::pow(0.5, static_cast<double>(n)), below = 0;  // P(Binomial = i), P(Binomial <= i)
    for (std::size_t i = 0; 2 * i + 1 < n; ++i) {
        below += term;
        if (1 - 2 * below < level)
            break;
        interval = Interval{sorted[i], sorted[n - 1 - i], 1 - 2 * below};
        term *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    return interval;
}

}  // namespace scalewright
