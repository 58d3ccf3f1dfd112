// Who keeps the others waiting, and whether it may be chance.
//
// In a collective all wait for the last to arrive, so who is late has spent less time in it than the others: that needs
// no common clock. Two permutation tests ask whether it is always the same rank: within each step the ranks change
// places at random, as they may where nobody is slower, and the statistic of the shuffled steps is held against the
// recorded one (Good 2005, "Permutation, Parametric and Bootstrap Tests of Hypotheses").
//
//   size    the mean lateness of the latest rank; of a group, the widest gap between it and the rest
//   order   the same of the places in which the ranks arrive: jitter may be as wild as it likes
//
// Together they err in 5 % of runs where nobody is slower and a step knows nothing of the step before. Where a machine
// slows one rank for a while, and then another, the shuffles are widened by as much as the recorded steps follow each
// other: such runs err in about 4 % of 100 steps and 13 % of 30 (tst_stragglers, slowStretches). In too few steps no order is improbable enough; there the
// size of the gap alone speaks (collectives.h, stragglersOf), and core/evidence/calibration says how often that was right.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace scalewright {

struct StragglerVerdict {
    std::vector<std::size_t> late;  ///< places of those that arrive latest: one rank or a group, named or not
    bool named = false;
    bool bySize = false;  ///< named by the size of the gap alone: the steps are too few for a test
    std::optional<double> chance;  ///< how often chance has them as late where nobody is slower; absent: too few steps
    std::size_t steps = 0;
    std::size_t last = 0;  ///< in how many steps one of them arrived last
    double lateS = 0;  ///< a step, the median over the steps: behind the middle one of the others
    double savesS = 0;  ///< a step, the mean: how much sooner it would end without them
    [[nodiscard]] double lastShare() const { return steps > 0 ? double(last) / double(steps) : 0; }
};

/// A rank is named where the tests tell and it is late by at least this share of a step.
inline constexpr double leastLateness = 0.03;

/// From the seconds in collectives, [step][rank], and the longest rank's seconds over all of them. Precondition: as
/// many ranks in every step. Without two ranks, or without a step, nobody is late.
[[nodiscard]] StragglerVerdict judgeStragglers(const std::vector<std::vector<double>>& collectiveS, double spanS);

}  // namespace scalewright
