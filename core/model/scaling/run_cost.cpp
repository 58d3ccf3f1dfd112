// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/run_cost.h"

#include "core/base/quantity/units.h"

namespace scalewright {

double runCostUsd(const ScalingModel& model, int p, double tStepS)
{
    return *model.nodePriceUsdPerHour / secondsPerHour * model.stepsAt(p) * model.nodesAt(p) * tStepS;
}

double runCostRatio(const ScalingModel& model, const PredictionRow& row, const PredictionRow& reference)
{
    return row.nodes * row.tStepS * model.stepsAt(row.p) /
           (reference.nodes * reference.tStepS * model.stepsAt(reference.p));
}

std::string runDescription(const ScalingModel& model)
{
    const std::string steps = significantText(model.steps, 6);
    if (model.scaling == Scaling::Weak)
        return model.steps == 1 ? "the work of one worker's step"
                                : formatMessage("the work of one worker's {} steps", steps);
    return model.steps == 1 ? "a step" : formatMessage("{} steps", steps);
}

}  // namespace scalewright
