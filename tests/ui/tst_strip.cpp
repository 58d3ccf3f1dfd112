// SPDX-License-Identifier: GPL-3.0-or-later
// The strip's sentence. Expected numbers: Output 41.4.1 of the book and arithmetic on its formula, written out in each
// test.
#include <QTest>

#include "core/decision/analysis/analysis.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/project/document/project.h"
#include "tests/support/projects.h"
#include "tests/support/random_projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/words/qt.h"
#include "ui/words/strip_text.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

StripText makeStripText(const Project& project, int pMax = defaultPMax)
{
    return stripText(project, analyse(project, {.pMax = pMax}), 0);
}

/// p* 34 and S(34) 7.49 are printed in the book; T(13) = 1/13 + 12 alpha + 2 beta 12/13 = 0.16037 s.
Project planned(int p)
{
    Project project = test::output4141();
    project.plan.p = p;
    return project;
}

}  // namespace

class tst_strip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The strip shows the claim of any project: p of the plan and its reason, or the reason why no plan exists.
    void showsTheClaim()
    {
        test::RandomProjects projects(4172, *designCatalogue());
        int withPlan = 0, withoutPlan = 0;
        const int roundCount = test::rounds(500);
        for (int round = 0; round < roundCount; ++round) {
            Project project = projects.next();
            if (round % 2 == 0)
                project.target.machinesAvailable = typed(4);
            const Analysis analysis = analyse(project, {.pMax = 256});
            const StripText strip = stripText(project, analysis, 0);
            if (!analysis.claim.whyNoPlan.empty()) {
                ++withoutPlan;
                QVERIFY2(strip.plan.contains(toQString(analysis.claim.whyNoPlan)), qPrintable(strip.plan));
            }
            if (!analysis.plan || !analysis.claim.curveKind)
                continue;
            ++withPlan;
            QVERIFY2(strip.plan.contains(QStringLiteral("p %1:").arg(analysis.plan->p)), qPrintable(strip.plan));
            if (analysis.plan->infeasibility)
                QVERIFY(strip.plan.contains(toQString(analysis.plan->infeasibility->reason)));
            QCOMPARE(strip.planReason.isEmpty(), analysis.claim.whyThisP.empty() && !analysis.claim.limit);
            if (analysis.claim.limit)
                QVERIFY2(strip.planReason.endsWith(toQString(limitText(analysis.claim)), Qt::CaseInsensitive),
                         qPrintable(strip.planReason));
        }
        QVERIFY2(withPlan > roundCount / 4 && withoutPlan > 0,
                 qPrintable(QString("%1 %2").arg(withPlan).arg(withoutPlan)));
    }

    // The strip's sentence for Output 41.4.1.
    void statesBenefitAndCostOfThePlan()
    {
        QCOMPARE(makeStripText(planned(13)).sentence(),
                 QStringLiteral("p* 34 (7.49×) · plan p 13: 6.24× predicted, 83 % of p 34’s speedup at 46 % of its "
                                "cost · no goal set"));
    }

    // Output 41.7.2: of the runs 8 workers are the fastest (206 s; 16 take 235 s), so the model's p* is a prediction only.
    // Output 41.4.1 has no runs.
    void pStarIsCalledPredictedWhereARunIsFaster()
    {
        const auto fastestOf = [](const char* example) {
            Project project = readProject(test::sourceFile(QLatin1String(example)).toStdString()).value();
            const Analysis analysis = analyse(project);
            return stripText(project, analysis, 0).fastest;
        };
        const QString withRuns = fastestOf("resources/examples/output-41.7.2.scalewright");
        QVERIFY2(withRuns.startsWith(QStringLiteral("predicted p* ")), qPrintable(withRuns));
        const QString withoutRuns = fastestOf("resources/examples/output-41.4.1.scalewright");
        QVERIFY2(withoutRuns.startsWith(QStringLiteral("p* 34 ")), qPrintable(withoutRuns));
    }

    void comparesThePlanWithTheFastest_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<QString>("text");
        // Eager's knee, S 5.30: 5.30/7.49 = 71 %; p T(p) relative to 34 T(34): (9/5.30)/(34/7.49) = 37 %.
        QTest::newRow("knee") << 9
                              << QStringLiteral(
                                     "plan p 9: 5.30× predicted, 71 % of p 34’s speedup at 37 % of its cost");
        QTest::newRow("the fastest") << 34 << QStringLiteral("plan p 34: 7.49× predicted, the fastest");
        // T(128) = 0.00781 + 0.1016 + 0.07938 = 0.18879 s; T(34) = 0.13346 s: 128 × 0.18879/(34 × 0.13346) = 5.33.
        QTest::newRow("more workers than the fastest p")
            << 128 << QStringLiteral("plan p 128: 5.30× predicted, 71 % of p 34’s speedup at 5.33× its cost");
        QTest::newRow("one machine") << 1 << QStringLiteral("plan p 1: one machine");
        // S(1024) = 1.11; above about 1152 workers it is slower than one machine: T(1300) = 1.1199 s.
        QTest::newRow("slower than one") << 1300
                                         << QStringLiteral("plan p 1300: 0.893× predicted, slower than one machine");
        // T(8192) = 0.08 + 6.55 + 0.0001 s: a plan may exceed the search limit.
        QTest::newRow("above p-max") << 8192
                                     << QStringLiteral("plan p 8192: 0.151× predicted, slower than one machine");
    }
    void comparesThePlanWithTheFastest()
    {
        QFETCH(int, p);
        QTEST(makeStripText(planned(p)).plan, "text");
    }

    void statesWhenThereIsNoFastest_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("beta");
        QTest::addColumn<int>("pMax");
        QTest::addColumn<QString>("text");
        // The speedup still rises at the search limit: S(16) = 6.69 in the book's table.
        QTest::newRow("the search ends first") << 0.0008 << 0.04 << 16 << QStringLiteral("p* above 16");
        // alpha = 0: S tends to T_comp/(2 beta) = 12.5; S(4096) = 4096/(1 + 0.08 4095) = 12.465003.
        QTest::newRow("towards a limit") << 0.0 << 0.04 << 4096 << QStringLiteral("p* above 4096, at most 12.5×");
        QTest::newRow("no communication") << 0.0 << 0.0 << 4096 << QStringLiteral("p* above 4096, every worker helps");
        // With the book's ring, p* = 1 exactly if T_comp <= 2 (alpha + beta).
        QTest::newRow("does not pay") << 0.1 << 0.4 << 4096
                                      << QStringLiteral("p* 1: with this design more workers do not pay");
        QTest::newRow("no range to search")
            << 0.0008 << 0.04 << 1 << QStringLiteral("p* 1: the search ends at one worker");
    }
    void statesWhenThereIsNoFastest()
    {
        QFETCH(double, alpha);
        QFETCH(double, beta);
        QFETCH(int, pMax);
        Project project = test::output4141();
        project.target.alphaS = typed(alpha);
        project.design.communication.messageBytes = typed(beta * 25e9);
        QTEST(makeStripText(project, pMax).fastest, "text");
    }

    // A goal that cannot be checked links to the missing input, not to the goal, which is already set.
    void uncheckedGoalLinksToItsMissingInput()
    {
        Project project = planned(13);
        project.plan.steps.reset();
        project.goal.deadlineS = typed(3600);
        QVERIFY(makeStripText(project).goal.contains(QStringLiteral("no steps per run")));
        QCOMPARE(makeStripText(project).goalField, QStringLiteral("/plan/steps"));
        project.plan.steps = typed(1000);
        QCOMPARE(makeStripText(project).goalField, QStringLiteral("/goal"));
    }

    // Exercise 41.2.3: I = 50 is above the ridge at 25, so compute bound.
    void namesTheAxisKnownFromTheBaseline()
    {
        Project project = planned(13);
        project.baseline.machine.memoryBytes = typed(64e9);
        project.baseline.machine.peakFlops = typed(20e12);
        project.baseline.machine.memoryBandwidthBytesPerS = typed(800e9);
        project.baseline.workingSetBytes = typed(8e9);
        project.baseline.steps = {{.name = "step",
                                   .stepTimeS = typed(0.3),
                                   .ioTimeS = typed(0.01),
                                   .flops = typed(6e12),
                                   .bytesMoved = typed(120e9),
                                   .unknown = {}}};
        QVERIFY(makeStripText(project).sentence().startsWith(
            QStringLiteral("compute bound → distribute training · p* 34")));
        project.baseline.workingSetBytes = typed(65e9);
        QCOMPARE(makeStripText(project).diagnosis, QStringLiteral("memory-capacity bound → distribute the model"));
    }

    void namesMissingInputs()
    {
        QCOMPARE(
            makeStripText({}).sentence(),
            QStringLiteral("no prediction yet: it needs T_comp, message of a step, bandwidth, alpha · no goal set"));
        Project project = test::output4141();
        project.target.alphaS.reset();
        QCOMPARE(makeStripText(project).fastest, QStringLiteral("no prediction yet: it needs alpha"));
    }

    void statesWhetherTheGoalIsMet_data()
    {
        QTest::addColumn<double>("deadlineS");
        QTest::addColumn<double>("budgetUsd");
        QTest::addColumn<double>("steps");
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("text");
        // Plan p 13, T = 0.160369 s: 1000 steps take 160.37 s and cost 13 × 160.37/3600 × 3.20 = $1.853.
        QTest::newRow("met") << 200.0 << 0.0 << 1000.0 << int(StripText::GoalState::Met)
                             << QStringLiteral("deadline met with 20 % to spare");
        QTest::newRow("missed") << 100.0 << 0.0 << 1000.0 << int(StripText::GoalState::Missed)
                                << QStringLiteral("deadline missed by 60.4 s (60 %)");
        QTest::newRow("missed comes first")
            << 200.0 << 1.0 << 1000.0 << int(StripText::GoalState::Missed)
            << QStringLiteral("budget missed by $0.85 (85 %); deadline met with 20 % to spare");
        QTest::newRow("no steps") << 200.0 << 0.0 << 0.0 << int(StripText::GoalState::Unchecked)
                                  << QStringLiteral("deadline not checked: the plan has no steps per run");
    }
    void statesWhetherTheGoalIsMet()
    {
        QFETCH(double, deadlineS);
        QFETCH(double, budgetUsd);
        QFETCH(double, steps);
        Project project = planned(13);
        project.target.priceUsdPerHour = typed(3.2);
        if (steps > 0)
            project.plan.steps = typed(steps);
        project.goal.deadlineS = typed(deadlineS);
        if (budgetUsd > 0)
            project.goal.budgetUsd = typed(budgetUsd);
        const StripText text = makeStripText(project);
        QTEST(text.goal, "text");
        QTEST(int(text.goalState), "state");
    }

    // Measured steps of 0.25 s miss a goal that 0.160 s would meet; not checked until the rows are known to be steps.
    void asksWhatARowMeasures()
    {
        Project project = planned(13);
        project.plan.steps = typed(1000);
        project.plan.curve = CurveKind::Predicted;
        project.goal.deadlineS = typed(200);
        Ladder ladder;
        for (const auto& [p, seconds] : {std::pair{1, 1.0}, {2, 0.55}, {13, 0.25}})
            ladder.points.push_back({.p = p, .timeS = seconds});
        project.measurements.ladders = {ladder};
        QCOMPARE(int(makeStripText(project).goalState), int(StripText::GoalState::Unchecked));
        QCOMPARE(makeStripText(project).goalField, QStringLiteral("/measurements/ladders/0/steps_per_time"));
        project.measurements.ladders.front().stepsPerMeasuredTime = typed(1);
        QVERIFY(makeStripText(project).goal.contains(QStringLiteral("missed as measured")));
    }

    // The value of an hour counts as a goal, although no p can miss it.
    void hourValueIsAGoal()
    {
        Project project = planned(13);
        project.goal.hourValueUsd = typed(12);
        QVERIFY(makeStripText(project).goal.contains(QStringLiteral("$12")));
    }

    // The run at the plan's p is shown, with the prediction next to it. S(13): 1 s over 0.2 s; 6.2 predicted.
    void measuredBeforePredicted()
    {
        Project project = planned(13);
        Ladder ladder{.provenance = {.origin = Origin::Measured}, .scaling = Scaling::Strong};
        for (const auto& [p, seconds] : {std::pair{1, 1.0}, {2, 0.55}, {13, 0.2}})
            ladder.points.push_back({.p = p, .timeS = seconds});
        project.measurements.ladders = {ladder};
        QVERIFY2(makeStripText(project).plan.contains(QStringLiteral("5× measured (6.24× predicted)")),
                 qPrintable(makeStripText(project).plan));
        project.plan.p = 20;
        QVERIFY2(makeStripText(project).plan.contains(QStringLiteral("beyond the last run at 13")),
                 qPrintable(makeStripText(project).plan));
    }

    void doesNotPredictMeasuredPoints()
    {
        Project project = planned(13);
        project.goal.quality = typed(0.9);
        project.goal.qualityName = "top-1 accuracy";
        project.goal.budgetUsd = typed(10);
        project.plan.steps = typed(1000);
        QCOMPARE(makeStripText(project).goal, QStringLiteral("budget not checked: no price per node-hour; "
                                                             "top-1 accuracy: measured, not predicted"));
        project.target.priceUsdPerHour = typed(3.2);
        QCOMPARE(makeStripText(project).goal,
                 QStringLiteral("budget met with 81 % to spare; top-1 accuracy: measured, not predicted"));
        QCOMPARE(int(makeStripText(project).goalState), int(StripText::GoalState::Unchecked));
    }
};

SCALEWRIGHT_TEST(tst_strip)
#include "tst_strip.moc"
