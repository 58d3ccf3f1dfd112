// SPDX-License-Identifier: GPL-3.0-or-later
// Curves from every source, and their costs. Expected values: Outputs 41.4.1 and 41.7.2 of the book, and closed forms.
#include <QTest>

#include <cmath>

#include "core/decision/attribution/ledger.h"
#include "core/decision/cost/cost.h"
#include "core/decision/cost/curve.h"
#include "core/output/chart/curve_chart.h"
#include "tests/support/ladders.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Output 41.4.1, with a price.
ScalingModel pricedOutput4141()
{
    return {
        .tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}}, .nodePriceUsdPerHour = 3.6};
}

}  // namespace

class tst_curve : public QObject {
    Q_OBJECT
private slots:
    void curveOfAPrediction();
    void curveOfALadder();
    void valuesBetweenIntegers();
    void curveOfAFit();
    void curveOfAFrozenPrediction();
    void priced();
    void backupWorkersDoNoWork();
};

void tst_curve::curveOfAPrediction()
{
    const Prediction prediction = predict(pricedOutput4141(), 64);
    const PredictionBand band = predictBand(prediction.model, {.alphaS = Interval{0.0006, 0.0011, 0.95}}, 64).value();
    const ScalingCurve curve = curveOf(prediction, 40, &band);
    QCOMPARE(curve.size(), std::size_t(40));
    QVERIFY(curve.source == ScalingCurve::Source::Predicted);
    QCOMPARE(printed(curve.speedup.at(curve.indexOfP(34).value())), "7.49");  // p* of Output 41.4.1
    QCOMPARE(curve.efficiency.at(33), curve.speedup.at(33) / 34);
    QVERIFY(curve.commToCompute.at(11) < 1 && curve.commToCompute.at(12) >= 1);  // R = 1 from 13
    QVERIFY(curve.speedupIntervals.at(33)->low < curve.speedup.at(33) &&
            curve.speedup.at(33) < curve.speedupIntervals.at(33)->high);
    QVERIFY(!curve.indexOfP(12.5) && !curve.indexOfP(41));
    QVERIFY(curveOf(prediction, 100).size() == 64 && curveOf(prediction, 100).speedupIntervals.empty());
}

void tst_curve::curveOfALadder()
{
    const ScalingCurve curve =
        curveOf(analyseLadder(output4172()).value(), {.origin = Origin::Imported, .source = "ladder.csv"});
    const std::vector<double> p{1, 2, 4, 8, 16};
    QCOMPARE(curve.p, p);
    QVERIFY(curve.source == ScalingCurve::Source::Measured);
    QCOMPARE(curve.name, std::string("Output 41.7.2"));
    QCOMPARE(curve.provenance.source, std::string("ladder.csv"));
    QCOMPARE(printed(curve.speedup.at(3)), "3.88");
    QCOMPARE(printed(curve.commShare.at(4), 3), "0.404");  // 95 of 235 s
    QCOMPARE(printed(curve.commToCompute.at(3)), "0.58");  // 58 over 100 s
    QVERIFY(curve.speedupIntervals.empty());                // one run each
    QVERIFY(curve.costUsd.empty());

    const ScalingCurve curveOfTotals =
        curveOf(analyseLadder(totals([](int workers) { return 100.0 / workers; }, 4)).value());
    QVERIFY(curveOfTotals.commShare.empty() && curveOfTotals.commToCompute.empty());
}

// A chart joins the values at integer p smoothly: it passes through all of them, follows 1/p within 2 %, where straight
// lines are up to 12.5 % above it, and stays between its neighbours beside a step.
void tst_curve::valuesBetweenIntegers()
{
    const std::vector<double> p = chart::curveSampleP(16);
    std::vector<double> inverse, step;
    for (int integerP = 1; integerP <= 16; ++integerP) {
        inverse.push_back(1.0 / integerP);
        step.push_back(integerP < 8 ? 1 : 2);
    }
    const std::vector<double> smooth = chart::interpolateColumn(p, inverse), steep = chart::interpolateColumn(p, step);
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] == std::floor(p[i]))
            QCOMPARE(smooth[i], 1 / p[i]);
        QVERIFY2(std::abs(smooth[i] * p[i] - 1) < 0.02, qPrintable(QString::number(smooth[i] * p[i])));
        QVERIFY(steep[i] >= 1 && steep[i] <= 2 && (p[i] > 7 || steep[i] == 1) && (p[i] < 8 || steep[i] == 2));
    }
}

void tst_curve::curveOfAFit()
{
    // Amdahl's law with f = 0.1 exactly: S(1.5) = 1/(0.1 + 0.9/1.5), S(8) = 1/(0.1 + 0.9/8).
    const MeasuredLadder ladder =
        analyseLadder(totals([](int p) { return 10 + 90.0 / p; }, 32, Scaling::Strong)).value();
    const ScalingCurve curve = curveOf(fitLaw(ladder, Law::Amdahl).value(), {1, 1.5, 8});
    QVERIFY(curve.source == ScalingCurve::Source::Fitted);
    QVERIFY(std::abs(curve.speedup.at(1) - 1 / 0.7) < 1e-6);
    QVERIFY(std::abs(curve.speedup.at(2) - 1 / 0.2125) < 1e-6);
    QVERIFY(std::abs(curve.timeS.at(2) - 21.25) < 1e-5);
    QVERIFY(std::abs(curve.efficiency.at(2) - 1 / 0.2125 / 8) < 1e-6);
}

void tst_curve::curveOfAFrozenPrediction()
{
    Project project;
    project.baseline.tCompS = typed(1);
    project.target.alphaS = typed(0.0008);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.design.communication.messageBytes = typed(1e9);
    FrozenPrediction frozenPrediction = makeFrozenPrediction(project, "before", "2026-11-21").value();
    const ScalingCurve curve = curveOf(frozenPrediction, 64).value();
    QVERIFY(curve.source == ScalingCurve::Source::Frozen);
    QCOMPARE(curve.name, std::string("before, 2026-11-21"));
    QCOMPARE(printed(curve.speedup.at(33)), "7.49");
    frozenPrediction.tCompS.reset();
    QVERIFY(!curveOf(frozenPrediction, 64));
}

void tst_curve::priced()
{
    // Cost(p) = c p T_p/3600: at 3.6 $/h this is p T_p in thousandths of a dollar. No S is superlinear, so the cheapest
    // p is 1.
    const Prediction prediction = predict(pricedOutput4141(), 64);
    const CurveCost cost = priceCurve(curveOf(prediction, 64), 3.6);
    QCOMPARE(cost.fastestP, 34);
    QCOMPARE(cost.costOptimalP, 1);
    QVERIFY(std::abs(cost.rows.front().costUsd - 0.001) < 1e-15);
    for (const CostRow& row : cost.rows) {
        QVERIFY(std::abs(row.costUsd - 0.001 * row.p * row.timeS) < 1e-12);
        QVERIFY(std::abs(row.costUsd - *prediction.row(row.p).costUsd) <
                1e-12);  // one step of strong scaling: the same cost
    }
    // E(34) = 7.49/34: 4.54 times the cost to go 7.49 times faster.
    QCOMPARE(cost.tradeOffText, std::string("4.54× the cost to go 7.49× faster"));
    QCOMPARE(cost.marginalSteps.size(), std::size_t(63));

    const MeasuredLadder ladder = analyseLadder(totals([](int p) { return 10 + 90.0 / p; }, 32)).value();
    const CurveCost fitted = priceCurve(curveOf(fitLaw(ladder, Law::Amdahl).value(), {1, 2, 4}), 36);
    QVERIFY(std::abs(fitted.rows.back().costUsd - 36 * 4 * 32.5 / 3600) < 1e-6);
}

// Weak scaling with one backup worker: two workers do the work of one, four the work of three. At c USD per second, a
// step of T seconds costs 2 c T on two nodes for the work of p = 1, and 4 c T/3 on four.
void tst_curve::backupWorkersDoNoWork()
{
    ScalingModel model{.tCompS = 10, .exchanges = {{.communication = {.alphaS = 0.01}}}, .scaling = Scaling::Weak};
    model.terms.backupWorkers = 1;
    model.terms.jitterS = 0.5;
    const Prediction prediction = predict(model, 8);
    const CurveCost cost = priceCurve(curveOf(prediction, 8), 3600);
    QVERIFY(std::abs(cost.rows[1].costUsd - 2 * prediction.row(2).tStepS) < 1e-9);
    QVERIFY(std::abs(cost.rows[3].costUsd - 4 * prediction.row(4).tStepS / 3) < 1e-9);
    // S is also relative to that work: 3 x 10/T.
    QVERIFY(std::abs(cost.rows[3].speedup - 30 / prediction.row(4).tStepS) < 1e-9);
}

SCALEWRIGHT_TEST(tst_curve)
#include "tst_curve.moc"
