// Running a ladder: a command run at several p, each several times, every run on disk before the next one starts.
//
// Rungs are interleaved: each repeat visits all p, in an order drawn anew (or upwards). Warm-up runs come before a p's
// first counted run, are recorded as comments and not counted. A run that fails is a row with its status and no time.
//
// With Launcher::Slurm a count is a job, one after the other (or SlurmRequest::atOnce of them together): its runs
// follow each other on nodes of their own, and rows are collected as they come. Scripts, ids and outputs are in
// FILE.jobs; the ids are there before the next step. A stop request cancels the jobs. Jobs that outlive this process
// are found by the next call, which collects them.
//
// Each run has a folder of its own in $SCALEWRIGHT_TRACE_DIR. Where the program leaves profiler traces there, they are
// the row's parts unless it says them itself, and its time where they mark steps (run_traces.h); then the folder goes.
//
// The file is a ladder as core/evidence/ladder reads it: p,repeat,seconds,status,host,started,comp,comm,idle,io,quality, with
// the context in comments. A second call with the same command goes on where the first one stopped.
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
#include "core/evidence/runs/spoken_line.h"

namespace scalewright {

struct LadderRunRow;

struct LadderRunOptions {
    std::vector<int> p;  ///< each once
    int repeats = 5, warmups = 1;  ///< of each p
    bool random = true;  ///< order within a repeat; else upwards
    std::uint64_t seed = 1;  ///< of the order
    std::optional<double> timeoutS;  ///< of each run
    /// A p is finished before its last repeat once its median is known within this share (core/evidence/probes/samples.h).
    std::optional<double> within;
    Launcher launcher = Launcher::None;
    std::vector<std::string> words;
    std::filesystem::path file;  ///< rows are appended to it; empty: kept in the report only
    std::string folder;  ///< where the command starts; empty: where this process is
    std::vector<LadderRunRow> before;  ///< without a file: rows of a call that was stopped, which this one goes on from
    bool hearErrors =
        false;  ///< what a run writes on standard error is kept where it fails (LadderRunRow::errors); else
    ///< it is this process's own
    bool passErrors = false;  ///< with hearErrors: it goes to this process's own as well
    std::function<void(const LadderRunRow&)>
        came;  ///< told of each row once it is in the file, those of before first; on the calling thread
    std::function<void(const std::string&)>
        warned;  ///< told of what is amiss as soon as it shows, as the report says it at the end, and of what cannot
    ///< wait for it: how to cancel jobs by hand while Slurm does not answer a stop request; on the calling
    ///< thread
    SlurmRequest slurm;  ///< for Launcher::Slurm
    /// Where traces stay, those of run 2 at p = 4 in p4-2; empty: they go once they are read
    std::filesystem::path keepTraces;
};

struct LadderRunRow {
    int p = 1, repeat = 1;  ///< repeat from 1; 0 for a warm-up
    std::optional<double> seconds;  ///< as the program says it (time=), else of a step that its traces mark, else the
        ///< wall time of the whole line, launcher included; absent where the run failed
    std::string status;  ///< "ok", "exit 3", "signal 9", "timeout", "saw 2 workers"; by Slurm also "cancelled", "node
        ///< failure", …
    std::string host, started;  ///< started: ISO 8601, local
    SpokenLine said;  ///< what the program said, or its traces
    std::optional<double> launchS;  ///< what the whole line took, where this call ran it
    bool ownTime = false;  ///< the program says its time
    std::optional<bool> bySteps;  ///< time and parts are of a step that its traces mark; nullopt where nobody knows
    std::string partsFrom;  ///< which traces its parts are from; empty where the program said them, or nobody did
    std::vector<std::string> notes;  ///< what is amiss with its traces; comments before the row, as partsFrom
    std::string errors;  ///< the last lines that it wrote on standard error, where it failed and they were heard; not
        ///< in the file
    [[nodiscard]] bool ok() const { return status == "ok"; }
    /// "exit 3 (no such file: data.bin)": the status, and the last line of errors, cut short.
    [[nodiscard]] std::string failure() const;
};

struct LadderRunReport {
    std::vector<LadderRunRow> rows;  ///< those of the file before, then those of this call, as they came
    std::vector<LadderRunRow> warmups;  ///< of this call
    std::size_t resumed = 0;  ///< how many of the rows were there before
    std::vector<std::string> warnings;
};

/// done in 0…1, what is running. Called on the calling thread before each run.
using LadderRunProgress = std::function<void(double done, const std::string& doing)>;

/// That nothing tells the command its count but the environment; empty where the command or a launcher does.
[[nodiscard]] std::string countUnnamed(const LadderRunOptions& options);

/// All turns of the options that `rows` hold no row of, in their order.
struct LadderRunTurn {
    int p, repeat;
};
[[nodiscard]] std::vector<LadderRunTurn> missingTurns(const LadderRunOptions& options,
                                                      const std::vector<LadderRunRow>& rows);

/// A ladder of which every p has been tried and no run succeeded, all with the same status, is not gone on with.
/// Errors: Environment (the launcher or program is missing, the file cannot be written, is replaced meanwhile, or
/// another ladder run writes it), Input (the file is no ladder of this command), Cancelled after a stop request: the
/// rows until then are in the file.
[[nodiscard]] Result<LadderRunReport> runLadder(const LadderRunOptions& options, const std::stop_token& stop,
                                                const LadderRunProgress& progress = {});

/// The note of a row whose time the program says.
inline constexpr const char* ownTimeNote = "seconds are the program's own (time=), without its launcher's start";

/// A row of the file, its notes before it, with its line end; the header of the columns.
[[nodiscard]] std::string ladderRunLine(const LadderRunRow& row);
inline constexpr const char* ladderRunHeader = "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n";

}  // namespace scalewright
