// Parameters sharded with the rest of the state (ZeRO stage 3, FSDP): a reduce-scatter of the gradients as stages 1 and
// 2 have it, and all-gathers of the parameters in the forward and again in the backward pass (Rajbhandari et al. 2020,
// section 7.2.2: 3 Psi against 2 Psi elements), along rings: 3[(p-1) alpha + (p-1)/p beta] + (p-1)/p gammaS. The
// message is one copy of the gradients; the parameters are taken to be as many bytes. A step of several micro-batches
// gathers again in each of them unless the parameters stay: not modelled.
#include "core/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FullySharded> {
    static constexpr Columns columns = Columns::EveryP;
    static double seconds(const Parameters& c, const Workers& w)
    {
        return 3 * c.alphaS * (w.p - 1) + (3 * c.betaS + c.gammaS) * w.share;
    }
    static double onLevels(const Parameters& c, const Workers& w, const TwoLevels& levels)
    {
        const Link link = levels.chain();
        return 3 * link.alpha * (w.p - 1) + (3 * link.beta + c.gammaS) * w.share;
    }
};

template <>
const PatternTraits& traits<Pattern::FullySharded>()
{
    static constexpr PatternTraits known{
        .name = "fully-sharded",
        .title = "fully sharded exchange",
        .formula = "3 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p",
        .source = "Rajbhandari et al. 2020, stage 3; rings: Thakur, Rabenseifner, Gropp 2005",
        .delivers = Delivers::SlicesOfTheModel,
        .barrier = true,
        .inputs = {.gamma = true},
        .smooth = SmoothForm{.latency = 3, .bandwidth = 3, .reduction = 1},
        .alsoCalled = {"zero-3", "fsdp"},
        .option = "fully-sharded",
        .drawing = Drawing::Ring,
        .drawingNote = "twice round the ring to gather the parameters (forward, backward), once to sum the gradients",
        .tint = 0.46,
        .one = one<Pattern::FullySharded>,
        .all = all<Pattern::FullySharded>};
    return known;
}

}  // namespace scalewright::patterns
