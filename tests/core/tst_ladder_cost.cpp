// Pricing a ladder. Expected values: the book's Output 41.7.2 to the printed digit, its exercises 41.7.2 and 41.7.3,
 // closed forms.
#include <QTest>

#include <cmath>

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
    void costIsThatOfTheBaseOverEfficiency();
    void stepsWithoutARatio();
    void superlinearIsCheaper();
    void priceScalesEverythingAlike();
    void freeMachines();
    void regimes();
    void weak();
};

void tst_ladder_cost::output4172()
{
    const CurveCost cost = priceCurve(curveOf(good(test::output4172())), bookPrice);
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
    QCOMPARE(cost.marginal.size(), std::size_t(4));
    for (int i = 0; i < 4; ++i) {
        const MarginalStep& step = cost.marginal[std::size_t(i)];
        QCOMPARE(step.from, 1 << i);
        QCOMPARE(step.to, 2 << i);
        QCOMPARE(printed(step.speedupGain, 2), gains[i]);
        QCOMPARE(printed(step.costUsd, 3), dearer[i]);
        QCOMPARE(printed(*step.speedupPerUsd, 2), ratios[i]);
    }
    QCOMPARE(text(cost.marginal[3].note), "slower and dearer");
    QCOMPARE(cost.costOptimalP, 1);
    QCOMPARE(cost.fastestP, 8);
    QCOMPARE(text(cost.exchange), "2.06x the cost to go 3.88x faster");
}

void tst_ladder_cost::costIsThatOfTheBaseOverEfficiency()
{
    for (const Scaling scaling : {Scaling::Strong, Scaling::Weak}) {
        Ladder given = totals([](int p) { return 40 + 60.0 / p + 0.3 * p; }, 64, scaling);
        given.points.erase(given.points.begin());  // base 2
        const MeasuredLadder ladder = good(given);
        const CurveCost cost = priceCurve(curveOf(ladder), 7);
        QVERIFY(std::abs(cost.rows.front().costUsd - 7 * 2 * (40 + 30 + 0.6) / 3600) < 1e-12);
        for (const CostRow& row : cost.rows)
            QVERIFY(std::abs(row.costUsd * row.efficiency - cost.rows.front().costUsd) < 1e-12);
    }
}

void tst_ladder_cost::stepsWithoutARatio()
{
    // Ideal from 1 to 2 and from 2 to 4: not a cent more. The printed code would divide by zero.
    const CurveCost ideal = priceCurve(curveOf(good(totals([](int p) { return 801.0 / p; }, 4))), bookPrice);
    for (const MarginalStep& step : ideal.marginal) {
        QVERIFY(!step.speedupPerUsd);
        QCOMPARE(step.costUsd, 0.0);
        QVERIFY2(text(step.note).contains("costs nothing more"), step.note.c_str());
    }
    QCOMPARE(ideal.costOptimalP, 4);  // of what costs the same, the fastest
}

void tst_ladder_cost::superlinearIsCheaper()
{
    Ladder given{.scaling = Scaling::Strong};
    given.points = {{.p = 1, .timeS = 100}, {.p = 2, .timeS = 40}, {.p = 4, .timeS = 30}};
    const CurveCost cost = priceCurve(curveOf(good(given)), bookPrice);
    QCOMPARE(cost.costOptimalP, 2);
    QVERIFY(*cost.marginal[0].speedupPerUsd < 0);
    QCOMPARE(text(cost.marginal[0].note), "faster and cheaper");
}

void tst_ladder_cost::priceScalesEverythingAlike()
{
    const MeasuredLadder ladder = good(test::output4172());
    for (const double price : {0.01, 0.96, 3.2, 32.0})
        QCOMPARE(priceCurve(curveOf(ladder), price).costOptimalP, 1);
    QVERIFY(text(priceNote(ladder, {})).contains("leaves the cheapest p of all where it is, 1"));
    const auto note = [&](MaybeQuantity Goal::*goal) {
        Goal wished;
        wished.*goal = typed(5);
        return text(priceNote(ladder, wished));
    };
    QVERIFY(note(&Goal::hourValueUsd).contains("A price on time does"));
    QVERIFY(note(&Goal::budgetUsd).contains("A budget does"));
    QVERIFY(note(&Goal::deadlineS).contains("does not move it further"));
}

void tst_ladder_cost::freeMachines()
{
    const CurveCost cost = priceCurve(curveOf(good(test::output4172())), 0);
    for (const CostRow& row : cost.rows)
        QCOMPARE(row.costUsd, 0.0);
    for (const MarginalStep& step : cost.marginal)
        QVERIFY(!step.speedupPerUsd && !step.note.empty());
    QVERIFY(text(cost.notes.front()).contains("costs nothing"));
}

void tst_ladder_cost::regimes()
{
    QCOMPARE(printed(priceCurve(curveOf(good(test::output4172())), 0.96).rows[3].costUsd, 2),
             "0.44");  // 30 % of $1.465; the book says forty cents
    RegimeTerms terms;
    QCOMPARE(*regimePrice(Regime::OnDemand, 10, terms).priceUsdPerHour, 10.0);
    QCOMPARE(*regimePrice(Regime::Spot, 10, terms).priceUsdPerHour, 3.0);
    QCOMPARE(*regimePrice(Regime::Owned, 10, terms).priceUsdPerHour, 6.0);
    QVERIFY(text(regimePrice(Regime::Owned, 10, terms).note).contains("above 60 % busy"));
    terms.utilisation = 0.6;
    QVERIFY(!regimePrice(Regime::Owned, 10, terms).priceUsdPerHour);
    QVERIFY(text(regimePrice(Regime::Owned, 10, terms).note).contains("do not pay: they do above 60 %"));
    // $6 for each hour that a node exists: $6/0.75 for each that it works.
    terms.utilisation = 0.75;
    QCOMPARE(*regimePrice(Regime::Owned, 10, terms).priceUsdPerHour, 8.0);
    // At 0.3 of the price half the time busy costs 0.6 of it, and pays; at 0.9 busy 0.75 costs 1.2, and does not.
    QCOMPARE(*regimePrice(Regime::Owned, 10, {.ownedFactor = 0.3, .utilisation = 0.5}).priceUsdPerHour, 6.0);
    QVERIFY(!regimePrice(Regime::Owned, 10, {.ownedFactor = 0.9, .utilisation = 0.75}).priceUsdPerHour);
    // A threshold of one's own stands.
    QVERIFY(!regimePrice(Regime::Owned, 10, {.ownedFactor = 0.3, .utilisationThreshold = 0.6, .utilisation = 0.5})
                 .priceUsdPerHour);
    terms.spotFactor = 0.2;
    QCOMPARE(*regimePrice(Regime::Spot, 10, terms).priceUsdPerHour, 2.0);
    for (const Regime regime : {Regime::OnDemand, Regime::Spot, Regime::Owned})
        QCOMPARE(regimeFromName(regimeName(regime)).value(), regime);
    QVERIFY(QString::fromStdString(describe(regimeFromName("borrowed").error())).contains("on-demand, spot or owned"));
}

void tst_ladder_cost::weak()
{
    const CurveCost cost = priceCurve(curveOf(good(totals([](int p) { return 100.0 + p; }, 8, Scaling::Weak))), 36);
    QVERIFY(std::abs(cost.rows.back().costUsd - 36 * 108 / 3600.0) < 1e-12);
    QVERIFY(!cost.notes.empty());
}

SCALEWRIGHT_TEST(tst_ladder_cost)
#include "tst_ladder_cost.moc"
