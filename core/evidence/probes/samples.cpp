// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/samples.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/base/statistics/median.h"

namespace scalewright {

SampleSpread spreadOf(std::span<const double> samples)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    // The median is outside only if all n samples are on one side of it: probability 2 * 2^-n.
    return {median(sorted), {sorted.front(), sorted.back(), 1 - std::pow(2.0, 1 - static_cast<double>(sorted.size()))}};
}

std::optional<Interval> medianInterval(std::span<const double> samples, double level)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const std::optional<MedianRanks> ranks = medianRanks(sorted.size(), level);
    return ranks ? std::optional(Interval{sorted[ranks->k - 1], sorted[sorted.size() - ranks->k], ranks->level})
                 : std::nullopt;
}

std::size_t lastCheckpoint(std::size_t repeats)
{
    const auto next = std::upper_bound(checkpointRepeats.begin(), checkpointRepeats.end(), repeats);
    return next == checkpointRepeats.begin() ? 0 : *std::prev(next);
}

std::optional<Interval> intervalAtCheckpoint(std::span<const double> samples)
{
    const std::size_t n = samples.size();
    if (n == 0 || lastCheckpoint(n) != n)
        return std::nullopt;
    std::optional<Interval> interval =
        n == checkpointRepeats.front() ? std::optional(spreadOf(samples).interval) : medianInterval(samples, 0.99);
    interval->level = 0.95;
    return interval;
}

bool isMedianKnownWithin(std::span<const double> samples, double share)
{
    const std::optional<Interval> interval = intervalAtCheckpoint(samples);
    return interval && (interval->high - interval->low) / 2 <= share * spreadOf(samples).median;
}

}  // namespace scalewright
