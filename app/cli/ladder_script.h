// ladder script --launcher slurm -o DIR -- COMMAND: job scripts to submit by hand.
#pragma once

#include "app/cli/command.h"

namespace scalewright::cli {

/// Declares the subcommand `script` of `ladder`.
CommandRunner declareLadderScript(CLI::App& ladder);

}  // namespace scalewright::cli
