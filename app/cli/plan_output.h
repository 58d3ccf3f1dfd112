// The plan's decision as the commands print it: one form, whichever command tells it.
#pragma once

#include <optional>
#include <string>

#include "core/base/json/json.h"
#include "core/decision/plan/plan_decision.h"

namespace scalewright::cli {

/// "goal": each goal that is set with name, limit, value and met, null where it cannot be told, with the reason; and
/// "plan": p, by, curve, why, speedup, t and cost of a run, goals_met. `plan` may be absent: then both say why.
void addPlanJson(Json::Object& json, const std::optional<PlanDecision>& plan);

/// The goals in lines under "plan p"; empty where none is set.
[[nodiscard]] std::string goalLines(const std::optional<PlanDecision>& plan);

}  // namespace scalewright::cli
