// A folder of files that appears completely or not at all.
//
// The files are written into a staging folder inside the target, so that moving them needs no disk space. commit()
// moves all of them to their names; if that fails, the moves are undone and the previous files restored. Without
// commit() nothing is left; what a killed process leaves behind is removed next time (temporary_files.h).
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

    /// Adds a file; returns the path to write it to.
    [[nodiscard]] std::filesystem::path addFile(const std::string& name);
    /// Marks an existing file of the target for removal at commit.
    void removeOnCommit(const std::string& name) { m_removedNames.push_back(name); }
    /// The final paths of the added files.
    [[nodiscard]] std::vector<std::filesystem::path> targetPaths() const;
    /// commit() if none of the target files exist; returns the written paths. Error (Input): each existing file.
    [[nodiscard]] Result<std::vector<std::string>> commitWithoutOverwriting();
    /// Precondition: every added file has been written. Error (Environment): a file cannot be moved; nothing has
    /// changed.
    [[nodiscard]] Result<void> commit();

private:
    StagedFolder(std::filesystem::path target, std::filesystem::path createdFolder);

    std::filesystem::path m_target;
    /// The outermost folder that was created for it; empty if the target existed.
    std::filesystem::path m_createdFolder;
    std::filesystem::path m_stagingFolder;  ///< empty if there is nothing to clean up
    FileDescriptor m_lock;  ///< locks the staging folder against sweeping
    std::vector<std::string> m_addedNames, m_removedNames;
};

}  // namespace scalewright
