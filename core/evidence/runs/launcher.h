// How a program is started with p workers: the launcher's part of the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// Upper limits for a run: processes, repeats and warm-ups of one p.
inline constexpr int maximumRunProcesses = 1 << 20, maximumRunRepeats = 1000, maximumRunWarmups = 100;

enum class Launcher { None, Mpirun, Torchrun, Slurm };

/// "none", "mpirun", "torchrun", "slurm".
[[nodiscard]] const char* launcherName(Launcher launcher);
[[nodiscard]] std::optional<Launcher> launcherFromName(std::string_view name);

/// The arguments with every "{p}" replaced by the count.
[[nodiscard]] std::vector<std::string> substituteCount(std::vector<std::string> words, int p);

/// Slurm settings of every job of a ladder.
struct SlurmRequest {
    int workersPerNode = 1;
    /// Each run is an element of a job array, `maximumAtOnce` at a time: it waits only for its own nodes.
    bool usesJobArray = false;
    /// Jobs or array elements that may run at once; more finish sooner but share network and file system.
    int maximumAtOnce = 1;
    std::vector<std::string> sbatchOptions;  ///< options of sbatch, such as "--partition=short"
    std::vector<std::string> srunOptions;  ///< options of srun, such as "--mpi=pmix"
};

struct LaunchLine {
    std::vector<std::string> argv;
    std::vector<std::pair<std::string, std::string>> environment;  ///< SCALEWRIGHT_P and the launcher's variables
};

/// The command line for p workers on this machine; as by hand, torchrun runs a .py file and -m MODULE with Python. Not
/// for Launcher::Slurm, whose lines are in jobs (job_scripts.h). mpirun is allowed to oversubscribe only if p is more
/// than `cores`. Logs of torchrun, session files and shared-memory segments of Open MPI are in `scratch` unless its own
/// variables say otherwise: a killed launcher leaves them behind.
[[nodiscard]] LaunchLine makeLaunchLine(Launcher launcher, const std::vector<std::string>& words, int p, int cores,
                                        const std::string& scratch);

/// Checks that the launcher's program is in PATH. Error (Environment): what to install.
[[nodiscard]] Result<void> checkLauncherInstalled(Launcher launcher);

/// The path of the program in PATH; empty if not found.
[[nodiscard]] std::string findProgramInPath(const std::string& name);

}  // namespace scalewright
