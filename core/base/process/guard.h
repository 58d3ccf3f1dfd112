// SPDX-License-Identifier: GPL-3.0-or-later
// The process between this program and a command. Internal to core/base/process.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace scalewright::detail {

/// Reports about the command. Its own process sends Forked before it executes the command, so that the process id is
/// known even if the guard is killed; the guard then sends Started or StartFailed, then Ended.
struct GuardReport {
    enum Kind : int { Forked, Started, StartFailed, Ended } kind = Started;
    pid_t process = 0;  ///< Forked, Started
    int errorNumber = 0;  ///< StartFailed: an errno
    int waitStatus = 0;  ///< Ended: the status from waitpid
    double wallSeconds = 0, userCpuS = 0, systemCpuS = 0;
    long long peakMemoryKib = 0;
    /// Resident memory of the fork before it executed the command: the kernel counts it towards the command's peak.
    long long forkMemoryKib = 0;
    bool hasIoCounts = false;
    unsigned long long readBytes = 0, writtenBytes = 0, ioCalls = 0, deviceReadBytes = 0, deviceWrittenBytes = 0;
};

/// One byte on the control pipe: this value, or the number of a signal for the command and all its descendants.
inline constexpr char endAllMessage = 'K';

/// Also on the control pipe: the keyboard interrupted the command, so it needs no further signal. As after a signal,
/// the processes that it leaves behind are ended with it.
inline constexpr char interruptedMessage = 'I';

/// Sent after Ended: the parent has the report, and the guard may exit. If the parent is killed together with the
/// command, the guard may see either end first.
inline constexpr char reportReceivedMessage = 'T';

struct GuardJob {
    char* const* argv = nullptr;
    char* const* environment = nullptr;
    bool isIsolated = false;
    const char* workingFolder = nullptr;  ///< where the command starts; nullptr: this process's folder
    /// A folder that is created before the start and removed after all started processes have ended; nullptr: none
    const char* scratchFolder = nullptr;
    const char* resultsFolder = nullptr;  ///< a folder that is removed if the parent is gone by the end; nullptr: none
    int outputDescriptor = -1, errorDescriptor = -1;  ///< where the command writes; -1: same as this process
    int controlDescriptor = -1;  ///< read end: end of file means that the parent has ended
    int reportDescriptor = -1;  ///< write end
    const int* descriptorsToClose = nullptr;  ///< descriptors used only by the parent
    int descriptorsToCloseCount = 0;
};

/// Runs the guard until it exits. Only system calls are safe in a fork of a multithreaded process: it allocates
/// nothing.
[[noreturn]] void runGuard(const GuardJob& job);

/// Kills a process and its descendants; used if the guard of a command has ended.
void killProcessTree(pid_t process);

}  // namespace scalewright::detail
