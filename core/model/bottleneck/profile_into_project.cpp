// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/profile_into_project.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

bool isAssumed(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin == Origin::Assumed;
}

bool hasAssumedTime(const std::vector<WorkloadStep>& steps)
{
    return std::ranges::any_of(steps, [](const WorkloadStep& step) { return isAssumed(step.stepTimeS); });
}

/// Name of the machine that the profile's ceilings belong to; empty if it is the unnamed measuring machine; nullopt if
/// unknown.
std::optional<std::string> profileMachineName(const Profile& profile)
{
    std::optional<std::string> measuredName;
    const Machine& machine = profile.baseline.machine;
    for (const auto member :
         {&Machine::memoryBytes, &Machine::storageBytes, &Machine::peakFlops, &Machine::memoryBandwidthBytesPerS}) {
        const MaybeQuantity& figure = machine.*member;
        if (figure && !machine.name.empty())
            return machine.name;
        if (std::optional<std::string> name = measuredProcessor(figure);
            name && (!measuredName || measuredName->empty()))
            measuredName = std::move(name);
    }
    return measuredName;
}

/// Whether this machine is known to differ from the one with that name. False if neither name nor figures decide it.
bool isDifferentMachine(const Machine& machine, const std::string& name)
{
    if (machine.name.empty() || machine.name == name)
        return false;
    for (const QuantityField<Machine>& field : quantities<Machine>)
        if (const std::optional<std::string> measured = measuredProcessor(machine.*field.member))
            return !name.empty() && !measured->empty() && *measured != name;
    return hasCatalogueFigures(machine) || !name.empty();
}

/// All figures of a machine must come from the same machine: when the machine changes, the old figures are dropped,
/// except the disk, as in fillMachine().
void adoptMachine(Machine& machine, const std::string& name)
{
    if (isDifferentMachine(machine, name))
        machine = {.name = name.empty() ? std::string(thisMachineSource) : name,
                   .storageBytes = std::move(machine.storageBytes),
                   .unknown = std::move(machine.unknown)};
    else if (machine.name.empty())
        machine.name = name;
}

bool isTimedOnOtherMachine(const WorkloadStep& step, const Machine& machine)
{
    const std::optional<std::string> name = measuredProcessor(step.stepTimeS);
    return name && step.device.empty() && isDifferentMachine(machine, *name);
}

}  // namespace

std::optional<double> knownStepTime(const Project& project)
{
    const MaybeQuantity sum = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    if (sum && sum->value > 0 && !hasAssumedTime(project.baseline.steps))
        return sum->value;
    const MaybeQuantity& tComp = project.baseline.tCompS;
    return tComp && !isAssumed(tComp) ? std::optional(tComp->value) : std::nullopt;
}

void updateTCompFromSteps(Project& project, const MaybeQuantity& before)
{
    MaybeQuantity& tComp = project.baseline.tCompS;
    const MaybeQuantity newTotal = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    if (newTotal && (!tComp || (before && before->value == tComp->value)))
        tComp = newTotal;
}

Result<Project> withProfile(Project project, const Profile& profile, bool stepTimesAreShares)
{
    const MaybeQuantity before = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    project.baseline.steps = profile.baseline.steps;
    if (profile.baseline.steps.size() == 1 && profile.baseline.steps.front().name.empty())
        project.baseline.steps.front().name = profile.title;
    if (const std::optional<std::string> machine = profileMachineName(profile))
        adoptMachine(project.baseline.machine, *machine);
    for (const ProfileField field : profileFields())
        if (const MaybeQuantity figure = field.isPerStep() ? std::nullopt : fieldQuantity(profile, field))
            TRY_DO(setField(project, field->jsonPointer, figure));
    for (WorkloadStep& step : project.baseline.steps)
        if (const Machine& machine = project.baseline.machine; isTimedOnOtherMachine(step, machine)) {
            std::string& conditions = step.stepTimeS->provenance.conditions;
            conditions += fmt::format("{}on {}, not on the named machine {}", conditions.empty() ? "" : "; ",
                                      step.stepTimeS->provenance.source, machine.name);
        }
    const MaybeQuantity& tComp = project.baseline.tCompS;
    if (!tComp || !(stepTimesAreShares || (hasAssumedTime(profile.baseline.steps) && !isAssumed(tComp))))
        updateTCompFromSteps(project, before);
    return project;
}

std::string machineChangeText(const Project& before, const Project& after)
{
    const Machine &oldMachine = before.baseline.machine, &newMachine = after.baseline.machine;
    if (!oldMachine.name.empty() && oldMachine.name != newMachine.name)
        return formatMessage("the machine is now {}: its figures come from the profile, and those of {} were removed",
                             newMachine.name, oldMachine.name);
    const std::vector<WorkloadStep>& steps = after.baseline.steps;
    if (std::ranges::any_of(steps, [&](const WorkloadStep& step) { return isTimedOnOtherMachine(step, newMachine); }))
        return formatMessage(
            "the time was measured on this machine, not on the named machine {}: measure it there, or name this "
            "machine",
            newMachine.name);
    return {};
}

}  // namespace scalewright
