// SPDX-License-Identifier: GPL-3.0-or-later
// Scatter followed by gather (Thakur, Rabenseifner, Gropp 2005): 2[L alpha + (p-1)/p beta] along a binomial tree,
// 2(p-1)(alpha + beta/p) if linear.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ScatterGather> {
    static constexpr PatternProperties properties{
        .title = "scatter-gather",
        .formula = "2 [L alpha + beta (p-1)/p] binomial; 2 (p-1)(alpha + beta/p) linear",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .slotOption = "scatter-gather",
        .outcome = ExchangeOutcome::TaskAnswers,
        .inputs = {.linearScatter = true},
        .smoothCoefficients = SmoothCoefficients{.latency = 2, .bandwidth = 2},
        .smoothOnlyIfLinearScatter = true,
        .unevenNodeBound = UnevenNodeBound{"the exchange", 15},
        .benchmarks = {"ping-pong"},
        .drawing = Drawing::BinomialTree,
        .drawingNote = "requests go down, answers come back",
        .mapTintStrength = 0.3};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return 2 * ((c.linearScatter ? w.p - 1 : w.ceilLog2) * c.alphaS + c.betaS * w.remoteShare);
    }
    // Linear: the workers on the first node come first, then the others. Binomial: the far half comes first, so only
    // one worker per node sends.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        if (c.linearScatter) {
            const double inside = levels.workersPerNode() - 1, outside = w.p - levels.workersPerNode();
            const Link far = levels.betweenNodes(1);
            return 2 * (inside * (c.alphaS + c.betaS / w.p) + outside * (far.alpha + far.beta / w.p));
        }
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.treeBranch(distance);
            sum += link.alpha + link.beta * (std::min(distance, w.p - distance) / w.p);
        }
        return 2 * sum;
    }
};

template const PatternTraits& traits<Pattern::ScatterGather>();

}  // namespace scalewright::patterns
