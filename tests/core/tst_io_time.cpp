// SPDX-License-Identifier: GPL-3.0-or-later
// Time for input and output, from the kernel's counters and from sampling. Expected values: Agresti and Coull's
// interval by hand, binomial draws, and consequences of the definitions.
#include <QTest>

#include <cmath>

#include "core/evidence/runs/io_time.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

SampledTime sampled(int sampleCount, int hits, double each = 0.01)
{
    SampledTime time;
    for (int i = 0; i < sampleCount; ++i)
        time.addSample(each, i < hits);
    return time;
}

// 2/100 + 2.25 sqrt(0.0196/100): upper bound for a state that none of 96 samples saw.
constexpr double unseenUpperBound = 0.02 + 0.0315;

bool near(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

}  // namespace

class tst_io_time : public QObject {
    Q_OBJECT

private slots:
    void computesRangesOfSampledTime_data();
    void computesRangesOfSampledTime();
    void rangesReachTheirConfidenceLevel();
    void countsWaitingAlone();
    void kernelsTime();
    void countsNoTimeWithoutFiles();
    void boundsTimeOfFewBytes();
    void unseen();
};

void tst_io_time::computesRangesOfSampledTime_data()
{
    QTest::addColumn<int>("looks");
    QTest::addColumn<int>("so");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // (seen + 2)/(samples + 4) +- 2.25 sqrt(share (1 - share)/(samples + 4)), for 96 samples of 10 ms.
    QTest::newRow("half") << 96 << 48 << 0.96 * 0.3875 << 0.96 * 0.6125;  // 0.5 +- 2.25 sqrt(0.25/100)
    QTest::newRow("never") << 96 << 0 << 0.0 << 0.96 * unseenUpperBound;
    QTest::newRow("always") << 96 << 96 << 0.96 * (1 - unseenUpperBound) << 0.96;
    QTest::newRow("no samples") << 0 << 0 << 0.0 << 0.0;
}

void tst_io_time::computesRangesOfSampledTime()
{
    QFETCH(int, looks);
    QFETCH(int, so);
    QFETCH(double, low);
    QFETCH(double, high);
    const SampledTime time = sampled(looks, so);
    QVERIFY(near(time.range().low, low) && near(time.range().high, high));
    QVERIFY(near(time.heldS(), 0.01 * so) && near(time.sampledS(), 0.01 * looks));
}

// The probability that the interval contains the share, summed over all possible samples: at least its level.
void tst_io_time::rangesReachTheirConfidenceLevel()
{
    for (const int sampleCount : {5, 10, 20, 50, 200})
        for (double share = 0.001; share < 1; share += 0.001) {
            double coverage = 0;
            for (int hits = 0; hits <= sampleCount; ++hits) {
                const Interval range = sampled(sampleCount, hits).range();
                if (range.low <= share * 0.01 * sampleCount && share * 0.01 * sampleCount <= range.high)
                    coverage += std::exp(std::lgamma(sampleCount + 1) - std::lgamma(hits + 1) -
                                         std::lgamma(sampleCount - hits + 1) + hits * std::log(share) +
                                         (sampleCount - hits) * std::log1p(-share));
            }
            QVERIFY2(coverage >= 0.95,
                     qPrintable(QString("%1 of %2 looks: %3").arg(share).arg(sampleCount).arg(coverage)));
        }
}

void tst_io_time::countsWaitingAlone()
{
    // One second, half of it waiting for a device; the processor is idle.
    const CommandResult end{.wallSeconds = 0.96, .readBytes = 1e9, .ioCalls = 1000, .hasIoCounts = true};
    const IoSamples samples{
        .runnable = sampled(96, 0), .waitingForDevice = sampled(96, 48), .accessingFiles = sampled(96, 96)};
    const detail::IoTime time = detail::estimateIoTime(end, {.fileBytes = 1e9}, samples);
    QVERIFY(near(time.estimateS, 0.48));
    QVERIFY(near(time.range.low, 0.96 * 0.3875));
    QVERIFY(near(time.range.high, 0.96 * (0.6125 + unseenUpperBound)));  // it may have run between the samples
}

void tst_io_time::kernelsTime()
{
    // It computes for a quarter of its time and spends the rest in the kernel for 1 GB of files: at most all of the
    // kernel time is I/O, at least none of it, since it may be page faults.
    const CommandResult end{.wallSeconds = 0.96,
                            .userCpuS = 0.24,
                            .systemCpuS = 0.72,
                            .readBytes = 1e9,
                            .ioCalls = 1000,
                            .hasIoCounts = true};
    const IoSamples samples{
        .runnable = sampled(96, 96), .waitingForDevice = sampled(96, 0), .accessingFiles = sampled(96, 96)};
    const detail::IoTime time = detail::estimateIoTime(end, {.fileBytes = 1e9}, samples);
    QCOMPARE(time.range.low, 0.0);
    QVERIFY(near(time.estimateS, 0.72));
    // The error of 0.24 s on a 100 Hz clock, one tick, and waiting that no sample saw.
    QVERIFY(near(time.range.high, 0.72 + 2.25 * std::sqrt(0.24 / 100) + 0.01 + 0.96 * unseenUpperBound));
    // Half of the bytes went through pipes, so half of the kernel time is I/O, as far as is known.
    QVERIFY(near(detail::estimateIoTime(end, {.fileBytes = 0.5e9, .streamBytes = 0.5e9}, samples).estimateS, 0.36));
    // Other programs use a second core's worth: half of the time it waits for a core, in a call or not.
    const CommandResult busy{.wallSeconds = 0.96,
                             .userCpuS = 0.12,
                             .systemCpuS = 0.36,
                             .readBytes = 1e9,
                             .ioCalls = 1000,
                             .hasIoCounts = true};
    const detail::IoTime shared = detail::estimateIoTime(busy, {.fileBytes = 1e9}, samples);
    QVERIFY(near(shared.estimateS, 0.72));
    QVERIFY(shared.range.high >= 0.96 - 0.12);
}

void tst_io_time::countsNoTimeWithoutFiles()
{
    // All time is in the kernel, for pipes, and at no sample could a file have been read or written.
    const CommandResult end{.wallSeconds = 0.96,
                            .systemCpuS = 0.96,
                            .readBytes = 1e9,
                            .writtenBytes = 1e9,
                            .ioCalls = 1e5,
                            .hasIoCounts = true};
    const IoSamples samples{
        .runnable = sampled(96, 96), .waitingForDevice = sampled(96, 0), .accessingFiles = sampled(96, 0)};
    const detail::IoTime time = detail::estimateIoTime(end, {.streamBytes = 2e9}, samples);
    QCOMPARE(time.estimateS, 0.0);
    QVERIFY(near(time.range.high, 2 * 0.96 * unseenUpperBound));
}

void tst_io_time::boundsTimeOfFewBytes()
{
    // Half of the time is in the kernel, but ten calls moved only a hundred kilobytes: 10 x 50 us and 1e5 B/0.25 GB/s.
    const CommandResult end{.wallSeconds = 0.96,
                            .userCpuS = 0.48,
                            .systemCpuS = 0.48,
                            .readBytes = 1e5,
                            .ioCalls = 10,
                            .hasIoCounts = true};
    const IoSamples samples{
        .runnable = sampled(96, 96), .waitingForDevice = sampled(96, 0), .accessingFiles = sampled(96, 96)};
    QVERIFY(near(detail::estimateIoTime(end, {}, samples).range.high, 0.96 * unseenUpperBound + 0.5e-3 + 0.4e-3));
}

void tst_io_time::unseen()
{
    // One sample at the start of a second: anything may have happened.
    const CommandResult end{
        .wallSeconds = 1, .userCpuS = 0.1, .systemCpuS = 0.6, .readBytes = 1e9, .ioCalls = 1000, .hasIoCounts = true};
    IoSamples samples;
    samples.runnable.addSample(0, true);
    samples.waitingForDevice.addSample(0, false);
    samples.accessingFiles.addSample(0, true);
    const detail::IoTime time = detail::estimateIoTime(end, {}, samples);
    QVERIFY(time.range.low == 0 && time.range.high == 1);
    QVERIFY(near(time.estimateS, 0.6));  // according to the processor time
    // Only half of it was sampled: the other half counts fully towards the upper bound, and in the estimate like the
    // first half.
    const IoSamples half{.runnable = sampled(48, 0, 0.01),
                         .waitingForDevice = sampled(48, 48, 0.01),
                         .accessingFiles = sampled(48, 48, 0.01)};
    const CommandResult idle{.wallSeconds = 0.96, .readBytes = 1e9, .ioCalls = 1000, .hasIoCounts = true};
    const detail::IoTime seldom = detail::estimateIoTime(idle, {}, half);
    QVERIFY(near(seldom.estimateS, 0.96) && near(seldom.range.high, 0.96) && seldom.range.low < 0.48);
}

SCALEWRIGHT_TEST(tst_io_time)
#include "tst_io_time.moc"
