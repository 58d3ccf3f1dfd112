// SPDX-License-Identifier: GPL-3.0-or-later
// The answer for a service that is planned by its throughput (core/decision/plan/served.h): replicas, requests per
// second and cost of an hour at each p. Used by `predict` and `cost` in place of a curve.
#pragma once

#include <initializer_list>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answered.h"

namespace scalewright {

/// 1, 2, 4 … replicas up to the plan's, and the plan's and one more.
[[nodiscard]] std::vector<int> defaultServedWorkers(const Analysis& analysis);

/// Precondition: isPlannedByThroughput(project.baseline).
[[nodiscard]] Answer servedAnswer(const Project& project, const Analysis& analysis, const std::vector<int>& workers);

/// With JSON: "plan_p", "goal" and "plan" as everywhere, and "rows" with p, nodes, replicas, throughput_per_s, feasible and
/// basis. The keys of a curve (`absentKeys`, and those of its rows) are null with the reason.
[[nodiscard]] Answered answerServed(const Project& project, const Analysis& analysis, const std::vector<int>& workers,
                                    std::initializer_list<const char*> absentKeys);

}  // namespace scalewright
