// A ladder for a Slurm cluster, as scripts: one job a count, one after the other on nodes of their own. A person
// submits them by hand, or runLadder() does with Launcher::Slurm.
//
// A job runs its repeats one by one; each is a file of its own in rows/, moved into place when it is complete. A job
// that is started again does only what is missing, so requeueing is harmless. `submit`, called where the command is to
// run, keeps the jobs' ids in the file jobs; `collect` prints the ladder (core/evidence/runs/collect.h reads traces too);
// `cancel` cancels the jobs.
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
    std::vector<std::string> words;  ///< "{p}" in them is the count
    SlurmRequest slurm;
};

struct JobFile {
    std::string name;  ///< "job-p8.sh", "submit", "header", "collect", "cancel"
    std::string text;
};

[[nodiscard]] std::vector<JobFile> slurmScripts(const JobOptions& options);

/// The file beside the scripts that the collected ladder begins with: the command and the columns.
inline constexpr const char* jobsHeader = "header";

/// How many jobs may run together: each waits for the one that many before it. Of arrays one, for their elements run
/// together.
[[nodiscard]] int jobsAtOnce(const SlurmRequest& slurm);

/// "job-p8.sh", which runs the repeats `runs`. Its first argument is the folder that holds rows/.
[[nodiscard]] JobFile slurmJob(const JobOptions& options, int p, const std::vector<int>& runs);

/// The words of sbatch for that script, before the options of SlurmRequest::submit: --parsable, and the array where one
/// is asked.
[[nodiscard]] std::vector<std::string> sbatchWords(const JobOptions& options, const std::vector<int>& runs);

}  // namespace scalewright
