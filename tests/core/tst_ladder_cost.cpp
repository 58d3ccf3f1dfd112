// Pricing a ladder. Expected values: the book's Output 41.7.2 to the printed digit, its exercises 41.7.2 and 41.7.3, closed forms, and
// exhaustive search written again here.
#include <QTest>

#include <cmath>
#include <random>

#include "core/curve/cost.h"
#include "tests/support/ladders.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

MeasuredLadder good(const Ladder& ladder)
{
    const Result<MeasuredLadder> result = measured(ladder);
    if (!result)
        qFatal("%s", describe(result.error()).c_str());
    return *result;
}

QString printed(double value, int decimals)
{
    return QString::number(value, 'f', decimals);
}

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
    void plan_data();
    void plan();
    void planOfQuality();
    void cheaperNodesMoveAPricedTimeOutward();
    void planByExhaustion();
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
    QCOMPARE(ideal.costOptimalP, 1);
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
    QVERIFY(text(priceNote(ladder, {})).contains("leaves the cheapest p where it is, 1"));
    QVERIFY(text(priceNote(ladder, {.hourValueUsd = 5})).contains("A price on time does"));
    QVERIFY(text(priceNote(ladder, {.budgetUsd = 5})).contains("A budget does"));
    QVERIFY(text(priceNote(ladder, {.deadlineS = 5})).contains("does not move it further"));
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

void tst_ladder_cost::plan_data()
{
    // Output 41.7.2: T 800, 430, 260, 206, 235 s and 0.711, 0.764, 0.924, 1.465, 3.342 USD.
    QTest::addColumn<double>("hourValue");
    QTest::addColumn<double>("deadline");
    QTest::addColumn<double>("budget");
    QTest::addColumn<int>("p");  // 0: none
    QTest::addColumn<QString>("why");
    QTest::newRow("nothing wished") << -1. << -1. << -1. << 4 << "the knee";
    QTest::newRow("a loose deadline") << -1. << 1000. << -1. << 1 << "the cheapest within the deadline";
    QTest::newRow("a deadline of 300 s") << -1. << 300. << -1. << 4 << "the cheapest within the deadline of 300 s: 260 s, $0.92";
    QTest::newRow("a hard deadline") << -1. << 210. << -1. << 8 << "the cheapest within the deadline";
    QTest::newRow("an impossible deadline") << -1. << 100. << -1. << 0
                                            << "no p measured meets the deadline of 100 s: the fastest, 8, takes 206 s";
    QTest::newRow("a budget of a dollar") << -1. << -1. << 1. << 4 << "the fastest within the budget of $1.00";
    QTest::newRow("a rich budget") << -1. << -1. << 100. << 8 << "the fastest within the budget";
    QTest::newRow("no money") << -1. << -1. << 0.5 << 0 << "no p measured fits the budget of $0.50: the cheapest, 1, costs $0.71";
    QTest::newRow("both") << -1. << 300. << 1. << 4 << "the cheapest within the deadline of 300 s and the budget of $1.00";
    QTest::newRow("both, too much") << -1. << 210. << 1. << 0 << "no p measured within the deadline fits the budget";
    QTest::newRow("time is worthless") << 0. << -1. << -1. << 1 << "least cost with an hour of waiting worth";
    QTest::newRow("time is dear") << 100. << -1. << -1. << 8 << "least cost with an hour of waiting worth $100.00";
    QTest::newRow("time is dear, a budget") << 100. << -1. << 1. << 4 << "within the budget of $1.00";
}

void tst_ladder_cost::plan()
{
    QFETCH(double, hourValue);
    QFETCH(double, deadline);
    QFETCH(double, budget);
    QFETCH(int, p);
    QFETCH(QString, why);
    const auto wish = [](double value) { return value < 0 ? std::nullopt : std::optional(value); };
    PlanWishes wishes{.hourValueUsd = wish(hourValue), .deadlineS = wish(deadline), .budgetUsd = wish(budget)};
    const MeasuredLadder ladder = good(test::output4172());
    const LadderPlan plan = planOf(ladder, bookPrice, wishes);
    QCOMPARE(plan.p.value_or(0), p);
    QVERIFY2(text(plan.why).contains(why), plan.why.c_str());
    // The project's plan stands only where nothing is wished.
    wishes.plannedP = 16;
    const bool anyWish = hourValue >= 0 || deadline >= 0 || budget >= 0;
    QCOMPARE(planOf(ladder, bookPrice, wishes).p.value_or(0), anyWish ? p : 16);
}

void tst_ladder_cost::planOfQuality()
{
    Ladder given = test::output4172();
    given.qualityName = "accuracy";
    given.qualityTarget = typed(0.75);
    for (LadderPoint& point : given.points)
        point.quality = point.p <= 2 ? 0.76 : 0.74;
    const LadderPlan plan = planOf(good(given), bookPrice, {});
    QCOMPARE(*plan.p, 2);
    QVERIFY2(text(plan.why).contains("reaches the quality target"), plan.why.c_str());
    for (LadderPoint& point : given.points)
        point.quality = 0.1;
    QVERIFY(!planOf(good(given), bookPrice, {}).p);
}

// Exercise 41.7.2: the cheapest p stays, and what moves outward with cheaper nodes is the least of machines and time together.
void tst_ladder_cost::cheaperNodesMoveAPricedTimeOutward()
{
    const MeasuredLadder ladder = good(test::output4172());
    const RegimeTerms terms;
    const double spot = *regimePrice(Regime::Spot, bookPrice, terms).priceUsdPerHour;
    QCOMPARE(spot, 0.96);
    QCOMPARE(printed(priceCurve(curveOf(ladder), spot).rows[3].costUsd, 2), "0.44");  // 30 % of $1.465; the book says forty cents
    const PlanWishes wishes{.hourValueUsd = 20};
    // By hand at 20 USD an hour: on demand 260 s cost 0.924 + 1.444 and 206 s 1.465 + 1.144; spot 0.277 + 1.444 and 0.439 + 1.144.
    QCOMPARE(*planOf(ladder, bookPrice, wishes).p, 4);
    QCOMPARE(*planOf(ladder, spot, wishes).p, 8);
}

void tst_ladder_cost::planByExhaustion()
{
    std::mt19937 random(33);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int round = 0; round < 400; ++round) {
        std::vector<double> times;
        const MeasuredLadder ladder = good(totals(
            [&](int p) {
                times.push_back(20 * unit(random) + 800.0 / p + 3 * unit(random) * p);
                return times.back();
            },
            64));
        const double price = 10 * unit(random), value = 50 * unit(random), deadline = 300 * unit(random) + 1,
                     budget = 3 * unit(random);
        const auto cost = [&](int i) { return price * (1 << i) * times[std::size_t(i)] / 3600; };
        int best = -1;
        for (int i = 0; i < int(times.size()); ++i) {
            const auto total = [&](int k) { return cost(k) + value * times[std::size_t(k)] / 3600; };
            if (times[std::size_t(i)] <= deadline && cost(i) <= budget && (best < 0 || total(i) < total(best)))
                best = i;
        }
        const LadderPlan plan = planOf(ladder, price, {.hourValueUsd = value, .deadlineS = deadline, .budgetUsd = budget});
        QCOMPARE(plan.p.value_or(0), best < 0 ? 0 : 1 << best);
    }
}

void tst_ladder_cost::regimes()
{
    RegimeTerms terms;
    QCOMPARE(*regimePrice(Regime::OnDemand, 10, terms).priceUsdPerHour, 10.0);
    QCOMPARE(*regimePrice(Regime::Spot, 10, terms).priceUsdPerHour, 3.0);
    QCOMPARE(*regimePrice(Regime::Owned, 10, terms).priceUsdPerHour, 6.0);
    QVERIFY(text(regimePrice(Regime::Owned, 10, terms).note).contains("assumes machines that are busy more than 60 %"));
    terms.utilisation = 0.6;
    QVERIFY(!regimePrice(Regime::Owned, 10, terms).priceUsdPerHour);
    QVERIFY(text(regimePrice(Regime::Owned, 10, terms).note).contains("busy 60 % of the time do not pay: the threshold is 60 %"));
    terms.utilisation = 0.61;
    QCOMPARE(*regimePrice(Regime::Owned, 10, terms).priceUsdPerHour, 6.0);
    terms.spotFactor = 0.2;
    QCOMPARE(*regimePrice(Regime::Spot, 10, terms).priceUsdPerHour, 2.0);
    for (const Regime regime : {Regime::OnDemand, Regime::Spot, Regime::Owned})
        QCOMPARE(regimeFromName(regimeName(regime)).value(), regime);
    QVERIFY(text(describe(regimeFromName("borrowed").error())).contains("on-demand, spot or owned"));
}

void tst_ladder_cost::weak()
{
    const CurveCost cost = priceCurve(curveOf(good(totals([](int p) { return 100.0 + p; }, 8, Scaling::Weak))), 36);
    QVERIFY(std::abs(cost.rows.back().costUsd - 36 * 108 / 3600.0) < 1e-12);
    QVERIFY(!cost.notes.empty());
}

SCALEWRIGHT_TEST(tst_ladder_cost)
#include "tst_ladder_cost.moc"
