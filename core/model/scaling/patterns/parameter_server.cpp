// SPDX-License-Identifier: GPL-3.0-or-later
// Parameter server with s shards on equal links (Li et al. 2014): 2 max(s, p)(alpha + beta/s), the open-shop lower
// bound.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ParameterServer> {
    static constexpr PatternProperties properties{
        .title = "parameter server",
        .formula = "2 max(s, p)(alpha + beta/s)",
        .source = "Li et al. 2014; open-shop bound",
        .reference =
            "M. Li et al. Scaling distributed machine learning with the parameter server. OSDI, 583-598, 2014.",
        .slotOption = "parameter-server",
        .outcome = ExchangeOutcome::ServerSum,
        .inputs = {.serverShards = true},
        .benchmarks = {"ping-pong"},
        .drawing = Drawing::Servers,
        .mapTintStrength = 0.3};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return 2 * std::max<double>(c.serverShards, w.p) * (c.alphaS + c.betaS / c.serverShards);
    }
    // Every message leaves its node, because the servers are on other nodes. The transfer time is set by a server's
    // link or by a node's cards, whichever is slower.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double rounds = std::max<double>(c.serverShards, w.p);
        const double atServer = rounds / c.serverShards * levels.betweenNodes(1).beta;
        const double atNode = levels.betweenNodes(levels.workersPerNode()).beta;
        return 2 * (rounds * c.alpha2S + std::max(atServer, atNode));
    }
};

template const PatternTraits& traits<Pattern::ParameterServer>();

}  // namespace scalewright::patterns
