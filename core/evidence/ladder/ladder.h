// A measured ladder, read as evidence (book 41.7): what one p took, how sure that is, and what it spent its time on.
//
//     const MeasuredLadder ladder = measured(project.measurements.ladders[0]).value();
//     ladder.rungs[3].speedup;   // 3.88 at p = 8 of Output 41.7.2
//
// T_p = comp + comm + idle (+ io). A row has either input/output inside idle (as the book counts it) or beside it,
// never both. Throughput ladders: T is one unit of work over the throughput (weak: p/p0 units), so S = p0 X(p)/X(p0)
// either way.
//
// Against the base rung p0, the smallest p: strong S = p0 T(p0)/T(p), weak S = p T(p0)/T(p) (Gustafson's scaled
// speedup), E = S/p. So E(p0) = 1: what p0 itself lost against one worker is not in a ladder that does not hold p = 1
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

/// Where the time of one p went, seconds.
struct TimeParts {
    double compS = 0, commS = 0;
    double idleS = 0;  ///< where idle was not given: what the time has beyond comp, comm and io
    double ioS = 0;    ///< 0 where it was not measured beside idle
    double restS = 0;  ///< of the time, beyond the parts given: nobody's
    [[nodiscard]] double totalS() const { return compS + commS + idleS + ioS + restS; }
    bool operator==(const TimeParts&) const = default;
};

/// The time of one run and its parts, by the rules of a row: a missing idle is the time minus the rest; where comp or
/// comm is missing too, that remainder is nobody's (restS). No time: the parts are the time. No parts: only the total
/// is known.
struct RunTime {
    double timeS = 0;                ///< for a throughput: of one unit of work
    std::optional<TimeParts> parts;  ///< sums to timeS
    bool idleIsRest = false;         ///< idle was not given and is the rest of the time
    bool fitted = false;             ///< the parts were beyond the time by rounding (1 %) and were scaled to it
    bool operator==(const RunTime&) const = default;
};

/// Error (Input), its field the member's name: no time derivable, a value that is zero, negative or not finite where it
/// must not be, parts beyond the time by more than 1 %.
[[nodiscard]] Result<RunTime> runTime(const LadderPoint& point);

/// Runs of one p: a time is known of those that succeeded, and says nothing of the others.
struct RunCount {
    int tried = 1, succeeded = 1;
    [[nodiscard]] bool allSucceeded() const { return succeeded == tried; }
    /// Counting a run that failed as one that never ends, the median run ends. Where it does not, no plan names that p
    /// by itself.
    [[nodiscard]] bool mostSucceeded() const { return 2L * succeeded > tried; }
    bool operator==(const RunCount&) const = default;
};
/// "2 of 5 runs at p = 8 succeeded", "none of 5 runs at p = 8 succeeded"; empty where all did.
[[nodiscard]] std::string failureText(const RunCount& runs, int p);

/// One p of a ladder: its repeats put together.
struct Rung {
    int p = 1;
    int repeats = 1;  ///< runs that succeeded
    int failed = 0;  ///< … and those beside them that gave no time
    [[nodiscard]] RunCount runCount() const { return {repeats + failed, repeats}; }
    double timeS = 0;  ///< median over the repeats
    std::optional<Interval> timeInterval;  ///< of the median, 95 %, from three repeats on (medianInterval)
    double fastestS = 0, slowestS = 0;  ///< the spread
    std::optional<double> throughputPerS;  ///< median, where the ladder was given as throughput
    /// Mean shares of the repeats, scaled to timeS; absent where only totals are known. A run beyond 1.5 times the
    /// median (the spread that is warned of) counts only where no other has parts
    std::optional<TimeParts> parts;
    /// Of the parts: some run gave it, or it is the rest of the time; else its 0 was not measured
    bool compTold = true, commTold = true, idleTold = true;
    std::optional<double> quality;  ///< median
    std::array<std::optional<double>, ladderRoles.size()>
        medians{};  ///< of what was measured beside (LadderSays::Beside), by role
    bool reachesTarget = true;  ///< quality at or beyond the ladder's target; true where there is none
    double speedup = 1;
    /// Where this rung and the base have an interval of the time; absent at p0
    std::optional<Interval> speedupInterval;
    double efficiency = 1;
    std::optional<double> karpFlatt;  ///< e = (1/S - 1/p)/(1 - 1/p), p > p0 = 1; flat: serial, rising: overhead
    std::vector<RunTime> runs;  ///< the repeats, their times as timeS; empty in what-ifs
    [[nodiscard]] std::optional<double> besideOf(const LadderRole& role) const
    {
        return medians[static_cast<std::size_t>(role.column)];
    }
    bool operator==(const Rung&) const = default;
};

/// The runs of one p on the scale of ratios: what noise that is a share of the time does to them.
struct LogTimes {
    double mean = 0;  ///< of ln T
    double deviation = 0;  ///< sample standard deviation of ln T; 0 for one run
    int runs = 1;
};
[[nodiscard]] LogTimes logTimes(const Rung& rung);

struct MeasuredLadder {
    std::string name;
    Origin origin = Origin::Imported;  ///< Ladder::provenance; Assumed: nobody ran it, and what is said of it says so
    Scaling scaling = Scaling::Strong;
    std::string scalingNote;  ///< empty where the ladder says it; else how it was recognised
    std::string scalingDoubt;  ///< what the opposite reading would say, where the guess rests on flat times; else empty
    /// What runs it again, behind "ladder run --p …": "--launcher mpirun -- ./heat 100"; empty where nobody said
    std::string howRun;
    std::optional<int> cores;  ///< Ladder::cores
    std::vector<Rung> rungs;  ///< by ascending p, each p once; never empty
    int baseP = 1;
    std::string baseNote;  ///< empty for base 1; else what another base does to S and E, in words
    bool isThroughput = false;  ///< given as throughput: times are of one unit of work
    /// Where ofRuns made it: the base's time is that of a run, so many measured times or units of work; else 0
    double timesOfRun = 0;
    /// A plan has steps, and how many of them one measured time holds is not said (asRuns): what to say; else empty
    std::string runUnknown;
    std::string stepDoubt;  ///< a step as predicted and as measured lie far apart (asRuns); empty where they do not
    bool hasParts = false;  ///< every rung has parts
    bool ioApart = false;  ///< io was measured beside idle
    std::string qualityName;
    std::optional<double> qualityTarget;
    int fastestP = 1;  ///< argmax S (strong: argmin T), the smallest on ties
    int kneeP = 1;  ///< argmax E/T per unit of work = argmax E S (Eager, Zahorjan, Lazowska 1989), smallest on ties
    std::vector<FailedRuns> allFailed;  ///< p without a rung: none of its runs succeeded
    std::string fastestDoubt, kneeDoubt;  ///< which other p the runs do not tell from it, and that some of its runs
        ///< failed; empty where neither is so
    std::string disturbance;  ///< what bent the times beside the program (disturbance.h); empty where nothing is known
    std::string runsNote;  ///< of p with one run or two: that nothing is known of their noise; empty in what-ifs
    std::string kneeNote;  ///< in words where the knee or the fastest is the last rung: nothing beyond was measured
    /// Superlinear rungs, parts that do not reach the time, quality below target, …
    std::vector<std::string> warnings;

    /// What a time is of: "a run", "a unit of work" of a throughput, "one measured time" where runUnknown asks
    [[nodiscard]] const char* timedWork() const;
    [[nodiscard]] const Rung* at(int p) const;  ///< nullptr where p was not measured
    [[nodiscard]] std::string failuresAt(int p) const;  ///< failureText; empty where no run failed or none was made
    bool operator==(const MeasuredLadder&) const = default;
};

/// How long the work of the base takes at this rung: under weak scaling what was timed there does p/p0 times that work.
[[nodiscard]] double workTimeS(const MeasuredLadder& ladder, const Rung& rung);

/// More different p than that are no ladder; what is worked out for each of them has to stay within a frame.
inline constexpr std::size_t mostRungs = 10'000;

/// Error (Input), each problem naming the point (pointer /points/N, N from 0): no points, what runTime() refuses, times
/// mixed with throughputs, scaling neither said nor recognisable (expected: "strong" or "weak"), more than mostRungs
/// different p.
[[nodiscard]] Result<MeasuredLadder> measured(const Ladder& ladder);

struct Plan;
/// A ladder whose times are known in steps (Ladder::stepsPerTime) as one of runs of the plan's steps, which is what
/// deadlines, budgets and prices are of: the base does the work that one worker does in that many, under weak scaling
/// in fewer steps. Any other as it is. Precondition: `ladder` is measured(source).
[[nodiscard]] MeasuredLadder ofRuns(MeasuredLadder ladder, const Ladder& source, const Plan& plan);

/// The same with parts, times and everything derived from them changed by `change`: what-ifs. The rungs keep their p,
/// repeats and quality; intervals are dropped. Precondition: ladder.hasParts; `change` leaves parts >= 0 with a sum
/// above 0.
[[nodiscard]] MeasuredLadder withParts(const MeasuredLadder& ladder, const std::vector<TimeParts>& parts);

/// Whether a ladder without a word about it is strong or weak, and why, from its shape: times that fall below 0.8 of
/// the base's are strong; times that stay within a fifth of the base's while p grows eightfold are weak; else nobody
/// knows. A ladder of throughputs has the same S either way and is read as strong.
struct ScalingGuess {
    std::optional<Scaling> scaling;
    std::string why;
};
[[nodiscard]] ScalingGuess guessScaling(const Ladder& ladder);

/// True where less is better: a quality named loss, error, perplexity, RMSE and the like.
[[nodiscard]] bool lowerIsBetter(const std::string& qualityName);

/// A 95 % interval of the median of positive values, sorted or not; absent below three. Six and more: order statistics,
/// which assume nothing (David & Nagaraja 2003, 7.1; the level reported is 0.95, the coverage at least that). Three to
/// five, for which no order statistics reach 95 %: Student's t of the logarithms, exact for log-normal noise.
[[nodiscard]] std::optional<Interval> medianInterval(std::vector<double> values);

}  // namespace scalewright
