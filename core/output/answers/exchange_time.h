// What `collective` answers: how long one exchange takes at every p, and whether latency or bandwidth takes it.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `workers`: the table's rows, at least one. The model's first exchange is the one that is asked for.
[[nodiscard]] Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers);

}  // namespace scalewright
