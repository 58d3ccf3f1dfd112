#include "ui/words/strip_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/quantity/units.h"
#include "ui/words/verdict_text.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

struct Strip {
    Q_DECLARE_TR_FUNCTIONS(Strip)
};

const QString separator = QStringLiteral(" · ");

QString missingText(const Project& project, const Error& error)
{
    QStringList missing;
    if (!project.baseline.tCompS)
        missing << Strip::tr("T_comp");
    if (!project.target.alphaS)
        missing << Strip::tr("alpha");
    if (!project.target.bandwidthBytesPerS)
        missing << Strip::tr("the link's bandwidth");
    if (!project.design.communication.messageBytes)
        missing << Strip::tr("the message size");
    if (!missing.isEmpty())
        return Strip::tr("no prediction yet: it needs %1").arg(missing.join(QStringLiteral(", ")));
    return Strip::tr("no prediction: %1").arg(said(error.problems.front()));
}

/// Something of the machine or its workload is known: until then the strip does not ask for the rest.
bool isBegun(const Profile& profile)
{
    return !profile.steps.empty() || profile.workingSetBytes || profile.memoryBytes || profile.peakFlops || profile.memoryBandwidthBytesPerS;
}

QString fastestText(const Analysis& analysis)
{
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const QString there = timesText(analysis.atPStar.speedup);
    if (landmarks.pStarAtLimit && landmarks.pStar > 1) {
        if (!landmarks.speedupLimit)
            return Strip::tr("no p* up to %1: still faster with every worker, without limit").arg(analysis.pMax);
        if (*landmarks.speedupLimit > analysis.atPStar.speedup)
            return Strip::tr("no p* up to %1: %2× there, at most %3× with any number")
                .arg(analysis.pMax)
                .arg(QString::fromStdString(significant(analysis.atPStar.speedup, 4)),
                     QString::fromStdString(significant(*landmarks.speedupLimit, 4)));
        return Strip::tr("p* lies beyond %1, where the search ends: %2 there").arg(analysis.pMax).arg(there);
    }
    if (landmarks.pStar == 1)
        return analysis.pMax == 1 ? Strip::tr("p* 1: the search ends at one worker") : Strip::tr("p* 1: more workers do not pay");
    return Strip::tr("p* %1 (%2)").arg(landmarks.pStar).arg(there);
}

QString planText(const Analysis& analysis)
{
    const Landmarks& landmarks = analysis.prediction->landmarks;
    const PredictionRow& plan = analysis.atPlan;
    const PredictionRow& best = analysis.atPStar;
    const QString head = Strip::tr("plan p %1: %2").arg(analysis.planP).arg(timesText(plan.speedup));
    if (analysis.planP == 1)
        return Strip::tr("plan p 1: one machine");
    if (!plan.finishes())
        return Strip::tr("plan p %1: never finishes").arg(analysis.planP);
    if (plan.speedup < 1)
        return Strip::tr("%1, slower than one machine").arg(head);
    if (analysis.planP == landmarks.pStar && !landmarks.pStarAtLimit)
        return Strip::tr("%1, the fastest").arg(head);
    if (analysis.planP == landmarks.pStar)
        return Strip::tr("%1, where the search ends").arg(head);
    // Node time is p T(p): at any uniform price the ratio of costs.
    const double speedupShare = plan.speedup / best.speedup;
    const double costShare = plan.p * plan.tStepS / (best.p * best.tStepS);
    const QString share = shareText(speedupShare);
    if (landmarks.pStarAtLimit)
        return costShare < 2 ? Strip::tr("%1, %2 of the speedup of %3 workers at %4 of their cost")
                                   .arg(head, share)
                                   .arg(best.p)
                                   .arg(shareText(costShare))
                             : Strip::tr("%1, %2 of the speedup of %3 workers at %4 their cost")
                                   .arg(head, share)
                                   .arg(best.p)
                                   .arg(timesText(costShare));
    return costShare < 2 ? Strip::tr("%1, %2 of the speedup at %3 of the cost").arg(head, share, shareText(costShare))
                         : Strip::tr("%1, %2 of the speedup at %3 the cost").arg(head, share, timesText(costShare));
}

struct GoalCheck {
    StripText::Goal state;
    QString text;
};

/// How `value` stands to `limit`: met with a share to spare, or missed by how much.
GoalCheck compare(const QString& name, double value, double limit, Dimension dimension)
{
    const double share = limit > 0 ? std::abs(value - limit) / limit : 0;
    if (value <= limit)
        return {StripText::Goal::Met,
                limit > 0 ? Strip::tr("%1 met with %2 to spare").arg(name, shareText(share)) : Strip::tr("%1 met").arg(name)};
    if (!std::isfinite(value))
        return {StripText::Goal::Missed, Strip::tr("%1 missed: the run never finishes").arg(name)};
    const QString excess = QString::fromStdString(formatAmount(value - limit, dimension).joined());
    return {StripText::Goal::Missed, limit > 0 ? Strip::tr("%1 missed by %2 (%3)").arg(name, excess, shareText(share))
                                               : Strip::tr("%1 missed by %2").arg(name, excess)};
}

QList<GoalCheck> checkGoal(const Project& project, const Analysis& analysis)
{
    const Goal& goal = project.goal;
    QList<GoalCheck> checks;
    const auto unchecked = [&](const QString& name, const QString& why) {
        checks.append({StripText::Goal::Unchecked, Strip::tr("%1 not checked: %2").arg(name, why)});
    };
    const bool predicted = analysis.prediction.has_value();
    const QString noPrediction = Strip::tr("no prediction yet");
    const QString noSteps = Strip::tr("the plan has no steps per run");

    if (goal.deadlineS) {
        const QString name = Strip::tr("deadline");
        if (!predicted)
            unchecked(name, noPrediction);
        else if (!project.plan.steps)
            unchecked(name, noSteps);
        else
            checks.append(
                compare(name, analysis.atPlan.tStepS * project.plan.steps->value, goal.deadlineS->value, Dimension::Time));
    }
    if (goal.budgetUsd) {
        const QString name = Strip::tr("budget");
        if (!predicted)
            unchecked(name, noPrediction);
        else if (!project.plan.steps)
            unchecked(name, noSteps);
        else if (!analysis.atPlan.costUsd)
            unchecked(name, Strip::tr("no price per node-hour"));
        else
            checks.append(compare(name, *analysis.atPlan.costUsd, goal.budgetUsd->value, Dimension::Money));
    }
    if (goal.latencyS) {
        const QString name = Strip::tr("latency of a step");
        if (predicted)
            checks.append(compare(name, analysis.atPlan.tStepS, goal.latencyS->value, Dimension::Time));
        else
            unchecked(name, noPrediction);
    }
    if (goal.quality) {
        const QString name = goal.qualityName.empty() ? Strip::tr("quality") : QString::fromStdString(goal.qualityName);
        checks.append({StripText::Goal::Unchecked, Strip::tr("%1: measured, not predicted").arg(name)});
    }
    return checks;
}

}  // namespace

QString timesText(double ratio)
{
    return QString::number(ratio, 'f', ratio < 9.95 ? 1 : 0) + QStringLiteral("×");
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

StripText stripText(const Project& project, const Analysis& analysis)
{
    StripText text;
    text.diagnosed = analysis.diagnosis.has_value();
    if (text.diagnosed || isBegun(analysis.profile))
        text.axis = verdictSentence(analysis.profile, analysis.diagnosis);
    if (analysis.prediction) {
        text.fastest = fastestText(analysis);
        text.plan = planText(analysis);
    } else {
        text.fastest = missingText(project, analysis.model.error());
    }

    if (const int errors = analysis.findingsOf(Severity::Error); errors > 0)
        text.design = errors == 1 ? Strip::tr("the design cannot work: 1 check") : Strip::tr("the design cannot work: %1 checks").arg(errors);

    const QList<GoalCheck> checks = checkGoal(project, analysis);
    if (checks.isEmpty()) {
        text.goal = Strip::tr("no goal set");
        return text;
    }
    QStringList words;
    for (const StripText::Goal state : {StripText::Goal::Missed, StripText::Goal::Met, StripText::Goal::Unchecked}) {
        for (const GoalCheck& check : checks)
            if (check.state == state)
                words << check.text;
    }
    const auto any = [&](StripText::Goal state) {
        return std::any_of(checks.begin(), checks.end(), [&](const GoalCheck& check) { return check.state == state; });
    };
    text.goalState = any(StripText::Goal::Missed)      ? StripText::Goal::Missed
                     : any(StripText::Goal::Unchecked) ? StripText::Goal::Unchecked
                                                       : StripText::Goal::Met;
    text.goal = words.join(QStringLiteral("; "));
    return text;
}

}  // namespace scalewright::ui
