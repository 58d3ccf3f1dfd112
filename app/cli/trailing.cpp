#include "app/cli/trailing.h"

#include <string_view>

#include "app/cli/output.h"

namespace scalewright::cli {

namespace {

std::vector<std::string>& trailing()
{
    static std::vector<std::string> words;
    return words;
}

}  // namespace

int cutTrailing(int argc, char** argv)
{
    if (argc < 2 || (argv[1] != std::string_view("measure") && argv[1] != std::string_view("ladder") &&
                     argv[1] != std::string_view("run")))
        return argc;
    for (int i = 2; i < argc; ++i)
        if (argv[i] == std::string_view("--")) {
            trailing().assign(argv + i + 1, argv + argc);
            return i;
        }
    return argc;
}

Result<std::vector<std::string>> trailingCommand()
{
    if (trailing().empty() || trailing().front().empty())
        return fail(ErrorCode::Input, trailing().empty() ? "there is no command to run" : "the program's name is empty",
                    "a command behind --, such as -- ./program input.dat", {.field = "COMMAND"});
    return trailing();
}

}  // namespace scalewright::cli
