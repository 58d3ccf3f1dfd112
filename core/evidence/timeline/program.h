// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's program, reconstructed from its recording: when it worked, what it started meanwhile, and what it waited
// for.
//
// A rank stalls while a collective is in progress and the rank does nothing else. A collective that ends during the
// stall was waited for, together with those that had ended earlier and had not been waited for yet. Within such a
// stall, time before the last start is work (launching), and so is the time between the end and the next activity. A
// collective that ends while the rank works is hidden, and is waited for at the next stall or at the end of its step.
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
    /// Contiguous from the rank's first event to its last; the last leg does not wait
    std::vector<ProgramLeg> legs;
    /// By matched collective: nanoseconds of work before the rank starts it, and the leg in which it starts (startLeg).
    std::vector<std::int64_t> workBeforeStartNs;
    /// By matched collective: nanoseconds of work before the rank waits for it.
    std::vector<std::int64_t> workBeforeWaitNs;
    std::vector<std::size_t> startLeg;
    std::vector<std::ptrdiff_t> previousOnLane;  ///< the previous collective on the same lane; -1: none
    std::int64_t totalWorkNs = 0;
};

/// Precondition: the run has matched collectives, and `rank` is an index into its ranks.
[[nodiscard]] RankProgram extractProgram(const TraceRun& run, std::size_t rank);

/// A collective that began when its lane became free was requested earlier. The work between the previous start and its
/// own is therefore limited to the smallest value on any rank.
void advanceQueuedStarts(const TraceRun& run, std::vector<RankProgram>& programs);

}  // namespace scalewright
