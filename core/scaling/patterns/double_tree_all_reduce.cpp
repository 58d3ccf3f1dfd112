// Double-tree all-reduce (Sanders, Speck, Träff 2009): (sqrt(2L alpha) + sqrt(2 beta))^2 at the best chunk count,
// lower-order terms left out.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::DoubleTreeAllReduce> {
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

template <>
const PatternTraits& traits<Pattern::DoubleTreeAllReduce>()
{
    static constexpr PatternTraits known{
        .name = "double-tree-all-reduce",
        .title = "double tree all-reduce",
        .formula = "(sqrt(2 L alpha) + sqrt(2 beta))^2 at the best chunk count, lower-order terms left out",
        .source = "Sanders, Speck, Träff 2009",
        .delivers = Delivers::AllReduce,
        .barrier = true,
        .perMessage = PerMessage::WithRoot,
        .alsoCalled = {"double-binary-tree"},
        .option = "all-reduce",
        .drawing = Drawing::DoubleTree,
        .drawingNote = "half of the message goes through each tree; nobody is an inner node of both",
        .tint = 0.70,
        .one = one<Pattern::DoubleTreeAllReduce>,
        .all = all<Pattern::DoubleTreeAllReduce>};
    return known;
}

}  // namespace scalewright::patterns
