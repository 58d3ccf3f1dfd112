#include "app/cli/served_output.h"

#include <string>

#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "core/base/quantity/units.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/served.h"
#include "core/output/answers/served.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

Reply servedReply(const Project& project, const Analysis& analysis, const std::vector<int>& workers,
                  std::initializer_list<std::string_view> absentKeys)
{
    const std::string reason = "a service has no run: replicas exchange nothing";
    const auto addAbsent = [&](Json::Object& object, std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys)
            setOrReason(object, key, std::optional<double>(), reason);
    };
    Json::Object json;
    addAbsent(json, absentKeys);
    setOrReason(json, "plan_p", analysis.plannedP(), analysis.claim.whyNoPlan);
    addPlanJson(json, analysis.plan, analysis.claim);
    Json::Array rows;
    for (const int p : workers) {
        const ServedAtP served = *servedAt(project.baseline, analysis.feasible, p);
        Json::Object row{{"p", Json(p)},
                         {"nodes", Json(nodeCount(p, workersOnNode(project.target)))},
                         {"replicas", Json(served.replicas)},
                         {"throughput_per_s", Json(*served.throughputPerS)}};
        setOrReason(row, "latency_s", served.latencyS, "the latency of a request is not set");
        setOrReason(row, "cost_per_hour", runTimeAndCostAt(project, analysis, p).costUsd, "no price is given");
        addAbsent(row, {"t_comp", "t_comm", "t_step", "t", "speedup", "efficiency", "comm_to_compute", "cost"});
        const bool isAssumed = project.baseline.serving->throughputPerS->provenance.origin == Origin::Assumed;
        row.emplace_back("basis", Json(isAssumed ? "assumed" : "predicted"));
        addFeasibilityJson(row, analysis.feasible, p);
        rows.emplace_back(std::move(row));
    }
    json.emplace_back("rows", Json(std::move(rows)));
    return {.answer = servedAnswer(project, analysis, workers), .json = std::move(json)};
}

}  // namespace scalewright::cli
