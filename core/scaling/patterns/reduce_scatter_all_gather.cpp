// Reduce-scatter and all-gather along rings (Thakur, Rabenseifner, Gropp 2005): 2[(p-1) alpha + (p-1)/p beta] + (p-1)/p
// gammaS.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ReduceScatterAllGather> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * c.alphaS * (w.p - 1) + (2 * c.betaS + c.gammaS) * w.share;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        return 2 * link.alpha * (w.p - 1) + (2 * link.beta + c.gammaS) * w.share;
    }
};

template <>
const PatternTraits& traits<Pattern::ReduceScatterAllGather>()
{
    static constexpr PatternTraits known{
        .name = "reduce-scatter-all-gather",
        .title = "reduce-scatter and all-gather",
        .formula = "2 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .delivers = Delivers::SlicesOfTheSum,
        .barrier = true,
        .inputs = {.gamma = true},
        .smooth = SmoothForm{.latency = 2, .bandwidth = 2, .reduction = 1},
        .alsoCalled = {"reduce-scatter-allgather"},
        .option = "reduce-scatter-all-gather",
        .drawing = Drawing::Ring,
        .drawingNote = "once round the ring to sum (reduce-scatter), once to gather (all-gather)",
        .tint = 0.38,
        .one = one<Pattern::ReduceScatterAllGather>,
        .all = all<Pattern::ReduceScatterAllGather>};
    return known;
}

}  // namespace scalewright::patterns
