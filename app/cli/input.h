// Reading what the command line names: a file, or "-" for standard input.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/options.h"
#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

/// Larger inputs are refused without being read.
inline constexpr std::size_t largestInput = 64u << 20;

/// The whole text of a file, or of standard input for "-". Errors: absent, a directory, too large (Input);
/// not permitted, a read that fails (Environment). Every error names the file ("standard input" for "-").
[[nodiscard]] Result<std::string> readText(const std::string& file);

/// What --set laid over a project: "/target/alpha_s=10us", any field of a project file by its JSON pointer, in its
/// order.
using Edits = std::vector<std::string>;

/// --set on a command that takes a project.
void declareEdits(CLI::App& command, Edits& edits);

/// The project with the edits. Errors (Input): no "=", a field that does not exist (with the nearest that do), what the
/// field's dimension and range refuse, and what a file with these values would be refused for.
[[nodiscard]] Result<Project> edited(Project project, const Edits& edits);

/// A file's text with the edits laid over; as it was where there are none. Error (Input): it is no project.
[[nodiscard]] Result<std::string> editedText(std::string text, const Edits& edits);

/// The project in a file, or in standard input for "-", with the edits.
[[nodiscard]] Result<Project> readProjectFrom(const std::string& file, const Edits& edits = {});

/// The same as its variant, where one is named. `option`: what an error calls it.
[[nodiscard]] Result<Project> readVariant(const std::string& file, const Text& variant, const char* option,
                                          const Edits& edits = {});

/// The same, or an empty project that a command's own options fill, where none is named. Error (Input): fields to set
/// without one.
[[nodiscard]] Result<Project> readOrEmpty(const Text& file, const Text& variant, const Edits& edits);

/// A file that something else reads, or a folder with all files below it: no answer may be written over them.
void rememberRead(const std::string& file);

/// The same of the traces and ladders that a project in `file` is of.
void rememberReferences(const Project& project, const std::string& file);

/// Whether the file is one that was read here, under whatever name: no answer may be written over it.
[[nodiscard]] bool wasRead(const std::string& file);

/// How errors call it: the file's name, "standard input" for "-".
[[nodiscard]] std::string inputName(const std::string& file);

}  // namespace scalewright::cli
