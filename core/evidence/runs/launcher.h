// SPDX-License-Identifier: GPL-3.0-or-later
// How a program is started with p workers: the launcher's part of the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"

namespace scalewright {

/// Upper limits for a ladder: processes per run, repeats and warm-ups per p.
inline constexpr int maximumRunProcesses = 1 << 20, maximumRunRepeats = 1000, maximumRunWarmups = 100;

enum class Launcher { None, Mpirun, Torchrun, Slurm };
template <>
inline constexpr auto enumNames<Launcher> = namedValues<Launcher>("launcher", {{Launcher::None, "none"},
                                                                               {Launcher::Mpirun, "mpirun"},
                                                                               {Launcher::Torchrun, "torchrun"},
                                                                               {Launcher::Slurm, "slurm"}});

/// Replaces every "{p}" in the arguments with the count.
[[nodiscard]] std::vector<std::string> substituteCount(std::vector<std::string> words, int p);

/// Slurm settings for every job of a ladder.
struct SlurmRequest {
    int workersPerNode = 1;
    /// Each run is an element of a job array, with `maximumAtOnce` running at a time, so it waits only for its own
    /// nodes.
    bool usesJobArray = false;
    /// Jobs or array elements that may run at once; a higher limit finishes sooner, but jobs share the network and the
    /// file system.
    int maximumAtOnce = 1;
    std::vector<std::string> sbatchOptions;  ///< sbatch options, such as "--partition=short"
    std::vector<std::string> srunOptions;  ///< srun options, such as "--mpi=pmix"
};

struct LaunchLine {
    std::vector<std::string> argv;
    std::vector<std::pair<std::string, std::string>> environment;  ///< SCALEWRIGHT_P and the variables for the launcher
};

/// The command line for p workers on this machine; torchrun runs a .py file and -m MODULE with Python, as it does when
/// used by hand. Not for Launcher::Slurm, whose command lines are in job scripts (job_scripts.h). mpirun is allowed to
/// oversubscribe only if p is more than `cores`. torchrun's logs and Open MPI's session files and shared-memory
/// segments go to `scratch` unless their own environment variables say otherwise, because a killed launcher leaves them
/// behind.
[[nodiscard]] LaunchLine makeLaunchLine(Launcher launcher, const std::vector<std::string>& words, int p, int cores,
                                        const std::string& scratch);
/// Lets Open MPI 4 mark each line of output with its rank ("[1,0]<stdout>:"), unless the environment decides.
void markRanksInOutput(LaunchLine& line, Launcher launcher);

/// Checks that the launcher's program is in PATH. Error (Environment): what to install.
[[nodiscard]] Result<void> checkLauncherInstalled(Launcher launcher);

/// The path of the program in PATH; empty if not found.
[[nodiscard]] std::string findProgramInPath(const std::string& name);

}  // namespace scalewright
