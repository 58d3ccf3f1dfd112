// Which pattern is cheapest, over p and message size: the map on which a design is a dot.
//
// The candidates do the same job. A cell is the argmin of communicationTime(), not an interpolation: the first
// candidate whose time is within rounding (one part in 10^12) of the minimum, so that two names of one formula never
// speckle.
//
// At one p every pattern's time is A + B n + C sqrt(n) in the message's bytes n: A is its latency, B its seconds per
// byte, and C = 2 sqrt(A B) for the double tree alone. Two patterns cross where a quadratic in sqrt(n) is zero, so a
// column's boundaries have closed forms (cheapestRanges, nextBoundaryInBytes). In p they jump at powers of two:
// nextBoundaryInP checks every p.
//
//     const auto candidates = competingPatterns(defaultAllReducePattern);
//     CommunicationParameters link{.alphaS = 10e-6, .betaS = 1 / 25e9};                // beta per byte
//     cheapestRanges(candidates, link, 64, 1e3, 1e9);   // recursive doubling … 60.8 kB … Rabenseifner …
#pragma once

#include <optional>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// The patterns that can replace this one: they deliver at least the same data to all its receivers. `pattern` comes
/// first. An all-reduce can be replaced by every other all-reduce, by a reduce-scatter with all-gather and by a
/// parameter server. The same patterns can replace gossip and federated averaging, which leave the workers with
/// different views. A shuffle and a scatter-gather move other data and have no replacement.
[[nodiscard]] std::vector<Pattern> interchangeablePatterns(Pattern pattern);

/// The interchangeable patterns whose times are compared. The book's ring and the literature's ring are one algorithm
/// with two prices, so only one of them is included: the one that the design names, or the literature's if it names
/// neither.
[[nodiscard]] std::vector<Pattern> competingPatterns(Pattern pattern);

/// The parameters of one message: perByte's betaS, beta2S and gammaS, which are per byte here (betaS = 1/B), times
/// `bytes`.
[[nodiscard]] CommunicationParameters parametersForMessage(CommunicationParameters perByte, double bytes);

struct AlgorithmMap {
    std::vector<Pattern> candidates;
    std::vector<int> workerCounts;  ///< columns, ascending
    std::vector<double> messageBytes;  ///< rows, ascending
    std::vector<unsigned char> cheapestIndices;  ///< index into candidates, row-major: bytes outer, p inner
    [[nodiscard]] Pattern patternAt(std::size_t row, std::size_t column) const
    {
        return candidates[cheapestIndices[row * workerCounts.size() + column]];
    }
};

/// Precondition of this and all functions below: candidates not empty, validate(perByte) passes, every p >= 1, bytes >=
/// 0.
[[nodiscard]] AlgorithmMap computeAlgorithmMap(const std::vector<Pattern>& candidates,
                                               const CommunicationParameters& perByte, std::vector<int> p,
                                               std::vector<double> bytes);

/// One cell of the map. At p = 1, or if every time is 0, the first candidate.
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

/// The nearest point along one axis, seen from a design's dot, at which another pattern becomes the cheapest.
struct NextBoundary {
    Pattern cheaperPattern = defaultAllReducePattern;  ///< the cheapest past the boundary
    double position = 0;  ///< p or message bytes
};
/// Searches upwards to pMax, downwards to 2.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates,
                                                          const CommunicationParameters& perByte, int p, double bytes,
                                                          int pMax, bool upwards);
/// Searches up or down to limitBytes. Precondition: bytes > 0.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates,
                                                              const CommunicationParameters& perByte, int p,
                                                              double bytes, double limitBytes, bool upwards);

}  // namespace scalewright
