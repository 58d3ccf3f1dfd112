// Repeats of one timing, summarised without assuming a distribution.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/base/quantity/quantity.h"

namespace scalewright {

struct Spread {
    double median = 0;
    Interval
        interval;  ///< least and greatest; level 1 - 2^(1-n): the chance that n independent repeats straddle the median
};

/// Precondition: at least two samples, all finite. For an even count the median is the mean of the middle two.
[[nodiscard]] Spread spreadOf(std::span<const double> samples);

/// The narrowest x_(k) … x_(n+1-k) of the sorted samples that holds the true median with probability `level` or more:
/// 1 - 2 P(Binomial(n, 1/2) < k) (David & Nagaraja 2003, section 7.1). nullopt where even least to greatest does not (n
/// < 6 for 0.95).
[[nodiscard]] std::optional<Interval> medianInterval(std::span<const double> samples, double level);

/// The numbers of repeats after which whoever goes on until the median is known well enough looks whether it is. Asked
/// after every repeat, an interval is narrow now and then by luck, and one of 95 % that ends the repeats holds the true
/// median 92 times in 100.
inline constexpr std::array<std::size_t, 8> looks{7, 10, 14, 20, 28, 40, 60, 100};

/// The last look at which so many repeats have arrived; 0 before the first.
[[nodiscard]] std::size_t lastLook(std::size_t repeats);

/// At a look: what holds the true median with 0.95 or more whatever made this look the last. Each takes the least to
/// the greatest of seven, or the narrowest pair of 0.99; the chances to miss at any of them add up to 0.045. nullopt
/// between looks.
[[nodiscard]] std::optional<Interval> intervalAtLook(std::span<const double> samples);

/// Whether that lies within this share of the median on either side.
[[nodiscard]] bool medianWithin(std::span<const double> samples, double share);

}  // namespace scalewright
