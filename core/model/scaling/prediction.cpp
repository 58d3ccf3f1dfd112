// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/prediction.h"

namespace scalewright {

PredictionRow Prediction::row(int p) const
{
    const auto i = static_cast<std::size_t>(p - 1);
    const bool priced = !columns.tWait.empty();
    return {.p = p,
            .nodes = model.nodesAt(p),
            .tCompS = columns.tComp[i],
            .tCommS = columns.tComm[i],
            .tStepS = columns.tStep[i],
            .speedup = columns.speedup[i],
            .efficiency = columns.efficiency[i],
            .commToCompute = columns.commToCompute[i],
            .costUsd = model.nodePriceUsdPerHour ? std::optional(columns.cost[i]) : std::nullopt,
            .hiddenCommS = priced ? columns.hiddenComm[i] : 0,
            .tCoordinationS = priced ? columns.tCoordination[i] : 0,
            .tWaitS = priced ? columns.tWait[i] : 0,
            .tFailureS = priced ? columns.tFailure[i] : 0};
}

bool Prediction::hasNoPStar() const
{
    return landmarks.pStarAtLimit && landmarks.pStar > 1 && !isLimitedByBatch(model, pMax);
}

Prediction predict(const ScalingModel& model, int pMax)
{
    Prediction prediction{.model = model, .pMax = searchLimit(model, pMax), .columns = {}, .landmarks = {}};
    predictColumns(model, prediction.pMax, prediction.columns);
    prediction.landmarks = findLandmarks(model, prediction.columns);
    return prediction;
}

}  // namespace scalewright
