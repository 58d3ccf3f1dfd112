// SPDX-License-Identifier: GPL-3.0-or-later
// One p of the prediction: the time of a step with that many workers, term by term, and the quantities derived from it.
#pragma once

#include <optional>

#include "core/model/scaling/model.h"

namespace scalewright {

/// One row of the prediction. costUsd is for the whole run (ScalingModel::stepsAt()); absent if the model has no price.
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

    // The design's terms, 0 if the design has none. tCompS + tCommS + tCoordinationS + tWaitS + tFailureS = tStepS.
    double hiddenCommS = 0;  ///< hidden behind compute, not in tCommS, which is only the exposed part
    double tCoordinationS = 0;
    double tWaitS = 0;  ///< skew and jitter; negative if more than half of the workers are backups
    double tFailureS = 0;  ///< what failures and checkpoints add to an undisturbed step

    /// False if failures prevent the run from ever finishing: then tStepS, tFailureS and costUsd (if any) are infinite,
    /// and S is 0.
    [[nodiscard]] bool finishes() const;
    bool operator==(const PredictionRow&) const = default;
};

/// Precondition: validate(model) passes, p >= 1.
[[nodiscard]] PredictionRow predictAt(const ScalingModel& model, int p);

/// Why a row that does not finish has no time: "never finishes: …", or that the batch is too small for so many workers.
[[nodiscard]] std::string neverFinishesReason(const ScalingModel& model, int p);

}  // namespace scalewright
