// What `ladder run` and `ladder script` ask of Slurm: nodes, and options of the person's own for sbatch and srun.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/evidence/runs/launcher.h"

namespace scalewright::cli {

struct SlurmOptions {
    Text workersPerNode, atOnce;
    bool array = false;
    std::vector<std::string> submit, start;
};

void declareSlurmOptions(CLI::App& command, SlurmOptions& options);

[[nodiscard]] SlurmRequest read(const SlurmOptions& options, Values& values);

}  // namespace scalewright::cli
