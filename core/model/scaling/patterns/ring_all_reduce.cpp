// SPDX-License-Identifier: GPL-3.0-or-later
// Ring all-reduce (Patarasuk and Yuan 2009): 2(p-1) alpha + 2(p-1)/p beta + (p-1)/p gammaS.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::RingAllReduce> : RingExchange<Pattern::RingAllReduce> {
    static constexpr PatternProperties properties{
        .title = "ring all-reduce",
        .formula = "2 alpha (p-1) + 2 beta (p-1)/p + gamma n (p-1)/p",
        .source = "Patarasuk and Yuan 2009",
        .reference =
            "P. Patarasuk, X. Yuan. Bandwidth optimal all-reduce algorithms for clusters of workstations. Journal of "
            "Parallel and Distributed Computing 69(2), 117-124, 2009.",
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .inputs = {.gamma = true},
        .smoothCoefficients = SmoothCoefficients{.latency = 2, .bandwidth = 2, .reduction = 1},
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::Ring,
        .drawingNote = "twice around the ring: once to sum, once to distribute the sum",
        .mapTintStrength = 0.38};
};

template const PatternTraits& traits<Pattern::RingAllReduce>();

}  // namespace scalewright::patterns
