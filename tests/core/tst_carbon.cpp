// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: arithmetic in the comments, and values from tests/data/oracles/catalogue, read here by plain text
 // search.
#include <QTest>

#include <cmath>

#include "core/decision/cost/carbon.h"
#include "core/project/document/target.h"
#include "tests/support/files.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;

namespace {

QByteArray carbonText()
{
    return test::contentOf(test::sourceFile("resources/catalogue/carbon.json"));
}

CarbonCatalogue shippedCarbon()
{
    Result<CarbonCatalogue> read = parseCarbonCatalogue(carbonText().toStdString());
    if (!read)
        qFatal("%s", describe(read.error()).c_str());
    return *read;
}

/// The value in `column` of the first line that begins with `linePrefix`.
double csvCell(const QString& path, const QByteArray& linePrefix, int column)
{
    for (const QByteArray& line : test::contentOf(path).split('\n'))
        if (line.startsWith(linePrefix))
            return line.split(',').at(column).toDouble();
    return -1;
}

}  // namespace

class tst_carbon : public QObject {
    Q_OBJECT
private slots:
    void arithmetic();
    void missingInputsGiveNoFootprint();
    void front();
    void google();
    void aws();
    void pue();
    void rejectsInvalidTables_data();
    void rejectsInvalidTables();
};

// 8 workers at 700 W for 206 s: 1 153 600 J; times 1.1, divided by 3.6e6 J per kWh; at 100 g/kWh.
void tst_carbon::arithmetic()
{
    const Footprint footprintOfRun =
        computeFootprint({.powerW = typed(700), .pue = typed(1.1), .gridCo2GramsPerKwh = typed(100)}, 8, 206, {});
    QVERIFY(near(footprintOfRun.kwh.value(), 1153600 * 1.1 / 3.6e6));
    QVERIFY(near(footprintOfRun.gramsCo2e.value(), 1153600 * 1.1 / 3.6e4));
    QVERIFY(!footprintOfRun.isMeasured);
    QVERIFY(near(computeFootprint({.powerW = typed(700), .powerShare = typed(0.5)}, 8, 206, {}).kwh.value(),
                 1153600 * 0.5 / 3.6e6));
    // Measured energy takes precedence over power times time.
    const Footprint measured =
        computeFootprint({.powerW = typed(700), .pue = typed(1.5), .gridCo2GramsPerKwh = typed(20)}, 8, 206, 7.2e6);
    QVERIFY(measured.isMeasured && near(measured.kwh.value(), 3.0) && near(measured.gramsCo2e.value(), 60.0));
}

void tst_carbon::missingInputsGiveNoFootprint()
{
    QVERIFY(!computeFootprint({}, 8, 206, {}).kwh);
    // A node of eight draws 8 x 300 W for one worker as well as for eight, and the ninth needs a second node: 2.4 and
    // 4.8 kWh an hour.
    for (const auto& [p, kwh] : {std::pair(1, 2.4), std::pair(8, 2.4), std::pair(9, 4.8)})
        QVERIFY(
            near(computeFootprint({.workersPerNode = typed(8), .powerW = typed(300)}, p, 3600, {}).kwh.value(), kwh));
    const Footprint noGrid = computeFootprint({.powerW = typed(700)}, 8, 206, {});
    QVERIFY(noGrid.kwh && !noGrid.gramsCo2e);
    QVERIFY(!computeFootprint({.powerW = typed(1e308)}, 1000, 1e308, {}).kwh);  // overflow gives no number
}

// The second is slower, more expensive and dirtier than the first; the third is more expensive but faster; the fourth
// equals the first.
void tst_carbon::front()
{
    QCOMPARE(findDominated({{10, 1, 5}, {11, 2, 6}, {5, 2, 6}, {10, 1, 5}}),
             (std::vector<bool>{false, true, false, false}));
}

void tst_carbon::google()
{
    const QString path = scalewright::test::oracleFile("catalogue/google_region_carbon_2024.csv");
    int seen = 0;
    for (const CarbonFigure& each : shippedCarbon().regions) {
        const QByteArray id = QByteArray::fromStdString(each.id);
        if (!id.startsWith("gcp-"))
            continue;
        ++seen;
        QVERIFY2(near(each.value, csvCell(path, id.mid(4) + ',', 3)), id.constData());  // g/kWh there
        QVERIFY(!each.source.empty() && !each.date.empty());
    }
    QCOMPARE(seen, 17);
}

void tst_carbon::aws()
{
    const QString path = scalewright::test::oracleFile("catalogue/ccf_grid-emissions-factors-aws.csv");
    int seen = 0;
    for (const CarbonFigure& each : shippedCarbon().regions) {
        const QByteArray id = QByteArray::fromStdString(each.id);
        if (!id.startsWith("aws-"))
            continue;
        ++seen;
        QVERIFY2(near(each.value, 1e6 * csvCell(path, id.mid(4) + ',', 3)), id.constData());  // metric tons/kWh there
    }
    QCOMPARE(seen, 7);
}

void tst_carbon::pue()
{
    const QString path = scalewright::test::oracleFile("catalogue/ccf_pue_constants.csv");
    QCOMPARE(shippedCarbon().pueFigures.size(), std::size_t(4));
    for (const CarbonFigure& each : shippedCarbon().pueFigures)
        QVERIFY2(near(each.value, csvCell(path, QByteArray::fromStdString(each.id) + ',', 1)), each.id.c_str());
}

void tst_carbon::rejectsInvalidTables_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("another file") << QByteArray("scalewright-carbon") << QByteArray("scalewright-tools") << "/format";
    QTest::newRow("grams read as tonnes")
        << QByteArray("\"grams_per_kwh\": 439.29") << QByteArray("\"tonnes_per_kwh\": 439.29") << "/regions/0";
    QTest::newRow("both units") << QByteArray("\"grams_per_kwh\": 439.29")
                                << QByteArray("\"grams_per_kwh\": 439.29, \"tonnes_per_kwh\": 1e-4") << "/regions/0";
    QTest::newRow("no unit") << QByteArray("\"grams_per_kwh\": 439.29, ") << QByteArray() << "/regions/0";
    QTest::newRow("negative") << QByteArray("439.29") << QByteArray("-439.29") << "/regions/0/grams_per_kwh";
    QTest::newRow("PUE below 1") << QByteArray("1.135") << QByteArray("0.135") << "/pue/0/pue";
    QTest::newRow("an unknown source") << QByteArray("\"source\": \"ccf-pue\"") << QByteArray("\"source\": \"x\"")
                                       << "/pue/0/source";
    QTest::newRow("an id twice") << QByteArray("gcp-asia-northeast1") << QByteArray("gcp-asia-east1")
                                 << "/regions/1/id";
}

void tst_carbon::rejectsInvalidTables()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, pointer);
    QByteArray text = carbonText();
    QVERIFY(text.contains(from));
    const Result<CarbonCatalogue> read = parseCarbonCatalogue(text.replace(from, to).toStdString());
    QVERIFY(!read);
    QStringList pointers;
    for (const Problem& problem : read.error().problems)
        pointers << QString::fromStdString(problem.location.jsonPointer);
    QVERIFY2(pointers.contains(pointer), qPrintable(pointers.join(' ')));
}

SCALEWRIGHT_TEST(tst_carbon)
#include "tst_carbon.moc"
