// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text for a sentence, one place for each kind: shares and bytes here, times and money in units.h.
#pragma once

#include <cmath>
#include <string>

#include "core/base/quantity/units.h"

namespace scalewright {

/// "48.1 %", with `digits` significant digits.
[[nodiscard]] inline std::string percentageText(double share, int digits = 3)
{
    return significantText(100 * share, digits) + " %";
}

/// "83 %", but "0.3 %" below 1 %: a share in whole percent, for use in a sentence.
[[nodiscard]] inline std::string shareText(double share)
{
    const double percent = 100 * share;
    return (percent > 0 && percent < 1 ? significantText(percent, 1) : decimalText(std::round(percent), 0)) + " %";
}

/// "16.0 GB", with `digits` significant digits.
[[nodiscard]] inline std::string bytesText(double bytes, int digits = 3)
{
    return amountText(bytes, Dimension::Bytes, digits);
}

}  // namespace scalewright
