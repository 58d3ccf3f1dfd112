// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/shared_fields.h"

#include <cmath>

#include "core/decision/claim/claim.h"

namespace scalewright {

namespace {

constexpr const char* noPlanReason = "there is no model, no ladder and no chosen p";

Json::Object goalFields(const GoalVerdict& goal)
{
    const bool finite = goal.value && std::isfinite(*goal.value);
    return objectOf({{"name", nameOf(goal.kind)},
                     {"limit", goal.limit},
                     {"value", finite ? goal.value : std::nullopt, goal.value ? "the run never finishes" : goal.reason},
                     {"met", goal.isMet, goal.reason},
                     {"between", goal.valueInterval ? std::optional(objectOf({{"low", goal.valueInterval->low},
                                                                              {"high", goal.valueInterval->high},
                                                                              {"level", goal.valueInterval->level}}))
                                                    : std::nullopt},
                     {"otherwise_measured", goal.contradictingMeasurement
                                                ? std::optional(objectOf({{"p", goal.contradictingP},
                                                                          {"value", *goal.contradictingMeasurement}}))
                                                : std::nullopt}});
}

std::optional<Json::Object> limitFields(const std::optional<TimeLimit>& limit)
{
    return limit ? std::optional(objectOf({{"part", limit->part}, {"t", limit->timeS}, {"share", limit->share}}))
                 : std::nullopt;
}

Json::Object servedFields(const ServedAtP& served, const RunTimeAndCost& run)
{
    return objectOf({{"replicas", served.replicas},
                     {"workers_per_replica", served.workersPerReplica},
                     {"throughput_per_s", *served.throughputPerS},
                     {"latency_s", served.latencyS, "the latency of a request is not set"},
                     {"cost_per_hour", run.costUsd, "no price is given"}});
}

Json::Object decisionFields(const PlanDecision& plan, const Claim& claim)
{
    const std::string absent = claim.served      ? "a service has no run: replicas exchange nothing"
                               : !plan.curveKind ? "there is no prediction and no ladder"
                               : *plan.curveKind == CurveKind::Predicted ? "the batch is too small for so many workers"
                                                                         : "the plan's p was not measured";
    const auto finite = [](const std::optional<double>& value) {
        return value && std::isfinite(*value) ? value : std::nullopt;
    };
    return objectOf(
        {{"p", plan.p},
         {"by", nameOf(plan.rule)},
         {"why", plan.reason},
         {"curve", plan.curveKind ? std::optional(nameOf(*plan.curveKind)) : std::nullopt, absent},
         {"speedup", plan.speedup, absent},
         {"t", finite(plan.timeS), plan.timeS ? "the run never finishes" : absent},
         {"cost", finite(plan.costUsd),
          !plan.timeS    ? absent
          : plan.costUsd ? "the run never finishes"
                         : "no price is given"},
         {"all_goals_reachable", !plan.shortfall},
         {"feasible", !plan.infeasibility},
         {"infeasible_because", plan.infeasibility ? std::optional(plan.infeasibility->reason) : std::nullopt},
         {"basis", claim.speedup ? speedupOriginName(*claim.speedup) : "predicted"},
         {"measured_at", claim.speedup ? ifAny(claim.speedup->measuredAt) : std::nullopt},
         {"served", claim.served ? std::optional(servedFields(*claim.served, claim.run)) : std::nullopt},
         {"why_this_p", ifAny(claim.whyThisP)},
         {"limit", limitFields(claim.limit)},
         {"next_limit", limitFields(claim.nextLimit)},
         {"weaknesses", claim.weaknesses}});
}

}  // namespace

Json::Object planFields(const std::optional<PlanDecision>& plan, const Claim& claim)
{
    return objectOf({{"goal", plan ? listOf(plan->verdicts, goalFields) : Json(Json::Array())},
                     {"plan", plan ? std::optional(decisionFields(*plan, claim)) : std::nullopt,
                      claim.whyNoPlan.empty() ? noPlanReason : claim.whyNoPlan},
                     {"ways_out", plan ? std::nullopt : std::optional(claim.waysOut)}});
}

Json::Object feasibilityFields(const FeasibleWorkers& feasible, int p)
{
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(p);
    return objectOf({{"feasible", !problem},
                     {"limit", problem ? std::optional(nameOf(problem->limit)) : std::nullopt},
                     {"reason", problem ? std::optional(problem->reason) : std::nullopt}});
}

Json::Object pricedTermFields(const char* name, const PricedTerm& term)
{
    return objectOf({{name, term.key},
                     {"says", term.description},
                     {"formula", term.formula},
                     {"source", term.source},
                     {"simplification", term.simplification}});
}

Json::Object intervalFields(double value, const Interval& interval)
{
    return objectOf({{"value", value}, {"low", interval.low}, {"high", interval.high}, {"level", interval.level}});
}

}  // namespace scalewright
