// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of files that is written completely or not at all.
//
// The files are written into a staging folder inside the target, so that moving them needs no disk space. commit()
// moves all of them to their final names; if that fails, it undoes the moves and restores the previous files. Without
// commit() nothing is left behind; what a killed process leaves is removed next time (temporary_files.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/files/descriptor.h"

namespace scalewright {

class StagedFolder {
public:
    /// Error (Environment): the folder cannot be created, with the file system's reason.
    [[nodiscard]] static Result<StagedFolder> create(const std::filesystem::path& target);
    StagedFolder(StagedFolder&& other) noexcept;
    StagedFolder& operator=(StagedFolder&&) = delete;
    ~StagedFolder();

    /// Adds a file; returns the path to which it must be written.
    [[nodiscard]] std::filesystem::path addFile(const std::string& name);
    /// Marks an existing file in the target for removal at commit.
    void removeOnCommit(const std::string& name) { m_removedNames.push_back(name); }
    /// The final paths of the added files.
    [[nodiscard]] std::vector<std::filesystem::path> targetPaths() const;
    /// Commits if none of the target files exist; returns the written paths. Error (Input): each existing file.
    [[nodiscard]] Result<std::vector<std::string>> commitWithoutOverwriting();
    /// Precondition: every added file has been written. Error (Environment): a file cannot be moved; nothing is
    /// changed.
    [[nodiscard]] Result<void> commit();

private:
    StagedFolder(std::filesystem::path target, std::filesystem::path createdFolder);

    std::filesystem::path m_target;
    /// The outermost folder created for the target; empty if the target already existed.
    std::filesystem::path m_createdFolder;
    std::filesystem::path m_stagingFolder;  ///< empty if there is nothing to clean up
    FileDescriptor m_lock;  ///< protects the staging folder from sweeping
    std::vector<std::string> m_addedNames, m_removedNames;
};

}  // namespace scalewright
