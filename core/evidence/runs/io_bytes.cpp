// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/io_bytes.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/ascii.h"
#include "core/evidence/runs/proc_file.h"

namespace scalewright::detail {

namespace {

// Inspecting open files costs more than reading a counter: do so only after this many more bytes, about a millisecond's
// worth.
constexpr double minimumNewBytes = 1e6;
// A process with more open descriptors than this is not inspected further, and its bytes stay unattributed.
constexpr int maximumDescriptors = 256;
// A round can miss a process that is being reparented; a process missed this often is gone.
constexpr long maximumMissedRounds = 100;

/// The number that follows `name` in the text of a /proc file.
std::optional<double> numberAfter(std::string_view text, std::string_view name)
{
    const std::size_t position = text.find(name);
    return position == std::string_view::npos
               ? std::nullopt
               : std::optional(std::strtod(text.data() + position + name.size(), nullptr));
}

/// Calls `visit(name)` for entries in a folder whose names are numbers; false if the folder cannot be read.
template <class Each>
bool forEachNumberedEntry(const std::string& folder, Each visit)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(folder.c_str()), closedir);
    if (!directory)
        return false;
    while (const dirent* entry = readdir(directory.get()))
        if (isDigit(entry->d_name[0]))
            visit(entry->d_name);
    return true;
}

bool isPipeOrSocket(const struct stat& about)
{
    return S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode);
}

}  // namespace

MovedBytesWatch::MovedBytesWatch()
{
    forEachNumberedEntry("/proc/self/fd", [&](const char* name) {
        struct stat about {};
        if (stat(fmt::format("/proc/self/fd/{}", name).c_str(), &about) == 0 && isPipeOrSocket(about))
            m_ownChannels.emplace(about.st_dev, about.st_ino);
    });
}

void MovedBytesWatch::inspectProcess(pid_t process, double childFaults, bool isSleeping)
{
    std::array<char, 4096> block{};
    const std::string_view text = readProcFile(fmt::format("/proc/{}/io", process), block);
    const std::optional<double> read = numberAfter(text, "rchar: "), written = numberAfter(text, "wchar: ");
    if (!read || !written) {
        m_mayAccessFilesNow = true;
        return;
    }
    const PerDirection totals{*read, *written};
    ProcessState& seen = m_processes[process];
    // Counters that fall mean that the process id was reused.
    if (totals[Reading] < seen.bytesAtInspection[Reading] || totals[Writing] < seen.bytesAtInspection[Writing])
        seen = ProcessState{.childFaults = childFaults};
    seen.lastRound = m_round;
    const bool isMoving = std::exchange(seen.lastBytes, totals) != totals;
    if (seen.childFaults != childFaults) {
        // From now on, the counters include a child's bytes, some of which are already attributed.
        seen.childFaults = childFaults;
        seen.bytesAtInspection = totals;
    } else if (totals[Reading] + totals[Writing] >=
               seen.bytesAtInspection[Reading] + seen.bytesAtInspection[Writing] + minimumNewBytes) {
        OpenDescriptors current = readOpenDescriptors(process);
        seen.wasInspected = true;
        seen.mayBeFileBytes = false;
        for (const Direction direction : {Reading, Writing}) {
            const double more = totals[direction] - seen.bytesAtInspection[direction];
            seen.mayBeFileBytes =
                seen.mayBeFileBytes ||
                (more > 0 && ((seen.descriptors.kinds[direction] | current.kinds[direction]) & File) != 0);
            attributeBytes(direction, more, seen.descriptors, current);
        }
        seen.bytesAtInspection = totals;
        seen.descriptors = std::move(current);
    }
    m_mayAccessFilesNow = m_mayAccessFilesNow || (seen.wasInspected ? seen.mayBeFileBytes : isMoving || !isSleeping);
}

void MovedBytesWatch::finishRound()
{
    std::erase_if(m_processes,
                  [&](const auto& entry) { return m_round - entry.second.lastRound > maximumMissedRounds; });
    ++m_round;
    m_mayAccessFiles = std::exchange(m_mayAccessFilesNow, false);
}

MovedBytesWatch::OpenDescriptors MovedBytesWatch::readOpenDescriptors(pid_t process) const
{
    OpenDescriptors open;
    int count = 0;
    const std::string folder = fmt::format("/proc/{}/", process);
    const bool isReadable = forEachNumberedEntry(folder + "fd", [&](const char* name) {
        const std::string link = folder + "fd/" + name;
        struct stat linkStatus {
        }, about{};
        if (++count > maximumDescriptors || lstat(link.c_str(), &linkStatus) != 0 || stat(link.c_str(), &about) != 0)
            return;
        const std::array<bool, 2> directions{(linkStatus.st_mode & S_IRUSR) != 0, (linkStatus.st_mode & S_IWUSR) != 0};
        const Inode inode{about.st_dev, about.st_ino};
        const bool isFile = S_ISREG(about.st_mode) || S_ISBLK(about.st_mode);
        constexpr unsigned memoryDevices = 1, null = 3;  // Documentation/admin-guide/devices.txt
        const bool isMemory = S_ISCHR(about.st_mode) && major(about.st_rdev) == memoryDevices,
                   isNull = isMemory && minor(about.st_rdev) == null;
        for (const Direction direction : {Reading, Writing})
            if (directions[direction])
                open.kinds[direction] |= isFile   ? File
                                         : isNull ? (direction == Writing ? Discarded : None)
                                         : isMemory || (isPipeOrSocket(about) && !m_ownChannels.contains(inode))
                                             ? Stream
                                             : None;
        if (!isFile || directions[Reading] == directions[Writing])
            return;
        std::array<char, 4096> block{};
        if (const std::optional<double> position = numberAfter(readProcFile(folder + "fdinfo/" + name, block), "pos:"))
            open.positions[directions[Reading] ? Reading : Writing][{std::atoi(name), inode}] = *position;
    });
    if (!isReadable || count > maximumDescriptors)
        open.kinds = {File | Stream, File | Stream};
    return open;
}

void MovedBytesWatch::attributeBytes(Direction direction, double amount, const OpenDescriptors& before,
                                     const OpenDescriptors& current)
{
    const unsigned kinds = before.kinds[direction] | current.kinds[direction];
    if ((kinds & Stream) == 0 && (kinds & File) != 0) {
        m_bytes.fileBytes += amount;
    } else if ((kinds & File) == 0 && (kinds & Stream) != 0) {
        m_bytes.streamBytes += amount;
    } else if (kinds == Discarded) {
        m_bytes.discardedBytes += amount;
    } else {
        double advanced = 0;
        for (const auto& [file, position] : current.positions[direction])
            if (const auto earlier = before.positions[direction].find(file);
                earlier != before.positions[direction].end())
                advanced += std::max(0.0, position - earlier->second);
        m_bytes.fileBytes += std::min(advanced, amount);
    }
}

}  // namespace scalewright::detail
