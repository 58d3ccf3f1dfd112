// What a killed writer left behind: temporary files of saveFile, hidden folders of StagedFolder.
#pragma once

#include <filesystem>
#include <string>

namespace scalewright {

/// ".scalewright-PID-N.tmp": saveFile's, beside the file that it replaces. It is locked (flock) while it is written.
[[nodiscard]] std::string temporaryName(int process, int number);

/// Begins the name of a staging folder, six letters follow. It is locked (flock) while its owner lives; files that it
/// was about to replace lie in its "before".
inline constexpr const char* stagePrefix = ".scalewright-export-";

/// Removes from the folder what a writer that is gone left there. A file that was moved aside and never replaced is
/// brought back first. Once a process and folder; what cannot be looked at or removed stays.
void sweepLeftovers(const std::filesystem::path& folder);

}  // namespace scalewright
