// Which rank keeps the others waiting, and whether that may be chance.
//
// In a collective all ranks wait for the last to arrive, so a late rank spends less time in it than the others; this
// needs no common clock. Two permutation tests check whether it is always the same rank: within each step the ranks are
// shuffled, as if none were slower, and the statistic of the shuffled steps is compared with the recorded one (Good
// 2005, "Permutation, Parametric and Bootstrap Tests of Hypotheses").
//
//     size    the mean lateness of the latest rank; for a group, the widest gap between it and the rest
//     order   the same for the order in which the ranks arrive: valid for any jitter
//
// Together they err in 5 % of runs if no rank is slower and steps are independent. If a machine slows one rank for a
// while, and then another, the shuffles are widened by the autocorrelation of the recorded steps: such runs err in
// about 4 % of 100 steps and 13 % of 30 (tst_stragglers, toleratesSlowStretches). With too few steps no order is
// improbable enough; then only the size of the gap decides (collectives.h, findStragglersByGap), and
// core/evidence/calibration records how often that was right.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace scalewright {

struct StragglerVerdict {
    /// Indices of the latest ranks: one rank or a group, whether or not significant.
    std::vector<std::size_t> latestRanks;
    bool hasStraggler = false;
    bool decidedBySize = false;  ///< from the size of the gap alone: the steps are too few for a test
    std::optional<double> pValue;  ///< probability of such lateness if no rank is slower; absent: too few steps
    std::size_t stepCount = 0;
    std::size_t lastArrivals = 0;  ///< number of steps in which one of them arrived last
    double latenessS = 0;  ///< per step, the median over the steps: behind the median of the others
    double savingS = 0;  ///< per step, the mean: how much sooner the step would end without them
    [[nodiscard]] double lastArrivalShare() const
    {
        return stepCount > 0 ? double(lastArrivals) / double(stepCount) : 0;
    }
};

/// A rank is named if the tests are significant and it is late by at least this share of a step.
inline constexpr double minimumLatenessShare = 0.03;

/// From the seconds in collectives, [step][rank], and the longest rank's seconds over all of them. Precondition: the
/// same number of ranks in every step. Without two ranks, or without a step, no rank is late.
[[nodiscard]] StragglerVerdict detectStragglers(const std::vector<std::vector<double>>& collectiveS, double spanS);

}  // namespace scalewright
