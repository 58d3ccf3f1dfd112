// SPDX-License-Identifier: GPL-3.0-or-later
// Limits the candidates of a plan to the feasible numbers of workers.
#pragma once

#include "core/decision/plan/candidates.h"

namespace scalewright {

/// "1 machine", "4 machines". Precondition: the target's available machines are set.
[[nodiscard]] std::string availableMachinesText(const Target& target);

/// Removes each infeasible p, and replaces the fallback p if it is infeasible. `prediction`: given if the set belongs to
/// a prediction and its candidates are not computed yet. Precondition: some p is feasible.
void limitToFeasibleWorkers(PlanCandidateSet& set, const FeasibleWorkers& feasible, const Target& target,
                            const Prediction* prediction = nullptr);

/// If the knee leaves part of a paid node unused, moves it to the fastest p on the same nodes, which costs no more.
void extendToFullNodes(PlanCandidateSet& set, int workersPerNode, const Prediction* prediction = nullptr);

}  // namespace scalewright
