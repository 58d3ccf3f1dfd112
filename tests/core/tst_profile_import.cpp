// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles from other programs. perf's texts are output from Debian 12's perf 6.1 for the commands named in them;
// counters that this machine lacks are written in the same format. The texts of py-spy, speedscope and ncu follow their
// formats; the expected values are added up by hand next to them.
#include <QTest>

#include <cmath>

#include "core/base/statistics/distributions.h"
#include "core/evidence/import/profile_import.h"
#include "core/model/bottleneck/flow.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;

namespace {

Profile readValid(const QByteArray& text, const ProfileImportOptions& options = {})
{
    const Result<Profile> profile = importProfile(text.toStdString(), options);
    if (!profile)
        qFatal("%s", describe(profile.error()).c_str());
    return *profile;
}

QString joinedWarnings(const Profile& profile)
{
    QString text;
    for (const std::string& warning : profile.warnings)
        text += QString::fromStdString(warning) + '\n';
    return text;
}

QString stepsText(const Profile& profile)
{
    QStringList steps;
    for (const WorkloadStep& step : profile.baseline.steps)
        steps += QString::fromStdString(step.name) + ":" +
                 QString::number(step.stepTimeS ? step.stepTimeS->value : -1, 'g', 6);
    return steps.join(' ');
}

const QByteArray perfText = R"(# started on Sun Nov 22 18:42:41 2026


 Performance counter stats for 'dd if=/dev/zero of=/dev/null bs=1M count=2000' (4 runs):

             40.62 msec task-clock                       #    0.386 CPUs utilized            ( +-  3.75% )
               337      page-faults                      #    7.642 K/sec                    ( +-  0.14% )

            0.1054 +- 0.0147 seconds time elapsed  ( +- 13.92% )

)";

const QByteArray perfReport = R"(# To display the perf.data header info, please use --header/--header-only options.
#
# Total Lost Samples: 0
#
# Samples: 4K of event 'cycles'
# Event count (approx.): 12345678901
#
# Overhead  Command  Shared Object         Symbol
# ........  .......  ....................  ..............................
#
    60.50%  train    libopenblas.so.0      [.] dgemm_kernel_HASWELL
            |
            |--40.00%--cblas_dgemm
            |
             --20.50%--main

    25.25%  train    train                 [.] std::vector<double, std::allocator<double> >::operator[]
     8.00%  train    [kernel.kallsyms]     [k] copy_user_enhanced_fast_string
     4.00%  other    train                 [.] std::vector<double, std::allocator<double> >::operator[]
     0.75%  train    libc.so.6             [.] __memmove_avx_unaligned

# Samples: 10  of event 'page-faults'
# Overhead  Command  Shared Object         Symbol
# ........  .......  ....................  ..............................
    99.00%  train    train                 [.] main
)";

const QByteArray perfChildren = R"(# Children      Self  Command  Shared Object  Symbol
# ........  ........  .......  .............  .....................
    99.00%     0.50%  a.out    a.out          [.] main
    70.00%    69.50%  a.out    a.out          [.] work
    30.00%    30.00%  a.out    libm.so.6      [.] exp
)";

const QByteArray perfOutput = R"(
 Performance counter stats for 'true':

              0.67 msec task-clock                       #    0.334 CPUs utilized
                 1      context-switches                 #    1.503 K/sec
   <not supported>      cycles
   <not supported>      instructions

       0.001991564 seconds time elapsed

       0.001960000 seconds user
       0.000000000 seconds sys
)";

// Like the one above, with the counters of a laptop: 10 GFLOP in AVX2 doubles (2.5e9 instructions of 4), 1 GFLOP in
// scalars; 80 % of the time.
const QByteArray perfCounters = R"(
 Performance counter stats for './gemm':

          2,000.00 msec task-clock                       #    1.000 CPUs utilized
     6,000,000,000      cycles                           #    3.000 GHz                         (80.00%)
    12,000,000,000      instructions                     #    2.00  insn per cycle              (80.01%)
     2,500,000,000      fp_arith_inst_retired.256b_packed_double #    1.250 G/sec               (80.00%)
     1,000,000,000      fp_arith_inst_retired.scalar_double #  500.000 M/sec                    (80.00%)
         1,000,000      cache-misses

       2.000000000 seconds time elapsed
)";

const QByteArray perfCsv = R"(# started on Sun Nov 22 18:42:41 2026

41.56,msec,task-clock,41561108,100.00,0.500,CPUs utilized
<not supported>,,cycles,0,100.00,,
83137434,ns,duration_time,83137434,100.00,2.000,G/sec
)";

const QByteArray perfCsvRepeated =
    "0.84;msec;task-clock;5.02%;837132;100.00;0.008;CPUs utilized\n76;;page-faults;0.44%;837132;100.00;87.243;K/sec\n";

const QByteArray stacks =
    "<module> (train.py:40);main (train.py:30);train (train.py:20);load (data.py:8) 120\n"
    "<module> (train.py:40);main (train.py:30);train (train.py:21);step (train.py:12);forward (model.py:3) 300\n"
    "<module> (train.py:40);main (train.py:30);train (train.py:21);step (train.py:13);backward (model.py:9) 500\n"
    "<module> (train.py:40);main (train.py:30);save (train.py:31) 10\n"
    "<module> (train.py:40);main (train.py:30);train (train.py:20) 20\n";

// Two kernels: add 1e6, mul 2e6, fma 5e8 in single precision take 0.5 ms and move 3 + 1 MB, twice; a copy without
// arithmetic.
QByteArray kernels()
{
    QByteArray text =
        "==PROF== Connected to process 1234\nepoch 1 done\n\"ID\",\"Process ID\",\"Process Name\",\"Host "
        "Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
        "Value\"\n";
    const auto row = [&](int id, const char* kernel, const char* metric, const char* unit, const char* value) {
        text += QByteArray("\"") + QByteArray::number(id) + "\",\"1234\",\"python\",\"h\",\"" + kernel +
                "\",\"1\",\"7\",\"Command line profiler metrics\",\"" + metric + "\",\"" + unit + "\",\"" + value +
                "\"\n";
    };
    for (const int id : {0, 1}) {
        const char* kernel = "void sgemm<float, 128>(float *, int)";
        row(id, kernel, "gpu__time_duration.sum", "usecond", "500.00");
        row(id, kernel, "dram__bytes_read.sum", "Mbyte", "3.00");
        row(id, kernel, "dram__bytes_write.sum", "Mbyte", "1.00");
        row(id, kernel, "sm__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst", "1,000,000");
        row(id, kernel, "sm__sass_thread_inst_executed_op_fmul_pred_on.sum", "inst", "2,000,000");
        row(id, kernel, "sm__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "500,000,000");
        // 5120 fma per cycle at 1.4 GHz; 1024 bytes per cycle at 0.9 GHz
        row(id, kernel, "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "inst/cycle", "5,120");
        row(id, kernel, "sm__cycles_elapsed.avg.per_second", "cycle/nsecond", "1.40");
        row(id, kernel, "dram__bytes.sum.peak_sustained", "Kbyte/cycle", "1.024");
        row(id, kernel, "dram__cycles_elapsed.avg.per_second", "cycle/usecond", "900.00");
    }
    row(2, "copy(float *)", "gpu__time_duration.sum", "msecond", "2.00");
    row(2, "copy(float *)", "dram__bytes_read.sum", "Gbyte", "1.00");
    row(2, "copy(float *)", "dram__bytes_write.sum", "Gbyte", "1.00");
    for (const char* operation : {"fadd", "fmul", "ffma"})
        row(2, "copy(float *)",
            (QByteArray("sm__sass_thread_inst_executed_op_") + operation + "_pred_on.sum").constData(), "inst", "0");
    return text + "==PROF== Disconnected from process 1234\n";
}

const QByteArray speedscope =
    R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "name": "train",)"
    R"( "shared": {"frames": [{"name": "main", "file": "/w/t.py", "line": 1}, {"name": "load", "file": "/w/t.py", "line": 9}, {"name": "step", "file": "/w/t.py", "line": 20}, {"name": "step", "file": "/w/t.py", "line": 22}]},)"
    R"( "profiles": [{"type": "sampled", "name": "t0", "unit": "seconds", "startValue": 0, "endValue": 1, "samples": [[0, 1], [0, 2], [0, 3]], "weights": [0.25, 0.5, 0.25]}]})";

const QByteArray evented =
    R"({"$schema": "https://www.speedscope.app/file-format-schema.json",)"
    R"( "shared": {"frames": [{"name": "main"}, {"name": "load"}, {"name": "step"}]},)"
    R"( "profiles": [{"type": "evented", "name": "t", "unit": "milliseconds", "startValue": 0, "endValue": 100, "events": [)"
    R"(  {"type": "O", "frame": 0, "at": 0}, {"type": "O", "frame": 1, "at": 10}, {"type": "C", "frame": 1, "at": 30}, {"type": "O", "frame": 2, "at": 30}, {"type": "C", "frame": 2, "at": 100}, {"type": "C", "frame": 0, "at": 100}]}]})";

}  // namespace

class tst_profile_import : public QObject {
    Q_OBJECT
private slots:
    void sources_data();
    void sources();
    void perfElapsed();
    void readsPerfCounters();
    void ignoresUncountedPerfEvents();
    void perfComma();
    void groupsStacksByBranch();
    void groupsStacksBySelfTime();
    void threads();
    void speedscopeFiles();
    void nsight();
    void readsNsightColumns();
    void tensorCores();
    void importedProfilesRoundTrip();
    void perfShares();
    void refused_data();
    void refused();
};

void tst_profile_import::perfShares()
{
    // Shares of a 2 s step: 60.5 %; 25.25 + 4 %, one function in two commands; 8 %; the rest up to 100 %, including the
    // 0.75 %.
    const Profile profile = readValid(perfReport, {.stepTimeS = 2});
    QCOMPARE(stepsText(profile), QString("dgemm_kernel_HASWELL:1.21 std::vector<double, std::allocator<double> "
                                         ">::operator[]:0.585 copy_user_enhanced_fast_string:0.16 other:0.045"));
    QCOMPARE(profile.warnings.size(), std::size_t(2));  // only the first of two events is read; only time
    // Copied from the screen, without marks.
    const Profile copied = readValid(QByteArray(perfReport).replace("# ", ""), {.stepTimeS = 2});
    QCOMPARE(stepsText(copied), stepsText(profile));
    // A function's own share, not including its callees.
    QCOMPARE(stepsText(readValid(perfChildren, {.stepTimeS = 10})), QString("work:6.95 exp:3 other:0.05"));
    // Without a time there is nothing to split.
    const Result<Profile> timeless = importProfile(perfReport.toStdString());
    QVERIFY(!timeless && timeless.error().code == ErrorCode::Input);
    QVERIFY(QString::fromStdString(describe(timeless.error())).contains("--step-time"));
    // Two reports in one file, or shares of something else.
    const Result<Profile> refused = importProfile(
        "# Overhead  Command  Shared Object  Symbol\n 70.00%  a  a  [.] f\n 60.00%  a  a  [.] g\n", {.stepTimeS = 1});
    QVERIFY(!refused && refused.error().code == ErrorCode::Input);
}

void tst_profile_import::sources_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("source");
    QTest::newRow("perf") << perfText << "perf stat";
    QTest::newRow("perf, once") << perfOutput << "perf stat";
    QTest::newRow("perf -x,") << perfCsv << "perf stat";
    QTest::newRow("perf -x;") << perfCsvRepeated << "perf stat";
    QTest::newRow("perf report") << perfReport << "perf report";
    QTest::newRow("perf report, children") << perfChildren << "perf report";
    QTest::newRow("stacks") << stacks << "folded stacks";
    QTest::newRow("speedscope") << speedscope << "speedscope";
    QTest::newRow("ncu") << kernels() << "Nsight Compute";
    QTest::newRow("a profile") << QByteArray(R"({"step_time_s": 1})") << "";
    QTest::newRow("a ladder") << QByteArray("p,time\n1,10\n2,6\n") << "";
    QTest::newRow("a ladder of cycles") << QByteArray("p,cycles,instructions\n1,10,3\n2,6,4\n") << "";
    QTest::newRow("a pasted table") << QByteArray("p time\n1 10\n2 6\n") << "";
    QTest::newRow("nothing") << QByteArray() << "";
}

void tst_profile_import::sources()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, source);
    const std::optional<ProfileSource> detected = detectProfileSource(text.toStdString());
    QCOMPARE(QString(detected ? profileSourceName(*detected) : ""), source);
}

void tst_profile_import::perfElapsed()
{
    const Profile repeated = readValid(perfText);
    QCOMPARE(QString::fromStdString(repeated.title), QString("dd if=/dev/zero of=/dev/null bs=1M count=2000"));
    const Quantity& time = *repeated.baseline.steps.front().stepTimeS;
    QCOMPARE(time.value, 0.1054);
    // 0.0147 is the standard error of a mean of four: Student's t with three degrees of freedom is 3.182.
    QVERIFY(time.interval);
    QVERIFY(near(time.interval->high - time.value, 3.182 * 0.0147, 1e-3));
    QVERIFY(!repeated.baseline.steps.front().flops && !repeated.baseline.steps.front().bytesMoved &&
            !repeated.baseline.steps.front().ioTimeS);
    QVERIFY2(joinedWarnings(repeated).contains("busy cores, on average: 0.39; the rest was waiting"),
             qPrintable(joinedWarnings(repeated)));

    const Profile importedProfile = readValid(perfOutput);
    QCOMPARE(importedProfile.baseline.steps.front().stepTimeS->value, 0.001991564);
    QVERIFY(!importedProfile.baseline.steps.front().stepTimeS->interval);
    QVERIFY(joinedWarnings(importedProfile).contains("not counted on that machine: cycles, instructions"));
}

void tst_profile_import::readsPerfCounters()
{
    const Profile profile = readValid(perfCounters);
    QCOMPARE(profile.baseline.steps.front().stepTimeS->value, 2.0);
    QCOMPARE(profile.baseline.steps.front().flops->value, 11e9);
    QVERIFY(!profile.baseline.steps.front().bytesMoved);
    const QString warnings = joinedWarnings(profile);
    QVERIFY2(warnings.contains("instructions per cycle: 2\n"), qPrintable(warnings));
    QVERIFY2(warnings.contains("in 80 % of the run and scaled up"), qPrintable(warnings));
    QVERIFY2(warnings.contains("at least 64.0 MB"), qPrintable(warnings));  // 1e6 lines of 64 bytes

    // The memory controllers read 1000 MiB and wrote 24 MiB: 2^30 bytes.
    const Profile changedProfile = readValid(
        "1000.00,MiB,uncore_imc/cas_count_read/,1000,100.00,,\n24.00,MiB,uncore_imc/cas_count_write/"
        ",1000,100.00,,\n1000000000,ns,duration_time,1000000000,100.00,,\n");
    QCOMPARE(changedProfile.baseline.steps.front().bytesMoved->value, std::ldexp(1.0, 30));
    QCOMPARE(changedProfile.baseline.steps.front().stepTimeS->value, 1.0);

    // An implausible counter is reported.
    const Profile wild = readValid(QByteArray(perfCounters).replace("12,000,000,000", "120,000,000,000"));
    QVERIFY(joinedWarnings(wild).contains("do not trust these counters"));
}

// perf-stat(1): "<not counted>" is a requested event that never got a counter. A sum without it is not the work.
void tst_profile_import::ignoresUncountedPerfEvents()
{
    QByteArray text = perfCounters;
    text.replace("2,500,000,000      fp_arith", "<not counted>      fp_arith");
    const Profile profile = readValid(text);
    QVERIFY2(!profile.baseline.steps.front().flops, "1 GFLOP of scalars were taken for all of it");
    QCOMPARE(profile.uncountedFields.size(), std::size_t{1});
    QVERIFY(profile.uncountedFields.front().first == &WorkloadStep::flops);
    QVERIFY2(joinedWarnings(profile).contains("cannot be placed on the roofline: perf did not count "
                                              "fp_arith_inst_retired.256b_packed_double on that machine: "
                                              "type the step's FLOP"),
             qPrintable(joinedWarnings(profile)));
    QCOMPARE(profile.baseline.steps.front().stepTimeS->value, 2.0);

    const Profile changedProfile = readValid(
        "1000.00,MiB,uncore_imc/cas_count_read/,1000,100.00,,\n<not "
        "counted>,MiB,uncore_imc/cas_count_write/,0,0.00,,\n1000000000,ns,duration_time,1000000000,100.00,,\n");
    QVERIFY(!changedProfile.baseline.steps.front().bytesMoved);
    QVERIFY(changedProfile.uncountedFields.front().first == &WorkloadStep::bytesMoved);
    QVERIFY2(joinedWarnings(changedProfile)
                 .contains("cannot be placed on the roofline: perf did not count uncore_imc/cas_count_write/ "
                           "on that machine: type the bytes that the step moves"),
             qPrintable(joinedWarnings(changedProfile)));
}

void tst_profile_import::perfComma()
{
    QCOMPARE(readValid(perfCsv).baseline.steps.front().stepTimeS->value, 0.083137434);
    const Profile repeated = readValid(perfCsvRepeated);
    QVERIFY(near(repeated.baseline.steps.front().stepTimeS->value, 0.84e-3 / 0.008, 1e-9));
    QVERIFY(joinedWarnings(repeated).contains("-x omits the elapsed time"));
    // A German locale: decimal comma, and points between thousands.
    const Profile german = readValid(
        " Performance counter stats for 'x':\n\n          2.000,50 msec task-clock   #    1,000 CPUs utilized\n     "
        "1.250.000      cache-misses\n\n       2,000500000 seconds time elapsed\n");
    QCOMPARE(german.baseline.steps.front().stepTimeS->value, 2.0005);
    QVERIFY2(joinedWarnings(german).contains("at least 80.0 MB"), qPrintable(joinedWarnings(german)));
}

void tst_profile_import::groupsStacksByBranch()
{
    // main has 950 samples, train 940 of them: this is where the call tree branches. 100 samples per second.
    const Profile profile = readValid(stacks);
    QCOMPARE(stepsText(profile),
             QString("step (train.py):8 load (data.py):1.2 train (train.py) itself:0.2 before and after:0.1"));
    QVERIFY(profile.hasSteps);
    QVERIFY(joinedWarnings(profile).contains("100 samples per second"));
    const Profile shares = readValid(stacks, {.stepTimeS = 1.9});
    QVERIFY(near(shares.baseline.steps.front().stepTimeS->value, 1.9 * 800 / 950));
    // A sampling rate that was not recorded is a guess, and so are the times; shares of a given time are as in the
    // file.
    for (const WorkloadStep& step : profile.baseline.steps)
        QCOMPARE(step.stepTimeS->provenance.origin, Origin::Assumed);
    for (const WorkloadStep& step : shares.baseline.steps)
        QCOMPARE(step.stepTimeS->provenance.origin, Origin::Imported);
    QVERIFY(holdsStackSamples(stacks.toStdString()) && !holdsStackSamples(perfText.toStdString()));
}

void tst_profile_import::groupsStacksBySelfTime()
{
    const Profile profile = readValid(stacks, {.stepTimeS = 950, .steps = StackSteps::Self});
    QCOMPARE(stepsText(profile), QString("backward (model.py):500 forward (model.py):300 load (data.py):120 train "
                                         "(train.py):20 save (train.py):10"));
}

void tst_profile_import::threads()
{
    const Profile profile = readValid("thread (0x1): MainThread;main;a 50\nthread (0x2);main;b 50\n");
    // 50 samples are half a second; threads that ran in parallel with the main thread are not added.
    QCOMPARE(stepsText(profile), QString("a:0.5"));
    QVERIFY(joinedWarnings(profile).contains("2 threads"));
    // Two threads of one second each count as one second; without a main thread the longest thread counts.
    const QByteArray twoThreads =
        R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [{"name": "load"}, {"name": "step"}]}, "profiles": [)"
        R"({"type": "sampled", "name": "MainThread", "unit": "seconds", "samples": [[1]], "weights": [1]},)"
        R"({"type": "sampled", "name": "loader", "unit": "seconds", "samples": [[0], [0]], "weights": [1, 0.25]}]})";
    QCOMPARE(stepsText(readValid(twoThreads)), QString("step:1"));
    QCOMPARE(stepsText(readValid(QByteArray(twoThreads).replace("MainThread", "t1"))), QString("load:1.25"));
}

void tst_profile_import::speedscopeFiles()
{
    const Profile profile = readValid(speedscope);
    QCOMPARE(QString::fromStdString(profile.title), QString("train"));
    QCOMPARE(stepsText(profile), QString("step (t.py):0.75 load (t.py):0.25"));
    // 10 ms in main itself, 20 in load, 70 in step.
    QCOMPARE(stepsText(readValid(evented)), QString("step:0.07 load:0.02 main itself:0.01"));
}

void tst_profile_import::nsight()
{
    const Profile profile = readValid(kernels());
    QCOMPARE(stepsText(profile), QString("copy:0.002 sgemm:0.001"));
    const WorkloadStep& gemm = profile.baseline.steps[1];
    QCOMPARE(gemm.flops->value, 2 * (1e6 + 2e6 + 2 * 5e8));
    QCOMPARE(gemm.bytesMoved->value, 2 * 4e6);
    QCOMPARE(profile.baseline.steps[0].flops->value, 0.0);
    QCOMPARE(profile.baseline.steps[0].bytesMoved->value, 2e9);
    QVERIFY(near(profile.baseline.machine.peakFlops->value, 2 * 5120 * 1.4e9));
    QVERIFY(near(profile.baseline.machine.memoryBandwidthBytesPerS->value, 1024 * 0.9e9));
}

void tst_profile_import::readsNsightColumns()
{
    // --page raw: one column per metric, units in the second row; the roofline metrics are rates over the cycles.
    const Profile profile = readValid(
        "\"ID\",\"Kernel "
        "Name\",\"gpu__time_duration.sum\",\"dram__bytes.sum.per_second\",\"smsp__cycles_elapsed.avg.per_second\","
        "\"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed\","
        "\"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed\",\"smsp__sass_thread_inst_executed_"
        "op_dfma_pred_on.sum.per_cycle_elapsed\"\n"
        "\"\",\"\",\"nsecond\",\"Gbyte/second\",\"cycle/nsecond\",\"inst/cycle\",\"inst/cycle\",\"inst/cycle\"\n"
        "\"0\",\"axpy\",\"1,000,000\",\"500.00\",\"1.50\",\"0\",\"0\",\"20.00\"\n");
    QCOMPARE(stepsText(profile), QString("axpy:0.001"));
    QVERIFY(near(profile.baseline.steps[0].bytesMoved->value, 500e9 * 1e-3));
    QVERIFY(near(profile.baseline.steps[0].flops->value, 2 * 20 * 1.5e9 * 1e-3));
}

void tst_profile_import::tensorCores()
{
    const QByteArray row =
        "\"0\",\"1234\",\"python\",\"h\",\"void sgemm<float, 128>(float *, "
        "int)\",\"1\",\"7\",\"x\",\"sm__inst_executed_pipe_tensor.sum\",\"inst\",\"4096\"\n";
    const Profile profile = readValid(kernels() + row);
    QVERIFY(!profile.baseline.steps[1].flops);  // unknown: the work of the other pipes is ignored
    QVERIFY2(joinedWarnings(profile).contains("sgemm: ran on tensor cores"), qPrintable(joinedWarnings(profile)));
}

void tst_profile_import::importedProfilesRoundTrip()
{
    for (const QByteArray& text : {perfText, perfCounters, stacks, speedscope, kernels()}) {
        Profile profile = readValid(text, {.source = "a file", .date = "2026-11-22"});
        const std::string json = writeJson(Json(profileToJson(profile)));
        Result<Profile> read = parseProfile(json);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        profile.warnings.clear();
        read->warnings.clear();
        QVERIFY(*read == profile);
    }
}

void tst_profile_import::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a string") << QByteArray("hello") << "is not a profile that can be read here";
    QTest::newRow("perf without counters")
        << QByteArray(" Performance counter stats for 'x':\n\n  <not supported>  cycles\n")
        << "perf counted nothing here";
    QTest::newRow("perf --append") << QByteArray(perfText + perfText) << "2 runs of perf stat are in one file";
    QTest::newRow("perf -x, --append") << QByteArray(perfCsv + perfCsv) << "2 runs of perf stat are in one file";
    QTest::newRow("no counts") << QByteArray("a;b 0\n") << "holds no sample";
    QTest::newRow("too much") << QByteArray("a;b 1e308\na;c 1e308\n") << "holds no sample";
    QTest::newRow("no frames")
        << QByteArray(R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "profiles": []})")
        << "/shared/frames";
    QTest::newRow("a frame too far") << QByteArray(speedscope).replace("[0, 3]", "[0, 4]")
                                     << "/profiles/0/samples/2/1: there is no such frame";
    QTest::newRow("weights") << QByteArray(speedscope).replace("[0.25, 0.5, 0.25]", "[0.25]") << "/profiles/0/weights";
    QTest::newRow("bytes") << QByteArray(speedscope).replace("\"seconds\"", "\"bytes\"")
                           << "/profiles/0/unit: \"bytes\" is not a unit of time";
    QTest::newRow("back in time") << QByteArray(evented).replace("\"at\": 30}, {\"type\": \"O\"",
                                                                 "\"at\": 5}, {\"type\": \"O\"")
                                  << "events go back in time";
    QTest::newRow("crossed") << QByteArray(evented).replace("\"C\", \"frame\": 1", "\"C\", \"frame\": 0")
                             << "but another frame opened last";
    QTest::newRow("ncu without times") << QByteArray(
                                              "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
                                              "Value\"\n\"0\",\"k\",\"dram__bytes.sum\",\"byte\",\"1\"\n")
                                       << "gpu__time_duration.sum";
}

void tst_profile_import::refused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Profile> profile = importProfile(text.toStdString());
    QVERIFY(!profile);
    const QString reason = QString::fromStdString(describe(profile.error()));
    QVERIFY2(reason.contains(says), qPrintable(reason));
}

SCALEWRIGHT_TEST(tst_profile_import)
#include "tst_profile_import.moc"
