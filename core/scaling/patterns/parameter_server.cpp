// Parameter server with s shards on equal links (Li et al. 2014): 2 max(s, p)(alpha + beta/s), the open-shop bound.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ParameterServer> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * std::max<double>(c.shards, w.p) * (c.alphaS + c.betaS / c.shards);
    }
    // Every message leaves its node: the servers are elsewhere. Transfers as at a server's link, or at a node's cards.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double rounds = std::max<double>(c.shards, w.p);
        const double atServer = rounds / c.shards * levels.between(1).beta;
        const double atNode = levels.between(levels.workersPerNode()).beta;
        return 2 * (rounds * c.alpha2S + std::max(atServer, atNode));
    }
};

template <>
const PatternTraits& traits<Pattern::ParameterServer>()
{
    static constexpr PatternTraits known{.name = "parameter-server",
                                         .title = "parameter server",
                                         .formula = "2 max(s, p)(alpha + beta/s)",
                                         .source = "Li et al. 2014; open-shop bound",
                                         .delivers = Delivers::ServedSum,
                                         .inputs = {.shards = true},
                                         .option = "parameter-server",
                                         .drawing = Drawing::Servers,
                                         .one = one<Pattern::ParameterServer>,
                                         .all = all<Pattern::ParameterServer>};
    return known;
}

}  // namespace scalewright::patterns
