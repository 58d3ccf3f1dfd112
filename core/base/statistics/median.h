// SPDX-License-Identifier: GPL-3.0-or-later
// The median of a sample, and a confidence interval for the true median from its sorted values.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace scalewright {

/// For an even count, the mean of the two middle values. Precondition: not empty.
[[nodiscard]] double median(std::vector<double> values);

/// The interval from x_(k) to x_(n+1-k) of n sorted values; k counts from 1.
struct MedianRanks {
    std::size_t k = 1;
    /// Probability that the interval contains the true median: 1 - 2 P(Binomial(n, 1/2) < k), for any distribution.
    double level = 0;
};
/// The narrowest interval with a confidence of `level` or more (David & Nagaraja 2003, section 7.1); nullopt if even
/// the range from the smallest to the largest value is not enough (n < 6 for 0.95). Precondition: 0 < level < 1.
[[nodiscard]] std::optional<MedianRanks> medianRanks(std::size_t n, double level);

}  // namespace scalewright
