// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of a recorded run as a dependency graph, with what-if options.
//
// A rank works until it has to wait for a collective, and continues when that has ended: its program is a sequence of
// legs, each consisting of some work and then a wait (core/evidence/timeline/program.h). Collectives start within the
// work, several at once if the program does so. A collective begins when the last rank has started it and its
// predecessors on the same lane have ended, and takes its own time from there:
//
//     begins(c) = max(start_r(c) over r, ends(before c)),   ends(c) = begins(c) + transfer(c)
//     a leg's end on rank r = max(start + work, ends(c) for every c it waits for)
//
// with transfer(c) the shortest duration in the recording. So no run is faster than the work of each rank plus the
// exchange after all ranks have arrived. Work is measured on each rank's own clock, so clocks need not agree; only the
// start times of the ranks must (core/evidence/trace/collectives.h estimates the offsets). The unchanged replay is
// compared with the recording. Not modelled: work that changes because something else did (a shared machine, a warm
// cache), and simultaneous transfers that slow each other more than they did in the recording.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/timeline/bars.h"
#include "core/evidence/trace/run.h"

namespace scalewright {

struct ReplayOptions {
    /// On these ranks, the work between starts and waits is replaced by the median of the other ranks.
    std::vector<int> ranksAtMedian;
    double transferFactor = 1;  ///< multiplies transfer times, >= 0: 0.5 is twice as fast
    bool overlapTransfers = false;  ///< a transfer counts only where the work after it does not hide it
    std::vector<int> ranksLeftOutOfReplay;  ///< these ranks are removed; their work is not given to other ranks
    bool operator==(const ReplayOptions&) const = default;
};

struct ReplayRank {
    int rank = 0;
    double workS = 0, transferS = 0, waitingS = 0;
};

/// A rank's work, its wait for others and its transfer; in the replay (seconds) and in the recording on the rank's own
/// clock (nanoseconds). The last leg ends with its work.
struct ReplayLeg {
    double fromS = 0, workEndS = 0, transferStartS = 0, toS = 0;
    std::int64_t fromNs = 0, workEndNs = 0, toNs = 0;
};

struct Replay {
    double spanS = 0;  ///< from the first rank's start to the last rank's end
    double recordedSpanS = 0;  ///< span of the recording, over the same ranks
    std::vector<ReplayRank> ranks;
    std::vector<double> collectiveEndS;  ///< by matched collective, from the start of the replay
    std::vector<std::vector<ReplayLeg>> legs;  ///< [index in ranks], seconds from the start of the replay
    [[nodiscard]] double relativeError() const
    {
        return recordedSpanS > 0 ? spanS / recordedSpanS - 1 : 0;
    }  ///< for a replay without changes
};

/// Errors: Refused (ranks are missing, there is only one, nothing is matched, the options leave no rank, or ranks wait
/// for each other in a cycle because their collectives differ), Input (an option names a rank that does not exist, or
/// the factor is negative).
[[nodiscard]] Result<Replay> replay(const TraceRun& run, const ReplayOptions& options = {});

/// A replayed rank as a bar, in nanoseconds from the start of the replay: the recorded work of each leg (bars.h),
/// stretched to its replayed duration, then the waiting and the transfer. `rankIndex` is an index into replayed.ranks.
[[nodiscard]] std::vector<DetailSpan> replayedBar(const TraceRun& run, const Replay& replayed, std::size_t rankIndex);

/// Maps a time in that rank's recording, on its own clock, to nanoseconds from the start of the replay.
[[nodiscard]] std::int64_t toReplayTimeNs(const TraceRun& run, const Replay& replayed, std::size_t rankIndex,
                                          std::int64_t ns);

}  // namespace scalewright
