#include "app/cli/plan_output.h"

#include <cmath>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/output/answers/prediction.h"

namespace scalewright::cli {

namespace {

constexpr const char* noPlanReason = "there is no model, no ladder and no chosen p";

const char* curveKindName(CurveKind curve)
{
    return curve == CurveKind::Measured ? "measured" : "predicted";
}

Json goalJson(const GoalVerdict& goal)
{
    Json::Object json{{"name", Json(goalKindName(goal.kind))}, {"limit", Json(goal.limit)}};
    const bool finite = goal.value && std::isfinite(*goal.value);
    setOrReason(json, "value", finite ? goal.value : std::nullopt, goal.value ? "the run never finishes" : goal.reason);
    if (goal.isMet)
        json.emplace_back("met", Json(*goal.isMet));
    else
        setOrReason(json, "met", std::optional<double>(), goal.reason);
    if (goal.valueInterval)
        json.emplace_back("between", Json(Json::Object{{"low", Json(goal.valueInterval->low)},
                                                       {"high", Json(goal.valueInterval->high)},
                                                       {"level", Json(goal.valueInterval->level)}}));
    if (goal.contradictingMeasurement)
        json.emplace_back("otherwise_measured", Json(Json::Object{{"p", Json(goal.contradictingP)},
                                                                  {"value", Json(*goal.contradictingMeasurement)}}));
    return Json(std::move(json));
}

}  // namespace

void addPlanJson(Json::Object& json, const std::optional<PlanDecision>& plan)
{
    Json::Array goals;
    if (plan)
        for (const GoalVerdict& goal : plan->verdicts)
            goals.push_back(goalJson(goal));
    json.emplace_back("goal", Json(std::move(goals)));
    if (!plan) {
        setOrReason(json, "plan", std::optional<double>(), noPlanReason);
        return;
    }
    Json::Object decision{{"p", Json(plan->p)}, {"by", Json(planRuleName(plan->rule))}, {"why", Json(plan->reason)}};
    const std::string absent = !plan->curveKind                           ? "there is no prediction and no ladder"
                               : *plan->curveKind == CurveKind::Predicted ? "the batch is too small for so many workers"
                                                                          : "the plan's p was not measured";
    if (plan->curveKind)
        decision.emplace_back("curve", Json(curveKindName(*plan->curveKind)));
    else
        setOrReason(decision, "curve", std::optional<double>(), absent);
    setOrReason(decision, "speedup", plan->speedup, absent);
    setOrReason(decision, "t", plan->timeS && std::isfinite(*plan->timeS) ? plan->timeS : std::nullopt,
                plan->timeS ? "the run never finishes" : absent);
    setOrReason(decision, "cost", plan->costUsd && std::isfinite(*plan->costUsd) ? plan->costUsd : std::nullopt,
                !plan->timeS    ? absent
                : plan->costUsd ? "the run never finishes"
                                : "no price is given");
    decision.emplace_back("all_goals_reachable", Json(!plan->shortfall));
    json.emplace_back("plan", Json(std::move(decision)));
}

std::string goalLines(const std::optional<PlanDecision>& plan)
{
    std::string text;
    if (plan)
        for (const std::string& goal : goalTexts(*plan))
            text += fmt::format("{:<14}{}\n", text.empty() ? "goal" : "", goal);
    return text;
}

}  // namespace scalewright::cli
