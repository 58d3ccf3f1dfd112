// SPDX-License-Identifier: GPL-3.0-or-later
// One number for each quantity: the measured value if p was measured, with the prediction shown next to it.
#include <QTest>

#include <cmath>
#include <optional>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// Output 41.4.1 with runs at the given p. T(p) = 1/p + 0.0008 (p-1) + 0.08 (p-1)/p.
SpeedupAtP speedupWithRuns(int p, std::vector<LadderPoint> runs, Scaling scaling = Scaling::Strong,
                           Origin origin = Origin::Imported)
{
    Project project = test::output4141();
    Ladder ladder{.name = "ours", .provenance = {.origin = origin}, .scaling = scaling};
    ladder.points = std::move(runs);
    if (!ladder.points.empty())
        project.measurements.ladders = {ladder};
    return speedupAtP(analyse(project), p);
}

const std::vector<LadderPoint> runsUpTo4{{.p = 1, .timeS = 1}, {.p = 2, .timeS = 0.6}, {.p = 4, .timeS = 0.4}};

bool isNear(const std::optional<double>& value, double expected)
{
    return value && std::abs(*value / expected - 1) < 1e-9;
}

}  // namespace

class tst_value_at_p : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usesTheMeasuredValueWhereMeasured()
    {
        const SpeedupAtP valueAt4 = speedupWithRuns(4, runsUpTo4);
        QVERIFY(isNear(valueAt4.measured, 2.5));  // 1 s over 0.4 s
        QVERIFY(isNear(valueAt4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(valueAt4.shownSpeedup(), valueAt4.measured);
        QVERIFY(!valueAt4.lastMeasuredP);
        QCOMPARE(speedupText(valueAt4), std::string("2.50× measured (3.20× predicted)"));
    }

    // Without a run at p = 1, S(2) is not a measurement: the prediction is used for S(2), and S(4) is relative to it.
    void baseIsNotAMeasurement()
    {
        const std::vector<LadderPoint> runsFrom2{{.p = 2, .timeS = 0.6}, {.p = 4, .timeS = 0.4}};
        const SpeedupAtP valueAt2 = speedupWithRuns(2, runsFrom2);
        QVERIFY(!valueAt2.measured);
        QVERIFY(isNear(valueAt2.shownSpeedup(), 1 / (0.5 + 0.0008 + 0.04)));
        QVERIFY(isNear(speedupWithRuns(4, runsFrom2).measured, 1.5 / (0.5 + 0.0008 + 0.04)));
    }

    void predictedElsewhere()
    {
        const SpeedupAtP valueAt3 = speedupWithRuns(3, runsUpTo4);
        QVERIFY(!valueAt3.measured && !valueAt3.lastMeasuredP);
        QVERIFY(isNear(valueAt3.shownSpeedup(), 1 / (1 / 3.0 + 0.0016 + 0.16 / 3)));
        const SpeedupAtP valueAt8 = speedupWithRuns(8, runsUpTo4);
        QVERIFY(!valueAt8.measured);
        QCOMPARE(valueAt8.lastMeasuredP, std::optional(4));
        QVERIFY(isNear(valueAt8.shownSpeedup(), 1 / (0.125 + 0.0056 + 0.07)));
        QVERIFY(!speedupWithRuns(8, {}).lastMeasuredP);
    }

    // S(1) = 1 for both: the runs do not determine S(2), so the predicted value is used.
    void scalesToThePredictedBase()
    {
        const SpeedupAtP valueAt4 = speedupWithRuns(4, {{.p = 2, .timeS = 1}, {.p = 4, .timeS = 0.6}});
        QVERIFY(isNear(valueAt4.measured, 1 / (0.5 + 0.0008 + 0.04) / 0.6));
        QVERIFY(isNear(valueAt4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(valueAt4.baseP, 2);
        QVERIFY(valueAt4.isBasePredicted);
        QCOMPARE(speedupText(valueAt4), std::string("1.67× as fast as 2, measured (1.73× predicted)"));
    }

    // 430/150 = 2.87: without a prediction and a run at p = 1 the speedup is relative to the smallest measured p.
    void isRelativeToTheBaseWithoutAPrediction()
    {
        Project project;
        project.measurements.ladders = {
            {.name = "ours",
             .scaling = Scaling::Strong,
             .points = {{.p = 2, .timeS = 430}, {.p = 4, .timeS = 260}, {.p = 8, .timeS = 150}}}};
        project.measurements.ladders.front().provenance.origin = Origin::Imported;
        const Analysis analysis = analyse(project);
        const SpeedupAtP valueAt8 = speedupAtP(analysis, 8);
        QVERIFY(!valueAt8.isBasePredicted && valueAt8.baseP == 2);
        QCOMPARE(shownSpeedupText(valueAt8), std::string("2.87× as fast as 2"));
        QCOMPARE(speedupText(valueAt8), std::string("2.87× as fast as 2, measured"));
        QCOMPARE(baseSpeedupNote(analysis), std::string("S(2) = 2 is assumed: p = 1 was not run"));
    }

    // Weak scaling measures a different quantity.
    void ignoresLaddersThatDoNotApply()
    {
        QVERIFY(!speedupWithRuns(4, runsUpTo4, Scaling::Weak).measured);
        std::vector<LadderPoint> runs = runsUpTo4;
        QVERIFY(speedupWithRuns(4, runs).measured);
    }

    // An assumed ladder counts like a measured one, but is marked; it does not set the last measured p.
    void assumedLadderCountsButIsMarked()
    {
        const SpeedupAtP valueAt4 = speedupWithRuns(4, runsUpTo4, Scaling::Strong, Origin::Assumed);
        QVERIFY(isNear(valueAt4.shownSpeedup(), 2.5) && valueAt4.isAssumed);
        QVERIFY(isNear(valueAt4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(std::string(speedupOriginName(valueAt4)), std::string("assumed"));
        QCOMPARE(std::string(speedupOriginName(speedupWithRuns(4, runsUpTo4))), std::string("measured"));
        const SpeedupAtP valueAt8 = speedupWithRuns(8, runsUpTo4, Scaling::Strong, Origin::Assumed);
        QVERIFY(!valueAt8.measured && !valueAt8.lastMeasuredP);
        QCOMPARE(std::string(speedupOriginName(valueAt8)), std::string("predicted"));
    }

    // Every page uses measured costs if the plan's p was measured, unless the user chose the curve, or the plan was
    // decided by an hour's value on the prediction.
    void usesOneCurveForAllValues()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour = typed(3.2);
        project.plan.p = 4;
        QCOMPARE(shownCurveKind(project, analyse(project)), std::optional(CurveKind::Predicted));
        Ladder ladder{.name = "ours", .scaling = Scaling::Strong};
        ladder.points = runsUpTo4;
        project.measurements.ladders = {ladder};
        QCOMPARE(shownCurveKind(project, analyse(project)), std::optional(CurveKind::Measured));
        QCOMPARE(shownCurveKind(project, analyse(project)).value_or(CurveKind::Predicted), CurveKind::Measured);
        project.plan.curve = CurveKind::Predicted;
        QCOMPARE(shownCurveKind(project, analyse(project)), std::optional(CurveKind::Predicted));
        QVERIFY(!shownCurveKind({}, analyse({})));
    }

    // Without a model, only the ladder is used.
    void worksWithoutAPrediction()
    {
        Project project;
        project.measurements.ladders = {test::output4172()};
        const SpeedupAtP valueAt8 = speedupAtP(analyse(project), 8);
        QVERIFY(isNear(valueAt8.measured, 800.0 / 206));
        QVERIFY(!valueAt8.predicted);
        QCOMPARE(speedupText(valueAt8), std::string("3.88× measured"));
        QCOMPARE(speedupText(speedupAtP(analyse(project), 3)), std::string());
    }
};

SCALEWRIGHT_TEST(tst_value_at_p)
#include "tst_value_at_p.moc"
