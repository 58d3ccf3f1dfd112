// Mend it: a recorded run through the simulator's recurrences, with handles.
//
// Between two matched collectives a rank does what it did, for as long as it took: a segment. A collective starts for a
// rank when its segment ends, and ends for all when the last has come and the transfer is done:
//
//   start_r(k) = end_r(k-1) + segment_r(k),   end(k) = max over r of start_r(k) + transfer(k)
//
// with transfer(k) the shortest duration of the recording. Segments are differences on one rank's own clock, so that
// clocks need not agree; only where ranks begin does (core/trace/collectives.h estimates it). Unchanged, the replay is
// held against the recording. What it leaves out: collectives that are in flight at once are taken one after the other,
// and a segment does not change because another did (a shared machine, a warm cache).
#pragma once

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/timeline/bars.h"
#include "core/trace/run.h"

namespace scalewright {

struct ReplayHandles {
    std::vector<int> asMedian;  ///< these ranks' segments become the median over the ranks, each at its place
    double exchangeFactor = 1;  ///< the transfers' seconds times this, >= 0: 0.5 is twice as fast
    bool overlapAll = false;  ///< a transfer counts only as far as the segment after it does not hide it
    std::vector<int> without;  ///< these ranks are gone; nobody takes over their work
    bool operator==(const ReplayHandles&) const = default;
};

struct ReplayRank {
    int rank = 0;
    double segmentsS = 0, transferS = 0, waitingS = 0;
};

/// A rank's way to the end of a collective, or to the end of all: its segment, the wait for the last, the transfer.
struct ReplayLeg {
    double fromS = 0, arrivesS = 0, lastS = 0, toS = 0;
};

struct Replay {
    double spanS = 0;  ///< from the first rank's begin to the last one's end
    double recordedSpanS = 0;  ///< the recording's, over the same ranks
    std::vector<ReplayRank> ranks;
    std::vector<double> endS;  ///< of each collective, from the beginning
    std::vector<std::vector<ReplayLeg>>
        legs;  ///< [place in ranks]: one for each collective and one behind them, from the beginning
    [[nodiscard]] double error() const
    {
        return recordedSpanS > 0 ? spanS / recordedSpanS - 1 : 0;
    }  ///< of the unchanged replay
};

/// Errors (Refused): ranks are missing, there is only one, nothing is matched, or handles leave no rank. Input: a
/// handle names a rank that is not there, or a factor is negative.
[[nodiscard]] Result<Replay> replay(const TraceRun& run, const ReplayHandles& handles = {});

/// A replayed rank as a bar, in nanoseconds from the beginning: what its recorded bar (bars.h) holds of each segment,
/// stretched to what the segment takes now, then the waiting and the transfer. `place` is that in replayed.ranks.
[[nodiscard]] std::vector<DetailSpan> replayedBar(const TraceRun& run, const Replay& replayed, std::size_t place);

/// Where a moment of that rank's recording, by its own clock, lies in the replay: nanoseconds from the beginning.
[[nodiscard]] std::int64_t replayedNs(const TraceRun& run, const Replay& replayed, std::size_t place, std::int64_t ns);

}  // namespace scalewright
