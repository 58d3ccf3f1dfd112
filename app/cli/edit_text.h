// SPDX-License-Identifier: GPL-3.0-or-later
// The argument of --set, such as "/target/alpha_s=10us".
#pragma once

#include <string>
#include <utility>

#include "core/base/error/result.h"

namespace scalewright::cli {

/// Splits an edit into "/target/alpha_s" and "10us". Error (Input): no pointer, or no "=".
[[nodiscard]] Result<std::pair<std::string, std::string>> parsePointerAndValue(const std::string& edit);

}  // namespace scalewright::cli
