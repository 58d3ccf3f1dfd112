// SPDX-License-Identifier: GPL-3.0-or-later
// The options that `run`, `ladder run` and `ladder script` share: the command, its worker counts and runs, and Slurm's
// settings.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/trailing_command.h"
#include "core/evidence/runs/launcher.h"

namespace scalewright::cli {

struct RunOptions {
    OptionText p, repeats, warmups, timeout;
};

/// --p, --repeat, --warmup and --timeout, for a ladder.
void declareRunOptions(CLI::App& command, RunOptions& options);

/// Sets the members of `settings` that it has, and its command.
template <class Settings>
void readRunOptions(const RunOptions& options, Settings& settings, OptionValues& values)
{
    if (!options.p)
        values.addProblem("--p", "is missing", workerCountsHelp);
    settings.p = values.readWorkerCounts(options.p, "--p", maximumRunProcesses).value_or(settings.p);
    settings.repeats = values.readCount(options.repeats, "--repeat", 1, maximumRunRepeats).value_or(settings.repeats);
    if constexpr (requires { settings.warmups; }) {
        settings.warmups =
            values.readCount(options.warmups, "--warmup", 0, maximumRunWarmups).value_or(settings.warmups);
        settings.timeoutS = values.readAmount(options.timeout, "--timeout", Dimension::Time);
    }
    if (const Result<std::vector<std::string>> words = trailingCommand())
        settings.argv = *words;
    else
        values.addProblems(words.error());
}

struct SlurmOptions {
    OptionText workersPerNode, concurrentJobs;
    bool usesJobArray = false;
    std::vector<std::string> sbatchOptions, srunOptions;
};

void declareSlurmOptions(CLI::App& command, SlurmOptions& options);

[[nodiscard]] SlurmRequest readSlurmOptions(const SlurmOptions& options, OptionValues& values);

}  // namespace scalewright::cli
