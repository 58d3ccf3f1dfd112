// SPDX-License-Identifier: GPL-3.0-or-later
// Rabenseifner's all-reduce (Rabenseifner 2004), recursive halving and doubling: 2L alpha + 2(p-1)/p beta + (p-1)/p
// gammaS if p is a power of two, otherwise the time for 2^f plus 2(alpha + beta) + gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RabenseifnerAllReduce> {
    static constexpr PatternProperties properties{
        .title = "Rabenseifner all-reduce",
        .formula =
            "2 L alpha + 2 beta (p-1)/p + gamma n (p-1)/p; p no power of two: that at 2^f, plus 2 (alpha "
            "+ beta) + gamma n",
        .source = "Rabenseifner 2004",
        .reference =
            "R. Rabenseifner. Optimization of collective reduction operations. ICCS 2004, LNCS 3036, 1-9, 2004.",
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .inputs = {.gamma = true},
        .unevenNodeBound = UnevenNodeBound{"the exchange", 17},
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::HalvingSwaps,
        .drawingNote = "the message halves round by round (reduce-scatter), then grows back the same way (all-gather)",
        .mapTintStrength = 0.22};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double atPowerOfTwo = 2 * c.alphaS * w.floorLog2 + (2 * c.betaS + c.gammaS) * w.floorPowerShare;
        const double fold = 2 * (c.alphaS + c.betaS) + c.gammaS;
        return w.ceilLog2 == w.floorLog2 ? atPowerOfTwo : atPowerOfTwo + fold;
    }
    // Distance doubling: the large halves go to the next worker and the small pieces go far, so most bytes stay on the
    // node.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double power = std::ldexp(1.0, static_cast<int>(w.floorLog2));
        double sum = c.gammaS * w.floorPowerShare;
        double share = 0.5;
        for (double distance = 1; distance < power; distance *= 2, share /= 2) {
            const Link link = levels.swapRound(distance, power);
            sum += 2 * (link.alpha + link.beta * share);
        }
        if (w.ceilLog2 == w.floorLog2)
            return sum;
        const Link link = levels.foldStep(power);
        return sum + 2 * (link.alpha + link.beta) + c.gammaS;
    }
};

template const PatternTraits& traits<Pattern::RabenseifnerAllReduce>();

}  // namespace scalewright::patterns
