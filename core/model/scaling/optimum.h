// The optimum where the pattern has a closed form, and the latency that would put it elsewhere.
#pragma once

#include <optional>

#include "core/model/scaling/model.h"

namespace scalewright {

/// A real number of workers where T(p) is least, where the pattern has a closed form (book's ring
/// sqrt((T_comp - 2 beta)/alpha), ring sqrt((T_comp - 2 beta)/(2 alpha))) and it exists. None where the design adds
/// terms.
[[nodiscard]] std::optional<double> continuousOptimum(const ScalingModel& model);

/// alpha for which p is the (continuous) optimum at fixed beta: dragging the p* handle. Book's ring:
/// (T_comp - 2 beta)/p^2; other patterns by bisection on the integer optimum. nullopt where no alpha >= 0 does it.
[[nodiscard]] std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax = defaultPMax);

}  // namespace scalewright
