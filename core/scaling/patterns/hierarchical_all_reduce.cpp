// Hierarchical all-reduce, a ring on two levels: 2[(q-1) alpha + (q-1)/q beta] + AR(N; alpha2, beta2/g) with q = min(g, p),
// N = ceil(p/g) and AR the ring all-reduce; beta2 undivided where a node's workers share one network card. Oversubscription
// multiplies beta2: all of a node's cards send at once. gamma is priced on
// both levels: (q-1)/q gammaS + (N-1)/N gammaS/g.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::HierarchicalAllReduce> {
    static constexpr Columns columns = Columns::OnNodes;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double g = c.workersPerNode;
        const double inNode = std::min(g, w.p);
        const double nodes = roundedUp(w.p / g);
        const double lanes = c.sharedNetworkCard ? 1 : g;
        return 2 * c.alphaS * (inNode - 1) + (2 * c.betaS + c.gammaS) * ((inNode - 1) / inNode)
               + 2 * c.alpha2S * (nodes - 1) + (2 * c.beta2S * c.oversubscription / lanes + c.gammaS / g) * ((nodes - 1) / nodes);
    }
};

template <>
const PatternTraits& traits<Pattern::HierarchicalAllReduce>()
{
    static constexpr PatternTraits known{
        .name = "hierarchical-all-reduce",
        .title = phrase("hierarchical all-reduce"),
        .formula = phrase("2 [alpha (q-1) + beta (q-1)/q] + ring(N; alpha2, beta2/g), q = min(g, p), N = ceil(p/g)"),
        .source = phrase("two-level ring"),
        .delivers = Delivers::AllReduce,
        .barrier = true,
        .inputs = {.gamma = true, .hierarchy = true},
        .option = "all-reduce",
        .drawing = Drawing::Clusters,
        .tint = 0.54,
        .one = one<Pattern::HierarchicalAllReduce>,
        .all = all<Pattern::HierarchicalAllReduce>};
    return known;
}

}  // namespace scalewright::patterns
