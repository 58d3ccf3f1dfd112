// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a rung, part by part, compared with the ideal: how many folds each part lost, and how certain that is.
#pragma once

#include <initializer_list>
#include <optional>

#include "core/decision/attribution/attribution.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright::attribution {

using TimePartMember = double TimeParts::*;

/// The fraction of each part at the base that remains at p with ideal scaling.
[[nodiscard]] double idealShare(const MeasuredLadder& ladder, int p);

/// True if the rung has at least two runs, all with parts.
[[nodiscard]] bool hasRepeatedParts(const Rung& rung);

/// The folds of one part minus those of another (nullptr: minus nothing), estimated from the runs.
struct FoldsDifference {
    double folds = 0, standardError = 0;
    int degreesOfFreedom = 0;
    bool leavesOutARun = false;  ///< one run at p differs too much from its repeats
    /// value -+ Student's t at that level times the standard error.
    [[nodiscard]] Interval intervalAround(double value, double level) const;
};
/// nullopt if the parts were not repeated at the base and here, or if they have no scatter at all (Welch 1947).
[[nodiscard]] std::optional<FoldsDifference> foldsDifference(const Rung& base, const Rung& rung, double share,
                                                             TimePartMember part, TimePartMember subtracted);

/// The same, with the relative scatter of each part pooled over all rungs: three runs alone leave a variance unknown by
/// a factor of forty. If the rung scatters more than that (F-test at 99 %), the run farthest from the median is left out;
/// if it still scatters more, its own scatter is used.
[[nodiscard]] std::optional<FoldsDifference> pooledFoldsDifference(const MeasuredLadder& ladder, const Rung& rung,
                                                                   TimePartMember part, TimePartMember subtracted);

[[nodiscard]] LostFolds computeLostFolds(const MeasuredLadder& ladder, const Rung& rung);

/// Scatter of these parts relative to their size, pooled over the rungs: a part counts by the square of its size. 0
/// without repeats; null parts are ignored.
[[nodiscard]] double relativeNoise(const MeasuredLadder& ladder, std::initializer_list<TimePartMember> parts);

/// The cause of compute that does not shrink; isDecided is false if it may be the other cause.
struct ComputeLossCause {
    Cause cause = Cause::SerialFraction;
    bool isDecided = true;
};
[[nodiscard]] ComputeLossCause findComputeLossCause(const MeasuredLadder& ladder);

}  // namespace scalewright::attribution
