// A ladder for a Slurm cluster, as scripts that a person submits: one job a count, one after the other on nodes of their own.
//
// A job runs its repeats one by one; each is a file of its own in rows/, moved into place when it is complete. A job that is started
// again does only what is missing, so requeueing is harmless. `submit` keeps the jobs' ids in the file jobs; `collect` prints the ladder.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scalewright {

struct JobOptions {
    std::vector<int> p;
    int repeats = 5, warmups = 1, workersPerNode = 1;
    std::optional<double> timeoutS;  ///< of each run
    std::vector<std::string> words;  ///< "{p}" in them is the count
};

struct JobFile {
    std::string name;  ///< "job-p8.sh", "submit", "collect"
    std::string text;
};

[[nodiscard]] std::vector<JobFile> slurmScripts(const JobOptions& options);

}  // namespace scalewright
