// Repeats of one timing, summarised without assuming a distribution.
#pragma once

#include <optional>
#include <span>

#include "core/quantity/quantity.h"

namespace scalewright {

struct Spread {
    double median = 0;
    Interval interval;  ///< least and greatest; level 1 - 2^(1-n): the chance that n independent repeats straddle the median
};

/// Precondition: at least two samples, all finite. For an even count the median is the mean of the middle two.
[[nodiscard]] Spread spreadOf(std::span<const double> samples);

/// The narrowest x_(k) … x_(n+1-k) of the sorted samples that holds the true median with probability `level` or more:
/// 1 - 2 P(Binomial(n, 1/2) < k) (David & Nagaraja 2003, section 7.1). nullopt where even least to greatest does not (n < 6 for 0.95).
[[nodiscard]] std::optional<Interval> medianInterval(std::span<const double> samples, double level);

/// Whether 95 % of that lies within this share of the median on either side: at least six samples.
[[nodiscard]] bool medianWithin(std::span<const double> samples, double share);

}  // namespace scalewright
