// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/claim/value_at_p.h"

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/plan/candidates.h"
#include "core/decision/plan/forecast.h"
#include "core/decision/plan/served.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The shown ladder if it has the model's scaling or nothing is predicted; otherwise nullptr.
const MeasuredLadder* comparableLadder(const Forecast& forecast)
{
    const MeasuredLadder* ladder = forecast.ladderOfRuns();
    if (!ladder || !forecast.prediction)
        return ladder;
    return ladder->scaling == forecast.model->scaling ? ladder : nullptr;
}

/// Whether the measured speedup starts from S(p0), which nothing measured: sentences then compare with p0.
bool isRelativeToBase(const SpeedupAtP& value)
{
    return value.measured && value.baseP > 1;
}

/// The predicted speedup at the ladder's base; absent if p = 1 was run or there is no prediction at the base.
std::optional<double> alignedBaseSpeedup(const Forecast& forecast, const MeasuredLadder& ladder)
{
    if (ladder.baseP == 1 || !forecast.prediction || forecast.model->scaling != ladder.scaling)
        return std::nullopt;
    const PredictionRow base = predictAt(*forecast.model, ladder.baseP);
    return base.finishes() && base.speedup > 0 ? std::optional(base.speedup) : std::nullopt;
}

}  // namespace

const Rung* measuredRungAt(const Forecast& forecast, int p)
{
    const MeasuredLadder* ladder = comparableLadder(forecast);
    const Rung* rung = ladder ? ladder->findRung(p) : nullptr;
    return rung && rung->runCount().mostSucceeded() ? rung : nullptr;
}

const Rung* measuredWaitingAt(const Forecast& forecast, int p)
{
    const Rung* rung = measuredRungAt(forecast, p);
    const bool isMeasured = rung && !forecast.ladderOfRuns()->isCalibrated();
    return isMeasured && p > 1 && rung->parts && rung->isIdleKnown ? rung : nullptr;
}

std::string shortSpeedupText(double speedup)
{
    return significantText(speedup) + "\u00D7";
}

SpeedupAtP speedupAtP(const Forecast& forecast, int p)
{
    SpeedupAtP value{.p = p};
    if (const MeasuredLadder* ladder = comparableLadder(forecast)) {
        value.baseP = ladder->baseP;
        value.isAssumed = ladder->origin == Origin::Assumed;
        value.measuredAt = ladder->measuredAt;
        value.isBasePredicted = alignedBaseSpeedup(forecast, *ladder).has_value();
        value.baseSpeedup = speedupAlignmentFactor(forecast, *ladder) * ladder->baseP;
        // S(p0) = p0 is not a measurement.
        const bool isBaseByDefinition = forecast.prediction && value.baseP > 1 && p == value.baseP;
        if (const Rung* rung = measuredRungAt(forecast, p); rung && !isBaseByDefinition)
            value.measured = rung->speedup * speedupAlignmentFactor(forecast, *ladder);
        else if (!value.isAssumed && p > ladder->rungs.back().p)
            value.lastMeasuredP = ladder->rungs.back().p;
    }
    if (!forecast.prediction || (forecast.model->maximumWorkers && p > *forecast.model->maximumWorkers))
        return value;
    if (const PredictionRow row = predictAt(*forecast.model, p); row.finishes())
        value.predicted = row.speedup;
    return value;
}

double speedupAlignmentFactor(const Forecast& forecast, const MeasuredLadder& ladder)
{
    return alignedBaseSpeedup(forecast, ladder).value_or(ladder.baseP) / ladder.baseP;
}

std::string baseSpeedupNote(const Forecast& forecast)
{
    const MeasuredLadder* ladder = comparableLadder(forecast);
    if (!ladder || ladder->baseP == 1)
        return {};
    const std::optional<double> predicted = alignedBaseSpeedup(forecast, *ladder);
    return predicted ? formatMessage("S({}) of the runs is set to the predicted {}: p = 1 was not run", ladder->baseP,
                                     significantText(*predicted) + "\u00D7")
                     : formatMessage("S({}) = {} is assumed: p = 1 was not run", ladder->baseP, ladder->baseP);
}

RunTimeAndCost runTimeAndCostAt(const Project& project, const Forecast& forecast, int p)
{
    RunTimeAndCost run;
    if (isPlannedByThroughput(project.baseline)) {
        run.unitName = "an hour";
        if (const MaybeQuantity& price = project.target.priceUsdPerHour)
            run.costUsd = price->value * nodeCount(p, workersOnNode(project.target));
        return run;
    }
    run.isMeasured = measuredRungAt(forecast, p) != nullptr;
    if (!run.isMeasured && !forecast.prediction)
        return run;
    run.isSingleStep = !run.isMeasured && !project.plan.steps;
    const bool isWeak = project.plan.scaling == Scaling::Weak;
    run.unitName = run.isSingleStep ? isWeak ? "for one worker's step" : "a step"
                   : run.isMeasured ? forecast.ladderOfRuns()->timedUnitName()
                                    : "a run";
    std::optional<PlanCandidate> result;
    if (run.isMeasured)
        result = candidateOf(*forecast.ladderOfRuns(), *forecast.ladderOfRuns()->findRung(p), project.target);
    else if (const PredictionRow row = predictAt(*forecast.model, p); row.finishes())
        result = candidateOf(*forecast.model, row);
    if (result) {
        run.timeS = result->runTimeS;
        run.costUsd = result->costUsd;
    }
    return run;
}

std::optional<double> measuredStepS(const Project& project, const Forecast& forecast, int p)
{
    const Rung* rung = measuredRungAt(forecast, p);
    if (!rung || !project.plan.steps || forecast.ladderOfRuns()->scaling == Scaling::Weak ||
        forecast.ladderOfRuns()->isThroughput || !forecast.ladderOfRuns()->stepsPerTimeRequest.empty())
        return std::nullopt;
    return baseWorkTimeS(*forecast.ladderOfRuns(), *rung) / project.plan.steps->value;
}

const char* speedupOriginName(const SpeedupAtP& value)
{
    return !value.measured            ? "predicted"
           : value.isAssumed          ? "assumed"
           : value.measuredAt.empty() ? "measured"
                                      : "calibrated";
}

std::optional<CurveKind> shownCurveKind(const Project& project, const Forecast& forecast)
{
    const std::optional<PlanDecision>& plan = forecast.plan;
    if (plan && plan->curveKind) {
        // "Machines plus time" is best for one value of an hour on one curve only, so keep the curve it was decided on.
        const bool isFixedCurve = project.plan.curve || plan->rule == PlanRule::MachinesAndWaiting;
        return !isFixedCurve && measuredRungAt(forecast, plan->p) ? CurveKind::Measured : *plan->curveKind;
    }
    if (forecast.prediction)
        return CurveKind::Predicted;
    return forecast.ladderOfRuns() ? std::optional(CurveKind::Measured) : std::nullopt;
}

std::optional<double> runHoursAt(const Project& project, const Forecast& forecast, int p)
{
    const RunTimeAndCost run = runTimeAndCostAt(project, forecast, p);
    const bool hasUnknownSteps = run.isMeasured && !forecast.ladderOfRuns()->stepsPerTimeRequest.empty();
    if (!run.timeS || run.isSingleStep || hasUnknownSteps || !std::isfinite(*run.timeS))
        return std::nullopt;
    return *run.timeS / secondsPerHour;
}

std::optional<int> lastMeasuredP(const Forecast& forecast)
{
    const MeasuredLadder* ladder = comparableLadder(forecast);
    return ladder && !(ladder->origin == Origin::Assumed) ? std::optional(ladder->rungs.back().p) : std::nullopt;
}

std::string shownSpeedupText(const SpeedupAtP& value)
{
    return isRelativeToBase(value)
               ? formatMessage("{} as fast as {}", shortSpeedupText(*value.measured / value.baseSpeedup), value.baseP)
               : shortSpeedupText(*value.shownSpeedup());
}

std::string speedupText(const SpeedupAtP& value)
{
    if (value.measured) {
        const std::string measuredText =
            shownSpeedupText(value) + (value.isAssumed ? std::string(" in an assumed ladder")
                                       : !value.measuredAt.empty()
                                           ? formatMessage(" calibrated, measured at {}", value.measuredAt)
                                       : isRelativeToBase(value) ? std::string(", measured")
                                                                 : std::string(" measured"));
        return value.predicted
                   ? formatMessage("{} ({} predicted)", measuredText,
                                   shortSpeedupText(*value.predicted / (value.isBasePredicted ? value.baseSpeedup : 1)))
                   : measuredText;
    }
    if (!value.predicted)
        return {};
    return value.lastMeasuredP ? formatMessage("{} predicted, beyond the last run at {}",
                                               shortSpeedupText(*value.predicted), *value.lastMeasuredP)
                               : formatMessage("{} predicted", shortSpeedupText(*value.predicted));
}

}  // namespace scalewright
