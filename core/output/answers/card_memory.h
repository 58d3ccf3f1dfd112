// SPDX-License-Identifier: GPL-3.0-or-later
// What a card holds against its memory, as feasibility counts it: the picture of Baseline, Tools and the report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/chart/memory_chart.h"

namespace scalewright {

class FeasibleWorkers;
struct Finding;
struct FlowProgress;
struct Project;

// `feasible`, `planP`, `flow` and `findings` are those of the project's analysis.

/// How p workers hold the state: "a copy on every worker", "fully sharded over 4 workers", "ZeRO-2 over 4 workers".
[[nodiscard]] std::string stateDistributionText(const Project& project, const FeasibleWorkers& feasible, int p);

/// The design as chosen at the plan's p and, if it does not fit, with the fix that the findings offer. nullopt for a
/// service and if the memory of the card or what it holds is unknown.
[[nodiscard]] std::optional<chart::MemoryChart> planMemory(const Project& project, const FeasibleWorkers& feasible,
                                                           int planP, const std::vector<Finding>& findings);

/// The working set on one machine and, on the same cards, the plan or its offered fix if that fits. nullopt unless it is
/// known that the working set does not fit.
[[nodiscard]] std::optional<chart::MemoryChart> oneMachineMemory(const Project& project, const FlowProgress& flow,
                                                                 const FeasibleWorkers& feasible, int planP,
                                                                 const std::vector<Finding>& findings);

}  // namespace scalewright
