// Launch lines for the three tiers of book 41.5, section 3: torchrun on one node or several, a Ray cluster, a Slurm
// job; for an MPI program mpirun and a Slurm job; and the benchmark that measures alpha and bandwidth where they will
// run (core/design/tools/benchmark.h).
//
//     const Result<std::vector<LaunchFile>> files = launchFiles({.title = project.title, .workers = 16, .workersPerNode = 8});
//
// torchrun.sh is the one place of the torchrun line; job.sbatch runs it once a node. mpirun.sh is that of an MPI
// program's line. What a person typed (the title, the program, its arguments) reaches a shell in single quotes or as
// one printable line of a comment, and an #SBATCH line as letters, digits, dots, dashes and underscores alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/design/tools/benchmark.h"

namespace scalewright {

struct LaunchTerms {
    std::string title;  ///< of the project, as typed
    std::string program = "train.py";
    std::vector<std::string> arguments;  ///< of the program
    int workers = 1;  ///< the plan's p
    int workersPerNode = 1;
    bool cards = true;  ///< a worker is a card, which Slurm and Ray are asked for
    std::vector<std::string> hosts;  ///< of the Ray cluster, its head first; empty: names to be replaced
    std::string sshUser = "ubuntu";  ///< on them
    std::optional<double> deadlineS;  ///< becomes Slurm's time limit, in whole minutes
    bool mpi = false;  ///< the program is MPI's
    BenchmarkBy benchmark = BenchmarkBy::Torch;
    std::vector<std::string> collectives{"all-reduce"};  ///< that the benchmark times (timedCollectives)

    [[nodiscard]] int nodes() const { return (workers + workersPerNode - 1) / workersPerNode; }
};

struct Project;
/// The project's title, nodes and deadline, for so many workers; whether MPI starts it (toolsFor) and cards are asked for; what the benchmark
/// times, and by what the first of its tools (Table 41.5.1) would exchange it, torch where nothing says. The rest as it
/// is absent.
[[nodiscard]] LaunchTerms launchTermsOf(const Project& project, int workers);

struct LaunchFile {
    std::string name;  ///< "torchrun.sh"
    std::string content;
    bool executable = false;
};

/// torchrun.sh, ray.sh with cluster.yaml, job.sbatch, benchmark.sh with benchmark.py (none for MPI); of an MPI program
/// mpirun.sh, job.sbatch and benchmark.sh. The benchmark writes timings.csv, on two workers at the least. Errors
/// (Input), with the option as field: no program, a host or user with other characters than letters, digits, dots,
/// dashes and underscores, fewer hosts than nodes. Preconditions: workers, workersPerNode >= 1.
[[nodiscard]] Result<std::vector<LaunchFile>> launchFiles(const LaunchTerms& terms);

/// All of the files or none, and never over one that is there; their paths. Errors (Environment or Input), with the
/// file.
[[nodiscard]] Result<std::vector<std::string>> writeLaunchFiles(const std::string& folder,
                                                                const std::vector<LaunchFile>& files);

/// 'text' for a POSIX shell, whatever is in it but zero bytes, which end it: a'b -> 'a'\''b'.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// Letters, digits, dots, dashes and underscores of the text, a dash for each run of the others; "scalewright" where
/// nothing is left.
[[nodiscard]] std::string jobName(std::string_view text);

}  // namespace scalewright
