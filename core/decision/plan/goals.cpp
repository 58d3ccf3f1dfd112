// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/goals.h"

#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/text/message.h"
#include "core/decision/plan/served.h"
#include "core/project/document/project.h"

namespace scalewright {

std::string missedAmountText(const GoalVerdict& verdict)
{
    switch (verdict.kind) {
    case GoalKind::Deadline:
    case GoalKind::Latency: {
        const std::string name = verdict.kind == GoalKind::Deadline ? "deadline" : "latency";
        return std::isfinite(*verdict.value)
                   ? formatMessage("misses the {} by {}", name, timeText(*verdict.value - verdict.limit))
                   : formatMessage("misses the {}: the run never finishes", name);
    }
    case GoalKind::Budget:
        return std::isfinite(*verdict.value)
                   ? formatMessage("misses the budget by {}", moneyText(*verdict.value - verdict.limit))
                   : "misses the budget: the run never finishes";
    case GoalKind::Throughput:
        return formatMessage("misses the throughput by {}", requestRateText(verdict.limit - *verdict.value));
    case GoalKind::Quality: break;
    }
    return "misses the quality target";
}

Dimension goalDimension(GoalKind goal)
{
    switch (goal) {
    case GoalKind::Deadline:
    case GoalKind::Latency: return Dimension::Time;
    case GoalKind::Budget: return Dimension::Money;
    case GoalKind::Throughput: return Dimension::Rate;
    case GoalKind::Quality: break;
    }
    return Dimension::Ratio;
}

bool isWithinLimit(double value, double limit)
{
    return value <= limit * (1 + goalTolerance);
}

std::vector<GoalLimit> goalLimits(const Baseline& baseline, const Goal& goal)
{
    std::vector<GoalLimit> limits;
    const auto add = [&](GoalKind kind, const MaybeQuantity& quantity) {
        if (quantity)
            limits.push_back({kind, quantity->value});
    };
    add(GoalKind::Deadline, goal.deadlineS);
    add(GoalKind::Budget, goal.budgetUsd);
    MaybeQuantity latency = goal.latencyS;
    if (const std::optional<Serving>& serving = baseline.serving) {
        add(GoalKind::Throughput, serving->throughputTargetPerS);
        const MaybeQuantity& budget = serving->latencyBudgetS;
        if (budget && (!latency || budget->value < latency->value))
            latency = budget;
    }
    add(GoalKind::Latency, latency);
    add(GoalKind::Quality, goal.quality);
    return limits;
}

std::string missedGoalText(const GoalVerdict& verdict)
{
    return missedAmountText(verdict) + (verdict.valueInterval ? " (uncertain)" : "");
}

std::vector<GoalVerdict> undecidedGoals(const Baseline& baseline, const Goal& goal)
{
    std::vector<GoalVerdict> goals;
    for (const GoalLimit& limit : goalLimits(baseline, goal)) {
        GoalVerdict& open = goals.emplace_back(GoalVerdict{limit.kind, limit.value, std::nullopt, std::nullopt, {}});
        open.reason = limit.kind == GoalKind::Quality ? "measured, not predicted" : "no prediction yet";
    }
    return goals;
}

}  // namespace scalewright
