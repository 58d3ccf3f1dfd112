// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/claim/claim.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/cost/curve.h"
#include "core/decision/cost/time_cost.h"
#include "core/decision/plan/candidates.h"
#include "core/decision/plan/run_comparison.h"
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

/// Claim::alternative.
std::optional<AlternativeP> alternativeP(const Project& project, const Forecast& forecast, CurveKind curve)
{
    const int planP = forecast.plan->p;
    if (const std::optional<TimeCostTradeOff> tradeOff = tradeOffOn(project, forecast, forecast.ladderOfRuns(), curve))
        if (const std::optional<int> better = findDominatingP(*tradeOff, planP))
            return AlternativeP{*better, true};
    const MeasuredLadder* runs = forecast.ladderOfRuns();
    if (planP == 1 || (!runs && (!forecast.prediction || forecast.prediction->landmarks.pStarAtLimit)))
        return std::nullopt;
    const int fastest = runs ? runs->fastestP : forecast.prediction->landmarks.pStar;
    return fastest != planP && forecast.feasible.contains(fastest) ? std::optional(AlternativeP{fastest})
                                                                   : std::nullopt;
}

/// The p on one side of the plan's that a reader considers, `alternative` first: those that were measured, or doublings
/// and halvings.
std::vector<int> consideredP(const Forecast& forecast, CurveKind curve, int planP, bool isAbove,
                             const std::optional<AlternativeP>& alternative)
{
    std::vector<int> considered;
    if (curve == CurveKind::Measured && forecast.ladderOfRuns()) {
        for (const Rung& rung : forecast.ladderOfRuns()->rungs)
            if (rung.runCount().mostSucceeded() && (isAbove ? rung.p > planP : rung.p < planP))
                considered.push_back(rung.p);
        if (!isAbove)
            std::ranges::reverse(considered);
    } else if (forecast.prediction) {
        constexpr int count = 3;
        for (int factor = 2, i = 0; i < count; factor *= 2, ++i)
            if (isAbove ? planP * factor <= forecast.prediction->pMax : planP / factor >= 1)
                considered.push_back(isAbove ? planP * factor : planP / factor);
        // The next feasible p if none of them is.
        if (std::ranges::none_of(considered, [&](int p) { return forecast.feasible.contains(p); }))
            for (int p = isAbove ? planP + 1 : planP - 1; p >= 1 && p <= forecast.prediction->pMax;
                 p += isAbove ? 1 : -1)
                if (forecast.feasible.contains(p)) {
                    considered = {p};
                    break;
                }
    }
    if (alternative && (alternative->p > planP) == isAbove) {
        std::erase_if(considered, [&](int p) { return isAbove ? p <= alternative->p : p >= alternative->p; });
        considered.insert(considered.begin(), alternative->p);
    }
    return considered;
}

std::string signedMoney(double usd)
{
    return moneyText(std::abs(usd));
}

/// How much longer one of two runs takes: minutes where the shorter one takes hours, "9 min" beside 6.28 h.
std::string differenceText(const Neighbour& a, const Neighbour& b)
{
    constexpr double minuteS = 60, hourS = 3600;
    const double seconds = std::abs(a.timeS - b.timeS);
    return std::min(a.timeS, b.timeS) >= hourS && seconds >= minuteS && seconds < hourS
               ? formatMessage("{} min", std::lround(seconds / minuteS))
               : timeText(seconds);
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
                   ? formatMessage("{} would save {}", other.p, differenceText(other, reference))
                   : formatMessage("{} takes as long{}", other.p, isPlan ? "" : formatMessage(" as {}", reference.p));
    const bool dearer = isMore(*other.costUsd, *reference.costUsd),
               cheaper = isMore(*reference.costUsd, *other.costUsd);
    const std::string money = signedMoney(*other.costUsd - *reference.costUsd);
    if (faster && dearer)
        return formatMessage("{} would save {} for {} more", other.p, differenceText(other, reference), money);
    if (slower && cheaper)
        return formatMessage("{} would save {} and take {} longer", other.p, money, differenceText(other, reference));
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

/// The rule that chose the plan, in few words: "the knee"; empty where the comparison with the neighbours is the rule.
std::string ruleText(const Project& project, const PlanDecision& plan, bool namesGoal)
{
    constexpr std::ptrdiff_t maximumSpaces = 7;
    const auto met = std::ranges::find(plan.verdicts, true, &GoalVerdict::isMet);
    const std::string goal =
        namesGoal && met != plan.verdicts.end() ? formatMessage(" within the {}", nameOf(met->kind)) : "";
    switch (plan.rule) {
    case PlanRule::Chosen:
        return std::ranges::count(project.plan.reason, ' ') <= maximumSpaces ? uncapitalised(project.plan.reason) : "";
    case PlanRule::MachinesAndWaiting:
        return formatMessage("cheapest with waiting at {}/h", moneyText(project.goal.hourValueUsd->value));
    case PlanRule::Cheapest: return "the cheapest" + goal;
    case PlanRule::Fastest: return "the fastest" + goal;
    case PlanRule::Knee: return "the knee";
    case PlanRule::EfficiencyTarget:
    case PlanRule::NoRule: break;
    }
    return {};
}

std::string whyThisPText(const Project& project, const Forecast& forecast, CurveKind curve,
                         const std::optional<AlternativeP>& alternative)
{
    const PlanDecision& plan = *forecast.plan;
    const std::optional<Neighbour> own = neighbourAt(project, forecast, plan.p);
    if (!own || plan.infeasibility)
        return {};
    std::vector<std::string> statements;
    const auto feasibleNeighbours = [&](bool isAbove) {
        std::vector<Neighbour> neighbours;
        for (const int p : consideredP(forecast, curve, plan.p, isAbove, alternative))
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
    const bool isBelowFirst = alternative && alternative->p < plan.p;
    if (isBelowFirst && statements.empty() && !below.empty())
        statements.push_back(comparisonText(below[0], *own, true));
    if (!aboveMisses.empty())
        statements.push_back(aboveMisses);
    else if (!above.empty())
        statements.push_back(comparisonText(above[0], *own, true));
    else if (const std::optional<FeasibilityProblem> problem = forecast.feasible.findProblem(plan.p + 1))
        statements.push_back(problem->reason);
    if (alternative && !isBelowFirst)
        std::ranges::reverse(statements);
    constexpr std::size_t maximumStatements = 2;
    if (statements.size() < maximumStatements && aboveMisses.empty() && above.size() > 1 &&
        isMore(above[1].timeS, above[0].timeS))
        statements.push_back(comparisonText(above[1], above[0], false));
    else if (statements.size() < maximumStatements && !isBelowFirst && !below.empty() && belowMisses.empty())
        statements.push_back(comparisonText(below[0], *own, true));
    return statements.empty() || plan.shortfall
               ? joinNonEmpty(statements, "; ")
               : joinNonEmpty({ruleText(project, plan, belowMisses.empty() && aboveMisses.empty()),
                               joinNonEmpty(statements, "; ")},
                              ": ");
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
    std::ranges::stable_sort(parts, [](const TimeLimit& a, const TimeLimit& b) { return a.timeS > b.timeS; });
    for (TimeLimit& each : parts)
        each.share = each.timeS / totalS;
    return parts;
}

/// Claim::disagreement.
std::string disagreementText(const Forecast& forecast)
{
    const MeasuredLadder* ladder = forecast.ladderOfRuns();
    if (ladder && forecast.prediction && !ladder->stepMismatch.empty())
        return ladder->stepMismatch;
    if (!ladder || !forecast.prediction || ladder->origin == Origin::Assumed ||
        ladder->scaling != forecast.model->scaling || ladder->rungs.back().p > forecast.prediction->pMax)
        return {};
    const auto predictedAt = [&](const Rung& rung) {
        return predictedSpeedupFromBase(*forecast.prediction, ladder->baseP, rung.p).value_or(0);
    };
    // Log of the factor by which the prediction is outside the measured interval; 0 if it is inside or close enough.
    const auto logExcess = [&](const Rung& rung) {
        const double predicted = predictedAt(rung);
        if (!std::isfinite(predicted) || predicted <= 0 ||
            std::abs(std::log(rung.speedup / predicted)) <= std::log(toleratedFactor))
            return 0.0;
        const Interval measured = rung.speedupInterval.value_or(Interval{rung.speedup, rung.speedup, 0});
        return std::max({0.0, std::log(measured.low / predicted), std::log(predicted / measured.high)});
    };
    const Rung& worst = *std::ranges::max_element(
        ladder->rungs, [&](const Rung& left, const Rung& right) { return logExcess(left) < logExcess(right); });
    if (logExcess(worst) == 0)
        return {};
    const double predicted = predictedAt(worst);
    const char* origin = ladder->isCalibrated() ? "calibrated" : "measured";
    if (ladder->baseP > 1 && ladder->stepsPerTimeRequest.empty() && !ladder->isThroughput) {
        // S(p0) = p0 hides what p0 itself lost, so compare the times of the same run.
        const auto runS = [&](int p) { return predictAt(*forecast.model, p).tStepS * forecast.model->stepsAt(p); };
        const auto logDeviation = [&](const Rung& rung) {
            const double predictedRunS = runS(rung.p);  // infinite if the run never finishes: nothing to compare
            return std::isfinite(predictedRunS) ? std::abs(std::log(baseWorkTimeS(*ladder, rung) / predictedRunS)) : 0;
        };
        const Rung& furthest = *std::ranges::max_element(ladder->rungs, [&](const Rung& left, const Rung& right) {
            return logDeviation(left) < logDeviation(right);
        });
        if (logDeviation(furthest) <= std::log(toleratedFactor))
            return {};
        return formatMessage("{} {} at p {}, where {} is predicted", timeText(baseWorkTimeS(*ladder, furthest)), origin,
                             furthest.p, timeText(runS(furthest.p)));
    }
    return ladder->baseP == 1
               ? formatMessage("{}\u00D7 {} at p {}, where {}\u00D7 is predicted", significantText(worst.speedup, 3),
                               origin, worst.p, significantText(predicted, 3))
               : formatMessage("{}\u00D7 {} at p {}, where {}\u00D7 is predicted (S({}) taken as {} in both)",
                               significantText(worst.speedup, 3), origin, worst.p, significantText(predicted, 3),
                               ladder->baseP, ladder->baseP);
}

/// The part of the time that a cause lengthens, and the folds that it takes.
struct PartLoss {
    const char* part = "";
    double folds = 0;
};

PartLoss lossOf(Cause cause, const LostFolds& lost)
{
    switch (cause) {
    case Cause::CommunicationWall: return {"communication", lost.communication};
    case Cause::LoadImbalance: return {"waiting", lost.waiting};
    case Cause::SerialFraction: return {"serial work", lost.compute};
    case Cause::ComputeInflation: return {"inflated compute", lost.compute};
    case Cause::InputOutput: return {"input and output", lost.io};
    case Cause::Undecided:
    case Cause::Unknown:
    case Cause::None: break;
    }
    return {};
}

ClaimedCause causeOf(const Attribution& attribution)
{
    ClaimedCause cause{.cause = attribution.mainCause, .p = attribution.explainedP};
    const auto lost = std::ranges::find(attribution.rows, attribution.explainedP, &LostFolds::p);
    if (lost == attribution.rows.end())
        return cause;
    const PartLoss loss = lossOf(attribution.mainCause, *lost);
    cause.part = loss.part;
    cause.lostFolds = loss.folds;
    cause.totalLostFolds = lost->total;
    cause.lateRank = attribution.lateRank;
    cause.evidence = lost->hasParts ? "parts of the ladder" : "total times of the ladder";
    if (attribution.readingFolds) {
        cause.lostFolds = *attribution.readingFolds;
        cause.evidence = "reading at the base";
    }
    return cause;
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
    if (!project.design.partitioning.microBatch) {
        Proposal accumulating = project;
        accumulating.design.partitioning.microBatch = typed(1);
        const FeasibleWorkers feasible(project.baseline, accumulating, nullptr);
        if (const std::optional<int> smallest = feasible.smallestP())
            return {formatMessage("set a micro-batch: one example at a time fits on {}",
                                  countWithNoun(*smallest, "worker"))};
    }
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

std::string limitText(const Claim& claim)
{
    if (!claim.limit)
        return {};
    std::string text = formatMessage("{} takes {} of {}", claim.limit->part, timeText(claim.limit->timeS),
                                     timeText(claim.limit->timeS / claim.limit->share));
    if (claim.nextLimit)
        text += formatMessage(", then {} {}", claim.nextLimit->part, timeText(claim.nextLimit->timeS));
    return text;
}

Claim makeClaim(const Project& project, const Forecast& forecast, const Attribution* attribution)
{
    Claim claim;
    claim.curveKind = shownCurveKind(project, forecast);
    if (attribution)
        claim.cause = causeOf(*attribution);
    claim.disagreement = disagreementText(forecast);
    if (!forecast.plan) {
        if (forecast.prediction || forecast.ladderOfRuns() || isPlannedByThroughput(project.baseline)) {
            claim.whyNoPlan = forecast.feasible.whyNone();
            if (!claim.whyNoPlan.empty())
                claim.waysOut = waysOutOf(project, forecast);
        }
        return claim;
    }
    const PlanDecision& plan = *forecast.plan;
    claim.isChosenWithoutCause =
        plan.rule == PlanRule::Chosen && (!claim.cause || claim.cause->cause == Cause::Unknown);
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
    if (claim.speedup->measured && claim.speedup->baseP > 1 && !claim.speedup->isBasePredicted)
        claim.weaknesses.push_back(formatMessage("S({}) assumed to be {}", claim.speedup->baseP, claim.speedup->baseP));
    if (claim.run.isMeasured)
        for (std::string& each : weaknessesOf(*forecast.ladderOfRuns(), plan.p))
            claim.weaknesses.push_back(std::move(each));
    if (const int servers = forecast.feasible.serversWithOwnMachines(plan.p); servers > 0 && claim.run.costUsd)
        claim.weaknesses.push_back(formatMessage("{} not in the price", countWithNoun(servers, "server")));
    // T(p) divides the data of all clients, but a round uses only a share of them.
    if (const double share = forecast.model ? forecast.model->primaryExchange().communication.participation : 1;
        share < 1 && !claim.run.isMeasured)
        claim.weaknesses.push_back(formatMessage("a round uses {} % of the clients", significantText(100 * share)));
    if (!claim.curveKind)
        return claim;
    claim.alternative = alternativeP(project, forecast, *claim.curveKind);
    claim.whyThisP = whyThisPText(project, forecast, *claim.curveKind, claim.alternative);
    const std::vector<TimeLimit> parts = largestParts(forecast, *claim.curveKind, plan.p);
    if (!parts.empty())
        claim.limit = parts[0];
    if (parts.size() > 1)
        claim.nextLimit = parts[1];
    return claim;
}

}  // namespace scalewright
