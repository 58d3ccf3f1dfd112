// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/card_memory.h"

#include <algorithm>
#include <cmath>

#include "core/decision/plan/feasibility.h"
#include "core/decision/rules/checks.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using chart::MemoryChart;
using chart::MemoryRow;

/// `bytes` on the fullest of p workers, part by part if the described model needs exactly that.
std::vector<std::pair<std::string, double>> partsOnWorker(const Project& project, int p, double bytes)
{
    constexpr double equalWithin = 1e-6;
    const Result<MemoryNeed> need = trainingMemory(project, p);
    if (!need || std::abs(need->total() - bytes) > equalWithin * bytes)
        return {{"working set", bytes}};
    std::vector<std::pair<std::string, double>> parts;
    for (const MemoryPart& part : need->parts)
        parts.emplace_back(part.name, part.bytes);
    return parts;
}

std::optional<MemoryRow> rowAt(const Project& project, const FeasibleWorkers& feasible, int p)
{
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(p);
    if (!feasible.usableBytes() || feasible.distribution() == StateDistribution::Serving ||
        (problem && problem->limit == FeasibilityLimit::Layout))
        return std::nullopt;
    const std::optional<double> bytes = feasible.bytesAt(p);
    if (!bytes || !(*bytes > 0))
        return std::nullopt;
    return MemoryRow{stateDistributionText(project, feasible, p), partsOnWorker(project, p, *bytes)};
}

}  // namespace

std::string stateDistributionText(const Project& project, const FeasibleWorkers& feasible, int p)
{
    switch (feasible.distribution()) {
    case StateDistribution::Replicated: return "a copy on every worker";
    case StateDistribution::Sharded: return "fully sharded over " + workersText(p);
    case StateDistribution::PartlySharded: {
        const int stage = shardingStageOf(project.design.partitioning);
        return stage > 0 ? formatMessage("ZeRO-{} over {}", stage, workersText(p))
                         : "partly sharded over " + workersText(p);
    }
    case StateDistribution::OnServers: {
        const MaybeQuantity& shards = project.design.communication.shards;
        return "sharded over " + countWithNoun(shards ? std::lround(shards->value) : 1, "server");
    }
    case StateDistribution::Divided: return "divided over " + workersText(p);
    case StateDistribution::Serving:
    case StateDistribution::Unknown: break;
    }
    return "on " + workersText(p);
}

std::optional<MemoryChart> planMemory(const Project& project, const FeasibleWorkers& feasible, int planP,
                                      const std::vector<Finding>& findings)
{
    std::optional<MemoryRow> chosen = rowAt(project, feasible, planP);
    if (!chosen)
        return std::nullopt;
    const double usable = *feasible.usableBytes();
    MemoryChart memory{.rows = {*std::move(chosen)}, .usableBytes = usable, .cardBytes = usable / usableMemoryShare};
    if (memory.totalBytes() <= usable)
        return memory;
    const auto finding = std::find_if(findings.begin(), findings.end(), [](const Finding& each) {
        return each.ruleName == "replicates-what-does-not-fit" && each.fix;
    });
    if (finding == findings.end())
        return memory;
    const Project fixed = finding->fix->apply(project);
    if (std::optional<MemoryRow> offered =
            rowAt(fixed, FeasibleWorkers(fixed.baseline, fixed, nullptr), std::max(planP, fixed.plan.p.value_or(1))))
        memory.rows.push_back(*std::move(offered));
    return memory;
}

std::optional<MemoryChart> oneMachineMemory(const Project& project, const FlowProgress& flow,
                                            const FeasibleWorkers& feasible, int planP,
                                            const std::vector<Finding>& findings)
{
    const TestResult* fits = flow.resultOf(Test::FitsInMemory);
    if (!fits || fits->answer != TestAnswer::No || !fits->left || !fits->right)
        return std::nullopt;
    MemoryChart memory{.rows = {{"on one machine", partsOnWorker(project, 1, *fits->left)}},
                       .usableBytes = usableMemoryShare * *fits->right,
                       .cardBytes = *fits->right};
    const std::optional<MemoryChart> plan = planMemory(project, feasible, planP, findings);
    if (plan && std::abs(plan->cardBytes - memory.cardBytes) <= 1e-6 * memory.cardBytes &&
        plan->rows.back().totalBytes() <= memory.usableBytes)
        memory.rows.push_back(plan->rows.back());
    return memory;
}

}  // namespace scalewright
