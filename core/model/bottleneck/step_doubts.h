// What the figures of a step say against each other: reading that takes longer than the step, a step faster than its
// roof, one that its roof does not explain, arithmetic that is not the described model's. They are measured or typed
// apart, so one of them is off; which one, a person knows.
//
//     for (const std::string& doubt : stepDoubts(profile, stepPoints(profile))) …
#pragma once

#include <optional>
#include <vector>

#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include <string>

namespace scalewright {

/// A sentence each, in the order of the steps; empty where nothing is odd: ceilings of another device, reading longer than the step, more than 5 %
/// faster than the roof, less than a twentieth of it, twice or half of what the described model takes to train (our own
/// thresholds). Precondition: points are stepPoints(profile).
[[nodiscard]] std::vector<std::string> stepDoubts(const Profile& profile, const std::vector<StepPoint>& points);

/// The work at its roof over the steps' time without reading: 1 is the roof itself. Absent where a step lacks either.
[[nodiscard]] std::optional<double> shareOfRoof(const Diagnosis& diagnosis);

/// Below that share of the roof one machine has more to gain than four machines that scale perfectly: our own threshold.
inline constexpr double tuneFirstBelow = 0.25;

/// Whether one machine is to be used better before any second: the verdict rests on the roof, and little of it is used.
[[nodiscard]] bool tuneFirst(const Diagnosis& diagnosis);

/// Whether the steps are so much faster than the roof allows, half again and more (our own threshold), that their figures
/// or the ceilings are to be looked at before any verdict that rests on them.
[[nodiscard]] bool beyondRoof(const Diagnosis& diagnosis);

/// Whether the verdict rests on ceilings that are not of the device that the steps compute on (Diagnosis::deviceDoubt).
[[nodiscard]] bool restsOnOtherDevice(const Diagnosis& diagnosis);

/// Whether a verdict can be said without a doubt. Not where an answer on its path changes within the intervals of its
/// inputs, where it rests on another device's ceilings, nor where it rests on the roof and the times speak against that: a step is more than 5 % faster than its
/// roof, or, for compute and memory bandwidth, steps that reach less than a twentieth of it hold half of the time or
/// more.
[[nodiscard]] bool isCertain(const Diagnosis& diagnosis);

/// That a ceiling of all cores lies below that of one (isBelowOneCore); else empty.
[[nodiscard]] std::string ceilingDoubt(const Machine& machine);

/// That a step computes on an accelerator, and ceilings or memory are those measured of the machine around it; else
/// empty.
[[nodiscard]] std::string deviceDoubt(const Baseline& baseline);

}  // namespace scalewright
