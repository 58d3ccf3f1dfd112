// SPDX-License-Identifier: GPL-3.0-or-later
// A project file that other programs may change in the meantime: read again, changed and written as one step.
//
//     SharedProject shared("my.scalewright", before);            // then a measurement takes an hour
//     shared.change([&](Project now) { return withRun(std::move(now), run); });  // keeps changes made meanwhile
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/error/result.h"
#include "core/base/files/descriptor.h"
#include "core/project/document/project.h"

namespace scalewright {

/// A lock held by one process at a time while it rereads and writes a file. It locks the folder (flock) and therefore
/// leaves no lock file. Waits up to `patience` if another process holds the lock. If the folder cannot be locked (no
/// locks on its file system, no read permission), there is no lock, which is not an error.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& file,
                        std::chrono::milliseconds patience = std::chrono::seconds(20));
    /// Error (Environment): another process held the lock for the whole time.
    [[nodiscard]] Result<void> checkHeld() const;

private:
    std::filesystem::path m_file;
    FileDescriptor m_folder;
    bool m_isLocked = false;
};

/// The project in a file, or an empty project if the file does not exist. Errors: those of readProject; Input if it is
/// not a regular file.
[[nodiscard]] Result<Project> readOrCreateProject(const std::filesystem::path& file);

/// Maps the project in the file to the changed project. Error: the change cannot be applied.
using ProjectChange = std::function<Result<Project>(Project)>;

/// Applies the change to the file's current content, under the lock. Errors: those of readOrCreateProject, of the
/// change and of saveFile; the file is then unchanged.
[[nodiscard]] Result<void> changeProject(const std::filesystem::path& file, const ProjectChange& change);

/// A project that was read before a long operation: the results are not lost if they no longer fit the file.
class SharedProject {
public:
    SharedProject(std::filesystem::path file, Project read) : m_file(std::move(file)), m_project(std::move(read)) {}

    /// Like changeProject. If the file can no longer be read as a project or the change does not apply, this and all
    /// later changes are made to the project as read, in a new file next to the original. Errors: Refused, with the
    /// name of that file; Environment if it could not be written.
    [[nodiscard]] Result<void> change(const ProjectChange& change);

private:
    Result<void> saveBeside();
    std::filesystem::path m_file;
    Project m_project;  ///< the project as read, with all changes since
    std::filesystem::path m_besideFile;  ///< empty while changes go to the original file
};

/// Merges two changes made to `before`: `after` here and `now` elsewhere. Lists of measurements get the additions from
/// both. Error (Refused): both changed the same value, with its pointer.
[[nodiscard]] Result<Project> mergeProjects(const Project& before, const Project& after, const Project& now);

}  // namespace scalewright
