#include "core/decision/claim/claim.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/plan/candidates.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/model/memory/memory.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// p, its time and cost, as far as they are finite, and the quality of its runs.
struct Neighbour {
    int p = 1;
    double timeS = 0;
    std::optional<double> costUsd, quality;
    bool reachesQualityTarget = true;
};

std::optional<Neighbour> neighbourAt(const Project& project, const Forecast& forecast, int p)
{
    const RunTimeAndCost run = runTimeAndCostAt(project, forecast, p);
    if (!run.timeS || !std::isfinite(*run.timeS))
        return std::nullopt;
    Neighbour neighbour{p, *run.timeS, run.costUsd && std::isfinite(*run.costUsd) ? run.costUsd : std::nullopt, {}};
    if (const Rung* rung = measuredRungAt(forecast, p)) {
        neighbour.quality = rung->quality;
        neighbour.reachesQualityTarget = rung->reachesTarget;
    }
    return neighbour;
}

/// The p next to the plan's that a reader considers: those that were measured, or doublings and halvings.
std::vector<int> consideredP(const Forecast& forecast, CurveKind curve, int planP, bool isAbove)
{
    std::vector<int> considered;
    if (curve == CurveKind::Measured && forecast.ladderOfRuns()) {
        for (const Rung& rung : forecast.ladderOfRuns()->rungs)
            if (rung.runCount().mostSucceeded() && (isAbove ? rung.p > planP : rung.p < planP))
                considered.push_back(rung.p);
        if (!isAbove)
            std::reverse(considered.begin(), considered.end());
    } else if (forecast.prediction) {
        constexpr int count = 3;
        for (int factor = 2, i = 0; i < count; factor *= 2, ++i)
            if (isAbove ? planP * factor <= forecast.prediction->pMax : planP / factor >= 1)
                considered.push_back(isAbove ? planP * factor : planP / factor);
    }
    return considered;
}

std::string signedMoney(double usd)
{
    return moneyText(std::abs(usd));
}

constexpr double equalWithin = 1e-9;

bool isMore(double a, double b)
{
    return a > b * (1 + equalWithin);
}

/// "8 would save 54.0 s for $0.54 more", "16 is slower and costs more than 8".
std::string comparisonText(const Neighbour& other, const Neighbour& reference, bool isPlan)
{
    const bool slower = isMore(other.timeS, reference.timeS), faster = isMore(reference.timeS, other.timeS);
    const std::string than = isPlan ? "" : formatMessage(" than {}", reference.p);
    if (!other.costUsd || !reference.costUsd)
        return slower ? formatMessage("{} is slower{}", other.p, than)
               : faster
                   ? formatMessage("{} would save {}", other.p, timeText(reference.timeS - other.timeS))
                   : formatMessage("{} takes as long{}", other.p, isPlan ? "" : formatMessage(" as {}", reference.p));
    const bool dearer = isMore(*other.costUsd, *reference.costUsd),
               cheaper = isMore(*reference.costUsd, *other.costUsd);
    const std::string money = signedMoney(*other.costUsd - *reference.costUsd);
    if (faster && dearer)
        return formatMessage("{} would save {} for {} more", other.p, timeText(reference.timeS - other.timeS), money);
    if (slower && cheaper)
        return formatMessage("{} would save {} and take {} longer", other.p, money,
                             timeText(other.timeS - reference.timeS));
    if (slower && dearer)
        return formatMessage("{} is slower and costs more{}", other.p, than);
    if (faster)
        return cheaper ? formatMessage("{} is faster and costs less{}", other.p, than)
                       : formatMessage("{} is faster at the same cost", other.p);
    if (slower)
        return formatMessage("{} is slower at the same cost", other.p);
    return dearer    ? formatMessage("{} costs {} more and is no faster", other.p, money)
           : cheaper ? formatMessage("{} costs {} less and is as fast", other.p, money)
                     : formatMessage("{} gives the same", other.p);
}

/// The first goal of the plan that this neighbour misses although the plan meets it.
std::string missedGoalOf(const Neighbour& neighbour, const PlanDecision& plan, bool isLowerQualityBetter)
{
    if (!neighbour.reachesQualityTarget)
        return formatMessage("{} misses the quality target", neighbour.p);
    for (const GoalVerdict& goal : plan.verdicts) {
        if (goal.isMet != true)
            continue;
        if (goal.kind == GoalKind::Deadline && neighbour.timeS > goal.limit)
            return formatMessage("{} misses the deadline by {}", neighbour.p, timeText(neighbour.timeS - goal.limit));
        if (goal.kind == GoalKind::Budget && neighbour.costUsd && *neighbour.costUsd > goal.limit)
            return formatMessage("{} exceeds the budget by {}", neighbour.p,
                                 moneyText(*neighbour.costUsd - goal.limit));
        if (goal.kind == GoalKind::Quality && neighbour.quality &&
            (isLowerQualityBetter ? *neighbour.quality > goal.limit : *neighbour.quality < goal.limit))
            return formatMessage("{} misses the quality goal: {} instead of {}", neighbour.p,
                                 significantText(*neighbour.quality), significantText(goal.limit));
    }
    return {};
}

std::string whyThisPText(const Project& project, const Forecast& forecast, CurveKind curve)
{
    const PlanDecision& plan = *forecast.plan;
    const std::optional<Neighbour> own = neighbourAt(project, forecast, plan.p);
    if (!own || plan.infeasibility)
        return {};
    std::vector<std::string> statements;
    const auto feasibleNeighbours = [&](bool isAbove) {
        std::vector<Neighbour> neighbours;
        for (const int p : consideredP(forecast, curve, plan.p, isAbove))
            if (forecast.feasible.contains(p))
                if (const std::optional<Neighbour> each = neighbourAt(project, forecast, p))
                    neighbours.push_back(*each);
        return neighbours;
    };
    const std::vector<Neighbour> below = feasibleNeighbours(false), above = feasibleNeighbours(true);
    const std::string& qualityName = project.goal.qualityName.empty() && forecast.ladderOfRuns()
                                         ? forecast.ladderOfRuns()->qualityName
                                         : project.goal.qualityName;
    const auto missedByFirst = [&](const std::vector<Neighbour>& neighbours) {
        return neighbours.empty() ? "" : missedGoalOf(neighbours.front(), plan, isLowerBetter(qualityName));
    };
    const std::string belowMisses = missedByFirst(below), aboveMisses = missedByFirst(above);
    if (!belowMisses.empty())
        statements.push_back(belowMisses);
    else if (below.empty() && plan.p > 1)
        if (const std::optional<FeasibilityProblem> problem = forecast.feasible.findProblem(plan.p - 1))
            statements.push_back(formatMessage("{} is not enough: {}", plan.p - 1, problem->reason));
    if (!aboveMisses.empty())
        statements.push_back(aboveMisses);
    else if (!above.empty())
        statements.push_back(comparisonText(above[0], *own, true));
    else if (const std::optional<FeasibilityProblem> problem = forecast.feasible.findProblem(plan.p + 1))
        statements.push_back(problem->reason);
    constexpr std::size_t maximumStatements = 2;
    if (statements.size() < maximumStatements && aboveMisses.empty() && above.size() > 1 &&
        isMore(above[1].timeS, above[0].timeS))
        statements.push_back(comparisonText(above[1], above[0], false));
    else if (statements.size() < maximumStatements && !below.empty() && belowMisses.empty())
        statements.push_back(comparisonText(below[0], *own, true));
    return joinNonEmpty(statements, "; ");
}

/// "8 would answer 160 requests/s of 200; 12 would answer 240 requests/s for $2.00 an hour more".
std::string whyTheseReplicasText(const Project& project, const Forecast& forecast)
{
    const int p = forecast.plan->p, perReplica = forecast.feasible.workersInCopy();
    const Serving& serving = *project.baseline.serving;
    const auto rate = [&](int workers) {
        return requestRateText(*servedAt(project.baseline, forecast.feasible, workers)->throughputPerS);
    };
    std::vector<std::string> statements;
    if (p > perReplica && forecast.feasible.contains(p - perReplica))
        statements.push_back(formatMessage("{} would answer {} of {}", p - perReplica, rate(p - perReplica),
                                           significantText(serving.throughputTargetPerS->value)));
    else if (p > 1)
        if (const std::optional<FeasibilityProblem> problem =
                forecast.feasible.findProblem(std::max(1, p - perReplica)))
            statements.push_back(formatMessage("fewer are not enough: {}", problem->reason));
    const int above = p + perReplica;
    if (const std::optional<FeasibilityProblem> problem = forecast.feasible.findProblem(above)) {
        statements.push_back(problem->reason);
    } else {
        const RunTimeAndCost own = runTimeAndCostAt(project, forecast, p),
                             more = runTimeAndCostAt(project, forecast, above);
        statements.push_back(formatMessage("{} would answer {}", above, rate(above)) +
                             (!own.costUsd ? ""
                              : *more.costUsd > *own.costUsd
                                  ? formatMessage(" for {} an hour more", moneyText(*more.costUsd - *own.costUsd))
                                  : " at the same cost"));
    }
    return joinNonEmpty(statements, "; ");
}

/// The parts of the time at p, the largest first, without those that are zero.
std::vector<TimeLimit> largestParts(const Forecast& forecast, CurveKind curve, int p)
{
    std::vector<TimeLimit> parts;
    double totalS = 0;
    const Rung* rung =
        curve == CurveKind::Measured && forecast.ladderOfRuns() ? forecast.ladderOfRuns()->findRung(p) : nullptr;
    if (rung && rung->parts) {
        parts = {{"computation", rung->parts->compS},
                 {"communication", rung->parts->commS},
                 {"waiting", rung->parts->idleS},
                 {"input and output", rung->parts->ioS},
                 {"unattributed time", rung->parts->unattributedS}};
        totalS = rung->timeS;
    } else if (forecast.model && !rung) {
        const PredictionRow row = predictAt(*forecast.model, p);
        if (!row.finishes())
            return {};
        parts = {{"computation", row.tCompS},
                 {"communication", row.tCommS},
                 {"coordination", row.tCoordinationS},
                 {"waiting", std::max(0.0, row.tWaitS)},
                 {"failures", row.tFailureS}};
        totalS = row.tStepS;
    }
    std::erase_if(parts, [](const TimeLimit& each) { return !(each.timeS > 0); });
    std::stable_sort(parts.begin(), parts.end(),
                     [](const TimeLimit& a, const TimeLimit& b) { return a.timeS > b.timeS; });
    for (TimeLimit& each : parts)
        each.share = each.timeS / totalS;
    return parts;
}

double foldsOf(Cause cause, const LostFolds& lost)
{
    switch (cause) {
    case Cause::CommunicationWall: return lost.communication;
    case Cause::LoadImbalance: return lost.waiting;
    case Cause::SerialFraction:
    case Cause::ComputeInflation: return lost.compute;
    case Cause::InputOutput: return lost.io;
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return 0;
}

/// The design with its state sharded over all workers.
Proposal withShardedState(const Proposal& proposal)
{
    Proposal sharded = proposal;
    sharded.design.partitioning.slot.choices = {{"shard-model", {}, {}}};
    sharded.design.partitioning.shardingStage = typed(3);
    sharded.design.partitioning.partitions.reset();
    return sharded;
}

std::vector<std::string> waysOutOf(const Project& project, const Forecast& forecast)
{
    std::vector<std::string> ways;
    // A chosen p that is infeasible: the nearest feasible one below it, otherwise the smallest.
    if (forecast.plan) {
        std::optional<int> nearest = forecast.feasible.largestP(forecast.plan->p);
        nearest = nearest ? nearest : forecast.feasible.smallestP();
        if (nearest)
            return {formatMessage("use {}", countWithNoun(*nearest, "worker"))};
    }
    const std::optional<int> available = forecast.feasible.availableWorkers();
    std::optional<int> needed = forecast.feasible.smallestPOnAnyMachines();
    // A replica that no number of workers holds has a cache that does not divide.
    const bool mustShard = !needed && !project.baseline.serving;
    if (mustShard)
        needed = FeasibleWorkers(project.baseline, withShardedState(project), nullptr).smallestPOnAnyMachines();
    if (!needed)
        return ways;
    const bool needsMachines = available && *needed > *available;
    std::vector<std::string> parts;
    if (mustShard)
        parts.push_back(formatMessage("shard the model over {} workers", *needed));
    if (needsMachines) {
        const int perNode = workersOnNode(project.target);
        parts.push_back(
            formatMessage("use {} machines instead of {}", nodeCount(*needed, perNode), *available / perNode));
    }
    if (!parts.empty())
        ways.push_back(joinNonEmpty(parts, " and "));
    const std::optional<double> usable = forecast.feasible.usableBytes();
    if (needsMachines && usable && project.baseline.workingSetBytes) {
        const double largest = *usable * *available;
        std::string text =
            formatMessage("{} the state to at most {} ({} % of {} x {})",
                          mustShard ? "shard the model and reduce" : "reduce", bytesText(largest),
                          significantText(100 * usableMemoryShare), *available, bytesText(*usable / usableMemoryShare));
        if (project.baseline.model && project.baseline.model->parameters)
            text += formatMessage(", {} bytes per parameter",
                                  significantText(largest / project.baseline.model->parameters->value));
        ways.push_back(std::move(text));
    }
    return ways;
}

}  // namespace

Claim makeClaim(const Project& project, const Forecast& forecast, const Attribution* attribution)
{
    Claim claim;
    claim.curveKind = shownCurveKind(project, forecast);
    if (attribution) {
        const auto lost = std::find_if(attribution->rows.begin(), attribution->rows.end(),
                                       [&](const LostFolds& each) { return each.p == attribution->explainedP; });
        claim.cause = ClaimedCause{
            attribution->mainCause, attribution->explainedP,
            lost == attribution->rows.end() ? 0 : foldsOf(attribution->mainCause, *lost),
            lost != attribution->rows.end() && lost->hasParts ? "parts of the ladder" : "total times of the ladder"};
    }
    if (!forecast.plan) {
        if (forecast.prediction || forecast.ladderOfRuns() || isPlannedByThroughput(project.baseline)) {
            claim.whyNoPlan = forecast.feasible.whyNone();
            if (!claim.whyNoPlan.empty())
                claim.waysOut = waysOutOf(project, forecast);
        }
        return claim;
    }
    const PlanDecision& plan = *forecast.plan;
    if (isPlannedByThroughput(project.baseline))
        claim.served = servedAt(project.baseline, forecast.feasible, plan.p);
    else
        claim.speedup = speedupAtP(forecast, plan.p);
    claim.run = runTimeAndCostAt(project, forecast, plan.p);
    if (plan.infeasibility) {
        claim.weaknesses.emplace_back("not feasible");
        claim.waysOut = waysOutOf(project, forecast);
    }
    if (claim.served) {
        if (project.baseline.serving->throughputPerS->provenance.origin == Origin::Assumed)
            claim.weaknesses.emplace_back("throughput of a replica assumed");
        if (!plan.infeasibility)
            claim.whyThisP = whyTheseReplicasText(project, forecast);
        return claim;
    }
    if (claim.speedup->lastMeasuredP)
        claim.weaknesses.push_back(formatMessage("beyond the last run at {}", *claim.speedup->lastMeasuredP));
    if (claim.run.isMeasured)
        for (std::string& each : weaknessesOf(*forecast.ladderOfRuns()))
            claim.weaknesses.push_back(std::move(each));
    if (!claim.curveKind)
        return claim;
    claim.whyThisP = whyThisPText(project, forecast, *claim.curveKind);
    const std::vector<TimeLimit> parts = largestParts(forecast, *claim.curveKind, plan.p);
    if (!parts.empty())
        claim.limit = parts[0];
    if (parts.size() > 1)
        claim.nextLimit = parts[1];
    return claim;
}

}  // namespace scalewright
