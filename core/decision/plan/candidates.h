// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates for a plan: the p of a curve, with the goal values that the curve gives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/plan/feasibility.h"
#include "core/decision/plan/plan_decision.h"
#include "core/decision/plan/served.h"
#include "core/project/document/project.h"

namespace scalewright {

/// One p that could be requested.
struct PlanCandidate {
    int p = 1;
    int nodes = 1;
    double runTimeS = 0, stepTimeS = 0;
    std::optional<double> costUsd;  ///< of the run
    double speedup = 1;
    double kneeScore = 0;           ///< efficiency over time: largest at the knee
    std::optional<double> quality;
    bool reachesQualityTarget = true;      ///< according to the ladder's own quality
    RunCount runCount{};
};

[[nodiscard]] PlanCandidate candidateOf(const ScalingModel& model, const PredictionRow& row);
[[nodiscard]] PlanCandidate candidateOf(const MeasuredLadder& ladder, const Rung& rung, const Target& target);

/// The candidates on a curve, with the goal values that it gives.
struct PlanCandidateSet {
    /// By ascending p; only those whose run finishes (if some runs failed, in most runs).
    std::vector<PlanCandidate> candidates;
    std::vector<PlanCandidate> failingCandidates{};  ///< those whose runs mostly do not finish
    CurveKind curveKind = CurveKind::Predicted;
    int fallbackP = 1;  ///< used if no goal decides: the knee, or its substitute
    PlanRule fallbackRule = PlanRule::Knee;
    std::string fallbackPReason = "the knee";
    std::string candidatesText;  ///< "measured p", "p up to 4096"
    std::string missingPReason = "the plan's p was not measured";
    std::optional<std::string> missingLatencyReason{};  ///< why the time of a step is unknown
    std::optional<std::string> missingRunReason{};  ///< … and that of a run
    bool isLowerQualityBetter = false;
    /// One replica of a service; absent otherwise.
    std::optional<ServedAtP> replica{};
    FeasibleWorkers feasible{};  ///< contains the p of every candidate
    /// More workers than were searched may be as good, so a tie up to the end of the search decides nothing.
    bool hasOpenEnd = false;
};

/// The feasible predicted p; `hasOpenEnd` unless the batch limits the search. Precondition: some p is feasible.
[[nodiscard]] PlanCandidateSet candidateSetOf(const Prediction& prediction, const Plan& plan, const Target& target,
                                              const FeasibleWorkers& feasible);
/// The feasible measured p.
[[nodiscard]] PlanCandidateSet candidateSetOf(const MeasuredLadder& ladder, const Target& target, const Goal& goal,
                                              const FeasibleWorkers& feasible);

}  // namespace scalewright
