// SPDX-License-Identifier: GPL-3.0-or-later
// The result with p workers, by one rule for every page and command: the measured value next to the prediction if p was
// measured; otherwise the prediction, extrapolated above the last run.
//
//     const SpeedupAtP plan = speedupAtP(analysis, analysis.planP);
//     plan.shownSpeedup();   // 52.4 measured, next to plan.predicted = 56.9
#pragma once

#include <optional>
#include <string>

#include "core/project/document/plan.h"

namespace scalewright {

struct Forecast;
struct MeasuredLadder;
struct Project;
struct Rung;

/// "3.88×", "34.2×": three significant digits, for sentences.
[[nodiscard]] std::string shortSpeedupText(double speedup);

struct SpeedupAtP {
    int p = 1;
    std::optional<double> measured;  ///< S on the shown ladder; absent if p was not run
    std::optional<double> predicted;  ///< S of the model
    std::optional<int> lastMeasuredP;  ///< set if p is above the last measured p: the prediction is extrapolated
    bool isAssumed = false;  ///< the ladder was not run: `measured` is assumed
    std::string measuredAt{};  ///< `measured` is calibrated (MeasuredLadder::measuredAt)
    int baseP = 1;  ///< the ladder's p0
    double baseSpeedup = 1;  ///< S(p0), from which `measured` starts
    bool isBasePredicted = false;  ///< `measured` starts from the predicted S(p0); if unset and p0 > 1, from S(p0) = p0

    [[nodiscard]] std::optional<double> shownSpeedup() const { return measured ? measured : predicted; }
    bool operator==(const SpeedupAtP&) const = default;
};

/// A ladder whose scaling differs from the model's does not measure the prediction; without a prediction it is used as
/// is. An assumed ladder counts like any other and is marked. A p does not count as measured if half of its runs
/// failed; neither does a base above p = 1, whose speedup is p0 by definition: the prediction is used there.
[[nodiscard]] SpeedupAtP speedupAtP(const Forecast& forecast, int p);

/// The rung of the shown ladder at p, by the same rule; nullptr if p was not run.
[[nodiscard]] const Rung* measuredRungAt(const Forecast& forecast, int p);
/// That rung if several workers ran and its parts include waiting: the reference for a simulation of the same design.
[[nodiscard]] const Rung* measuredWaitingAt(const Forecast& forecast, int p);

/// The factor that makes a speedup on the shown ladder comparable with the prediction: the predicted S(p0)/p0, so that
/// both have S = 1 on one machine; 1 if p = 1 was run or there is no prediction at p0. Times are unchanged.
[[nodiscard]] double speedupAlignmentFactor(const Forecast& forecast, const MeasuredLadder& ladder);
/// "S(2) of the runs is set to the predicted 1.82×: p = 1 was not run"; without a prediction, that it is set to 2; empty
/// if p = 1 was run.
[[nodiscard]] std::string baseSpeedupNote(const Forecast& forecast);

/// "measured", "calibrated", "assumed" or "predicted": the source of the shown value.
[[nodiscard]] const char* speedupOriginName(const SpeedupAtP& value);

/// Time and cost of a run at p, by the same rule as speedupAtP; of one step if a prediction has no steps. A service has no
/// run: it has a cost per hour.
struct RunTimeAndCost {
    std::optional<double> timeS,
        costUsd;  ///< absent if the run never finishes or nothing is known; the cost is also absent without a price
    bool isMeasured = false;  ///< or calibrated, from a run
    bool isSingleStep = false;
    const char* unitName = "a run";  ///< what time and cost refer to, in words
};
[[nodiscard]] RunTimeAndCost runTimeAndCostAt(const Project& project, const Forecast& forecast, int p);

/// Measured seconds per step at p; absent if p was not run, under weak scaling, for throughputs, and if the steps per
/// run or per measured time are not set.
[[nodiscard]] std::optional<double> measuredStepS(const Project& project, const Forecast& forecast, int p);

/// The curve whose times and costs are shown: the one the user chose, or the one on which a value of an hour was
/// decided; otherwise the measured curve if the plan's p was measured, else the plan's own; without a plan, the
/// prediction, otherwise the runs. Absent if neither exists.
[[nodiscard]] std::optional<CurveKind> shownCurveKind(const Project& project, const Forecast& forecast);

/// Hours per run at p; absent if a prediction has no steps, if the steps per measured time are not set, or if nothing
/// is known.
[[nodiscard]] std::optional<double> runHoursAt(const Project& project, const Forecast& forecast, int p);

/// The last p at which the prediction was checked by a run; above it the prediction is extrapolated.
[[nodiscard]] std::optional<int> lastMeasuredP(const Forecast& forecast);

/// "52×"; "2.9× as fast as 2" if S(2) = 2 is assumed. Precondition: the value is measured or predicted.
[[nodiscard]] std::string shownSpeedupText(const SpeedupAtP& value);

/// "52× measured (57× predicted)", "57× predicted, beyond the last run at 16", "5.3× predicted"; empty without either
/// value. If p = 1 was not run: "2.9× as fast as 2, measured", and with a prediction at 2 "5.4× measured from the
/// predicted S(2) (6.1× predicted)".
[[nodiscard]] std::string speedupText(const SpeedupAtP& value);

}  // namespace scalewright
