// The book's ring all-reduce (book 41.4): alpha (p-1) + 2 beta (p-1)/p. It counts half of a ring's hops and no
 // reduction.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::BookRingAllReduce> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return c.alphaS * (w.p - 1) + 2 * c.betaS * w.share;
    }
    static double onLevels(const Parameters&, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        return link.alpha * (w.p - 1) + 2 * link.beta * w.share;
    }
};

template <>
const PatternTraits& traits<Pattern::BookRingAllReduce>()
{
    static constexpr PatternTraits known{.name = "book-ring-all-reduce",
                                         .title = "book’s ring all-reduce",
                                         .formula = "alpha (p-1) + 2 beta (p-1)/p",
                                         .source = "the book, section 41.4",
                                         .delivers = Delivers::AllReduce,
                                         .barrier = true,
                                         .smooth = SmoothForm{.latency = 1, .bandwidth = 2},
                                         .simplifies = Pattern::RingAllReduce,
                                         .option = "all-reduce",
                                         .drawing = Drawing::Ring,
                                         .drawingNote = "twice round the ring: once to sum, once to hand the sum on",
                                         .tint = 0.38,
                                         .one = one<Pattern::BookRingAllReduce>,
                                         .all = all<Pattern::BookRingAllReduce>};
    return known;
}

}  // namespace scalewright::patterns
