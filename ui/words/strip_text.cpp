#include "ui/words/strip_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/model/scaling/run_cost.h"
#include "core/project/document/project.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

struct Strip {
    Q_DECLARE_TR_FUNCTIONS(Strip)
};

const QString separator = QStringLiteral(" · ");

QString missingText(const Project& project, const Analysis& analysis)
{
    QStringList missing;
    for (const MissingField& each : missingForPrediction(project, analysis))
        missing << qt(each.field ? each.field->name : each.name);
    if (!missing.isEmpty())
        return Strip::tr("no prediction yet: it needs %1").arg(missing.join(QStringLiteral(", ")));
    return Strip::tr("no prediction: %1")
        .arg(qt(analysis.model.error().problems.front().message));  // the line on Predict leads to the field
}

/// Something of the machine or its workload is known: until then the strip does not ask for the rest.
bool isBegun(const Baseline& baseline)
{
    return !baseline.steps.empty() || baseline.workingSetBytes || baseline.machine.memoryBytes ||
           baseline.machine.peakFlops || baseline.machine.memoryBandwidthBytesPerS;
}

QString fastestText(const Analysis& analysis)
{
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const QString there = timesText(analysis.atPStar.speedup);
    if (landmarks.pStarAtLimit && landmarks.pStar > 1) {
        if (analysis.model->mostWorkers == landmarks.pStar)
            return Strip::tr("p* %1 (%2), the whole batch").arg(landmarks.pStar).arg(there);
        if (!landmarks.speedupLimit)
            return Strip::tr("no p* up to %1: still faster with every worker, without limit").arg(analysis.pMax);
        if (*landmarks.speedupLimit > analysis.atPStar.speedup)
            return Strip::tr("no p* up to %1: %2× there, at most %3× with any number")
                .arg(analysis.pMax)
                .arg(qt(significant(analysis.atPStar.speedup, 4)), qt(significant(*landmarks.speedupLimit, 4)));
        return Strip::tr("p* lies beyond %1, where the search ends: %2 there").arg(analysis.pMax).arg(there);
    }
    if (landmarks.pStar == 1)
        return analysis.pMax == 1 ? Strip::tr("p* 1: the search ends at one worker")
                                  : Strip::tr("p* 1: with this design more workers do not pay");
    // Beside a ladder with a fastest p of its own it is said which of the two this is.
    const bool beyond = analysis.runs() && landmarks.pStar > analysis.runs()->rungs.back().p;
    return (beyond ? Strip::tr("predicted p* %1 (%2)") : Strip::tr("p* %1 (%2)")).arg(landmarks.pStar).arg(there);
}

/// The plan on the ladder, where it was measured or that is what it is read from.
QString measuredPlanText(const Analysis& analysis, const ValueAtP& value)
{
    const MeasuredLadder& ladder = *analysis.ladder->measured;
    const PlanDecision& plan = *analysis.plan;
    const Rung* rung = ladder.at(plan.p);
    if (!rung || (!plan.speedup && !value.measured))
        return Strip::tr("plan p %1: not measured").arg(plan.p);
    if (ladder.rungs.size() == 1)
        return Strip::tr("plan p %1: the only p of the ladder").arg(plan.p);
    const Rung& best = *ladder.at(ladder.fastestP);
    QString head = value.measured ? Strip::tr("plan p %1: %2").arg(plan.p).arg(qt(speedupText(value)))
                                  : (ladder.origin == Origin::Assumed ? Strip::tr("plan p %1: %2 in an assumed ladder")
                                                                      : Strip::tr("plan p %1: %2 measured"))
                                        .arg(plan.p)
                                        .arg(timesText(rung->speedup));
    if (!ladder.scalingDoubt.empty())
        head += Strip::tr(" if the work grew with p (a guess)");
    if (plan.p == best.p)
        return Strip::tr("%1, the fastest of the ladder").arg(head);
    // Cost(p) = Cost(p0)/E(p).
    const double costShare = best.efficiency / rung->efficiency;
    const QString share = shareText(rung->speedup / best.speedup);
    return costShare < 2
               ? Strip::tr("%1, %2 of the best speedup at %3 of the cost").arg(head, share, shareText(costShare))
               : Strip::tr("%1, %2 of the best speedup at %3 the cost").arg(head, share, timesText(costShare));
}

QString planText(const Analysis& analysis)
{
    const ValueAtP value = valueAtP(analysis, analysis.planP);
    const bool onLadder = analysis.plan->curve == CurveKind::Measured;
    if ((value.measured && analysis.planP > 1) ||
        (onLadder && (!value.predicted || analysis.ladder->measured->at(analysis.planP))))
        return measuredPlanText(analysis, value);
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const PredictionRow& plan = analysis.atPlan;
    const PredictionRow& best = analysis.atPStar;
    const QString head = Strip::tr("plan p %1: %2").arg(analysis.planP).arg(qt(speedupText(value)));
    if (analysis.plan->by == PlanBy::Nothing)
        return Strip::tr("plan p 1: nothing says where to stop");
    if (analysis.planP == 1)
        return Strip::tr("plan p 1: one machine");
    if (analysis.model->mostWorkers && analysis.planP > *analysis.model->mostWorkers)
        return Strip::tr("plan p %1: the batch has examples for %2 workers")
            .arg(analysis.planP)
            .arg(*analysis.model->mostWorkers);
    if (!plan.finishes())
        return Strip::tr("plan p %1: never finishes").arg(analysis.planP);
    if (plan.speedup < 1)
        return Strip::tr("%1, slower than one machine").arg(head);
    if (analysis.planP == landmarks.pStar && !landmarks.pStarAtLimit)
        return Strip::tr("%1, the fastest").arg(head);
    if (analysis.planP == landmarks.pStar)
        return endsWithTheBatch(*analysis.model, analysis.prediction->pMax)
                   ? Strip::tr("%1, the whole batch").arg(head)
                   : Strip::tr("%1, where the search ends").arg(head);
    const double speedupShare = plan.speedup / best.speedup;
    const double ofCost = costShare(*analysis.model, plan, best);
    const QString share = shareText(speedupShare);
    if (landmarks.pStarAtLimit)
        return ofCost < 2 ? Strip::tr("%1, %2 of the speedup of %3 workers at %4 of their cost")
                                .arg(head, share)
                                .arg(best.p)
                                .arg(shareText(ofCost))
                          : Strip::tr("%1, %2 of the speedup of %3 workers at %4 their cost")
                                .arg(head, share)
                                .arg(best.p)
                                .arg(timesText(ofCost));
    return ofCost < 2 ? Strip::tr("%1, %2 of the speedup at %3 of the cost").arg(head, share, shareText(ofCost))
                      : Strip::tr("%1, %2 of the speedup at %3 the cost").arg(head, share, timesText(ofCost));
}

QString goalTitle(GoalKind kind, const Goal& goal)
{
    switch (kind) {
    case GoalKind::Deadline: return Strip::tr("deadline");
    case GoalKind::Budget: return Strip::tr("budget");
    case GoalKind::Latency: return Strip::tr("latency of a step");
    case GoalKind::Quality: break;
    }
    return goal.qualityName.empty() ? Strip::tr("quality") : qt(goal.qualityName);
}

QString ofGoal(GoalKind kind, double value)
{
    const Dimension dimension = kind == GoalKind::Budget    ? Dimension::Money
                                : kind == GoalKind::Quality ? Dimension::Ratio
                                                            : Dimension::Time;
    return qt(formatAmount(value, dimension).joined());
}

/// Met with a share to spare, missed by how much, or why nobody can tell.
QString onItsCurve(const GoalVerdict& verdict, const Goal& goal)
{
    const QString name = goalTitle(verdict.goal, goal);
    if (!verdict.met)
        return (verdict.goal == GoalKind::Quality ? Strip::tr("%1: %2") : Strip::tr("%1 not checked: %2"))
            .arg(name, qt(verdict.reason));
    const double share = verdict.limit > 0 ? std::abs(*verdict.value - verdict.limit) / verdict.limit : 0;
    if (*verdict.met)
        return verdict.limit > 0 ? Strip::tr("%1 met with %2 to spare").arg(name, shareText(share))
                                 : Strip::tr("%1 met").arg(name);
    if (!std::isfinite(*verdict.value))
        return Strip::tr("%1 missed: the run never finishes").arg(name);
    const QString excess = ofGoal(verdict.goal, std::abs(*verdict.value - verdict.limit));
    return verdict.limit > 0 ? Strip::tr("%1 missed by %2 (%3)").arg(name, excess, shareText(share))
                             : Strip::tr("%1 missed by %2").arg(name, excess);
}

/// The same, with what the run that was measured says where that is another verdict.
QString goalText(const GoalVerdict& verdict, const Goal& goal)
{
    QString text = onItsCurve(verdict, goal);
    if (verdict.between)
        text = Strip::tr("%1, but not for certain: %2 to %3 (%4 %)")
                   .arg(text, ofGoal(verdict.goal, verdict.between->low), ofGoal(verdict.goal, verdict.between->high),
                        qt(significant(100 * verdict.between->level, 3)));
    if (!verdict.otherwiseMeasured)
        return text;
    return (*verdict.met ? Strip::tr("%1 as predicted, missed as measured (%2 at p %3)")
                         : Strip::tr("%1 as predicted, met as measured (%2 at p %3)"))
        .arg(text, ofGoal(verdict.goal, *verdict.otherwiseMeasured))
        .arg(verdict.measuredP);
}

StripText::Goal stateOf(const GoalVerdict& verdict)
{
    if (verdict.otherwiseMeasured)
        return *verdict.met ? StripText::Goal::Missed : StripText::Goal::Unchecked;
    return !verdict.met ? StripText::Goal::Unchecked : *verdict.met ? StripText::Goal::Met : StripText::Goal::Missed;
}

}  // namespace

QString timesText(double ratio)
{
    return qt(shortFolds(ratio));
}

QString shareText(double ratio)
{
    const double percent = 100 * ratio;
    if (percent > 0 && percent < 1)
        return Strip::tr("under 1 %");
    return Strip::tr("%1 %").arg(QString::number(percent, 'f', 0));
}

QString StripText::sentence() const
{
    QStringList parts{axis, fastest, plan, design, goal};
    parts.removeAll(QString());
    return parts.join(separator);
}

StripText stripText(const Project& project, const Analysis& analysis, int designErrors)
{
    StripText text;
    text.diagnosed = analysis.flow.diagnosis.has_value();
    if (text.diagnosed || isBegun(project.baseline))
        text.axis = verdictSentence(analysis.flow.profile, analysis.flow.diagnosis);
    if (analysis.prediction) {
        text.fastest = fastestText(analysis);
        if (const std::string measured = measuredOtherwise(analysis); !measured.empty())
            text.fastest += Strip::tr(", but %1").arg(qt(measured));
        text.plan = planText(analysis);
    } else {
        text.fastest = missingText(project, analysis);
        if (analysis.plan && analysis.plan->curve)
            text.plan = planText(analysis);
    }

    if (designErrors > 0)
        text.design = designErrors == 1 ? Strip::tr("the design cannot work: 1 check")
                                        : Strip::tr("the design cannot work: %1 checks").arg(designErrors);

    // A goal stands in the file whether or not there is anything to hold it against yet.
    const std::vector<GoalVerdict> checks = analysis.plan ? analysis.plan->goals : openGoals(project.goal);
    if (checks.empty()) {
        const MaybeQuantity& hour = project.goal.hourValueUsd;
        text.goal = hour ? Strip::tr("an hour of waiting is worth %1")
                               .arg(qt(formatAmount(hour->value, Dimension::Money).joined()))
                         : Strip::tr("no goal set");
        return text;
    }
    QStringList words;
    if (analysis.plan && analysis.plan->shortfall)
        words << Strip::tr("no p meets every goal (at best p %1: %2)")
                     .arg(analysis.plan->shortfall->p)
                     .arg(goalText(analysis.plan->shortfall->goal, project.goal));
    for (const StripText::Goal state : {StripText::Goal::Missed, StripText::Goal::Met, StripText::Goal::Unchecked}) {
        for (const GoalVerdict& check : checks)
            if (stateOf(check) == state)
                words << goalText(check, project.goal);
    }
    const auto any = [&](StripText::Goal state) {
        return std::any_of(checks.begin(), checks.end(),
                           [&](const GoalVerdict& check) { return stateOf(check) == state; });
    };
    text.goalState = any(StripText::Goal::Missed)      ? StripText::Goal::Missed
                     : any(StripText::Goal::Unchecked) ? StripText::Goal::Unchecked
                                                       : StripText::Goal::Met;
    QStringList open;
    for (const GoalVerdict& check : checks)
        if (stateOf(check) == StripText::Goal::Unchecked)
            open << QString::fromLatin1(goalName(check.goal));
    text.openGoals = open.join(QStringLiteral(", "));
    const std::string unsaid = analysis.runs() ? analysis.runs()->runUnknown : std::string();
    const bool wantsRows = !unsaid.empty() && std::any_of(checks.begin(), checks.end(), [&](const GoalVerdict& check) {
        return !check.met && check.reason == unsaid;
    });
    if (wantsRows)
        text.goalField = qt(fieldOf(&Ladder::stepsPerTime).pointer)
                             .replace(QLatin1Char('*'), QString::number(analysis.ladder->index));
    if (text.goalState == StripText::Goal::Unchecked && analysis.plan && waitsForSteps(*analysis.plan, project.plan))
        text.goalField = QStringLiteral("/plan/steps");
    text.goal = words.join(QStringLiteral("; "));
    return text;
}

}  // namespace scalewright::ui
