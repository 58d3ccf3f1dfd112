// SPDX-License-Identifier: GPL-3.0-or-later
// The range of a chart. Expected values: by hand.
#include <QTest>

#include <cmath>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_chart_range : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesTheShownRange_data()
    {
        QTest::addColumn<QList<int>>("pStars");
        QTest::addColumn<int>("plan");
        QTest::addColumn<int>("last");
        QTest::addColumn<int>("pMax");
        QTest::addColumn<int>("expected");
        QTest::newRow("twice p*") << QList<int>{34} << 9 << 0 << 4096 << 68;
        QTest::newRow("four times the plan") << QList<int>{34} << 20 << 0 << 4096 << 80;
        QTest::newRow("twice the last run") << QList<int>{34} << 9 << 64 << 4096 << 128;
        QTest::newRow("two designs") << QList<int>{11, 42} << 9 << 16 << 4096 << 84;
        QTest::newRow("no p* inside") << QList<int>{} << 8 << 32 << 4096 << 64;
        QTest::newRow("no farther than the search") << QList<int>{34} << 9 << 64 << 50 << 50;
        QTest::newRow("empty project") << QList<int>{} << 1 << 0 << 4096 << 8;
        QTest::newRow("no overflow") << QList<int>{} << 2000000000 << 0 << 4096 << 4096;
    }

    void computesTheShownRange()
    {
        QFETCH(QList<int>, pStars);
        QFETCH(int, plan);
        QFETCH(int, last);
        QFETCH(int, pMax);
        const ChartRangeInputs shownP{{pStars.begin(), pStars.end()}, plan, last ? std::optional(last) : std::nullopt};
        QTEST(largestChartedP(shownP, pMax), "expected");
    }

    void shownRangeOfAProject()
    {
        Project project = test::output4141();  // p* 34, knee 9
        QCOMPARE(largestChartedP(analyse(project)), 68);
        project.plan.p = 24;
        QCOMPARE(largestChartedP(analyse(project)), 96);
        project.measurements.ladders = {test::totals([](int p) { return 1.0 / p; }, 64)};
        QCOMPARE(largestChartedP(analyse(project)), 128);
        QCOMPARE(largestChartedP(analyse(project, {.pMax = 100})), 100);
        project.target.alphaS = typed(0);
        project.design.communication.messageBytes = typed(0);  // every worker helps: no p* inside
        QCOMPARE(largestChartedP(analyse(project)), 128);
    }

    // With four machines, values at forty are irrelevant.
    void shownRangeWithinTheMachines()
    {
        QCOMPARE(largestChartedP({.pStars = {34}, .planP = 4, .availableWorkers = 16}, 4096), 16);
        QCOMPARE(largestChartedP({.pStars = {34}, .planP = 4, .availableWorkers = 1}, 4096), 4);
        QCOMPARE(largestChartedP({.pStars = {34}, .planP = 50, .availableWorkers = 16}, 4096), 50);
        QCOMPARE(largestChartedP({.pStars = {34}, .planP = 4, .lastMeasuredP = 64, .availableWorkers = 16}, 4096), 64);
        Project project = test::output4141();
        project.target.machinesAvailable = typed(6);
        QCOMPARE(largestChartedP(analyse(project)), 6);
    }

    void axisEndsOnATick()
    {
        QCOMPARE(axisEnd(68, 4096), 128);
        QCOMPARE(axisEnd(64, 4096), 64);
        QCOMPARE(axisEnd(68, 100), 100);
        QCOMPARE(axisEnd(1, 4096), 1);
    }

    void logAxis()
    {
        QVERIFY(!needsLogAxis({}));
        QVERIFY(!needsLogAxis({3}));
        QVERIFY(!needsLogAxis({1, 5}));
        QVERIFY(needsLogAxis({6.77, 7.46, 48.85}));
        QVERIFY(!needsLogAxis({0, 100}));
        QVERIFY(!needsLogAxis({-1, 100}));
        QVERIFY(!needsLogAxis({1, INFINITY}));
    }
};

SCALEWRIGHT_TEST(tst_chart_range)
#include "tst_chart_range.moc"
