// A recorded run: traces of one or more ranks, from files or folders, and their analysis.
//
//     const Result<TraceRules> rules = standardTraceRules();
//     const Result<TraceRun> run = importTraces({"traces/rank0.json", "traces/rank1.json.gz"}, *rules);
//     run->ranks[0].totals.exposedS; run->straggler;   // a rank's number, or none
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
    std::vector<bool> isOwnLane;  ///< by lane of the source
    std::string deviceName;       ///< if several devices of one process are ranks
    std::size_t tensorCount = 0;  ///< of a Horovod timeline
    RankBreakdown breakdown;
    TimeTotals totals;
    std::optional<double> waitingS;  ///< for the last rank at collectives, and in waiting spans
    std::string waitingUnknownReason;               ///< why waitingS is absent
    [[nodiscard]] std::size_t windowCount() const { return 1 + source->laterFiles.size(); }
    [[nodiscard]] double unclassifiedShare() const
    {
        return totals.busyS > 0 ? totals.unclassifiedS / totals.busyS : 0;
    }
};

/// Seconds per step that late ranks spend beyond the median of the others, outside of collectives.
struct LateRankExcess {
    double computeS = 0, ioS = 0, idleS = 0;  ///< idle: waiting spans and time without a span
};

struct TraceRun {
    std::vector<TraceRank> ranks;  ///< ordered by number
    std::optional<int> worldSize;
    MatchedRun matched;            ///< by index in `ranks`
    std::optional<int> straggler;  ///< a rank's number, if it alone keeps the others waiting, and not by chance
    std::vector<int> stragglers;   ///< the numbers of all late ranks: that one, a group, or none
    /// Basis of that decision, by index in `ranks`; zero steps if nothing is matched.
    StragglerVerdict stragglerVerdict;
    LateRankExcess lateRankExcess;            ///< what late ranks do for longer than the others
    /// Which ranks are late in this recording and by how much, or why none is named.
    std::string stragglerSummary;
    /// How often such a verdict was right on simulated runs; empty if no ranks can be compared.
    std::string stragglerTrackRecord;
    double unclassifiedShare = 0;  ///< of all ranks' busy time
    std::vector<std::string> warnings;
    [[nodiscard]] double spanS() const;  ///< of the longest rank
    /// False if ranks are missing: a file states how many there were.
    [[nodiscard]] bool isComplete() const { return !worldSize || static_cast<int>(ranks.size()) >= *worldSize; }
};

/// Whether a file in a folder is read as a trace: its name ends in .json, .gz or .nsys-rep (which is rejected with
/// advice).
[[nodiscard]] bool isTraceFileName(const std::string& name);

/// Reads files, and the traces in folders. A file that is not a trace is an error if it was named, and a warning if it
/// was found in a folder. Errors: Input (nothing could be read), Environment, Cancelled.
[[nodiscard]] Result<TraceRun> importTraces(const std::vector<std::filesystem::path>& paths, const TraceRules& rules,
                                            const TraceReadOptions& options = {});

/// The same for recordings that are already read. Precondition: at least one.
[[nodiscard]] TraceRun assembleRun(std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings,
                                   const TraceRules& rules);

}  // namespace scalewright
