// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio of two numbers, for sentences.
#pragma once

#include <cmath>
#include <string>

#include "core/base/quantity/units.h"

namespace scalewright {

/// "0.84", "2.35"; from 10 on, three significant digits ("12.4", "15600"): more would be noise.
[[nodiscard]] inline std::string plainFactorText(double factor)
{
    const double size = std::abs(factor);
    if (!(size >= 99.95 && size < 1e12))
        return decimalText(factor, size >= 9.995 && size < 99.95 ? 1 : 2);
    const double step = std::pow(10, std::floor(std::log10(size + 0.05)) - 2);
    return decimalText(std::round(factor / step) * step, 0);
}

}  // namespace scalewright
