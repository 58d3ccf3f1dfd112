// SPDX-License-Identifier: GPL-3.0-or-later
// predict through the real program. Expected values: the book's Output 41.4.1 and exercise 41.4.2, and exhaustive
// search over the literature's formulas (tests/support/formulas.h).
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

#include "tests/cli/cli_run.h"
#include "tests/support/formulas.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QStringList book{"predict", "--t-comp", "1", "--alpha", "0.0008", "--beta", "0.04"};

QByteArray bookProject(const QByteArray& plan = "{}")
{
    return "{\"format\": \"scalewright-project\", \"version\": 1, \"title\": \"Output 41.4.1\", \"baseline\": "
           "{\"t_comp_s\": 1},"
           " \"target\": {\"alpha_s\": \"0.8 ms\", \"bandwidth_bytes_per_s\": 1e9},"
           " \"design\": {\"communication\": {\"pattern\": \"book-ring-all-reduce\", \"message_bytes\": 4e7}}, "
           "\"plan\": " +
           plan + "}";
}

QString text(double value)
{
    return QString::number(value, 'g', 17);
}

int sensitivityOf(const QJsonObject& answer, const QString& parameter, const QString& key)
{
    const QJsonArray rows = answer["sensitivity"].toArray();
    for (const QJsonValue& row : rows)
        if (row["parameter"] == parameter)
            return row[key].toInt();
    return -1;
}

// A pattern with options for everything that its time depends on.
struct PatternCase {
    scalewright::Pattern pattern;
    QStringList options;
    scalewright::CommunicationParameters parameters;  ///< the option values

    [[nodiscard]] QString name() const { return QString::fromLatin1(scalewright::patternName(pattern)); }
    [[nodiscard]] double time(int p, double alpha, double beta) const
    {
        scalewright::CommunicationParameters c = parameters;
        c.alphaS = alpha;
        c.betaS = beta;
        return paperTime(pattern, c, p);
    }
};

std::vector<PatternCase> patternCases()
{
    std::vector<PatternCase> all;
    for (const scalewright::Pattern pattern : scalewright::allPatterns) {
        const scalewright::PatternInputs inputs = scalewright::patternInputs(pattern);
        PatternCase patternCase{pattern, {}, {}};
        if (inputs.hierarchy) {
            patternCase.options += {"--workers-per-node", "4", "--alpha2", "3ms", "--beta2", "0.05"};
            patternCase.parameters.workersPerNode = 4;
            patternCase.parameters.alpha2S = 3e-3;
            patternCase.parameters.beta2S = 0.05;
        }
        if (inputs.serverShards) {
            patternCase.options += {"--shards", "5"};
            patternCase.parameters.serverShards = 5;
        }
        if (inputs.neighbours) {
            patternCase.options += {"--neighbours", "3"};
            patternCase.parameters.neighbours = 3;
        }
        if (inputs.participation) {
            patternCase.options += {"--participation", "0.25", "--local-steps", "10"};
            patternCase.parameters.participation = 0.25;
            patternCase.parameters.localSteps = 10;
        }
        all.push_back(patternCase);
        if (inputs.linearScatter) {
            patternCase.options += "--linear";
            patternCase.parameters.linearScatter = true;
            all.push_back(patternCase);
        }
    }
    return all;
}

}  // namespace

class tst_cli_predict : public QObject {
    Q_OBJECT
private slots:
    void output41_4_1();
    void rowsMatchTheBook();
    void printsVerdict();
    void sensitivityToTenfoldChanges();
    void everyPattern();
    void exhaustiveSearch_data();
    void exhaustiveSearch();
    void weakScaling();
    void project();
    void optionsOverrideTheProject();
    void benefitAndCostOfThePlan();
    void intervals();
    void reportsSearchLimits();
    void moreWorkersThanExamples();
    void units_data();
    void units();
    void workerCounts_data();
    void workerCounts();
    void cost();
    void csvHasTheSameNumbers();
    void degenerate_data();
    void degenerate();
    void invalidOptions_data();
    void invalidOptions();
    void reportsAllProblemsAtOnce();
    void estimatesTComp();
    void gammaNeedsBytes();
};

void tst_cli_predict::output41_4_1()
{
    const CliResult result = runCli(book + QStringList{"--json"});
    QCOMPARE(result.status, 0);
    QVERIFY(result.err.isEmpty());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["schema"].toInt(), 1);
    QCOMPARE(answer["pattern"].toString(), "book-ring-all-reduce");
    QCOMPARE(answer["p_star"].toInt(), 34);
    QCOMPARE(answer["p_star_at_limit"].toBool(true), false);
    QCOMPARE(QString::number(answer["speedup_at_p_star"].toDouble(), 'f', 2), "7.49");
    QCOMPARE(QString::number(100 * answer["efficiency_at_p_star"].toDouble(), 'f', 1), "22.0");
    QCOMPARE(QString::number(answer["comm_to_compute_at_p_star"].toDouble(), 'f', 2), "3.54");
    QCOMPARE(answer["knee_p"].toInt(), 9);
    QCOMPARE(answer["plan_p"].toInt(), 9);
    QCOMPARE(answer["p_comm_dominates"].toInt(), 13);
    QCOMPARE(QString::number(answer["speedup_at_p_comm_dominates"].toDouble(), 'f', 2), "6.24");
    // The stationary point of 1/p + 0.0008 (p-1) + 0.08 (p-1)/p.
    QVERIFY(std::abs(answer["p_star_continuous"].toDouble() - std::sqrt(0.92 / 0.0008)) < 1e-9);
    QVERIFY(answer["p_star_interval"].isNull());
    QVERIFY(!answer["p_star_interval_reason"].toString().isEmpty());
    QCOMPARE(answer["speedup_limit"].toDouble(-1), 0.0);
}

void tst_cli_predict::rowsMatchTheBook()
{
    struct Row {
        int p;
        const char* values;
    };
    const std::vector<Row> printed{
        {1, "1.0000 0.0000 1.0000 1.00 0.000"},     {2, "0.5000 0.0408 0.5408 1.85 0.082"},
        {4, "0.2500 0.0624 0.3124 3.20 0.250"},     {8, "0.1250 0.0756 0.2006 4.99 0.605"},
        {16, "0.0625 0.0870 0.1495 6.69 1.392"},    {32, "0.0312 0.1023 0.1336 7.49 3.274"},
        {64, "0.0156 0.1291 0.1448 6.91 8.266"},    {128, "0.0078 0.1810 0.1888 5.30 23.165"},
        {256, "0.0039 0.2837 0.2876 3.48 72.624"},  {512, "0.0020 0.4886 0.4906 2.04 250.186"},
        {1024, "0.0010 0.8983 0.8993 1.11 919.882"}};
    const QJsonArray rows = runCli(book + QStringList{"--json"}).json()["rows"].toArray();
    QCOMPARE(rows.size(), static_cast<qsizetype>(printed.size()));
    const QString output = QString::fromUtf8(runCli(book).out);
    for (std::size_t i = 0; i < printed.size(); ++i) {
        const QJsonObject row = rows[static_cast<qsizetype>(i)].toObject();
        QCOMPARE(row["p"].toInt(), printed[i].p);
        // printf rounds 0.03125 like the book's Python; Qt's own formatting does not.
        char line[100];
        std::snprintf(line, sizeof line, "%.4f %.4f %.4f %.2f %.3f", row["t_comp"].toDouble(), row["t_comm"].toDouble(),
                      row["t_step"].toDouble(), row["speedup"].toDouble(), row["comm_to_compute"].toDouble());
        const QString digits(line);
        QCOMPARE(digits, QString(printed[i].values));
        QVERIFY(row["cost"].isNull());
        QVERIFY(!row["cost_reason"].toString().isEmpty());

        // The text output prints the same digits, with efficiency between them.
        QStringList parts = digits.split(' ');
        parts.insert(4, "[0-9.]+");
        const QRegularExpression expectedLine("^ *" + QString::number(printed[i].p) + " +" + parts.join(" +") + "$",
                                              QRegularExpression::MultilineOption);
        QVERIFY2(expectedLine.match(output).hasMatch(), qPrintable(expectedLine.pattern() + "\n" + output));
    }
}

void tst_cli_predict::printsVerdict()
{
    const QString output = QString::fromUtf8(runCli(book + QStringList{"--plan", "13", "--explain"}).out);
    for (const char* line : {"34: speedup 7.49, efficiency 22.0 %, comm/comp 3.54", "from p = 13", "speedup 6.24 there",
                             "9: speedup 5.30", "83 % of the best speedup at 46 % of its cost",
                             "p* 11 at ten times alpha, 107 at a tenth", "p* 16 at ten times beta, 35 at a tenth"})
        QVERIFY2(output.contains(line), qPrintable(QString(line) + "\n" + output));
}

void tst_cli_predict::sensitivityToTenfoldChanges()
{
    const QJsonObject answer = runCli(book + QStringList{"--json"}).json();
    QCOMPARE(sensitivityOf(answer, "alpha", "p_star_times_ten"), 11);
    QCOMPARE(sensitivityOf(answer, "alpha", "p_star_tenth"), 107);
    QCOMPARE(sensitivityOf(answer, "beta", "p_star_times_ten"), 16);
    QCOMPARE(sensitivityOf(answer, "beta", "p_star_tenth"), 35);
    // The same values, requested directly.
    QCOMPARE(
        runCli({"predict", "--t-comp", "1", "--alpha", "8ms", "--beta", "40ms", "--json"}).json()["p_star"].toInt(),
        11);
    QCOMPARE(
        runCli({"predict", "--t-comp", "1", "--alpha", "80us", "--beta", "40ms", "--json"}).json()["p_star"].toInt(),
        107);
    QCOMPARE(
        runCli({"predict", "--t-comp", "1", "--alpha", "0.8ms", "--beta", "0.4", "--json"}).json()["p_star"].toInt(),
        16);
    QCOMPARE(
        runCli({"predict", "--t-comp", "1", "--alpha", "0.8ms", "--beta", "4ms", "--json"}).json()["p_star"].toInt(),
        35);
}

// --help has a line for every pattern, and every one of them is tried below.
void tst_cli_predict::everyPattern()
{
    const QByteArray help = runCli({"predict", "--help"}).out;
    const QByteArray known =
        runCli({"predict", "--t-comp", "1", "--alpha", "1ms", "--beta", "1ms", "--pattern", "none"}).err;
    std::set<QString> testedPatterns;
    for (const PatternCase& each : patternCases()) {
        QVERIFY2(help.contains("  " + each.name().toUtf8() + " "), qPrintable(each.name()));
        QVERIFY2(known.contains(each.name().toUtf8()), qPrintable(each.name()));
        testedPatterns.insert(each.name());
    }
    const qsizetype from = help.indexOf("Patterns, and the time"), to = help.indexOf("  L = ceil(log2 p)");
    QCOMPARE(static_cast<std::size_t>(help.mid(from, to - from).count('\n')) - 1, testedPatterns.size());
}

void tst_cli_predict::exhaustiveSearch_data()
{
    QTest::addColumn<int>("index");
    const auto patterns = patternCases();
    for (std::size_t i = 0; i < patterns.size(); ++i)
        QTest::newRow(
            qPrintable(patterns[i].name() + (patterns[i].options.isEmpty() ? "" : " ") + patterns[i].options.join(' ')))
            << static_cast<int>(i);
}

void tst_cli_predict::exhaustiveSearch()
{
    QFETCH(int, index);
    const PatternCase patternCase = patternCases()[static_cast<std::size_t>(index)];
    std::mt19937_64 random(static_cast<unsigned>(41 + index));
    std::uniform_real_distribution<double> exponent(-5, -1);
    for (int trial = 0; trial < 3; ++trial) {
        const double alpha = std::pow(10, exponent(random));
        const double beta = std::pow(10, exponent(random));
        constexpr double tComp = 1.7;
        constexpr int pMax = 700;
        const auto step = [&](int p) { return tComp / p + patternCase.time(p, alpha, beta); };
        const QJsonObject answer =
            runCli(QStringList{"predict", "--t-comp", text(tComp), "--alpha", text(alpha), "--beta", text(beta),
                               "--pattern", patternCase.name(), "--p-max", "700", "--p", "1-700", "--json"} +
                   patternCase.options)
                .json();
        const QString parameterText = QString("alpha %1 beta %2").arg(alpha).arg(beta);

        const QJsonArray rows = answer["rows"].toArray();
        QCOMPARE(rows.size(), pMax);
        int pStar = 1;
        int knee = 1;
        int dominates = 0;
        for (int p = 1; p <= pMax; ++p) {
            QVERIFY2(std::abs(rows[p - 1].toObject()["t_step"].toDouble() - step(p)) <= 1e-12 * step(p),
                     qPrintable(parameterText));
            pStar = step(p) < step(pStar) ? p : pStar;
            // E/T is largest where p T^2 is smallest.
            knee = p * step(p) * step(p) < knee * step(knee) * step(knee) ? p : knee;
            if (dominates == 0 && p > 1 && patternCase.time(p, alpha, beta) >= tComp / p)
                dominates = p;
        }
        // If two counts tie to the last bits, either is correct.
        const int found = answer["p_star"].toInt();
        QVERIFY2(found == pStar || std::abs(step(found) - step(pStar)) < 1e-14 * step(pStar),
                 qPrintable(parameterText));
        const int foundKnee = answer["knee_p"].toInt();
        QVERIFY2(
            foundKnee == knee ||
                std::abs(foundKnee * step(foundKnee) * step(foundKnee) / (knee * step(knee) * step(knee)) - 1) < 1e-13,
            qPrintable(parameterText));
        QCOMPARE(answer["p_star_at_limit"].toBool(), found == pMax);
        if (dominates > 0)
            QCOMPARE(answer["p_comm_dominates"].toInt(), dominates);
        else
            QVERIFY(answer["p_comm_dominates"].isNull() && !answer["p_comm_dominates_reason"].toString().isEmpty());
        QVERIFY(std::abs(answer["speedup_at_p_star"].toDouble() - tComp / step(pStar)) < 1e-12 * tComp / step(pStar));
    }
}

void tst_cli_predict::weakScaling()
{
    const QJsonObject answer = runCli(book + QStringList{"--scaling", "weak", "--p", "8", "--json"}).json();
    const QJsonObject row = answer["rows"].toArray()[0].toObject();
    const double comm = 0.0008 * 7 + 0.08 * 7 / 8;
    QCOMPARE(row["t_comp"].toDouble(), 1.0);
    QVERIFY(std::abs(row["speedup"].toDouble() - 8 / (1 + comm)) < 1e-12);
    QVERIFY(std::abs(row["comm_to_compute"].toDouble() - comm) < 1e-12);
    QCOMPARE(answer["scaling"].toString(), "weak");
}

void tst_cli_predict::project()
{
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("book.scalewright"), bookProject());
    const QJsonObject expected = runCli(book + QStringList{"--json"}).json();
    QCOMPARE(runCli({"predict", file, "--json"}).json(), expected);
    QCOMPARE(runCli({"predict", "-", "--json"}, bookProject()).json(), expected);
    QCOMPARE(runCli({"predict", file}).out, runCli(book).out);
}

void tst_cli_predict::optionsOverrideTheProject()
{
    const QByteArray project = bookProject();
    QCOMPARE(runCli({"predict", "-", "--alpha", "8ms", "--json"}, project).json()["p_star"].toInt(), 11);
    QCOMPARE(runCli({"predict", "-", "--beta", "0.4", "--json"}, project).json()["p_star"].toInt(), 16);
    QCOMPARE(runCli({"predict", "-", "--bandwidth", "100MB/s", "--json"}, project).json()["p_star"].toInt(), 16);
    QCOMPARE(runCli({"predict", "-", "--bytes", "400MB", "--json"}, project).json()["p_star"].toInt(), 16);
    QCOMPARE(runCli({"predict", "-", "--pattern", "ring-all-reduce", "--json"}, project).json()["pattern"].toString(),
             "ring-all-reduce");
    // With T_comp = 4 s: sqrt((4 - 0.08)/0.0008) = 70.
    QCOMPARE(runCli({"predict", "-", "--t-comp", "4", "--json"}, project).json()["p_star"].toInt(), 70);
}

void tst_cli_predict::benefitAndCostOfThePlan()
{
    const QJsonObject answer =
        runCli({"predict", "-", "--json"}, bookProject("{\"p\": 13, \"reason\": \"the grant\"}")).json();
    QCOMPARE(answer["plan_p"].toInt(), 13);
    QCOMPARE(answer["plan_p_reason"].toString(), "the grant");
    QCOMPARE(QString::number(100 * answer["plan_share_of_speedup"].toDouble(), 'f', 0), "83");
    QCOMPARE(QString::number(100 * answer["plan_share_of_cost"].toDouble(), 'f', 0), "46");
    QVERIFY(answer["measured_speedup_at_plan_p"].isNull());
    // 2744 images per second on 64, 52.4 on one.
    const QJsonObject ran = runCli({"predict", examplePath("resnet-50-k80"), "--json"}).json();
    QCOMPARE(ran["plan_p"].toInt(), 64);
    QVERIFY(near(ran["measured_speedup_at_plan_p"], 2744 / 52.4));
    QVERIFY(ran["answer"].toObject()["headline"].toString().contains("52.4×"));
    QCOMPARE(ran["answer"].toObject()["sure"].toObject()["basis"].toString(), "measured");
    QCOMPARE(runCli({"predict", "-", "--plan", "20", "--json"}, bookProject("{\"p\": 13}")).json()["plan_p"].toInt(),
             20);
}

void tst_cli_predict::intervals()
{
    const QByteArray project = bookProject().replace(
        "\"0.8 ms\"",
        "{\"value\": 0.0008, \"low\": 0.0006, \"high\": 0.0012, \"level\": 0.9, \"origin\": \"measured\"}");
    const QJsonObject answer = runCli({"predict", "-", "--json"}, project).json();
    const QJsonObject interval = answer["p_star_interval"].toObject();
    // sqrt(0.92/0.0012) = 27.7 and sqrt(0.92/0.0006) = 39.2.
    QCOMPARE(interval["value"].toInt(), 34);
    QCOMPARE(interval["low"].toInt(), 28);
    QCOMPARE(interval["high"].toInt(), 39);
    QCOMPARE(interval["level"].toDouble(), 0.9);
    QVERIFY(runCli({"predict", "-", "--explain"}, project).out.contains("p* in [28, 39]"));
    // A typed alpha has no interval.
    QVERIFY(runCli({"predict", "-", "--alpha", "0.8ms", "--json"}, project).json()["p_star_interval"].isNull());
}

// The search limit is not an optimum and is never reported as one.
void tst_cli_predict::reportsSearchLimits()
{
    // Weak scaling with almost no latency: E is about 1/1.08 = 0.926, above 0.8, up to some 10^10 workers.
    const QStringList weak{"predict", "--t-comp", "1s", "--alpha", "1ps", "--beta", "40ms", "--scaling", "weak"};
    const QJsonObject answer = runCli(weak + QStringList{"--json"}).json();
    QCOMPARE(answer["plan_p"].toInt(), 1);
    QCOMPARE(answer["plan"].toObject()["by"].toString(), "nothing");
    QVERIFY(answer["plan_p_reason"].toString().contains("the model shows no place to stop"));
    for (const QJsonValue& each : answer["sensitivity"].toArray())
        QVERIFY(each["p_star_times_ten_at_limit"].toBool() && each["p_star_tenth_at_limit"].toBool());
    QVERIFY(runCli(weak + QStringList{"--explain"})
                .out.contains("p* above 4096 at ten times alpha, above 4096 at a tenth"));
    // Ten times 0 is 0, so alpha is not mentioned.
    const QString without = runCli({"predict", "--t-comp", "1s", "--alpha", "0", "--beta", "40ms", "--explain"}).out;
    QVERIFY(!without.contains("times alpha") && without.contains("times beta"));
    const QJsonArray edged =
        runCli({"design", "price", "-", "--p-max", "4", "--json"}, bookProject()).json()["landmarks"].toArray();
    QCOMPARE(edged[1]["landmark"].toString(), QString("knee"));
    QCOMPARE(edged[1]["p"].toInt(), 4);
    QVERIFY(!edged[1]["note"].toString().isEmpty());
    // Two 95 % intervals form a box with a level of at least 90 %; the upper end of the band is at the search limit.
    const QByteArray project =
        bookProject()
            .replace("\"0.8 ms\"",
                     "{\"value\": 1e-8, \"low\": 1e-9, \"high\": 0.0008, \"level\": 0.95, \"origin\": \"measured\"}")
            .replace("\"format\"", "\"comment\": \"\", \"format\"");
    const QJsonObject wide = runCli({"predict", "-", "--json"}, project).json();
    QCOMPARE(wide["band"].toObject()["inputs"].toInt(), 1);
    QVERIFY(wide["band"].toObject()["p_star_high_at_limit"].toBool());
    QVERIFY(
        runCli({"predict", "-", "--explain"}, project).out.contains("p* from 34 to above 4096 (largest p searched)"));
}

void tst_cli_predict::moreWorkersThanExamples()
{
    const QJsonObject answer =
        runCli({"predict", "-", "--json", "--set", "/baseline/batch=8", "--plan", "64"}, bookProject()).json();
    QCOMPARE(answer["p_star"].toInt(), 8);
    QVERIFY(answer["speedup_at_plan_p"].isNull() && answer["plan_share_of_cost"].isNull());
    QVERIFY(answer["speedup_at_plan_p_reason"].toString().contains("at most 8"));
    const QByteArray text =
        runCli({"predict", "-", "--set", "/baseline/batch=8", "--plan", "64", "--explain"}, bookProject()).out;
    QVERIFY2(text.contains("more than the batch has examples: at most 8") && !text.contains("best speedup at"),
             text.constData());
}

void tst_cli_predict::units_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("ms") << QStringList{"--t-comp", "1000ms", "--alpha", "800us", "--beta", "40 ms"};
    QTest::newRow("bytes and bandwidth") << QStringList{"--t-comp", "1",    "--alpha",     "0.0008",
                                                        "--bytes",  "40MB", "--bandwidth", "1GB/s"};
    QTest::newRow("bits") << QStringList{"--t-comp", "1s",   "--alpha",     "0.8ms",
                                         "--bytes",  "40e6", "--bandwidth", "8Gbit/s"};
    QTest::newRow("model size") << QStringList{"--t-comp",        "1s",          "--alpha", "0.8ms", "--bytes",
                                               "10M params fp32", "--bandwidth", "1e9"};
    QTest::newRow("with =") << QStringList{"--t-comp=1", "--alpha=8e-4", "--beta=4e-2"};
}

void tst_cli_predict::units()
{
    QFETCH(QStringList, options);
    const CliResult result = runCli(QStringList{"predict"} + options + QStringList{"--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.json()["p_star"].toInt(), 34);
    QVERIFY(std::abs(result.json()["speedup_at_p_star"].toDouble() -
                     runCli(book + QStringList{"--json"}).json()["speedup_at_p_star"].toDouble()) < 1e-9);
}

void tst_cli_predict::workerCounts_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QList<int>>("expectedCounts");
    QTest::newRow("list") << "1,2,8" << QList<int>{1, 2, 8};
    QTest::newRow("doubling") << "4..64" << QList<int>{4, 8, 16, 32, 64};
    QTest::newRow("doubling past the end") << "3..20" << QList<int>{3, 6, 12};
    QTest::newRow("mixed") << "1,2,4..64" << QList<int>{1, 2, 4, 8, 16, 32, 64};
    QTest::newRow("every one") << "1-5" << QList<int>{1, 2, 3, 4, 5};
    QTest::newRow("given order, no duplicates") << "34,13,9,13" << QList<int>{34, 13, 9};
    QTest::newRow("a blank separates") << "1 2" << QList<int>{1, 2};
    QTest::newRow("blanks next to commas") << " 1, 2 ,8 " << QList<int>{1, 2, 8};
    QTest::newRow("blanks within ranges") << "1 - 3 4 .. 16" << QList<int>{1, 2, 3, 4, 8, 16};
    QTest::newRow("above p-max") << "5000" << QList<int>{5000};
}

void tst_cli_predict::workerCounts()
{
    QFETCH(QString, list);
    QFETCH(QList<int>, expectedCounts);
    QList<int> found;
    const QJsonArray rows = runCli(book + QStringList{"--p", list, "--json"}).json()["rows"].toArray();
    for (const QJsonValue& row : rows)
        found << row["p"].toInt();
    QCOMPARE(found, expectedCounts);
}

void tst_cli_predict::cost()
{
    // 2 nodes at 36 USD an hour, 0.5408 s per step: 2 * 36 * 0.5408/3600.
    const QJsonObject step =
        runCli(book + QStringList{"--price", "$36/h", "--p", "2", "--json"}).json()["rows"].toArray()[0].toObject();
    QVERIFY(std::abs(step["cost"].toDouble() - 0.010816) < 1e-12);
    const QJsonObject run = runCli(book + QStringList{"--price", "36", "--steps", "1000", "--p", "2", "--json"})
                                .json()["rows"]
                                .toArray()[0]
                                .toObject();
    QVERIFY(std::abs(run["cost"].toDouble() - 10.816) < 1e-9);
    QVERIFY(runCli(book + QStringList{"--price", "36"}).out.contains("cost (USD)"));
    QVERIFY(!runCli(book).out.contains("cost (USD)"));
}

void tst_cli_predict::csvHasTheSameNumbers()
{
    const QJsonArray rows = runCli(book + QStringList{"--price", "3", "--json"}).json()["rows"].toArray();
    const QString csv = QString::fromUtf8(runCli(book + QStringList{"--price", "3", "--csv"}).out);
    QStringList lines = csv.split('\n', Qt::SkipEmptyParts);
    while (lines.first().startsWith('#'))
        lines.removeFirst();
    const QStringList keys = lines.takeFirst().split(',');
    QCOMPARE(keys.join(' '), QString("p t_comp t_comm t_step speedup efficiency comm_to_compute cost"));
    QCOMPARE(lines.size(), rows.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QStringList fields = lines[i].split(',');
        for (qsizetype k = 0; k < keys.size(); ++k)
            QCOMPARE(fields[k].toDouble(), rows[i].toObject()[keys[k]].toDouble());
    }
}

void tst_cli_predict::degenerate_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("pStar");
    QTest::addColumn<bool>("atLimit");
    QTest::addColumn<int>("dominates");  // 0: null with a reason
    QTest::addColumn<double>("limit");  // -1: null with a reason
    QTest::newRow("alpha 0") << QStringList{"--t-comp", "1", "--alpha", "0", "--beta", "0.04"} << 4096 << true << 14
                             << 12.5;
    QTest::newRow("alpha 0, beta too slow")
        << QStringList{"--t-comp", "1", "--alpha", "0", "--beta", "0.6"} << 1 << false << 2 << 1 / 1.2;
    QTest::newRow("beta 0") << QStringList{"--t-comp", "1", "--alpha", "0.01", "--beta", "0"} << 10 << false << 11
                            << 0.0;
    QTest::newRow("no communication") << QStringList{"--t-comp", "1", "--alpha", "0", "--beta", "0"} << 4096 << true
                                      << 0 << -1.0;
    QTest::newRow("no gain") << QStringList{"--t-comp", "1", "--alpha", "10", "--beta", "10"} << 1 << false << 2 << 0.0;
    QTest::newRow("p-max 1") << QStringList{"--t-comp", "1", "--alpha", "0.0008", "--beta", "0.04", "--p-max", "1"} << 1
                             << true << 0 << 0.0;
    QTest::newRow("edge") << QStringList{"--t-comp", "1", "--alpha", "0.0008", "--beta", "0.04", "--p-max", "34"} << 34
                          << true << 13 << 0.0;
    QTest::newRow("before the edge") << QStringList{"--t-comp", "1",    "--alpha", "0.0008",
                                                    "--beta",   "0.04", "--p-max", "12"}
                                     << 12 << true << 0 << 0.0;
    QTest::newRow("gossip") << QStringList{"--t-comp", "1", "--alpha", "0.01", "--beta", "0.04", "--pattern", "gossip"}
                            << 4096 << true << 10 << 10.0;
    QTest::newRow("tiny") << QStringList{"--t-comp", "1e-300", "--alpha", "0", "--beta", "0"} << 4096 << true << 0
                          << -1.0;
    QTest::newRow("largest") << QStringList{"--t-comp", "1.7e308", "--alpha", "1.7e308", "--beta", "0"} << 1 << false
                             << 2 << 0.0;
    QTest::newRow("huge") << QStringList{"--t-comp", "1e300", "--alpha", "1e-300", "--beta", "0"} << 4096 << true << 0
                          << 0.0;
}

void tst_cli_predict::degenerate()
{
    QFETCH(QStringList, options);
    QFETCH(int, pStar);
    QFETCH(bool, atLimit);
    QFETCH(int, dominates);
    QFETCH(double, limit);
    const CliResult result = runCli(QStringList{"predict"} + options + QStringList{"--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["p_star"].toInt(), pStar);
    QCOMPARE(answer["p_star_at_limit"].toBool(), atLimit);
    if (atLimit || pStar == 1)
        QVERIFY(!answer["p_star_note"].toString().isEmpty());
    if (dominates > 0)
        QCOMPARE(answer["p_comm_dominates"].toInt(), dominates);
    else
        QVERIFY(answer["p_comm_dominates"].isNull() && !answer["p_comm_dominates_reason"].toString().isEmpty() &&
                answer["speedup_at_p_comm_dominates"].isNull());
    if (limit >= 0)
        QVERIFY(std::abs(answer["speedup_limit"].toDouble(-1) - limit) < 1e-9);
    else
        QVERIFY(answer["speedup_limit"].isNull() && !answer["speedup_limit_reason"].toString().isEmpty());

    for (const QStringList& more :
         {QStringList{}, QStringList{"--scaling", "weak"}, QStringList{"--price", "1e308", "--steps", "1e15"}}) {
        QVERIFY(!runCli(QStringList{"predict"} + options + more + QStringList{"--json"}).json().isEmpty());
        const CliResult words = runCli(QStringList{"predict"} + options + more);
        QCOMPARE(words.status, 0);
        QVERIFY2(!QRegularExpression("\\b(nan|inf)\\b").match(QString::fromUtf8(words.out)).hasMatch(),
                 words.out.constData());
    }
    const CliResult commandResult = runCli(QStringList{"predict"} + options);
    QCOMPARE(commandResult.status, 0);
    const QRegularExpression notANumber("\\b(nan|inf|-nan|-inf|infinity)\\b",
                                        QRegularExpression::CaseInsensitiveOption);
    QVERIFY2(!notANumber.match(QString::fromUtf8(commandResult.out)).hasMatch(), commandResult.out.constData());
    QVERIFY2(!notANumber.match(QString::fromUtf8(result.out)).hasMatch(), result.out.constData());
}

void tst_cli_predict::invalidOptions_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("expectedText");
    const QStringList good{"--t-comp", "1", "--alpha", "0.0008", "--beta", "0.04"};
    const auto with = [&](const QStringList& more) { return good + more; };
    const auto replaced = [&](const QString& option, const QString& value) {
        QStringList options = good;
        options[options.indexOf(option) + 1] = value;
        return options;
    };
    for (const char* value :
         {"nan", "NaN", "inf", "-inf", "infinity", "1e400", "0x10", "-1", "abc", "1abc", "", "1e", "1 2", "--", "1s s"})
        QTest::newRow(qPrintable(QString("alpha '%1'").arg(value))) << replaced("--alpha", value) << "--alpha";
    QTest::newRow("t-comp 0") << replaced("--t-comp", "0") << "--t-comp";
    QTest::newRow("t-comp -1") << replaced("--t-comp", "-1s") << "--t-comp";
    QTest::newRow("beta in metres") << replaced("--beta", "4m/s") << "--beta";
    QTest::newRow("no t-comp") << QStringList{"--alpha", "1", "--beta", "1"} << "--t-comp";
    QTest::newRow("no alpha") << QStringList{"--t-comp", "1", "--beta", "1"} << "--alpha";
    QTest::newRow("no beta") << QStringList{"--t-comp", "1", "--alpha", "1"} << "--beta";
    QTest::newRow("no bandwidth") << QStringList{"--t-comp", "1", "--alpha", "1", "--bytes", "4"} << "--bandwidth";
    QTest::newRow("bandwidth 0") << QStringList{"--t-comp", "1", "--alpha", "1", "--bytes", "4", "--bandwidth", "0"}
                                 << "--bandwidth";
    QTest::newRow("beta and bandwidth") << with({"--bandwidth", "1GB/s"}) << "--bandwidth";
    QTest::newRow("unknown pattern") << with({"--pattern", "ring"}) << "book-ring-all-reduce";
    QTest::newRow("p 0") << with({"--p", "1,0"}) << "--p";
    QTest::newRow("p -4") << with({"--p", "-4"}) << "--p";
    QTest::newRow("p backwards") << with({"--p", "64..4"}) << "--p";
    QTest::newRow("p empty part") << with({"--p", "1,,2"}) << "--p";
    QTest::newRow("p too many") << with({"--p", "1-200000"}) << "--p";
    QTest::newRow("p 2.5") << with({"--p", "2.5"}) << "--p";
    QTest::newRow("p-max 0") << with({"--p-max", "0"}) << "--p-max";
    QTest::newRow("p-max 1e3") << with({"--p-max", "1e3"}) << "--p-max";
    QTest::newRow("p-max too large") << with({"--p-max", "99999999999999999999"}) << "--p-max";
    QTest::newRow("price -1") << with({"--price", "-1"}) << "--price";
    QTest::newRow("steps 0.5") << with({"--steps", "0.5"}) << "--steps";
    QTest::newRow("scaling") << with({"--scaling", "strange"}) << "--scaling";
    QTest::newRow("unused option") << with({"--shards", "4"}) << "--shards";
    QTest::newRow("hierarchical without alpha2")
        << with({"--pattern", "hierarchical-all-reduce", "--workers-per-node", "8", "--beta2", "1"}) << "--alpha2";
    QTest::newRow("participation 2") << with({"--pattern", "federated-averaging", "--participation", "2"})
                                     << "--participation";
    QTest::newRow("unknown option") << with({"--alhpa", "1"}) << "--alhpa";
    QTest::newRow("option without value") << with({"--price"}) << "--price";
    QTest::newRow("json and csv") << with({"--json", "--csv"}) << "--csv";
    QTest::newRow("absent file") << QStringList{"/nowhere/at/all.scalewright"} << "/nowhere/at/all.scalewright";
}

void tst_cli_predict::invalidOptions()
{
    QFETCH(QStringList, options);
    QFETCH(QString, expectedText);
    const CliResult result = runCli(QStringList{"predict"} + options);
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(expectedText.toUtf8()), result.err.constData());
    QVERIFY2(result.err.contains("expected"), result.err.constData());
}

void tst_cli_predict::reportsAllProblemsAtOnce()
{
    const CliResult result =
        runCli({"predict", "--t-comp",     "x",  "--alpha",       "-1", "--beta",    "nan", "--p",    "0", "--p-max",
                "0",       "--price",      "-1", "--steps",       "0",  "--scaling", "x",   "--plan", "0", "--pattern",
                "gossip",  "--neighbours", "0",  "--local-steps", "0"});
    QCOMPARE(result.status, 2);
    const QList<QByteArray> lines = result.err.trimmed().split('\n');
    QCOMPARE(lines.size(), 11);
    QVERIFY2(lines.last().contains("and 1 more"), lines.last().constData());
}

void tst_cli_predict::gammaNeedsBytes()
{
    const CliResult without = runCli({"predict", "--t-comp", "1", "--alpha", "1ms", "--beta", "0.04", "--pattern",
                                      "ring-all-reduce", "--gamma", "1ns/B"});
    QCOMPARE(without.status, 2);
    QVERIFY2(without.err.contains("--gamma") && without.err.contains("--bytes"), without.err.constData());
    const QJsonObject with = runCli({"predict", "--t-comp", "1", "--alpha", "1ms", "--beta", "0.04", "--bytes", "10MB",
                                     "--pattern", "ring-all-reduce", "--gamma", "1ns/B", "--p", "4", "--json"})
                                 .json();
    // 2*3 alpha + (3/4)(2 beta + n gamma), n gamma = 10 ms.
    QVERIFY(std::abs(with["rows"].toArray()[0].toObject()["t_comm"].toDouble() - (0.006 + 0.75 * (0.08 + 0.01))) <
            1e-12);
}

// 6 x 7e9 x 512 x 2048 FLOP at 40 % of 312 TFLOP/s: 352.886 s; at 80 %, half. 2 of 32 layers in 0.5 s: 8 s.
void tst_cli_predict::estimatesTComp()
{
    const QByteArray project =
        "{\"format\": \"scalewright-project\", \"version\": 1, \"baseline\": {\"batch\": 512, \"model\": "
        "{\"parameters\": 7e9, \"sequence\": 2048}}, \"target\": {\"alpha_s\": 1e-5, "
        "\"bandwidth_bytes_per_s\": 1e10, \"peak_flops\": 312e12}, \"design\": {\"communication\": "
        "{\"message_bytes\": 14e9}}}";
    const auto tComp = [&](const QStringList& options) {
        const CliResult result =
            runCli(QStringList{"predict", "--json", "--p", "1"} + options + QStringList{"-"}, project);
        if (result.status != 0)
            qFatal("%s", result.err.constData());
        return result.json()["rows"].toArray()[0].toObject()["t_comp"].toDouble();
    };
    const double expected = 4.4040192e16 / 1.248e14;
    QVERIFY(std::abs(tComp({"--t-comp-share", "40%"}) / expected - 1) < 1e-9);
    QVERIFY(std::abs(tComp({"--t-comp-share", "0.8"}) / expected - 0.5) < 1e-9);
    const QStringList layers{"--set", "/baseline/model/layers=32", "--set", "/baseline/model/hidden=4096",
                             "--set", "/baseline/model/heads=32"};
    QCOMPARE(tComp(layers + QStringList{"--t-comp", "0.5 s", "--t-comp-layers", "2"}), 8.0);

    // Without T_comp, the error has the edit that takes the estimate.
    const CliResult missing = runCli({"predict", "-"}, project);
    QCOMPARE(missing.status, 2);
    const QByteArray start = "--set \"";
    const qsizetype edit = missing.err.indexOf(start + "/baseline/t_comp_s=");
    QVERIFY2(edit >= 0, missing.err.constData());
    const qsizetype first = edit + start.size();
    const QString suggestion = QString::fromUtf8(missing.err.mid(first, missing.err.indexOf('"', first) - first));
    QVERIFY(std::abs(tComp({"--set", suggestion}) / expected - 1) < 1e-9);

    for (const QStringList& wrong :
         {QStringList{"--t-comp-share", "0"}, {"--t-comp-share", "0.4", "--t-comp", "1"}, {"--t-comp-layers", "2"}})
        QCOMPARE(runCli(QStringList{"predict"} + wrong + QStringList{"-"}, project).status, 2);
    const CliResult noPeak = runCli({"predict", "--t-comp-share", "0.4", "--set", "/target/peak_flops=", "-"}, project);
    QVERIFY2(noPeak.err.contains("/target/peak_flops"), noPeak.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_predict)
#include "tst_cli_predict.moc"
