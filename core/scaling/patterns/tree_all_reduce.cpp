// Tree all-reduce (Thakur, Rabenseifner, Gropp 2005): L (2 alpha + 2 beta + gammaS), binomial reduce and broadcast.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::TreeAllReduce> {
    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return w.ceilLog * (2 * c.alphaS + 2 * c.betaS + c.gammaS);
    }
    // The reduction goes near first, the broadcast far first: one worker of a node sends beyond it.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.branch(distance);
            sum += 2 * link.alpha + 2 * link.beta + c.gammaS;
        }
        return sum;
    }
};

template <>
const PatternTraits& traits<Pattern::TreeAllReduce>()
{
    static constexpr PatternTraits known{.name = "tree-all-reduce",
                                         .title = "binomial tree all-reduce",
                                         .formula = "L (2 alpha + 2 beta + gamma n), binomial reduce and broadcast",
                                         .source = "Thakur, Rabenseifner, Gropp 2005",
                                         .delivers = Delivers::AllReduce,
                                         .barrier = true,
                                         .inputs = {.gamma = true},
                                         .alsoCalled = {"binomial"},
                                         .option = "all-reduce",
                                         .drawing = Drawing::BinomialTree,
                                         .drawingNote = "sums go up the tree, the result comes down",
                                         .tint = 0.15,
                                         .one = one<Pattern::TreeAllReduce>,
                                         .all = all<Pattern::TreeAllReduce>};
    return known;
}

}  // namespace scalewright::patterns
