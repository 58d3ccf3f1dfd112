// SPDX-License-Identifier: GPL-3.0-or-later
// launch PROJECT -o DIR: launch commands for the three tiers, filled in from the plan and the design (book 41.5,
// section 3).
#include "core/design/tools/launch.h"

#include <filesystem>

#include "app/cli/output.h"
#include "core/base/error/parse_name.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/design/tools/tool_table.h"
#include "core/output/answers/launch_files.h"
#include "core/output/answers/size.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

namespace {

struct LaunchOptions {
    std::string project;
    OptionText outputFolder, variant, workers, pMax, sshUser, program, benchmark;
    std::vector<std::string> programArguments, hosts;
    bool usesCards = false, usesNoCards = false;
    Edits edits;
};

Result<Reply> runLaunch(const LaunchOptions& options)
{
    OptionValues values;
    if (!options.outputFolder)
        values.addProblem("-o", "is missing", "the folder to write to");
    else if (*options.outputFolder == "-")
        values.addProblem("-o", "several files are written", "a folder");
    const std::optional<int> requestedWorkers = values.readCount(options.workers, "--p", 1, maximumPMax);
    const int pMax = values.readPMax(options.pMax);
    std::optional<BenchmarkTool> benchmark;
    if (options.benchmark)
        values.setFromResult(benchmark, parseName<BenchmarkTool>(*options.benchmark), "--benchmark");
    if (!values.isValid())
        return fail(values.error());
    TRY(const Project project, readVariant(options.project, options.variant, "--variant", options.edits));
    const Result<ToolTable>& table = toolTable();
    if (!table)
        return fail(table.error());
    TRY(const DesignCatalogue catalogue, loadDesignCatalogue());
    const Analysis analysis = analyse(project, {.pMax = pMax});
    const Result<ProjectSizing> sized =
        sizeProject(sizingNeedOf(project, *table, std::nullopt), project, analysis, *table);
    const Sizing* sizing = sized ? &sized->replica : nullptr;
    const std::optional<int> workers = requestedWorkers ? requestedWorkers : workersToLaunch(sizing, analysis);
    if (!workers)
        return fail(ErrorCode::Input,
                    analysis.plan ? std::string(analysis.plan->reason)
                    : !analysis.claim.whyNoPlan.empty()
                        ? analysis.claim.whyNoPlan
                        : std::string("the project has no plan: no p, no model and no ladder to derive one from"),
                    "--p N, or /plan/p in the project", {.file = inputName(options.project)});
    const FittingTools fitting =
        sizing ? toolsThatFit(*table, project, *sizing) : FittingTools{toolsFor(*table, project), std::nullopt};
    const ToolChoice& tools = fitting.choice;
    LaunchParameters terms = launchParametersFor(fitting, project, *workers);
    terms.arguments = options.programArguments;
    terms.usesCards = options.usesCards || (terms.usesCards && !options.usesNoCards);
    terms.hosts = options.hosts;
    if (options.program)
        terms.program = *options.program;
    if (benchmark)
        terms.benchmarkTool = *benchmark;
    if (options.sshUser)
        terms.sshUser = *options.sshUser;
    const Result<std::vector<LaunchFile>> files = launchFiles(terms);
    if (!files)
        return fail(withOptionNames(files.error()));
    std::error_code ignoredError;
    const std::filesystem::path program =
        std::filesystem::weakly_canonical(std::filesystem::absolute(terms.program, ignoredError), ignoredError);
    for (const LaunchFile& file : *files)
        if (program ==
            std::filesystem::weakly_canonical(
                std::filesystem::absolute(std::filesystem::path(*options.outputFolder) / file.name, ignoredError),
                ignoredError))
            return fail(
                ErrorCode::Input,
                formatMessage("{} is one of the files written here and would start itself", inQuotes(terms.program)),
                "your own program, such as train.py", {.field = "--program"});
    TRY(const std::vector<std::string> written, writeLaunchFiles(*options.outputFolder, *files));

    Project launchedProject = project;
    launchedProject.plan.p = *workers;
    const LaunchQuestion question{
        .terms = terms,
        .toolTable = *table,
        .toolChoice = tools,
        .toolsReason = !fitting.replacementReason ? std::string()
                       : *workers < sizing->acceleratorsForModel
                           ? *fitting.replacementReason + formatMessage("; p = {} is too small for it", *workers)
                           : *fitting.replacementReason,
        .workersReason = requestedWorkers
                             ? std::string()
                             : launchedWorkersReason(*workers, analysis.plan->p, workersAvailable(project.target)),
        .findings = checkDesign(launchedProject, analyse(launchedProject, {.pMax = pMax}), catalogue),
        .hasWorkersPerNode = project.target.workersPerNode.has_value(),
        .files = written};
    const auto row = [](const ToolRow* each) {
        return objectOf({{"collective", each->collective},
                         {"framework", each->frameworkList()},
                         {"book", each->bookSection},
                         {"launcher", toolLauncherName(*each), "it does not launch a program of yours"},
                         {"inherits", each->inheritedFeatures, "the book names none"}});
    };
    return Reply{.answer = launchAnswer(question),
                 .json = objectOf({{"p", terms.workers},
                                   {"nodes", terms.nodes()},
                                   {"workers_per_node", terms.workersPerNode},
                                   {"tools", listOf(tools.rows, row)},
                                   {"benchmark", nameOf(terms.benchmarkTool)},
                                   {"maturity", table->maturityNote},
                                   {"files", written},
                                   {"notes", launchNotes(question)}})};
}

}  // namespace

CommandRunner declareLaunch(CLI::App& command)
{
    auto options = std::make_shared<LaunchOptions>();
    command.add_option("PROJECT", options->project, "project file, or - for standard input")->required();
    declareOptions(
        command,
        {{"-o,--output", "DIR", options->outputFolder,
          "folder to write to; it is written completely or not at all, and nothing in it is overwritten"},
         {"--variant", "NAME", options->variant, "variant to launch (default: the one that the project shows)"},
         {"--p", "N", options->workers, "workers (default: the plan's)"},
         pMaxOption(options->pMax, "the plan"),
         {"--program", "FILE", options->program,
          "program to run on every worker (default: train.py, or ./program if the design is for an MPI program)"},
         {"--argument", "TEXT", options->programArguments, "argument of the program; may be repeated"}});
    command.add_option("--hosts", options->hosts, "nodes of the Ray cluster, head first: a,b,c")
        ->delimiter(',')
        ->type_name("LIST");
    declareOptions(command, {{"--ssh-user", "NAME", options->sshUser, "user on these hosts (default: ubuntu)"}});
    CLI::Option* cards =
        command.add_flag("--cards", options->usesCards, "each worker is a card, requested from Slurm and Ray");
    command
        .add_flag("--no-cards", options->usesNoCards, "workers are not cards: none are requested from Slurm and Ray")
        ->excludes(cards);
    declareOptions(
        command,
        {{"--benchmark", "NAME", options->benchmark,
          "what measures alpha and bandwidth: torch, ray or mpi (default: what starts the design's first tool)"},
         editOption(options->edits)});
    command.footer(
        "Writes torchrun.sh, ray.sh with cluster.yaml, job.sbatch, and benchmark.sh with what it runs; if the design "
        "is for an MPI program (a halo exchange), mpirun.sh, job.sbatch and benchmark.sh.\nExample: scalewright-cli "
        "launch project.scalewright -o launch --program train.py --argument --fsdp");
    return [options] { return runLaunch(*options); };
}

}  // namespace scalewright::cli
