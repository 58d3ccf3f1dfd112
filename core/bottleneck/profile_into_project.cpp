#include "core/bottleneck/profile_into_project.h"

#include <algorithm>

#include "core/bottleneck/profile_members.h"
#include "core/fields/project_fields.h"
#include "core/project/project.h"

namespace scalewright {

namespace {

bool isAssumed(const MaybeQuantity& quantity) { return quantity && quantity->provenance.origin == Origin::Assumed; }

bool assumesTime(const std::vector<WorkloadStep>& steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const WorkloadStep& step) { return isAssumed(step.stepTimeS); });
}

}  // namespace

std::optional<double> knownStepTime(const Project& project)
{
    const MaybeQuantity sum = total(profileOf(project), ProfileField::StepTime);
    if (sum && sum->value > 0 && !assumesTime(project.baseline.steps))
        return sum->value;
    const MaybeQuantity& tComp = project.baseline.tCompS;
    return tComp && !isAssumed(tComp) ? std::optional(tComp->value) : std::nullopt;
}

void followSteps(Project& project, const MaybeQuantity& before)
{
    MaybeQuantity& tComp = project.baseline.tCompS;
    const MaybeQuantity now = total(profileOf(project), ProfileField::StepTime);
    if (now && (!tComp || (before && before->value == tComp->value)))
        tComp = now;
}

Result<Project> withProfile(Project project, const Profile& profile, bool sharesKnownTime)
{
    const MaybeQuantity before = total(profileOf(project), ProfileField::StepTime);
    project.baseline.steps = profile.steps;
    if (profile.steps.size() == 1 && profile.steps.front().name.empty())
        project.baseline.steps.front().name = profile.title;
    for (const ProfileFieldInfo& about : profileFields())
        if (const MaybeQuantity& figure = about.ofStep ? MaybeQuantity() : profile.*detail::ofWhole(about.field))
            if (Result<void> set = setField(project, about.projectPointer, figure); !set)
                return fail(std::move(set.error()));
    const MaybeQuantity& tComp = project.baseline.tCompS;
    if (!tComp || !(sharesKnownTime || (assumesTime(profile.steps) && !isAssumed(tComp))))
        followSteps(project, before);
    return project;
}

}  // namespace scalewright
