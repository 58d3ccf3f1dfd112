// Tolerance for comparing numbers that are equal up to rounding.
#pragma once

namespace scalewright {

inline constexpr double roundingTolerance = 1e-12;  ///< a threshold counts as reached within this share of it

}  // namespace scalewright
