// Federated averaging (McMahan et al. 2017): 2m (alpha + beta), an upload and a download of the model for each of
// m = ceil(C p) clients.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FederatedAveraging> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        // A product such as 0.07 * 100 lands a hair above the whole number it means.
        const double clients = roundedUp(c.participation * w.p * (1 - 1e-12));
        return 2 * std::max(1.0, clients) * (c.alphaS + c.betaS);
    }
    // The server is on no client's node, and its card takes one message after the other.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.between(1);
        Parameters flat = c;
        flat.alphaS = link.alpha;
        flat.betaS = link.beta;
        return seconds(flat, w);
    }
};

template <>
const PatternTraits& traits<Pattern::FederatedAveraging>()
{
    static constexpr PatternTraits known{.name = "federated-averaging",
                                         .title = "federated averaging",
                                         .formula = "2 m (alpha + beta), m = ceil(C p) clients",
                                         .source = "McMahan et al. 2017",
                                         .delivers = Delivers::SampledMean,
                                         .inputs = {.participation = true},
                                         .option = "federated-aggregation",
                                         .drawing = Drawing::Clients,
                                         .tint = 0.62,
                                         .one = one<Pattern::FederatedAveraging>,
                                         .all = all<Pattern::FederatedAveraging>};
    return known;
}

}  // namespace scalewright::patterns
