#include "core/evidence/runs/moved_bytes.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/evidence/runs/proc_file.h"

namespace scalewright::detail {

namespace {

// Looking at what is open costs more than a count: not before so many bytes more, a millisecond's worth.
constexpr double leastBytes = 1e6;
// A process with more open than that is looked at no further, and its bytes stay untold.
constexpr int mostDescriptors = 256;
// A look can miss a process that changes its parent meanwhile; one that was missed so often is gone.
constexpr long mostMissed = 100;

/// The number behind `name` in a file of /proc.
std::optional<double> valueAfter(std::string_view text, std::string_view name)
{
    const std::size_t at = text.find(name);
    return at == std::string_view::npos ? std::nullopt
                                        : std::optional(std::strtod(text.data() + at + name.size(), nullptr));
}

/// Calls `each(name)` for the entries of a folder that are numbers; false where it cannot be read.
template <class Each>
bool forNumbersIn(const std::string& folder, Each each)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> all(opendir(folder.c_str()), closedir);
    if (!all)
        return false;
    while (const dirent* entry = readdir(all.get()))
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
            each(entry->d_name);
    return true;
}

bool isChannel(const struct stat& about)
{
    return S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode);
}

}  // namespace

MovedBytesWatch::MovedBytesWatch()
{
    forNumbersIn("/proc/self/fd", [&](const char* name) {
        struct stat about {};
        if (stat(fmt::format("/proc/self/fd/{}", name).c_str(), &about) == 0 && isChannel(about))
            m_own.emplace(about.st_dev, about.st_ino);
    });
}

void MovedBytesWatch::look(pid_t process, double childFaults, bool sleeps)
{
    std::array<char, 4096> block{};
    const std::string_view text = readProc(fmt::format("/proc/{}/io", process), block);
    const std::optional<double> read = valueAfter(text, "rchar: "), written = valueAfter(text, "wchar: ");
    if (!read || !written) {
        m_oneMayNow = true;
        return;
    }
    const PerWay moved{*read, *written};
    Seen& seen = m_seen[process];
    if (moved[Reading] < seen.moved[Reading] || moved[Writing] < seen.moved[Writing])  // another process of that number
        seen = Seen{.childFaults = childFaults};
    seen.look = m_look;
    const bool moves = std::exchange(seen.last, moved) != moved;
    if (seen.childFaults != childFaults) {
        // A child's bytes are among them from now on, and some of them are told already.
        seen.childFaults = childFaults;
        seen.moved = moved;
    } else if (moved[Reading] + moved[Writing] >= seen.moved[Reading] + seen.moved[Writing] + leastBytes) {
        Open now = openIn(process);
        seen.isAsked = true;
        seen.ofFiles = false;
        for (const Way way : {Reading, Writing}) {
            const double more = moved[way] - seen.moved[way];
            seen.ofFiles = seen.ofFiles || (more > 0 && ((seen.open.kinds[way] | now.kinds[way]) & File) != 0);
            add(way, more, seen.open, now);
        }
        seen.moved = moved;
        seen.open = std::move(now);
    }
    m_oneMayNow = m_oneMayNow || (seen.isAsked ? seen.ofFiles : moves || !sleeps);
}

void MovedBytesWatch::lookIsOver()
{
    std::erase_if(m_seen, [&](const auto& each) { return m_look - each.second.look > mostMissed; });
    ++m_look;
    m_mayMoveFiles = std::exchange(m_oneMayNow, false);
}

MovedBytesWatch::Open MovedBytesWatch::openIn(pid_t process) const
{
    Open open;
    int count = 0;
    const std::string folder = fmt::format("/proc/{}/", process);
    const bool isRead = forNumbersIn(folder + "fd", [&](const char* name) {
        const std::string link = folder + "fd/" + name;
        struct stat way {
        }, about{};
        if (++count > mostDescriptors || lstat(link.c_str(), &way) != 0 || stat(link.c_str(), &about) != 0)
            return;
        const std::array<bool, 2> ways{(way.st_mode & S_IRUSR) != 0, (way.st_mode & S_IWUSR) != 0};
        const Inode inode{about.st_dev, about.st_ino};
        const bool isFile = S_ISREG(about.st_mode) || S_ISBLK(about.st_mode);
        constexpr unsigned memoryDevices = 1, null = 3;  // Documentation/admin-guide/devices.txt
        const bool isMemory = S_ISCHR(about.st_mode) && major(about.st_rdev) == memoryDevices,
                   isNull = isMemory && minor(about.st_rdev) == null;
        for (const Way each : {Reading, Writing})
            if (ways[each])
                open.kinds[each] |= isFile   ? File
                                    : isNull ? (each == Writing ? Nowhere : None)
                                    : isMemory || (isChannel(about) && !m_own.contains(inode)) ? Elsewhere
                                                                                               : None;
        if (!isFile || ways[Reading] == ways[Writing])
            return;
        std::array<char, 4096> block{};
        if (const std::optional<double> position = valueAfter(readProc(folder + "fdinfo/" + name, block), "pos:"))
            open.positions[ways[Reading] ? Reading : Writing][{std::atoi(name), inode}] = *position;
    });
    if (!isRead || count > mostDescriptors)
        open.kinds = {File | Elsewhere, File | Elsewhere};
    return open;
}

void MovedBytesWatch::add(Way way, double moved, const Open& before, const Open& now)
{
    const unsigned kinds = before.kinds[way] | now.kinds[way];
    if ((kinds & Elsewhere) == 0 && (kinds & File) != 0) {
        m_bytes.files += moved;
    } else if ((kinds & File) == 0 && (kinds & Elsewhere) != 0) {
        m_bytes.elsewhere += moved;
    } else if (kinds == Nowhere) {
        m_bytes.nowhere += moved;
    } else {
        double on = 0;
        for (const auto& [file, position] : now.positions[way])
            if (const auto was = before.positions[way].find(file); was != before.positions[way].end())
                on += std::max(0.0, position - was->second);
        m_bytes.files += std::min(on, moved);
    }
}

}  // namespace scalewright::detail
