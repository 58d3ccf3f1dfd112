// The time for input and output, from what the kernel counts and what looks saw. Expected values: Agresti and Coull's
// interval by hand, binomial draws, and what follows from the definitions.
#include <QTest>

#include <cmath>

#include "core/evidence/runs/io_time.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

SampledTime sampled(int looks, int so, double each = 0.01)
{
    SampledTime time;
    for (int i = 0; i < looks; ++i)
        time.look(each, i < so);
    return time;
}

constexpr double never = 0.02 + 0.0315;  // 2/100 + 2.25 sqrt(0.0196/100): of what none of 96 looks has met

bool near(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

}  // namespace

class tst_io_time : public QObject {
    Q_OBJECT

private slots:
    void rangesOfSampledTime_data();
    void rangesOfSampledTime();
    void howOftenTheyHold();
    void waitingAlone();
    void kernelsTime();
    void whatMovesNoFiles();
    void fewBytesTakeLittle();
    void unseen();
};

void tst_io_time::rangesOfSampledTime_data()
{
    QTest::addColumn<int>("looks");
    QTest::addColumn<int>("so");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // (so + 2)/(looks + 4) +- 2.25 sqrt(share (1 - share)/(looks + 4)), of 96 looks of 10 ms.
    QTest::newRow("half") << 96 << 48 << 0.96 * 0.3875 << 0.96 * 0.6125;  // 0.5 +- 2.25 sqrt(0.25/100)
    QTest::newRow("never") << 96 << 0 << 0.0 << 0.96 * never;
    QTest::newRow("always") << 96 << 96 << 0.96 * (1 - never) << 0.96;
    QTest::newRow("nobody looked") << 0 << 0 << 0.0 << 0.0;
}

void tst_io_time::rangesOfSampledTime()
{
    QFETCH(int, looks);
    QFETCH(int, so);
    QFETCH(double, low);
    QFETCH(double, high);
    const SampledTime time = sampled(looks, so);
    QVERIFY(near(time.range().low, low) && near(time.range().high, high));
    QVERIFY(near(time.seconds(), 0.01 * so) && near(time.seenS(), 0.01 * looks));
}

// The chance that the interval holds the share, summed over all that the looks can have met: at least its level.
void tst_io_time::howOftenTheyHold()
{
    for (const int looks : {5, 10, 20, 50, 200})
        for (double share = 0.001; share < 1; share += 0.001) {
            double holds = 0;
            for (int so = 0; so <= looks; ++so) {
                const Interval range = sampled(looks, so).range();
                if (range.low <= share * 0.01 * looks && share * 0.01 * looks <= range.high)
                    holds += std::exp(std::lgamma(looks + 1) - std::lgamma(so + 1) - std::lgamma(looks - so + 1) +
                                      so * std::log(share) + (looks - so) * std::log1p(-share));
            }
            QVERIFY2(holds >= 0.95, qPrintable(QString("%1 of %2 looks: %3").arg(share).arg(looks).arg(holds)));
        }
}

void tst_io_time::waitingAlone()
{
    // A second, half of it in waiting for a device; the processor did nothing.
    const CommandEnd end{.seconds = 0.96, .readBytes = 1e9, .ioCalls = 1000, .ioKnown = true};
    const IoSamples samples{.runnable = sampled(96, 0), .waiting = sampled(96, 48), .movingFiles = sampled(96, 96)};
    const detail::IoTime time = detail::ioTime(end, {.files = 1e9}, samples);
    QVERIFY(near(time.estimateS, 0.48));
    QVERIFY(near(time.range.low, 0.96 * 0.3875));
    QVERIFY(near(time.range.high, 0.96 * (0.6125 + never)));  // it may have run between the looks
}

void tst_io_time::kernelsTime()
{
    // It computes for a quarter of its time and works in the kernel for the rest, for 1 GB of files: at the most all of
    // that, at the least nothing of it, as it may be page faults.
    const CommandEnd end{
        .seconds = 0.96, .userS = 0.24, .systemS = 0.72, .readBytes = 1e9, .ioCalls = 1000, .ioKnown = true};
    const IoSamples samples{.runnable = sampled(96, 96), .waiting = sampled(96, 0), .movingFiles = sampled(96, 96)};
    const detail::IoTime time = detail::ioTime(end, {.files = 1e9}, samples);
    QCOMPARE(time.range.low, 0.0);
    QVERIFY(near(time.estimateS, 0.72));
    // The error of what a clock of 100 Hz says of 0.24 s, a tick, and waiting that no look met.
    QVERIFY(near(time.range.high, 0.72 + 2.25 * std::sqrt(0.24 / 100) + 0.01 + 0.96 * never));
    // Half of the bytes went through pipes: half of the kernel's time, as far as anybody knows.
    QVERIFY(near(detail::ioTime(end, {.files = 0.5e9, .elsewhere = 0.5e9}, samples).estimateS, 0.36));
    // A second core's worth of other programs: half of the time it waits for a core, be it in a call or not.
    const CommandEnd busy{
        .seconds = 0.96, .userS = 0.12, .systemS = 0.36, .readBytes = 1e9, .ioCalls = 1000, .ioKnown = true};
    const detail::IoTime shared = detail::ioTime(busy, {.files = 1e9}, samples);
    QVERIFY(near(shared.estimateS, 0.72));
    QVERIFY(shared.range.high >= 0.96 - 0.12);
}

void tst_io_time::whatMovesNoFiles()
{
    // All in the kernel, for pipes, and at no look a file may have been moved.
    const CommandEnd end{
        .seconds = 0.96, .systemS = 0.96, .readBytes = 1e9, .writtenBytes = 1e9, .ioCalls = 1e5, .ioKnown = true};
    const IoSamples samples{.runnable = sampled(96, 96), .waiting = sampled(96, 0), .movingFiles = sampled(96, 0)};
    const detail::IoTime time = detail::ioTime(end, {.elsewhere = 2e9}, samples);
    QCOMPARE(time.estimateS, 0.0);
    QVERIFY(near(time.range.high, 2 * 0.96 * never));
}

void tst_io_time::fewBytesTakeLittle()
{
    // Half of the time in the kernel, and ten calls that moved a hundred kilobytes: 10 x 50 us and 1e5 B/0.25 GB/s.
    const CommandEnd end{
        .seconds = 0.96, .userS = 0.48, .systemS = 0.48, .readBytes = 1e5, .ioCalls = 10, .ioKnown = true};
    const IoSamples samples{.runnable = sampled(96, 96), .waiting = sampled(96, 0), .movingFiles = sampled(96, 96)};
    QVERIFY(near(detail::ioTime(end, {}, samples).range.high, 0.96 * never + 0.5e-3 + 0.4e-3));
}

void tst_io_time::unseen()
{
    // One look at the start of a second: anything may have been.
    const CommandEnd end{
        .seconds = 1, .userS = 0.1, .systemS = 0.6, .readBytes = 1e9, .ioCalls = 1000, .ioKnown = true};
    IoSamples samples;
    samples.runnable.look(0, true);
    samples.waiting.look(0, false);
    samples.movingFiles.look(0, true);
    const detail::IoTime time = detail::ioTime(end, {}, samples);
    QVERIFY(time.range.low == 0 && time.range.high == 1);
    QVERIFY(near(time.estimateS, 0.6));  // what the processor's time says
    // Half of it seen: the other half counts to the upper end, and for the estimate as the first.
    const IoSamples half{
        .runnable = sampled(48, 0, 0.01), .waiting = sampled(48, 48, 0.01), .movingFiles = sampled(48, 48, 0.01)};
    const CommandEnd idle{.seconds = 0.96, .readBytes = 1e9, .ioCalls = 1000, .ioKnown = true};
    const detail::IoTime seldom = detail::ioTime(idle, {}, half);
    QVERIFY(near(seldom.estimateS, 0.96) && near(seldom.range.high, 0.96) && seldom.range.low < 0.48);
}

SCALEWRIGHT_TEST(tst_io_time)
#include "tst_io_time.moc"
