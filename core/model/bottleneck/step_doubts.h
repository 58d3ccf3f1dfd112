// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether the figures of a step are consistent: reading longer than the step, a step faster than its roof, a
// step that its roof does not explain, arithmetic that does not match the described model. The figures are measured or
// typed separately, so one of them must be wrong; the user has to decide which.
//
//     for (const std::string& warning : stepWarnings(profile, rooflinePoints(profile))) …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

/// One sentence per warning, in step order: ceilings measured on another device, reading longer than the step, more
/// than 5 % faster than the roof, less than a twentieth of the roof, more than twice or less than half the training
/// FLOP of the described model (our own thresholds). Precondition: points are rooflinePoints(profile).
[[nodiscard]] std::vector<std::string> stepWarnings(const Profile& profile, const std::vector<RooflinePoint>& points);

/// How a step's reading can be longer than the step: "reading 5.96 s in 2.09 s: by several processes or threads at
/// once"; empty if it is not longer.
[[nodiscard]] std::string overlappingReadingText(const WorkloadStep& step);

/// The roofline time of the work over the step time without reading; 1 means at the roof. Absent if a step lacks
/// either.
[[nodiscard]] std::optional<double> shareOfRoof(const Diagnosis& diagnosis);

/// Below this share of the roof, tuning one machine can gain more than four machines that scale perfectly: our own
/// threshold.
inline constexpr double tuneFirstRoofShare = 0.25;

/// Whether to tune one machine before adding a second: the verdict depends on the roof, and the step reaches only a
/// small share of it.
[[nodiscard]] bool shouldTuneFirst(const Diagnosis& diagnosis);

/// Whether the steps exceed the roof by at least half (our own threshold), so that their figures or the ceilings must
/// be checked before relying on any verdict that depends on them.
[[nodiscard]] bool exceedsRoof(const Diagnosis& diagnosis);

/// Whether the verdict depends on ceilings of a device other than the one that computes (Diagnosis::deviceWarning).
[[nodiscard]] bool dependsOnOtherDevice(const Diagnosis& diagnosis);

/// Whether the verdict is certain. It is not if an answer on its path changes within the intervals of its inputs, if it
/// depends on another device's ceilings, or if it depends on the roof and the times contradict that: a step is more
/// than 5 % faster than its roof or, for compute and memory bandwidth, steps below a twentieth of the roof take at
/// least half of the time.
[[nodiscard]] bool isCertain(const Diagnosis& diagnosis);

/// Warns that a ceiling of all cores is below that of one core (isBelowOneCore); otherwise empty.
[[nodiscard]] std::string ceilingWarning(const Machine& machine);

/// Warns that a step computes on an accelerator while ceilings or memory were measured on the host; otherwise empty.
[[nodiscard]] std::string deviceWarning(const Baseline& baseline);

}  // namespace scalewright
