// SPDX-License-Identifier: GPL-3.0-or-later
// Runs cost through the real program. Expected values: the book's Output 41.7.2, to the last printed digit, and its
// exercises.
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

CliResult cost(const QStringList& options, const QByteArray& text = bookLadder)
{
    return runCli(QStringList{"cost", "-"} + options, text);
}

QJsonObject runCostJson(const QStringList& options, const QByteArray& text = bookLadder)
{
    const CliResult result = cost(options + QStringList{"--json"}, text);
    if (result.status != 0)
        qFatal("%s", result.err.constData());
    return result.json();
}

}  // namespace

class tst_cli_cost : public QObject {
    Q_OBJECT
private slots:
    void output4172();
    void text();
    void regimes();
    void owned();
    void goals_data();
    void goals();
    void project();
    void noRatio();
    void totals();
    void baseAboveOne();
    void throughput();
    void throughputPerRun();
    void csv();
    void bestPPerHourValue();
    void clearOrClose_data();
    void clearOrClose();
    void preemption();
    void firstRegimeSetsThePrices();
    void limitsAssumeTheSameWork();
    void throughputOnSpot();
    void predicted();
    void predictedOnSpot();
    void ownedMachinesForMonthlyRuns();
    void singleP();
    void ownedBelowBreakEven();
    void errors_data();
    void errors();
};

void tst_cli_cost::output4172()
{
    const QJsonObject answer = runCostJson({"--price", "3.20"});
    QCOMPARE(runCostJson({"--price", "3,20"}), answer);  // a decimal comma
    QCOMPARE(answer["t1"].toDouble(), 800.0);
    const QStringList speedups{"1.00", "1.86", "3.08", "3.88", "3.40"},
        efficiencies{"1.00", "0.93", "0.77", "0.49", "0.21"};
    const QStringList costs{"0.711", "0.764", "0.924", "1.465", "3.342"};
    const QStringList comm{"0.0", "4.2", "13.1", "28.2", "40.4"}, idle{"0.0", "2.8", "10.0", "23.3", "38.3"};
    const QList<double> times{800, 430, 260, 206, 235};
    for (int i = 0; i < 5; ++i) {
        const QJsonObject row = answer["rows"][i].toObject();
        QCOMPARE(row["p"].toInt(), 1 << i);
        QCOMPARE(row["t"].toDouble(), times[i]);
        QCOMPARE(QString::number(row["speedup"].toDouble(), 'f', 2), speedups[i]);
        QCOMPARE(QString::number(row["efficiency"].toDouble(), 'f', 2), efficiencies[i]);
        QCOMPARE(QString::number(row["cost"].toDouble(), 'f', 3), costs[i]);
        QCOMPARE(QString::number(100 * row["comm_share"].toDouble(), 'f', 1), comm[i]);
        QCOMPARE(QString::number(100 * row["idle_share"].toDouble(), 'f', 1), idle[i]);
    }
    const QStringList gains{"0.86", "1.22", "0.81", "-0.48"}, dearer{"0.053", "0.160", "0.540", "1.877"},
        ratios{"16.13", "7.60", "1.49", "-0.26"};
    QCOMPARE(answer["marginal"].toArray().size(), 4);
    for (int i = 0; i < 4; ++i) {
        const QJsonObject step = answer["marginal"][i].toObject();
        QCOMPARE(step["from"].toInt(), 1 << i);
        QCOMPARE(step["to"].toInt(), 2 << i);
        QCOMPARE(QString::number(step["d_speedup"].toDouble(), 'f', 2), gains[i]);
        QCOMPARE(QString::number(step["d_cost"].toDouble(), 'f', 3), dearer[i]);
        QCOMPARE(QString::number(step["speedup_per_dollar"].toDouble(), 'f', 2), ratios[i]);
    }
    QCOMPARE(answer["cost_optimal_p"].toInt(), 1);
    QCOMPARE(answer["fastest_p"].toInt(), 8);
    QCOMPARE(answer["knee_p"].toInt(), 4);
    QCOMPARE(answer["plan_p"].toInt(), 4);
    QCOMPARE(answer["why"].toString(), "the knee");
    QCOMPARE(answer["exchange"].toString(), "2.06× the cost to go 3.88× faster");
    QVERIFY(answer["price_moves_p"].toString().contains("does not move the cheapest p, 1"));
}

// In Output 41.7.2 the plan is the knee, p = 4: 4 x 260 s at $3.20 an hour cost $0.924.
void tst_cli_cost::text()
{
    const CliResult result = cost({"--price", "3.20"});
    QCOMPARE(result.status, 0);
    QVERIFY2(result.out.contains("8      206  3.88  0.49       1.465      28.2      23.3"), result.out.constData());
    const QJsonObject answer = runCostJson({"--price", "3.20"});
    QCOMPARE(headlineOf(answer), "4 workers: 3.08×, $0.92 a run, 260 s.");
    QCOMPARE(answerText(answer, "next", "pointer"), "/goal/hour_value_usd");
    QCOMPARE(answerText(answer, "sure", "basis"), "measured");
    QCOMPARE(answerText(answer, "sure", "note"), "one run per point");
    QVERIFY(hasFact(answer, "figure", "plan p", "4 (the knee)"));
    QVERIFY(hasFact(answer, "figure", "cost-optimal", "1: $0.71 a run, 800 s, speedup 1.00"));
    QVERIFY(hasFact(answer, "figure", "fastest", "8: $1.46 a run, 206 s, speedup 3.88"));
    QVERIFY(hasFact(answer, "figure", "exchange", "2.06× the cost to go 3.88× faster"));
    QVERIFY(hasFact(answer, "figure", "each step", "8 to 16: 0.48 less speedup for $1.88"));
}

void tst_cli_cost::regimes()
{
    const QJsonObject answer =
        runCostJson({"--price", "3.20", "--regime", "on-demand", "--regime", "spot", "--regime", "owned"});
    const QJsonArray regimes = answer["regimes"].toArray();
    QCOMPARE(regimes.size(), 3);
    const QList<double> factors{1, 0.30, 0.60};
    for (int i = 0; i < 3; ++i) {
        QVERIFY(std::abs(regimes[i]["price_usd_per_hour"].toDouble() - 3.2 * factors[i]) < 1e-12);
        QCOMPARE(regimes[i]["cost_optimal_p"].toInt(), 1);  // no regime moves it
        for (int row = 0; row < 5; ++row)
            QVERIFY(std::abs(regimes[i]["rows"][row]["cost"].toDouble() -
                             factors[i] * answer["rows"][row]["cost"].toDouble()) < 1e-12);
    }
    // Only with a value of time does the cheaper regime move the plan to more workers (calculated by hand in
    // tst_ladder_cost).
    const QJsonObject timed =
        runCostJson({"--price", "3.20", "--regime", "on-demand", "--regime", "spot", "--hour-value", "20"});
    QCOMPARE(timed["regimes"][0]["plan_p"].toInt(), 4);
    QCOMPARE(timed["regimes"][1]["plan_p"].toInt(), 8);
    QCOMPARE(runCostJson({"--price", "3.20", "--regime", "spot"})["regime"].toString(), "spot");
    QVERIFY(std::abs(runCostJson({"--price", "10", "--regime", "spot", "--spot-factor", "0.2"})["price_usd_per_hour"]
                         .toDouble() -
                     2) < 1e-12);
}

void tst_cli_cost::owned()
{
    const QStringList base{"--price", "3.20", "--regime", "owned"};
    const QJsonObject idle = runCostJson(base + QStringList{"--utilisation", "0.5"});
    QVERIFY(idle["price_usd_per_hour"].isNull() && idle["rows"].isNull() && idle["plan_p"].isNull());
    QVERIFY(idle["plan_p_reason"].toString().contains("busy 50 % of the time do not pay off: they do above 60 %"));
    QVERIFY(std::abs(runCostJson(base + QStringList{"--utilisation", "0.7"})["price_usd_per_hour"].toDouble() -
                     1.92 / 0.7) < 1e-12);
    QVERIFY(
        runCostJson(base + QStringList{"--utilisation", "0.7", "--utilisation-threshold", "0.8"})["price_usd_per_hour"]
            .isNull());
    QVERIFY(runCostJson(base)["price_note"].toString().contains("above 60 % busy"));
    QVERIFY(hasFact(idle, "rival", "owned", "above 60 %"));
}

void tst_cli_cost::goals_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("p");
    QTest::addColumn<QString>("expectedReason");
    QTest::newRow("nightly batch") << QStringList{"--deadline", "8h"} << 1 << "the cheapest within the deadline";
    QTest::newRow("interactive") << QStringList{"--deadline", "210s"} << 8
                                 << "the cheapest within the deadline of 210 s";
    QTest::newRow("a dollar") << QStringList{"--budget", "1"} << 4 << "the fastest within the budget of $1.00";
    QTest::newRow("impossible") << QStringList{"--deadline", "1min"} << 0 << "no measured p meets the deadline";
    QTest::newRow("time worth 100 an hour") << QStringList{"--hour-value", "100"} << 8 << "least cost";
}

void tst_cli_cost::goals()
{
    QFETCH(QStringList, options);
    QFETCH(int, p);
    QFETCH(QString, expectedReason);
    const QJsonObject answer = runCostJson(QStringList{"--price", "3.20"} + options);
    if (p == 0) {
        QVERIFY(answer["plan_p"].isNull());
        QCOMPARE(answer["plan_p_reason"], answer["why"]);
    } else {
        QCOMPARE(answer["plan_p"].toInt(), p);
    }
    QVERIFY2(answer["why"].toString().contains(expectedReason), qPrintable(answer["why"].toString()));
}

void tst_cli_cost::project()
{
    const CliResult output = runCli({"cost", examplePath("output-41.7.2"), "--json"});
    QVERIFY2(output.status == 0, output.err);
    QCOMPARE(QString::number(output.json()["rows"][3]["cost"].toDouble(), 'f', 3), "1.465");
    QCOMPARE(output.json()["plan_p"].toInt(), 4);
    const CliResult student = runCli({"cost", examplePath("student-41.7"), "--json"});
    QCOMPARE(student.json()["plan_p"].toInt(), 8);
    QVERIFY(student.json()["why"].toString().startsWith("the fastest measured; "));  // the reason stored in the project
    const CliResult dearer = runCli({"cost", examplePath("student-41.7"), "--price", "6.40", "--json"});
    QCOMPARE(dearer.json()["price_usd_per_hour"].toDouble(), 6.4);

    const QByteArray goal =
        R"({"format": "scalewright-project", "version": 1, "target": {"price_usd_per_hour": 3.2}, "goal": {"deadline_s": 300},
        "measurements": {"ladders": [{"scaling": "strong", "points": [{"p": 1, "time_s": 800}, {"p": 4, "time_s": 260}, {"p": 8, "time_s": 206}]}]}})";
    QCOMPARE(runCostJson({}, goal)["plan_p"].toInt(), 4);
    QVERIFY(hasFact(runCostJson({}, goal), "reading", "goal", "deadline"));
    QCOMPARE(runCostJson({"--deadline", "210"}, goal)["plan_p"].toInt(), 8);
}

void tst_cli_cost::noRatio()
{
    const QJsonObject answer = runCostJson({"--price", "3.20"}, "p,time\n1,800\n2,400\n4,300\n");
    QVERIFY(answer["marginal"][0]["speedup_per_dollar"].isNull());
    QVERIFY(answer["marginal"][0]["speedup_per_dollar_reason"].toString().contains("costs nothing extra"));
    QVERIFY(hasFact(answer, "figure", "each step", "1 to 2: 1.00 more speedup for $0.00"));
    QVERIFY(!cost({"--price", "3.20", "--explain"}, "p,time\n1,800\n2,400\n4,300\n").out.contains("inf"));
}

void tst_cli_cost::totals()
{
    const QJsonObject answer = runCostJson({"--price", "3.20"}, "p,time\n1,800\n2,430\n");
    QVERIFY(answer["rows"][1]["comm_share"].isNull());
    QCOMPARE(answer["rows"][1]["comm_share_reason"].toString(), "only total times were measured");
}

void tst_cli_cost::baseAboveOne()
{
    const QJsonObject answer = runCostJson({"--price", "3.60"}, "p,time\n4,100\n8,60\n");
    QVERIFY(answer["t1"].isNull());
    QCOMPARE(answer["t1_reason"].toString(), "p = 1 was not measured");
    QCOMPARE(answer["rows"][0]["cost"].toDouble(), 0.4);
    // 430/150 = 2.87, relative to the smallest measured p wherever a speedup is stated.
    const QJsonObject fromTwo = runCostJson({"--price", "3", "--plan", "8"}, "p,time\n2,430\n4,260\n8,150\n");
    QVERIFY2(headlineOf(fromTwo).contains("2.87× as fast as 2,"), qPrintable(headlineOf(fromTwo)));
    QVERIFY(hasFact(fromTwo, "figure", "fastest", "150 s, 2.87× as fast as 2"));
    QVERIFY(!headlineOf(runCostJson({"--price", "3", "--plan", "2"}, "p,time\n2,430\n8,150\n")).contains("×"));
}

void tst_cli_cost::throughput()
{
    const QJsonObject answer = runCostJson({"--price", "36"}, "gpus,images_per_s\n1,100\n2,160\n");
    QVERIFY(std::abs(answer["rows"][1]["cost"].toDouble() - 0.01 * 2 / 160) < 1e-15);
    QVERIFY(answer["notes"][0].toString().contains("per unit of work"));
    const CliResult text = cost({"--price", "36"}, "gpus,images_per_s\n1,100\n2,160\n");
    QVERIFY2(text.out.contains("a unit of work") && !text.out.contains("0.000 "), text.out);
}

void tst_cli_cost::csv()
{
    const CliResult result = cost({"--price", "3.20", "--csv"});
    QVERIFY(result.out.contains("p,t,speedup,efficiency,cost,comm_percent,idle_percent\n1,800,1,1,"));
}

// The borders are calculated by hand in tst_choice: $0.519, $3.39 and $36.0 an hour; p = 16 is slower and more
// expensive than p = 8.
void tst_cli_cost::bestPPerHourValue()
{
    const QJsonObject answer =
        runCostJson({"--price", "3.20", "--hour-value", "12", "--regime", "on-demand", "--regime", "spot"});
    const QJsonArray right = answer["right"].toArray();
    QCOMPARE(right.size(), 4);
    const QStringList borders{"0.52", "3.39", "36.03"};
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(right[i]["p"].toInt(), 1 << i);
        if (i < 3)
            QCOMPARE(QString::number(right[i]["to_usd_per_hour"].toDouble(), 'f', 2), borders[i]);
    }
    QVERIFY(right[3]["to_usd_per_hour"].isNull() && !right[3]["to_usd_per_hour_reason"].toString().isEmpty());
    QCOMPARE(answer["right_p"].toInt(), 4);
    QCOMPARE(answer["plan_p"].toInt(), 4);
    QCOMPARE(answer["dominated"][0]["p"].toInt(), 16);
    QCOMPARE(answer["dominated"][0]["by"].toInt(), 8);
    QCOMPARE(answer["right_by_regime"][1]["right_p"].toInt(), 8);
    QCOMPARE(answer["regimes"][1]["plan_p"].toInt(), 8);
    QCOMPARE(answer["nightly"]["p"].toInt(), 1);
    QCOMPARE(answer["interactive"]["p"].toInt(), 8);
    QVERIFY(hasFact(runCostJson({"--price", "3.20"}), "rival", "an hour worth", "$3.39 to $36.03"));
    // With three runs at each p, the borders have intervals around them.
    const QJsonObject repeated = runCostJson({"--price", "3.60"}, "p,time\n1,100\n1,101\n1,99\n2,60\n2,61\n2,59\n");
    const QJsonObject border = repeated["right"][0]["border"].toObject();
    QVERIFY(border["low"].toDouble() < border["value"].toDouble() &&
            border["value"].toDouble() < border["high"].toDouble());
}

// Three runs at each p; at $3 the border from 8 to 16 is $27.00 an hour (0.04200 * 3600/5.6), with a 95 % interval of
// 18.7 to 38.9, and the border from 16 to 32 is above $78. Cheapest within a deadline of 25 s is p = 8 with 17.5 s (17.3
// to 17.9), which may also meet 17.4 s and miss 17.6 s. At $300 an hour p = 32 is best, but a larger p may be better.
void tst_cli_cost::clearOrClose_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("p");
    QTest::addColumn<QString>("clarity");
    QTest::newRow("in the interval of the upper border") << QStringList{"--hour-value", "26.90"} << 8 << "close";
    QTest::newRow("in the interval of the lower border") << QStringList{"--hour-value", "38"} << 16 << "close";
    QTest::newRow("below it") << QStringList{"--hour-value", "18"} << 8 << "clear";
    QTest::newRow("above it") << QStringList{"--hour-value", "45"} << 16 << "clear";
    QTest::newRow("past the last p") << QStringList{"--hour-value", "300"} << 32 << "";
    QTest::newRow("within the deadline") << QStringList{"--deadline", "25s"} << 8 << "clear";
    QTest::newRow("may miss the deadline") << QStringList{"--deadline", "17.6s"} << 8 << "close";
    QTest::newRow("a cheaper p may meet it") << QStringList{"--deadline", "17.4s"} << 16 << "close";
    QTest::newRow("the fastest within the budget") << QStringList{"--budget", "0.14"} << 8 << "clear";
    QTest::newRow("a chosen p") << QStringList{"--hour-value", "26.90", "--plan", "4"} << 4 << "";
}

void tst_cli_cost::clearOrClose()
{
    QFETCH(QStringList, options);
    QFETCH(int, p);
    QFETCH(QString, clarity);
    const QJsonObject answer =
        runCostJson(QStringList{"--price", "3"} + options,
                    "p,time\n1,100.3\n1,99.1\n1,101.2\n2,52.0\n2,53.5\n2,52.9\n4,29.2\n4,28.8\n4,29.9\n8,17.3\n8,17.9\n"
                    "8,17.5\n16,11.8\n16,12.2\n16,11.9\n32,9.4\n32,9.1\n32,9.6\n");
    QCOMPARE(answer["plan_p"].toInt(), p);
    QCOMPARE(answerText(answer, "sure", "basis"), "measured");
    QCOMPARE(answerText(answer, "sure", "clarity"), clarity);
}

// Nodes run 1000 s between failures, without recovery: E = M(e^(T/M) - 1), M = 1000/p. At p = 1: 1000 (e^0.8 - 1) =
// 1225.5 s; at p = 2: 500 (e^0.86 - 1) = 681.6 s.
void tst_cli_cost::preemption()
{
    const QJsonObject spot = runCostJson({"--price", "3.20", "--regime", "spot", "--spot-mtbf", "1000"});
    QVERIFY(std::abs(spot["rows"][0]["t"].toDouble() - 1225.54) < 0.01);
    QVERIFY(std::abs(spot["rows"][1]["t"].toDouble() - 681.58) < 0.01);
    QVERIFY(spot["right_by_regime"][1]["preemption"].toString().contains("restarts the run"));
    QCOMPARE(cost({"--price", "3.20", "--spot-mtbf", "1000"}).status, 2);
}

// A project without a ladder is priced from the prediction. Output 41.4.1 at $3.60 an hour (a tenth of a cent per
// second), 1000 steps: T(1) = 1000 s and $1.00; T(2) = 500 + 0.8 + 40 = 540.8 s and $1.0816; T(34), the fastest,
// follows from the book's S of 7.49, and E is 22.0 %. The boundary between 1 and 2 is 0.0816/459.2 s = $0.6397 an hour.
// If a node lasts 6 h, T becomes M (e^{T/M} - 1), M = 21600/p: 740.2 s at 12, 592.1 at 24, 720.1 at 48; at $0.825 they
// cost $2.0355, $3.2566 and $7.921. So 24 is the fastest and is best from 3600 (3.2566 - 2.0355)/(740.2 - 592.1) =
// $29.69 an hour, and 48 is never best.
void tst_cli_cost::firstRegimeSetsThePrices()
{
    const QByteArray ladder = "p,time\n1,5000\n3,1850\n6,1010\n12,620\n24,455\n48,430\n";
    const CliResult result = runCli(
        {"cost", "-", "--price", "2.75", "--regime", "spot", "--spot-mtbf", "6h", "--hour-value", "2000", "--json"},
        ladder);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    for (const char* key : {"plan_p", "right_p", "fastest_p"})
        QCOMPARE(answer[key].toInt(), 24);
    QCOMPARE(answer["interactive"]["p"].toInt(), 24);
    QVERIFY(answer["interactive"]["why"].toString().contains("592 s on spot nodes"));
    QVERIFY(std::abs(answer["rows"][5]["t"].toDouble() - 720.1) < 0.05);
    const QJsonObject last = answer["right"].toArray().last().toObject();
    QCOMPARE(last["p"].toInt(), 24);
    QVERIFY(std::abs(last["from_usd_per_hour"].toDouble() - 29.69) < 0.01);
    const QJsonObject both = runCli({"cost", "-", "--price", "2.75", "--regime", "on-demand", "--regime", "spot",
                                     "--spot-mtbf", "10min", "--json"},
                                    ladder)
                                 .json();
    QVERIFY(hasFact(both, "rival", "spot", "$3.82 at p 1"));
}

// A run has the same work at every p, namely the work at p = 1: two workers do it in 104/2 = 52 s.
void tst_cli_cost::limitsAssumeTheSameWork()
{
    const QByteArray ladder = "p,time\n1,100\n2,104\n4,109\n8,117\n16,131\n32,170\n";
    const QJsonObject withDeadline =
        runCli({"cost", "-", "--price", "3", "--scaling", "weak", "--deadline", "90s", "--json"}, ladder).json();
    QVERIFY2(withDeadline["plan_p"].toInt() == 2 &&
                 withDeadline["why"].toString().contains("the cheapest within the deadline of 90"),
             qPrintable(withDeadline["why"].toString()));
    // With a deadline of 110 s, one worker is in time and the cheapest. With four workers per node, p = 16 costs 3 x
    // 131/16 x 4/3600 = $0.0273.
    QCOMPARE(runCli({"cost", "-", "--price", "3", "--scaling", "weak", "--deadline", "110s", "--json"}, ladder)
                 .json()["plan_p"]
                 .toInt(),
             1);
    const QJsonObject overBudget = runCli({"cost", "-", "--price", "3", "--scaling", "weak", "--plan", "16",
                                           "--workers-per-node", "4", "--budget", "0.02", "--json"},
                                          ladder)
                                       .json();
    QVERIFY(std::abs(overBudget["goal"][0]["value"].toDouble() - 3 * 131 / 16.0 * 4 / 3600) < 1e-9);
    QCOMPARE(overBudget["goal"][0]["met"].toBool(true), false);
    // The time measured at p = 32 is not for such a run, since it covers 32 times the work.
    const QJsonObject all = runCli({"cost", "-", "--price", "3", "--scaling", "weak", "--json"}, ladder).json();
    QVERIFY(hasFact(all, "figure", "fastest", "for the work of p = 1; 32 times that work takes 170 s"));
    QVERIFY2(headlineOf(all).endsWith(" for the work of p = 1."), qPrintable(headlineOf(all)));
}

// A throughput does not give the length of a job, so the loss to preemption is unknown. Published ResNet-50 values:
// 52.4 images per second on one of eight cards in a $7.20 node, so 20 000 steps of 64 images take 24 427 s, or 6.785 h,
// and cost $48.86.
void tst_cli_cost::throughputPerRun()
{
    const CliResult result = runCli({"cost", sourceFile("resources/examples/resnet-50-k80.scalewright"), "--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject first = result.json()["rows"][0].toObject();
    QVERIFY2(std::abs(first["t"].toDouble() - 24427.48) < 0.01, result.out.left(2000).constData());
    QVERIFY(std::abs(first["cost"].toDouble() - 48.855) < 0.001);
}

void tst_cli_cost::throughputOnSpot()
{
    const CliResult result = runCli({"cost", "-", "--price", "3", "--regime", "spot", "--spot-mtbf", "10min", "--json"},
                                    "p,throughput\n1,100\n2,190\n4,350\n");
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY2(
        result.out.contains("the time that this adds is not included") && !result.out.contains("the times include"),
        result.out.constData());
}

void tst_cli_cost::predicted()
{
    const QStringList arguments{"cost",  examplePath("output-41.4.1"), "--price", "3.60",
                                "--set", "/plan/steps=1000",           "--json"};
    const CliResult result = runCli(arguments);
    QVERIFY2(result.status == 0, result.err);
    const QJsonObject answer = result.json();
    QCOMPARE(answer["curve"].toString(), "predicted");
    QCOMPARE(answer["of"].toString(), "run");
    QVERIFY(std::abs(answer["t1"].toDouble() - 1000) < 1e-9);
    QVERIFY(std::abs(answer["rows"][1]["t"].toDouble() - 540.8) < 1e-9);
    QVERIFY(std::abs(answer["rows"][1]["cost"].toDouble() - 1.0816) < 1e-9);
    QVERIFY(std::abs(answer["rows"][1]["comm_share"].toDouble() - 40.8 / 540.8) < 1e-12);
    QCOMPARE(answer["cost_optimal_p"].toInt(), 1);
    QCOMPARE(answer["fastest_p"].toInt(), 34);
    QCOMPARE(answer["knee_p"].toInt(), 9);
    QCOMPARE(answer["plan_p"].toInt(), 9);
    QCOMPARE(answer["exchange"].toString(), "4.54× the cost to go 7.49× faster");  // 1/0.2203
    QVERIFY(std::abs(answer["right"][0]["to_usd_per_hour"].toDouble() - 0.0816 / 459.2 * 3600) < 1e-9);
    QCOMPARE(answer["right"].toArray().size(), 34);
    QCOMPARE(answer["nightly"]["p"].toInt(), 1);
    QCOMPARE(answer["interactive"]["p"].toInt(), 34);
    QVERIFY(!answer.contains("predicted") && !answer.contains("ladder"));
    QVERIFY(hasFact(answer, "source", "priced", "a run of 1000 steps"));
    QCOMPARE(answerText(answer, "sure", "basis"), "predicted");
    QVERIFY(runCli(arguments.mid(0, 6) + QStringList{"--explain"}).out.count('\n') < 80);
    // The p in the project's plan has its own row: 1/11 + 10 x 0.8 ms + 2 x 40 ms x 10/11 s.
    const QJsonObject own =
        runCli({"cost", examplePath("output-41.4.1"), "--price", "3", "--set", "/plan/p=11", "--json"}).json();
    bool foundPlan = false;
    for (const QJsonValue& row : own["rows"].toArray())
        foundPlan |= row["p"].toInt() == 11 && std::abs(row["t"].toDouble() - (1.8 / 11 + 0.008)) < 1e-12;
    QVERIFY(foundPlan);
    QVERIFY(runCli({"cost", examplePath("output-41.4.1"), "--csv"})
                .out.contains("p,t,speedup,efficiency,cost,comm_percent\n1,1,1,1,0.00088"));
    // If nothing can be predicted for the project either, the error names the missing input.
    const CliResult refused =
        runCli({"cost", "-", "--price", "1"}, R"({"format": "scalewright-project", "version": 1})");
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("/target/alpha_s"), refused.err);
    // With both a ladder and a prediction, the difference is reported: the model of Output 41.7.2 suggests a different
    // p from the ladder.
    const QJsonObject both = runCli({"cost", examplePath("system-a"), "--hour-value", "20", "--json"}).json();
    QCOMPARE(both["curve"].toString(), "measured");
    QCOMPARE(both["right_p"].toInt(), 8);
    QVERIFY(both["predicted"]["right_p"].toInt() != 8);
    QVERIFY2(both["predicted"]["difference"].toString().contains(
                 QString("suggests p %1, the measurement p 8").arg(both["predicted"]["right_p"].toInt())),
             qPrintable(both["predicted"]["difference"].toString()));
}

// One worker, 1000 steps of 1 s, 500 s between failures, checkpoints that take 5 s, a restart that takes 10 s. Daly's
// interval for M = 500 is sqrt(5000)(1 + sqrt(0.005)/3 + 0.005/9) - 5 = 67.417 s, so there are 14 full segments of
// 72.417 s and a last one of 1000 - 14 x 67.417 = 56.166 s without a checkpoint. E = 500 e^0.02 [14 (e^(72.417/500) -
// 1) + e^(56.166/500) - 1] = 1173.61 s.
void tst_cli_cost::predictedOnSpot()
{
    const double tau = std::sqrt(2 * 5.0 * 500) * (1 + std::sqrt(5.0 / 1000) / 3 + 5.0 / 1000 / 9) - 5;
    const double expected =
        500 * std::exp(0.02) * (14 * std::expm1((tau + 5) / 500) + std::expm1((1000 - 14 * tau) / 500));
    const QByteArray project =
        R"({"format": "scalewright-project", "version": 1, "baseline": {"t_comp_s": 1}, "plan": {"steps": 1000},
        "target": {"alpha_s": 0.0008, "bandwidth_bytes_per_s": 25e9, "price_usd_per_hour": 3.6, "spot_mtbf_s": 500},
        "design": {"communication": {"message_bytes": 1e9}, "fault_tolerance": {"choices": [{"option": "checkpoint-restart"}], "checkpoint_s": 5, "restart_s": 10}}})";
    const QJsonObject answer = runCostJson({"--regime", "on-demand", "--regime", "spot"}, project);
    QVERIFY(std::abs(answer["regimes"][0]["rows"][0]["t"].toDouble() - 1000) < 1e-9);
    const double spot = answer["regimes"][1]["rows"][0]["t"].toDouble();
    QVERIFY2(std::abs(spot - expected) < 1e-6, qPrintable(QString("%1 against %2").arg(spot).arg(expected)));
    QVERIFY(answer["right_by_regime"][1]["preemption"].toString().contains("checkpoints of 5.00 s limit the loss"));
    // If the run's length is unknown, Daly's rate for an endless run is used, and the answer says so.
    const QJsonObject step = runCostJson({"--regime", "spot", "--set", "/plan/steps="}, project);
    QVERIFY(std::abs(step["rows"][0]["t"].toDouble() - 500 * std::exp(0.02) * std::expm1((tau + 5) / 500) / tau) <
            1e-9);
    QVERIFY2(step["right_by_regime"][1]["preemption"].toString().contains("endless run"),
             qPrintable(step["right_by_regime"][1]["preemption"].toString()));
}

// $7305 over 7305 h is $1 for each hour that a node exists, or $730.5 a month. At 1000 runs a month, the book's ladder
// costs 730.5/1000 = $0.7305 per run and node, regardless of the length of a run; p = 1 takes 800 s, which is 222 h a
// month, and p = 2 needs twice as many machines. So p = 1 is best up to 0.7305/(370 s) = $7.11 an hour. 10 000 runs
// take 2222 h at p = 1 and 1194 h at p = 2, but a month has 730.5 h, so p = 4 (722 h) is the smallest p that fits.
void tst_cli_cost::ownedMachinesForMonthlyRuns()
{
    const QByteArray project =
        R"({"format": "scalewright-project", "version": 1, "target": {"price_usd_per_hour": 3.2, "purchase_usd": 7305, "lifetime_s": 26298000},
        "measurements": {"ladders": [{"scaling": "strong", "points": [{"p": 1, "time_s": 800}, {"p": 2, "time_s": 430}, {"p": 4, "time_s": 260}, {"p": 8, "time_s": 206}, {"p": 16, "time_s": 235}]}]}})";
    const QJsonObject withFewRuns = runCostJson({"--regime", "owned", "--runs-per-month", "1000"}, project);
    for (int i = 0; i < 5; ++i)
        QVERIFY(std::abs(withFewRuns["rows"][i]["cost"].toDouble() - 0.7305 * (1 << i)) < 1e-9);
    QCOMPARE(withFewRuns["right_by_regime"][2]["right_p"].toInt(), 1);
    QVERIFY(std::abs(withFewRuns["right_by_regime"][2]["right"][0]["to_usd_per_hour"].toDouble() -
                     0.7305 / 370 * 3600) < 1e-9);
    QCOMPARE(withFewRuns["plan_p"].toInt(), 1);
    QVERIFY(std::abs(withFewRuns["month"]["usd"].toDouble() - 730.5) < 1e-9);
    const QJsonObject withManyRuns = runCostJson({"--regime", "owned", "--runs-per-month", "10000"}, project);
    QCOMPARE(withManyRuns["right_by_regime"][2]["right_p"].toInt(), 4);
    QCOMPARE(withManyRuns["rows"][0]["p"].toInt(), 4);
    QVERIFY2(withManyRuns["price_note"].toString().contains("at p 4 they are busy 98.9 %"),
             qPrintable(withManyRuns["price_note"].toString()));
    const QJsonObject withTooManyRuns = runCostJson({"--regime", "owned", "--runs-per-month", "100000"}, project);
    QVERIFY(withTooManyRuns["plan_p"].isNull() &&
            withTooManyRuns["plan_p_reason"].toString().contains("longer than a month at every p"));
    // A given utilisation covers everything that the machines do: 1 $/h divided by a half.
    QVERIFY(std::abs(runCostJson({"--regime", "owned", "--runs-per-month", "1000", "--utilisation", "0.5"},
                                 project)["price_usd_per_hour"]
                         .toDouble() -
                     2) < 1e-12);
}

void tst_cli_cost::singleP()
{
    const QJsonObject answer = runCostJson({"--price", "3.60"}, "p,time\n4,100\n");
    QVERIFY(hasFact(answer, "figure", "the only p", "4: $0.40 a run, 100 s, the smallest measured p"));
    QVERIFY(!hasFact(answer, "figure", "fastest", "") && !hasFact(answer, "figure", "cost-optimal", ""));
    QVERIFY(answer["exchange"].toString().contains("nothing to choose"));
    QVERIFY(answer["nightly"]["gives_up"].toString().contains("nothing to choose"));
}

/// Owned machines cost 0.6 of the on-demand price per hour: if they are busy half the time, they cost 1.2 of it and do
/// not pay off.
void tst_cli_cost::ownedBelowBreakEven()
{
    const QStringList options{"--price", "3", "--regime", "owned", "--utilisation", "0.5"};
    const CliResult result = cost(options);
    QCOMPARE(result.status, 0);
    QVERIFY2(result.out.contains("busy 50 % of the time do not pay off: they do above 60 %"), result.out.constData());
    QVERIFY2(result.out.contains("Price these runs on demand") && !result.out.contains("an hour of waiting worth"),
             result.out.constData());
    const CliResult paying = cost({"--price", "3", "--regime", "owned", "--utilisation", "0.8"});
    QVERIFY2(!paying.out.contains("do not pay"), paying.out.constData());
}

void tst_cli_cost::errors_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no price") << QStringList{} << QByteArray("--price: is missing; expected the price of a node-hour");
    QTest::newRow("a negative price") << QStringList{"--price", "-3"} << QByteArray("--price: \"-3\" is negative");
    QTest::newRow("nan") << QStringList{"--price", "nan"} << QByteArray("--price:");
    QTest::newRow("a huge price") << QStringList{"--price", "1e308"}
                                  << QByteArray("--price: is too large to compute with");
    QTest::newRow("no regime") << QStringList{"--price", "3", "--regime", "borrowed"}
                               << QByteArray(
                                      "--regime: unknown regime \"borrowed\"; expected on-demand, spot or owned");
    QTest::newRow("a share of more") << QStringList{"--price", "3", "--utilisation", "60"}
                                     << QByteArray("--utilisation: \"60\" is more than 1");
    QTest::newRow("no deadline") << QStringList{"--price", "3", "--deadline", "0"}
                                 << QByteArray("--deadline: \"0\" is zero");
}

void tst_cli_cost::errors()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, expectedText);
    const CliResult result = cost(options);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(expectedText), result.err);
}

SCALEWRIGHT_TEST(tst_cli_cost)
#include "tst_cli_cost.moc"
