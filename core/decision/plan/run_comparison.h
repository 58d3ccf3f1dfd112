// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a prediction with the runs: where they contradict it, and which verdicts this leaves open.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/plan/candidates.h"
#include "core/decision/plan/goals.h"

namespace scalewright {

struct Prediction;

/// Below this factor between prediction and runs, a prediction is trusted at a measured p, and between two of them.
constexpr double toleratedFactor = 1.25;

/// The predicted S(p) for comparison with a ladder that starts at p0: S(p0) = p0, as in the ladder. nullopt if the
/// prediction does not reach one of the two, or never finishes at p0.
[[nodiscard]] std::optional<double> predictedSpeedupFromBase(const Prediction& prediction, int baseP, int p);

/// True if the predicted speedup at the last run exceeds the measured one by more than is tolerated.
[[nodiscard]] bool isRefutedByRuns(const Prediction& prediction, const MeasuredLadder& ladder);

/// Whether another p than the predicted p* is the fastest of the runs: texts and charts then call p* predicted, and not
/// the fastest. `ladder`: nullptr without runs.
[[nodiscard]] bool isPStarOnlyPredicted(const Prediction& prediction, const MeasuredLadder* ladder);

/// The measured over the predicted time at this rung; absent if the run never finishes as predicted.
[[nodiscard]] std::optional<double> timeOverPrediction(const Prediction& prediction, const MeasuredLadder& ladder,
                                                       const Rung& rung);

/// If the time of a measured run differs from the prediction, a goal whose verdict would change is not judged.
/// Precondition: the decision is based on the prediction.
void recheckAgainstRuns(PlanDecision& decision, const Prediction& prediction, const MeasuredLadder& ladder,
                        const Plan& plan);

/// At the same quality, a larger batch needs more examples than the plan's fewer steps process: a goal whose verdict
/// would change is not judged.
void recheckAgainstQuality(PlanDecision& decision, const ScalingModel& model);

/// Adds the measured values that contradict the verdicts of a prediction.
void addMeasuredContradictions(PlanDecision& decision, const std::vector<GoalLimit>& limits,
                               const PlanCandidateSet& measuredSet, const MeasuredLadder& ladder);

}  // namespace scalewright
