// Which p to request, why, what it gives and costs, and which goals it meets: one decision for every page and command.
//
//     const std::optional<PlanDecision> plan = decidePlan(project, &prediction, nullptr);
//     plan->p;        // 4
//     plan->reason;   // "the cheapest within the deadline of 300 s: 260 s, $0.92"
//
// The policy, on one curve:
//
//   1. the chosen p, with the goals that it misses;
//   2. otherwise, among the p that meet every goal that can be judged on this curve,
//        an hour of waiting has a value     the lowest cost of machines and time, c p T + v T
//        a deadline, with a budget or not   the cheapest
//        a budget only                      the fastest
//        neither                            the knee (Eager, Zahorjan, Lazowska 1989)
//   3. if no p meets them all, the p that misses least: each goal in this order (deadline, budget, latency,
//      quality) leaves those that meet it or, if none does, those that come closest; reported with the goal that
//      fails first, and by how much. If the ladder's own quality target is reached at no p, the knee.
//
// No p of rules 2 and 3 needs more machines than are available, if that is set; a chosen p that does is reported. A p
// at which at least half of the measured runs failed is not selected on the measured curve (RunCount::mostSucceeded),
// unless that is so at every p; a goal is neither met nor missed there. The reason says so, and also if some runs of
// the selected p failed. The end of the search is not a knee, unless the batch ends there too. It is replaced by the
// largest p that keeps the stated efficiency and, if that is the end too, by p-max if the user set it below
// defaultPMax; otherwise nothing shows where to stop: the plan is one worker, and the reason says so.
//
// The curve, unless the plan sets it: the shown ladder if it measured what is predicted and has what is required of a
// p, otherwise the prediction. Within the measured range the runs decide: if no measured p meets every goal, or the
// last one is the best of them, the prediction may select one outside. A chosen p that was measured is judged by its
// run. Without a goal the knee is that of the runs if they extend beyond it. Without a ladder the prediction is used,
// without a prediction the ladder. The limits of a goal are for a run: Plan::steps predicted steps, or one run of the
// ladder. A run of weak scaling does p times the work of one machine (baseWorkTimeS). A goal that cannot be judged (no
// steps, no price, a quality that only a run can show, a ladder whose steps per measured time are not set) decides
// nothing and is reported as open. A value of time without a price decides nothing either.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/intervals.h"
#include "core/model/scaling/prediction.h"
#include "core/project/document/goal.h"
#include "core/project/document/plan.h"

namespace scalewright {

struct Proposal;

/// EfficiencyTarget: the largest p that keeps the stated efficiency, within p-max. NoRule: no landmark within the
/// search; one worker.
enum class PlanRule { Chosen, MachinesAndWaiting, Cheapest, Fastest, Knee, EfficiencyTarget, NoRule };
enum class GoalKind { Deadline, Budget, Latency, Quality };

/// Stable names for the command line: "chosen", "machines-and-time", "efficiency", "nothing"; "deadline"; "predicted".
[[nodiscard]] const char* planRuleName(PlanRule rule);
[[nodiscard]] const char* goalKindName(GoalKind goal);

/// One goal at one p. Times in seconds, the budget in USD.
struct GoalVerdict {
    GoalKind kind = GoalKind::Deadline;
    double limit = 0;
    std::optional<double> value;  ///< infinite if the run never finishes
    std::optional<bool> isMet;  ///< absent if it cannot be judged, with the reason
    std::string reason;
    /// The range of the value, from the intervals of the prediction's inputs or of the run's time, if the limit lies
    /// inside it: the goal is met or missed by the value, but not certainly.
    std::optional<Interval> valueInterval{};
    /// For a verdict on the prediction: the value of a measured run (MeasuredLadder, scaleToPlannedRun) that
    /// contradicts it. That is the run at this p or, if none exists and this p is said to meet the goal, the closest
    /// of several that all miss it; and its p.
    std::optional<double> contradictingMeasurement{};
    int contradictingP = 0;
    bool operator==(const GoalVerdict&) const = default;
};

/// The goal that no p meets, at the p that comes closest.
struct Shortfall {
    GoalVerdict verdict;
    int p = 1;
    bool operator==(const Shortfall&) const = default;
};

struct PlanDecision {
    int p = 1;
    PlanRule rule = PlanRule::Knee;
    /// The curve it was read from; absent for a chosen p without prediction and ladder.
    std::optional<CurveKind> curveKind;
    std::string reason;  ///< in words: the reason, what a chosen p misses, what prevents meeting every goal
    std::optional<Shortfall> shortfall;  ///< no p meets every goal: `p` misses least
    std::vector<GoalVerdict> verdicts;  ///< those that are set, judged at `p`

    /// What `p` gives and costs on that curve; absent if the curve has no such p or the batch has too few examples, and
    /// the cost without a price. Of a run.
    std::optional<double> speedup, timeS, costUsd;
    bool operator==(const PlanDecision&) const = default;
};

/// "misses the deadline by 60.4 s", "… (uncertain)". Precondition: isMet is false.
[[nodiscard]] std::string missedGoalText(const GoalVerdict& verdict);

/// A deadline or a budget is not judged because the plan does not set the steps of a run.
[[nodiscard]] bool needsStepsPerRun(const PlanDecision& decision, const Plan& plan);

/// The goals that are set, before they can be judged.
[[nodiscard]] std::vector<GoalVerdict> undecidedGoals(const Goal& goal);

/// `intervals`: of the prediction's inputs. Absent if there is no chosen p, no prediction and no ladder. Preconditions:
/// the prediction and the ladder are the proposal's, the ladder in runs (scaleToPlannedRun).
[[nodiscard]] std::optional<PlanDecision> decidePlan(const Proposal& proposal, const Prediction* prediction,
                                                     const MeasuredLadder* ladder,
                                                     const ModelIntervals& intervals = {});

}  // namespace scalewright
