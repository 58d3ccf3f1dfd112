// SPDX-License-Identifier: GPL-3.0-or-later
// Summarises the repeats of one timing without assuming a distribution.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/base/quantity/quantity.h"

namespace scalewright {

struct SampleSpread {
    double median = 0;
    /// Minimum and maximum; level 1 - 2^(1-n), the probability that n independent repeats straddle the median.
    Interval interval;
};

/// Precondition: at least two samples, all finite. For an even count the median is the mean of the two middle samples.
[[nodiscard]] SampleSpread spreadOf(std::span<const double> samples);

/// The narrowest x_(k) … x_(n+1-k) of the sorted samples that contains the true median with probability `level` or
/// more: 1 - 2 P(Binomial(n, 1/2) < k) (David & Nagaraja 2003, section 7.1). nullopt if even the range from minimum to
/// maximum does not (n < 6 for 0.95).
[[nodiscard]] std::optional<Interval> medianInterval(std::span<const double> samples, double level);

/// The numbers of repeats after which to check whether the median is known well enough. If this were checked after
/// every repeat, an interval would sometimes be narrow by chance, and a 95 % interval that ends the repeats would
/// contain the true median only 92 times in 100.
inline constexpr std::array<std::size_t, 8> checkpointRepeats{7, 10, 14, 20, 28, 40, 60, 100};

/// The last checkpoint at or below `repeats`; 0 before the first.
[[nodiscard]] std::size_t lastCheckpoint(std::size_t repeats);

/// At a checkpoint: an interval that contains the true median with probability 0.95 or more, whichever checkpoint is
/// the last. It is the minimum to the maximum for seven samples, else the narrowest pair with level 0.99; the
/// probabilities of a miss at any checkpoint add up to 0.045. nullopt between checkpoints.
[[nodiscard]] std::optional<Interval> intervalAtCheckpoint(std::span<const double> samples);

/// Whether the half-width of intervalAtCheckpoint() is at most this fraction of the median.
[[nodiscard]] bool isMedianKnownWithin(std::span<const double> samples, double share);

}  // namespace scalewright
