// What a run costs: node-hours times their price.
#pragma once

#include "core/model/scaling/row.h"

namespace scalewright {

/// c N T steps/3600 of the run at p, a step of which takes so long. Precondition: a price.
[[nodiscard]] double costOf(const ScalingModel& model, int p, double tStepS);

/// What the run at p costs against that at another p, whatever the price of a node-hour.
[[nodiscard]] double costShare(const ScalingModel& model, const PredictionRow& row, const PredictionRow& of);

/// What the costs are of: "a step", "200 steps", "the work of one worker's 200 steps" (weak scaling).
[[nodiscard]] std::string runOf(const ScalingModel& model);

}  // namespace scalewright
