// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the plan's p is worth its cost, in one line: time and cost of a run at that p, and the values of an hour for
// which it is best. Shared by the story's last row and the Cost page.
#pragma once

#include <optional>

#include "core/output/answers/answer.h"

namespace scalewright {

struct Analysis;
struct PlanDecision;
struct Project;
struct TimeCostTradeOff;

/// Sets clarity and reason: close if another p may be as good within the intervals of the runs, or if the plan may miss
/// a goal that it meets; clear if neither is possible and the note is empty; otherwise unchanged. False if the rule of
/// the plan does not weigh time and cost, so that there is nothing to compare.
bool setPlanClarity(AnswerConfidence& confidence, const PlanDecision& plan, const TimeCostTradeOff& choice,
                    const std::optional<double>& hourValueUsd);

/// `choice`: for the curve that decides (shownCurveKind); nullptr without a price. Without a goal the answer names
/// the cheapest and the fastest p and points to /goal/hour_value_usd. The headline is empty if there is no plan.
[[nodiscard]] Answer decisionAnswer(const Project& project, const Analysis& analysis, const TimeCostTradeOff* choice);

}  // namespace scalewright
