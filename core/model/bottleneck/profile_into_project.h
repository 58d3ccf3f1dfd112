// Takes a measured profile into a project.
#pragma once

#include <optional>

#include "core/model/bottleneck/profile.h"

namespace scalewright {

/// Updates T_comp to the new sum of the steps if it was unset or equal to the old sum `before`. Any other T_comp stays.
void updateTCompFromSteps(Project& project, const MaybeQuantity& before);

/// The known time of a step: the sum of the steps, else T_comp. An assumed time is not known.
[[nodiscard]] std::optional<double> knownStepTime(const Project& project);

/// The project with the steps of the profile in place of its own, and with every other figure that the profile has.
/// T_comp follows the steps as in updateTCompFromSteps(), but stays if the step times are shares of a known time
/// (`stepTimesAreShares`) or are assumed. The machine's name follows its ceilings: if they belong to another machine,
/// all its other figures except the disk are replaced too. A time measured on a machine other than the named one says
/// so in its conditions. Error (Input): a figure is out of its range.
[[nodiscard]] Result<Project> withProfile(Project project, const Profile& profile, bool stepTimesAreShares = false);

/// Sentence on what withProfile() changed about the machine: it is a different machine now, or the time was measured on
/// one other than the named. Empty if neither is the case.
[[nodiscard]] std::string machineChangeText(const Project& before, const Project& after);

}  // namespace scalewright
