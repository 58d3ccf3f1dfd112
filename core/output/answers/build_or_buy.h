// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `build-or-buy`: whether to run the cluster yourself or pay for a managed one, and the break-even
// point.
#pragma once

#include <optional>
#include <string>

#include "core/design/sizing/build_or_buy.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `hours`: how long the accelerators run; if empty, only the break-even point is given. The table varies the value of
/// a team hour.
[[nodiscard]] Answer managedOrOwnAnswer(const BuildOrBuyTerms& terms, const std::optional<double>& hours);

/// "managed", "self"
[[nodiscard]] const char* managedChoiceName(const CostTotals& totals);

}  // namespace scalewright
