// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tools/launch.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/design/tools/tool_table.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"

namespace scalewright {

namespace {

bool isPlainCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
}

bool isPlainName(const std::string& text)
{
    return !text.empty() && text.front() != '-' && std::ranges::all_of(text, isPlainCharacter);
}

std::string headerComment(const LaunchParameters& parameters, const char* summary)
{
    const std::string title =
        parameters.title.empty() ? std::string() : fmt::format("Project: {}; ", inQuotes(parameters.title));
    return fmt::format("# {}\n# {}{} {}, {} per node, {} {}.\n", summary, title, parameters.workers,
                       parameters.workers == 1 ? "worker" : "workers",
                       std::min(parameters.workers, parameters.workersPerNode), parameters.nodes(),
                       parameters.nodes() == 1 ? "node" : "nodes");
}

std::string projectExportLine(const LaunchParameters& parameters)
{
    return "export SCALEWRIGHT_PROJECT=" + shellQuoted(sanitised(parameters.title)) + "\n";
}

std::string shellCommandOf(const LaunchParameters& parameters)
{
    std::string command = shellQuoted(parameters.program);
    for (const std::string& argument : parameters.arguments)
        command += ' ' + shellQuoted(argument);
    return command;
}

/// With quotes only where a shell needs them.
std::string plainCommandOf(const LaunchParameters& parameters)
{
    const auto word = [](const std::string& text) {
        const bool isPlain = !text.empty() && text.find_first_not_of(
                                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                  "0123456789._-+=/:,") == std::string::npos;
        return isPlain ? text : shellQuoted(text);
    };
    std::string command = parameters.usesMpi || parameters.program.ends_with(".py") ? "" : "--no-python ";
    command += word(parameters.program);
    for (const std::string& argument : parameters.arguments)
        command += ' ' + word(argument);
    return command;
}

/// torchrun passes a program to Python unless --no-python is given.
std::string torchrunArguments(const LaunchParameters& parameters)
{
    return (parameters.program.ends_with(".py") ? "" : "--no-python ") + shellCommandOf(parameters);
}

/// `before`: extra lines before the launch.
std::string torchrunScript(const LaunchParameters& parameters, const char* summary, const char* before = "")
{
    std::string text = "#!/bin/bash\n" + headerComment(parameters, summary) +
                       "# Put options for torchrun itself after this script's name. TORCHRUN can replace it: "
                       "TORCHRUN=\"python3 -m torch.distributed.run\".\nset -eu\n" +
                       before + projectExportLine(parameters);
    if (parameters.nodes() == 1)
        return text + fmt::format("exec ${{TORCHRUN:-torchrun}} --standalone --nproc_per_node={} \"$@\" {}\n",
                                  parameters.workers, torchrunArguments(parameters));
    const int last = parameters.workers - parameters.workersPerNode * (parameters.nodes() - 1);
    text += fmt::format(
        "# Run once on every node: HEAD is the name of the first node, NODE counts from 0 to {}. Under Slurm both are "
        "set.\nNODE=${{SLURM_NODEID:-${{NODE:?from 0 to {}}}}}\n: \"${{HEAD:?the name of the first node}}\"\ncase "
        "$NODE in {}) here={} ;; *) here={} ;; esac\ncase $NODE in 0) first=true ;; *) first=false ;; esac\nexec "
        "${{TORCHRUN:-torchrun}} --nnodes={} --nproc_per_node=\"$here\" --rdzv_backend=c10d "
        "--rdzv_id=\"${{SLURM_JOB_ID:-{}}}\" \\\n    --rdzv_endpoint=\"$HEAD:${{PORT:-29500}}\" "
        "--rdzv_conf=\"is_host=$first\" \"$@\" {}\n",
        parameters.nodes() - 1, parameters.nodes() - 1, parameters.nodes() - 1, last, parameters.workersPerNode,
        parameters.nodes(), jobName(parameters.title), torchrunArguments(parameters));
    return text;
}

/// One process per worker. Both mpirun and srun accept `-n`.
std::string mpirunPrefix(const LaunchParameters& parameters)
{
    return fmt::format("${{MPIRUN:-mpirun}} -n {} \"$@\" ", parameters.workers);
}

std::string mpirunScript(const LaunchParameters& parameters)
{
    return "#!/bin/bash\n" + headerComment(parameters, "mpirun starts one process per worker.") +
           "# Put options for mpirun itself, such as --hostfile, after this script's name. MPIRUN can replace it: "
           "MPIRUN=srun.\nset -eu\n" +
           projectExportLine(parameters) + "exec " + mpirunPrefix(parameters) + shellCommandOf(parameters) + "\n";
}

std::string slurmJob(const LaunchParameters& parameters)
{
    std::string text = fmt::format("#!/bin/bash\n#SBATCH --job-name={}\n#SBATCH --nodes={}\n",
                                   jobName(parameters.title), parameters.nodes());
    text += parameters.usesMpi ? fmt::format("#SBATCH --ntasks={}\n#SBATCH --ntasks-per-node={}\n", parameters.workers,
                                             std::min(parameters.workers, parameters.workersPerNode))
                               : "#SBATCH --ntasks-per-node=1\n";
    if (parameters.usesCards)
        text += fmt::format("#SBATCH --gpus-per-node={}\n", std::min(parameters.workers, parameters.workersPerNode));
    if (parameters.workers % parameters.workersPerNode == 0)  // full nodes: one task may use all their cores
        text += "#SBATCH --exclusive\n";
    if (parameters.deadlineS)  // leave some time so that slightly late runs are not killed
        text += fmt::format(
            "# The limit is 1.5 times the deadline, and at least ten minutes more than it.\n#SBATCH --time={}\n",
            static_cast<long>(std::ceil(std::max(1.5 * *parameters.deadlineS, *parameters.deadlineS + 600) / 60)));
    text += "# Fill in what your cluster requires, and remove one #:\n";
    if (!parameters.deadlineS)
        text += "##SBATCH --time=MINUTES\n";
    text += "##SBATCH --account=ACCOUNT\n##SBATCH --partition=PARTITION\n";
    text += "#SBATCH --no-requeue\n#SBATCH --output=%x-%j.out\n";
    if (parameters.usesMpi)
        return text +
               headerComment(parameters,
                             "Run sbatch job.sbatch in this folder. srun starts one process per worker; prefix "
                             "SCRIPT=benchmark.sh to measure instead.") +
               "set -eu\n" + "unset SLURM_EXPORT_ENV\n" + "export MPIRUN=\"${MPIRUN:-srun}\"\n" +
               "exec bash \"$SLURM_SUBMIT_DIR/${SCRIPT:-mpirun.sh}\" \"$@\"\n";
    text +=
        headerComment(parameters,
                      "Run sbatch job.sbatch in this folder. It queues all nodes at once; srun runs torchrun.sh on "
                      "each; prefix SCRIPT=benchmark.sh to measure instead.") +
        "set -eu\n" +
        "unset SLURM_EXPORT_ENV\n"
        "if [ -z \"${HEAD:-}\" ]; then\n"
        "    HEAD=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n"
        "fi\n"
        "export HEAD\n"
        "export PORT=\"${PORT:-$((20000 + SLURM_JOB_ID % 10000))}\"\n" +
        fmt::format("srun --nodes={} --ntasks-per-node=1 bash \"$SLURM_SUBMIT_DIR/${{SCRIPT:-torchrun.sh}}\" \"$@\"\n",
                    parameters.nodes());
    return text;
}

std::vector<std::string> hostsOf(const LaunchParameters& parameters)
{
    std::vector<std::string> hosts = parameters.hosts;
    for (int i = static_cast<int>(hosts.size()); parameters.hosts.empty() && i < parameters.nodes(); ++i)
        hosts.push_back(fmt::format("node-{}", i + 1));
    hosts.resize(static_cast<std::size_t>(parameters.nodes()));
    return hosts;
}

std::string rayCluster(const LaunchParameters& parameters)
{
    const std::vector<std::string> hosts = hostsOf(parameters);
    const std::string resources =
        parameters.usesCards ? fmt::format(" --num-gpus={}", std::min(parameters.workers, parameters.workersPerNode))
                             : std::string();
    std::string text = headerComment(
        parameters, parameters.hosts.empty()
                        ? "The node names and the user are placeholders: replace them, or use launch --hosts."
                        : "The nodes of the Ray cluster.");
    text += fmt::format(
        "cluster_name: {}\nmin_workers: {}\nmax_workers: {}\nprovider:\n  type: local\n  head_ip: \"{}\"\n  "
        "worker_ips: [",
        jobName(parameters.title), parameters.nodes() - 1, parameters.nodes() - 1, hosts.front());
    for (std::size_t i = 1; i < hosts.size(); ++i)
        text += fmt::format("{}\"{}\"", i == 1 ? "" : ", ", hosts[i]);
    text += fmt::format(
        "]\nauth:\n  ssh_user: \"{}\"\nhead_start_ray_commands:\n  - ray stop\n  - ray start --head --port=6379 "
        "--autoscaling-config=~/ray_bootstrap_config.yaml{}\n"
        "worker_start_ray_commands:\n  - ray stop\n  - ray start --address=$RAY_HEAD_IP:6379{}\n",
        parameters.sshUser, resources, resources);
    return text;
}

std::string rayScript(const LaunchParameters& parameters)
{
    // ray submit joins the program's name and its arguments with spaces into one line for the shell on the head node,
    // so each argument is quoted for both shells. The program is also a local file name; if the shell would interpret
    // characters in it, a copy with a plain name is used.
    LaunchParameters quoted = parameters;
    for (std::string& argument : quoted.arguments)
        argument = shellQuoted(argument);
    const std::filesystem::path file = parameters.program;
    std::string copied;
    if (!isPlainName(file.filename().string())) {
        quoted.program = jobName(file.stem().string()) + ".py";
        // The copy gets its own folder, because its name may already exist here.
        copied = "copied=$(mktemp -d ./submit-XXXXXX)\ntrap 'rm -r -- \"$copied\"' EXIT\ncp -- " +
                 shellQuoted(parameters.program) + " \"$copied\"/" + shellQuoted(quoted.program) + '\n';
    }
    const std::string folderPrefix = copied.empty() ? std::string() : "\"$copied\"/";
    return "#!/bin/bash\n" +
           headerComment(parameters, "Starts the Ray cluster of cluster.yaml, then submits the program.") +
           "set -eu\ncd \"$(dirname \"$0\")\"\n" + projectExportLine(parameters) + copied + "ray up cluster.yaml -y\n" +
           "ray submit cluster.yaml " + folderPrefix + shellCommandOf(quoted) + "\n";
}

/// Runs the benchmark on the nodes of the planned run and writes timings.csv to the script's folder.
std::string benchmarkScript(LaunchParameters parameters)
{
    constexpr const char* summary = "Measures alpha and bandwidth. Then run: scalewright-cli fit-comm timings.csv";
    const bool isSingleWorker = parameters.workers < 2;
    parameters.workers = std::max(2, parameters.workers);
    parameters.program = titleOf(parameters.benchmarkTool);
    parameters.arguments.clear();
    for (const std::string& collective : parameters.collectives)
        parameters.arguments.insert(parameters.arguments.end(), {"--only", collective});
    if (isSingleWorker)
        parameters.workersPerNode = 2;
    const std::string guardText =
        "cd \"$(dirname \"$0\")\"\nif [ -e timings.csv ]; then\n    echo \"$PWD/timings.csv already exists: move it "
        "away, then start again\" >&2\n    exit 1\nfi\n";
    switch (parameters.benchmarkTool) {
    case BenchmarkTool::Torch:
        parameters.arguments.insert(parameters.arguments.end(), {"-o", "timings.csv"});
        return torchrunScript(parameters, summary, guardText.c_str());
    case BenchmarkTool::Ray:
        parameters.arguments.insert(parameters.arguments.end(),
                                    {"--workers", std::to_string(parameters.workers), "-o", "timings.csv"});
        return "#!/bin/bash\n" + headerComment(parameters, summary) + "set -eu\n" + guardText +
               projectExportLine(parameters) + "ray up cluster.yaml -y\nray submit cluster.yaml " +
               shellCommandOf(parameters) + "\nray rsync-down cluster.yaml '~/timings.csv' timings.csv\n";
    case BenchmarkTool::Mpi: break;
    }
    std::string text = "#!/bin/bash\n" + headerComment(parameters, summary) +
                       "# scalewright-mpi is one C file (share/scalewright/scalewright-mpi.c): mpicc -O2 -o "
                       "scalewright-mpi scalewright-mpi.c\n# Put options for mpirun, such as --hostfile, after this "
                       "script's name; MPIRUN and SCALEWRIGHT_MPI can replace the programs.\nset -eu\n" +
                       guardText + projectExportLine(parameters) + mpirunPrefix(parameters) +
                       "\"${SCALEWRIGHT_MPI:-scalewright-mpi}\"";
    if (parameters.collectives.size() == 1)
        text += " --only " + shellQuoted(parameters.collectives.front());
    // A failed run must not leave a timings file.
    return text + " > timings.csv.part\nmv timings.csv.part timings.csv\n";
}

/// Writes to the staging path; error messages name the final path.
Result<void> writeStagedFile(const std::filesystem::path& stage, const std::string& folder, const LaunchFile& file)
{
    namespace fs = std::filesystem;
    const std::string finalPath = (fs::path(folder) / file.name).string();
    constexpr const char* expectedPlace = "a writable folder on a disk with free space";
    if (Result<void> saved = saveFile(stage, file.content); !saved) {
        for (Problem& problem : saved.error().problems)
            problem = {
                problem.message, problem.expected.empty() ? expectedPlace : problem.expected, {.file = finalPath}};
        return saved;
    }
    std::error_code errorCode;
    if (file.isExecutable)
        fs::permissions(stage, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                        fs::perm_options::add, errorCode);
    if (errorCode)
        return fail(ErrorCode::Environment, formatMessage("cannot be written: {}", errorCode.message()), expectedPlace,
                    {.file = finalPath});
    return {};
}

}  // namespace

std::string shellQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text.substr(0, text.find('\0')))
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string jobName(std::string_view text)
{
    constexpr std::size_t maximumLength = 64;
    std::string name;
    for (const char c : text)
        if (isPlainCharacter(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    name.erase(0, std::min(name.find_first_not_of("-."), name.size()));
    if (name.size() > maximumLength)
        name.resize(maximumLength);
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "scalewright" : name;
}

LaunchParameters launchParametersOf(const Project& project, int workers)
{
    LaunchParameters parameters{
        .title = project.title, .workers = workers, .workersPerNode = workersOnNode(project.target)};
    if (project.goal.deadlineS)
        parameters.deadlineS = project.goal.deadlineS->value;
    parameters.collectives = timedCollectives(project.design.communication.pattern);
    if (const Result<ToolTable>& table = toolTable())
        switch (toolsFor(*table, project).launcher.value_or(ToolLauncher::Torchrun)) {
        case ToolLauncher::Torchrun: break;
        case ToolLauncher::Ray: parameters.benchmarkTool = BenchmarkTool::Ray; break;
        case ToolLauncher::Mpi:
            parameters.usesMpi = true;
            parameters.program = "./program";
            parameters.benchmarkTool = BenchmarkTool::Mpi;
            break;
        }
    // One-core ceilings in addition to the machine's mean a CPU; an MPI program without a peak for a card also runs on
    // CPUs.
    const Machine& machine = project.baseline.machine;
    parameters.usesCards = !machine.peakFlopsOneCore && !machine.memoryBandwidthOneCoreBytesPerS &&
                           (!parameters.usesMpi || project.target.peakFlops);
    return parameters;
}

std::string launchLine(const LaunchParameters& parameters)
{
    if (parameters.usesMpi)
        return fmt::format("mpirun -n {} {}", parameters.workers, plainCommandOf(parameters));
    if (parameters.nodes() == 1)
        return fmt::format("torchrun --standalone --nproc_per_node={} {}", parameters.workers,
                           plainCommandOf(parameters));
    if (parameters.workers % parameters.workersPerNode != 0)
        return "HEAD=HEAD NODE=0 bash torchrun.sh";
    return fmt::format("torchrun --nnodes={} --nproc_per_node={} --rdzv_backend=c10d --rdzv_endpoint=HEAD:29500 {}",
                       parameters.nodes(), parameters.workersPerNode, plainCommandOf(parameters));
}

Result<std::vector<LaunchFile>> launchFiles(const LaunchParameters& parameters)
{
    Error error;
    const std::string expectedCharacters = "letters, digits, dots, dashes and underscores";
    if (parameters.program.empty() || parameters.program.front() == '-')
        error.problems.push_back({formatMessage("{} is not a program", inQuotes(parameters.program)),
                                  "a file such as train.py",
                                  {.field = "program"}});
    const std::string name = std::filesystem::path(parameters.program).lexically_normal().string();
    for (const char* written : {"torchrun.sh", "ray.sh", "mpirun.sh", "job.sbatch", "benchmark.sh",
                                "scalewright-torch.py", "scalewright-ray.py"})
        if (name == written)
            error.problems.push_back(
                {formatMessage("{} is written here by this command and would start itself", inQuotes(name)),
                 "your own program, such as train.py",
                 {.field = "program"}});
    for (const std::string& host : parameters.hosts)
        if (!isPlainName(host))
            error.problems.push_back(
                {formatMessage("{} is not a host name", inQuotes(host)), expectedCharacters, {.field = "hosts"}});
    if (!isPlainName(parameters.sshUser))
        error.problems.push_back({formatMessage("{} is not a user name", inQuotes(parameters.sshUser)),
                                  expectedCharacters,
                                  {.field = "ssh_user"}});
    if (!parameters.hosts.empty() && parameters.hosts.size() < static_cast<std::size_t>(parameters.nodes()))
        error.problems.push_back({formatMessage("{} hosts for {} nodes", parameters.hosts.size(), parameters.nodes()),
                                  "at least one per node",
                                  {.field = "hosts"}});
    if (!error.problems.empty())
        return fail(std::move(error));
    LaunchParameters timed = parameters;
    if (parameters.benchmarkTool == BenchmarkTool::Ray)  // Ray moves objects point to point or all to all
        timed.collectives = {!contains(parameters.collectives, "all-to-all") ? "ping-pong" : "all-to-all"};
    std::vector<LaunchFile> files;
    if (parameters.usesMpi)
        files = {{"mpirun.sh", mpirunScript(parameters), true}};
    else
        files = {{"torchrun.sh", torchrunScript(parameters, "torchrun starts one process per worker."), true},
                 {"ray.sh", rayScript(parameters), true},
                 {"cluster.yaml", rayCluster(parameters), false}};
    files.push_back({"job.sbatch", slurmJob(parameters), false});
    files.push_back({"benchmark.sh", benchmarkScript(timed), true});
    if (parameters.benchmarkTool != BenchmarkTool::Mpi) {
        const std::string program = titleOf(parameters.benchmarkTool);
        TRY(const std::filesystem::path source, resourcePath(program));
        TRY(std::string text, readText(source));
        files.push_back({program, std::move(text), true});
    }
    return files;
}

Result<std::vector<std::string>> writeLaunchFiles(const std::string& folder, const std::vector<LaunchFile>& files)
{
    TRY(StagedFolder staged, StagedFolder::create(folder));
    for (const LaunchFile& file : files)
        TRY_DO(writeStagedFile(staged.addFile(file.name), folder, file));
    return staged.commitWithoutOverwriting();
}

}  // namespace scalewright
