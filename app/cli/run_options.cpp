// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include "app/cli/field_options.h"
#include "core/base/text/quote.h"

namespace scalewright::cli {

void declareRunOptions(CLI::App& command, RunOptions& options)
{
    declareOptions(command,
                   {{"--p", "LIST", options.p, workerCountsHelp},
                    {"--repeat", "N", options.repeats, "runs at each p (default: 5)"},
                    {"--warmup", "N", options.warmups, "warm-up runs at each p, recorded but not counted (default: 1)"},
                    {"--timeout", "T", options.timeout, "time limit of each run, after which it is ended"}});
}

void declareSlurmOptions(CLI::App& command, SlurmOptions& options)
{
    declareOptions(
        command,
        {{"--workers-per-node", "N", options.workersPerNode, "Slurm: tasks per node (default: 1)"},
         {"--array", options.usesJobArray, "Slurm: each run is an element of a job array and waits for its own nodes"},
         {"--at-once", "N", options.concurrentJobs,
          "Slurm: jobs that may run at once, on nodes of their own (default: 1, so that no run disturbs another)"}});
    command
        .add_option("--sbatch", options.sbatchOptions,
                    "Slurm: an option of sbatch, such as --sbatch=--partition=short; may be repeated")
        ->type_name("OPTION")
        ->allow_extra_args(false);
    command
        .add_option("--srun", options.srunOptions,
                    "Slurm: an option of srun, such as --srun=--mpi=pmix; may be repeated")
        ->type_name("OPTION")
        ->allow_extra_args(false);
}

SlurmRequest readSlurmOptions(const SlurmOptions& options, OptionValues& values)
{
    SlurmRequest request{.usesJobArray = options.usesJobArray,
                         .sbatchOptions = options.sbatchOptions,
                         .srunOptions = options.srunOptions};
    request.workersPerNode = values.readCount(options.workersPerNode, "--workers-per-node", 1, 100000).value_or(1);
    request.maximumAtOnce = values.readCount(options.concurrentJobs, "--at-once", 1, 1000).value_or(1);
    for (const auto& [name, words] :
         {std::pair{"--sbatch", &options.sbatchOptions}, std::pair{"--srun", &options.srunOptions}})
        for (const std::string& word : *words)
            if (!word.starts_with('-') || word.find('\n') != std::string::npos)
                values.addProblem(name, inQuotes(word) + " is not an option",
                                  std::string("one option at a time, such as ") + name + "=--" +
                                      (name == std::string("--srun") ? "mpi=pmix" : "partition=short"));
    return request;
}

}  // namespace scalewright::cli
