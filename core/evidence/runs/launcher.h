// How a program is started with p workers: what stands before it on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// The most that a run is asked for: processes, repeats and warm-ups of a p.
inline constexpr int mostProcesses = 1 << 20, mostRepeats = 1000, mostWarmups = 100;

enum class Launcher { None, Mpirun, Torchrun, Slurm };

/// "none", "mpirun", "torchrun", "slurm".
[[nodiscard]] const char* launcherName(Launcher launcher);
[[nodiscard]] std::optional<Launcher> launcherFromName(std::string_view name);

/// The words with every "{p}" in them replaced by the count.
[[nodiscard]] std::vector<std::string> withCount(std::vector<std::string> words, int p);

/// What every job of a ladder asks of Slurm.
struct SlurmRequest {
    int workersPerNode = 1;
    bool array = false;  ///< each run an element of a job array, `atOnce` at a time: it waits for its nodes alone
    int atOnce = 1;  ///< jobs, or elements of an array, that may run together; more finish sooner and share network and
        ///< file system
    std::vector<std::string> submit;  ///< options of sbatch, such as "--partition=short"
    std::vector<std::string> start;  ///< options of srun, such as "--mpi=pmix"
};

struct LaunchLine {
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> environment;  ///< SCALEWRIGHT_P, and what the launcher needs
};

/// The line for p workers on this machine; torchrun runs a .py and -m MODULE by Python, as it does by hand; not for Launcher::Slurm, whose lines are in jobs (job_scripts.h). mpirun
/// gets leave to oversubscribe only where p is more than `cores`. Logs of torchrun, session files and shared-memory
/// segments of Open MPI lie in `scratch`, unless its own variables say where: a launcher that is killed leaves them
/// behind.
[[nodiscard]] LaunchLine launchLine(Launcher launcher, const std::vector<std::string>& words, int p, int cores,
                                    const std::string& scratch);

/// Whether the launcher's program is in PATH. Error (Environment): what to install.
[[nodiscard]] Result<void> launcherIsThere(Launcher launcher);

/// The program in PATH, or an empty text.
[[nodiscard]] std::string programInPath(const std::string& name);

}  // namespace scalewright
