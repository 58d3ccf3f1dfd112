// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive doubling all-reduce (Thakur, Rabenseifner, Gropp 2005): L (alpha + beta + gammaS) if p is a power of two,
// otherwise (f+2)(alpha + beta) + (f+1) gammaS: among the first 2 (p - 2^f) workers, each even one first sends its data
// to its odd neighbour and receives the sum at the end.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RecursiveDoublingAllReduce> {
    static constexpr PatternProperties properties{
        .title = "recursive doubling all-reduce",
        .formula = "L (alpha + beta + gamma n); p no power of two: (f+2)(alpha + beta) + (f+1) gamma n",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .inputs = {.gamma = true},
        .unevenNodeBound = UnevenNodeBound{"the exchange", 15},
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::PairwiseSwaps,
        .drawingNote = "n is the whole message; in every round two partners swap their data",
        .mapTintStrength = 0.08};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double atPowerOfTwo = w.ceilLog2 * (c.alphaS + c.betaS + c.gammaS);
        const double betweenPowers = (w.floorLog2 + 2) * (c.alphaS + c.betaS) + (w.floorLog2 + 1) * c.gammaS;
        return w.ceilLog2 == w.floorLog2 ? atPowerOfTwo : betweenPowers;
    }
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double power = std::ldexp(1.0, static_cast<int>(w.floorLog2));
        double sum = 0;
        for (double distance = 1; distance < power; distance *= 2) {
            const Link link = levels.swapRound(distance, power);
            sum += link.alpha + link.beta + c.gammaS;
        }
        if (w.ceilLog2 == w.floorLog2)
            return sum;
        const Link link = levels.foldStep(power);
        return sum + 2 * (link.alpha + link.beta) + c.gammaS;
    }
};

template const PatternTraits& traits<Pattern::RecursiveDoublingAllReduce>();

}  // namespace scalewright::patterns
