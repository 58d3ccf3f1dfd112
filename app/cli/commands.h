// SPDX-License-Identifier: GPL-3.0-or-later
// The list of commands, and the options common to all of them.
#pragma once

#include <span>
#include <string>

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace scalewright::cli {

struct CommandEntry {
    const char* name;
    const char* summary;
    CommandDeclarer declare;
    bool hasAnswer = false;  ///< prints an Answer (core/output/answers), so --explain and --quiet apply
};

/// In the order used by the help.
[[nodiscard]] std::span<const CommandEntry> commandList();

struct CommonOptions {
    OutputFormat format;
    bool explain = false, quiet = false;
    std::string outputFile;
};

/// Adds --json, -o and --version to every command that runs something, including nested ones; adds --explain and
/// --quiet to those that give an answer.
void addCommonOptions(CLI::App& command, CommonOptions& common);

}  // namespace scalewright::cli
