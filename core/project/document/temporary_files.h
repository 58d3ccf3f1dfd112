// SPDX-License-Identifier: GPL-3.0-or-later
// Cleans up after killed writers: temporary files left by saveFile, hidden folders left by StagedFolder.
#pragma once

#include <filesystem>
#include <string>

namespace scalewright {

/// Name of saveFile's temporary file, ".scalewright-PID-N.tmp", in the folder of the file it replaces. The file is
/// locked (flock) while it is being written.
[[nodiscard]] std::string temporaryFileName(int process, int number);

/// Prefix of a staging folder's name, followed by six letters. The folder is locked (flock) while its owner is running;
/// its subfolder "before" holds the files that are about to be replaced.
inline constexpr const char* stagingFolderPrefix = ".scalewright-export-";

/// Removes leftovers of killed writers from the folder, after restoring files that were moved aside but never replaced.
/// Runs once per process and folder; skips whatever cannot be examined or removed.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace scalewright
