// The plan decision, in the same form for all commands.
#pragma once

#include <optional>
#include <string>

#include "core/base/json/json.h"
#include "core/decision/plan/plan_decision.h"

namespace scalewright {
struct Claim;
}

namespace scalewright::cli {

/// "goal": each goal that is set, with name, limit, value and met (null with the reason if unknown); and "plan": p, by,
/// curve, why, speedup, t and cost of a run, all_goals_reachable, feasible, basis, why_this_p, limit, next_limit,
/// weaknesses. If `plan` is absent, "goal" is empty and "plan" is null with the reason, beside "ways_out".
void addPlanJson(Json::Object& json, const std::optional<PlanDecision>& plan, const Claim& claim);

/// "feasible"; if it is false, also "limit" and "reason".
void addFeasibilityJson(Json::Object& row, const FeasibleWorkers& feasible, int p);

}  // namespace scalewright::cli
