// Collectives matched across ranks: what is transfer, what is waiting for the last rank, and which rank kept the others
// waiting.
//
// The n-th collective of a name on one rank is the n-th of that name on every other. If ranks have a name unequally
// often (profilers lose an event now and then), the n-th of a step is the n-th of that step, in the steps that have it
// equally often; without marked steps that name is not matched. A matched collective's transfer is its shortest
// duration over the ranks: the last rank to arrive does not wait. The additional time of another rank, at its
// beginning, is waiting (models.md, "Measured scaling"). For collectives in flight together, the transfers are one
// union, and the waiting is what is outside of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/breakdown.h"

namespace scalewright {

/// A rank's collectives, with names that all ranks share.
struct NamedCollectives {
    std::vector<CollectiveSpan> spans;  ///< ordered by start; kind is an index into names
    std::vector<std::string> names;
    std::vector<std::int64_t> stepStartNs;  ///< starts of the marked steps, ascending; empty if none are marked
};

struct MatchedCollective {
    std::string name;
    std::vector<std::int64_t> startNs, durationNs;  ///< by rank, on each rank's own clock
    std::vector<std::uint32_t> lanes;  ///< by rank
    [[nodiscard]] std::int64_t endNs(std::size_t rank) const { return startNs[rank] + durationNs[rank]; }
    [[nodiscard]] std::int64_t transferNs() const;
};

struct ClockOffset {
    double seconds = 0;  ///< this rank's clock minus the first rank's
    double spreadS = 0;  ///< median distance of a single collective from this offset
};

struct MatchedRun {
    std::vector<MatchedCollective> collectives;  ///< ordered by start on the first rank
    std::size_t unmatchedCount = 0;  ///< over all ranks: collectives that occur unequally often
    std::vector<double> waitingS, transferS;  ///< by rank; empty if nothing is matched
    std::vector<TimeSet> waitingTimes;  ///< the same as intervals on each rank's own clock
    std::vector<ClockOffset> offsets;  ///< by rank; the first is zero; empty if nothing is matched
};

/// Precondition: at least one rank.
[[nodiscard]] MatchedRun matchCollectives(const std::vector<NamedCollectives>& ranks);

/// The ranks that keep the others waiting, as indices: those that spend the least in collectives, if every other rank
/// spends at least `share` of the span more than any of them. One such rank has priority over a group. A group is at
/// most half of the ranks (if most ranks wait little, the few that wait are not delayed by a group); of several groups,
/// the one with the widest gap is chosen. Empty if nothing stands out or there is only one rank.
[[nodiscard]] std::vector<std::size_t> findStragglersByGap(const std::vector<double>& collectiveS, double spanS,
                                                           double share = 0.15);

/// How much a rank's work varies from step to step, in seconds: the standard deviation of the residuals of a two-way
/// layout of the time in collectives, collectiveS[step][rank], after removing the means of ranks and steps (a step's
/// mean contains the wait for its last rank); (steps - 1)(ranks - 1) degrees of freedom (Fisher). nullopt with fewer
/// than two steps or two ranks.
[[nodiscard]] std::optional<double> arrivalJitterS(const std::vector<std::vector<double>>& collectiveS);

}  // namespace scalewright
