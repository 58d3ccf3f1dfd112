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
    bool timesTenAtLimit = false, tenthAtLimit = false;  ///< that p* is the end of the search, not an optimum
    bool isZero = false;  ///< the constant is 0, so scaling it changes nothing
    bool operator==(const Sensitivity&) const = default;
};
[[nodiscard]] std::vector<Sensitivity> computeSensitivity(const ScalingModel& model, int pMax = defaultPMax);

}  // namespace scalewright
