#include "app/cli/plan_output.h"

#include <cmath>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "core/decision/claim/claim.h"
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

void addPlanJson(Json::Object& json, const std::optional<PlanDecision>& plan, const Claim& claim)
{
    Json::Array goals;
    if (plan)
        for (const GoalVerdict& goal : plan->verdicts)
            goals.push_back(goalJson(goal));
    json.emplace_back("goal", Json(std::move(goals)));
    if (!plan) {
        setOrReason(json, "plan", std::optional<double>(),
                    claim.whyNoPlan.empty() ? std::string(noPlanReason) : claim.whyNoPlan);
        json.emplace_back("ways_out", listJson(claim.waysOut));
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
    decision.emplace_back("feasible", Json(!plan->infeasibility));
    if (plan->infeasibility)
        decision.emplace_back("infeasible_because", Json(plan->infeasibility->reason));
    decision.emplace_back("basis", Json(claim.speedup ? speedupOriginName(*claim.speedup) : "predicted"));
    if (claim.speedup && !claim.speedup->measuredAt.empty())
        decision.emplace_back("measured_at", Json(claim.speedup->measuredAt));
    if (!claim.whyThisP.empty())
        decision.emplace_back("why_this_p", Json(claim.whyThisP));
    const auto limitJson = [](const TimeLimit& limit) {
        return Json(Json::Object{{"part", Json(limit.part)}, {"t", Json(limit.timeS)}, {"share", Json(limit.share)}});
    };
    if (claim.limit)
        decision.emplace_back("limit", limitJson(*claim.limit));
    if (claim.nextLimit)
        decision.emplace_back("next_limit", limitJson(*claim.nextLimit));
    decision.emplace_back("weaknesses", listJson(claim.weaknesses));
    json.emplace_back("plan", Json(std::move(decision)));
}

void addFeasibilityJson(Json::Object& row, const FeasibleWorkers& feasible, int p)
{
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(p);
    row.emplace_back("feasible", Json(!problem));
    if (problem) {
        row.emplace_back("limit", Json(feasibilityLimitName(problem->limit)));
        row.emplace_back("reason", Json(problem->reason));
    }
}

}  // namespace scalewright::cli
