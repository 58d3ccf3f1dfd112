// SPDX-License-Identifier: GPL-3.0-or-later
// Tree all-reduce (Thakur, Rabenseifner, Gropp 2005): L (2 alpha + 2 beta + gammaS), binomial reduce and broadcast.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::TreeAllReduce> {
    static constexpr PatternProperties properties{
        .title = "binomial tree all-reduce",
        .formula = "L (2 alpha + 2 beta + gamma n), binomial reduce and broadcast",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .reference =
            "R. Thakur, R. Rabenseifner, W. Gropp. Optimization of collective communication operations in MPICH. "
            "International Journal of High Performance Computing Applications 19(1), 49-66, 2005.",
        .aliases = {"binomial"},
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .completion = CompletionDependency::Tree,
        .inputs = {.gamma = true},
        .unevenNodeBound = UnevenNodeBound{"the binomial tree", 39},
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::BinomialTree,
        .drawingNote = "sums go up the tree, the result comes down",
        .mapTintStrength = 0.15};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return w.ceilLog2 * (2 * c.alphaS + 2 * c.betaS + c.gammaS);
    }
    // The reduction starts with near workers, the broadcast with far ones: one worker per node sends to another node.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.treeBranch(distance);
            sum += 2 * link.alpha + 2 * link.beta + c.gammaS;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::TreeAllReduce>();

}  // namespace scalewright::patterns
