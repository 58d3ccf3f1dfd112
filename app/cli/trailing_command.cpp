// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trailing_command.h"

#include <string_view>

#include "app/cli/output.h"

namespace scalewright::cli {

namespace {

std::vector<std::string>& trailingWords()
{
    static std::vector<std::string> words;
    return words;
}

}  // namespace

int cutTrailingCommand(int argc, char** argv)
{
    if (argc < 2 || (argv[1] != std::string_view("measure") && argv[1] != std::string_view("ladder") &&
                     argv[1] != std::string_view("run")))
        return argc;
    for (int i = 2; i < argc; ++i)
        if (argv[i] == std::string_view("--")) {
            trailingWords().assign(argv + i + 1, argv + argc);
            return i;
        }
    return argc;
}

Result<std::vector<std::string>> trailingCommand()
{
    if (trailingWords().empty() || trailingWords().front().empty())
        return fail(ErrorCode::Input,
                    trailingWords().empty() ? "there is no command to run" : "the program's name is empty",
                    "a command after --, such as -- ./program input.dat", {.field = "COMMAND"});
    return trailingWords();
}

}  // namespace scalewright::cli
