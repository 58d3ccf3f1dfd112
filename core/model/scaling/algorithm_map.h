// SPDX-License-Identifier: GPL-3.0-or-later
// Which pattern is cheapest, as a function of p and message size: the map on which a design is a dot.
//
// The candidates do the same job. A cell is the argmin of communicationTime(), not an interpolation: the first
// candidate whose time is within rounding (one part in 10^12) of the minimum, so that two names for one formula do not
// alternate from cell to cell.
//
// At a fixed p, every pattern's time is A + B n + C sqrt(n) in the message size n in bytes: A is its latency, B its
// seconds per byte, and C is nonzero only for the double tree, where C = 2 sqrt(A B). Two patterns cross where a
// quadratic in sqrt(n) is zero, so a column's boundaries have closed forms (cheapestRanges, nextBoundaryInBytes). In p,
// boundaries jump at powers of two, so nextBoundaryInP checks every p.
//
//     const auto candidates = competingPatterns(defaultAllReducePattern);
//     CommunicationParameters link{.alphaS = 10e-6, .betaS = 1 / 25e9};                // beta per byte
//     cheapestRanges(candidates, link, 64, 1e3, 1e9);   // recursive doubling … 60.8 kB … Rabenseifner …
#pragma once

#include <optional>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// The patterns that can replace this one: they deliver at least the same data to the same receivers. `pattern` comes
/// first. An all-reduce can be replaced by every other all-reduce, by a reduce-scatter with all-gather and by a
/// parameter server. The same patterns can replace gossip and federated averaging, which leave the workers with
/// different views. A shuffle and a scatter-gather move other data and have no replacement.
[[nodiscard]] std::vector<Pattern> interchangeablePatterns(Pattern pattern);

/// The interchangeable patterns whose times are compared. The book's ring and the literature's ring are one algorithm
/// with two cost formulas, so only one of them is included: the one that the design uses, or the literature's if it
/// uses neither.
[[nodiscard]] std::vector<Pattern> competingPatterns(Pattern pattern);

/// The parameters for one message: betaS, beta2S and gammaS from `perByte`, which are per byte here (betaS = 1/B),
/// times `bytes`.
[[nodiscard]] CommunicationParameters parametersForMessage(CommunicationParameters perByte, double bytes);

struct AlgorithmMap {
    std::vector<Pattern> candidates;
    std::vector<int> workerCounts;  ///< columns, ascending
    std::vector<double> messageBytes;  ///< rows, ascending
    std::vector<unsigned char> cheapestIndices;  ///< index into candidates, row-major: rows are bytes, columns are p
    [[nodiscard]] Pattern patternAt(std::size_t row, std::size_t column) const
    {
        return candidates[cheapestIndices[row * workerCounts.size() + column]];
    }
};

/// Precondition for this and all functions below: candidates not empty, validate(perByte) passes, every p >= 1, bytes
/// >= 0.
[[nodiscard]] AlgorithmMap computeAlgorithmMap(const std::vector<Pattern>& candidates,
                                               const CommunicationParameters& perByte, std::vector<int> p,
                                               std::vector<double> bytes);

/// One cell of the map. The first candidate if p = 1 or if every time is 0.
[[nodiscard]] Pattern cheapestPattern(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                      int p, double bytes);

/// The cheapest pattern from the end of the previous range (from lowBytes for the first) up to `upToBytes`.
struct CheapestRange {
    Pattern pattern = defaultAllReducePattern;
    double upToBytes = 0;
};
/// One column of the map for 0 < lowBytes < highBytes, with exact boundaries; the last range ends at highBytes.
[[nodiscard]] std::vector<CheapestRange> cheapestRanges(const std::vector<Pattern>& candidates,
                                                        const CommunicationParameters& perByte, int p, double lowBytes,
                                                        double highBytes);

/// The nearest point along one axis, starting at a design's dot, at which another pattern becomes the cheapest.
struct NextBoundary {
    Pattern cheaperPattern = defaultAllReducePattern;  ///< the cheapest pattern past the boundary
    double position = 0;  ///< p or message bytes
};
/// Searches upwards to pMax or downwards to 2.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates,
                                                          const CommunicationParameters& perByte, int p, double bytes,
                                                          int pMax, bool upwards);
/// Searches up or down to limitBytes. Precondition: bytes > 0.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates,
                                                              const CommunicationParameters& perByte, int p,
                                                              double bytes, double limitBytes, bool upwards);

}  // namespace scalewright
