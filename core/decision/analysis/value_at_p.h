// What p workers give, by one rule for every page and command: where p was measured, the measured value with the
// prediction beside it; elsewhere the prediction, extrapolated beyond the last run.
//
//     const ValueAtP plan = valueAtP(analysis, analysis.planP);
//     plan.shown();   // 52.4 measured, with plan.predicted 56.9 beside it
#pragma once

#include <optional>
#include <string>

#include "core/project/document/plan.h"

namespace scalewright {

struct Analysis;
struct MeasuredLadder;
struct Project;

/// "3.9×", "34×": one decimal below ten, for what is said aloud.
[[nodiscard]] std::string shortFolds(double speedup);

struct ValueAtP {
    int p = 1;
    std::optional<double> measured;  ///< S of the ladder in sight; absent where p was not run
    std::optional<double> predicted;  ///< S of the model
    std::optional<int> lastMeasuredP;  ///< p lies beyond it: the prediction is extrapolated
    bool assumed = false;  ///< nobody ran the ladder: `measured` is what it was assumed to give
    int baseP = 1;  ///< of what was measured; beyond 1 its S is as predicted, or p0 where there is no prediction

    [[nodiscard]] std::optional<double> shown() const { return measured ? measured : predicted; }
    bool operator==(const ValueAtP&) const = default;
};

/// A ladder of other scaling than the model's measures nothing of the prediction; without a prediction it is all there
/// is. One that nobody ran counts as the others do, and is marked. A p at which half of the runs failed was not
/// measured, nor the speedup of a base beyond p = 1, which is p0 by definition: the prediction stands there.
[[nodiscard]] ValueAtP valueAtP(const Analysis& analysis, int p);

/// What a speedup of the ladder in sight is multiplied by to stand beside the prediction: the predicted S(p0)/p0, so
/// that both have one machine's S = 1; 1 where somebody ran p = 1, or nothing is predicted there. Times are as they were.
[[nodiscard]] double besidePrediction(const Analysis& analysis, const MeasuredLadder& ladder);
/// "S(2) of the runs is the predicted 1.82×: p = 1 was not run"; empty where that factor is 1.
[[nodiscard]] std::string baseNote(const Analysis& analysis);

/// "measured", "assumed", "predicted": what the shown value rests on.
[[nodiscard]] const char* valueMark(const ValueAtP& value);

/// What a run at p takes and costs, by the same rule; of one step where a prediction has no steps.
struct RunAtP {
    std::optional<double> timeS,
        costUsd;  ///< absent where it never ends, or nothing is known; the cost without a price
    bool measured = false;
    bool ofAStep = false;
    const char* work = "a run";  ///< what they are of, in words
};
[[nodiscard]] RunAtP runAtP(const Project& project, const Analysis& analysis, int p);

/// Seconds of a step as measured at p; absent where p was not run, under weak scaling, of throughputs, and where nobody
/// said how many steps a run or a measured time has.
[[nodiscard]] std::optional<double> measuredStepS(const Project& project, const Analysis& analysis, int p);

/// The curve that the decision is read on: the one a person chose, or an hour's worth decided on; else the runs' where
/// the plan's p was measured, else the plan's own; absent without a plan.
[[nodiscard]] std::optional<CurveKind> decidedOn(const Project& project, const Analysis& analysis);
/// The curve that money is shown on: that one, else the one there is.
[[nodiscard]] CurveKind pricedOn(const Project& project, const Analysis& analysis);

/// Hours of a run at p; absent where a prediction has no steps, nobody said how many a measured time holds, or nothing
/// is known.
[[nodiscard]] std::optional<double> hoursOfRun(const Project& project, const Analysis& analysis, int p);

/// The last p at which what is predicted was measured; beyond it the prediction is extrapolated.
[[nodiscard]] std::optional<int> lastMeasuredP(const Analysis& analysis);

/// "52× measured (57× predicted)", "57× predicted, beyond the last run at 16", "5.3× predicted"; empty without either.
[[nodiscard]] std::string speedupText(const ValueAtP& value);

}  // namespace scalewright
