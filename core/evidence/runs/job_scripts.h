// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that run a ladder on a Slurm cluster: one job per worker count, one after another on exclusive nodes. They
// are submitted by hand, or by runLadder() with Launcher::Slurm.
//
// A job runs its repeats one by one; each repeat has its own file in rows/, moved there once it is complete. A
// restarted job does only the missing runs, so requeueing is harmless. `submit`, called in the folder where the command
// will run, stores the job ids in the file jobs; `collect` prints the ladder (core/evidence/runs/collect.h also reads
// traces); `cancel` cancels the jobs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/runs/launcher.h"

namespace scalewright {

struct JobOptions {
    std::vector<int> p;
    int repeats = 5, warmups = 1;
    std::optional<double> timeoutS;  ///< of each run
    std::vector<std::string> argv;  ///< "{p}" is replaced by the worker count
    SlurmRequest slurm;
};

struct JobFile {
    std::string name;  ///< "job-p8.sh", "submit", "header", "collect", "cancel"
    std::string text;
};

[[nodiscard]] std::vector<JobFile> makeSlurmScripts(const JobOptions& options);

/// The file next to the scripts with the beginning of the collected ladder: the command and the header.
inline constexpr const char* jobsHeaderFile = "header";

/// The number of jobs that may run at once: each job waits for the one that is this many places before it. 1 for job
/// arrays, whose elements run at once.
[[nodiscard]] int maximumJobsAtOnce(const SlurmRequest& slurm);

/// Creates a script such as "job-p8.sh", which runs the repeats `runs`. Its first argument is the folder that contains
/// rows/.
[[nodiscard]] JobFile makeSlurmJob(const JobOptions& options, int p, const std::vector<int>& runs);

/// The sbatch arguments for that script, before SlurmRequest::sbatchField: --parsable, and --array if requested.
[[nodiscard]] std::vector<std::string> sbatchArguments(const JobOptions& options, const std::vector<int>& runs);

}  // namespace scalewright
