// The model of a proposal, its prediction and the p to request: common to a project, its variants, and a project as
// changed by a fix.
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

/// A model that a project cannot express, used instead of its own: beta in seconds has no field there.
struct ModelOverride {
    ScalingModel model;
    ModelIntervals inputIntervals;
};

struct Forecast {
    /// The model, or what is missing or out of range, each problem with its pointer.
    Result<ScalingModel> model;
    std::shared_ptr<const Prediction> prediction;  ///< set exactly if `model` has a value
    std::optional<PlanDecision> plan;  ///< absent if there is no chosen p, no model and no ladder

    [[nodiscard]] std::optional<int> plannedP() const { return plan ? std::optional(plan->p) : std::nullopt; }
};

/// `ladder`, if any, is the shown ladder. Reuses the prediction of `previous` if model and pMax are the same.
/// Precondition: 1 <= pMax <= maximumPMax.
[[nodiscard]] Forecast makeForecast(const Baseline& baseline, const Proposal& proposal, int pMax,
                                    const MeasuredLadder* ladder = nullptr, const Forecast* previous = nullptr,
                                    const ModelOverride* modelOverride = nullptr);

}  // namespace scalewright
