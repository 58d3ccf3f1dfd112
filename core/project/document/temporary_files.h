// Cleans up after killed writers: temporary files of saveFile, hidden folders of StagedFolder.
#pragma once

#include <filesystem>
#include <string>

namespace scalewright {

/// ".scalewright-PID-N.tmp": saveFile's, next to the file that it replaces. It is locked (flock) while it is written.
[[nodiscard]] std::string temporaryFileName(int process, int number);

/// Prefix of a staging folder's name, followed by six letters. The folder is locked (flock) while its owner runs; its
/// subfolder "before" holds the files that it was about to replace.
inline constexpr const char* stagingFolderPrefix = ".scalewright-export-";

/// Removes what dead writers left in the folder. Files that were moved aside and never replaced are restored first.
/// Once per process and folder; whatever cannot be examined or removed stays.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace scalewright
