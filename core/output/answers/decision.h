// Whether the plan's p is worth its cost, in one line: time and cost of a run at that p, and the values of an hour for
// which it is best. Shared by the story's last row and the Cost page.
#pragma once

#include "core/output/answers/answer.h"

namespace scalewright {

struct Analysis;
struct TimeCostTradeOff;
struct Project;

/// `choice`: for the curve that decides (decisionCurveKind); nullptr without a price. Without a goal the answer names
/// the cheapest and the fastest p and points to /goal/hour_value_usd. The headline is empty if there is no plan.
[[nodiscard]] Answer decisionAnswer(const Project& project, const Analysis& analysis, const TimeCostTradeOff* choice);

}  // namespace scalewright
