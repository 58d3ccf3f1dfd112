// Collectives matched across ranks: what is transfer, what is waiting for the last to arrive, and who kept the others
 // waiting.
//
// The n-th collective of a name on one rank is the n-th of that name on every other. Where ranks have a name unequally
// often (a profiler loses an event now and then), the n-th of a step is the n-th of that step, in the steps that have it
// equally often; without marked steps that name is not matched. A matched collective's transfer is its shortest duration over the ranks: the last to arrive
// waits for nobody. What another rank spends beyond it, at its beginning, is waiting (models.md, "Measured scaling").
// Of collectives in flight together the transfers are one union, and the waiting is what lies outside of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/breakdown.h"

namespace scalewright {

/// A rank's collectives, with names that all ranks share.
struct NamedCollectives {
    std::vector<CollectiveSpan> spans;  ///< by start; kind indexes names
    std::vector<std::string> names;
    std::vector<std::int64_t> stepNs;  ///< where marked steps begin, ascending; empty where none are marked
};

struct MatchedCollective {
    std::string name;
    std::vector<std::int64_t> startNs, durationNs;  ///< by rank, in each rank's own clock
    std::vector<std::uint32_t> lane;  ///< by rank
    [[nodiscard]] std::int64_t endNs(std::size_t rank) const { return startNs[rank] + durationNs[rank]; }
    [[nodiscard]] std::int64_t transferNs() const;
};

struct ClockOffset {
    double seconds = 0;  ///< this rank's clock less the first rank's
    double spreadS = 0;  ///< median distance of a single collective from that
};

struct MatchedRun {
    std::vector<MatchedCollective> collectives;  ///< by start on the first rank
    std::size_t unmatched = 0;  ///< collectives, over all ranks, that ranks have unequally often
    std::vector<double> waitingS, transferS;  ///< by rank; empty where nothing is matched
    std::vector<TimeSet> waiting;  ///< the same as stretches of each rank's own clock
    std::vector<ClockOffset> offsets;  ///< by rank; the first is zero; empty where nothing is matched
};

/// Precondition: at least one rank.
[[nodiscard]] MatchedRun matchCollectives(const std::vector<NamedCollectives>& ranks);

/// The ranks that keep the others waiting, by rank (index, not number): those that spend least in collectives, if every
/// other spends at least `share` of the span more than the last of them. One such rank goes before a group. A group is
/// at most half of the ranks (where most wait little, the few that wait are not kept by a group), and of several the
/// one with the widest gap. Empty where nothing stands out or there is only one rank.
[[nodiscard]] std::vector<std::size_t> stragglersOf(const std::vector<double>& collectiveS, double spanS,
                                                    double share = 0.15);

/// How much a rank's work varies from step to step, seconds: the standard deviation of what a two-way layout leaves of
/// the time in collectives, collectiveS[step][rank], once a rank's mean and a step's are taken out (a step's mean holds
/// the wait for its last rank); (steps - 1)(ranks - 1) degrees of freedom (Fisher). nullopt with fewer than two steps
/// or two ranks.
[[nodiscard]] std::optional<double> arrivalJitterS(const std::vector<std::vector<double>>& collectiveS);

}  // namespace scalewright
