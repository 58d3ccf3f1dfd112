// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelined broadcast along a chain (the linear pipeline of Sanders, Speck, Träff 2009): (p-2+k)(alpha + beta/k) at the
// best whole number k >= 1 of chunks. The first chunk reaches the last worker after p-1 hops, and each later chunk
// arrives one hop later. Without rounding, k = sqrt((p-2) beta/alpha); one of the two neighbouring integers is best,
// because the time is convex in k. For alpha = 0, the time is the limit, beta.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::PipelinedBroadcast> {
    static constexpr PatternProperties properties{
        .title = "pipelined broadcast",
        .formula = "(p-2+k)(alpha + beta/k) at the best whole number k of chunks; beta where alpha = 0",
        .source = "Sanders, Speck, Träff 2009, linear pipeline",
        .slotOption = "broadcast",
        .outcome = ExchangeOutcome::Copies,
        .timeVersusMessageSize = TimeVersusMessageSize::WholeChunks,
        .benchmarks = {"ping-pong"},
        .drawing = Drawing::Chain,
        .drawingNote = "the message goes down the chain in chunks; every worker passes on what it has",
        .mapTintStrength = 0.3};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::EveryP;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        if (c.alphaS <= 0)
            return c.betaS;
        const double hops = w.p - 2;
        // Keeps k alpha finite, however small alpha is.
        const double best = std::min(std::sqrt(hops * (c.betaS / c.alphaS)), 1e150);
        const double fewer = std::max(1.0, fastCeil(best) - 1);
        const double more = fewer + 1;
        const double perChunks =
            std::min(fewer * c.alphaS + hops * c.betaS / fewer, more * c.alphaS + hops * c.betaS / more);
        return hops * c.alphaS + c.betaS + perChunks;
    }
    static double twoLevelExchangeSeconds(const Parameters& c, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        Parameters flat = c;
        flat.alphaS = link.alpha;
        flat.betaS = link.beta;
        return exchangeSeconds(flat, w);
    }
};

template const PatternTraits& traits<Pattern::PipelinedBroadcast>();

}  // namespace scalewright::patterns
