// How far two numbers that are meant to be equal lie apart after rounding.
#pragma once

namespace scalewright {

inline constexpr double lastBits = 1e-12;  ///< so much of a threshold is no miss of it

}  // namespace scalewright
