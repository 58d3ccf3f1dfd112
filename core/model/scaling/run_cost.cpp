#include "core/model/scaling/run_cost.h"

#include "core/base/quantity/units.h"

namespace scalewright {

double costOf(const ScalingModel& model, int p, double tStepS)
{
    return *model.priceUsdPerHour / secondsPerHour * model.stepsAt(p) * model.nodes(p) * tStepS;
}

double costShare(const ScalingModel& model, const PredictionRow& row, const PredictionRow& of)
{
    return row.nodes * row.tStepS * model.stepsAt(row.p) / (of.nodes * of.tStepS * model.stepsAt(of.p));
}

std::string runOf(const ScalingModel& model)
{
    const std::string steps = significant(model.steps, 6);
    if (model.scaling == Scaling::Weak)
        return model.steps == 1 ? "the work of one worker's step" : say("the work of one worker's {} steps", steps);
    return model.steps == 1 ? "a step" : say("{} steps", steps);
}

}  // namespace scalewright
