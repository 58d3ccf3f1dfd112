#include "core/evidence/commfit/commfit.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity/units.h"

namespace scalewright {

std::optional<std::string> notOneNetwork(const std::vector<NamedTimings>& parts, const ExchangeCost& cost)
{
    constexpr double apart = 1.1;
    std::vector<std::pair<std::string, CommFit>> fits;
    for (const NamedTimings& part : parts)
        if (Result<CommFit> fit = fitCommunication(part.group, cost);
            fit && fit->alphaS.interval && fit->bandwidthBytesPerS.interval)
            fits.emplace_back(part.name, std::move(*fit));
    const auto differ = [](const Quantity& one, const Quantity& other) {
        const Interval first = one.interval.value_or(Interval{}), second = other.interval.value_or(Interval{});
        return (first.high < second.low || second.high < first.low) &&
               std::max(one.value, other.value) > apart * std::min(one.value, other.value);
    };
    const auto areOfTwo = [&](const CommFit& one, const CommFit& other) {
        return one.p == other.p &&
               (differ(one.alphaS, other.alphaS) || differ(one.bandwidthBytesPerS, other.bandwidthBytesPerS));
    };
    constexpr std::size_t most = 6;
    std::vector<std::string> words;
    std::size_t different = 0;
    for (const auto& [name, fit] : fits) {
        const CommFit& own = fit;
        if (std::none_of(fits.begin(), fits.end(), [&](const auto& each) { return areOfTwo(own, each.second); }))
            continue;
        if (++different <= most)
            words.push_back(say("{} gives {} and {}", name, formatAmount(fit.alphaS.value, Dimension::Time).joined(),
                                formatAmount(fit.bandwidthBytesPerS.value, Dimension::Bandwidth).joined()));
    }
    if (words.empty())
        return std::nullopt;
    if (different > most)
        words.push_back(say("{} more differ too", different - most));
    return say(
        "these rows are not of one network: by itself {}, and their 95 % intervals do not meet. The figures of all "
        "rows together are of none of them",
        joined(words, ", "));
}

}  // namespace scalewright
