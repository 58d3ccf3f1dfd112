#include "core/project/document/staged_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/project/document/leftovers.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> notStaged(const fs::path& path, const std::error_code& why)
{
    return fail(ErrorCode::Environment, say("cannot be written: {}", why.message()),
                "a place where you may write, on a disk with room", {.file = path.string()});
}

/// A folder with a name that nobody has, in `parent`.
fs::path freshFolder(const fs::path& parent, std::error_code& why)
{
    std::string name = (parent / (std::string(stagePrefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()))
        return name;
    why = {errno, std::generic_category()};
    return {};
}

}  // namespace

StagedFolder::StagedFolder(fs::path target, fs::path made) : m_target(std::move(target)), m_made(std::move(made)) {}

StagedFolder::StagedFolder(StagedFolder&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_made(std::exchange(other.m_made, {})),
      m_stage(std::exchange(other.m_stage, {})),
      m_lock(std::move(other.m_lock)),
      m_names(std::move(other.m_names)),
      m_gone(std::move(other.m_gone))
{
}

StagedFolder::~StagedFolder()
{
    std::error_code ignored;
    if (!m_stage.empty())
        fs::remove_all(m_stage, ignored);
    if (!m_made.empty())
        fs::remove_all(m_made, ignored);
}

Result<StagedFolder> StagedFolder::in(const fs::path& folder)
{
    std::error_code why;
    const fs::path target = fs::absolute(folder, why).lexically_normal();
    fs::path made;
    for (fs::path each = target; !each.empty() && !fs::exists(each, why) && each != each.parent_path();
         each = each.parent_path())
        made = each;
    if (made.empty() && !fs::is_directory(target, why))
        return fail(ErrorCode::Input, "is no folder", "a folder, or a name that is free", {.file = target.string()});
    why.clear();
    fs::create_directories(target, why);
    StagedFolder staged(target, std::move(made));  // from here on it cleans up
    if (!why) {
        sweepLeftovers(target);
        staged.m_stage = freshFolder(target, why);
    }
    if (why)
        return notStaged(target, why);
    staged.m_lock = Descriptor(::open(staged.m_stage.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (staged.m_lock.valid())
        (void)::flock(staged.m_lock.get(), LOCK_EX);
    return staged;
}

fs::path StagedFolder::place(const std::string& name)
{
    m_names.push_back(name);
    return m_stage / name;
}

std::vector<fs::path> StagedFolder::targets() const
{
    std::vector<fs::path> all;
    for (const std::string& name : m_names)
        all.push_back(m_target / name);
    return all;
}

Result<std::vector<std::string>> StagedFolder::commitNew()
{
    std::vector<std::string> names;
    Error taken;
    std::error_code ignored;
    for (const fs::path& target : targets()) {
        names.push_back(target.string());
        if (fs::exists(fs::symlink_status(target, ignored)))
            taken.problems.push_back(
                {"is there already and is not written over", "another folder", {.file = target.string()}});
    }
    if (!taken.problems.empty())
        return fail(std::move(taken));
    if (Result<void> done = commit(); !done)
        return fail(std::move(done.error()));
    return names;
}

Result<void> StagedFolder::commit()
{
    std::error_code why;
    const fs::path before = m_stage / "before";
    fs::create_directory(before, why);
    std::size_t moved = 0;
    fs::path at = before;
    for (; !why && moved < m_names.size(); ++moved) {
        const std::string& name = m_names[moved];
        at = m_target / name;
        if (fs::is_directory(at, why))
            why = std::make_error_code(std::errc::is_a_directory);
        else if (why.clear(); fs::exists(fs::symlink_status(at, why)))
            fs::rename(at, before / name, why);
        else
            why.clear();
        if (why)
            break;
        fs::rename(m_stage / name, at, why);
        if (why) {
            std::error_code ignored;
            fs::rename(before / name, at, ignored);
            break;
        }
    }
    std::size_t gone = 0;
    for (; !why && gone < m_gone.size(); ++gone)
        if (at = m_target / m_gone[gone]; fs::exists(fs::symlink_status(at, why)))
            fs::rename(at, before / m_gone[gone], why);
        else
            why.clear();
    if (why) {
        std::error_code ignored;
        while (gone-- > 0)
            if (fs::exists(fs::symlink_status(before / m_gone[gone], ignored)))
                fs::rename(before / m_gone[gone], m_target / m_gone[gone], ignored);
        while (moved-- > 0) {
            const std::string& name = m_names[moved];
            fs::remove(m_target / name, ignored);
            if (fs::exists(fs::symlink_status(before / name, ignored)))
                fs::rename(before / name, m_target / name, ignored);
        }
        return notStaged(at, why);
    }
    m_made.clear();
    return {};
}

}  // namespace scalewright
