// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/temporary_files.h"

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

/// The process ID in ".scalewright-PID-N.tmp"; 0 for any other name.
int writerProcessId(const std::string& name)
{
    constexpr std::string_view prefix = ".scalewright-", ends = ".tmp";
    if (!name.starts_with(prefix) || !name.ends_with(ends))
        return 0;
    int process = 0, number = 0, read = 0;
    if (std::sscanf(name.c_str() + prefix.size(), "%d-%d%n", &process, &number, &read) != 2 || process <= 0 ||
        prefix.size() + static_cast<std::size_t>(read) + ends.size() != name.size())
        return 0;
    return process;
}

/// Whether no process holds a lock on `path`.
bool isUnlocked(const fs::path& path)
{
    const FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return descriptor.isValid() && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0;
}

/// Whether the owner of `path` has had time to lock it.
bool isOlderThanLockDelay(const fs::path& path)
{
    std::error_code error;
    const fs::file_time_type written = fs::last_write_time(path, error);
    return !error && fs::file_time_type::clock::now() - written > std::chrono::seconds(2);
}

void restoreMovedFiles(const fs::path& stage, const fs::path& folder)
{
    std::error_code ignored;
    for (const fs::directory_entry& each : fs::directory_iterator(stage / "before", ignored))
        if (const fs::path target = folder / each.path().filename(); !fs::exists(fs::symlink_status(target, ignored)))
            fs::rename(each.path(), target, ignored);
}

bool isFirstSweep(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> seen;
    std::error_code ignored;
    const std::scoped_lock lock(mutex);
    return seen.insert(fs::absolute(folder, ignored).lexically_normal()).second;
}

}  // namespace

std::string temporaryFileName(int process, int number)
{
    return fmt::format(".scalewright-{}-{}.tmp", process, number);
}

void removeLeftovers(const fs::path& folder)
{
    if (!isFirstSweep(folder))
        return;
    std::error_code ignored;
    std::vector<fs::path> leftovers;
    for (fs::directory_iterator each(folder, ignored), end; !ignored && each != end; each.increment(ignored))
        if (each->path().filename().native().starts_with(".scalewright-"))
            leftovers.push_back(each->path());
    for (const fs::path& each : leftovers) {
        const std::string name = each.filename();
        const fs::file_type type = fs::symlink_status(each, ignored).type();
        if (const int writer = writerProcessId(name); writer > 0 && type == fs::file_type::regular) {
            if (::kill(writer, 0) != 0 && errno == ESRCH && isUnlocked(each))
                fs::remove(each, ignored);
        } else if (name.starts_with(stagingFolderPrefix) && type == fs::file_type::directory &&
                   isOlderThanLockDelay(each) && isUnlocked(each)) {
            restoreMovedFiles(each, folder);
            fs::remove_all(each, ignored);
        }
    }
}

}  // namespace scalewright
