#include "core/evidence/runs/launcher.h"

#include <unistd.h>

#include <array>
#include <cstdlib>

namespace scalewright {

namespace {

constexpr std::array<std::pair<Launcher, const char*>, 4> launchers{{{Launcher::None, "none"},
                                                                     {Launcher::Mpirun, "mpirun"},
                                                                     {Launcher::Torchrun, "torchrun"},
                                                                     {Launcher::Slurm, "slurm"}}};

std::vector<std::string> before(std::vector<std::string> launcher, const std::vector<std::string>& words)
{
    launcher.insert(launcher.end(), words.begin(), words.end());
    return launcher;
}

}  // namespace

const char* launcherName(Launcher launcher)
{
    return launchers[static_cast<std::size_t>(launcher)].second;
}

std::optional<Launcher> launcherFromName(std::string_view name)
{
    for (const auto& [launcher, known] : launchers)
        if (name == known)
            return launcher;
    return std::nullopt;
}

std::vector<std::string> withCount(std::vector<std::string> words, int p)
{
    const std::string count = std::to_string(p);
    for (std::string& word : words)
        for (std::size_t at = 0; (at = word.find("{p}", at)) != std::string::npos; at += count.size())
            word.replace(at, 3, count);
    return words;
}

std::string programInPath(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = rest.find(':');
        std::string file = std::string(rest.substr(0, end)) + '/' + name;
        if (access(file.c_str(), X_OK) == 0)
            return file;
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return {};
}

LaunchLine launchLine(Launcher launcher, const std::vector<std::string>& words, int p, int cores,
                      const std::string& scratch)
{
    const std::string count = std::to_string(p);
    LaunchLine line{withCount(words, p), {{"SCALEWRIGHT_P", count}}};
    switch (launcher) {
    case Launcher::None: break;
    case Launcher::Mpirun: {
        std::vector<std::string> mpirun{"mpirun", "-np", count};
        if (p > cores) {
            mpirun.emplace_back("--oversubscribe");
            line.environment.emplace_back("OMPI_MCA_mpi_yield_when_idle", "1");
        }
        if (geteuid() == 0) {  // Open MPI asks root to insist
            line.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT", "1");
            line.environment.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        // Open MPI 4, then 5: the session's folder, segments between processes, windows of one-sided communication.
        for (const char* const variable : {"OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base",
                                           "OMPI_MCA_btl_vader_backing_directory", "OMPI_MCA_btl_sm_backing_directory",
                                           "OMPI_MCA_osc_sm_backing_directory", "OMPI_MCA_osc_rdma_backing_directory"})
            if (std::getenv(variable) == nullptr)
                line.environment.emplace_back(variable, scratch);
        line.words = before(std::move(mpirun), line.words);
        break;
    }
    case Launcher::Torchrun: {
        std::vector<std::string> torchrun{"torchrun"};
        if (programInPath("torchrun").empty())
            torchrun = {"python3", "-m", "torch.distributed.run"};
        // With Python 3.11 torch 1.13 does not start unless redirection and tee are named. They put "[default0]:"
        // before a line. What --standalone is from torch 2 on; before it, two at once on a machine meet at one port,
        // and one ends the other.
        torchrun.insert(torchrun.end(), {"--rdzv_backend=c10d", "--rdzv_endpoint=localhost:0", "--rdzv_id=scalewright",
                                         "--nproc_per_node=" + count, "--monitor_interval=0.2", "-r", "1", "-t", "1",
                                         "--log_dir=" + scratch});
        const std::string& program = words.front();  // as torchrun takes it: a script or a module is Python's
        if (!program.ends_with(".py") && program != "-m")
            torchrun.emplace_back("--no_python");
        line.environment.emplace_back("OMP_NUM_THREADS",
                                      "1");  // it sets that itself above one process only, which bends p = 1 against 2
        line.words = before(std::move(torchrun), line.words);
        break;
    }
    case Launcher::Slurm: break;
    }
    return line;
}

Result<void> launcherIsThere(Launcher launcher)
{
    switch (launcher) {
    case Launcher::None: break;
    case Launcher::Mpirun:
        if (programInPath("mpirun").empty())
            return fail(ErrorCode::Environment, "there is no mpirun on this machine",
                        "an MPI, such as Debian's packages openmpi-bin and libopenmpi-dev");
        break;
    case Launcher::Torchrun:
        if (programInPath("torchrun").empty() && programInPath("python3").empty())
            return fail(ErrorCode::Environment, "there is neither torchrun nor python3 on this machine",
                        "PyTorch, such as Debian's package python3-torch");
        break;
    case Launcher::Slurm:
        for (const std::string program : {"sbatch", "squeue", "scancel"})
            if (programInPath(program).empty())
                return fail(ErrorCode::Environment, say("there is no {} on this machine", program),
                            "a cluster's login node");
        break;
    }
    return {};
}

}  // namespace scalewright
