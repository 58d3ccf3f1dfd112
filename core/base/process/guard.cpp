#include "core/base/process/guard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace scalewright::detail {

namespace {

double monotonicS()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The number after `name` in a short file that was read; false where it is not there.
bool numberAfter(const char* text, const char* name, unsigned long long& value)
{
    const char* at = std::strstr(text, name);
    if (at == nullptr)
        return false;
    value = 0;
    for (at += std::strlen(name); *at == ' '; ++at) {
    }
    for (; *at >= '0' && *at <= '9'; ++at)
        value = 10 * value + static_cast<unsigned long long>(*at - '0');
    return true;
}

ssize_t readFile(const char* file, char* text, std::size_t size)
{
    const int in = open(file, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return -1;
    const ssize_t got = read(in, text, size - 1);
    close(in);
    text[got > 0 ? got : 0] = '\0';
    return got;
}

/// This process's own sums, in which the kernel includes every child that was waited for.
struct IoCounts {
    unsigned long long read = 0, written = 0, readCalls = 0, writeCalls = 0, deviceRead = 0, deviceWritten = 0;
    bool known = false;
};

IoCounts ioCounts()
{
    std::array<char, 512> text{};
    IoCounts counts;
    if (readFile("/proc/self/io", text.data(), text.size()) <= 0)
        return counts;
    counts.known =
        numberAfter(text.data(), "rchar:", counts.read) && numberAfter(text.data(), "wchar:", counts.written) &&
        numberAfter(text.data(), "syscr:", counts.readCalls) && numberAfter(text.data(), "syscw:", counts.writeCalls) &&
        numberAfter(text.data(), "\nread_bytes:", counts.deviceRead) &&
        numberAfter(text.data(), "\nwrite_bytes:", counts.deviceWritten);
    return counts;
}

/// The parent of a process, 0 where it is gone.
pid_t parentOf(const char* digits)
{
    std::array<char, 64> name{};
    std::strcpy(name.data(), "/proc/");
    std::strncat(name.data(), digits, 20);
    std::strcat(name.data(), "/stat");
    std::array<char, 512> text{};
    if (readFile(name.data(), text.data(), text.size()) <= 0)
        return 0;
    const char* at = std::strrchr(text.data(), ')');  // "PID (COMMAND) STATE PARENT": the command may hold anything
    unsigned long long parent = 0;
    return at != nullptr && std::strlen(at) > 4 && numberAfter(at + 3, " ", parent) ? static_cast<pid_t>(parent) : 0;
}

struct DirectoryEntry {
    unsigned long long inode;
    long long offset;
    unsigned short length;
    unsigned char type;
    char name[1];
};

/// What the kernel lists as the children of a process's first thread: numbers and blanks.
bool readChildren(pid_t process, std::array<char, 4096>& text)
{
    std::array<char, 16> digits{};
    char* first = digits.data() + digits.size() - 1;
    for (pid_t rest = process; rest > 0; rest /= 10)
        *--first = static_cast<char>('0' + rest % 10);
    std::array<char, 64> name{};
    for (const char* part :
         {"/proc/", static_cast<const char*>(first), "/task/", static_cast<const char*>(first), "/children"})
        std::strcat(name.data(), part);
    return readFile(name.data(), text.data(), text.size()) >= 0;
}

void signalListed(const std::array<char, 4096>& list, int number, int depth);

/// Sends a signal to a process before its own children, of which one that is killed starts no more then.
void signalTree(pid_t process, int number, int depth)
{
    constexpr int deepest = 16;
    std::array<char, 4096> below{};
    const bool more = depth < deepest && readChildren(process, below);
    kill(process, number);
    if (more)
        signalListed(below, number, depth + 1);
}

void signalListed(const std::array<char, 4096>& list, int number, int depth)
{
    for (const char* at = list.data(); *at != '\0';) {
        char* end = nullptr;
        const auto process = static_cast<pid_t>(std::strtol(at, &end, 10));
        if (end == at || process <= 0 ||
            (*end == '\0' && end == list.data() + list.size() - 1))  // cut off: the next pass
            return;
        signalTree(process, number, depth);
        at = *end == ' ' ? end + 1 : end;
    }
}

/// Sends a signal to every child of this process and to most of what is below; where they are killed, the others become
/// ours as their parents die.
void signalChildren(int number)
{
    if (std::array<char, 4096> list{}; readChildren(getpid(), list)) {
        signalListed(list, number, 0);
        return;
    }
    const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    const pid_t self = getpid();
    alignas(8) std::array<char, 8192> block{};
    for (long got; (got = syscall(SYS_getdents64, folder, block.data(), block.size())) > 0;)
        for (long at = 0; at < got;) {
            const auto* entry = reinterpret_cast<const DirectoryEntry*>(block.data() + at);
            if (entry->name[0] >= '1' && entry->name[0] <= '9' && parentOf(entry->name) == self)
                kill(static_cast<pid_t>(std::strtol(entry->name, nullptr, 10)), number);
            at += entry->length;
        }
    close(folder);
}

/// Removes a folder and what is in it; follows no link.
void removeFolder(int within, const char* name, int depth)
{
    constexpr int deepest = 32;
    for (int pass = 0; pass < 3 && depth < deepest && unlinkat(within, name, AT_REMOVEDIR) != 0;
         ++pass) {  // what is removed may hide what comes after it
        const int folder = openat(within, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (folder < 0)
            return;
        alignas(8) std::array<char, 4096> block{};
        for (long got; (got = syscall(SYS_getdents64, folder, block.data(), block.size())) > 0;)
            for (long at = 0; at < got;) {
                const auto* entry = reinterpret_cast<const DirectoryEntry*>(block.data() + at);
                const bool itself = std::strcmp(entry->name, ".") == 0 || std::strcmp(entry->name, "..") == 0;
                if (!itself && unlinkat(folder, entry->name, 0) != 0)
                    removeFolder(folder, entry->name, depth + 1);
                at += entry->length;
            }
        close(folder);
    }
}

void tell(const GuardJob& job, const GuardReport& report)
{
    [[maybe_unused]] const ssize_t told = write(job.report, &report, sizeof report);  // fewer bytes than a pipe divides
}

/// `group`: that of the parent, in which a command in the foreground belongs.
[[noreturn]] void become(const GuardJob& job, pid_t group, int failed)
{
    tell(job, {.kind = GuardReport::Forked, .process = getpid()});
    setpgid(0, job.apart ? 0 : group);
    if (job.apart) {
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
    }
    if (job.output >= 0)
        dup2(job.output, STDOUT_FILENO);
    if (job.errors >= 0)
        dup2(job.errors, STDERR_FILENO);
    for (int number = 1; number < NSIG; ++number)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const long long residentKib = used.ru_maxrss;
    [[maybe_unused]] const ssize_t said = write(failed, &residentKib, sizeof residentKib);
    if (job.folder == nullptr || chdir(job.folder) == 0)
        execvpe(job.words[0], job.words, job.environment);
    const int error = errno;
    [[maybe_unused]] const ssize_t told = write(failed, &error, sizeof error);
    _exit(error == ENOENT ? 127 : 126);
}

/// Waits until the parent has the report; false where it is gone instead.
bool isTaken(int control)
{
    char order = 0;
    ssize_t got = 0;
    do
        got = read(control, &order, 1);
    while ((got == 1 && order != reportTaken) || (got < 0 && errno == EINTR));
    return got != 0;
}

/// Ends all descendants; returns the status of `command` if it was among them.
void endAll(pid_t command, int& status, bool& ended)
{
    const double until = monotonicS() + 5;  // one that the kernel holds in an unfinished write cannot be waited for
    for (;;) {
        signalChildren(SIGKILL);
        int each = 0;
        pid_t gone = 0;
        while ((gone = waitpid(-1, &each, WNOHANG)) > 0)
            if (gone == command) {
                status = each;
                ended = true;
            }
        if ((gone < 0 && errno == ECHILD) || monotonicS() > until)
            return;
        poll(nullptr, 0, 1);
    }
}

/// Gives what is left a second to end by itself, as a program does that was asked to, then ends it.
void endInterrupted(pid_t command, int& status, bool& ended)
{
    const double until = monotonicS() + 1;
    pid_t gone = 0;
    while (monotonicS() < until && ((gone = waitpid(-1, nullptr, WNOHANG)) >= 0 || errno != ECHILD))
        if (gone == 0)
            poll(nullptr, 0, 1);
    endAll(command, status, ended);
}

}  // namespace

void killTree(pid_t process)
{
    signalTree(process, SIGKILL, 0);
}

void runGuard(const GuardJob& job)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    signal(SIGCHLD, SIG_DFL);
    for (int i = 0; i < job.closeCount; ++i)
        close(job.close[i]);
    // What kills the parent's whole group, or all of its name, leaves the guard to clear up.
    const pid_t group = getpgrp();
    setpgid(0, 0);
    prctl(PR_SET_NAME, "run-guard");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0);
    const IoCounts before = ioCounts();

    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const int changed = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    std::array<int, 2> started{};
    if (changed < 0 || pipe2(started.data(), O_CLOEXEC) != 0 ||
        (job.scratch != nullptr && mkdir(job.scratch, 0700) != 0)) {
        tell(job, {.kind = GuardReport::StartFailed, .error = errno});
        _exit(1);
    }
    const auto clearUp = [&] {
        if (job.scratch != nullptr)
            removeFolder(AT_FDCWD, job.scratch, 0);
    };
    const double from = monotonicS();
    const pid_t command = fork();
    if (command == 0)
        become(job, group, started[1]);
    close(started[1]);
    for (const int mine : {job.output, job.errors})
        if (mine >= 0)
            close(mine);
    int error = command < 0 ? errno : 0;
    long long forkKib = 0;
    if (command > 0 && (read(started[0], &forkKib, sizeof forkKib) != sizeof forkKib ||
                        read(started[0], &error, sizeof error) != sizeof error))
        error = 0;
    close(started[0]);
    if (error != 0) {
        clearUp();
        tell(job, {.kind = GuardReport::StartFailed, .error = error});
        _exit(1);
    }
    tell(job, {.kind = GuardReport::Started, .process = command});

    int status = 0;
    bool ended = false, orphaned = false, asked = false;
    while (!ended) {
        std::array<pollfd, 2> waiting{{{job.control, POLLIN, 0}, {changed, POLLIN, 0}}};
        poll(waiting.data(), waiting.size(), -1);
        if (waiting[0].revents != 0) {
            char order = endEverything;
            const ssize_t got = read(job.control, &order, 1);
            asked = asked || (got == 1 && order != endEverything);
            if (got == 1 && order == interrupted)
                continue;
            if (got == 1 && order != endEverything)
                signalChildren(order);
            else if (got >= 0) {
                orphaned = got == 0;
                endAll(command, status, ended);
            }
        }
        signalfd_siginfo ignored{};
        while (read(changed, &ignored, sizeof ignored) > 0) {
        }
        int each = 0;
        for (pid_t gone; !ended && (gone = waitpid(-1, &each, WNOHANG)) > 0;)
            if (gone == command) {
                status = each;
                ended = true;
            }
    }
    const double seconds = monotonicS() - from;
    if (job.apart)
        endAll(command, status, ended);
    else if (asked)
        endInterrupted(command, status, ended);
    clearUp();
    if (orphaned && job.results != nullptr)
        removeFolder(AT_FDCWD, job.results, 0);

    GuardReport report{.kind = GuardReport::Ended, .status = status, .seconds = seconds};
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto asSeconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    report.userS = asSeconds(used.ru_utime);
    report.systemS = asSeconds(used.ru_stime);
    report.largestKib = used.ru_maxrss;
    report.forkKib = forkKib;
    const IoCounts after = ioCounts();
    report.ioKnown = before.known && after.known;
    const auto since = [](unsigned long long late, unsigned long long early) {
        return late > early ? late - early : 0;
    };
    report.readBytes = since(after.read, before.read);
    report.writtenBytes = since(after.written, before.written);
    report.ioCalls = since(after.readCalls, before.readCalls) + since(after.writeCalls, before.writeCalls);
    report.deviceReadBytes = since(after.deviceRead, before.deviceRead);
    report.deviceWrittenBytes = since(after.deviceWritten, before.deviceWritten);
    tell(job, report);
    if (!orphaned && !isTaken(job.control)) {
        endAll(command, status, ended);
        if (job.results != nullptr)
            removeFolder(AT_FDCWD, job.results, 0);
    }
    _exit(0);
}

}  // namespace scalewright::detail
