// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics/median.h"

#include <algorithm>
#include <cmath>

namespace scalewright {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    const double below = *std::max_element(values.begin(), middle);
    return below + (*middle - below) / 2;
}

std::optional<MedianRanks> medianRanks(std::size_t n, double level)
{
    std::optional<MedianRanks> ranks;
    double logTerm = -static_cast<double>(n) * std::log(2.0), below = 0;  // ln P(Binomial = k - 1), P(Binomial < k)
    for (std::size_t k = 1; 2 * k <= n; ++k) {
        below += std::exp(logTerm);
        if (1 - 2 * below < level)
            break;
        ranks = MedianRanks{k, 1 - 2 * below};
        logTerm += std::log(static_cast<double>(n - k + 1) / static_cast<double>(k));
    }
    return ranks;
}

}  // namespace scalewright
