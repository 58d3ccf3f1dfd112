// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a run: node-hours times the price of a node-hour.
#pragma once

#include "core/model/scaling/row.h"

namespace scalewright {

/// c N T steps/3600 for the run at p with steps of `tStepS`. Precondition: the model has a price.
[[nodiscard]] double runCostUsd(const ScalingModel& model, int p, double tStepS);

/// Cost of the run at `row` relative to `reference`; independent of the price of a node-hour.
[[nodiscard]] double runCostRatio(const ScalingModel& model, const PredictionRow& row, const PredictionRow& reference);

/// "200 steps", "1 000 000 steps"
[[nodiscard]] std::string stepsText(double steps);

/// What the costs refer to: "a step", "200 steps", "the work of one worker's 200 steps" (weak scaling).
[[nodiscard]] std::string runDescription(const ScalingModel& model);

}  // namespace scalewright
