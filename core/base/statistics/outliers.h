// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the outliers of a sample.
#pragma once

#include <cstddef>
#include <vector>

namespace scalewright {

/// The number of median absolute deviations beyond which a value in a sample of n is an outlier: ten standard
/// deviations of a normal, 14.826 (hyperfine's threshold). It is larger for a small sample, whose median deviation is
/// poorly known, so that at most 1 in 500 normal samples exceeds it. Precondition: n >= minimumOutlierSample.
[[nodiscard]] double outlierDeviations(std::size_t n);

inline constexpr std::size_t minimumOutlierSample = 5;

/// Indices of the outliers, in ascending order; empty for fewer than minimumOutlierSample values or if half of them are
/// equal. With normal noise, at most 1 sample in 500 has a false outlier: 1 in 100 ladders with five values of p.
[[nodiscard]] std::vector<std::size_t> findOutliers(const std::vector<double>& values);

}  // namespace scalewright
