// SPDX-License-Identifier: GPL-3.0-or-later
// Runs carbon through the real program, on the book's Output 41.7.2. Expected values: arithmetic in the comments.
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

}  // namespace

class tst_cli_carbon : public QObject {
    Q_OBJECT
private slots:
    void output4172();
    void measured();
    void nothingIsKnown();
    void usesTheProjectsPower();
    void predicted();
    void usesTheProjectsCarbonFactors();
    void weakScaling();
    void errors_data();
    void errors();
};

// Energy is p T x 700 W x 1.1 (PUE of gcp) / 3.6e6 J, with p T = 800, 860, 1040, 1648 and 3760 worker-seconds;
// europe-west1 has 103.37 g/kWh.
void tst_cli_carbon::output4172()
{
    const CliResult result = runCli(
        {"carbon", "-", "--power", "700", "--provider", "gcp", "--region", "gcp-europe-west1", "--json"}, bookLadder);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    const QList<double> workerSeconds{800, 860, 1040, 1648, 3760};
    for (int i = 0; i < 5; ++i) {
        const double kwh = workerSeconds[i] * 700 * 1.1 / 3.6e6;
        QVERIFY(near(answer["rows"][i]["energy_kwh"].toDouble(), kwh));
        QVERIFY(near(answer["rows"][i]["co2e_g"].toDouble(), kwh * 103.37));
    }
    QVERIFY(answer["assumptions"].toArray().size() >= 4);
}

void tst_cli_carbon::measured()
{
    const CliResult result = runCli({"carbon", "-", "--pue", "1.5", "--intensity", "20", "--json"},
                                    "p,time,energy\n1,100,7.2e6\n2,60,7.2e6\n");
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(near(result.json()["rows"][0]["energy_kwh"].toDouble(), 3.0));
    QVERIFY(near(result.json()["rows"][0]["co2e_g"].toDouble(), 60.0));
    QVERIFY(result.json()["rows"][0]["measured"].toBool());
}

// 1.65 s on eight dies of 250 W, with Google's value for the grid in Finland, 39.32 g/kWh; no PUE is known there.
// Options override the project.
void tst_cli_carbon::usesTheProjectsPower()
{
    const double kwh = 1.65 * 8 * 250 / 3.6e6;
    const QJsonObject own = runCli({"carbon", examplePath("heat-lumi"), "--json"}).json();
    QVERIFY(near(own["rows"][3]["energy_kwh"].toDouble(), kwh) &&
            near(own["rows"][3]["co2e_g"].toDouble(), kwh * 39.32));
    QVERIFY(near(own["pue"].toDouble(), 1));
    const QJsonObject typed =
        runCli({"carbon", examplePath("heat-lumi"), "--pue", "1.2", "--intensity", "100", "--json"}).json();
    QVERIFY(near(typed["rows"][3]["co2e_g"].toDouble(), kwh * 1.2 * 100));
    QVERIFY(near(runCli({"carbon", examplePath("resnet-50-k80"), "--json"}).json()["pue"].toDouble(), 1.135));
}

void tst_cli_carbon::nothingIsKnown()
{
    const CliResult result = runCli({"carbon", "-", "--json"}, bookLadder);
    QCOMPARE(result.status, 0);
    const QJsonObject row = result.json()["rows"][0].toObject();
    QVERIFY(row["energy_kwh"].isNull() && row["energy_kwh_reason"].toString().contains("--power"));
    QVERIFY(row["co2e_g"].isNull());
}

// A project without a ladder: in Output 41.4.1, T(1) is 1 s and T(2) is 0.5408 s, so 3600 steps take 1 kWh on one
// worker at 1 kW, and 1.0816 kWh on two.
void tst_cli_carbon::predicted()
{
    const CliResult result = runCli({"carbon", sourceFile("resources/examples/output-41.4.1.scalewright"), "--power",
                                     "1000", "--intensity", "100", "--set", "/plan/steps=3600", "--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["curve"].toString(), QString("predicted"));
    QVERIFY(near(answer["rows"][0]["energy_kwh"].toDouble(), 1.0));
    QVERIFY(near(answer["rows"][1]["energy_kwh"].toDouble(), 1.0816));
    QVERIFY(near(answer["rows"][1]["co2e_g"].toDouble(), 108.16));
    // The p in the project's plan has its own row: 11 workers, 3600 steps of 1/11 + 10 x 0.8 ms + 2 x 40 ms x 10/11 s,
    // at 1 kW each.
    const QJsonObject own = runCli({"carbon", sourceFile("resources/examples/output-41.4.1.scalewright"), "--power",
                                    "1000", "--set", "/plan/p=11", "--set", "/plan/steps=3600", "--json"})
                                .json();
    bool foundPlan = false;
    for (const QJsonValue& row : own["rows"].toArray())
        foundPlan |= row["p"].toInt() == 11 && near(row["energy_kwh"].toDouble(), 1.8 + 11 * 0.008);
    QVERIFY(foundPlan);
    QCOMPARE(headlineOf(own), "11 workers: 1.89 kWh in 618 s.");
}

// The project's values for load, building and grid are used as on the page: 1 kWh x 0.5 x 1.5 = 0.75 kWh, which is 75 g
// at 100 g/kWh.
void tst_cli_carbon::usesTheProjectsCarbonFactors()
{
    const CliResult result = runCli({"carbon", sourceFile("resources/examples/output-41.4.1.scalewright"), "--power",
                                     "1000", "--set", "/plan/steps=3600", "--set", "/target/load=0.5", "--set",
                                     "/target/pue=1.5", "--set", "/target/grid_g_per_kwh=100", "--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(near(result.json()["rows"][0]["energy_kwh"].toDouble(), 0.75));
    QVERIFY(near(result.json()["rows"][0]["co2e_g"].toDouble(), 75));
    QCOMPARE(result.json()["pue"].toDouble(), 1.5);
}

// Twice the work in 120 s is the same as the base work in 60 s: 2 x 1000 W x 60 s = 120 kJ = 1/30 kWh.
void tst_cli_carbon::weakScaling()
{
    const CliResult result =
        runCli({"carbon", "-", "--scaling", "weak", "--power", "1000", "--json"}, "p,time\n1,100\n2,120\n");
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(near(result.json()["rows"][1]["t"].toDouble(), 120));  // the same T_p as `cost`
    QVERIFY(near(result.json()["rows"][1]["t_same_work"].toDouble(), 60));
    QVERIFY(near(result.json()["rows"][1]["energy_kwh"].toDouble(), 1.0 / 30));
    QVERIFY(hasFact(result.json(), "assumption", "assumed", "p = 1"));
}

void tst_cli_carbon::errors_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("a region") << QStringList{"--region", "mars"} << QByteArray("gcp-europe-west1");
    QTest::newRow("region and intensity")
        << QStringList{"--region", "gcp-us-east1", "--intensity", "3"} << QByteArray("given together with --intensity");
    QTest::newRow("PUE") << QStringList{"--pue", "0.9"} << QByteArray("--pue");
    QTest::newRow("load") << QStringList{"--power", "1", "--load", "1.5"} << QByteArray("--load");
    QTest::newRow("a huge power") << QStringList{"--power", "1e308"}
                                  << QByteArray("--power: 1e+308 makes the energy too large to compute");
    QTest::newRow("power") << QStringList{"--power", "inf"} << QByteArray("--power");
}

void tst_cli_carbon::errors()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, expectedText);
    const CliResult result = runCli(QStringList{"carbon", "-"} + options, bookLadder);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(expectedText), result.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_carbon)
#include "tst_cli_carbon.moc"
