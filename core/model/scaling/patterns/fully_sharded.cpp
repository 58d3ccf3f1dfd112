// Parameters sharded with the rest of the state (ZeRO stage 3, FSDP): a reduce-scatter of the gradients as stages 1 and
// 2 have it, and all-gathers of the parameters in the forward and again in the backward pass (Rajbhandari et al. 2020,
// section 7.2.2: 3 Psi against 2 Psi elements), along rings: 3[(p-1) alpha + (p-1)/p beta] + (p-1)/p gammaS. The
// message is one copy of the gradients; the parameters are taken to be as many bytes. A step of several micro-batches
// gathers again in each of them unless the parameters stay: not modelled.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FullySharded> {
    static constexpr const char* title = "fully sharded exchange";
    static constexpr const char* formula = "3 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p";
    static constexpr const char* source = "Rajbhandari et al. 2020, stage 3; rings: Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> alsoCalled = {"zero-3", "fsdp"};
    static constexpr const char* option = "fully-sharded";
    static constexpr Delivers delivers = Delivers::SlicesOfTheModel;
    static constexpr bool barrier = true;
    static constexpr ExchangeShape shape = ExchangeShape::Everybody;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr PerMessage perMessage = PerMessage::Linear;
    static constexpr std::optional<SmoothForm> smooth = SmoothForm{.latency = 3, .bandwidth = 3, .reduction = 1};
    static constexpr bool smoothIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifies = std::nullopt;
    static constexpr std::optional<UnevenNodes> unevenNodes = std::nullopt;
    static constexpr std::array<const char*, 2> timedBy = {"reduce-scatter", "all-gather"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote =
        "twice round the ring to gather the parameters (forward, backward), once to sum the gradients";
    static constexpr double tint = 0.46;

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

template const PatternTraits& traits<Pattern::FullySharded>();

}  // namespace scalewright::patterns
