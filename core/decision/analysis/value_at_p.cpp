#include "core/decision/analysis/value_at_p.h"

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/cost/curve.h"
#include "core/decision/cost/worth.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The ladder whose times are those of what is predicted; nullptr where there is none.
const MeasuredLadder* ladderOfModel(const Analysis& analysis)
{
    const MeasuredLadder* ladder = analysis.runs();
    if (!ladder || !analysis.prediction)
        return ladder;
    return ladder->scaling == analysis.model->scaling ? ladder : nullptr;
}

/// What was measured at p of what is predicted; nullptr where p was not, or half of its runs failed.
const Rung* rungOf(const Analysis& analysis, int p)
{
    const MeasuredLadder* ladder = ladderOfModel(analysis);
    const Rung* rung = ladder ? ladder->at(p) : nullptr;
    return rung && rung->runCount().mostSucceeded() ? rung : nullptr;
}

}  // namespace

std::string shortFolds(double speedup)
{
    return decimalText(speedup, speedup < 9.95 ? 1 : 0) + "\u00D7";
}

ValueAtP valueAtP(const Analysis& analysis, int p)
{
    ValueAtP value{.p = p};
    if (const MeasuredLadder* ladder = ladderOfModel(analysis)) {
        value.baseP = ladder->baseP;
        value.assumed = ladder->origin == Origin::Assumed;
        // S(p0) = p0 is no measurement.
        const bool byDefinition = analysis.prediction && value.baseP > 1 && p == value.baseP;
        if (const Rung* rung = rungOf(analysis, p); rung && !byDefinition)
            value.measured = rung->speedup * besidePrediction(analysis, *ladder);
        else if (!value.assumed && p > ladder->rungs.back().p)
            value.lastMeasuredP = ladder->rungs.back().p;
    }
    if (!analysis.prediction || (analysis.model->mostWorkers && p > *analysis.model->mostWorkers))
        return value;
    if (const PredictionRow row = p == analysis.planP ? analysis.atPlan : predictAt(*analysis.model, p); row.finishes())
        value.predicted = row.speedup;
    return value;
}

double besidePrediction(const Analysis& analysis, const MeasuredLadder& ladder)
{
    if (ladder.baseP == 1 || !analysis.prediction || analysis.model->scaling != ladder.scaling)
        return 1;
    const PredictionRow base = predictAt(*analysis.model, ladder.baseP);
    return base.finishes() && base.speedup > 0 ? base.speedup / ladder.baseP : 1;
}

std::string baseNote(const Analysis& analysis)
{
    const MeasuredLadder* ladder = ladderOfModel(analysis);
    const double factor = ladder ? besidePrediction(analysis, *ladder) : 1;
    return factor == 1 ? std::string()
                       : say("S({}) of the runs is the predicted {}: p = 1 was not run", ladder->baseP,
                             significant(factor * ladder->baseP) + "\u00D7");
}

RunAtP runAtP(const Project& project, const Analysis& analysis, int p)
{
    RunAtP run;
    run.measured = rungOf(analysis, p) != nullptr;
    if (!run.measured && !analysis.prediction)
        return run;
    run.ofAStep = !run.measured && !project.plan.steps;
    run.work = run.ofAStep ? "a step" : run.measured ? analysis.runs()->timedWork() : "a run";
    if (const std::optional<Choice> priced =
            choiceOn(project, analysis, analysis.runs(), run.measured ? CurveKind::Measured : CurveKind::Predicted))
        if (const MoneyPoint* point = priced->at(p)) {
            run.timeS = point->timeS;
            run.costUsd = point->costUsd;
            return run;
        }
    if (run.measured) {
        run.timeS = workTimeS(*analysis.runs(), *analysis.runs()->at(p));
    } else if (const PredictionRow row = predictAt(*analysis.model, p); row.finishes()) {
        run.timeS = row.tStepS * analysis.model->stepsAt(p);
        run.costUsd = row.costUsd;
    }
    return run;
}

std::optional<double> measuredStepS(const Project& project, const Analysis& analysis, int p)
{
    const Rung* rung = rungOf(analysis, p);
    if (!rung || !project.plan.steps || analysis.runs()->scaling == Scaling::Weak || analysis.runs()->isThroughput ||
        !analysis.runs()->runUnknown.empty())
        return std::nullopt;
    return workTimeS(*analysis.runs(), *rung) / project.plan.steps->value;
}

const char* valueMark(const ValueAtP& value)
{
    return !value.measured ? "predicted" : value.assumed ? "assumed" : "measured";
}

std::optional<CurveKind> decidedOn(const Project& project, const Analysis& analysis)
{
    if (!analysis.plan || !analysis.plan->curve)
        return std::nullopt;
    // Machines plus time is right for an hour's worth on the curve that it was decided on.
    const bool fixed = project.plan.curve || analysis.plan->by == PlanBy::MachinesAndTime;
    return !fixed && rungOf(analysis, analysis.plan->p) ? CurveKind::Measured : *analysis.plan->curve;
}

CurveKind pricedOn(const Project& project, const Analysis& analysis)
{
    const bool onlyRuns = analysis.runs() && !analysis.prediction;
    return decidedOn(project, analysis).value_or(onlyRuns ? CurveKind::Measured : CurveKind::Predicted);
}

std::optional<double> hoursOfRun(const Project& project, const Analysis& analysis, int p)
{
    const RunAtP run = runAtP(project, analysis, p);
    const bool unknown = run.measured && !analysis.runs()->runUnknown.empty();
    if (!run.timeS || run.ofAStep || unknown || !std::isfinite(*run.timeS))
        return std::nullopt;
    return *run.timeS / secondsPerHour;
}

std::optional<int> lastMeasuredP(const Analysis& analysis)
{
    const MeasuredLadder* ladder = ladderOfModel(analysis);
    return ladder && !(ladder->origin == Origin::Assumed) ? std::optional(ladder->rungs.back().p) : std::nullopt;
}

std::string speedupText(const ValueAtP& value)
{
    if (value.measured) {
        const std::string own = value.assumed ? say("{} in an assumed ladder", shortFolds(*value.measured))
                                              : say("{} measured", shortFolds(*value.measured));
        return value.predicted ? say("{} ({} predicted)", own, shortFolds(*value.predicted)) : own;
    }
    if (!value.predicted)
        return {};
    return value.lastMeasuredP
               ? say("{} predicted, beyond the last run at {}", shortFolds(*value.predicted), *value.lastMeasuredP)
               : say("{} predicted", shortFolds(*value.predicted));
}

}  // namespace scalewright
