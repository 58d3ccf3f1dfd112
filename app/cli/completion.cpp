// completion bash|zsh|fish: a script that completes commands and options, made of what the program declares.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/command.h"

namespace scalewright::cli {

namespace {

constexpr const char* program = "scalewright-cli";

struct Word {
    std::string name, summary;
};

/// A command or the program itself: the words that may follow.
struct Place {
    std::vector<std::string> path;  ///< {"design", "check"}; empty for the program
    std::vector<Word> commands, options;
};

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

void collect(const CLI::App& app, const std::vector<std::string>& path, std::vector<Place>& places)
{
    Place place{path, {}, {}};
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            place.options.push_back({"--" + name, firstLine(option->get_description())});
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        place.commands.push_back({command->get_name(), firstLine(command->get_description())});
    places.push_back(place);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        std::vector<std::string> below = path;
        below.push_back(command->get_name());
        collect(*command, below, places);
    }
}

std::vector<std::string> namesOf(const Place& place)
{
    std::vector<std::string> names;
    for (const std::vector<Word>* words : {&place.commands, &place.options})
        for (const Word& word : *words)
            names.push_back(word.name);
    return names;
}

// Files complete where nothing of the program's does.
std::string bash(const std::vector<Place>& places)
{
    std::string text = fmt::format(
        "# {0}: bash completion. source <({0} completion bash)\n_scalewright_cli()\n{{\n    local path= word\n"
        "    for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n        case \"$path/$word\" in\n",
        program);
    for (const Place& place : places)
        if (!place.path.empty())
            text += fmt::format("        /{0}) path=/{0} ;;\n", fmt::join(place.path, "/"));
    text += "        esac\n    done\n    case \"$path\" in\n";
    for (const Place& place : places)
        text += fmt::format("    {}) word='{}' ;;\n",
                            place.path.empty() ? "''" : fmt::format("/{}", fmt::join(place.path, "/")),
                            fmt::join(namesOf(place), " "));
    text += fmt::format(
        "    esac\n    COMPREPLY=($(compgen -W \"$word\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
        "}}\ncomplete -o default -F _scalewright_cli {}\n",
        program);
    return text;
}

std::string zsh(const std::vector<Place>& places)
{
    const std::string inner = bash(places);
    return fmt::format(
        "# {0}: zsh completion. source <({0} completion zsh)\nautoload -U +X bashcompinit && "
        "bashcompinit\n{1}",
        program, inner.substr(inner.find('\n') + 1));
}

std::string inSingleQuotes(std::string text)
{
    for (std::size_t at = text.find_first_of("'\\"); at != std::string::npos; at = text.find_first_of("'\\", at + 2))
        text.insert(at, 1, '\\');
    return "'" + text + "'";
}

std::string fish(const std::vector<Place>& places)
{
    std::string text = fmt::format("# {0}: fish completion. {0} completion fish | source\n", program);
    for (const Place& place : places) {
        std::string when = "__fish_use_subcommand";
        if (!place.path.empty())
            when = fmt::format("__fish_seen_subcommand_from {}",
                               fmt::join(place.path, "; and __fish_seen_subcommand_from "));
        for (const Word& word : place.commands)
            text += fmt::format("complete -c {} -n '{}' -a {} -d {}\n", program, when, word.name,
                                inSingleQuotes(word.summary));
        for (const Word& word : place.options)
            text += fmt::format("complete -c {} -n '{}' -l {} -d {}\n", program, when, word.name.substr(2),
                                inSingleQuotes(word.summary));
    }
    return text;
}

}  // namespace

Run declareCompletion(CLI::App& command)
{
    auto shell = std::make_shared<std::string>();
    command.add_option("SHELL", *shell, "bash, zsh or fish")->required();
    command.footer("Example: source <(scalewright-cli completion bash)");
    return [shell, &command]() -> Result<Reply> {
        std::vector<Place> places;
        collect(*command.get_parent(), {}, places);
        if (*shell == "bash")
            return Reply{.text = bash(places)};
        if (*shell == "zsh")
            return Reply{.text = zsh(places)};
        if (*shell == "fish")
            return Reply{.text = fish(places)};
        return fail(ErrorCode::Input, fmt::format("there is no completion for \"{}\"", *shell), "bash, zsh or fish",
                    {.field = "SHELL"});
    };
}

}  // namespace scalewright::cli
