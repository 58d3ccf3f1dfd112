// An axis that the flow names and the project's own numbers do not pay: compute binds, and no number of workers
 // shortens the step.
#pragma once

#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// "On this project's own numbers the axis buys nothing: …": where compute or memory bandwidth binds and Predict, of
/// the profile's design and its T_comp (else the step without its reading), finds no p > 1 faster than one worker up to
/// its p-max. Empty where one is, where the profile has no design, and where splitting is no matter of time (capacity,
/// reading, requests, order).
[[nodiscard]] std::string buysNothing(const Profile& profile, Bottleneck bottleneck);

}  // namespace scalewright
