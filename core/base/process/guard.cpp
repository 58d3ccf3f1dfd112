// SPDX-License-Identifier: GPL-3.0-or-later
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

double monotonicSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Parses the number after `name` in the contents of a short file; false if `name` is not found.
bool parseNumberAfter(const char* text, const char* name, unsigned long long& value)
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
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    const ssize_t bytesRead = read(descriptor, text, size - 1);
    close(descriptor);
    text[bytesRead > 0 ? bytesRead : 0] = '\0';
    return bytesRead;
}

/// This process's totals, in which the kernel includes every child that was waited for.
struct IoCounts {
    unsigned long long readBytes = 0, writtenBytes = 0, readCalls = 0, writeCalls = 0, deviceReadBytes = 0,
                       deviceWrittenBytes = 0;
    bool isKnown = false;
};

IoCounts readIoCounts()
{
    std::array<char, 512> text{};
    IoCounts counts;
    if (readFile("/proc/self/io", text.data(), text.size()) <= 0)
        return counts;
    counts.isKnown = parseNumberAfter(text.data(), "rchar:", counts.readBytes) &&
                     parseNumberAfter(text.data(), "wchar:", counts.writtenBytes) &&
                     parseNumberAfter(text.data(), "syscr:", counts.readCalls) &&
                     parseNumberAfter(text.data(), "syscw:", counts.writeCalls) &&
                     parseNumberAfter(text.data(), "\nread_bytes:", counts.deviceReadBytes) &&
                     parseNumberAfter(text.data(), "\nwrite_bytes:", counts.deviceWrittenBytes);
    return counts;
}

/// The parent of a process; 0 if the process has ended.
pid_t parentOf(const char* digits)
{
    std::array<char, 64> name{};
    std::strcpy(name.data(), "/proc/");
    std::strncat(name.data(), digits, 20);
    std::strcat(name.data(), "/stat");
    std::array<char, 512> text{};
    if (readFile(name.data(), text.data(), text.size()) <= 0)
        return 0;
    // Format: "PID (COMMAND) STATE PARENT". COMMAND may contain any character.
    const char* at = std::strrchr(text.data(), ')');
    unsigned long long parent = 0;
    return at != nullptr && std::strlen(at) > 4 && parseNumberAfter(at + 3, " ", parent) ? static_cast<pid_t>(parent)
                                                                                         : 0;
}

struct DirectoryEntry {
    unsigned long long inode;
    long long offset;
    unsigned short length;
    unsigned char type;
    char name[1];
};

/// Reads the kernel's list of the children of a process's first thread: numbers separated by blanks.
bool readChildren(pid_t process, std::array<char, 4096>& text)
{
    std::array<char, 16> digits{};
    char* first = digits.data() + digits.size() - 1;
    for (pid_t remaining = process; remaining > 0; remaining /= 10)
        *--first = static_cast<char>('0' + remaining % 10);
    std::array<char, 64> name{};
    for (const char* part :
         {"/proc/", static_cast<const char*>(first), "/task/", static_cast<const char*>(first), "/children"})
        std::strcat(name.data(), part);
    return readFile(name.data(), text.data(), text.size()) >= 0;
}

void signalListedProcesses(const std::array<char, 4096>& list, int number, int depth);

/// Signals a process before its children: a killed process starts no further children.
void signalTree(pid_t process, int number, int depth)
{
    constexpr int maximumDepth = 16;
    std::array<char, 4096> below{};
    const bool more = depth < maximumDepth && readChildren(process, below);
    kill(process, number);
    if (more)
        signalListedProcesses(below, number, depth + 1);
}

void signalListedProcesses(const std::array<char, 4096>& list, int number, int depth)
{
    for (const char* at = list.data(); *at != '\0';) {
        char* end = nullptr;
        const auto process = static_cast<pid_t>(std::strtol(at, &end, 10));
        if (end == at || process <= 0 ||
            (*end == '\0' && end == list.data() + list.size() - 1))  // truncated number: handled by the next pass
            return;
        signalTree(process, number, depth);
        at = *end == ' ' ? end + 1 : end;
    }
}

/// Sends a signal to every child of this process and to most of their descendants. If the signal kills them, the rest
/// become our children as their parents die.
void signalChildren(int number)
{
    if (std::array<char, 4096> list{}; readChildren(getpid(), list)) {
        signalListedProcesses(list, number, 0);
        return;
    }
    const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    const pid_t self = getpid();
    alignas(8) std::array<char, 8192> block{};
    for (long bytesRead; (bytesRead = syscall(SYS_getdents64, folder, block.data(), block.size())) > 0;)
        for (long at = 0; at < bytesRead;) {
            const auto* entry = reinterpret_cast<const DirectoryEntry*>(block.data() + at);
            if (entry->name[0] >= '1' && entry->name[0] <= '9' && parentOf(entry->name) == self)
                kill(static_cast<pid_t>(std::strtol(entry->name, nullptr, 10)), number);
            at += entry->length;
        }
    close(folder);
}

/// Removes a folder and its contents; does not follow links.
void removeFolder(int parentDescriptor, const char* name, int depth)
{
    constexpr int maximumDepth = 32;
    for (int pass = 0; pass < 3 && depth < maximumDepth && unlinkat(parentDescriptor, name, AT_REMOVEDIR) != 0;
         ++pass) {  // removing entries can make readdir skip later ones
        const int folder = openat(parentDescriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (folder < 0)
            return;
        alignas(8) std::array<char, 4096> block{};
        for (long bytesRead; (bytesRead = syscall(SYS_getdents64, folder, block.data(), block.size())) > 0;)
            for (long at = 0; at < bytesRead;) {
                const auto* entry = reinterpret_cast<const DirectoryEntry*>(block.data() + at);
                const bool itself = std::strcmp(entry->name, ".") == 0 || std::strcmp(entry->name, "..") == 0;
                if (!itself && unlinkat(folder, entry->name, 0) != 0)
                    removeFolder(folder, entry->name, depth + 1);
                at += entry->length;
            }
        close(folder);
    }
}

void sendReport(const GuardJob& job, const GuardReport& report)
{
    // Small enough to be written to a pipe atomically.
    [[maybe_unused]] const ssize_t written = write(job.reportDescriptor, &report, sizeof report);
}

/// `group`: the parent's process group, which a foreground command joins.
[[noreturn]] void executeCommand(const GuardJob& job, pid_t group, int failed)
{
    sendReport(job, {.kind = GuardReport::Forked, .process = getpid()});
    setpgid(0, job.isIsolated ? 0 : group);
    if (job.isIsolated) {
        const int nullDevice = open("/dev/null", O_RDONLY);
        dup2(nullDevice, STDIN_FILENO);
    }
    if (job.outputDescriptor >= 0)
        dup2(job.outputDescriptor, STDOUT_FILENO);
    if (job.errorDescriptor >= 0)
        dup2(job.errorDescriptor, STDERR_FILENO);
    for (int number = 1; number < NSIG; ++number)
        signal(number, SIG_DFL);
    sigset_t noSignals;
    sigemptyset(&noSignals);
    sigprocmask(SIG_SETMASK, &noSignals, nullptr);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const long long residentKib = used.ru_maxrss;
    [[maybe_unused]] const ssize_t memoryWritten = write(failed, &residentKib, sizeof residentKib);
    if (job.workingFolder == nullptr || chdir(job.workingFolder) == 0)
        execvpe(job.argv[0], job.argv, job.environment);
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(failed, &error, sizeof error);
    _exit(error == ENOENT ? 127 : 126);
}

/// Waits until the parent has received the report; false if the parent is gone.
bool waitForReportReceived(int control)
{
    char order = 0;
    ssize_t bytesRead = 0;
    do
        bytesRead = read(control, &order, 1);
    while ((bytesRead == 1 && order != reportReceivedMessage) || (bytesRead < 0 && errno == EINTR));
    return bytesRead != 0;
}

/// Kills all descendants; returns the status of `command` if it was among them.
void killDescendants(pid_t command, int& status, bool& ended)
{
    // A process that the kernel holds in an unfinished write cannot be reaped.
    const double deadline = monotonicSeconds() + 5;
    for (;;) {
        signalChildren(SIGKILL);
        int childStatus = 0;
        pid_t gone = 0;
        while ((gone = waitpid(-1, &childStatus, WNOHANG)) > 0)
            if (gone == command) {
                status = childStatus;
                ended = true;
            }
        if ((gone < 0 && errno == ECHILD) || monotonicSeconds() > deadline)
            return;
        poll(nullptr, 0, 1);
    }
}

/// Gives the remaining processes, which were asked to end, one second to do so, then kills them.
void awaitThenKillDescendants(pid_t command, int& status, bool& ended)
{
    const double deadline = monotonicSeconds() + 1;
    pid_t gone = 0;
    while (monotonicSeconds() < deadline && ((gone = waitpid(-1, nullptr, WNOHANG)) >= 0 || errno != ECHILD))
        if (gone == 0)
            poll(nullptr, 0, 1);
    killDescendants(command, status, ended);
}

}  // namespace

void killProcessTree(pid_t process)
{
    signalTree(process, SIGKILL, 0);
}

void runGuard(const GuardJob& job)
{
    sigset_t allSignals;
    sigfillset(&allSignals);
    sigprocmask(SIG_BLOCK, &allSignals, nullptr);
    signal(SIGCHLD, SIG_DFL);
    for (int i = 0; i < job.descriptorsToCloseCount; ++i)
        close(job.descriptorsToClose[i]);
    // Its own group and name, so that killing the parent's whole group, or every process with its name, leaves the
    // guard alive to clean up.
    const pid_t group = getpgrp();
    setpgid(0, 0);
    prctl(PR_SET_NAME, "run-guard");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0);
    const IoCounts before = readIoCounts();

    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const int childSignals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    std::array<int, 2> started{};
    if (childSignals < 0 || pipe2(started.data(), O_CLOEXEC) != 0 ||
        (job.scratchFolder != nullptr && mkdir(job.scratchFolder, 0700) != 0)) {
        sendReport(job, {.kind = GuardReport::StartFailed, .errorNumber = errno});
        _exit(1);
    }
    const auto removeScratchFolder = [&] {
        if (job.scratchFolder != nullptr)
            removeFolder(AT_FDCWD, job.scratchFolder, 0);
    };
    const double startSeconds = monotonicSeconds();
    const pid_t command = fork();
    if (command == 0)
        executeCommand(job, group, started[1]);
    close(started[1]);
    for (const int descriptor : {job.outputDescriptor, job.errorDescriptor})
        if (descriptor >= 0)
            close(descriptor);
    int error = command < 0 ? errno : 0;
    long long forkKib = 0;
    if (command > 0 && (read(started[0], &forkKib, sizeof forkKib) != sizeof forkKib ||
                        read(started[0], &error, sizeof error) != sizeof error))
        error = 0;
    close(started[0]);
    if (error != 0) {
        removeScratchFolder();
        sendReport(job, {.kind = GuardReport::StartFailed, .errorNumber = error});
        _exit(1);
    }
    sendReport(job, {.kind = GuardReport::Started, .process = command});

    int status = 0;
    bool ended = false, orphaned = false, wasSignalled = false;
    while (!ended) {
        std::array<pollfd, 2> waiting{{{job.controlDescriptor, POLLIN, 0}, {childSignals, POLLIN, 0}}};
        poll(waiting.data(), waiting.size(), -1);
        if (waiting[0].revents != 0) {
            char order = endAllMessage;
            const ssize_t bytesRead = read(job.controlDescriptor, &order, 1);
            wasSignalled = wasSignalled || (bytesRead == 1 && order != endAllMessage);
            if (bytesRead == 1 && order == interruptedMessage)
                continue;
            if (bytesRead == 1 && order != endAllMessage)
                signalChildren(order);
            else if (bytesRead >= 0) {
                orphaned = bytesRead == 0;
                killDescendants(command, status, ended);
            }
        }
        signalfd_siginfo ignored{};
        while (read(childSignals, &ignored, sizeof ignored) > 0) {
        }
        int childStatus = 0;
        for (pid_t gone; !ended && (gone = waitpid(-1, &childStatus, WNOHANG)) > 0;)
            if (gone == command) {
                status = childStatus;
                ended = true;
            }
    }
    const double seconds = monotonicSeconds() - startSeconds;
    if (job.isIsolated)
        killDescendants(command, status, ended);
    else if (wasSignalled)
        awaitThenKillDescendants(command, status, ended);
    removeScratchFolder();
    if (orphaned && job.resultsFolder != nullptr)
        removeFolder(AT_FDCWD, job.resultsFolder, 0);

    GuardReport report{.kind = GuardReport::Ended, .waitStatus = status, .wallSeconds = seconds};
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto asSeconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    report.userCpuS = asSeconds(used.ru_utime);
    report.systemCpuS = asSeconds(used.ru_stime);
    report.peakMemoryKib = used.ru_maxrss;
    report.forkMemoryKib = forkKib;
    const IoCounts after = readIoCounts();
    report.hasIoCounts = before.isKnown && after.isKnown;
    const auto increase = [](unsigned long long later, unsigned long long earlier) {
        return later > earlier ? later - earlier : 0;
    };
    report.readBytes = increase(after.readBytes, before.readBytes);
    report.writtenBytes = increase(after.writtenBytes, before.writtenBytes);
    report.ioCalls = increase(after.readCalls, before.readCalls) + increase(after.writeCalls, before.writeCalls);
    report.deviceReadBytes = increase(after.deviceReadBytes, before.deviceReadBytes);
    report.deviceWrittenBytes = increase(after.deviceWrittenBytes, before.deviceWrittenBytes);
    sendReport(job, report);
    if (!orphaned && !waitForReportReceived(job.controlDescriptor)) {
        killDescendants(command, status, ended);
        if (job.resultsFolder != nullptr)
            removeFolder(AT_FDCWD, job.resultsFolder, 0);
    }
    _exit(0);
}

}  // namespace scalewright::detail
