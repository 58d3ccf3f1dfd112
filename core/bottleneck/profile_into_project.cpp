#include "core/bottleneck/profile_into_project.h"

#include "core/bottleneck/profile_members.h"
#include "core/fields/project_fields.h"
#include "core/project/project.h"

namespace scalewright {

void followSteps(Project& project, const MaybeQuantity& before)
{
    MaybeQuantity& tComp = project.baseline.tCompS;
    const MaybeQuantity now = total(profileOf(project), ProfileField::StepTime);
    if (now && (!tComp || (before && before->value == tComp->value)))
        tComp = now;
}

Result<Project> withProfile(Project project, const Profile& profile)
{
    const MaybeQuantity before = total(profileOf(project), ProfileField::StepTime);
    project.baseline.steps = profile.steps;
    if (profile.steps.size() == 1 && profile.steps.front().name.empty())
        project.baseline.steps.front().name = profile.title;
    for (const ProfileFieldInfo& about : profileFields())
        if (const MaybeQuantity& figure = about.ofStep ? MaybeQuantity() : profile.*detail::ofWhole(about.field))
            if (Result<void> set = setField(project, about.projectPointer, figure); !set)
                return fail(std::move(set.error()));
    followSteps(project, before);
    return project;
}

}  // namespace scalewright
