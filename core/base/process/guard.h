// The process between this program and a command. Internal to core/base/process.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace scalewright::detail {

/// What is told of the command: Forked by its own process before it becomes the command, so that nothing of it runs
/// unknown where the guard is killed; then by the guard Started or StartFailed, then Ended.
struct GuardReport {
    enum Kind : int { Forked, Started, StartFailed, Ended } kind = Started;
    pid_t process = 0;   ///< Forked, Started
    int error = 0;       ///< StartFailed: an errno
    int status = 0;      ///< Ended: as waitpid gives it
    double seconds = 0, userS = 0, systemS = 0;
    long long largestKib = 0;
    long long forkKib = 0;  ///< what the fork had resident before it became the command: the kernel counts it towards
        ///< the command's peak
    bool ioKnown = false;
    unsigned long long readBytes = 0, writtenBytes = 0, ioCalls = 0, deviceReadBytes = 0, deviceWrittenBytes = 0;
};

/// A byte on the control pipe: this, or the number of a signal for the command and all below it.
inline constexpr char endEverything = 'K';

/// On the control pipe too: the keyboard interrupted the command, which needs no signal more. As after a signal, what it
/// leaves behind ends with it.
inline constexpr char interrupted = 'I';

/// After Ended: the parent has it, and the guard may go. Where the parent is killed together with the command, chance
/// says whose end is seen first.
inline constexpr char reportTaken = 'T';

struct GuardJob {
    char* const* words = nullptr;
    char* const* environment = nullptr;
    bool apart = false;
    const char* folder = nullptr;  ///< where the command starts; nullptr: where this process is
    /// A folder that is made before and removed after all that was started has ended; nullptr: none
    const char* scratch = nullptr;
    const char* results = nullptr;  ///< a folder that is removed where the parent is gone by the end; nullptr: none
    int output = -1, errors = -1;  ///< where the command writes; -1: where this process does
    int control = -1;  ///< read end: end of file means that the parent is gone
    int report = -1;  ///< write end
    const int* close = nullptr;  ///< descriptors that only the parent keeps
    int closeCount = 0;
};

/// The guard's whole life. In a fork of a process with threads only system calls are safe: it allocates nothing.
[[noreturn]] void runGuard(const GuardJob& job);

/// Kills a process and what is below it: for a command whose guard is gone.
void killTree(pid_t process);

}  // namespace scalewright::detail
