// Worker counts as people write them.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// A list of parts: "1,2,8" are these; "4..64" doubles from 4 while at most 64 (4, 8, 16, 32, 64); "1-16" is every
/// integer; parts mix: "1-4,8..1024". Blanks separate parts as commas do. In the order given, each count once; at most
/// 100 000 of them. Error (Input): the part that is wrong.
[[nodiscard]] Result<std::vector<int>> parseWorkerCounts(const std::string& text, int high);

}  // namespace scalewright
