// SPDX-License-Identifier: GPL-3.0-or-later
// Measured ladders. Expected values: Output 41.7.2 of the book, the speedups stated in the LUMI course, closed forms,
// tables of order statistics and of Student's t, and definitions worked out by hand.
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/decision/attribution/folds.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "tests/support/ladders.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

QString refusal(const Ladder& ladder)
{
    const Result<MeasuredLadder> result = analyseLadder(ladder);
    return result ? QString("accepted") : QString::fromStdString(describe(result.error()));
}

QString joinedWarnings(const MeasuredLadder& ladder)
{
    QString text;
    for (const std::string& warning : ladder.warnings)
        text += QString::fromStdString(warning) + '\n';
    return text;
}

}  // namespace

class tst_ladder : public QObject {
    Q_OBJECT
private slots:
    void output4172();
    void lumi_data();
    void lumi();
    void handlesABaseOtherThanOne();
    void weakScaling();
    void throughput();
    void scalesTimesToRunsOfThePlan();
    void jumps();
    void unmeasuredPartsStayUnknown();
    void karpFlattRecoversAmdahlsFraction_data();
    void karpFlattRecoversAmdahlsFraction();
    void kneeMatchesBruteForce();
    void repeats();
    void partsOfRepeatsSumToTheMedianTime();
    void outlierRunsAreExcludedFromParts();
    void leavesOutOneFarRun();
    void medianIntervals_data();
    void medianIntervals();
    void medianIntervalCoverage();
    void speedupIntervalContainsTheSpeedup();
    void rowRules_data();
    void rowRules();
    void refused_data();
    void refused();
    void mixedTimesAndThroughputs();
    void scalingGuess_data();
    void scalingGuess();
    void handlesASinglePoint();
    void treatsEqualPointsAsRepeats();
    void unsorted();
    void thousandRepeats();
    void runsThatFailed();
    void superlinear();
    void quality_data();
    void quality();
    void lowerLossIsBetter();
    void extremes();
};

void tst_ladder::output4172()
{
    const MeasuredLadder ladder = validLadder(test::output4172());
    const QStringList speedups{"1.00", "1.86", "3.08", "3.88", "3.40"};
    const QStringList efficiencies{"1.00", "0.93", "0.77", "0.49", "0.21"};
    const QStringList comm{"0.0", "4.2", "13.1", "28.2", "40.4"};
    const QStringList idle{"0.0", "2.8", "10.0", "23.3", "38.3"};
    const QList<double> times{800, 430, 260, 206, 235};
    QCOMPARE(ladder.rungs.size(), std::size_t(5));
    for (int i = 0; i < 5; ++i) {
        const Rung& rung = ladder.rungs[std::size_t(i)];
        QCOMPARE(rung.timeS, times[i]);
        QCOMPARE(printed(rung.speedup, 2), speedups[i]);
        QCOMPARE(printed(rung.efficiency, 2), efficiencies[i]);
        QCOMPARE(printed(100 * rung.parts->commS / rung.timeS, 1), comm[i]);
        QCOMPARE(printed(100 * rung.parts->idleS / rung.timeS, 1), idle[i]);
    }
    QCOMPARE(ladder.kneeP, 4);
    QCOMPARE(ladder.fastestP, 8);
    QVERIFY(ladder.baseNote.empty() && ladder.kneeNote.empty() && ladder.warnings.empty());
    QVERIFY(ladder.hasParts && !ladder.hasSeparateIo);
}

void tst_ladder::lumi_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("course") << "course_reference";
    QTest::newRow("student") << "student_A";
}

void tst_ladder::lumi()
{
    const QString folder = scalewright::test::oracleFile("ladders/lumi");
    QFETCH(QString, file);
    QFile source(folder + "/lumi_heat3d_" + file + ".csv");
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QByteArray text = source.readAll();
    const Result<LadderFile> read = readLadders(text.toStdString());
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    const MeasuredLadder ladder = validLadder(read->ladders.front());
    QCOMPARE(ladder.scaling, Scaling::Strong);

    // The course's own columns: gcds,runtime_s,cost_gcd_s,comm_s,comp_s,speedup_stated,efficiency_stated.
    int compared = 0;
    for (const QByteArray& line : text.split('\n').mid(1)) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.size() != 7 || cells[5].isEmpty())
            continue;
        const Rung* rung = ladder.findRung(cells[0].toInt());
        QVERIFY(rung != nullptr);
        QVERIFY2(std::abs(rung->speedup - cells[5].toDouble()) < 0.0051, cells[0].constData());
        QVERIFY2(std::abs(rung->efficiency - cells[6].toDouble()) < 0.011, cells[0].constData());
        ++compared;
    }
    QVERIFY(compared >= 5);
    for (const Rung& rung : ladder.rungs)
        QVERIFY(std::abs(rung.parts->totalS() - rung.timeS) < 1e-12);
}

void tst_ladder::handlesABaseOtherThanOne()
{
    // Amdahl with f = 0.1: T = 0.1 + 0.9/p.
    Ladder complete = totals([](int p) { return 0.1 + 0.9 / p; }, 64);
    Ladder withoutBase = complete;
    withoutBase.points.erase(withoutBase.points.begin(), withoutBase.points.begin() + 2);
    const MeasuredLadder ladder = validLadder(withoutBase);
    QCOMPARE(ladder.baseP, 4);
    QCOMPARE(ladder.rungs.front().speedup, 4.0);
    QCOMPARE(ladder.rungs.front().efficiency, 1.0);
    QVERIFY(std::abs(ladder.findRung(8)->speedup - 4 * (0.1 + 0.9 / 4) / (0.1 + 0.9 / 8)) < 1e-12);
    QVERIFY(ladder.baseNote.find("smallest measured p is 4") != std::string::npos);
    QVERIFY(ladder.baseNote.find("upper bounds") != std::string::npos);
    // A ladder from p = 4 overstates the speedup relative to p = 1.
    QVERIFY(ladder.findRung(64)->speedup > validLadder(complete).findRung(64)->speedup);
    // Karp and Flatt's e is relative to T(1): relative to p = 4 the formula would give 0.1/(0.1 + 0.9/4) = 0.31 for a
    // serial fraction of 0.1.
    for (const Rung& rung : ladder.rungs)
        QVERIFY(!rung.karpFlatt);
}

void tst_ladder::weakScaling()
{
    const MeasuredLadder ladder = validLadder(totals([](int p) { return p == 1 ? 10.0 : 10.0 + p; }, 8, Scaling::Weak));
    QCOMPARE(ladder.findRung(8)->speedup, 8 * 10.0 / 18);
    QCOMPARE(ladder.findRung(8)->efficiency, 10.0 / 18);
    QVERIFY(!ladder.findRung(8)->karpFlatt);
    QCOMPARE(ladder.fastestP, 8);
}

// 52.4 images per second on one worker, 378 on eight; a step is 64 images per worker (steps_per_time 1/64). A run of 20
// 000 steps is 1.28 million images per worker: 24 427 s on one, 8 x 1.28e6/378 = 27 090 s on eight. A ladder with steps
// of 0.5 s and a plan of 1000 steps: 500 s. If the number of steps per time is not set, nothing is scaled.
void tst_ladder::scalesTimesToRunsOfThePlan()
{
    Ladder images{.name = "images", .scaling = Scaling::Weak, .stepsPerMeasuredTime = typed(1 / 64.0)};
    images.points = {{.p = 1, .throughputPerS = 52.4}, {.p = 8, .throughputPerS = 378}};
    Plan plan;
    plan.steps = typed(20000);
    const MeasuredLadder units = analyseLadder(images).value();
    const MeasuredLadder runs = scaleToPlannedRun(units, images, plan);
    QVERIFY(units.isThroughput && !runs.isThroughput);
    QCOMPARE(runs.timesPerRun, 1.28e6);
    QVERIFY(std::abs(runs.rungs[0].timeS - 24427.48) < 0.01);
    QVERIFY(std::abs(runs.rungs[1].timeS - 27089.95) < 0.01);
    QCOMPARE(runs.rungs[1].speedup, units.rungs[1].speedup);

    Ladder steps{.name = "steps", .scaling = Scaling::Strong, .stepsPerMeasuredTime = typed(1)};
    steps.points = {{.p = 1, .timeS = 0.5, .compS = 0.4, .commS = 0.1, .energyJ = 2}, {.p = 2, .timeS = 0.3}};
    plan.steps = typed(1000);
    const MeasuredLadder thousand = scaleToPlannedRun(analyseLadder(steps).value(), steps, plan);
    QCOMPARE(thousand.rungs[0].timeS, 500.0);
    QCOMPARE(thousand.rungs[0].parts->compS, 400.0);
    QCOMPARE(thousand.rungs[0].extraMedians[static_cast<std::size_t>(LadderColumn::Energy)].value(), 2000.0);
    steps.stepsPerMeasuredTime.reset();
    QCOMPARE(scaleToPlannedRun(analyseLadder(steps).value(), steps, plan).rungs[0].timeS, 0.5);
}

// 2.478 and 1.434 instead of 2478 and 1434: from p = 2 to 4 the time goes from 1.434 to 912 s, a factor of 636.
void tst_ladder::jumps()
{
    const auto warned = [](const std::vector<double>& times) {
        Ladder ladder{.scaling = Scaling::Strong};
        for (int p = 1; const double time : times) {
            ladder.points.push_back({.p = p, .timeS = time});
            p *= 2;
        }
        const MeasuredLadder read = analyseLadder(ladder).value();
        return std::any_of(read.warnings.begin(), read.warnings.end(), [](const std::string& each) {
            return each.find("changes by a factor of 636") != std::string::npos;
        });
    };
    QVERIFY(warned({2.478, 1.434, 912, 708}));
    QVERIFY(!warned({2478, 1434, 912, 708}));
}

// Only time and communication: waiting and computing were not measured, and are not 0.
void tst_ladder::unmeasuredPartsStayUnknown()
{
    Ladder ladder{.scaling = Scaling::Strong};
    ladder.points = {{.p = 1, .timeS = 10, .commS = 1}, {.p = 2, .timeS = 6, .commS = 2}};
    const MeasuredLadder read = analyseLadder(ladder).value();
    QVERIFY(read.rungs[0].isCommKnown && !read.rungs[0].isCompKnown && !read.rungs[0].isIdleKnown);
    ladder.points[0].compS = 8;  // at p = 1 the rest is waiting
    const MeasuredLadder partly = analyseLadder(ladder).value();
    QVERIFY(partly.rungs[0].isCompKnown && partly.rungs[0].isIdleKnown && !partly.rungs[1].isCompKnown);
    // 2 - 10/6 folds: communication is 2 (2 - 1/2)/6 = 0.5; the rest, 0.333 - 0.5, has no name because the parts at p =
    // 2 are incomplete.
    const LostFolds lost = attribution::computeLostFolds(partly, partly.rungs[1]);
    QVERIFY(std::abs(lost.communication - 0.5) < 1e-12);
    QVERIFY(!lost.isComputeMeasured && lost.compute == 0 && lost.waiting == 0);
    QVERIFY(std::abs(lost.unattributed - (2 - 10 / 6.0 - 0.5)) < 1e-12);
}

void tst_ladder::throughput()
{
    Ladder input;
    input.points = {{.p = 2, .throughputPerS = 100}, {.p = 4, .throughputPerS = 180}, {.p = 8, .throughputPerS = 160}};
    for (const std::optional<Scaling> scaling :
         {std::optional<Scaling>(), std::optional(Scaling::Strong), std::optional(Scaling::Weak)}) {
        input.scaling = scaling;
        const MeasuredLadder ladder = validLadder(input);
        QVERIFY(ladder.isThroughput);
        QCOMPARE(ladder.findRung(4)->speedup, 2 * 1.8);
        QCOMPARE(ladder.findRung(8)->speedup, 2 * 1.6);
        QCOMPARE(ladder.fastestP, 4);
        QCOMPARE(*ladder.findRung(8)->throughputPerS, 160.0);
        QCOMPARE(ladder.findRung(8)->timeS, (scaling == Scaling::Weak ? 4 : 1) / 160.0);
    }
}

void tst_ladder::karpFlattRecoversAmdahlsFraction_data()
{
    QTest::addColumn<double>("f");
    for (const double f : {0.0, 0.01, 0.05, 0.3, 1.0})
        QTest::newRow(qPrintable(QString::number(f))) << f;
}

// Karp and Flatt 1990: for a program that follows Amdahl's law, e equals f at every p.
void tst_ladder::karpFlattRecoversAmdahlsFraction()
{
    QFETCH(double, f);
    const MeasuredLadder ladder = validLadder(totals([f](int p) { return 7 * (f + (1 - f) / p); }, 1024));
    for (const Rung& rung : ladder.rungs)
        if (rung.p > 1)
            QVERIFY(std::abs(*rung.karpFlatt - f) < 1e-12);
    QVERIFY(!ladder.rungs.front().karpFlatt);
}

// Eager, Zahorjan and Lazowska 1989: the p with the largest ratio of efficiency to execution time.
void tst_ladder::kneeMatchesBruteForce()
{
    std::mt19937 random(20261121);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int round = 0; round < 300; ++round) {
        const double serial = unit(random), latency = 0.02 * unit(random), bump = unit(random);
        std::vector<double> times;
        const Ladder input = totals(
            [&](int p) {
                times.push_back(serial + 10.0 / p + latency * p + 0.05 * bump * unit(random));
                return times.back();
            },
            256);
        const MeasuredLadder ladder = validLadder(input);
        int knee = 0, fastest = 0;
        for (int i = 1; i < int(times.size()); ++i) {
            const auto power = [&](int k) {
                return times[0] / times[std::size_t(k)] / (1 << k) / times[std::size_t(k)];
            };
            if (power(i) > power(knee))
                knee = i;
            if (times[std::size_t(i)] < times[std::size_t(fastest)])
                fastest = i;
        }
        QCOMPARE(ladder.kneeP, 1 << knee);
        QCOMPARE(ladder.fastestP, 1 << fastest);
    }
}

void tst_ladder::repeats()
{
    Ladder input{.scaling = Scaling::Strong};
    for (const double time : {10.0, 30.0, 20.0})
        input.points.push_back({.p = 1, .timeS = time});
    for (const double time : {9.0, 7.0, 8.0, 6.0})
        input.points.push_back({.p = 4, .timeS = time});
    const MeasuredLadder ladder = validLadder(input);
    const Rung& base = ladder.rungs[0];
    const Rung& four = ladder.rungs[1];
    QCOMPARE(base.repeats, 3);
    QCOMPARE(base.timeS, 20.0);
    QCOMPARE(base.fastestS, 10.0);
    QCOMPARE(base.slowestS, 30.0);
    QCOMPARE(four.timeS, 7.5);
    QCOMPARE(four.speedup, 20 / 7.5);
    QVERIFY(joinedWarnings(ladder).contains("p = 1 differ by a factor of 3"));
}

void tst_ladder::partsOfRepeatsSumToTheMedianTime()
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0.1, 1);
    Ladder input{.scaling = Scaling::Strong};
    for (const int p : {1, 2, 4, 8})
        for (int i = 0; i < 9; ++i)
            input.points.push_back(
                {.p = p, .compS = unit(random), .commS = unit(random), .idleS = unit(random), .ioS = unit(random)});
    const MeasuredLadder ladder = validLadder(input);
    QVERIFY(ladder.hasParts && ladder.hasSeparateIo);
    for (const Rung& rung : ladder.rungs)
        QVERIFY(std::abs(rung.parts->totalS() - rung.timeS) < 1e-12 * rung.timeS);
}

// The median of 228, 231 and 1230 s is 231; the third run waited for 1007 s. By hand, from the first two runs: compute
// is (210 * 231/228 + 210)/2 = 211.38, the exchange (18 * 231/228 + 21)/2 = 19.62, without waiting.
void tst_ladder::outlierRunsAreExcludedFromParts()
{
    const MeasuredLadder ladder = validLadder({.scaling = Scaling::Strong,
                                               .points = {{.p = 1, .compS = 420, .commS = 0, .idleS = 0},
                                                          {.p = 2, .compS = 210, .commS = 18, .idleS = 0},
                                                          {.p = 2, .compS = 210, .commS = 21, .idleS = 0},
                                                          {.p = 2, .compS = 210, .commS = 13, .idleS = 1007}}});
    const Rung& rungAtTwo = ladder.rungs.back();
    QCOMPARE(rungAtTwo.timeS, 231.0);
    QVERIFY(std::abs(rungAtTwo.parts->compS - 211.382) < 0.001);
    QVERIFY(std::abs(rungAtTwo.parts->commS - 19.618) < 0.001);
    QCOMPARE(rungAtTwo.parts->idleS, 0.0);
    QVERIFY(joinedWarnings(ladder).contains("p = 2 differ by a factor of 5.39"));  // 1230/228
}

// Four p, three runs each, at most 1 % from their median, except one run at p = 4 that takes 1.5 times as long. Without
// it, the median of 25.0 and 25.2 is 25.1. With normal noise of 10 % and no such run, at most 1 in 100 ladders loses one.
void tst_ladder::leavesOutOneFarRun()
{
    Ladder input{.scaling = Scaling::Strong};
    for (const auto& [p, timeS] : {std::pair{1, 100.0}, {2, 50.0}, {4, 25.0}, {8, 12.5}})
        for (const double factor : {1.0, 1.008, 0.994})
            input.points.push_back({.p = p, .timeS = p == 4 && factor < 1 ? 1.5 * timeS : factor * timeS});
    const MeasuredLadder ladder = validLadder(input);
    QCOMPARE(ladder.findRung(4)->repeats, 2);
    QVERIFY(near(ladder.findRung(4)->timeS, 25.1, 1e-12));
    QVERIFY2(joinedWarnings(ladder).contains("one run at p = 4 is left out"), qPrintable(joinedWarnings(ladder)));
    QCOMPARE(ladder.findRung(8)->repeats, 3);
    std::mt19937_64 random(417);
    std::normal_distribution<double> normal;
    int lost = 0;
    constexpr int ladders = 1000;
    for (int i = 0; i < ladders; ++i) {
        Ladder noisy{.scaling = Scaling::Strong};
        for (int p = 1; p <= 16; p *= 2)
            for (int run = 0; run < 3; ++run)
                noisy.points.push_back({.p = p, .timeS = 100.0 / p * (1 + 0.1 * normal(random))});
        lost += joinedWarnings(validLadder(noisy)).contains("left out") ? 1 : 0;
    }
    QVERIFY2(lost <= 0.01 * ladders, qPrintable(QString::number(lost)));
}

void tst_ladder::medianIntervals_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    const auto ladderUpTo = [](int n) {
        QList<double> values;
        for (int i = n; i >= 1; --i)
            values.append(i);
        return values;
    };
    // Student's t on logarithms: those of 1/e, 1, e have mean 0 and s = 1; t(0.95, 2) = 4.3027.
    QTest::newRow("three") << QList<double>{std::exp(1.0), 1, std::exp(-1.0)} << std::exp(-4.3027 / std::sqrt(3.0))
                           << std::exp(4.3027 / std::sqrt(3.0));
    // Ranks of the sign-test interval, as tabulated (Conover 1999, table A3; 95 %): n = 6: 1 and 6, 9: 2 and 8, 12: 3
    // and 10, 20: 6 and 15, 30: 10 and 21.
    QTest::newRow("six") << ladderUpTo(6) << 1.0 << 6.0;
    QTest::newRow("nine") << ladderUpTo(9) << 2.0 << 8.0;
    QTest::newRow("twelve") << ladderUpTo(12) << 3.0 << 10.0;
    QTest::newRow("twenty") << ladderUpTo(20) << 6.0 << 15.0;
    QTest::newRow("thirty") << ladderUpTo(30) << 10.0 << 21.0;
    QTest::newRow("equal") << QList<double>{0.1, 0.1, 0.1} << 0.1 << 0.1;
}

void tst_ladder::medianIntervals()
{
    QFETCH(QList<double>, values);
    QFETCH(double, low);
    QFETCH(double, high);
    const std::optional<Interval> interval = medianInterval({values.begin(), values.end()});
    QVERIFY(interval);
    QVERIFY2(std::abs(interval->low - low) < 1e-4 * low, qPrintable(QString::number(interval->low)));
    QVERIFY2(std::abs(interval->high - high) < 1e-4 * high, qPrintable(QString::number(interval->high)));
    QCOMPARE(interval->level, 0.95);
    QVERIFY(!medianInterval({}));
    QVERIFY(!medianInterval({1, 2}));
}

// Log-normal times with a true median of 1: how often the interval contains it. Four standard errors for 4000 draws are
// 1.4 %.
void tst_ladder::medianIntervalCoverage()
{
    std::mt19937 random(41);
    std::normal_distribution<double> noise(0, 0.2);
    for (const int n : {3, 5, 6, 15, 1000}) {
        const int rounds = n > 100 ? 1000 : 4000;
        int coveredCount = 0;
        for (int round = 0; round < rounds; ++round) {
            std::vector<double> values;
            for (int i = 0; i < n; ++i)
                values.push_back(std::exp(noise(random)));
            const Interval interval = *medianInterval(values);
            coveredCount += interval.low <= 1 && 1 <= interval.high;
        }
        const double coverage = double(coveredCount) / rounds;
        QVERIFY2(coverage > 0.925, qPrintable(QString("n = %1: %2").arg(n).arg(coverage)));
        if (n < 6)  // exact there; order statistics are discrete and may cover more
            QVERIFY2(coverage < 0.975, qPrintable(QString("n = %1: %2").arg(n).arg(coverage)));
    }
}

void tst_ladder::speedupIntervalContainsTheSpeedup()
{
    Ladder input{.scaling = Scaling::Strong};
    for (const double time : {100.0, 104.0, 98.0})
        input.points.push_back({.p = 1, .timeS = time});
    for (const double time : {26.0, 27.0, 25.0})
        input.points.push_back({.p = 4, .timeS = time});
    input.points.push_back({.p = 8, .timeS = 20});
    const MeasuredLadder ladder = validLadder(input);
    const Rung& four = *ladder.findRung(4);
    QVERIFY(four.speedupInterval && !ladder.findRung(1)->speedupInterval && !ladder.findRung(8)->speedupInterval);
    QVERIFY(four.speedupInterval->low < four.speedup && four.speedup < four.speedupInterval->high);
    // Wider than with an exact base, narrower than combining the extremes of both intervals.
    const Interval base = *ladder.findRung(1)->timeInterval, time = *four.timeInterval;
    QVERIFY(four.speedupInterval->low < 100 / time.high && four.speedupInterval->low > base.low / time.high);
    QVERIFY(four.speedupInterval->high > 100 / time.low && four.speedupInterval->high < base.high / time.low);
}

void tst_ladder::rowRules_data()
{
    // A row and its expected time and parts: comp, comm, idle, io, rest.
    QTest::addColumn<LadderPoint>("point");
    QTest::addColumn<double>("time");
    QTest::addColumn<QList<double>>("parts");
    QTest::newRow("parts alone") << LadderPoint{.p = 2, .compS = 4, .commS = 2, .idleS = 1} << 7.0
                                 << QList<double>{4, 2, 1, 0, 0};
    QTest::newRow("comp and comm") << LadderPoint{.p = 2, .compS = 4, .commS = 2} << 6.0
                                   << QList<double>{4, 2, 0, 0, 0};
    QTest::newRow("with io") << LadderPoint{.p = 2, .compS = 4, .commS = 2, .idleS = 1, .ioS = 3} << 10.0
                             << QList<double>{4, 2, 1, 3, 0};
    QTest::newRow("time, no idle") << LadderPoint{.p = 2, .timeS = 10, .compS = 4, .commS = 2} << 10.0
                                   << QList<double>{4, 2, 4, 0, 0};
    QTest::newRow("time, no idle, io") << LadderPoint{.p = 2, .timeS = 10, .compS = 4, .commS = 2, .ioS = 1} << 10.0
                                       << QList<double>{4, 2, 3, 1, 0};
    QTest::newRow("time and all") << LadderPoint{.p = 2, .timeS = 10, .compS = 4, .commS = 2, .idleS = 1} << 10.0
                                  << QList<double>{4, 2, 1, 0, 3};
    QTest::newRow("time and comm") << LadderPoint{.p = 2, .timeS = 10, .commS = 2} << 10.0
                                   << QList<double>{0, 2, 0, 0, 8};
    QTest::newRow("time alone") << LadderPoint{.p = 2, .timeS = 10} << 10.0 << QList<double>{};
    QTest::newRow("throughput") << LadderPoint{.p = 2, .throughputPerS = 4} << 0.25 << QList<double>{};
    QTest::newRow("time before throughput")
        << LadderPoint{.p = 2, .timeS = 10, .throughputPerS = 4} << 10.0 << QList<double>{};
    QTest::newRow("parts rounded above the time")
        << LadderPoint{.p = 2, .timeS = 0.999, .compS = 0.5, .commS = 0.5, .idleS = 0} << 0.999
        << QList<double>{0.4995, 0.4995, 0, 0, 0};
}

void tst_ladder::rowRules()
{
    QFETCH(LadderPoint, point);
    QFETCH(double, time);
    QFETCH(QList<double>, parts);
    const Result<RunTime> run = deriveRunTime(point);
    QVERIFY2(run, run ? "" : describe(run.error()).c_str());
    QVERIFY(std::abs(run->timeS - time) < 1e-15);
    QCOMPARE(run->parts.has_value(), !parts.isEmpty());
    if (parts.isEmpty())
        return;
    const QList<double> actualParts{run->parts->compS, run->parts->commS, run->parts->idleS, run->parts->ioS,
                                    run->parts->unattributedS};
    for (int i = 0; i < 5; ++i)
        QVERIFY2(std::abs(actualParts[i] - parts[i]) < 1e-12,
                 qPrintable(QString("part %1: %2").arg(i).arg(actualParts[i])));
    QVERIFY(std::abs(run->parts->totalS() - time) < 1e-12);
}

void tst_ladder::refused_data()
{
    QTest::addColumn<LadderPoint>("point");
    QTest::addColumn<QString>("says");
    QTest::newRow("no time") << LadderPoint{.p = 4} << "/points/1: time: the time is missing";
    QTest::newRow("comm alone") << LadderPoint{.p = 4, .commS = 3} << "comp and comm are both required";
    QTest::newRow("zero time") << LadderPoint{.p = 4, .timeS = 0} << "/points/1: time: 0 is zero";
    QTest::newRow("negative time") << LadderPoint{.p = 4, .timeS = -3} << "/points/1: time: -3 is negative";
    QTest::newRow("nan") << LadderPoint{.p = 4, .timeS = quietNan}
                         << "/points/1: time: the value is not a finite number";
    QTest::newRow("infinite throughput") << LadderPoint{.p = 4, .throughputPerS = infinity}
                                         << "throughput: the value is not a finite number";
    QTest::newRow("negative part") << LadderPoint{.p = 4, .timeS = 4, .commS = -1} << "/points/1: comm: -1 is negative";
    QTest::newRow("parts exceed the time") << LadderPoint{.p = 4, .timeS = 10, .compS = 8, .commS = 3}
                                           << "the parts sum to 11 s, more than the time of 10 s";
    QTest::newRow("parts are zero") << LadderPoint{.p = 4, .compS = 0, .commS = 0} << "the parts sum to zero";
    QTest::newRow("no workers") << LadderPoint{.p = 0, .timeS = 4} << "p = 0 is not a number of workers";
}

void tst_ladder::refused()
{
    QFETCH(LadderPoint, point);
    QFETCH(QString, says);
    Ladder input{.scaling = Scaling::Strong};
    input.points = {{.p = 1, .timeS = 10}, point};
    const QString refusalText = refusal(input);
    QVERIFY2(refusalText.contains(says), qPrintable(refusalText));
    QVERIFY(refusalText.contains("; expected "));
    QVERIFY(refusal(Ladder{}).contains("no points"));
}

void tst_ladder::mixedTimesAndThroughputs()
{
    Ladder input;
    input.points = {{.p = 1, .timeS = 10}, {.p = 2, .throughputPerS = 3}};
    const QString refusalText = refusal(input);
    QVERIFY2(refusalText.contains("p = 1 has a time") && refusalText.contains("p = 2 only a throughput"),
             qPrintable(refusalText));
}

void tst_ladder::scalingGuess_data()
{
    QTest::addColumn<QList<double>>("times");  // at 1, 2, 4, …
    QTest::addColumn<QString>("scaling");
    QTest::newRow("falls") << QList<double>{100, 55, 30} << "strong";
    QTest::newRow("falls, then rises") << QList<double>{100, 60, 45, 90, 200} << "strong";
    QTest::newRow("stays") << QList<double>{100, 104, 110, 115} << "weak";
    QTest::newRow("stays, too short") << QList<double>{100, 104, 110} << "";
    QTest::newRow("rises") << QList<double>{100, 120, 160, 300} << "";
    QTest::newRow("falls a little") << QList<double>{100, 95, 90} << "";
    QTest::newRow("one p") << QList<double>{100} << "strong";
}

void tst_ladder::scalingGuess()
{
    QFETCH(QList<double>, times);
    QFETCH(QString, scaling);
    Ladder input;
    for (int i = 0; i < times.size(); ++i)
        input.points.push_back({.p = 1 << i, .timeS = times[i]});
    const ScalingGuess guess = guessScaling(input);
    QCOMPARE(guess.scaling ? QString(*guess.scaling == Scaling::Strong ? "strong" : "weak") : QString(), scaling);
    QVERIFY(!guess.reason.empty());
    if (guess.scaling)
        QVERIFY(validLadder(input).scalingNote.find(guess.reason) != std::string::npos);
    else
        QVERIFY2(refusal(input).contains("expected strong"), qPrintable(refusal(input)));
    // If p did not grow eightfold, nothing is concluded from the times.
    const QString reason = QString::fromStdString(guess.reason);
    const bool stays = !times.isEmpty() && *std::max_element(times.begin(), times.end()) <= 1.2 * times.front();
    if (!guess.scaling)
        QCOMPARE(reason.contains(QStringLiteral("eightfold: here it grows from 1 to %1").arg(1 << (times.size() - 1))),
                 stays);
    if (!guess.scaling && !stays)
        QVERIFY2(!reason.contains("grows"), qPrintable(reason));
}

void tst_ladder::handlesASinglePoint()
{
    Ladder input;
    input.points = {{.p = 4, .timeS = 10}};
    const MeasuredLadder ladder = validLadder(input);
    QCOMPARE(ladder.rungs.size(), std::size_t(1));
    QCOMPARE(ladder.kneeP, 4);
    QVERIFY(ladder.kneeNote.find("Only one p") != std::string::npos);
}

void tst_ladder::treatsEqualPointsAsRepeats()
{
    Ladder input;
    input.points = {{.p = 1, .timeS = 10}, {.p = 1, .timeS = 10}, {.p = 2, .timeS = 6}, {.p = 2, .timeS = 6}};
    const MeasuredLadder ladder = validLadder(input);
    QCOMPARE(ladder.rungs.size(), std::size_t(2));
    QCOMPARE(ladder.rungs[1].repeats, 2);
    QCOMPARE(ladder.rungs[1].speedup, 10.0 / 6);
}

void tst_ladder::unsorted()
{
    Ladder input = test::output4172();
    const MeasuredLadder sorted = validLadder(input);
    std::reverse(input.points.begin(), input.points.end());
    std::swap(input.points[1], input.points[3]);
    const MeasuredLadder ladder = validLadder(input);
    for (std::size_t i = 0; i < 5; ++i) {
        QCOMPARE(ladder.rungs[i].p, sorted.rungs[i].p);
        QCOMPARE(ladder.rungs[i].speedup, sorted.rungs[i].speedup);
    }
}

void tst_ladder::thousandRepeats()
{
    Ladder input{.scaling = Scaling::Strong};
    for (int i = 0; i < 1000; ++i) {  // medians 500.5 and 250.25
        input.points.push_back({.p = 2, .timeS = (1000 - i) / 2.0});
        input.points.push_back({.p = 1, .timeS = i + 1.0});
    }
    const MeasuredLadder ladder = validLadder(input);
    QCOMPARE(ladder.findRung(1)->timeS, 500.5);
    QCOMPARE(ladder.findRung(2)->timeS, 250.25);
    QCOMPARE(ladder.findRung(2)->speedup, 2.0);
    // Binomial(1000, 1/2): mean 500, 1.96 standard deviations are 31; the table's ranks are 469 and 532.
    QCOMPARE(ladder.findRung(1)->timeInterval->low, 469.0);
    QCOMPARE(ladder.findRung(1)->timeInterval->high, 532.0);
}

// At p = 8 two of five runs succeeded, at p = 16 none: p = 8 has the median of two, p = 16 has no rung, and both are
// reported.
void tst_ladder::runsThatFailed()
{
    Ladder ladder{.scaling = Scaling::Strong};
    for (const auto& [p, time] : {std::pair{1, 8.0}, {2, 4.0}, {4, 2.0}, {8, 1.0}, {8, 1.1}})
        ladder.points.push_back({.p = p, .timeS = time});
    const MeasuredLadder before = validLadder(ladder);
    QVERIFY(before.failureTextAt(8).empty() && before.findRung(8)->runCount().allSucceeded());
    ladder.failed = {{.p = 8, .runs = 3}, {.p = 16, .runs = 5}};
    const MeasuredLadder after = validLadder(ladder);
    QCOMPARE(after.findRung(8)->runCount(), (RunCount{5, 2}));
    QVERIFY(!after.findRung(8)->runCount().mostSucceeded() && after.findRung(4)->runCount().mostSucceeded());
    QCOMPARE(after.findRung(8)->timeS, 1.05);
    QVERIFY(!after.findRung(16));
    QCOMPARE(after.failureTextAt(8), std::string("2 of 5 runs at p = 8 succeeded"));
    QCOMPARE(after.failureTextAt(16), std::string("none of 5 runs at p = 16 succeeded"));
    QVERIFY2(joinedWarnings(after).contains("2 of 5 runs at p = 8 succeeded, none of 5 runs at p = 16 succeeded; "
                                            "failed runs are not included in any figure"),
             qPrintable(joinedWarnings(after)));
    QCOMPARE(after.fastestP, 8);
    QCOMPARE(after.fastestCaveat, std::string("2 of 5 runs at p = 8 succeeded"));
    QVERIFY((RunCount{4, 3}.mostSucceeded()) &&
            !(RunCount{4, 2}.mostSucceeded()));  // if two of four runs never end, the median never ends
}

void tst_ladder::superlinear()
{
    Ladder input{.scaling = Scaling::Strong};
    input.points = {{.p = 1, .timeS = 100}, {.p = 2, .timeS = 45}, {.p = 4, .timeS = 26}};
    const MeasuredLadder ladder = validLadder(input);
    QVERIFY(ladder.findRung(2)->efficiency > 1.1);
    QVERIFY(*ladder.findRung(2)->karpFlatt < 0);
    QVERIFY2(joinedWarnings(ladder).contains("more than ideal at p = 2 (E up to 1.11)"),
             qPrintable(joinedWarnings(ladder)));
}

void tst_ladder::quality_data()
{
    QTest::addColumn<double>("target");  // below 0: not set
    QTest::addColumn<QString>("says");
    QTest::newRow("missed at 4") << 0.75
                                 << "misses its target 0.75 at p = 4: the speedup there is not at equal quality";
    QTest::newRow("no target") << -1.0 << "the accuracy ranges from 0.700 to 0.760 over the ladder and has no target";
    QTest::newRow("reached") << 0.7 << "";
}

void tst_ladder::quality()
{
    QFETCH(double, target);
    QFETCH(QString, says);
    Ladder input{.scaling = Scaling::Strong, .qualityName = "accuracy"};
    if (target >= 0)
        input.qualityTarget = typed(target);
    input.points = {{.p = 1, .timeS = 100, .quality = 0.76},
                    {.p = 2, .timeS = 55, .quality = 0.75},
                    {.p = 4, .timeS = 30, .quality = 0.70}};
    const MeasuredLadder ladder = validLadder(input);
    QVERIFY2(joinedWarnings(ladder).contains(says), qPrintable(joinedWarnings(ladder)));
    QCOMPARE(ladder.warnings.empty(), says.isEmpty());
    QCOMPARE(ladder.findRung(4)->reachesTarget, target < 0.75);
    QVERIFY(ladder.findRung(1)->reachesTarget && ladder.findRung(2)->reachesTarget);
}

void tst_ladder::lowerLossIsBetter()
{
    Ladder input{.scaling = Scaling::Strong, .qualityName = "validation loss", .qualityTarget = typed(2.0)};
    input.points = {{.p = 1, .timeS = 100, .quality = 1.9}, {.p = 2, .timeS = 55, .quality = 2.1}};
    const MeasuredLadder ladder = validLadder(input);
    QVERIFY(ladder.findRung(1)->reachesTarget);
    QVERIFY(!ladder.findRung(2)->reachesTarget);
}

void tst_ladder::extremes()
{
    Ladder input{.scaling = Scaling::Strong};
    input.points = {{.p = 1, .timeS = 1e308}, {.p = 2, .timeS = 1e-308}};
    QVERIFY2(refusal(input).contains("differ too much"), qPrintable(refusal(input)));
    input.points = {{.p = 1, .timeS = 1e-12}, {.p = maximumPMax, .timeS = 1e12}};
    const MeasuredLadder ladder = validLadder(input);
    QVERIFY(std::isfinite(ladder.rungs[1].speedup) && ladder.rungs[1].speedup > 0);
}

SCALEWRIGHT_TEST(tst_ladder)
#include "tst_ladder.moc"
