#include "app/cli/slurm_options.h"

#include "core/base/text/quote.h"

namespace scalewright::cli {

void declareSlurmOptions(CLI::App& command, SlurmOptions& options)
{
    command.add_option("--workers-per-node", options.workersPerNode, "Slurm: tasks on a node (1)")->type_name("N");
    command.add_flag("--array", options.array,
                     "Slurm: each run an element of a job array that waits for its nodes alone");
    command
        .add_option(
            "--at-once", options.atOnce,
            "Slurm: jobs that may run together, on nodes of their own (1: nothing of the ladder disturbs a run)")
        ->type_name("N");
    command
        .add_option("--sbatch", options.submit,
                    "Slurm: an option of sbatch, such as --sbatch=--partition=short; may be repeated")
        ->type_name("OPTION")
        ->allow_extra_args(false);
    command.add_option("--srun", options.start, "Slurm: an option of srun, such as --srun=--mpi=pmix; may be repeated")
        ->type_name("OPTION")
        ->allow_extra_args(false);
}

SlurmRequest read(const SlurmOptions& options, Values& values)
{
    SlurmRequest request{.array = options.array, .submit = options.submit, .start = options.start};
    request.workersPerNode = values.count(options.workersPerNode, "--workers-per-node", 1, 100000).value_or(1);
    request.atOnce = values.count(options.atOnce, "--at-once", 1, 1000).value_or(1);
    for (const auto& [name, words] : {std::pair{"--sbatch", &options.submit}, std::pair{"--srun", &options.start}})
        for (const std::string& word : *words)
            if (!word.starts_with('-') || word.find('\n') != std::string::npos)
                values.add(name, inQuotes(word) + " is no option",
                           std::string("one option a time, such as ") + name + "=--" +
                               (name == std::string("--srun") ? "mpi=pmix" : "partition=short"));
    return request;
}

}  // namespace scalewright::cli
