// All rows of a prediction at once, a column each: what the charts and the search read.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"

namespace scalewright {

/// For p = 1…pMax, one contiguous array each (index p-1).
struct PredictionColumns {
    std::vector<double> tComp, tComm, tStep, speedup, efficiency, commToCompute, cost;  ///< cost is 0 without a price
    std::vector<double> hiddenComm, tCoordination, tWait, tFailure;  ///< empty where model.terms.none()
    bool operator==(const PredictionColumns&) const = default;
};

/// Precondition: validate(model) passes, 1 <= pMax <= largestPMax.
void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out);

}  // namespace scalewright
