// Laws of scaling fitted to a ladder, with intervals that are honest and refusals where the data cannot tell.
//
//   amdahl      X(p) = gamma/(f + (1-f)/p)                       Amdahl 1967        f in [0, 1], gamma
//   gustafson   X(p) = gamma (p - f(p-1))                        Gustafson 1988     f in [0, 1], gamma; weak scaling
//   usl         X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))   Gunther 2007       sigma, kappa >= 0, gamma
//   alpha-beta  T(p) = t_comp/p + T_comm(p; alpha, beta)         the design's       t_comp, alpha, beta >= 0
//               (weak scaling: t_comp + T_comm)                  pattern
//
// X is the throughput: 1/T(p) for strong scaling, p/T(p) for weak, or what a throughput ladder says. gamma is the law's
// own single worker, a parameter like the others, so that S = X/gamma = 1 at p = 1 on the curve and not at the measured
// point.
//
// Every law is fitted by least squares of the rungs' throughput within the bounds above, a rung weighted by its
// repeats, as R's usl does (specsdm91: sigma 0.02773, kappa 1.044e-4, gamma 90.0, peak 96.5). Where repeats show how
// the noise goes with the throughput (three rungs with some, six degrees of freedom), a rung also counts by 1/X^2
// (noise a share of the value: taken unless another is twenty times as likely), 1 (noise as large everywhere) or 1/X^4
// (as large in every time). A parameter at its bound says so.
//
// Intervals are of 95 %, by profile likelihood: all values v of a parameter at which the others, fitted anew, leave a
// residual sum RSS(v) <= RSS + t^2 V/A (Bates & Watts 1988). They are not symmetric and end at the bounds. A is the
// parameter's diagonal entry of (J'J)^-1; V its variance s^2 (J'J)^-1 J'DJ (J'J)^-1, D the variances of the rungs'
// medians over their weights; t Student's. s^2 is the rungs' residual sum over its expectation tr((1-H)D), with
// Satterthwaite's degrees of freedom, and, where an F-test at 95 % does not tell the two apart, pooled with the scatter
// of the runs about their rungs. With D = 1 it is the textbook's profile. D is known where repeats tell how the noise
// goes with the throughput; where several shapes are within twenty times of the likeliest, or nothing tells (then: in
// proportion, and the same everywhere), each is tried and the widest holds. A parameter at its bound is tried as fixed
// there, too.
//
// Coverage of the 95 % intervals, in % of 600 simulated ladders, sigma 0 to 0.2, kappa 0 to 0.005, p = 1, 2, 4 … with
// 5, 6, 8 points, 1, 2, 3, 5 repeats, noise of 1, 3, 10 % of each time, the least, the mean and the most of 216 such
// cells: sigma 93.8, 98.0, 100; kappa 94.2, 97.7, 100; gamma 94.5, 97.5, 100; the peak 93.8, 97.5, 100 (seed 7; two
// standard deviations of a cell at 95 are 1.8). The most are of noise of 10 % on five points, where a bound cuts the
// interval. tests/core/tst_fit_coverage.cpp simulates a part of it again. Pooling takes the runs of a rung for
// independent. Where they share what their rung suffered (one allocation, one minute) as much as each has noise of its
// own, the F-test sees it only in part: coverage 78 to 100 %, 94.6 in the mean (150 ladders a cell). Runs spread over
// allocations and time are what the repeats should be.
//
// Where no end is found within six decades there is none, and `note` says so. The peak's interval is its own profile
// (usl held at every peak, likewise calibrated), the limit's that of f or sigma turned over. Points on the curve to the
// last digit show no noise: nothing is known of how sure their parameters are, and there is no interval.
//
// Which law: see law_evidence.h for the tests, core/evidence/calibration for how often they were right.
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
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

struct Proposal;

enum class Law { Amdahl, Gustafson, Usl, AlphaBeta };

/// In the order of menus and of --help.
inline constexpr std::array allLaws{Law::Amdahl, Law::Gustafson, Law::Usl, Law::AlphaBeta};

/// "amdahl", "gustafson", "usl", "alpha-beta".
[[nodiscard]] const char* lawName(Law law);
[[nodiscard]] std::string titleOf(Law law);  ///< for people: "Universal Scalability Law"
[[nodiscard]] std::string spokenName(Law law);  ///< within a sentence: "the Universal Scalability Law"
/// Error (Input) listing the names that exist.
[[nodiscard]] Result<Law> lawFromName(std::string_view name);
/// The law as text: "X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))", and who it is from.
[[nodiscard]] const char* lawFormula(Law law);
[[nodiscard]] const char* lawSource(Law law);

struct FittedParameter {
    std::string name;  ///< "f", "sigma", "kappa", "gamma", "t_comp", "alpha", "beta"
    Dimension dimension = Dimension::Ratio;  ///< gamma is a Rate, t_comp, alpha and beta are Times, the others plain
    double value = 0;
    std::optional<double> low, high;  ///< the ends of the interval that exist
    double level = 0.95;
    bool atBound = false;  ///< the best value is the bound (0, or 1 for f): the data would go beyond
    std::string note;  ///< "at its bound: …", "no upper end: …"; empty where there is nothing to say

    /// Both ends, where both exist.
    [[nodiscard]] std::optional<Interval> interval() const;
};

struct LadderFit {
    Law law = Law::Usl;
    Scaling scaling = Scaling::Strong;
    std::vector<FittedParameter> parameters;

    std::optional<double> rSquared;  ///< absent where the throughput does not vary
    double noise = 0;  ///< relative standard error of the points (medians) about the curve
    std::string noiseNote;  ///< points, runs and noise in words, and how the repeats say it goes with the throughput
    /// AICc over the runs, their scatter about the rungs included; absent with too few
    std::optional<double> criterion;
    bool rejected = false;  ///< the repeats show that this is not the law (lack of fit, F-test at 99 %)
    std::string criterionNote;  ///< why it is absent: "too few points to compare: …"

    std::optional<double> peakP;  ///< where throughput is largest; absent with the reason in peakNote
    std::string peakNote;
    /// The ends of its 95 % interval that exist. fitLaws leaves one to the first law alone: its own where the law is
    /// decided, that of all curves as near where only a growing overhead is
    std::optional<double> peakLow, peakHigh;
    std::string peakIntervalNote;  ///< why an end is missing, or what it spans; may be empty
    std::string peakRecord;  ///< how often such an interval held the peak on simulated ladders like this one; empty
        ///< without an interval
    std::optional<double> limitSpeedup;  ///< S for p to infinity, against the law's own single worker
    std::optional<double> limitThroughput;  ///< X for p to infinity, per second
    std::optional<double> limitLow, limitHigh;  ///< of limitSpeedup, as above
    std::string limitIntervalNote;
    std::string limitNote;  ///< why there is none: linear, or falling to 0

    int points = 0;  ///< distinct p
    int repeats = 0;  ///< runs in all
    std::vector<std::string> warnings;

    [[nodiscard]] const FittedParameter* find(std::string_view name) const;

    /// T(p) of the curve, seconds, as Rung::timeS (of throughput ladders: of one unit of work). p >= 1, and whole for
    /// alpha-beta unless smoothInP(pattern).
    [[nodiscard]] double timeS(double p) const;
    /// X(p) of the curve, per second.
    [[nodiscard]] double throughputPerS(double p) const;
    /// S(p) of the curve against the ladder's measured base, to be drawn over Rung::speedup.
    [[nodiscard]] double speedup(double p) const;

    // What they need beyond the parameters.
    double baseThroughputPerS = 1;  ///< measured at baseP
    int baseP = 1;
    double unitsPerWorker = 1;  ///< weak scaling: units of work that a worker brings
    Pattern pattern = bookPattern;  ///< alpha-beta only, with its other parameters
    CommunicationParameters communication;
};

struct FitOptions {
    Pattern pattern = bookPattern;  ///< alpha-beta's
    CommunicationParameters communication;  ///< its shards, neighbours, …; alpha, beta and gamma are not read
    bool operator==(const FitOptions&) const = default;
};

/// What the proposal's design exchanges on its target: a project's ladder is fitted by that.
[[nodiscard]] FitOptions fitOptionsOf(const Proposal& proposal);

/// Error (Refused): the ladder cannot tell this law's parameters (fewer distinct p than parameters plus one, two
/// parameters that always act together in this pattern, a law of the other kind of scaling), saying what to measure in
/// addition.
[[nodiscard]] Result<LadderFit> fitLaw(const MeasuredLadder& ladder, Law law, const FitOptions& options = {});

/// What the tests of law_evidence.h tell, with a record that is earned.
enum class Decides {
    Nothing,
    Growth,  ///< an overhead that grows with p, and not which law it follows
    Law,  ///< the first alone
};

/// A law or another shape of scaling that comes as near as the first.
struct NearShape {
    std::optional<Law> law;  ///< none: one that no law has
    std::string name;  ///< within a sentence
    bool operator==(const NearShape&) const = default;
};

struct LawRefusal {
    Law law = Law::Usl;
    std::string why;  ///< "too few points: …"
};

/// Every law that the ladder can carry, the one that is named first; the refusals beside them.
struct FitComparison {
    std::vector<LadderFit> fits;
    bool decided = false;  ///< something is: see `decides`
    Decides decides = Decides::Nothing;
    std::vector<NearShape> asNear;  ///< laws and other shapes that the tests do not set behind the first
    bool falls = false;  ///< the last rung is slower than an earlier one beyond the runs' scatter
    std::optional<double> runNoise;  ///< standard deviation of a run about the first, as a share of the value
    std::optional<TrackRecord> record;  ///< how often such a verdict was right on simulated ladders like this one
    std::vector<LawRefusal> refused;
    std::string verdict;  ///< which one and by what test, or why the data cannot tell
    std::string calibration;  ///< `record` in words
};
[[nodiscard]] FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options = {});

}  // namespace scalewright
