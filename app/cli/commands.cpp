#include "app/cli/commands.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/cli/ask.h"
#include "app/cli/ask_json.h"
#include "app/version/version.h"

namespace scalewright::cli {

namespace {

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

}  // namespace

std::span<const Entry> commandList()
{
    return commands;
}

void addCommonOptions(CLI::App& command, Common& common)
{
    command.set_version_flag("--version", std::string("scalewright-cli ") + versionAndCommit(), "print the version");
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

Result<Reply> ask(std::vector<std::string> words)
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

Result<Json> askJson(std::vector<std::string> words)
{
    return ask(std::move(words)).map([](const Reply& reply) { return jsonOf(reply); });
}

}  // namespace scalewright::cli
