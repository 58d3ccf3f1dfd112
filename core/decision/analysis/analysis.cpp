// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/analysis/analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/decision/attribution/ledger.h"
#include "core/decision/cost/curve.h"
#include "core/decision/plan/conditions.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// Ignores planP, which does not affect the flow: it only sets the device count for which the wrong axis is shown.
bool isSameIgnoringPlanP(const Profile& profile, Profile& other)
{
    const std::optional<int> planP = std::exchange(other.planP, profile.planP);
    const bool isSame = profile == other;
    other.planP = planP;
    return isSame;
}

void addPredictionResults(Analysis& analysis, const Analysis* previous)
{
    const ScalingModel& model = *analysis.model;
    const bool isSamePrediction = previous && previous->prediction == analysis.prediction;
    if (isSamePrediction && previous->inputIntervals == analysis.inputIntervals)
        analysis.band = previous->band;
    else if (std::optional<PredictionBand> band = predictBand(model, analysis.inputIntervals, analysis.pMax))
        analysis.band = std::make_shared<const PredictionBand>(std::move(*band));
    analysis.sensitivity = isSamePrediction ? previous->sensitivity : computeSensitivity(model, analysis.pMax);
    const Landmarks& landmarks = analysis.prediction->landmarks;
    analysis.planRow = predictAt(model, analysis.planP);
    if (model.maximumWorkers && analysis.planP > *model.maximumWorkers) {
        constexpr double unreachable = std::numeric_limits<double>::infinity();
        analysis.planRow = {.p = analysis.planP,
                            .nodes = model.nodesAt(analysis.planP),
                            .tStepS = unreachable,
                            .costUsd = model.nodePriceUsdPerHour ? std::optional(unreachable) : std::nullopt};
    }
    analysis.pStarRow = analysis.prediction->row(landmarks.pStar);
    analysis.kneeRow = analysis.prediction->row(landmarks.kneeP);
}

/// `before`: the previous analysis; its parts are reused if they belong to the same ladder. withAttribution() adds the
/// attribution.
std::shared_ptr<const LadderAnalysis> readLadder(const Ladder& ladder, std::size_t index, const Project& project,
                                                 const std::shared_ptr<const LadderAnalysis>& before)
{
    const Plan& plan = project.plan;
    const RunConditions conditions = conditionsOfRuns(ladder, project);
    const std::optional<ScalingModel> model = modelUnder(conditions, project.plan.scaling);
    const ScalingModel* predicted = model ? &*model : nullptr;
    const bool isSameLadder = before && before->index == index && before->source == ladder;
    // The times were scaled although the steps per measured time are not set: their number was a guess.
    const auto wasGuessed = [&] { return !ladder.stepsPerMeasuredTime && before->ladderOfRuns.timesPerRun != 0; };
    if (isSameLadder &&
        (!before->measured ||
         (before->planSteps == plan.steps && before->ladderOfRuns.conditions == conditions &&
          wasGuessed() == areTimesLikelySteps(*before->measured, ladder, plan, predicted) &&
          before->ladderOfRuns.stepMismatch == stepMismatchText(*before->measured, ladder, plan, predicted))))
        return before;
    // The model decides how much of the ranks' communication is waiting.
    const bool dependsOnModel =
        std::ranges::any_of(ladder.points, [](const LadderPoint& point) { return !point.ranks.empty(); });
    const bool isUnchanged = isSameLadder && !dependsOnModel;
    LadderAnalysis read{.index = index,
                        .source = ladder,
                        .measured = isUnchanged ? before->measured : analyseLadder(ladder),
                        .planSteps = plan.steps};
    if (read.measured) {
        read.measured = withMeasuredReading(*std::move(read.measured), ladder, project.baseline);
        read.measured = withKnownTransfer(*std::move(read.measured), ladder, plan, predicted);
        read.ladderOfRuns = scaleLadderToRuns(*read.measured, ladder, plan, predicted);
        read.ladderOfRuns.conditions = conditions;
        if (isUnchanged && before->measured->baseIoS == read.measured->baseIoS) {
            read.attribution = before->attribution;
            read.planP = before->planP;
        }
    }
    return std::make_shared<const LadderAnalysis>(std::move(read));
}

/// The ladder with its lost folds, explained for that plan.
std::shared_ptr<const LadderAnalysis> withAttribution(const std::shared_ptr<const LadderAnalysis>& ladder,
                                                      std::optional<int> planP)
{
    if (!ladder || !ladder->measured || (ladder->attribution && ladder->planP == planP))
        return ladder;
    LadderAnalysis explained = *ladder;
    explained.planP = planP;
    explained.attribution = attributeLostFolds(*explained.measured, planP);
    return std::make_shared<const LadderAnalysis>(std::move(explained));
}

}  // namespace

Analysis analyse(const Project& project, const AnalysisOptions& options, const Analysis* previous)
{
    Analysis analysis;
    if (const std::vector<Ladder>& ladders = project.measurements.ladders; !ladders.empty()) {
        const std::size_t index = std::min(options.shownLadderIndex, ladders.size() - 1);
        analysis.ladder = readLadder(ladders[index], index, project, previous ? previous->ladder : nullptr);
    }
    const std::shared_ptr<const LadderAnalysis> readRuns = analysis.ladder;
    const MeasuredLadder* ladder = readRuns && readRuns->measured ? &readRuns->ladderOfRuns : nullptr;
    // A forecast does not own the ladder that it was given.
    const auto ownLadder = [&](Forecast& forecast) {
        if (ladder && forecast.runs.get() == ladder)
            forecast.runs = {readRuns, ladder};
    };
    static_cast<Forecast&>(analysis) = makeForecast(project.baseline, project, options.pMax, ladder, previous,
                                                    options.modelOverride ? &*options.modelOverride : nullptr);
    ownLadder(analysis);
    analysis.ladder = withAttribution(readRuns, analysis.plannedP());
    analysis.planP = analysis.plannedP().value_or(
        analysis.prediction && !analysis.plan ? analysis.feasible.availableWorkers().value_or(1) : 1);
    analysis.pMax = analysis.prediction ? analysis.prediction->pMax : options.pMax;
    Profile profile = profileOf(project);
    analysis.diagnosisFlow = previous && isSameIgnoringPlanP(previous->diagnosisFlow.profile, profile)
                                 ? previous->diagnosisFlow
                                 : evaluateFlow(profile);
    analysis.diagnosisFlow.profile = std::move(profile);
    if (analysis.model) {
        analysis.inputIntervals =
            options.modelOverride ? options.modelOverride->inputIntervals : modelIntervals(project);
        addPredictionResults(analysis, previous);
    }
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        const Forecast* before = previous && i < previous->variants.size() ? &previous->variants[i] : nullptr;
        const Variant& variant = project.variants[i];
        analysis.variants.push_back(
            {makeForecast(project.baseline, variant, options.pMax, ladder, before), variant.name});
        ownLadder(analysis.variants.back());
    }
    analysis.claim = makeClaim(
        project, analysis, analysis.ladder && analysis.ladder->attribution ? &*analysis.ladder->attribution : nullptr);
    return analysis;
}

}  // namespace scalewright
