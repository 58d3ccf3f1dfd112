// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/plan_decision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/decision/plan/candidates.h"
#include "core/decision/plan/goal_decision.h"
#include "core/decision/plan/run_comparison.h"
#include "core/model/scaling/band.h"
#include "core/project/document/project.h"

namespace scalewright {

bool needsStepsPerRun(const PlanDecision& decision, const Plan& plan)
{
    return decision.curveKind == CurveKind::Predicted && !plan.steps &&
           std::ranges::any_of(decision.verdicts, [](const GoalVerdict& goal) {
               return !goal.isMet && (goal.kind == GoalKind::Deadline || goal.kind == GoalKind::Budget);
           });
}

namespace {

/// Time and cost of a run, and the time of a step, are proportional to `time`, which may be anywhere in `interval`.
void addUncertainty(PlanDecision& decision, const Interval& interval, double time)
{
    for (GoalVerdict& verdict : decision.verdicts) {
        if (!verdict.isMet || verdict.kind == GoalKind::Quality || verdict.kind == GoalKind::Throughput ||
            !(time > 0) || !std::isfinite(*verdict.value))
            continue;
        const Interval value{*verdict.value * interval.low / time, *verdict.value * interval.high / time,
                             interval.level};
        if (isWithinLimit(value.low, verdict.limit) != isWithinLimit(value.high, verdict.limit))
            verdict.valueInterval = value;
    }
}

/// The part of a reason about failed runs: at the p it names, and at the p skipped because of them.
std::string failedRunsText(const PlanDecision& decision, const PlanCandidateSet& set, const MeasuredLadder& ladder)
{
    std::vector<std::string> words{ladder.failureTextAt(decision.p)};
    if (decision.rule != PlanRule::Chosen && set.candidates.empty() && set.failingCandidates.size() > 1) {
        words.emplace_back("at every p at least half of the runs failed");
        return joinNonEmpty(words, "; ");
    }
    constexpr std::size_t maximumListed = 4;
    const auto passedOverCount = static_cast<std::size_t>(std::ranges::count_if(
        set.failingCandidates, [&](const PlanCandidate& failureTexts) { return failureTexts.p != decision.p; }));
    if (decision.rule != PlanRule::Chosen && passedOverCount > 0 && passedOverCount <= maximumListed) {
        std::vector<std::string> each;
        for (const PlanCandidate& failing : set.failingCandidates)
            if (failing.p != decision.p)
                each.push_back(failureText(failing.runCount, failing.p));
        words.push_back(
            formatMessage("left out, since at least half of the runs failed: {}", joinNonEmpty(each, ", ")));
    } else if (decision.rule != PlanRule::Chosen && passedOverCount > 0) {
        words.push_back(formatMessage("left out: {} p at which at least half of the runs failed", passedOverCount));
    }
    return joinNonEmpty(words, "; ");
}

std::string chosenPlanReason(const Plan& plan)
{
    return plan.reason.empty() ? "the project's plan" : plan.reason;
}

/// True if a goal or a value of an hour determines p.
bool hasDecidingGoal(const Baseline& baseline, const Goal& goal)
{
    return goal.hourValueUsd || !goalLimits(baseline, goal).empty();
}

/// True if the ladder measured what is predicted, and its runs give everything that the goals need.
bool canDecideFromRuns(const Proposal& proposal, const Prediction& prediction, const MeasuredLadder& ladder,
                       const FeasibleWorkers& feasible)
{
    const Goal& goal = proposal.goal;
    if (ladder.scaling != prediction.model.scaling || !ladder.stepMismatch.empty() || goal.latencyS)
        return false;
    const bool needsRun = goal.hourValueUsd || goal.deadlineS || goal.budgetUsd;
    return !needsRun || !candidateSetOf(ladder, proposal.target, goal, feasible).missingRunReason;
}

/// The chosen p's infeasibility and the goals that it misses, also as part of the reason.
void addFlawsOfChosenP(PlanDecision& decision, const FeasibleWorkers& feasible)
{
    decision.infeasibility = feasible.findProblem(decision.p);
    if (decision.infeasibility)
        decision.reason += formatMessage(", which is not feasible ({})", nameOf(decision.infeasibility->limit));
    for (const GoalVerdict& verdict : decision.verdicts)
        if (verdict.isMet == false)
            decision.reason += formatMessage(", which {}", missedGoalText(verdict));
}

struct DecisionInputs {
    const Baseline& baseline;
    const Proposal& proposal;
    const FeasibleWorkers& feasible;
    const Prediction* prediction;
    const MeasuredLadder* ladder;
    const ModelIntervals& intervals;
};

/// The decision on one curve. `onlyOutsideRuns`: consider only p outside the measured range, because the runs decide
/// inside it.
PlanDecision decideOnCurve(const DecisionInputs& inputs, CurveKind curve, bool onlyOutsideRuns = false)
{
    const auto& [baseline, proposal, feasible, prediction, ladder, intervals] = inputs;
    const auto& [target, goal, design, plan] = proposal;
    PlanDecision decision;
    const bool measured = curve == CurveKind::Measured;
    PlanCandidateSet set = measured ? candidateSetOf(*ladder, target, goal, feasible)
                                    : candidateSetOf(*prediction, plan, target, feasible);
    set.replica = servedAt(baseline, feasible, feasible.workersInCopy());
    const std::vector<GoalLimit> limits = goalLimits(baseline, goal);
    decision.curveKind = set.curveKind;
    if (plan.p) {
        decision.p = *plan.p;
        decision.rule = PlanRule::Chosen;
        decision.reason = chosenPlanReason(plan);
    } else {
        const auto isBetweenRuns = [&](int p) {
            return onlyOutsideRuns && p >= ladder->rungs.front().p && p <= ladder->rungs.back().p;
        };
        if (!measured && hasDecidingGoal(baseline, goal))
            for (int p = 1; p <= largestSearchedP(set, *prediction); ++p)
                if (const PredictionRow row = prediction->row(p);
                    row.finishes() && !isBetweenRuns(p) && feasible.contains(p))
                    set.candidates.push_back(candidateOf(prediction->model, row));
        decideByGoals(decision, set, goal, limits);
        if (decision.shortfall && decision.shortfall->p != decision.p)
            decision.reason += decision.rule == PlanRule::Knee ? formatMessage("; using the knee, {}", decision.p)
                                                               : formatMessage("; p = {} is as close", decision.p);
    }

    // The chosen p may be outside the searched range.
    std::optional<PlanCandidate> decided;
    if (!measured && prediction->model.maximumWorkers && decision.p > *prediction->model.maximumWorkers)
        set.missingPReason = tooManyWorkersText(prediction->model, decision.p);
    else if (!measured)
        decided = candidateOf(prediction->model, predictAt(prediction->model, decision.p));
    else if (const Rung* rung = ladder->findRung(decision.p))
        decided = candidateOf(*ladder, *rung, target);
    for (const GoalLimit& limit : limits)
        decision.verdicts.push_back(judgeGoal(limit, set, decided ? &*decided : nullptr));
    const Rung* rung = measured ? ladder->findRung(decision.p) : nullptr;
    if (rung && rung->timeInterval)
        addUncertainty(decision, *rung->timeInterval, rung->timeS);
    else if (!measured && decided && !decision.verdicts.empty())
        if (const std::optional<Interval> step = stepTimeBand(prediction->model, intervals, decision.p))
            addUncertainty(decision, *step, decided->stepTimeS);
    if (decision.rule != PlanRule::Chosen && std::ranges::any_of(decision.verdicts, [](const GoalVerdict& verdict) {
            return verdict.isMet == true && verdict.valueInterval;
        }))
        decision.reason += "; uncertain within the intervals";
    if (!measured)
        recheckAgainstQuality(decision, prediction->model);
    if (!measured && ladder) {
        addMeasuredContradictions(decision, limits, candidateSetOf(*ladder, target, goal, feasible), *ladder);
        recheckAgainstRuns(decision, *prediction, *ladder, plan);
        const bool hasOpenGoal = std::ranges::any_of(
            decision.verdicts, [](const GoalVerdict& verdict) { return verdict.value && !verdict.isMet; });
        if (hasOpenGoal && decision.rule != PlanRule::Chosen)
            decision.reason += "; the runs leave this open";
    }
    if (decided) {
        decision.speedup = decided->speedup;
        decision.timeS = decided->runTimeS;
        decision.costUsd = decided->costUsd;
    }
    if (decided && decided->p > 1 && decided->speedup < 1)
        decision.reason += "; slower than one machine";
    if (decision.rule == PlanRule::Chosen) {
        if (!decided && measured)
            decision.reason += ", which was not measured";
        else if (!decided)
            decision.reason += formatMessage(", which is more than the batch has examples: at most {}, one each",
                                             *prediction->model.maximumWorkers);
        else if (!decided->reachesQualityTarget)
            decision.reason += ", which misses the quality target";
        addFlawsOfChosenP(decision, feasible);
    }
    if (ladder)
        decision.reason = joinNonEmpty({std::move(decision.reason), failedRunsText(decision, set, *ladder)}, "; ");
    return decision;
}

/// The fewest workers that answer the demand: more replicas cost more and shorten no request.
std::optional<PlanDecision> decideForService(const Baseline& baseline, const Proposal& proposal,
                                             const FeasibleWorkers& feasible)
{
    const std::optional<int> p = proposal.plan.p ? proposal.plan.p : servingP(baseline, feasible);
    if (!p)
        return std::nullopt;
    const PlanCandidateSet set{.candidates = {{.p = *p}},
                               .candidatesText = "feasible p",
                               .missingRunReason = "a service has no run",
                               .replica = servedAt(baseline, feasible, feasible.workersInCopy())};
    PlanDecision decision;
    decision.p = *p;
    const std::vector<GoalLimit> limits = goalLimits(baseline, proposal.goal);
    for (const GoalLimit& limit : limits)
        decision.verdicts.push_back(judgeGoal(limit, set, &set.candidates.front()));
    if (proposal.plan.p) {
        decision.rule = PlanRule::Chosen;
        decision.reason = chosenPlanReason(proposal.plan);
        addFlawsOfChosenP(decision, feasible);
        return decision;
    }
    decision.rule = PlanRule::Cheapest;
    const GoalFilterResult filtered = filterByGoals(set, limits);
    decision.shortfall = filtered.shortfall;
    decision.reason = decision.shortfall ? filtered.shortfallReason
                                         : formatMessage("the fewest that answer {}: {}",
                                                         requestRateText(baseline.serving->throughputTargetPerS->value),
                                                         replicasText(*servedAt(baseline, feasible, *p)));
    return decision;
}

/// What the plan minimises under these goals: machines and waiting; with a deadline, machines only; with a budget,
/// time.
double objectiveValue(const PlanDecision& decision, const Goal& goal)
{
    const double timeS = decision.timeS.value_or(std::numeric_limits<double>::infinity());
    if (goal.hourValueUsd && decision.costUsd)
        return *decision.costUsd + goal.hourValueUsd->value * (timeS / secondsPerHour);
    return decision.rule == PlanRule::Cheapest && decision.costUsd ? *decision.costUsd : timeS;
}

/// The runs decide if they can. The prediction may select a p outside the measured range if no measured p meets every
/// goal, if the last measured p is best, or if the first is best and fewer workers were not measured.
PlanDecision decideFromRuns(const DecisionInputs& inputs)
{
    const Goal& goal = inputs.proposal.goal;
    const MeasuredLadder& ladder = *inputs.ladder;
    PlanDecision measuredDecision = decideOnCurve(inputs, CurveKind::Measured);
    const bool canUseMore = measuredDecision.p == ladder.rungs.back().p && measuredDecision.rule != PlanRule::Cheapest,
               canUseFewer = measuredDecision.p == ladder.rungs.front().p && measuredDecision.p > 1;
    if (!measuredDecision.shortfall && !canUseMore && !canUseFewer)
        return measuredDecision;
    if (ladder.rungs.front().p == 1 && ladder.rungs.back().p >= inputs.prediction->pMax)
        return measuredDecision;
    PlanDecision extrapolatedDecision = decideOnCurve(inputs, CurveKind::Predicted, true);
    // Without a feasible p outside the runs, that decision is only a fallback.
    if (extrapolatedDecision.p >= ladder.rungs.front().p && extrapolatedDecision.p <= ladder.rungs.back().p)
        return measuredDecision;
    const bool hasOpenGoal = std::ranges::any_of(extrapolatedDecision.verdicts,
                                                 [](const GoalVerdict& verdict) { return verdict.isMet != true; });
    if (extrapolatedDecision.shortfall || !extrapolatedDecision.timeS || hasOpenGoal)
        return measuredDecision;
    // The prediction must be better by more than the runs exceed it where they end.
    const Rung& nearest = extrapolatedDecision.p > ladder.rungs.back().p ? ladder.rungs.back() : ladder.rungs.front();
    const double error = std::max(1.0, timeOverPrediction(*inputs.prediction, ladder, nearest).value_or(1));
    return measuredDecision.shortfall ||
                   error * objectiveValue(extrapolatedDecision, goal) < objectiveValue(measuredDecision, goal)
               ? extrapolatedDecision
               : measuredDecision;
}

}  // namespace

std::optional<PlanDecision> decidePlan(const Baseline& baseline, const Proposal& proposal, const Prediction* prediction,
                                       const MeasuredLadder* ladder, const ModelIntervals& intervals)
{
    const Plan& plan = proposal.plan;
    const FeasibleWorkers feasible(baseline, proposal, ladder);
    if (isPlannedByThroughput(baseline))
        return decideForService(baseline, proposal, feasible);
    if (!prediction && !ladder) {
        if (!plan.p)
            return std::nullopt;
        PlanDecision decision;
        decision.p = *plan.p;
        decision.rule = PlanRule::Chosen;
        decision.reason = chosenPlanReason(plan);
        decision.verdicts = undecidedGoals(baseline, proposal.goal);
        addFlawsOfChosenP(decision, feasible);
        return decision;
    }
    if (!plan.p && !feasible.smallestP())
        return std::nullopt;
    const DecisionInputs inputs{baseline, proposal, feasible, prediction, ladder, intervals};
    const bool usesOneCurve =
        !prediction || !ladder || plan.curve || !canDecideFromRuns(proposal, *prediction, *ladder, feasible);
    const CurveKind curve =
        ladder && (!prediction || plan.curve == CurveKind::Measured) ? CurveKind::Measured : CurveKind::Predicted;
    if (usesOneCurve)
        return decideOnCurve(inputs, curve);
    if (plan.p) {
        const Rung* nearestRung = ladder->findRung(*plan.p);
        const bool isMeasuredP = nearestRung && nearestRung->runCount().mostSucceeded();
        return decideOnCurve(inputs, isMeasuredP ? CurveKind::Measured : CurveKind::Predicted);
    }
    // Without a goal: the knee of the runs, if they extend beyond it.
    constexpr std::size_t minimumRungsForKnee = 3;
    const bool isKneeMeasured = ladder->rungs.size() >= minimumRungsForKnee &&
                                ladder->kneeP != ladder->rungs.back().p && ladder->kneeP != ladder->rungs.front().p;
    if (!hasDecidingGoal(baseline, proposal.goal))
        return decideOnCurve(inputs, isKneeMeasured || isRefutedByRuns(*prediction, *ladder) ? CurveKind::Measured
                                                                                             : CurveKind::Predicted);
    if (ladder->rungs.size() < 2)
        return decideOnCurve(inputs, CurveKind::Predicted);
    return decideFromRuns(inputs);
}

}  // namespace scalewright
