// Kinds of scaling, and the constants of a search over p that a document refers to.
#pragma once

namespace scalewright {

/// Strong: the step's work is fixed. Weak: it grows with p.
enum class Scaling { Strong, Weak };

/// A run is the same work at every p, that of its base: so much of what `workers` do where the base does its work once
/// is that work. All of it; under weak scaling, where each does as much as before (Gustafson 1988), base/workers. Both
/// at least 1.
[[nodiscard]] constexpr double baseShare(Scaling scaling, double base, double workers)
{
    return scaling == Scaling::Strong ? 1 : base / workers;
}

/// The efficiency down to which workers are added where nobody states another.
inline constexpr double defaultEfficiencyTarget = 0.8;

/// The largest p-max that is searched (1 048 576).
inline constexpr int largestPMax = 1 << 20;

/// The largest p that is searched unless the person chose another.
inline constexpr int defaultPMax = 4096;

}  // namespace scalewright
