// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/probes/run_history.h"

#include <algorithm>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/process/wall_clock.h"
#include "core/evidence/probes/book.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

/// A rate that the same machine reached before stays its ceiling: a lower one shows what else was running.
bool isBelowEarlier(const Quantity& value, const MaybeQuantity& earlier)
{
    return earlier && earlier->provenance.origin == Origin::Measured &&
           earlier->provenance.source == value.provenance.source && value.value < earlier->value;
}

bool isRate(const QuantityField<Machine>& field)
{
    return field.info.dimension == Dimension::ComputeRate || field.info.dimension == Dimension::Bandwidth;
}

void setMeasuredValues(Machine& machine, const ProbeReport& report)
{
    const Machine measured = machineOf(report);
    if (!measured.name.empty())
        machine.name = measured.name;
    if (!measured.description.empty())
        machine.description = measured.description;
    for (const QuantityField<Machine>& field : quantities<Machine>)
        if (const MaybeQuantity& value = measured.*field.member;
            value && !(isRate(field) && isBelowEarlier(*value, machine.*field.member)))
            machine.*field.member = value;
}

}  // namespace

ProbeReport reportOf(const Machine& machine)
{
    ProbeReport report{.kind = ProbeKind::Machine, .cpuName = machine.name, .description = machine.description};
    for (const QuantityField<Machine>& each : quantities<Machine>)
        if (const MaybeQuantity& value = machine.*each.member) {
            report.results.push_back({.name = each.info.key(),
                                      .dimension = each.info.dimension,
                                      .quantity = *value,
                                      .bestValue = value->interval ? value->interval->high : value->value});
            report.date = std::max(report.date, value->provenance.date);
        }
    return report;
}

Project withMeasuredMachine(Project project, const ProbeReport& report)
{
    setMeasuredValues(project.baseline.machine, report);
    return project;
}

Project withMachineFacts(Project project, const MachineFacts& facts)
{
    Machine& machine = project.baseline.machine;
    if (machine.name.empty())
        machine.name = facts.cpuName;
    if (machine.description.empty())
        machine.description = describe(facts);
    if (!machine.memoryBytes && facts.memoryBytes > 0)
        machine.memoryBytes = Quantity{facts.memoryBytes,
                                       std::nullopt,
                                       {Origin::Measured,
                                        thisMachineSourceText(facts.cpuName, facts.cores),
                                        today(),
                                        facts.isMemoryLimited ? "the limit of this process's control group"
                                                              : "installed memory as the system reports it",
                                        {}}};
    return project;
}

Project withProbeRun(Project project, const ProbeReport& report, bool startsNewRun)
{
    std::vector<Machine>& runs = project.measurements.machines;
    if (startsNewRun || runs.empty())
        runs.emplace_back();
    setMeasuredValues(runs.back(), report);
    return project;
}

Result<Project> withBookWorkloads(Project project, const ProbeReport& report)
{
    TRY(const std::vector<BookWorkload> workloads, bookWorkloads(report));
    const Profile profile = bookProfile(report, workloads);
    const MaybeQuantity before = total(project.baseline.steps, &WorkloadStep::stepTimeS);
    project = withMeasuredMachine(std::move(project), report);
    project.baseline.steps = profile.baseline.steps;
    project.baseline.workingSetBytes = profile.baseline.workingSetBytes;
    updateTCompFromSteps(project, before);
    return project;
}

}  // namespace scalewright
