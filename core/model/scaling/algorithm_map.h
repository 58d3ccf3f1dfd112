// Which pattern is cheapest, over p and message size: the map that a design is a dot on.
//
// The candidates do the same job. A cell is the argmin of communicationTime, not an interpolation: the first candidate
// whose time is within rounding (one part in 10^12) of the least, so that two names of one formula never speckle.
//
// At one p every pattern's time is A + B n + C sqrt(n) in the message's bytes n: A is its latency, B its seconds per
// byte, and C = 2 sqrt(A B) for the double tree alone. Two of them cross where a quadratic in sqrt(n) is zero, so a
// column's boundaries are closed forms (cheapestRuns, nextBoundaryInBytes). In p they jump at powers of two:
// nextBoundaryInP looks at every p.
//
//     const auto candidates = competing(usualPattern);
//     CommunicationParameters link{.alphaS = 10e-6, .betaS = 1 / 25e9};                // beta per byte
//     cheapestRuns(candidates, link, 64, 1e3, 1e9);   // recursive doubling … 60.8 kB … Rabenseifner …
#pragma once

#include <optional>
#include <vector>

#include "core/model/scaling/pattern.h"

namespace scalewright {

/// The patterns that could stand in for this one: they deliver at least what it delivers, to everyone it delivers to.
/// Itself comes first. An all-reduce may be replaced by every other all-reduce, by a reduce-scatter with all-gather and
/// by a parameter server; gossip and federated averaging, after which the views differ, by those as well; a shuffle and
/// a scatter-gather move something else and stand alone.
[[nodiscard]] std::vector<Pattern> interchangeable(Pattern pattern);

/// Those of them that may be asked which is cheapest. The book's ring and the literature's are one algorithm priced
/// twice, so only one of them is in: the one that the design names, the literature's where it names neither.
[[nodiscard]] std::vector<Pattern> competing(Pattern pattern);

/// The parameters of one message: perByte's betaS, beta2S and gammaS, which are per byte here (betaS = 1/B), times
/// bytes.
[[nodiscard]] CommunicationParameters ofMessage(CommunicationParameters perByte, double bytes);

struct AlgorithmMap {
    std::vector<Pattern> candidates;
    std::vector<int> p;  ///< columns, ascending
    std::vector<double> bytes;  ///< rows, ascending
    std::vector<unsigned char> cheapest;  ///< index into candidates, row-major: bytes outer, p inner
    [[nodiscard]] Pattern at(std::size_t row, std::size_t column) const
    {
        return candidates[cheapest[row * p.size() + column]];
    }
};

/// Precondition of this and all below: candidates not empty, validate(perByte) passes, every p >= 1, bytes >= 0.
[[nodiscard]] AlgorithmMap algorithmMap(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                        std::vector<int> p, std::vector<double> bytes);

/// One cell of it. At p = 1, or where every time is 0, the first candidate.
[[nodiscard]] Pattern cheapestPattern(const std::vector<Pattern>& candidates, const CommunicationParameters& perByte,
                                      int p, double bytes);

/// The cheapest pattern from the end of the run before (from lowBytes for the first) up to `toBytes`.
struct CheapestRun {
    Pattern pattern = usualPattern;
    double toBytes = 0;
};
/// A column of the map between 0 < lowBytes < highBytes, its boundaries exact; the last run ends at highBytes.
[[nodiscard]] std::vector<CheapestRun> cheapestRuns(const std::vector<Pattern>& candidates,
                                                    const CommunicationParameters& perByte, int p, double lowBytes,
                                                    double highBytes);

/// From a design's dot, along one axis, the nearest place where what is cheapest at the dot no longer is.
struct NextBoundary {
    Pattern cheaper = usualPattern;  ///< beyond it
    double at = 0;  ///< that p, or those bytes
};
/// Upwards to pMax, downwards to 2.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInP(const std::vector<Pattern>& candidates,
                                                          const CommunicationParameters& perByte, int p, double bytes,
                                                          int pMax, bool upwards);
/// Up or down to limitBytes. Precondition: bytes > 0.
[[nodiscard]] std::optional<NextBoundary> nextBoundaryInBytes(const std::vector<Pattern>& candidates,
                                                              const CommunicationParameters& perByte, int p,
                                                              double bytes, double limitBytes, bool upwards);

}  // namespace scalewright
