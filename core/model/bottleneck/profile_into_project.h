// SPDX-License-Identifier: GPL-3.0-or-later
// Adds a measured profile to a project.
#pragma once

#include <optional>

#include "core/model/bottleneck/profile.h"

namespace scalewright {

/// Sets T_comp to the new sum of the steps if it was unset or equal to the old sum `before`. Any other T_comp is kept.
void updateTCompFromSteps(Project& project, const MaybeQuantity& before);

/// The known time of a step: the sum of the steps, else T_comp. An assumed time is not known.
[[nodiscard]] std::optional<double> knownStepTime(const Project& project);

/// Replaces the project's steps with those of the profile, and sets every other figure that the profile has. T_comp
/// follows the steps as in updateTCompFromSteps(), but is kept if the step times are shares of a known time
/// (`stepTimesAreShares`) or are assumed. The machine's name follows its ceilings: if they belong to another machine,
/// all its other figures except the disk are replaced too. If a time was measured on a machine other than the named
/// one, its conditions say so. Error (Input): a figure is out of range.
[[nodiscard]] Result<Project> withProfile(Project project, const Profile& profile, bool stepTimesAreShares = false);

/// Sentence on what withProfile() changed about the machine: it is now a different machine, or the time was measured on
/// a machine other than the named one. Empty if neither is the case.
[[nodiscard]] std::string machineChangeText(const Project& before, const Project& after);

}  // namespace scalewright
