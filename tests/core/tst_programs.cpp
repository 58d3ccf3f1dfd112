// SPDX-License-Identifier: GPL-3.0-or-later
// Output of other programs as ladders: small samples with invented numbers (tests/data/programs). Unless noted, T(1) =
// 10 and T(2) = 6.25 units, so S(2) = 1.60, or the rates are 100 and 190, so S(2) = 1.90.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/programs/programs.h"
#include "core/evidence/import/programs/read_formats.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/ladder/ladder.h"
#include "tests/support/registry.h"
#include "tests/support/timings.h"

using namespace scalewright;

namespace {

QString dataFolder()
{
    return test::sourceFile(QStringLiteral("tests/data/programs")) + '/';
}

QByteArray readAllBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// "strong 1:1.00 2:1.60": how the only ladder in a text is read.
QString speedups(const std::string& text, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text, options);
    if (!file)
        return "refused: " + QString::fromStdString(describe(file.error()));
    if (file->ladders.size() != 1)
        return QString("%1 ladders").arg(file->ladders.size());
    const Result<MeasuredLadder> measuredLadder = analyseLadder(file->ladders.front());
    if (!measuredLadder)
        return "refused: " + QString::fromStdString(describe(measuredLadder.error()));
    QString line = measuredLadder->scaling == Scaling::Weak ? "weak" : "strong";
    for (const Rung& rung : measuredLadder->rungs)
        line += QString(" %1:%2").arg(rung.p).arg(rung.speedup, 0, 'f', 2);
    return line;
}

}  // namespace

class tst_programs : public QObject {
    Q_OBJECT
private slots:
    void read_data();
    void read();
    void everySample();
    void absoluteFigures_data();
    void absoluteFigures();
    void skipsWarmUpSteps();
    void refusals_data();
    void refusals();
    void folders();
    void ignoresLinksToRuns();
    void readsFoldersWithNumberedNames();
    void reports_data();
    void reports();
    void readsSharesOfTheTime();
    void readsBlocksUnderASetting_data();
    void readsBlocksUnderASetting();
    void wordsBeforeACount();
    void separatesProgramsInOneLog();
    void asksForPInCommands();
    void asksBetweenProcessesAndCores();
    void readsNamesOfRuns();
    void readsMetricsOfSeveralRuns();
    void asksForTheUnitOfHugeTimes();
    void workers_data();
    void workers();
    void recognizesFileKinds();
    void readsNsysKernels();
    void readsPerfJson();
    void readsPerfIntervals();
    void timings_data();
    void timings();
    void readsBandwidthNextToLatency();
    void resource();
    void list();
};

void tst_programs::read_data()
{
    QTest::addColumn<QString>("speedups");
    const auto row = [](const char* file, const char* speedups) { QTest::newRow(file) << QString(speedups); };
    row("megatron.log", "strong 1:1.00 2:1.60");
    row("megatron-weak.log", "weak 1:1.00 2:1.60");  // twice the batch in 1.25 times the time
    row("megatron-deepspeed.log", "strong 1:1.00 2:1.60");
    row("nemo.log", "strong 1:1.00 2:1.60");
    row("hf-trainer.log", "strong 1:1.00 4:3.20");  // batch 64, 8 per device, 2 accumulated: four devices
    row("nanotron.log", "strong 1:1.00 4:3.60");
    row("torchtitan.log", "strong 1:1.00 8:7.20");  // 1000 and 900 tokens per second per device
    row("deepspeed.log", "strong 1:1.00 2:1.90");
    row("deepspeed-breakdown.log", "strong 1:1.00 2:1.60");
    row("maxtext.log", "strong 4:4.00 8:6.40");  // 4 and 2.5 s for 16384 tokens; the first step compiles
    row("llmc.log", "strong 1:1.00 2:1.60");
    row("timm.log", "strong 1:1.00 2:1.60");
    row("ddp.txt", "strong 1:1.00 2:1.90");
    row("horovod.log", "strong 1:1.00 2:1.90");
    row("fairseq.log", "strong 1:1.00 2:1.90");
    row("keras.log", "strong 1:1.00 2:1.60");
    row("lightning.log", "strong 1:1.00 2:1.12 4:1.12 8:1.20");  // two epochs take 10.082, 9.0268, 8.9644 and 8.3774 s
    row("vllm.log", "strong 1:1.00 2:1.90");
    row("gromacs.log", "strong 1:1.00 8:6.10");  // 4 ranks with 2 threads each
    row("lammps.log", "strong 1:1.00 2:1.60");
    row("hpl.out", "strong 2:2.00 4:3.80");  // 1 x 2 and 2 x 2, 53.34 and 28.07 s
    row("hpl-columns.out", "strong 2:2.00 4:3.80");  // rows of a column-major process map begin with WC
    row("hpcg.txt", "strong 2:2.00 4:3.80");  // threads times processes
    row("npb.log", "strong 1:1.00 2:1.60");
    row("stream.log", "strong 1:1.00 2:1.90");
    row("espresso.out", "strong 1:1.00 2:1.60");
    row("namd.log", "strong 1:1.00 2:1.60");
    row("cp2k.out", "strong 1:1.00 2:1.60");
    row("openfoam.log", "strong 1:1.00 2:1.60");
    row("vasp.out", "strong 1:1.00 2:1.60");
    row("ior.out", "strong 1:1.00 2:1.90");
    row("time-v.txt", "strong 1:1.00 2:1.60");  // the run at 4 exited with status 1
    row("seff.txt", "strong 4:4.00 8:6.67");  // 500 and 300 s on 4 and 8 cores; the third failed
    row("perf-several.txt", "strong 1:1.00 2:1.60");
    row("time.log", "strong 1:1.00 2:1.60");
    row("time-shell.log", "strong 1:1.00 2:1.60");
    row("mpip.txt", "strong 1:1.00 2:1.60");
    row("mlperf.log", "strong 8:8.00 16:12.80");  // 1000 and 625 s on 8 and 16; the third was aborted
    row("likwid.txt", "strong 1:1.00 2:1.60");
}

void tst_programs::read()
{
    QFETCH(QString, speedups);
    const QByteArray text = readAllBytes(dataFolder() + QTest::currentDataTag());
    QVERIFY(!text.isEmpty());
    QCOMPARE(::speedups(text.toStdString()), speedups);
}

/// Every sample in the folder is read.
void tst_programs::everySample()
{
    for (const QString& file : QDir(dataFolder()).entryList(QDir::Files))
        QVERIFY2(parseProgramRuns(readAllBytes(dataFolder() + file).toStdString()), qPrintable(file));
}

void tst_programs::absoluteFigures_data()
{
    QTest::addColumn<QString>("figures");  // of the last run: p, time or rate, parts
    const auto row = [](const char* file, const char* figures) { QTest::newRow(file) << QString(figures); };
    row("megatron.log", "p 2 time 0.625");
    row("torchtitan.log", "p 8 rate 7200");
    row("deepspeed-breakdown.log", "p 2 time 0.00625 comm 0.001");
    row("timm.log", "p 2 time 0.625 io 0.05");
    row("gromacs.log", "p 8 rate 0.000706019");  // 61 ns a day
    row("lammps.log", "p 2 time 6.25 comm 1.25 io 0.25");
    row("hpl.out", "p 4 time 28.07");
    row("hpcg.txt", "p 4 rate 1.9e+10");
    row("stream.log", "p 2 rate 1.9e+10");
    row("espresso.out", "p 2 time 62.5");
    row("keras.log", "p 2 time 0.00625");
    row("ior.out", "p 2 rate 1.99229e+08");  // 190 MiB
    row("seff.txt", "p 8 time 300");
    row("time-v.txt", "p 2 time 62.5");
    row("mpip.txt", "p 2 time 6.25 comm 1.5");
}

void tst_programs::absoluteFigures()
{
    QFETCH(QString, figures);
    const Result<LadderFile> file = readLadders(readAllBytes(dataFolder() + QTest::currentDataTag()).toStdString());
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    const LadderPoint& point = file->ladders.front().points.back();
    QString text = QString("p %1").arg(point.p);
    for (const auto& [name, value] :
         {std::pair{"time", point.timeS}, {"rate", point.throughputPerS}, {"comm", point.commS}, {"io", point.ioS}})
        if (value)
            text += QString(" %1 %2").arg(name).arg(*value, 0, 'g', 6);
    QCOMPARE(text, figures);
}

/// 11 steps, two of them warm-up. The median of the other nine is not the 9 s of the first ones.
void tst_programs::skipsWarmUpSteps()
{
    QCOMPARE(warmUpSteps(2), std::size_t{0});
    QCOMPARE(warmUpSteps(3), std::size_t{1});
    QCOMPARE(warmUpSteps(10), std::size_t{1});
    QCOMPARE(warmUpSteps(11), std::size_t{2});
    QCOMPARE(*steadyMedian({9, 9, 1, 2, 3, 1, 2, 3, 1, 2, 3}), 2.0);
    QCOMPARE(*steadyMedian({9, 1, 3}), 2.0);
    QVERIFY(!steadyMedian({}));
}

void tst_programs::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("names");  // the text that the refusal must contain
    const QByteArray nanoGpt =
        "tokens per iteration will be: 491,520\niter 0: loss 10.9, time 900.00ms, mfu -100.00%\n"
        "iter 1: loss 10.2, time 345.12ms, mfu 41.00%\n";
    QTest::newRow("no p") << nanoGpt << "nanoGPT";
    QTest::newRow("trainer state")
        << QByteArray(R"({"log_history": [{"train_runtime": 10.0, "train_samples_per_second": 5}]})") << "Hugging Face";
    const QByteArray shellTimes = "\nreal\t0m10.0s\nuser\t0m9.0s\nsys\t0m0.1s\n";
    QTest::newRow("no p of several") << shellTimes + shellTimes << "np=4 above each of its 2 runs";
    QTest::newRow("no p of one") << shellTimes << "8gpus.log";
    QTest::newRow("no times") << QByteArray("HPLinpack 2.3\nT/V N NB P Q Time Gflops\n") << "HPL";
}

void tst_programs::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, names);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY(!file);
    QVERIFY2(QString::fromStdString(describe(file.error())).contains(names), describe(file.error()).c_str());
}

/// p is in the name of each file, in one folder or below it.
void tst_programs::folders()
{
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& text) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(name).path()));
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    const auto nanoGpt = [](const char* time) {
        QByteArray text = "tokens per iteration will be: 1,000\niter 0: loss 10.9, time 90000.00ms, mfu -100.00%\n";
        for (int i = 1; i < 5; ++i)
            text += "iter " + QByteArray::number(i) + ": loss 10.2, time " + time + "ms, mfu 41.00%\n";
        return text;
    };
    write("1gpu/train.log", nanoGpt("1000.00"));
    write("4gpu/train.log", nanoGpt("312.50"));
    write("4gpu/notes.md", "nothing of a run");
    QVERIFY(containsProgramRuns(folder.path().toStdString()));
    const Result<std::string> table = logTableOfFolder(folder.path().toStdString());
    QVERIFY2(table, table ? "" : describe(table.error()).c_str());
    QCOMPARE(speedups(*table), QString("strong 1:1.00 4:3.20"));

    QTemporaryDir states;
    for (const auto& [name, rate] : {std::pair{"np1", "100"}, {"np2", "190"}}) {
        QVERIFY(QDir(states.path()).mkdir(name));
        QFile file(states.filePath(QString(name) + "/trainer_state.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(R"({"log_history": [{"loss": 2.0, "step": 10}, {"train_samples_per_second": )") + rate +
                   "}]}");
    }
    QCOMPARE(speedups(*logTableOfFolder(states.path().toStdString())), QString("strong 1:1.00 2:1.90"));

    QTemporaryDir metrics;
    for (const auto& [name, time] : {std::pair{"metrics_2gpus.csv", "1.0"}, {"metrics_4gpus.csv", "0.625"}}) {
        QFile file(metrics.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("epoch,step,train_loss,step_time\n0,0,2.0,30\n");
        for (int i = 1; i < 8; ++i)
            file.write("0," + QByteArray::number(i) + ",1.5," + time + "\n");
    }
    QCOMPARE(speedups(*logTableOfFolder(metrics.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QTemporaryDir tables;
    for (const auto& [name, time] : {std::pair{"out_2ranks.csv", "10"}, {"out_4ranks.csv", "6.25"}}) {
        QFile file(tables.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("solver,time_s\ncg,") + time + "\n");
    }
    QCOMPARE(speedups(*logTableOfFolder(tables.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QTemporaryDir objects, bars;
    for (const auto& [p, time] : {std::pair{"2", "10"}, {"4", "6.25"}}) {
        QFile file(objects.filePath(QString("run%1.json").arg(p)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("{\"gpus\": ") + p + ", \"time\": " + time + ", \"env\": {\"seed\": 1}}");
        QFile otherFile(bars.filePath(QString("%1gpus.md").arg(p)));
        QVERIFY(otherFile.open(QIODevice::WriteOnly));
        otherFile.write(QByteArray("| Model | Time (s) |\n|---|---|\n| a | ") + time + " |\n");
    }
    QCOMPARE(speedups(*logTableOfFolder(objects.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QCOMPARE(speedups(*logTableOfFolder(bars.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QTemporaryDir words, folderWithCountsInNames;
    for (const auto& [p, time] : {std::pair{"2", "10"}, {"4", "6.25"}}) {
        QFile file(words.filePath(QString("slurm-10%1.out").arg(p)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("loading gnu/12\nProcesses       : ") + p + "\nTotal Time      : " + time +
                   " seconds\n====\n");
        QFile otherFile(folderWithCountsInNames.filePath(QString("run_p%1.out").arg(p)));
        QVERIFY(otherFile.open(QIODevice::WriteOnly));
        otherFile.write(QByteArray("residual: 0.5\nElapsed time is ") + time + " s\n");
    }
    QCOMPARE(speedups(*logTableOfFolder(words.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QCOMPARE(speedups(*logTableOfFolder(folderWithCountsInNames.path().toStdString())),
             QString("strong 2:2.00 4:3.20"));
    QTemporaryDir empty;
    QVERIFY(!logTableOfFolder(empty.path().toStdString()));
}

/// Plain numbers count workers unless they number the runs. Two logs are two runs, whatever links point to them.
void tst_programs::ignoresLinksToRuns()
{
    QTemporaryDir folder;
    const auto log = [](const char* time) {
        QByteArray text = "tokens per iteration will be: 1,000\n";
        for (int i = 1; i < 5; ++i)
            text += "iter " + QByteArray::number(i) + ": loss 10.2, time " + time + "ms, mfu 41.00%\n";
        return text;
    };
    for (const auto& [name, time] : {std::pair{"1gpu.log", "1000.00"}, {"4gpu.log", "312.50"}}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(log(time));
    }
    const std::string folderPath = folder.path().toStdString();
    const Result<std::string> folderTable = logTableOfFolder(folderPath);
    QVERIFY(folderTable.has_value());
    std::filesystem::create_directory_symlink(".", folderPath + "/loop");
    std::filesystem::create_symlink("4gpu.log", folderPath + "/2gpu-latest.log");
    std::filesystem::create_hard_link(folderPath + "/4gpu.log", folderPath + "/8gpu.log");
    QCOMPARE(*logTableOfFolder(folderPath), *folderTable);
}

void tst_programs::readsFoldersWithNumberedNames()
{
    const auto readFolderOf = [](const QStringList& folderNames) {
        QTemporaryDir folder;
        double time = 8;
        for (const QString& name : folderNames) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly))
                return QString();
            file.write("iter 1: loss 10.2, time " + QByteArray::number(time) + "s, mfu 41.00%\n");
            time /= 2;
        }
        const Result<std::string> table = logTableOfFolder(folder.path().toStdString());
        return table ? speedups(*table) : QString("refused");
    };
    QCOMPARE(readFolderOf({"1.log", "2.log", "4.log"}), QString("strong 1:1.00 2:2.00 4:4.00"));
    QCOMPARE(readFolderOf({"1.log", "2.log", "3.log"}), QString("refused"));
    QCOMPARE(readFolderOf({"run_a.log", "run_b.log"}), QString("refused"));
}

void tst_programs::reports_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("speedups");
    const auto row = [](const char* name, const QByteArray& text, const char* speedups) {
        QTest::newRow(name) << text << QString(speedups);
    };
    row("Google Benchmark",
        R"({"context": {"host_name": "a"}, "benchmarks": [)"
        R"({"name": "BM_a/threads:1/real_time", "run_name": "BM_a/threads:1/real_time", "run_type": "iteration", "threads": 1, "real_time": 10, "cpu_time": 10, "time_unit": "ms"},)"
        R"({"name": "BM_a/threads:2/real_time", "run_name": "BM_a/threads:2/real_time", "run_type": "iteration", "threads": 2, "real_time": 6.25, "cpu_time": 10, "time_unit": "ms"},)"
        R"({"name": "BM_a/threads:2_mean", "run_name": "BM_a/threads:2", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 99, "cpu_time": 10, "time_unit": "ms"}]})",
        "strong 1:1.00 2:1.60");
    row("Google Benchmark, counting items",
        R"({"context": {}, "benchmarks": [)"
        R"({"name": "BM_a/threads:1", "run_type": "iteration", "real_time": 10, "time_unit": "ms", "items_per_second": 100},)"
        R"({"name": "BM_a/threads:2", "run_type": "iteration", "real_time": 10, "time_unit": "ms", "items_per_second": 190}]})",
        "strong 1:1.00 2:1.90");
    row("Google Benchmark, printed",
        "Run on (8 X 2400 MHz CPU s)\n-----\nBenchmark                 Time             CPU   Iterations\n-----\n"
        "BM_a/threads:1       10.0 ms         10.0 ms          700\nBM_a/threads:2       6250 us         10.0 ms       "
        "   700\n",
        "strong 1:1.00 2:1.60");
    row("pytest-benchmark",
        R"({"machine_info": {}, "benchmarks": [)"
        R"({"name": "test_a[1]", "params": {"workers": 1}, "stats": {"mean": 10, "median": 10, "data": [9, 10, 11]}},)"
        R"({"name": "test_a[2]", "params": {"workers": 2}, "stats": {"mean": 6.25, "median": 6.25, "data": [6.25, 6.25]}}]})",
        "strong 1:1.00 2:1.60");
    row("ReFrame",
        R"({"session_info": {"version": "3.11"}, "runs": [{"testcases": [)"
        R"({"name": "Solver %num_tasks=1", "num_tasks": 1, "result": "success", "perfvars": [{"name": "time", "value": 10, "unit": "s"}]},)"
        R"({"name": "Solver %num_tasks=2", "num_tasks": 2, "result": "success", "perfvars": [{"name": "time", "value": 6.25, "unit": "s"}]}]}]})",
        "strong 1:1.00 2:1.60");
    row("ReFrame 4",
        R"({"session_info": {"version": "4.2"}, "runs": [{"testcases": [)"
        R"({"name": "Solver", "num_tasks": 1, "result": "pass", "perfvalues": {"sys:part:time": [10, null, null, null, "s", "pass"]}},)"
        R"({"name": "Solver", "num_tasks": 2, "result": "pass", "perfvalues": {"sys:part:time": [6.25, null, null, null, "s", "pass"]}}]}]})",
        "strong 1:1.00 2:1.60");
    row("hyperfine's Markdown",
        "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n"
        "| `mpirun -np 1 ./a` | 1000 ± 5 | 990 | 1010 | 1.60 |\n| `mpirun -np 2 ./a` | 625.0 ± 1.0 | 620 | 630 | 1.00 "
        "|\n",
        "strong 1:1.00 2:1.60");
    row("hyperfine's CSV, commands alone",
        "command,mean,stddev,median,user,system,min,max\n./a -j1,10,0.1,10,9,0,9,11\n./a -j2,6.25,0.1,6,9,0,6,7\n",
        "strong 1:1.00 2:1.60");
    row("a column of commands",
        "command;seconds\ntorchrun --nproc_per_node=2 a.py;10\ntorchrun --nproc_per_node=2 "
        "--nnodes=2 a.py;6.25\n",
        "strong 2:2.00 4:3.20");
    row("speedups alone", "threads,speedup\n1,1\n2,1.9\n4,3.4\n", "strong 1:1.00 2:1.90 4:3.40");
    row("speedups with a sign", "threads;Speed-up\n1;1x\n2;1.9x\n", "strong 1:1.00 2:1.90");
    row("speedups over one that is not there", "ranks,speedup\n2,1.9\n4,3.4\n", "strong 1:1.00 2:1.90 4:3.40");
    row("efficiencies alone", "ranks,efficiency\n1,100%\n2,95%\n4,85%\n", "strong 1:1.00 2:1.90 4:3.40");
    row("processes of several threads", "n_procs,n_threads,time_taken,mpi_times\n1,1,10,0\n1,2,6.25,0\n2,2,4,1\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("layouts are no repeats", "n_procs,n_threads,time_taken\n1,1,10\n1,2,6.25\n2,1,8\n2,2,4\n", "refused");
    row("efficiencies in columns", "case,efficiency_core1,efficiency_core2,efficiency_core4\na,1.0,0.95,0.85\n",
        "strong 1:1.00 2:1.90 4:3.40");
    row("commas inside a header", "Tasks (p),S = T(n, 1) / T(n, p)\n1,1\n2,1.9\n", "refused");
    row("thousands inside a header", "Number of Tasks,MPI Time (seconds) N=10,000\n1,10\n2,6.25\n",
        "strong 1:1.00 2:1.60");
    row("a rate that rises while the time stays alike",
        "ranks,cpu time used,zone-cycles/second\n1,100,10\n2,101,19\n4,102,34\n", "weak 1:1.00 2:1.90 4:3.40");
    row("a count of workers in each column", "series,core1,core2,core4\na,10,6.25,4\n", "strong 1:1.00 2:1.60 4:2.50");
    row("quantities in rows", "threads;1;2;4\ntime [ms];10;6,25;4\nSpeedup;1;1,6;2,5\n", "strong 1:1.00 2:1.60 4:2.50");
    row("speedups in rows", "case,1,2,4\na,1.0,1.9,3.4\n", "strong 1:1.00 2:1.90 4:3.40");
    row("near miss: nodes by their number", "time,node1,node2,node3\n1,10,9,8\n2,6,5,4\n", "refused");
    row("near miss: phases by their number", "np,time_1,time_2\n1,10,1\n2,6.25,0.5\n", "refused");
    row("near miss: commands that differ in their size", "command,seconds\n./a 100000,10\n./a 200000,20\n", "refused");
    row("near miss: sizes in the header", "p,n1000,n2000,n4000\n1,10,20,40\n", "refused");
    row("near miss: sizes as numbers", "threads,1000,2000,4000\n1,10,20,40\n2,6,12,24\n", "refused");
    row("a table between paragraphs",
        "# Results\n\nMeasured on a laptop, |x| < 1.\n\n| GPUs | Time (s) |\n|---:|---:|\n| 1 | 10 |\n| 2 | 6.25 "
        "|\n\nAs "
        "expected.\n",
        "strong 1:1.00 2:1.60");
    row("lines of pairs", "p=1 time=10.0\np=2 time=6.25\n", "strong 1:1.00 2:1.60");
    row("lines in words", "Number of threads: 1, elapsed time: 10.0 s\nNumber of threads: 2, elapsed time: 6.25 s\n",
        "strong 1:1.00 2:1.60");
    row("a line each", "loading module gnu\nthreads = 1\nTime: 1000 ms\nthreads = 2\nTime: 625 ms\n",
        "strong 1:1.00 2:1.60");
    row("phrases",
        "Running with 1 MPI processes...\npi is 3.14 in 10.0 sec\nRunning with 2 MPI processes...\npi is 3.14 in 6.25 "
        "sec\n",
        "strong 1:1.00 2:1.60");
    row("repeats of lines",
        "Number of threads: 1\npi 3.1 in 9.0 sec\npi 3.1 in 11.0 sec\nNumber of threads: 2\npi 3.1 in 6.25 sec\n"
        "pi 3.1 in 6.25 sec\n",
        "strong 1:1.00 2:1.60");
    row("a count inside a name", "Tempo com 1 threads: 10.0 segundos\nTempo com 2 threads: 6.25 segundos\n",
        "strong 1:1.00 2:1.60");
    row("brackets behind a count", "4 threads (1 socket): 10 s\n8 threads (2 sockets): 6.25 s\n",
        "strong 4:4.00 8:6.40");
    row("a count inside a name, brackets behind it",
        "Time with 4 threads (1 socket): 10 s\nTime with 8 threads (2 sockets): 6.25 s\n", "strong 4:4.00 8:6.40");
    row("near miss: no workers", "step: 1, time: 10.0\nstep: 2, time: 6.25\n", "refused");
    row("repeats in columns", "np,time_1,time_2,time_3\n1,9,10,11\n2,6,6.25,6.5\n", "strong 1:1.00 2:1.60");
    row("repeats in columns, with a unit", "threads;run 1 [ms];run 2 [ms]\n1;10,0;10,0\n2;6,25;6,25\n",
        "strong 1:1.00 2:1.60");
    row("a median alone", "threads,min_ms,median_ms,max_ms\n1,9,10,11\n2,6,6.25,7\n", "strong 1:1.00 2:1.60");
    row("a printed frame", "   ranks    time\n0      1   10.00\n1      2    6.25\n", "strong 1:1.00 2:1.60");
    row("a list for each p", R"({"1": [10, 10], "2": [6.25, 6.25]})", "strong 1:1.00 2:1.60");
    row("time in s", "Kerne;Laufzeit in s;Speedup\n1;10,0;1\n2;6,25;1,6\n", "strong 1:1.00 2:1.60");
    row("commands of hyperfine",
        R"({"results": [{"command": "OMP_NUM_THREADS=1 ./a", "times": [10, 10], "parameters": {}}, {"command": "OMP_NUM_THREADS=2 ./a", "times": [6.25, 6.25], "parameters": {}}]})",
        "strong 1:1.00 2:1.60");
    row("tokens a second beside a latency", "tp_size,latency_ms,throughput_tok_s\n1,100,100\n2,60,190\n",
        "strong 1:1.00 2:1.90");
    row("a unit inside a header", "Number of Tasks,MPI Time (seconds) N=1000\n1,10\n2,6.25\n", "strong 1:1.00 2:1.60");
    row("near miss: a time beside the speedup", "ranks,speedup,time_s\n1,9,10\n2,9,6.25\n", "strong 1:1.00 2:1.60");
}

void tst_programs::reports()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, speedups);
    if (speedups == "refused")
        QVERIFY(::speedups(text.toStdString()).startsWith("refused"));
    else
        QCOMPARE(::speedups(text.toStdString()), speedups);
}

/// Settings above the worker counts apply to the runs below them: T(1) = 10 and T(2) = 6.25 for the first size, 40 and
/// 20 for the second.
void tst_programs::readsBlocksUnderASetting_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("ofSecond");
    const auto row = [](const char* name, const QByteArray& text, const char* secondReading) {
        QTest::newRow(name) << text << QString(secondReading);
    };
    row("above each run",
        "size: 100\nthreads: 1\ntime: 10 s\n--\nsize: 100\nthreads: 2\ntime: 6.25 s\n--\n"
        "size: 200\nthreads: 1\ntime: 40 s\n--\nsize: 200\nthreads: 2\ntime: 20 s\n",
        "strong 1:1.00 2:2.00");
    row("above several runs",
        "size: 100\nthreads: 1\ntime: 10 s\nthreads: 2\ntime: 6.25 s\n"
        "size: 200\nthreads: 1\ntime: 40 s\nthreads: 2\ntime: 20 s\n",
        "strong 1:1.00 2:2.00");
    row("between workers and time",
        "threads: 1\nsize: 100\ntime: 10 s\nthreads: 1\nsize: 200\ntime: 40 s\n"
        "threads: 2\nsize: 100\ntime: 6.25 s\nthreads: 2\nsize: 200\ntime: 20 s\n",
        "strong 1:1.00 2:2.00");
    row("below the time",
        "threads: 1\ntime: 10 s\nsize: 100\nthreads: 1\ntime: 40 s\nsize: 200\n"
        "threads: 2\ntime: 6.25 s\nsize: 100\nthreads: 2\ntime: 20 s\nsize: 200\n",
        "strong 1:1.00 2:2.00");
    row("the last run cut short",
        "size: 100\nthreads: 1\ntime: 10 s\nsize: 100\nthreads: 2\ntime: 6.25 s\n"
        "size: 200\nthreads: 1\ntime: 40 s\nsize: 200\nthreads: 2\ntime: 20 s\nsize: 200\nthreads: 4\n",
        "strong 1:1.00 2:2.00");
}

void tst_programs::readsBlocksUnderASetting()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, ofSecond);
    QCOMPARE(speedups(text.toStdString(), {.columns = {}, .rowFilters = {{"size", "200"}}}), ofSecond);
    const QString readings = speedups(text.toStdString());
    QVERIFY2(readings.startsWith("refused") && readings.contains("size"), qPrintable(readings));
    // A time above a worker count belongs to one run.
    QCOMPARE(speedups("time: 10 s\nthreads: 1\ntime: 6.25 s\nthreads: 2\n"), QString("strong 1:1.00 2:1.60"));
    // A time before all worker counts belongs to no run if the runs give their times after the counts.
    QCOMPARE(speedups("time: 99 s\nthreads: 1\ntime: 10 s\nthreads: 2\ntime: 6.25 s\n"),
             QString("strong 1:1.00 2:1.60"));
}

/// Names above the blocks separate programs; a name above each block, or above the blocks of one p, does not.
void tst_programs::separatesProgramsInOneLog()
{
    const auto block = [](const std::string& name, int p, const char* time) {
        return name + "\nRunning with " + std::to_string(p) + " threads\nTotal time: " + time + " s\nDone.\n";
    };
    const std::string twoPrograms = block("fast_one 1 1000", 1, "10") + block("slow_one 1 1000", 1, "90") +
                                    block("fast_one 2 1000", 2, "6.25") + block("slow_one 2 1000", 2, "45");
    const Result<LadderFile> file = readLadders(twoPrograms);
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->ladders.size(), std::size_t{2});
    QCOMPARE(speedups(twoPrograms, {.columns = {}, .rowFilters = {{"program", "fast_one"}}}),
             QString("strong 1:1.00 2:1.60"));
    QCOMPARE(speedups(twoPrograms, {.columns = {}, .rowFilters = {{"program", "slow_one"}}}),
             QString("strong 1:1.00 2:2.00"));
    // Lines between the name and the worker count, one of them with a number.
    std::string noisy = twoPrograms;
    for (std::size_t position = 0; (position = noisy.find("slow_one", position)) != std::string::npos; position += 8)
        noisy.insert(noisy.find('\n', position) + 1, "warning: line 12 of setup.py: 7\n");
    QCOMPARE(speedups(noisy, {.columns = {}, .rowFilters = {{"program", "slow_one"}}}),
             QString("strong 1:1.00 2:2.00"));
    // A name above the runs of one program.
    QCOMPARE(speedups("fast\nthreads: 1\ntime: 10 s\nthreads: 2\ntime: 6.25 s\nslow\nthreads: 1\ntime: 90 s\n"
                      "threads: 2\ntime: 45 s\n",
                      {.columns = {}, .rowFilters = {{"program", "slow"}}}),
             QString("strong 1:1.00 2:2.00"));
    QCOMPARE(speedups(block("one", 1, "10") + block("one", 2, "6.25")), QString("strong 1:1.00 2:1.60"));
    QCOMPARE(speedups(block("first", 1, "10") + block("second", 2, "6.25") + block("third", 4, "5")),
             QString("strong 1:1.00 2:1.60 4:2.00"));
}

/// Text before a count on the same line: another variant of the program, settings with values, a picture.
void tst_programs::wordsBeforeACount()
{
    const std::string twoVariants =
        "Threads: 1, Time: 10 s\nThreads: 2, Time: 6.25 s\n"
        "Blocked - Threads: 1, Time: 4 s\nBlocked - Threads: 2, Time: 2 s\n";
    const QString readings = speedups(twoVariants);
    QVERIFY2(readings.startsWith("refused") && readings.contains("Blocked"), qPrintable(readings));
    QCOMPARE(speedups(twoVariants, {.columns = {}, .rowFilters = {{"variant", "Blocked"}}}),
             QString("strong 1:1.00 2:2.00"));
    const std::string settings =
        "mode=add type=single size=2000 threads=1 time=10 s\n"
        "mode=add type=single size=2000 threads=2 time=6.25 s\n"
        "mode=add type=double size=2000 threads=1 time=20 s\n"
        "mode=add type=double size=2000 threads=2 time=10 s\n";
    QCOMPARE(speedups(settings, {.columns = {}, .rowFilters = {{"type", "double"}}}), QString("strong 1:1.00 2:2.00"));
    QCOMPARE(speedups("task=1a threads=1 time=1000ms\ntask=1a threads=2 time=500ms\n"),
             QString("strong 1:1.00 2:2.00"));
    QCOMPARE(speedups("\xF0\x9F\x8E\xAF Threads: 1, Time: 10 s\n\xF0\x9F\x8E\xAF Threads: 2, Time: 5 s\n"),
             QString("strong 1:1.00 2:2.00"));
    QCOMPARE(speedups("[epoch 1] world_size=1 epoch_time=10.0s\n[epoch 1] world_size=2 epoch_time=6.25s\n"),
             QString("strong 1:1.00 2:1.60"));
    QCOMPARE(speedups("threads: 1\ntime [ms]: 10\nthreads: 2\ntime [ms]: 6.25\n"), QString("strong 1:1.00 2:1.60"));
    // A name and its number separated by a space.
    QCOMPARE(speedups("ranks=1\nelapsed 10.0 sec\nranks=2\nelapsed 6.25 sec\n"), QString("strong 1:1.00 2:1.60"));
    QCOMPARE(speedups("nproc 1 wall 10.0\nnproc 2 wall 6.25\n"), QString("strong 1:1.00 2:1.60"));
    // A rank's number, not the number of ranks.
    QVERIFY(speedups("rank 1 wall 10.0\nrank 2 wall 6.25\n").startsWith("refused"));
}

/// A number without an option, or one that belongs to a program, is not p: the user is asked which it is.
void tst_programs::asksForPInCommands()
{
    const auto scan = [](const std::string& first, const std::string& second) {
        return R"({"results": [{"command": ")" + first + R"(", "times": [10, 10]}, {"command": ")" + second +
               R"(", "times": [6.25, 6.25]}]})";
    };
    const LadderFileOptions mappedOptions{.columns = {{LadderColumn::P, "number in command"}}};
    QVERIFY(speedups(scan("./solve1 in.txt", "./solve2 in.txt")).startsWith("refused"));
    QVERIFY(speedups(scan("./solve1 in.txt", "./solve2 in.txt"), mappedOptions).startsWith("refused"));
    QVERIFY(speedups(scan("time -p ./solve1", "time -p ./solve2"), mappedOptions).startsWith("refused"));
    QVERIFY(speedups(scan("OMP_NUM_THREADS=4 ./solve1", "OMP_NUM_THREADS=4 ./solve2"), mappedOptions)
                .startsWith("refused"));
    const QString readings = speedups(scan("./solve 1", "./solve 2"));
    QVERIFY2(readings.startsWith("refused") && readings.contains("number in command"), qPrintable(readings));
    QCOMPARE(speedups(scan("./solve 1", "./solve 2"), mappedOptions), QString("strong 1:1.00 2:1.60"));
    QCOMPARE(speedups(scan("./solve 1", "./solve 2"), {.columns = {}, .hints = ColumnHints::None}),
             QString("strong 1:1.00 2:1.60"));
    for (const std::string option :
         {"-j ", "-j", "-t ", "-np ", "--threads=", "--num-threads ", "workers=", "--procs "})
        QCOMPARE(speedups(scan("./solve " + option + "1 in.txt", "./solve " + option + "2 in.txt")),
                 QString("strong 1:1.00 2:1.60"));
    const std::string table = "command,seconds\n./a 1,10\n./a 2,6.25\n";
    QVERIFY(speedups(table).contains("number in command"));
    QCOMPARE(speedups(table, mappedOptions), QString("strong 1:1.00 2:1.60"));
    const std::string log =
        "\tCommand being timed: \"./a 1\"\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:10.00\n\tExit status: 0\n"
        "\tCommand being timed: \"./a 2\"\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:06.25\n\tExit status: 0\n";
    QVERIFY(speedups(log).contains("number in command"));
    QCOMPARE(speedups(log, mappedOptions), QString("strong 1:1.00 2:1.60"));
    // hyperfine's parameter counts workers if its name says so.
    const auto scanNamed = [](const std::string& name) {
        return R"({"results": [{"command": "a", "times": [10], "parameters": {")" + name +
               R"(": "1"}}, {"command": "a", "times": [6.25], "parameters": {")" + name + R"(": "2"}}]})";
    };
    QCOMPARE(speedups(scanNamed("threads")), QString("strong 1:1.00 2:1.60"));
    QVERIFY(speedups(scanNamed("version")).startsWith("refused"));
}

/// Two counts in the names or the lines: the user is asked whether p is processes or cores. 2 x 2 and 4 x 4 are 4 and
/// 16 cores.
void tst_programs::asksBetweenProcessesAndCores()
{
    QTemporaryDir logs, tables, reported, selfReported, constant;
    const auto write = [](const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    for (const auto& [p, time] : {std::pair{"2", "10"}, {"4", "6.25"}}) {
        const QString hybrid = QString("out_%1p_%1t").arg(p);
        write(logs, hybrid + ".log", QByteArray("iter 1: loss 10.2, time ") + time + "s, mfu 41.00%\n");
        write(tables, hybrid + ".csv", QByteArray("solver,time_s\ncg,") + time + "\n");
        write(reported, hybrid + ".txt", QByteArray("Total time: ") + time + " s\n");
        write(selfReported, QString("run%1.txt").arg(p),
              QByteArray("Processos MPI: ") + p + "\nThreads por processo: " + p + "\nTempo total: " + time + " s\n");
        write(constant, QString("out_%1p_8t.txt").arg(p), QByteArray("Total time: ") + time + " s\n");
    }
    for (const QTemporaryDir* folder : {&logs, &tables, &reported, &selfReported}) {
        const Result<std::string> table = logTableOfFolder(folder->path().toStdString());
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        const QString readings = speedups(*table), processes = folder == &selfReported ? "Processos MPI" : "processes";
        QVERIFY2(readings.contains(QString("p=%1*threads").arg(processes)), qPrintable(readings));
        const auto asColumn = [&](const QString& p) {
            return speedups(*table, {.columns = {{LadderColumn::P, p.toStdString()}}});
        };
        QCOMPARE(asColumn(processes), QString("strong 2:2.00 4:3.20"));
        QCOMPARE(asColumn(processes + "*threads"), QString("strong 4:4.00 16:6.40"));
    }
    QCOMPARE(speedups(*logTableOfFolder(constant.path().toStdString())), QString("strong 2:2.00 4:3.20"));
    QVERIFY(speedups("np,threads,time\n2,4,10\n4,8,6.25\n").contains("--map p=np*threads"));
    // Other lines between two counts of one run separate them no more than an empty line does.
    const QString separated = speedups(
        "Processes: 2\nsize: 9\nThreads: 2\ntime: 10 s\n"
        "Processes: 4\nsize: 9\nThreads: 4\ntime: 6.25 s\n");
    QVERIFY2(separated.contains("Processes*Threads") || separated.startsWith("strong 4:"), qPrintable(separated));
}

/// A name applies to the runs below it.
void tst_programs::readsNamesOfRuns()
{
    const std::string sample = readAllBytes(dataFolder() + "ddp.txt").toStdString();
    std::string otherSample = sample;
    otherSample.replace(otherSample.find("resnet50"), 8, "resnet18");
    otherSample.replace(otherSample.find("95/s"), 4, "80/s");
    const Result<LadderFile> file = readLadders(sample + "\n" + otherSample);
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->ladders.size(), std::size_t{2});
    QCOMPARE(file->ladders[1].name, std::string("resnet18 with batch size 32"));
    QCOMPARE(
        speedups(sample + "\n" + otherSample, {.columns = {}, .rowFilters = {{"name", "resnet18 with batch size 32"}}}),
        QString("strong 1:1.00 2:1.60"));
}

/// Steps take 10 and 6.25 s of wall time and 1e-4 of simulated time.
void tst_programs::readsMetricsOfSeveralRuns()
{
    std::string combined = "Time,Step,dt,ElapsedTime,Rank\n";
    for (const auto& [rank, elapsed] : {std::pair{"1", "10"}, {"2", "6.25"}}) {
        std::string oneRun = "Time,Step,dt,ElapsedTime\n";
        std::string running = oneRun;
        double clock = 0;
        for (int step = 1; step < 6; ++step) {
            const std::string begin = std::to_string(1e-4 * step) + ',' + std::to_string(step) + ",1e-4,";
            oneRun += begin + elapsed + '\n';
            combined += begin + elapsed + ',' + rank + '\n';
            clock += std::stod(elapsed);
            running += begin + std::to_string(clock) + '\n';
        }
        for (const std::string& text : {oneRun, running}) {
            const std::optional<ProgramRuns> runs = parseProgramRuns(text);
            QVERIFY(runs);
            QCOMPARE(*runs->runs.front()[LoggedValue::Time], std::stod(elapsed));
        }
    }
    // A constant time step is not wall time.
    QVERIFY(!parseProgramRuns("step,dt\n1,1e-4\n2,1e-4\n3,1e-4\n4,1e-4\n"));
    QCOMPARE(*parseProgramRuns("step,dt\n1,9\n2,2.0\n3,2.1\n4,1.9\n")->runs.front()[LoggedValue::Time], 2.0);
    const QString readings = speedups(combined);
    QVERIFY2(readings.contains("--map p=Rank"), qPrintable(readings));
    QCOMPARE(speedups(combined, {.columns = {{LadderColumn::P, "Rank"}, {LadderColumn::Time, "ElapsedTime"}}}),
             QString("strong 1:1.00 2:1.60"));
    QVERIFY(speedups(combined, {.columns = {}, .format = LadderFormat::Table}).contains("ElapsedTime"));
}

/// 20 % of 6.25 s is communication.
void tst_programs::readsSharesOfTheTime()
{
    for (const char* text :
         {"p,time_s,comm %\n1,10,0\n2,6.25,20\n", "gpus;Zeit [ms];Kommunikation [%]\n1;10000;0\n2;6250;20 %\n",
          "gpus;Zeit [s];Kommunikation [%]\n1;10;0\n2;6,25;20,0\n"}) {
        const Result<LadderFile> file = readLadders(text);
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QVERIFY(file->ladders.front().points.back().commS);
        QVERIFY(std::abs(*file->ladders.front().points.back().commS - 1.25) < 1e-12);
    }
}

/// If a time would be centuries in seconds, the user is asked for its unit.
void tst_programs::asksForTheUnitOfHugeTimes()
{
    const std::string text = "threads,time\n1,44869891889\n2,22434945944\n";
    const Result<LadderFile> ambiguous = readLadders(text);
    QVERIFY(!ambiguous);
    QCOMPARE(ambiguous.error().problems.front().location.field, std::string("--map time"));
    const Result<LadderFile> mapped = readLadders(text, {.columns = parseColumnMap("p=threads,time=time(ns)").value()});
    QVERIFY(mapped);
    QVERIFY(std::abs(*mapped->ladders.front().points.front().timeS - 44.869891889) < 1e-9);
    QVERIFY(readLadders(text, {.columns = {}, .hints = ColumnHints::None}));
}

void tst_programs::workers_data()
{
    QTest::addColumn<QString>("named");
    QTest::addColumn<int>("started");  // from the command; 0: unknown
    QTest::addColumn<int>("inName");  // of the file
    const auto row = [](const char* text, int started, int countInName) {
        QTest::newRow(text) << QString(text) << started << countInName;
    };
    row("mpirun -np 4 ./a", 4, 4);
    row("srun -n8 ./a", 8, 8);
    row("torchrun --nproc_per_node=8 --nnodes 2 a.py", 16, 0);
    row("OMP_NUM_THREADS=4 ./a", 4, 0);
    row("./a 4", 0, 0);
    row("train-8gpus.log", 0, 8);
    row("np_4/out.txt", 0, 4);
    row("ws16", 0, 16);
    row("gpu8_run3.log", 0, 8);
    row("run3.log", 0, 0);
    row("llama-7b-8gpus", 0, 8);
    row("results/8xV100/result_0.txt", 0, 8);
    row("results/64xDGX/result_0.txt", 0, 0);  // counts nodes, not cards
    row("2nodes_8gpus", 0, 0);  // two counts
    row("mpi_4_omp_2", 0, 0);
    row("np4-t2", 0, 4);
}

void tst_programs::workers()
{
    QFETCH(QString, named);
    QFETCH(int, started);
    QFETCH(int, inName);
    const std::optional<HybridCounts> hybrid = hybridCountsInFileName(named.toStdString());
    QCOMPARE(hybrid.has_value(), named == "mpi_4_omp_2" || named == "np4-t2");
    QVERIFY(!hybrid || (hybrid->processes == 4 && hybrid->threads == 2));
    QCOMPARE(workersStartedBy(named.toStdString()).value_or(0), long{started});
    if (started == 0 || inName != 0)
        QCOMPARE(workersInFileName(named.toStdString()).value_or(0), long{inName});
}

void tst_programs::recognizesFileKinds()
{
    const auto recognizedAs = [](const QByteArray& text) { return detectFormat(SourceText(text.toStdString())); };
    const DetectedFormat megatron = recognizedAs(readAllBytes(dataFolder() + "megatron.log"));
    QCOMPARE(megatron.kind, FileKind::Ladder);
    QCOMPARE(megatron.name, std::string("Megatron-LM"));
    QCOMPARE(recognizedAs("p,time\n1,10\n2,6\n").name, std::string("a ladder"));
}

void tst_programs::readsNsysKernels()
{
    const std::string text =
        "Processing [report.sqlite] with [cuda_gpu_kern_sum.py]...\n"
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
        "70.0,700000000,100,7000000.0,7000000.0,6900000,7100000,1000.0,\"void sgemm<float, 128>(float*)\"\n"
        "30.0,300000000,50,6000000.0,6000000.0,2900000,3100000,1000.0,ncclDevKernel_AllReduce_Sum(int)\n";
    QCOMPARE(detectFormat(SourceText(text)).name, std::string("Nsight Systems"));
    const Result<Profile> profile = importProfile(text);
    QVERIFY2(profile, profile ? "" : describe(profile.error()).c_str());
    const std::vector<WorkloadStep>& steps = profile->baseline.steps;
    QCOMPARE(steps.size(), std::size_t{2});
    QCOMPARE(steps[0].name, std::string("sgemm"));
    QCOMPARE(steps[0].stepTimeS->value, 0.7);
    QCOMPARE(steps[1].stepTimeS->value, 0.3);
    QVERIFY(profile->warnings.front().find("30") != std::string::npos);  // the collectives' share
    // The same as printed by nsys, with columns as wide as the dashes.
    const Result<Profile> printed = importProfile(
        " ** CUDA API Summary (cuda_api_sum):\n\n"
        " Time (%)  Total Time (ns)  Num Calls  Name\n"
        " --------  ---------------  ---------  ----------------\n"
        "    100.0            7,000          1  cudaLaunchKernel\n\n"
        " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
        " Time (%)  Total Time (ns)  Instances  Name\n"
        " --------  ---------------  ---------  ------------------------------\n"
        "     70.0      700,000,000        100  void sgemm<float, 128>(float*)\n"
        "     30.0      300,000,000         50  ncclDevKernel_AllReduce_Sum(int)\n");
    QVERIFY2(printed, printed ? "" : describe(printed.error()).c_str());
    QCOMPARE(printed->baseline.steps.size(), std::size_t{2});
    QCOMPARE(printed->baseline.steps[0].name, std::string("sgemm"));
    QCOMPARE(printed->baseline.steps[0].stepTimeS->value, 0.7);
    const Result<Profile> hostProfile =
        importProfile("Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n100.0,7000,1,7000.0,cudaLaunchKernel\n");
    QVERIFY(!hostProfile);
}

void tst_programs::readsPerfJson()
{
    const Result<Profile> profile = importProfile(
        R"({"counter-value" : "1000.0", "unit" : "msec", "event" : "task-clock", "event-runtime" : 1, "pcnt-running" : 100.00, "metric-value" : "2.0", "metric-unit" : "CPUs utilized"})"
        "\n"
        R"({"counter-value" : "<not supported>", "unit" : "", "event" : "cycles"})"
        "\n");
    QVERIFY2(profile, profile ? "" : describe(profile.error()).c_str());
    QCOMPARE(profile->baseline.steps.front().stepTimeS->value, 0.5);  // 1 s of two cores
}

void tst_programs::readsPerfIntervals()
{
    const Result<Profile> profile = importProfile(
        "#           time             counts unit events\n"
        "     1.000000000           2,000.00 msec task-clock                #    2.000 CPUs utilized\n"
        "     2.000000000           2,000.00 msec task-clock                #    2.000 CPUs utilized\n");
    QVERIFY2(profile, profile ? "" : describe(profile.error()).c_str());
    QCOMPARE(profile->baseline.steps.front().stepTimeS->value, 2.0);
}

void tst_programs::timings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("groups");  // collective, then p, bytes and microseconds of each row
    const auto row = [](const char* name, const QByteArray& text, const char* groups) {
        QTest::newRow(name) << text << QString(groups);
    };
    const QByteArray ucc =
        "Memory type:                  host\nDatatype:                     float32\n"
        "       Count        Size                Time, us                           Bandwidth, GB/s\n"
        "                                 avg         min         max         avg         max         min\n"
        "         256        1024       10.50       10.00       11.00        0.10        0.10        0.10\n";
    row("UCC", "mpirun -np 4 ucc_perftest -c allreduce\nCollective:                   Allreduce\n" + ucc,
        "all-reduce 4:1024:10.5");
    row("UCC, of parts", "mpirun -np 4 ucc_perftest -c allgather\nCollective:                   Allgather\n" + ucc,
        "all-gather 4:4096:10.5");
    row("gloo",
        "Device:      tcp, pci=0000:00:03.0\nAlgorithm:   allreduce_ring_chunked\nOptions:     processes=2, inputs=1, "
        "threads=1\n"
        "====================\n                 BENCHMARK RESULTS\n\n"
        "   size (B)   elements   min (us)   p50 (us)   p99 (us)   max (us)   avg (GB/s)    samples\n"
        "       4096       1024         18         20         30         90        0.200       5000\n",
        "all-reduce 2:4096:20");
    row("DeepSpeed's logger",
        "Comm. Op            Message Size        Count               Total Latency(ms)   Avg Latency(ms)     tput_avg "
        "(Gbps)     busbw_avg (Gbps)\n"
        "broadcast\n                    2.0 KB              146                 11.12               0.08               "
        " 0.43                0.41\n"
        "all_reduce\n                    1.0 MB              40                  80.00               2.00              "
        "  8.00                6.00\n",
        "broadcast 4:2048:80 all-reduce 4:1.04858e+06:2000");  // busbw is 3/4 of tput: four ranks
    row("DeepSpeed's logger, with who called",
        "Comm. Op            Message Size        Count               Total Latency(ms)   Avg Latency(ms)     tput_avg "
        "(Gbps)     busbw_avg (Gbps)\n"
        "all_reduce | [Caller Func: _reduce]\n                    1.0 MB              40                  80.00        "
        "   "
        "    2.00                8.00                6.00\n",
        "all-reduce 4:1.04858e+06:2000");
    // srun --label writes the task before each line; task 0 prints the table.
    row("UCC, labelled by srun",
        "0: mpirun -np 4 ucc_perftest -c allreduce\n1: hello\n0: Collective:                   Allreduce\n0: Memory "
        "type: "
        "                 host\n0: Datatype:                     float32\n0:        Count        Size                "
        "Time, "
        "us                           Bandwidth, GB/s\n0:                                  avg         min         max "
        "    "
        "    avg         max         min\n0:          256        1024       10.50       10.00       11.00        0.10  "
        " "
        "     0.10        0.10\n0: done\n1: done\n",
        "all-reduce 4:1024:10.5");
}

void tst_programs::timings()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, groups);
    QCOMPARE(detectFileKind(text.toStdString()), FileKind::Timings);
    const Result<CollectiveTimings> log = readTimings(text.toStdString(), {});
    QVERIFY2(log, log ? "" : describe(log.error()).c_str());
    QStringList read;
    for (const TimingGroup& group : log->groups) {
        read << QString::fromStdString(group.collective);
        for (const CollectiveTiming& row : group.rows)
            read << QString("%1:%2:%3").arg(row.p).arg(row.bytes, 0, 'g', 6).arg(row.seconds * 1e6, 0, 'g', 6);
    }
    QCOMPARE(read.join(' '), groups);
}

/// 2 us for one byte; at 1 MB, 12 GB/s take 83.3333 us more.
void tst_programs::readsBandwidthNextToLatency()
{
    const std::string text =
        "# OSU MPI Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n1  0.50\n1000000  12000.00\n"
        "# OSU MPI Latency Test v7.3\n# Size          Latency (us)\n1  2.00\n1024  2.10\n";
    const Result<CollectiveTimings> log = readTimings(text, {});
    QVERIFY(log);
    QCOMPARE(log->groups.size(), std::size_t{1});
    const std::vector<CollectiveTiming>& rows = log->groups.front().rows;
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows.back().bytes, 1e6);
    QVERIFY(std::abs(rows.back().seconds - (2e-6 + 1e6 / 12e9)) < 1e-12);
    QVERIFY(!log->groups.front().warnings.empty());
}

void tst_programs::resource()
{
    QVERIFY(knownPrograms().size() > 30);
    QVERIFY(parsePrograms(R"({"programs": []})"));
    QVERIFY(!parsePrograms(R"({"programs": 3})"));
    const Result<std::vector<Program>> rejected = parsePrograms(
        R"({"programs": [{"name": "a", "make": "b", "reads": "c", "marks": ["x"], "fields": [{"as": "tme", "after": "y"}]}]})");
    QVERIFY(!rejected);
    QCOMPARE(rejected.error().problems.front().location.jsonPointer, std::string("/programs/0/fields/0/as"));
}

/// The table in docs/files.md lists every format.
void tst_programs::list()
{
    const QByteArray page = readAllBytes(test::sourceFile(QStringLiteral("docs/files.md")));
    for (const SupportedFormat& format : supportedFormats())
        QVERIFY2(page.contains(format.name.c_str()), format.name.c_str());
}

SCALEWRIGHT_TEST(tst_programs)
#include "tst_programs.moc"
