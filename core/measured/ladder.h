// A measured ladder, read as evidence (book 41.7): what one p took, how sure that is, and what it spent its time on.
//
//     const MeasuredLadder ladder = measured(project.measurements.ladders[0]).value();
//     ladder.rungs[3].speedup->value;   // 3.88 at p = 8 of Output 41.7.2
//
// T_p = comp + comm + idle (+ io). A row has either input/output inside idle (as the book counts it) or beside it, never
// both. Throughput ladders: T is one unit of work over the throughput, so S = X(p)/X(p0) for strong scaling.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/result/result.h"

namespace scalewright {

/// Where the time of one p went, seconds. `rest` is what a given total has beyond the parts given: idle where idle was not
/// given, else nobody's.
struct TimeParts {
    double compS = 0, commS = 0, idleS = 0, ioS = 0, restS = 0;
    [[nodiscard]] double totalS() const { return compS + commS + idleS + ioS + restS; }
    bool operator==(const TimeParts&) const = default;
};

/// One p of a ladder: its repeats put together.
struct Rung {
    int p = 1;
    int repeats = 1;
    double timeS = 0;                      ///< median over the repeats
    std::optional<Interval> timeInterval;  ///< of the median, from three repeats on
    double fastestS = 0, slowestS = 0;     ///< the spread
    std::optional<double> throughputPerS;  ///< median, where the ladder was given as throughput
    std::optional<TimeParts> parts;        ///< scaled to timeS; absent where only totals are known
    std::optional<double> quality;         ///< median
    bool reachesTarget = true;             ///< quality at or beyond the ladder's target; true where there is none

    // Against the base rung. Strong: S = p0-scaled T(p0)/T(p), with S(p0) = p0 assumed ideal only where p0 > 1 (see
    // MeasuredLadder::baseNote). Weak: S = p T(p0)/T(p)/…, the scaled speedup.
    double speedup = 1;
    std::optional<Interval> speedupInterval;
    double efficiency = 1;
    std::optional<double> karpFlatt;       ///< e = (1/S - 1/p)/(1 - 1/p), p > p0; flat: serial, rising: overhead
};

struct MeasuredLadder {
    std::string name;
    Scaling scaling = Scaling::Strong;
    std::vector<Rung> rungs;  ///< by ascending p, each p once
    int baseP = 1;
    std::string baseNote;     ///< empty for base 1; else what another base does to S and E, in words
    bool hasParts = false;    ///< every rung has parts
    bool ioApart = false;     ///< io was measured beside idle
    int fastestP = 1;         ///< argmin T (weak: argmax S), the smallest on ties
    int kneeP = 1;            ///< argmax E/T (Eager, Zahorjan, Lazowska 1989), the smallest on ties
    std::string kneeNote;     ///< in words where the knee or the fastest is the last rung: nothing beyond was measured
    std::vector<std::string> warnings;  ///< superlinear rungs, parts that do not reach the time, quality below target, …
};

/// Error (Input), each problem naming the point: fewer than one rung, no time derivable, parts beyond the time, a mixture of
/// times and throughputs, scaling neither said nor recognisable (expected: "strong" or "weak").
[[nodiscard]] Result<MeasuredLadder> measured(const Ladder& ladder);

/// Whether a ladder without a word about it is strong or weak, and why, from its shape: times that fall with p are strong;
/// times that stay within a fifth while p grows eightfold are weak; else nobody knows.
struct ScalingGuess {
    std::optional<Scaling> scaling;
    std::string why;
};
[[nodiscard]] ScalingGuess guessScaling(const Ladder& ladder);

}  // namespace scalewright
