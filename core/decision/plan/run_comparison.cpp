// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/run_comparison.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/plan/goal_decision.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

void markUndecided(GoalVerdict& verdict, std::string reason)
{
    verdict.isMet.reset();
    verdict.valueInterval.reset();
    verdict.reason = std::move(reason);
}

}  // namespace

std::optional<double> predictedSpeedupFromBase(const Prediction& prediction, int baseP, int p)
{
    if (std::max(baseP, p) > prediction.pMax)
        return std::nullopt;
    const double base = prediction.row(baseP).speedup;
    return std::isfinite(base) && base > 0 ? std::optional(baseP * prediction.row(p).speedup / base) : std::nullopt;
}

bool isRefutedByRuns(const Prediction& prediction, const MeasuredLadder& ladder)
{
    const Rung& last = ladder.rungs.back();
    return ladder.rungs.size() > 1 &&
           predictedSpeedupFromBase(prediction, ladder.baseP, last.p).value_or(0) > toleratedFactor * last.speedup;
}

bool isPStarOnlyPredicted(const Prediction& prediction, const MeasuredLadder* ladder)
{
    return ladder && ladder->fastestP != prediction.landmarks.pStar;
}

std::optional<double> timeOverPrediction(const Prediction& prediction, const MeasuredLadder& ladder, const Rung& rung)
{
    const PredictionRow row = predictAt(prediction.model, rung.p);
    return row.finishes() ? std::optional(baseWorkTimeS(ladder, rung) / (row.tStepS * prediction.model.stepsAt(rung.p)))
                          : std::nullopt;
}

void recheckAgainstRuns(PlanDecision& decision, const Prediction& prediction, const MeasuredLadder& ladder,
                        const Plan& plan)
{
    if (!plan.steps || ladder.isThroughput || ladder.scaling != prediction.model.scaling)
        return;
    const auto forEachRunGoal = [&](auto update) {
        for (GoalVerdict& verdict : decision.verdicts)
            if (verdict.isMet && !verdict.contradictingMeasurement && std::isfinite(*verdict.value) &&
                (verdict.kind == GoalKind::Deadline || verdict.kind == GoalKind::Budget))
                update(verdict);
    };
    const Rung* ownRung = ladder.findRung(decision.p);
    const Rung& nearestRung = ownRung                              ? *ownRung
                              : decision.p > ladder.rungs.back().p ? ladder.rungs.back()
                                                                   : ladder.rungs.front();
    const std::optional<double> overPrediction = timeOverPrediction(prediction, ladder, nearestRung);
    if (!overPrediction)
        return;
    const double timeRatio = *overPrediction;
    const auto changesVerdict = [](const GoalVerdict& verdict, double factor) {
        return isWithinLimit(*verdict.value * factor, verdict.limit) != *verdict.isMet;
    };
    if (!ladder.stepsPerTimeRequest.empty()) {  // a row is anything from a step to the whole run
        const double runFactor = ladder.timesPerRun > 0 ? timeRatio / ladder.timesPerRun : timeRatio;
        forEachRunGoal([&](GoalVerdict& verdict) {
            if (changesVerdict(verdict, runFactor) || changesVerdict(verdict, runFactor * plan.steps->value))
                markUndecided(verdict, ladder.stepsPerTimeRequest);
        });
        return;
    }
    const bool isBetweenRuns = decision.p >= ladder.rungs.front().p && decision.p <= ladder.rungs.back().p;
    if (isBetweenRuns && std::abs(std::log(timeRatio)) <= std::log(toleratedFactor))
        return;
    forEachRunGoal([&](GoalVerdict& verdict) {
        if (changesVerdict(verdict, timeRatio))
            markUndecided(verdict, formatMessage("{} as predicted, but p = {} took {} times its prediction",
                                                 *verdict.isMet ? "met" : "missed", nearestRung.p,
                                                 significantText(timeRatio, 3)));
    });
}

void recheckAgainstQuality(PlanDecision& decision, const ScalingModel& model)
{
    if (!model.criticalWorkers)
        return;
    const double examples = relativeExamplesToQuality(model, decision.p);
    for (GoalVerdict& verdict : decision.verdicts)
        if (verdict.isMet == true && (verdict.kind == GoalKind::Deadline || verdict.kind == GoalKind::Budget) &&
            !isWithinLimit(*verdict.value * examples, verdict.limit))
            markUndecided(
                verdict,
                formatMessage(
                    "met by the plan's steps, but the larger batch needs {} times the examples for the same quality",
                    significantText(examples)));
}

void addMeasuredContradictions(PlanDecision& decision, const std::vector<GoalLimit>& limits,
                               const PlanCandidateSet& measuredSet, const MeasuredLadder& ladder)
{
    const bool isMeasuredP = ladder.findRung(decision.p) != nullptr;
    const bool isBetweenRuns = decision.p > ladder.rungs.front().p && decision.p < ladder.rungs.back().p;
    for (std::size_t i = 0; i < decision.verdicts.size(); ++i) {
        GoalVerdict& verdict = decision.verdicts[i];
        const PlanCandidate* closest = nullptr;
        std::optional<double> value;
        bool isAnyMet = false;
        for (const PlanCandidate& run : measuredSet.candidates) {
            const GoalVerdict runVerdict = judgeGoal(limits[i], measuredSet, &run);
            if (!runVerdict.isMet || (isMeasuredP && run.p != decision.p))
                continue;
            isAnyMet = isAnyMet || *runVerdict.isMet;
            if (!value ||
                (isHigherBetter(limits[i], measuredSet) ? *runVerdict.value > *value : *runVerdict.value < *value)) {
                value = runVerdict.value;
                closest = &run;
            }
        }
        if (!closest || !verdict.isMet || *verdict.isMet == isAnyMet ||
            (!isMeasuredP && !(isBetweenRuns && *verdict.isMet)))
            continue;
        verdict.contradictingMeasurement = value;
        verdict.contradictingP = closest->p;
    }
}

}  // namespace scalewright
