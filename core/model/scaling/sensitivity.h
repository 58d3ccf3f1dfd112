// How far the optimum moves when one constant is wrong by a factor of ten (exercise 41.4.2).
#pragma once

#include <vector>

#include "core/model/scaling/model_input.h"

namespace scalewright {

/// p* after one constant is multiplied by 10 and divided by 10, all else equal.
struct Sensitivity {
    const char* parameter;  ///< modelInputName
    int pStarTimesTen = 1;
    int pStarTenth = 1;
    double speedupTimesTen = 1;
    double speedupTenth = 1;
    bool timesTenAtEdge = false, tenthAtEdge = false;  ///< that p* is where the search ended, no optimum
    bool zero = false;  ///< the constant is 0, and so is ten times it: nothing to say
    bool operator==(const Sensitivity&) const = default;
};
[[nodiscard]] std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax = defaultPMax);

}  // namespace scalewright
