// Shuffle, a pairwise all-to-all (Thakur, Rabenseifner, Gropp 2005): (p-1)(alpha + beta/p), beta for all that one
 // worker sends.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::Shuffle> {
    static constexpr const char* title = "shuffle (all-to-all)";
    static constexpr const char* formula = "(p-1)(alpha + beta/p), pairwise all-to-all";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> alsoCalled = {"alltoall", "all-to-all"};
    static constexpr const char* option = "shuffle";
    static constexpr Delivers delivers = Delivers::EverybodysShare;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = SmoothForm{.latency = 1, .bandwidth = 1};
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"all-to-all"};
    static constexpr Drawing drawing = Drawing::AllPairs;
    static constexpr const char* drawingNote = "";
    static constexpr double tint = 0.3;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w) { return (w.p - 1) * c.alphaS + c.betaS * w.share; }
    // Round k sends to the one k further on: min(k, p-k) workers at a node's end leave it, up to all g.
    static double onLevels(const Parameters&, const Workers& w, const TwoLevels& levels)
    {
        const double g = levels.workersPerNode();
        const double most = std::min(std::floor(w.p / 2), std::min(g, w.p - g));
        double sum = 0;
        for (double k = 1; k < most; ++k) {
            const Link link = levels.shift(k);
            sum += 2 * (link.alpha + link.beta / w.p);
        }
        const Link link = levels.shift(most);
        return sum + (w.p - 1 - 2 * (most - 1)) * (link.alpha + link.beta / w.p);
    }
};

template const PatternTraits& traits<Pattern::Shuffle>();

}  // namespace scalewright::patterns
