// Gossip with d neighbours (Boyd et al. 2006): d (alpha + beta) a step, d no more than p-1.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Gossip> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return std::min<double>(c.neighbours, w.p - 1) * (c.alphaS + c.betaS);
    }
    // To the next on either side, then to those two further on, …
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double rounds = std::min<double>(c.neighbours, w.p - 1);
        double sum = 0;
        for (double round = 1; round <= rounds; ++round) {
            const Link link = levels.shift(std::ceil(round / 2));
            sum += link.alpha + link.beta;
        }
        return sum;
    }
};

template <>
const PatternTraits& traits<Pattern::Gossip>()
{
    static constexpr PatternTraits known{.name = "gossip",
                                         .title = "gossip",
                                         .formula = "min(d, p-1)(alpha + beta)",
                                         .source = "Boyd et al. 2006",
                                         .delivers = Delivers::NeighboursMean,
                                         .inputs = {.neighbours = true},
                                         .option = "gossip",
                                         .drawing = Drawing::Neighbours,
                                         .tint = 0.62,
                                         .one = one<Pattern::Gossip>,
                                         .all = all<Pattern::Gossip>};
    return known;
}

}  // namespace scalewright::patterns
