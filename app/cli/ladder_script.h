// SPDX-License-Identifier: GPL-3.0-or-later
// ladder script --launcher slurm -o DIR -- COMMAND: writes job scripts to submit by hand.
#pragma once

#include "app/cli/command.h"

namespace scalewright::cli {

/// Declares the `script` subcommand of `ladder`.
CommandRunner declareLadderScript(CLI::App& ladder);

}  // namespace scalewright::cli
