// SPDX-License-Identifier: GPL-3.0-or-later
// completion bash|zsh|fish: a script that completes commands and options, generated from what the program declares.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/command.h"

namespace scalewright::cli {

namespace {

constexpr const char* cliProgramName = "scalewright-cli";

struct CompletionWord {
    std::string name, summary;
};

/// A command, or the program itself, and the words that may follow it.
struct CompletionContext {
    std::vector<std::string> path;  ///< {"design", "check"}; empty for the program itself
    std::vector<CompletionWord> commands, options;
};

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

void collectContexts(const CLI::App& app, const std::vector<std::string>& path,
                     std::vector<CompletionContext>& contexts)
{
    CompletionContext context{path, {}, {}};
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            context.options.push_back({"--" + name, firstLine(option->get_description())});
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        context.commands.push_back({command->get_name(), firstLine(command->get_description())});
    contexts.push_back(context);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        std::vector<std::string> subcommandPath = path;
        subcommandPath.push_back(command->get_name());
        collectContexts(*command, subcommandPath, contexts);
    }
}

std::vector<std::string> namesOf(const CompletionContext& context)
{
    std::vector<std::string> names;
    for (const std::vector<CompletionWord>* words : {&context.commands, &context.options})
        for (const CompletionWord& word : *words)
            names.push_back(word.name);
    return names;
}

// If none of the program's words match, file names are completed.
std::string bashScript(const std::vector<CompletionContext>& contexts)
{
    std::string text = fmt::format(
        "# {0}: bash completion. source <({0} completion bash)\n_scalewright_cli()\n{{\n    local path= word\n"
        "    for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n        case \"$path/$word\" in\n",
        cliProgramName);
    for (const CompletionContext& context : contexts)
        if (!context.path.empty())
            text += fmt::format("        /{0}) path=/{0} ;;\n", fmt::join(context.path, "/"));
    text += "        esac\n    done\n    case \"$path\" in\n";
    for (const CompletionContext& context : contexts)
        text += fmt::format("    {}) word='{}' ;;\n",
                            context.path.empty() ? "''" : fmt::format("/{}", fmt::join(context.path, "/")),
                            fmt::join(namesOf(context), " "));
    text += fmt::format(
        "    esac\n    COMPREPLY=($(compgen -W \"$word\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
        "}}\ncomplete -o default -F _scalewright_cli {}\n",
        cliProgramName);
    return text;
}

std::string zshScript(const std::vector<CompletionContext>& contexts)
{
    const std::string inner = bashScript(contexts);
    return fmt::format(
        "# {0}: zsh completion. source <({0} completion zsh)\nautoload -U +X bashcompinit && "
        "bashcompinit\n{1}",
        cliProgramName, inner.substr(inner.find('\n') + 1));
}

std::string quoteForFish(std::string text)
{
    for (std::size_t position = text.find_first_of("'\\"); position != std::string::npos;
         position = text.find_first_of("'\\", position + 2))
        text.insert(position, 1, '\\');
    return "'" + text + "'";
}

std::string fishScript(const std::vector<CompletionContext>& contexts)
{
    std::string text = fmt::format("# {0}: fish completion. {0} completion fish | source\n", cliProgramName);
    for (const CompletionContext& context : contexts) {
        std::string when = "__fish_use_subcommand";
        if (!context.path.empty())
            when = fmt::format("__fish_seen_subcommand_from {}",
                               fmt::join(context.path, "; and __fish_seen_subcommand_from "));
        for (const CompletionWord& word : context.commands)
            text += fmt::format("complete -c {} -n '{}' -a {} -d {}\n", cliProgramName, when, word.name,
                                quoteForFish(word.summary));
        for (const CompletionWord& word : context.options)
            text += fmt::format("complete -c {} -n '{}' -l {} -d {}\n", cliProgramName, when, word.name.substr(2),
                                quoteForFish(word.summary));
    }
    return text;
}

}  // namespace

CommandRunner declareCompletion(CLI::App& command)
{
    auto shell = std::make_shared<std::string>();
    command.add_option("SHELL", *shell, "bash, zsh or fish")->required();
    command.footer("Example: source <(scalewright-cli completion bash)");
    return [shell, &command]() -> Result<Reply> {
        std::vector<CompletionContext> contexts;
        collectContexts(*command.get_parent(), {}, contexts);
        if (*shell == "bash")
            return Reply{.text = bashScript(contexts)};
        if (*shell == "zsh")
            return Reply{.text = zshScript(contexts)};
        if (*shell == "fish")
            return Reply{.text = fishScript(contexts)};
        return fail(ErrorCode::Input, fmt::format("there is no completion for \"{}\"", *shell), "bash, zsh or fish",
                    {.field = "SHELL"});
    };
}

}  // namespace scalewright::cli
