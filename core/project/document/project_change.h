// A project file that other programs may change meanwhile: read again, changed and written as one step.
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

/// Held by one process at a time while it reads a file again and writes it; leaves no lock file, since it locks the
/// folder (flock). Waits for another holder up to `patience`. If the folder cannot be locked (no locks on its file
/// system, no read permission), there is no lock, which is not an error.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& file,
                        std::chrono::milliseconds patience = std::chrono::seconds(20));
    /// Error (Environment): another process held the lock all that time.
    [[nodiscard]] Result<void> checkHeld() const;

private:
    std::filesystem::path m_file;
    FileDescriptor m_folder;
    bool m_isLocked = false;
};

/// The project in a file; an empty one if the file does not exist. Errors: those of readProject; Input if it is not a
/// regular file.
[[nodiscard]] Result<Project> readOrCreateProject(const std::filesystem::path& file);

/// From the project in the file to the changed one. Error: the change cannot be applied.
using ProjectChange = std::function<Result<Project>(Project)>;

/// Applies the change to the file's current content, under the lock. Errors: those of readOrCreateProject, the change
/// and saveFile; the file is then unchanged.
[[nodiscard]] Result<void> changeProject(const std::filesystem::path& file, const ProjectChange& change);

/// A project that was read before a long operation: the results are not lost if they no longer fit the file.
class SharedProject {
public:
    SharedProject(std::filesystem::path file, Project read) : m_file(std::move(file)), m_project(std::move(read)) {}

    /// As changeProject. If the file can no longer be read as a project or the change does not apply, the change is
    /// made to the project that was read, in a new file next to it, and so are all later changes. Errors: Refused, with
    /// the name of that file; Environment if it could not be written.
    [[nodiscard]] Result<void> change(const ProjectChange& change);

private:
    Result<void> saveBeside();
    std::filesystem::path m_file;
    Project m_project;  ///< as read, with all changes
    std::filesystem::path m_besideFile;  ///< empty while changes go to the original file
};

/// Merges two changes of `before`: `after` here and `now` elsewhere. Lists of measurements get the additions of both.
/// Error (Refused): both changed the same value, with its pointer.
[[nodiscard]] Result<Project> mergeProjects(const Project& before, const Project& after, const Project& now);

}  // namespace scalewright
