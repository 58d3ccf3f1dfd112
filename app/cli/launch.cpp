// launch PROJECT -o DIR: launch lines for the three tiers, filled from plan and design (book 41.5, section 3).
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/sizing/sizing.h"
#include "core/design/slots/slots.h"
#include "core/design/tools/launch.h"
#include "core/design/tools/tool_table.h"
#include "core/output/answers/launch_files.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

namespace {

struct LaunchOptions {
    std::string project;
    Text folder, variant, workers, pMax, sshUser, program, benchmark;
    std::vector<std::string> arguments, hosts;
    bool cards = false, noCards = false;
    Edits edits;
};

Result<int> workersOf(const Project& project, const std::optional<int>& given, int pMax, const std::string& file)
{
    if (given)
        return *given;
    const Analysis analysis = analyse(project, {.pMax = pMax});
    if (analysis.plan && !analysis.plan->shortfall)
        return analysis.plan->p;
    return fail(ErrorCode::Input,
                analysis.plan ? std::string(analysis.plan->why)
                              : std::string("the project has no plan: no p, no model and no ladder to read one from"),
                "--p N, or /plan/p in the project", {.file = file});
}

Result<Reply> launch(const LaunchOptions& options)
{
    Values values;
    if (!options.folder)
        values.add("-o", "is missing", "the folder to write to");
    else if (*options.folder == "-")
        values.add("-o", "several files are written", "a folder");
    const std::optional<int> given = values.count(options.workers, "--p", 1, largestPMax);
    const int pMax = values.pMax(options.pMax);
    std::optional<BenchmarkBy> benchmark;
    if (options.benchmark) {
        if (const Result<BenchmarkBy> named = benchmarkFromName(*options.benchmark))
            benchmark = *named;
        else
            values.add("--benchmark", named.error().problems.front().message, named.error().problems.front().expected);
    }
    if (!values.ok())
        return fail(values.error());
    const Result<Project> project = readVariant(options.project, options.variant, "--variant", options.edits);
    if (!project)
        return fail(project.error());
    const Result<int> workers = workersOf(*project, given, pMax, inputName(options.project));
    if (!workers)
        return fail(workers.error());
    const Result<ToolTable>& table = toolTable();
    if (!table)
        return fail(table.error());
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<Sizing> right = size(sizingNeedOf(*project, *table, std::nullopt), SizingRule::Replica, *table);
    const FittingTools fitting =
        right ? toolsThatFit(*table, *project, *right) : FittingTools{toolsFor(*table, *project), std::nullopt};
    const ToolChoice& tools = fitting.choice;
    LaunchTerms terms = launchTermsThatFit(fitting, *project, *workers);
    terms.arguments = options.arguments;
    terms.cards = options.cards || (terms.cards && !options.noCards);
    terms.hosts = options.hosts;
    if (options.program)
        terms.program = *options.program;
    if (benchmark)
        terms.benchmark = *benchmark;
    if (options.sshUser)
        terms.sshUser = *options.sshUser;
    const Result<std::vector<LaunchFile>> files = launchFiles(terms);
    if (!files)
        return fail(inOptions(files.error()));
    std::error_code none;
    const std::filesystem::path program =
        std::filesystem::weakly_canonical(std::filesystem::absolute(terms.program, none), none);
    for (const LaunchFile& file : *files)
        if (program == std::filesystem::weakly_canonical(
                           std::filesystem::absolute(std::filesystem::path(*options.folder) / file.name, none), none))
            return fail(ErrorCode::Input, say("{} is written here, and would start itself", inQuotes(terms.program)),
                        "your own program, such as train.py", {.field = "--program"});
    const Result<std::vector<std::string>> written = writeLaunchFiles(*options.folder, *files);
    if (!written)
        return fail(written.error());

    Project asLaunched = *project;
    asLaunched.plan.p = *workers;
    const LaunchQuestion question{.terms = terms,
                                  .table = *table,
                                  .tools = tools,
                                  .whyTools = !fitting.why ? std::string()
                                              : *workers < right->acceleratorsForModel
                                                  ? *fitting.why + say("; p {} is too few for it", *workers)
                                                  : *fitting.why,
                                  .findings = checkDesign(asLaunched, analyse(asLaunched, {.pMax = pMax}), *catalogue),
                                  .nodesKnown = project->target.workersPerNode.has_value(),
                                  .files = *written};
    Json::Array rows;
    for (const ToolRow* row : tools.rows) {
        Json::Object json{{"collective", Json(row->collective)},
                          {"framework", Json(row->frameworkList())},
                          {"book", Json(row->book)}};
        setOrReason(json, "launcher", toolLauncherName(*row), "it is no program of yours that is launched");
        setOrReason(json, "inherits", row->inherits, "the book names nothing");
        rows.emplace_back(std::move(json));
    }
    return Reply{.answer = launchAnswer(question),
                 .json = {{"p", Json(terms.workers)},
                          {"nodes", Json(terms.nodes())},
                          {"workers_per_node", Json(terms.workersPerNode)},
                          {"tools", Json(std::move(rows))},
                          {"benchmark", Json(benchmarkName(terms.benchmark))},
                          {"maturity", Json(table->maturity)},
                          {"files", listJson(*written)},
                          {"notes", listJson(launchNotes(question))}}};
}

}  // namespace

Run declareLaunch(CLI::App& command)
{
    auto options = std::make_shared<LaunchOptions>();
    command.add_option("PROJECT", options->project, "project file, or - for standard input")->required();
    command
        .add_option("-o,--output", options->folder,
                    "the folder to write to; it appears whole or not at all, and nothing there is written over")
        ->type_name("DIR");
    command.add_option("--variant", options->variant, "the variant to launch; the one that the project shows")
        ->type_name("NAME");
    command.add_option("--p", options->workers, "workers; the plan's")->type_name("N");
    declarePMax(command, options->pMax, "the plan");
    command
        .add_option("--program", options->program,
                    "what is run on every worker; train.py, or ./program where the design is an MPI program's")
        ->type_name("FILE");
    command.add_option("--argument", options->arguments, "of the program; may be repeated")->type_name("TEXT");
    command.add_option("--hosts", options->hosts, "nodes of the Ray cluster, its head first: a,b,c")
        ->delimiter(',')
        ->type_name("LIST");
    command.add_option("--ssh-user", options->sshUser, "the user on them; ubuntu")->type_name("NAME");
    CLI::Option* cards =
        command.add_flag("--cards", options->cards, "a worker is a card, which Slurm and Ray are asked for");
    command.add_flag("--no-cards", options->noCards, "a worker is no card: Slurm and Ray are asked for none")
        ->excludes(cards);
    command
        .add_option("--benchmark", options->benchmark,
                    "what measures alpha and bandwidth: torch, ray or mpi; what the design's first tool is started by")
        ->type_name("NAME");
    declareEdits(command, options->edits);
    command.footer(
        "Writes torchrun.sh, ray.sh with cluster.yaml, job.sbatch, and benchmark.sh with what it runs; where the "
        "design is an MPI program's (a halo exchange), mpirun.sh, job.sbatch and benchmark.sh.\nExample: "
        "scalewright-cli launch project.scalewright -o launch --program train.py --argument --fsdp");
    return [options] { return launch(*options); };
}

}  // namespace scalewright::cli
