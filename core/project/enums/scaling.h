// Kinds of scaling, and the search limits over p that a document refers to.
#pragma once

namespace scalewright {

/// Strong: the step's work is fixed. Weak: it grows with p.
enum class Scaling { Strong, Weak };

/// A run is the same work at every p, that of its base. Returns the share of the work of `workers`, during one run of
/// the base, that belongs to it: all of it under strong scaling; base/workers under weak scaling, where each worker
/// does as much as before (Gustafson 1988). Precondition: both at least 1.
[[nodiscard]] constexpr double baseWorkShare(Scaling scaling, double base, double workers)
{
    return scaling == Scaling::Strong ? 1 : base / workers;
}

/// Workers are added down to this efficiency unless another is set.
inline constexpr double defaultEfficiencyTarget = 0.8;

/// The largest allowed p-max (1 048 576).
inline constexpr int maximumPMax = 1 << 20;

/// The largest p that is searched by default.
inline constexpr int defaultPMax = 4096;

}  // namespace scalewright
