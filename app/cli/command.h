// SPDX-License-Identifier: GPL-3.0-or-later
// How to add a subcommand to scalewright-cli: one file with its declare function, and its entry in commands.cpp.
//
//     // cost.cpp
//     CommandRunner declareCost(CLI::App& command)
//     {
//         auto options = std::make_shared<CostOptions>();
//         declareOptions(command, {{"--rows", "N", options->rows, "rows to show"},
//                                  {&Target::priceUsdPerHour, options->price}});
//         return [options] { return cost(*options); };
//     }
//
// Numbers are declared as std::string and parsed by core (see options.h), because CLI11's own parsers accept nan, inf
// and 0x10. Every command, including nested ones (design check, …), gets --json, -o FILE, --help and --version from
// commands.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/error/try.h"
#include "core/base/json/json.h"
#include "core/output/answers/answered.h"

namespace scalewright::cli {

/// The result of a command. `answer` and `text`, or `json` with "answer" in it, are written to standard output or to -o
/// FILE.
struct Reply {
    Answer answer{};  ///< for people; without a headline, `answer` is unused and `text` is the whole output
    /// The answers for several files, printed one below the other; `answer` is then empty, and each answer is in
    /// `json`.
    std::vector<Answer> answers{};
    std::string text{};  ///< a document printed after the answer; ends with a newline
    Json::Object json{};  ///< for programs; "schema": 1 is inserted before these members
    int exitStatus = 0;  ///< 0: done; 1: the answer is no; `measure` returns the status of its child process
    std::vector<Problem> problems{};  ///< why the answer is no; printed on stderr
    /// `text` is the answer's table in machine-readable form: it is printed first, and the answer follows as comments.
    bool isTextTable = false;
    bool alwaysJsonInFile = false;  ///< the -o FILE always gets the JSON form, as a document of its own
    bool hasWrittenFile = false;  ///< the command itself wrote -o FILE, so the answer goes to standard output
    bool isSilent = false;  ///< nothing to print: the output has already been printed, or there are only problems
};

/// The exit status of `measure` if it fails itself, as with env and timeout; any other status comes from the command
/// that it runs.
inline constexpr int measureFailureStatus = 125;

/// Runs after the command line has been parsed. An Error becomes lines on stderr and exit status 2, 1, 3 or 130.
using CommandRunner = std::function<Result<Reply>()>;

/// Declares the options of a subcommand on `command`.
using CommandDeclarer = CommandRunner (*)(CLI::App& command);

}  // namespace scalewright::cli
