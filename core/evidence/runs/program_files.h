// SPDX-License-Identifier: GPL-3.0-or-later
// Which program a command runs: its executable, its scripts, and the local modules that they import, with a digest of
// each. Two runs are of the same program if these are equal; the times and folders of the files do not matter.
//
//     findProgramFiles({"python3", "t.py", "{p}"}, "").program;   // python3.11, t.py, mesh.py
#pragma once

#include <string>
#include <vector>

#include "core/project/document/measurements.h"

namespace scalewright {

struct ProgramFiles {
    std::vector<ProgramFile> program;
    std::vector<std::string> otherFiles;  ///< regular files among the arguments that are not programs
};

/// `workingFolder`: where the command runs; empty: this process's working folder. Looks into "sh -c" and past env,
/// mpirun and similar words. Files that cannot be read are left out.
[[nodiscard]] ProgramFiles findProgramFiles(const std::vector<std::string>& argv, const std::string& workingFolder);

/// The names of the files that differ: "t.py, mesh.py"; empty if the programs are equal or one of them is unknown.
[[nodiscard]] std::string changedFilesText(const std::vector<ProgramFile>& before,
                                           const std::vector<ProgramFile>& after);

}  // namespace scalewright
