// SPDX-License-Identifier: GPL-3.0-or-later
// Which rank keeps the others waiting, and whether that may be due to chance.
//
// In a collective, all ranks wait for the last to arrive, so a late rank spends less time in it than the others; this
// requires no common clock. Two permutation tests check whether it is always the same rank: within each step the ranks
// are shuffled, as if none were slower, and the statistic of the shuffled steps is compared with the recorded one (Good
// 2005, "Permutation, Parametric and Bootstrap Tests of Hypotheses").
//
//     size    the mean lateness of the latest rank; for a group, the widest gap between it and the rest
//     order   the same for the order in which the ranks arrive: valid for any jitter
//
// Together they err in 5 % of runs if no rank is slower and steps are independent. If a machine slows one rank for a
// while, and then another, the shuffles are widened by the autocorrelation of the recorded steps: the tests err in
// about 4 % of such runs with 100 steps and 13 % with 30 (tst_stragglers, toleratesSlowStretches). With too few steps,
// no order is improbable enough; then only the size of the gap decides (collectives.h, findStragglersByGap), and
// core/evidence/calibration records how often that was right. A rank that is last in every step is then probable.
//
// That no rank is named means little if none could have been: `detectableS` is the delay that would have been found in
// nine of ten such recordings, (t + 1.9) s sqrt(ranks/((ranks - 1) steps)), with the jitter s of a rank's arrival and
// Student's t at the size test's level over the ranks.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace scalewright {

struct StragglerVerdict {
    /// Indices of the latest ranks: one rank or a group, significant or not.
    std::vector<std::size_t> latestRanks;
    bool hasStraggler = false;
    bool decidedBySize = false;  ///< decided by the size of the gap alone, because there are too few steps for a test
    /// Not named, but more likely late than not: by more than minimumLatenessShare, and either in every step of too few
    /// for a test, or with a probability of chance of at most 0.2.
    bool isProbable = false;
    /// Seconds per step; absent if there are too few steps for a test.
    std::optional<double> detectableS;
    /// Probability of such lateness if no rank is slower; absent if there are too few steps.
    std::optional<double> pValue;
    std::size_t stepCount = 0;
    std::size_t lastArrivals = 0;  ///< number of steps in which one of the latest ranks arrived last
    double latenessS = 0;  ///< seconds behind the median of the others, as the median over the steps
    double savingS = 0;  ///< how much sooner a step would end without them, as the mean over the steps
    [[nodiscard]] double lastArrivalShare() const
    {
        return stepCount > 0 ? double(lastArrivals) / double(stepCount) : 0;
    }
};

/// A rank is named if the tests are significant and its lateness is at least this share of a step.
inline constexpr double minimumLatenessShare = 0.03;

/// Fewest steps in which a rank that is always last is too unlikely by chance. Precondition: ranks >= 2.
[[nodiscard]] std::size_t fewestTestableSteps(std::size_t ranks);

/// Decides from the seconds in collectives, [step][rank], and the total seconds of the longest rank. Precondition: the
/// same number of ranks in every step. With fewer than two ranks or no steps, no rank is late.
[[nodiscard]] StragglerVerdict detectStragglers(const std::vector<std::vector<double>>& collectiveS, double spanS);

}  // namespace scalewright
