// The book's ring all-reduce (book 41.4): alpha (p-1) + 2 beta (p-1)/p. It counts half of a ring's hops and no
 // reduction.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::BookRingAllReduce> {
    static constexpr const char* title = "book’s ring all-reduce";
    static constexpr const char* formula = "alpha (p-1) + 2 beta (p-1)/p";
    static constexpr const char* source = "the book, section 41.4";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = SmoothForm{.latency = 1, .bandwidth = 2};
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = Pattern::RingAllReduce;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote = "twice round the ring: once to sum, once to hand the sum on";
    static constexpr double tint = 0.38;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return c.alphaS * (w.p - 1) + 2 * c.betaS * w.share;
    }
    static double onLevels(const Parameters&, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        return link.alpha * (w.p - 1) + 2 * link.beta * w.share;
    }
};

template const PatternTraits& traits<Pattern::BookRingAllReduce>();

}  // namespace scalewright::patterns
