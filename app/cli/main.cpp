// scalewright-cli: every model of Scalewright from the shell, without Qt and without MPI.
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/trailing.h"
#include "core/base/text/nearest.h"
#include "core/base/text/quote.h"

using namespace scalewright;
using namespace scalewright::cli;

namespace {

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

/// An option that took the one behind it for its value: "--p --json".
std::optional<Problem> missingValue(const CLI::App& asked, int argc, char** argv)
{
    for (int i = 1; i + 1 < argc; ++i) {
        const std::string word = argv[i], next = argv[i + 1];
        const CLI::Option* option = word.starts_with('-') ? asked.get_option_no_throw(word) : nullptr;
        if (option == nullptr || option->get_items_expected_min() == 0 || word == "--argument")
            continue;
        if (next.starts_with("--") && asked.get_option_no_throw(next) != nullptr)
            return Problem{say("its value is missing: {} is an option", next), say("{} VALUE", word), {.field = word}};
        ++i;
    }
    return std::nullopt;
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
    for (const Entry& entry : commandList())
        runs[entry.name] = entry.declare(*app.add_subcommand(entry.name, entry.summary));
    addCommonOptions(app, common);

    const int words = cutTrailing(argc, argv);
    try {
        app.parse(words, argv);
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

    if (std::optional<Problem> problem = missingValue(deepestParsed(app), words, argv)) {
        const int status = report({ErrorCode::Input, {*std::move(problem)}});
        return app.got_subcommand("measure") ? measureFailed : status;
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
