// The median of a sample, and which of its sorted values hold the true one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace scalewright {

/// Of an even count the mean of the middle two. Precondition: not empty.
[[nodiscard]] double median(std::vector<double> values);

/// x_(k) … x_(n+1-k) of n sorted values, k from 1.
struct MedianRanks {
    std::size_t k = 1;
    double level = 0;  ///< P that they hold the true median: 1 - 2 P(Binomial(n, 1/2) < k), whatever the distribution
};
/// The narrowest that hold it with `level` or more (David & Nagaraja 2003, section 7.1); nullopt where even the least
/// to the greatest do not (n < 6 for 0.95). Precondition: 0 < level < 1.
[[nodiscard]] std::optional<MedianRanks> medianRanks(std::size_t n, double level);

}  // namespace scalewright
