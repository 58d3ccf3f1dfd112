// A profile that was measured, taken into a project.
#pragma once

#include "core/bottleneck/profile.h"

namespace scalewright {

/// T_comp goes with the steps that it was the sum of, or begins with them: the steps are its home. Another T_comp stays. `before`: what the
/// steps added up to.
void followSteps(Project& project, const MaybeQuantity& before);

/// The project with the profile's steps in place of its own and with every other figure that the profile has. Error (Input): a figure
/// that is out of its range.
[[nodiscard]] Result<Project> withProfile(Project project, const Profile& profile);

}  // namespace scalewright
