// Amounts in captions: with as many digits as others need to work a figure out again.
#pragma once

#include <string>

#include "core/base/quantity/quantity.h"

namespace scalewright {

/// formatAmount(value, dimension).joined() with the fewest digits, three to six, that give the value back to one part
/// in a million; six where none does.
[[nodiscard]] std::string exactAmount(double value, Dimension dimension);

/// The same of a plain number: "0.8", "1.33333".
[[nodiscard]] std::string exactNumber(double value);

/// "80 %", "66.6667 %"
[[nodiscard]] std::string exactPercent(double share);

}  // namespace scalewright
