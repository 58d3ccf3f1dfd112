// Shuffle, a pairwise all-to-all (Thakur, Rabenseifner, Gropp 2005): (p-1)(alpha + beta/p), where beta covers all data
// that one worker sends.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Shuffle> {
    static constexpr const char* title = "shuffle (all-to-all)";
    static constexpr const char* formula = "(p-1)(alpha + beta/p), pairwise all-to-all";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> aliases = {"alltoall", "all-to-all"};
    static constexpr const char* slotOption = "shuffle";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::AllToAllParts;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients =
        SmoothCoefficients{.latency = 1, .bandwidth = 1};
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"all-to-all"};
    static constexpr Drawing drawing = Drawing::AllPairs;
    static constexpr const char* drawingNote = "";
    static constexpr double mapTintStrength = 0.3;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return (w.p - 1) * c.alphaS + c.betaS * w.remoteShare;
    }
    // In round k each worker sends to the k-th worker after it, so the last min(k, p-k) workers of a node (at most g)
    // send to another node.
    static double twoLevelExchangeSeconds(const Parameters&, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double g = levels.workersPerNode();
        const double most = std::min(std::floor(w.p / 2), std::min(g, w.p - g));
        double sum = 0;
        for (double k = 1; k < most; ++k) {
            const Link link = levels.shiftBy(k);
            sum += 2 * (link.alpha + link.beta / w.p);
        }
        const Link link = levels.shiftBy(most);
        return sum + (w.p - 1 - 2 * (most - 1)) * (link.alpha + link.beta / w.p);
    }
};

template const PatternTraits& traits<Pattern::Shuffle>();

}  // namespace scalewright::patterns
