// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/forecast.h"

#include "core/decision/plan/conditions.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

Forecast makeForecast(const Baseline& baseline, const Proposal& proposal, int pMax, const MeasuredLadder* ladder,
                      const Forecast* previous, const ModelOverride* modelOverride)
{
    Forecast result{modelOverride ? modelOverride->model : scalingModel(baseline, proposal), nullptr, std::nullopt};
    if (ladder)
        result.runs = ladderUnderConditions(*ladder, {baseline, proposal.target, proposal.design},
                                            result.model ? &*result.model : nullptr);
    result.feasible = FeasibleWorkers(baseline, proposal, result.ladderOfRuns());
    if (result.model && previous && previous->prediction &&
        previous->prediction->pMax == searchLimit(*result.model, pMax) && previous->prediction->model == *result.model)
        result.prediction = previous->prediction;
    else if (result.model)
        result.prediction = std::make_shared<const Prediction>(predict(*result.model, pMax));
    result.plan = decidePlan(baseline, proposal, result.prediction.get(), result.ladderOfRuns(),
                             modelOverride ? modelOverride->inputIntervals : modelIntervals(baseline, proposal));
    return result;
}

}  // namespace scalewright
