// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/strip_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/run_comparison.h"
#include "core/model/scaling/run_cost.h"
#include "core/project/document/project.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

const QString separator = QStringLiteral(" · ");

QString missingFieldsText(const Project& project, const Analysis& analysis)
{
    QStringList missing;
    for (const MissingField& needed : missingForPrediction(project, analysis))
        missing << toQString(needed.field ? needed.field->name : needed.name);
    if (!missing.isEmpty())
        return Tr::tr("no prediction yet: it needs %1").arg(missing.join(QStringLiteral(", ")));
    // The line on Predict that lists missing values links to the field.
    return Tr::tr("no prediction: %1").arg(toQString(analysis.model.error().problems.front().message));
}

/// Whether anything about the machine or its workload is set; until then, the strip does not ask for the rest.
bool hasBaselineData(const Baseline& baseline)
{
    return !baseline.steps.empty() || baseline.workingSetBytes || baseline.machine.memoryBytes ||
           baseline.machine.peakFlops || baseline.machine.memoryBandwidthBytesPerS;
}

QString fastestText(const Analysis& analysis)
{
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const QString speedupAtPStar = speedupFactorText(analysis.pStarRow.speedup);
    if (landmarks.pStarAtLimit && landmarks.pStar > 1) {
        if (analysis.model->maximumWorkers == landmarks.pStar)
            return Tr::tr("p* %1 (%2), the whole batch").arg(landmarks.pStar).arg(speedupAtPStar);
        // The limit of the search is not an answer.
        if (const std::optional<int> last = lastMeasuredP(analysis); last && *last < analysis.pMax)
            return Tr::tr("beyond p %1 not measured").arg(*last);
        const QString above = Tr::tr("p* above %1").arg(landmarks.pStar);
        if (!landmarks.speedupLimit)
            return Tr::tr("%1, every worker helps").arg(above);
        return *landmarks.speedupLimit > analysis.pStarRow.speedup
                   ? Tr::tr("%1, at most %2").arg(above, speedupFactorText(*landmarks.speedupLimit))
                   : above;
    }
    if (landmarks.pStar == 1)
        return analysis.pMax == 1 ? Tr::tr("p* 1: the search ends at one worker")
                                  : Tr::tr("p* 1: with this design more workers do not pay");
    return (isPStarOnlyPredicted(*analysis.prediction, analysis.ladderOfRuns()) ? Tr::tr("predicted p* %1 (%2)")
                                                                                : Tr::tr("p* %1 (%2)"))
        .arg(landmarks.pStar)
        .arg(speedupAtPStar);
}

/// ", 79 % of p 8’s speedup at 63 % of its cost"
QString sharesText(double speedupShare, double costShare, int p)
{
    const QString share = shareAsPercent(speedupShare);
    return costShare < 2
               ? Tr::tr(", %1 of p %3’s speedup at %2 of its cost").arg(share, shareAsPercent(costShare)).arg(p)
               : Tr::tr(", %1 of p %3’s speedup at %2 its cost").arg(share, speedupFactorText(costShare)).arg(p);
}

/// The text for a measured plan, or for a plan chosen from the ladder.
QString measuredPlanText(const Analysis& analysis, const SpeedupAtP& value)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const PlanDecision& plan = *analysis.plan;
    const Rung* rung = ladder.findRung(plan.p);
    if (!rung || (!plan.speedup && !value.measured))
        return Tr::tr("plan p %1: not measured").arg(plan.p);
    if (ladder.rungs.size() == 1)
        return Tr::tr("plan p %1: the only p of the ladder").arg(plan.p);
    const Rung& best = *ladder.findRung(ladder.fastestP);
    QString head = value.measured ? Tr::tr("plan p %1: %2").arg(plan.p).arg(toQString(speedupText(value)))
                                  : (ladder.origin == Origin::Assumed ? Tr::tr("plan p %1: %2 in an assumed ladder")
                                                                      : Tr::tr("plan p %1: %2 measured"))
                                        .arg(plan.p)
                                        .arg(speedupFactorText(rung->speedup));
    if (!ladder.scalingCaveat.empty())
        head += Tr::tr(" if the work grew with p (a guess)");
    if (plan.p == best.p)
        return Tr::tr("%1, the fastest of the ladder").arg(head);
    // Cost(p) = Cost(p0)/E(p).
    const double costShare = best.efficiency / rung->efficiency;
    // The fastest run may be another p than the predicted p* at the beginning of the strip.
    return head + sharesText(rung->speedup / best.speedup, costShare, best.p);
}

QString planText(const Analysis& analysis)
{
    if (!analysis.plan)
        return Tr::tr("no plan: %1").arg(toQString(analysis.claim.whyNoPlan));
    if (analysis.plan->infeasibility)
        return Tr::tr("plan p %1: not feasible, %2")
            .arg(analysis.planP)
            .arg(toQString(analysis.plan->infeasibility->reason));
    if (const std::optional<ServedAtP>& served = analysis.claim.served)
        return Tr::tr("plan p %1: %2, %3")
            .arg(analysis.planP)
            .arg(toQString(replicasText(*served)), toQString(requestRateText(*served->throughputPerS)));
    const SpeedupAtP value = speedupAtP(analysis, analysis.planP);
    const bool onLadder = analysis.plan->curveKind == CurveKind::Measured;
    if ((value.measured && analysis.planP > 1) ||
        (onLadder && (!value.predicted || analysis.ladder->measured->findRung(analysis.planP))))
        return measuredPlanText(analysis, value);
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const PredictionRow& plan = analysis.planRow;
    const PredictionRow& best = analysis.pStarRow;
    QString head = Tr::tr("plan p %1: %2").arg(analysis.planP).arg(toQString(speedupText(value)));
    if (analysis.plan->rule == PlanRule::NoRule)
        return Tr::tr("plan p 1: nothing says where to stop");
    if (analysis.planP == 1)
        return Tr::tr("plan p 1: one machine");
    if (analysis.model->maximumWorkers && analysis.planP > *analysis.model->maximumWorkers)
        return Tr::tr("plan p %1: the batch has examples for %2 workers")
            .arg(analysis.planP)
            .arg(*analysis.model->maximumWorkers);
    if (!plan.finishes())
        return Tr::tr("plan p %1: never finishes").arg(analysis.planP);
    if (plan.speedup < 1)
        return Tr::tr("%1, slower than one machine").arg(head);
    if (analysis.planP == landmarks.pStar && !landmarks.pStarAtLimit)
        return Tr::tr("%1, the fastest").arg(head);
    if (analysis.planP == landmarks.pStar)
        return isLimitedByBatch(*analysis.model, analysis.prediction->pMax)
                   ? Tr::tr("%1, the whole batch").arg(head)
                   : Tr::tr("%1, where the search ends").arg(head);
    if (analysis.prediction->hasNoPStar())
        return head;
    return head + sharesText(plan.speedup / best.speedup, runCostRatio(*analysis.model, plan, best), best.p);
}

QString goalTitle(GoalKind kind, const Goal& goal)
{
    return toQString(kind == GoalKind::Quality && !goal.qualityName.empty() ? goal.qualityName : nameOf(kind));
}

QString goalAmountText(GoalKind kind, double value)
{
    return toQString(kind == GoalKind::Throughput ? requestRateText(value)
                                                  : formatAmount(value, goalDimension(kind)).joined());
}

/// Whether the goal is met or missed and by how much, or why it cannot be checked.
QString basicVerdictText(const GoalVerdict& verdict, const Goal& goal)
{
    const QString name = goalTitle(verdict.kind, goal);
    if (!verdict.isMet)
        return (verdict.kind == GoalKind::Quality ? Tr::tr("%1: %2") : Tr::tr("%1 not checked: %2"))
            .arg(name, toQString(verdict.reason));
    const double share = verdict.limit > 0 ? std::abs(*verdict.value - verdict.limit) / verdict.limit : 0;
    if (*verdict.isMet)
        return verdict.limit > 0 ? Tr::tr("%1 met with %2 to spare").arg(name, shareAsPercent(share))
                                 : Tr::tr("%1 met").arg(name);
    if (!std::isfinite(*verdict.value))
        return Tr::tr("%1 missed: the run never finishes").arg(name);
    const QString excess = goalAmountText(verdict.kind, std::abs(*verdict.value - verdict.limit));
    return verdict.limit > 0 ? Tr::tr("%1 missed by %2 (%3)").arg(name, excess, shareAsPercent(share))
                             : Tr::tr("%1 missed by %2").arg(name, excess);
}

/// The text of basicVerdictText(), plus the verdict from the measured run if it differs.
QString goalText(const GoalVerdict& verdict, const Goal& goal)
{
    QString text = basicVerdictText(verdict, goal);
    if (verdict.valueInterval)
        text = Tr::tr("%1, but uncertain: %2 to %3 (%4 %)")
                   .arg(text, goalAmountText(verdict.kind, verdict.valueInterval->low),
                        goalAmountText(verdict.kind, verdict.valueInterval->high),
                        toQString(significantText(100 * verdict.valueInterval->level, 3)));
    if (!verdict.contradictingMeasurement)
        return text;
    return (*verdict.isMet ? Tr::tr("%1 as predicted, missed as measured (%2 at p %3)")
                           : Tr::tr("%1 as predicted, met as measured (%2 at p %3)"))
        .arg(text, goalAmountText(verdict.kind, *verdict.contradictingMeasurement))
        .arg(verdict.contradictingP);
}

StripText::GoalState goalStateOf(const GoalVerdict& verdict)
{
    if (verdict.contradictingMeasurement)
        return *verdict.isMet ? StripText::GoalState::Missed : StripText::GoalState::Unchecked;
    return !verdict.isMet   ? StripText::GoalState::Unchecked
           : *verdict.isMet ? StripText::GoalState::Met
                            : StripText::GoalState::Missed;
}

}  // namespace

QString speedupFactorText(double ratio)
{
    return toQString(shortSpeedupText(ratio));
}

QString StripText::sentence() const
{
    QStringList parts{diagnosis, fastest, plan, designProblems, goal};
    parts.removeAll(QString());
    return parts.join(separator);
}

StripText stripText(const Project& project, const Analysis& analysis, int designErrors)
{
    StripText text;
    text.planReason = sentenceCase(toQString(joinNonEmpty({analysis.claim.whyThisP, limitText(analysis.claim)}, "; ")));
    text.isDiagnosed = analysis.diagnosisFlow.diagnosis.has_value();
    if (text.isDiagnosed || hasBaselineData(project.baseline))
        text.diagnosis = verdictSentence(analysis.diagnosisFlow.profile, analysis.diagnosisFlow.diagnosis);
    if (analysis.claim.served) {
        text.plan = planText(analysis);
    } else if (analysis.prediction) {
        text.fastest = fastestText(analysis);
        if (const std::string measured = analysis.claim.disagreement; !measured.empty())
            text.fastest +=
                (analysis.prediction->hasNoPStar() ? Tr::tr(", %1") : Tr::tr(", but %1")).arg(toQString(measured));
        text.plan = planText(analysis);
    } else {
        text.fastest = missingFieldsText(project, analysis);
        if ((analysis.plan && analysis.plan->curveKind) || !analysis.claim.whyNoPlan.empty())
            text.plan = planText(analysis);
    }

    if (designErrors > 0)
        text.designProblems = designErrors == 1 ? Tr::tr("the design cannot work: 1 failed check")
                                                : Tr::tr("the design cannot work: %1 failed checks").arg(designErrors);

    // The project may set goals before there is anything to check them against.
    std::vector<GoalVerdict> checks =
        analysis.plan ? analysis.plan->verdicts : undecidedGoals(project.baseline, project.goal);
    if (!analysis.claim.whyNoPlan.empty())
        for (GoalVerdict& check : checks)
            check.reason = "no plan";
    if (checks.empty()) {
        const MaybeQuantity& hour = project.goal.hourValueUsd;
        text.goal = hour ? Tr::tr("an hour of waiting is worth %1").arg(toQString(moneyText(hour->value)))
                         : Tr::tr("no goal set");
        return text;
    }
    QStringList words;
    if (analysis.plan && analysis.plan->shortfall)
        words << Tr::tr("no p meets every goal (at best p %1: %2)")
                     .arg(analysis.plan->shortfall->p)
                     .arg(goalText(analysis.plan->shortfall->verdict, project.goal));
    for (const StripText::GoalState state :
         {StripText::GoalState::Missed, StripText::GoalState::Met, StripText::GoalState::Unchecked}) {
        for (const GoalVerdict& check : checks)
            if (goalStateOf(check) == state)
                words << goalText(check, project.goal);
    }
    const auto hasState = [&](StripText::GoalState state) {
        return std::any_of(checks.begin(), checks.end(),
                           [&](const GoalVerdict& check) { return goalStateOf(check) == state; });
    };
    text.goalState = hasState(StripText::GoalState::Missed)      ? StripText::GoalState::Missed
                     : hasState(StripText::GoalState::Unchecked) ? StripText::GoalState::Unchecked
                                                                 : StripText::GoalState::Met;
    QStringList open;
    for (const GoalVerdict& check : checks)
        if (goalStateOf(check) == StripText::GoalState::Unchecked)
            open << QString::fromLatin1(nameOf(check.kind));
    text.openGoals = open.join(QStringLiteral(", "));
    const std::string unsaid = analysis.ladderOfRuns() ? analysis.ladderOfRuns()->stepsPerTimeRequest : std::string();
    const bool wantsRows = !unsaid.empty() && std::any_of(checks.begin(), checks.end(), [&](const GoalVerdict& check) {
        return !check.isMet && check.reason == unsaid;
    });
    if (wantsRows)
        text.goalField = toQString(fieldOf(&Ladder::stepsPerMeasuredTime).jsonPointer)
                             .replace(QLatin1Char('*'), QString::number(analysis.ladder->index));
    if (text.goalState == StripText::GoalState::Unchecked && analysis.plan &&
        needsStepsPerRun(*analysis.plan, project.plan))
        text.goalField = QStringLiteral("/plan/steps");
    text.goal = words.join(QStringLiteral("; "));
    return text;
}

}  // namespace scalewright::ui
