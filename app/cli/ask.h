// A command asked from another one, as if its words had been typed.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"

namespace scalewright::cli {

/// Of {"diagnose", "project.scalewright"}: what would be printed. Errors: the command's own; Input where its words are
/// none. May be asked from several threads.
[[nodiscard]] Result<Reply> ask(std::vector<std::string> words);

/// The --json form of a reply.
[[nodiscard]] Json jsonOf(const Reply& reply);

}  // namespace scalewright::cli
