// Shuffle, a pairwise all-to-all (Thakur, Rabenseifner, Gropp 2005): (p-1)(alpha + beta/p), beta for all that one
 // worker sends.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Shuffle> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w) { return (w.p - 1) * c.alphaS + c.betaS * w.share; }
    // Round k sends to the one k further on: min(k, p-k) workers at a node's end leave it, up to all g.
    static double onLevels(const Parameters&, const Workers& w, const TwoLevels& levels)
    {
        const double g = levels.workersPerNode();
        const double most = std::min(std::floor(w.p / 2), std::min(g, w.p - g));
        double sum = 0;
        for (double k = 1; k < most; ++k) {
            const Link link = levels.shift(k);
            sum += 2 * (link.alpha + link.beta / w.p);
        }
        const Link link = levels.shift(most);
        return sum + (w.p - 1 - 2 * (most - 1)) * (link.alpha + link.beta / w.p);
    }
};

template <>
const PatternTraits& traits<Pattern::Shuffle>()
{
    static constexpr PatternTraits known{.name = "shuffle",
                                         .title = "shuffle (all-to-all)",
                                         .formula = "(p-1)(alpha + beta/p), pairwise all-to-all",
                                         .source = "Thakur, Rabenseifner, Gropp 2005",
                                         .delivers = Delivers::EverybodysShare,
                                         .barrier = true,
                                         .smooth = SmoothForm{.latency = 1, .bandwidth = 1},
                                         .alsoCalled = {"alltoall", "all-to-all"},
                                         .option = "shuffle",
                                         .drawing = Drawing::AllPairs,
                                         .one = one<Pattern::Shuffle>,
                                         .all = all<Pattern::Shuffle>};
    return known;
}

}  // namespace scalewright::patterns
