// SPDX-License-Identifier: GPL-3.0-or-later
// Gossip with d neighbours (Boyd et al. 2006): d (alpha + beta) per step, with d at most p-1.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Gossip> {
    static constexpr PatternProperties properties{
        .title = "gossip",
        .formula = "min(d, p-1)(alpha + beta)",
        .source = "Boyd et al. 2006",
        .reference =
            "S. Boyd, A. Ghosh, B. Prabhakar, D. Shah. Randomized gossip algorithms. IEEE Transactions on Information "
            "Theory 52(6), 2508-2530, 2006.",
        .slotOption = "gossip",
        .outcome = ExchangeOutcome::NeighbourMean,
        .completion = CompletionDependency::Neighbours,
        .inputs = {.neighbours = true},
        .benchmarks = {"ping-pong"},
        .drawing = Drawing::Neighbours,
        .mapTintStrength = 0.62};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return std::min<double>(c.neighbours, w.p - 1) * (c.alphaS + c.betaS);
    }
    // The nearest worker on either side comes first, then the second nearest, and so on.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double rounds = std::min<double>(c.neighbours, w.p - 1);
        double sum = 0;
        for (double round = 1; round <= rounds; ++round) {
            const Link link = levels.shiftBy(std::ceil(round / 2));
            sum += link.alpha + link.beta;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::Gossip>();

}  // namespace scalewright::patterns
