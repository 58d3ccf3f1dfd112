#include "core/project/document/project_change.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

/// The folder of the file that is written: where the name is a link, the one behind it.
fs::path lockedFolder(const fs::path& file)
{
    std::error_code error;
    const fs::path real = fs::weakly_canonical(file, error);
    const fs::path folder = (error ? file : real).parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// "my.kept.scalewright" beside "my.scalewright", with a number where there is one already.
fs::path freeNameBeside(const fs::path& file)
{
    std::error_code none;
    for (int number = 1;; ++number) {
        const std::string mark = number == 1 ? ".kept" : fmt::format(".kept-{}", number);
        fs::path name = file.parent_path() / (file.stem().string() + mark + file.extension().string());
        if (!fs::exists(fs::symlink_status(name, none)))
            return name;
    }
}

Result<void> saveWhole(const fs::path& file, const Project& project)
{
    const std::string text = writeProject(project);
    // What could not be opened again must not replace what can.
    if (Result<Project> again = parseProject(text); !again)
        return fail(inFile(std::move(again.error()), file.string()));
    return saveFile(file, text);
}

// --- one out of two -----------------------------------------------------------------------------------------------

tl::unexpected<Error> changedTwice(const std::string& pointer)
{
    return fail(ErrorCode::Refused, "was changed here and by another program", {}, {.pointer = pointer});
}

Result<Json> mergedJson(const Json* before, const Json* after, const Json* now, const std::string& pointer);

/// What `after` adds to `before` goes behind what is there now; what it changed takes its place where it lies now.
Result<Json> mergeMeasured(const Json::Array& before, const Json::Array& after, Json::Array now,
                           const std::string& pointer)
{
    if (after.size() < before.size())
        return changedTwice(pointer);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (i < before.size() && after[i] == before[i])
            continue;
        const auto there = i < before.size() ? std::find(now.begin(), now.end(), before[i]) : now.end();
        if (there != now.end()) {
            *there = after[i];
        } else if (i >= before.size()) {
            now.push_back(after[i]);
        } else {
            if (i >= now.size())
                return changedTwice(fmt::format("{}/{}", pointer, i));
            Result<Json> one = mergedJson(&before[i], &after[i], &now[i], fmt::format("{}/{}", pointer, i));
            if (!one)
                return one;
            now[i] = *std::move(one);
        }
    }
    return Json(std::move(now));
}

/// Null stands for a member that is not there.
Result<Json> mergedJson(const Json* before, const Json* after, const Json* now, const std::string& pointer)
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
        return changedTwice(pointer);
    static const Json none;
    const Json& was = before == nullptr ? none : *before;
    if (after->asObject() != nullptr && now->asObject() != nullptr) {
        Json all = *now;
        for (const auto& [name, member] : *after->asObject()) {
            Result<Json> one = mergedJson(was.find(name), &member, now->find(name), pointer + '/' + name);
            if (!one)
                return one;
            if (!one->isNull())
                all.set(name, *std::move(one));
        }
        const Json::Object gone = was.asObject() != nullptr ? *was.asObject() : Json::Object();
        for (const auto& [name, member] : gone)
            if (after->find(name) == nullptr && now->find(name) != nullptr) {
                if (*now->find(name) != member)
                    return changedTwice(pointer + '/' + name);
                std::erase_if(*all.asObject(), [&](const Json::Member& each) { return each.first == name; });
            }
        return all;
    }
    if (pointer.starts_with("/measurements/") && after->asArray() != nullptr && now->asArray() != nullptr)
        return mergeMeasured(was.asArray() != nullptr ? *was.asArray() : Json::Array(), *after->asArray(),
                             *now->asArray(), pointer);
    return changedTwice(pointer);
}

}  // namespace

FolderLock::FolderLock(const fs::path& file, std::chrono::milliseconds patience)
    : m_file(file), m_folder(::open(lockedFolder(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    constexpr std::chrono::milliseconds pause(5);
    for (auto tries = patience / pause; m_folder.valid() && !m_taken && tries >= 0; --tries) {
        if (::flock(m_folder.get(), LOCK_EX | LOCK_NB) == 0)
            m_taken = true;
        else if (errno == EWOULDBLOCK)
            std::this_thread::sleep_for(pause);
        else if (errno != EINTR)
            m_folder.close();  // this file system has none
    }
}

Result<void> FolderLock::held() const
{
    if (m_taken || !m_folder.valid())
        return {};
    return fail(ErrorCode::Environment, "another program keeps its folder locked", "the end of that program",
                {.file = m_file.string()});
}

Result<Project> projectOrNew(const fs::path& file)
{
    std::error_code none;
    const fs::file_status status = fs::status(file, none);
    if (!fs::exists(status))
        return Project();
    if (!fs::is_regular_file(status) && !fs::is_directory(status))  // readProject says what a folder is
        return fail(ErrorCode::Input, "is no plain file, and a project is read and written",
                    "the path of a project file", {.file = file.string()});
    return readProject(file);
}

Result<void> changeProject(const fs::path& file, const ProjectChange& change)
{
    const FolderLock lock(file);
    if (Result<void> held = lock.held(); !held)
        return held;
    Result<Project> after = projectOrNew(file).and_then(change);
    if (!after)
        return fail(std::move(after.error()));
    return saveWhole(file, *after);
}

Result<void> SharedProject::change(const ProjectChange& change)
{
    Result<Project> mine = change(m_mine);
    if (!mine)
        return fail(std::move(mine.error()));
    m_mine = *std::move(mine);
    if (!m_beside.empty())
        return keepBeside();
    Result<void> kept;
    bool fits = true;
    {
        const FolderLock lock(m_file);
        kept = lock.held();
        std::error_code none;
        if (kept && !fs::exists(m_file, none)) {  // taken away meanwhile, or not there yet
            kept = saveWhole(m_file, m_mine);
        } else if (kept) {
            Result<Project> after = projectOrNew(m_file).and_then(change);
            fits = after.has_value();
            kept = fits ? saveWhole(m_file, *after) : fail(std::move(after.error()));
        } else {
            fits = false;
        }
    }
    if (kept || fits)
        return kept;
    m_beside = freeNameBeside(m_file);
    Result<void> saved = keepBeside();
    Error error = std::move(saved.error());
    const std::vector<Problem>& why = kept.error().problems;
    error.problems.insert(error.problems.end(), why.begin(), why.end());
    return fail(std::move(error));
}

Result<void> SharedProject::keepBeside()
{
    if (Result<void> saved = saveWhole(m_beside, m_mine); !saved)
        return saved;
    return fail(ErrorCode::Refused,
                say("was changed by another program, and the result does not fit in: it is in {}", m_beside.string()),
                "one of the two out of the way, or both in one by hand", {.file = m_file.string()});
}

Result<Project> mergedProject(const Project& before, const Project& after, const Project& now)
{
    const Result<Json> was = parseJson(writeProject(before)), here = parseJson(writeProject(after)),
                       there = parseJson(writeProject(now));
    for (const Result<Json>* each : {&was, &here, &there})
        if (!*each)
            return fail(each->error());
    if (*was == *there)
        return after;
    const Result<Json> all = mergedJson(&*was, &*here, &*there, {});
    if (!all)
        return fail(all.error());
    return parseProject(writeJson(*all));
}

}  // namespace scalewright
