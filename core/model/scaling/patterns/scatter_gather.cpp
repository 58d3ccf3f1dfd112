// Scatter and gather, one of each (Thakur, Rabenseifner, Gropp 2005): 2[L alpha + (p-1)/p beta] along a binomial tree,
// 2(p-1)(alpha + beta/p) linear.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ScatterGather> {
    static constexpr const char* title = "scatter-gather";
    static constexpr const char* formula = "2 [L alpha + beta (p-1)/p] binomial; 2 (p-1)(alpha + beta/p) linear";
    static constexpr const char* source = "Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> alsoCalled = {};
    static constexpr const char* option = "scatter-gather";
    static constexpr Delivers delivers = Delivers::Answers;
    static constexpr bool barrier = false;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.linearScatter = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = SmoothForm{.latency = 2, .bandwidth = 2};
    static constexpr bool smoothIfLinearScatter = true;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = UnevenNodes{"the exchange", 15};
    static constexpr std::array<const char*, 2> timedBy = {"ping-pong"};
    static constexpr Drawing drawing = Drawing::BinomialTree;
    static constexpr const char* drawingNote = "requests go down, answers come back";
    static constexpr double tint = 0.3;

    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 2 * ((c.linearScatter ? w.p - 1 : w.ceilLog) * c.alphaS + c.betaS * w.share);
    }
    // Linear: those of the first node, then those beyond it. Binomial: the far half first, so that one worker of a node
    // sends.
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        if (c.linearScatter) {
            const double inside = levels.workersPerNode() - 1, beyond = w.p - levels.workersPerNode();
            const Link far = levels.between(1);
            return 2 * (inside * (c.alphaS + c.betaS / w.p) + beyond * (far.alpha + far.beta / w.p));
        }
        double sum = 0;
        for (double distance = 1; distance < w.p; distance *= 2) {
            const Link link = levels.branch(distance);
            sum += link.alpha + link.beta * (std::min(distance, w.p - distance) / w.p);
        }
        return 2 * sum;
    }
};

template const PatternTraits& traits<Pattern::ScatterGather>();

}  // namespace scalewright::patterns
