// A project file that other programs may change meanwhile: read again, changed and written as one step.
//
//     SharedProject shared("my.scalewright", before);            // then something is measured, which takes an hour
//     shared.change([&](Project now) { return withRun(std::move(now), run); });  // what is in the file by then stays
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/error/result.h"
#include "core/base/files/descriptor.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Held by one process at a time while it reads a file again and writes it; leaves nothing behind, since the folder is
/// what is locked (flock). Waits for whoever holds it, as long as `patience`. Where the folder cannot be locked (its file
/// system has no locks, it may not be read) there is none, and that is no error.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& file,
                        std::chrono::milliseconds patience = std::chrono::seconds(20));
    /// Error (Environment): somebody else has held it all that time.
    [[nodiscard]] Result<void> held() const;

private:
    std::filesystem::path m_file;
    Descriptor m_folder;
    bool m_taken = false;
};

/// The project in a file; an empty one where there is none. Errors: readProject's, and Input where it is no plain file.
[[nodiscard]] Result<Project> projectOrNew(const std::filesystem::path& file);

/// From the project as it is in the file to what it becomes. Error: it cannot be made to that one.
using ProjectChange = std::function<Result<Project>(Project)>;

/// Makes the change to what the file holds now, alone. Errors: projectOrNew's, the change's, saveFile's; the file is
/// as it was then.
[[nodiscard]] Result<void> changeProject(const std::filesystem::path& file, const ProjectChange& change);

/// A project that was read before something took long: what that gives is not lost where the file takes it no more.
class SharedProject {
public:
    SharedProject(std::filesystem::path file, Project read) : m_file(std::move(file)), m_mine(std::move(read)) {}

    /// changeProject. Where what is in the file cannot be read as a project or the change does not fit it, the project
    /// that was read gets the change instead, in a new file beside it, and all later changes do. Errors: Refused, which
    /// names that file; Environment where nothing could be written.
    [[nodiscard]] Result<void> change(const ProjectChange& change);

private:
    Result<void> keepBeside();
    std::filesystem::path m_file;
    Project m_mine;  ///< as read, with all changes
    std::filesystem::path m_beside;  ///< empty while the file takes them
};

/// What became of `before` in two places, in one: `after` here and `now` there. Lists of measurements have what either
/// added. Error (Refused): both changed the same thing, named by its pointer.
[[nodiscard]] Result<Project> mergedProject(const Project& before, const Project& after, const Project& now);

}  // namespace scalewright
