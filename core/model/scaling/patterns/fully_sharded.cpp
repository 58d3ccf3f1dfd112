// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters sharded like the rest of the state (ZeRO stage 3, FSDP): a reduce-scatter of the gradients as in stages 1
// and 2, and an all-gather of the parameters in both the forward and the backward pass (Rajbhandari et al. 2020,
// section 7.2.2: 3 Psi elements instead of 2 Psi), along rings: 3[(p-1) alpha + (p-1)/p beta] + (p-1)/p gammaS. The
// message is one copy of the gradients; the parameters are assumed to have as many bytes. Not modelled: with several
// micro-batches per step, each one gathers the parameters again unless they are kept.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::FullySharded> : RingExchange<Pattern::FullySharded> {
    static constexpr PatternProperties properties{
        .title = "fully sharded exchange",
        .formula = "3 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p",
        .source = "Rajbhandari et al. 2020, stage 3; rings: Thakur, Rabenseifner, Gropp 2005",
        .aliases = {"zero-3", "fsdp"},
        .slotOption = "fully-sharded",
        .outcome = ExchangeOutcome::SumAndModelSlices,
        .isBarrier = true,
        .inputs = {.gamma = true},
        .smoothCoefficients = SmoothCoefficients{.latency = 3, .bandwidth = 3, .reduction = 1},
        .benchmarks = {"reduce-scatter", "all-gather"},
        .drawing = Drawing::Ring,
        .drawingNote = "twice around the ring to gather the parameters (forward, backward), once to sum the gradients",
        .mapTintStrength = 0.46};
};

template const PatternTraits& traits<Pattern::FullySharded>();

}  // namespace scalewright::patterns
