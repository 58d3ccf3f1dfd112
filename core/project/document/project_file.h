// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as files: JSON with the extension .scalewright, "format": "scalewright-project", "version": 1.
//
// A quantity is a number ("alpha_s": 0.0008), a string with a unit ("alpha_s": "0.8ms"), or an object {"value": 0.0008,
// "low": …, "high": …, "level": 0.95, "origin": "measured", "source": …, "date": …, "conditions": …}. It is written as
// a plain number if it has only a typed value, otherwise as an object.
//
// Version 0 had "link": {"alpha_s", "bandwidth_bytes_per_s"} at the top level; these are now members of "target".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Parses a project. Reports every problem with its JSON pointer. Unknown members are kept. Errors: not JSON, not a
/// project, a newer version, wrong types, values out of range, duplicate keys.
[[nodiscard]] Result<Project> parseProject(std::string_view text);

/// parseProject for a file; rejects directories, binary files, and files over 64 MiB without reading them. Errors:
/// Input for a problem with the file or its content, with the file's name; Environment if it cannot be read.
[[nodiscard]] Result<Project> readProject(const std::filesystem::path& path);

/// The text of a project file, in the order of the sections above, with unknown members after the known ones.
[[nodiscard]] std::string writeProject(const Project& project);

/// A trace reference as stored in a project file.
[[nodiscard]] Json referenceJson(const TraceReference& reference);

/// Replaces a file in one step: writes a temporary file next to it, flushes, renames. Keeps the file's mode; a symbolic
/// link keeps pointing to it. The target is untouched on any error. Anything other than a regular file (a pipe,
/// /dev/stdout) is written to directly. Error (Environment): no permission, no space, a directory, no such folder.
[[nodiscard]] Result<void> saveFile(const std::filesystem::path& path, std::string_view content);

/// Checks whether saveFile can succeed, before a long operation produces something to save; creates and changes
/// nothing. Reports the errors that can be detected in advance.
[[nodiscard]] Result<void> checkCanSave(const std::filesystem::path& path);

}  // namespace scalewright
