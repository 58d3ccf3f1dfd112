// SPDX-License-Identifier: GPL-3.0-or-later
// Members that the JSON forms of several answers share.
#pragma once

#include <optional>

#include "core/base/json/fields.h"
#include "core/base/quantity/quantity.h"
#include "core/decision/plan/plan_decision.h"
#include "core/model/scaling/terms.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

struct Claim;

/// {"value": …, "low": …, "high": …, "level": …}.
[[nodiscard]] Json::Object intervalFields(double value, const Interval& interval);

/// "goal": each goal that is set, with name, limit, value and met (null with the reason if unknown); and "plan": p, by,
/// curve, why, speedup, t and cost of a run, all_goals_reachable, feasible, basis, why_this_p, limit, next_limit,
/// weaknesses. If `plan` is absent, "goal" is empty and "plan" is null with the reason, beside "ways_out".
[[nodiscard]] Json::Object planFields(const std::optional<PlanDecision>& plan, const Claim& claim);
/// "feasible"; if it is false, also "limit" and "reason".
[[nodiscard]] Json::Object feasibilityFields(const FeasibleWorkers& feasible, int p);

/// A term of T(p), under the key `name`.
[[nodiscard]] Json::Object pricedTermFields(const char* name, const PricedTerm& term);

}  // namespace scalewright
