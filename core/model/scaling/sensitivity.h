// SPDX-License-Identifier: GPL-3.0-or-later
// How far the optimum moves if one parameter is wrong by a factor of ten (exercise 41.4.2).
#pragma once

#include <vector>

#include "core/model/scaling/model_input.h"

namespace scalewright {

/// p* after multiplying and dividing one parameter by 10, all else being equal.
struct Sensitivity {
    const char* parameter;  ///< nameOf
    int pStarTimesTen = 1;
    int pStarTenth = 1;
    double speedupTimesTen = 1;
    double speedupTenth = 1;
    /// Whether that p* is the end of the search instead of an optimum.
    bool timesTenAtLimit = false, tenthAtLimit = false;
    bool isZero = false;  ///< the parameter is 0, so scaling it changes nothing
    bool operator==(const Sensitivity&) const = default;
};
[[nodiscard]] std::vector<Sensitivity> computeSensitivity(const ScalingModel& model, int pMax = defaultPMax);

}  // namespace scalewright
