// SPDX-License-Identifier: GPL-3.0-or-later
// Worker counts as people write them.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// Parses a list of parts: "1,2,8" is a list of counts; "4..64" doubles from 4 up to at most 64 (4, 8, 16, 32, 64);
/// "1-16" is every integer; parts can be mixed: "1-4,8..1024". Blanks separate parts like commas. Keeps the given order
/// and drops duplicates; at most 100 000 counts. Error (Input): the wrong part.
[[nodiscard]] Result<std::vector<int>> parseWorkerCounts(const std::string& text, int high);

}  // namespace scalewright
