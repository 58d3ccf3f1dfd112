// Which law a ladder tells from the others, before anybody asks how often such a telling is right (core/evidence/calibration).
//
// The noise is a share of the time unless the repeats say otherwise (noisePower), and no less than the rounding of what
// was written; a rung is the geometric mean of its runs, and Q is a law's weighted sum of squared residuals over the
// rungs, W the same of the runs about their rung's mean.
//
//   lack of fit   F = [Q/(rungs - k)] / [W/(runs - rungs)]: does the law stray more than the runs scatter? (Draper & Smith 1998)
//   kappa = 0     F = (Q_amdahl - Q_usl) / s^2, s^2 = (Q_usl + W)/(runs - 3), of the rungs alone where usl lacks fit: Amdahl's law
//                 is usl with kappa = 0, so a partial F-test of one parameter, one-sided as kappa >= 0
//   growth small  a kappa, or an exchange in log2 p rounds beside amdahl, that takes a twentieth of the time at the last p is
//                 rejected by the same test
//   a fall        the last rung is slower than an earlier one beyond their runs' scatter (Student's t, Bonferroni over the rungs):
//                 no law without a peak can do that
//   other shapes  (runs - k) ln[(Q_other + W)/(Q_best + W)], twice the logarithm of a likelihood ratio: laws that are not nested,
//                 and shapes that no law here has: an exchange of the same length at every p beyond 1, one in log2 p rounds, the same
//                 beside a serial part (a tree collective beside Amdahl's law), beside it a power 1/2, 3/4, 5/4 or 3/2 of p or p log2 p (usl
//                 has p), nothing lost at all, and compute inflation: a plateau max(a/p, b), or (a + b g)/p with g = log2 p or a power
//                 1/4, 1/2, 3/4 or 0.9 of p. Under weak scaling a flat time, and a step up beyond p = 1 with each of these growths
//   monotone      shapes as free as those that grow, though more workers never make them slower: a serial part beside a
//   rivals        stage that q workers can share, f + a/min(p, q) + b/p; beside work in M whole shares, a ceil(M/p)/M;
//                 beside compute that is faster from some p on (a cache). q, M and that p are searched. The nearest shape
//                 that grows has to lead each by the same ratio, unless there is a fall
//
// That the time holds an overhead that grows with p is one verdict, and which law it follows is another: a ladder that
// falls rejects every law that cannot fall, while usl and a tree of exchanges may lie equally near. The first asks for
// the tests above against the shapes that do not grow; the second against all. Before the peak a growing overhead and a
// stage that few can share bend alike, and noise hides which: runs beyond the peak tell.
#pragma once

#include <optional>
#include <vector>

#include "core/evidence/fit/fit.h"

namespace scalewright::fits {

/// Akaike's criterion with its correction for few runs; absent with runs <= parameters + 2. The noise's variance counts
/// as one.
[[nodiscard]] std::optional<double> aicc(double sumOfSquares, int runs, int parameters);

/// A shape of scaling, a law's or not, and how far the rungs are from it.
struct ShapeMisfit {
    std::optional<Law> law;
    std::string name;
    bool inflation = false;  ///< every worker computes more slowly the more there are
    double stray = 0;  ///< standard deviation of the rungs about the curve, as a share of the value
    std::optional<double> distance;  ///< Q in variances of a run, where repeats show one
    bool excluded = false;  ///< strays more than the runs scatter, or cannot fall while the ladder does
};

/// From the lowest to the highest p at which one of several curves peaks; infinite where one does nowhere.
struct PeakSpan {
    double low = 1, high = 1;
};

struct LawEvidence {
    std::optional<Law> best;  ///< none where no law could be solved
    bool told = false;  ///< every test above speaks for it alone
    bool grows = false;  ///< strong scaling: an overhead that grows with p is told, whatever its law
    std::vector<NearShape> asNear;  ///< laws and shapes that the tests do not set behind the best
    std::optional<PeakSpan> peaksAsNear;  ///< of the shapes among them that no law has
    bool falls = false;  ///< measured beyond the noise
    std::vector<ShapeMisfit> shapes;  ///< every law and shape, the nearest first
    double noise = 0;  ///< standard deviation of a run about the best law, as a share of the value
    std::string why;  ///< the tests in words, with their numbers
};

/// Among laws that fitLaw accepts for this ladder. Where no test speaks for one, `best`, and all that is compared with
/// it, is `nearest` if that is given and not excluded by a fall.
[[nodiscard]] LawEvidence weigh(const MeasuredLadder& ladder, const std::vector<Law>& laws, const FitOptions& options,
                                std::optional<Law> nearest = {});

/// Whether the runs reject the law: it strays more than they scatter, F-test at 99 %. False without repeats.
[[nodiscard]] bool lacksFit(const MeasuredLadder& ladder, Law law, const FitOptions& options);

}  // namespace scalewright::fits
