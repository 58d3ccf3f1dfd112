// SPDX-License-Identifier: GPL-3.0-or-later
// What the program may conclude from measured ladders, and how confidently. These are ladders from which it once
// concluded too much; the true values are closed forms or hand arithmetic, given in each case.
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QJsonObject answerJson(const QStringList& command, const QByteArray& text)
{
    const CliResult result = runCli(command + QStringList{"--json"}, text);
    if (result.status != 0)
        qFatal("%s", result.err.constData());
    return result.json();
}

QString answerOutput(const QStringList& command, const QByteArray& text)
{
    return QString::fromUtf8(runCli(command, text).out);
}

/// Five runs around each mean, 4 % and 2 % to either side: a standard deviation of 3.2 %.
QByteArray fiveRuns(const QList<std::pair<int, double>>& means)
{
    QByteArray text = "p,time\n";
    for (const auto& [p, mean] : means)
        for (const double share : {0.96, 0.98, 1.0, 1.02, 1.04})
            text += QByteArray::number(p) + ',' + QByteArray::number(mean * share, 'g', 12) + '\n';
    return text;
}

}  // namespace

class tst_cli_verdicts : public QObject {
    Q_OBJECT
private slots:
    void fallingThroughputIsNotAmdahls();
    void identicalSingleRunsAreUndecided();
    void growingComputeIsInflation();
    void serialComputeIsSerial();
    void reportsSlowdown();
    void foldsCarryIntervals();
    void similarCausesAreUndecided();
    void reportsTies();
    void flatTimesShowBothReadings();
    void karpFlattNeedsOneWorker();
    void nearlyIdealIsNotSuperlinear();
    void cheapestWithinNoise();
    void cheapestOfATie();
    void boundariesWithinNoise();
    void guessShowsBothReadings();
    void oneRungHasNoKnee();
    void bothDefinitionsOfSpeedup();
    void noIntervalsFromExactTimes();
    void peaksHaveIntervals();
    void meshIsNotUsl();
    void slowingWorkersAreNotASerialStage();
};

// Thirty runs. Under Amdahl's law the time cannot rise from 13.6 s to 14.8 s; its best curve deviates by 12 %, USL's by
// 3 %. A rise to 14.4 s, 2.9 standard errors, may be a stage that sixteen workers share.
void tst_cli_verdicts::fallingThroughputIsNotAmdahls()
{
    const auto fitTo = [](double lastS) {
        return answerJson({"fit", "-"}, fiveRuns({{1, 98}, {2, 52}, {4, 30}, {8, 18}, {16, 13.6}, {32, lastS}}));
    };
    const QJsonObject close = fitTo(14.4);
    QCOMPARE(close["model"].toString(), QString("usl"));
    QCOMPARE(close["decided"].toBool(true), false);
    QVERIFY(close["as_near"].toArray().contains("a serial part and a stage that only some of the workers share"));
    const QJsonObject answer = fitTo(14.8);
    QCOMPARE(answer["model"].toString(), QString("usl"));
    QCOMPARE(answer["decided"].toBool(), true);
    QVERIFY(answer["decides"].toString() == "law"
                ? answer["law_decided"].toBool() && answer["as_near"].toArray().isEmpty()
                : answer["decides"].toString() == "growth" && !answer["law_decided"].toBool(true) &&
                      !answer["as_near"].toArray().isEmpty());
    QVERIFY2(answer["verdict"].toString().contains("rejects kappa = 0"), qPrintable(answer["verdict"].toString()));
    QVERIFY2(answer["verdict"].toString().contains("Total times do not show what sigma is"),
             qPrintable(answer["verdict"].toString()));
    const QJsonObject record = answer["calibration"].toObject();
    QCOMPARE(record["points"].toInt(), 6);
    QCOMPARE(record["repeats"].toInt(), 5);
    QVERIFY(record["worst_wrong"].toDouble() <= 0.05 && record["earned"].toBool());
    QVERIFY(record["truths"].toArray().size() >= 10);
    QCOMPARE(record["seed"].toInt(), 417);
    QVERIFY(record["command"].toString().startsWith("calibrate --ladders"));
    QVERIFY(record["sentence"].toString().contains("simulated ladders"));
}

void tst_cli_verdicts::identicalSingleRunsAreUndecided()
{
    // sigma 0.05, kappa 0.0012 and one sample of 3 % noise: one run per p cannot rule out Amdahl's law.
    const QJsonObject answer = answerJson({"fit", "-"}, "p,time\n1,101\n2,51.6\n4,30.1\n8,17.2\n16,13.1\n32,11.6\n");
    QVERIFY2(!answer["decided"].toBool(true), qPrintable(answer["verdict"].toString()));
}

void tst_cli_verdicts::growingComputeIsInflation()
{
    // 27 -> 33 s: a stage that takes the same time at every p cannot cause that.
    const QJsonObject answer =
        answerJson({"attribute", "-"}, "p,comp,comm,idle\n1,100,0,0\n2,52,1,1\n4,27,1,1\n8,33,1,1\n");
    QCOMPARE(answer["owner"].toString(), QString("compute-inflation"));
    // S(4) = 100/29; of the missing 0.55, 4 (27 - 25)/29 is compute.
    QVERIFY2(answer["sentence"].toString().contains("0.28 of the missing 0.55"),
             qPrintable(answer["sentence"].toString()));
    QVERIFY(!answer["remedy"].toString().contains("serial"));
}

void tst_cli_verdicts::serialComputeIsSerial()
{
    // comp = 10 + 90/p
    const QJsonObject answer =
        answerJson({"attribute", "-"}, "p,comp,comm,idle\n1,100,0,0\n2,55,1,1\n4,32.5,1,1\n8,21.25,1,1\n");
    QCOMPARE(answer["owner"].toString(), QString("serial-fraction"));
    QVERIFY(!answer["owner_decided"].toBool(true));  // one run each
}

void tst_cli_verdicts::reportsSlowdown()
{
    // From 100 s at p = 2 to 150 s at p = 4: 0.67 times as fast.
    const QString sentence =
        answerJson({"attribute", "-", "--scaling", "strong"}, "p,time\n2,100\n4,150\n")["sentence"].toString();
    QVERIFY2(sentence.startsWith("4 workers are slower than 2: 0.67×.") && !sentence.contains("faster"),
             qPrintable(sentence));
}

// p = 1: 100 s of compute. p = 4: 25 s of compute, 10 +- 0.1 s of communication, 5 s of waiting. The communication fold
// is 4 comm/T per run.
void tst_cli_verdicts::foldsCarryIntervals()
{
    const QJsonObject answer = answerJson(
        {"attribute", "-"}, "p,comp,comm,idle\n1,100,0,0\n1,101,0,0\n1,99,0,0\n4,25,9.9,5\n4,25,10,5\n4,25,10.1,5\n");
    const QJsonObject row = answer["rows"].toArray()[1].toObject();
    // x = 4 comm/(30 + comm): 0.99248, 1, 1.00748, s 0.00750; t(0.95; 2) = 4.303: half-width 4.303 x 0.00750/sqrt(3).
    const QJsonObject interval = row["communication_interval"].toObject();
    QVERIFY(std::abs(interval["high"].toDouble() - interval["low"].toDouble() - 2 * 4.303 * 0.00750 / std::sqrt(3)) <
            1e-4);
    QCOMPARE(answer["owner"].toString(), QString("communication-wall"));
}

void tst_cli_verdicts::similarCausesAreUndecided()
{
    // Communication 8, 12, 10, waiting 11, 8, 9.5: the difference is within the scatter.
    const QJsonObject answer = answerJson(
        {"attribute", "-"}, "p,comp,comm,idle\n1,100,0,0\n1,101,0,0\n1,99,0,0\n4,25,8,11\n4,25,12,8\n4,25,10,9.5\n");
    QCOMPARE(answer["owner"].toString(), QString("undecided"));
    QVERIFY(!answer["owner_decided"].toBool(true));
    QVERIFY(answer["contenders"].toArray() == (QJsonArray{"communication-wall", "load-imbalance"}));
}

void tst_cli_verdicts::reportsTies()
{
    const QJsonObject answer = answerJson({"attribute", "-"}, "p,comp,comm,idle\n1,100,0,0\n4,25,10,10\n");
    QCOMPARE(answer["owner"].toString(), QString("undecided"));
    QVERIFY2(answer["confidence"].toString().contains("a tie"), qPrintable(answer["confidence"].toString()));
}

// 16 x 99.8/100: if the work was fixed, p = 16 costs 16 times as much and is no faster.
void tst_cli_verdicts::flatTimesShowBothReadings()
{
    const QByteArray flat = "p,time\n1,100\n2,99.5\n4,101\n8,100.4\n16,99.8\n";
    const QJsonObject attribution = answerJson({"attribute", "-"}, flat);
    for (const QString& each : {attribution["sentence"].toString(), attribution["scaling_doubt"].toString(),
                                answerJson({"cost", "-", "--price", "1"}, flat)["exchange"].toString()}) {
        QVERIFY2(each.contains("guess") && each.contains("If the work was fixed"), qPrintable(each));
        QVERIFY2(each.contains("costs 16.0 times as much") && each.contains("1.00× as fast"), qPrintable(each));
    }
    QVERIFY(!attribution["confidence"].toString().startsWith("Measured"));
    QVERIFY(!answerJson({"attribute", "-", "--scaling", "weak"}, flat)["sentence"].toString().contains("guess"));
}

void tst_cli_verdicts::karpFlattNeedsOneWorker()
{
    // Amdahl with f = 0.05, measured from p = 4 on; relative to p = 4 the formula would give 0.05/(0.05 + 0.95/4) =
    // 0.17.
    const QJsonArray rows =
        answerJson({"attribute", "-"}, "p,time\n4,28.75\n8,16.875\n16,10.9375\n32,7.96875\n")["rows"].toArray();
    QVERIFY(rows[3]["karp_flatt"].isNull());
    QCOMPARE(rows[3]["karp_flatt_reason"].toString(), QString("needs the time at p = 1"));
}

void tst_cli_verdicts::nearlyIdealIsNotSuperlinear()
{
    // E(2) = 100/(2 x 49.75) = 1.005
    const QString text = answerOutput({"attribute", "-", "--explain"}, "p,time\n1,100\n2,49.75\n4,26\n8,14\n");
    QVERIFY2(!text.contains("cache") && text.simplified().contains("not shown to be more"), qPrintable(text));
    // E(2) = 1.25.
    QVERIFY(answerOutput({"attribute", "-", "--explain"}, "p,time\n1,100\n2,40\n4,22\n").contains("cache"));
}

void tst_cli_verdicts::cheapestWithinNoise()
{
    // The truth is 100/p; at p = 2 the runs happen to be 3 % too fast and scatter by 10 %.
    const QByteArray noisy =
        "p,time\n1,90\n1,95\n1,100\n1,105\n1,110\n2,43\n2,46\n2,48.5\n2,51\n2,54\n4,24\n4,25\n4,26\n4,27\n4,29\n";
    const QJsonObject answer = answerJson({"cost", "-", "--price", "1", "--scaling", "strong"}, noisy);
    QCOMPARE(answer["cost_optimal_p"].toInt(), 2);
    QCOMPARE(answer["cost_optimal_decided"].toBool(true), false);
    QVERIFY2(answer["cost_optimal_doubt"].toString().contains("do not separate its cost from that of p = 1, 4"),
             qPrintable(answer["cost_optimal_doubt"].toString()));
    // One run each: the noise is unknown, so nothing is decided.
    const QJsonObject single =
        answerJson({"cost", "-", "--price", "3.2"},
                   "p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26\n8,100,58,48\n16,50,95,90\n");
    QVERIFY(!single["cost_optimal_decided"].toBool(true));
    QVERIFY(single["cost_optimal_doubt"].toString().contains("the noise is unknown") &&
            single["runs_note"].toString().contains("One run at each p"));
}

// 100, 50 and 25 s cost the same on 1, 2 and 4 workers: every line of the answer names the fastest of them as the
// cheapest. 20 s on 8 workers cost 1.6 times as much.
void tst_cli_verdicts::cheapestOfATie()
{
    const QByteArray tie = "p,time\n1,100\n2,50\n4,25\n8,20\n";
    const QJsonObject answer = answerJson({"cost", "-", "--price", "3"}, tie);
    QCOMPARE(answer["cost_optimal_p"].toInt(), 4);
    QCOMPARE(answer["nightly"].toObject()["p"].toInt(), 4);
    QVERIFY(hasFact(answer, "figure", "exchange", "1.60× the cost to go 1.25× faster"));
    QVERIFY(hasFact(answer, "figure", "price", "cheapest p stays 4"));
    QVERIFY(hasFact(answer, "figure", "prices", "does not move the cheapest p, 4"));
}

// 100 s at p = 1 and 51 s at p = 2 cost 1 : 1.02. Runs that scatter by 5 % cannot separate the two (the half-width for
// a mean of five is about 2.78 x 5 %/sqrt(5) = 6 %), runs that scatter by 0.1 % can; 51 s is faster in both cases.
void tst_cli_verdicts::boundariesWithinNoise()
{
    const auto ladder = [](double scatter) {
        QByteArray text = "p,time\n";
        for (const auto& [p, mean] : {std::pair{1, 100.0}, {2, 51.0}})
            for (const double share : {-1.26, -0.63, 0.0, 0.63, 1.26})
                text += QByteArray::number(p) + ',' + QByteArray::number(mean * (1 + share * scatter), 'g', 12) + '\n';
        return text;
    };
    const QJsonObject wide = answerJson({"cost", "-", "--price", "1"}, ladder(0.05));
    const QJsonArray ranges = wide["right"].toArray();
    QVERIFY(ranges[0].toObject()["untold_from"].toArray() == QJsonArray{2});
    QVERIFY(!ranges[1].toObject().contains("untold_from"));
    QVERIFY2(wide["nightly"].toObject()["why"].toString().contains("but the runs do not separate it from p 2"),
             qPrintable(wide["nightly"].toObject()["why"].toString()));
    QVERIFY(!wide.contains("fastest_doubt") && !wide.contains("runs_note"));
    const QJsonObject narrow = answerJson({"cost", "-", "--price", "1"}, ladder(0.001));
    QVERIFY(!narrow["right"].toArray()[0].toObject().contains("untold_from"));
    QVERIFY(narrow["cost_optimal_decided"].toBool());
    // 52 s at p = 4 after 51 s at p = 2: the fastest p is undecided, but the knee is known.
    const QJsonObject flat = answerJson({"attribute", "-"}, ladder(0.05) + "4,48\n4,50\n4,52\n4,54\n4,56\n");
    QCOMPARE(flat["fastest_p"].toInt(), 2);
    QVERIFY2(flat["fastest_doubt"].toString().contains("do not distinguish it from p = 4"),
             qPrintable(flat["fastest_doubt"].toString()));
    QVERIFY(!flat["knee_doubt"].toString().contains("4"));
}

// 100, 99.5, 101, 100.4, 99.8 s. Weak scaling: by c T/p for the work of p = 1, p = 2 is the cheapest and p = 16 the
// fastest. Fixed work: p T is smallest at 1, T at 2.
void tst_cli_verdicts::guessShowsBothReadings()
{
    const QByteArray times = "p,time\n1,100\n2,99.5\n4,101\n8,100.4\n16,99.8\n";
    const QJsonObject cost = answerJson({"cost", "-", "--price", "3.2"}, times);
    QCOMPARE(cost["cost_optimal_p"].toInt(), 2);
    QCOMPARE(cost["fastest_p"].toInt(), 16);
    const QJsonObject fixed = cost["if_fixed"].toObject();
    QCOMPARE(fixed["cost_optimal_p"].toInt(), 1);
    QCOMPARE(fixed["fastest_p"].toInt(), 2);
    QCOMPARE(fixed["knee_p"].toInt(), 1);
    QVERIFY(std::abs(fixed["rows"].toArray()[4].toObject()["cost"].toDouble() - 3.2 * 16 * 99.8 / 3600) < 1e-9);
    // Every fact with a p is given with its value under the other reading.
    for (const char* label : {"cost-optimal", "fastest", "knee", "plan p", "an hour worth", "nightly job",
                              "interactive", "price", "prices"})
        QVERIFY2(hasFact(cost, "assumption", label, "if the work was fixed"), label);
    const QJsonObject attribution = answerJson({"attribute", "-"}, times)["if_fixed"].toObject();
    QCOMPARE(attribution["fastest_p"].toInt(), 2);
    QVERIFY(!attribution["remedy"].toString().startsWith("None needed"));
    // Fixed work with flat times is Amdahl's law with f = 1, which needs no third parameter.
    QVERIFY(answerJson({"fit", "-"}, times)["if_fixed"].toObject()["verdict"].toString().contains("Amdahl’s law: the"));
    // The first line shows both readings: 16 x 100/99.8 and 100/99.8; c 16 T/3600 divided by 16, and undivided.
    const QByteArray folds = runCli({"attribute", "-", "--quiet"}, times).out;
    QVERIFY2(folds.contains("16.0×") && folds.contains("1.00"), folds);
    const QByteArray usd = runCli({"cost", "-", "--price", "3.2", "--quiet"}, times).out;
    QVERIFY2(usd.contains("$0.0887") && usd.contains("$1.42"), usd);
    const auto clarity = [&](const QStringList& command) {
        return answerJson(command, times)["answer"].toObject()["sure"].toObject()["clarity"].toString();
    };
    QCOMPARE(clarity({"attribute", "-"}), clarity({"fit", "-"}));
    QCOMPARE(clarity({"cost", "-", "--price", "3.2"}), clarity({"fit", "-"}));
    // If the scaling is stated or follows from falling times, there is no guess and no second reading.
    QVERIFY(!answerJson({"cost", "-", "--price", "3.2", "--scaling", "weak"}, times).contains("if_fixed"));
}

void tst_cli_verdicts::oneRungHasNoKnee()
{
    const QJsonObject answer = answerJson({"attribute", "-"}, "p,time\n4,100\n");
    QVERIFY(answer["knee_p"].isNull());
    QVERIFY(answer["knee_p_reason"].toString().contains("Only one p was measured"));
    QVERIFY(!answerOutput({"attribute", "-", "--explain"}, "p,time\n4,100\n").contains("knee          4"));
    QVERIFY(answerJson({"cost", "-", "--price", "1"}, "p,time\n4,100\n")["knee_p"].isNull());
}

void tst_cli_verdicts::bothDefinitionsOfSpeedup()
{
    // Measured from p = 2: the rows state S relative to p = 2, the law relative to its own single worker. T = 10 +
    // 90/p: f = 0.1, limit 10; relative to the measured 55 s at p = 2, S approaches 2 x 55/10 = 11.
    const QJsonObject answer =
        answerJson({"fit", "-", "--model", "amdahl"}, "p,time\n2,55\n4,32.5\n8,21.25\n16,15.625\n");
    QVERIFY(std::abs(answer["limit_speedup"].toDouble() - 10) < 1e-6);
    QVERIFY(std::abs(answer["limit_speedup_measured"].toDouble() - 11) < 1e-6);
    QVERIFY(answer["limit_speedup_against"].toString().contains("own single worker"));
    QVERIFY(answer["speedup_against"].toString().contains("measured p = 2"));
}

void tst_cli_verdicts::noIntervalsFromExactTimes()
{
    // T = 100/p exactly: alpha and beta are 0, with unknown uncertainty.
    const QJsonObject answer =
        answerJson({"fit", "-", "--model", "alpha-beta"}, "p,time\n1,100\n2,50\n4,25\n8,12.5\n16,6.25\n");
    const QJsonObject alpha = answer["parameters"].toObject()["alpha"].toObject();
    QCOMPARE(alpha["value"].toDouble(), 0.0);
    QVERIFY(alpha["low"].isNull() && alpha["high"].isNull() && alpha["high_reason"].toString().contains("no interval"));
}

void tst_cli_verdicts::peaksHaveIntervals()
{
    // sigma 0.05, kappa 0.0012: the peak is at sqrt(0.95/0.0012) = 28.1.
    QList<std::pair<int, double>> means;
    double deviation = 0.01;  // rungs exactly on the curve would show no noise
    for (const int p : {1, 2, 4, 8, 16, 32, 64}) {
        means.append({p, (1 + deviation) * (100.0 / p + 5.0 * (p - 1) / p + 0.12 * (p - 1))});
        deviation = -deviation;
    }
    const QJsonObject answer = answerJson({"fit", "-", "--model", "usl"}, fiveRuns(means));
    QVERIFY(std::abs(answer["peak_p"].toDouble() - std::sqrt(0.95 / 0.0012)) < 1);
    const QJsonObject interval = answer["peak_interval"].toObject();
    QVERIFY(interval["low"].toDouble() <= 28.2 && interval["high"].toDouble() >= 28.0);
    const QJsonObject noisy =
        answerJson({"fit", "-", "--model", "usl"}, "p,time\n1,103\n2,51\n4,30.9\n8,17.3\n16,12.9\n32,11.4\n64,14.4\n");
    QVERIFY(noisy["peak_interval"]["low"].toDouble() < noisy["peak_p"].toDouble() &&
            noisy["peak_p"].toDouble() < noisy["peak_interval"]["high"].toDouble());
    QVERIFY(noisy["limit_speedup_interval"].isNull() && !noisy["limit_speedup_interval_reason"].toString().isEmpty());
}

// 1000/p + 12 sqrt p seconds, five runs per p within 1 %: a growing overhead, and no law here has its shape.
void tst_cli_verdicts::meshIsNotUsl()
{
    QByteArray ladder = "p,time\n";
    for (const int p : {1, 2, 4, 8, 16, 32, 64})
        for (const double run : {0.99, 0.995, 1.0, 1.005, 1.01})
            ladder += QByteArray::number(p) + ',' +
                      QByteArray::number(run * (1000.0 / p + 12 * std::sqrt(p)), 'g', 10) + '\n';
    const QJsonObject answer = answerJson({"fit", "-"}, ladder);
    QCOMPARE(answer["decides"].toString(), QString("growth"));
    QVERIFY(!answer["law_decided"].toBool(true));
    // The runs reject the nearest law: its peak is not a result. Over all laws with a growing part the peak is known: at
    // (2 * 1000/12)^(2/3) = 30.3, S = 1012/(1000/30.3 + 12 sqrt 30.3) = 10.2.
    QVERIFY(answer["peak_p"].isNull());
    const QJsonObject bestP = answer["best_p"].toObject(), best = answer["best_speedup"].toObject();
    QVERIFY(bestP["value"].isNull() && bestP["low"].toDouble() <= 30.3 && 30.3 <= bestP["high"].toDouble());
    QVERIFY(best["value"].isNull() && best["low"].toDouble() <= 10.2 && 10.2 <= best["high"].toDouble());
    QVERIFY2(answer["as_near"].toArray().contains("a serial part and a time that grows as another power of p"),
             qPrintable(answer["verdict"].toString()));
}

// Compute of 100/p (1 + 0.1 log2 p) and 100/p (1 + 0.1 (sqrt p - 1)): no stage takes the same time at every p.
void tst_cli_verdicts::slowingWorkersAreNotASerialStage()
{
    for (const bool root : {false, true}) {
        QByteArray ladder = "p,comp,comm,idle\n";
        for (const int p : {1, 2, 4, 8, 16, 32})
            for (const double run : {0.98, 1.01, 1.0, 0.99, 1.02}) {
                const double slower = root ? 1 + 0.1 * (std::sqrt(p) - 1) : 1 + 0.1 * std::log2(p);
                ladder += QByteArray::number(p) + ',' + QByteArray::number(run * 100 / p * slower, 'g', 10) +
                          (p > 1 ? ",0.2,0.2\n" : ",0,0\n");
            }
        const QJsonObject answer = answerJson({"attribute", "-"}, ladder);
        QVERIFY2(answer["owner"].toString() != "serial-fraction", qPrintable(answer["confidence"].toString()));
        QVERIFY(answer["owner"].toString() == "compute-inflation" ||
                answer["contenders"].toArray().contains("compute-inflation"));
    }
}

SCALEWRIGHT_TEST(tst_cli_verdicts)
#include "tst_cli_verdicts.moc"
