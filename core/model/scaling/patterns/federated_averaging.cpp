// Federated averaging (McMahan et al. 2017): 2m (alpha + beta), one upload and one download of the model for each of m
// = ceil(C p) clients.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FederatedAveraging> {
    static constexpr const char* title = "federated averaging";
    static constexpr const char* formula = "2 m (alpha + beta), m = ceil(C p) clients";
    static constexpr const char* source = "McMahan et al. 2017";
    static constexpr std::array<const char*, 2> aliases = {};
    static constexpr const char* slotOption = "federated-aggregation";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::SampledClientMean;
    static constexpr bool isBarrier = false;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {.participation = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Clients;
    static constexpr const char* drawingNote = "";
    static constexpr double mapTintStrength = 0.62;

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
