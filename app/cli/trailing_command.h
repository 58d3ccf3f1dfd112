// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own command after "--": measure --flops 1e9 -- ./program --its-own-option
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright::cli {

/// For the commands that run something (measure, ladder, run), removes "--" and the words after it from the command
/// line before CLI11 parses it, since CLI11 would treat those words as its own. Returns the remaining argc.
[[nodiscard]] int cutTrailingCommand(int argc, char** argv);

/// The removed words, unchanged. Error (Input): there are none.
[[nodiscard]] Result<std::vector<std::string>> trailingCommand();

}  // namespace scalewright::cli
