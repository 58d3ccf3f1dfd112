// A command of the person's own behind "--": measure --flops 1e9 -- ./program --its-own-option
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::cli {

/// Cuts "--" and the words behind it off the command line of the commands that run something (measure, ladder, run), before
/// CLI11 reads it: it would sort them among its own. Returns the argc that is left.
[[nodiscard]] int cutTrailing(int argc, char** argv);

/// The words that were cut off, as they were typed. Error (Input): there are none.
[[nodiscard]] Result<std::vector<std::string>> trailingCommand();

}  // namespace scalewright::cli
