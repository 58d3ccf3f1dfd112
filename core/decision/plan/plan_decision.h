// SPDX-License-Identifier: GPL-3.0-or-later
// Which p to request, why, what it gives and costs, and which goals it meets: one decision for every page and command.
//
//     const std::optional<PlanDecision> plan = decidePlan(project.baseline, project, &prediction, nullptr);
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
//      a service, whose demand and throughput are set, has no run: the fewest workers that answer it (served.h)
//   3. if no p meets them all, the p that misses least: each goal in this order (deadline, budget, throughput, latency,
//      quality) leaves those that meet it or, if none does, those that come closest; reported with the goal that
//      fails first, and by how much. If no p reaches the ladder's own quality target, the knee.
//
// Rules 2 and 3 select only feasible p (feasibility.h); if none is feasible, there is no decision. A chosen p that is
// infeasible is reported. A p at which at least half of the measured runs failed is not selected on the measured curve
// (RunCount::mostSucceeded), unless that applies to every p; a goal is neither met nor missed there. The reason says
// so, and also if some runs at the selected p failed. The end of the search is not a knee, unless the batch ends there
// too. It is replaced by the largest p that keeps the stated efficiency and, if that is the end too, by p-max if the
// user set it below defaultPMax; otherwise nothing shows where to stop: the plan is one worker, and the reason says so.
//
// The curve, unless the plan sets it: the shown ladder if it measured what is predicted and has the values that the
// goals need, otherwise the prediction. Within the measured range the runs decide: if no measured p meets every goal,
// or the last one is the best of them, the prediction may select a p outside. A chosen p that was measured is judged by
// its run. Without a goal, the knee comes from the runs if they extend beyond it. Without a ladder the prediction is
// used, without a prediction the ladder. The limits of a goal are for a run: Plan::steps predicted steps, or one run of
// the ladder. A run under weak scaling does p times the work of one machine (baseWorkTimeS). A goal that cannot be
// judged (no steps, no price, a quality that only a run can show, a ladder whose steps per measured time are not set)
// decides nothing and is reported as open. Neither does a value of time without a price.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/decision/plan/feasibility.h"
#include "core/decision/plan/goals.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/intervals.h"
#include "core/model/scaling/prediction.h"
#include "core/project/document/plan.h"

namespace scalewright {

struct Baseline;
struct Proposal;

/// EfficiencyTarget: the largest p that keeps the stated efficiency, up to p-max. NoRule: the search found no landmark;
/// one worker.
enum class PlanRule { Chosen, MachinesAndWaiting, Cheapest, Fastest, Knee, EfficiencyTarget, NoRule };

template <>
inline constexpr auto enumNames<PlanRule> =
    namedValues<PlanRule>("rule", {{PlanRule::Chosen, "chosen"},
                                   {PlanRule::MachinesAndWaiting, "machines-and-time"},
                                   {PlanRule::Cheapest, "cheapest"},
                                   {PlanRule::Fastest, "fastest"},
                                   {PlanRule::Knee, "knee"},
                                   {PlanRule::EfficiencyTarget, "efficiency"},
                                   {PlanRule::NoRule, "nothing"}});

struct PlanDecision {
    int p = 1;
    PlanRule rule = PlanRule::Knee;
    /// The curve that the decision is based on; absent for a service, and for a chosen p without prediction and ladder.
    std::optional<CurveKind> curveKind;
    std::string reason;  ///< in words: the reason, the goals that a chosen p misses, what prevents meeting every goal
    std::optional<Shortfall> shortfall;  ///< no p meets every goal: `p` is the closest
    std::vector<GoalVerdict> verdicts;  ///< the goals that are set, judged at `p`
    std::optional<FeasibilityProblem> infeasibility;  ///< why the chosen p cannot be used

    /// Speedup, time and cost of a run at `p` on that curve; absent if the curve has no such p or the batch has too few
    /// examples. The cost is also absent without a price.
    std::optional<double> speedup, timeS, costUsd;
    bool operator==(const PlanDecision&) const = default;
};

/// True if a deadline or a budget is not judged because the plan does not set the steps per run.
[[nodiscard]] bool needsStepsPerRun(const PlanDecision& decision, const Plan& plan);

/// `intervals`: for the prediction's inputs. Absent without a chosen p if there is neither a prediction nor a ladder nor
/// a service to plan, or if no p is feasible.
/// Preconditions: prediction and ladder belong to the proposal; the ladder is in runs (scaleToPlannedRun).
[[nodiscard]] std::optional<PlanDecision> decidePlan(const Baseline& baseline, const Proposal& proposal,
                                                     const Prediction* prediction, const MeasuredLadder* ladder,
                                                     const ModelIntervals& intervals = {});

}  // namespace scalewright
