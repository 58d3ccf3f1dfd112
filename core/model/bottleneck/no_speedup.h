// SPDX-License-Identifier: GPL-3.0-or-later
// Detects when the recommended axis does not pay off with the project's own numbers: compute is the bottleneck, but no
// number of workers shortens the step.
#pragma once

#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// "Here the axis buys nothing: …": compute or memory bandwidth is the bottleneck, but
/// Predict, with the profile's design and its T_comp (or the step without reading), finds no p > 1 up to p-max that is
/// faster than one worker. Empty if there is such a p, if the profile has no design, and for bottlenecks other than
/// compute time (capacity, reading, requests, coordination).
[[nodiscard]] std::string noSpeedupNote(const Profile& profile, Bottleneck bottleneck);

}  // namespace scalewright
