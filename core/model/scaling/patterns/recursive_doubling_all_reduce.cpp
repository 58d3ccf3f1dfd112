// Recursive doubling all-reduce (Thakur, Rabenseifner, Gropp 2005): L (alpha + beta + gammaS) for p a power of two,
// else (f+2)(alpha + beta) + (f+1) gammaS: of the first 2 (p - 2^f) each even one hands in at its neighbour before and
// is handed the sum after.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RecursiveDoublingAllReduce> {
    static constexpr const char* title = "recursive doubling all-reduce";
    static constexpr const char* formula =
        "L (alpha + beta + gamma n); p no power of two: (f+2)(alpha + beta) + (f+1) gamma n";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
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
    static constexpr std::optional<UnevenNodes> unevenNodes = UnevenNodes{"the exchange", 15};
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Swaps;
    static constexpr const char* drawingNote = "n is the whole message; in every round both sides swap what they have";
    static constexpr double tint = 0.08;

    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double onPower = w.ceilLog * (c.alphaS + c.betaS + c.gammaS);
        const double between = (w.floorLog + 2) * (c.alphaS + c.betaS) + (w.floorLog + 1) * c.gammaS;
        return w.ceilLog == w.floorLog ? onPower : between;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double power = std::ldexp(1.0, static_cast<int>(w.floorLog));
        double sum = 0;
        for (double distance = 1; distance < power; distance *= 2) {
            const Link link = levels.swap(distance, power);
            sum += link.alpha + link.beta + c.gammaS;
        }
        if (w.ceilLog == w.floorLog)
            return sum;
        const Link link = levels.fold(power);
        return sum + 2 * (link.alpha + link.beta) + c.gammaS;
    }
};

template const PatternTraits& traits<Pattern::RecursiveDoublingAllReduce>();

}  // namespace scalewright::patterns
