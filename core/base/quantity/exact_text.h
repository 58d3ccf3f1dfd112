// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts in captions, with enough digits to check a calculation.
#pragma once

#include <string>

#include "core/base/quantity/quantity.h"

namespace scalewright {

/// formatAmount(value, dimension).joined() with the fewest digits, three to six, that reproduce the value to one part
/// in a million; six if none do.
[[nodiscard]] std::string exactAmount(double value, Dimension dimension);

/// The same for a plain number: "0.8", "1.33333".
[[nodiscard]] std::string exactNumber(double value);

/// "80 %", "66.6667 %"
[[nodiscard]] std::string exactPercent(double share);

}  // namespace scalewright
