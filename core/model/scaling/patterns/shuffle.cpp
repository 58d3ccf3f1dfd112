// SPDX-License-Identifier: GPL-3.0-or-later
// Shuffle, a pairwise all-to-all (Thakur, Rabenseifner, Gropp 2005): (p-1)(alpha + beta/p), where beta covers all data
// that one worker sends.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Shuffle> {
    static constexpr PatternProperties properties{
        .title = "shuffle (all-to-all)",
        .formula = "(p-1)(alpha + beta/p), pairwise all-to-all",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .aliases = {"alltoall", "all-to-all"},
        .slotOption = "shuffle",
        .outcome = ExchangeOutcome::AllToAllParts,
        .isBarrier = true,
        .smoothCoefficients = SmoothCoefficients{.latency = 1, .bandwidth = 1},
        .benchmarks = {"all-to-all"},
        .drawing = Drawing::AllPairs,
        .mapTintStrength = 0.3};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return (w.p - 1) * c.alphaS + c.betaS * w.remoteShare;
    }
    // In round k each worker sends to the k-th worker after it, so the last min(k, p-k) workers of a node (at most g)
    // send to another node.
    static double twoLevelExchangeSeconds(const Parameters&, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double g = levels.workersPerNode();
        const double most = std::min(std::floor(w.p / 2), std::min(g, w.p - g));
        double sum = 0;
        for (double k = 1; k < most; ++k) {
            const Link link = levels.shiftBy(k);
            sum += 2 * (link.alpha + link.beta / w.p);
        }
        const Link link = levels.shiftBy(most);
        return sum + (w.p - 1 - 2 * (most - 1)) * (link.alpha + link.beta / w.p);
    }
};

template const PatternTraits& traits<Pattern::Shuffle>();

}  // namespace scalewright::patterns
