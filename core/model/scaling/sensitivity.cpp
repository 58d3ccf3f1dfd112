#include "core/model/scaling/sensitivity.h"

#include <utility>

#include "core/model/scaling/search.h"

namespace scalewright {

std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax)
{
    pMax = searched(model, pMax);
    std::vector<Sensitivity> rows;
    PredictionColumns scratch;
    const auto optimum = [&](ModelInput input, double factor) {
        const ScalingModel changed = scaledBy(model, input, factor);
        predictColumns(changed, pMax, scratch);
        const int p = fastestP(changed, scratch);
        return std::pair(p, scratch.speedup[static_cast<std::size_t>(p - 1)]);
    };
    for (const ModelInput input : modelInputs(model)) {
        const auto [pTen, sTen] = optimum(input, 10);
        const auto [pTenth, sTenth] = optimum(input, 0.1);
        const bool edge = pMax > 1 && !endsWithTheBatch(model, pMax);
        rows.push_back({modelInputName(input), pTen, pTenth, sTen, sTenth, edge && pTen == pMax, edge && pTenth == pMax,
                        valueOf(model, input) == 0});
    }
    return rows;
}

}  // namespace scalewright
