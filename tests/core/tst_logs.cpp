// SPDX-License-Identifier: GPL-3.0-or-later
// Logs as launchers, containers and schedulers deliver them, and folders whose names say what the files do not. Expected
// values are worked out by hand from the numbers in the texts.
#include <QTemporaryDir>
#include <QTest>

#include "core/evidence/commfit/timings_import.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/line_prefix.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/programs/name_numbers.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/ladder/ladder.h"
#include "core/evidence/trace/run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/timings.h"
#include "tests/support/traces.h"

using namespace scalewright;

namespace {

/// "1:1.00 2:1.91", or the error.
QString speedupsIn(const std::string& text)
{
    const Result<LadderFile> file = readLadders(text);
    if (!file)
        return QString::fromStdString(describe(file.error()));
    if (file->ladders.size() != 1)
        return QString("%1 ladders").arg(file->ladders.size());
    const Result<MeasuredLadder> ladder = analyseLadder(file->ladders.front());
    if (!ladder)
        return QString::fromStdString(describe(ladder.error()));
    QStringList rungs;
    for (const Rung& rung : ladder->rungs)
        rungs << QString("%1:%2").arg(rung.p).arg(rung.speedup, 0, 'f', 2);
    return rungs.join(' ');
}

/// The speedups of a folder with one file per name; "{}" in the text stands for 12 s, 6 s, 3 s, ….
QString folderSpeedups(const QStringList& names, const QByteArray& text)
{
    const QTemporaryDir folder;
    double time = 12;
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            return "no file";
        file.write(QByteArray(text).replace("{}", QByteArray::number(time)));
        time /= 2;
    }
    const Result<std::string> table = logTableOfFolder(folder.path().toStdString());
    return table ? speedupsIn(*table) : QString::fromStdString(describe(table.error()));
}

}  // namespace

class tst_logs : public QObject {
    Q_OBJECT
private slots:
    void removesPrefixes_data();
    void removesPrefixes();
    void keepsData_data();
    void keepsData();
    void everyReaderSkipsPrefixes();
    void combinesLatencyAndBandwidth();
    void readsStragglerTables();
    void readsTimesOfJobs();
    void separatesTests();
    void readsReframe();
    void readsOneRunPerFile_data();
    void readsOneRunPerFile();
    void asksAboutOutputsOfOneRun();
    void asksAboutColumnsWithoutNames();
    void readsNotes_data();
    void readsNotes();
    void readsNumbersInNames();
    void leavesOutCompilation();
    void averagesMicrosteps();
    void addsUpProcesses();
    void readsOldPerf_data();
    void readsOldPerf();
    void readsNsightDevices();
    void readsRocprof();
    void readsPerftest();
    void readsTrainingLogs_data();
    void readsTrainingLogs();
    void namesTheRightCommand_data();
    void namesTheRightCommand();
    void recognizesForeignFormats();
};

void tst_logs::removesPrefixes_data()
{
    QTest::addColumn<QByteArray>("prefix");
    for (const char* prefix : {"2026-01-01T10:00:00.1Z ",
                               "2026-01-01 10:00:00,123 - ",
                               "[2026-01-01 10:00:00] ",
                               "2026/01/01 10:00:00 ",
                               "2026-01-01T10:00:00.123456789Z stdout F ",
                               "10:00:00.25: ",
                               "Jan  3 10:00:00 node7 ",
                               "Thu Jan 1 10:00:00 2026: ",
                               "I0101 10:00:00.5 140 metrics.py:12] ",
                               "trainer-0: ",
                               "nccl-test-0.ring ",
                               "[rank0]: ",
                               "[1,0]<stdout>:",
                               "[pod/nccl-0/main] ",
                               "(RayTrainWorker pid=77, ip=10.0.0.1) ",
                               "(pid=77) ",
                               "worker-1  | ",
                               "1767261600.125 ",
                               "2026-01-01 10:00:00.123 | INFO     | __main__:main:12 - ",
                               "2026-01-01 10:00:00,123 - root - INFO - ",
                               "INFO:root:",
                               "nccl-launcher-x7f2 nccl-test ",
                               "2026-01-01T10:00:00Z trainer-0 [rank0]: ",
                               "[rank0]: 2026-01-01T10:00:00Z ",
                               "\x1b[32m10:00:01\x1b[0m "})
        QTest::newRow(prefix) << QByteArray(prefix);
}

/// The text without its prefix, including the blanks that align its columns.
void tst_logs::removesPrefixes()
{
    QFETCH(QByteArray, prefix);
    const QByteArray lines = "# nThread 1\n     8   2  float\n  1048576  262144  float\nOut of bounds\n";
    QByteArray text;
    for (const QByteArray& line : lines.trimmed().split('\n'))
        text += prefix + line + '\n';
    QCOMPARE(QByteArray::fromStdString(withoutLinePrefixes(withoutTerminalCodes(text.toStdString()))), lines);
}

void tst_logs::keepsData_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
    row("time stamps under a header", "when p time\n2026-01-01T10:00:00 1 10\n2026-01-01T10:00:30 2 6\n");
    row("time stamps in a column", "2026-01-01T10:00:00,1,10\n2026-01-01T10:00:30,2,6\n2026-01-01T10:00:30,4,3\n");
    row("p and times", "1: 10\n2: 6\n4: 3.5\n8: 2\n");
    row("falling durations", "00:10:00 a\n00:06:00 b\n00:03:30 c\n");
    row("a key that repeats", "iteration 1 time 5\niteration 2 time 4\niteration 3 time 4\n");
    row("names with counts", "gpu-1: 10 s\ngpu-2: 6 s\ngpu-4: 3 s\n");
    row("a key before a dash", "time - 10 s\ntime - 6 s\ntime - 4 s\n");
    row("counts and a bar",
        "1 threads | token time 200 ms\n2 threads | token time 110 ms\n4 threads | token time 70 ms\n");
    row("a table of one model", "resnet-50 | 1 | 10\nresnet-50b | 2 | 6\nvgg-16 | 4 | 3\n");
    row("JSON", "[{\"a\": 1},\n{\"a\": 2},\n{\"a\": 3}]\n");
    row("epochs in brackets", "[epoch 1] loss 3\n[epoch 2] loss 2\n[epoch 3] loss 1\n");
    row("runs with durations", "run 1 00:10:00 a\nrun 2 00:06:00 b\nrun 3 00:05:00 c\n");
}

void tst_logs::keepsData()
{
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(withoutLinePrefixes(text.toStdString())), text);
}

void tst_logs::everyReaderSkipsPrefixes()
{
    const auto prefixed = [](const QByteArray& lines) {
        QByteArray text;
        int second = 10;
        for (const QByteArray& line : lines.trimmed().split('\n'))
            text += "2026-01-01T10:00:" + QByteArray::number(second++) + ".1Z worker-0 " + line + '\n';
        return text.toStdString();
    };
    QCOMPARE(speedupsIn(prefixed("p,time\n1,10\n2,6.25\n4,4\n")), QString("1:1.00 2:1.60 4:2.50"));
    QCOMPARE(speedupsIn("[0] threads = 1\n[0] Elapsed time: 10 s\n[0] threads = 2\n[0] Elapsed time: 6.25 s\n"),
             QString("1:1.00 2:1.60"));
    QCOMPARE(speedupsIn(prefixed("threads = 1\nElapsed time: 10 s\nthreads = 2\nElapsed time: 6.25 s\n")),
             QString("1:1.00 2:1.60"));
    const Result<CollectiveTimings> log = readTimings(
        prefixed("# nThread 1\n#  Rank  0 Pid 1 on a\n#  Rank  1 Pid 2 on a\n 4000000 1000000 float sum -1 100.0 40.00 "
                 "40.00 0 101.0 39.60 39.60 0\n"),
        {}, TimingFormat::Auto, "all-reduce");
    QVERIFY2(log, log ? "" : describe(log.error()).c_str());
    QCOMPARE(log->groups.front().rows.front().p, 2);
    const Result<Profile> profile =
        importProfile(prefixed(" Performance counter stats for './a':\n\n  2,000.00 msec task-clock\n\n  1.25 seconds "
                               "time elapsed\n"));
    QVERIFY2(profile, profile ? "" : describe(profile.error()).c_str());
    QCOMPARE(profile->baseline.steps.front().stepTimeS->value, 1.25);
}

/// Two files in either order: 2 us for short messages, and 10 GB/s. The large messages of the latency test, one at a
/// time, reach only 8 GB/s.
void tst_logs::combinesLatencyAndBandwidth()
{
    const std::string latency =
        "# OSU MPI Latency Test v7.0\n# Size          Latency (us)\n1   2.00\n8   2.00\n64   2.01\n1048576  133.07\n";
    const std::string bandwidth =
        "# OSU MPI Bandwidth Test v7.0\n# Size      Bandwidth (MB/s)\n1  0.4\n1000000  10000\n";
    QVERIFY(!readTimings(bandwidth, {}));
    for (const bool latencyFirst : {true, false}) {
        Result<CollectiveTimings> both = readPartialTimings(latencyFirst ? latency : bandwidth, {});
        const Result<CollectiveTimings> second = readPartialTimings(latencyFirst ? bandwidth : latency, {});
        QVERIFY(both && second);
        both->groups.insert(both->groups.end(), second->groups.begin(), second->groups.end());
        both->streams.insert(both->streams.end(), second->streams.begin(), second->streams.end());
        QVERIFY(combineStreams(*both));
        const Result<CommFit> fit = fitCommunication(both->groups.front(), *costOfCollective("ping-pong"));
        QVERIFY2(fit, fit ? "" : describe(fit.error()).c_str());
        QVERIFY(std::abs(fit->alphaS.value / 2e-6 - 1) < 0.01);
        QVERIFY(std::abs(fit->bandwidthBytesPerS.value / 10e9 - 1) < 0.01);
    }
    // One after the other into a project: the bandwidth keeps the latency that the project has.
    const Result<TimingsImport> first = importTimings(Project{}, latency, "latency.out", "2026-01-01");
    QVERIFY(first);
    const Result<TimingsImport> then = importTimings(first->updatedProject, bandwidth, "bandwidth.out", "2026-01-01");
    QVERIFY2(then, then ? "" : describe(then.error()).c_str());
    QVERIFY(std::abs(then->updatedProject.target.alphaS->value / 2e-6 - 1) < 0.01);
    QVERIFY(std::abs(then->updatedProject.target.bandwidthBytesPerS->value / 10e9 - 1) < 0.01);
}

/// DeepSpeed's second table has the times without waiting for the last rank: 0.40 ms and 0.05 ms, not 0.90 and 0.30.
void tst_logs::readsStragglerTables()
{
    const std::string text =
        "Comm. Op            Message Size        Count               Total Latency(ms)   Avg Latency(ms)     tput_avg "
        "(Gbps)  "
        "   busbw_avg (Gbps)\n"
        "all_gather_into_tensor\n"
        "                    1.0 KB              10                  3.00                0.30                4.00      "
        "          3.00  "
        "\n"
        "                    2.0 MB              10                  9.00                0.90                8.00      "
        "          6.00  "
        "\n"
        "_______________________________\nBreakdown with straggler effect\n-------------------------------\n"
        "Comm. Op            Message Size        Count               Total comm lat(ms)  Total straggler(ms) Avg comm "
        "lat(ms)   "
        " Avg straggler(ms)\n"
        "all_gather_into_tensor\n"
        "                    1.0 KB              10                  0.50                2.50                0.05      "
        "          0.25  "
        "\n"
        "                    2.0 MB              10                  4.00                5.00                0.40      "
        "          0.50  "
        "\n";
    const Result<CollectiveTimings> log = readTimings(text, {});
    QVERIFY2(log, log ? "" : describe(log.error()).c_str());
    QCOMPARE(log->groups.size(), std::size_t{1});
    const std::vector<CollectiveTiming>& rows = log->groups.front().rows;
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].p, 4);  // busbw is 3/4 of the throughput
    QCOMPARE(rows[0].seconds, 0.05e-3);
    QCOMPARE(rows[1].seconds, 0.4e-3);
    QCOMPARE(rows[1].bytes, 4 * 2 * 1048576.0);  // an all-gather's input is one of four parts
}

/// PETSc writes "1 processor" and "2 processors"; the cores of a Grid Engine job are its slots; zsh gives the total last.
void tst_logs::readsTimesOfJobs()
{
    const auto runs = [](const char* text) {
        std::string all;
        for (const auto& [p, time] : {std::pair{"1", "50"}, {"2", "31.25"}, {"4", "20"}}) {
            std::string run = text;
            for (const auto& [mark, value] : {std::pair{std::string("{p}"), p}, {std::string("{t}"), time}})
                for (std::size_t at = run.find(mark); at != std::string::npos; at = run.find(mark))
                    run.replace(at, mark.size(), value);
            all += run;
        }
        return all;
    };
    const QString strong = "1:1.00 2:1.60 4:2.50";
    std::string petsc =
        runs("./ex5 on a linux named node1 with {p} processors, by user Mon\nTime (sec):   {t}   1.000   {t}\n");
    petsc.replace(petsc.find("1 processors"), 12, "1 processor");
    QCOMPARE(speedupsIn(petsc), strong);
    QCOMPARE(speedupsIn(runs("=====\nqname        all.q\nslots        {p}\nexit_status  0\nru_wallclock {t}\n")),
             strong);
    QCOMPARE(
        speedupsIn(runs("Job Id: 7.pbs\n    resources_used.ncpus = {p}\n    resources_used.walltime = 00:00:{t}\n")),
        strong);
    QCOMPARE(speedupsIn(runs("np={p}\n./a  49.00s user 0.50s system 99% cpu {t} total\n")), strong);
}

/// 20, 36 and 60 events a second on 1, 2 and 4 threads. Another test at another p is no rung of that ladder.
void tst_logs::separatesTests()
{
    const auto run = [](const char* threads, const char* test, const char* rate) {
        return std::string("sysbench 1.0.20\nNumber of threads: ") + threads + "\n" + test + "\n" + rate +
               "\n    total time:                          300.0200s\n    total number of events:              6952\n";
    };
    const char* const cpu = "Prime numbers limit: 20000";
    const std::string one = run("1", cpu, "events per second: 20"), two = run("2", cpu, "events per second: 36"),
                      memory = run("256", "Running memory speed test", "Total operations: 900 (900.0 per second)");
    QCOMPARE(speedupsIn(one + two + run("4", cpu, "events per second: 60")), QString("1:1.00 2:1.80 4:3.00"));
    const QString different = speedupsIn(one + memory);
    QVERIFY2(different.contains("256") && different.contains("20000"), qPrintable(different));
}

/// 40, 22 and 12.5 s on 2, 4 and 8 tasks: 40/40, 40/22, 40/12.5 times 2.
void tst_logs::readsReframe()
{
    const QByteArray header = "job_completion_time|version|info|jobid|num_tasks|perf_var=perf_value|ref|unit\n";
    QByteArray rows;
    for (const auto& [p, time] : {std::pair{"2", "40"}, {"4", "22"}, {"8", "12.5"}})
        rows += QByteArray("2023-03-08T17:38:0") + p + "|reframe 4.1.0|Solver %num_tasks=" + p + " /cc391b8" + p +
                " @a:b+c|jobid=7" + p + "|num_tasks=" + p + "|solve_time=" + time + "|ref=0 (l=-inf, u=inf)|s\n";
    QCOMPARE(speedupsIn((header + rows).toStdString()), QString("2:2.00 4:3.64 8:6.40"));
    QCOMPARE(speedupsIn(rows.toStdString()), QString("2:2.00 4:3.64 8:6.40"));
    // A second performance variable of the same runs.
    QByteArray others = rows;
    others.replace("solve_time", "residual").replace("|s\n", "|1\n");
    QCOMPARE(speedupsIn((header + rows + others).toStdString()), QString("2:2.00 4:3.64 8:6.40"));
}

void tst_logs::readsNumbersInNames()
{
    const QByteArray json = R"({"duration": {}, "completed": 48})";
    const QString strong = "1:1.00 2:2.00 4:4.00";
    QCOMPARE(folderSpeedups({"a2x2_tp1.json", "a2x2_tp2.json", "a2x2_tp4.json"}, json), strong);
    QCOMPARE(folderSpeedups({"m7b-dp1-bs32.json", "m7b-dp2-bs64.json", "m7b-dp4-bs128.json"}, json), strong);
    QCOMPARE(folderSpeedups({"h100_1.json", "h100_2.json", "h100_4.json"}, json), strong);
    // Two numbers may be p: a question.
    const QString both = folderSpeedups({"tp1_pp2.json", "tp2_pp4.json", "tp4_pp8.json"}, json);
    QVERIFY2(both.contains("tp") && both.contains("pp"), qPrintable(both));
    const QString steps = folderSpeedups({"tp1_pp2.log", "tp2_pp4.log"}, "iter 1: loss 1, time {}s, mfu 41.00%\n");
    QVERIFY2(steps.contains("tp (1, 2)") && steps.contains("pp (2, 4)"), qPrintable(steps));
    const NameColumns repeats = columnsOfFileNames({"8gpus_run1.log", "8gpus_run2.log"});
    QCOMPARE(repeats.columns.size(), std::size_t{1});
    QCOMPARE(repeats.columns.front().values, (std::vector<long>{8, 8}));
    QVERIFY(columnsOfFileNames({"run1.log", "run2.log", "run3.log"}).columns.empty());
}

void tst_logs::readsOneRunPerFile_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QByteArray>("text");
    const QStringList jobs{"a_1nodes_1ranks_20200323.out", "a_1nodes_2ranks_1threads_20200324.out",
                           "a_1nodes_4ranks_1threads_20200325.out"};
    QTest::newRow("the total of several times")
        << jobs << QByteArray("Initialisation time =  1.00 s\nFinalisation time =  0.50 s\nTotal time  =  {} s\n");
    QTest::newRow("a clock") << jobs << QByteArray("Wall clock   0.5\nWall clock   1.5\nWall clock   {}\n");
    QTest::newRow("a number behind a comma")
        << jobs << QByteArray("Total Wall time for 10 iterations, {}\nperformed 10 iterations\n");
    QTest::newRow("nested JSON")
        << QStringList{"a_1nodes.json", "a_2nodes.json", "a_4nodes.json"}
        << QByteArray(
               "{\"cpu\": {\"Core(s)\": \"64\"}, \"run\": {\"Totals\": {\"Wall Clock Time (s)\": "
               "\"{}\"}, \"steps\": 50}}");
    QTest::newRow("a clock in JSON")
        << QStringList{"a_1T.json", "a_2T.json", "a_4T.json"}
        << QByteArray(R"({"steps": [{"step": 1, "timeElapsed": 0.5}, {"step": 2, "timeElapsed": {}}]})");
}

/// 12 s, 6 s and 3 s.
void tst_logs::readsOneRunPerFile()
{
    QFETCH(QStringList, names);
    QFETCH(QByteArray, text);
    QCOMPARE(folderSpeedups(names, text), QString("1:1.00 2:2.00 4:4.00"));
}

void tst_logs::asksAboutOutputsOfOneRun()
{
    // No time of the whole run: the parts may not be the time.
    const QString parts = folderSpeedups({"a_1ranks.out", "a_2ranks.out"}, "assembly time: 2 s\nclosing time: {} s\n");
    QVERIFY2(parts.contains("assembly time") && parts.contains("closing time"), qPrintable(parts));
    const QString both =
        folderSpeedups({"H100_1N_1GPU.out", "H100_1N_2GPUs.out", "H100_2N_2GPUs.out"}, "Elapsed time: {} s\n");
    QVERIFY2(both.contains("nodes") && both.contains("gpus"), qPrintable(both));
    // The same time three times at one p: repeats, whose mean is the time, not a clock.
    QCOMPARE(folderSpeedups({"1gpu.log", "2gpu.log"}, "np: 4\nElapsed time: {} s\n").left(2), QString("1:"));
}

/// p comes from the file names; which of the columns without names is the time must be asked.
void tst_logs::asksAboutColumnsWithoutNames()
{
    const QString asked =
        folderSpeedups({"t-1-threads.txt", "t-2-threads.txt", "t-4-threads.txt"}, "1000 {}\n2000 25.5\n");
    QVERIFY2(asked.contains("--map time=NAME") && asked.contains("column2"), qPrintable(asked));
}

void tst_logs::readsNotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("speedups");
    QTest::newRow("rates") << QByteArray("- `S`mall: 20 nodes -- ~2 sypd\n- `M`edium: 40 nodes -- ~3 sypd\n")
                           << "20:20.00 40:30.00";
    QTest::newRow("rates of one GPU") << QByteArray("32 nodes -> 400 tflops per gpu\n16 nodes -> 500 tflops per gpu\n")
                                      << "16:16.00 32:25.60";
    QTest::newRow("seconds per iteration")
        << QByteArray("with 1 GPU it is about 1.2 s/it\nand with 4 GPUs it is about 0.4 s/it.\n") << "1:1.00 4:3.00";
    QTest::newRow("bold") << QByteArray("1 thread took **12 s**.\n\n4 threads took **4 s**.\n") << "1:1.00 4:3.00";
    QTest::newRow("a call") << QByteArray(
                                   "Threads.nthreads() = 1\n    12.00 real    11.90 user    0.10 sys\n"
                                   "Threads.nthreads() = 4\n     4.00 real    15.00 user    0.20 sys\n")
                            << "1:1.00 4:3.00";
    QTest::newRow("calls") << QByteArray(
                                  "tempo(1) = 12.0\ntempo(2) = 6.0    speedup(2) = 2.0\n"
                                  "tempo(4) = 4.0    speedup(4) = 3.0\n")
                           << "1:1.00 2:2.00 4:3.00";
    QTest::newRow("HTML") << QByteArray(
                                 "## Results\n\n<table>\n  <tr>\n    <th>Threads</th>\n    <th>Time (s)</th>\n"
                                 "  </tr>\n  <tr>\n    <td>1</td>\n    <td>12</td>\n  </tr>\n  <tr>\n"
                                 "    <td>4</td>\n    <td>4</td>\n  </tr>\n</table>\n")
                          << "1:1.00 4:3.00";
    QTest::newRow("words") << QByteArray(
                                  "| Virtual CPUs | Execution Time |\n|:-:|:-:|\n| 1 | 3 hours and 30 minutes |\n"
                                  "| 4 | 1 hour and 10 minutes <sup>[1]</sup> |\n")
                           << "1:1.00 4:3.00";
    QTest::newRow("underscores") << QByteArray("| Threads | Time (s) |\n| - | - |\n| 1 | 12 |\n| 4 | __4__ |\n")
                                 << "1:1.00 4:3.00";
    QTest::newRow("a table in a log")
        << QByteArray(
               "Summary for 8 thread(s):\n  Mode: fixed\n\n=== SUMMARY ===\nThreads | Time (s)\n"
               "--------|---------\n      1 |    12.0\n      4 |     4.0\n\ndone\n")
        << "1:1.00 4:3.00";
    QTest::newRow("rows inside rows of JSON")
        << QByteArray(R"([{"date": "2020-05-27 13:51:41", "data": [{"nodes": 1, "solve_time": 12}]},
                          {"date": "2020-05-28 13:51:41", "data": [{"nodes": 4, "solve_time": 4}]}])")
        << "1:1.00 4:3.00";
}

void tst_logs::readsNotes()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, speedups);
    QCOMPARE(speedupsIn(text.toStdString()), speedups);
}

/// The first step takes 60 s to compile; the others take 4 s and 2.5 s.
void tst_logs::leavesOutCompilation()
{
    const auto run = [](int p, const char* time, const char* rate) {
        QByteArray text =
            "Num_devices: " + QByteArray::number(p) + ", shape (1, 1, 1)\n" +
            "completed step: 0, seconds: 60.000, TFLOP/s/device: 1.000, Tokens/s/device: 10.0, loss: 12.0\n";
        for (int step = 1; step < 3; ++step)
            text += "completed step: " + QByteArray::number(step) + ", seconds: " + time +
                    ", TFLOP/s/device: 50.000, Tokens/s/device: " + rate + ", loss: 11.0\n";
        return text;
    };
    // 4 devices, 1000 tokens a second each, for 4 s; 8 devices, 800 each, for 2.5 s: 16000 tokens a step in both.
    const Result<LadderFile> file = readLadders((run(4, "4.0", "1000") + run(8, "2.5", "800")).toStdString());
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->ladders.front().points[0].timeS, std::optional(4.0));
    QCOMPARE(file->ladders.front().points[1].timeS, std::optional(2.5));
    QVERIFY(QString::fromStdString(file->warnings.front()).contains("compiles"));
    // The compilation alone is no measurement.
    QVERIFY(!readLadders("Num_devices: 4\ncompleted step: 0, seconds: 60.0, Tokens/s/device: 10.0\n"));
}

/// Two microsteps per step, of 10 + 20 + 0 and 10 + 20 + 40 ms: 50 ms on average.
void tst_logs::averagesMicrosteps()
{
    QByteArray text = "[INFO] dist_world_size=4\n";
    for (int step = 0; step < 40; ++step)
        text += QByteArray(
                    "[Rank 0] time (ms) | fwd_microstep: 10.00 | bwd_microstep: 20.00 | bwd_inner_microstep: 15.00 | "
                    "bwd_allreduce_microstep: 5.00 | step_microstep: ") +
                (step % 2 == 0 ? "0.00\n" : "40.00\n");
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    const LadderPoint& point = file->ladders.front().points.front();
    QCOMPARE(point.p, 4);
    QVERIFY(std::abs(*point.timeS - 0.050) < 1e-9);
    QVERIFY(std::abs(*point.commS - 0.005) < 1e-9);
}

/// Two processes that ran at the same time used 2 + 2 of energy, one before them 3: 4/3.
void tst_logs::addsUpProcesses()
{
    const auto table = [](const char* mode) {
        const std::string end = std::string(",") + mode + "\n";
        return "p,timestamp,duration,emissions,energy_consumed,tracking_mode\n"
               "1,2024-01-01T09:00:00,100,1,3" +
               end + "2,2024-01-01T10:00:00,60,1,2" + end + "2,2024-01-01T10:00:01,59,1,2" + end;
    };
    const Result<LadderFile> file = readLadders(table("process"));
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    const std::vector<LadderPoint>& points = file->ladders.front().points;
    QCOMPARE(points.size(), std::size_t{2});
    QCOMPARE(points[1].timeS, std::optional(60.0));
    QVERIFY(std::abs(*points[1].energyJ / *points[0].energyJ - 4.0 / 3) < 1e-12);
    QVERIFY(!readLadders(table("machine")));  // each may have counted both
}

void tst_logs::readsOldPerf_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("unit after the event")
        << QByteArray("2500.000000      task-clock (msec)         #    2.500 CPUs utilized");
    QTest::newRow("with a modifier") << QByteArray(
        "2500.000000      task-clock:u (msec)       #    2.500 CPUs utilized");
    QTest::newRow("unit in the name") << QByteArray("2500.000000  task-clock-msecs         #      2.500 CPUs");
    QTest::newRow("today") << QByteArray("2,500.00 msec task-clock         #    2.500 CPUs utilized");
}

/// 2.5 s of processor time in 1 s.
void tst_logs::readsOldPerf()
{
    QFETCH(QByteArray, line);
    const QByteArray text =
        " Performance counter stats for './a':\n\n  " + line + "\n\n       1.000000000 seconds time elapsed\n";
    const Result<Profile> profile = importProfile(text.toStdString());
    QVERIFY2(profile, profile ? "" : describe(profile.error()).c_str());
    QVERIFY2(std::any_of(profile->warnings.begin(), profile->warnings.end(),
                         [](const std::string& each) { return each.find("2.5") != std::string::npos; }),
             profile->warnings.front().c_str());
}

/// Two devices in one file: 7 + 2 us and 5 + 4 us of kernels and NCCL.
void tst_logs::readsNsightDevices()
{
    const TraceRun run = test::tracedRun(
        {{"report.json",
          R"([{"ph": "X", "cat": "cuda", "name": "volta_gemm", "ts": 0, "dur": 7, "pid": "Device 2", "tid": "Stream 7"},)"
          R"({"ph": "X", "cat": "cuda", "name": "ncclKernel_AllReduce", "ts": 7, "dur": 2, "pid": "Device 2", "tid": "Stream 9"},)"
          R"({"ph": "X", "cat": "cuda_api", "name": "cudaLaunchKernel", "ts": 0, "dur": 1, "pid": "Device 2", "tid": "CUDA API"},)"
          R"({"ph": "X", "cat": "nvtx", "name": "step 0", "ts": 0, "dur": 9, "pid": "Device 2", "tid": "NVTX"},)"
          R"({"ph": "X", "cat": "cuda", "name": "volta_gemm", "ts": 0, "dur": 5, "pid": "Device 5", "tid": "Stream 7"},)"
          R"({"ph": "X", "cat": "cuda", "name": "ncclKernel_AllReduce", "ts": 5, "dur": 4, "pid": "Device 5", "tid": "Stream 9"}])"}});
    QCOMPARE(run.ranks.size(), std::size_t{2});
    for (const auto& [rank, compute, communication] : {std::tuple{0, 7e-6, 2e-6}, {1, 5e-6, 4e-6}}) {
        const TimeTotals& totals = run.ranks[static_cast<std::size_t>(rank)].totals;
        QVERIFY(std::abs(totals.computeS - compute) < 1e-12);
        QVERIFY(std::abs(totals.communicationS - communication) < 1e-12);
        QVERIFY(totals.unclassifiedS == 0);
    }
}

/// rocprof names its processes and gives no categories: 7 us of a kernel, 2 us of RCCL and 3 us of copies.
void tst_logs::readsRocprof()
{
    const TraceRun run = test::tracedRun(
        {{"results.json",
          R"({"traceEvents": [{"args": {"name": "GPU0"}, "ph": "M", "pid": "6", "name": "process_name"},)"
          R"({"args": {"name": "COPY"}, "ph": "M", "pid": "1", "name": "process_name"},)"
          R"({"args": {"name": "CPU HIP API"}, "ph": "M", "pid": "2", "name": "process_name"},)"
          R"({"ph": "X", "name": "hipLaunchKernel", "ts": "0", "dur": "1", "pid": "2", "tid": "77"},)"
          R"({"ph": "X", "name": "dgemm_kernel", "ts": "0", "dur": "7", "pid": "6", "tid": "0"},)"
          R"({"ph": "X", "name": "ncclDevKernel_Generic", "ts": "7", "dur": "2", "pid": "6", "tid": "0"},)"
          R"({"ph": "X", "name": "CopyHostToDevice", "ts": "9", "dur": "3", "pid": "1", "tid": "0"}]})"}});
    QCOMPARE(run.ranks.size(), std::size_t{1});
    const TimeTotals& totals = run.ranks.front().totals;
    QVERIFY(std::abs(totals.computeS - 7e-6) < 1e-12);
    QVERIFY(std::abs(totals.communicationS - 2e-6) < 1e-12);
    QVERIFY(std::abs(totals.memoryS - 3e-6) < 1e-12);
    QVERIFY(totals.unclassifiedS == 0);
}

/// perftest's MB are 2^20 bytes: 10000 of them a second at the last size.
void tst_logs::readsPerftest()
{
    const std::string latency =
        "------\n                    Send Latency Test\n------\n #bytes #iterations    t_min[usec]    t_max[usec]  "
        "t_typical[usec]    t_avg[usec]    t_stdev[usec]\n 2       1000          0.91           2.34         0.95     "
        "\t  0.96   "
        "\t0.05\n 64      1000          0.98           2.34         0.95     \t  1.02   \t0.05\n------\n";
    const std::string bandwidth =
        "------\n                    RDMA_Write BW Test\n------\n #bytes     #iterations    BW peak[MB/sec]    BW "
        "average[MB/sec]   MsgRate[Mpps]\n 65536      1000             9000.00            9000.00                  "
        "0.14\n "
        "4194304    1000             10002.00            10000.00                  0.0025\n------\n";
    const Result<CollectiveTimings> log = readTimings(latency + bandwidth, {});
    QVERIFY2(log, log ? "" : describe(log.error()).c_str());
    const CollectiveTiming& last = log->groups.front().rows.back();
    QCOMPARE(last.bytes, 4194304.0);
    QVERIFY(std::abs(last.seconds - (0.95e-6 + 4194304 / (10000 * 1048576.0))) < 1e-12);
}

void tst_logs::readsTrainingLogs_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("speedups");  // the time halves from file to file
    QTest::newRow("Paddle")
        << QByteArray(
               "[2022-09-21 05:43:58] [    INFO] - epoch: 0, avg_batch_cost: {} sec, ips_total: 800 "
               "tokens/s, ips: 100 tokens/s, lr: 1e-8\n")
        << "";  // p is 8 in each: ips_total over ips
    QTest::newRow("Detectron2")
        << QByteArray(
               "[05/01 10:00:12 d2.utils.events]:  eta: 2:10:05  iter: 19  total_loss: 1.2  time: {}  "
               "last_time: 9  data_time: 0.01  lr: 0.02\n")
        << "1:1.00 2:2.00 4:4.00";
    QTest::newRow("torchvision")
        << QByteArray(
               "Epoch: [0]  [ 10/100]  eta: 0:05:00  lr: 0.1  loss: 6.9 (6.9)  time: {}  data: 0.0012  max "
               "mem: 1234\n")
        << "1:1.00 2:2.00 4:4.00";
    QTest::newRow("WRF") << QByteArray(
                                "Timing for main: time 2021-06-01_00:01:00 on domain   1:    {} elapsed seconds\n")
                         << "1:1.00 2:2.00 4:4.00";
}

void tst_logs::readsTrainingLogs()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, speedups);
    const QString read = folderSpeedups({"1gpu.log", "2gpu.log", "4gpu.log"}, line);
    if (speedups.isEmpty())
        QVERIFY2(read.startsWith("8:"), qPrintable(read));
    else
        QCOMPARE(read, speedups);
}

void tst_logs::namesTheRightCommand_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("command");
    QTest::newRow("ladder") << QByteArray("p,time\n1,10\n2,6\n4,4\n") << "attribute";
    QTest::newRow("log") << QByteArray("threads = 1\nElapsed time: 10 s\nthreads = 2\nElapsed time: 6 s\n")
                         << "attribute";
    QTest::newRow("collectives") << QByteArray("p,bytes,seconds\n2,8,1e-5\n2,8000000,1e-3\n") << "fit-comm";
    QTest::newRow("trace") << QByteArray(R"({"traceEvents": [{"ph": "X", "ts": 1, "dur": 2, "name": "a"}]})")
                           << "timeline import";
    QTest::newRow("perf") << QByteArray(" Performance counter stats for './a':\n\n  1.25 seconds time elapsed\n")
                          << "diagnose";
}

/// Every other command names it; the one that reads the file does not object.
void tst_logs::namesTheRightCommand()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, command);
    const SourceText source(text.toStdString());
    for (const char* other : {"attribute", "diagnose", "fit-comm", "timeline import"}) {
        const std::optional<Error> error = wrongFormatError(source, other);
        QCOMPARE(error.has_value(), command != other);
        QVERIFY(!error || describe(*error).find(command.toStdString()) != std::string::npos);
    }
    const Result<std::string> binary = toUtf8(std::string("SQLite format 3\0abc", 19));
    QVERIFY(!binary && !binary.error().problems.front().expected.empty());
}

/// Each names what it is and what to give instead, to every command.
void tst_logs::recognizesForeignFormats()
{
    const QByteArray resource =
        test::contentOf(test::sourceFile(QStringLiteral("resources/catalogue/foreign-formats.json")));
    const Result<std::vector<ForeignFormat>> formats = parseForeignFormats(resource.toStdString());
    QVERIFY2(formats, formats ? "" : describe(formats.error()).c_str());
    QVERIFY(formats->size() > 20);
    QVERIFY(!parseForeignFormats(R"({"formats": [{"name": "a", "instead": "b"}]})"));
    const std::string gprof =
        "Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self\n time   seconds   seconds\n "
        "60.00   "
        "3.00     3.00\n";
    for (const std::optional<Error>& error :
         {foreignFormatError(gprof), wrongFormatError(SourceText(gprof), "timeline import"),
          std::optional(readAnyProfile(gprof).error()), std::optional(readTimings(gprof, {}).error()),
          std::optional(readLadders(gprof).error())}) {
        QVERIFY(error && error->problems.front().message.find("gprof") != std::string::npos);
        QVERIFY(!error->problems.front().expected.empty());
    }
    QVERIFY(!readAnyProfile(R"([{"frame": {"name": "main"}, "metrics": {"time": 1}}])"));
    QVERIFY(!foreignFormatError("p,time\n1,10\n"));
}

SCALEWRIGHT_TEST(tst_logs)
#include "tst_logs.moc"
