// Projects as files: JSON with the extension .scalewright, "format": "scalewright-project", "version": 1.
//
// A quantity is a number ("alpha_s": 0.0008), a text with a unit ("alpha_s": "0.8ms"), or an object
// {"value": 0.0008, "low": …, "high": …, "level": 0.95, "origin": "measured", "source": …, "date": …, "conditions": …}.
// Written: the plain number where there is nothing but the value and it was typed, else the object.
//
// Version 0 had "link": {"alpha_s", "bandwidth_bytes_per_s"} at the top level; those are members of "target" now.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The project in `text`. Reports every problem with its JSON pointer. Unknown members are kept.
/// Errors: not JSON, not a project, a newer version, wrong types, values out of range, duplicate keys.
[[nodiscard]] Result<Project> parseProject(std::string_view text);

/// parseProject of a file; refuses directories, binary files, and files over 64 MiB without reading them.
/// Errors: Input for what is wrong with the file or its content, each naming the file; Environment where it cannot be
/// read.
[[nodiscard]] Result<Project> readProject(const std::filesystem::path& path);

/// The text of a project file, in the order of the sections above; unknown members after the known ones.
[[nodiscard]] std::string writeProject(const Project& project);

/// A trace as a project file keeps it.
[[nodiscard]] Json referenceJson(const TraceReference& reference);

/// Replaces a file in one step: writes beside it, flushes, renames; its mode stays, and a symbolic link keeps pointing
/// to it. The target is untouched on any error. What is no file (a pipe, /dev/stdout) is written to. Error
/// (Environment): no permission, no space, a directory, no such folder.
[[nodiscard]] Result<void> saveFile(const std::filesystem::path& path, std::string_view content);

/// Whether it could be, for what takes long before there is something to save: nothing is made or changed. The errors
/// that show before.
[[nodiscard]] Result<void> canBeSaved(const std::filesystem::path& path);

}  // namespace scalewright
