// Which p to request, why, what it buys and costs, and what of the goal it reaches: one decision for every page and
// command.
//
//     const std::optional<PlanDecision> plan = decidePlan(project, &prediction, nullptr);
//     plan->p;      // 4
//     plan->why;    // "the cheapest within the deadline of 300 s: 260 s, $0.92"
//
// The policy, on one curve:
//   1. the chosen p, with what it misses;
//   2. else, among the p that meet every goal that can be told on this curve,
//        an hour of waiting has a value   the least of machines and time, c p T + v T
//        a deadline, with a budget or not the cheapest
//        a budget alone                   the fastest
//        neither                          the knee (Eager, Zahorjan, Lazowska 1989)
//   3. where no p meets them all, the p that misses least: of the goals in this order (deadline, budget, latency,
//      quality) each leaves those that meet it, or, where none of them does, those that come closest; and which goal
//      fails first, and by how much. Where the ladder's own quality target is reached at no p, the knee.
// No p of 2 and 3 needs more machines than are available, where that is given; a chosen p that does is said to.
// A p at which half of the measured runs or more failed is named by none of these on the measured curve
// (RunCount::mostSucceeded), unless it is so at every p; a goal is neither met nor missed there. The reason says so,
// and of a named p that some of its runs failed. Where the search ends is no knee, unless the batch ends there too. In
// its place stands the largest p that keeps the stated efficiency, and where that is the edge too, p-max where somebody
// set it below defaultPMax; else nothing says where to stop: one worker stands in, and the reason says so.
//
// The curve, unless the plan says which: the ladder in sight where it ran what is predicted and tells what is asked of a p,
// else the prediction. Between runs the runs answer: where no p that was run meets every goal, or the last one is the
// best of them, the prediction may name one outside of them. A chosen p that was run is judged by its run. Without a
// goal the knee is the runs' where they reach beyond it. Without a ladder the prediction, without a prediction the
// ladder. A
// goal's limits are of a run: Plan::steps predicted steps, or one run of the ladder. A run of weak scaling does p times
// the work of one machine: (workTimeS). A goal that cannot be told (no steps, no price, a quality that only a run can
// show, a ladder
// of which nobody said how many of the plan's steps one time holds) decides nothing and is said to be open. Values of time without a price cannot be weighed and decide nothing
// either.
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

/// Efficiency: the largest p that keeps the efficiency that is stated, within p-max. Nothing: no landmark within the
/// search, one worker stands in.
enum class PlanBy { Chosen, MachinesAndTime, Cheapest, Fastest, Knee, Efficiency, Nothing };
enum class GoalKind { Deadline, Budget, Latency, Quality };

/// The stable names of the command line: "chosen", "machines-and-time", "efficiency", "nothing"; "deadline";
/// "predicted".
[[nodiscard]] const char* planByName(PlanBy by);
[[nodiscard]] const char* goalName(GoalKind goal);

/// One goal at one p. Times in seconds, the budget in USD.
struct GoalVerdict {
    GoalKind goal = GoalKind::Deadline;
    double limit = 0;
    std::optional<double> value;  ///< infinite where the run never finishes
    std::optional<bool> met;  ///< absent where it cannot be told, with the reason
    std::string reason;
    /// What the value may be, by the intervals of the prediction's inputs or of the run's time, where that decides it
    /// both ways: the goal is met or missed on the figures as they stand, and not for certain.
    std::optional<Interval> between{};
    /// Judged on the prediction: what a measured run (MeasuredLadder, ofRuns) took where that says otherwise: the one
    /// at this p, or, where none was made here and this p is said to meet the goal, the one that comes closest of
    /// several that all miss it; and its p.
    std::optional<double> otherwiseMeasured{};
    int measuredP = 0;
    bool operator==(const GoalVerdict&) const = default;
};

/// The goal that no p meets, at the p that comes closest.
struct Shortfall {
    GoalVerdict goal;
    int p = 1;
    bool operator==(const Shortfall&) const = default;
};

struct PlanDecision {
    int p = 1;
    PlanBy by = PlanBy::Knee;
    std::optional<CurveKind> curve;  ///< what it was read from; absent for a chosen p without prediction and ladder
    std::string why;  ///< in words: the reason, what a chosen p misses, what stands in the way of all
    std::optional<Shortfall> shortfall;  ///< no p meets every goal: `p` misses least
    std::vector<GoalVerdict> goals;  ///< those that are set, at `p`

    /// What `p` buys and costs on that curve; absent where the curve has no such p or the batch
    /// no example for so many, and the cost without a price. Of a run.
    std::optional<double> speedup, timeS, costUsd;
    bool operator==(const PlanDecision&) const = default;
};

/// "misses the deadline by 60.4 s", "…, not for certain". Precondition: met is false.
[[nodiscard]] std::string missedText(const GoalVerdict& verdict);

/// A deadline or a budget is not judged because the plan does not say how many steps a run has.
[[nodiscard]] bool waitsForSteps(const PlanDecision& decision, const Plan& plan);

/// The goals that are set, before there is anything to hold them against.
[[nodiscard]] std::vector<GoalVerdict> openGoals(const Goal& goal);

/// `intervals`: of the prediction's inputs. Absent without a chosen p, a prediction and a ladder. Preconditions: the
/// prediction and the ladder are the proposal's, the ladder as runs (ofRuns).
[[nodiscard]] std::optional<PlanDecision> decidePlan(const Proposal& proposal, const Prediction* prediction,
                                                     const MeasuredLadder* ladder,
                                                     const ModelIntervals& intervals = {});

}  // namespace scalewright
