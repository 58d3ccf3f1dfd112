// Repeats of one timing, summarised without assuming a distribution.
#pragma once

#include <span>

#include "core/quantity/quantity.h"

namespace scalewright {

struct Spread {
    double median = 0;
    Interval interval;  ///< least and greatest; level 1 - 2^(1-n): the chance that n independent repeats straddle the median
};

/// Precondition: at least two samples, all finite. For an even count the median is the mean of the middle two.
[[nodiscard]] Spread spreadOf(std::span<const double> samples);

}  // namespace scalewright
