// Gossip with d neighbours (Boyd et al. 2006): d (alpha + beta) a step, d no more than p-1.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Gossip> {
    static constexpr const char* title = "gossip";
    static constexpr const char* formula = "min(d, p-1)(alpha + beta)";
    static constexpr const char* source = "Boyd et al. 2006";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "gossip";
    static constexpr Delivers delivers = Delivers::NeighboursMean;
    static constexpr bool barrier = false;
    static constexpr ExchangeShape shape = ExchangeShape::Neighbours;
    static constexpr PatternInputs inputs = {.neighbours = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::Neighbours;
    static constexpr const char* drawingNote = "";
    static constexpr double tint = 0.62;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return std::min<double>(c.neighbours, w.p - 1) * (c.alphaS + c.betaS);
    }
    // To the next on either side, then to those two further on, …
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const double rounds = std::min<double>(c.neighbours, w.p - 1);
        double sum = 0;
        for (double round = 1; round <= rounds; ++round) {
            const Link link = levels.shift(std::ceil(round / 2));
            sum += link.alpha + link.beta;
        }
        return sum;
    }
};

template const PatternTraits& traits<Pattern::Gossip>();

}  // namespace scalewright::patterns
