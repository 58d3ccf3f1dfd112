// A measured ladder as evidence (book 41.7): how long each p took, how certain that is, and where the time went.
//
//     const MeasuredLadder ladder = analyseLadder(project.measurements.ladders[0]).value();
//     ladder.rungs[3].speedup;   // 3.88 at p = 8 of Output 41.7.2
//
// T_p = comp + comm + idle (+ io). A row has input/output either inside idle (as the book counts it) or as a separate
// part, never both. Throughput ladders: T is one unit of work over the throughput (weak: p/p0 units), so S = p0
// X(p)/X(p0) either way.
//
// Relative to the base rung p0, the smallest p: strong S = p0 T(p0)/T(p), weak S = p T(p0)/T(p) (Gustafson's scaled
// speedup), E = S/p. So E(p0) = 1: a ladder without p = 1 does not show what p0 itself lost against one worker
// (baseNote).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/measurements.h"

namespace scalewright {

/// Where the time at one p went, in seconds.
struct TimeParts {
    double compS = 0, commS = 0;
    double idleS = 0;  ///< if not given: the time minus comp, comm and io
    double ioS = 0;    ///< 0 if not measured separately from idle
    double unattributedS = 0;  ///< the rest of the time, covered by none of the given parts
    [[nodiscard]] double totalS() const { return compS + commS + idleS + ioS + unattributedS; }
    bool operator==(const TimeParts&) const = default;
};

/// The time of one run and its parts. A missing idle is the time minus the other parts; if comp or comm is missing too,
/// that remainder is unattributedS. Without a time, the time is the sum of the parts. Without parts, only the total is
/// known.
struct RunTime {
    double timeS = 0;  ///< for a throughput: the time of one unit of work
    std::optional<TimeParts> parts;  ///< sums to timeS
    bool idleIsRemainder = false;  ///< idle was not given and is the remainder of the time
    /// The parts exceeded the time by rounding (up to 1 %) and were scaled to it.
    bool partsRescaled = false;
    bool operator==(const RunTime&) const = default;
};

/// Error (Input), with the member's name as its field: no time can be derived, a value is zero, negative or not finite
/// where that is not allowed, or the parts exceed the time by more than 1 %.
[[nodiscard]] Result<RunTime> deriveRunTime(const LadderPoint& point);

/// Runs at one p: times are known only for the runs that succeeded, and say nothing about the others.
struct RunCount {
    int attempted = 1, succeeded = 1;
    [[nodiscard]] bool allSucceeded() const { return succeeded == attempted; }
    /// If failed runs count as never finishing, the median run finishes. Otherwise no plan chooses that p
    /// automatically.
    [[nodiscard]] bool mostSucceeded() const { return 2L * succeeded > attempted; }
    bool operator==(const RunCount&) const = default;
};
/// "2 of 5 runs at p = 8 succeeded", "none of 5 runs at p = 8 succeeded"; empty if all succeeded.
[[nodiscard]] std::string failureText(const RunCount& runs, int p);

/// One p of a ladder, with its repeats combined.
struct Rung {
    int p = 1;
    int repeats = 1;  ///< runs that succeeded
    int failedCount = 0;  ///< further runs, which gave no time
    [[nodiscard]] RunCount runCount() const { return {repeats + failedCount, repeats}; }
    double timeS = 0;  ///< median over the repeats
    std::optional<Interval> timeInterval;  ///< 95 % interval of the median, from three repeats on (medianInterval)
    double fastestS = 0, slowestS = 0;
    std::optional<double> throughputPerS;  ///< median, if the ladder was given as throughput
    /// Mean shares of the repeats, scaled to timeS; absent if only totals are known. A run beyond 1.5 times the median
    /// (the spread that triggers a warning) counts only if no other run has parts
    std::optional<TimeParts> parts;
    /// Some run gave the part, or it is the remainder of the time; otherwise its 0 was not measured
    bool isCompKnown = true, isCommKnown = true, isIdleKnown = true;
    std::optional<double> quality;  ///< median
    std::array<std::optional<double>, ladderRoles.size()>
        extraMedians{};  ///< of additional measurements (LadderColumnKind::Beside), by role
    bool reachesTarget = true;  ///< quality meets the ladder's target; true without a target
    double speedup = 1;
    /// If this rung and the base both have a time interval; absent at p0
    std::optional<Interval> speedupInterval;
    double efficiency = 1;
    std::optional<double> karpFlatt;  ///< e = (1/S - 1/p)/(1 - 1/p), p > p0 = 1; flat: serial, rising: overhead
    std::vector<RunTime> runs;  ///< the repeats, with times in the unit of timeS; empty in what-ifs
    [[nodiscard]] std::optional<double> extraMedian(const LadderRole& role) const
    {
        return extraMedians[static_cast<std::size_t>(role.column)];
    }
    bool operator==(const Rung&) const = default;
};

/// The runs of one p in logarithms, where noise proportional to the time is additive.
struct LogTimeStatistics {
    double mean = 0;  ///< of ln T
    double standardDeviation = 0;  ///< sample standard deviation of ln T; 0 for one run
    int runCount = 1;
};
[[nodiscard]] LogTimeStatistics logTimeStatistics(const Rung& rung);

struct MeasuredLadder {
    std::string name;
    Origin origin = Origin::Imported;  ///< Ladder::provenance; Assumed: never run, and every statement says so
    Scaling scaling = Scaling::Strong;
    std::string scalingNote;  ///< how the scaling was recognised; empty if the ladder states it
    std::string scalingCaveat;  ///< what the opposite scaling would mean, if the guess is from flat times; else empty
    /// Arguments that run it again, after "ladder run --p …": "--launcher mpirun -- ./heat 100"; empty if unknown
    std::string rerunArguments;
    std::optional<int> cores;  ///< Ladder::cores
    std::vector<Rung> rungs;  ///< in ascending p, each p once; never empty
    int baseP = 1;
    std::string baseNote;  ///< how a base other than 1 affects S and E, in words; empty for base 1
    bool isThroughput = false;  ///< given as throughput: times are for one unit of work
    /// Set by scaleToPlannedRun: how many measured times or units of work the base's run consists of; else 0
    double timesPerRun = 0;
    /// If a plan has steps but the number of steps per measured time is unknown (scaleLadderToRuns): what to specify;
    /// else empty
    std::string stepsPerTimeRequest;
    std::string stepMismatch;  ///< if predicted and measured step times differ widely (scaleLadderToRuns); else empty
    bool hasParts = false;  ///< every rung has parts
    bool hasSeparateIo = false;  ///< io was measured separately from idle
    std::string qualityName;
    std::optional<double> qualityTarget;
    int fastestP = 1;  ///< argmax S (strong: argmin T), the smallest on ties
    int kneeP = 1;  ///< argmax E/T per unit of work = argmax E S (Eager, Zahorjan, Lazowska 1989), smallest on ties
    std::vector<FailedRuns> failedPoints;  ///< p without a rung because none of its runs succeeded
    /// Other p that the runs do not distinguish from it, and failed runs at it; else empty.
    std::string fastestCaveat, kneeCaveat;
    /// What distorted the times besides the program (disturbance.h); empty if nothing is known.
    std::string disturbance;
    std::string runsNote;  ///< that the noise is unknown at p with one or two runs; empty in what-ifs
    /// Caveat if the knee or the fastest p is at the end of the ladder, so that nothing beyond it was measured.
    std::string kneeNote;
    /// Superlinear rungs, parts that sum to less than the time, quality below target, …
    std::vector<std::string> warnings;

    /// What a time measures: "a run", "a unit of work" for a throughput, "one measured time" if stepsPerTimeRequest is
    /// set
    [[nodiscard]] const char* timedUnitName() const;
    [[nodiscard]] const Rung* findRung(int p) const;  ///< nullptr if p was not measured
    /// failureText; empty if no run at p failed or none was made.
    [[nodiscard]] std::string failureTextAt(int p) const;
    bool operator==(const MeasuredLadder&) const = default;
};

/// Time for the work of the base at this rung: under weak scaling the timed run does p/p0 times that work.
[[nodiscard]] double baseWorkTimeS(const MeasuredLadder& ladder, const Rung& rung);

/// Limit on different p, so that everything computed for each of them fits into one frame.
inline constexpr std::size_t maximumRungs = 10'000;

/// Error (Input), each problem with its point (pointer /points/N, N from 0): no points, what deriveRunTime() rejects,
/// times mixed with throughputs, scaling neither given nor recognisable (expected: "strong" or "weak"), more than
/// maximumRungs different p.
[[nodiscard]] Result<MeasuredLadder> analyseLadder(const Ladder& ladder);

struct Plan;
/// Converts a ladder timed in steps (Ladder::stepsPerTime) to runs of the plan's steps, to which deadlines, budgets and
/// prices apply: the base does the work that one worker does in that many steps, under weak scaling in fewer steps. Any
/// other ladder is returned unchanged. Precondition: `ladder` is analyseLadder(source).
[[nodiscard]] MeasuredLadder scaleToPlannedRun(MeasuredLadder ladder, const Ladder& source, const Plan& plan);

/// The ladder with these parts and with times and everything derived from them recomputed, for what-ifs. The rungs keep
/// their p, repeats and quality; intervals are dropped. Precondition: ladder.hasParts; all parts >= 0 with a sum above
/// 0.
[[nodiscard]] MeasuredLadder withParts(const MeasuredLadder& ladder, const std::vector<TimeParts>& parts);

/// Whether a ladder of unknown scaling is strong or weak, and why, from its shape: times that fall below 0.8 of the
/// base's are strong; times that stay within a fifth of the base's while p grows eightfold are weak; otherwise the
/// scaling is unknown. A ladder of throughputs has the same S either way and is read as strong.
struct ScalingGuess {
    std::optional<Scaling> scaling;
    std::string reason;
};
[[nodiscard]] ScalingGuess guessScaling(const Ladder& ladder);

/// True for a quality named loss, error, perplexity, RMSE and similar.
[[nodiscard]] bool isLowerBetter(const std::string& qualityName);

/// A 95 % interval of the median of positive values, sorted or not; absent for fewer than three. Six and more: order
/// statistics, which assume no distribution (David & Nagaraja 2003, 7.1; the level reported is 0.95, the coverage at
/// least that). Three to five, too few for order statistics at 95 %: Student's t of the logarithms, exact for
/// log-normal noise.
[[nodiscard]] std::optional<Interval> medianInterval(std::vector<double> values);

}  // namespace scalewright
