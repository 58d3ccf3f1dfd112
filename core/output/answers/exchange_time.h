// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `collective`: the time of one exchange at every p, and whether latency or bandwidth dominates.
#pragma once

#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/output/answers/answer.h"
#include "core/project/document/field.h"

namespace scalewright {

/// `workers`: the p values in the table, at least one. The requested exchange is the model's first.
[[nodiscard]] Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers);

/// "39.1 MB · 56.9 ms": the message of a step and the exposed time of its exchange at p; only the time without a
/// message. Empty if nothing is exchanged or the step never finishes.
[[nodiscard]] std::string messageAndTimeText(const ScalingModel& model, const MaybeQuantity& message, int p);

}  // namespace scalewright
