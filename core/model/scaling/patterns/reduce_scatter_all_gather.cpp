// SPDX-License-Identifier: GPL-3.0-or-later
// Reduce-scatter and all-gather along rings (Thakur, Rabenseifner, Gropp 2005): 2[(p-1) alpha + (p-1)/p beta] + (p-1)/p
// gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::ReduceScatterAllGather> : RingExchange<Pattern::ReduceScatterAllGather> {
    static constexpr PatternProperties properties{
        .title = "reduce-scatter and all-gather",
        .formula = "2 [alpha (p-1) + beta (p-1)/p] + gamma n (p-1)/p",
        .source = "Thakur, Rabenseifner, Gropp 2005",
        .aliases = {"reduce-scatter-allgather"},
        .slotOption = "reduce-scatter-all-gather",
        .outcome = ExchangeOutcome::SumSlices,
        .isBarrier = true,
        .inputs = {.gamma = true},
        .smoothCoefficients = SmoothCoefficients{.latency = 2, .bandwidth = 2, .reduction = 1},
        .benchmarks = {"reduce-scatter", "all-gather"},
        .drawing = Drawing::Ring,
        .drawingNote = "once around the ring to sum (reduce-scatter), once to gather (all-gather)",
        .mapTintStrength = 0.38};
};

template const PatternTraits& traits<Pattern::ReduceScatterAllGather>();

}  // namespace scalewright::patterns
