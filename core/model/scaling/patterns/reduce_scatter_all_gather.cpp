// Reduce-scatter and all-gather along rings (Thakur, Rabenseifner, Gropp 2005): 2[(p-1) alpha + (p-1)/p beta] + (p-1)/p
// gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ReduceScatterAllGather> {
    static constexpr const char* title = "reduce-scatter and all-gather";
    static constexpr const char* formula = "2 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> aliases = {"reduce-scatter-allgather"};
    static constexpr const char* slotOption = "reduce-scatter-all-gather";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::SumSlices;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients =
        SmoothCoefficients{.latency = 2, .bandwidth = 2, .reduction = 1};
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"reduce-scatter", "all-gather"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote =
        "once around the ring to sum (reduce-scatter), once to gather (all-gather)";
    static constexpr double mapTintStrength = 0.38;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return 2 * c.alphaS * (w.p - 1) + (2 * c.betaS + c.gammaS) * w.remoteShare;
    }
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        return 2 * link.alpha * (w.p - 1) + (2 * link.beta + c.gammaS) * w.remoteShare;
    }
};

template const PatternTraits& traits<Pattern::ReduceScatterAllGather>();

}  // namespace scalewright::patterns
