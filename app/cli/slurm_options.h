// SPDX-License-Identifier: GPL-3.0-or-later
// The Slurm settings for `ladder run` and `ladder script`: nodes, and the user's own sbatch and srun options.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/evidence/runs/launcher.h"

namespace scalewright::cli {

struct SlurmOptions {
    OptionText workersPerNode, concurrentJobs;
    bool usesJobArray = false;
    std::vector<std::string> sbatchOptions, srunOptions;
};

void declareSlurmOptions(CLI::App& command, SlurmOptions& options);

[[nodiscard]] SlurmRequest readSlurmOptions(const SlurmOptions& options, OptionValues& values);

}  // namespace scalewright::cli
