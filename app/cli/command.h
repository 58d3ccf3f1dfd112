// How a subcommand joins scalewright-cli: one file, one declare function, one line in main.cpp's list.
//
//     // cost.cpp
//     Run declareCost(CLI::App& command)
//     {
//         auto options = std::make_shared<CostOptions>();
//         command.add_option("LADDER", options->file, "measured ladder, or - for standard input")->required();
//         command.add_option("--price", options->price, "USD per node-hour")->type_name("USD");
//         return [options] { return cost(*options); };
//     }
//
// Numbers are declared as std::string and read by core's parsers (see options.h): CLI11's own accept nan, inf and 0x10.
// Every command has --json, -o FILE, --help and --version from main.cpp, and every nested one too (design check, …).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/output/answers/answer.h"

namespace scalewright::cli {

/// What a command found. `answer` and `text`, or `json` with "answer" in it, are printed on standard output, or into
/// -o FILE.
struct Reply {
    Answer answer{};  ///< for people; without a headline the command has none, and `text` is all
    /// Of several files, below each other; then `answer` is empty and each is in `json`
    std::vector<Answer> several{};
    std::string text{};  ///< a document, after the answer; ends with a newline
    Json::Object json{};  ///< for programs; "schema": 1 is put before these members
    int status = 0;  ///< 0 done; 1 the answer is no; `measure` passes its child's on
    std::vector<Problem> problems{};  ///< why the answer is no: printed on stderr
    /// `text` is the answer's table, for programs: it comes first, and the answer as comments below
    bool table = false;
    bool jsonInFile = false;  ///< -o FILE gets the JSON form, asked for or not: it is a document of its own
    bool ownFile = false;  ///< the command wrote -o FILE itself: the answer goes to standard output
    bool silent = false;  ///< nothing to print: it was said already, or the problems are all there is
};

/// What `measure` ends with where it fails itself, as env and timeout do: every other status is its command's.
inline constexpr int measureFailed = 125;

/// What runs once the command line was read. An Error becomes lines on stderr and exit status 2, 1, 3 or 130.
using Run = std::function<Result<Reply>()>;

/// Declares the options of a subcommand on `command`.
using Declare = Run (*)(CLI::App& command);

Run declarePredict(CLI::App& command);
Run declareAttribute(CLI::App& command);
Run declareBuildOrBuy(CLI::App& command);
Run declareCarbon(CLI::App& command);
Run declareCollective(CLI::App& command);
Run declareCompletion(CLI::App& command);
Run declareDesign(CLI::App& command);
Run declareCost(CLI::App& command);
Run declareDiagnose(CLI::App& command);
Run declareExercise(CLI::App& command);
Run declareFit(CLI::App& command);
Run declareFitComm(CLI::App& command);
Run declareFormats(CLI::App& command);
Run declareGrade(CLI::App& command);
Run declareLadder(CLI::App& command);
Run declareMeasure(CLI::App& command);
Run declareLaunch(CLI::App& command);
Run declarePlan(CLI::App& command);
Run declareProbe(CLI::App& command);
Run declareRun(CLI::App& command);
Run declareReport(CLI::App& command);
Run declareReproduce(CLI::App& command);
Run declareSize(CLI::App& command);
Run declareTimeline(CLI::App& command);
Run declareValidate(CLI::App& command);

}  // namespace scalewright::cli
