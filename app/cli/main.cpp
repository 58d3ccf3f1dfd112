// scalewright-cli: every model of Scalewright from the shell, without Qt and without MPI.
#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/ask.h"
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/trailing.h"
#include "core/base/nearest.h"
#include "core/base/quote.h"

using namespace scalewright;
using namespace scalewright::cli;

namespace {

struct Entry {
    const char* name;
    const char* summary;
    Declare declare;
    bool answers = false;  ///< by a value of core/answers, which --explain and --quiet are for
};

// In the order of the help.
constexpr std::array commands{
    Entry{"run", "a program of yours measured at several p and answered, all in one project", declareRun, true},
    Entry{"predict", "speedup, efficiency and cost at every worker count, before anything is built", declarePredict,
          true},
    Entry{"collective", "how long one collective takes at every worker count", declareCollective, true},
    Entry{"design", "the six slots: checked, shown, compared, priced", declareDesign},
    Entry{"fit", "laws of scaling fitted to a measured ladder: Amdahl, Gustafson, USL, alpha-beta", declareFit, true},
    Entry{"fit-comm", "latency and bandwidth from timed collectives", declareFitComm, true},
    Entry{"attribute", "where every lost fold of a measured speedup went, and whose it is", declareAttribute, true},
    Entry{"cost", "what a measured ladder costs, what the next step buys, which p to request", declareCost, true},
    Entry{"carbon", "kilowatt-hours and CO2e of a measured ladder's runs", declareCarbon, true},
    Entry{"diagnose", "which ceiling the single machine hits first, and what to distribute", declareDiagnose, true},
    Entry{"size", "how many accelerators, which tier, which framework", declareSize, true},
    Entry{"plan", "layouts of a large model over cards: which is best, and why the next one loses", declarePlan, true},
    Entry{"build-or-buy", "running the cluster oneself against having it run, and from when on", declareBuildOrBuy,
          true},
    Entry{"launch", "launch lines for torchrun, Ray and Slurm, filled from plan and design", declareLaunch, true},
    Entry{"timeline", "where each worker's time goes: from recorded traces, or simulated from a design",
          declareTimeline},
    Entry{"probe", "measure this machine: its ceilings, or the book's three workloads", declareProbe, true},
    Entry{"measure", "what a program of yours needs of this machine, as a profile for diagnose", declareMeasure, true},
    Entry{"ladder", "a program of yours run at several p: the ladder, written as it comes", declareLadder},
    Entry{"formats", "the files that are read, how to make each, and which command reads it", declareFormats},
    Entry{"report", "a project's answers in the method's order, to hand in", declareReport, true},
    Entry{"reproduce", "every number of a report, worked out again", declareReproduce, true},
    Entry{"validate", "every problem of a project file", declareValidate, true},
    Entry{"exercise", "an exercise of the chapter: shown, answered, committed", declareExercise},
    Entry{"grade", "hand-ins of an exercise against its key", declareGrade, true},
    Entry{"completion", "a script that completes commands and options in a shell", declareCompletion},
};

// Of the nested commands, those that answer too: design check, ladder run.
constexpr std::array nestedAnswers{"check",    "show", "compare", "price", "import",
                                   "simulate", "run",  "answer",  "commit"};

bool answersFor(const CLI::App& command)
{
    if (const CLI::App* parent = command.get_parent(); parent != nullptr && parent->get_parent() != nullptr)
        return std::find(nestedAnswers.begin(), nestedAnswers.end(), command.get_name()) != nestedAnswers.end();
    return std::any_of(commands.begin(), commands.end(),
                       [&](const Entry& each) { return each.answers && each.name == command.get_name(); });
}

struct Common {
    Form form;
    bool explain = false, quiet = false;
    std::string file;
};

/// --json, -o, --version on every command that runs something, nested ones included; --explain, --quiet where it answers.
void addCommonOptions(CLI::App& command, Common& common)
{
    command.set_version_flag("--version", std::string("scalewright-cli ") + SCALEWRIGHT_VERSION, "print the version");
    command.set_help_flag("-h,--help", "print this help");
    const auto nested = command.get_subcommands([](const CLI::App*) { return true; });
    for (CLI::App* each : nested)
        addCommonOptions(*each, common);
    if (nested.empty()) {
        CLI::Option* json = command.add_flag("--json", common.form.json, "machine-readable answer (\"schema\": 1)");
        if (answersFor(command)) {
            CLI::Option* explain = command.add_flag("--explain", common.explain, "the answer with all behind it");
            command.add_flag("--quiet", common.quiet, "the answer's headline alone")->excludes(explain);
        }
        if (CLI::Option* csv = command.get_option_no_throw("--csv"))
            json->excludes(csv);
        CLI::Option* output = command.get_option_no_throw("--output");  // launch writes a folder
        if (output == nullptr)
            output =
                command.add_option("-o,--output", common.file, "write the answer to FILE instead of standard output")
                    ->type_name("FILE");
        output->check([](const std::string& path) { return path.empty() ? "an empty name; expected a file" : ""; });
    }
}

/// "scalewright-cli", "scalewright-cli predict", …
std::string fullName(const CLI::App& app)
{
    return app.get_parent() == nullptr ? app.get_name() : fullName(*app.get_parent()) + " " + app.get_name();
}

const CLI::App& deepestParsed(const CLI::App& app)
{
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : deepestParsed(*parsed.front());
}

/// The names that may stand where `word` does.
std::vector<std::string> namesLike(const CLI::App& asked, std::string_view word)
{
    std::vector<std::string> names;
    if (!word.starts_with('-')) {
        for (const CLI::App* command : asked.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());
        return names;
    }
    for (const CLI::Option* option : asked.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// What is wrong with the command line, and what was probably meant.
Problem usageProblem(const CLI::ParseError& error, const CLI::App& asked, int argc, char** argv)
{
    std::string word;
    for (const std::string& each : asked.remaining())
        if (word.empty() &&
            (each.starts_with('-') || !asked.get_subcommands([](const CLI::App*) { return true; }).empty()))
            word = each.substr(0, each.find('='));
    if (word.empty() && asked.get_parent() == nullptr && argc > 1)
        word = argv[1];
    const std::string help = say("what {} --help describes", fullName(asked));
    if (word.empty())
        return {error.what(), help, {}};
    const std::optional<std::string> meant = didYouMean(word, namesLike(asked, word));
    return {(word.starts_with('-') ? "there is no option " : "there is no command ") + inQuotes(word),
            meant ? say("{} ({} --help)", *meant, fullName(asked)) : help,
            {}};
}

int report(const Error& error)
{
    printProblems(error.problems);
    return exitStatus(error.code);
}

int printed(const std::string& text)
{
    const Result<void> written = writeStdout(text);
    return written ? 0 : report(written.error());
}

int runProgram(int argc, char** argv)
{
    CLI::App app("Scalewright: the workbench for distributed-AI design, from the shell.", "scalewright-cli");
    app.require_subcommand(1, 1);
    app.footer(
        "Amounts are in seconds, bytes, bytes/s, FLOP/s and USD, or carry a unit: 10us, 4GiB, 25Gbit/s.\n"
        "\"-\" as a file is standard input. scalewright-cli COMMAND --help describes a command.\n"
        "Exit status: 0 done, 1 the answer is no, 2 usage or input, 3 the machine (disk full, permission), 130 "
        "interrupted.");

    Common common;
    std::map<std::string, Run> runs;
    for (const Entry& entry : commands)
        runs[entry.name] = entry.declare(*app.add_subcommand(entry.name, entry.summary));
    addCommonOptions(app, common);

    try {
        app.parse(cutTrailing(argc, argv), argv);
    } catch (const CLI::CallForVersion& version) {
        return printed(std::string(version.what()) + '\n');
    } catch (const CLI::CallForHelp&) {
        const CLI::App& asked = deepestParsed(app);
        return printed(asked.help(asked.get_parent() == nullptr ? "" : fullName(*asked.get_parent())));
    } catch (const CLI::ParseError& error) {
        const CLI::App& asked = deepestParsed(app);
        const int status = report({ErrorCode::Input, {usageProblem(error, asked, argc, argv)}});
        return asked.get_name() == "measure" ? measureFailed : status;
    }

    const Result<Reply> answer = runs.at(app.get_subcommands().front()->get_name())();
    if (!answer)
        return report(answer.error());
    if (!answer->silent) {
        common.form.json |= answer->jsonInFile && !common.file.empty();
        common.form.verbosity = common.explain ? Verbosity::Explained
                                : common.quiet ? Verbosity::Quiet
                                               : Verbosity::Short;
        const Result<void> delivered = deliver(*answer, common.form, answer->ownFile ? std::string() : common.file);
        if (!delivered) {
            const int status = report(delivered.error());
            return app.got_subcommand("measure") ? measureFailed : status;
        }
    }
    printProblems(answer->problems);
    return answer->status;
}

}  // namespace

Result<Reply> scalewright::cli::ask(std::vector<std::string> words)
{
    CLI::App app("", "scalewright-cli");
    app.require_subcommand(1, 1);
    std::map<std::string, Run> runs;
    for (const Entry& entry : commands)
        if (words.front() == entry.name)
            runs[entry.name] = entry.declare(*app.add_subcommand(entry.name, entry.summary));
    Common common;
    addCommonOptions(app, common);
    try {
        std::reverse(words.begin(), words.end());  // as CLI11 takes them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return fail(ErrorCode::Input, error.what(), {});
    }
    return runs.at(app.get_subcommands().front()->get_name())();
}

int main(int argc, char** argv)
{
    prepareProcess();
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        return report({ErrorCode::Environment,
                       {{"there is not enough memory for this", "a smaller input, or a larger machine", {}}}});
    } catch (const std::length_error&) {
        return report({ErrorCode::Environment,
                       {{"there is not enough memory for this", "a smaller input, or a larger machine", {}}}});
    } catch (const std::exception& error) {
        // Core reports errors as values; what arrives here is the machine's, such as no memory left.
        return report({ErrorCode::Environment, {{say("stopped: {}", std::string(error.what())), {}, {}}}});
    }
}
