// Runs a ladder: a command at several p, each several times, every run on disk before the next one starts.
//
// Rungs are interleaved: each repeat visits all p, in a new random order (or in increasing order). Warm-up runs come
// before a p's first counted run; they are recorded as comments and not counted. A failed run is a row with its status
// and no time.
//
// With Launcher::Slurm each count is a job, one after the other (or SlurmRequest::maximumAtOnce of them at once): its
// runs follow each other on exclusive nodes, and rows are collected as they arrive. Scripts, ids and outputs are in
// FILE.jobs; the ids are written before the next step. A stop request cancels the jobs. Jobs that outlive this process
// are found and collected by the next invocation.
//
// Each run has its own folder in $SCALEWRIGHT_TRACE_DIR. Profiler traces that the program leaves there become the row's
// parts unless the program reports parts itself, and the row's time if they mark steps (run_traces.h); then the folder
// is removed.
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
    bool randomOrder = true;  ///< within a repeat; else increasing p
    std::uint64_t seed = 1;  ///< of the order
    std::optional<double> timeoutS;  ///< of each run
    /// A p is finished early once its median is known within this share (core/evidence/probes/samples.h).
    std::optional<double> medianTolerance;
    Launcher launcher = Launcher::None;
    std::vector<std::string> argv;
    std::filesystem::path file;  ///< rows are appended to it; empty: rows are only in the report
    std::string workingFolder;  ///< of the command; empty: that of this process
    /// Without a file: rows of an interrupted invocation, which this one resumes.
    std::vector<LadderRunRow> earlierRows;
    /// Standard error of a failed run is kept in LadderRunRow::errorOutput; else it goes to this process's own.
    bool capturesErrorOutput = false;
    bool forwardsErrorOutput = false;  ///< with capturesErrorOutput: it also goes to this process's standard error
    std::function<void(const LadderRunRow&)>
        onRow;  ///< called for each row once it is in the file, earlier rows first; on the calling thread
    /// Called for each warning as soon as it is known, with the text that the report has at the end, and for urgent
    /// ones: how to cancel jobs by hand while Slurm does not answer a stop request; on the calling thread.
    std::function<void(const std::string&)> onWarning;
    SlurmRequest slurm;  ///< for Launcher::Slurm
    /// Where traces are kept, those of run 2 at p = 4 in p4-2; empty: they are removed once read
    std::filesystem::path keptTracesFolder;
};

struct LadderRunRow {
    int p = 1, repeat = 1;  ///< repeat: from 1; 0 for a warm-up
    /// Reported by the program (time=), else of a step marked by its traces, else the wall time of the whole line
    /// including the launcher; absent if the run failed.
    std::optional<double> seconds;
    /// "ok", "exit 3", "signal 9", "timeout", "saw 2 workers"; with Slurm also "cancelled", "node failure", …
    std::string status;
    std::string host, startedAt;  ///< startedAt: ISO 8601, local time
    SelfReport reported;  ///< reported by the program, or from its traces
    std::optional<double> launchWallTimeS;  ///< of the whole line, if this invocation ran it
    bool hasOwnTime = false;  ///< `seconds` is reported by the program
    std::optional<bool> isTracedStep;  ///< time and parts are of a step marked by its traces; nullopt if unknown
    /// The traces that its parts are from; empty if the program reported them or there are none.
    std::string partsSource;
    std::vector<std::string> notes;  ///< problems with its traces; comments before the row, as is partsSource
    /// The last lines of standard error, if the run failed and they were captured; not in the file.
    std::string errorOutput;
    [[nodiscard]] bool isOk() const { return status == "ok"; }
    /// "exit 3 (no such file: data.bin)": the status and the last line of errorOutput, truncated.
    [[nodiscard]] std::string failureText() const;
};

struct LadderRunReport {
    std::vector<LadderRunRow> rows;  ///< earlier rows, then those of this invocation, in order of arrival
    std::vector<LadderRunRow> warmups;  ///< of this invocation
    std::size_t resumedCount = 0;  ///< how many of the rows existed before
    std::vector<std::string> warnings;
};

/// `completedShare` in 0…1 and the current run. Called on the calling thread before each run.
using LadderRunProgress = std::function<void(double completedShare, const std::string& activity)>;

/// A warning if the command can get its count only from the environment; empty if the command or a launcher has it.
[[nodiscard]] std::string missingCountWarning(const LadderRunOptions& options);

/// All turns of the options that have no row in `rows`, in order.
struct LadderRunTurn {
    int p, repeat;
};
[[nodiscard]] std::vector<LadderRunTurn> missingTurns(const LadderRunOptions& options,
                                                      const std::vector<LadderRunRow>& rows);

/// A ladder stops if every p has been tried and all runs failed with the same status. Errors: Environment (the launcher
/// or program is missing, the file cannot be written, is replaced meanwhile, or another ladder run is writing it),
/// Input (the file is not a ladder of this command), Cancelled after a stop request: the rows so far are in the file.
[[nodiscard]] Result<LadderRunReport> runLadder(const LadderRunOptions& options, const std::stop_token& stop,
                                                const LadderRunProgress& progress = {});

/// The note of a row whose time is reported by the program.
inline constexpr const char* ownTimeNote = "seconds are the program's own (time=), without its launcher's start";

/// A row of the file, preceded by its notes, with its line end; and the header.
[[nodiscard]] std::string ladderRunLine(const LadderRunRow& row);
inline constexpr const char* ladderRunHeader = "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n";

}  // namespace scalewright
