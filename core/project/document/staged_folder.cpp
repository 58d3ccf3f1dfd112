// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/staged_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/base/error/try.h"
#include "core/project/document/temporary_files.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> failStaging(const fs::path& path, const std::error_code& error)
{
    return fail(ErrorCode::Environment, formatMessage("cannot be written: {}", error.message()),
                "a writable folder on a disk with free space", {.file = path.string()});
}

/// Creates a folder with an unused name in `parent`.
fs::path createStagingFolder(const fs::path& parent, std::error_code& error)
{
    std::string name = (parent / (std::string(stagingFolderPrefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()))
        return name;
    error = {errno, std::generic_category()};
    return {};
}

}  // namespace

StagedFolder::StagedFolder(fs::path target, fs::path createdFolder)
    : m_target(std::move(target)), m_createdFolder(std::move(createdFolder))
{
}

StagedFolder::StagedFolder(StagedFolder&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_createdFolder(std::exchange(other.m_createdFolder, {})),
      m_stagingFolder(std::exchange(other.m_stagingFolder, {})),
      m_lock(std::move(other.m_lock)),
      m_addedNames(std::move(other.m_addedNames)),
      m_removedNames(std::move(other.m_removedNames))
{
}

StagedFolder::~StagedFolder()
{
    std::error_code ignored;
    if (!m_stagingFolder.empty())
        fs::remove_all(m_stagingFolder, ignored);
    if (!m_createdFolder.empty())
        fs::remove_all(m_createdFolder, ignored);
}

Result<StagedFolder> StagedFolder::create(const fs::path& folder)
{
    std::error_code error;
    const fs::path target = fs::absolute(folder, error).lexically_normal();
    fs::path createdFolder;
    for (fs::path ancestor = target;
         !ancestor.empty() && !fs::exists(ancestor, error) && ancestor != ancestor.parent_path();
         ancestor = ancestor.parent_path())
        createdFolder = ancestor;
    if (createdFolder.empty() && !fs::is_directory(target, error))
        return fail(ErrorCode::Input, "is not a folder", "a folder, or an unused name", {.file = target.string()});
    error.clear();
    fs::create_directories(target, error);
    StagedFolder staged(target, std::move(createdFolder));  // its destructor cleans up from now on
    if (!error) {
        removeLeftovers(target);
        staged.m_stagingFolder = createStagingFolder(target, error);
    }
    if (error)
        return failStaging(target, error);
    staged.m_lock = FileDescriptor(::open(staged.m_stagingFolder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (staged.m_lock.isValid())
        (void)::flock(staged.m_lock.get(), LOCK_EX);
    return staged;
}

fs::path StagedFolder::addFile(const std::string& name)
{
    m_addedNames.push_back(name);
    return m_stagingFolder / name;
}

std::vector<fs::path> StagedFolder::targetPaths() const
{
    std::vector<fs::path> paths;
    for (const std::string& name : m_addedNames)
        paths.push_back(m_target / name);
    return paths;
}

Result<std::vector<std::string>> StagedFolder::commitWithoutOverwriting()
{
    std::vector<std::string> names;
    Error existing;
    std::error_code ignored;
    for (const fs::path& target : targetPaths()) {
        names.push_back(target.string());
        if (fs::exists(fs::symlink_status(target, ignored)))
            existing.problems.push_back(
                {"already exists and is not overwritten", "another folder", {.file = target.string()}});
    }
    if (!existing.problems.empty())
        return fail(std::move(existing));
    TRY_DO(commit());
    return names;
}

Result<void> StagedFolder::commit()
{
    std::error_code error;
    const fs::path before = m_stagingFolder / "before";
    fs::create_directory(before, error);
    std::size_t movedCount = 0;
    fs::path currentPath = before;
    for (; !error && movedCount < m_addedNames.size(); ++movedCount) {
        const std::string& name = m_addedNames[movedCount];
        currentPath = m_target / name;
        if (fs::is_directory(currentPath, error))
            error = std::make_error_code(std::errc::is_a_directory);
        else if (error.clear(); fs::exists(fs::symlink_status(currentPath, error)))
            fs::rename(currentPath, before / name, error);
        else
            error.clear();
        if (error)
            break;
        fs::rename(m_stagingFolder / name, currentPath, error);
        if (error) {
            std::error_code ignored;
            fs::rename(before / name, currentPath, ignored);
            break;
        }
    }
    std::size_t gone = 0;
    for (; !error && gone < m_removedNames.size(); ++gone)
        if (currentPath = m_target / m_removedNames[gone]; fs::exists(fs::symlink_status(currentPath, error)))
            fs::rename(currentPath, before / m_removedNames[gone], error);
        else
            error.clear();
    if (error) {
        std::error_code ignored;
        while (gone-- > 0)
            if (fs::exists(fs::symlink_status(before / m_removedNames[gone], ignored)))
                fs::rename(before / m_removedNames[gone], m_target / m_removedNames[gone], ignored);
        while (movedCount-- > 0) {
            const std::string& name = m_addedNames[movedCount];
            fs::remove(m_target / name, ignored);
            if (fs::exists(fs::symlink_status(before / name, ignored)))
                fs::rename(before / name, m_target / name, ignored);
        }
        return failStaging(currentPath, error);
    }
    m_createdFolder.clear();
    return {};
}

}  // namespace scalewright
