// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/plan_decision.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/decision/plan/candidates.h"
#include "core/decision/plan/within_goals.h"
#include "core/model/scaling/band.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Candidate = PlanCandidate;
using CandidateSet = PlanCandidateSet;

constexpr double limitTolerance = 1e-12;  // relative: products of the same seconds in a different order

bool isWithinLimit(double value, double limit)
{
    return value <= limit * (1 + limitTolerance);
}

/// The candidate with the smallest value. Among those equal up to rounding, the fastest, as in
/// core/decision/cost/cost.h, or the first if the tie extends to the end of the list and the set has an open end.
/// Precondition: ascending p.
template <class Value>
const Candidate* candidateWithMinimum(const std::vector<const Candidate*>& list, Value value, const CandidateSet& set)
{
    const Candidate* first = nullptr;
    for (const Candidate* each : list)
        if (first == nullptr || value(*each) < value(*first) * (1 - limitTolerance))
            first = each;
    const Candidate* best = first;
    const Candidate* last = first;
    for (const Candidate* each : list)
        if (value(*each) <= value(*first) * (1 + limitTolerance)) {
            best = each->speedup > best->speedup ? each : best;
            last = each;
        }
    // The last node may be partly full.
    const bool reachesEnd = last != nullptr && list.back()->nodes - last->nodes <= 1;
    return set.hasOpenEnd && reachesEnd ? first : best;
}

int largestSearchedP(const CandidateSet& set, const Prediction& prediction)
{
    return std::min(prediction.pMax, set.feasible.availableWorkers().value_or(prediction.pMax));
}

struct GoalLimit {
    GoalKind kind;
    double value;
};

/// The value that a goal is compared with; absent if unknown.
std::optional<double> goalValueAt(GoalKind kind, const CandidateSet& set, const Candidate& candidate)
{
    std::optional<double> value;
    switch (kind) {
    case GoalKind::Deadline:
        if (!set.missingRunReason)
            value = candidate.runTimeS;
        break;
    case GoalKind::Budget:
        if (!set.missingRunReason)
            value = candidate.costUsd;
        break;
    case GoalKind::Throughput:
        if (set.replica && set.replica->throughputPerS)
            value = candidate.p / set.replica->workersPerReplica * *set.replica->throughputPerS;
        break;
    case GoalKind::Latency:
        if (set.replica)
            value = set.replica->latencyS;
        else if (!set.missingLatencyReason)
            value = candidate.stepTimeS;
        break;
    case GoalKind::Quality: value = candidate.quality; break;
    }
    return value;
}

std::string missingValueReason(GoalKind kind, const CandidateSet& set)
{
    switch (kind) {
    case GoalKind::Deadline: return set.missingRunReason.value_or("");
    case GoalKind::Budget: return set.missingRunReason.value_or("no price per node-hour");
    case GoalKind::Throughput: return "the throughput of one replica is not set";
    case GoalKind::Latency:
        return set.replica ? "the latency of a request is not set" : set.missingLatencyReason.value_or("");
    case GoalKind::Quality: break;
    }
    return set.curveKind == CurveKind::Predicted ? "measured, not predicted" : "the ladder has no quality";
}

bool isHigherBetter(const GoalLimit& limit, const CandidateSet& set)
{
    return limit.kind == GoalKind::Throughput || (limit.kind == GoalKind::Quality && !set.isLowerQualityBetter);
}

bool meetsLimit(const GoalLimit& limit, const CandidateSet& set, double value)
{
    return isHigherBetter(limit, set) ? isWithinLimit(limit.value, value) : isWithinLimit(value, limit.value);
}

/// By how much `value` misses the limit, as a share of it; 0 if it meets it, infinite if it is unknown.
double missedShare(const GoalLimit& limit, const CandidateSet& set, const std::optional<double>& value)
{
    if (!value)
        return std::numeric_limits<double>::infinity();
    if (meetsLimit(limit, set, *value))
        return 0;
    return std::abs(*value - limit.value) / std::max(std::abs(limit.value), std::numeric_limits<double>::min());
}

/// `candidate` is nullptr if the curve does not have that p.
GoalVerdict judgeGoal(const GoalLimit& limit, const CandidateSet& set, const Candidate* candidate)
{
    GoalVerdict verdict{limit.kind, limit.value, std::nullopt, std::nullopt, {}};
    if (candidate)
        verdict.value = goalValueAt(limit.kind, set, *candidate);
    if (verdict.value && !candidate->runCount.mostSucceeded())
        verdict.reason = failureText(candidate->runCount, candidate->p);
    else if (verdict.value)
        verdict.isMet = meetsLimit(limit, set, *verdict.value);
    else
        verdict.reason = candidate ? missingValueReason(limit.kind, set) : set.missingPReason;
    return verdict;
}

std::vector<GoalLimit> goalLimits(const Baseline& baseline, const Goal& goal)
{
    std::vector<GoalLimit> limits;
    const auto add = [&](GoalKind kind, const MaybeQuantity& quantity) {
        if (quantity)
            limits.push_back({kind, quantity->value});
    };
    add(GoalKind::Deadline, goal.deadlineS);
    add(GoalKind::Budget, goal.budgetUsd);
    MaybeQuantity latency = goal.latencyS;
    if (const std::optional<Serving>& serving = baseline.serving) {
        add(GoalKind::Throughput, serving->throughputTargetPerS);
        const MaybeQuantity& budget = serving->latencyBudgetS;
        if (budget && (!latency || budget->value < latency->value))
            latency = budget;
    }
    add(GoalKind::Latency, latency);
    add(GoalKind::Quality, goal.quality);
    return limits;
}

std::string missedAmountText(const GoalVerdict& verdict)
{
    switch (verdict.kind) {
    case GoalKind::Deadline:
    case GoalKind::Latency: {
        const std::string name = verdict.kind == GoalKind::Deadline ? "deadline" : "latency";
        return std::isfinite(*verdict.value)
                   ? formatMessage("misses the {} by {}", name, timeText(*verdict.value - verdict.limit))
                   : formatMessage("misses the {}: the run never finishes", name);
    }
    case GoalKind::Budget:
        return std::isfinite(*verdict.value)
                   ? formatMessage("misses the budget by {}", moneyText(*verdict.value - verdict.limit))
                   : "misses the budget: the run never finishes";
    case GoalKind::Throughput:
        return formatMessage("misses the throughput by {}", requestRateText(verdict.limit - *verdict.value));
    case GoalKind::Quality: break;
    }
    return "misses the quality target";
}

/// Why no candidate meets the only goal. `clause`: what those that are considered have in common.
std::string unmetGoalText(const CandidateSet& set, const Shortfall& shortfall, const std::string& clause)
{
    const GoalVerdict& goal = shortfall.verdict;
    const int p = shortfall.p;
    switch (goal.kind) {
    case GoalKind::Deadline:
        return formatMessage("no {}{} meets the deadline of {}: the fastest, {}, takes {}, {} too long",
                             set.candidatesText, clause, timeText(goal.limit), p, timeText(*goal.value),
                             timeText(*goal.value - goal.limit));
    case GoalKind::Budget:
        return formatMessage("no {}{} fits the budget of {}: the cheapest, {}, costs {}, {} too much",
                             set.candidatesText, clause, moneyText(goal.limit), p, moneyText(*goal.value),
                             moneyText(*goal.value - goal.limit));
    case GoalKind::Throughput:
        return formatMessage("no {}{} answers {}: {} answer {}", set.candidatesText, clause,
                             requestRateText(goal.limit), p, requestRateText(*goal.value));
    case GoalKind::Latency:
        if (set.replica)
            return formatMessage("a request takes {} on any number of replicas, {} too long", timeText(*goal.value),
                                 timeText(*goal.value - goal.limit));
        return formatMessage("no {}{} has steps of {}: the fastest, {}, takes {}, {} too long", set.candidatesText,
                             clause, timeText(goal.limit), p, timeText(*goal.value),
                             timeText(*goal.value - goal.limit));
    case GoalKind::Quality: break;
    }
    return formatMessage("no {}{} reaches a quality of {}: the closest, {}, has {}", set.candidatesText, clause,
                         significantText(goal.limit), p, significantText(*goal.value));
}

/// For example "within the deadline of 300 s and the budget of $2.00".
std::string goalLimitsText(const std::vector<GoalLimit>& limits)
{
    std::vector<std::string> words;
    for (const GoalLimit& limit : limits)
        if (limit.kind == GoalKind::Deadline)
            words.push_back(formatMessage("the deadline of {}", timeText(limit.value)));
        else if (limit.kind == GoalKind::Budget)
            words.push_back(formatMessage("the budget of {}", moneyText(limit.value)));
    return words.size() == 2 ? formatMessage("{} and {}", words[0], words[1]) : words.empty() ? "" : words[0];
}

/// The candidates of a curve that remain after applying the goals.
struct GoalFilterResult {
    /// With a shortfall, those that come closest; empty if none reaches the quality target.
    std::vector<const Candidate*> remaining;
    std::vector<GoalLimit> metLimits;  ///< met by all of `remaining`
    std::string qualityClause;  ///< " that reaches the quality target", if that goal excluded some candidates
    std::optional<Shortfall> shortfall;  ///< if none meets every goal: the closest, and the goal that it misses by most
    std::string shortfallReason;  ///< in words
};

GoalFilterResult filterByGoals(const CandidateSet& set, std::vector<GoalLimit> limits)
{
    GoalFilterResult filtered;
    std::vector<const Candidate*>& remaining = filtered.remaining;
    remaining.reserve(set.candidates.size());
    for (const Candidate& each : set.candidates)
        remaining.push_back(&each);
    const std::size_t candidateCount = remaining.size();
    std::erase_if(remaining, [](const Candidate* each) { return !each->reachesQualityTarget; });
    if (remaining.empty()) {
        if (candidateCount > 0) {
            filtered.shortfallReason = "no measured p reaches the quality target";
            filtered.shortfall =
                Shortfall{{GoalKind::Quality, 0, std::nullopt, false, filtered.shortfallReason}, set.fallbackP};
        }
        return filtered;
    }
    if (remaining.size() < candidateCount)
        filtered.qualityClause = " that reaches the quality target";
    std::erase_if(limits, [&](const GoalLimit& limit) {
        return std::none_of(remaining.begin(), remaining.end(),
                            [&](const Candidate* each) { return goalValueAt(limit.kind, set, *each); });
    });
    // By how much each goal is missed, the worst first: the smallest in this order is the closest.
    using Misses = std::vector<double>;
    std::vector<std::pair<Misses, const Candidate*>> all;
    for (const Candidate* each : remaining) {
        Misses misses;
        for (const GoalLimit& limit : limits)
            misses.push_back(missedShare(limit, set, goalValueAt(limit.kind, set, *each)));
        std::sort(misses.begin(), misses.end(), std::greater<>());
        all.emplace_back(std::move(misses), each);
    }
    const auto& closest =
        *std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto isAsClose = [&](const Misses& misses) {
        return std::equal(misses.begin(), misses.end(), closest.first.begin(),
                          [](double each, double least) { return each <= least * (1 + limitTolerance); });
    };
    remaining.clear();
    for (const auto& [misses, candidate] : all)
        if (isAsClose(misses))
            remaining.push_back(candidate);
    if (limits.empty() || closest.first.front() == 0) {
        filtered.metLimits = std::move(limits);
        return filtered;
    }
    const GoalLimit& missed =
        *std::max_element(limits.begin(), limits.end(), [&](const GoalLimit& a, const GoalLimit& b) {
            const auto share = [&](const GoalLimit& limit) {
                return missedShare(limit, set, goalValueAt(limit.kind, set, *closest.second));
            };
            return share(a) < share(b);
        });
    filtered.shortfall = Shortfall{judgeGoal(missed, set, closest.second), closest.second->p};
    if (!filtered.shortfall->verdict.value) {
        filtered.shortfallReason = formatMessage("no {} has a value for every goal", set.candidatesText);
        remaining.clear();
        return filtered;
    }
    filtered.shortfallReason =
        limits.size() == 1
            ? unmetGoalText(set, *filtered.shortfall, filtered.qualityClause)
            : formatMessage("no {}{} meets every goal: the closest, {}, {}", set.candidatesText, filtered.qualityClause,
                            closest.second->p, missedAmountText(filtered.shortfall->verdict));
    return filtered;
}

/// Rules 2 and 3 of the policy: set p, rule, reason and shortfall.
void decideByGoals(PlanDecision& decision, const CandidateSet& set, const Goal& goal,
                   const std::vector<GoalLimit>& goalLimits)
{
    decision.p = set.fallbackP;
    decision.rule = set.fallbackRule;
    decision.reason = set.fallbackPReason;
    if (set.candidates.empty())
        return;
    const GoalFilterResult filtered = filterByGoals(set, goalLimits);
    const auto& [remaining, metLimits, qualityClause, shortfall, shortfallReason] = filtered;
    decision.shortfall = shortfall;
    if (remaining.empty()) {
        decision.reason = shortfallReason;
        return;
    }
    if (shortfall) {
        const GoalKind missed = shortfall->verdict.kind;
        const Candidate& best = *candidateWithMinimum(
            remaining,
            [&](const Candidate& each) {
                return goal.hourValueUsd && each.costUsd
                           ? *each.costUsd + goal.hourValueUsd->value * (each.runTimeS / secondsPerHour)
                           : each.nodes * each.runTimeS;
            },
            set);
        decision.p = best.p;
        decision.rule = missed == GoalKind::Budget ? PlanRule::Cheapest : PlanRule::Fastest;
        decision.reason = shortfallReason;
        return;
    }

    const auto hasMetLimit = [&](GoalKind kind) {
        return std::any_of(metLimits.begin(), metLimits.end(),
                           [kind](const GoalLimit& each) { return each.kind == kind; });
    };
    const auto decide = [&](const Candidate& best, PlanRule rule, std::string reason) {
        decision.p = best.p;
        decision.rule = rule;
        decision.reason = std::move(reason);
    };
    const std::string limits = goalLimitsText(metLimits);
    const auto timeAndCostText = [&](const Candidate& best) {
        const std::string time = timeText(best.runTimeS);
        return best.costUsd ? time + ", " + moneyText(*best.costUsd) : time;
    };
    if (goal.hourValueUsd && remaining.front()->costUsd) {
        const auto waiting = [&](const Candidate& each) {
            return goal.hourValueUsd->value * (each.runTimeS / secondsPerHour);
        };
        const Candidate& best = *candidateWithMinimum(
            remaining, [&](const Candidate& each) { return *each.costUsd + waiting(each); }, set);
        decide(best, PlanRule::MachinesAndWaiting,
               formatMessage("least cost{} at {} an hour of waiting{}: {} for machines, {} for time", qualityClause,
                             moneyText(goal.hourValueUsd->value),
                             limits.empty() ? "" : formatMessage(", within {}", limits), moneyText(*best.costUsd),
                             moneyText(waiting(best))));
    } else if (hasMetLimit(GoalKind::Deadline)) {
        // If nodes cost nothing or their price is not set, node time is minimised.
        const bool priced = remaining.front()->costUsd.value_or(0) > 0;
        const Candidate& best = *candidateWithMinimum(
            remaining, [&](const Candidate& each) { return priced ? *each.costUsd : each.nodes * each.runTimeS; }, set);
        decide(best, PlanRule::Cheapest,
               formatMessage("the cheapest{} within {}: {}", qualityClause, limits, timeAndCostText(best)));
    } else if (hasMetLimit(GoalKind::Budget)) {
        const Candidate& best = *candidateWithMinimum(
            remaining, [](const Candidate& each) { return 1 / each.speedup; }, set);
        decide(best, PlanRule::Fastest,
               formatMessage("the fastest{} within {}: {}", qualityClause, limits, timeAndCostText(best)));
    } else if (remaining.size() < set.candidates.size() && set.fallbackRule != PlanRule::Knee &&
               qualityClause.empty()) {
        decide(*remaining.front(), PlanRule::EfficiencyTarget,
               formatMessage("the fewest workers that meet every goal: no knee for {}", set.candidatesText));
    } else if (remaining.size() < set.candidates.size()) {
        const Candidate& best = *candidateWithMinimum(
            remaining, [](const Candidate& each) { return 1 / each.kneeScore; }, set);
        decide(best, PlanRule::Knee,
               !qualityClause.empty() ? formatMessage("the knee of the p{}", qualityClause)
                                      : "the knee of the p that meet every goal");
    }
}

}  // namespace

const char* planRuleName(PlanRule rule)
{
    switch (rule) {
    case PlanRule::Chosen: return "chosen";
    case PlanRule::MachinesAndWaiting: return "machines-and-time";
    case PlanRule::Cheapest: return "cheapest";
    case PlanRule::Fastest: return "fastest";
    case PlanRule::Knee: return "knee";
    case PlanRule::EfficiencyTarget: return "efficiency";
    case PlanRule::NoRule: break;
    }
    return "nothing";
}

const char* goalKindName(GoalKind goal)
{
    switch (goal) {
    case GoalKind::Deadline: return "deadline";
    case GoalKind::Budget: return "budget";
    case GoalKind::Throughput: return "throughput";
    case GoalKind::Latency: return "latency";
    case GoalKind::Quality: break;
    }
    return "quality";
}

Dimension goalDimension(GoalKind goal)
{
    switch (goal) {
    case GoalKind::Deadline:
    case GoalKind::Latency: return Dimension::Time;
    case GoalKind::Budget: return Dimension::Money;
    case GoalKind::Throughput: return Dimension::Rate;
    case GoalKind::Quality: break;
    }
    return Dimension::Ratio;
}

std::string missedGoalText(const GoalVerdict& verdict)
{
    return missedAmountText(verdict) + (verdict.valueInterval ? " (uncertain)" : "");
}

bool needsStepsPerRun(const PlanDecision& decision, const Plan& plan)
{
    return decision.curveKind == CurveKind::Predicted && !plan.steps &&
           std::any_of(decision.verdicts.begin(), decision.verdicts.end(), [](const GoalVerdict& goal) {
               return !goal.isMet && (goal.kind == GoalKind::Deadline || goal.kind == GoalKind::Budget);
           });
}

std::vector<GoalVerdict> undecidedGoals(const Baseline& baseline, const Goal& goal)
{
    std::vector<GoalVerdict> goals;
    for (const GoalLimit& limit : goalLimits(baseline, goal)) {
        GoalVerdict& open = goals.emplace_back(GoalVerdict{limit.kind, limit.value, std::nullopt, std::nullopt, {}});
        open.reason = limit.kind == GoalKind::Quality ? "measured, not predicted" : "no prediction yet";
    }
    return goals;
}

std::optional<std::vector<int>> findPMeetingGoals(const Baseline& baseline, const Proposal& proposal,
                                                  const Prediction* prediction, const MeasuredLadder* ladder)
{
    const FeasibleWorkers feasible(baseline, proposal, ladder);
    const auto isEveryPFeasible = [&] {
        return !feasible.availableWorkers() &&
               (prediction ? feasible.infeasibleRanges(prediction->pMax).empty()
                           : std::all_of(ladder->rungs.begin(), ladder->rungs.end(),
                                         [&](const Rung& rung) { return feasible.contains(rung.p); }));
    };
    const bool everyPIsFeasible = isEveryPFeasible();
    const std::vector<GoalLimit> limits = goalLimits(baseline, proposal.goal);
    if (prediction && limits.empty() && everyPIsFeasible)
        return std::nullopt;
    CandidateSet set = prediction ? candidateSetOf(*prediction, proposal.plan, proposal.target, feasible)
                                  : candidateSetOf(*ladder, proposal.target, proposal.goal, feasible);
    set.replica = servedAt(baseline, feasible, feasible.workersInCopy());
    for (int p = 1; prediction && p <= largestSearchedP(set, *prediction); ++p)
        if (const PredictionRow row = prediction->row(p); row.finishes() && feasible.contains(p))
            set.candidates.push_back(candidateOf(prediction->model, row));
    if (set.candidates.empty() && !feasible.smallestP())
        return std::vector<int>{};
    const GoalFilterResult filtered = filterByGoals(set, limits);
    if (filtered.shortfall)
        return std::vector<int>{};
    if (filtered.remaining.size() == set.candidates.size() && everyPIsFeasible)
        return std::nullopt;
    std::vector<int> pValues;
    for (const Candidate* each : filtered.remaining)
        pValues.push_back(each->p);
    return pValues;
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

/// Below this factor between prediction and runs, a verdict at a measured p, or between two of them, is trusted.
constexpr double toleratedFactor = 1.25;

/// True if the predicted speedup at the last run exceeds the measured one by more than is tolerated.
bool isRefutedByRuns(const Prediction& prediction, const MeasuredLadder& ladder)
{
    const Rung& last = ladder.rungs.back();
    if (last.p > prediction.pMax || ladder.rungs.size() < 2)
        return false;
    const double predicted = ladder.baseP * prediction.row(last.p).speedup / prediction.row(ladder.baseP).speedup;
    return std::isfinite(predicted) && predicted > toleratedFactor * last.speedup;
}

void markUndecided(GoalVerdict& verdict, std::string reason)
{
    verdict.isMet.reset();
    verdict.valueInterval.reset();
    verdict.reason = std::move(reason);
}

/// The measured over the predicted time at this rung; absent if the run never finishes as predicted.
std::optional<double> timeOverPrediction(const Prediction& prediction, const MeasuredLadder& ladder, const Rung& rung)
{
    const PredictionRow row = predictAt(prediction.model, rung.p);
    return row.finishes() ? std::optional(baseWorkTimeS(ladder, rung) / (row.tStepS * prediction.model.stepsAt(rung.p)))
                          : std::nullopt;
}

/// If the time of a measured run differs from the prediction, a goal whose verdict would change is not judged.
/// Precondition: the decision is based on the prediction.
void recheckAgainstRuns(PlanDecision& decision, const Prediction& prediction, const MeasuredLadder& ladder,
                        const Plan& plan)
{
    if (!plan.steps || ladder.isThroughput || ladder.scaling != prediction.model.scaling)
        return;
    const auto forEachRunGoal = [&](auto update) {
        for (GoalVerdict& verdict : decision.verdicts)
            if (verdict.isMet && !verdict.contradictingMeasurement && std::isfinite(*verdict.value) &&
                (verdict.kind == GoalKind::Deadline || verdict.kind == GoalKind::Budget))
                update(verdict);
    };
    const Rung* ownRung = ladder.findRung(decision.p);
    const Rung& nearestRung = ownRung                              ? *ownRung
                              : decision.p > ladder.rungs.back().p ? ladder.rungs.back()
                                                                   : ladder.rungs.front();
    const std::optional<double> overPrediction = timeOverPrediction(prediction, ladder, nearestRung);
    if (!overPrediction)
        return;
    const double timeRatio = *overPrediction;
    const auto changesVerdict = [](const GoalVerdict& verdict, double factor) {
        return isWithinLimit(*verdict.value * factor, verdict.limit) != *verdict.isMet;
    };
    if (!ladder.stepsPerTimeRequest.empty()) {  // a row is anything from a step to the whole run
        const double runFactor = ladder.timesPerRun > 0 ? timeRatio / ladder.timesPerRun : timeRatio;
        forEachRunGoal([&](GoalVerdict& verdict) {
            if (changesVerdict(verdict, runFactor) || changesVerdict(verdict, runFactor * plan.steps->value))
                markUndecided(verdict, ladder.stepsPerTimeRequest);
        });
        return;
    }
    const bool isBetweenRuns = decision.p >= ladder.rungs.front().p && decision.p <= ladder.rungs.back().p;
    if (isBetweenRuns && std::abs(std::log(timeRatio)) <= std::log(toleratedFactor))
        return;
    forEachRunGoal([&](GoalVerdict& verdict) {
        if (changesVerdict(verdict, timeRatio))
            markUndecided(verdict, formatMessage("{} as predicted, but p = {} took {} times its prediction",
                                                 *verdict.isMet ? "met" : "missed", nearestRung.p,
                                                 significantText(timeRatio, 3)));
    });
}

/// At the same quality, a larger batch needs more examples than the plan's fewer steps process: a goal whose verdict
/// would change is not judged.
void recheckAgainstQuality(PlanDecision& decision, const ScalingModel& model)
{
    if (!model.criticalWorkers)
        return;
    const double examples = relativeExamplesToQuality(model, decision.p);
    for (GoalVerdict& verdict : decision.verdicts)
        if (verdict.isMet == true && (verdict.kind == GoalKind::Deadline || verdict.kind == GoalKind::Budget) &&
            !isWithinLimit(*verdict.value * examples, verdict.limit))
            markUndecided(
                verdict,
                formatMessage(
                    "met by the plan's steps, but the larger batch needs {} times the examples for the same quality",
                    significantText(examples)));
}

/// Compares the verdicts of the prediction with the measurements.
void addMeasuredContradictions(PlanDecision& decision, const std::vector<GoalLimit>& limits,
                               const CandidateSet& measuredSet, const MeasuredLadder& ladder)
{
    const bool isMeasuredP = ladder.findRung(decision.p) != nullptr;
    const bool isBetweenRuns = decision.p > ladder.rungs.front().p && decision.p < ladder.rungs.back().p;
    for (std::size_t i = 0; i < decision.verdicts.size(); ++i) {
        GoalVerdict& verdict = decision.verdicts[i];
        const Candidate* closest = nullptr;
        std::optional<double> value;
        bool isAnyMet = false;
        for (const Candidate& run : measuredSet.candidates) {
            const GoalVerdict runVerdict = judgeGoal(limits[i], measuredSet, &run);
            if (!runVerdict.isMet || (isMeasuredP && run.p != decision.p))
                continue;
            isAnyMet = isAnyMet || *runVerdict.isMet;
            if (!value ||
                (isHigherBetter(limits[i], measuredSet) ? *runVerdict.value > *value : *runVerdict.value < *value)) {
                value = runVerdict.value;
                closest = &run;
            }
        }
        if (!closest || !verdict.isMet || *verdict.isMet == isAnyMet ||
            (!isMeasuredP && !(isBetweenRuns && *verdict.isMet)))
            continue;
        verdict.contradictingMeasurement = value;
        verdict.contradictingP = closest->p;
    }
}

/// The part of a reason about failed runs: at the p it names, and at the p skipped because of them.
std::string failedRunsText(const PlanDecision& decision, const CandidateSet& set, const MeasuredLadder& ladder)
{
    std::vector<std::string> words{ladder.failureTextAt(decision.p)};
    if (decision.rule != PlanRule::Chosen && set.candidates.empty() && set.failingCandidates.size() > 1) {
        words.emplace_back("at every p at least half of the runs failed");
        return joinNonEmpty(words, "; ");
    }
    constexpr std::size_t maximumListed = 4;
    const auto passedOverCount = static_cast<std::size_t>(
        std::count_if(set.failingCandidates.begin(), set.failingCandidates.end(),
                      [&](const Candidate& failureTexts) { return failureTexts.p != decision.p; }));
    if (decision.rule != PlanRule::Chosen && passedOverCount > 0 && passedOverCount <= maximumListed) {
        std::vector<std::string> each;
        for (const Candidate& failing : set.failingCandidates)
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
        decision.reason +=
            formatMessage(", which is not feasible ({})", feasibilityLimitName(decision.infeasibility->limit));
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
    CandidateSet set = measured ? candidateSetOf(*ladder, target, goal, feasible)
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
    std::optional<Candidate> decided;
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
    if (decision.rule != PlanRule::Chosen &&
        std::any_of(decision.verdicts.begin(), decision.verdicts.end(),
                    [](const GoalVerdict& verdict) { return verdict.isMet == true && verdict.valueInterval; }))
        decision.reason += "; uncertain within the intervals";
    if (!measured)
        recheckAgainstQuality(decision, prediction->model);
    if (!measured && ladder) {
        addMeasuredContradictions(decision, limits, candidateSetOf(*ladder, target, goal, feasible), *ladder);
        recheckAgainstRuns(decision, *prediction, *ladder, plan);
        const bool hasOpenGoal =
            std::any_of(decision.verdicts.begin(), decision.verdicts.end(),
                        [](const GoalVerdict& verdict) { return verdict.value && !verdict.isMet; });
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
    const CandidateSet set{.candidates = {{.p = *p}},
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
    const bool hasOpenGoal = std::any_of(extrapolatedDecision.verdicts.begin(), extrapolatedDecision.verdicts.end(),
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
