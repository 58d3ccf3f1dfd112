#include "core/decision/analysis/value_at_p.h"

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/cost/curve.h"
#include "core/decision/cost/time_cost.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The shown ladder if it has the model's scaling or nothing is predicted; otherwise nullptr.
const MeasuredLadder* comparableLadder(const Analysis& analysis)
{
    const MeasuredLadder* ladder = analysis.ladderOfRuns();
    if (!ladder || !analysis.prediction)
        return ladder;
    return ladder->scaling == analysis.model->scaling ? ladder : nullptr;
}

/// Whether the measured speedup starts from S(p0) = p0, which nothing measured or predicted.
bool isRelativeToBase(const SpeedupAtP& value)
{
    return value.measured && value.baseP > 1 && !value.isBasePredicted;
}

/// The predicted speedup at the ladder's base; absent if p = 1 was run or there is no prediction at the base.
std::optional<double> alignedBaseSpeedup(const Analysis& analysis, const MeasuredLadder& ladder)
{
    if (ladder.baseP == 1 || !analysis.prediction || analysis.model->scaling != ladder.scaling)
        return std::nullopt;
    const PredictionRow base = predictAt(*analysis.model, ladder.baseP);
    return base.finishes() && base.speedup > 0 ? std::optional(base.speedup) : std::nullopt;
}

}  // namespace

const Rung* measuredRungAt(const Analysis& analysis, int p)
{
    const MeasuredLadder* ladder = comparableLadder(analysis);
    const Rung* rung = ladder ? ladder->findRung(p) : nullptr;
    return rung && rung->runCount().mostSucceeded() ? rung : nullptr;
}

const Rung* measuredWaitingAt(const Analysis& analysis, int p)
{
    const Rung* rung = measuredRungAt(analysis, p);
    return rung && p > 1 && rung->parts && rung->isIdleKnown ? rung : nullptr;
}

std::string shortSpeedupText(double speedup)
{
    return decimalText(speedup, speedup < 9.95 ? 1 : 0) + "\u00D7";
}

SpeedupAtP speedupAtP(const Analysis& analysis, int p)
{
    SpeedupAtP value{.p = p};
    if (const MeasuredLadder* ladder = comparableLadder(analysis)) {
        value.baseP = ladder->baseP;
        value.isAssumed = ladder->origin == Origin::Assumed;
        value.isBasePredicted = alignedBaseSpeedup(analysis, *ladder).has_value();
        // S(p0) = p0 is not a measurement.
        const bool isBaseByDefinition = analysis.prediction && value.baseP > 1 && p == value.baseP;
        if (const Rung* rung = measuredRungAt(analysis, p); rung && !isBaseByDefinition)
            value.measured = rung->speedup * speedupAlignmentFactor(analysis, *ladder);
        else if (!value.isAssumed && p > ladder->rungs.back().p)
            value.lastMeasuredP = ladder->rungs.back().p;
    }
    if (!analysis.prediction || (analysis.model->maximumWorkers && p > *analysis.model->maximumWorkers))
        return value;
    if (const PredictionRow row = p == analysis.planP ? analysis.planRow : predictAt(*analysis.model, p);
        row.finishes())
        value.predicted = row.speedup;
    return value;
}

double speedupAlignmentFactor(const Analysis& analysis, const MeasuredLadder& ladder)
{
    return alignedBaseSpeedup(analysis, ladder).value_or(ladder.baseP) / ladder.baseP;
}

std::string baseSpeedupNote(const Analysis& analysis)
{
    const MeasuredLadder* ladder = comparableLadder(analysis);
    if (!ladder || ladder->baseP == 1)
        return {};
    const std::optional<double> predicted = alignedBaseSpeedup(analysis, *ladder);
    return predicted ? formatMessage("S({}) of the runs is set to the predicted {}: p = 1 was not run", ladder->baseP,
                                     significantText(*predicted) + "\u00D7")
                     : formatMessage("S({}) = {} is assumed: p = 1 was not run", ladder->baseP, ladder->baseP);
}

RunTimeAndCost runTimeAndCostAt(const Project& project, const Analysis& analysis, int p)
{
    RunTimeAndCost run;
    run.isMeasured = measuredRungAt(analysis, p) != nullptr;
    if (!run.isMeasured && !analysis.prediction)
        return run;
    run.isSingleStep = !run.isMeasured && !project.plan.steps;
    run.unitName = run.isSingleStep ? "a step" : run.isMeasured ? analysis.ladderOfRuns()->timedUnitName() : "a run";
    if (const std::optional<TimeCostTradeOff> priced = tradeOffOn(
            project, analysis, analysis.ladderOfRuns(), run.isMeasured ? CurveKind::Measured : CurveKind::Predicted))
        if (const TimeCostPoint* point = priced->findPoint(p)) {
            run.timeS = point->timeS;
            run.costUsd = point->costUsd;
            return run;
        }
    if (run.isMeasured) {
        run.timeS = baseWorkTimeS(*analysis.ladderOfRuns(), *analysis.ladderOfRuns()->findRung(p));
    } else if (const PredictionRow row = predictAt(*analysis.model, p); row.finishes()) {
        run.timeS = row.tStepS * analysis.model->stepsAt(p);
        run.costUsd = row.costUsd;
    }
    return run;
}

std::optional<double> measuredStepS(const Project& project, const Analysis& analysis, int p)
{
    const Rung* rung = measuredRungAt(analysis, p);
    if (!rung || !project.plan.steps || analysis.ladderOfRuns()->scaling == Scaling::Weak ||
        analysis.ladderOfRuns()->isThroughput || !analysis.ladderOfRuns()->stepsPerTimeRequest.empty())
        return std::nullopt;
    return baseWorkTimeS(*analysis.ladderOfRuns(), *rung) / project.plan.steps->value;
}

const char* speedupOriginName(const SpeedupAtP& value)
{
    return !value.measured ? "predicted" : value.isAssumed ? "assumed" : "measured";
}

std::optional<CurveKind> decisionCurveKind(const Project& project, const Analysis& analysis)
{
    if (!analysis.plan || !analysis.plan->curveKind)
        return std::nullopt;
    // "Machines plus time" is best for one value of an hour on one curve only, so keep the curve it was decided on.
    const bool isFixedCurve = project.plan.curve || analysis.plan->rule == PlanRule::MachinesAndWaiting;
    return !isFixedCurve && measuredRungAt(analysis, analysis.plan->p) ? CurveKind::Measured
                                                                       : *analysis.plan->curveKind;
}

CurveKind pricingCurveKind(const Project& project, const Analysis& analysis)
{
    const bool hasOnlyRuns = analysis.ladderOfRuns() && !analysis.prediction;
    return decisionCurveKind(project, analysis).value_or(hasOnlyRuns ? CurveKind::Measured : CurveKind::Predicted);
}

std::optional<double> runHoursAt(const Project& project, const Analysis& analysis, int p)
{
    const RunTimeAndCost run = runTimeAndCostAt(project, analysis, p);
    const bool hasUnknownSteps = run.isMeasured && !analysis.ladderOfRuns()->stepsPerTimeRequest.empty();
    if (!run.timeS || run.isSingleStep || hasUnknownSteps || !std::isfinite(*run.timeS))
        return std::nullopt;
    return *run.timeS / secondsPerHour;
}

std::optional<int> lastMeasuredP(const Analysis& analysis)
{
    const MeasuredLadder* ladder = comparableLadder(analysis);
    return ladder && !(ladder->origin == Origin::Assumed) ? std::optional(ladder->rungs.back().p) : std::nullopt;
}

std::string shownSpeedupText(const SpeedupAtP& value)
{
    return isRelativeToBase(value)
               ? formatMessage("{} as fast as {}", shortSpeedupText(*value.measured / value.baseP), value.baseP)
               : shortSpeedupText(*value.shownSpeedup());
}

std::string speedupText(const SpeedupAtP& value)
{
    if (value.measured) {
        const std::string measuredText =
            shownSpeedupText(value) +
            (value.isAssumed           ? " in an assumed ladder"
             : isRelativeToBase(value) ? ", measured"
                                       : " measured") +
            (value.isBasePredicted ? formatMessage(" from the predicted S({})", value.baseP) : std::string());
        return value.predicted ? formatMessage("{} ({} predicted)", measuredText, shortSpeedupText(*value.predicted))
                               : measuredText;
    }
    if (!value.predicted)
        return {};
    return value.lastMeasuredP ? formatMessage("{} predicted, beyond the last run at {}",
                                               shortSpeedupText(*value.predicted), *value.lastMeasuredP)
                               : formatMessage("{} predicted", shortSpeedupText(*value.predicted));
}

}  // namespace scalewright
