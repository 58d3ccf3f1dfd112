// SPDX-License-Identifier: GPL-3.0-or-later
// Probes on a shared machine: the tests check that values are plausible, that a cancelled or killed probe leaves
// nothing behind, and that unsupported requests are answered with a sentence. No speed is asserted. Expected values:
// plain loops, binomial arithmetic, /proc read here, and the system's information about files.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <numeric>
#include <random>
#include <thread>

#include "core/evidence/ladder/ladder.h"
#include "core/evidence/probes/book.h"
#include "core/evidence/probes/kernels.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/samples.h"
#include "core/evidence/probes/scratch_file.h"
#include "core/evidence/probes/wire.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

// Small sizes: the speed of the machine is not tested here.
ProbeOptions small(ProbeKind kind, const QTemporaryDir& folder)
{
    return {.kind = kind,
            .scratchFolder = folder.path().toStdString(),
            .repeats = 3,
            .arrayBytes = 4u << 20,
            .fileBytes = 1u << 20};
}

std::string errorMessage(const Error& error)
{
    return describe(error);
}

/// The child processes of this process that are probes.
QList<pid_t> probesRunning()
{
    QList<pid_t> probeIds;
    const QStringList processIds = QDir("/proc").entryList(QDir::Dirs);
    for (const QString& entry : processIds) {
        QFile stat("/proc/" + entry + "/stat");
        if (!entry.at(0).isDigit() || !stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = stat.readAll();
        const QList<QByteArray> statFields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (line.contains("(scalewright-pro") && statFields.size() > 1 && statFields[1].toInt() == getpid() &&
            statFields[0] != "Z")
            probeIds.push_back(entry.toInt());
    }
    return probeIds;
}

qsizetype countEntries(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot).size();
}

void naive(int rows, int columns, int inner, const double* a, const double* b, double* c)
{
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i) {
            double value = 0;
            for (int k = 0; k < inner; ++k)
                value += a[i + k * rows] * b[k + j * inner];
            c[i + j * rows] = value;
        }
}

}  // namespace

class tst_probes : public QObject {
    Q_OBJECT

private slots:
    void computesTheSpreadOfSamples();
    void intervalCoversAtItsLevel();
    void repeatedChecksKeepTheLevel();
    void stopsWhenTheIntervalIsNarrow_data();
    void stopsWhenTheIntervalIsNarrow();
    void wire();
    void kernels_data();
    void kernels();
    void machineFacts();
    void describesTheMachine();
    void controlGroupsLimit_data();
    void controlGroupsLimit();
    void scratchFileHasNoName();
    void scratchFileReadsBackItsContent();
    void fullDisk();
    void sizeLimit();
    void folders_data();
    void folders();
    void machineProbe();
    void bookProbe();
    void cancelled_data();
    void cancelled();
    void canBeStoppedBeforeItStarts();
    void reportsAKilledProbe();
    void reportsTooLittleMemory();
    void noProgram();
    void anotherProgram();
    void warnsWhenCoresDoNotAddUp_data();
    void warnsWhenCoresDoNotAddUp();
    void rejectsOptionsOutOfRange();
};

void tst_probes::computesTheSpreadOfSamples()
{
    const std::vector<double> odd{3, 1, 2};
    QCOMPARE(spreadOf(odd).median, 2.0);
    QCOMPARE(spreadOf(odd).interval.low, 1.0);
    QCOMPARE(spreadOf(odd).interval.high, 3.0);
    QCOMPARE(spreadOf(odd).interval.level, 0.75);
    const std::vector<double> evenSamples{4, 1, 3, 2};
    QCOMPARE(spreadOf(evenSamples).median, 2.5);
    QCOMPARE(spreadOf(evenSamples).interval.level, 0.875);
    // Checked after seven and after ten samples, not between.
    std::vector<double> samples{98, 102, 99, 101, 100, 100, 100};
    QVERIFY(isMedianKnownWithin(samples, 0.0201) && !isMedianKnownWithin(samples, 0.0199));
    samples.push_back(100);
    QVERIFY(!isMedianKnownWithin(samples, 0.1));
    QVERIFY(!isMedianKnownWithin(std::vector<double>(6, 100.0), 0.1));
    QCOMPARE(lastCheckpoint(6), std::size_t{0});
    QCOMPARE(lastCheckpoint(13), std::size_t{10});
    QCOMPARE(lastCheckpoint(1000), std::size_t{100});
}

void tst_probes::intervalCoversAtItsLevel()
{
    // A skewed distribution with a known median: exponential, ln 2. Seven samples enclose it 63 times out of 64.
    std::mt19937_64 random(7);
    std::exponential_distribution<double> draw(1);
    const int trials = 20000;
    int covered = 0;
    for (int i = 0; i < trials; ++i) {
        std::vector<double> samples(7);
        for (double& sample : samples)
            sample = draw(random);
        const Interval interval = spreadOf(samples).interval;
        covered += interval.low <= std::log(2) && std::log(2) <= interval.high;
    }
    const double expected = 63.0 / 64, sigma = std::sqrt(expected * (1 - expected) / trials);
    QVERIFY(std::abs(double(covered) / trials - expected) < 4 * sigma);
    QCOMPARE(spreadOf(std::vector<double>(7, 1.0)).interval.level, expected);
}

// Boole's inequality: stopping at any check, for any reason, misses at most as often as all checks together, each with
// 2 P(Binomial(n, 1/2) < k).
void tst_probes::repeatedChecksKeepTheLevel()
{
    double misses = 0;
    for (const std::size_t n : checkpointRepeats) {
        std::vector<double> ranks(n);
        std::iota(ranks.begin(), ranks.end(), 1.0);
        const Interval interval = *intervalAtCheckpoint(ranks);
        QCOMPARE(interval.level, 0.95);
        QCOMPARE(interval.low + interval.high, double(n) + 1);
        double combinations = 1, below = 0;
        for (std::size_t i = 0; double(i) < interval.low; ++i) {
            below += combinations;
            combinations *= double(n - i) / double(i + 1);
        }
        misses += 2 * below / std::pow(2.0, double(n));
    }
    QVERIFY2(misses < 0.05, qPrintable(QString::number(misses)));
}

void tst_probes::stopsWhenTheIntervalIsNarrow_data()
{
    QTest::addColumn<QString>("noise");
    QTest::addColumn<double>("size");
    for (const char* noise : {"normal", "exponential", "heavy"})
        for (const double size : {0.01, 0.03, 0.05, 0.1})
            QTest::addRow("%s, %g", noise, size) << noise << size;
}

// Times with a true median of 1, repeated until it is known within 2 %: stopping when the interval is narrow must not
// lower its level. A rule that checks after every repeat covers 0.918 to 0.945 in half of these rows.
void tst_probes::stopsWhenTheIntervalIsNarrow()
{
    QFETCH(QString, noise);
    QFETCH(double, size);
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(0, 1);
    std::exponential_distribution<double> exponential(1);
    std::student_t_distribution<double> heavy(2);
    const auto draw = [&] {
        return 1 + size * (noise == "normal"  ? normal(random)
                           : noise == "heavy" ? heavy(random)
                                              : exponential(random) - std::log(2));
    };
    const int trials = 4000;
    int coveredCount = 0, coveredByRows = 0;
    const auto containsMedian = [](const std::optional<Interval>& interval) {
        return interval && interval->low <= 1 && 1 <= interval->high;
    };
    for (int i = 0; i < trials; ++i) {
        std::vector<double> samples;
        while (samples.size() < checkpointRepeats.back() && !isMedianKnownWithin(samples, 0.02))
            samples.push_back(draw());
        coveredCount += containsMedian(intervalAtCheckpoint(samples));
        // Derived from the ladder's rows, which do not contain the reason for stopping.
        coveredByRows += containsMedian(medianInterval(samples));
    }
    const double fourSigma = 4 * std::sqrt(0.95 * 0.05 / trials);
    QVERIFY2(double(coveredCount) / trials >= 0.95, qPrintable(QString::number(double(coveredCount) / trials)));
    QVERIFY2(double(coveredByRows) / trials >= 0.95 - fourSigma,
             qPrintable(QString::number(double(coveredByRows) / trials)));
}

void tst_probes::wire()
{
    const std::vector<std::string> fields{"warning", "-", "a tab\tand a\nline end"};
    const std::string line = detail::formatWireLine(fields);
    QCOMPARE(std::count(line.begin(), line.end(), '\n'), std::ptrdiff_t{1});
    const std::vector<std::string> read = detail::parseWireLine(std::string_view(line).substr(0, line.size() - 1));
    QCOMPARE(read.size(), std::size_t{3});
    QCOMPARE(read[2], std::string("a tab and a line end"));
    QCOMPARE(detail::parseWireLine("a\t\tb").size(), std::size_t{3});
}

void tst_probes::kernels_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("size");
    for (const int threads : {1, 2, 3, 7})
        for (const int size : {1, 5, 16, 17, 1000})
            QTest::addRow("%d threads, %d", threads, size) << threads << size;
}

void tst_probes::kernels()
{
    QFETCH(int, threads);
    QFETCH(int, size);
    const auto n = static_cast<std::size_t>(size);
    std::vector<double> a(n), b(n), c(n);
    detail::fillRandom(b, threads);
    detail::fillRandom(c, threads);
    detail::triadInto(a, b, c, threads);
    double naiveSum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        QVERIFY(std::abs(b[i]) <= 1);
        QCOMPARE(a[i], b[i] + 3 * c[i]);
        naiveSum += b[i];
    }
    QVERIFY(std::abs(detail::sum(b, threads) - naiveSum) < 1e-9);
    detail::copyInto(a, b, threads);
    QCOMPARE(a, b);
    detail::scaleInto(a, b, threads);
    for (std::size_t i = 0; i < n; ++i)
        QCOMPARE(a[i], 3 * b[i]);
    detail::addInto(a, b, c, threads);
    for (std::size_t i = 0; i < n; ++i)
        QCOMPARE(a[i], b[i] + c[i]);

    const int m = std::min(size, 17);
    const auto entries = static_cast<std::size_t>(m * m);
    std::vector<double> x(entries), y(entries), fullResult(entries), parts(entries);
    detail::fillRandom(x, 1);
    detail::fillRandom(y, 1);
    naive(m, m, m, x.data(), y.data(), fullResult.data());
    detail::multiply({"naive", naive}, m, x, y, parts, threads);
    QCOMPARE(parts, fullResult);
}

void tst_probes::machineFacts()
{
    const MachineFacts facts = readMachineFacts();
    QVERIFY(!facts.cpuName.empty());
    QVERIFY(facts.cores >= 1 && facts.cores <= 4096);
    std::ifstream meminfo("/proc/meminfo");
    std::string key;
    double kib = 0;
    meminfo >> key >> kib;
    QCOMPARE(key, std::string("MemTotal:"));
    QVERIFY(facts.isMemoryLimited ? facts.memoryBytes < kib * 1024 : facts.memoryBytes == kib * 1024);
    QVERIFY(facts.availableMemoryBytes > 0 && facts.availableMemoryBytes <= facts.memoryBytes);
    QVERIFY(facts.sockets <= facts.physicalCores);
    QVERIFY(facts.maximumClockHz == 0 || (facts.maximumClockHz > 1e8 && facts.maximumClockHz < 1e10));
}

void tst_probes::describesTheMachine()
{
    MachineFacts facts{.cores = 16,
                       .cpuQuota = 2.5,
                       .memoryBytes = 8e9,
                       .isMemoryLimited = true,
                       .cacheBytes = {48000, 2000000, 36000000}};
    facts.containerRuntime = "docker";
    facts.isVirtualMachine = true;
    facts.sockets = 1;
    facts.physicalCores = 8;
    facts.hasMixedCoreTypes = true;
    facts.maximumClockHz = 3.5e9;
    QCOMPARE(
        describe(facts),
        std::string(
            "1 socket, 8 physical cores of several kinds, 3.50 GHz, caches 48.0 kB, 2.00 MB and 36.0 MB, memory 8.00 "
            "GB (its control group's limit), "
            "limited to 2.5 cores' worth of time by its control group, in a container (docker), a virtual machine"));
    QCOMPARE(describe(MachineFacts{}), std::string());
    facts = readMachineFacts();
    QCOMPARE(facts.lastLevelCacheBytes, facts.cacheBytes.empty() ? 0 : facts.cacheBytes.back());
    QVERIFY(std::is_sorted(facts.cacheBytes.begin(), facts.cacheBytes.end()));
}

void tst_probes::scratchFileHasNoName()
{
    const QTemporaryDir folder;
    const Result<ScratchFile> file = ScratchFile::create(folder.path().toStdString(), 4096);
    QVERIFY2(file.has_value(), file ? "" : errorMessage(file.error()).c_str());
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::scratchFileReadsBackItsContent()
{
    const QTemporaryDir folder;
    Result<ScratchFile> file = ScratchFile::create(folder.path().toStdString(), 4096);
    QVERIFY(file.has_value());
    std::vector<std::byte> written(10000), read(10000);
    for (std::size_t i = 0; i < written.size(); ++i)
        written[i] = static_cast<std::byte>(i * 31);
    QVERIFY(file->write(written).has_value() && file->sync().has_value() && file->rewind().has_value());
    QVERIFY(file->read(read).has_value());
    QVERIFY(read == written);
    QVERIFY(!file->read(read));  // past the end
    QVERIFY(file->restart().has_value());
    QVERIFY(!file->read(read));  // emptied
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::fullDisk()
{
    ScratchFile full(open("/dev/full", O_WRONLY | O_CLOEXEC), "/mnt/data");
    const Result<void> written = full.write(std::vector<std::byte>(4096));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Environment);
    QVERIFY(errorMessage(written.error()).find("the disk that holds /mnt/data is full") != std::string::npos);

    const QTemporaryDir folder;
    const Result<ScratchFile> tooLarge = ScratchFile::create(folder.path().toStdString(), std::size_t{1} << 60);
    QVERIFY(!tooLarge);
    QVERIFY(errorMessage(tooLarge.error()).find("free and the probe writes") != std::string::npos);
}

void tst_probes::sizeLimit()
{
    const QTemporaryDir folder;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit little{8192, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    const Result<ProbeReport> report = runProbe(small(ProbeKind::Disk, folder), {});
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Environment);
    QVERIFY2(errorMessage(report.error()).find("ulimit -f") != std::string::npos, errorMessage(report.error()).c_str());
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::folders_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("says");
    QTest::newRow("missing") << "/nonexistent/folder"
                             << "there is no folder /nonexistent/folder";
    QTest::newRow("a file") << "/proc/version"
                            << "/proc/version";
    QTest::newRow("read-only") << "/proc/self"
                               << "no file can be made in the folder /proc/self";  // for root as well
}

void tst_probes::folders()
{
    QFETCH(QString, folder);
    QFETCH(QString, says);
    for (const ProbeKind kind : {ProbeKind::Disk}) {
        const Result<ProbeReport> report =
            runProbe({.kind = kind, .scratchFolder = folder.toStdString(), .repeats = 3}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Environment);
        QVERIFY2(errorMessage(report.error()).find(says.toStdString()) != std::string::npos,
                 errorMessage(report.error()).c_str());
        QVERIFY(!report.error().problems.front().expected.empty());
    }
}

void tst_probes::machineProbe()
{
    const QTemporaryDir folder;
    std::vector<double> completedShares;
    const Result<ProbeReport> report =
        runProbe(small(ProbeKind::Machine, folder), {},
                 [&](double fraction, const std::string&) { completedShares.push_back(fraction); });
    QVERIFY2(report.has_value(), report ? "" : errorMessage(report.error()).c_str());
    QVERIFY(completedShares.size() > 20);
    QVERIFY(std::is_sorted(completedShares.begin(), completedShares.end()));
    QVERIFY(completedShares.front() >= 0 && completedShares.back() <= 1);

    for (const char* name :
         {"peak_flops", "peak_flops_one_core", "memory_bandwidth_bytes_per_s", "memory_triad_bytes_per_s",
          "memory_read_bytes_per_s", "memory_read_one_core_bytes_per_s", "disk_write_bytes_per_s",
          "disk_read_bytes_per_s", "memory_bytes", "storage_bytes", "peak_flops_single", "peak_flops_single_one_core",
          "memory_copy_bytes_per_s", "memory_scale_bytes_per_s", "memory_add_bytes_per_s",
          "memory_triad_one_core_bytes_per_s", "disk_random_read_bytes_per_s"}) {
        const ProbeResult* result = report->find(name);
        QVERIFY2(result != nullptr, name);
        const Quantity& q = result->quantity;
        QVERIFY(std::isfinite(q.value) && q.value > 0);
        QVERIFY(!q.provenance.conditions.empty());
        QCOMPARE(q.provenance.origin, Origin::Measured);
        QCOMPARE(q.provenance.date.size(), std::size_t{10});
        QCOMPARE(q.interval.has_value(), result->repeats > 1);
        if (q.interval) {
            QCOMPARE(result->repeats, 3);
            QCOMPARE(q.interval->level, 0.75);
            QVERIFY(q.interval->low <= q.value && q.value <= q.interval->high);
            QCOMPARE(result->bestValue, q.interval->high);
        }
    }
    // Anything from a phone to a large server.
    QVERIFY(report->find("peak_flops")->quantity.value > 1e8 && report->find("peak_flops")->quantity.value < 1e15);
    QVERIFY(report->find("memory_read_bytes_per_s")->quantity.value > 1e7);
    const double roof = report->find("memory_bandwidth_bytes_per_s")->quantity.value;
    QCOMPARE(roof, std::max(report->find("memory_triad_bytes_per_s")->quantity.value,
                            report->find("memory_read_bytes_per_s")->quantity.value));
    QCOMPARE(report->find("memory_bandwidth_one_core_bytes_per_s")->quantity.value,
             std::max(report->find("memory_triad_one_core_bytes_per_s")->quantity.value,
                      report->find("memory_read_one_core_bytes_per_s")->quantity.value));
    // A warning says that arrays of 4 MiB fit into the cache if the cache is known to be larger.
    if (readMachineFacts().lastLevelCacheBytes > (12u << 20))
        QVERIFY(!report->find("memory_read_bytes_per_s")->warnings.empty());

    const Machine machine = machineOf(*report);
    QCOMPARE(machine.name, report->cpuName);
    QVERIFY(machine.memoryBytes && machine.storageBytes && machine.peakFlops && machine.memoryBandwidthBytesPerS);
    for (const MaybeQuantity& oneCoreFigure : {machine.peakFlopsOneCore, machine.memoryBandwidthOneCoreBytesPerS})
        QVERIFY(oneCoreFigure && oneCoreFigure->provenance.conditions.find("1 thread") != std::string::npos);
    QCOMPARE(countEntries(folder), 0);
    QVERIFY(probesRunning().isEmpty());
}

void tst_probes::bookProbe()
{
    const QTemporaryDir folder;
    const Result<ProbeReport> report = runProbe(small(ProbeKind::Book, folder), {});
    QVERIFY2(report.has_value(), report ? "" : errorMessage(report.error()).c_str());
    const Result<std::vector<BookWorkload>> workloads = bookWorkloads(*report);
    QVERIFY2(workloads.has_value(), workloads ? "" : errorMessage(workloads.error()).c_str());
    QCOMPARE(workloads->size(), std::size_t{3});
    // The leaves of Output 41.2.1 follow from the numbers: any machine's ridge is between 0.125 and 100 FLOP per byte.
    QCOMPARE((*workloads)[0].diagnosis.bottleneck, Bottleneck::Compute);
    QCOMPARE((*workloads)[1].diagnosis.bottleneck, Bottleneck::MemoryBandwidth);
    QCOMPARE((*workloads)[2].diagnosis.bottleneck, Bottleneck::DataIo);
    QCOMPARE((*workloads)[0].intensity, 100.0);
    QCOMPARE((*workloads)[1].intensity, 0.125);
    QCOMPARE((*workloads)[1].bookIntensity, 0.25);
    QCOMPARE((*workloads)[2].intensity, 0.0);
    for (const BookWorkload& workload : *workloads) {
        QVERIFY(workload.bestTimeS > 0 && workload.bestTimeS <= workload.timeS.value);
        QVERIFY(std::abs(workload.bytesPerS * workload.bestTimeS / workload.bytes - 1) < 1e-12);
    }
    const ProbeResult* file = report->find("file_time_s");
    QVERIFY(!file->warnings.empty() && file->warnings.front().find("page cache") != std::string::npos);

    const Profile bookProfileRead = bookProfile(*report, *workloads);
    QCOMPARE(bookProfileRead.baseline.steps.size(), std::size_t{3});
    QVERIFY(machineOf(*report).memoryBandwidthOneCoreBytesPerS && machineOf(*report).peakFlopsOneCore);
    QVERIFY(diagnose(bookProfileRead).has_value());
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::cancelled_data()
{
    QTest::addColumn<QString>("during");
    QTest::newRow("matrix product") << "arithmetic, all cores";
    QTest::newRow("memory") << "memory, read and write";
    QTest::newRow("writing") << "disk, write";
    QTest::newRow("reading") << "disk, read";
}

void tst_probes::cancelled()
{
    QFETCH(QString, during);
    const QTemporaryDir folder;
    std::stop_source stop;
    QElapsedTimer timer;
    ProbeOptions options = small(ProbeKind::Machine, folder);
    options.fileBytes = 64u << 20;
    const Result<ProbeReport> report = runProbe(options, stop.get_token(), [&](double, const std::string& activity) {
        if (during.toStdString() == activity && !timer.isValid()) {
            timer.start();
            stop.request_stop();
        }
    });
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    qInfo("cancelled %lld ms after the request",
          timer.elapsed());  // only printed: a busy machine must not fail the test
    QTRY_VERIFY_WITH_TIMEOUT(probesRunning().isEmpty(), 60000);
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::canBeStoppedBeforeItStarts()
{
    const QTemporaryDir folder;
    std::stop_source stop;
    stop.request_stop();
    const Result<ProbeReport> report = runProbe(small(ProbeKind::Machine, folder), stop.get_token());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
}

void tst_probes::reportsAKilledProbe()
{
    const QTemporaryDir folder;
    bool killed = false;
    ProbeOptions options = small(ProbeKind::Disk, folder);
    options.repeats = 100;
    const Result<ProbeReport> report = runProbe(options, {}, [&](double, const std::string&) {
        for (const pid_t probe : probesRunning())
            killed = kill(probe, SIGKILL) == 0 || killed;
    });
    QVERIFY(killed);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Environment);
    QVERIFY2(errorMessage(report.error()).find("the system killed the probe process (signal 9)") != std::string::npos,
             errorMessage(report.error()).c_str());
    QCOMPARE(countEntries(folder), 0);
}

void tst_probes::reportsTooLittleMemory()
{
    const QTemporaryDir folder;
    ProbeOptions options = small(ProbeKind::Memory, folder);
    options.arrayBytes = std::size_t{1} << 50;
    const Result<ProbeReport> report = runProbe(options, {});
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Environment);
    QVERIFY2(errorMessage(report.error()).find(" available") != std::string::npos,
             errorMessage(report.error()).c_str());
}

void tst_probes::noProgram()
{
    const QTemporaryDir folder;
    ProbeOptions options = small(ProbeKind::Disk, folder);
    options.probeProgram = "/nonexistent/scalewright-probe";
    const Result<ProbeReport> report = runProbe(options, {});
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Environment);
    QVERIFY(errorMessage(report.error()).find("/nonexistent/scalewright-probe") != std::string::npos);
}

void tst_probes::anotherProgram()
{
    const QTemporaryDir folder;
    ProbeOptions options = small(ProbeKind::Disk, folder);
    for (const char* program : {"/bin/true", "/bin/echo"}) {
        options.probeProgram = program;
        const Result<ProbeReport> report = runProbe(options, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Environment);
        QVERIFY(errorMessage(report.error()).find("without a result") != std::string::npos);
    }
}

void tst_probes::warnsWhenCoresDoNotAddUp_data()
{
    QTest::addColumn<QString>("all");  // seconds for seven repeats of 1e10 bytes or FLOP; one core takes 0.44 to 0.46
    QTest::addColumn<bool>("bandwidthWarns");
    QTest::addColumn<bool>("flopsWarn");
    QTest::newRow("faster") << "0.22 0.22 0.23 0.23 0.24 0.24 0.24" << false << false;
    QTest::newRow("slower, within the intervals") << "0.45 0.46 0.46 0.46 0.46 0.46 0.47" << false << true;
    QTest::newRow("slower") << "0.56 0.57 0.57 0.58 0.58 0.59 0.59" << true << true;
}

void tst_probes::warnsWhenCoresDoNotAddUp()
{
    QFETCH(QString, all);
    QFETCH(bool, bandwidthWarns);
    QFETCH(bool, flopsWarn);
    const QTemporaryDir folder;
    const QString one = "0.44 0.44 0.45 0.45 0.45 0.46 0.46";
    QStringList lines{"machine\ta processor\t2"};
    for (const auto& [name, seconds] : {std::pair("memory_triad_bytes_per_s", all),
                                        {"memory_read_bytes_per_s", all},
                                        {"memory_triad_one_core_bytes_per_s", one},
                                        {"memory_read_one_core_bytes_per_s", one}})
        lines << QString("rate\t%1\tbandwidth\t1e10\t%2").arg(name, QString(seconds).replace(' ', '\t'));
    for (const auto& [name, seconds] : {std::pair("peak_flops", all), {"peak_flops_one_core", one}})
        lines << QString("rate\t%1\tflops\t1e10\t%2").arg(name, QString(seconds).replace(' ', '\t'));
    ProbeOptions options = small(ProbeKind::Memory, folder);
    options.probeProgram = folder.filePath("probe").toStdString();
    QFile program(folder.filePath("probe"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\ncat <<'END'\n" + lines.join('\n').toUtf8() + "\ndone\nEND\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const Result<ProbeReport> report = runProbe(options, {});
    QVERIFY2(report.has_value(), report ? "" : errorMessage(report.error()).c_str());
    for (const auto& [name, warns] : {std::pair("memory_bandwidth_bytes_per_s", bandwidthWarns),
                                      {"peak_flops", flopsWarn},
                                      {"memory_bandwidth_one_core_bytes_per_s", false}}) {
        const ProbeResult* result = report->find(name);
        QVERIFY(result != nullptr);
        QCOMPARE(result->warnings.size(), std::size_t(warns ? 1 : 0));
        if (warns)
            QVERIFY2(result->warnings.front().starts_with("2 cores together"), name);
    }
}

void tst_probes::rejectsOptionsOutOfRange()
{
    const QTemporaryDir folder;
    for (const auto& change : {+[](ProbeOptions& o) { o.repeats = 2; }, +[](ProbeOptions& o) { o.repeats = 101; },
                               +[](ProbeOptions& o) { o.fileBytes = 1; }, +[](ProbeOptions& o) { o.arrayBytes = 8; }}) {
        ProbeOptions options = small(ProbeKind::Disk, folder);
        change(options);
        const Result<ProbeReport> report = runProbe(options, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Input);
    }
}

// The names and the value for "no limit" are from the kernel's documentation (admin-guide: cgroup-v1/memory, cgroup-v2;
// scheduler/sched-bwc).
void tst_probes::controlGroupsLimit_data()
{
    QTest::addColumn<QStringList>("files");  // name, content, name, content
    QTest::addColumn<double>("memory");
    QTest::addColumn<double>("available");
    QTest::addColumn<double>("quota");  // 0: no limit
    const double gib = 1024.0 * 1024 * 1024;
    const QString ownGroupFile = "proc/self/cgroup", groupFolder = "sys/fs/cgroup/", twoGibText = "2147483648\n",
                  half = "536870912\n", noLimit = "9223372036854771712\n";
    QTest::newRow("none") << QStringList{ownGroupFile, "0::/\n"} << 8 * gib << 6 * gib << 0.0;
    QTest::newRow("version 2") << QStringList{ownGroupFile,
                                              "0::/a/b\n",
                                              groupFolder + "a/b/memory.max",
                                              "max\n",
                                              groupFolder + "a/memory.max",
                                              twoGibText,
                                              groupFolder + "a/memory.current",
                                              half,
                                              groupFolder + "a/b/cpu.max",
                                              "150000 100000\n",
                                              groupFolder + "a/cpu.max",
                                              "max 100000\n"}
                               << 2 * gib << 1.5 * gib << 1.5;
    const QStringList first{ownGroupFile, "9:name=systemd:/a/b\n4:memory:/a/b\n2:cpu,cpuacct:/a\n0::/\n"};
    QTest::newRow("version 1") << first + QStringList{groupFolder + "memory/a/b/memory.limit_in_bytes", noLimit,
                                                      groupFolder + "memory/a/memory.limit_in_bytes",   twoGibText,
                                                      groupFolder + "memory/a/memory.usage_in_bytes",   half,
                                                      groupFolder + "cpu,cpuacct/a/cpu.cfs_quota_us",   "50000\n",
                                                      groupFolder + "cpu,cpuacct/a/cpu.cfs_period_us",  "100000\n"}
                               << 2 * gib << 1.5 * gib << 0.5;
    QTest::newRow("version 1, from within")
        << first + QStringList{groupFolder + "memory/memory.limit_in_bytes",  twoGibText,
                               groupFolder + "memory/memory.usage_in_bytes",  half,
                               groupFolder + "cpu,cpuacct/cpu.cfs_quota_us",  "150000\n",
                               groupFolder + "cpu,cpuacct/cpu.cfs_period_us", "100000\n"}
        << 2 * gib << 1.5 * gib << 1.5;
    QTest::newRow("version 1, no limit") << first +
                                                QStringList{
                                                    groupFolder + "memory/a/b/memory.limit_in_bytes", noLimit,
                                                    groupFolder + "cpu,cpuacct/a/cpu.cfs_quota_us",   "-1\n",
                                                    groupFolder + "cpu,cpuacct/a/cpu.cfs_period_us",  "100000\n"}
                                         << 8 * gib << 6 * gib << 0.0;
}

void tst_probes::controlGroupsLimit()
{
    QFETCH(QStringList, files);
    QFETCH(double, memory);
    QFETCH(double, available);
    QFETCH(double, quota);
    const QTemporaryDir root;
    for (qsizetype i = 0; i + 1 < files.size(); i += 2) {
        const QString path = root.filePath(files[i]);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        test::setContent(path, files[i + 1].toUtf8());
    }
    const double gib = 1024.0 * 1024 * 1024;
    MachineFacts facts;
    facts.cores = 4;
    facts.memoryBytes = 8 * gib;
    facts.availableMemoryBytes = 6 * gib;
    applyControlGroupLimits(facts, root.path().toStdString());
    QCOMPARE(facts.memoryBytes, memory);
    QCOMPARE(facts.isMemoryLimited, memory < 8 * gib);
    QCOMPARE(facts.availableMemoryBytes, available);
    QCOMPARE(facts.cpuQuota.value_or(0), quota);
}

SCALEWRIGHT_TEST(tst_probes)
#include "tst_probes.moc"
