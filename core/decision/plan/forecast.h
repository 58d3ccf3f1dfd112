// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a proposal, its prediction and the p to request: used for a project, its variants, and a project changed
// by a fix.
#pragma once

#include <memory>
#include <optional>

#include "core/base/error/result.h"
#include "core/decision/plan/plan_decision.h"
#include "core/model/scaling/intervals.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

struct Baseline;
struct Proposal;

/// A model used instead of the project's own because a project cannot express it: it has no field for beta in seconds.
struct ModelOverride {
    ScalingModel model;
    ModelIntervals inputIntervals;
};

struct Forecast {
    /// The model, or what is missing or out of range, each problem with its pointer.
    Result<ScalingModel> model;
    std::shared_ptr<const Prediction> prediction;  ///< set if and only if `model` has a value
    std::optional<PlanDecision> plan;  ///< decidePlan()
    FeasibleWorkers feasible{};
    /// The shown ladder in runs, under the conditions of the proposal (conditions.h); nullptr without a ladder.
    std::shared_ptr<const MeasuredLadder> runs{};

    [[nodiscard]] const MeasuredLadder* ladderOfRuns() const { return runs.get(); }

    [[nodiscard]] std::optional<int> plannedP() const { return plan ? std::optional(plan->p) : std::nullopt; }
};

/// `ladder`, if given, is the shown ladder, which must outlive the forecast. Reuses the prediction of `previous` if model and pMax are the same.
/// Precondition: 1 <= pMax <= maximumPMax.
[[nodiscard]] Forecast makeForecast(const Baseline& baseline, const Proposal& proposal, int pMax,
                                    const MeasuredLadder* ladder = nullptr, const Forecast* previous = nullptr,
                                    const ModelOverride* modelOverride = nullptr);

}  // namespace scalewright
