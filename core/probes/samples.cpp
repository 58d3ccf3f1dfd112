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

}  // namespace scalewright
