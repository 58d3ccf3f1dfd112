// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives matched across ranks: what is transfer, what is waiting for the last rank, and which rank kept the others
// waiting.
//
// The n-th collective with a given name on one rank matches the n-th with that name on every other. If a name occurs a
// different number of times on different ranks (profilers sometimes lose an event), collectives are matched step by
// step, in the steps where the numbers agree; without marked steps, that name is not matched. A matched collective's
// transfer is its shortest duration over the ranks, because the last rank to arrive does not wait. The additional time
// on another rank, at the beginning, is waiting (models.md, "Measured scaling"). If collectives are in flight together,
// the union of their transfers counts once, and waiting is what lies outside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/breakdown.h"

namespace scalewright {

/// A rank's collectives; all ranks use the same names.
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
    double spreadS = 0;  ///< median deviation of single collectives from this offset
};

struct MatchedRun {
    std::vector<MatchedCollective> collectives;  ///< ordered by start on the first rank
    std::size_t unmatchedCount = 0;  ///< over all ranks: collectives whose number differs between ranks
    std::vector<double> waitingS, transferS;  ///< by rank; empty if nothing is matched
    std::vector<TimeSet> waitingTimes;  ///< waiting as intervals on each rank's own clock
    std::vector<ClockOffset> offsets;  ///< by rank; the first is zero; empty if nothing is matched
};

/// Precondition: at least one rank.
[[nodiscard]] MatchedRun matchCollectives(const std::vector<NamedCollectives>& ranks);

/// The ranks that keep the others waiting, as indices: those that spend the least time in collectives, if every other
/// rank spends more than any of them by at least `share` of the span. A single such rank takes priority over a group. A
/// group is at most half of the ranks (if most ranks wait little, they are not what delays the few that wait); among
/// several groups, the one with the widest gap is chosen. Empty if nothing stands out or there is only one rank.
[[nodiscard]] std::vector<std::size_t> findStragglersByGap(const std::vector<double>& collectiveS, double spanS,
                                                           double share = 0.15);

/// How much a rank's work varies from step to step, in seconds. collectiveS[step][rank] is the time in collectives; the
/// means over ranks and steps are removed as in a two-way layout (a step's mean contains the wait for its last rank),
/// and the result is the standard deviation of the residuals, with (steps - 1)(ranks - 1) degrees of freedom (Fisher).
/// nullopt with fewer than two steps or two ranks.
[[nodiscard]] std::optional<double> arrivalJitterS(const std::vector<std::vector<double>>& collectiveS);

}  // namespace scalewright
