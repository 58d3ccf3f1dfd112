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

std::string stepsText(double steps)
{
    constexpr std::size_t group = 3, longestUngrouped = 4;
    std::string text = significantText(steps, 6);
    if (text.size() > longestUngrouped && text.find_first_not_of("0123456789") == std::string::npos)
        for (std::size_t at = text.size() - group; at > 0; at = at > group ? at - group : 0)
            text.insert(at, "\u00A0");
    return text + " steps";
}

std::string runDescription(const ScalingModel& model)
{
    if (model.scaling == Scaling::Weak)
        return model.steps == 1 ? "the work of one worker's step"
                                : formatMessage("the work of one worker's {}", stepsText(model.steps));
    return model.steps == 1 ? "a step" : stepsText(model.steps);
}

}  // namespace scalewright
