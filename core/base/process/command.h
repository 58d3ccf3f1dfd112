// A command of the person's own, run to its end: watched, counted, and ended with everything that it started.
//
// Between this process and the command stands a guard, a fork of this process that only waits. It adopts what the
// command leaves behind (PR_SET_CHILD_SUBREAPER), so nothing that the command starts can hide from it, and it holds a
// pipe from here: when this process dies, even by SIGKILL of its whole group (the guard has one of its own), the guard
// ends every descendant and then itself. What it counts is the kernel's own sum over all processes that ended: exact,
// however short they lived.
//
//     const Result<CommandEnd> end = runCommand({.words = {"sleep", "1"}, .apart = true}, stop.get_token());
//     end->status;   // 0
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
    std::vector<std::string> words;  ///< the program, sought in PATH, and its arguments; never empty
    std::vector<std::pair<std::string, std::string>> environment;  ///< set over this process's own
    std::string folder;  ///< it starts there; empty: where this process is
    /// True: a process group of its own, no input, all that it started ends with it, a stop request kills it. False: it
    /// stays in the terminal's foreground with this process's input, what it leaves in the background lives on unless it was interrupted, SIGINT
    /// from the keyboard is left to it, and SIGINT, SIGTERM, SIGHUP and SIGQUIT sent to this process are sent on to it
    /// and its children (the caller has no other threads then).
    bool apart = false;
    std::optional<double> timeoutS;  ///< killed after that
    std::string scratch;  ///< a folder (scratchName()) that is there while it runs and gone with it, even where this
        ///< process is killed
    std::string results;  ///< a folder that the caller has made and takes what it finds from; removed where this
        ///< process is killed before the command's end
    std::function<bool(std::string_view)>
        output;  ///< its standard output as it comes; false: nobody reads it any more; empty: this process's own
    bool errorsToOutput = false;  ///< its standard error goes the same way
    std::function<bool(std::string_view)> errors;  ///< the same for its standard error
    std::function<double(pid_t)>
        sample;  ///< called with the command's process while it runs; returns the seconds until the next call
};

/// How it ended and what it and all its children together took that ended before it.
struct CommandEnd {
    enum class How : std::uint8_t { Exited, Signalled, TimedOut, NotFound, NotExecutable };
    How how = How::Exited;
    int status = 0;  ///< Exited: its exit status; NotFound 127, NotExecutable 126; else 128 + signal
    int signal = 0;  ///< Signalled, TimedOut
    std::string startError;  ///< NotFound, NotExecutable: the system's words
    double seconds = 0;  ///< from its start to its end, wall clock
    double userS = 0, systemS = 0;  ///< processor time
    double largestBytes = 0;  ///< resident set of its largest process at its peak
    /// That is no more than its fork of this process had before it became the command: it may be less
    bool largestIsBound = false;
    double readBytes = 0, writtenBytes = 0;  ///< by system calls, wherever they were answered
    double ioCalls = 0;  ///< so many calls
    double deviceReadBytes = 0, deviceWrittenBytes = 0;  ///< from and to the storage layer
    bool ioKnown = false;
};

/// Errors: Environment when no process can be started; Cancelled after a stop request (its processes are gone then).
[[nodiscard]] Result<CommandEnd> runCommand(const Command& command, const std::stop_token& stop = {});

/// The name of a folder that is not there yet: where shared memory lies, or among temporary files.
[[nodiscard]] std::string scratchName();

/// "exit status 3", "signal 9 (Killed)", "stopped after its time was up", …
[[nodiscard]] std::string endInWords(const CommandEnd& end);

/// The words as one line that a POSIX shell reads as exactly these words.
///     shellLine({"echo", "a b", "it's"})   // echo 'a b' 'it'\''s'
[[nodiscard]] std::string shellLine(const std::vector<std::string>& words);

/// The words of a line as a POSIX shell reads them: quotes and backslashes. Error (Input): a quote that does not end,
/// and whatever only a shell can do (a pipe, a variable, a pattern).
[[nodiscard]] Result<std::vector<std::string>> shellWords(std::string_view line);

}  // namespace scalewright
