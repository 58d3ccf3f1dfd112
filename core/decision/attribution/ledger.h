// SPDX-License-Identifier: GPL-3.0-or-later
// The prediction ledger: dated predictions and their comparison with later measurements.
//
//     project.ledger.push_back(makeFrozenPrediction(project, "before the first run", "2026-11-21").value());
//     for (const Waterfall& bars : waterfalls(scalingModel(project.ledger[0]).value(), ladder, 1000)) …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/model.h"

namespace scalewright {

struct FrozenPrediction;
struct Plan;
struct Project;

/// The current parameters of the shown variant, under a name and date. Error (Input): the project implies no model, or
/// the date is invalid (expected 2026-11-21, optionally followed by a time).
[[nodiscard]] Result<FrozenPrediction> makeFrozenPrediction(const Project& project, const std::string& name,
                                                            const std::string& date);

/// The steps from predicted to measured T(p), in seconds per step: predicted + the bars = measured, up to rounding.
struct Waterfall {
    int p = 1;
    double predictedS = 0;
    double measuredS = 0;
    double computeS = 0;      ///< measured compute above T_comp/p: inflation, or a serial stage
    double latencyS = 0;  ///< communication beyond the prediction, as far as it follows the pattern's latency factor
    double bandwidthS = 0;  ///< … and its bandwidth factor
    /// Communication explained by neither factor; all of it if the ladder cannot separate them (communicationShift)
    double otherCommunicationS = 0;
    double waitingS = 0;  ///< measured waiting beyond the predicted waiting and coordination
    double ioS = 0;
    /// Unattributed time minus the predicted failures; the whole difference if only totals were measured
    double unexplainedS = 0;
};

/// "11 % slower than predicted at p = 4: waiting adds 26.0 ms."
[[nodiscard]] std::string differenceText(const Waterfall& waterfall);

/// How different the link would have to be for the predicted pattern to take the measured communication time: least
/// squares of measured - predicted = a(p) alpha + b(p) beta over all p above 1, with a and b from linearFactors().
/// Absent, with the reason, for fewer than three such p with parts (two always fit, whatever the cause), factors that
/// are nearly proportional, a link that would have a negative latency or transfer time, a pattern that is not linear,
/// or overlap (which hides some of either term).
struct CommunicationShift {
    struct LinkParameterShift {
        double alphaS = 0, betaS = 0;  ///< to be added to the predicted values; negative: the link was faster
    };
    std::optional<LinkParameterShift> linkShift;
    std::string missingReason;
};
[[nodiscard]] CommunicationShift communicationShift(const ScalingModel& predicted, const MeasuredLadder& ladder,
                                                    double scale = 1);

/// How many model steps one time of the ladder covers: the plan's steps per run if that is the closer guess, otherwise
/// 1. Both are compared with the ladder's T_p0 over the model's T(p0), by the logarithm of the ratio.
[[nodiscard]] double guessStepsPerMeasuredTime(const ScalingModel& predicted, const MeasuredLadder& ladder,
                                               const Plan& plan);

/// Why prediction and ladder probably do not describe the same thing at this scale: at the ladder's base they differ by
/// a factor of ten or more, for example because an epoch is compared with a step. Otherwise empty.
[[nodiscard]] std::string scaleMismatchText(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale);

/// The same as half a sentence for a verdict, with the steps per measured time that the ladder states or else seems to
/// have. Also empty for an assumed ladder, for another scaling, and if the steps are neither set nor needed:
/// throughputs, a plan without steps.
[[nodiscard]] std::string stepMismatchText(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                           const ScalingModel* predicted);

/// Steps per measured time if known: as the ladder states, or as inferred if nothing contradicts it
/// (scaleMismatchText); nullopt if the times may be those of a step or of a run, or are per unit of work. Precondition:
/// `measured` was analysed from `source`.
[[nodiscard]] std::optional<double> knownStepsPerMeasuredTime(const ScalingModel& predicted, const Ladder& source,
                                                              const MeasuredLadder& measured, const Plan& plan);

/// The ladder with communication that may include waiting (Rung::commMayIncludeWaiting) compared with the model's
/// transfer: what exceeds ten times that transfer is waiting, and the rest is communication. Unchanged if the model or
/// the steps per measured time are unknown, and where a tenth of the model's transfer already exceeds the communication.
[[nodiscard]] MeasuredLadder withKnownTransfer(MeasuredLadder measured, const Ladder& source, const Plan& plan,
                                               const ScalingModel* predicted);

/// True if the steps per measured time are not set and the prediction suggests one step, while the plan's run has more:
/// a guess.
[[nodiscard]] bool areTimesLikelySteps(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                       const ScalingModel* predicted);

/// The ladder converted to runs with the plan's steps (scaleToPlannedRun), as deadlines, budgets and prices need. If
/// the steps per measured time are not set and the times seem to be steps (areTimesLikelySteps), runsNote says so;
/// otherwise each time is taken as a run. If the plan has steps, both are guesses: stepsPerTimeRequest asks for the
/// number, and no goal is judged until it is set.
[[nodiscard]] MeasuredLadder scaleLadderToRuns(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                               const ScalingModel* predicted);

/// One waterfall for each p of the ladder at which the prediction finishes. Preconditions: `predicted` has the ladder's
/// scaling, the ladder's times are in seconds, `scale` > 0 converts a run of the ladder to steps: T_step = T_run /
/// scale.
[[nodiscard]] std::vector<Waterfall> waterfalls(const ScalingModel& predicted, const MeasuredLadder& ladder,
                                                double scale = 1);

}  // namespace scalewright
