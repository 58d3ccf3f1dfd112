// The prediction ledger: what was predicted on a day, held against what was measured since.
//
//     project.ledger.push_back(freeze(project, "before the first run", "2026-11-21").value());
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

/// The shown variant's parameters as they stand, under a name and date. Error (Input): the project implies no model;
/// the date is none (expected 2026-11-21, a time may follow).
[[nodiscard]] Result<FrozenPrediction> freeze(const Project& project, const std::string& name, const std::string& date);

/// From predicted to measured T(p), seconds of one step: predicted + the bars = measured, up to the rounding of the
/// sum.
struct Waterfall {
    int p = 1;
    double predictedS = 0;
    double measuredS = 0;
    double computeS = 0;      ///< measured compute beyond T_comp/p: inflation, or a serial stage
    double latencyS = 0;  ///< communication beyond the predicted, as far as it goes with the pattern's latency factor
    double bandwidthS = 0;  ///< … and with its bandwidth factor
    /// What of it neither explains; all of it where the ladder cannot tell (communicationShift)
    double communicationS = 0;
    double waitingS = 0;  ///< beyond the predicted waiting and coordination
    double ioS = 0;
    /// The unattributed rest less the predicted failures; everything, where only totals were measured
    double unexplainedS = 0;
    [[nodiscard]] double barsS() const
    {
        return computeS + latencyS + bandwidthS + communicationS + waitingS + ioS + unexplainedS;
    }
};

/// By how much the link would have to differ for the predicted pattern to take the measured communication: least
/// squares of measured - predicted = a(p) alpha + b(p) beta over the p beyond 1, a and b the
/// linearFactors(). Absent with the reason: fewer than two such p with parts, a pattern that is not linear, overlap
/// (which hides part of either).
struct CommunicationShift {
    struct Seconds {
        double alphaS = 0, betaS = 0;  ///< to be added to the predicted ones; negative: the link did better
    };
    std::optional<Seconds> by;
    std::string reason;
};
[[nodiscard]] CommunicationShift communicationShift(const ScalingModel& predicted, const MeasuredLadder& ladder,
                                                    double scale = 1);

/// How many of the model's steps one time of the ladder holds: the plan's steps of a run where that is the nearer
/// guess, else 1. Both are held against T_p0 of the ladder over T(p0) of the model, by the logarithm of the ratio.
[[nodiscard]] double stepsPerTime(const ScalingModel& predicted, const MeasuredLadder& ladder, const Plan& plan);

/// Why prediction and ladder hardly speak of the same thing at this scale: at the ladder's base the two differ by ten
/// times or more, as where an epoch is held against a step. Empty where they do not.
[[nodiscard]] std::string scaleDoubt(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale);

/// The same in half a sentence for a verdict, of the steps that the ladder states, else that seem to be in one measured
/// time. Empty too for an assumed ladder, another scaling, and where nobody said it and nothing asks: throughputs, a plan
/// without steps.
[[nodiscard]] std::string stepDoubt(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                    const ScalingModel* predicted);

/// Steps in one measured time where they are known: as the ladder says, or as they seem and nothing speaks against it
/// (scaleDoubt); nullopt where seconds of a step might be a run's, or a unit of work. Precondition: `measured` is of
/// `source`.
[[nodiscard]] std::optional<double> knownStepsPerTime(const ScalingModel& predicted, const Ladder& source,
                                                      const MeasuredLadder& measured, const Plan& plan);

/// Nobody said how many steps a measured time holds, and by the prediction it is one, where the plan's run is of more:
/// a guess.
[[nodiscard]] bool timesSeemSteps(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                  const ScalingModel* predicted);

/// The ladder as one of runs of the plan's steps (ofRuns): what deadlines, budgets and prices are of. Where nobody said
/// how many steps a measured time holds and they seem steps (timesSeemSteps), that is said in runsNote; else a time is
/// a run. Under a plan with steps either is a guess: runUnknown asks, and no goal is judged until somebody answers.
[[nodiscard]] MeasuredLadder asRuns(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                    const ScalingModel* predicted);

/// At every p of the ladder where the prediction finishes. Preconditions: `predicted` has the ladder's scaling, the
/// ladder's times are in seconds, `scale` > 0 turns a ladder's run into steps: T_step = T_run / scale.
[[nodiscard]] std::vector<Waterfall> waterfalls(const ScalingModel& predicted, const MeasuredLadder& ladder,
                                                double scale = 1);

}  // namespace scalewright
