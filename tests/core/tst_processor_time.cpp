// SPDX-License-Identifier: GPL-3.0-or-later
// Busy and idle cores of a run. Expected values: worked out by hand.
#include <QTest>

#include <cmath>
#include <ctime>

#include "core/evidence/runs/processor_time.h"
#include "tests/support/registry.h"

using namespace scalewright;

class tst_processor_time : public QObject {
    Q_OBJECT
private slots:
    void splitsTheTime_data();
    void splitsTheTime();
    void keepsReportedParts();
    void countsTheMachine();
};

void tst_processor_time::splitsTheTime_data()
{
    QTest::addColumn<int>("p");
    QTest::addColumn<double>("wallS");
    QTest::addColumn<double>("ownS");
    QTest::addColumn<double>("usedS");
    QTest::addColumn<double>("machineS");
    QTest::addColumn<double>("compS");  // -1: not known
    QTest::addColumn<double>("idleS");
    QTest::newRow("two cores, 30 % serial") << 2 << 1.3 << 1.3 << 2.0 << 2.0 << 1.0 << 0.3;
    QTest::newRow("start-up on one core") << 2 << 1.4 << 1.3 << 2.1 << 2.1 << 1.0 << 0.3;
    QTest::newRow("another program used 0.2 s") << 2 << 1.3 << 1.3 << 2.0 << 2.2 << 1.0 << 0.2;
    QTest::newRow("another program used a core") << 2 << 1.3 << 1.3 << 2.0 << 3.3 << 1.0 << 0.0;
    QTest::newRow("all busy") << 2 << 1.0 << 1.0 << 2.005 << 2.005 << 1.0 << 0.0;
    QTest::newRow("one worker with gaps") << 1 << 1.0 << 1.0 << 0.97 << 0.97 << 1.0 << 0.0;
    QTest::newRow("one worker that reads") << 1 << 1.0 << 1.0 << 0.8 << 0.8 << 0.8 << 0.2;
    QTest::newRow("one worker that sleeps") << 1 << 1.0 << 1.0 << 0.3 << 0.3 << -1.0 << -1.0;
    QTest::newRow("shorter than ten ticks of the kernel's clock") << 1 << 0.09 << 0.09 << 0.09 << 0.09 << -1.0 << -1.0;
    QTest::newRow("more cores than workers") << 1 << 1.0 << 1.0 << 1.9 << 1.9 << -1.0 << -1.0;
    QTest::newRow("more workers than cores") << 4 << 1.0 << 1.0 << 1.9 << 1.9 << -1.0 << -1.0;
}

void tst_processor_time::splitsTheTime()
{
    QFETCH(int, p);
    QFETCH(double, wallS);
    QFETCH(double, ownS);
    QFETCH(double, usedS);
    QFETCH(double, machineS);
    LadderRunRow row{.p = p, .seconds = ownS, .status = "ok"};
    detail::applyProcessorTime(row, {.wallSeconds = wallS, .userCpuS = usedS}, machineS, 2);
    QTEST(std::round(1e6 * row.reported.compS.value_or(-1)) / 1e6, "compS");
    QTEST(std::round(1e6 * row.reported.idleS.value_or(-1)) / 1e6, "idleS");
    QCOMPARE(row.notes.empty(), !row.reported.compS);
}

void tst_processor_time::keepsReportedParts()
{
    LadderRunRow row{.p = 2, .seconds = 1.3, .status = "ok"};
    row.reported.commS = 0.1;
    detail::applyProcessorTime(row, {.wallSeconds = 1.3, .userCpuS = 2}, 2.0, 2);
    QVERIFY(!row.reported.compS && !row.reported.idleS && row.notes.empty());
    row.reported.commS.reset();
    detail::applyProcessorTime(row, {.wallSeconds = 1.3, .userCpuS = 2}, std::nullopt, 2);
    QVERIFY(!row.reported.compS);
}

// Half a second of work appears in the machine's processor time.
void tst_processor_time::countsTheMachine()
{
    const std::optional<double> before = detail::readMachineProcessorS();
    QVERIFY(before.has_value());
    const std::clock_t begin = std::clock();
    while (std::clock() - begin < CLOCKS_PER_SEC / 2) {
    }
    QVERIFY(*detail::readMachineProcessorS() - *before > 0.45);
}

SCALEWRIGHT_TEST(tst_processor_time)
#include "tst_processor_time.moc"
