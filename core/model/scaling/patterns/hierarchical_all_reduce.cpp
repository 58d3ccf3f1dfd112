// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchical all-reduce, a ring on each of two levels: 2[(q-1) alpha + (q-1)/q beta] + AR(N; alpha2, beta2/r) with q
// = min(g, p), N = ceil(p/g), AR the ring all-reduce and r the number of workers on the last node (g if it is full): a
// single worker on the last node has to receive the whole message through its one card. beta2 is not divided if a
// node's workers share one network card. With oversubscription o, a node's uplink carries as much as g/o cards, so each
// lane takes max(1/r, o/g) of beta2. gamma is counted on both levels: (q-1)/q gammaS + (N-1)/N gammaS/r.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::HierarchicalAllReduce> {
    static constexpr PatternProperties properties{.title = "hierarchical all-reduce",
                                                  .formula =
                                                      "2 [alpha (q-1) + beta (q-1)/q] + ring(N; alpha2, beta2/r), "
                                                      "q = min(g, p), N = ceil(p/g), r workers on the last node",
                                                  .source = "two-level ring",
                                                  .slotOption = "all-reduce",
                                                  .outcome = ExchangeOutcome::FullSum,
                                                  .isBarrier = true,
                                                  .inputs = {.gamma = true, .hierarchy = true},
                                                  .benchmarks = {"all-reduce"},
                                                  .drawing = Drawing::Clusters,
                                                  .mapTintStrength = 0.54};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double g = c.workersPerNode;
        const double workersInNode = std::min(g, w.p);
        const double nodes = fastCeil(w.p / g);
        // If p is too large to count the workers on the last node exactly, assume that the node is full.
        const double last = w.p < 0x1p52 ? w.p - g * (nodes - 1) : g;
        const double lane = c.sharedNetworkCard ? c.oversubscription : std::max(1 / last, c.oversubscription / g);
        return 2 * c.alphaS * (workersInNode - 1) + (2 * c.betaS + c.gammaS) * ((workersInNode - 1) / workersInNode) +
               2 * c.alpha2S * (nodes - 1) + (2 * c.beta2S * lane + c.gammaS / last) * ((nodes - 1) / nodes);
    }
};

template const PatternTraits& traits<Pattern::HierarchicalAllReduce>();

}  // namespace scalewright::patterns
