// Finds the outliers of a sample.
#pragma once

#include <cstddef>
#include <vector>

namespace scalewright {

/// The number of median absolute deviations from which a value of a sample of n is an outlier: ten standard deviations
/// of a normal, 14.826 (hyperfine's threshold), or more for a small sample, whose median deviation is poorly known:
/// exceeded in at most 1 of 500 normal samples. Precondition: n >= minimumOutlierSample.
[[nodiscard]] double outlierDeviations(std::size_t n);

inline constexpr std::size_t minimumOutlierSample = 5;

/// Indices of the outliers, ascending; empty for fewer than minimumOutlierSample values, and if half of them are equal.
/// For normal noise, at most 1 sample in 500 has a false outlier: 1 in 100 ladders with five values of p.
[[nodiscard]] std::vector<std::size_t> findOutliers(const std::vector<double>& values);

}  // namespace scalewright
