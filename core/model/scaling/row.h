// One p of the prediction: what a step takes with so many workers, part by part, and what follows from it.
#pragma once

#include <optional>

#include "core/model/scaling/model.h"

namespace scalewright {

/// One row of the prediction. costUsd is of the run (ScalingModel::stepsAt); absent where the model has no price.
struct PredictionRow {
    int p = 1;
    int nodes = 1;
    double tCompS = 0;
    double tCommS = 0;
    double tStepS = 0;
    double speedup = 0;
    double efficiency = 0;
    double commToCompute = 0;
    std::optional<double> costUsd;

    // The design's terms, 0 without. tCompS + tCommS + tCoordinationS + tWaitS + tFailureS = tStepS.
    double hiddenCommS = 0;  ///< communication behind compute: not in tCommS, which is what is exposed
    double tCoordinationS = 0;
    double tWaitS = 0;  ///< skew and jitter; negative where more than half of the workers are backups
    double tFailureS = 0;  ///< what failures and checkpoints add to an undisturbed step

    /// False where failures keep the run from ever finishing: tStepS, tFailureS (and costUsd) are infinite then and S
    /// is 0.
    [[nodiscard]] bool finishes() const;
    bool operator==(const PredictionRow&) const = default;
};

/// Precondition: validate(model) passes, p >= 1.
[[nodiscard]] PredictionRow predictAt(const ScalingModel& model, int p);

/// Why a row that does not finish has no time, in words: "never finishes: …", or that the batch has no example for so
/// many.
[[nodiscard]] std::string neverFinishes(const ScalingModel& model, int p);

}  // namespace scalewright
