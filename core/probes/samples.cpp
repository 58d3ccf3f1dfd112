#include "core/probes/samples.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/statistics/median.h"

namespace scalewright {

Spread spreadOf(std::span<const double> samples)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    // Both ends lie on one side of the median only if all n samples do: twice 2^-n.
    return {median(sorted), {sorted.front(), sorted.back(), 1 - std::pow(2.0, 1 - static_cast<double>(sorted.size()))}};
}

std::optional<Interval> medianInterval(std::span<const double> samples, double level)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const std::optional<MedianRanks> ranks = medianRanks(sorted.size(), level);
    return ranks ? std::optional(Interval{sorted[ranks->k - 1], sorted[sorted.size() - ranks->k], ranks->level}) : std::nullopt;
}

bool medianWithin(std::span<const double> samples, double share)
{
    const std::optional<Interval> interval = medianInterval(samples, 0.95);
    return interval && (interval->high - interval->low) / 2 <= share * spreadOf(samples).median;
}

}  // namespace scalewright
