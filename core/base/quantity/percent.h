// A share as people read it.
#pragma once

#include <string>

#include "core/base/quantity/units.h"

namespace scalewright {

/// "48.1 %", with so many significant digits.
[[nodiscard]] inline std::string percent(double share, int digits = 3)
{
    return significant(100 * share, digits) + " %";
}

}  // namespace scalewright
