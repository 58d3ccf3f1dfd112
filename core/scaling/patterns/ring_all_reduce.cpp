// Ring all-reduce (Patarasuk and Yuan 2009): 2(p-1) alpha + 2(p-1)/p beta + (p-1)/p gammaS.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RingAllReduce> {
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
const PatternTraits& traits<Pattern::RingAllReduce>()
{
    static constexpr PatternTraits known{.name = "ring-all-reduce",
                                         .title = "ring all-reduce",
                                         .formula = "2 alpha (p-1) + 2 beta (p-1)/p + gamma n (p-1)/p",
                                         .source = "Patarasuk and Yuan 2009",
                                         .delivers = Delivers::AllReduce,
                                         .barrier = true,
                                         .inputs = {.gamma = true},
                                         .smooth = SmoothForm{.latency = 2, .bandwidth = 2, .reduction = 1},
                                         .option = "all-reduce",
                                         .drawing = Drawing::Ring,
                                         .drawingNote = "twice round the ring: once to sum, once to hand the sum on",
                                         .tint = 0.38,
                                         .one = one<Pattern::RingAllReduce>,
                                         .all = all<Pattern::RingAllReduce>};
    return known;
}

}  // namespace scalewright::patterns
