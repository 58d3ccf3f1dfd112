// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of scaling, and the search limits over p that a document refers to.
#pragma once

#include "core/base/text/enum_names.h"

namespace scalewright {

/// Strong: the step's work is fixed. Weak: it grows with p.
enum class Scaling { Strong, Weak };
template <>
inline constexpr auto enumNames<Scaling> =
    namedValues<Scaling>("kind of scaling", {{Scaling::Strong, "strong"}, {Scaling::Weak, "weak"}});

/// The base run's work as a fraction of the work in one timed run with `workers` workers: 1 under strong scaling;
/// base/workers under weak scaling, where each worker does as much as before (Gustafson 1988). Precondition: both at
/// least 1.
[[nodiscard]] constexpr double baseWorkShare(Scaling scaling, double base, double workers)
{
    return scaling == Scaling::Strong ? 1 : base / workers;
}

/// The default efficiency target: workers are added as long as the efficiency is at least this.
inline constexpr double defaultEfficiencyTarget = 0.8;

/// The largest allowed p-max (1 048 576).
inline constexpr int maximumPMax = 1 << 20;

/// The largest p searched by default.
inline constexpr int defaultPMax = 4096;

}  // namespace scalewright
