// Double-tree all-reduce (Sanders, Speck, Träff 2009): (sqrt(2L alpha) + sqrt(2 beta))^2 at the best chunk count,
// lower-order terms left out.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::DoubleTreeAllReduce> {
    static constexpr const char* title = "double tree all-reduce";
    static constexpr const char* formula =
        "(sqrt(2 L alpha) + sqrt(2 beta))^2 at the best chunk count, lower-order terms left out";
    static constexpr const char* source = "Sanders, Speck, Träff 2009";
    static constexpr std::array<const char*, 2> alsoCalled = {"double-binary-tree"};
    static constexpr const char* option = "all-reduce";
    static constexpr Delivers delivers = Delivers::AllReduce;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {};
    static constexpr PerMessage perMessage = PerMessage::WithRoot;
    static constexpr std::optional<SmoothForm> smooth = std::nullopt;
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"all-reduce"};
    static constexpr Drawing drawing = Drawing::DoubleTree;
    static constexpr const char* drawingNote =
        "half of the message goes through each tree; nobody is an inner node of both";
    static constexpr double tint = 0.70;

    static constexpr Columns columns = Columns::BetweenPowers;
    static double seconds(const Parameters& c, const Workers& w)
    {
        const double root = std::sqrt(2 * w.ceilLog * c.alphaS) + std::sqrt(2 * c.betaS);
        return root * root;
    }
    // The trees run over the nodes, a chain within each: a pipeline, as fast as its slowest link.
    static double onLevels(const Parameters&, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        const double root = std::sqrt(2 * w.ceilLog * link.alpha) + std::sqrt(2 * link.beta);
        return root * root;
    }
};

template const PatternTraits& traits<Pattern::DoubleTreeAllReduce>();

}  // namespace scalewright::patterns
