// The table of simulated ladders that earns a verdict its certainty. Its bars are the issue of the table, not its
// figures: wrong at most 5 % in every cell, growth named in 90 % of USL's ladders that reach twice the peak. A slice is
// simulated again and has to give what the table says.
#include <QTest>

#include <cmath>
#include <map>

#include "core/base/quantity/units.h"
#include "core/base/statistics/fisher_f.h"
#include "core/base/statistics/student_t.h"
#include "tests/calibration/verdicts.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;
using namespace scalewright::calibration;

class tst_calibration : public QObject {
    Q_OBJECT
private slots:
    void fisher();
    void wrongInNoCell();
    void growthIsDared();
    void whatNeverSlowsDoesNotGrow();
    void whatIsNoLawIsNone();
    void gentleInflationIsNotSerial();
    void everyTruthIsThere();
    void aStragglerIsEarned();
    void aLateRankIsNamed();
    void jitterOfArrivals();
    void aSliceAgain_data();
    void aSliceAgain();
    void theRecordIsNoEasier();
    void brokenTables_data();
    void brokenTables();
};

// Tables of Fisher's F (Abramowitz & Stegun 1964, table 26.9): F(0.95; 1, 10) = 4.96, F(0.95; 3, 24) = 3.01, F(0.99; 5,
// 10) = 5.64; with one degree above it is the square of Student's t.
void tst_calibration::fisher()
{
    QVERIFY(std::abs(fisherCoverage(4.9646, 1, 10) - 0.95) < 1e-5);
    QVERIFY(std::abs(fisherCoverage(3.0088, 3, 24) - 0.95) < 1e-5);
    QVERIFY(std::abs(fisherCoverage(5.6363, 5, 10) - 0.99) < 1e-5);
    for (const int degrees : {1, 2, 7, 40, 300})
        for (const double t : {0.1, 1.0, 2.5, 9.0})
            QVERIFY(std::abs(fisherCoverage(t * t, 1, degrees) - studentTCoverage(t, degrees)) < 1e-10);
    QCOMPARE(fisherCoverage(0, 3, 4), 0.0);
}

void tst_calibration::wrongInNoCell()
{
    const Calibration& table = shippedCalibration();
    QVERIFY(table.cells.size() > 1000);
    for (const CalibrationCell& cell : table.cells) {
        if (cell.verdict == "straggler" || cell.verdict == "late rank")
            continue;  // where it is wrong more often none is named: aStragglerIsEarned
        // An interval of 95 % is wrong in 5 % by its definition; a cell of 200 strays from that by 1.5 % and more.
        const double most = cell.verdict == "peak interval" ? 0.2 : 0.05;
        QVERIFY2(cell.wrong <= most * cell.ladders,
                 qPrintable(QString("%1, %2, %3 points, %4 repeats, noise %5: %6 of %7 wrong")
                                .arg(cell.verdict.c_str(), cell.truth.c_str())
                                .arg(cell.points)
                                .arg(cell.repeats)
                                .arg(cell.noise)
                                .arg(cell.wrong)
                                .arg(cell.ladders)));
    }
}

// Where the rungs reach twice the peak. Short of it a stage that few workers can share bends alike, and growth is not for
// 3 % of noise to tell.
void tst_calibration::growthIsDared()
{
    int cells = 0;
    const std::vector<Truth> all = truths();
    for (const CalibrationCell& cell : shippedCalibration().cells)
        if (cell.verdict == "growth" && cell.truth.rfind("usl ", 0) == 0 && cell.noise == 0.03 &&
            (cell.repeats >= 5 || cell.points >= 8)) {
            const auto truth =
                std::find_if(all.begin(), all.end(), [&](const Truth& each) { return each.name == cell.truth; });
            if (workersOf(cell.points).back() < 2 * truth->peak.value())
                continue;
            ++cells;
            QVERIFY2(cell.decided - cell.wrong >= 0.9 * cell.ladders,
                     qPrintable(QString("%1, %2 points, %3 repeats: %4")
                                    .arg(cell.truth.c_str())
                                    .arg(cell.points)
                                    .arg(cell.repeats)
                                    .arg(cell.decided)));
        }
    QCOMPARE(cells, (2 + 2 * 5) + 5);
}

// No worker more makes these slower: growth is told in no more than 5 % of any cell of them.
void tst_calibration::whatNeverSlowsDoesNotGrow()
{
    int cells = 0;
    for (const CalibrationCell& cell : shippedCalibration().cells)
        if (cell.verdict == "growth" && (cell.truth == "batch of 200, serial 3 %" ||
                                         cell.truth == "eight share a stage" || cell.truth == "cache from four on")) {
            ++cells;
            QCOMPARE(cell.wrong, cell.decided);
            QVERIFY(cell.wrong <= 0.05 * cell.ladders);
        }
    QCOMPARE(cells, 3 * 3 * 6 * 5);
}

// Trees, meshes, powers, workers that slow: at every number of points, repeats and noise no law is named for them in
// more than 5 %.
void tst_calibration::whatIsNoLawIsNone()
{
    int kinds = 0;
    for (const Truth& truth : truths()) {
        if (!truth.laws.empty())
            continue;
        ++kinds;
        int cells = 0;
        for (const CalibrationCell& cell : shippedCalibration().cells)
            if (cell.verdict == "law" && cell.truth == truth.name) {
                ++cells;
                QCOMPARE(cell.wrong, cell.decided);
                QVERIFY(cell.decided <= 0.05 * cell.ladders);
            }
        QCOMPARE(cells, 3 * 6 * 5);
    }
    QVERIFY(kinds >= 11);
}

// Workers that compute more slowly the more there are are called a serial stage in no more than 5 % of any cell, and a
// serial stage of 5 % is still named in nine ladders of ten where eight p were run five times with 3 % noise.
void tst_calibration::gentleInflationIsNotSerial()
{
    int cells = 0;
    for (const CalibrationCell& cell : shippedCalibration().cells) {
        if (cell.verdict == "serial or inflated" && cell.truth.rfind("workers slow", 0) == 0) {
            ++cells;
            QVERIFY(cell.wrong <= 0.05 * cell.ladders);
        }
        if (cell.verdict == "serial or inflated" && cell.truth == "serial, 5 %" && cell.points >= 8 &&
            cell.repeats >= 5 && cell.noise <= 0.03)
            QVERIFY(cell.decided - cell.wrong >= 0.9 * cell.ladders);
    }
    QVERIFY(cells > 100);
}

void tst_calibration::everyTruthIsThere()
{
    for (const Truth& truth : truths())
        QVERIFY2(
            std::any_of(shippedCalibration().cells.begin(), shippedCalibration().cells.end(),
                        [&](const CalibrationCell& cell) { return cell.verdict == "law" && cell.truth == truth.name; }),
            truth.name.c_str());
}

// Ten steps and a jitter of 10 % are enough at any number of ranks, two steps of 30 % at none. Other random runs than
// the table's agree with it within four standard deviations, and one rank that is 60 % slower is found in 95 % and more
// where it is earned.
void tst_calibration::aStragglerIsEarned()
{
    for (const int ranks : {2, 4, 8, 16, 64}) {
        QVERIFY(trackRecord("straggler", ranks, 10, 0.1)->earned());
        QVERIFY(!trackRecord("straggler", ranks, 2, 0.3)->earned());
    }
    QVERIFY(!trackRecord("straggler", 8, 5, 0.5));
    constexpr int runs = 400;
    for (const SlowRanks& truth : slowRanks())
        for (const auto& [ranks, steps, noise] : {std::tuple{8, 10, 0.1}, {4, 5, 0.3}, {8, 3, 0.1}}) {
            const CalibrationCell again =
                stragglerCell(truth, ranks, steps, noise, runs, shippedCalibration().seed + 1);
            const std::optional<TrackRecord> record = trackRecord("straggler", ranks, steps, noise);
            const auto cell = std::find_if(record->cells.begin(), record->cells.end(),
                                           [&](const CalibrationCell& each) { return each.truth == truth.name; });
            QVERIFY(cell != record->cells.end());
            for (const auto& [tabled, found] : {std::pair{cell->decided, again.decided}, {cell->wrong, again.wrong}}) {
                const double pooled = (tabled + found + 1.0) / (cell->ladders + runs + 2.0);
                QVERIFY2(std::abs(double(tabled) / cell->ladders - double(found) / runs) <=
                             4 * std::sqrt(pooled * (1 - pooled) * (1.0 / cell->ladders + 1.0 / runs)),
                         qPrintable(QString("%1: %2 of %3 against %4 of %5")
                                        .arg(truth.name.c_str())
                                        .arg(tabled)
                                        .arg(cell->ladders)
                                        .arg(found)
                                        .arg(runs)));
            }
            if (record->earned() && truth.factor == 1.6)
                QVERIFY(again.decided - again.wrong >= 0.95 * runs);
        }
    QVERIFY(QString::fromStdString(stragglerRecordWords(trackRecord("straggler", 9, 12, 0.05)))
                .contains("8 ranks, 10 steps and a jitter of 3 to 10 %"));
    const std::optional<TrackRecord> few = trackRecord("straggler", 8, 2, 0.3);
    QVERIFY(few && !few->earned());
    QVERIFY(QString::fromStdString(stragglerRecordWords(few))
                .contains(QString::fromStdString(significant(100 * few->worstWrong(), 3)) + " %"));
    QVERIFY(QString::fromStdString(stragglerRecordWords({})).contains("No run"));
}

// A jitter of up to 10 or 30 % of a step's work: in ten steps a rank that is late by half of that is named in 90 % and
// more, a wrong one in 5 % and less (of 1400 runs to within 1.2 %, two standard errors). Two cells made again are the
// shipped ones to the run.
void tst_calibration::aLateRankIsNamed()
{
    int cells = 0;
    for (const CalibrationCell& cell : shippedCalibration().cells) {
        if (cell.verdict != "late rank")
            continue;
        ++cells;
        const bool late = cell.truth != "no rank late";
        QVERIFY2(cell.wrong <= (late ? 0.05 : 0.062) * cell.ladders, cell.truth.c_str());
        if (late && cell.noise > 0.05)  // of 10 % half is hardly more than the least lateness, 3 % of a step
            QVERIFY(cell.decided - cell.wrong >= 0.9 * cell.ladders);
    }
    QCOMPARE(cells, 40);
    for (const bool late : {false, true}) {
        const CalibrationCell again = lateRankCell(late, 4, 10, 0.3, 1400, shippedCalibration().seed);
        const std::vector<CalibrationCell>& all = shippedCalibration().cells;
        QVERIFY(std::find(all.begin(), all.end(), again) != all.end());
    }
    QVERIFY(QString::fromStdString(lateRankRecordWords(trackRecord("late rank", 5, 20, 0.08)))
                .startsWith("Of 1400 simulated runs with 4 ranks and 10 steps: "));
}

// Two ranks, waits 3 and 1, then 5 and 1: means 4 and 1 by rank, 2 and 3 by step, 2.5 in all, so +-0.5 is left of each:
// their squares sum to 1 over (2-1)(2-1). And jitter of 10 % of each rank's own work is found on 8 ranks and 500 steps,
// whoever is slow: the mean of their variances.
void tst_calibration::jitterOfArrivals()
{
    QCOMPARE(*arrivalJitterS({{3, 1}, {5, 1}}), 1.0);
    QVERIFY(!arrivalJitterS({{3, 1}}) && !arrivalJitterS({{3}, {4}}) && !arrivalJitterS({}));
    std::mt19937_64 random(41);
    for (const SlowRanks& truth : slowRanks()) {
        const double slow = static_cast<double>(truth.which(8).size());
        const double expected = 0.1 * std::sqrt((8 - slow + slow * truth.factor * truth.factor) / 8);
        QVERIFY(std::abs(*arrivalJitterS(waitsOf(truth, 8, 500, 0.1, random).collectiveS) - expected) < 0.01);
    }
}

void tst_calibration::aSliceAgain_data()
{
    QTest::addColumn<QString>("truth");
    for (const Truth& truth : truths())
        QTest::addRow("%s", truth.name.c_str()) << QString::fromStdString(truth.name);
}

// Other random ladders than the table's: both counts are binomial, so they differ by no more than four standard
// deviations.
void tst_calibration::aSliceAgain()
{
    if (test::sanitized)
        QSKIP("SKIPPED: how often a verdict is right is a number, and no matter of memory");
    QFETCH(QString, truth);
    const std::vector<Truth> all = truths();
    const auto its =
        std::find_if(all.begin(), all.end(), [&](const Truth& each) { return each.name == truth.toStdString(); });
    constexpr int ladders = 100;
    const long seed = shippedCalibration().seed + 1;
    qInfo("seed %ld", seed);
    for (const auto& [points, repeats, noise] : {std::tuple{6, 5, 0.03}, {8, 1, 0.03}}) {
        const auto [law, growth] = lawCells(*its, points, repeats, noise, ladders, seed);
        for (const CalibrationCell& again : {law, growth}) {
            if (again.verdict == "growth" && its->scaling == Scaling::Weak)
                continue;
            const std::optional<TrackRecord> record = trackRecord(again.verdict, points, repeats, noise);
            QVERIFY(record && record->worstWrong() <= 0.05 &&
                    (record->earned() || again.verdict == "law"));  // a law is seldom given here
            const auto cell = std::find_if(record->cells.begin(), record->cells.end(),
                                           [&](const CalibrationCell& each) { return each.truth == its->name; });
            QVERIFY(cell != record->cells.end());
            const double share = static_cast<double>(cell->decided) / cell->ladders,
                         found = static_cast<double>(again.decided) / ladders;
            const double pooled = (cell->decided + again.decided + 1.0) / (cell->ladders + ladders + 2.0);
            QVERIFY2(
                std::abs(share - found) <= 4 * std::sqrt(pooled * (1 - pooled) * (1.0 / cell->ladders + 1.0 / ladders)),
                qPrintable(QString("%1 against %2").arg(share).arg(found)));
            QVERIFY(again.wrong <= 10);
        }
    }
}

void tst_calibration::theRecordIsNoEasier()
{
    const std::optional<TrackRecord> record = trackRecord("law", 9, 4, 0.02);
    QVERIFY(record);
    QCOMPARE(record->points, 8);
    QCOMPARE(record->repeats, 3);
    QCOMPARE(record->noise, 0.03);
    QCOMPARE(record->quieter, 0.01);  // what is dared at 3 % says nothing of what is dared at 2 %
    QCOMPARE(trackRecord("law", 9, 4, 0.03)->quieter, 0.03);
    QCOMPARE(trackRecord("law", 9, 4, 0.002)->quieter, 0.01);
    for (const CalibrationCell& cell : record->cells)
        QCOMPARE(std::count_if(record->cells.begin(), record->cells.end(),
                               [&](const CalibrationCell& each) { return each.truth == cell.truth; }),
                 1);
    // Of a kind the noise at which it was wrong more often counts; and nothing given is no record.
    const auto at = [](double noise, int decided, int wrong) {
        return CalibrationCell{"law", "usl", 6, 3, noise, 100, decided, wrong};
    };
    QVERIFY(!trackRecord("law", 6, 3, 0.05, {.cells = {at(0.03, 40, 9), at(0.1, 30, 0)}})->earned());
    QVERIFY(trackRecord("law", 6, 3, 0.05, {.cells = {at(0.03, 40, 2), at(0.1, 30, 0)}})->earned());
    QVERIFY(!trackRecord("law", 6, 3, 0.1, {.cells = {at(0.03, 40, 2), at(0.1, 3, 0)}})->earned());
    QVERIFY(!trackRecord("law", 3, 5, 0.03));  // fewer points than were simulated
    QVERIFY(!trackRecord("law", 8, 5, 0.3));  // more noise
    QVERIFY(!trackRecord("gremlins", 8, 5, 0.03));
    QVERIFY(QString::fromStdString(trackRecordWords({})).contains("No ladder with so few points"));
    QVERIFY(QString::fromStdString(trackRecordWords(record)).contains("8 points, 3 runs a point and 1 to 3 % noise"));
    QVERIFY(QString::fromStdString(trackRecordWords({}, Calibration{})).contains("no table"));
    // Kinds in which it was wrong or right by name, right ones up to four; those in which it was not given are a
    // number.
    const auto kind = [](const char* truth, int decided, int wrong) {
        return CalibrationCell{"law", truth, 6, 3, 0.03, 200, decided, wrong};
    };
    const TrackRecord laws{6,
                           3,
                           0.03,
                           0.03,
                           {kind("usl 0.05 0.0012", 190, 0), kind("amdahl f 0.05", 4, 2), kind("gossip 0.05", 0, 0),
                            kind("nothing lost", 0, 0)}};
    QCOMPARE(QString::fromStdString(trackRecordWords(laws, Calibration{.seed = 7, .command = {}, .cells = laws.cells})),
             QStringLiteral(
                 "Tried on 200 simulated ladders of each kind, with 6 points, 3 runs a point and 3 % noise. Wrong "
                 "at times in Amdahl with 5 % serial (given 2 %, wrong 1 %); "
                 "given and never wrong in USL with sigma 0.05 and kappa 0.0012 (95 %); not given in the "
                 "other 2 of 4 kinds."));
    const TrackRecord many{
        6,
        3,
        0.03,
        0.03,
        {kind("a", 100, 0), kind("b", 110, 0), kind("c", 120, 0), kind("d", 130, 0), kind("e", 200, 0)}};
    QVERIFY(QString::fromStdString(trackRecordWords(many))
                .contains("3 % noise. Given and never wrong in 5 kinds (50 to 100 %)."));
    const TrackRecord none{6, 3, 0.03, 0.03, {kind("gossip 0.05", 0, 0), kind("nothing lost", 0, 0)}};
    QVERIFY(QString::fromStdString(trackRecordWords(none)).contains("3 % noise. Given in none of 2 kinds."));
    // Three kinds: 100 given and 12 wrong, 50 and 1, 4 and 4, of which nothing can be said: held in 88 to 98 %.
    const auto cell = [](const char* truth, int decided, int wrong) {
        return CalibrationCell{"peak interval", truth, 6, 3, 0.03, 200, decided, wrong};
    };
    const TrackRecord peaks{
        6,
        3,
        0.03,
        0.03,
        {cell("usl 0.05 0.0012", 100, 12), cell("usl 0.02 0.0005", 50, 1), cell("doubling 0.02 a round", 4, 4)}};
    QVERIFY2(QString::fromStdString(intervalRecordWords(peaks)).contains("held the peak in 88 %"),
             intervalRecordWords(peaks).c_str());
    const TrackRecord rare{6, 3, 0.03, 0.03, {cell("doubling 0.02 a round", 4, 4)}};
    QVERIFY(QString::fromStdString(intervalRecordWords(rare)).contains("not known"));
}

void tst_calibration::brokenTables_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("problem");
    const QByteArray head = "{\"format\": \"scalewright-calibration\", \"seed\": 1, \"cells\": [";
    QTest::newRow("not JSON") << QByteArray("p,time") << "";
    QTest::newRow("another format") << QByteArray("{\"format\": \"scalewright-project\"}") << "no table of verdicts";
    QTest::newRow("no cells") << QByteArray("{\"format\": \"scalewright-calibration\"}") << "no cells";
    QTest::newRow("a member is missing") << head +
                                                "{\"verdict\": \"law\", \"truth\": \"usl\", \"points\": 6, "
                                                "\"repeats\": 5, \"noise\": 0.03, \"ladders\": 200, \"wrong\": 1}]}"
                                         << "has no decided";
    QTest::newRow("more wrong than decided")
        << head +
               "{\"verdict\": \"law\", \"truth\": \"usl\", \"points\": 6, \"repeats\": 5, \"noise\": 0.03, "
               "\"ladders\": 200, \"decided\": 1, \"wrong\": 2}]}"
        << "cannot be";
}

void tst_calibration::brokenTables()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, problem);
    const Result<Calibration> table = parseCalibration(text.toStdString());
    QVERIFY(!table);
    QVERIFY2(QString::fromStdString(describe(table.error())).contains(problem), describe(table.error()).c_str());
}

SCALEWRIGHT_TEST(tst_calibration)
#include "tst_calibration.moc"
