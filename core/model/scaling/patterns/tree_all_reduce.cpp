// Tree all-reduce (Thakur, Rabenseifner, Gropp 2005): L (2 alpha + 2 beta + gammaS), binomial reduce and broadcast.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::TreeAllReduce> {
    static constexpr const char* title = "binomial tree all-reduce";
    static constexpr const char* formula = "L (2 alpha + 2 beta + gamma n), binomial reduce and broadcast";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> alsoCalled = {"binomial"};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Tree;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = UnevenNodes{"the binomial tree", 39};
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::BinomialTree;
    static constexpr const char* drawingNote = "sums go up the tree, the result comes down";
    static constexpr double tint = 0.15;

    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return w.ceilLog * (2 * c.alphaS + 2 * c.betaS + c.gammaS);
    }
    // The reduction goes near first, the broadcast far first: one worker of a node sends beyond it.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.branch(distance);
            sum += 2 * link.alpha + 2 * link.beta + c.gammaS;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::TreeAllReduce>();

}  // namespace scalewright::patterns
