#include "core/decision/plan/forecast.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

Forecast forecast(const Baseline& baseline, const Proposal& proposal, int pMax, const MeasuredLadder* ladder,
                  const Forecast* previous, const GivenModel* given)
{
    Forecast found{given ? given->model : scalingModel(baseline, proposal), nullptr, std::nullopt};
    if (found.model && previous && previous->prediction && previous->prediction->pMax == searched(*found.model, pMax) &&
        previous->prediction->model == *found.model)
        found.prediction = previous->prediction;
    else if (found.model)
        found.prediction = std::make_shared<const Prediction>(predict(*found.model, pMax));
    found.plan = decidePlan(proposal, found.prediction.get(), ladder,
                            given ? given->intervals : modelIntervals(baseline, proposal));
    return found;
}

}  // namespace scalewright
