// Parameters sharded like the rest of the state (ZeRO stage 3, FSDP): a reduce-scatter of the gradients as in stages 1
// and 2, and an all-gather of the parameters in both the forward and the backward pass (Rajbhandari et al. 2020,
// section 7.2.2: 3 Psi elements instead of 2 Psi), along rings: 3[(p-1) alpha + (p-1)/p beta] + (p-1)/p gammaS. The
// message is one copy of the gradients; the parameters are assumed to have as many bytes. Not modelled: with several
// micro-batches per step, each one gathers the parameters again unless they are kept.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FullySharded> {
    static constexpr const char* title = "fully sharded exchange";
    static constexpr const char* formula = "3 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p";
    static constexpr const char* source = "Rajbhandari et al. 2020, stage 3; rings: Thakur, Rabenseifner, Gropp 2005";
    static constexpr std::array<const char*, 2> aliases = {"zero-3", "fsdp"};
    static constexpr const char* slotOption = "fully-sharded";
    static constexpr ExchangeOutcome outcome = ExchangeOutcome::SumAndModelSlices;
    static constexpr bool isBarrier = true;
    static constexpr CompletionDependency completion = CompletionDependency::AllWorkers;
    static constexpr PatternInputs inputs = {.gamma = true};
    static constexpr TimeVersusMessageSize timeVersusMessageSize = TimeVersusMessageSize::Linear;
    static constexpr std::optional<SmoothCoefficients> smoothCoefficients =
        SmoothCoefficients{.latency = 3, .bandwidth = 3, .reduction = 1};
    static constexpr bool smoothOnlyIfLinearScatter = false;
    static constexpr std::optional<Pattern> simplifiedFrom = std::nullopt;
    static constexpr std::optional<UnevenNodeBound> unevenNodeBound = std::nullopt;
    static constexpr std::array<const char*, 2> benchmarks = {"reduce-scatter", "all-gather"};
    static constexpr Drawing drawing = Drawing::Ring;
    static constexpr const char* drawingNote =
        "twice around the ring to gather the parameters (forward, backward), once to sum the gradients";
    static constexpr double mapTintStrength = 0.46;

    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        return 3 * c.alphaS * (w.p - 1) + (3 * c.betaS + c.gammaS) * w.remoteShare;
    }
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        return 3 * link.alpha * (w.p - 1) + (3 * link.beta + c.gammaS) * w.remoteShare;
    }
};

template const PatternTraits& traits<Pattern::FullySharded>();

}  // namespace scalewright::patterns
