// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `collective`: the time of one exchange at every p, and whether latency or bandwidth dominates.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `workers`: the p values in the table, at least one. The requested exchange is the model's first.
[[nodiscard]] Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers);

}  // namespace scalewright
