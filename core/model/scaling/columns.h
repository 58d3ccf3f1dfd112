// SPDX-License-Identifier: GPL-3.0-or-later
// All rows of a prediction at once, one column per quantity, for the charts and the search.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"

namespace scalewright {

/// One contiguous array per quantity for p = 1…pMax (index p-1).
struct PredictionColumns {
    /// Cost is 0 if there is no price.
    std::vector<double> tComp, tComm, tStep, speedup, efficiency, commToCompute, cost;
    std::vector<double> hiddenComm, tCoordination, tWait, tFailure;  ///< empty if model.terms.isEmpty()
    bool operator==(const PredictionColumns&) const = default;
};

/// Precondition: validate(model) passes, 1 <= pMax <= maximumPMax.
void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out);

}  // namespace scalewright
