// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/project_change.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

/// The folder of the file to be written; follows links.
fs::path folderToLock(const fs::path& file)
{
    std::error_code error;
    const fs::path real = fs::weakly_canonical(file, error);
    const fs::path folder = (error ? file : real).parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// "my.kept.scalewright" next to "my.scalewright", with a number if that name is taken.
fs::path unusedNameBeside(const fs::path& file)
{
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::string mark = number == 1 ? ".kept" : fmt::format(".kept-{}", number);
        fs::path name = file.parent_path() / (file.stem().string() + mark + file.extension().string());
        if (!fs::exists(fs::symlink_status(name, ignored)))
            return name;
    }
}

Result<void> saveVerified(const fs::path& file, const Project& project)
{
    const std::string text = writeProject(project);
    // A project that cannot be read again must not replace one that can.
    if (Result<Project> reread = parseProject(text); !reread)
        return fail(withFileName(std::move(reread.error()), file.string()));
    return saveFile(file, text);
}

// --- merging ------------------------------------------------------------------------------------------------------

tl::unexpected<Error> failConflict(const std::string& pointer)
{
    return fail(ErrorCode::Refused, "was changed here and by another program", {}, {.jsonPointer = pointer});
}

Result<Json> mergeJson(const Json* before, const Json* after, const Json* now, const std::string& pointer);

/// Appends what `after` adds to `before` to the elements in `now`; replaces changed elements in place in `now`.
Result<Json> mergeMeasurementLists(const Json::Array& before, const Json::Array& after, Json::Array now,
                                   const std::string& pointer)
{
    if (after.size() < before.size())
        return failConflict(pointer);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (i < before.size() && after[i] == before[i])
            continue;
        const auto existing = i < before.size() ? std::ranges::find(now, before[i]) : now.end();
        if (existing != now.end()) {
            *existing = after[i];
        } else if (i >= before.size()) {
            now.push_back(after[i]);
        } else {
            if (i >= now.size())
                return failConflict(fmt::format("{}/{}", pointer, i));
            Result<Json> mergedElement = mergeJson(&before[i], &after[i], &now[i], fmt::format("{}/{}", pointer, i));
            if (!mergedElement)
                return mergedElement;
            now[i] = *std::move(mergedElement);
        }
    }
    return Json(std::move(now));
}

/// nullptr means that the member is absent.
Result<Json> mergeJson(const Json* before, const Json* after, const Json* now, const std::string& pointer)
{
    const auto valueOf = [](const Json* json) { return json == nullptr ? Json() : *json; };
    const auto same = [&](const Json* one, const Json* other) {
        return (one == nullptr) == (other == nullptr) && valueOf(one) == valueOf(other);
    };
    if (same(after, before) || same(after, now))
        return valueOf(now);
    if (same(now, before))
        return valueOf(after);
    if (after == nullptr || now == nullptr)
        return failConflict(pointer);
    static const Json missing;
    const Json& base = before == nullptr ? missing : *before;
    if (after->asObject() != nullptr && now->asObject() != nullptr) {
        Json merged = *now;
        for (const auto& [name, member] : *after->asObject()) {
            Result<Json> mergedMember =
                mergeJson(base.find(name), &member, now->find(name), fmt::format("{}/{}", pointer, name));
            if (!mergedMember)
                return mergedMember;
            if (!mergedMember->isNull())
                merged.set(name, *std::move(mergedMember));
        }
        const Json::Object gone = base.asObject() != nullptr ? *base.asObject() : Json::Object();
        for (const auto& [name, member] : gone)
            if (after->find(name) == nullptr && now->find(name) != nullptr) {
                if (*now->find(name) != member)
                    return failConflict(fmt::format("{}/{}", pointer, name));
                std::erase_if(*merged.asObject(), [&](const Json::Member& each) { return each.first == name; });
            }
        return merged;
    }
    if (pointer.starts_with("/measurements/") && after->asArray() != nullptr && now->asArray() != nullptr)
        return mergeMeasurementLists(base.asArray() != nullptr ? *base.asArray() : Json::Array(), *after->asArray(),
                                     *now->asArray(), pointer);
    return failConflict(pointer);
}

}  // namespace

FolderLock::FolderLock(const fs::path& file, std::chrono::milliseconds patience)
    : m_file(file), m_folder(::open(folderToLock(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    constexpr std::chrono::milliseconds pause(5);
    for (auto tries = patience / pause; m_folder.isValid() && !m_isLocked && tries >= 0; --tries) {
        if (::flock(m_folder.get(), LOCK_EX | LOCK_NB) == 0)
            m_isLocked = true;
        else if (errno == EWOULDBLOCK)
            std::this_thread::sleep_for(pause);
        else if (errno != EINTR)
            m_folder.close();  // the file system does not support locks
    }
}

Result<void> FolderLock::checkHeld() const
{
    if (m_isLocked || !m_folder.isValid())
        return {};
    return fail(ErrorCode::Environment, "its folder is locked by another program", "that program to finish",
                {.file = m_file.string()});
}

Result<Project> readOrCreateProject(const fs::path& file)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (!fs::exists(status))
        return Project();
    if (!fs::is_regular_file(status) && !fs::is_directory(status))  // readProject reports the error for a folder
        return fail(ErrorCode::Input, "is not a regular file", "the path of a project file", {.file = file.string()});
    return readProject(file);
}

Result<void> changeProject(const fs::path& file, const ProjectChange& change)
{
    const FolderLock lock(file);
    if (Result<void> held = lock.checkHeld(); !held)
        return held;
    TRY(Project after, readOrCreateProject(file).and_then(change));
    return saveVerified(file, after);
}

Result<void> SharedProject::change(const ProjectChange& change)
{
    TRY(Project changed, change(m_project));
    m_project = std::move(changed);
    if (!m_besideFile.empty())
        return saveBeside();
    Result<void> saveResult;
    bool fits = true;
    {
        const FolderLock lock(m_file);
        saveResult = lock.checkHeld();
        std::error_code ignored;
        if (saveResult && !fs::exists(m_file, ignored)) {  // removed in the meantime, or not created yet
            saveResult = saveVerified(m_file, m_project);
        } else if (saveResult) {
            Result<Project> after = readOrCreateProject(m_file).and_then(change);
            fits = after.has_value();
            saveResult = fits ? saveVerified(m_file, *after) : fail(std::move(after.error()));
        } else {
            fits = false;
        }
    }
    if (saveResult || fits)
        return saveResult;
    m_besideFile = unusedNameBeside(m_file);
    Result<void> saved = saveBeside();
    Error error = std::move(saved.error());
    const std::vector<Problem>& reasons = saveResult.error().problems;
    append(error.problems, reasons);
    return fail(std::move(error));
}

Result<void> SharedProject::saveBeside()
{
    if (Result<void> saved = saveVerified(m_besideFile, m_project); !saved)
        return saved;
    return fail(ErrorCode::Refused,
                formatMessage("was changed by another program and cannot be merged: the result is saved in {}",
                              m_besideFile.string()),
                "one of the two removed, or both merged by hand", {.file = m_file.string()});
}

Result<Project> mergeProjects(const Project& before, const Project& after, const Project& now)
{
    const Result<Json> beforeJson = parseJson(writeProject(before)), afterJson = parseJson(writeProject(after)),
                       nowJson = parseJson(writeProject(now));
    for (const Result<Json>* each : {&beforeJson, &afterJson, &nowJson})
        if (!*each)
            return fail(each->error());
    if (*beforeJson == *nowJson)
        return after;
    TRY(const Json merged, mergeJson(&*beforeJson, &*afterJson, &*nowJson, {}));
    return parseProject(writeJson(merged));
}

}  // namespace scalewright
