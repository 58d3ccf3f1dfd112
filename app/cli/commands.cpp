// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <algorithm>
#include <array>

#include "app/cli/execute_json.h"
#include "app/version/version.h"
#include "core/base/ranges/ranges.h"
#include "core/output/answers/ask.h"

namespace scalewright::cli {

// Each is defined in the file of its command.
CommandRunner declareAttribute(CLI::App&), declareBuildOrBuy(CLI::App&), declareCarbon(CLI::App&),
    declareCollective(CLI::App&), declareCompletion(CLI::App&), declareCost(CLI::App&), declareDesign(CLI::App&),
    declareDiagnose(CLI::App&), declareExercise(CLI::App&), declareFit(CLI::App&), declareFitComm(CLI::App&),
    declareFormats(CLI::App&), declareGrade(CLI::App&), declareLadder(CLI::App&), declareLaunch(CLI::App&),
    declareMeasure(CLI::App&), declarePlan(CLI::App&), declarePredict(CLI::App&), declareProbe(CLI::App&),
    declareReport(CLI::App&), declareReproduce(CLI::App&), declareRun(CLI::App&), declareSize(CLI::App&),
    declareTimeline(CLI::App&), declareValidate(CLI::App&);

namespace {

constexpr std::array commands{
    CommandEntry{"run", "your program measured at several p, with the answers, all in one project", declareRun, true},
    CommandEntry{"predict", "speedup, efficiency and cost at every worker count, before anything is built",
                 declarePredict, true},
    CommandEntry{"collective", "how long one collective takes at every worker count", declareCollective, true},
    CommandEntry{"design", "the six slots: check, show, compare, price", declareDesign},
    CommandEntry{"fit", "scaling laws fitted to a measured ladder: Amdahl, Gustafson, USL, alpha-beta", declareFit,
                 true},
    CommandEntry{"fit-comm", "latency and bandwidth from timed collectives", declareFitComm, true},
    CommandEntry{"attribute", "the cause of every lost fold of a measured speedup, and the main one", declareAttribute,
                 true},
    CommandEntry{"cost", "what a measured ladder costs, what the next step buys, which p to request", declareCost,
                 true},
    CommandEntry{"carbon", "kilowatt-hours and CO2e of a measured ladder's runs", declareCarbon, true},
    CommandEntry{"diagnose", "which ceiling the single machine hits first, and what to distribute", declareDiagnose,
                 true},
    CommandEntry{"size", "how many accelerators, which tier, which framework", declareSize, true},
    CommandEntry{"plan", "layouts of a large model on cards: which is best, and why the runner-up loses", declarePlan,
                 true},
    CommandEntry{"build-or-buy", "running the cluster yourself or paying for a managed one, and the break-even",
                 declareBuildOrBuy, true},
    CommandEntry{"launch", "launch commands for torchrun, Ray and Slurm, filled in from plan and design", declareLaunch,
                 true},
    CommandEntry{"timeline", "where each worker's time goes: from recorded traces, or simulated from a design",
                 declareTimeline},
    CommandEntry{"probe", "measure this machine: its ceilings, or the book's three workloads", declareProbe, true},
    CommandEntry{"measure", "what your program needs from this machine, as a profile for diagnose", declareMeasure,
                 true},
    CommandEntry{"ladder", "your program run at several p: the ladder, written row by row", declareLadder},
    CommandEntry{"formats", "the file formats that are read, how to make each, and which command reads it",
                 declareFormats},
    CommandEntry{"report", "a project's answers in the method's order, to hand in", declareReport, true},
    CommandEntry{"reproduce", "every number of a report, recomputed", declareReproduce, true},
    CommandEntry{"validate", "every problem of a project file", declareValidate, true},
    CommandEntry{"exercise", "an exercise of the chapter: shown, answered, committed", declareExercise},
    CommandEntry{"grade", "hand-ins of an exercise, graded with its key", declareGrade, true},
    CommandEntry{"completion", "a script that completes commands and options in a shell", declareCompletion},
};

// Nested commands that also give an answer, such as design check and ladder run.
constexpr std::array nestedAnsweringCommands{"check",    "show", "compare", "price", "import",
                                             "simulate", "run",  "answer",  "commit"};

bool commandHasAnswer(const CLI::App& command)
{
    if (const CLI::App* parent = command.get_parent(); parent != nullptr && parent->get_parent() != nullptr)
        return contains(nestedAnsweringCommands, command.get_name());
    return std::ranges::any_of(
        commands, [&](const CommandEntry& each) { return each.hasAnswer && each.name == command.get_name(); });
}

}  // namespace

std::span<const CommandEntry> commandList()
{
    return commands;
}

void addCommonOptions(CLI::App& command, CommonOptions& common)
{
    command.set_version_flag("--version", std::string("scalewright-cli ") + versionAndCommit(), "print the version");
    command.set_help_flag("-h,--help", "print this help");
    const auto nested = command.get_subcommands([](const CLI::App*) { return true; });
    for (CLI::App* each : nested)
        addCommonOptions(*each, common);
    if (nested.empty()) {
        CLI::Option* json = command.add_flag("--json", common.format.isJson, "machine-readable answer (\"schema\": 1)");
        if (commandHasAnswer(command)) {
            CLI::Option* explain = command.add_flag("--explain", common.explain, "the answer with all details");
            command.add_flag("--quiet", common.quiet, "only the answer's headline")->excludes(explain);
        }
        if (CLI::Option* csv = command.get_option_no_throw("--csv"))
            json->excludes(csv);
        CLI::Option* output = command.get_option_no_throw("--output");  // the output of `launch` is a folder
        if (output == nullptr)
            output =
                command
                    .add_option("-o,--output", common.outputFile, "write the answer to FILE instead of standard output")
                    ->type_name("FILE");
        output->check([](const std::string& path) { return path.empty() ? "an empty name; expected a file" : ""; });
    }
}

Result<Json> executeCommandLineAsJson(std::vector<std::string> words)
{
    CLI::App app("", "scalewright-cli");
    app.require_subcommand(1, 1);
    CommandRunner run;
    for (const CommandEntry& entry : commands)
        if (words.front() == entry.name)
            run = entry.declare(*app.add_subcommand(entry.name, entry.summary));
    CommonOptions common;
    addCommonOptions(app, common);
    try {
        std::ranges::reverse(words);  // CLI11 expects them in reverse order
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return fail(ErrorCode::Input, error.what(), {});
    }
    return run().map([](const Reply& reply) { return documentOf({.answer = reply.answer, .json = reply.json}); });
}

}  // namespace scalewright::cli
