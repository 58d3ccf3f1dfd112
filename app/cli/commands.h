// The list of commands, and what every one of them takes.
#pragma once

#include <span>
#include <string>

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace scalewright::cli {

struct Entry {
    const char* name;
    const char* summary;
    Declare declare;
    bool answers = false;  ///< by a value of core/output/answers, which --explain and --quiet are for
};

/// In the order of the help.
[[nodiscard]] std::span<const Entry> commandList();

struct Common {
    Form form;
    bool explain = false, quiet = false;
    std::string file;
};

/// --json, -o, --version on every command that runs something, nested ones included; --explain, --quiet where it answers.
void addCommonOptions(CLI::App& command, Common& common);

}  // namespace scalewright::cli
