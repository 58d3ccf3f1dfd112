// Double-tree all-reduce (Sanders, Speck, Träff 2009): (sqrt(2L alpha) + sqrt(2 beta))^2 at the best chunk count,
// without lower-order terms.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::DoubleTreeAllReduce> {
    static constexpr const char* title = "double tree all-reduce";
    static constexpr const char* formula =
        "(sqrt(2 L alpha) + sqrt(2 beta))^2 at the best chunk count, lower-order terms left out";
    static constexpr const char* source = "Sanders, Speck, Träff 2009";
    static constexpr std::array<const char*, 2> aliases = {"double-binary-tree"};
    static constexpr const char* slotOption = "all-reduce";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::FullSum;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::LinearWithRoot;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::DoubleTree;
    static constexpr const char* drawingNote =
        "half of the message goes through each tree; no worker is an inner node of both";
    static constexpr double mapTintStrength = 0.70;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double root = std::sqrt(2 * w.ceilLog2 * c.alphaS) + std::sqrt(2 * c.betaS);
        return root * root;
    }
    // The trees connect nodes, and each node has a chain inside: a pipeline as fast as its slowest link.
    static double twoLevelExchangeSeconds(const Parameters&, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        const double root = std::sqrt(2 * w.ceilLog2 * link.alpha) + std::sqrt(2 * link.beta);
        return root * root;
    }
};

template const PatternTraits& traits<Pattern::DoubleTreeAllReduce>();

}  // namespace scalewright::patterns
