// A rank's program, reconstructed from its recording: when it worked, what it started meanwhile, and what it stalled
// for.
//
// A rank stalls while a collective is in progress and it does nothing else. If one ends during the stall, it was waited
// for, together with those that had ended before and were not waited for yet. Time before the last start within such a
// stall is work (launching), and so is the time between the end and the next activity. A collective that ends while the
// rank works is hidden, and waited for at the next stall or at the end of its step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/evidence/trace/run.h"

namespace scalewright {

/// Some work, then a wait for collectives (indices into MatchedRun::collectives), on the rank's own clock.
struct ProgramLeg {
    std::int64_t fromNs = 0, workEndNs = 0, toNs = 0;
    std::vector<std::size_t> awaitedCollectives;
};

struct RankProgram {
    /// Consecutive from the rank's first event to its last; the last leg waits for none
    std::vector<ProgramLeg> legs;
    /// By matched collective: nanoseconds of work before the rank starts it, and the leg of that start (startLeg).
    std::vector<std::int64_t> workBeforeStartNs;
    std::vector<std::int64_t> workBeforeWaitNs;  ///< the same before the rank waits for it
    std::vector<std::size_t> startLeg;
    std::vector<std::ptrdiff_t> previousOnLane;  ///< the previous collective on the same lane; -1: none
    std::int64_t totalWorkNs = 0;
};

/// Precondition: the run has matched collectives, and `rank` is an index into its ranks.
[[nodiscard]] RankProgram extractProgram(const TraceRun& run, std::size_t rank);

/// A collective that began as its lane became free was requested earlier. Its start after the previous one is limited
/// to the least work that any rank needs between the two.
void advanceQueuedStarts(const TraceRun& run, std::vector<RankProgram>& programs);

}  // namespace scalewright
