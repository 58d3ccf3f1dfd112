// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/sensitivity.h"

#include <utility>

#include "core/model/scaling/search.h"

namespace scalewright {

std::vector<Sensitivity> computeSensitivity(const ScalingModel& model, int pMax)
{
    pMax = searchLimit(model, pMax);
    std::vector<Sensitivity> rows;
    PredictionColumns scratch;
    const auto optimum = [&](ModelInput input, double factor) {
        const ScalingModel changed = withScaledInput(model, input, factor);
        predictColumns(changed, pMax, scratch);
        const int p = fastestP(changed, scratch);
        return std::pair(p, scratch.speedup[static_cast<std::size_t>(p - 1)]);
    };
    for (const ModelInput input : modelInputs(model)) {
        const auto [pTimesTen, speedupTimesTen] = optimum(input, 10);
        const auto [pTenth, speedupTenth] = optimum(input, 0.1);
        const bool edge = pMax > 1 && !isLimitedByBatch(model, pMax);
        rows.push_back({nameOf(input), pTimesTen, pTenth, speedupTimesTen, speedupTenth, edge && pTimesTen == pMax,
                        edge && pTenth == pMax, inputValue(model, input) == 0});
    }
    return rows;
}

}  // namespace scalewright
