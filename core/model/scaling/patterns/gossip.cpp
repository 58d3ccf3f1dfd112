// Gossip with d neighbours (Boyd et al. 2006): d (alpha + beta) per step, with d at most p-1.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Gossip> {
    static constexpr const char* title = "gossip";
    static constexpr const char* formula = "min(d, p-1)(alpha + beta)";
    static constexpr const char* source = "Boyd et al. 2006";
    static constexpr std::array<const char*, 2> aliases = {};
    static constexpr const char* slotOption = "gossip";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::NeighbourMean;
    static constexpr bool isBarrier = false;
    static constexpr CompletionDependency completion = CompletionDependency::Neighbours;
    static constexpr PatternInputs inputs = {.neighbours = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Neighbours;
    static constexpr const char* drawingNote = "";
    static constexpr double mapTintStrength = 0.62;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return std::min<double>(c.neighbours, w.p - 1) * (c.alphaS + c.betaS);
    }
    // The nearest worker on either side comes first, then the second nearest, and so on.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const double rounds = std::min<double>(c.neighbours, w.p - 1);
        double sum = 0;
        for (double round = 1; round <= rounds; ++round) {
            const Link link = levels.shiftBy(std::ceil(round / 2));
            sum += link.alpha + link.beta;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::Gossip>();

}  // namespace scalewright::patterns
