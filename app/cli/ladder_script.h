// ladder script --launcher slurm -o DIR -- COMMAND: job scripts for those who submit by hand.
#pragma once

#include "app/cli/command.h"

namespace scalewright::cli {

/// Declares `script` below `ladder`.
Run declareLadderScript(CLI::App& ladder);

}  // namespace scalewright::cli
