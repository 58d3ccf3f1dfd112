// What a rank's recording says of its program: when it worked, what it started meanwhile, what it stood still for.
//
// A rank stands still where a collective is under way and it does nothing else. If one ends there it was waited for,
// together with those that had ended before and were not waited for yet; time before the last start within such a
// stretch is work (launching), and so is what passes between the end and going on. A collective that ends while the
// rank works is hidden, and waited for at the next standstill or at the end of its step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/evidence/trace/run.h"

namespace scalewright {

/// Some work, and a wait for collectives (indices of MatchedRun::collectives); by the rank's own clock.
struct ProgramLeg {
    std::int64_t fromNs = 0, arrivesNs = 0, toNs = 0;
    std::vector<std::size_t> waitsFor;
};

struct RankProgram {
    /// One after another from the rank's first event to its last; the last waits for none
    std::vector<ProgramLeg> legs;
    /// By matched collective: nanoseconds of work until the rank starts it, and in which leg that is.
    std::vector<std::int64_t> startsAfterNs;
    std::vector<std::int64_t> waitsAfterNs;  ///< the same until the rank stands still for it
    std::vector<std::size_t> startsIn;
    std::vector<std::ptrdiff_t> before;  ///< the collective before it on the same lane; -1: none
    std::int64_t workNs = 0;
};

/// Precondition: the run has matched collectives, and `rank` is a place in its ranks.
[[nodiscard]] RankProgram programOf(const TraceRun& run, std::size_t rank);

/// A collective that began as its lane became free was asked for before that. It starts no later after the one before
/// it than on the rank where that takes the least work.
void queueStarts(const TraceRun& run, std::vector<RankProgram>& programs);

}  // namespace scalewright
