// Parameter server with s shards on equal links (Li et al. 2014): 2 max(s, p)(alpha + beta/s), the open-shop lower
// bound.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ParameterServer> {
    static constexpr const char* title = "parameter server";
    static constexpr const char* formula = "2 max(s, p)(alpha + beta/s)";
    static constexpr const char* source = "Li et al. 2014; open-shop bound";
    static constexpr std::array<const char*, 2> aliases = {};
    static constexpr const char* slotOption = "parameter-server";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::ServerSum;
    static constexpr bool isBarrier = false;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {.serverShards = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Servers;
    static constexpr const char* drawingNote = "";
    static constexpr double mapTintStrength = 0.3;

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
