#include "core/decision/analysis/analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/decision/attribution/ledger.h"
#include "core/decision/cost/curve.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The plan's p is no figure of the flow: it only says on how many devices the wrong axis is shown.
bool sameFlow(const Profile& profile, Profile other)
{
    other.planP = profile.planP;
    return profile == other;
}

void addPrediction(Analysis& analysis, const Analysis* previous)
{
    const ScalingModel& model = *analysis.model;
    const bool samePrediction = previous && previous->prediction == analysis.prediction;
    if (samePrediction && previous->intervals == analysis.intervals)
        analysis.band = previous->band;
    else if (std::optional<PredictionBand> band = predictBand(model, analysis.intervals, analysis.pMax))
        analysis.band = std::make_shared<const PredictionBand>(std::move(*band));
    analysis.sensitivity = samePrediction ? previous->sensitivity : sensitivity(model, analysis.pMax);
    const Landmarks& landmarks = analysis.prediction->landmarks;
    analysis.atPlan = predictAt(model, analysis.planP);
    if (model.mostWorkers && analysis.planP > *model.mostWorkers) {
        constexpr double never = std::numeric_limits<double>::infinity();
        analysis.atPlan = {.p = analysis.planP,
                           .nodes = model.nodes(analysis.planP),
                           .tStepS = never,
                           .costUsd = model.priceUsdPerHour ? std::optional(never) : std::nullopt};
    }
    analysis.atPStar = analysis.prediction->row(landmarks.pStar);
    analysis.atKnee = analysis.prediction->row(landmarks.kneeP);
}

/// `before`: of the analysis before, whose parts are taken where they are of the same ladder.
std::shared_ptr<const LadderAnalysis> readLadder(const Ladder& ladder, std::size_t index, const Plan& plan,
                                                 const ScalingModel* predicted,
                                                 const std::shared_ptr<const LadderAnalysis>& before)
{
    const bool same = before && before->index == index && before->source == ladder;
    // Scaled though nobody said how many steps a time holds: it was a guess then.
    const auto guessed = [&] { return !ladder.stepsPerTime && before->runs.timesOfRun != 0; };
    if (same &&
        (!before->measured ||
         (before->steps == plan.steps && guessed() == timesSeemSteps(*before->measured, ladder, plan, predicted) &&
          before->runs.stepDoubt == stepDoubt(*before->measured, ladder, plan, predicted))))
        return before;
    LadderAnalysis read{index, ladder, same ? before->measured : measured(ladder), {}, plan.steps, std::nullopt};
    if (read.measured) {
        read.runs = asRuns(*read.measured, ladder, plan, predicted);
        read.attribution = same ? before->attribution : attribute(*read.measured);
    }
    return std::make_shared<const LadderAnalysis>(std::move(read));
}

}  // namespace

std::string measuredOtherwise(const Analysis& analysis)
{
    constexpr double apart = 1.25;
    const MeasuredLadder* ladder = analysis.runs();
    if (ladder && analysis.prediction && !ladder->stepDoubt.empty())
        return ladder->stepDoubt;
    if (!ladder || !analysis.prediction || ladder->origin == Origin::Assumed ||
        ladder->scaling != analysis.model->scaling || ladder->rungs.back().p > analysis.prediction->pMax)
        return {};
    const auto predictedAt = [&](const Rung& rung) {
        return speedupAgainst(*analysis.prediction, ladder->baseP, rung.p).value_or(0);
    };
    // By how much of a factor its prediction lies beyond what was measured and the noise of that; 0 where it does not.
    const auto beyond = [&](const Rung& rung) {
        const double predicted = predictedAt(rung);
        if (!std::isfinite(predicted) || predicted <= 0 ||
            std::abs(std::log(rung.speedup / predicted)) <= std::log(apart))
            return 0.0;
        const Interval measured = rung.speedupInterval.value_or(Interval{rung.speedup, rung.speedup, 0});
        return std::max({0.0, std::log(measured.low / predicted), std::log(predicted / measured.high)});
    };
    const Rung& worst =
        *std::max_element(ladder->rungs.begin(), ladder->rungs.end(),
                          [&](const Rung& one, const Rung& other) { return beyond(one) < beyond(other); });
    if (beyond(worst) == 0)
        return {};
    const double predicted = predictedAt(worst);
    if (ladder->baseP > 1 && ladder->runUnknown.empty() && !ladder->isThroughput) {
        // S(p0) = p0 hides what p0 itself lost: times are of the same run.
        const auto runS = [&](int p) { return predictAt(*analysis.model, p).tStepS * analysis.model->stepsAt(p); };
        const auto off = [&](const Rung& rung) {
            const double runAsPredicted = runS(rung.p);  // infinite where it never ends: nothing to compare with
            return std::isfinite(runAsPredicted) ? std::abs(std::log(workTimeS(*ladder, rung) / runAsPredicted)) : 0;
        };
        const Rung& furthest =
            *std::max_element(ladder->rungs.begin(), ladder->rungs.end(),
                              [&](const Rung& one, const Rung& other) { return off(one) < off(other); });
        if (off(furthest) <= std::log(apart))
            return {};
        return say("{} measured at p {}, where {} is predicted", timeText(workTimeS(*ladder, furthest)), furthest.p,
                   timeText(runS(furthest.p)));
    }
    return ladder->baseP == 1
               ? say("{}\u00D7 measured at p {}, where {}\u00D7 is predicted", significant(worst.speedup, 3), worst.p,
                     significant(predicted, 3))
               : say("{}\u00D7 measured at p {}, where {}\u00D7 is predicted (S({}) taken as {} in both)",
                     significant(worst.speedup, 3), worst.p, significant(predicted, 3), ladder->baseP, ladder->baseP);
}

bool planLacksCause(const Analysis& analysis)
{
    return analysis.plan && analysis.plan->by == PlanBy::Chosen &&
           (!analysis.ladder || !analysis.ladder->attribution || analysis.ladder->attribution->owner == Cause::Unknown);
}

Analysis analyse(const Project& project, const AnalysisOptions& options, const Analysis* previous)
{
    Analysis analysis;
    if (const std::vector<Ladder>& ladders = project.measurements.ladders; !ladders.empty()) {
        const std::size_t index = std::min(options.shownLadder, ladders.size() - 1);
        const Result<ScalingModel> predicted = options.model ? options.model->model : scalingModel(project);
        analysis.ladder = readLadder(ladders[index], index, project.plan, predicted ? &*predicted : nullptr,
                                     previous ? previous->ladder : nullptr);
    }
    const MeasuredLadder* ladder = analysis.runs();
    static_cast<Forecast&>(analysis) =
        forecast(project.baseline, project, options.pMax, ladder, previous, options.model ? &*options.model : nullptr);
    analysis.planP = analysis.plannedP().value_or(1);
    analysis.workersAvailable = workersAvailable(project.target);
    analysis.pMax = analysis.prediction ? analysis.prediction->pMax : options.pMax;
    Profile profile = profileOf(project);
    analysis.flow = previous && sameFlow(previous->flow.profile, profile) ? previous->flow : flowOf(profile);
    analysis.flow.profile = std::move(profile);
    if (analysis.model) {
        analysis.intervals = options.model ? options.model->intervals : modelIntervals(project);
        addPrediction(analysis, previous);
    }
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        const Forecast* before = previous && i < previous->variants.size() ? &previous->variants[i] : nullptr;
        const Variant& variant = project.variants[i];
        analysis.variants.push_back({forecast(project.baseline, variant, options.pMax, ladder, before), variant.name});
    }
    return analysis;
}

}  // namespace scalewright
