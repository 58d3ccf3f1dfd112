// Runs a command from within another one, as if its words had been typed.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"

namespace scalewright::cli {

/// `words` is, for example, {"diagnose", "project.scalewright"}; returns the reply that would be printed. Errors: those
/// of the command; Input if the words are not a valid command line. May be called from several threads.
[[nodiscard]] Result<Reply> executeCommandLine(std::vector<std::string> words);

/// A reply in its --json form.
[[nodiscard]] Json jsonOf(const Reply& reply);

}  // namespace scalewright::cli
