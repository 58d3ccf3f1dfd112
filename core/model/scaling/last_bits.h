// SPDX-License-Identifier: GPL-3.0-or-later
// Tolerance for comparing numbers that are equal up to rounding.
#pragma once

namespace scalewright {

/// A threshold counts as reached if the value is within this relative distance of it.
inline constexpr double roundingTolerance = 1e-12;

}  // namespace scalewright
