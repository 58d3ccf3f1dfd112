#include "core/project/document/leftovers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/base/files/descriptor.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

/// The process in ".scalewright-PID-N.tmp"; 0 where the name is another.
int writerOf(const std::string& name)
{
    constexpr std::string_view begins = ".scalewright-", ends = ".tmp";
    if (!name.starts_with(begins) || !name.ends_with(ends))
        return 0;
    int process = 0, number = 0, read = 0;
    if (std::sscanf(name.c_str() + begins.size(), "%d-%d%n", &process, &number, &read) != 2 || process <= 0 ||
        begins.size() + static_cast<std::size_t>(read) + ends.size() != name.size())
        return 0;
    return process;
}

/// Nobody holds its lock.
bool isFree(const fs::path& path)
{
    const Descriptor held(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return held.valid() && ::flock(held.get(), LOCK_EX | LOCK_NB) == 0;
}

/// Its owner had the time to lock it.
bool isOld(const fs::path& path)
{
    std::error_code none;
    const fs::file_time_type written = fs::last_write_time(path, none);
    return !none && fs::file_time_type::clock::now() - written > std::chrono::seconds(2);
}

void bringBack(const fs::path& stage, const fs::path& folder)
{
    std::error_code ignored;
    for (const fs::directory_entry& each : fs::directory_iterator(stage / "before", ignored))
        if (const fs::path target = folder / each.path().filename(); !fs::exists(fs::symlink_status(target, ignored)))
            fs::rename(each.path(), target, ignored);
}

bool isFirstTime(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> seen;
    std::error_code ignored;
    const std::scoped_lock lock(mutex);
    return seen.insert(fs::absolute(folder, ignored).lexically_normal()).second;
}

}  // namespace

std::string temporaryName(int process, int number)
{
    return fmt::format(".scalewright-{}-{}.tmp", process, number);
}

void sweepLeftovers(const fs::path& folder)
{
    if (!isFirstTime(folder))
        return;
    std::error_code ignored;
    std::vector<fs::path> found;
    for (fs::directory_iterator each(folder, ignored), end; !ignored && each != end; each.increment(ignored))
        if (each->path().filename().native().starts_with(".scalewright-"))
            found.push_back(each->path());
    for (const fs::path& each : found) {
        const std::string name = each.filename();
        const fs::file_type type = fs::symlink_status(each, ignored).type();
        if (const int writer = writerOf(name); writer > 0 && type == fs::file_type::regular) {
            if (::kill(writer, 0) != 0 && errno == ESRCH && isFree(each))
                fs::remove(each, ignored);
        } else if (name.starts_with(stagePrefix) && type == fs::file_type::directory && isOld(each) && isFree(each)) {
            bringBack(each, folder);
            fs::remove_all(each, ignored);
        }
    }
}

}  // namespace scalewright
