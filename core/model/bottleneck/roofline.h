// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline (book 41.2; Williams, Waterman, Patterson 2009): the performance limit of a machine at a given
// intensity.
//
//     I = W/Q                                 arithmetic intensity, FLOP per byte moved between memory and cores
//     Pmax(I) = min(pi, betaMem I)            the maximum FLOP per second at that intensity
//     I* = pi/betaMem                         the ridge: the roof is memory bandwidth to its left, compute to its right
//     T >= W/Pmax(I) = max(W/pi, Q/betaMem)   the minimum time; the second form also holds for W = 0, Q = 0
//
// Here beta is the memory's bytes per second; section 41.4 uses the same letter for seconds per message.
//
//     const Roofline machine{20e12, 800e9};
//     machine.ridge();               // 25 FLOP/B (exercise 41.2.3)
//     machine.timeS(6e12, 1.2e11);   // 0.3 s
#pragma once

#include <optional>

namespace scalewright {

/// Precondition for every member: both ceilings are positive and finite.
struct Roofline {
    double peakFlops = 0;  ///< pi, FLOP/s
    double memoryBandwidthBytesPerS = 0;  ///< betaMem, bytes/s

    [[nodiscard]] double ridge() const;  ///< I*, FLOP per byte
    [[nodiscard]] double attainableFlops(double intensity) const;  ///< Pmax(I), FLOP/s; intensity >= 0, may be infinite
    [[nodiscard]] double timeS(double flops, double bytesMoved) const;  ///< max(W/pi, Q/betaMem), seconds
};

/// W/Q in FLOP per byte; nullopt if no bytes are moved.
[[nodiscard]] std::optional<double> arithmeticIntensity(double flops, double bytesMoved);

}  // namespace scalewright
