// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the goals to the candidates of a curve: which meet them, which come closest, and which p to choose.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/decision/plan/candidates.h"
#include "core/decision/plan/goals.h"

namespace scalewright {

struct Baseline;
struct Prediction;
struct Proposal;

[[nodiscard]] bool isHigherBetter(const GoalLimit& limit, const PlanCandidateSet& set);

/// `candidate` is nullptr if the curve does not have that p.
[[nodiscard]] GoalVerdict judgeGoal(const GoalLimit& limit, const PlanCandidateSet& set,
                                    const PlanCandidate* candidate);

/// The candidates of a curve that remain after applying the goals.
struct GoalFilterResult {
    /// With a shortfall, those that come closest; empty if none reaches the quality target.
    std::vector<const PlanCandidate*> remaining;
    std::vector<GoalLimit> metLimits;  ///< met by all of `remaining`
    std::string qualityClause;  ///< " that reaches the quality target", if that goal excluded some candidates
    std::optional<Shortfall> shortfall;  ///< if none meets every goal: the closest, and the goal that it misses by most
    std::string shortfallReason;  ///< in words
};

/// Those candidates that meet the limits or come closest to them.
[[nodiscard]] GoalFilterResult filterByGoals(const PlanCandidateSet& set, std::vector<GoalLimit> limits);

/// Rules 2 and 3 of the policy (plan_decision.h): set p, rule, reason and shortfall.
void decideByGoals(PlanDecision& decision, const PlanCandidateSet& set, const Goal& goal,
                   const std::vector<GoalLimit>& limits);

[[nodiscard]] int largestSearchedP(const PlanCandidateSet& set, const Prediction& prediction);

/// The feasible p that meet every goal that can be judged on a curve, in ascending order; empty if no p meets them,
/// nullopt if all do. Uses the prediction if there is one, otherwise the ladder. Precondition: one of them is given.
[[nodiscard]] std::optional<std::vector<int>> findPMeetingGoals(const Baseline& baseline, const Proposal& proposal,
                                                                const Prediction* prediction,
                                                                const MeasuredLadder* ladder);

/// The factor by which deadline and budget must be raised for each feasible p to meet every goal: at most 1 for those of
/// findPMeetingGoals(). A p that misses another goal is absent. Precondition: as for findPMeetingGoals().
[[nodiscard]] std::map<int, double> limitFactorsToMeetGoals(const Baseline& baseline, const Proposal& proposal,
                                                            const Prediction* prediction, const MeasuredLadder* ladder);

}  // namespace scalewright
