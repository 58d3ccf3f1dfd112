// Mend it: a recorded run as a graph of what waits for what, with handles.
//
// A rank works until it stands still with a collective under way, and goes on when that has ended: its way is one of
// legs, each some work and then a wait (core/evidence/timeline/program.h). Collectives start within the work, several at once
// where the program has it so. One begins when its last rank has started it and the ones before it on the same lane
// have ended, and takes its own time from there:
//
//   begins(c) = max(start_r(c) over r, ends(before c)),   ends(c) = begins(c) + transfer(c)
//   a leg's end on rank r = max(start + work, ends(c) for every c it waits for)
//
// with transfer(c) the shortest duration of the recording. So nothing is faster than every rank's own work with the
// exchange once all are there. Work is measured on each rank's own clock, so that clocks need not agree; only where
// ranks begin does (core/evidence/trace/collectives.h estimates it). Unchanged, the replay is held against the recording. What
// it leaves out: work does not change because something else did (a shared machine, a warm cache), and transfers at the
// same time do not slow each other more than they did.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/timeline/bars.h"
#include "core/evidence/trace/run.h"

namespace scalewright {

struct ReplayHandles {
    std::vector<int> asMedian;  ///< these ranks' work between starts and waits becomes the median of the others
    double exchangeFactor = 1;  ///< the transfers' seconds times this, >= 0: 0.5 is twice as fast
    bool overlapAll = false;  ///< a transfer counts only as far as the work after it does not hide it
    std::vector<int> without;  ///< these ranks are gone; nobody takes over their work
    bool operator==(const ReplayHandles&) const = default;
};

struct ReplayRank {
    int rank = 0;
    double segmentsS = 0, transferS = 0, waitingS = 0;
};

/// A rank's work, its wait for others and for the transfer; and where these were in the recording, by the rank's own
/// clock. The last leg ends with its work.
struct ReplayLeg {
    double fromS = 0, arrivesS = 0, lastS = 0, toS = 0;
    std::int64_t fromNs = 0, arrivesNs = 0, toNs = 0;
};

struct Replay {
    double spanS = 0;  ///< from the first rank's begin to the last one's end
    double recordedSpanS = 0;  ///< the recording's, over the same ranks
    std::vector<ReplayRank> ranks;
    std::vector<double> endS;  ///< of each matched collective, from the beginning
    std::vector<std::vector<ReplayLeg>> legs;  ///< [place in ranks], seconds from the beginning
    [[nodiscard]] double error() const
    {
        return recordedSpanS > 0 ? spanS / recordedSpanS - 1 : 0;
    }  ///< of the unchanged replay
};

/// Errors (Refused): ranks are missing, there is only one, nothing is matched, handles leave no rank, or ranks wait for
/// each other in a circle (their collectives are not the same). Input: a
/// handle names a rank that is not there, or a factor is negative.
[[nodiscard]] Result<Replay> replay(const TraceRun& run, const ReplayHandles& handles = {});

/// A replayed rank as a bar, in nanoseconds from the beginning: what its recorded bar (bars.h) holds of each leg's
/// work, stretched to what that takes now, then the waiting and the transfer. `place` is that in replayed.ranks.
[[nodiscard]] std::vector<DetailSpan> replayedBar(const TraceRun& run, const Replay& replayed, std::size_t place);

/// Where a moment of that rank's recording, by its own clock, lies in the replay: nanoseconds from the beginning.
[[nodiscard]] std::int64_t replayedNs(const TraceRun& run, const Replay& replayed, std::size_t place, std::int64_t ns);

}  // namespace scalewright
