// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is best for which value of time: boundaries by hand arithmetic on three ladders, the lower hull of a thousand
// random ladders against another algorithm, invariance under a uniform price, what moves the cheapest p, regimes by
// hand, preemption against a simulation, and the plan's own decision at the same value of an hour.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "core/base/quantity/units.h"
#include "core/decision/cost/choice.h"
#include "core/decision/cost/regime.h"
#include "core/decision/cost/time_cost.h"
#include "core/decision/plan/forecast.h"
#include "core/decision/plan/goal_decision.h"
#include "core/decision/plan/plan_decision.h"
#include "core/model/scaling/failures.h"
#include "core/output/answers/footprint.h"
#include "core/project/document/project.h"
#include "tests/support/ladders.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

MeasuredLadder ladderOfTimes(std::initializer_list<std::pair<int, double>> times)
{
    Ladder ladder{.scaling = Scaling::Strong};
    for (const auto& [p, time] : times)
        ladder.points.push_back({.p = p, .timeS = time});
    return validLadder(ladder);
}

TimeCostTradeOff chosen(const MeasuredLadder& ladder, double price, int workersPerNode = 1)
{
    ScalingCurve curve = curveOf(ladder);
    curve.workersPerNode = workersPerNode;
    return analyseTradeOff(timeCostPoints(curve, price));
}

std::vector<int> corners(const std::vector<HourValueRange>& ranges)
{
    std::vector<int> cornersFound;
    for (const HourValueRange& each : ranges)
        cornersFound.push_back(each.p);
    return cornersFound;
}

QString digits(double value)
{
    return QString::fromStdString(significantText(value, 3));
}
QString text(const std::string& message)
{
    return QString::fromStdString(message);
}

MeasuredLadder randomLadder(std::mt19937& random)
{
    std::uniform_real_distribution<double> share(0.2, 1.3);
    std::uniform_int_distribution<int> count(2, 12), step(1, 5);
    Ladder ladder{.scaling = Scaling::Strong};
    double time = 1000;
    int p = 1;
    for (int i = count(random); i > 0; --i) {
        ladder.points.push_back({.p = p, .timeS = time});
        time *= share(random);
        p += step(random);
    }
    return validLadder(ladder);
}

/// Andrew's monotone chain over points sorted by time, using cross products; then its descending part, from the fastest
/// to the cheapest.
std::vector<int> chain(std::vector<TimeCostPoint> points)
{
    std::sort(points.begin(), points.end(), [](const TimeCostPoint& a, const TimeCostPoint& b) {
        return a.timeS != b.timeS ? a.timeS < b.timeS : a.costUsd < b.costUsd;
    });
    std::vector<TimeCostPoint> hull;
    const auto cross = [](const TimeCostPoint& o, const TimeCostPoint& a, const TimeCostPoint& b) {
        return (a.timeS - o.timeS) * (b.costUsd - o.costUsd) - (a.costUsd - o.costUsd) * (b.timeS - o.timeS);
    };
    for (const TimeCostPoint& each : points) {
        while (hull.size() >= 2 && cross(hull[hull.size() - 2], hull.back(), each) <= 0)
            hull.pop_back();
        hull.push_back(each);
    }
    std::vector<int> pOnHull;
    for (std::size_t i = 0; i < hull.size() && (i == 0 || hull[i].costUsd < hull[i - 1].costUsd); ++i)
        pOnHull.insert(pOnHull.begin(), hull[i].p);
    return pOnHull;
}

constexpr double hour = 3600;

}  // namespace

class tst_choice : public QObject {
    Q_OBJECT
private slots:
    // 0.917 Wh and 36 mg are printed in these units, and a chart uses the unit of its largest value.
    void picksUnitsOfFootprints()
    {
        QCOMPARE(std::string(carbonUnit(0.036).name), std::string("mg"));
        QCOMPARE(std::string(carbonUnit(2.5e6).name), std::string("t"));
        QCOMPARE(carbonUnit(1500).scale, 1e3);
        QCOMPARE(std::string(energyUnit(0.000917).name), std::string("Wh"));
        QCOMPARE(energyUnit(2000).scale, 1e3);
    }

    // T 800, 430, 260, 206, 235 s at $3.20: C = 3.2 p T/3600 = 0.71111, 0.76444, 0.92444, 1.46489, 3.34222. 0.05333/370
    // s = $0.519 an hour, 0.16/170 s = $3.39, 0.54044/54 s = $36.03; p 16 is slower and more expensive than p 8.
    void output4172()
    {
        const TimeCostTradeOff choice = chosen(validLadder(test::output4172()), 3.20);
        QCOMPARE(corners(choice.hull), (std::vector<int>{1, 2, 4, 8}));
        QCOMPARE(digits(*choice.bestRanges[0].toUsdPerHour), QStringLiteral("0.519"));
        QCOMPARE(digits(*choice.bestRanges[1].toUsdPerHour), QStringLiteral("3.39"));
        QCOMPARE(digits(*choice.bestRanges[2].toUsdPerHour), QStringLiteral("36.0"));
        QVERIFY(!choice.bestRanges[3].toUsdPerHour);
        QCOMPARE(choice.findPoint(16)->dominatedBy, std::optional<int>(8));
        QCOMPARE(findDominatingP(choice, 16), std::optional<int>(8));
        QCOMPARE(findDominatingP(choice, 8), std::optional<int>());
        QCOMPARE(findDominatingP(choice, 3), std::optional<int>());  // on no curve
        for (const int p : {1, 2, 4, 8})
            QVERIFY(!choice.findPoint(p)->dominatedBy);
        QCOMPARE(text(bestRangeText(choice, 4)), QStringLiteral("p = 4 is best from $3.39 to $36.03 an hour"));
        QCOMPARE(text(bestRangeText(choice, 16)), QStringLiteral("p = 16 is never best: p = 8 dominates it"));
        for (const auto& [value, p] :
             {std::pair{0.0, 1}, {0.5, 1}, {0.53, 2}, {3.3, 2}, {3.5, 4}, {12.0, 4}, {35.9, 4}, {36.1, 8}, {1e6, 8}})
            QCOMPARE(choice.bestRangeAt(value)->p, p);
        // At $12 an hour p 4 costs 0.92444 + 12 x 260/3600 = $1.791; that line passes 500 s at 1.79111 - 1.66667 =
        // $0.12444, and the line through that point again has a slope of $12 an hour.
        QVERIFY(std::abs(minimumTotalUsd(choice, 12) - 1.791111) < 1e-5);
        QVERIFY(std::abs(tangentCostUsd(choice, 12, 500) - 0.124444) < 1e-5);
        QVERIFY(std::abs(*hourValueThroughPoint(choice, 500, tangentCostUsd(choice, 12, 500)) - 12) < 1e-9);
        QCOMPARE(*hourValueThroughPoint(choice, 900, 5), 0.0);
        QVERIFY(!hourValueThroughPoint(choice, 200, 0.1));
        // With the price scaled by 0.3: 0.3 x 3.388 = 1.016 and 0.3 x 36.03 = 10.81.
        const QString scaled = text(scaledPriceText(choice, 5, 0.3));
        QVERIFY2(
            scaled.contains("the cheapest p stays 1") && scaled.contains("p = 4 is best from $1.02 to $10.81 an hour"),
            qPrintable(scaled));
        QVERIFY(text(scaledPriceText(choice, 12, 0.3)).endsWith("p = 8 is then best"));
    }

    // 2 s on one worker and 0.2 s on eight, which is the cheapest and the fastest, but only 2 of 5 runs at 8 succeeded:
    // it is never best, dominates no other p, and no sentence says that it gives up nothing. With 4 of 5 it is best
    // again, and the number is reported. $3600 an hour: C = 2, 2.2, 1.6 USD.
    void runsThatFailed()
    {
        const auto ladderWithSuccesses = [](int succeeded) {
            Ladder ladder{.scaling = Scaling::Strong};
            ladder.points = {{.p = 1, .timeS = 2}, {.p = 2, .timeS = 1.1}};
            ladder.points.insert(ladder.points.end(), static_cast<std::size_t>(succeeded),
                                 LadderPoint{.p = 8, .timeS = 0.2});
            if (succeeded < 5)
                ladder.failed = {{.p = 8, .runs = 5 - succeeded}};
            return validLadder(ladder);
        };
        Project project;
        project.target.priceUsdPerHour = typed(3600);
        const auto worthWithSuccesses = [&](int succeeded) {
            const MeasuredLadder ladder = ladderWithSuccesses(succeeded);
            return analyseTimeAndCost(project, makeForecast(project.baseline, project, 64, &ladder), &ladder,
                                      CurveKind::Measured)
                .value();
        };
        const TimeCostAnalysis allSucceeded = worthWithSuccesses(5), fourSucceeded = worthWithSuccesses(4),
                               twoSucceeded = worthWithSuccesses(2);
        QCOMPARE(corners(allSucceeded.tradeOff.bestRanges), std::vector<int>{8});
        QCOMPARE(text(allSucceeded.nightlyAdvice->downside),
                 QStringLiteral("It gives up nothing: it is the cheapest and the fastest."));
        QVERIFY(!text(allSucceeded.nightlyAdvice->summary).contains("succeeded") &&
                !text(allSucceeded.cost.tradeOffText).contains("succeeded"));

        QCOMPARE(corners(fourSucceeded.tradeOff.bestRanges), std::vector<int>{8});
        QVERIFY(text(fourSucceeded.nightlyAdvice->summary).endsWith("4 of 5 runs at p = 8 succeeded"));
        QVERIFY(!text(fourSucceeded.nightlyAdvice->downside).contains("gives up nothing"));
        QVERIFY(text(bestRangeText(fourSucceeded.tradeOff, 8)).endsWith("; 4 of 5 runs at p = 8 succeeded"));
        QVERIFY(text(fourSucceeded.cost.tradeOffText).endsWith("4 of 5 runs at p = 8 succeeded"));

        QCOMPARE(corners(twoSucceeded.tradeOff.bestRanges), (std::vector<int>{1, 2}));
        QCOMPARE(twoSucceeded.tradeOff.hull, twoSucceeded.tradeOff.bestRanges);
        QCOMPARE(twoSucceeded.bestP(), std::optional(1));
        QVERIFY(!twoSucceeded.tradeOff.findPoint(1)->dominatedBy && !twoSucceeded.tradeOff.isLimitedByGoals());
        QCOMPARE(text(bestRangeText(twoSucceeded.tradeOff, 8)),
                 QStringLiteral("p = 8 is never best: 2 of 5 runs at p = 8 succeeded"));
        QVERIFY(!text(twoSucceeded.nightlyAdvice->downside).contains("gives up nothing"));
        // In the cost table p 8 is the cheapest and the fastest, with the number of successful runs.
        QCOMPARE(twoSucceeded.cost.costOptimalP, 8);
        QVERIFY(text(twoSucceeded.cost.costOptimalCaveat).contains("2 of 5 runs at p = 8 succeeded") &&
                text(twoSucceeded.cost.tradeOffText).contains("2 of 5 runs at p = 8 succeeded"));
    }

    // $36 an hour is one cent per second and node. C = 1.00, 1.20, 1.60, 3.12: 0.20/40 s = $18, 0.40/20 s = $72, 1.52/1
    // s = $5472 an hour.
    void aSecondLadder()
    {
        const TimeCostTradeOff choice = chosen(ladderOfTimes({{1, 100}, {2, 60}, {4, 40}, {8, 39}}), 36);
        QCOMPARE(corners(choice.bestRanges), (std::vector<int>{1, 2, 4, 8}));
        for (const auto& [i, border] : {std::pair{0, 18.0}, {1, 72.0}, {2, 5472.0}})
            QVERIFY(std::abs(*choice.bestRanges[std::size_t(i)].toUsdPerHour / border - 1) < 1e-9);
    }

    // C = 1.00, 1.90, 2.00 at 100, 95, 50 s: 1 -> 2 costs 0.90 for 5 s, 1 -> 4 costs 1.00 for 50 s ($72 an hour). So 2
    // is not dominated but never best.
    void pointAboveTheHullIsNeverRight()
    {
        const TimeCostTradeOff choice = chosen(ladderOfTimes({{1, 100}, {2, 95}, {4, 50}}), 36);
        QCOMPARE(corners(choice.bestRanges), (std::vector<int>{1, 4}));
        QVERIFY(std::abs(*choice.bestRanges[0].toUsdPerHour - 72) < 1e-9);
        QVERIFY(!choice.findPoint(2)->dominatedBy);
        QCOMPARE(text(bestRangeText(choice, 2)),
                 QStringLiteral("p = 2 is never best: a cheaper or a faster p always wins"));
        // With ideal speedup, speed costs nothing extra: only the fastest p is best, and of two equal points the
        // smaller p.
        QCOMPARE(corners(chosen(ladderOfTimes({{1, 100}, {2, 50}, {4, 25}}), 36).bestRanges), (std::vector<int>{4}));
        const TimeCostTradeOff free = chosen(ladderOfTimes({{1, 100}, {2, 50}, {4, 60}}), 0);
        QCOMPARE(corners(free.bestRanges), (std::vector<int>{2}));
        QCOMPARE(text(bestRangeText(free, 2)), QStringLiteral("p = 2 is best whatever an hour is worth"));
    }

    void aThousandRandomLadders()
    {
        std::mt19937 random(4177);
        std::uniform_real_distribution<double> exponent(-3, 5);
        for (int i = 0; i < 1000; ++i) {
            const TimeCostTradeOff choice = chosen(randomLadder(random), 3.2);
            QCOMPARE(corners(choice.hull), chain(choice.points));
            for (std::size_t k = 1; k < choice.bestRanges.size(); ++k)
                QVERIFY(choice.bestRanges[k].fromUsdPerHour > choice.bestRanges[k - 1].fromUsdPerHour &&
                        choice.bestRanges[k].fromUsdPerHour == *choice.bestRanges[k - 1].toUsdPerHour);
            for (int k = 0; k < 20; ++k) {
                const double value = std::pow(10.0, exponent(random));
                const auto total = [&](const TimeCostPoint& point) {
                    return point.costUsd + value * point.timeS / hour;
                };
                const double minimumTotal = total(*std::min_element(
                    choice.points.begin(), choice.points.end(),
                    [&](const TimeCostPoint& a, const TimeCostPoint& b) { return total(a) < total(b); }));
                QVERIFY(total(*choice.findPoint(choice.bestRangeAt(value)->p)) <= minimumTotal * (1 + 1e-9));
            }
            for (const TimeCostPoint& point : choice.points) {
                const bool beaten =
                    std::any_of(choice.points.begin(), choice.points.end(), [&](const TimeCostPoint& other) {
                        return other.timeS <= point.timeS && other.costUsd <= point.costUsd &&
                               (other.timeS < point.timeS || other.costUsd < point.costUsd);
                    });
                QCOMPARE(point.dominatedBy.has_value(), beaten);
            }
        }
    }

    void uniformPriceOnlyScalesTheBorders()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> exponent(-3, 3);
        for (int i = 0; i < 300; ++i) {
            const MeasuredLadder ladder = randomLadder(random);
            const TimeCostTradeOff atUnitPrice = chosen(ladder, 1);
            const double factor = std::pow(10.0, exponent(random));
            const TimeCostTradeOff scaled = chosen(ladder, factor);
            QCOMPARE(corners(scaled.bestRanges), corners(atUnitPrice.bestRanges));
            for (std::size_t k = 0; k + 1 < atUnitPrice.bestRanges.size(); ++k)
                QVERIFY(
                    std::abs(*scaled.bestRanges[k].toUsdPerHour / (factor * *atUnitPrice.bestRanges[k].toUsdPerHour) -
                             1) < 1e-9);
        }
    }

    // Everything that does move the cheapest p.
    void nonUniformPricesMoveTheCheapestP()
    {
        // A price that depends on p: a node of four costs the same for one worker as for four, so p = 4 is the cheapest
        // of 100/60/40 s.
        const MeasuredLadder ladder = ladderOfTimes({{1, 100}, {2, 60}, {4, 40}, {8, 39}});
        QCOMPARE(chosen(ladder, 36).bestRanges.front().p, 1);
        QCOMPARE(chosen(ladder, 36, 4).bestRanges.front().p, 4);

        // Preemption: nodes last 50 s, a restart takes 20 s, and the whole run is repeated. Superlinear times of 100
        // and 45 s: 1.00 against 0.90, so p 2 is the cheapest. E(1) = 50 e^0.4 (e^2 - 1) = 476.6 s; E(2) = 25 e^0.8
        // (e^1.8 - 1) = 280.9 s on two nodes, 561.9: now p 1 is the cheapest.
        Project project;
        project.target.spotMtbfS = typed(50);
        project.design.faultTolerance.restartS = typed(20);
        const MeasuredLadder superlinear = ladderOfTimes({{1, 100}, {2, 45}});
        QCOMPARE(chosen(superlinear, 36).bestRanges.front().p, 2);
        const MeasuredLadder preemptedLadder = withPreemption(superlinear, project);
        QVERIFY(std::abs(preemptedLadder.rungs[0].timeS - 476.56) < 0.01);
        QVERIFY(std::abs(preemptedLadder.rungs[1].timeS - 280.95) < 0.01);
        // S is relative to an undisturbed worker.
        QVERIFY(std::abs(preemptedLadder.rungs[0].speedup - 100 / 476.56) < 1e-4);
        QVERIFY(std::abs(preemptedLadder.rungs[1].speedup - 100 / 280.95) < 1e-4);
        QCOMPARE(preemptedLadder.fastestP, 2);
        QCOMPARE(chosen(preemptedLadder, 36).bestRanges.front().p, 1);
        // Nodes last 10 s, elastic: with one node no worker is left to continue, so 100 s become 10 (e^10 - 1) = 220
        // 255 s, reported as never finishing. Two nodes lose nothing, and S(2) does not change.
        Project elastic;
        elastic.target.spotMtbfS = typed(10);
        elastic.design.faultTolerance.slot.choices = {{"elastic", "", {}}};
        const MeasuredLadder endless = withPreemption(superlinear, elastic);
        QVERIFY(std::isinf(endless.rungs[0].timeS));
        QCOMPARE(endless.rungs[0].speedup, 0.0);
        QCOMPARE(endless.rungs[1].timeS, 45.0);
        QVERIFY(std::abs(endless.rungs[1].speedup - 100 / 45.0) < 1e-12);
        QCOMPARE(endless.fastestP, 2);

        // Limits: a deadline of 50 s allows 4 and 8, a budget of $1.50 (C = 1.00, 1.20, 1.60, 3.12) allows 1 and 2.
        project = {};
        project.target.priceUsdPerHour = typed(36);
        const auto pWithinGoals = [&] { return findPMeetingGoals(project.baseline, project, nullptr, &ladder); };
        QVERIFY(!pWithinGoals());
        project.goal.deadlineS = typed(50);
        QCOMPARE(*pWithinGoals(), (std::vector<int>{4, 8}));
        project.goal.deadlineS.reset();
        project.goal.budgetUsd = typed(1.5);
        QCOMPARE(*pWithinGoals(), (std::vector<int>{1, 2}));
        // With both limits, p 1 takes 100 s of 50, p 2 takes 60 s, p 4 costs $1.60 of $1.50, p 8 costs $3.12.
        project.goal.deadlineS = typed(50);
        const std::map<int, double> factors = limitFactorsToMeetGoals(project.baseline, project, nullptr, &ladder);
        const std::map<int, double> expected{{1, 2.0}, {2, 1.2}, {4, 1.6 / 1.5}, {8, 3.12 / 1.5}};
        QCOMPARE(factors.size(), expected.size());
        for (const auto& [p, factor] : expected)
            QVERIFY2(std::abs(factors.at(p) - factor) < 1e-12, qPrintable(QString::number(p)));
        project.goal.deadlineS = project.goal.budgetUsd = typed(0);
        QVERIFY(limitFactorsToMeetGoals(project.baseline, project, nullptr, &ladder).empty());
    }

    // Two times, each known to within a tenth (95 % of log-normal noise): the interval must contain 95 % of the
    // simulated boundaries.
    void borderIntervalsCoverSimulations()
    {
        const Interval first{100 / 1.1, 110, 0.95}, second{60 / 1.1, 66, 0.95};
        const auto points = [](Interval a, Interval b) {
            return std::vector<TimeCostPoint>{{.p = 1, .timeS = 100, .costUsd = 1, .timeInterval = a},
                                              {.p = 2, .timeS = 60, .costUsd = 1.2, .timeInterval = b}};
        };
        const TimeCostTradeOff choice = analyseTradeOff(points(first, second));
        const HourValueRange& range = choice.bestRanges.front();
        QVERIFY(range.borderInterval && range.borderInterval->high);
        std::mt19937 random(7);
        std::normal_distribution<double> noise(0, std::log(1.1) / 1.959964);
        std::vector<double> borders;
        for (int i = 0; i < 200'000; ++i) {
            const double t1 = 100 * std::exp(noise(random)), t2 = 60 * std::exp(noise(random));
            borders.push_back(t1 > t2 ? (0.02 * t2 - 0.01 * t1) / (t1 - t2) * hour : 1e9);
        }
        std::sort(borders.begin(), borders.end());
        QVERIFY(std::abs(range.borderInterval->low / borders[5'000] - 1) < 0.02);
        QVERIFY(std::abs(*range.borderInterval->high / borders[195'000] - 1) < 0.02);
        // Each time is known to within a factor of two: which is faster is unknown.
        QVERIFY(!analyseTradeOff(points({50, 200, 0.95}, {30, 120, 0.95})).bestRanges.front().borderInterval->high);
    }

    // p 1 takes 100 s for $1.00, p 2 60 s for $1.20, p 4 50 s for $4.00, each time known to a factor of 1.1. The border
    // between 1 and 2 is $18.00 an hour. The ratio of their times is 5/3, between 5/3 e^-h = 1.4565 and 5/3 e^h = 1.9072
    // with h = sqrt(2) ln 1.1; with $36 and $72 an hour for the nodes, the border is (72 - 36 r)/(r - 1): $3.68 to
    // $42.9. The border between 2 and 4 is above $500.
    void aChoiceIsCloseInTheIntervalOfABorder()
    {
        const auto point = [](int p, double time, double cost) {
            return TimeCostPoint{.p = p,
                                 .timeS = time,
                                 .costUsd = cost,
                                 .timeInterval = Interval{time / 1.1, 1.1 * time, 0.95},
                                 .dominatedBy = {}};
        };
        std::vector<TimeCostPoint> points{point(1, 100, 1), point(2, 60, 1.2), point(4, 50, 4)};
        const TimeCostTradeOff choice = analyseTradeOff(points);
        const HourValueRange::BorderInterval& border = *choice.bestRanges.front().borderInterval;
        QVERIFY(std::abs(border.low - 3.68) < 0.01 && std::abs(*border.high - 42.9) < 0.05);
        using Rivals = std::vector<int>;
        QCOMPARE(choiceCertainty(choice, 1, border.low - 0.01), (ChoiceCertainty{Rivals{}, true}));
        QCOMPARE(choiceCertainty(choice, 1, border.low + 0.01), (ChoiceCertainty{Rivals{2}, false}));
        QCOMPARE(choiceCertainty(choice, 2, 18.1), (ChoiceCertainty{Rivals{1}, false}));
        QCOMPARE(choiceCertainty(choice, 2, *border.high - 0.01), (ChoiceCertainty{Rivals{1}, false}));
        QCOMPARE(choiceCertainty(choice, 2, *border.high + 0.01), (ChoiceCertainty{Rivals{}, true}));
        // If only time matters, 50 s against 60 s is a ratio of 1.2, more than e^h = 1.144; p = 8 may be faster still.
        QCOMPARE(choiceCertainty(choice, 4, std::numeric_limits<double>::infinity()),
                 (ChoiceCertainty{Rivals{}, false}));
        // A p that misses a goal is a rival only if it may meet it.
        points[0].meetsGoals = false;
        QCOMPARE(choiceCertainty(analyseTradeOff(points), 2, 20), (ChoiceCertainty{Rivals{}, true}));
        points[0].mightMeetGoals = true;
        QCOMPARE(choiceCertainty(analyseTradeOff(points), 2, 20), (ChoiceCertainty{Rivals{1}, false}));
        // Without repeats at one p, nothing is clear.
        points[0].timeInterval.reset();
        QCOMPARE(choiceCertainty(analyseTradeOff(points), 2, 20), (ChoiceCertainty{Rivals{}, false}));
    }

    // The plan's policy minimises the cost of machines and time, so it chooses the same corner, on measured and
    // predicted curves, with and without goals.
    void thePlanAgrees()
    {
        std::mt19937 random(29);
        std::uniform_real_distribution<double> exponent(-2, 4), part(0.3, 1.5);
        int insideCount = 0;
        for (int i = 0; i < 300; ++i) {
            const MeasuredLadder ladder = randomLadder(random);
            Project project;
            project.target.priceUsdPerHour = typed(3.2);
            project.goal.hourValueUsd = typed(std::pow(10.0, exponent(random)));
            if (i % 2)
                project.goal.deadlineS = typed(part(random) * ladder.rungs.back().timeS);
            const PlanDecision plan = *decidePlan(project.baseline, project, nullptr, &ladder);
            const Result<TimeCostAnalysis> worth = analyseTimeAndCost(
                project, makeForecast(project.baseline, project, 64, &ladder), &ladder, CurveKind::Measured);
            QVERIFY(worth);
            QCOMPARE(worth->bestP().has_value(), !plan.shortfall.has_value());
            if (plan.shortfall)
                continue;
            ++insideCount;
            QCOMPARE(*worth->bestP(), plan.p);
            QVERIFY(std::abs(worth->tradeOff.findPoint(plan.p)->costUsd - *plan.costUsd) < 1e-9);
        }
        QVERIFY(insideCount > 200);

        for (const Scaling scaling : {Scaling::Strong, Scaling::Weak})
            for (const double value : {0.01, 1.0, 30.0, 1e4}) {
                Project project;
                project.baseline.tCompS = typed(1);
                project.target = {
                    .alphaS = typed(0.0008), .bandwidthBytesPerS = typed(25e9), .priceUsdPerHour = typed(3)};
                project.design.communication.messageBytes = typed(1e9);
                project.plan.scaling = scaling;
                project.goal.hourValueUsd = typed(value);
                const Forecast seen = makeForecast(project.baseline, project, 256);
                const Result<TimeCostAnalysis> worth = analyseTimeAndCost(project, seen, nullptr, CurveKind::Predicted);
                QVERIFY(worth && worth->isSingleStep);
                QCOMPARE(*worth->bestP(), seen.plan->p);
            }
    }

    // A run with checkpoints, simulated event by event: failures can strike at any time, even during a checkpoint or a
    // restart.
    void preemptionAgainstSimulation_data()
    {
        QTest::addColumn<double>("run");
        QTest::addColumn<double>("mtbf");
        QTest::addColumn<double>("writing");
        QTest::addColumn<double>("restart");
        QTest::addColumn<double>("interval");
        QTest::newRow("Daly's interval") << 3600.0 << 1800.0 << 30.0 << 60.0 << 0.0;
        QTest::newRow("shorter than an interval") << 200.0 << 1800.0 << 30.0 << 60.0 << 0.0;
        QTest::newRow("rare") << 20000.0 << 86400.0 << 300.0 << 120.0 << 0.0;
        QTest::newRow("given interval") << 1000.0 << 500.0 << 10.0 << 40.0 << 300.0;
    }
    void preemptionAgainstSimulation()
    {
        QFETCH(double, run);
        QFETCH(double, mtbf);
        QFETCH(double, writing);
        QFETCH(double, restart);
        QFETCH(double, interval);
        constexpr int nodes = 8;
        DesignTerms terms{
            .nodeMtbfS = mtbf * nodes, .recovery = Recovery::Checkpoint, .checkpointS = writing, .restartS = restart};
        if (interval > 0)
            terms.checkpointIntervalS = interval;
        else  // Daly 2006, written out
            interval =
                std::sqrt(2 * writing * mtbf) * (1 + std::sqrt(writing / (2 * mtbf)) / 3 + writing / (18 * mtbf)) -
                writing;
        std::mt19937 random(3);
        std::exponential_distribution<double> failure(1 / mtbf);
        double clock = 0;
        const int runs = 60'000;
        for (int i = 0; i < runs; ++i) {
            double saved = 0, next = clock + failure(random);
            while (saved < run) {
                const double work = std::min(interval, run - saved);
                const bool last = saved + work >= run;
                const double ends = clock + work + (last ? 0 : writing);
                if (ends <= next) {
                    clock = ends;
                    saved += work;
                    continue;
                }
                for (bool ready = false; !ready;) {
                    clock = next;
                    next = clock + failure(random);
                    ready = clock + restart <= next;
                    if (ready)
                        clock += restart;
                }
            }
        }
        const double simulated = clock / runs, expected = run * failureFactor(terms, nodes, run, run, 1);
        QVERIFY2(std::abs(expected / simulated - 1) < 0.01,
                 qPrintable(QStringLiteral("%1 against %2").arg(expected).arg(simulated)));
    }

    // On a predicted curve: every p has a finite run, and one is simulated segment by segment. Preemption makes no p
    // faster and moves the best p inwards, since with more nodes one is lost more often.
    void predictsRunsOnSpotNodes()
    {
        Project project;
        project.baseline.tCompS = typed(1);
        project.target = {.alphaS = typed(0.0008), .bandwidthBytesPerS = typed(25e9), .priceUsdPerHour = typed(3.6)};
        project.design.communication.messageBytes = typed(1e9);
        project.design.faultTolerance.slot.choices.push_back({.option = "checkpoint-restart"});
        project.design.faultTolerance.checkpointS = typed(4);
        project.design.faultTolerance.restartS = typed(30);
        project.plan.steps = typed(5000);
        project.goal.hourValueUsd = typed(30);
        project.target.spotPriceShare = typed(1);  // the price does not matter
        project.target.spotMtbfS = typed(7200);
        const Forecast seen = makeForecast(project.baseline, project, 64);
        const Result<TimeCostAnalysis> worth = analyseTimeAndCost(project, seen, nullptr, CurveKind::Predicted);
        QVERIFY(worth);
        const RegimeEvaluation& spotWorth = worth->forRegime(PricingRegime::Spot);
        for (const TimeCostPoint& point : spotWorth.tradeOff->points)
            QVERIFY(point.timeS > worth->tradeOff.findPoint(point.p)->timeS);
        QVERIFY(*spotWorth.bestP < *worth->bestP());
        for (const CostRow& row : spotWorth.cost->rows)  // S is relative to 5000 undisturbed steps of 1 s
            QVERIFY(std::abs(row.speedup / (5000 / row.timeS) - 1) < 1e-9);
        const std::optional<PlanDecision> plan = planForRegime(PricingRegime::Spot, project, seen, nullptr, 3.6);
        QVERIFY(plan && plan->rule == PlanRule::MachinesAndWaiting);
        QCOMPARE(plan->p, *spotWorth.bestP);

        // Event by event at p = 8: a failure costs the work since the last checkpoint and a restart, which may fail
        // again.
        const double run = worth->tradeOff.findPoint(8)->timeS, mtbf = 7200.0 / 8;
        const double tau = std::sqrt(8 * mtbf) * (1 + std::sqrt(4 / (2 * mtbf)) / 3 + 4 / (18 * mtbf)) - 4;
        std::mt19937 random(5);
        std::exponential_distribution<double> failure(1 / mtbf);
        double clock = 0, next = failure(random);
        const int runs = 40'000;
        for (int i = 0; i < runs; ++i)
            for (double saved = 0; saved < run;) {
                const double work = std::min(tau, run - saved);
                const double ends = clock + work + (saved + work >= run ? 0 : 4);
                if (ends <= next) {
                    clock = ends;
                    saved += work;
                    continue;
                }
                do {
                    clock = next;
                    next = clock + failure(random);
                } while (clock + 30 > next);
                clock += 30;
            }
        const double simulated = clock / runs, predicted = spotWorth.tradeOff->findPoint(8)->timeS;
        QVERIFY2(std::abs(predicted / simulated - 1) < 0.01,
                 qPrintable(QStringLiteral("%1 against %2").arg(predicted).arg(simulated)));

        // With node failures in addition, spot is never faster than on demand, whatever the interval.
        for (const double interval : {20.0, 600.0, 1e6}) {
            project.target.nodeMtbfS = typed(86400);
            project.design.faultTolerance.checkpointIntervalS = typed(interval);
            const Result<TimeCostAnalysis> spotWithFailures =
                analyseTimeAndCost(project, makeForecast(project.baseline, project, 64), nullptr, CurveKind::Predicted);
            QVERIFY(spotWithFailures);
            for (const TimeCostPoint& point : spotWithFailures->forRegime(PricingRegime::Spot).tradeOff->points)
                QVERIFY(point.timeS >= spotWithFailures->tradeOff.findPoint(point.p)->timeS);
        }
    }

    // Owned machines are shared by the month's runs: c N month/n per run regardless of p, so one machine is the
    // cheapest as long as the month is long enough. Paid by the hour, with the same utilisation at every p, nothing
    // changes.
    void utilisationMovesTheCheapestP()
    {
        const MeasuredLadder ladder = ladderOfTimes({{1, 100}, {2, 60}, {4, 40}, {8, 39}});
        const ScalingCurve curve = curveOf(ladder);
        PricingTerms terms{.ownedUsdPerHour = 1, .utilisation = {}, .runsPerMonth = 1000};
        QVERIFY(isOwnedForRunsOnly(terms));
        const std::vector<double> prices = ownedPricesUsdPerHour(terms, curve);
        // 1000 x 100 s are 27.78 h of 730.5: 1/0.03803 = $26.30 an hour; 60 s $43.83.
        QVERIFY(std::abs(prices[0] - 26.298) < 1e-3 && std::abs(prices[1] - 43.83) < 1e-3);
        QCOMPARE(analyseTradeOff(timeCostPoints(curve, prices)).bestRanges.front().p, 1);
        terms.runsPerMonth = 40'000;  // 1111 h at p 1, 667 h at p 2
        QCOMPARE(analyseTradeOff(timeCostPoints(curve, ownedPricesUsdPerHour(terms, curve))).bestRanges.front().p, 2);
        terms.runsPerMonth = 100'000;
        QVERIFY(timeCostPoints(curve, ownedPricesUsdPerHour(terms, curve)).empty());
        terms.utilisation = 0.5;
        QVERIFY(!isOwnedForRunsOnly(terms));
    }

    // $35064 over 35064 h is $1 an hour; 8 x 700 W x 0.5 x 1.25 = 3.5 kW at $0.20 is $0.70. Busy half of the time:
    // 1.70/0.5 = $3.40. Compared with $4.00 on demand, it is worth it from 42.5 % busy.
    void owned()
    {
        Target target;
        target.workersPerNode = typed(8);
        target.powerW = typed(700);
        target.powerShare = typed(0.5);
        target.pue = typed(1.25);
        target.electricityUsdPerKwh = typed(0.20);
        target.purchaseUsd = typed(35064);
        target.lifetimeS = typed(35064 * hour);
        target.utilisation = typed(0.5);
        const RegimePrice price = regimePrice(PricingRegime::Owned, 4, regimeTerms(target));
        QVERIFY(std::abs(*price.priceUsdPerHour - 3.40) < 1e-12);
        QVERIFY2(text(price.note).contains("$1.70 for each hour") && text(price.note).contains("more than 42.5 % busy"),
                 price.note.c_str());
        target.utilisation = typed(0.25);
        QVERIFY(std::abs(*regimePrice(PricingRegime::Owned, 4, regimeTerms(target)).priceUsdPerHour - 6.80) < 1e-12);
        QVERIFY(text(regimePrice(PricingRegime::Owned, 1.5, regimeTerms(target)).note).contains("never costs less"));
        target.spotPriceShare = typed(0.4);
        QVERIFY(std::abs(*regimePrice(PricingRegime::Spot, 4, regimeTerms(target)).priceUsdPerHour - 1.60) < 1e-12);
    }

    // p 16 in 150 s is slower and more expensive than p 8 in 144 s, but their intervals overlap: p 16 may be the
    // fastest.
    void theFastestPDependsOnTheRegime()
    {
        const auto moneyPoint = [](int p, double time) {
            return TimeCostPoint{.p = p,
                                 .timeS = time,
                                 .costUsd = p * time / 3600,
                                 .timeInterval = Interval{0.95 * time, 1.05 * time, 0.95},
                                 .dominatedBy = {}};
        };
        const TimeCostTradeOff choice = analyseTradeOff({moneyPoint(1, 800), moneyPoint(8, 144), moneyPoint(16, 150)});
        QCOMPARE(choice.bestRanges.back().p, 8);
        QCOMPARE(choice.bestRanges.back().inseparableFrom, std::vector<int>{16});
        QVERIFY2(text(bestRangeText(choice, 16)).startsWith("p = 16 may never be best"),
                 bestRangeText(choice, 16).c_str());
        const TimeCostTradeOff decision =
            analyseTradeOff({moneyPoint(1, 800), moneyPoint(8, 144), moneyPoint(16, 200)});
        QVERIFY(decision.bestRanges.back().inseparableFrom.empty());
        QVERIFY(text(bestRangeText(decision, 16)).startsWith("p = 16 is never best"));
    }

    // Exercise 41.7.3 on Output 41.7.2: p 1 at $0.711 in 800 s, p 8 in 206 s; 800/206 = 3.88, 1.465 - 0.711 =
    // 0.754, 1.465/0.711 = 2.06.
    void nightAndDay()
    {
        Project project;
        project.target.priceUsdPerHour = typed(3.2);
        project.goal.hourValueUsd = typed(12);
        const MeasuredLadder ladder = validLadder(test::output4172());
        const Result<TimeCostAnalysis> worth = analyseTimeAndCost(
            project, makeForecast(project.baseline, project, 64, &ladder), &ladder, CurveKind::Measured);
        QVERIFY(worth && worth->nightlyAdvice && worth->interactiveAdvice);
        QCOMPARE(worth->nightlyAdvice->p, 1);
        QCOMPARE(worth->interactiveAdvice->p, 8);
        QVERIFY2(text(worth->nightlyAdvice->downside).contains("p 8 is 3.88 times as fast for $0.75"),
                 worth->nightlyAdvice->downside.c_str());
        QVERIFY2(text(worth->interactiveAdvice->downside).contains("2.06 times the cost of p 1"),
                 worth->interactiveAdvice->downside.c_str());
        QVERIFY(text(worth->nightlyAdvice->changeCondition).contains("$0.52"));
        QVERIFY(text(worth->interactiveAdvice->changeCondition).contains("p = 8, and at p = 4 and 16"));
        QCOMPARE(text(worth->cost.tradeOffText), QStringLiteral("2.06× the cost to go 3.88× faster"));
        // Spot at 0.3 times the price: boundaries at 0.156, 1.016 and 10.81, so p 8 is best at $12 an hour. Owned at
        // 0.6 times: 21.6, so still p 4.
        QCOMPARE(worth->bestP(), std::optional<int>(4));
        QCOMPARE(worth->regimes[1].bestP, std::optional<int>(8));
        QCOMPARE(worth->regimes[2].bestP, std::optional<int>(4));
        // A night of 300 s allows 4, 8 and 16: 4 is the cheapest.
        project.goal.deadlineS = typed(300);
        QCOMPARE(analyseTimeAndCost(project, makeForecast(project.baseline, project, 64, &ladder), &ladder,
                                    CurveKind::Measured)
                     ->nightlyAdvice->p,
                 4);
        project.goal.deadlineS = typed(100);
        const Result<TimeCostAnalysis> neverFinishes = analyseTimeAndCost(
            project, makeForecast(project.baseline, project, 64, &ladder), &ladder, CurveKind::Measured);
        QVERIFY(neverFinishes && !neverFinishes->bestP() && !neverFinishes->nightlyAdvice);
        project.target.priceUsdPerHour.reset();
        QVERIFY(!analyseTimeAndCost(project, makeForecast(project.baseline, project, 64, &ladder), &ladder,
                                    CurveKind::Measured));
        QVERIFY(!analyseTimeAndCost(project, makeForecast(project.baseline, project, 64, &ladder), &ladder,
                                    CurveKind::Predicted));
    }
};

SCALEWRIGHT_TEST(tst_choice)
#include "tst_choice.moc"
