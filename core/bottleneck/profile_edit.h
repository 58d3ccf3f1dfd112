// A profile's figures set by their places, as a person types them.
//
//     setFigureText(profile, "/flops", "2TFLOP");
//     setFigureText(profile, "/steps/1/step_time_s", "0.3 s");
#pragma once

#include <string_view>

#include "core/bottleneck/profile.h"
#include "core/base/result.h"

namespace scalewright {

/// Sets the figure at the place that pointerOf() names; an empty text takes it away. Errors (Input), with the pointer:
/// none of this profile's places, with those that are; not an amount of that dimension, or out of its range.
[[nodiscard]] Result<void> setFigureText(Profile& profile, std::string_view pointer, std::string_view text);

}  // namespace scalewright
