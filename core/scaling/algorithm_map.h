// Which pattern is cheapest, over p and message size: the map that a design is a dot on.
//
// The candidates do the same job (all-reduce algorithms; or the ways to exchange sharded state). Boundaries are where the
// cheapest of two changes; every cell is the exact argmin of communicationTime, not an interpolation.
#pragma once

#include <optional>
#include <vector>

#include "core/scaling/pattern.h"

namespace scalewright {

/// The patterns that could stand in for this one without changing what arrives where, itself included.
[[nodiscard]] std::vector<Pattern> interchangeable(Pattern pattern);

struct AlgorithmMap {
    std::vector<Pattern> candidates;
    std::vector<int> p;            ///< columns, ascending
    std::vector<double> bytes;     ///< rows, ascending
    std::vector<unsigned char> cheapest;  ///< index into candidates, row-major: bytes outer, p inner
    [[nodiscard]] Pattern at(std::size_t row, std::size_t column) const { return candidates[cheapest[row * p.size() + column]]; }
};

/// `perByteS` is 1/B and parameters.betaS, beta2S and gammaS are per byte here: a row multiplies them by its bytes.
[[nodiscard]] AlgorithmMap algorithmMap(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                        std::vector<int> p, std::vector<double> bytes);

/// From a design's dot, along one axis, the nearest place where another pattern becomes cheapest.
struct NextBoundary {
    Pattern cheaper = Pattern::RingAllReduce;  ///< beyond it
    double at = 0;                             ///< that p, or those bytes
};
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                                          int p, double bytes, int pMax, bool upwards);
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                                              int p, double bytes, double limitBytes, bool upwards);

}  // namespace scalewright
