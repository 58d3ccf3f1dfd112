// SPDX-License-Identifier: GPL-3.0-or-later
// Launch scripts for the three tiers of book 41.5, section 3: torchrun on one or several nodes, a Ray cluster, a Slurm
// job; mpirun and a Slurm job for an MPI program; and the benchmark that measures alpha and bandwidth on the target
// machines (core/design/tools/benchmark.h).
//
//     const Result<std::vector<LaunchFile>> files =
//         launchFiles({.title = project.title, .workers = 16, .workersPerNode = 8});
//
// Only torchrun.sh contains the torchrun line; job.sbatch runs it once per node. mpirun.sh contains the line for an MPI
// program. User input (title, program, arguments) reaches a shell only in single quotes or as one printable comment
// line, and an #SBATCH line only as letters, digits, dots, dashes and underscores.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/design/tools/benchmark.h"

namespace scalewright {

struct LaunchParameters {
    std::string title;  ///< project title, as typed
    std::string program = "train.py";
    std::vector<std::string> arguments;  ///< arguments for the program
    int workers = 1;  ///< p of the plan
    int workersPerNode = 1;
    bool usesCards = true;  ///< each worker is a card, which Slurm and Ray must allocate
    std::vector<std::string> hosts;  ///< hosts in the Ray cluster, head first; empty: placeholder names
    std::string sshUser = "ubuntu";  ///< user on the hosts
    std::optional<double> deadlineS;  ///< becomes Slurm's time limit, in whole minutes
    bool usesMpi = false;  ///< the program uses MPI
    BenchmarkTool benchmarkTool = BenchmarkTool::Torch;
    std::vector<std::string> collectives{"all-reduce"};  ///< collectives timed by the benchmark (timedCollectives)

    [[nodiscard]] int nodes() const { return (workers + workersPerNode - 1) / workersPerNode; }
};

struct Project;
/// The project's title, nodes and deadline for this number of workers; whether to start with MPI (toolsFor) and whether
/// to request cards; the collectives to time, with the benchmark for its first tool (Table 41.5.1), torch by default.
/// The other members keep their defaults.
[[nodiscard]] LaunchParameters launchParametersOf(const Project& project, int workers);

struct LaunchFile {
    std::string name;  ///< "torchrun.sh"
    std::string content;
    bool isExecutable = false;
};

/// torchrun.sh, ray.sh with cluster.yaml, job.sbatch, benchmark.sh with its program (none for MPI); for an MPI program
/// mpirun.sh, job.sbatch and benchmark.sh. The benchmark writes timings.csv and uses at least two workers. Errors
/// (Environment): the program is not installed. Errors (Input), with the option as `field`: no program; a host or user with characters other than letters, digits, dots,
/// dashes and underscores; fewer hosts than nodes. Preconditions: workers, workersPerNode >= 1.
[[nodiscard]] Result<std::vector<LaunchFile>> launchFiles(const LaunchParameters& parameters);

/// The command that starts the program without the files, on every node: "torchrun --standalone --nproc_per_node=4
/// train.py". The user replaces HEAD by the name of the first node. If the nodes get different numbers of workers, it runs torchrun.sh.
[[nodiscard]] std::string launchLine(const LaunchParameters& parameters);

/// Writes either all files or none, never overwrites a file, and returns the paths. Errors (Environment or Input)
/// include the file name.
[[nodiscard]] Result<std::vector<std::string>> writeLaunchFiles(const std::string& folder,
                                                                const std::vector<LaunchFile>& files);

/// Quotes any text for a POSIX shell; the text ends at a zero byte: a'b -> 'a'\''b'.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// Keeps letters, digits, dots, dashes and underscores and replaces each run of other characters with a dash;
/// "scalewright" if nothing remains.
[[nodiscard]] std::string jobName(std::string_view text);

}  // namespace scalewright
