// The book's ring all-reduce (section 41.4): alpha (p-1) + 2 beta (p-1)/p. It counts half of a ring's hops and no
// reduction.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::BookRingAllReduce> {
    static constexpr const char* title = "book’s ring all-reduce";
    static constexpr const char* formula = "alpha (p-1) + 2 beta (p-1)/p";
    static constexpr const char* source = "the book, section 41.4";
    static constexpr std::array<const char*, 2> aliases = {};
    static constexpr const char* slotOption = "all-reduce";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::FullSum;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients =
        SmoothCoefficients{.latency = 1, .bandwidth = 2};
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = Pattern::RingAllReduce;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote = "twice around the ring: once to sum, once to distribute the sum";
    static constexpr double mapTintStrength = 0.38;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return c.alphaS * (w.p - 1) + 2 * c.betaS * w.remoteShare;
    }
    static double twoLevelExchangeSeconds(const Parameters&, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        return link.alpha * (w.p - 1) + 2 * link.beta * w.remoteShare;
    }
};

template const PatternTraits& traits<Pattern::BookRingAllReduce>();

}  // namespace scalewright::patterns
