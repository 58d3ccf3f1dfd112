// A profile that was measured, taken into a project.
#pragma once

#include <optional>

#include "core/model/bottleneck/profile.h"

namespace scalewright {

/// T_comp goes with the steps that it was the sum of, or begins with them: the steps are its home. Another T_comp
/// stays. `before`: what the steps added up to.
void followSteps(Project& project, const MaybeQuantity& before);

/// The time of the step, where it is known: what the steps add up to, else T_comp. A time that is assumed is not known.
[[nodiscard]] std::optional<double> knownStepTime(const Project& project);

/// The project with the profile's steps in place of its own and with every other figure that the profile has. T_comp
/// goes with the steps as in followSteps, but stays where their times are shares of one that was known
/// (`sharesKnownTime`) or are assumed. The machine's name goes with its ceilings: where they are another machine's, so
/// is all that is said of it but its disk. A time that was measured on another machine than the one that is named says
/// so among its conditions. Error (Input): a figure that is out of its range.
[[nodiscard]] Result<Project> withProfile(Project project, const Profile& profile, bool sharesKnownTime = false);

/// What withProfile made of the machine, in a sentence: it is another one now, or the time is of another than the one
/// that is named. Says nothing where neither is so.
[[nodiscard]] std::string saidOfMachine(const Project& before, const Project& after);

}  // namespace scalewright
