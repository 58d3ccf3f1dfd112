// SPDX-License-Identifier: GPL-3.0-or-later
// Fits scaling laws to a ladder, with confidence intervals, and refuses to do so if the data do not determine them.
//
//     amdahl      X(p) = gamma/(f + (1-f)/p)                       Amdahl 1967        f in [0, 1], gamma
//     gustafson   X(p) = gamma (p - f(p-1))                        Gustafson 1988     f in [0, 1], gamma; weak scaling
//     usl         X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))   Gunther 2007       sigma, kappa >= 0, gamma
//     alpha-beta  T(p) = t_comp/p + T_comm(p; alpha, beta)         the design's       t_comp, alpha, beta >= 0
//                 (weak scaling: t_comp + T_comm)                  pattern
//
// X is the throughput: 1/T(p) for strong scaling, p/T(p) for weak scaling, or the measured value of a throughput
// ladder. gamma, the law's own single-worker throughput, is fitted like the other parameters: S = X/gamma = 1 at p = 1
// on the curve, not at the measured point.
//
// Every law is fitted by least squares to the throughput of the rungs, within the bounds above. Rungs are weighted by
// their number of repeats, as in R's usl package (specsdm91: sigma 0.02773, kappa 1.044e-4, gamma 90.0, peak 96.5). If
// the repeats show how the noise depends on the throughput (three rungs with repeats, five degrees of freedom), rungs
// are also weighted by 1/X^2 (noise proportional to the value, the default unless another shape is twenty times as
// likely), 1 (constant noise) or 1/X^4 (constant noise in the time). A note says if a parameter is at its bound.
//
// Intervals are 95 % profile-likelihood intervals: all values v of a parameter for which refitting the others gives a
// residual sum RSS(v) <= RSS + t^2 V/A (Bates & Watts 1988). They are asymmetric and end at the bounds. A is the
// parameter's diagonal entry of (J'J)^-1. V is its variance s^2 (J'J)^-1 J'DJ (J'J)^-1, where D holds the variances of
// the rungs' medians over their weights. t is Student's t. s^2 is the residual sum of the rungs over its expectation
// tr((1-H)D), with Satterthwaite's degrees of freedom; it is pooled with the scatter of the runs about their rungs
// unless an F-test at 95 % rejects that they are equal. With D = 1 this is the textbook profile. D is known if the
// repeats show how the noise depends on the throughput. If several shapes are within a factor of twenty of the most
// likely one, or nothing shows the shape (then: proportional and constant), each is tried and the widest interval is
// used. If a parameter is at its bound, it is also tried as fixed there.
//
// Coverage of the 95 % intervals, in % of 600 simulated ladders (sigma 0 to 0.2, kappa 0 to 0.005, p = 1, 2, 4 … with
// 5, 6, 8 points, 1, 2, 3, 5 repeats, noise of 1, 3, 10 % of each time); minimum, mean and maximum over 216 such cells:
// sigma 93.8, 98.0, 100; kappa 94.2, 97.7, 100; gamma 94.5, 97.5, 100; the peak 93.8, 97.5, 100 (seed 7; two standard
// deviations of a cell at 95 are 1.8). The maxima occur with 10 % noise on five points, where a bound cuts the
// interval. tests/core/tst_fit_coverage.cpp repeats part of the simulation. Pooling assumes that the runs of a rung are
// independent. If they share a disturbance (same allocation, same minute) as large as their own noise, the F-test
// detects only part of it: coverage is 78 to 100 %, 94.6 on average (150 ladders per cell). So spread repeats over
// allocations and time.
//
// If an end is not found within six decades, it is absent and `note` says so. The peak has its own profile (usl
// constrained to each peak, calibrated the same way); the limit's interval is that of f or sigma, inverted. Points
// exactly on the curve show no noise: the uncertainty of their parameters is unknown, and there is no interval.
//
// For the tests that choose between laws, see law_evidence.h; for how often they were right, core/evidence/calibration.
//
//     const LadderFit fit = fitLaw(ladder, Law::Usl).value();
//     fit.find("sigma")->value;   // 0.02773
//     fit.peakP;                  // 96.5
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/base/text/enum_names.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

struct Proposal;

enum class Law { Amdahl, Gustafson, Usl, AlphaBeta };

template <>
inline constexpr auto enumNames<Law> = namedValues<Law>("law", {{Law::Amdahl, "amdahl", "Amdahl’s law"},
                                                                {Law::Gustafson, "gustafson", "Gustafson’s law"},
                                                                {Law::Usl, "usl", "Universal Scalability Law"},
                                                                {Law::AlphaBeta, "alpha-beta", "alpha–beta model"}});
inline constexpr auto allLaws = valuesOf<Law>();
[[nodiscard]] std::string nameInSentence(Law law);  ///< within a sentence: "the Universal Scalability Law"
/// The law's formula: "X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))"; lawSource() gives its author and year.
[[nodiscard]] const char* lawFormula(Law law);
[[nodiscard]] const char* lawSource(Law law);

struct FittedParameter {
    std::string name;  ///< "f", "sigma", "kappa", "gamma", "t_comp", "alpha", "beta"
    /// Gamma is a Rate; t_comp, alpha and beta are Times; the others are plain ratios.
    Dimension dimension = Dimension::Ratio;
    double value = 0;
    std::optional<double> low, high;  ///< ends of the interval; absent if not found
    double confidenceLevel = 0.95;
    bool isAtBound = false;  ///< the best value is at the bound (0, or 1 for f); an unbounded fit would go beyond it
    std::string note;  ///< "at its bound: …", "no upper end: …"; may be empty

    /// nullopt unless both ends exist.
    [[nodiscard]] std::optional<Interval> interval() const;
};

struct LadderFit {
    Law law = Law::Usl;
    Scaling scaling = Scaling::Strong;
    std::vector<FittedParameter> parameters;

    std::optional<double> rSquared;  ///< absent if all throughputs are equal
    double noise = 0;  ///< relative standard error of the points (medians) about the curve
    /// Describes the points, the runs, the noise, and how the noise depends on the throughput according to the repeats.
    std::string noiseNote;
    /// AICc over the runs, including their scatter about the rungs; absent if there are too few runs.
    std::optional<double> aicc;
    bool isRejected = false;  ///< the repeats reject this law (lack of fit, F-test at 99 %)
    std::string aiccNote;  ///< why aicc is absent: "too few points to compare: …"

    std::optional<double> peakP;  ///< p with the largest throughput; if absent, peakNote gives the reason
    std::string peakNote;
    /// Ends of the peak's 95 % interval. fitLaws keeps them only for the first law, over all laws that the runs do not
    /// reject (BestSpeedup), like those of the limit.
    std::optional<double> peakLow, peakHigh;
    std::string peakIntervalNote;  ///< why an end is missing, or what the interval spans; may be empty
    /// How often such an interval contained the peak in similar simulated ladders; empty without an interval.
    std::string peakIntervalRecord;
    std::optional<double> limitSpeedup;  ///< S as p goes to infinity, relative to the law's own single worker
    std::optional<double> limitThroughput;  ///< X as p goes to infinity, per second
    std::optional<double> limitLow, limitHigh;  ///< interval of limitSpeedup, as above
    std::string limitIntervalNote;
    std::string limitNote;  ///< why there is no limit: linear, or falling to 0

    int pointCount = 0;  ///< distinct p
    int runCount = 0;  ///< all runs, including repeats
    std::vector<std::string> warnings;

    [[nodiscard]] const FittedParameter* find(std::string_view name) const;

    /// T(p) of the curve in seconds, comparable with Rung::timeS (throughput ladders: per unit of work). p >= 1, an
    /// integer for alpha-beta unless isSmoothInP(pattern).
    [[nodiscard]] double timeS(double p) const;
    /// X(p) of the curve, per second.
    [[nodiscard]] double throughputPerS(double p) const;
    /// S(p) of the curve relative to the ladder's measured base, comparable with Rung::speedup.
    [[nodiscard]] double speedup(double p) const;

    // The functions above need these in addition to the parameters.
    double baseThroughputPerS = 1;  ///< measured at baseP
    int baseP = 1;
    double unitsPerWorker = 1;  ///< weak scaling: units of work per worker
    Pattern pattern = bookPattern;  ///< only for alpha-beta, like `communication`
    CommunicationParameters communication;
};

struct FitOptions {
    Pattern pattern = bookPattern;  ///< only for alpha-beta
    CommunicationParameters communication;  ///< the pattern's shards, neighbours, …; alpha, beta and gamma are ignored
    bool operator==(const FitOptions&) const = default;
};

/// The communication pattern of the proposal's design on its target; used to fit a project's ladder.
[[nodiscard]] FitOptions fitOptionsOf(const Proposal& proposal);

/// Error (Refused): the ladder cannot determine this law's parameters (fewer distinct p than parameters plus one, two
/// parameters that always act together in this pattern, the wrong kind of scaling). The error says what else to
/// measure.
[[nodiscard]] Result<LadderFit> fitLaw(const MeasuredLadder& ladder, Law law, const FitOptions& options = {});

/// What the tests in law_evidence.h decide, if their track record supports it.
enum class FitDecision {
    Undecided,
    GrowingOverhead,  ///< an overhead that grows with p, but the law it follows is not decided
    SingleLaw,  ///< the first law only
};
template <>
inline constexpr auto enumNames<FitDecision> = namedValues<FitDecision>(
    "decision",
    {{FitDecision::Undecided, "nothing"}, {FitDecision::GrowingOverhead, "growth"}, {FitDecision::SingleLaw, "law"}});

/// A law or other scaling shape that fits as well as the first law.
struct RivalShape {
    std::optional<Law> law;  ///< nullopt: not one of the laws
    std::string name;  ///< as used within a sentence
    bool operator==(const RivalShape&) const = default;
};

/// The largest speedup that more workers can give, and the p that gives it: the law's limit, or its peak if it has one.
/// Without a peak, the serial share is one divided by the value.
/// Relative to the law's own single worker. The intervals span all laws that the runs do not reject
/// (fit_landmarks.h).
///
/// On simulated ladders of 5 to 8 points with three runs each and 1 to 5 % noise, the interval of the speedup is given
/// for 90 % of Amdahl's ladders and contains the truth in 96 % of these; the interval of p is given for 97 % of USL's
/// ladders with a peak in their range, and contains it in 97 % of these (docs/trust.md).
struct BestSpeedup {
    std::optional<double> value, low, high;
    std::string note;  ///< why the value or an end is missing; else empty
    std::optional<double> p, pLow, pHigh;
    std::string pNote;  ///< the same for p
    std::vector<std::string> spannedLaws;  ///< named as in a sentence
    double confidenceLevel = 0.95;
    /// Both ends of the speedup are known.
    [[nodiscard]] bool hasInterval() const { return low && high; }
};

/// "About 25 % is serial: at most 4×.", or what is known about the best speedup.
[[nodiscard]] std::string bestSpeedupSentence(const BestSpeedup& best, int lastP);

struct LawRefusal {
    Law law = Law::Usl;
    std::string reason;  ///< "too few points: …"
};

/// Every law that could be fitted, the preferred one first, and the laws that were refused, with reasons.
struct FitComparison {
    std::vector<LadderFit> fits;
    bool isDecided = false;  ///< false if `decision` is Undecided
    FitDecision decision = FitDecision::Undecided;
    std::vector<RivalShape> closeRivals;  ///< laws and other shapes that the tests do not rank below the first
    bool slowsDown = false;  ///< the last rung is slower than an earlier one by more than the scatter of the runs
    std::optional<double> runNoise;  ///< standard deviation of a run about the first law's curve, relative to the value
    std::optional<TrackRecord> record;  ///< how often such a verdict was right on similar simulated ladders
    BestSpeedup best;
    std::string bestRecordText;  ///< how often such an interval contained the best speedup; empty without one
    std::vector<LawRefusal> refusedLaws;
    std::string verdict;  ///< names the law and the test that decided, or says why the data do not decide
    std::string recordText;  ///< `record` as text
};
[[nodiscard]] FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options = {});

}  // namespace scalewright
