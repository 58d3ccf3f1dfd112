// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/goal_decision.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Candidate = PlanCandidate;
using CandidateSet = PlanCandidateSet;

/// The candidate with the smallest value. Among those equal up to rounding, the fastest, as in
/// core/decision/cost/cost.h, or the first if the tie extends to the end of the list and the set has an open end.
/// Precondition: ascending p.
template <class Value>
const Candidate* candidateWithMinimum(const std::vector<const Candidate*>& list, Value value, const CandidateSet& set)
{
    const Candidate* first = nullptr;
    for (const Candidate* each : list)
        if (first == nullptr || value(*each) < value(*first) * (1 - goalTolerance))
            first = each;
    const Candidate* best = first;
    const Candidate* last = first;
    for (const Candidate* each : list)
        if (value(*each) <= value(*first) * (1 + goalTolerance)) {
            best = each->speedup > best->speedup ? each : best;
            last = each;
        }
    // The last node may be partly full.
    const bool reachesEnd = last != nullptr && list.back()->nodes - last->nodes <= 1;
    return set.hasOpenEnd && reachesEnd ? first : best;
}

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
        if (set.replica && set.replica->throughputPerS) {
            const int replicas = candidate.p / set.replica->workersPerReplica;
            value = replicas * *set.replica->throughputPerS;
        }
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

}  // namespace

int largestSearchedP(const CandidateSet& set, const Prediction& prediction)
{
    return std::min(prediction.pMax, set.feasible.availableWorkers().value_or(prediction.pMax));
}

bool isHigherBetter(const GoalLimit& limit, const CandidateSet& set)
{
    return limit.kind == GoalKind::Throughput || (limit.kind == GoalKind::Quality && !set.isLowerQualityBetter);
}

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
        return std::ranges::none_of(
            remaining, [&](const Candidate* each) { return goalValueAt(limit.kind, set, *each).has_value(); });
    });
    // By how much each goal is missed, the worst first: the smallest in this order is the closest.
    using Misses = std::vector<double>;
    std::vector<std::pair<Misses, const Candidate*>> all;
    for (const Candidate* each : remaining) {
        Misses misses;
        for (const GoalLimit& limit : limits)
            misses.push_back(missedShare(limit, set, goalValueAt(limit.kind, set, *each)));
        std::ranges::sort(misses, std::greater<>());
        all.emplace_back(std::move(misses), each);
    }
    const auto& closest =
        *std::ranges::min_element(all, [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto isAsClose = [&](const Misses& misses) {
        return std::equal(misses.begin(), misses.end(), closest.first.begin(),
                          [](double each, double least) { return each <= least * (1 + goalTolerance); });
    };
    remaining.clear();
    for (const auto& [misses, candidate] : all)
        if (isAsClose(misses))
            remaining.push_back(candidate);
    if (limits.empty() || closest.first.front() == 0) {
        filtered.metLimits = std::move(limits);
        return filtered;
    }
    const GoalLimit& missed = *std::ranges::max_element(limits, [&](const GoalLimit& a, const GoalLimit& b) {
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

    const auto hasMetLimit = [&](GoalKind kind) { return contains(metLimits, kind, &GoalLimit::kind); };
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

namespace {

/// The feasible p of a curve. Precondition: as for findPMeetingGoals().
CandidateSet feasibleCandidates(const Baseline& baseline, const Proposal& proposal, const FeasibleWorkers& feasible,
                                const Prediction* prediction, const MeasuredLadder* ladder)
{
    CandidateSet set = prediction ? candidateSetOf(*prediction, proposal.plan, proposal.target, feasible)
                                  : candidateSetOf(*ladder, proposal.target, proposal.goal, feasible);
    set.replica = servedAt(baseline, feasible, feasible.workersInCopy());
    for (int p = 1; prediction && p <= largestSearchedP(set, *prediction); ++p)
        if (const PredictionRow row = prediction->row(p); row.finishes() && feasible.contains(p))
            set.candidates.push_back(candidateOf(prediction->model, row));
    return set;
}

}  // namespace

std::optional<std::vector<int>> findPMeetingGoals(const Baseline& baseline, const Proposal& proposal,
                                                  const Prediction* prediction, const MeasuredLadder* ladder)
{
    const FeasibleWorkers feasible(baseline, proposal, ladder);
    const auto isEveryPFeasible = [&] {
        return !feasible.availableWorkers() &&
               (prediction
                    ? feasible.infeasibleRanges(prediction->pMax).empty()
                    : std::ranges::all_of(ladder->rungs, [&](const Rung& rung) { return feasible.contains(rung.p); }));
    };
    const bool everyPIsFeasible = isEveryPFeasible();
    const std::vector<GoalLimit> limits = goalLimits(baseline, proposal.goal);
    if (prediction && limits.empty() && everyPIsFeasible)
        return std::nullopt;
    const CandidateSet set = feasibleCandidates(baseline, proposal, feasible, prediction, ladder);
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

std::map<int, double> limitFactorsToMeetGoals(const Baseline& baseline, const Proposal& proposal,
                                              const Prediction* prediction, const MeasuredLadder* ladder)
{
    const FeasibleWorkers feasible(baseline, proposal, ladder);
    CandidateSet set = feasibleCandidates(baseline, proposal, feasible, prediction, ladder);
    std::erase_if(set.candidates, [](const Candidate& each) { return !each.reachesQualityTarget; });
    std::vector<GoalLimit> limits = goalLimits(baseline, proposal.goal);
    std::erase_if(limits, [&](const GoalLimit& limit) {
        return std::ranges::none_of(
            set.candidates, [&](const Candidate& each) { return goalValueAt(limit.kind, set, each).has_value(); });
    });
    std::map<int, double> factors;
    for (const Candidate& each : set.candidates) {
        double factor = 0;
        for (const GoalLimit& limit : limits) {
            constexpr double impossible = std::numeric_limits<double>::infinity();
            const std::optional<double> value = goalValueAt(limit.kind, set, each);
            const bool canBeRaised = limit.kind == GoalKind::Deadline || limit.kind == GoalKind::Budget;
            if (!value || (!canBeRaised && !meetsLimit(limit, set, *value)))
                factor = impossible;
            else if (canBeRaised && *value > 0)
                factor = std::max(factor, limit.value > 0 ? *value / limit.value : impossible);
        }
        if (std::isfinite(factor))
            factors.emplace(each.p, factor);
    }
    return factors;
}

}  // namespace scalewright
