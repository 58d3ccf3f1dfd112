// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a user's command to its end: watched, measured, and ended together with everything that it started.
//
// A guard, a fork of this process that only waits, sits between this process and the command. It adopts the processes
// that the command leaves behind (PR_SET_CHILD_SUBREAPER), so that none can escape, and it holds a pipe from this
// process: when this process dies, even if its whole group is killed by SIGKILL (the guard has its own group), the
// guard ends every descendant and then itself. Its counts are the kernel's sums over all processes that ended, so they
// are exact even for short-lived processes.
//
//     const Result<CommandResult> end = runCommand({.argv = {"sleep", "1"}, .isIsolated = true}, stop.get_token());
//     end->exitStatus;   // 0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Command {
    std::vector<std::string> argv;  ///< the program, which is searched for in PATH, and its arguments; never empty
    /// Added to this process's environment; overrides existing variables.
    std::vector<std::pair<std::string, std::string>> environment;
    std::string workingFolder;  ///< empty: this process's working folder
    /// True: the command gets its own process group and no input, everything that it started ends with it, and a stop
    /// request kills it. False: it stays in the terminal's foreground with this process's input, and its background
    /// processes live on unless it was interrupted; SIGINT from the keyboard reaches it directly, and SIGINT, SIGTERM,
    /// SIGHUP and SIGQUIT sent to this process are forwarded to it and its children (the caller must then have no other
    /// threads).
    bool isIsolated = false;
    std::optional<double> timeoutS;  ///< killed after this time
    /// A folder (uniqueScratchPath()) that exists only while the command runs; removed even if this process is killed.
    std::string scratchFolder;
    /// A folder that the caller created and reads results from; removed if this process is killed before the command
    /// ends.
    std::string resultsFolder;
    /// Receives standard output as it arrives; returns false to stop reading; empty: this process's standard output.
    std::function<bool(std::string_view)> onOutput;
    bool mergesErrorsIntoOutput = false;  ///< send standard error to the same place as standard output
    std::function<bool(std::string_view)> onErrorOutput;  ///< as `onOutput`, for standard error
    /// Called with the process of the command while it runs; returns the seconds until the next call.
    std::function<double(pid_t)> sampleProcess;
};

/// How the command ended, and the resources used by it and by all its children that ended before it.
struct CommandResult {
    enum class EndReason : std::uint8_t { Exited, Signalled, TimedOut, NotFound, NotExecutable };
    EndReason endReason = EndReason::Exited;
    /// Exited: the command's own exit status; NotFound: 127; NotExecutable: 126; otherwise 128 + signal.
    int exitStatus = 0;
    int signal = 0;  ///< Signalled, TimedOut
    std::string startError;  ///< NotFound, NotExecutable: the system's message
    double wallSeconds = 0;  ///< wall-clock time from start to end
    double userCpuS = 0, systemCpuS = 0;  ///< processor time
    double peakMemoryBytes = 0;  ///< peak resident set of the command's largest process
    /// The peak is no larger than the memory of the fork before it executed the command; the true peak may be smaller
    bool isPeakMemoryUpperBound = false;
    double readBytes = 0, writtenBytes = 0;  ///< by system calls, whether served by the cache or the device
    double ioCalls = 0;  ///< number of read and write calls
    double deviceReadBytes = 0, deviceWrittenBytes = 0;  ///< from and to the storage layer
    bool hasIoCounts = false;
};

/// Errors: Environment if no process can be started; Cancelled after a stop request (its processes have ended by then).
[[nodiscard]] Result<CommandResult> runCommand(const Command& command, const std::stop_token& stop = {});

/// The path of a folder that does not exist yet, in shared memory or in the folder for temporary files.
[[nodiscard]] std::string uniqueScratchPath();

/// "exit status 3", "ended by signal 9 (Killed)", "stopped after its time limit", …
[[nodiscard]] std::string endReasonText(const CommandResult& end);

/// Quotes the words so that a POSIX shell splits the line into exactly these words.
///     joinShellWords({"echo", "a b", "it's"})   // echo 'a b' 'it'\''s'
[[nodiscard]] std::string joinShellWords(const std::vector<std::string>& words);

/// Splits a line into words as a POSIX shell does, with quotes and backslashes. Error (Input): an unclosed quote, or
/// anything that needs a shell (a pipe, a variable, a pattern).
[[nodiscard]] Result<std::vector<std::string>> splitShellWords(std::string_view line);

}  // namespace scalewright
