// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that column names alone would misclassify. Speedups are worked out by hand from the rows: strong T(1)/T(p),
// weak p T(1)/T(p) (Gustafson's scaled speedup), X(p)/X(1) for rates, each times the smallest p.
#include <QTest>

#include "core/evidence/import/column_names.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/number_marks.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/ladder/ladder.h"
#include "core/output/tables/table.h"
#include "tests/support/registry.h"
#include "tests/support/timings.h"

using namespace scalewright;

namespace {

/// "strong 1:1.00 2:1.82": how the only ladder in a text is read; "refused: …" if it is refused.
QString speedups(const QByteArray& text, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text.toStdString(), options);
    if (!file)
        return "refused: " + QString::fromStdString(describe(file.error()));
    if (file->ladders.size() != 1)
        return QString("%1 ladders").arg(file->ladders.size());
    Ladder ladder = file->ladders.front();
    if (options.scaling)
        ladder.scaling = options.scaling;
    const Result<MeasuredLadder> measuredLadder = analyseLadder(ladder);
    if (!measuredLadder)
        return "refused: " + QString::fromStdString(describe(measuredLadder.error()));
    QString line = measuredLadder->scaling == Scaling::Weak ? "weak" : "strong";
    for (const Rung& rung : measuredLadder->rungs)
        line += QString(" %1:%2").arg(rung.p).arg(rung.speedup, 0, 'f', 2);
    return line;
}

LadderFileOptions mapped(const char* map)
{
    return {.columns = parseColumnMap(map).value()};
}

}  // namespace

class tst_import_cases : public QObject {
    Q_OBJECT
private slots:
    void read_data();
    void read();
    void asksBetweenTwoReadings_data();
    void asksBetweenTwoReadings();
    void handlesSeveralThreadCountsAtOneP();
    void answered_data();
    void answered();
    void absoluteTimes_data();
    void absoluteTimes();
    void checksOnlyTheSelectedLadder();
    void quotesOptions();
    void longTimes();
    void halo();
    void energyUnits();
    void exposedCommunication();
    void statesDecisions();
    void namesTheCommandThatReadsALadder();
    void excludesRows();
    void readsItsOwnLatexTables();
    void readsRepeatsOfAScan();
    void separatesKindsOfScaling();
    void refusals_data();
    void refusals();
    void recognizesColumnNames();
    void marks_data();
    void marks();
    void europeanKernels();
    void benchmarks_data();
    void benchmarks();
    void sectionsOfProcessCounts();
    void collectivesWithoutProcessCounts();
    void oneOfSeveralSizes();
    void blocksWithoutNames();
    void runWithoutWorkers();
    void tablesByLine();
    void offersNoSizesAsWorkers();
    void explainsTheRecognizedKind();
};

void tst_import_cases::read_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("speedups");
    const auto row = [](const char* name, const QByteArray& text, const char* speedups) {
        QTest::newRow(name) << text << QString(speedups);
    };
    // Rates per unit of time.
    row("per day", "nodes,ns/day\n1,12.5\n2,23.1\n4,40.2\n8,61.0\n", "strong 1:1.00 2:1.85 4:3.22 8:4.88");
    row("per day, in brackets", "nodes;Performance (ns/day)\n1;10\n2;19\n", "strong 1:1.00 2:1.90");
    row("per d", "nodes\tns/d\n1\t10\n2\t19\n", "strong 1:1.00 2:1.90");
    row("simulated years per day", "nodes,simulated_years_per_day\n2,1.5\n4,2.7\n", "strong 2:2.00 4:3.60");
    row("hours per nanosecond are a time", "gpus,hour/ns\n1,2.0\n2,1.25\n", "strong 1:1.00 2:1.60");
    row("a time over its unit", "ranks,t / s\n1,10\n2,6.25\n", "strong 1:1.00 2:1.60");
    row("per cpu-second, rising", "ranks,zone-cycles/cpu_second\n1,1.00e6\n2,1.90e6\n4,3.50e6\n8,6.10e6\n",
        "strong 1:1.00 2:1.90 4:3.50 8:6.10");
    row("per wall second", "ranks,zone-cycles/wsec\n1,10\n2,19\n", "strong 1:1.00 2:1.90");
    row("per core-hour, rising", "ranks,steps per corehour\n1,10\n2,19\n", "strong 1:1.00 2:1.90");
    // A second table, which has another header, is not part of the first: 200/34.7 = 5.76.
    row("another table below",
        "| GPUs | Time (minutes) |\n|---|---|\n| 1 | 200 |\n| 8 | 34.7 |\n\n"
        "| Epoch | Loss |\n|---|---|\n| 1 | 5.0 |\n| 8 | 2.1 |\n",
        "strong 1:1.00 8:5.76");
    row("another table below, as CSV", "GPUs,Time_s\n1,200\n8,34.7\n\nGPUs,Throughput\n1,80000\n8,520000\n",
        "strong 1:1.00 8:5.76");
    row("the second of two tables has several p",
        "# Model\n## Accuracy\n| GPUs | Accuracy | Time (minutes) |\n"
        "|---|---|---|\n| 8 | 24.4 | 34.7 |\n\n## Training\n| GPUs | Batch | Throughput (tok/s) |\n|---|---|---|\n"
        "| 1 | 128 | 80000 |\n| 4 | 128 | 280000 |\n| 8 | 128 | 520000 |\n",
        "strong 1:1.00 4:3.50 8:6.50");
    row("columns aligned by tabs above a rule",
        "Cores\tNX\tNY\tTime(s)\n------------------\n1\t\t1000\t\t1000\t\t8.0\n"
        "2\t\t1000\t\t1000\t\t4.1\n4\t\t1000\t\t1000\t\t2.2\n",
        "strong 1:1.00 2:1.95 4:3.64");
    row("text around an aligned table",
        "The results are as follows:\nGPUs   Training time(s)   Batch\n1   650   8\n"
        "2   340   8\n4   180   8\n\nThe time was taken from the log file.\n",
        "strong 1:1.00 2:1.91 4:3.61");
    row("names and prose in a comment", "# ranks, time. Steps 16-66 in seconds\n24 10.0\n48 6.25\n",
        "strong 24:24.00 48:38.40");
    // JMH: 80/25 = 3.20 by its score, not 10 s by its warm-up; 50/20 = 2.50 operations a second.
    row("JMH, times", R"([{"benchmark": "B", "mode": "avgt", "threads": 1, "warmupTime": "10 s",
        "primaryMetric": {"score": 80.0, "scoreUnit": "ms/op"}}, {"benchmark": "B", "mode": "avgt", "threads": 4,
        "warmupTime": "10 s", "primaryMetric": {"score": 25.0, "scoreUnit": "ms/op"}}])",
        "strong 1:1.00 4:3.20");
    row("JMH, rates", R"([{"benchmark": "B", "mode": "thrpt", "threads": 1, "primaryMetric": {"score": 20.0,
        "scoreUnit": "ops/ms"}}, {"benchmark": "B", "mode": "thrpt", "threads": 4, "primaryMetric": {"score": 50.0,
        "scoreUnit": "ops/ms"}}])",
        "strong 1:1.00 4:2.50");
    // A time of n steps counts by n: 600/10 s a step at 64, 610/20 at 128, 330/40 at 512.
    row("more steps at larger p",
        "# ranks ; steps ; time\n64 ; 10 ; 00:10:00\n128 ; 20 ; 00:10:10\n"
        "512 ; 40 ; 00:05:30\n",
        "strong 64:64.00 128:125.90 512:465.45");
    row("near miss: a benchmark repeats short calls more often",
        "threads,iterations,time_ms\n1,10,100\n2,20,50\n4,40,25\n", "strong 1:1.00 2:2.00 4:4.00");
    // 12/6.3 and 12/3.3, although four columns hold speedups and efficiencies.
    row("a time beside several speedups",
        "Procesos,Tiempo Promedio,speed_up_total,speed_up_io,eficiencia_total\n"
        "1,12.0,1.0,1.0,100\n2,6.3,1.9,1.9,95.2\n4,3.3,3.6,3.6,90.9\n",
        "strong 1:1.00 2:1.90 4:3.64");
    row("a mark of one row", R"([{"np": 1, "time": 0.8, "extra": false}, {"np": 4, "time": 0.3, "extra": false},
        {"np": 9, "time": 0.17, "extra": true}])",
        "strong 1:1.00 4:2.67 9:4.71");
    row("a row of 0 workers", "workers,train_time\n0,1292.3\n2,419.2\n4,250.2\n8,166.5\n",
        "strong 2:2.00 4:3.35 8:5.04");
    row("times of 0", "Tamanho,Threads,TempoMS\n1000,1,0\n1000,2,0\n100000,1,800\n100000,2,420\n100000,4,230\n",
        "strong 1:1.00 2:1.90 4:3.48");
    // Medians 351.5 and 206.7.
    row("a count and times below it",
        "Rodando com 1 processo(s)\n378.9\n351.5\n338.8\n\nRodando com 2 processo(s)\n"
        "213.3\n197.3\n206.7\n",
        "strong 1:1.00 2:1.70");
    row("lines of all workers of a run",
        "p = 1\nCore 0: Simulation took 8.0 seconds\np = 2\nCore 0: Simulation took 4.0 seconds\n"
        "Core 1: Simulation took 5.0 seconds\n",
        "strong 1:1.00 2:1.60");
    // 80 s and 50 s.
    row("minutes and seconds",
        "workers: 1\ntotal running time: 1 minutes, 20 seconds.\nworkers: 2\ntotal running time: 0 minutes, 50 "
        "seconds.\n",
        "strong 1:1.00 2:1.60");
    row("a total beside a clock that stops earlier",
        "workers: 1\nElapsed: 7.8 s\ntotal running time: 8 s\nworkers: 2\nElapsed: 4.6 s\ntotal running time: 5 s\n",
        "strong 1:1.00 2:1.60");
    row("a form with underlined names",
        "All runs with N = 12000\n\nNo. Process:        Mean time (average of 3 runs)      Parallel speed-up, S:\n"
        "===========         ============================:      ====================\n1\t\t8.0\t\t  1.00\n"
        "2                   5.0                                1.60\n\nRan on a laptop, with 2 cores.\n",
        "strong 1:1.00 2:1.60");
    row("counts with Russian words",
        "| Количество потоков | Время, сек |\n|---|---|\n| 1 поток | 1,6 |\n| 15 потоков | 0,4 |\n",
        "strong 1:1.00 15:4.00");
    row("remarks in every cell of the first row",
        "| TP Degree | GPUs | Tokens/sec | Efficiency |\n|---|---|---|---|\n| TP=1 | 1 (INT4 only) | ~400 | 1.0× "
        "(baseline) |\n"
        "| TP=2 | 2 | ~760 | 95 % |\n",
        "strong 1:1.00 2:1.90");
    row("a count in bold with a remark",
        "Num di processi paralleli: **1**\nTempo impiegato: 8.0 ms\n\n"
        "Num di processi paralleli: **2 (1 nodo, 2 processi)**\nTempo impiegato: 5.0 ms\n",
        "strong 1:1.00 2:1.60");
    row("an empty line in an aligned table", "Text above.\n\np  time\n1  10\n2  5\n\n4  2.5\n\nText below it all.\n",
        "strong 1:1.00 2:2.00 4:4.00");
    // The mean of 10 and 12, and of 5 and 6.
    row("blocks of repeats", "p,time\n# Run 1\n1,10\n2,5\n\n# Run 2\n1,12\n2,6\n", "strong 1:1.00 2:2.00");
    row("near miss: an empty line between rows", "p,time\n1,10\n\n2,5\n4,2.5\n", "strong 1:1.00 2:2.00 4:4.00");
    row("ReFrame's log in columns",
        "job_completion_time|version|info|num_tasks|num_cpus_per_task|flops_value|flops_unit\n"
        "2023-08-23T11:36:02|reframe 4.3.2|B %tasks=1 @a|1|1|0.67|Gflops/seconds\n"
        "2023-08-23T11:36:04|reframe 4.3.2|B %tasks=4 @a|4|1|2.30|Gflops/seconds\n",
        "strong 1:1.00 4:3.43");
    row("quotes between bars", "\"ranks\"|\"time_s\"\n\"1\"|\"8.0\"\n\"2\"|\"4.2\"\n", "strong 1:1.00 2:1.90");
    row("counts of ranks beside the time", "Cores  MPI  time\n64  64  10.0\n128  128  6.25\n",
        "strong 64:64.00 128:102.40");
    // Rates per worker: multiplied by p.
    row("tgs", "gpus,tgs\n1,100\n2,95\n", "strong 1:1.00 2:1.90");
    row("tokens/s/gpu", "gpus,tokens/s/gpu\n1,12000\n8,11000\n64,9000\n", "strong 1:1.00 8:7.33 64:48.00");
    row("per GPU in brackets", "GPUs,samples/s (per GPU)\n1,100\n2,95\n4,90\n", "strong 1:1.00 2:1.90 4:3.60");
    row("throughput_per_node", "nodes,throughput_per_node\n1,10\n4,8\n", "strong 1:1.00 4:3.20");
    row("the rate of all stands beside it", "gpus,tokens/s/gpu,tokens/s\n1,100,100\n2,80,160\n",
        "strong 1:1.00 2:1.60");
    // 11.2, 22.1 and 43 tokens a second: 22.1/11.2 = 1.97, 43/11.2 = 3.84.
    row("tokens a second, in short", "| threads | t/s |\n|--|--|\n| 1 | 11.2 |\n| 2 | 22.1 |\n| 4 | 43 |\n",
        "strong 1:1.00 2:1.97 4:3.84");
    row("tokens a second, with their spread", "gpus,T/s\n1,500 \302\261 3\n2,950 \302\261 4\n", "strong 1:1.00 2:1.90");
    row("near miss: t/s that falls is a time over its unit", "ranks,t/s\n1,10\n2,5.4\n4,3\n",
        "strong 1:1.00 2:1.85 4:3.33");
    row("near miss: a time over its unit that rises slowly", "# weak scaling\nranks,t / s\n1,10\n4,12.5\n",
        "weak 1:1.00 4:3.20");
    // The rate of a card where p counts nodes of 8 cards: 8000, 2 * 8 * 980 = 15680, 4 * 8 * 950 = 30400 a second.
    row("nodes, and the rate of a card", "nodes,gpus_per_node,tokens_per_s_per_gpu\n1,8,1000\n2,8,980\n4,8,950\n",
        "strong 1:1.00 2:1.96 4:3.80");
    row("hosts, and the rate of a device", "hosts;devices/host;images/s/device\n1;4;300\n4;4;280\n",
        "strong 1:1.00 4:3.73");
    // Work that differs from run to run: (w T0)/(w0 T) times p. 1000/10 = 1200/12 = 900/9.
    row("uneven work of a process",
        "# weak scaling\n# nproc  cells_per_proc  time\n4 1000 10.0\n16 1200 12.0\n64 900 9.0\n",
        "weak 4:4.00 16:16.00 64:64.00");
    // 30000/32000 * 8/8.1 * 8 = 7.41, 36000/32000 * 8/9.9 * 64 = 58.18.
    row("uneven work of a rank", "ranks,atoms/rank,wall [s]\n1,32000,8\n8,30000,8.1\n64,36000,9.9\n",
        "weak 1:1.00 8:7.41 64:58.18");
    // 2.1 * 10/11 = 1.91, 3.9 * 10/10.5 = 3.71.
    row("uneven work in all", "nodes,particles,time\n1,1000000,10\n2,2100000,11\n4,3900000,10.5\n",
        "weak 1:1.00 2:1.91 4:3.71");
    // A semicolon or a tab separates, and the comma is the decimal mark: 10.5/5.4 = 1.94, 10.5/2.9 = 3.62.
    row("semicolons, and a comma in a name", "p;time, s\n1;10,5\n2;5,4\n4;2,9\n", "strong 1:1.00 2:1.94 4:3.62");
    row("tabs, and a comma in a name", "procs\ttime, ms\n1\t10,5\n2\t5,4\n", "strong 1:1.00 2:1.94");
    row("quoted commas under semicolons", "\"p\";\"time\";\"a, b\"\n1;10,5;\"x, y\"\n2;5,4;z\n",
        "strong 1:1.00 2:1.94");
    // 4 * 9.5/10 = 3.80: as many nanoseconds a day of four times as many atoms.
    row("a rate of steps of growing work", "nodes,atoms,ns/day\n1,100000,10\n2,200000,9.8\n4,400000,9.5\n",
        "weak 1:1.00 2:1.96 4:3.80");
    row("near miss: a rate of the work that grew", "nodes,tokens,tokens_per_s\n1,1000,100\n2,2000,190\n",
        "strong 1:1.00 2:1.90");
    row("a unit in the cells of an unknown name", "gpus,ResNet\n1,400 img/s\n2,780 img/s\n", "strong 1:1.00 2:1.95");
    row("a time by its unit alone", "gpus,t_iter [ms]\n1,100\n2,62.5\n", "strong 1:1.00 2:1.60");
    row("a time in the cells of an unknown name", "gpus;Training\n1;10 min\n2;6,25 min\n", "strong 1:1.00 2:1.60");
    row("rates in the lines of a log", "p=1 12.5 samples/s loss 2.3\np=2 24.0 samples/s loss 2.2\n",
        "strong 1:1.00 2:1.92");
    // A row for each model, a column for each p.
    row("models of a wide table",
        "| Model | 1 GPU | 2 GPUs | 4 GPUs |\n|---|---|---|---|\n| ResNet-50 (img/s) | 400 | 780 | 1500 |\n"
        "| VGG-16 (img/s) | 200 | 380 | 700 |\n",
        "2 ladders");
    row("a wide table with a column of models and one of settings",
        "| Model | TP | 1 GPU | 2 GPUs |\n|---|---|---|---|\n| A (tok/s) | 1 | 400 | 780 |\n", "strong 1:1.00 2:1.95");
    row("the unit behind every count", "| Model | 1 GPU (s) | 2 GPUs (s) |\n|---|---|---|\n| A | 100 | 62.5 |\n",
        "strong 1:1.00 2:1.60");
    row("degrees of tensor parallelism", "| Model | TP=1 | TP=4 |\n|---|---|---|\n| A (tok/s) | 100 | 380 |\n",
        "strong 1:1.00 4:3.80");
    row("rates without a unit rise", "model,1 node,2 nodes,4 nodes\nbert,100,190,360\n", "strong 1:1.00 2:1.90 4:3.60");
    row("near miss: times without a unit fall", "model,1 node,2 nodes,4 nodes\nbert,100,62.5,40\n",
        "strong 1:1.00 2:1.60 4:2.50");
    // The work grew.
    row("weak in a column",
        "experiment,workers,input_size,seconds\nweak,1,3000,45.5\nweak,2,6000,31.0\nweak,4,12000,27.0\nweak,8,24000,29."
        "0\n",
        "weak 1:1.00 2:2.94 4:6.74 8:12.55");
    row("weak by size", "ranks,cells,time_s\n1,1000000,10.0\n2,2000000,10.6\n4,4000000,11.5\n8,8000000,13.1\n",
        "weak 1:1.00 2:1.89 4:3.48 8:6.11");
    row("weak by the side of a square", "ranks,nx,time_s\n1,100,10\n4,200,12.5\n16,400,16\n",
        "weak 1:1.00 4:3.20 16:10.00");
    row("weak by sides in words", "ranks,grid,time_s\n1,100x100,10\n2,200x100,10.5\n4,200x200,12.5\n",
        "weak 1:1.00 2:1.90 4:3.20");
    row("weak by two sides in turn", "ranks,nx,ny,time_s\n1,10,10,10\n2,20,10,10.5\n4,20,20,12.5\n",
        "weak 1:1.00 2:1.90 4:3.20");
    row("near miss: a degree of parallelism", "p,model_parallel,time_s\n1,1,10\n2,2,6.25\n", "strong 1:1.00 2:1.60");
    row("weak by cells of a rank", "ranks,cells_per_rank,time_s\n1,1000,10\n4,1000,12.5\n", "weak 1:1.00 4:3.20");
    row("weak in a comment", "# Weak scaling of the solver\nranks time_s\n1 10\n2 10.5\n4 12.5\n",
        "weak 1:1.00 2:1.90 4:3.20");
    row("weak in a title", "Weak scaling study\nranks,time_s\n1,10\n4,12.5\n", "weak 1:1.00 4:3.20");
    row("weak in German", "Art;Knoten;Zeit [s]\nschwach;1;10\nschwach;4;12,5\n", "weak 1:1.00 4:3.20");
    row("near miss: a batch that grows, an epoch that falls", "gpus,global_batch,epoch_time_s\n1,32,100\n2,64,62.5\n",
        "strong 1:1.00 2:1.60");
    row("near miss: cores grow with nodes", "nodes,cores_used,time_s\n1,24,100\n2,48,62.5\n4,96,40\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("near miss: fixed work", "ranks,cells,time_s\n1,1000,10\n2,1000,6.25\n", "strong 1:1.00 2:1.60");
    // As written in reports. 10 and 6.25 s are 1.60 times as fast, 10 and 4 s 2.50 times.
    row("counts in words, and a serial row of its own",
        "| Workers | Time (s) | Speedup |\n|---|---|---|\n| Sequential | 9.0 | 1.00x |\n| 1 worker | 10 | 0.90x |\n"
        "| 2 workers | 6.25 | 1.44x |\n| 4 workers | 4 | 2.25x |\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("a serial row is p = 1 where there is none",
        "| Configuration | Time (s) | Efficiency |\n|---|---|---|\n| Serial (1) | 10 | 1.00 |\n| Parallel 2 | 6.25 | "
        "0.80 |\n| Parallel 4 | 4 | 0.63 |\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("the serial program in a column of its own",
        "| Program | Threads | Time (s) | Efficiency |\n|---|---|---|---|\n| seq | 1 | 10 | N/A |\n| omp | 2 | 6.25 | "
        "80% "
        "|\n| omp | 4 | 4 | 63% |\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("a serial program beside one worker",
        "| Versi\303\263n | Hilos | Tiempo (s) |\n|---|---|---|\n| Serial (`pi_s`) | \342\200\224 | 9 |\n| Paralela "
        "(`pi_p`) | 1 | 10 |\n| Paralela (`pi_p`) | 2 | 6.25 |\n",
        "strong 1:1.00 2:1.60");
    row("cards in words", "| Setup | Time/Epoch |\n|---|---|\n| 1 GPU | ~10s |\n| 4 GPUs | **~4s** |\n",
        "strong 1:1.00 4:2.50");
    row("times signs before cards", "GPUs;Throughput (QPS)\n1\303\227 T4;1000\n2\303\227 T4;1900\n4\303\227 T4;3600\n",
        "strong 1:1.00 2:1.90 4:3.60");
    row("numbers as words", "Gpus,training_time\n\"One\",10\n\"Two\",6.25\n\"Four\",4\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("a rate of whatever is counted",
        "| GPUs | Throughput | Latency |\n|---|---|---|\n| 1 | 100k tok/s | 12ms |\n| 2 | 0.19M tok/s | 13ms |\n",
        "strong 1:1.00 2:1.90");
    row("figures with their spread and what they use",
        "| Nodes | Throughput | Efficiency | Heap |\n|---|---|---|---|\n| 1 | **100 \302\261 0.5** inf/s | 100% | 26 "
        "MB "
        "|\n| 2 | **190 \302\261 0.9** inf/s | 95% | 34 MB |\n| 4 | **360 \302\261 2** inf/s | 90% | 34 MB |\n",
        "strong 1:1.00 2:1.90 4:3.60");
    row("a run out of memory",
        "| GPUs | Throughput (samples/s) |\n|---|---|\n| 1 | 100 |\n| 2 | 190 |\n| 1 / 2 | OOM @ 77 GB |\n",
        "strong 1:1.00 2:1.90");
    row("in Russian, a comma in the header",
        "| \320\237\320\276\321\202\320\276\320\272\320\276\320\262 | "
        "\320\222\321\200\320\265\320\274\321\217, \321\201 | \320\243\321\201\320\272\320\276\321\200"
        "\320\265\320\275\320\270\320\265 |\n|---|---|---|\n| 1 | 10 | 0.9 |\n| 2 | 6.25 | 1.44 |\n",
        "strong 1:1.00 2:1.60");
    row("in Russian, the unit behind the figure",
        "| \320\237\320\276\321\202\320\276\320\272\320\276\320\262 | "
        "\320\222\321\200\320\265\320\274\321\217 \320\276\320\261\321\203\321\207\320\265\320\275\320\270"
        "\321\217 |\n|---|---|\n| 1 (SEQ) | 10 \321\201 |\n| 2 | 6.25 \321\201 |\n",
        "strong 1:1.00 2:1.60");
    row("in Chinese, wide brackets",
        "| \347\272\277\347\250\213\346\225\260 | "
        "\346\227\266\351\227\264\345\274\200\351\224\200\357\274\210\347\247\222\357\274\211 |\n|---|---|\n| "
        "1 | 10 |\n| 2 | 6.25 |\n",
        "strong 1:1.00 2:1.60");
    row("a range in brackets behind the figure", "threads,time (ms)\n1,10 (9-11)\n2,6.25 (6-7)\n",
        "strong 1:1.00 2:1.60");
    row("a time among other words", "hilos;tiempo registrado\n1;10\n2;6,25\n", "strong 1:1.00 2:1.60");
    row("a figure of merit", "MPI,FOM\n1,100\n2,190\n4,360\n", "strong 1:1.00 2:1.90 4:3.60");
    row("speedups of several programs",
        "| Threads | static | dynamic |\n|---|---|---|\n| 1 | 1.00x | 1.00x |\n| 2 | 1.42x | 0.83x |\n", "2 ladders");
    row("a footnote, and a number of in Portuguese",
        "| N\302\272 de Processos | Tempo (s) |\n|---|---|\n| 1 (Serial) | 10 |\n| 2 | 6.25* |\n",
        "strong 1:1.00 2:1.60");
    row("checked but for the base", "p,time,checked\n1,10,-\n2,6.25,yes\n4,4,yes\n", "strong 1:1.00 2:1.60 4:2.50");
    row("near miss: a setting written as a factor", "p,mesh,time\n1,1x,10\n2,1x,6.25\n1,2x,40\n2,2x,25\n", "2 ladders");
    row("near miss: categories under a short name", "p,s,time\n1,a,10\n2,a,6.25\n1,b,40\n2,b,25\n", "2 ladders");
    row("cards of two kinds", "gpus,throughput\n1x A100,100\n2x A100,190\n4x H100,900\n8x H100,1600\n", "2 ladders");
    row("near miss: remarks that tell two things apart",
        "GPUs,link,time (s)\n1,4 (PCIe),10\n2,4 (NVLink),6\n2,4 (PCIe),8\n4,4 (NVLink),4\n4,4 (PCIe),6\n", "2 ladders");
    row("near miss: lines of p and time are no labels of tasks",
        "threads: time\n1: 10\n2: 6.25\n3: 5\n4: 4\n5: 3.5\n6: 3.2\n7: 3\n8: 2.5\n9: 2.4\n",
        "strong 1:1.00 2:1.60 3:2.00 4:2.50 5:2.86 6:3.13 7:3.33 8:4.00 9:4.17");
    row("a unit in capitals behind a name", "Threads,TempoMS\n1,10\n2,6.25\n", "strong 1:1.00 2:1.60");
    row("near miss: days of a model's weather", "ranks,total_days,avg_time_s,speedup\n1,256,10,1\n2,256,6.25,1.6\n",
        "strong 1:1.00 2:1.60");
    row("flat times, and a speedup that says the work is fixed",
        "workers,time_s,speedup\n1,100,1.0\n2,104,0.962\n4,95,1.053\n", "strong 1:1.00 2:0.96 4:1.05");
    row("flat times, and a speedup that says the work grew",
        "workers,time_s,speedup\n1,100,1.0\n2,104,1.923\n4,95,4.211\n", "weak 1:1.00 2:1.92 4:4.21");
    row("a matrix of sizes and processes in prose",
        "Times in s:\n\n| Size \\ Processes | 1 | 2 | 3 |\n|---|---|---|---|\n| 128 | 10 | 6.25 | 5 |\n\nThe end.\n",
        "strong 1:1.00 2:1.60 3:2.00");
    row("a matrix in Chinese, a row a size",
        "| \347\237\251\351\230\265\350\247\204\346\250\241 \\ \350\277\233\347\250\213\346\225\260 | 1 | 2 | 4 "
        "|\n|---|---|---|---|\n| 128 | 10 | 6.25 | 4 |\n| 256 | 40 | 25 | 16 |\n",
        "2 ladders");
    row("speedups in Chinese, one of which is words",
        "| \347\272\277\347\250\213\346\225\260\351\207\217 | \345\212\240\351\200\237\346\257\224 |\n|---|---|\n| 2 "
        "| 1.60x |\n| 3 | \351\234\200\350\246\201\345\244\204\347\220\206 |\n| 4 | 2.50x |\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("speedups of which one run failed", "threads,speedup\n1,1\n2,1.6\n3,crashed\n4,-\n8,2.5\n",
        "strong 1:1.00 2:1.60 8:2.50");
    // As written for gnuplot and LaTeX.
    row("names in a comment above other comments",
        "# strong scaling\n#nodes  #ghosts  #total time (s) -> all of it\n\n# of one machine\n1 10 10\n2 20 6.25\n",
        "strong 1:1.00 2:1.60");
    row("a tabular",
        "\\begin{tabular}{lrr} \\toprule\n threads & time\\_ms & gain \\\\ \\midrule\n 1 & $10.0$ & 1\\,\\% \\\\\n 2 & "
        "\\textbf{6.25} & 2 \\\\% checked\n\\hline 4 & 4 & --- \\\\[2pt] \\bottomrule\n\\end{tabular}\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("a tabular among words, under a title",
        "\\section{Runs}\nIt took 5 "
        "s.\n\\begin{table}\\begin{tabularx}{\\linewidth}[t]{@{}lX@{}}\n\\multicolumn{2}{c}{On a "
        "laptop} \\\\\n\\hline\n\\textbf{Processes} & \\begin{tabular}{@{}r@{}}Time \\\\ (s)\\end{tabular} \\\\\n1 & "
        "10 "
        "\\\\ 2 & 6.25 \\\\\n\\end{tabularx}\\end{table}\n",
        "strong 1:1.00 2:1.60");
    row("rows of a tabular alone", "p & time \\\\ \\hline\n1 & 10 \\\\\n2 & 6.25 \\\\\n", "strong 1:1.00 2:1.60");
    // Which column counts all workers.
    row("tasks and nodes", "total tasks,nodes,time\n1,1,100\n2,1,52\n4,1,27\n8,2,14\n16,4,7.5\n",
        "strong 1:1.00 2:1.92 4:3.70 8:7.14 16:13.33");
    row("a grid and its product", "np,P,Q,time\n2,1,2,100\n4,2,2,55\n8,2,4,48\n16,4,4,30\n",
        "strong 2:2.00 4:3.64 8:4.17 16:6.67");
    row("a grid alone", "N,NB,P,Q,Time\n1000,192,1,1,100\n1000,192,1,2,62.5\n1000,192,2,2,40\n",
        "strong 1:1.00 2:1.60 4:2.50");
    row("nodes and ranks of a node", "nodes,ranks_per_node,time_s\n1,1,100\n1,2,62.5\n2,2,40\n",
        "strong 1:1.00 2:1.60 4:2.50");
    // 100, 190 and 360 per second: 1.90 and 3.60 times as much.
    row("a total of processes times threads, whatever its name",
        "MPI,OMP,Total,FOM\n1,1,1,100\n2,1,2,190\n1,2,2,190\n2,2,4,360\n", "strong 1:1.00 2:1.90 4:3.60");
    row("processes of one kind, threads of another",
        "kind,MPI,OMP,Total,FOM\na,1,1,1,100\na,2,1,2,190\nb,1,1,1,80\nb,1,4,4,200\n", "2 ladders");
    row("near miss: work that is ranks times threads", "ranks,threads,cells,time_s\n1,1,1,10\n2,1,2,10.5\n4,1,4,12.5\n",
        "weak 1:1.00 2:1.90 4:3.20");
    row("near miss: as many ranks on every node", "nodes,ranks_per_node,time_s\n1,4,100\n2,4,62.5\n",
        "strong 1:1.00 2:1.60");
    // Which clock.
    row("simulated time", "time,ranks,elapsed_s\n1.0,1,100\n0.5,2,55\n0.25,4,31\n", "strong 1:1.00 2:1.82 4:3.23");
    row("near miss: the same clock twice", "ranks,time,walltime_ms\n1,10,10000\n2,6.25,6250\n", "strong 1:1.00 2:1.60");
    // How the file is laid out.
    row("header repeated", "threads,time_s\n1,10\nthreads,time_s\n2,5.5\nthreads,time_s\n4,3.1\n",
        "strong 1:1.00 2:1.82 4:3.23");
    row("header repeated under titles", "run 1\nthreads,time_s\n1,10\nrun 2\nthreads,time_s\n2,6.25\n",
        "strong 1:1.00 2:1.60");
    row("header repeated in a log", "threads time_s\n1 10\n\nthreads time_s\n2 6.25\n", "strong 1:1.00 2:1.60");
    row("wrapped",
        R"({"machine": "lab", "results": [{"gpus": 1, "time": 10.0}, {"gpus": 2, "time": 5.4}, {"gpus": 4, "time": 3.1}]})",
        "strong 1:1.00 2:1.85 4:3.23");
    row("wrapped twice, weak beside it",
        R"({"meta": {"scaling": "weak"}, "data": {"rows": [{"gpus": 1, "time": 10}, {"gpus": 4, "time": 12.5}]}})",
        "weak 1:1.00 4:3.20");
    row("nested",
        R"([{"setup": {"gpus": 1}, "result": {"time_s": 10}}, {"setup": {"gpus": 2}, "result": {"time_s": 6.25}}])",
        "strong 1:1.00 2:1.60");
    row("a member for each p", R"({"runs": {"1": 10, "2": 6.25}, "host": "a"})", "strong 1:1.00 2:1.60");
    row("hyperfine's table",
        "command,mean,stddev,median,user,system,min,max,parameter_n\n./a 1,10,0.1,10,9,0,9,11,1\n./a "
        "2,6.25,0.1,6,9,0,6,7,2\n",
        "strong 1:1.00 2:1.60");
    row("a row a line", "{\"gpus\": 1, \"time\": 10.0}\n{\"gpus\": 2, \"time\": 5.4}\n{\"gpus\": 4, \"time\": 3.1}\n",
        "strong 1:1.00 2:1.85 4:3.23");
    // Lines of logs. A heading above the lines separates what ran; every time may have its own unit.
    row("blocks of lines under headings",
        "On Debian 10:\nnp   1    time 190 sec\nnp 16    time   20 sec   speedup   9.5\n\nOn RedHat 7.7:\n\n"
        "np   1    time 162 sec\nnp   2    time   92 sec   speedup   1.76\n",
        "2 ladders");
    // 3780/1350 and 3780/840.
    row("lines in s and in ms", " 1 thread:   3.78 s\n 4 threads:  1.35 s (2.8x)\n 8 threads:  840 ms (4.5x)\n",
        "strong 1:1.00 4:2.80 8:4.50");
    row("lines of rates", "1 thread: 5.0 tokens/sec\n4 threads: 11.0 tokens/sec\n", "strong 1:1.00 4:2.20");
    row("a count and a time in a list", "- 8 cores 200 minutes\n- 16 cores 125 minutes\n", "strong 8:8.00 16:12.80");
    row("a line that divides two times",
        "- Tiempo con 1 thread: 20 ms\n- Tiempo con 4 threads: 8 ms\n- Speedup: 20 ms / 8 ms = 2.5 ms\n",
        "strong 1:1.00 4:2.50");
    // The middle of each interval: 500/400.
    row("criterion",
        "hash/simple/m=1MiB,t=1,p=1,\n                        time:   [499.1 µs 500.0 µs 501.2 µs]\n"
        "                        change: [+0.6% +0.7% +0.8%] (p = 0.00 < 0.05)\nhash/simple/m=1MiB,t=1,p=2,\n"
        "                        time:   [398.7 µs 400.0 µs 403.2 µs]\n",
        "strong 1:1.00 2:1.25");
    row("Go's benchmarks",
        "goos: linux\nBenchmarkGet \t20000000\t 100 ns/op\nBenchmarkGet-2\t 5000000\t 62.5 ns/op\nPASS\n",
        "strong 1:1.00 2:1.60");
    row("rates across, one of which is missing", "model,1 node,2 nodes,4 nodes\nbert,,190,360\n",
        "strong 2:2.00 4:3.79");
    row("work of a slice", "nproc,elem_per_slice,time\n4,1000,10\n16,1200,12\n64,900,9\n",
        "weak 4:4.00 16:16.00 64:64.00");
    row("near miss: a solver that needs more steps for the same work",
        "nprocs,iterations,wall_time,total_throughput\n1,15,600,100\n8,30,100,600\n", "strong 1:1.00 8:6.00");
    row("thousands by what is possible", "threads;time\n1;1.250\n2;625\n4;500\n", "strong 1:1.00 2:2.00 4:2.50");
}

void tst_import_cases::read()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, speedups);
    QCOMPARE(::speedups(text), speedups);
}

void tst_import_cases::asksBetweenTwoReadings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("one");  // both readings, with the option that selects each
    QTest::addColumn<QString>("other");
    QTest::newRow("a rate by the cpu-second that falls")
        << QByteArray("ranks,updates/core-second\n1,100\n2,95\n4,90\n") << "updates/core-second(each)"
        << "updates/core-second(all)";
    QTest::newRow("a rate of a GPU that rises")
        << QByteArray("gpus,tokens/s/gpu\n1,100\n2,190\n4,360\n") << "tokens/s/gpu(each)"
        << "tokens/s/gpu(all)";
    QTest::newRow("work that grew in times that fall")
        << QByteArray("ranks,particles,time_s\n1,1000,100\n2,2000,70\n4,4000,52\n") << "--scaling weak"
        << "--scaling strong";
    QTest::newRow("flat t/s") << QByteArray("gpus,t/s\n1,50.1\n2,49\n4,52\n") << "--map time=t/s"
                              << "--map throughput=t/s";
    QTest::newRow("an energy of no known unit")
        << QByteArray("ranks,time_s,total_energy\n1,100,0.02\n2,55,0.022\n") << "energy=total_energy(kWh)"
        << "energy=total_energy(J)";
    QTest::newRow("three times in a line")
        << QByteArray(
               "1 threads | token time 200 ms - eval time 25000 ms - prompt time 1600 ms\n"
               "2 threads | token time 110 ms - eval time 13000 ms - prompt time 800 ms\n")
        << "--map \"time=eval time (ms)\""
        << "--map \"time=prompt time (ms)\"";
    QTest::newRow("two baselines")
        << QByteArray("gpus,setup,img/s\n1,single,400\n1,ddp 1x1,320\n2,ddp 1x2,616\n4,ddp 1x4,1220\n")
        << "--where \"setup!=single\""
        << "--where \"setup!=ddp 1x1\"";
    QTest::newRow("two baselines of PyTorch's benchmark")
        << QByteArray(
               "Benchmark: resnet50 with batch size 32\n\n                            sec/iter    ex/sec\n"
               "   1 GPUs --   no ddp:  p50:  0.080s     400/s  p75:  0.080s     400/s\n"
               "   1 GPUs --    1M/1G:  p50:  0.100s     320/s  p75:  0.100s     320/s\n"
               "   2 GPUs --    1M/2G:  p50:  0.104s     308/s  p75:  0.104s     308/s\n"
               "   4 GPUs --    1M/4G:  p50:  0.105s     305/s  p75:  0.105s     305/s\n")
        << "--where \"setting!=no ddp\""
        << "--where \"setting!=1M/1G\"";
    QTest::newRow("two models with units in their cells")
        << QByteArray(
               "| GPUs | ResNet-50 | VGG-16 |\n|---|---|---|\n| 1 | 400 img/s | 200 img/s |\n| 2 | 780 img/s | 380 "
               "img/s |\n")
        << "throughput=ResNet-50"
        << "throughput=VGG-16";
    QTest::newRow("two clocks") << QByteArray("p,time,walltime\n1,99,100\n2,54,60\n") << "--map time=time"
                                << "--map time=walltime";
    QTest::newRow("a reference of another kind among the rows")
        << QByteArray("Config,Threads,Time (ms)\nFP16 a,12,40\nFP16 b,24,20\nFP16 c,36,13\nFP32 ref,12,60\n")
        << "\"Config\""
        << "--where Config=*";
    QTest::newRow("near miss: nodes by their number")
        << QByteArray("name,time (s)\nnode 1,10\nnode 2,11\nnode 3,9\n") << "\"name\""
        << "--map p=NAME";
    QTest::newRow("near miss: how long a machine was up")
        << QByteArray("nodes,uptime_h\n1,100\n2,90\n") << "\"uptime_h\""
        << "--map time=NAME";
    QTest::newRow("two counts in turn") << QByteArray("np,threads,tempo_total\n2,4,10\n4,8,6\n6,10,5\n") << "--map p=np"
                                        << "--map p=threads";
    QTest::newRow("near miss: two degrees of parallelism in one cell")
        << QByteArray("| Parallelism | tokens/s |\n|---|---|\n| FSDP 8, CP 1 | 100 |\n| FSDP 4, CP 2 | 90 |\n")
        << "\"Parallelism\""
        << "--map p=NAME";
    QTest::newRow("only two ways to reach eight workers")
        << QByteArray("MPI,OMP,Total,FOM\n4,2,8,61\n2,4,8,29\n") << "\"MPI\" (\"4\", \"2\")"
        << "--where MPI=*";
    QTest::newRow("two ways to eight workers in one ladder of two")
        << QByteArray(
               "kind,MPI,OMP,Total,FOM\nmixed,4,2,8,61\nmixed,2,4,8,29\nmixed,1,1,1,8\nplain,1,1,1,10\n"
               "plain,2,1,2,19\n")
        << "--where MPI=4"
        << "--where kind=plain";
    QTest::newRow("two ways to eight workers")
        << QByteArray("MPI,OMP,Total,FOM\n4,2,8,61\n2,4,8,29\n1,1,1,10\n") << "--where MPI=4"
        << "--where MPI=*";
    QTest::newRow("times of two tasks") << QByteArray("hilos,tiempo A (ms),tiempo B (ms)\n1,10,20\n2,6,11\n")
                                        << "--map \"time=tiempo A (ms)\""
                                        << "--map \"time=tiempo B (ms)\"";
    QTest::newRow("settings whose times differ little")
        << QByteArray("nodes,grid_size,time_s\n2,64,40.0\n4,64,30.0\n4,96,34.0\n8,64,20.0\n8,96,24.0\n")
        << "--where grid_size=64"
        << "--where grid_size=*";
    QTest::newRow("machines whose times never overlap")
        << QByteArray("PC,iteration,cores,time_s\nA,1,4,200\nA,2,4,204\nB,1,4,280\nB,2,4,284\nC,1,12,150\nC,2,12,152\n")
        << "\"PC!=A\""
        << "\"PC!=B\"";
    QTest::newRow("a ratio of two programs is no speedup over p")
        << QByteArray(
               "| threads | FineList (ms) | LazyList (ms) | speedup |\n|---|---|---|---|\n| 1 | 412 | 338 | 1,22x |\n"
               "| 2 | 378 | 196 | 1,93x |\n| 4 | 341 | 122 | 2,80x |\n")
        << "time=FineList (ms)"
        << "time=LazyList (ms)";
    QTest::newRow("sizes across, counts down")
        << QByteArray("units,512,1024\n4,0.030,0.150\n2,0.050,0.260\n1,0.090,0.500\n") << "--where size=512"
        << "--where size=*";
    QTest::newRow("sizes in every row") << QByteArray("p,size,time\n1,100,10\n1,200,20\n2,400,22\n2,800,45\n")
                                        << "--map p=size"
                                        << "--where size=*";
}

void tst_import_cases::asksBetweenTwoReadings()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, one);
    QFETCH(QString, other);
    const QString read = speedups(text);
    QVERIFY2(read.startsWith("refused: ") && read.contains(one) && read.contains(other), qPrintable(read));
    // With option hints disabled, the reader continues, or reports the problem without mentioning options.
    const QString window = speedups(text, {.hints = ColumnHints::None});
    QVERIFY2(!window.contains("--"), qPrintable(window));
}

/// Several thread counts at one worker count are not repeats, even though they change the time only a little.
void tst_import_cases::handlesSeveralThreadCountsAtOneP()
{
    const QByteArray rows =
        "mode,workers,threads,wall_s\nseq,1,1,100\nmany,2,1,60\nmany,4,1,35\nscan,3,1,40\n"
        "scan,3,2,32\nscan,3,4,31\n";
    const QString read = speedups(rows, mapped("p=workers"));
    QVERIFY2(read.contains("differ in column \"threads\"") && read.contains("--where threads=1") &&
                 read.contains("--map p=threads"),
             qPrintable(read));
    LadderFileOptions mappedOptions = mapped("p=workers");
    mappedOptions.rowFilters = {{"threads", "1"}};
    QCOMPARE(speedups(rows, mappedOptions), QString("strong 1:1.00 2:1.67 3:2.50 4:2.86"));
    // Several texts occur at one p each; none of them is reported as empty.
    const Result<LadderFile> file = readLadders(rows.toStdString(), mappedOptions);
    QVERIFY(file.has_value());
    for (const std::string& warning : file->warnings)
        QVERIFY2(warning.find("empty") == std::string::npos, warning.c_str());
    // Rows with the same p that differ in such a text are averaged, and this is reported.
    const Result<LadderFile> mixed =
        readLadders("mode,p,time\nalone,1,100\nmany,2,60\nmany,4,35\nscan,4,36\nother,8,20\n");
    QVERIFY(mixed.has_value());
    QVERIFY(std::any_of(mixed->warnings.begin(), mixed->warnings.end(), [](const std::string& warning) {
        return warning.find("differ in it are read as repeats (--where mode=alone keeps one)") != std::string::npos;
    }));
}

void tst_import_cases::answered_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("scaling");
    QTest::addColumn<QString>("speedups");
    const QByteArray falling = "ranks,updates/core-second\n1,100\n2,95\n4,90\n";
    const QByteArray grew = "ranks,particles,time_s\n1,1000,100\n2,2000,80\n4,4000,50\n";
    QTest::newRow("of one") << falling << "throughput=updates/core-second(each)"
                            << ""
                            << "strong 1:1.00 2:1.90 4:3.60";
    QTest::newRow("of all") << falling << "throughput=updates/core-second(all)"
                            << ""
                            << "strong 1:1.00 2:0.95 4:0.90";
    QTest::newRow("per day, mapped") << QByteArray("nodes,ns/day,x\n1,10,1\n2,19,1\n") << "throughput=ns/day"
                                     << ""
                                     << "strong 1:1.00 2:1.90";
    QTest::newRow("of one, mapped") << QByteArray("gpus,tokens/s/gpu\n1,100\n2,95\n") << "throughput=tokens/s/gpu"
                                    << ""
                                    << "strong 1:1.00 2:1.90";
    QTest::newRow("fixed work") << grew << ""
                                << "strong"
                                << "strong 1:1.00 2:1.25 4:2.00";
    QTest::newRow("growing work") << grew << ""
                                  << "weak"
                                  << "weak 1:1.00 2:2.50 4:8.00";
    QTest::newRow("t/s as a rate") << QByteArray("gpus,t/s\n1,100\n2,95\n") << "throughput=t/s"
                                   << ""
                                   << "strong 1:1.00 2:0.95";
    QTest::newRow("t/s as a time") << QByteArray("gpus,t/s\n1,10\n2,16\n") << "time=t/s"
                                   << "strong"
                                   << "strong 1:1.00 2:0.63";
    QTest::newRow("uneven work, if it is called fixed")
        << QByteArray("nproc,cells_per_proc,time\n4,1000,10\n16,1200,12\n") << ""
        << "strong"
        << "strong 4:4.00 16:3.33";
    // 25000/13000 = 1.92, 25000/7500 = 3.33.
    QTest::newRow("the second of three times in a line")
        << QByteArray(
               "1 threads | token time 200 ms - eval time 25000 ms - prompt time 1600 ms\n"
               "2 threads | token time 110 ms - eval time 13000 ms - prompt time 800 ms\n"
               "4 threads | token time 70 ms - eval time 7500 ms - prompt time 430 ms\n")
        << "time=eval time (ms)"
        << ""
        << "strong 1:1.00 2:1.92 4:3.33";
    QTest::newRow("nodes, though tasks part them") << QByteArray("tasks,nodes,time\n1,1,100\n2,2,62.5\n") << "p=nodes"
                                                   << ""
                                                   << "strong 1:1.00 2:1.60";
    // At 2 workers, 1 x 2 takes 10.6 s and 2 x 1 takes 12.0 s: 20/10.6 = 1.89.
    QTest::newRow("the fastest combination of a product")
        << QByteArray("nprocs,nthreads,time_s\n1,1,20.0\n1,2,10.6\n2,1,12.0\n2,2,5.8\n") << "p=nprocs*nthreads"
        << ""
        << "strong 1:1.00 2:1.89 4:3.45";
    QTest::newRow("a user-defined product") << QByteArray("hosts,slots,time\n1,2,100\n2,2,62.5\n") << "p=hosts*slots"
                                            << ""
                                            << "strong 2:2.00 4:3.20";
}

void tst_import_cases::answered()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, map);
    QFETCH(QString, scaling);
    QFETCH(QString, speedups);
    LadderFileOptions options;
    if (!map.isEmpty())
        options = mapped(qPrintable(map));
    if (!scaling.isEmpty())
        options.scaling = scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    QCOMPARE(::speedups(text, options), speedups);
}

void tst_import_cases::absoluteTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("seconds");  // of the first row
    const auto row = [](const char* name, const QByteArray& text, double seconds) {
        QTest::newRow(name) << text << seconds;
    };
    row("a unit in a column", "threads,time,time_unit\n1,800,us\n2,430,us\n4,250,us\n", 800e-6);
    row("units that differ", "threads,time,unit\n1,2,s\n2,1100,ms\n", 2);
    row("a row of units", "threads,time\n,[ms]\n1,1250\n2,640\n", 1.25);
    row("a unit in German", "Kerne;Laufzeit;Einheit\n1;2,5;min\n2;1,5;min\n", 150);
    row("a unit beside the rows", R"({"unit": "ms", "rows": [{"p": 1, "time": 800}, {"p": 2, "time": 430}]})", 0.8);
    row("a unit in the heading above",
        "# A program\n\n### Execution time (ms)\n\n| threads | time |\n|---|---|\n| 1 | 800 |\n| 2 | 430 |\n", 0.8);
    row("a unit in a title", "Runtimes in milliseconds\nthreads,time\n1,800\n2,430\n", 0.8);
    row("a header's unit goes before the title's", "Runtimes in milliseconds\nthreads,time (s)\n1,8\n2,4.3\n", 8);
    row("a limit above is no unit", "# time limit 30 min\nthreads,time\n1,800\n2,430\n", 800);
    row("hours for a nanosecond", "gpus,hour/ns\n1,2.0\n2,1.1\n", 7200);
    row("a time in a Google Benchmark",
        R"({"context": {"host": "a"}, "benchmarks": [{"threads": 1, "real_time": 800, "time_unit": "us"}, {"threads": 2, "real_time": 430, "time_unit": "us"}]})",
        800e-6);
}

/// A table as this program exports it for LaTeX.
void tst_import_cases::readsItsOwnLatexTables()
{
    const Table table{
        .caption = "Runs of 100 % & more",
        .columns = {{"p", "p", "", 0}, {"time", "time", "s", -1}, {"note", "what was changed in it", "", -1}},
        .rows = {{1.0, 10.0, std::string("none_yet")}, {2.0, 6.25, std::string("50 % & $2")}},
        .landmarks = {}};
    const Result<LadderFile> file = readLadders(toBooktabs(table), {.rowFilters = {{"what was changed in it", "*"}}});
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(*file->ladders.front().points[1].timeS, 6.25);
    QCOMPARE(file->unusedHeaders, std::vector<std::string>{"what was changed in it"});
}

/// The time of a halo exchange is communication; without a unit it may be the halo width.
void tst_import_cases::halo()
{
    const Result<LadderFile> file = readLadders("ranks,time_s,halo(s)\n1,10,0.5\n2,6.25,1.5\n");
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(*file->ladders.front().points[1].commS, 1.5);
    const Result<LadderFile> width = readLadders("ranks,time_s,halo\n1,10,2\n2,6.25,2\n");
    QVERIFY(width.has_value());
    QVERIFY(!width->ladders.front().points[1].commS);
}

/// CodeCarbon writes kWh: 0.42 kWh are 1.512 MJ. 20 kJ in 100 s are 200 W, so joules are possible.
void tst_import_cases::energyUnits()
{
    const auto lastEnergyJ = [](const char* text) {
        const Result<LadderFile> file = readLadders(text);
        return file ? file->ladders.front().points.back().energyJ.value_or(-1) : -2;
    };
    QCOMPARE(lastEnergyJ("gpu_count,duration,energy_consumed\n1,3600,0.500\n2,1900,0.450\n4,1080,0.420\n"), 1.512e6);
    QCOMPARE(lastEnergyJ("ranks,time_s,total_energy\n1,100,20000\n2,55,22000\n"), 22000.0);
    QCOMPARE(lastEnergyJ("ranks,time_s,energy_consumed\n1,100,20000\n2,55,22000\n"), 22000.0);
    const Result<LadderFile> mapped =
        readLadders("ranks,time_s,total_energy\n1,100,0.02\n2,55,0.022\n", ::mapped("energy=total_energy(kWh)"));
    QVERIFY(mapped.has_value());
    QCOMPARE(*mapped->ladders.front().points.front().energyJ, 72000.0);
}

/// Only the part of the exchange that no computation covers takes time.
void tst_import_cases::exposedCommunication()
{
    for (const char* text : {"GPUs,step_ms,allreduce_ms,exposed_ms\n1,200,0,0\n8,230,60,30\n",
                             "GPUs,step_ms,comm_ms,exposed_comm_ms\n1,200,0,0\n8,230,60,30\n",
                             "GPUs;step (ms);NCCL time (ms);non-overlapped comm (ms)\n1;200;0;0\n8;230;60;30\n"}) {
        const Result<LadderFile> file = readLadders(text);
        QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
        QCOMPARE(*file->ladders.front().points.back().commS, 0.03);
    }
}

void tst_import_cases::statesDecisions()
{
    const auto decisions = [](const char* text) {
        const Result<LadderFile> file = readLadders(text);
        return file ? file->decisions : std::vector<std::string>{describe(file.error())};
    };
    using Texts = std::vector<std::string>;
    QCOMPARE(decisions("threads,t/s\n1,11.2\n2,22.1\n"), Texts{"rate in t/s"});
    QCOMPARE(decisions("ranks,cells,time_s\n1,1000000,10\n2,2000000,10.6\n"), Texts{"weak scaling, by cells"});
    QCOMPARE(decisions("experiment,workers,seconds\nweak,1,45.5\nweak,2,46\n"), Texts{"weak scaling, by experiment"});
    QCOMPARE(decisions("nproc,cells_per_proc,time\n4,1000,10\n16,1200,12\n"),
             Texts{"weak scaling, per unit of cells_per_proc"});
    QCOMPARE(decisions("p,time\n1,10\n2,5.4\n"), Texts{});
}

void tst_import_cases::namesTheCommandThatReadsALadder()
{
    for (const char* text : {"p,time\n1,10\n2,5\n", "[{\"p\": 1, \"time\": 10}, {\"p\": 2, \"time\": 5}]"}) {
        const Result<Profile> profile = readAnyProfile(text, {});
        QVERIFY(!profile.has_value());
        const std::string message = describe(profile.error());
        QVERIFY2(message.find("attribute") != std::string::npos && message.find("not JSON") == std::string::npos,
                 message.c_str());
    }
}

void tst_import_cases::excludesRows()
{
    LadderFileOptions options;
    options.rowFilters = {{"setup!", "single"}};
    const char* const text = "gpus,setup,img/s\n1,single,400\n1,ddp 1x1,320\n2,ddp 1x2,616\n4,ddp 1x4,1220\n";
    // 616/320 = 1.93 (1.925), 1220/320 = 3.81.
    QCOMPARE(speedups(text, options), QString("strong 1:1.00 2:1.93 4:3.81"));
    options.rowFilters = {{"setup!", "ddp 1x1"}};
    QCOMPARE(speedups(text, options), QString("strong 1:1.00 2:1.54 4:3.05"));
}

/// 21 million seconds are 243 days: read with a warning, or without one if the user maps the column. Mixed runs in
/// another ladder of the file do not matter if the selected ladder has none.
void tst_import_cases::checksOnlyTheSelectedLadder()
{
    const std::string text =
        "system,p,size,time\na,1,100,10\na,2,100,6\na,1,200,40\na,2,200,24\nb,1,100,8\nb,2,100,5\n";
    QVERIFY(!readLadders(text));
    const Result<LadderFile> file = readLadders(text, {.ladderName = "b"});
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    const Result<std::size_t> b = findLadder(file->ladders, "b");
    QVERIFY(b.has_value());
    QCOMPARE(file->ladders[*b].points.size(), std::size_t{2});
    QCOMPARE(*file->ladders[*b].points.back().timeS, 5.0);
    QVERIFY(!readLadders(text, {.ladderName = "a"}));
}

/// Names with spaces are quoted for the shell.
void tst_import_cases::quotesOptions()
{
    QCOMPARE(quotedOption("--map", "p=gcds"), std::string("--map p=gcds"));
    QCOMPARE(quotedOption("--where", "a \"b\"=$1"), std::string("--where \"a \\\"b\\\"=\\$1\""));
    // A constant count is reported together with the product.
    const Result<LadderFile> fixed = readLadders("procs,threads,time\n4,1,10\n4,2,6.25\n");
    QVERIFY(fixed.has_value());
    QCOMPARE(fixed->ladders.front().points.front().p, 1);
    QVERIFY(std::any_of(fixed->warnings.begin(), fixed->warnings.end(), [](const std::string& warning) {
        return warning.find("--map p=procs*threads") != std::string::npos;
    }));
    const Result<LadderFile> productOfColumns =
        readLadders("procs,threads,time\n4,1,10\n4,2,6.25\n", mapped("p=procs*threads"));
    QVERIFY(productOfColumns.has_value());
    QCOMPARE(productOfColumns->ladders.front().points.front().p, 4);
}

void tst_import_cases::longTimes()
{
    const std::string text = "threads,average_time,speedup\n1,42000000,1\n2,21000000,2\n";
    const Result<LadderFile> file = readLadders(text);
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QVERIFY(std::any_of(file->warnings.begin(), file->warnings.end(), [](const std::string& warning) {
        return warning.find("are 243 days; --map \"time=average_time(us)\"") != std::string::npos;
    }));
    const Result<LadderFile> mappedToMicroseconds = readLadders(text, mapped("time=average_time(us)"));
    QVERIFY(mappedToMicroseconds.has_value());
    QCOMPARE(*mappedToMicroseconds->ladders.front().points.front().timeS, 42.0);
    // "time" is in seconds by its name, but a run of a quarter of a year is still questioned.
    const auto warned = [](const char* table) {
        const Result<LadderFile> unmapped = readLadders(table);
        return unmapped &&
               std::any_of(unmapped->warnings.begin(), unmapped->warnings.end(), [](const std::string& warning) {
                   return warning.find("; --map \"time=time(us)\"") != std::string::npos;
               });
    };
    QVERIFY(warned("threads,time\n1,42000000\n2,21000000\n"));
    QVERIFY(!warned("threads,time\n1,8000000\n2,4000000\n"));
}

void tst_import_cases::absoluteTimes()
{
    QFETCH(QByteArray, text);
    QFETCH(double, seconds);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(*file->ladders.front().points.front().timeS, seconds);
}

/// A hyperfine scan: p is its parameter, each of its runs is a repeat, and a run with a nonzero exit code failed.
void tst_import_cases::readsRepeatsOfAScan()
{
    const QByteArray scan =
        R"({"results": [{"command": "./solve 1", "mean": 8.0, "times": [7.84, 8.0, 8.16], "exit_codes": [0, 0, 0], "parameters": {"threads": "1"}},
                        {"command": "./solve 2", "mean": 4.2, "times": [4.116, 4.2, 4.284], "exit_codes": [0, 0, 1], "parameters": {"threads": "2"}}]})";
    const Result<LadderFile> file = readLadders(scan.toStdString());
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    const Ladder& ladder = file->ladders.front();
    QCOMPARE(ladder.points.size(), std::size_t{5});
    QCOMPARE(ladder.points[0].p, 1);
    QCOMPARE(*ladder.points[2].timeS, 8.16);
    QCOMPARE(ladder.points[4].p, 2);
    QCOMPARE(ladder.failed.size(), std::size_t{1});
    QCOMPARE(ladder.failed.front().p, 2);
    // Without parameters, p is the number in which the commands differ; without single times, their mean is used.
    QCOMPARE(speedups(R"({"results": [{"command": "./a -j1 x", "mean": 8}, {"command": "./a -j4 x", "mean": 2.5}]})"),
             QString("strong 1:1.00 4:3.20"));
    // Lists of times in user-defined rows.
    QCOMPARE(readLadders(R"([{"ranks": 1, "times_ms": [10, 11]}, {"ranks": 2, "times_ms": [6]}])")
                 ->ladders.front()
                 .points.size(),
             std::size_t{3});
}

void tst_import_cases::separatesKindsOfScaling()
{
    const Result<LadderFile> file =
        readLadders("mode,ranks,time_s\nstrong,1,10\nstrong,2,6\nstrong,4,4\nweak,1,10\nweak,2,10.5\nweak,4,11\n");
    QVERIFY(file.has_value());
    QCOMPARE(file->ladders.size(), std::size_t{2});
    QVERIFY(file->ladders[0].scaling == Scaling::Strong);
    QVERIFY(file->ladders[1].scaling == Scaling::Weak);
}

void tst_import_cases::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("perf stat") << QByteArray(" Performance counter stats for './a':\n\n  1.25 seconds time elapsed\n")
                               << QStringList{"perf stat", "diagnose"};
    QTest::newRow("a trace") << QByteArray(R"({"traceEvents": [{"ph": "X", "ts": 1, "dur": 2, "name": "a"}]})")
                             << QStringList{"trace", "timeline import"};
    QTest::newRow("times of different things")
        << QByteArray("p,time\n1,10\n1,0.001\n2,5\n2,0.0004\n") << QStringList{"not repeats of one run", "--where"};
    // A row that is not one must not end the table above it without a word.
    QTest::newRow("a short row above an empty line") << QByteArray("p,time\n1,10\n2,6\n4\n\n8,2\n16,1.2\n")
                                                     << QStringList{"line 4", "1 field where the header has 2"};
    QTest::newRow("a short row above another block")
        << QByteArray("p,size,time\n1,2048,0.9\n2,2048,0.5\n4,0.3\n\n1,4096,2.0\n2,4096,1.2\n")
        << QStringList{"line 4", "2 fields where the header has 3"};
    QTest::newRow("a short row of an aligned table") << QByteArray("Text above.\n\np time\n1 10\n2 6\n4\n8 2\n16 1.2\n")
                                                     << QStringList{"line 6", "1 field where the header has 2"};
    QTest::newRow("a message between aligned rows")
        << QByteArray("Text above.\n\np  time\n1  10\n2  6\nnode 3 is slow\n8  2\n")
        << QStringList{"line 6", "4 fields where the header has 2"};
    QTest::newRow("a message between rows") << QByteArray("p,time\n1,10\n2,6\nnode 3 is slow\n4,3\n\n8,2\n")
                                            << QStringList{"line 4", "1 field where the header has 2"};
    QTest::newRow("blocks of several sizes")
        << QByteArray(
               "p\ttime\n#--- Array length 2048 ---\n1\t0.9\n2\t0.6\n\n\n#--- Array length 4096 ---\n1\t2.0\n"
               "2\t1.3\n")
        << QStringList{"not repeats of one run", "Array length=2048"};
    QTest::newRow("two rates in a line")
        << QByteArray(
               "Will run 1 threads\nRaw: 1000 c/s real, 1000 c/s virtual\nWill run 2 threads\n"
               "Raw: 1900 c/s real, 950 c/s virtual\n")
        << QStringList{"--map", "real (c/s)", "virtual (c/s)"};
    QTest::newRow("lists that rise with a size")
        << QByteArray(R"({"CC": {"1": [500, 900, 2000], "2": [300, 500, 1100], "4": [200, 300, 600]}})")
        << QStringList{"not repeats of one run", "position=1"};
    QTest::newRow("a log") << QByteArray("starting on host a\nreading input file now\ndone in a while, 3 errors\n")
                           << QStringList{"no table of runs", "p,time"};
    QTest::newRow("a log in brackets") << QByteArray(
                                              "[rank0] step one took long\n[rank1] then\n[rank0] and so on it went\n")
                                       << QStringList{"no table of runs"};
    QTest::newRow("no header, a number twice") << QByteArray("1000,1,13,13\n2000,2,9,9\n")
                                               << QStringList{"line 1", "there is no header row", "such as p,time"};
    QTest::newRow("no header, a blank column") << QByteArray("# of one machine\n1\t\t2048\t0.5\n2\t\t\t\t\t0.3\n")
                                               << QStringList{"line 2", "there is no header row"};
    QTest::newRow("no header, rows of two lengths")
        << QByteArray("1 10 2\n2 6.25\n") << QStringList{"line 1", "there is no header row"};
    QTest::newRow("sizes called N in LaTeX")
        << QByteArray(
               "\\begin{tabular}{rr}\n$N$ & Computation only (s) & With communication (s) \\\\\n2048 & 0.20 & 6.40 "
               "\\\\\n4096 & 0.50 & 16.00 \\\\\n8192 & 2.00 & 22.00 \\\\\n\\end{tabular}\n")
        << QStringList{"tabular"};
    QTest::newRow("LaTeX without a table")
        << QByteArray("\\begin{figure}[H]\n  \\includegraphics{a.png}\n\\end{figure}\n")
        << QStringList{"LaTeX", "tabular"};
    QTest::newRow("a block of IMB without its banner")
        << QByteArray(
               "# Benchmarking Allreduce\n# #processes = 4\n  #bytes #repetitions  t_min[usec]  t_max[usec]\n"
               "  8  1000  2.0  3.0\n")
        << QStringList{"Intel MPI Benchmarks", "fit-comm"};
    QTest::newRow("a broken line of JSON")
        << QByteArray("{\"p\": 1, \"time\": 10}\n{\"p\": 2, \"time\": }\n") << QStringList{"line 2"};
}

void tst_import_cases::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, names);
    const QString read = speedups(text);
    QVERIFY2(read.startsWith("refused: "), qPrintable(read));
    for (const QString& name : names)
        QVERIFY2(read.contains(name), qPrintable(read));
}

/// Column names that people use, from the resource.
void tst_import_cases::recognizesColumnNames()
{
    for (const char* header :
         {"número de procesos,tiempo (s)", "Nombre de processus;temps [s]", "numero di processi\ttempo (s)",
          "Anzahl Prozesse;Ausführungszeit [s]", "进程数,运行时间(秒)", "nworkers,mean_wall_sec",
          "num_tasks,T_par(sec)", "MPI,wall_time_avg", "n_mpi_ranks,exec time (s)"}) {
        const char separator = QByteArray(header).contains(';') ? ';' : QByteArray(header).contains('\t') ? '\t' : ',';
        QByteArray text = QByteArray(header) + "\n1,10\n2,6.25\n";
        text.replace("1,10", QByteArray("1") + separator + "10")
            .replace("2,6.25", QByteArray("2") + separator + "6.25");
        QCOMPARE(speedups(text), QString("strong 1:1.00 2:1.60"));
    }
    QCOMPARE(speedups("nœuds,MLUPS\n1,10\n2,16\n"), QString("strong 1:1.00 2:1.60"));
    // The median takes precedence over the mean; a spread is not read as a time.
    const Result<LadderFile> file = readLadders("cores,time_mean_s,time_median_s,time_std_s\n1,10,9,1\n2,6,5,1\n");
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(*file->ladders.front().points.front().timeS, 9.0);
    // An error in the resource is reported with its position.
    const Result<ColumnNames> rejected = parseColumnNames(R"({"columns": {"speed": ["v"], "p": ["ok", 3]}})");
    QVERIFY(!rejected);
    QCOMPARE(rejected.error().problems.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(rejected.error().problems[1].location.jsonPointer), QString("/columns/p/1"));
}

void tst_import_cases::marks_data()
{
    QTest::addColumn<QStringList>("numbers");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<double>("value");
    QTest::newRow("decided by another number") << QStringList{"27.595.520"} << "117.344" << 117344.0;
    QTest::newRow("by a decimal comma") << QStringList{"65,77"} << "117.344" << 117344.0;
    QTest::newRow("by a decimal point") << QStringList{"65.77"} << "117,344" << 117344.0;
    QTest::newRow("by commas between thousands") << QStringList{"27,595,520"} << "117.344" << 117.344;
    QTest::newRow("by both marks") << QStringList{"1.234,5"} << "2,125" << 2.125;
    QTest::newRow("no separators: a point is decimal") << QStringList{"117.344"} << "117.344" << 117.344;
    QTest::newRow("Switzerland") << QStringList{"1'234.5"} << "1'000.25" << 1000.25;
}

void tst_import_cases::marks()
{
    QFETCH(QStringList, numbers);
    QFETCH(QString, asked);
    QFETCH(double, value);
    NumberMarks marks;
    for (const QString& number : numbers)
        marks.addNumber(number.toStdString());
    const std::optional<double> read = marks.readNumber(asked.toStdString());
    QVERIFY(read.has_value());
    QCOMPARE(*read, value);
    QVERIFY(!marks.readNumber("12x"));
}

/// 117 344 ns and 118 000 ns for 2 x 27 595 520 bytes: 235.344 µs, 55.19 MB.
void tst_import_cases::europeanKernels()
{
    const std::string header = R"("ID","Kernel Name","Metric Name","Metric Unit","Metric Value")"
                               "\n";
    const Result<Profile> profile = importProfile(header + R"("0","reduce","gpu__time_duration.sum","ns","117.344"
"0","reduce","dram__bytes.sum","byte","27.595.520"
"0","reduce","sm__throughput.avg.pct_of_peak_sustained_elapsed","%","65,77"
"1","reduce","gpu__time_duration.sum","ns","118.000"
"1","reduce","dram__bytes.sum","byte","27.595.520"
)");
    QVERIFY2(profile.has_value(), profile ? "" : describe(profile.error()).c_str());
    QCOMPARE(profile->baseline.steps.size(), std::size_t{1});
    QCOMPARE(profile->baseline.steps.front().stepTimeS->value, 235.344e-6);
    QCOMPARE(profile->baseline.steps.front().bytesMoved->value, 55191040.0);
}

void tst_import_cases::benchmarks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("askedP");  // 0: no question
    QTest::addColumn<QString>("collective");
    QTest::addColumn<int>("p");
    // busbw = algbw: for an all-reduce, 2(p-1)/p = 1 at p = 2.
    const QByteArray rows =
        "# nThread 1 nGpus 1 minBytes 8 maxBytes 134217728 step: 16(factor) warmup iters: 5 iters: 20 validation: "
        "1\n#\n"
        "#       size         count      type   redop     time   algbw   busbw  error     time   algbw   busbw  error\n"
        "       32768          8192     float     sum    15.30    2.14    2.14  0e+00    15.40    2.13    2.13  0e+00\n"
        "   134217728      33554432     float     sum   13434.0    9.99    9.99  0e+00   13434.0    9.99    9.99  "
        "0e+00\n";
    QTest::newRow("the command line") << "$ mpirun -np 2 ./build/all_reduce_perf -b 8 -e 128M -f 16 -g 1\n" + rows << 0
                                      << "all-reduce" << 2;
    QTest::newRow("a banner") << "=== reduce_perf on node 7 ===\n" + rows << 2 << "reduce" << 2;
    QTest::newRow("a banner without the program")
        << "# Running AllReduce on 2 cards\n" + rows << 0 << "all-reduce" << 2;
    const QByteArray osu = "1                      18.10\n1024                   18.90\n1048576               673.00\n";
    QTest::newRow("OSU on CUDA")
        << "# OSU MPI-CUDA Allreduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n# Size       Avg "
           "Latency(us)\n" +
               osu
        << 4 << "all-reduce" << 4;
    QTest::newRow("OSU on NCCL") << "# OSU NCCL Broadcast Latency Test v7.3\n# Size       Avg Latency(us)\n" + osu << 4
                                 << "broadcast" << 4;
    QTest::newRow("OSU, its name in the command")
        << "+ srun -n 8 ./osu_allreduce -d rocm\n# Size       Avg Latency(us)\n" + osu << 0 << "all-reduce" << 8;
    QTest::newRow("a table with a decimal comma and a unit")
        << QByteArray("ranks;message size;latency [us]\n4;1024;12,5\n4;1048576;673,25\n") << 0 << "" << 4;
}

void tst_import_cases::benchmarks()
{
    QFETCH(QByteArray, text);
    QFETCH(int, askedP);
    QFETCH(QString, collective);
    QFETCH(int, p);
    const Result<CollectiveTimings> log =
        readTimings(text.toStdString(), askedP > 0 ? std::optional(askedP) : std::nullopt);
    QVERIFY2(log.has_value(), log ? "" : describe(log.error()).c_str());
    QCOMPARE(log->groups.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(log->groups.front().collective), collective);
    for (const CollectiveTiming& timing : log->groups.front().rows)
        QCOMPARE(timing.p, p);
    if (text.contains("12,5"))
        QCOMPARE(log->groups.front().rows.front().seconds, 12.5e-6);
    // If a log does not name its collective, the caller does.
    if (text.startsWith("===")) {
        const QByteArray withoutFirstLine = text.mid(text.indexOf('\n') + 1);
        const Result<CollectiveTimings> namedByCaller =
            readTimings(withoutFirstLine.toStdString(), 2, TimingFormat::Auto, "AllReduce");
        QVERIFY(namedByCaller.has_value());
        QCOMPARE(namedByCaller->groups.front().collective, std::string("all-reduce"));
    }
}

/// nccl-tests at two numbers of GPUs, each below a heading: 167.77/167.77 = 1 at p = 2 and 179.76/119.84 = 1.5 at p = 4.
void tst_import_cases::sectionsOfProcessCounts()
{
    const std::string text =
        "### GPUS=2\n"
        "     8388608       2097152     float     sum      -1    50.00  167.77  167.77       0    50.10  167.44  "
        "167.44  0\n"
        "   268435456      67108864     float     sum      -1   900.00  298.26  298.26       0   901.00  297.93  "
        "297.93  0\n"
        "### GPUS=4\n"
        "     8388608       2097152     float     sum      -1    70.00  119.84  179.76       0    70.10  119.67  "
        "179.50  0\n"
        "   268435456      67108864     float     sum      -1  1200.00  223.70  335.54       0  1201.00  223.51  "
        "335.26  0\n";
    const Result<CollectiveTimings> log = readTimings(text, {});
    QVERIFY2(log.has_value(), log ? "" : describe(log.error()).c_str());
    QCOMPARE(log->groups.size(), std::size_t{2});
    for (const std::size_t g : {std::size_t{0}, std::size_t{1}}) {
        QCOMPARE(log->groups[g].algorithm, std::string("all-reduce"));
        QCOMPARE(log->groups[g].rows.size(), std::size_t{2});
        QCOMPARE(log->groups[g].rows.front().p, g == 0 ? 2 : 4);
    }
    // Without the headings, busbw/algbw contradicts any single p.
    std::string plain = text;
    for (const char* heading : {"### GPUS=2\n", "### GPUS=4\n"})
        plain.erase(plain.find(heading), std::string(heading).size());
    const Result<CollectiveTimings> mixed = readTimings(plain, 4);
    QVERIFY(!mixed);
}

void tst_import_cases::collectivesWithoutProcessCounts()
{
    const std::string text = "size_bytes,time_us,algbw_GBs\n8,22.0,0.00\n1048576,27.0,38.8\n";
    QVERIFY(!readTimings(text, {}));
    const Result<CollectiveTimings> timings = readTimings(text, 4);
    QVERIFY2(timings.has_value(), timings ? "" : describe(timings.error()).c_str());
    QCOMPARE(timings->groups.front().rows.size(), std::size_t{2});
    QCOMPARE(timings->groups.front().rows.back().p, 4);
    QCOMPARE(timings->groups.front().rows.back().seconds, 27e-6);
}

/// The work of one selected size is fixed, so flat times are no weak scaling: 6.41/6.48 = 0.99.
void tst_import_cases::oneOfSeveralSizes()
{
    const QByteArray rows = "size,threads,time_s\n512,1,0.811\n1024,1,6.41\n512,8,0.818\n1024,8,6.48\n";
    LadderFileOptions options;
    options.rowFilters = {{"size", "1024"}};
    QCOMPARE(speedups(rows, options), QString("strong 1:1.00 8:0.99"));
    const QByteArray across = "units,512,1024\n8,0.020,0.090\n4,0.030,0.150\n2,0.050,0.260\n1,0.090,0.500\n";
    options.rowFilters = {{"size", "512"}};
    QCOMPARE(speedups(across, options), QString("strong 1:1.00 2:1.80 4:3.00 8:4.50"));
}

/// Every table of a text can be selected, and one with the same header at another title is another ladder.
void tst_import_cases::blocksWithoutNames()
{
    QCOMPARE(speedups("p,time\n1,10\n2,6\n\n\n1,20\n2,12\n"), QString("2 ladders"));
}

/// The figures of the first run count no workers, so they are no repeat of the next.
void tst_import_cases::runWithoutWorkers()
{
    const Result<LadderFile> file = readLadders(
        "OpenMP is disabled\nran at 1000 words/s\nWill run 2 threads\nran at 1900 words/s\n"
        "Will run 4 threads\nran at 3600 words/s\n");
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->ladders.front().points.size(), std::size_t{2});
    QVERIFY(QString::fromStdString(file->warnings.front()).contains("line 2"));
}

void tst_import_cases::tablesByLine()
{
    const QByteArray two = "GPUs,Time_s\n1,200\n8,34.7\n\nGPUs,Throughput\n1,80000\n8,520000\n";
    LadderFileOptions options;
    options.rowFilters = {{"table", "5"}};
    QCOMPARE(speedups(two, options), QString("strong 1:1.00 8:6.50"));
    QCOMPARE(speedups(two, mapped("throughput=Throughput")), QString("strong 1:1.00 8:6.50"));
    const std::string readme =
        "#### OpenMP\n| Threads | Real Time |\n|---|---|\n| 1 | 3.62 |\n| 8 | 0.95 |\n\n#### Pthreads\n"
        "| Threads | Real Time |\n|---|---|\n| 1 | 3.68 |\n| 8 | 0.74 |\n\n#### Analysis\n\n- Both scale well\n";
    const Result<LadderFile> file = readLadders(readme);
    QVERIFY2(file.has_value(), file ? "" : describe(file.error()).c_str());
    QCOMPARE(file->ladders.size(), std::size_t{2});
    QCOMPARE(file->ladders.back().name, std::string("Pthreads"));
    QCOMPARE(*file->ladders.back().points.back().timeS, 0.74);
    // Merged cells: each size has its own rows.
    const Result<LadderFile> merged = readLadders(
        "| Size | Threads | Time |\n|---|---|---|\n| 10x10 | 1 | 8 ms |\n| | 2 | 5 ms |\n| 20x20 | 1 | 64 ms |\n| | 2 "
        "| 40 "
        "ms |\n");
    QVERIFY2(merged.has_value(), merged ? "" : describe(merged.error()).c_str());
    QCOMPARE(merged->ladders.size(), std::size_t{2});
    QCOMPARE(*merged->ladders.back().points.back().timeS, 0.040);
    // Counts in headers, as arguments of a symbol.
    const Result<LadderFile> symbols = readLadders("size,T(t = 1),T(t = 2)\n1000,1.10,0.58\n2000,8.60,4.50\n");
    QVERIFY2(symbols.has_value(), symbols ? "" : describe(symbols.error()).c_str());
    QCOMPARE(symbols->ladders.size(), std::size_t{2});
    QCOMPARE(symbols->ladders.back().points.back().p, 2);
    QCOMPARE(*symbols->ladders.back().points.back().timeS, 4.5);
}

void tst_import_cases::offersNoSizesAsWorkers()
{
    const QString read = speedups("Array Size,Serial Time,Parallel Time\n100000,0.015,0.050\n1000000,0.123,0.061\n");
    QVERIFY2(read.contains("--map p=NAME") && !read.contains("NAME: Array Size") && !read.contains("p=Array"),
             qPrintable(read));
    const QString sizes = speedups("run_size,x,height,ms\n64,1,480,2\n65,2,960,8\n");
    QVERIFY2(!sizes.contains("NAME: height") && !sizes.contains("or height"), qPrintable(sizes));
}

void tst_import_cases::explainsTheRecognizedKind()
{
    const auto recognizedKind = [](const char* text) { return detectFormat(SourceText(text)); };
    QVERIFY(recognizedKind("p,time\n1,10\n2,6\n").kind == FileKind::Ladder);
    QCOMPARE(recognizedKind("p,time\n1,10\n2,6\n").name, std::string("a ladder"));
    QVERIFY(!recognizedKind("p,time\n1,10\n2,6\n").reason.empty());
    QCOMPARE(recognizedKind(R"({"traceEvents": []})").name, std::string("a trace"));
    QVERIFY(recognizedKind("hello\n").name.empty());
    QVERIFY(recognizedKind(R"({"results": [{"command": "a 1", "mean": 2}, {"command": "a 2", "mean": 1}]})").kind ==
            FileKind::Ladder);
}

SCALEWRIGHT_TEST(tst_import_cases)
#include "tst_import_cases.moc"
