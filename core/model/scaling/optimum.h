// SPDX-License-Identifier: GPL-3.0-or-later
// The continuous optimum of patterns that have a closed form, and the latency that would move the optimum to a given p.
#pragma once

#include <optional>

#include "core/model/scaling/model.h"

namespace scalewright {

/// The real-valued number of workers that minimises T(p), if the pattern has a closed form (book's ring sqrt((T_comp -
/// 2 beta)/alpha), ring sqrt((T_comp - 2 beta)/(2 alpha))) and the optimum exists. nullopt if the design adds terms.
[[nodiscard]] std::optional<double> continuousOptimum(const ScalingModel& model);

/// The alpha at which p is the (continuous) optimum for fixed beta, used to drag the p* handle. Book's ring: (T_comp -
/// 2 beta)/p^2; other patterns by bisection on the integer optimum. nullopt if no alpha >= 0 satisfies this.
[[nodiscard]] std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax = defaultPMax);

}  // namespace scalewright
