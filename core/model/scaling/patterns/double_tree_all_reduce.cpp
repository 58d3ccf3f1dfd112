// SPDX-License-Identifier: GPL-3.0-or-later
// Double-tree all-reduce (Sanders, Speck, Träff 2009): (sqrt(2L alpha) + sqrt(2 beta))^2 at the best chunk count,
// without lower-order terms.
#include "core/model/scaling/patterns/exchange.h"

namespace scalewright::patterns {

template <>
struct Exchange<Pattern::DoubleTreeAllReduce> {
    static constexpr PatternProperties properties{
        .title = "double tree all-reduce",
        .formula = "(sqrt(2 L alpha) + sqrt(2 beta))^2 at the best chunk count, lower-order terms left out",
        .source = "Sanders, Speck, Träff 2009",
        .reference =
            "P. Sanders, J. Speck, J. L. Träff. Two-tree algorithms for full bandwidth broadcast, reduction and scan. "
            "Parallel Computing 35(12), 581-594, 2009.",
        .aliases = {"double-binary-tree"},
        .slotOption = "all-reduce",
        .outcome = ExchangeOutcome::FullSum,
        .isBarrier = true,
        .timeVersusMessageSize = TimeVersusMessageSize::LinearWithRoot,
        .benchmarks = {"all-reduce"},
        .drawing = Drawing::DoubleTree,
        .drawingNote = "half of the message goes through each tree; no worker is an inner node of both",
        .mapTintStrength = 0.70};
    static constexpr TimeGranularity timeGranularity = TimeGranularity::BetweenPowersOfTwo;
    static double exchangeSeconds(const Parameters& c, const WorkerCountTerms& w)
    {
        const double root = std::sqrt(2 * w.ceilLog2 * c.alphaS) + std::sqrt(2 * c.betaS);
        return root * root;
    }
    // The trees connect nodes, and each node has a chain inside: a pipeline as fast as its slowest link.
    static double twoLevelExchangeSeconds(const Parameters&, const WorkerCountTerms& w, const TwoLevelNetwork& levels)
    {
        const Link link = levels.ringOrChain();
        const double root = std::sqrt(2 * w.ceilLog2 * link.alpha) + std::sqrt(2 * link.beta);
        return root * root;
    }
};

template const PatternTraits& traits<Pattern::DoubleTreeAllReduce>();

}  // namespace scalewright::patterns
