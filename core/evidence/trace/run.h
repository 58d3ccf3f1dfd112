// A recorded run: traces of one or many ranks, from files or folders, and what they say.
//
//     const Result<TraceRules> rules = standardTraceRules();
//     const Result<TraceRun> run = importTraces({"traces/rank0.json", "traces/rank1.json.gz"}, *rules);
//     run->ranks[0].whole.exposedS; run->straggler;   // a rank's number, or none
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/breakdown.h"
#include "core/evidence/trace/collectives.h"
#include "core/evidence/trace/rank_parts.h"
#include "core/evidence/trace/rules.h"
#include "core/evidence/trace/stragglers.h"
#include "core/evidence/trace/trace_file.h"

namespace scalewright {

struct TraceRank {
    int rank = 0;
    std::shared_ptr<const TraceSource> source;
    std::vector<bool> lanes;  ///< of the source's: whether they are this rank's
    std::string device;       ///< which it is, where several devices of one process are ranks
    std::size_t tensors = 0;  ///< of a Horovod timeline
    RankReading reading;
    TimeShares whole;
    std::optional<double> waitingS;  ///< for the last to arrive at collectives, and in spans that wait
    std::string noWaiting;               ///< why there is no such number
    [[nodiscard]] std::size_t windows() const { return 1 + source->laterWindows.size(); }
    [[nodiscard]] double unclassifiedShare() const { return whole.busyS > 0 ? whole.unclassifiedS / whole.busyS : 0; }
};

/// Seconds a step that late ranks spend more than the middle one of the others, outside of collectives.
struct LongerParts {
    double computeS = 0, ioS = 0, idleS = 0;  ///< idle: spans that wait and time without a span
};

struct TraceRun {
    std::vector<TraceRank> ranks;  ///< by number
    std::optional<int> worldSize;
    MatchedRun matched;            ///< by place in `ranks`
    std::optional<int> straggler;  ///< a rank's number, where one alone keeps the others waiting, and not by chance
    std::vector<int> stragglers;   ///< the numbers of all that do: that one, a group, or none
    StragglerVerdict lateness;     ///< what that rests on, by place in `ranks`; zero steps where nothing is matched
    LongerParts longer;            ///< what those that are late do for longer than the others
    std::string aboutStraggler;        ///< who and by how much in this recording, or why none is named
    std::string stragglerCalibration;  ///< how often such a verdict was right on simulated runs; empty where no ranks
        ///< can be compared
    double unclassifiedShare = 0;  ///< of all ranks' busy time
    std::vector<std::string> warnings;
    [[nodiscard]] double spanS() const;  ///< the longest rank's
    /// True where ranks are missing: a file says how many there were.
    [[nodiscard]] bool complete() const { return !worldSize || static_cast<int>(ranks.size()) >= *worldSize; }
};

/// Whether a file in a folder is read as a trace: its name ends in .json, .gz or .nsys-rep (which is refused with a way
/// out).
[[nodiscard]] bool namedAsTrace(const std::string& name);

/// Reads files, and the traces in folders. A file that is no trace is an error where it was named, and a warning where
/// it lies in a folder. Errors: Input (nothing could be read), Environment, Cancelled.
[[nodiscard]] Result<TraceRun> importTraces(const std::vector<std::filesystem::path>& paths, const TraceRules& rules,
                                            const TraceReading& reading = {});

/// The same for recordings that are already read. Precondition: at least one.
[[nodiscard]] TraceRun assembleRun(std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings,
                                   const TraceRules& rules);

}  // namespace scalewright
