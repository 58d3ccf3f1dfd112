// SPDX-License-Identifier: GPL-3.0-or-later
// One decision everywhere: which p, why, its speed and cost, and which goals it meets, in the window (the document that
// its pages read, and the strip), predict, cost and design check, for every shipped example and any search limit.
// Expected: all agree; tst_plan computes the p by hand.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/registry.h"
#include "ui/cost/cost_page.h"
#include "ui/cost/money_view.h"
#include "ui/document/document.h"
#include "ui/figure/chart.h"
#include "ui/words/strip_text.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// A command's answer, or an empty object if the command rejects the project.
QJsonObject cliAnswer(const QStringList& arguments)
{
    QProcess program;
    program.start(test::builtProgram("app/scalewright-cli"), arguments);
    if (!program.waitForFinished(60000))
        qFatal("the command line does not end");
    return QJsonDocument::fromJson(program.readAllStandardOutput()).object();
}

QJsonValue maybe(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}

void compareGoals(const QJsonObject& answer, const PlanDecision& plan)
{
    const QJsonArray goals = answer.value(QStringLiteral("goal")).toArray();
    QCOMPARE(goals.size(), static_cast<int>(plan.verdicts.size()));
    for (int i = 0; i < goals.size(); ++i) {
        const GoalVerdict& goal = plan.verdicts[static_cast<std::size_t>(i)];
        QCOMPARE(goals[i][QStringLiteral("name")].toString(), QString::fromUtf8(nameOf(goal.kind)));
        QCOMPARE(goals[i][QStringLiteral("limit")].toDouble(), goal.limit);
        QCOMPARE(goals[i][QStringLiteral("value")], maybe(goal.value));
        QCOMPARE(goals[i][QStringLiteral("met")], goal.isMet ? QJsonValue(*goal.isMet) : QJsonValue());
        if (!goal.isMet)
            QCOMPARE(goals[i][QStringLiteral("met_reason")].toString(), QString::fromStdString(goal.reason));
    }
}

void comparePlan(const QJsonObject& answer, const std::optional<PlanDecision>& plan)
{
    const QJsonValue planJson = answer.value(QStringLiteral("plan"));
    QCOMPARE(planJson.isObject(), plan.has_value());
    if (!plan)
        return;
    QCOMPARE(planJson[QStringLiteral("p")].toInt(), plan->p);
    QCOMPARE(planJson[QStringLiteral("why")].toString(), QString::fromStdString(plan->reason));
    QCOMPARE(planJson[QStringLiteral("speedup")], maybe(plan->speedup));
    QCOMPARE(planJson[QStringLiteral("t")], maybe(plan->timeS));
    QCOMPARE(planJson[QStringLiteral("cost")], maybe(plan->costUsd));
    compareGoals(answer, *plan);
}

}  // namespace

class tst_one_plan : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void everywhere_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("pMax");
        QStringList paths;
        const QDir folder(test::sourceFile(QStringLiteral("resources/examples")));
        for (const QString& name : folder.entryList({QStringLiteral("*.scalewright")}))
            paths << folder.filePath(name);
        QVERIFY(paths.size() >= 16);
        // Goals of every kind, met and missed, on both curves of a project.
        Project project =
            readProject(folder.filePath(QStringLiteral("output-41.7.2.scalewright")).toStdString()).value();
        const auto with = [&](const char* name, const std::function<void(Project&)>& change) {
            Project changed = project;
            change(changed);
            const QString path = m_folder.filePath(QString::fromLatin1(name) + QStringLiteral(".scalewright"));
            QVERIFY(saveFile(path.toStdString(), writeProject(changed)).has_value());
            paths << path;
        };
        with("measured-deadline", [](Project& p) {
            p.goal.deadlineS = typed(300);
            p.goal.latencyS = typed(0.3);
        });
        with("measured-chosen", [](Project& p) {
            p.plan.p = 8;
            p.goal.budgetUsd = typed(1);
        });
        with("measured-not-on-the-ladder", [](Project& p) {
            p.plan.p = 5;
            p.goal.budgetUsd = typed(1);
        });
        project.plan.curve = CurveKind::Predicted;
        with("predicted-both", [](Project& p) {
            p.goal.deadlineS = typed(300);
            p.goal.budgetUsd = typed(2);
        });
        with("predicted-hour", [](Project& p) { p.goal.hourValueUsd = typed(20); });
        // A model copy on four workers: the exchange within the copy and its bubble are in T(p); of 10 workers, two are
        // idle.
        with("copies-on-four", [](Project& p) {
            ModelShape& shape = p.baseline.model.emplace();
            shape.layers = typed(24);
            shape.hidden = typed(2048);
            shape.heads = typed(16);
            shape.vocabulary = typed(50000);
            shape.sequence = typed(2048);
            p.baseline.batch = typed(64);
            p.design.partitioning.tensorParallel = typed(2);
            p.design.partitioning.stages = typed(2);
            p.plan.p = 10;
            p.goal.budgetUsd = typed(100);
        });
        with("predicted-nothing-meets", [](Project& p) {
            p.goal.deadlineS = typed(1);
            p.goal.quality = typed(0.7);
        });
        for (const QString& path : paths)
            for (const int pMax : {4096, 100, 6})
                QTest::addRow("%s to %d", qPrintable(QFileInfo(path).completeBaseName()), pMax) << path << pMax;
    }

    void everywhere()
    {
        QFETCH(QString, path);
        QFETCH(int, pMax);
        Document document;
        QVERIFY(document.open(path).has_value());
        document.setPMax(pMax);
        const Analysis& analysis = document.analysis();
        const std::optional<PlanDecision>& plan = analysis.plan;
        const QStringList end{path, QStringLiteral("--p-max"), QString::number(pMax), QStringLiteral("--json")};

        const StripText strip = stripText(document.project(), analysis, document.designErrorCount());
        if (plan && (plan->curveKind || analysis.claim.served))
            QVERIFY2(strip.plan.startsWith(QStringLiteral("plan p %1: ").arg(plan->p)), qPrintable(strip.plan));
        const bool anyMissed = plan && std::any_of(plan->verdicts.begin(), plan->verdicts.end(),
                                                   [](const GoalVerdict& goal) { return goal.isMet == false; });
        QCOMPARE(strip.goalState == StripText::GoalState::Missed, anyMissed);
        QCOMPARE(strip.goal.contains(QStringLiteral("no p meets every goal")), plan && plan->shortfall.has_value());

        const QJsonObject predicted = cliAnswer(QStringList{QStringLiteral("predict")} + end);
        QCOMPARE(!predicted.isEmpty(), analysis.prediction != nullptr || analysis.claim.served.has_value());
        if (analysis.prediction) {
            comparePlan(predicted, plan);
            QCOMPARE(predicted.value(QStringLiteral("plan_p")).toInt(), plan->p);
            QCOMPARE(predicted.value(QStringLiteral("plan_p_reason")).toString(), QString::fromStdString(plan->reason));
            QCOMPARE(predicted.value(QStringLiteral("speedup_at_plan_p")).toDouble(), analysis.planRow.speedup);
        }
        if (analysis.ladder || (analysis.prediction && document.project().target.priceUsdPerHour)) {
            const QJsonObject priced = cliAnswer(QStringList{QStringLiteral("cost")} + end);
            comparePlan(priced, plan);
            QCOMPARE(priced.value(QStringLiteral("plan_p")), plan->shortfall ? QJsonValue() : QJsonValue(plan->p));
            QCOMPARE(priced.value(QStringLiteral("why")).toString(), QString::fromStdString(plan->reason));
        }
        // The Cost page marks the plan's p if the plane contains it, and its best p is the one reported by cost.
        CostPage page(document);
        page.refreshIfStale();
        const Result<TimeCostAnalysis>& worth = test::child<MoneyView>(page).costAnalysis();
        const bool curve = plan && plan->curveKind.has_value();
        QCOMPARE(worth.has_value(), curve && document.project().target.priceUsdPerHour.has_value());
        if (worth) {
            QCOMPARE(worth->curveKind, shownCurveKind(document.project(), analysis).value_or(CurveKind::Predicted));
            if (plan->rule == PlanRule::MachinesAndWaiting)
                QCOMPARE(worth->bestP(), std::optional(plan->p));
            QCOMPARE(worth->bestP().has_value(), !plan->shortfall || plan->rule == PlanRule::Chosen);
            if (const TimeCostPoint* at = worth->tradeOff.findPoint(plan->p)) {
                const auto& points = test::child<MoneyView>(page).chart().spec().points;
                const auto marked = std::find_if(points.begin(), points.end(), [&](const PointSpec& each) {
                    return QString(each.label).startsWith(QStringLiteral("plan p %1").arg(plan->p));
                });
                QCOMPARE(marked != points.end(), true);
                QCOMPARE(marked->x, at->timeS);
            }
            const QJsonObject priced = cliAnswer(QStringList{QStringLiteral("cost")} + end);
            if (!priced.isEmpty()) {
                QCOMPARE(priced.value(QStringLiteral("curve")).toString(),
                         analysis.ladder ? QStringLiteral("measured") : QStringLiteral("predicted"));
                const bool isMainCurve = worth->curveKind == CurveKind::Measured || !analysis.ladder;
                const QJsonObject curveJson =
                    isMainCurve ? priced : priced.value(QStringLiteral("predicted")).toObject();
                QCOMPARE(curveJson.value(QStringLiteral("right_p")),
                         worth->bestP() ? QJsonValue(*worth->bestP()) : QJsonValue());
                if (worth->nightlyAdvice) {
                    QCOMPARE(curveJson[QStringLiteral("nightly")][QStringLiteral("p")].toInt(),
                             worth->nightlyAdvice->p);
                    QCOMPARE(curveJson[QStringLiteral("interactive")][QStringLiteral("why")].toString(),
                             QString::fromStdString(worth->interactiveAdvice->summary));
                }
            }
        }
        const QJsonObject checked = cliAnswer(QStringList{QStringLiteral("design"), QStringLiteral("check")} + end);
        comparePlan(checked, plan);
        bool found = false;
        for (const QJsonValue& finding : checked.value(QStringLiteral("findings")).toArray())
            found = found || finding[QStringLiteral("rule")].toString() == QLatin1String("plan-misses-a-goal");
        QCOMPARE(found, anyMissed || (plan && plan->shortfall));
    }
};

SCALEWRIGHT_TEST(tst_one_plan)
#include "tst_one_plan.moc"
