// Profiles of other programs. perf's texts were printed by Debian 12's perf 6.1 for the commands they name; counters
// that this machine has not are written in its format. py-spy's, speedscope's and ncu's texts are written from their
// formats; what should come out is added up by hand beside them.
#include <QTest>

#include <cmath>

#include "core/base/statistics/student_t.h"
#include "core/evidence/import/profile_import.h"
#include "core/model/bottleneck/flow.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;

namespace {

Profile good(const QByteArray& text, const ProfileImportOptions& options = {})
{
    const Result<Profile> profile = importProfile(text.toStdString(), options);
    if (!profile)
        qFatal("%s", describe(profile.error()).c_str());
    return *profile;
}

QString warningsOf(const Profile& profile)
{
    QString all;
    for (const std::string& warning : profile.warnings)
        all += QString::fromStdString(warning) + '\n';
    return all;
}

QString stepsOf(const Profile& profile)
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

const QByteArray perfOnce = R"(
 Performance counter stats for 'true':

              0.67 msec task-clock                       #    0.334 CPUs utilized
                 1      context-switches                 #    1.503 K/sec
   <not supported>      cycles
   <not supported>      instructions

       0.001991564 seconds time elapsed

       0.001960000 seconds user
       0.000000000 seconds sys
)";

// As the one above, with the counters a laptop has: 10 GFLOP in AVX2 doubles (2.5e9 instructions of 4), 1 in scalars;
// 80 % of the time.
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

// Two kernels: add 1e6, mul 2e6, fma 5e8 in single precision take 0.5 ms and move 3 + 1 MB, twice; a copy with no
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
        // 5120 fma a cycle at 1.4 GHz; 1024 bytes a cycle at 0.9 GHz
        row(id, kernel, "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "inst/cycle", "5,120");
        row(id, kernel, "sm__cycles_elapsed.avg.per_second", "cycle/nsecond", "1.40");
        row(id, kernel, "dram__bytes.sum.peak_sustained", "Kbyte/cycle", "1.024");
        row(id, kernel, "dram__cycles_elapsed.avg.per_second", "cycle/usecond", "900.00");
    }
    row(2, "copy(float *)", "gpu__time_duration.sum", "msecond", "2.00");
    row(2, "copy(float *)", "dram__bytes_read.sum", "Gbyte", "1.00");
    row(2, "copy(float *)", "dram__bytes_write.sum", "Gbyte", "1.00");
    for (const char* kind : {"fadd", "fmul", "ffma"})
        row(2, "copy(float *)", (QByteArray("sm__sass_thread_inst_executed_op_") + kind + "_pred_on.sum").constData(),
            "inst", "0");
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
    void perfCounts();
    void perfNotCounted();
    void perfComma();
    void stacksByBranch();
    void stacksBySelf();
    void threads();
    void speedscopeFiles();
    void nsight();
    void nsightByColumns();
    void tensorCores();
    void rightAgain();
    void perfShares();
    void refused_data();
    void refused();
};

void tst_profile_import::perfShares()
{
    // Of a step of 2 s: 60.5 %; 25.25 + 4 %, one function of two commands; 8 %; what is left of 100 %, the 0.75 % in it.
    const Profile profile = good(perfReport, {.stepTimeS = 2});
    QCOMPARE(stepsOf(profile), QString("dgemm_kernel_HASWELL:1.21 std::vector<double, std::allocator<double> "
                                       ">::operator[]:0.585 copy_user_enhanced_fast_string:0.16 other:0.045"));
    QCOMPARE(profile.warnings.size(), std::size_t(2));  // of two events the first; time alone
    // A function's own share, not that of all it calls.
    QCOMPARE(stepsOf(good(perfChildren, {.stepTimeS = 10})), QString("work:6.95 exp:3 other:0.05"));
    // Without a time there is none to share.
    const Result<Profile> timeless = importProfile(perfReport.toStdString());
    QVERIFY(!timeless && timeless.error().code == ErrorCode::Input);
    QVERIFY(QString::fromStdString(describe(timeless.error())).contains("--step-time"));
    // Two reports in one file, or shares of something else.
    const Result<Profile> tooMuch = importProfile(
        "# Overhead  Command  Shared Object  Symbol\n 70.00%  a  a  [.] f\n 60.00%  a  a  [.] g\n", {.stepTimeS = 1});
    QVERIFY(!tooMuch && tooMuch.error().code == ErrorCode::Input);
}

void tst_profile_import::sources_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("source");
    QTest::newRow("perf") << perfText << "perf stat";
    QTest::newRow("perf, once") << perfOnce << "perf stat";
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
    const std::optional<ProfileSource> found = profileSourceOf(text.toStdString());
    QCOMPARE(QString(found ? profileSourceName(*found) : ""), source);
}

void tst_profile_import::perfElapsed()
{
    const Profile repeated = good(perfText);
    QCOMPARE(QString::fromStdString(repeated.title), QString("dd if=/dev/zero of=/dev/null bs=1M count=2000"));
    const Quantity& time = *repeated.baseline.steps.front().stepTimeS;
    QCOMPARE(time.value, 0.1054);
    // 0.0147 is the standard error of a mean of four: Student's t with three degrees of freedom is 3.182.
    QVERIFY(time.interval);
    QVERIFY(near(time.interval->high - time.value, 3.182 * 0.0147, 1e-3));
    QVERIFY(!repeated.baseline.steps.front().flops && !repeated.baseline.steps.front().bytesMoved &&
            !repeated.baseline.steps.front().ioTimeS);
    QVERIFY2(warningsOf(repeated).contains("busy cores, on average: 0.39; the rest was waiting"),
             qPrintable(warningsOf(repeated)));

    const Profile once = good(perfOnce);
    QCOMPARE(once.baseline.steps.front().stepTimeS->value, 0.001991564);
    QVERIFY(!once.baseline.steps.front().stepTimeS->interval);
    QVERIFY(warningsOf(once).contains("not counted there: cycles, instructions"));
}

void tst_profile_import::perfCounts()
{
    const Profile profile = good(perfCounters);
    QCOMPARE(profile.baseline.steps.front().stepTimeS->value, 2.0);
    QCOMPARE(profile.baseline.steps.front().flops->value, 11e9);
    QVERIFY(!profile.baseline.steps.front().bytesMoved);
    const QString warnings = warningsOf(profile);
    QVERIFY2(warnings.contains("instructions a cycle: 2\n"), qPrintable(warnings));
    QVERIFY2(warnings.contains("in 80 % of the run and scaled up"), qPrintable(warnings));
    QVERIFY2(warnings.contains("64.0 MB at least"), qPrintable(warnings));  // 1e6 lines of 64 bytes

    // 1000 MiB read and 24 MiB written by the memory controllers: 2^30 bytes.
    const Profile moved = good(
        "1000.00,MiB,uncore_imc/cas_count_read/,1000,100.00,,\n24.00,MiB,uncore_imc/cas_count_write/"
        ",1000,100.00,,\n1000000000,ns,duration_time,1000000000,100.00,,\n");
    QCOMPARE(moved.baseline.steps.front().bytesMoved->value, std::ldexp(1.0, 30));
    QCOMPARE(moved.baseline.steps.front().stepTimeS->value, 1.0);

    // A counter gone wild is said to be.
    const Profile wild = good(QByteArray(perfCounters).replace("12,000,000,000", "120,000,000,000"));
    QVERIFY(warningsOf(wild).contains("not to be trusted"));
}

// perf-stat(1): "<not counted>" is an event that was asked for and never had a counter. A sum without it is not the
// work.
void tst_profile_import::perfNotCounted()
{
    QByteArray text = perfCounters;
    text.replace("2,500,000,000      fp_arith", "<not counted>      fp_arith");
    const Profile profile = good(text);
    QVERIFY2(!profile.baseline.steps.front().flops, "1 GFLOP of scalars were taken for all of it");
    QCOMPARE(profile.absent.size(), std::size_t{1});
    QVERIFY(profile.absent.front().first == &WorkloadStep::flops);
    QVERIFY2(warningsOf(profile).contains("no place on the roofline: perf did not count "
                                          "fp_arith_inst_retired.256b_packed_double there: type the step's FLOP"),
             qPrintable(warningsOf(profile)));
    QCOMPARE(profile.baseline.steps.front().stepTimeS->value, 2.0);

    const Profile moved = good(
        "1000.00,MiB,uncore_imc/cas_count_read/,1000,100.00,,\n<not "
        "counted>,MiB,uncore_imc/cas_count_write/,0,0.00,,\n1000000000,ns,duration_time,1000000000,100.00,,\n");
    QVERIFY(!moved.baseline.steps.front().bytesMoved);
    QVERIFY(moved.absent.front().first == &WorkloadStep::bytesMoved);
    QVERIFY2(warningsOf(moved).contains("no place on the roofline: perf did not count uncore_imc/cas_count_write/ "
                                        "there: type the bytes that the step moves"),
             qPrintable(warningsOf(moved)));
}

void tst_profile_import::perfComma()
{
    QCOMPARE(good(perfCsv).baseline.steps.front().stepTimeS->value, 0.083137434);
    const Profile repeated = good(perfCsvRepeated);
    QVERIFY(near(repeated.baseline.steps.front().stepTimeS->value, 0.84e-3 / 0.008, 1e-9));
    QVERIFY(warningsOf(repeated).contains("-x leaves the elapsed time out"));
    // A German locale: the decimal comma and points between thousands.
    const Profile german = good(
        " Performance counter stats for 'x':\n\n          2.000,50 msec task-clock   #    1,000 CPUs utilized\n     "
        "1.250.000      cache-misses\n\n       2,000500000 seconds time elapsed\n");
    QCOMPARE(german.baseline.steps.front().stepTimeS->value, 2.0005);
    QVERIFY2(warningsOf(german).contains("80.0 MB at least"), qPrintable(warningsOf(german)));
}

void tst_profile_import::stacksByBranch()
{
    // main is 950 samples, train 940 of them: it is where the way parts. 100 samples a second.
    const Profile profile = good(stacks);
    QCOMPARE(stepsOf(profile),
             QString("step (train.py):8 load (data.py):1.2 train (train.py) itself:0.2 before and after:0.1"));
    QVERIFY(profile.hasSteps);
    QVERIFY(warningsOf(profile).contains("100 samples a second"));
    const Profile shares = good(stacks, {.stepTimeS = 1.9});
    QVERIFY(near(shares.baseline.steps.front().stepTimeS->value, 1.9 * 800 / 950));
    // A rate that nobody recorded is a guess, and so are its times; shares of a given time are what the file says.
    for (const WorkloadStep& step : profile.baseline.steps)
        QCOMPARE(step.stepTimeS->provenance.origin, Origin::Assumed);
    for (const WorkloadStep& step : shares.baseline.steps)
        QCOMPARE(step.stepTimeS->provenance.origin, Origin::Imported);
    QVERIFY(holdsSamples(stacks.toStdString()) && !holdsSamples(perfText.toStdString()));
}

void tst_profile_import::stacksBySelf()
{
    const Profile profile = good(stacks, {.stepTimeS = 950, .steps = StackSteps::Self});
    QCOMPARE(stepsOf(profile), QString("backward (model.py):500 forward (model.py):300 load (data.py):120 train "
                                       "(train.py):20 save (train.py):10"));
}

void tst_profile_import::threads()
{
    const Profile profile = good("thread (0x1): MainThread;main;a 50\nthread (0x2);main;b 50\n");
    // 50 samples are half a second; what ran beside the main thread meanwhile is not added to it.
    QCOMPARE(stepsOf(profile), QString("a:0.5"));
    QVERIFY(warningsOf(profile).contains("2 threads"));
    // Two threads of a second each are a second; without a main thread the longest counts.
    const QByteArray two =
        R"({"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [{"name": "load"}, {"name": "step"}]}, "profiles": [)"
        R"({"type": "sampled", "name": "MainThread", "unit": "seconds", "samples": [[1]], "weights": [1]},)"
        R"({"type": "sampled", "name": "loader", "unit": "seconds", "samples": [[0], [0]], "weights": [1, 0.25]}]})";
    QCOMPARE(stepsOf(good(two)), QString("step:1"));
    QCOMPARE(stepsOf(good(QByteArray(two).replace("MainThread", "t1"))), QString("load:1.25"));
}

void tst_profile_import::speedscopeFiles()
{
    const Profile profile = good(speedscope);
    QCOMPARE(QString::fromStdString(profile.title), QString("train"));
    QCOMPARE(stepsOf(profile), QString("step (t.py):0.75 load (t.py):0.25"));
    // 10 ms in main itself, 20 in load, 70 in step.
    QCOMPARE(stepsOf(good(evented)), QString("step:0.07 load:0.02 main itself:0.01"));
}

void tst_profile_import::nsight()
{
    const Profile profile = good(kernels());
    QCOMPARE(stepsOf(profile), QString("copy:0.002 sgemm:0.001"));
    const WorkloadStep& gemm = profile.baseline.steps[1];
    QCOMPARE(gemm.flops->value, 2 * (1e6 + 2e6 + 2 * 5e8));
    QCOMPARE(gemm.bytesMoved->value, 2 * 4e6);
    QCOMPARE(profile.baseline.steps[0].flops->value, 0.0);
    QCOMPARE(profile.baseline.steps[0].bytesMoved->value, 2e9);
    QVERIFY(near(profile.baseline.machine.peakFlops->value, 2 * 5120 * 1.4e9));
    QVERIFY(near(profile.baseline.machine.memoryBandwidthBytesPerS->value, 1024 * 0.9e9));
}

void tst_profile_import::nsightByColumns()
{
    // --page raw: a column a metric, units in the second row; the roofline's metrics are rates over the cycles.
    const Profile profile = good(
        "\"ID\",\"Kernel "
        "Name\",\"gpu__time_duration.sum\",\"dram__bytes.sum.per_second\",\"smsp__cycles_elapsed.avg.per_second\","
        "\"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed\","
        "\"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed\",\"smsp__sass_thread_inst_executed_"
        "op_dfma_pred_on.sum.per_cycle_elapsed\"\n"
        "\"\",\"\",\"nsecond\",\"Gbyte/second\",\"cycle/nsecond\",\"inst/cycle\",\"inst/cycle\",\"inst/cycle\"\n"
        "\"0\",\"axpy\",\"1,000,000\",\"500.00\",\"1.50\",\"0\",\"0\",\"20.00\"\n");
    QCOMPARE(stepsOf(profile), QString("axpy:0.001"));
    QVERIFY(near(profile.baseline.steps[0].bytesMoved->value, 500e9 * 1e-3));
    QVERIFY(near(profile.baseline.steps[0].flops->value, 2 * 20 * 1.5e9 * 1e-3));
}

void tst_profile_import::tensorCores()
{
    const QByteArray row =
        "\"0\",\"1234\",\"python\",\"h\",\"void sgemm<float, 128>(float *, "
        "int)\",\"1\",\"7\",\"x\",\"sm__inst_executed_pipe_tensor.sum\",\"inst\",\"4096\"\n";
    const Profile profile = good(kernels() + row);
    QVERIFY(!profile.baseline.steps[1].flops);  // unknown, not what the other pipes did
    QVERIFY2(warningsOf(profile).contains("sgemm: ran on tensor cores"), qPrintable(warningsOf(profile)));
}

void tst_profile_import::rightAgain()
{
    for (const QByteArray& text : {perfText, perfCounters, stacks, speedscope, kernels()}) {
        Profile profile = good(text, {.source = "a file", .date = "2026-11-22"});
        const std::string json = writeJson(Json(profileMembers(profile)));
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
    QTest::newRow("a text") << QByteArray("hello") << "is no profile that can be read here";
    QTest::newRow("perf with nothing") << QByteArray(
                                              " Performance counter stats for 'x':\n\n  <not supported>  cycles\n")
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
                           << "/profiles/0/unit: \"bytes\" are no time";
    QTest::newRow("back in time") << QByteArray(evented).replace("\"at\": 30}, {\"type\": \"O\"",
                                                                 "\"at\": 5}, {\"type\": \"O\"")
                                  << "events go back in time";
    QTest::newRow("crossed") << QByteArray(evented).replace("\"C\", \"frame\": 1", "\"C\", \"frame\": 0")
                             << "which is not the one that opened last";
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
    const QString why = QString::fromStdString(describe(profile.error()));
    QVERIFY2(why.contains(says), qPrintable(why));
}

SCALEWRIGHT_TEST(tst_profile_import)
#include "tst_profile_import.moc"
