#include "core/model/bottleneck/profile_into_project.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

bool isAssumed(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin == Origin::Assumed;
}

bool assumesTime(const std::vector<WorkloadStep>& steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const WorkloadStep& step) { return isAssumed(step.stepTimeS); });
}

/// The machine whose ceilings the profile has, empty where it is only said to be the one that measured; nullopt where
/// nobody says.
std::optional<std::string> machineSaid(const Profile& profile)
{
    std::optional<std::string> said;
    const Machine& machine = profile.baseline.machine;
    for (const auto member :
         {&Machine::memoryBytes, &Machine::storageBytes, &Machine::peakFlops, &Machine::memoryBandwidthBytesPerS}) {
        const MaybeQuantity& figure = machine.*member;
        if (figure && !machine.name.empty())
            return machine.name;
        if (std::optional<std::string> name = measuredOn(figure); name && (!said || said->empty()))
            said = std::move(name);
    }
    return said;
}

/// Whether the machine is known to be another than the one of that name. Where neither name nor figures tell, it is
/// not.
bool isAnother(const Machine& machine, const std::string& name)
{
    if (machine.name.empty() || machine.name == name)
        return false;
    for (const QuantityField<Machine>& field : quantities<Machine>)
        if (const std::optional<std::string> measured = measuredOn(machine.*field.member))
            return !name.empty() && !measured->empty() && *measured != name;
    return hasCatalogueFigures(machine) || !name.empty();
}

/// A machine's figures are of one machine: none of the one before stay beside another's, but for the disk, as with
/// fillMachine.
void takeMachine(Machine& machine, const std::string& name)
{
    if (isAnother(machine, name))
        machine = {.name = name.empty() ? std::string(thisMachine) : name,
                   .storageBytes = std::move(machine.storageBytes),
                   .unknown = std::move(machine.unknown)};
    else if (machine.name.empty())
        machine.name = name;
}

bool isTimedElsewhere(const WorkloadStep& step, const Machine& machine)
{
    const std::optional<std::string> name = measuredOn(step.stepTimeS);
    return name && step.device.empty() && isAnother(machine, *name);
}

}  // namespace

std::optional<double> knownStepTime(const Project& project)
{
    const MaybeQuantity sum = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    if (sum && sum->value > 0 && !assumesTime(project.baseline.steps))
        return sum->value;
    const MaybeQuantity& tComp = project.baseline.tCompS;
    return tComp && !isAssumed(tComp) ? std::optional(tComp->value) : std::nullopt;
}

void followSteps(Project& project, const MaybeQuantity& before)
{
    MaybeQuantity& tComp = project.baseline.tCompS;
    const MaybeQuantity now = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    if (now && (!tComp || (before && before->value == tComp->value)))
        tComp = now;
}

Result<Project> withProfile(Project project, const Profile& profile, bool sharesKnownTime)
{
    const MaybeQuantity before = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    project.baseline.steps = profile.baseline.steps;
    if (profile.baseline.steps.size() == 1 && profile.baseline.steps.front().name.empty())
        project.baseline.steps.front().name = profile.title;
    if (const std::optional<std::string> machine = machineSaid(profile))
        takeMachine(project.baseline.machine, *machine);
    for (const ProfileField field : profileFields())
        if (const MaybeQuantity figure = field.ofStep() ? std::nullopt : figureOf(profile, field))
            if (Result<void> set = setField(project, field->pointer, figure); !set)
                return fail(std::move(set.error()));
    for (WorkloadStep& step : project.baseline.steps)
        if (const Machine& machine = project.baseline.machine; isTimedElsewhere(step, machine)) {
            std::string& conditions = step.stepTimeS->provenance.conditions;
            conditions += fmt::format("{}on {}, which is not the {} that is named", conditions.empty() ? "" : "; ",
                                      step.stepTimeS->provenance.source, machine.name);
        }
    const MaybeQuantity& tComp = project.baseline.tCompS;
    if (!tComp || !(sharesKnownTime || (assumesTime(profile.baseline.steps) && !isAssumed(tComp))))
        followSteps(project, before);
    return project;
}

std::string saidOfMachine(const Project& before, const Project& after)
{
    const Machine &was = before.baseline.machine, &is = after.baseline.machine;
    if (!was.name.empty() && was.name != is.name)
        return say("the machine is {} now: the profile brings its figures, and those of {} are gone", is.name,
                   was.name);
    const std::vector<WorkloadStep>& steps = after.baseline.steps;
    if (std::any_of(steps.begin(), steps.end(), [&](const WorkloadStep& step) { return isTimedElsewhere(step, is); }))
        return say(
            "the time was measured on this machine, which is not the {} that is named: measure it there, or name this "
            "machine",
            is.name);
    return {};
}

}  // namespace scalewright
