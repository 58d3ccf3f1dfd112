#include "core/design/tools/launch.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/design/tools/tool_table.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"

namespace scalewright {

namespace {

bool plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
}

bool plainName(const std::string& text)
{
    return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), plain);
}

std::string head(const LaunchTerms& terms, const char* what)
{
    const std::string title = terms.title.empty() ? std::string() : fmt::format("Project: {}; ", inQuotes(terms.title));
    return fmt::format("# {}\n# {}{} {}, {} a node, {} {}.\n", what, title, terms.workers,
                       terms.workers == 1 ? "worker" : "workers", std::min(terms.workers, terms.workersPerNode),
                       terms.nodes(), terms.nodes() == 1 ? "node" : "nodes");
}

std::string projectLine(const LaunchTerms& terms)
{
    return "export SCALEWRIGHT_PROJECT=" + shellQuoted(cleaned(terms.title)) + "\n";
}

std::string commandOf(const LaunchTerms& terms)
{
    std::string command = shellQuoted(terms.program);
    for (const std::string& argument : terms.arguments)
        command += ' ' + shellQuoted(argument);
    return command;
}

/// torchrun hands what it starts to Python, unless it is told not to.
std::string forTorchrun(const LaunchTerms& terms)
{
    return (terms.program.ends_with(".py") ? "" : "--no-python ") + commandOf(terms);
}

/// `before`: further lines before the launch.
std::string torchrunScript(const LaunchTerms& terms, const char* what, const char* before = "")
{
    std::string text = "#!/bin/bash\n" + head(terms, what) +
                       "# Options for torchrun itself go behind this script's name. TORCHRUN may name another one: "
                       "TORCHRUN=\"python3 -m torch.distributed.run\".\nset -eu\n" +
                       before + projectLine(terms);
    if (terms.nodes() == 1)
        return text + fmt::format("exec ${{TORCHRUN:-torchrun}} --standalone --nproc_per_node={} \"$@\" {}\n",
                                  terms.workers, forTorchrun(terms));
    const int last = terms.workers - terms.workersPerNode * (terms.nodes() - 1);
    text += fmt::format(
        "# Once on every node: HEAD is the first node's name, NODE counts from 0 to {}. Under Slurm both are known.\n"
        "NODE=${{SLURM_NODEID:-${{NODE:?from 0 to {}}}}}\n"
        ": \"${{HEAD:?the name of the first node}}\"\n"
        "case $NODE in {}) here={} ;; *) here={} ;; esac\n"
        "case $NODE in 0) first=true ;; *) first=false ;; esac\n"
        "exec ${{TORCHRUN:-torchrun}} --nnodes={} --nproc_per_node=\"$here\" --rdzv_backend=c10d "
        "--rdzv_id=\"${{SLURM_JOB_ID:-{}}}\" \\\n"
        "    --rdzv_endpoint=\"$HEAD:${{PORT:-29500}}\" --rdzv_conf=\"is_host=$first\" \"$@\" {}\n",
        terms.nodes() - 1, terms.nodes() - 1, terms.nodes() - 1, last, terms.workersPerNode, terms.nodes(),
        jobName(terms.title), forTorchrun(terms));
    return text;
}

/// One process a worker. `-n` is what mpirun and srun both know.
std::string mpirunLine(const LaunchTerms& terms)
{
    return fmt::format("${{MPIRUN:-mpirun}} -n {} \"$@\" ", terms.workers);
}

std::string mpirunScript(const LaunchTerms& terms)
{
    return "#!/bin/bash\n" + head(terms, "mpirun starts one process a worker.") +
           "# Options for mpirun itself, such as --hostfile, go behind this script's name. MPIRUN may name another "
           "one: MPIRUN=srun.\nset -eu\n" +
           projectLine(terms) + "exec " + mpirunLine(terms) + commandOf(terms) + "\n";
}

std::string slurmJob(const LaunchTerms& terms)
{
    std::string text =
        fmt::format("#!/bin/bash\n#SBATCH --job-name={}\n#SBATCH --nodes={}\n", jobName(terms.title), terms.nodes());
    text += terms.mpi ? fmt::format("#SBATCH --ntasks={}\n#SBATCH --ntasks-per-node={}\n", terms.workers,
                                    std::min(terms.workers, terms.workersPerNode))
                      : "#SBATCH --ntasks-per-node=1\n";
    if (terms.cards)
        text += fmt::format("#SBATCH --gpus-per-node={}\n", std::min(terms.workers, terms.workersPerNode));
    if (terms.workers % terms.workersPerNode == 0)  // whole nodes: one task may use all their cores
        text += "#SBATCH --exclusive\n";
    if (terms.deadlineS)  // a run that is late a little is not killed
        text += fmt::format(
            "# The limit is half as long again as the deadline, and ten minutes more than it at least.\n#SBATCH "
            "--time={}\n",
            static_cast<long>(std::ceil(std::max(1.5 * *terms.deadlineS, *terms.deadlineS + 600) / 60)));
    text += "# Fill in what your cluster asks for, and take one # away:\n";
    if (!terms.deadlineS)
        text += "##SBATCH --time=MINUTES\n";
    text += "##SBATCH --account=ACCOUNT\n##SBATCH --partition=PARTITION\n";
    text += "#SBATCH --no-requeue\n#SBATCH --output=%x-%j.out\n";
    if (terms.mpi)
        return text +
               head(terms,
                    "sbatch job.sbatch, in this folder. srun starts one process a worker; SCRIPT=benchmark.sh before "
                    "it measures instead.") +
               "set -eu\n" + "unset SLURM_EXPORT_ENV\n" + "export MPIRUN=\"${MPIRUN:-srun}\"\n" +
               "exec bash \"$SLURM_SUBMIT_DIR/${SCRIPT:-mpirun.sh}\" \"$@\"\n";
    text +=
        head(terms,
             "sbatch job.sbatch, in this folder. Queues all nodes at once; srun runs torchrun.sh on each; "
             "SCRIPT=benchmark.sh before it measures instead.") +
        "set -eu\n" +
        "unset SLURM_EXPORT_ENV\n"
        "if [ -z \"${HEAD:-}\" ]; then\n"
        "    HEAD=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n"
        "fi\n"
        "export HEAD\n"
        "export PORT=\"${PORT:-$((20000 + SLURM_JOB_ID % 10000))}\"\n" +
        fmt::format("srun --nodes={} --ntasks-per-node=1 bash \"$SLURM_SUBMIT_DIR/${{SCRIPT:-torchrun.sh}}\" \"$@\"\n",
                    terms.nodes());
    return text;
}

std::vector<std::string> hostsOf(const LaunchTerms& terms)
{
    std::vector<std::string> hosts = terms.hosts;
    for (int i = static_cast<int>(hosts.size()); terms.hosts.empty() && i < terms.nodes(); ++i)
        hosts.push_back(fmt::format("node-{}", i + 1));
    hosts.resize(static_cast<std::size_t>(terms.nodes()));
    return hosts;
}

std::string rayCluster(const LaunchTerms& terms)
{
    const std::vector<std::string> hosts = hostsOf(terms);
    const std::string resources =
        terms.cards ? fmt::format(" --num-gpus={}", std::min(terms.workers, terms.workersPerNode)) : std::string();
    std::string text =
        head(terms, terms.hosts.empty()
                        ? "The names of the nodes and the user are placeholders: put yours in, or launch --hosts."
                        : "The nodes of the Ray cluster.");
    text += fmt::format(
        "cluster_name: {}\nmin_workers: {}\nmax_workers: {}\nprovider:\n  type: local\n  head_ip: \"{}\"\n  "
        "worker_ips: [",
        jobName(terms.title), terms.nodes() - 1, terms.nodes() - 1, hosts.front());
    for (std::size_t i = 1; i < hosts.size(); ++i)
        text += fmt::format("{}\"{}\"", i == 1 ? "" : ", ", hosts[i]);
    text += fmt::format(
        "]\nauth:\n  ssh_user: \"{}\"\nhead_start_ray_commands:\n  - ray stop\n  - ray start --head --port=6379 "
        "--autoscaling-config=~/ray_bootstrap_config.yaml{}\n"
        "worker_start_ray_commands:\n  - ray stop\n  - ray start --address=$RAY_HEAD_IP:6379{}\n",
        terms.sshUser, resources, resources);
    return text;
}

std::string rayScript(const LaunchTerms& terms)
{
    // ray submit joins the program's name and its arguments with spaces into a line for the head's shell: each argument
    // is quoted for both. The name is that of a file here too, so one that a shell would read otherwise gets another.
    LaunchTerms quoted = terms;
    for (std::string& argument : quoted.arguments)
        argument = shellQuoted(argument);
    const std::filesystem::path file = terms.program;
    std::string copied;
    if (!plainName(file.filename().string())) {
        quoted.program = jobName(file.stem().string()) + ".py";
        // In a folder of its own: the name may be another file's here.
        copied = "copied=$(mktemp -d ./submit-XXXXXX)\ntrap 'rm -r -- \"$copied\"' EXIT\ncp -- " +
                 shellQuoted(terms.program) + " \"$copied\"/" + shellQuoted(quoted.program) + '\n';
    }
    const std::string where = copied.empty() ? std::string() : "\"$copied\"/";
    return "#!/bin/bash\n" + head(terms, "Brings up the Ray cluster of cluster.yaml, then submits the program.") +
           "set -eu\ncd \"$(dirname \"$0\")\"\n" + projectLine(terms) + copied + "ray up cluster.yaml -y\n" +
           "ray submit cluster.yaml " + where + commandOf(quoted) + "\n";
}

/// Starts the benchmark on the nodes of the run and leaves timings.csv beside itself.
std::string benchmarkScript(LaunchTerms terms)
{
    constexpr const char* what = "Measures alpha and bandwidth; then: scalewright-cli fit-comm timings.csv";
    const bool alone = terms.workers < 2;
    terms.workers = std::max(2, terms.workers);
    terms.program = "benchmark.py";
    terms.arguments.clear();
    for (const std::string& each : terms.collectives)
        terms.arguments.insert(terms.arguments.end(), {"--only", each});
    if (alone)
        terms.workersPerNode = 2;
    const std::string here =
        "cd \"$(dirname \"$0\")\"\nif [ -e timings.csv ]; then\n    echo \"$PWD/timings.csv is there already: move it "
        "away, then start again\" >&2\n    exit 1\nfi\n";
    switch (terms.benchmark) {
    case BenchmarkBy::Torch:
        terms.arguments.insert(terms.arguments.end(), {"-o", "timings.csv"});
        return torchrunScript(terms, what, here.c_str());
    case BenchmarkBy::Ray:
        terms.arguments.insert(terms.arguments.end(),
                               {"--workers", std::to_string(terms.workers), "-o", "timings.csv"});
        return "#!/bin/bash\n" + head(terms, what) + "set -eu\n" + here + projectLine(terms) +
               "ray up cluster.yaml -y\nray submit cluster.yaml " + commandOf(terms) +
               "\nray rsync-down cluster.yaml '~/timings.csv' timings.csv\n";
    case BenchmarkBy::Mpi: break;
    }
    std::string text = "#!/bin/bash\n" + head(terms, what) +
                       "# scalewright-mpi is one C file (share/scalewright/scalewright-mpi.c): mpicc -O2 -o "
                       "scalewright-mpi scalewright-mpi.c\n"
                       "# Options for mpirun, such as --hostfile, go behind this script's name; MPIRUN and "
                       "SCALEWRIGHT_MPI may name others.\nset -eu\n" +
                       here + projectLine(terms) + mpirunLine(terms) + "\"${SCALEWRIGHT_MPI:-scalewright-mpi}\"";
    if (terms.collectives.size() == 1)
        text += " --only " + shellQuoted(terms.collectives.front());
    // A run that fails leaves no timings.
    return text + " > timings.csv.part\nmv timings.csv.part timings.csv\n";
}

/// Into the stage; messages name it in the folder where it will be.
Result<void> writeFile(const std::filesystem::path& stage, const std::string& folder, const LaunchFile& file)
{
    namespace fs = std::filesystem;
    const std::string named = (fs::path(folder) / file.name).string();
    constexpr const char* room = "a place where you may write, on a disk with room";
    if (Result<void> saved = saveFile(stage, file.content); !saved) {
        for (Problem& problem : saved.error().problems)
            problem = {problem.message, problem.expected.empty() ? room : problem.expected, {.file = named}};
        return saved;
    }
    std::error_code why;
    if (file.executable)
        fs::permissions(stage, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                        fs::perm_options::add, why);
    if (why)
        return fail(ErrorCode::Environment, say("cannot be written: {}", why.message()), room, {.file = named});
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
    constexpr std::size_t longest = 64;
    std::string name;
    for (const char c : text)
        if (plain(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    name.erase(0, std::min(name.find_first_not_of("-."), name.size()));
    if (name.size() > longest)
        name.resize(longest);
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "scalewright" : name;
}

LaunchTerms launchTermsOf(const Project& project, int workers)
{
    LaunchTerms terms{.title = project.title, .workers = workers, .workersPerNode = workersOnNode(project.target)};
    if (project.goal.deadlineS)
        terms.deadlineS = project.goal.deadlineS->value;
    terms.collectives = timedCollectives(project.design.communication.pattern);
    if (const Result<ToolTable>& table = toolTable())
        switch (toolsFor(*table, project).launcher.value_or(ToolLauncher::Torchrun)) {
        case ToolLauncher::Torchrun: break;
        case ToolLauncher::Ray: terms.benchmark = BenchmarkBy::Ray; break;
        case ToolLauncher::Mpi:
            terms.mpi = true;
            terms.program = "./program";
            terms.benchmark = BenchmarkBy::Mpi;
            break;
        }
    // Ceilings of one core beside the machine's are a processor's; an MPI program without a card's peak runs on one too.
    const Machine& machine = project.baseline.machine;
    terms.cards = !machine.peakFlopsOneCore && !machine.memoryBandwidthOneCoreBytesPerS &&
                  (!terms.mpi || project.target.peakFlops);
    return terms;
}

Result<std::vector<LaunchFile>> launchFiles(const LaunchTerms& terms)
{
    Error error;
    const std::string plainText = "letters, digits, dots, dashes and underscores";
    if (terms.program.empty() || terms.program.front() == '-')
        error.problems.push_back(
            {say("{} is no program", inQuotes(terms.program)), "a file such as train.py", {.field = "program"}});
    const std::string name = std::filesystem::path(terms.program).lexically_normal().string();
    for (const char* written : {"torchrun.sh", "ray.sh", "mpirun.sh", "job.sbatch", "benchmark.sh", "benchmark.py"})
        if (name == written)
            error.problems.push_back({say("{} is a file that is written here, and would start itself", inQuotes(name)),
                                      "your own program, such as train.py",
                                      {.field = "program"}});
    for (const std::string& host : terms.hosts)
        if (!plainName(host))
            error.problems.push_back({say("{} is no host name", inQuotes(host)), plainText, {.field = "hosts"}});
    if (!plainName(terms.sshUser))
        error.problems.push_back(
            {say("{} is no user's name", inQuotes(terms.sshUser)), plainText, {.field = "ssh_user"}});
    if (!terms.hosts.empty() && terms.hosts.size() < static_cast<std::size_t>(terms.nodes()))
        error.problems.push_back({say("{} hosts are too few for {} nodes", terms.hosts.size(), terms.nodes()),
                                  "one for each node",
                                  {.field = "hosts"}});
    if (!error.problems.empty())
        return fail(std::move(error));
    LaunchTerms timed = terms;
    if (terms.benchmark == BenchmarkBy::Ray)  // Ray moves objects: one to one, or everybody's share to everybody
        timed.collectives = {std::find(terms.collectives.begin(), terms.collectives.end(), "all-to-all") ==
                                     terms.collectives.end()
                                 ? "ping-pong"
                                 : "all-to-all"};
    std::vector<LaunchFile> files;
    if (terms.mpi)
        files = {{"mpirun.sh", mpirunScript(terms), true}};
    else
        files = {{"torchrun.sh", torchrunScript(terms, "torchrun starts one process a worker."), true},
                 {"ray.sh", rayScript(terms), true},
                 {"cluster.yaml", rayCluster(terms), false}};
    files.push_back({"job.sbatch", slurmJob(terms), false});
    files.push_back({"benchmark.sh", benchmarkScript(timed), true});
    if (std::string program = benchmarkProgram(terms.benchmark); !program.empty())
        files.push_back({"benchmark.py", std::move(program), true});
    return files;
}

Result<std::vector<std::string>> writeLaunchFiles(const std::string& folder, const std::vector<LaunchFile>& files)
{
    Result<StagedFolder> staged = StagedFolder::in(folder);
    if (!staged)
        return fail(staged.error());
    for (const LaunchFile& file : files)
        if (const Result<void> written = writeFile(staged->place(file.name), folder, file); !written)
            return fail(written.error());
    return staged->commitNew();
}

}  // namespace scalewright
