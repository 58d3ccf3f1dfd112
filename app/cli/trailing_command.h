// The user's own command after "--": measure --flops 1e9 -- ./program --its-own-option
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::cli {

/// Cuts "--" and the words after it off the command line of the commands that run something (measure, ladder, run)
/// before CLI11 parses it, which would take them as its own. Returns the argc that is left.
[[nodiscard]] int cutTrailingCommand(int argc, char** argv);

/// The words that were cut off, unchanged. Error (Input): there are none.
[[nodiscard]] Result<std::vector<std::string>> trailingCommand();

}  // namespace scalewright::cli
