// A run of the probes into a project: its ceilings, and its place among the runs before it
 // (Project::measurements.machines).
#pragma once

#include "core/base/error/result.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The project with what a report knows about its machine; figures that the report lacks stay as they are.
[[nodiscard]] Project withMachineOf(Project project, const ProbeReport& report);

/// The project with what the system says of this machine where the project says nothing: its name, a description, its
/// memory.
[[nodiscard]] Project withFactsOf(Project project, const MachineFacts& facts);

/// The project with those figures kept among the runs of the probes, in a run of their own or in the one that is under
/// way.
[[nodiscard]] Project withRunOf(Project project, const ProbeReport& report, bool begins);

/// The project with the three workloads of Code 41.2.1 as its steps, their working set, the ceilings measured beside
/// them, and T_comp where it went with the steps before (followSteps). Precondition: report.kind is Book. Error
/// (Environment): the report lacks a figure.
[[nodiscard]] Result<Project> withBookOf(Project project, const ProbeReport& report);

}  // namespace scalewright
