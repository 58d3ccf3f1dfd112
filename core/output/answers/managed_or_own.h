// What `build-or-buy` answers: whether running the cluster oneself is cheaper than having it run, and from when on.
#pragma once

#include <optional>
#include <string>

#include "core/design/sizing/build_or_buy.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `hours`: how long the accelerators run; absent: only the break-even is told. The table asks what an hour of the team
/// is worth.
[[nodiscard]] Answer managedOrOwnAnswer(const BuildOrBuy& terms, const std::optional<double>& hours);

/// "managed", "self"
[[nodiscard]] const char* choiceName(const Totals& totals);

}  // namespace scalewright
