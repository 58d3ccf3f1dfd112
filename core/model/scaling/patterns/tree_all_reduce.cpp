// Tree all-reduce (Thakur, Rabenseifner, Gropp 2005): L (2 alpha + 2 beta + gammaS), binomial reduce and broadcast.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::TreeAllReduce> {
    static constexpr const char* title = "binomial tree all-reduce";
    static constexpr const char* formula = "L (2 alpha + 2 beta + gamma n), binomial reduce and broadcast";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> aliases = {"binomial"};
    static constexpr const char* slotOption = "all-reduce";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::FullSum;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::Tree;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients = std::nullopt;
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = UnevenNodeBound{"the binomial tree", 39};
    static constexpr std::array<const char*, 2> benchmarks = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::BinomialTree;
    static constexpr const char* drawingNote = "sums go up the tree, the result comes down";
    static constexpr double mapTintStrength = 0.15;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return w.ceilLog2 * (2 * c.alphaS + 2 * c.betaS + c.gammaS);
    }
    // The reduction starts with near workers, the broadcast with far ones: one worker per node sends to another node.
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.treeBranch(distance);
            sum += 2 * link.alpha + 2 * link.beta + c.gammaS;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::TreeAllReduce>();

}  // namespace scalewright::patterns
