// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/candidates.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/decision/plan/machines.h"

namespace scalewright {

namespace {

/// Uses the knee, or a substitute if the search ends before a knee.
void setFallbackPlan(PlanCandidateSet& set, const Prediction& prediction, const Target& target,
                     const FeasibleWorkers& feasible)
{
    const Landmarks& marks = prediction.landmarks;
    set.fallbackP = marks.kneeP;
    if (!marks.kneeAtLimit || prediction.pMax == 1)
        return;
    if (isLimitedByBatch(prediction.model, prediction.pMax)) {
        set.fallbackPReason = marks.kneeNote;
        return;
    }
    const std::string percent = significantText(100 * prediction.model.efficiencyTarget, 3);
    const std::optional<int> available = feasible.availableWorkers();
    if (marks.pEfficient && !marks.pEfficientAtLimit && !(available && *available <= *marks.pEfficient)) {
        set.fallbackP = *marks.pEfficient;
        set.fallbackRule = PlanRule::EfficiencyTarget;
        set.fallbackPReason = formatMessage("the most workers that keep an efficiency of {} %: no knee up to {}",
                                            percent, prediction.pMax);
        return;
    }
    if (available && *available <= prediction.pMax) {
        set.fallbackP = feasible.largestP().value_or(*available);
        set.fallbackRule = PlanRule::EfficiencyTarget;
        set.fallbackPReason = formatMessage("the most that fit on {}: efficiency is at least {} % for all of them",
                                            availableMachinesText(target), percent);
        return;
    }
    if (prediction.pMax < defaultPMax) {  // the user limited the search
        set.fallbackP = prediction.pMax;
        set.fallbackRule = PlanRule::EfficiencyTarget;
        set.fallbackPReason =
            formatMessage("{}, the limit p-max: efficiency is at least {} % for all of them, and there is no knee",
                          prediction.pMax, percent);
        return;
    }
    set.fallbackP = 1;
    set.fallbackRule = PlanRule::NoRule;
    set.fallbackPReason = formatMessage(
        "the model shows no place to stop: no knee and an efficiency of at least {} % up to {}, the end of the search; "
        "one worker until a deadline, a budget or a p is set",
        percent, prediction.pMax);
}

}  // namespace

PlanCandidate candidateOf(const ScalingModel& model, const PredictionRow& row)
{
    return {.p = row.p,
            .nodes = row.nodes,
            .runTimeS = row.tStepS * model.stepsAt(row.p),
            .stepTimeS = row.tStepS,
            .costUsd = row.costUsd,
            .speedup = row.speedup,
            .kneeScore = row.efficiency * row.speedup,
            .quality = {}};
}

PlanCandidate candidateOf(const MeasuredLadder& ladder, const Rung& rung, const Target& target)
{
    PlanCandidate candidate{.p = rung.p,
                            .nodes = nodeCount(rung.p, workersOnNode(target)),
                            .runTimeS = baseWorkTimeS(ladder, rung),
                            .costUsd = {},
                            .speedup = rung.speedup,
                            .kneeScore = rung.efficiency * rung.speedup,
                            .quality = rung.quality,
                            .reachesQualityTarget = rung.reachesTarget,
                            .runCount = rung.runCount()};
    if (target.priceUsdPerHour)
        candidate.costUsd = target.priceUsdPerHour->value * (candidate.nodes * (candidate.runTimeS / secondsPerHour));
    return candidate;
}

PlanCandidateSet candidateSetOf(const Prediction& prediction, const Plan& plan, const Target& target,
                                const FeasibleWorkers& feasible)
{
    PlanCandidateSet set{
        .candidates = {},
        .curveKind = CurveKind::Predicted,
        .candidatesText = formatMessage("p up to {}", prediction.pMax),
        .missingRunReason = plan.steps ? std::nullopt : std::optional("the plan has no steps per run")};
    set.hasOpenEnd = !isLimitedByBatch(prediction.model, prediction.pMax);
    setFallbackPlan(set, prediction, target, feasible);
    const Landmarks& marks = prediction.landmarks;
    const bool keepsEfficiency =
        prediction.columns.efficiency[static_cast<std::size_t>(set.fallbackP - 1)] >= prediction.model.efficiencyTarget;
    if (plan.efficiencyTarget && set.fallbackRule == PlanRule::Knee && !keepsEfficiency) {
        const std::string percent = significantText(100 * prediction.model.efficiencyTarget, 3);
        set.fallbackPReason += marks.pEfficient
                                   ? formatMessage(", below the stated efficiency of {} %, which is kept up to p = {}",
                                                   percent, *marks.pEfficient)
                                   : formatMessage(", below the stated efficiency of {} %, which no p keeps", percent);
    }
    limitToFeasibleWorkers(set, feasible, target, &prediction);
    extendToFullNodes(set, prediction.model.workersPerNode, &prediction);
    return set;
}

PlanCandidateSet candidateSetOf(const MeasuredLadder& ladder, const Target& target, const Goal& goal,
                                const FeasibleWorkers& feasible)
{
    PlanCandidateSet set{
        .candidates = {},
        .curveKind = CurveKind::Measured,
        .fallbackP = ladder.kneeP,
        .candidatesText = "measured p",
        .missingLatencyReason = "the ladder's times are of whole runs",
        .isLowerQualityBetter = isLowerBetter(goal.qualityName.empty() ? ladder.qualityName : goal.qualityName)};
    if (ladder.isThroughput)
        set.missingRunReason =
            "the ladder has throughputs: a run needs the plan's steps and the steps per unit of work";
    else if (!ladder.stepsPerTimeRequest.empty())
        set.missingRunReason = ladder.stepsPerTimeRequest;
    for (const Rung& rung : ladder.rungs)
        (rung.runCount().mostSucceeded() ? set.candidates : set.failingCandidates)
            .push_back(candidateOf(ladder, rung, target));
    if (ladder.rungs.size() == 1) {
        set.fallbackRule = PlanRule::NoRule;
        set.fallbackPReason = "the only measured p";
    } else if (!set.candidates.empty() && !ladder.findRung(ladder.kneeP)->runCount().mostSucceeded()) {
        set.fallbackP = std::ranges::max_element(set.candidates, [](const PlanCandidate& a, const PlanCandidate& b) {
                            return a.kneeScore < b.kneeScore;
                        })->p;
        set.fallbackPReason = "the knee of the p at which most runs succeeded";
    }
    limitToFeasibleWorkers(set, feasible, target);
    extendToFullNodes(set, workersOnNode(target));
    return set;
}

}  // namespace scalewright
