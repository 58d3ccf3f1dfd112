// Scatter and gather, one of each (Thakur, Rabenseifner, Gropp 2005): 2[L alpha + (p-1)/p beta] along a binomial tree,
// 2(p-1)(alpha + beta/p) linear.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ScatterGather> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * ((c.linearScatter ? w.p - 1 : w.ceilLog) * c.alphaS + c.betaS * w.share);
    }
};

template <>
const PatternTraits& traits<Pattern::ScatterGather>()
{
    static constexpr PatternTraits known{
        .name = "scatter-gather",
        .title = phrase("scatter-gather"),
        .formula = phrase("2 [L alpha + beta (p-1)/p] binomial; 2 (p-1)(alpha + beta/p) linear"),
        .source = phrase("Thakur, Rabenseifner, Gropp 2005"),
        .delivers = Delivers::Answers,
        .inputs = {.linearScatter = true},
        .smooth = SmoothForm{.latency = 2, .bandwidth = 2},
        .smoothIfLinearScatter = true,
        .option = "scatter-gather",
        .drawing = Drawing::BinomialTree,
        .drawingNote = phrase("requests go down, answers come back"),
        .one = one<Pattern::ScatterGather>,
        .all = all<Pattern::ScatterGather>};
    return known;
}

}  // namespace scalewright::patterns
