// One number for one thing: where p was measured it is that; the prediction stands beside it.
#include <QTest>

#include <cmath>
#include <optional>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "tests/support/ladders.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

/// Output 41.4.1 with runs at these p. T(p) = 1/p + 0.0008 (p-1) + 0.08 (p-1)/p.
ValueAtP speedupWith(int p, std::vector<LadderPoint> runs, Scaling scaling = Scaling::Strong,
                     Origin origin = Origin::Imported)
{
    Project project = test::output4141();
    Ladder ladder{.name = "ours", .provenance = {.origin = origin}, .scaling = scaling};
    ladder.points = std::move(runs);
    if (!ladder.points.empty())
        project.measurements.ladders = {ladder};
    return valueAtP(analyse(project), p);
}

const std::vector<LadderPoint> upTo4{{.p = 1, .timeS = 1}, {.p = 2, .timeS = 0.6}, {.p = 4, .timeS = 0.4}};

bool isNear(const std::optional<double>& value, double expected)
{
    return value && std::abs(*value / expected - 1) < 1e-9;
}

}  // namespace

class tst_value_at_p : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuredWhereItWas()
    {
        const ValueAtP at4 = speedupWith(4, upTo4);
        QVERIFY(isNear(at4.measured, 2.5));  // 1 s over 0.4 s
        QVERIFY(isNear(at4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(at4.shown(), at4.measured);
        QVERIFY(!at4.lastMeasuredP);
        QCOMPARE(speedupText(at4), std::string("2.5× measured (3.2× predicted)"));
    }

    // Without a run at p = 1 S(2) is no measurement: the prediction stands there, and 4 is against that.
    void aBaseIsNoMeasurement()
    {
        const std::vector<LadderPoint> from2{{.p = 2, .timeS = 0.6}, {.p = 4, .timeS = 0.4}};
        const ValueAtP at2 = speedupWith(2, from2);
        QVERIFY(!at2.measured);
        QVERIFY(isNear(at2.shown(), 1 / (0.5 + 0.0008 + 0.04)));
        QVERIFY(isNear(speedupWith(4, from2).measured, 1.5 / (0.5 + 0.0008 + 0.04)));
    }

    void predictedElsewhere()
    {
        const ValueAtP between = speedupWith(3, upTo4);
        QVERIFY(!between.measured && !between.lastMeasuredP);
        QVERIFY(isNear(between.shown(), 1 / (1 / 3.0 + 0.0016 + 0.16 / 3)));
        const ValueAtP beyond = speedupWith(8, upTo4);
        QVERIFY(!beyond.measured);
        QCOMPARE(beyond.lastMeasuredP, std::optional(4));
        QVERIFY(isNear(beyond.shown(), 1 / (0.125 + 0.0056 + 0.07)));
        QVERIFY(!speedupWith(8, {}).lastMeasuredP);
    }

    // S(1) = 1 on both sides: what the runs cannot tell, S(2), is as predicted.
    void besideThePrediction()
    {
        const ValueAtP at4 = speedupWith(4, {{.p = 2, .timeS = 1}, {.p = 4, .timeS = 0.6}});
        QVERIFY(isNear(at4.measured, 1 / (0.5 + 0.0008 + 0.04) / 0.6));
        QVERIFY(isNear(at4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(at4.baseP, 2);
    }

    // Weak scaling is another quantity.
    void whatMeasuresNothing()
    {
        QVERIFY(!speedupWith(4, upTo4, Scaling::Weak).measured);
        std::vector<LadderPoint> runs = upTo4;
        QVERIFY(speedupWith(4, runs).measured);
    }

    // A ladder that nobody ran counts as one that somebody did, and is marked; it ends nothing that was measured.
    void anAssumedLadderCountsWithItsMark()
    {
        const ValueAtP at4 = speedupWith(4, upTo4, Scaling::Strong, Origin::Assumed);
        QVERIFY(isNear(at4.shown(), 2.5) && at4.assumed);
        QVERIFY(isNear(at4.predicted, 1 / (0.25 + 0.0024 + 0.06)));
        QCOMPARE(std::string(valueMark(at4)), std::string("assumed"));
        QCOMPARE(std::string(valueMark(speedupWith(4, upTo4))), std::string("measured"));
        const ValueAtP beyond = speedupWith(8, upTo4, Scaling::Strong, Origin::Assumed);
        QVERIFY(!beyond.measured && !beyond.lastMeasuredP);
        QCOMPARE(std::string(valueMark(beyond)), std::string("predicted"));
    }

    // Money is read where the plan's p was measured, by every page: unless a person chose the curve, or an hour's worth
    // decided on the prediction.
    void oneCurveDecides()
    {
        Project project = test::output4141();
        project.target.priceUsdPerHour = typed(3.2);
        project.plan.p = 4;
        QCOMPARE(decidedOn(project, analyse(project)), std::optional(CurveKind::Predicted));
        Ladder ladder{.name = "ours", .scaling = Scaling::Strong};
        ladder.points = upTo4;
        project.measurements.ladders = {ladder};
        QCOMPARE(decidedOn(project, analyse(project)), std::optional(CurveKind::Measured));
        QCOMPARE(pricedOn(project, analyse(project)), CurveKind::Measured);
        project.plan.curve = CurveKind::Predicted;
        QCOMPARE(decidedOn(project, analyse(project)), std::optional(CurveKind::Predicted));
        QVERIFY(!decidedOn({}, analyse({})));
    }

    // Without a model the ladder is all there is.
    void withoutAPrediction()
    {
        Project project;
        project.measurements.ladders = {test::output4172()};
        const ValueAtP at8 = valueAtP(analyse(project), 8);
        QVERIFY(isNear(at8.measured, 800.0 / 206));
        QVERIFY(!at8.predicted);
        QCOMPARE(speedupText(at8), std::string("3.9× measured"));
        QCOMPARE(speedupText(valueAtP(analyse(project), 3)), std::string());
    }
};

SCALEWRIGHT_TEST(tst_value_at_p)
#include "tst_value_at_p.moc"
