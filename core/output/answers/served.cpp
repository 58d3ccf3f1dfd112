// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/served.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/served.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/shared_fields.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

Table servedTable(const Project& project, const Analysis& analysis, const std::vector<int>& workers)
{
    Table table{.columns = {{"p", "p", "", 0},
                            {"nodes", "nodes", "", 0},
                            {"replicas", "replicas", "", 0},
                            {"throughput_per_s", "requests", "1/s", -1}},
                .rows = {}};
    const bool isPriced = project.target.priceUsdPerHour.has_value();
    if (isPriced)
        table.columns.push_back({"cost_per_hour", "cost an hour", "USD", 2});
    for (const int p : workers) {
        const ServedAtP served = *servedAt(project.baseline, analysis.feasible, p);
        std::vector<Cell>& row = table.rows.emplace_back(
            std::vector<Cell>{static_cast<double>(p), static_cast<double>(nodeCount(p, workersOnNode(project.target))),
                              static_cast<double>(served.replicas), *served.throughputPerS});
        if (isPriced)
            row.emplace_back(*runTimeAndCostAt(project, analysis, p).costUsd);
    }
    return table;
}

}  // namespace

std::vector<int> defaultServedWorkers(const Analysis& analysis)
{
    const int perReplica = analysis.feasible.workersInCopy();
    const int planP = analysis.plannedP().value_or(perReplica);
    std::vector<int> workers;
    for (long p = perReplica; p < planP; p *= 2)
        workers.push_back(static_cast<int>(p));
    workers.push_back(planP);
    if (analysis.plan && planP <= maximumPMax - perReplica)
        workers.push_back(planP + perReplica);
    return workers;
}

Answer servedAnswer(const Project& project, const Analysis& analysis, const std::vector<int>& workers)
{
    Answer answer = decisionAnswer(project, analysis, nullptr);
    answer.because = asSentence(answer.because);
    answer.table = servedTable(project, analysis, workers);
    answer.add(Fact::Assumption, "replica", analysis.feasible.assumptionNote());
    answer.add(Fact::Assumption, "feasible p", analysis.feasible.missingNote());
    answer.add(Fact::Formula, "throughput", "replicas x throughput of one: replicas exchange nothing");
    if (!analysis.plan)
        return answer;
    const PlanDecision& plan = *analysis.plan;
    const auto hasMissed = [&](GoalKind kind) {
        return std::ranges::any_of(plan.verdicts,
                                   [&](const GoalVerdict& goal) { return goal.kind == kind && goal.isMet == false; });
    };
    if (hasMissed(GoalKind::Latency))
        answer.next = {"Split each request over more devices, or reduce its work: replicas do not shorten it.", {}, {}};
    else if (!project.target.priceUsdPerHour)
        answer.next = {"Give the price of a node-hour.", {}, fieldOf(&Target::priceUsdPerHour).jsonPointer};
    answer.add(Fact::Value, "plan p", "{} ({})", plan.p, plan.reason);
    answer.add(Fact::Value, "why this p", analysis.claim.whyThisP);
    answer.add(Fact::Goal, "goal", goalTexts(plan));
    return answer;
}

Answered answerServed(const Project& project, const Analysis& analysis, const std::vector<int>& workers,
                      std::initializer_list<const char*> absentKeys)
{
    const std::string reason = "a service has no run: replicas exchange nothing";
    const auto absent = [&](std::initializer_list<const char*> keys) {
        Json::Object members;
        for (const char* key : keys)
            for (const Json::Member& member : objectOf({{key, std::nullopt, reason}}))
                members.push_back(member);
        return members;
    };
    const bool isAssumed = project.baseline.serving->throughputPerS->provenance.origin == Origin::Assumed;
    const auto row = [&](int p) {
        const ServedAtP served = *servedAt(project.baseline, analysis.feasible, p);
        return objectOf(
            {{"p", p},
             {"nodes", nodeCount(p, workersOnNode(project.target))},
             {"replicas", served.replicas},
             {"throughput_per_s", *served.throughputPerS},
             {"latency_s", served.latencyS, "the latency of a request is not set"},
             {"cost_per_hour", runTimeAndCostAt(project, analysis, p).costUsd, "no price is given"},
             absent({"t_comp", "t_comm", "t_step", "t", "speedup", "efficiency", "comm_to_compute", "cost"}),
             {"basis", isAssumed ? "assumed" : "predicted"},
             feasibilityFields(analysis.feasible, p)});
    };
    return {.answer = servedAnswer(project, analysis, workers),
            .json = objectOf({absent(absentKeys),
                              {"plan_p", analysis.plannedP(), analysis.claim.whyNoPlan},
                              planFields(analysis.plan, analysis.claim),
                              {"rows", listOf(workers, row)}}),
            .rows = servedTable(project, analysis, workers)};
}

}  // namespace scalewright
