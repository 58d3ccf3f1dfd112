// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the results of a probe run to a project: its ceilings, and an entry in the history of runs
 // (Project::measurements.machines).
#pragma once

#include "core/base/error/result.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The ceilings of a measured machine as a report, such as those in a file of scalewright-torch.py.
[[nodiscard]] ProbeReport reportOf(const Machine& machine);
/// The project with the report's values for its machine; values missing from the report stay unchanged.
[[nodiscard]] Project withMeasuredMachine(Project project, const ProbeReport& report);

/// The project with the system's facts about this machine (name, description, memory) where the project has none.
[[nodiscard]] Project withMachineFacts(Project project, const MachineFacts& facts);

/// The project with the report's values added to the history of probe runs, in a new run or in the current one.
[[nodiscard]] Project withProbeRun(Project project, const ProbeReport& report, bool startsNewRun);

/// The project with the three workloads of Code 41.2.1 as its steps, their working set, the ceilings measured with
/// them, and, if T_comp followed the previous steps, the new T_comp (updateTCompFromSteps). Precondition: report.kind
/// is Book. Error (Environment): the report lacks a value.
[[nodiscard]] Result<Project> withBookWorkloads(Project project, const ProbeReport& report);

}  // namespace scalewright
