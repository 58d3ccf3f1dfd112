// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: printed results of R's usl package for its data sets, Output 41.7.2's ladder, and closed forms.
#include <QJsonArray>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QJsonObject parameter(const QJsonObject& answer, const char* name)
{
    return answer["parameters"].toObject()[name].toObject();
}

double value(const QJsonObject& answer, const char* name)
{
    return parameter(answer, name)["value"].toDouble();
}

}  // namespace

class tst_cli_fit : public QObject {
    Q_OBJECT
private slots:
    void specsdm91();
    void raytracer();
    void book();
    void amdahl();
    void simplestLawLeadsWithItsLimit();
    void givesTheBestPOfAPeak();
    void withholdsAnUnknownBestSpeedup();
    void alphaBeta();
    void readsPatternFromProject();
    void readsExchangeFromProject_data();
    void readsExchangeFromProject();
    void noLawFits();
    void marksRejectedLaws();
    void actTogether();
    void text();
    void csv();
    void invalidInput_data();
    void invalidInput();
};

void tst_cli_fit::specsdm91()
{
    const QString path = scalewright::test::oracleFile("ladders/usl/specsdm91.csv");
    const CliResult result = runCli({"fit", path, "--model", "usl", "--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["model"].toString(), "usl");
    QVERIFY(near(value(answer, "sigma"), 0.02773, 2e-4));
    QVERIFY(near(value(answer, "kappa"), 1.044e-4, 5e-4));
    QVERIFY(near(value(answer, "gamma"), 90.0, 1e-4));
    QVERIFY(near(answer["peak_p"].toDouble(), 96.5, 1e-3));
    QVERIFY(near(answer["peak_throughput"].toDouble(), 1884, 3e-4));
    QVERIFY(answer["limit_speedup"].isNull() && !answer["limit_speedup_reason"].toString().isEmpty());
    QVERIFY(answer["limit_throughput"].isNull() && !answer["limit_throughput_reason"].toString().isEmpty());
    QVERIFY(answer["r_squared"].toDouble() > 0.98 && answer["r_squared"].toDouble() < 1);
    for (const char* name : {"sigma", "kappa", "gamma"}) {
        const QJsonObject interval = parameter(answer, name);
        QCOMPARE(interval["level"].toDouble(), 0.95);
        QVERIFY(interval["low"].toDouble() <= interval["value"].toDouble() &&
                interval["value"].toDouble() <= interval["high"].toDouble());
    }
    QCOMPARE(answer["rows"].toArray().size(), 7);
    QCOMPARE(answer["n_points"].toInt(), 7);
}

void tst_cli_fit::raytracer()
{
    const QString path = scalewright::test::oracleFile("ladders/usl/raytracer.csv");
    const QJsonObject answer = runCli({"fit", path, "--model", "usl", "--map", "p=processors", "--json"}).json();
    QCOMPARE(value(answer, "kappa"), 0.0);
    QVERIFY(parameter(answer, "kappa")["at_bound"].toBool());
    QVERIFY(parameter(answer, "kappa")["note"].toString().contains("bound"));
    QVERIFY(answer["peak_p"].isNull());
    QVERIFY(answer["peak_p_reason"].toString().contains("no peak"));
    QVERIFY(near(answer["limit_throughput"].toDouble(), 378, 2e-3));
    QVERIFY(near(answer["limit_speedup"].toDouble(), 1 / 0.05777, 1e-3));
}

void tst_cli_fit::book()
{
    const CliResult result = runCli({"fit", "-", "--json"}, bookLadder);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["schema"].toInt(), 1);
    // Five points are too few to compare by AICc; USL, the curve with a peak, fits best.
    QCOMPARE(answer["model"].toString(), "usl");
    QCOMPARE(answer["decided"].toBool(true), false);
    QVERIFY(answer["verdict"].toString().contains("too few points to compare"));
    QVERIFY(answer["criterion"].isNull() &&
            answer["criterion_reason"].toString().contains("too few points to compare"));
    // P = 8 is the fastest, p = 16 is slower.
    QVERIFY(answer["peak_p"].toDouble() > 8 && answer["peak_p"].toDouble() < 16);
    QCOMPARE(answer["fits"].toArray().size(), 3);
    QCOMPARE(answer["refused"].toArray().size(), 1);
    QVERIFY(answer["refused"].toArray()[0].toString().startsWith("gustafson: "));
    QVERIFY(answer["warnings"].isArray());
    const QJsonArray rows = answer["rows"].toArray();
    QVERIFY(near(rows[3].toObject()["speedup"].toDouble(), 800.0 / 206, 1e-12));
    QVERIFY(near(rows[3].toObject()["speedup_fitted"].toDouble(), 800.0 / 206, 0.01));
}

void tst_cli_fit::amdahl()
{
    const QJsonObject answer =
        runCli({"fit", "-", "--model", "amdahl", "--json"}, "p,time\n1,10\n2,5.5\n4,3.25\n8,2.125\n").json();
    QVERIFY(near(value(answer, "f"), 0.1, 1e-9));
    QVERIFY(near(value(answer, "sigma"), 0.1, 1e-9));  // USL's word for it
    QVERIFY(near(answer["limit_speedup"].toDouble(), 10, 1e-9));
    QVERIFY(answer["noise_note"].toString().contains("no noise"));
}

// T = 0.25 + 0.75/p, with three runs at each p at most 0.5 % from it: 25 % is serial, and the limit is 1/0.25 = 4.
void tst_cli_fit::simplestLawLeadsWithItsLimit()
{
    QByteArray ladder = "p,time\n";
    for (const int p : {1, 2, 4, 8, 16})
        for (const double factor : {0.997, 1.0, 1.003})
            ladder += QByteArray::number(p) + ',' + QByteArray::number(factor * (0.25 + 0.75 / p), 'g', 6) + '\n';
    const QJsonObject answer = runCli({"fit", "-", "--json"}, ladder).json();
    QCOMPARE(answer["model"].toString(), "amdahl");
    const QJsonObject best = answer["best_speedup"].toObject();
    QVERIFY(near(best["value"].toDouble(), 4, 0.01));
    QVERIFY(best["low"].toDouble() > 3 && best["low"].toDouble() <= 4);
    QVERIFY(best["high"].toDouble() >= 4 && best["high"].toDouble() < 4.5);
    QCOMPARE(best["level"].toDouble(), 0.95);
    QCOMPARE(answer["limit_speedup_interval"].toObject()["high"].toDouble(), best["high"].toDouble());
    // Amdahl's law has no peak; the runs allow one far beyond the last p.
    const QJsonObject bestP = answer["best_p"].toObject();
    QVERIFY(bestP["value"].isNull() && bestP["high"].isNull() && bestP["low"].toDouble() > 16);
    QVERIFY(!bestP["high_reason"].toString().isEmpty());
    QVERIFY2(headlineOf(answer).contains("25 %") && headlineOf(answer).contains("at most 4×"),
             qPrintable(headlineOf(answer)));
    QCOMPARE(answer["answer"].toObject()["sure"].toObject()["clarity"].toString(), "clear");
}

// USL with sigma 0.02 and kappa 0.98/100: the peak is at p = 10, S = 10/(1 + 0.02 * 9 + 0.0098 * 90) = 4.850.
void tst_cli_fit::givesTheBestPOfAPeak()
{
    QByteArray ladder = "p,time\n";
    for (const int p : {1, 2, 4, 8, 16, 32})
        for (const double factor : {0.99, 1.0, 1.01})
            ladder += QByteArray::number(p) + ',' +
                      QByteArray::number(factor * (0.98 / p + 0.02 + 0.0098 * (p - 1)), 'g', 8) + '\n';
    const QJsonObject answer = runCli({"fit", "-", "--json"}, ladder).json();
    QCOMPARE(answer["model"].toString(), "usl");
    const QJsonObject bestP = answer["best_p"].toObject(), best = answer["best_speedup"].toObject();
    QVERIFY(near(bestP["value"].toDouble(), 10, 0.01));
    QVERIFY(bestP["low"].toDouble() > 8 && bestP["low"].toDouble() <= 10);
    QVERIFY(bestP["high"].toDouble() >= 10 && bestP["high"].toDouble() < 13);
    QVERIFY(near(best["value"].toDouble(), 4.850, 0.01));
    QVERIFY(best["low"].toDouble() <= 4.850 && 4.850 <= best["high"].toDouble());
    QCOMPARE(answer["peak_interval"].toObject()["high"].toDouble(), bestP["high"].toDouble());
}

// Ideal scaling has no limit to give, and times of a weak-scaling ladder have none of this kind.
void tst_cli_fit::withholdsAnUnknownBestSpeedup()
{
    QByteArray ideal = "p,time\n", weak = "# scaling: weak\np,time\n";
    for (const int p : {1, 2, 4, 8, 16})
        for (const double factor : {0.99, 1.0, 1.01}) {
            ideal += QByteArray::number(p) + ',' + QByteArray::number(factor * 8 / p, 'g', 8) + '\n';
            weak += QByteArray::number(p) + ',' + QByteArray::number(factor * (8 + 0.1 * p), 'g', 8) + '\n';
        }
    const QJsonObject best = runCli({"fit", "-", "--json"}, ideal).json()["best_speedup"].toObject();
    QVERIFY(best["high"].isNull() && !best["high_reason"].toString().isEmpty());
    const QJsonObject answer = runCli({"fit", "-", "--scaling", "weak", "--json"}, weak).json();
    QVERIFY(answer["best_speedup"].isNull());
    QVERIFY(answer["best_speedup_reason"].toString().contains("weak"));
}

void tst_cli_fit::alphaBeta()
{
    // The full ring: T = 8/p + 2(p-1) 0.01 + 2(p-1)/p 0.3.
    QByteArray ladder = "p,time\n";
    for (const int p : {1, 2, 4, 8, 16})
        ladder += QByteArray::number(p) + ',' +
                  QByteArray::number(8.0 / p + 0.02 * (p - 1) + 0.6 * (p - 1) / p, 'g', 17) + '\n';
    const QJsonObject answer =
        runCli({"fit", "-", "--model", "alpha-beta", "--pattern", "ring-all-reduce", "--json"}, ladder).json();
    QCOMPARE(answer["pattern"].toString(), "ring-all-reduce");
    QVERIFY(near(value(answer, "t_comp"), 8, 1e-8));
    QVERIFY(near(value(answer, "alpha"), 0.01, 1e-7));
    QVERIFY(near(value(answer, "beta"), 0.3, 1e-7));
    QVERIFY(near(answer["peak_p"].toDouble(), std::sqrt((8 - 0.6) / 0.02), 1e-6));
}

void tst_cli_fit::readsPatternFromProject()
{
    const QByteArray project = R"({"format": "scalewright-project", "version": 1,
        "design": {"communication": {"pattern": "shuffle"}},
        "measurements": {"ladders": [{"name": "mine", "scaling": "strong", "points": [
            {"p": 1, "time_s": 8}, {"p": 2, "time_s": 4.16}, {"p": 4, "time_s": 2.255}, {"p": 8, "time_s": 1.3325},
            {"p": 16, "time_s": 0.93125}]}]}})";
    // T = 8/p + (p-1)(0.01 + 0.3/p).
    const CliResult result = runCli({"fit", "-", "--model", "alpha-beta", "--json"}, project);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["pattern"].toString(), "shuffle");
    QVERIFY(near(value(answer, "t_comp"), 8, 1e-6));
    QVERIFY(near(value(answer, "alpha"), 0.01, 1e-6));
    QVERIFY(near(value(answer, "beta"), 0.3, 1e-6));
}

// alpha is 1 ms and beta 1 s in both cases: the fit uses the project's whole exchange, not only its pattern.
void tst_cli_fit::readsExchangeFromProject_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("communication");
    QTest::addColumn<double>("latency");    // at p = 16, in units of alpha
    QTest::addColumn<double>("bandwidth");  // of p = 16, in beta
    QTest::newRow("buckets") << QByteArray("{}") << QByteArray(R"({"pattern": "ring-all-reduce", "buckets": 10})")
                             << 10 * 30.0 << 30.0 / 16;
    // Pieces of 1/2, 1/4 and 1/8 stay on the node; the piece of 1/16 leaves it, sent by 8 workers at once over a link
    // that is four times too narrow.
    QTest::newRow("two levels")
        << QByteArray(
               R"({"workers_per_node": 8, "alpha2_s": 0.001, "bandwidth2_bytes_per_s": 1e9, "oversubscription": 4})")
        << QByteArray(R"({"pattern": "rabenseifner-all-reduce"})") << 8.0 << 2 * (7.0 / 8 + 4.0 / 16);
}

void tst_cli_fit::readsExchangeFromProject()
{
    QFETCH(const QByteArray, target);
    QFETCH(const QByteArray, communication);
    QFETCH(const double, latency);
    QFETCH(const double, bandwidth);
    const bool ring = communication.contains("buckets");
    QByteArray points;
    for (const int p : {1, 2, 4, 8, 16, 32, 64}) {
        double alphas = 10 * 2 * (p - 1), betas = 2.0 * (p - 1) / p;
        if (!ring) {
            alphas = 2 * std::log2(p);
            betas = 0;
            for (int round = 1; 1 << round <= p; ++round)
                betas += 2 * std::ldexp(round <= 3 ? 1.0 : 4.0, -round);
        }
        if (p == 16)
            QVERIFY(near(alphas, latency, 1e-12) && near(betas, bandwidth, 1e-12));
        points += (points.isEmpty() ? "" : ", ") + QByteArray(R"({"p": )") + QByteArray::number(p) + R"(, "time_s": )" +
                  QByteArray::number(100.0 / p + 0.001 * alphas + betas, 'g', 17) + '}';
    }
    const QByteArray project = R"({"format": "scalewright-project", "version": 1, "target": )" + target +
                               R"(, "design": {"communication": )" + communication +
                               R"(}, "measurements": {"ladders": [{"name": "mine", "scaling": "strong", "points": [)" +
                               points + "]}]}}";
    const CliResult result = runCli({"fit", "-", "--model", "alpha-beta", "--json"}, project);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QVERIFY2(near(value(answer, "alpha"), 0.001, 1e-6), result.out.constData());
    QVERIFY(near(value(answer, "beta"), 1, 1e-6));
    QVERIFY(near(value(answer, "t_comp"), 100, 1e-6));
}

void tst_cli_fit::noLawFits()
{
    for (const QStringList& model : {QStringList{"--model", "usl"}, QStringList{}}) {
        const CliResult result = runCli(QStringList{"fit", "-", "--json"} + model, "p,time\n1,10\n2,6\n");
        QCOMPARE(result.status, 1);
        const QJsonObject answer = result.json();
        for (const char* key : {"parameters", "peak_p", "limit_speedup", "r_squared", "criterion"})
            QVERIFY2(
                answer.contains(key) && answer[key].isNull() && !answer[QString(key) + "_reason"].toString().isEmpty(),
                key);
        QVERIFY(!answer["refused"].toArray().isEmpty());
        QVERIFY2(result.err.contains("too few points"), result.err.constData());
    }
    QCOMPARE(runCli({"fit", "-"}, "p,time\n4,10\n4,11\n").status, 1);
}

// Three runs at each p within 1 %: from 40 s at p = 4 to 80 s at p = 16, where Amdahl's law never rises.
void tst_cli_fit::marksRejectedLaws()
{
    QByteArray ladder = "p,time\n";
    for (const auto& [p, time] : {std::pair(1, 100.0), {2, 60.0}, {4, 40.0}, {8, 45.0}, {16, 80.0}})
        for (const double factor : {0.99, 1.0, 1.01})
            ladder += QByteArray::number(p) + ',' + QByteArray::number(factor * time) + '\n';
    const QJsonObject answer = runCli({"fit", "-", "--model", "amdahl", "--json"}, ladder).json();
    QVERIFY(answer["rejected"].toBool());
    QVERIFY(hasFact(answer, "formula", "amdahl (rejected)", "X(p)"));
    QVERIFY(!answerText(answer, "because").contains(" f "));
    const CliResult table = runCli({"fit", "-", "--model", "amdahl", "--csv"}, ladder);
    QVERIFY2(table.out.contains("fitted_amdahl"), table.out.constData());
    QVERIFY(!runCli({"fit", "-", "--json"}, "p,time\n1,100\n2,62.5\n4,43.75\n8,34.375\n").json()["rejected"].toBool());
}

void tst_cli_fit::actTogether()
{
    const CliResult result = runCli({"fit", "-", "--model", "alpha-beta", "--pattern", "gossip"}, bookLadder);
    QCOMPARE(result.status, 1);
    QVERIFY2(result.err.contains("always act together") && result.err.contains("fit-comm"), result.err.constData());
}

void tst_cli_fit::text()
{
    const CliResult result = runCli({"fit", "-", "--explain"}, bookLadder);
    QCOMPARE(result.status, 0);
    for (const char* words : {"too few points to compare", "sigma", "kappa", "gamma", "% confidence", "peak at p = ",
                              "no fit gustafson", "is the same curve with other parameters", "measured/usl - 1 (%)"})
        QVERIFY2(result.out.simplified().contains(words), words);
    for (const char* invalidNumber : {"nan", "inf ", "-inf"})
        QVERIFY2(!result.out.contains(invalidNumber), invalidNumber);
}

void tst_cli_fit::csv()
{
    const QList<QByteArray> lines =
        runCli({"fit", "-", "--model", "usl", "--csv"}, bookLadder).out.trimmed().split('\n');
    QVERIFY(lines.contains("p,speedup,fitted_usl,deviation"));
    QCOMPARE(lines.last().split(',').size(), 4);
    QCOMPARE(lines.last().split(',')[0], QByteArray("16"));
}

void tst_cli_fit::invalidInput_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("unknown law") << QStringList{"--model", "moore"} << bookLadder
                                 << "amdahl, gustafson, usl or alpha-beta, or auto";
    QTest::newRow("unknown pattern") << QStringList{"--pattern", "telepathy"} << bookLadder << "--pattern";
    QTest::newRow("pattern without use") << QStringList{"--model", "usl", "--pattern", "shuffle"} << bookLadder
                                         << "--model alpha-beta";
    QTest::newRow("option without use") << QStringList{"--shards", "4"} << bookLadder << "--pattern parameter-server";
    QTest::newRow("not linear") << QStringList{"--model", "alpha-beta", "--pattern", "double-tree-all-reduce"}
                                << bookLadder << "not linear";
    QTest::newRow("no such count") << QStringList{"--pattern", "gossip", "--neighbours", "0"} << bookLadder
                                   << "--neighbours";
    QTest::newRow("text in a number") << QStringList{} << QByteArray("p,time\n1,10\n2,1O\n") << "standard input:3:";
    QTest::newRow("nothing") << QStringList{} << QByteArray() << "standard input";
}

void tst_cli_fit::invalidInput()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, input);
    QFETCH(QString, expectedText);
    const CliResult result = runCli(QStringList{"fit", "-"} + options, input);
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(expectedText.toUtf8()), result.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_fit)
#include "tst_cli_fit.moc"
