// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a ladder: a command at several p, several times each. Every run is on disk before the next one starts.
//
// Rungs are interleaved: each repeat visits all p, in a new random order (or in increasing order). Warm-up runs come
// before the first counted run at each p; they are recorded as comments and not counted. A failed run is a row with its
// status and no time.
//
// With Launcher::Slurm each p is one job. Jobs run one after the other, or SlurmRequest::maximumAtOnce of them at once.
// A job's runs follow each other on exclusive nodes, and rows are collected as they arrive. Scripts, ids and outputs
// are in FILE.jobs; the ids are written before the next step. A stop request cancels the jobs. Jobs that outlive this
// process are found and collected by the next invocation.
//
// Each run has its own folder in $SCALEWRIGHT_TRACE_DIR. Profiler traces that the program leaves there provide the
// row's parts unless the program reports parts itself, and the row's time if they mark steps (run_traces.h); then the
// folder is removed.
//
// The file is a ladder as read by core/evidence/ladder: p,repeat,seconds,status,host,started,comp,comm,idle,io,quality,
// with the context in comments. A second invocation with the same command resumes where the first one stopped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/launcher.h"
#include "core/evidence/runs/self_report.h"

namespace scalewright {

struct LadderRunRow;

struct LadderRunOptions {
    std::vector<int> p;  ///< without duplicates
    int repeats = 5, warmups = 1;  ///< of each p
    bool randomOrder = true;  ///< within each repeat; otherwise increasing p
    std::uint64_t seed = 1;  ///< of the order
    std::optional<double> timeoutS;  ///< of each run
    /// A p is finished early once its median is known to within this fraction (core/evidence/probes/samples.h).
    std::optional<double> medianTolerance;
    Launcher launcher = Launcher::None;
    std::vector<std::string> argv;
    /// Rows are appended to this file; empty: rows are only in the report. If it has rows of the program in an earlier
    /// state (program_files.h), or with `again`, it is left as it is and the rows go to another (LadderRunReport::file).
    std::filesystem::path file;
    bool again = false;  ///< starts a new ladder even if the file has one of this program
    std::string workingFolder;  ///< the command's working folder; empty: this process's working folder
    /// Without a file: rows from an interrupted invocation, which this one resumes.
    std::vector<LadderRunRow> earlierRows;
    /// Standard error of a failed run is kept in LadderRunRow::errorOutput; otherwise it goes to this process's
    /// standard error.
    bool capturesErrorOutput = false;
    bool forwardsErrorOutput = false;  ///< with capturesErrorOutput: also forwards it to this process's standard error
    std::function<void(const LadderRunRow&)>
        onRow;  ///< called on the calling thread for each row once it is in the file, earlier rows first
    /// Called on the calling thread for each warning as soon as it is known, with the same text as in the final report.
    /// Also called for urgent ones: how to cancel jobs by hand if Slurm does not respond to a stop request.
    std::function<void(const std::string&)> onWarning;
    SlurmRequest slurm;  ///< for Launcher::Slurm
    /// Where traces are kept, for example p4-2 for run 2 at p = 4; empty: they are removed once read
    std::filesystem::path keptTracesFolder;
};

struct LadderRunRow {
    int p = 1, repeat = 1;  ///< repeat: from 1; 0 for a warm-up
    /// Reported by the program (time=), else of a step marked in its traces, else the wall time of the whole command
    /// line including the launcher; absent if the run failed.
    std::optional<double> seconds;
    /// "ok", "exit 3", "signal 9", "timeout", "saw 2 workers"; with Slurm also "cancelled", "node failure", …
    std::string status;
    std::string host, startedAt;  ///< startedAt: ISO 8601, local time
    SelfReport reported;  ///< reported by the program, or from its traces
    std::optional<double> launchWallTimeS;  ///< wall time of the whole command line, if this invocation ran it
    bool hasOwnTime = false;  ///< `seconds` was reported by the program
    std::optional<bool> isTracedStep;  ///< time and parts are for one step marked in its traces; nullopt if unknown
    /// The traces that the parts come from; empty if the program reported the parts or there are no traces.
    std::string partsSource;
    std::vector<std::string> notes;  ///< problems with its traces; like partsSource, written as comments before the row
    /// lastLinesOf its standard error, if the run failed and standard error was captured; not in the file.
    std::string errorOutput;
    [[nodiscard]] bool isOk() const { return status == "ok"; }
    /// "exit 3 (no such file: data.bin)": the status and the last line of errorOutput, truncated.
    [[nodiscard]] std::string failureText() const;
};

/// The last three lines of a program's output that contain a letter or a digit, joined by " / ". Some messages end with
/// a ruler of dashes.
[[nodiscard]] std::string lastLinesOf(const std::string& output);

struct LadderRunReport {
    std::vector<LadderRunRow> rows;  ///< rows from earlier invocations, then those from this one, in order of arrival
    std::vector<LadderRunRow> warmups;  ///< of this invocation
    std::filesystem::path file;  ///< with the rows
    std::vector<ProgramFile> program;  ///< what the command ran
    std::size_t resumedCount = 0;  ///< how many of the rows existed before
    std::vector<std::string> warnings;
};

/// `completedShare` in 0…1 and the current run. Called on the calling thread before each run.
using LadderRunProgress = std::function<void(double completedShare, const std::string& activity)>;

/// A warning if the command can get its process count only from the environment; empty if the command contains the
/// count or a launcher passes it.
[[nodiscard]] std::string missingCountWarning(const LadderRunOptions& options);

/// All turns that the options require and that have no row in `rows`, in order.
struct LadderRunTurn {
    int p, repeat;
};
[[nodiscard]] std::vector<LadderRunTurn> missingTurns(const LadderRunOptions& options,
                                                      const std::vector<LadderRunRow>& rows);

/// A ladder stops if every p has been tried and all runs failed with the same status. Errors: Environment (the launcher
/// or program is missing; the file cannot be written, is replaced during the run, or is being written by another ladder
/// run), Input (the file is not a ladder of this command), Cancelled after a stop request: the rows so far are in the
/// file.
[[nodiscard]] Result<LadderRunReport> runLadder(const LadderRunOptions& options, const std::stop_token& stop,
                                                const LadderRunProgress& progress = {});

/// The note for a row whose time was reported by the program.
inline constexpr const char* ownTimeNote = "seconds are the program's own (time=), without its launcher's start";

/// A row of the file, preceded by its notes and followed by a line end; and the header.
[[nodiscard]] std::string ladderRunLine(const LadderRunRow& row);
inline constexpr const char* ladderRunHeader = "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n";

}  // namespace scalewright
