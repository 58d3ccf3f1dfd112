// SPDX-License-Identifier: GPL-3.0-or-later
// scalewright-cli: every model in Scalewright from the shell, without Qt and without MPI.
#include <exception>
#include <map>
#include <new>
#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/trailing_command.h"
#include "core/base/text/did_you_mean.h"
#include "core/base/text/quote.h"

using namespace scalewright;
using namespace scalewright::cli;

namespace {

/// "scalewright-cli", "scalewright-cli predict", …
std::string fullCommandName(const CLI::App& app)
{
    return app.get_parent() == nullptr ? app.get_name() : fullCommandName(*app.get_parent()) + " " + app.get_name();
}

const CLI::App& deepestParsedCommand(const CLI::App& app)
{
    const auto parsed = app.get_subcommands();
    return parsed.empty() ? app : deepestParsedCommand(*parsed.front());
}

/// The names that could replace `word`.
std::vector<std::string> candidateNames(const CLI::App& parsedCommand, std::string_view word)
{
    std::vector<std::string> names;
    if (!word.starts_with('-')) {
        for (const CLI::App* command : parsedCommand.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());
        return names;
    }
    for (const CLI::Option* option : parsedCommand.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// What is wrong with the command line, and what was probably intended.
Problem usageProblem(const CLI::ParseError& error, const CLI::App& parsedCommand, int argc, char** argv)
{
    std::string word;
    for (const std::string& each : parsedCommand.remaining())
        if (word.empty() &&
            (each.starts_with('-') || !parsedCommand.get_subcommands([](const CLI::App*) { return true; }).empty()))
            word = each.substr(0, each.find('='));
    if (word.empty() && parsedCommand.get_parent() == nullptr && argc > 1)
        word = argv[1];
    const std::string help = formatMessage("a command line as in {} --help", fullCommandName(parsedCommand));
    if (word.empty())
        return {error.what(), help, {}};
    const std::optional<std::string> suggestion = didYouMean(word, candidateNames(parsedCommand, word));
    return {(word.starts_with('-') ? "there is no option " : "there is no command ") + inQuotes(word),
            suggestion ? formatMessage("{} ({} --help)", *suggestion, fullCommandName(parsedCommand)) : help,
            {}};
}

/// Reports an option that took the next option as its value: "--p --json".
std::optional<Problem> missingValueProblem(const CLI::App& parsedCommand, int argc, char** argv)
{
    for (int i = 1; i + 1 < argc; ++i) {
        const std::string word = argv[i], next = argv[i + 1];
        const CLI::Option* option = word.starts_with('-') ? parsedCommand.get_option_no_throw(word) : nullptr;
        if (option == nullptr || option->get_items_expected_min() == 0 || word == "--argument")
            continue;
        if (next.starts_with("--") && parsedCommand.get_option_no_throw(next) != nullptr)
            return Problem{formatMessage("its value is missing: found the option {}", next),
                           formatMessage("{} VALUE", word),
                           {.field = word}};
        ++i;
    }
    return std::nullopt;
}

int reportError(const Error& error)
{
    printProblems(error.problems);
    return exitStatus(error.code);
}

int printText(const std::string& text)
{
    const Result<void> written = writeStdout(text);
    return written ? 0 : reportError(written.error());
}

int runProgram(int argc, char** argv)
{
    CLI::App app("Scalewright: the workbench for distributed-AI design, from the shell.", "scalewright-cli");
    app.require_subcommand(1, 1);
    app.footer(
        "Amounts are in seconds, bytes, bytes/s, FLOP/s and USD, or have a unit: 10us, 4GiB, 25Gbit/s.\n\"-\" as a "
        "file is standard input. scalewright-cli COMMAND --help describes a command.\nExit status: 0 done, 1 the "
        "answer is no, 2 usage or input, 3 the machine (disk full, permission), 130 interrupted.");

    CommonOptions common;
    std::map<std::string, CommandRunner> runs;
    for (const CommandEntry& entry : commandList())
        runs[entry.name] = entry.declare(*app.add_subcommand(entry.name, entry.summary));
    addCommonOptions(app, common);

    const int argumentCount = cutTrailingCommand(argc, argv);
    try {
        app.parse(argumentCount, argv);
    } catch (const CLI::CallForVersion& version) {
        return printText(std::string(version.what()) + '\n');
    } catch (const CLI::CallForHelp&) {
        const CLI::App& parsedCommand = deepestParsedCommand(app);
        return printText(parsedCommand.help(
            parsedCommand.get_parent() == nullptr ? "" : fullCommandName(*parsedCommand.get_parent())));
    } catch (const CLI::ParseError& error) {
        const CLI::App& parsedCommand = deepestParsedCommand(app);
        const int status = reportError({ErrorCode::Input, {usageProblem(error, parsedCommand, argc, argv)}});
        return parsedCommand.get_name() == "measure" ? measureFailureStatus : status;
    }

    if (std::optional<Problem> problem = missingValueProblem(deepestParsedCommand(app), argumentCount, argv)) {
        const int status = reportError({ErrorCode::Input, {*std::move(problem)}});
        return app.got_subcommand("measure") ? measureFailureStatus : status;
    }
    const Result<Reply> answer = runs.at(app.get_subcommands().front()->get_name())();
    if (!answer)
        return reportError(answer.error());
    if (!answer->isSilent) {
        common.format.isJson |= answer->alwaysJsonInFile && !common.outputFile.empty();
        common.format.verbosity = common.explain ? Verbosity::Explained
                                  : common.quiet ? Verbosity::Quiet
                                                 : Verbosity::Short;
        const Result<void> delivered =
            deliverReply(*answer, common.format, answer->hasWrittenFile ? std::string() : common.outputFile);
        if (!delivered) {
            const int status = reportError(delivered.error());
            return app.got_subcommand("measure") ? measureFailureStatus : status;
        }
    }
    printProblems(answer->problems);
    return answer->exitStatus;
}

}  // namespace

int main(int argc, char** argv)
{
    prepareProcess();
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        return reportError({ErrorCode::Environment,
                            {{"there is not enough memory for this", "a smaller input, or a larger machine", {}}}});
    } catch (const std::length_error&) {
        return reportError({ErrorCode::Environment,
                            {{"there is not enough memory for this", "a smaller input, or a larger machine", {}}}});
    } catch (const std::exception& error) {
        // Core reports errors as values; exceptions that arrive here come from the system, for example when memory runs
        // out.
        return reportError(
            {ErrorCode::Environment, {{formatMessage("stopped: {}", std::string(error.what())), {}, {}}}});
    }
}
