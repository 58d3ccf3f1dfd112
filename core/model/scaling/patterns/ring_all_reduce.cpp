// Ring all-reduce (Patarasuk and Yuan 2009): 2(p-1) alpha + 2(p-1)/p beta + (p-1)/p gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RingAllReduce> {
    static constexpr const char* title = "ring all-reduce";
    static constexpr const char* formula = "2 alpha (p-1) + 2 beta (p-1)/p + gamma n (p-1)/p";
    static constexpr const char* source = "Patarasuk and Yuan 2009";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = SmoothForm{.latency = 2, .bandwidth = 2, .reduction = 1};
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote = "twice round the ring: once to sum, once to hand the sum on";
    static constexpr double tint = 0.38;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * c.alphaS * (w.p - 1) + (2 * c.betaS + c.gammaS) * w.share;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        return 2 * link.alpha * (w.p - 1) + (2 * link.beta + c.gammaS) * w.share;
    }
};

template const PatternTraits& traits<Pattern::RingAllReduce>();

}  // namespace scalewright::patterns
