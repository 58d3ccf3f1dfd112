// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/launcher.h"

#include <unistd.h>

#include <array>
#include <cstdlib>

#include "core/base/ranges/ranges.h"

namespace scalewright {

namespace {

std::vector<std::string> concatenate(std::vector<std::string> launcher, const std::vector<std::string>& words)
{
    append(launcher, words);
    return launcher;
}

}  // namespace

std::vector<std::string> substituteCount(std::vector<std::string> words, int p)
{
    const std::string count = std::to_string(p);
    for (std::string& word : words)
        for (std::size_t position = 0; (position = word.find("{p}", position)) != std::string::npos;
             position += count.size())
            word.replace(position, 3, count);
    return words;
}

std::string findProgramInPath(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::string_view remaining = path != nullptr ? path : "/usr/bin:/bin";
    while (!remaining.empty()) {
        const std::size_t end = remaining.find(':');
        std::string file = std::string(remaining.substr(0, end)) + '/' + name;
        if (access(file.c_str(), X_OK) == 0)
            return file;
        remaining = end == std::string_view::npos ? std::string_view() : remaining.substr(end + 1);
    }
    return {};
}

LaunchLine makeLaunchLine(Launcher launcher, const std::vector<std::string>& words, int p, int cores,
                          const std::string& scratch)
{
    const std::string count = std::to_string(p);
    LaunchLine line{substituteCount(words, p), {{"SCALEWRIGHT_P", count}}};
    switch (launcher) {
    case Launcher::None: break;
    case Launcher::Mpirun: {
        std::vector<std::string> mpirun{"mpirun", "-np", count};
        if (p > cores) {
            mpirun.emplace_back("--oversubscribe");
            line.environment.emplace_back("OMPI_MCA_mpi_yield_when_idle", "1");
        }
        if (geteuid() == 0) {  // Open MPI requires this for root
            line.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT", "1");
            line.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        // Open MPI 4, then 5: session folder, shared-memory segments, windows for one-sided communication.
        for (const char* const variable : {"OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base",
                                           "OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory",
                                           "OMPI_MCA_osc_sm_backing_directory", "OMPI_MCA_osc_rdma_backing_directory"})
            if (std::getenv(variable) == nullptr)
                line.environment.emplace_back(variable, scratch);
        line.argv = concatenate(std::move(mpirun), line.argv);
        break;
    }
    case Launcher::Torchrun: {
        std::vector<std::string> torchrun{"torchrun"};
        if (findProgramInPath("torchrun").empty())
            torchrun = {"python3", "-m", "torch.distributed.run"};
        // With Python 3.11, torch 1.13 does not start unless redirection and tee are given. They prefix each line with
        // "[default0]:". The rendezvous options are those of --standalone from torch 2; in earlier versions, two
        // launches on one machine share a port, and one ends the other.
        torchrun.insert(torchrun.end(), {"--rdzv_backend=c10d", "--rdzv_endpoint=localhost:0", "--rdzv_id=scalewright",
                                         "--nproc_per_node=" + count, "--monitor_interval=0.2", "-r", "1", "-t", "1",
                                         "--log_dir=" + scratch});
        const std::string& program = words.front();  // like torchrun, run scripts and modules with Python
        if (!program.ends_with(".py") && program != "-m")
            torchrun.emplace_back("--no_python");
        line.environment.emplace_back("OMP_NUM_THREADS",
                                      // Torchrun sets it only if p > 1, which would distort the comparison of p = 1 and
                                      // p = 2.
                                      "1");
        line.argv = concatenate(std::move(torchrun), line.argv);
        break;
    }
    case Launcher::Slurm: break;
    }
    return line;
}

void markRanksInOutput(LaunchLine& line, Launcher launcher)
{
    constexpr const char* variable = "OMPI_MCA_orte_tag_output";
    if (launcher == Launcher::Mpirun && std::getenv(variable) == nullptr)
        line.environment.emplace_back(variable, "1");
}

Result<void> checkLauncherInstalled(Launcher launcher)
{
    switch (launcher) {
    case Launcher::None: break;
    case Launcher::Mpirun:
        if (findProgramInPath("mpirun").empty())
            return fail(ErrorCode::Environment, "there is no mpirun on this machine",
                        "an MPI, such as Debian's packages openmpi-bin and libopenmpi-dev");
        break;
    case Launcher::Torchrun:
        if (findProgramInPath("torchrun").empty() && findProgramInPath("python3").empty())
            return fail(ErrorCode::Environment, "there is neither torchrun nor python3 on this machine",
                        "PyTorch, for example from Debian's package python3-torch");
        break;
    case Launcher::Slurm:
        for (const std::string program : {"sbatch", "squeue", "scancel"})
            if (findProgramInPath(program).empty())
                return fail(ErrorCode::Environment, formatMessage("there is no {} on this machine", program),
                            "a cluster's login node");
        break;
    }
    return {};
}

}  // namespace scalewright
