// SPDX-License-Identifier: GPL-3.0-or-later
// A measured ladder as evidence (book 41.7): how long each p took, how certain that is, and where the time went.
//
//     const MeasuredLadder ladder = analyseLadder(project.measurements.ladders[0]).value();
//     ladder.rungs[3].speedup;   // 3.88 at p = 8 of Output 41.7.2
//
// T_p = comp + comm + idle (+ io). In a row, input/output is either part of idle (as the book counts it) or a separate
// part, never both. For throughput ladders, T is one unit of work divided by the throughput (weak: p/p0 units), so S =
// p0 X(p)/X(p0) in both cases.
//
// Metrics are relative to the base rung p0, the smallest p: S = p0 T(p0)/T(p) for strong scaling, S = p T(p0)/T(p) for
// weak scaling (Gustafson's scaled speedup), E = S/p. So E(p0) = 1: a ladder without p = 1 does not show what p0 itself
// lost compared with one worker (baseNote).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/ladder/ranks.h"
#include "core/project/document/ladder_roles.h"
#include "core/project/document/measurements.h"

namespace scalewright {

/// Where the time at one p went, in seconds.
struct TimeParts {
    double compS = 0, commS = 0;
    double idleS = 0;  ///< if not given, the time minus comp, comm and io
    double ioS = 0;  ///< 0 if not measured separately from idle
    double unattributedS = 0;  ///< the rest of the time, not covered by the given parts
    [[nodiscard]] double totalS() const { return compS + commS + idleS + ioS + unattributedS; }
    bool operator==(const TimeParts&) const = default;
};

/// The time of one run and its parts. If idle is missing, it is the time minus the other parts; if comp or comm is
/// missing too, that remainder is unattributedS. Without a time, the time is the sum of the parts. Without parts, only
/// the total is known.
struct RunTime {
    double timeS = 0;  ///< for a throughput, the time for one unit of work
    std::optional<TimeParts> parts;  ///< sums to timeS
    bool idleIsRemainder = false;  ///< idle was not given and was computed as the rest of the time
    /// The parts exceeded the time due to rounding (by up to 1 %) and were scaled down to it.
    bool partsRescaled = false;
    bool operator==(const RunTime&) const = default;
};

/// Error (Input), with the member's name as its field: no time can be derived; a value is zero, negative or not finite
/// where that is not allowed; or the parts exceed the time by more than 1 %.
[[nodiscard]] Result<RunTime> deriveRunTime(const LadderPoint& point);

/// Runs at one p: times are known only for runs that succeeded, and say nothing about the failed ones.
struct RunCount {
    int attempted = 1, succeeded = 1;
    [[nodiscard]] bool allSucceeded() const { return succeeded == attempted; }
    /// True if the median run finishes when failed runs count as never finishing. Otherwise, no plan chooses that p
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
    int failedCount = 0;  ///< other runs, which gave no time
    [[nodiscard]] RunCount runCount() const { return {repeats + failedCount, repeats}; }
    double timeS = 0;  ///< median over the repeats
    std::optional<Interval> timeInterval;  ///< 95 % interval of the median, for three or more repeats (medianInterval)
    double fastestS = 0, slowestS = 0;
    std::optional<double> throughputPerS;  ///< median, if the ladder was given as throughput
    /// Mean parts of the repeats, scaled to timeS; absent if only totals are known. A run beyond 1.5 times the median
    /// (the spread that triggers a warning) is used only if no other run has parts
    std::optional<TimeParts> parts;
    /// True if some run gave the part or it is the rest of the time; otherwise, its 0 was not measured
    bool isCompKnown = true, isCommKnown = true, isIdleKnown = true;
    bool commMayIncludeWaiting =
        false;  ///< some run's workers do not time waiting apart (core/evidence/ladder/ranks.h)
    /// In every run whose parts were reported by several workers. Its excess over the others is part of idleS.
    std::optional<LateRank> lateRank;
    std::optional<double> quality;  ///< median
    std::array<std::optional<double>, ladderRoles.size()>
        extraMedians{};  ///< medians of additional measurements (LadderColumnKind::Beside), by role
    bool reachesTarget = true;  ///< quality meets the ladder's target; true without a target
    double speedup = 1;
    /// Present if both this rung and the base have a time interval; absent at p0
    std::optional<Interval> speedupInterval;
    double efficiency = 1;
    std::optional<double> karpFlatt;  ///< e = (1/S - 1/p)/(1 - 1/p), p > p0 = 1; flat: serial, rising: overhead
    std::vector<RunTime> runs;  ///< the repeats, with times in the same unit as timeS; empty in what-ifs
    [[nodiscard]] std::optional<double> extraMedian(const LadderRole& role) const
    {
        return extraMedians[static_cast<std::size_t>(role.column)];
    }
    bool operator==(const Rung&) const = default;
};

/// Logarithms of the run times at one p, in which noise proportional to the time is additive.
struct LogTimeStatistics {
    double mean = 0;  ///< of ln T
    double standardDeviation = 0;  ///< sample standard deviation of ln T; 0 for one run
    int runCount = 1;
};
[[nodiscard]] LogTimeStatistics logTimeStatistics(const Rung& rung);

/// The program that a ladder timed. Its words are split as a shell does, and quoted again when printed: whatever the
/// file contains, a shell that runs the result starts this one program with these arguments.
struct MeasuredCommand {
    std::string launcher;  ///< "mpirun"; empty if the program starts its workers itself
    std::string program;  ///< empty if unknown
    std::vector<std::string> arguments;
    [[nodiscard]] bool isKnown() const { return !program.empty(); }
    /// The program and its arguments, quoted for a shell. Precondition: isKnown().
    [[nodiscard]] std::string text() const;
    /// To run it again, after "ladder run --p …": "--launcher mpirun -- ./heat 100", or "-- COMMAND" if it is unknown.
    [[nodiscard]] std::string rerunArguments() const;
    bool operator==(const MeasuredCommand&) const = default;
};

struct MeasuredLadder {
    std::string name;
    Origin origin = Origin::Imported;  ///< Ladder::provenance; Assumed: never run, which every statement then says
    Scaling scaling = Scaling::Strong;
    std::string scalingNote;  ///< how the scaling was inferred; empty if the ladder states it
    /// What the opposite scaling would mean, if the scaling was guessed from flat times; else empty.
    std::string scalingCaveat;
    MeasuredCommand command;
    std::optional<int> cores;  ///< Ladder::cores
    std::vector<Rung> rungs;  ///< in ascending order of p, without duplicates; never empty
    int baseP = 1;
    std::string baseNote;  ///< how a base other than 1 affects S and E, in words; empty for base 1
    bool isThroughput = false;  ///< given as throughput: times are per unit of work
    /// Set by scaleToPlannedRun: how many measured times or units of work make up the base rung's run; else 0
    double timesPerRun = 0;
    /// If a plan has steps but the number of steps per measured time is unknown (scaleLadderToRuns): what to specify;
    /// else empty
    std::string stepsPerTimeRequest;
    std::string stepMismatch;  ///< if predicted and measured step times differ widely (scaleLadderToRuns); else empty
    bool hasParts = false;  ///< true if every rung has parts
    bool hasSeparateIo = false;  ///< io was measured separately from idle
    std::string qualityName;
    std::optional<double> qualityTarget;
    int fastestP = 1;  ///< argmax S (strong: argmin T), the smallest on ties
    int kneeP = 1;  ///< argmax E/T per unit of work = argmax E S (Eager, Zahorjan, Lazowska 1989), the smallest on ties
    std::vector<FailedRuns> failedPoints;  ///< each p that has no rung because all its runs failed
    /// Lists other p that the runs cannot distinguish from it, and failed runs at it; else empty.
    std::string fastestCaveat, kneeCaveat;
    /// What distorted the times apart from the program (disturbance.h); empty if nothing is known.
    std::string disturbance;
    /// Which machines the runs were made on, if they may differ in type; empty otherwise (setHostsNote).
    std::string hostsNote;
    /// Machines and p changed together, or the machines are of different types: the speedups are not the program's.
    bool areHostsMixed = false;
    /// Input and output of one run at the base, if it was measured apart from these runs (withMeasuredReading).
    std::optional<double> baseIoS{};
    std::optional<RunConditions> conditions{};  ///< of these times; absent: unknown
    /// For times converted to other conditions, those of the runs: "10 Gbit/s (bandwidth)". Empty: as measured.
    std::string measuredAt{};
    [[nodiscard]] bool isCalibrated() const { return !measuredAt.empty(); }
    std::string runsNote;  ///< says that the noise is unknown at p with one or two runs; empty in what-ifs
    /// Caveat if the knee or the fastest p is the last one measured; larger p might change it.
    std::string kneeNote;
    /// About superlinear rungs, parts that sum to less than the time, quality below the target, …
    std::vector<std::string> warnings;

    /// What a time refers to: "a run", "a unit of work" for a throughput, "one measured time" if stepsPerTimeRequest is
    /// set
    [[nodiscard]] const char* timedUnitName() const;
    [[nodiscard]] const Rung* findRung(int p) const;  ///< nullptr if p was not measured
    /// failureText for that p; empty if no run failed or none was made.
    [[nodiscard]] std::string failureTextAt(int p) const;
    bool operator==(const MeasuredLadder&) const = default;
};

/// Time for the base rung's work at this rung: under weak scaling, the timed run does p/p0 times that work.
[[nodiscard]] double baseWorkTimeS(const MeasuredLadder& ladder, const Rung& rung);

/// Maximum number of different p, so that everything computed for each of them fits into one frame.
inline constexpr std::size_t maximumRungs = 10'000;

/// Error (Input), where each problem refers to its point (pointer /points/N, N from 0): no points, points that
/// deriveRunTime() rejects, a mixture of times and throughputs, scaling neither given nor recognisable (expected:
/// "strong" or "weak"), more than maximumRungs different p.
[[nodiscard]] Result<MeasuredLadder> analyseLadder(const Ladder& ladder);

/// The ladder with the baseline's input/output time as baseIoS, if that step is a run of the ladder's command and the
/// ladder's own rows do not have it. Precondition: `ladder` is analyseLadder(source).
[[nodiscard]] MeasuredLadder withMeasuredReading(MeasuredLadder ladder, const Ladder& source, const Baseline& baseline);

struct Plan;
/// Converts a ladder timed in steps (Ladder::stepsPerTime) to runs with the plan's number of steps, to which deadlines,
/// budgets and prices apply: the base does the work that one worker does in that many steps, under weak scaling in
/// fewer steps. Any other ladder is returned unchanged. Precondition: `ladder` is analyseLadder(source).
[[nodiscard]] MeasuredLadder scaleToPlannedRun(MeasuredLadder ladder, const Ladder& source, const Plan& plan);

/// The ladder with these parts, and with its times and everything derived from them recomputed, for what-ifs. The rungs
/// keep their p, repeats and quality; intervals are dropped. Preconditions: ladder.hasParts; all parts >= 0 with a sum
/// above 0.
[[nodiscard]] MeasuredLadder withParts(const MeasuredLadder& ladder, const std::vector<TimeParts>& parts);

/// Infers from its shape whether a ladder of unknown scaling is strong or weak, with the reason: times that fall below
/// 0.8 of the base time mean strong; times that stay within a fifth of the base time while p grows eightfold mean weak;
/// otherwise, the scaling is unknown. A ladder of throughputs has the same S in both cases and is read as strong.
struct ScalingGuess {
    std::optional<Scaling> scaling;
    std::string reason;
};
[[nodiscard]] ScalingGuess guessScaling(const Ladder& ladder);

/// True if the name means loss, error, perplexity, RMSE or similar.
[[nodiscard]] bool isLowerBetter(const std::string& qualityName);

/// A 95 % interval of the median of positive values, in any order; absent for fewer than three. Six or more: order
/// statistics, which assume no distribution (David & Nagaraja 2003, 7.1; the level reported is 0.95, the coverage at
/// least that). Three to five, which are too few for order statistics at 95 %: Student's t of the logarithms, exact for
/// log-normal noise.
[[nodiscard]] std::optional<Interval> medianInterval(std::vector<double> values);

}  // namespace scalewright
