// SPDX-License-Identifier: GPL-3.0-or-later
// A command's answer as JSON, for the window, which does not know the commands' options.
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"

namespace scalewright::cli {

/// `words` is, for example, {"predict", "given.scalewright"}. Errors: those of the command; Input if the words are not
/// a valid command line. May be called from several threads.
[[nodiscard]] Result<Json> executeCommandLineAsJson(std::vector<std::string> words);

}  // namespace scalewright::cli
