// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a ladder. Expected values: the book's Output 41.7.2 to the printed digit, its exercises 41.7.2 and
// 41.7.3,
 // closed forms.
#include <QTest>

#include <cmath>

#include "core/base/error/parse_name.h"
#include "core/decision/cost/cost.h"
#include "tests/support/ladders.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

QString text(const std::string& from)
{
    return QString::fromStdString(from);
}

constexpr double bookPrice = 3.20;

}  // namespace

class tst_ladder_cost : public QObject {
    Q_OBJECT
private slots:
    void output4172();
    void costIsBaseCostOverEfficiency();
    void stepsAtNoCostHaveNoRatio();
    void superlinearSpeedupIsCheaper();
    void priceScalesAllCosts();
    void freeMachines();
    void regimes();
    void weak();
};

void tst_ladder_cost::output4172()
{
    const CurveCost cost = priceCurve(curveOf(validLadder(test::output4172())), bookPrice);
    const QStringList costs{"0.711", "0.764", "0.924", "1.465", "3.342"};
    const QStringList comm{"0.0", "4.2", "13.1", "28.2", "40.4"};
    const QStringList idle{"0.0", "2.8", "10.0", "23.3", "38.3"};
    for (int i = 0; i < 5; ++i) {
        const CostRow& row = cost.rows[std::size_t(i)];
        QCOMPARE(printed(row.costUsd, 3), costs[i]);
        QCOMPARE(printed(100 * *row.commShare, 1), comm[i]);
        QCOMPARE(printed(100 * *row.idleShare, 1), idle[i]);
    }
    const QStringList gains{"0.86", "1.22", "0.81", "-0.48"};
    const QStringList dearer{"0.053", "0.160", "0.540", "1.877"};
    const QStringList ratios{"16.13", "7.60", "1.49", "-0.26"};
    QCOMPARE(cost.marginalSteps.size(), std::size_t(4));
    for (int i = 0; i < 4; ++i) {
        const MarginalStep& step = cost.marginalSteps[std::size_t(i)];
        QCOMPARE(step.fromP, 1 << i);
        QCOMPARE(step.toP, 2 << i);
        QCOMPARE(printed(step.speedupGain, 2), gains[i]);
        QCOMPARE(printed(step.addedCostUsd, 3), dearer[i]);
        QCOMPARE(printed(*step.speedupPerUsd, 2), ratios[i]);
    }
    QCOMPARE(text(cost.marginalSteps[3].note), "slower and more expensive");
    QCOMPARE(cost.costOptimalP, 1);
    QCOMPARE(cost.fastestP, 8);
    QCOMPARE(text(cost.tradeOffText), "2.06× the cost to go 3.88× faster");
}

void tst_ladder_cost::costIsBaseCostOverEfficiency()
{
    for (const Scaling scaling : {Scaling::Strong, Scaling::Weak}) {
        Ladder input = totals([](int p) { return 40 + 60.0 / p + 0.3 * p; }, 64, scaling);
        input.points.erase(input.points.begin());  // base 2
        const MeasuredLadder ladder = validLadder(input);
        const CurveCost cost = priceCurve(curveOf(ladder), 7);
        QVERIFY(std::abs(cost.rows.front().costUsd - 7 * 2 * (40 + 30 + 0.6) / 3600) < 1e-12);
        for (const CostRow& row : cost.rows)
            QVERIFY(std::abs(row.costUsd * row.efficiency - cost.rows.front().costUsd) < 1e-12);
    }
}

void tst_ladder_cost::stepsAtNoCostHaveNoRatio()
{
    // Ideal from 1 to 2 and from 2 to 4: no additional cost. The printed code would divide by zero.
    const CurveCost ideal = priceCurve(curveOf(validLadder(totals([](int p) { return 801.0 / p; }, 4))), bookPrice);
    for (const MarginalStep& step : ideal.marginalSteps) {
        QVERIFY(!step.speedupPerUsd);
        QCOMPARE(step.addedCostUsd, 0.0);
        QVERIFY2(text(step.note).contains("costs nothing extra"), step.note.c_str());
    }
    QCOMPARE(ideal.costOptimalP, 4);  // among equal costs, the fastest
}

void tst_ladder_cost::superlinearSpeedupIsCheaper()
{
    Ladder input{.scaling = Scaling::Strong};
    input.points = {{.p = 1, .timeS = 100}, {.p = 2, .timeS = 40}, {.p = 4, .timeS = 30}};
    const CurveCost cost = priceCurve(curveOf(validLadder(input)), bookPrice);
    QCOMPARE(cost.costOptimalP, 2);
    QVERIFY(*cost.marginalSteps[0].speedupPerUsd < 0);
    QCOMPARE(text(cost.marginalSteps[0].note), "faster and cheaper");
}

void tst_ladder_cost::priceScalesAllCosts()
{
    const MeasuredLadder ladder = validLadder(test::output4172());
    for (const double price : {0.01, 0.96, 3.2, 32.0})
        QCOMPARE(priceCurve(curveOf(ladder), price).costOptimalP, 1);
    QVERIFY(text(priceSensitivityNote(ladder, {})).contains("does not move the cheapest p, 1"));
    const auto note = [&](MaybeQuantity Goal::*goal) {
        Goal targets;
        targets.*goal = typed(5);
        return text(priceSensitivityNote(ladder, targets));
    };
    QVERIFY(note(&Goal::hourValueUsd).contains("A value of time does"));
    QVERIFY(note(&Goal::budgetUsd).contains("A budget does"));
    QVERIFY(note(&Goal::deadlineS).contains("not with the price of a node"));
}

void tst_ladder_cost::freeMachines()
{
    const CurveCost cost = priceCurve(curveOf(validLadder(test::output4172())), 0);
    for (const CostRow& row : cost.rows)
        QCOMPARE(row.costUsd, 0.0);
    for (const MarginalStep& step : cost.marginalSteps)
        QVERIFY(!step.speedupPerUsd && !step.note.empty());
    QVERIFY(text(cost.notes.front()).contains("costs nothing"));
}

void tst_ladder_cost::regimes()
{
    QCOMPARE(printed(priceCurve(curveOf(validLadder(test::output4172())), 0.96).rows[3].costUsd, 2),
             "0.44");  // 30 % of $1.465; the book says forty cents
    PricingTerms terms;
    QCOMPARE(*regimePrice(PricingRegime::OnDemand, 10, terms).priceUsdPerHour, 10.0);
    QCOMPARE(*regimePrice(PricingRegime::Spot, 10, terms).priceUsdPerHour, 3.0);
    QCOMPARE(*regimePrice(PricingRegime::Owned, 10, terms).priceUsdPerHour, 6.0);
    QVERIFY(text(regimePrice(PricingRegime::Owned, 10, terms).note).contains("above 60 % busy"));
    terms.utilisation = 0.6;
    QVERIFY(!regimePrice(PricingRegime::Owned, 10, terms).priceUsdPerHour);
    QVERIFY(text(regimePrice(PricingRegime::Owned, 10, terms).note).contains("do not pay off: they do above 60 %"));
    // $6 for each hour that a node exists is $6/0.75 for each hour that it works.
    terms.utilisation = 0.75;
    QCOMPARE(*regimePrice(PricingRegime::Owned, 10, terms).priceUsdPerHour, 8.0);
    // At 0.3 times the price, 50 % utilisation costs 0.6 times the price and pays off; at 0.9 times, 75 % utilisation
    // costs 1.2 times and does not.
    QCOMPARE(*regimePrice(PricingRegime::Owned, 10, {.ownedPriceFactor = 0.3, .utilisation = 0.5}).priceUsdPerHour,
             6.0);
    QVERIFY(!regimePrice(PricingRegime::Owned, 10, {.ownedPriceFactor = 0.9, .utilisation = 0.75}).priceUsdPerHour);
    // A user-defined threshold is kept.
    QVERIFY(!regimePrice(PricingRegime::Owned, 10,
                         {.ownedPriceFactor = 0.3, .utilisationThreshold = 0.6, .utilisation = 0.5})
                 .priceUsdPerHour);
    terms.spotPriceFactor = 0.2;
    QCOMPARE(*regimePrice(PricingRegime::Spot, 10, terms).priceUsdPerHour, 2.0);
    for (const PricingRegime regime : {PricingRegime::OnDemand, PricingRegime::Spot, PricingRegime::Owned})
        QCOMPARE(parseName<PricingRegime>(nameOf(regime)).value(), regime);
    QVERIFY(QString::fromStdString(describe(parseName<PricingRegime>("borrowed").error()))
                .contains("on-demand, spot or owned"));
}

void tst_ladder_cost::weak()
{
    const CurveCost cost =
        priceCurve(curveOf(validLadder(totals([](int p) { return 100.0 + p; }, 8, Scaling::Weak))), 36);
    QVERIFY(std::abs(cost.rows.back().costUsd - 36 * 108 / 3600.0) < 1e-12);
    QVERIFY(!cost.notes.empty());
}

SCALEWRIGHT_TEST(tst_ladder_cost)
#include "tst_ladder_cost.moc"
