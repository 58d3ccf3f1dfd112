// SPDX-License-Identifier: GPL-3.0-or-later
// Determines which law a ladder supports over the others. How often such verdicts are right is a separate question
// (core/evidence/calibration).
//
// The noise is assumed to be proportional to the time unless the repeats show otherwise (likeliestNoisePower), and at
// least as large as the rounding of the recorded values. A rung is the geometric mean of its runs. Q is a law's
// weighted sum of squared residuals over the rungs, W that of the runs about their rungs' means.
//
//     lack of fit   F = [Q/(rungs - k)] / [W/(runs - rungs)]: does the law deviate more than the runs scatter?
//                   (Draper & Smith 1998)
//     kappa = 0     F = (Q_amdahl - Q_usl) / s^2, s^2 = (Q_usl + W)/(runs - 3), from the rungs alone if usl lacks fit:
//                   Amdahl's law is usl with kappa = 0, so a partial F-test of one parameter, one-sided as kappa >= 0
//     growth small  a kappa, or an exchange in log2 p rounds added to amdahl, that takes a twentieth of the time at the
//                   last p is rejected by the same test
//     slowdown      the last rung is slower than an earlier one by more than their runs' scatter (Student's t,
//                   Bonferroni over the rungs): impossible for a law without a peak
//     other shapes  (runs - k) ln[(Q_other + W)/(Q_best + W)], twice the log-likelihood ratio: laws that are not nested,
//                   and shapes of other kinds: an exchange of equal length at every p beyond 1; one in log2 p rounds;
//                   the same with a serial part (a tree collective added to Amdahl's law); a serial part with a power
//                   1/2, 3/4, 5/4 or 3/2 of p or p log2 p (usl has p); no overhead at all; compute inflation: a plateau
//                   max(a/p, b), or (a + b g)/p with g = log2 p or a power 1/4, 1/2, 3/4 or 0.9 of p. Under weak
//                   scaling a flat time, and a step up beyond p = 1 with each of these growths
//     monotone      shapes as flexible as the growing ones in which more workers never cost time: a serial part with a
//     rivals        stage that at most q workers share, f + a/min(p, q) + b/p; with work in M whole shares,
//                   a ceil(M/p)/M; with compute that is faster from some p on (a cache). q, M and that p are searched.
//                   The nearest growing shape must lead each by the same ratio, unless the ladder slows down
//
// Whether the time contains an overhead that grows with p is one verdict; which law the overhead follows is another. A
// ladder that slows down rejects every law without a peak, while usl and a tree of exchanges may fit equally well. The
// first verdict needs the tests above against the shapes that do not grow, the second against all shapes. Before the
// peak, a growing overhead and a stage shared by few workers bend the curve in the same way, and noise hides the
// difference; runs beyond the peak reveal it.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/fit/fit.h"

namespace scalewright::fits {

/// Akaike's criterion, corrected for few runs; nullopt if runs <= parameters + 2. The noise variance counts as one
/// parameter.
[[nodiscard]] std::optional<double> aicc(double sumOfSquares, int runs, int parameters);

/// A scaling shape, which may be a law, and its distance from the rungs.
struct ShapeMisfit {
    std::optional<Law> law;
    std::string name;
    bool isComputeInflation = false;  ///< compute per worker slows down as workers are added
    double relativeDeviation = 0;  ///< standard deviation of the rungs about the curve, relative to the value
    std::optional<double> normalizedResidualSum;  ///< Q in units of a run's variance, if there are repeats
    /// The rungs deviate from it by more than the scatter of the runs, or it cannot slow down although the ladder does.
    bool isExcluded = false;
};

struct LawEvidence {
    std::optional<Law> bestLaw;  ///< nullopt if no law could be fitted
    bool isDecided = false;  ///< every test above favours `bestLaw` alone
    /// Strong scaling: the time includes an overhead that grows with p, whichever law it follows.
    bool hasGrowingOverhead = false;
    std::vector<RivalShape> closeRivals;  ///< laws and shapes that the tests do not rank below the best
    BestSpeedup best;
    bool slowsDown = false;  ///< the last rung is slower than an earlier one by more than the noise
    std::vector<ShapeMisfit> shapes;  ///< every law and shape, nearest first
    double noise = 0;  ///< standard deviation of a run about the best law's curve, relative to the value
    std::string testSummary;  ///< describes the tests and their numbers
};

/// Precondition: fitLaw accepts each of `laws` for this ladder. If no test favours a law, `nearest` becomes the best
/// law, with which everything is compared, provided that it is given and the ladder's slowdown does not exclude it.
[[nodiscard]] LawEvidence assessLaws(const MeasuredLadder& ladder, const std::vector<Law>& laws,
                                     const FitOptions& options, std::optional<Law> nearest = {});

/// Whether the runs reject the law: the rungs deviate from it by more than the runs scatter (F-test at 99 %). False
/// without repeats.
[[nodiscard]] bool isRejectedByRuns(const MeasuredLadder& ladder, Law law, const FitOptions& options);

}  // namespace scalewright::fits
