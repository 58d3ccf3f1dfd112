// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/evidence/commfit/commfit.h"

namespace scalewright {

std::optional<std::string> networkMismatchWarning(const std::vector<NamedTimings>& parts, const ExchangeCost& cost)
{
    constexpr double ratioLimit = 1.1;
    std::vector<std::pair<std::string, CommFit>> fits;
    for (const NamedTimings& part : parts)
        if (Result<CommFit> fit = fitCommunication(part.group, cost);
            fit && fit->alphaS.interval && fit->bandwidthBytesPerS.interval)
            fits.emplace_back(part.name, std::move(*fit));
    const auto differ = [](const Quantity& one, const Quantity& other) {
        const Interval first = one.interval.value_or(Interval{}), second = other.interval.value_or(Interval{});
        return (first.high < second.low || second.high < first.low) &&
               std::max(one.value, other.value) > ratioLimit * std::min(one.value, other.value);
    };
    const auto haveDifferentConstants = [&](const CommFit& one, const CommFit& other) {
        return one.workerCounts == other.workerCounts &&
               (differ(one.alphaS, other.alphaS) || differ(one.bandwidthBytesPerS, other.bandwidthBytesPerS));
    };
    constexpr std::size_t maximumListed = 6;
    std::vector<std::string> words;
    std::size_t differentCount = 0;
    for (const auto& [name, fit] : fits) {
        const CommFit& currentFit = fit;
        if (std::ranges::none_of(fits,
                                 [&](const auto& each) { return haveDifferentConstants(currentFit, each.second); }))
            continue;
        if (++differentCount <= maximumListed)
            words.push_back(formatMessage("{} gives {} and {}", name, timeText(fit.alphaS.value),
                                          amountText(fit.bandwidthBytesPerS.value, Dimension::Bandwidth)));
    }
    if (words.empty())
        return std::nullopt;
    if (differentCount > maximumListed)
        words.push_back(formatMessage("{} more differ", differentCount - maximumListed));
    return formatMessage(
        "these rows are from different networks: fitted separately, {}, and their 95 % intervals do not overlap. The "
        "figures of all rows together describe none of them",
        joinNonEmpty(words, ", "));
}

}  // namespace scalewright
