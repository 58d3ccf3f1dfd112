// Values of a sample that lie far from the rest of it.
#pragma once

#include <cstddef>
#include <vector>

namespace scalewright {

/// How many median absolute deviations off a value counts as far in a sample of n: ten standard deviations of a
/// normal, 14.826 (hyperfine's mark), or more where a sample is small and its own median deviation is little known:
/// what at most 1 of 500 normal samples reaches anywhere. Precondition: n >= fewestForFar.
[[nodiscard]] double farDeviations(std::size_t n);

inline constexpr std::size_t fewestForFar = 5;

/// Indices of the values that far from the median, ascending; empty below fewestForFar values and where half of them
/// are equal. Of normal noise it names some value in at most 1 sample of 500: in 1 ladder of five p of 100.
[[nodiscard]] std::vector<std::size_t> farFromMedian(const std::vector<double>& values);

}  // namespace scalewright
