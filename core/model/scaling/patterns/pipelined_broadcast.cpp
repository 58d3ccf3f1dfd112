// Pipelined broadcast along a chain (the linear pipeline of Sanders, Speck, Träff 2009): (p-2+k)(alpha + beta/k) at the
// best whole number k >= 1 of chunks. The first chunk is at the last worker after p-1 hops, every other one a hop
// later. Without rounding k = sqrt((p-2) beta/alpha); one of its whole neighbours is best, for the time is convex in k.
// alpha = 0: its limit, beta.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::PipelinedBroadcast> {
    static constexpr const char* title = "pipelined broadcast";
    static constexpr const char* formula =
        "(p-2+k)(alpha + beta/k) at the best whole number k of chunks; beta where alpha = 0";
    static constexpr const char* source = "Sanders, Speck, Träff 2009, linear pipeline";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "broadcast";
    static constexpr Delivers delivers = Delivers::Copies;
    static constexpr bool barrier = false;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {};
    static constexpr PerMessage perMessage = PerMessage::WholeChunks;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Chain;
    static constexpr const char* drawingNote =
        "the message goes down the chain in chunks; every worker passes on what it has";
    static constexpr double tint = 0.3;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        if (c.alphaS <= 0)
            return c.betaS;
        const double hops = w.p - 2;
        // However small alpha is, k alpha stays a number.
        const double best = std::min(std::sqrt(hops * (c.betaS / c.alphaS)), 1e150);
        const double fewer = std::max(1.0, roundedUp(best) - 1);
        const double more = fewer + 1;
        const double perChunks =
            std::min(fewer * c.alphaS + hops * c.betaS / fewer, more * c.alphaS + hops * c.betaS / more);
        return hops * c.alphaS + c.betaS + perChunks;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        Parameters flat = c;
        flat.alphaS = link.alpha;
        flat.betaS = link.beta;
        return seconds(flat, w);
    }
};

template const PatternTraits& traits<Pattern::PipelinedBroadcast>();

}  // namespace scalewright::patterns
