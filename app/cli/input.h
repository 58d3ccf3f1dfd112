// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the input named on the command line: a file, or "-" for standard input.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/field_options.h"
#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

/// Larger inputs are rejected without being read.
inline constexpr std::size_t maximumInputBytes = 64u << 20;

/// The complete text of a file, or of standard input for "-". Errors: missing, a directory, or too large (Input); no
/// permission, or a failed read (Environment). Every error names the file ("standard input" for "-").
[[nodiscard]] Result<std::string> readText(const std::string& file);

/// The --set values in order, such as "/target/alpha_s=10us": any field in a project file, by its JSON pointer.
using Edits = std::vector<std::string>;

/// --set, of a command that takes a project.
[[nodiscard]] OptionRow editOption(Edits& edits);

/// The project with the edits applied. Errors (Input): no "=", an unknown field (with the nearest names), a value with
/// the wrong dimension or out of range, and anything that would make a file with these values invalid.
[[nodiscard]] Result<Project> applyEdits(Project project, const Edits& edits);

/// A file's text with the edits applied; unchanged if there are no edits. Error (Input): the text is not a project.
[[nodiscard]] Result<std::string> applyEditsToText(std::string text, const Edits& edits);

/// The project in a file, or from standard input for "-", with the edits applied.
[[nodiscard]] Result<Project> readProjectFrom(const std::string& file, const Edits& edits = {});
/// Prints a warning to stderr for each.
void warnOfMisspelledMembers(const Project& project);

/// The same, without a warning on stderr for each misspelled member.
[[nodiscard]] Result<Project> readProjectWithoutWarnings(const std::string& file, const Edits& edits = {});

/// Like readProjectFrom, but returns the variant if one is named. `option` is the option's name in error messages.
[[nodiscard]] Result<Project> readVariant(const std::string& file, const OptionText& variant, const char* option,
                                          const Edits& edits = {});

/// Like readVariant, but if no file is named, returns an empty project for the command's own options. Error (Input):
/// edits without a file.
[[nodiscard]] Result<Project> readProjectOrEmpty(const OptionText& file, const OptionText& variant, const Edits& edits);

/// Registers a file that is read elsewhere, or a folder with all files below it, so that no answer overwrites them.
void rememberReadFile(const std::string& file);

/// Registers the traces and ladders that a project in `file` refers to.
void rememberReferencedFiles(const Project& project, const std::string& file);

/// Whether the file was read by this process, under any name, so that no answer may overwrite it.
[[nodiscard]] bool wasFileRead(const std::string& file);

/// The name used in error messages: the file's name, or "standard input" for "-".
[[nodiscard]] std::string inputName(const std::string& file);

}  // namespace scalewright::cli
