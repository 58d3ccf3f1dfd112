// SPDX-License-Identifier: GPL-3.0-or-later
// Federated averaging (McMahan et al. 2017): 2m (alpha + beta), one upload and one download of the model for each of m
// = ceil(C p) clients.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FederatedAveraging> {
    static constexpr PatternProperties properties{.title = "federated averaging",
                                                  .formula = "2 m (alpha + beta), m = ceil(C p) clients",
                                                  .source = "McMahan et al. 2017",
                                                  .reference =
                                                      "H. B. McMahan et al. Communication-efficient learning of deep "
                                                      "networks from decentralized data. AISTATS, 2017.",
                                                  .slotOption = "federated-aggregation",
                                                  .outcome = ExchangeOutcome::SampledClientMean,
                                                  .inputs = {.participation = true},
                                                  .benchmarks = {"ping-pong"},
                                                  .drawing = Drawing::Clients,
                                                  .mapTintStrength = 0.62};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        // A product such as 0.07 * 100 may be slightly larger than the exact integer.
        const double clients = fastCeil(c.participation * w.p * (1 - 1e-12));
        return 2 * std::max(1.0, clients) * (c.alphaS + c.betaS);
    }
    // The server is on its own node, and its card handles one message at a time.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.betweenNodes(1);
        Parameters flat = c;
        flat.alphaS = link.alpha;
        flat.betaS = link.beta;
        return exchangeSeconds(flat, w);
    }
};

template const PatternTraits& traits<Pattern::FederatedAveraging>();

}  // namespace scalewright::patterns
