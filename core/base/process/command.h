// Runs a user's command to its end: watched, measured, and ended together with everything that it started.
//
// A guard, a fork of this process that only waits, sits between this process and the command. It adopts the processes
// that the command leaves behind (PR_SET_CHILD_SUBREAPER), so that none can escape, and it holds a pipe from this
// process: when this process dies, even if its whole group is killed by SIGKILL (the guard has its own group), the
// guard ends every descendant and then itself. Its counts are the kernel's sums over all processes that ended: exact,
// however short-lived they were.
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
    std::vector<std::string> argv;  ///< the program, searched for in PATH, and its arguments; never empty
    /// Added to this process's environment, which it overrides.
    std::vector<std::pair<std::string, std::string>> environment;
    std::string workingFolder;  ///< empty: this process's working folder
    /// True: the command gets its own process group and no input, everything that it started ends with it, and a stop
    /// request kills it. False: it stays in the terminal's foreground with this process's input, and its background
    /// processes live on unless it was interrupted; SIGINT from the keyboard is left to it, and SIGINT, SIGTERM, SIGHUP
    /// and SIGQUIT sent to this process are forwarded to it and its children (the caller must have no other threads
    /// then).
    bool isIsolated = false;
    std::optional<double> timeoutS;  ///< killed after this time
    /// A folder (uniqueScratchPath()) that exists only while the command runs; removed even if this process is killed.
    std::string scratchFolder;
    /// A folder that the caller created and collects results from; removed if this process is killed before the command
    /// ends.
    std::string resultsFolder;
    /// Receives standard output as it arrives; returns false to stop reading; empty: this process's standard output.
    std::function<bool(std::string_view)> onOutput;
    bool mergesErrorsIntoOutput = false;  ///< send standard error to the same place
    std::function<bool(std::string_view)> onErrorOutput;  ///< the same for standard error
    std::function<double(pid_t)>
        sampleProcess;  ///< called with the command's process while it runs; returns the seconds until the next call
};

/// How the command ended, and the resources that it used, including all its children that ended before it.
struct CommandResult {
    enum class EndReason : std::uint8_t { Exited, Signalled, TimedOut, NotFound, NotExecutable };
    EndReason endReason = EndReason::Exited;
    int exitStatus = 0;  ///< Exited: its exit status; NotFound: 127; NotExecutable: 126; otherwise 128 + signal
    int signal = 0;  ///< Signalled, TimedOut
    std::string startError;  ///< NotFound, NotExecutable: the system's message
    double wallSeconds = 0;  ///< from start to end, wall clock
    double userCpuS = 0, systemCpuS = 0;  ///< processor time
    double peakMemoryBytes = 0;  ///< peak resident set of its largest process
    /// The peak is no larger than what its fork of this process had before executing the command; the true peak may be
    /// smaller
    bool isPeakMemoryUpperBound = false;
    double readBytes = 0, writtenBytes = 0;  ///< by system calls, whether served from cache or from the device
    double ioCalls = 0;  ///< number of these calls
    double deviceReadBytes = 0, deviceWrittenBytes = 0;  ///< from and to the storage layer
    bool hasIoCounts = false;
};

/// Errors: Environment if no process can be started; Cancelled after a stop request (its processes have ended by then).
[[nodiscard]] Result<CommandResult> runCommand(const Command& command, const std::stop_token& stop = {});

/// The path of a folder that does not exist yet, in shared memory or in the folder for temporary files.
[[nodiscard]] std::string uniqueScratchPath();

/// "exit status 3", "ended by signal 9 (Killed)", "stopped after its time limit", …
[[nodiscard]] std::string endReasonText(const CommandResult& end);

/// Quotes the words so that a POSIX shell reads the line as exactly these words.
///     joinShellWords({"echo", "a b", "it's"})   // echo 'a b' 'it'\''s'
[[nodiscard]] std::string joinShellWords(const std::vector<std::string>& words);

/// Splits a line into words as a POSIX shell does, with quotes and backslashes. Error (Input): an unclosed quote, or
/// anything that needs a shell (a pipe, a variable, a pattern).
[[nodiscard]] Result<std::vector<std::string>> splitShellWords(std::string_view line);

}  // namespace scalewright
