// SPDX-License-Identifier: GPL-3.0-or-later
// The book's ring all-reduce (section 41.4): alpha (p-1) + 2 beta (p-1)/p. It counts half of a ring's hops and no
// reduction.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::BookRingAllReduce> : RingExchange<Pattern::BookRingAllReduce> {
    static constexpr PatternProperties properties{
        .title = "book’s ring all-reduce",
        .formula = "alpha (p-1) + 2 beta (p-1)/p",
        .source = "the book, section 41.4",
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .smoothCoefficients = SmoothCoefficients{.latency = 1, .bandwidth = 2},
        .simplifiedFrom = Pattern::RingAllReduce,
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::Ring,
        .drawingNote = "twice around the ring: once to sum, once to distribute the sum",
        .mapTintStrength = 0.38};
};

template const PatternTraits& traits<Pattern::BookRingAllReduce>();

}  // namespace scalewright::patterns
