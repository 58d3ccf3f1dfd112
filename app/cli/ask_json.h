// What a command answers, as JSON: for the window, which knows no command's options.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"

namespace scalewright::cli {

/// Of {"predict", "given.scalewright"}. Errors: the command's own; Input where its words are none. May be asked from
/// several threads.
[[nodiscard]] Result<Json> askJson(std::vector<std::string> words);

}  // namespace scalewright::cli
