// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded run: traces of one or more ranks, from files or folders, and their analysis.
//
//     const Result<TraceRules> rules = standardTraceRules();
//     const Result<TraceRun> run = importTraces({"traces/rank0.json", "traces/rank1.json.gz"}, *rules);
//     run->ranks[0].totals.exposedS; run->straggler;   // a rank's number, or nullopt
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
    std::vector<bool> isOwnLane;  ///< by lane in the source
    std::string deviceName;       ///< set if several devices in one process are ranks
    std::size_t tensorCount = 0;  ///< for a Horovod timeline
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

/// Seconds per step by which late ranks exceed the median of the others, outside collectives.
struct LateRankExcess {
    double computeS = 0, ioS = 0, idleS = 0;  ///< idle: waiting spans and time without a span
};

struct TraceRun {
    std::vector<TraceRank> ranks;  ///< ordered by number
    std::optional<int> worldSize;
    MatchedRun matched;            ///< by index in `ranks`
    /// Number of the rank that alone keeps the others waiting, if this is not due to chance.
    std::optional<int> straggler;
    std::vector<int> stragglers;   ///< numbers of all late ranks: `straggler` alone, a group, or none
    /// What that decision is based on, by index in `ranks`; zero steps if nothing is matched.
    StragglerVerdict stragglerVerdict;
    LateRankExcess lateRankExcess;            ///< what late ranks spend more time on
    /// Which ranks are late in this recording and by how much, or why none is named.
    std::string stragglerSummary;
    /// No rank is named, but the latest of the verdict is probably slow; more steps would tell.
    bool hasProbableStraggler = false;
    /// What makes statements about this recording less certain: "recordings start 0.90 s apart", "a damaged file".
    std::vector<std::string> weaknesses;
    /// How often such a verdict was right for simulated runs; empty if no ranks can be compared.
    std::string stragglerTrackRecord;
    double unclassifiedShare = 0;  ///< fraction of the busy time of all ranks
    std::vector<std::string> warnings;
    [[nodiscard]] double spanS() const;  ///< span of the longest rank
    /// False if ranks are missing compared with the number that a file states.
    [[nodiscard]] bool isComplete() const { return !worldSize || static_cast<int>(ranks.size()) >= *worldSize; }
};

/// Whether a file in a folder is read as a trace: its name ends in .json, .gz or .nsys-rep (which is rejected with
/// advice).
[[nodiscard]] bool isTraceFileName(const std::string& name);

/// Reads the given files and the traces in the given folders. A file that is not a trace is an error if it was named
/// explicitly, and a warning if it was found in a folder. Errors: Input (nothing could be read), Environment,
/// Cancelled.
[[nodiscard]] Result<TraceRun> importTraces(const std::vector<std::filesystem::path>& paths, const TraceRules& rules,
                                            const TraceReadOptions& options = {});

/// Like importTraces(), for recordings that have already been read. Precondition: at least one.
[[nodiscard]] TraceRun assembleRun(std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings,
                                   const TraceRules& rules);

}  // namespace scalewright
