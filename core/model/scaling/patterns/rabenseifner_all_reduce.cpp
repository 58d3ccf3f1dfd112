// Rabenseifner's all-reduce (Rabenseifner 2004), recursive halving and doubling: 2L alpha + 2(p-1)/p beta + (p-1)/p
// gammaS for p a power of two, else that at 2^f plus 2(alpha + beta) + gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RabenseifnerAllReduce> {
    static constexpr const char* title = "Rabenseifner all-reduce";
    static constexpr const char* formula =
        "2 L alpha + 2 beta (p-1)/p + gamma n (p-1)/p; p no power of two: that at 2^f, plus 2 (alpha "
        "+ beta) + gamma n";
    static constexpr const char* source = "Rabenseifner 2004";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = UnevenNodes{"the exchange", 17};
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::HalvingSwaps;
    static constexpr const char* drawingNote =
        "the message halves round by round (reduce-scatter), then grows back the same way (all-gather)";
    static constexpr double tint = 0.22;

    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double atPower = 2 * c.alphaS * w.floorLog + (2 * c.betaS + c.gammaS) * w.floorShare;
        const double fold = 2 * (c.alphaS + c.betaS) + c.gammaS;
        return w.ceilLog == w.floorLog ? atPower : atPower + fold;
    }
    // Distance doubling: halves go to the next worker first and small pieces far, so that most bytes stay on the node.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double power = std::ldexp(1.0, static_cast<int>(w.floorLog));
        double sum = c.gammaS * w.floorShare;
        double share = 0.5;
        for (double distance = 1; distance < power; distance *= 2, share /= 2) {
            const Link link = levels.swap(distance, power);
            sum += 2 * (link.alpha + link.beta * share);
        }
        if (w.ceilLog == w.floorLog)
            return sum;
        const Link link = levels.fold(power);
        return sum + 2 * (link.alpha + link.beta) + c.gammaS;
    }
};

template const PatternTraits& traits<Pattern::RabenseifnerAllReduce>();

}  // namespace scalewright::patterns
