// A proposal's model, what it predicts, and the p to request: what a project, its variants and a project as a fix would
// leave it have in common.
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

/// A model that a project cannot say, given in place of its own: beta in seconds has no field there.
struct GivenModel {
    ScalingModel model;
    ModelIntervals intervals;
};

struct Forecast {
    /// The model, or what is missing or out of range, each problem with its pointer.
    Result<ScalingModel> model;
    std::shared_ptr<const Prediction> prediction;  ///< there exactly when `model` holds a value
    std::optional<PlanDecision> plan;  ///< absent without a chosen p, a model and a ladder

    [[nodiscard]] std::optional<int> plannedP() const { return plan ? std::optional(plan->p) : std::nullopt; }
};

/// `ladder`, where there is one, is the ladder in sight. Reuses the prediction of `previous` where model and pMax are
/// the same. Precondition: 1 <= pMax <= largestPMax.
[[nodiscard]] Forecast forecast(const Baseline& baseline, const Proposal& proposal, int pMax,
                                const MeasuredLadder* ladder = nullptr, const Forecast* previous = nullptr,
                                const GivenModel* given = nullptr);

}  // namespace scalewright
