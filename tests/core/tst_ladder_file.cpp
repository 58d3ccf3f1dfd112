// SPDX-License-Identifier: GPL-3.0-or-later
// Ladder files as people write them. The rows themselves contain the expected values; real files from shared/data are
// counted and compared with a plain reading of their lines.
#include <QDir>
#include <QFile>
#include <QStringConverter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/evidence/import/encoding.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/ladder/ladder.h"
#include "core/project/document/project_file.h"
#include "tests/support/ladders.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

LadderFile readValid(const QByteArray& text, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text.toStdString(), options);
    if (!file)
        qFatal("%s", describe(file.error()).c_str());
    return *file;
}

QString refusal(const QByteArray& text, const LadderFileOptions& options = {})
{
    const Result<LadderFile> file = readLadders(text.toStdString(), options);
    return file ? QString("accepted") : QString::fromStdString(describe(withFileName(file.error(), "f")));
}

/// "1:800 2:430": p and time of every point, in order.
QString timesText(const Ladder& ladder)
{
    QStringList times;
    for (const LadderPoint& point : ladder.points) {
        const Result<RunTime> run = deriveRunTime(point);
        times += QString("%1:%2").arg(point.p).arg(run ? run->timeS : -1);
    }
    return times.join(' ');
}

QString joinedNames(const LadderFile& file)
{
    QStringList ladderNames;
    for (const Ladder& ladder : file.ladders)
        ladderNames += QString::fromStdString(ladder.name);
    return ladderNames.join('|');
}

QString joinedWarnings(const LadderFile& file)
{
    QString text;
    for (const std::string& warning : file.warnings)
        text += QString::fromStdString(warning) + '\n';
    return text;
}

QByteArray content(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

const QByteArray mark = "\xEF\xBB\xBF";

}  // namespace

class tst_ladder_file : public QObject {
    Q_OBJECT
private slots:
    void contract();
    void written_data();
    void written();
    void guesses_data();
    void guesses();
    void mapping();
    void confidence();
    void evidence();
    void parallelism();
    void totals();
    void overlaps();
    void readsUnitsOfHeaders_data();
    void readsUnitsOfHeaders();
    void rejectsColumnMapsThatDoNotFit_data();
    void rejectsColumnMapsThatDoNotFit();
    void findsNameColumnsAnywhere_data();
    void findsNameColumnsAnywhere();
    void encodings_data();
    void encodings();
    void readsItsOwnAnswers();
    void logs();
    void bounds();
    void mapsColumnsWithUnits();
    void columnMap_data();
    void columnMap();
    void refused_data();
    void refused();
    void reportsEveryInvalidCell();
    void missingCells();
    void failedRuns();
    void severalLadders();
    void notesDoNotSplitLadders();
    void datesDoNotSplitLadders_data();
    void datesDoNotSplitLadders();
    void failedRows();
    void findsFailedRowsInRemarks();
    void ignoresTimesOfFailedRuns_data();
    void ignoresTimesOfFailedRuns();
    void acceptsAnyWordForSuccess_data();
    void acceptsAnyWordForSuccess();
    void failedRunsDoNotAffectTheReading();
    void titledLadders_data();
    void titledLadders();
    void cumulativeTimes();
    void windows1252();
    void readsPointsInRates();
    void remarksDoNotSplitLadders_data();
    void remarksDoNotSplitLadders();
    void titles_data();
    void titles();
    void asksForPUnderATitle();
    void readsAHeaderInAComment();
    void commas_data();
    void commas();
    void timeAgainstThroughput();
    void groupedWorkers_data();
    void groupedWorkers();
    void rejectsInvalidWorkerCounts_data();
    void rejectsInvalidWorkerCounts();
    void thousandsPoints_data();
    void thousandsPoints();
    void jobs_data();
    void jobs();
    void clocks();
    void reportsMixedRuns();
    void scalingColumn();
    void quality();
    void json_data();
    void json();
    void keepsAllMembersOfAProjectLadder();
    void jsonErrors_data();
    void jsonErrors();
    void readsLaddersOfAProject();
    void rejectsColumnOptionsForProjects();
    void tenThousandRows();
    void findsLaddersByName();
    void tensorflow();
    void amg();
    void usl_data();
    void usl();
    void megatron();
    void mpi();
    void extrap_data();
    void extrap();
    void extrapStrongScaling_data();
    void extrapStrongScaling();
    void extrapErrors_data();
    void extrapErrors();
};

void tst_ladder_file::contract()
{
    const LadderFile file = readValid("p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n");
    QCOMPARE(timesText(file.ladders.front()), "1:800 2:430");
    QCOMPARE(file.mapping.size(), std::size_t(4));
    for (const MappedColumn& each : file.mapping)
        QVERIFY(!each.isGuessed && each.unitFactor == 1);
    QVERIFY(file.unusedHeaders.empty() && file.warnings.empty());
    QCOMPARE(QString::fromStdString(mappingText(file)), "p, comp, comm, idle");
}

void tst_ladder_file::written_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("commas") << QByteArray("p,time\n1,800\n2,430.5\n");
    QTest::newRow("semicolons, decimal commas") << QByteArray("p;time\n1;800\n2;430,5\n");
    QTest::newRow("tabs, decimal commas") << QByteArray("p\ttime\n1\t800\n2\t430,5\n");
    QTest::newRow("blanks") << QByteArray("  p    time\n  1   800.0\n  2   430.5\n");
    QTest::newRow("blanks, decimal commas") << QByteArray("p time\n1 800,0\n2 430,5\n");
    QTest::newRow("a rule under the header") << QByteArray("  p  T_p(s)\n-----------\n  1   800.0\n  2   430.5\n");
    QTest::newRow("bars") << QByteArray("| p | time (s) |\n|---|---:|\n| 1 | 800 |\n| 2 | 430.5 |\n");
    QTest::newRow("quoted decimal commas") << QByteArray("p,time\n1,\"800\"\n2,\"430,5\"\n");
    QTest::newRow("byte-order mark") << mark + "p,time\n1,800\n2,430.5\n";
    QTest::newRow("byte-order mark, blanks") << mark + "p time\n1 800\n2 430.5\n";
    QTest::newRow("CRLF, comments") << QByteArray("# of a run\r\np,time\r\n\r\n1,800\r\n# two\r\n2,430.5\r\n");
    QTest::newRow("CRLF, blanks, comments") << QByteArray("# of a run\r\np time\r\n\r\n1 800\r\n# two\r\n2 430.5\r\n");
    QTest::newRow("units in the cells") << QByteArray("p,time\n1,800s\n2,430500ms\n");
    QTest::newRow("minutes in the header") << QByteArray("p,time_min\n1,13.333333333333334\n2,7.175\n");
    QTest::newRow("milliseconds in the header") << QByteArray("p,time (ms)\n1,800000\n2,430500\n");
    QTest::newRow("upper case") << QByteArray("P,Time\n1,800\n2,430.5\n");
    QTest::newRow("integer p with a point") << QByteArray("p,time\n1.0,800\n2.0,430.5\n");
}

void tst_ladder_file::written()
{
    QFETCH(QByteArray, text);
    const LadderFile file = readValid(text);
    QCOMPARE(file.ladders.size(), std::size_t(1));
    QCOMPARE(timesText(file.ladders.front()), "1:800 2:430.5");
    QCOMPARE(joinedWarnings(file).contains("commas in numbers"), text.contains("430,5"));
}

void tst_ladder_file::guesses_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("mapping");
    QTest::newRow("gcds") << QByteArray("gcds,runtime_s") << "p from gcds (guessed), time from runtime_s (guessed)";
    QTest::newRow("nodes, wall") << QByteArray("Nodes,wall") << "p from Nodes (guessed), time from wall (guessed)";
    QTest::newRow("gpus, iteration_ms") << QByteArray("gpus,iteration_ms")
                                        << "p from gpus (guessed), time from iteration_ms (×0.001) (guessed)";
    QTest::newRow("ranks, duration") << QByteArray("ranks,duration")
                                     << "p from ranks (guessed), time from duration (guessed)";
    QTest::newRow("num_procs, seconds") << QByteArray("num_procs,seconds")
                                        << "p from num_procs (guessed), time from seconds (guessed)";
    QTest::newRow("processors, throughput")
        << QByteArray("processors,throughput") << "p from processors (guessed), throughput";
    QTest::newRow("load, X") << QByteArray("load,X") << "p from load (guessed), throughput from X (guessed)";
    QTest::newRow("workers, images_per_s")
        << QByteArray("workers,images_per_s") << "p from workers (guessed), throughput from images_per_s (guessed)";
    QTest::newRow("cores, tokens/s") << QByteArray("cores,tokens/s")
                                     << "p from cores (guessed), throughput from tokens/s (guessed)";
    QTest::newRow("world_size, T_p (s)") << QByteArray("world_size,T_p (s)")
                                         << "p from world_size (guessed), time from T_p (s) (guessed)";
    // A column that counts hosts gives the workers if no other column does.
    for (const char* host : {"machines", "Maschinen", "hosts", "servers", "instances", "executors",
                             "number of machines", "num_hosts", "Anzahl Maschinen"})
        QTest::newRow(host) << QByteArray(host) + ",time" << QStringLiteral("p from %1 (guessed), time").arg(host);
    QTest::newRow("elapsed (hh:mm:ss)") << QByteArray("p,elapsed (hh:mm:ss)")
                                        << "p, time from elapsed (hh:mm:ss) (guessed)";
    QTest::newRow("elapsed (hh:mm)") << QByteArray("p,elapsed (hh:mm)") << "p, time from elapsed (hh:mm) (guessed)";
    QTest::newRow("HH:MM:SS") << QByteArray("p,HH:MM:SS") << "p, time from HH:MM:SS";
    QTest::newRow("samples per minute") << QByteArray("p,samples_per_min")
                                        << "p, throughput from samples_per_min (×0.016666666666666666) (guessed)";
    QTest::newRow("microseconds") << QByteArray("p,step_us") << "p, time from step_us (×1e-06) (guessed)";
}

void tst_ladder_file::guesses()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, mapping);
    QCOMPARE(QString::fromStdString(mappingText(readValid(header + "\n1,10\n2,6\n"))), mapping);
}

void tst_ladder_file::mapping()
{
    const LadderFile parts = readValid("gcds,runtime_s,cost_gcd_s,comm_s,comp_s\n1,9.59,9.59,0.00,9.41\n");
    QCOMPARE(QString::fromStdString(mappingText(parts)),
             "p from gcds (guessed), time from runtime_s (guessed), comp from comp_s, comm from comm_s");
    QCOMPARE(parts.unusedHeaders, std::vector<std::string>{"cost_gcd_s"});
    const LadderFile waits = readValid("p,compute (ms),all_reduce,wait,data_loading\n2,4000,3,2,1\n");
    QCOMPARE(timesText(waits.ladders.front()), "2:10");

    // "us" is a network latency here: the same at every p.
    const LadderFile set = readValid("us,p,wall_ms\n5,1,40\n5,2,20\n5,4,10\n");
    QCOMPARE(timesText(set.ladders.front()), "1:0.04 2:0.02 4:0.01");

    // The header gives the units of a two-part clock time; otherwise they are minutes and seconds.
    QCOMPARE(timesText(readValid("p,time (hh:mm)\n1,2:05\n2,1:02\n").ladders.front()), "1:7500 2:3720");
    QCOMPARE(timesText(readValid("p,time (mm:ss)\n1,2:05\n2,1:02\n").ladders.front()), "1:125 2:62");

    // Names take precedence over guesses, and a percentage is not a time but a share of one.
    QCOMPARE(timesText(readValid("nodes,wall,p,time\n7,70,1,10\n").ladders.front()), "1:10");
    const LadderFile book = readValid(
        "  p   T_p(s)  speedup    eff  cost($)  comm%  idle%\n---------------------------------\n  8    206.0     3.88 "
        "  0.49    "
        "1.465   28.2   23.3\n");
    QCOMPARE(timesText(book.ladders.front()), "8:206");
    // The shares are parts: 58 and 48 s of Output 41.7.2.
    QVERIFY(std::abs(*book.ladders.front().points.front().commS - 0.282 * 206) < 1e-9);
    QVERIFY(std::abs(*book.ladders.front().points.front().idleS - 0.233 * 206) < 1e-9);

    // The same if the cells contain the percent sign instead of the header.
    const LadderFile cells = readValid("p,time,comm\n1,10,0 %\n2,6,12%\n");
    QCOMPARE(timesText(cells.ladders.front()), "1:10 2:6");
    QVERIFY(std::abs(cells.ladders.front().points[1].commS.value_or(-1) - 0.12 * 6) < 1e-9);

    // A counter is not a time unless it has a unit; of two possible times the more likely one is used.
    const LadderFile withEpochs = readValid("nodes,epoch,images_per_s\n1,7,100\n2,7,180\n");
    QCOMPARE(QString::fromStdString(mappingText(withEpochs)),
             "p from nodes (guessed), throughput from images_per_s (guessed)");
    QCOMPARE(timesText(readValid("nodes,step,step_ms\n1,7,100\n2,7,60\n").ladders.front()), "1:0.1 2:0.06");

    // If another column could be p and has the opposite trend, the user is asked; if the values decide, this is
    // reported.
    QVERIFY2(refusal("nodes,gpus,time\n1,8,10\n2,16,6\n")
                 .contains("p could be \"nodes\", \"gpus\"; expected one of them: --map p=nodes, --map p=gpus"),
             qPrintable(refusal("nodes,gpus,time\n1,8,10\n2,16,6\n")));
    QVERIFY2(joinedWarnings(readValid("nodes,gpus,time\n1,8,10\n1,16,6\n"))
                 .contains("p was read from \"gpus\"; \"nodes\" would fit too (--map p=nodes)"),
             "");
    QCOMPARE(timesText(readValid("nodes,gpu_count,time\n1,0,10\n2,0,6\n").ladders.front()), "1:10 2:6");
    QVERIFY(refusal("p,wall,elapsed\n1,10,11\n2,6,7\n").contains("time could be \"wall\", \"elapsed\""));
    QVERIFY(refusal("p,time_s,time_ms\n1,10,11\n2,6,7\n").contains("time could be \"time_s\", \"time_ms\""));
    QCOMPARE(timesText(readValid("p,wall,elapsed\n1,10,10\n2,6,6\n").ladders.front()), "1:10 2:6");
    const LadderFile mappedToGpus =
        readValid("nodes,gpus,time\n1,8,10\n2,16,6\n", {.columns = {{LadderColumn::P, "gpus"}}});
    QCOMPARE(timesText(mappedToGpus.ladders.front()), "8:10 16:6");
    QVERIFY(mappedToGpus.warnings.empty());
}

void tst_ladder_file::evidence()
{
    // One node has runs with 8 and with 16 tasks, so tasks are p; the GPU rate falls as they grow, so it is a rate per
    // worker.
    const auto columnEvidence = [](const LadderFile& file, LadderColumn column) {
        for (const MappedColumn& each : file.mapping)
            if (each.column == column)
                return each;
        return MappedColumn{};
    };
    const LadderFile tasks = readValid("nodes,tasks,time\n1,8,80\n1,16,50\n2,32,30\n");
    QCOMPARE(columnEvidence(tasks, LadderColumn::P).header, std::string("tasks"));
    QVERIFY(evidenceText(columnEvidence(tasks, LadderColumn::P)).find("nodes") != std::string::npos);
    QVERIFY(columnEvidence(tasks, LadderColumn::Time).evidence.empty());
    const LadderFile rate = readValid("gpus,tokens/s/gpu\n1,100\n2,95\n4,90\n");
    QVERIFY(columnEvidence(rate, LadderColumn::Throughput).isPerWorker &&
            !columnEvidence(rate, LadderColumn::Throughput).evidence.empty());
    // The evidence distinguishes a name with a unit, a name without one, and a name from the contract.
    const LadderFile fromContractNames = readValid("p,time\n1,80\n2,50\n"),
                     withoutUnits = readValid("gpus,elapsed\n1,80\n2,50\n"),
                     unit = readValid("gpus,elapsed_s\n1,80\n2,50\n");
    const std::string contractNameEvidence = evidenceText(columnEvidence(fromContractNames, LadderColumn::Time)),
                      noUnitEvidence = evidenceText(columnEvidence(withoutUnits, LadderColumn::Time)),
                      unitEvidence = evidenceText(columnEvidence(unit, LadderColumn::Time));
    QVERIFY(contractNameEvidence != noUnitEvidence && noUnitEvidence != unitEvidence &&
            contractNameEvidence != unitEvidence);
}

void tst_ladder_file::confidence()
{
    const LadderFile file = readValid("gpus,runtime,comm_ms,t_wait,foo\n1,10,0,0,1\n2,6,1,0,2\n");
    QStringList warningTexts;
    for (const MappedColumn& each : file.mapping)
        warningTexts += QString("%1 %2 %3 %4")
                            .arg(QString::fromStdString(each.header), QString::fromStdString(each.unit))
                            .arg(each.unitGiven)
                            .arg(confidenceName(each.confidence));
    QCOMPARE(warningTexts.join('|'), "gpus  0 likely|runtime s 0 unsure|comm_ms ms 1 said|t_wait s 0 unsure");
    QCOMPARE(QString::fromStdString(guessText(file.mapping[1])),
             "time is taken from \"runtime\", in s because it names no unit: unsure; set it with --map time=NAME");
    QVERIFY(guessText(file.mapping[2]).empty());
    QCOMPARE(file.unusedHeaders, std::vector<std::string>{"foo"});
    // Seconds next to milliseconds are probably a mistake and are reported.
    QVERIFY2(joinedWarnings(file).contains("column \"t_wait\" has no unit and was read in s, unlike \"comm_ms\" in ms"),
             qPrintable(joinedWarnings(file)));
}

// Degrees of parallelism are neither times nor workers; rows with the same p that differ in them are reported.
void tst_ladder_file::parallelism()
{
    for (const char* degree : {"tp", "pp", "dp", "ep", "cp"}) {
        const QByteArray table = QByteArray("gpus,") + degree + ",step_time_ms\n8,1,900\n8,2,800\n16,2,500\n";
        QVERIFY(refusal(table).contains(QString("--where %1=1").arg(degree)));
        QCOMPARE(timesText(readValid(table, {.columns = {}, .rowFilters = {{degree, "2"}}}).ladders.front()),
                 "8:0.8 16:0.5");
        QVERIFY(refusal(QByteArray(degree) + ",step_time_ms\n8,900\n16,500\n")
                    .contains("no column is the number of workers"));
    }
    QVERIFY(refusal("gpus,tp\n8,1\n16,2\n").contains("no column holds a time"));
    QCOMPARE(timesText(readValid("p,Tp (s)\n1,9\n2,5\n").ladders.front()), "1:9 2:5");
}

void tst_ladder_file::totals()
{
    const LadderFile file = readValid("p,total,compute,communication\n1,100,100,0\n4,40,25,10\n");
    QCOMPARE(timesText(file.ladders.front()), "1:100 4:40");
    QVERIFY(file.unusedHeaders.empty());
    QCOMPARE(timesText(readValid("p,total,compute_ms,communication_ms\n4,40,25,10\n").ladders.front()), "4:0.04");
    // These are steps, not seconds: the total is less than its parts.
    const LadderFile steps = readValid("p,total,compute,communication\n1,10,100,0\n4,10,25,10\n");
    QCOMPARE(timesText(steps.ladders.front()), "1:100 4:35");
    QVERIFY(joinedWarnings(steps).contains("\"total\" is less than a part"));
}

/// Communication overlapped with compute: their sum exceeds the run time, which is still used as the time.
void tst_ladder_file::overlaps()
{
    const QByteArray allParts = "p,TOTAL,COMM,COMPUTE\n1,10,0,10\n2,5.5,1,5\n4,3,0.8,2.5\n";
    const LadderFile file = readValid(allParts);
    QCOMPARE(timesText(file.ladders.front()), "1:10 2:5.5 4:3");
    QVERIFY(!file.ladders.front().points[1].compS);
    QVERIFY2(joinedWarnings(file).contains(
                 "the parts sum to 6 s where \"TOTAL\" is 5.50 s (line 3): they overlap, and \"COMPUTE\", \"COMM\" "
                 "were left out"),
             qPrintable(joinedWarnings(file)));
    const auto mapped = [&](const char* map) { return readValid(allParts, {.columns = parseColumnMap(map).value()}); };
    QCOMPARE(timesText(mapped("time=TOTAL").ladders.front()), "1:10 2:5.5 4:3");
    const LadderFile mappedParts = mapped("time=TOTAL,comm=COMM");
    QCOMPARE(*mappedParts.ladders.front().points[1].commS, 1.0);
    QVERIFY(!mappedParts.ladders.front().points[1].compS);
    // If all of them are mapped, the contradiction is reported.
    QVERIFY(refusal(allParts, {.columns = parseColumnMap("time=TOTAL,comm=COMM,comp=COMPUTE").value()})
                .contains("more than the time"));
    QVERIFY(refusal("p,time,comp,comm\n1,10,9,1\n2,5.5,5,1\n").contains("more than the time"));
    // A part longer than a guessed time: one of the two is in another unit.
    QVERIFY(refusal("p,runtime,compute,comm_time\n1,10,9000,1\n2,5.5,5000,1\n").contains("more than the time"));
}

void tst_ladder_file::readsUnitsOfHeaders_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("map");
    QTest::addColumn<double>("seconds");  // the value of a cell that contains 3
    const auto row = [](const char* header, const char* map, double seconds) {
        QTest::addRow("%s, %s", header, map) << QByteArray(header) << QString(map) << seconds;
    };
    row("sec/epoch", "", 3);
    row("s/iter", "", 3);
    row("ms/step", "", 0.003);
    row("minutes_per_epoch", "", 180);
    row("minutes", "", 180);
    row("minutes", "time=minutes", 180);
    row("hours", "time=hours", 10800);
    row("milliseconds", "", 0.003);
    row("run", "time=run(min)", 180);
    row("min", "time=min(min)", 180);
    row("min", "time=min(s)", 3);
    row("Time per epoch [h]", "", 10800);
}

void tst_ladder_file::readsUnitsOfHeaders()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, map);
    QFETCH(double, seconds);
    LadderFileOptions options;
    if (!map.isEmpty())
        options.columns = parseColumnMap(map.toStdString()).value();
    const LadderFile file = readValid("p," + header + "\n1,3\n2,2\n", options);
    QCOMPARE(*file.ladders.front().points.front().timeS, seconds);
}

void tst_ladder_file::rejectsColumnMapsThatDoNotFit_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("says");
    QTest::newRow("minutes or the least")
        << QByteArray("min") << "time=min"
        << "\"min\" may mean minutes or the minimum; expected time=min(min) for minutes, or time=min(s)";
    QTest::newRow("the minimum, next to a maximum") << QByteArray("time_min,time_max") << "time=time_min"
                                                    << "may mean minutes or the minimum";
    QTest::newRow("a rate") << QByteArray("images_per_s") << "time=images_per_s"
                            << "\"images_per_s\" is a rate";
    QTest::newRow("a share") << QByteArray("wait_pct") << "time=wait_pct"
                             << "\"wait_pct\" is a share";
    QTest::newRow("joules") << QByteArray("energy_kj") << "time=energy_kj"
                            << "\"energy_kj\" is in kJ";
    QTest::newRow("a time as a rate") << QByteArray("step_ms") << "throughput=step_ms"
                                      << "\"step_ms\" is in ms";
}

void tst_ladder_file::rejectsColumnMapsThatDoNotFit()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, map);
    QFETCH(QString, says);
    const QByteArray cells = header.contains(',') ? ",3,4" : ",3";
    const QString refusalText = refusal("p," + header + "\n1" + cells + "\n2" + cells + "\n",
                                        {.columns = parseColumnMap(map.toStdString()).value()});
    QVERIFY2(refusalText.contains(says), qPrintable(refusalText));
}

// A name column separates ladders wherever it is; a note column does not.
void tst_ladder_file::findsNameColumnsAnywhere_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("warning");
    QTest::newRow("last") << QByteArray("p,time,model\n1,10,a\n2,6,a\n1,20,b\n2,11,b\n") << "a|b"
                          << "";
    QTest::newRow("first") << QByteArray("model,p,time\na,1,10\na,2,6\nb,1,20\nb,2,11\n") << "a|b"
                           << "";
    QTest::newRow("between") << QByteArray("time,model,p\n10,a,1\n6,a,2\n20,b,1\n11,b,2\n") << "a|b"
                             << "";
    QTest::newRow("last, at other p") << QByteArray("p,time,model\n1,10,a\n2,6,a\n4,20,b\n8,11,b\n") << "a|b"
                                      << "--where model=*";
    QTest::newRow("two, last") << QByteArray(
                                      "p,time,model,cloud\n1,10,a,x\n2,6,a,x\n1,20,a,y\n2,11,a,y\n1,3,b,x\n2,2,b,x\n")
                               << "a / x|a / y|b"
                               << "";
    QTest::newRow("last, one of them with one p")
        << QByteArray("p,time,model\n1,100,resnet\n2,60,bert\n4,30,bert\n") << "resnet|bert"
        << "--where model=* reads them as one";
    QTest::newRow("first, one of them with one p")
        << QByteArray("model,p,time\nresnet,1,100\nbert,2,60\nbert,4,30\n") << "resnet|bert"
        << "";
    QTest::newRow("last, a name for every p") << QByteArray("p,time,cluster\n1,10,x\n2,6,y\n4,4,z\n") << ""
                                              << "does not separate ladders";
    QTest::newRow("one p") << QByteArray("p,time,model\n4,10,a\n4,20,b\n") << "a|b"
                           << "";
    QTest::newRow("p written in two ways") << QByteArray("p,time,model\n1,10,a\n2,6,a\n1.0,20,b\n2.0,11,b\n") << "a|b"
                                           << "";
    QTest::newRow("hosts of repeats") << QByteArray("p,time,host\n1,10,n1\n1,11,n2\n2,6,n1\n2,7,n2\n") << ""
                                      << "differ in column \"host\"";
    QTest::newRow("when each began") << QByteArray("p,time,started\n1,10,9:00\n1,11,9:01\n2,6,9:02\n2,7,9:03\n") << ""
                                     << "";
    QTest::newRow("a measured quantity") << QByteArray("p,time,gflops\n1,10,5.1\n1,11,4.9\n2,6,9.7\n2,7,9.2\n") << ""
                                         << "";
}

void tst_ladder_file::findsNameColumnsAnywhere()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, names);
    QFETCH(QString, warning);
    const LadderFile file = readValid(text);
    QCOMPARE(joinedNames(file), names);
    if (warning.isEmpty())
        QVERIFY2(joinedWarnings(file).isEmpty(), qPrintable(joinedWarnings(file)));
    else
        QVERIFY2(joinedWarnings(file).contains(warning), qPrintable(joinedWarnings(file)));
    // Names or sizes that differ, with times that differ by a third or more: other things, not repeats.
    QVERIFY(refusal("p,time,billions\n1,10,1.5\n1,13,7.5\n2,6,1.5\n2,8,7.5\n").contains("--where billions=1.5"));
    QVERIFY(refusal("p,time,case\n1,10,a\n1,15,b\n2,6,c\n2,9,d\n").contains("differ in column \"case\""));
}

void tst_ladder_file::encodings_data()
{
    QTest::addColumn<QByteArray>("text");
    const QString table =
        QString::fromUtf8("model,p,time\nk\xC3\xBC\xF0\x9F\x98\x80,1,800\nk\xC3\xBC\xF0\x9F\x98\x80,2,430.5\n");
    const auto encoded = [&](QStringConverter::Encoding encoding, bool mark) {
        QStringEncoder encoder(encoding, mark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default);
        return QByteArray(encoder.encode(table));
    };
    QTest::newRow("UTF-8") << encoded(QStringConverter::Utf8, false);
    QTest::newRow("UTF-8, marked") << encoded(QStringConverter::Utf8, true);
    QTest::newRow("UTF-16, little") << encoded(QStringConverter::Utf16LE, true);
    QTest::newRow("UTF-16, big") << encoded(QStringConverter::Utf16BE, true);
    QTest::newRow("UTF-16, little, unmarked") << encoded(QStringConverter::Utf16LE, false);
    QTest::newRow("UTF-16, big, unmarked") << encoded(QStringConverter::Utf16BE, false);
}

void tst_ladder_file::encodings()
{
    QFETCH(QByteArray, text);
    QCOMPARE(timesText(readValid(text).ladders.front()), "1:800 2:430.5");
    const QByteArray json = QStringEncoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom)
                                .encode(QString(R"([{"p": 1, "time": 800}])"));
    QCOMPARE(timesText(readValid(json).ladders.front()), "1:800");
    QVERIFY(refusal(QByteArray("\xFF\xFE\0\0p\0\0\0", 8)).contains("UTF-32"));
}

// The keys are those of the contract; the times are the ones written here.
void tst_ladder_file::readsItsOwnAnswers()
{
    const LadderFile attributed = readValid(R"({"schema": 1, "ladder": "mine", "scaling": "weak", "rows": [
        {"p": 1, "t": 8, "lost_folds": 0, "communication": 0, "waiting": 0}, {"p": 2, "t": 9, "lost_folds": 0.2, "communication": 0.1, "waiting": 0.1}]})");
    QCOMPARE(timesText(attributed.ladders.front()), "1:8 2:9");
    QVERIFY(!attributed.ladders.front().points[1].commS);  // folds are not seconds
    QCOMPARE(attributed.ladders.front().name, std::string("mine"));
    QCOMPARE(*attributed.ladders.front().scaling, Scaling::Weak);
    QCOMPARE(attributed.unusedHeaders.size(), std::size_t(3));
    const LadderFile predicted = readValid(
        R"({"schema": 1, "pattern": "ring-all-reduce", "rows": [{"p": 2, "t_comp": 4, "t_comm": 1, "t_step": 5, "cost": null}]})");
    QCOMPARE(timesText(predicted.ladders.front()), "2:5");
    QCOMPARE(*predicted.ladders.front().points[0].commS, 1.0);
    QVERIFY(joinedWarnings(predicted).contains("predicted, not measured"));
    const LadderFile table = readValid(
        "p,t,speedup,lost_folds,communication,waiting,serial,io\n1,8,1,0,0,0,0,0\n2,5,1.6,0.4,0.1,0.2,0.1,0\n");
    QCOMPARE(timesText(table.ladders.front()), "1:8 2:5");
    QVERIFY(!table.ladders.front().points[1].commS && !table.ladders.front().points[1].ioS);
    QVERIFY(refusal(R"({"schema": 1, "rows": [{"p": 2, "seconds": 4}]})").contains("hold no run times"));
}

void tst_ladder_file::logs()
{
    QVERIFY(refusal("# OSU MPI Allreduce Latency Test v5.6.2\n# Size  Avg Latency(us)\n4  5.1\n8  5.2\n")
                .contains("a log of OSU micro-benchmarks"));
    QVERIFY(refusal("#----\n#    Intel(R) MPI Benchmarks 2019 Update 5, MPI-1 part\n 0 1 2\n")
                .contains("a log of Intel MPI Benchmarks"));
    QVERIFY(refusal("[1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8\n").contains("a log of nccl-tests"));
    QVERIFY(refusal("  32768  8192  float  sum  -1  18.66  1.76  3.07  0\n").contains("a log of nccl-tests"));
    QCOMPARE(refusal("# run beside the OSU benchmarks\np,time\n1,8\n2,5\n"), "accepted");
    SCALEWRIGHT_SHARED_DATA(folder, "collectives");
    int seen = 0;
    for (const char* logFormat : {"osu", "imb", "nccl"}) {
        QDir logs(folder + "/" + logFormat);
        for (const QString& name : logs.entryList(QDir::Files)) {
            const QString refusalText = refusal(content(logs.filePath(name)));
            QVERIFY2(refusalText.contains("is a log of "), qPrintable(name + ": " + refusalText));
            ++seen;
        }
    }
    QVERIFY(seen > 20);
}

// Wide tables are refused because of their width, even if their columns are parts; a table with one row more than the
// cell limit allows is refused for its number of cells.
void tst_ladder_file::bounds()
{
    QByteArray header = "p,time", row = "1,10";
    for (int i = 0; i < 100000; ++i) {
        header += ",c" + QByteArray::number(i);
        row += ",1";
    }
    const QByteArray wide = header + '\n' + row + '\n' + row + '\n';
    QVERIFY2(refusal(wide).contains("more than 1000 columns"), qPrintable(refusal(wide).left(200)));
    QVERIFY(refusal(QByteArray(wide).replace(',', ' ')).contains("more than 1000 columns"));
    QByteArray sparse = "[{\"p\": 1, \"time\": 2";  // one wide row, many narrow ones
    for (int i = 0; i < 900; ++i)
        sparse += ", \"c" + QByteArray::number(i) + "\": 1";
    sparse += "}" + QByteArray(",{\"p\":1,\"time\":2}").repeated(5000) + "]";
    QVERIFY(refusal(sparse).contains("more than 1000000 cells"));
}

void tst_ladder_file::mapsColumnsWithUnits()
{
    const LadderFile file = readValid("p,median\n1,1000\n2,600\n", {.columns = {{LadderColumn::Time, "median(us)"}}});
    QCOMPARE(timesText(file.ladders.front()), "1:0.001 2:0.0006");
    QVERIFY(refusal("p,median\n1,1000\n", {.columns = {{LadderColumn::Time, "median(parsec)"}}})
                .contains("unknown unit \"(parsec)\""));
    QVERIFY(refusal("p,median\n1,1000\n", {.columns = {{LadderColumn::Time, "mean"}}})
                .contains("there is no column \"mean\"; expected one of \"p\", \"median\""));
}

void tst_ladder_file::columnMap_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("good") << "p=gcds, time=runtime_s"
                          << "";
    QTest::newRow("an unknown role") << "q=gcds"
                                     << "there is no role \"q\"";
    QTest::newRow("twice") << "p=a,p=b"
                           << "the role \"p\" is given twice";
    QTest::newRow("no equals sign") << "gcds"
                                    << "\"gcds\" maps no column";
    QTest::newRow("nothing") << ""
                             << "maps no column";
}

void tst_ladder_file::columnMap()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Result<std::map<LadderColumn, std::string>> columns = parseColumnMap(text.toStdString());
    if (says.isEmpty()) {
        QVERIFY(columns);
        QCOMPARE(columns->at(LadderColumn::P), std::string("gcds"));
        QCOMPARE(columns->at(LadderColumn::Time), std::string("runtime_s"));
    } else {
        QVERIFY(!columns);
        QVERIFY2(QString::fromStdString(describe(columns.error())).contains(says), describe(columns.error()).c_str());
    }
}

void tst_ladder_file::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray("") << "holds no rows";
    QTest::newRow("comments only") << QByteArray("# nothing\n\n") << "holds no rows";
    QTest::newRow("header only") << QByteArray("p,time\n") << "a header and no rows";
    QTest::newRow("binary") << QByteArray("p,time\n1,\0\n", 11) << "binary";
    QTest::newRow("no header") << QByteArray("1,800\n2,430\n") << "1: there is no header row";
    QTest::newRow("no workers") << QByteArray("foo,time\n1,800\n")
                                << "1: no column is the number of workers; the header names \"foo\", \"time\"; "
                                   "expected a column p, or --map p=NAME";
    QTest::newRow("no figure") << QByteArray("p,foo\n1,800\n") << "1: no column holds a time or a throughput";
    QTest::newRow("two times with their units")
        << QByteArray("p,minutes,step_ms\n1,2,100\n2,1,60\n") << "time could be";
    QTest::newRow("ranks and threads") << QByteArray("ranks,threads,time\n1,2,100\n2,4,60\n") << "p could be";
    QTest::newRow("two experiments that differ tenfold")
        << QByteArray("p,time,experiment\n1,10,1\n1,100,2\n2,6,1\n2,60,2\n")
        << "differ in column \"experiment\" (\"1\", \"2\"), and their times by a factor of 10";
    QTest::newRow("two cases, twice as long")
        << QByteArray("p,time,case\n1,10,a\n1,20,b\n2,6,c\n2,11,d\n") << "differ in column \"case\"";
    QTest::newRow("text for p") << QByteArray("p,time\n1,800\ntwice,430\n")
                                << "3:1: p: \"twice\" is not a number of workers";
    QTest::newRow("zero workers") << QByteArray("p,time\n0,800\n") << "2:1: p: \"0\" is zero workers";
    QTest::newRow("negative workers") << QByteArray("p,time\n-2,800\n") << "2:1: p: \"-2\" is negative";
    QTest::newRow("half a worker") << QByteArray("p,time\n1.5,800\n") << "2:1: p: \"1.5\" is not a number of workers";
    QTest::newRow("thousands in p") << QByteArray("p;time\n1,000;800\n")
                                    << "2:1: p: \"1,000\" is not a number of workers";
    QTest::newRow("p missing") << QByteArray("p,time\n,800\n") << "2:1: p: no number of workers";
    QTest::newRow("a slip in a time") << QByteArray("p,time\n1,800\n2,4O0\n") << "3:3: time:";
    QTest::newRow("a column of words") << QByteArray("p,time\n1,fast\n2,crashed\n") << "2:3: time:";
    QTest::newRow("zero time") << QByteArray("p,time\n1,0\n") << "2:3: time: 0 is zero";
    QTest::newRow("negative time") << QByteArray("p,runtime_s\n1,-4\n") << "2:3: runtime_s: -4 is negative";
    QTest::newRow("nan") << QByteArray("p,time\n1,nan\n") << "2:3: time:";
    QTest::newRow("inf") << QByteArray("p,time\n1,inf\n") << "2:3: time:";
    QTest::newRow("hex") << QByteArray("p,time\n1,0x10\n") << "2:3: time:";
    QTest::newRow("overflow") << QByteArray("p,time\n1,1e999\n") << "2:3: time:";
    QTest::newRow("parts exceed the time") << QByteArray("p,time,comp,comm\n1,100,100,0\n4,30,25,9\n")
                                           << "3:3: time: the parts sum to 34 s, more than the time of 30 s";
    QTest::newRow("negative part") << QByteArray("p,time,comm\n1,100,-1\n") << "2:7: comm: -1 is negative";
    QTest::newRow("decimal comma among commas")
        << QByteArray("p,time\n1,800\n2,430,5\n") << "3: 3 fields where the header has 2";
    QTest::newRow("comma among points") << QByteArray("p;time\n1;800.5\n2;430,5\n")
                                        << "3:3: time: \"430,5\" has a comma";
    QTest::newRow("two commas") << QByteArray("p;time\n1;1,800,5\n") << "2:3: time: \"1,800,5\" has a comma";
    QTest::newRow("a row too short") << QByteArray("p time comm\n1 800 0\n2 430\n")
                                     << "3: 2 fields where the header has 3";
    QTest::newRow("a column twice") << QByteArray("p time p\n1 800 1\n") << "1:8: the header names \"p\" twice";
    QTest::newRow("one figure per row")
        << QByteArray("nodes,metric,value\n1,duration,3\n1,fom,4\n")
        << "--where metric=NAME --map time=value (or throughput=value); NAME is one of \"duration\", \"fom\"";
    QTest::newRow("too many columns") << "p" + QByteArray(" x").repeated(1000) + "\n"
                                      << "1: more than 1000 columns";
    QTest::newRow("no figures") << QByteArray("p,time\n1,\n2,N/A\n") << "no row holds a figure";
}

void tst_ladder_file::refused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QString refusalText = refusal(text);
    QVERIFY2(refusalText.contains(says), qPrintable(refusalText));
    QVERIFY2(refusalText.contains("; expected "), qPrintable(refusalText));
}

void tst_ladder_file::reportsEveryInvalidCell()
{
    const Result<LadderFile> file = readLadders("p,time\n0,1\n2,-1\n3,x\n4,5\n");
    QVERIFY(!file);
    QCOMPARE(file.error().problems.size(), std::size_t(3));
    QCOMPARE(file.error().problems[2].location.line, 4);
    QCOMPARE(file.error().problems[2].location.column, 3);
}

void tst_ladder_file::missingCells()
{
    const LadderFile file = readValid("p,time,comm\n1,800,\n2,N/A,\n4,260,34\n");
    QCOMPARE(timesText(file.ladders.front()), "1:800 4:260");
    QVERIFY(!file.ladders.front().points[0].commS);
    QCOMPARE(*file.ladders.front().points[1].commS, 34.0);
    QVERIFY2(joinedWarnings(file).contains("line 3: p = 2 has no figure and was left out"),
             qPrintable(joinedWarnings(file)));
}

// Texts that users write if a run has no time. None of them is read as a number, and the other rows are kept.
void tst_ladder_file::failedRuns()
{
    for (const char* word :
         {"abgestuerzt", "abgest\u00FCrzt", "crashed", "failed", "OOM", "timeout", "nan", "out of memory"}) {
        const LadderFile file = readValid(QByteArray("p,time\n1,800\n2,430\n2,") + word + "\n4,260\n");
        QCOMPARE(timesText(file.ladders.front()), "1:800 2:430 4:260");
        QVERIFY2(joinedWarnings(file).contains(
                     QStringLiteral("line 4: p = 2 has \"%1\" instead of a figure").arg(QString::fromUtf8(word))),
                 qPrintable(joinedWarnings(file)));
    }
    // The units and commas of the other cells are still used.
    const LadderFile minutes = readValid("p;zeit\n1;8 min\n2;abgestuerzt\n4;2,5 min\n");
    QCOMPARE(timesText(minutes.ladders.front()), "1:480 4:150");
    const LadderFile parts = readValid("p,comp,comm,idle\n1,800,0,0\n2,OOM,,\n4,200,50,10\n");
    QCOMPARE(parts.ladders.front().points.size(), std::size_t{2});
}

void tst_ladder_file::severalLadders()
{
    const QByteArray text =
        "platform,data,p,model,images_per_s\nA,real,1,x,10\nA,real,2,x,18\nA,fake,1,x,11\nA,fake,2,x,21\nB,real,1,x,"
        "5\nB,real,2,y,"
        "9\nB,real,1,y,6\n";
    const LadderFile file = readValid(text);
    QCOMPARE(joinedNames(file), "A / real|A / fake|B / x|B / y");
    QCOMPARE(timesText(file.ladders[1]), "1:0.0909091 2:0.047619");
    const LadderFile selected = readValid(text, {.rowFilters = {{"Platform", "a"}, {"data", "fake"}}});
    QCOMPARE(selected.ladders.size(), std::size_t(1));
    QCOMPARE(*selected.ladders.front().points[1].throughputPerS, 21.0);
    QCOMPARE(readValid(text, {.rowFilters = {{"data", "fake"}, {"data", "real"}}}).ladders.size(), std::size_t(4));
    QVERIFY(refusal(text, {.rowFilters = {{"platform", "C"}}})
                .contains("no row has \"c\" in column \"platform\"; expected one of \"A\", \"B\""));
    QVERIFY(refusal(text, {.rowFilters = {{"cloud", "C"}}}).contains("there is no column \"cloud\""));
}

void tst_ladder_file::notesDoNotSplitLadders()
{
    // A text column to the right of the numbers, and one in which no two rows agree.
    const LadderFile file =
        readValid("date,p,time,note\n2026-01-01,1,10,warm\n2026-01-02,2,6,cold\n2026-01-03,4,4,warm\n");
    QCOMPARE(file.ladders.size(), std::size_t(1));
    QVERIFY2(file.warnings.empty(), qPrintable(joinedWarnings(file)));
    QCOMPARE(file.unusedHeaders, (std::vector<std::string>{"date", "note"}));
    // Different hosts, unlike different dates, are reported.
    QVERIFY(joinedWarnings(readValid("p,time,host\n1,10,a\n1,11,b\n2,6,a\n2,7,b\n"))
                .contains("column \"host\" (\"a\", \"b\") and are read as repeats; --where host=a keeps one"));
}

void tst_ladder_file::datesDoNotSplitLadders_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArrayList>("texts");
    QTest::addColumn<bool>("isDate");
    QTest::newRow("as ladder run writes it, of runs shorter than a second")
        << QByteArray("started") << QByteArrayList{"2026-11-24T22:17:07", "2026-11-24T22:17:08"} << true;
    QTest::newRow("by name alone") << QByteArray("timestamp") << QByteArrayList{"1764022627", "1764022628"} << true;
    QTest::newRow("days") << QByteArray("when") << QByteArrayList{"2026-11-24", "2026-11-25"} << true;
    QTest::newRow("days in German") << QByteArray("Tag") << QByteArrayList{"24.11.2026", "25.11.2026"} << true;
    QTest::newRow("days and hours") << QByteArray("when") << QByteArrayList{"11/24/2026 10:15 PM", "11/25/2026 9:05 AM"}
                                    << true;
    QTest::newRow("as C writes it") << QByteArray("when")
                                    << QByteArrayList{"Tue Nov 24 22:17:07 2026", "Wed Nov 25 22:17:07 2026"} << true;
    QTest::newRow("with a zone") << QByteArray("when")
                                 << QByteArrayList{"2026-11-24 22:17:07.123+01:00", "2026-11-25 22:17:07.5Z"} << true;
    QTest::newRow("near miss: versions") << QByteArray("release") << QByteArrayList{"2021.10.1", "2021.11.1"} << false;
    QTest::newRow("near miss: names with a date in them")
        << QByteArray("build") << QByteArrayList{"fast-2026-11-24", "slow-2026-11-24"} << false;
    QTest::newRow("near miss: models") << QByteArray("model") << QByteArrayList{"may-7", "may-13"} << false;
}

// Two rows at each p, one with each text: if the text is a date, they are repeats of one ladder and no --where is
// offered; otherwise they are two ladders.
void tst_ladder_file::datesDoNotSplitLadders()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArrayList, texts);
    QFETCH(bool, isDate);
    for (const bool first : {true, false}) {
        QByteArray text = first ? name + ",p,time\n" : "p,time," + name + "\n";
        for (const char* const row : {"1,0.10", "2,0.06", "4,0.04"})
            for (const QByteArray& each : texts)
                text += first ? each + "," + row + "\n" : row + QByteArray(",") + each + "\n";
        const LadderFile file = readValid(text);
        QCOMPARE(file.ladders.size(), std::size_t(isDate ? 1 : 2));
        QVERIFY2(!isDate || file.warnings.empty(), qPrintable(joinedWarnings(file)));
    }
}

// Three of five runs at p = 2 and all at p = 4 gave no time: they are counted, and none of their columns is mistaken
// for repeats.
void tst_ladder_file::failedRows()
{
    const QByteArray header = "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n";
    const QByteArray rows =
        "1,1,1.0,ok,a,2026-11-24T22:17:07,,,,,\n1,2,1.1,ok,a,2026-11-24T22:17:07,,,,,\n2,1,0.6,ok,a,2026-11-24T22:17:"
        "08,,,,,\n2,2,0.7,ok,a,2026-11-24T22:17:08,,,,,\n"
        "2,3,,timeout,a,2026-11-24T22:17:09,,,,,\n2,4,,timeout,a,2026-11-24T22:17:09,,,,,\n2,5,,exit "
        "3,a,2026-11-24T22:17:09,,,,,\n4,1,,signal 9,a,2026-11-24T22:17:09,,,,,\n";
    const LadderFile file = readValid(header + rows);
    QCOMPARE(timesText(file.ladders.front()), "1:1 1:1.1 2:0.6 2:0.7");
    QCOMPARE(file.ladders.front().failed, (std::vector<FailedRuns>{{.p = 2, .runs = 3}, {.p = 4, .runs = 1}}));
    QVERIFY2(!joinedWarnings(file).contains("read as repeats") && !joinedWarnings(file).contains("left out"),
             qPrintable(joinedWarnings(file)));
    // A pending run, and one without a status, did not fail.
    const LadderFile otherFile =
        readValid("p,time,state\n1,10,COMPLETED\n2,6,COMPLETED\n4,,PENDING\n8,,\n16,,CANCELLED by 1000\n");
    QCOMPARE(otherFile.ladders.front().failed, (std::vector<FailedRuns>{{.p = 16, .runs = 1}}));
    QVERIFY(joinedWarnings(otherFile).contains("p = 4 has no figure") &&
            joinedWarnings(otherFile).contains("p = 8 has no figure"));
    // Each of several ladders has its own failed runs.
    const LadderFile twoLadders =
        readValid("model,p,time,status\na,1,10,ok\na,2,6,ok\na,4,,oom\nb,1,20,ok\nb,2,,oom\nb,4,8,ok\nc,1,,oom\n");
    QCOMPARE(joinedNames(twoLadders), "a|b");
    QCOMPARE(twoLadders.ladders[0].failed, (std::vector<FailedRuns>{{.p = 4, .runs = 1}}));
    QCOMPARE(twoLadders.ladders[1].failed, (std::vector<FailedRuns>{{.p = 2, .runs = 1}}));
    QVERIFY(joinedWarnings(twoLadders).contains("no run of \"c\" succeeded"));
    // A ladder in a project keeps its failed runs.
    const LadderFile fromProject =
        readValid(R"({"points": [{"p": 1, "time_s": 10}], "failed_runs": [{"p": 8, "runs": 3}]})");
    QCOMPARE(fromProject.ladders.front().failed, (std::vector<FailedRuns>{{.p = 8, .runs = 3}}));
}

// The word is in a remarks column, or in a column not named "status".
void tst_ladder_file::findsFailedRowsInRemarks()
{
    for (const char* column : {"Bemerkung;abgest\u00FCrzt (OOM)", "Zustand;fehlgeschlagen", "Status;OOM",
                               "comment;NCCL timeout", "note;Out of memory"}) {
        const QByteArrayList words = QByteArray(column).split(';');
        const LadderFile file =
            readValid("GPUs;Laufzeit (s);" + words[0] + "\n2;1,92;\n4;1,18;ok\n4;;" + words[1] + "\n");
        QCOMPARE(timesText(file.ladders.front()), "2:1.92 4:1.18");
        QCOMPARE(file.ladders.front().failed, (std::vector<FailedRuns>{{.p = 4, .runs = 1}}));
    }
    // A remark that does not mention a failure does not count as one.
    QVERIFY(readValid("GPUs;Laufzeit (s);Bemerkung\n2;1,92;\n4;;erster Lauf\n").ladders.front().failed.empty());
}

void tst_ladder_file::ignoresTimesOfFailedRuns_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("good");
    QTest::addColumn<QByteArray>("bad");
    const auto row = [](const char* header, const char* goodWord, const char* badWord) {
        QTest::newRow(qPrintable(QString("%1: %2").arg(header, badWord)))
            << QByteArray(header) << QByteArray(goodWord) << QByteArray(badWord);
    };
    for (const char* word : {"FAILED",
                             "failed",
                             "OOM",
                             "error",
                             "timeout",
                             "killed",
                             "diverged",
                             "crashed",
                             "incomplete",
                             "cancelled",
                             "OUT_OF_MEMORY",
                             "NODE_FAIL",
                             "CANCELLED by 1000",
                             "exit 137",
                             "signal 9",
                             "not ok",
                             "did not finish",
                             "false",
                             "137",
                             "timed out after 600 s"})
        row("status", "COMPLETED", word);
    row("state", "ok", "failed");
    row("job_state", "COMPLETED", "TIMEOUT");
    row("result", "pass", "crash");
    row("outcome", "done", "error");
    row("Zustand", "fertig", "abgestuerzt");
    row("exit code", "0", "137");
    row("ExitCode", "0:0", "0:9");
    row("rc", "0", "-9");
    row("status", "0", "1");
    row("success", "true", "false");
    row("ok", "yes", "no");
    row("success", "1", "0");
    row("failed", "no", "yes");
}

/// The run on 8 aborted after 1.2 s: it failed and is not 83 times as fast. The column may come first.
void tst_ladder_file::ignoresTimesOfFailedRuns()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, good);
    QFETCH(QByteArray, bad);
    const QByteArrayList cells{"p,time", "1,100", "2,52", "4,27", "8,1.2"};
    for (const bool first : {false, true}) {
        QByteArray text;
        for (const QByteArray& each : cells) {
            const QByteArray statusCell = each == cells.front() ? header : each == cells.back() ? bad : good;
            text += first ? statusCell + ',' + each + '\n' : each + ',' + statusCell + '\n';
        }
        const LadderFile file = ::readValid(text);
        QCOMPARE(file.ladders.size(), std::size_t(1));
        QCOMPARE(timesText(file.ladders.front()), "1:100 2:52 4:27");
        QCOMPARE(file.ladders.front().failed, (std::vector<FailedRuns>{{.p = 8, .runs = 1}}));
        QVERIFY2(
            joinedWarnings(file).count("failed according to column") == 1 && joinedWarnings(file).contains("p = 8"),
            qPrintable(joinedWarnings(file)));
        // With this option they are read as successful.
        const LadderFile withAllRows = ::readValid(text, {.rowFilters = {{header.toStdString(), "*"}}});
        QCOMPARE(timesText(withAllRows.ladders.front()), "1:100 2:52 4:27 8:1.2");
    }
}

void tst_ladder_file::acceptsAnyWordForSuccess_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("said");
    for (const char* word : {"ok", "done", "COMPLETED", "success", "0", "finished", "true", "no errors", "error-free",
                             "ok after a timeout", "200", "warm"})
        QTest::newRow(word) << QByteArray("status") << QByteArray(word);
    QTest::newRow("codes") << QByteArray("exit code") << QByteArray("0");
    QTest::newRow("a figure") << QByteArray("result") << QByteArray("0.93");
    QTest::newRow("a remark") << QByteArray("note") << QByteArray("OOM at first");
}

void tst_ladder_file::acceptsAnyWordForSuccess()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, said);
    const LadderFile file =
        readValid("p,time," + header + "\n1,100," + said + "\n2,52," + said + "\n4,27," + said + "\n");
    QCOMPARE(timesText(file.ladders.front()), "1:100 2:52 4:27");
    QVERIFY(file.ladders.front().failed.empty());
}

void tst_ladder_file::failedRunsDoNotAffectTheReading()
{
    // A failed repeat is not part of the mean; one that is still running has no time yet.
    const LadderFile repeat = readValid("p,time,status\n1,100,ok\n2,52,ok\n2,3,OOM\n4,27,ok\n8,2,RUNNING\n");
    QCOMPARE(timesText(repeat.ladders.front()), "1:100 2:52 4:27");
    QCOMPARE(repeat.ladders.front().failed, (std::vector<FailedRuns>{{.p = 2, .runs = 1}}));
    QVERIFY2(joinedWarnings(repeat).contains("not finished") && joinedWarnings(repeat).contains("p = 8"),
             qPrintable(joinedWarnings(repeat)));
    // Each of several ladders has its own failed runs.
    const LadderFile twoLadders =
        readValid("model,p,time,status\na,1,10,ok\na,2,6,ok\na,4,1,oom\nb,1,20,ok\nb,2,11,ok\n");
    QCOMPARE(joinedNames(twoLadders), "a|b");
    QCOMPARE(twoLadders.ladders[0].failed, (std::vector<FailedRuns>{{.p = 4, .runs = 1}}));
    QVERIFY(twoLadders.ladders[1].failed.empty());
    const QString noneSucceeded = refusal("p,time,status\n1,100,FAILED\n2,52,OOM\n");
    QVERIFY2(noneSucceeded.contains("f:2") && noneSucceeded.contains("no run succeeded") &&
                 noneSucceeded.contains("--where status=* treats all as good"),
             qPrintable(noneSucceeded));
}

void tst_ladder_file::titledLadders_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("names");
    QTest::newRow("comments") << QByteArray("# A100\n") << QByteArray("# H100\n") << "A100|H100";
    QTest::newRow("titles") << QByteArray("A100\n") << QByteArray("H100\n") << "A100|H100";
    QTest::newRow("cards of one maker") << QByteArray("# A100\n") << QByteArray("# A40\n") << "A100|A40";
    QTest::newRow("runs") << QByteArray("# run 1\n") << QByteArray("# run 2\n") << "";
    QTest::newRow("runs in a word") << QByteArray("# run1\n") << QByteArray("# run2\n") << "";
    QTest::newRow("days") << QByteArray("# 2026-11-24\n") << QByteArray("# 2026-11-25\n") << "";
    QTest::newRow("one title") << QByteArray("# A100\n") << QByteArray("# A100\n") << "";
    QTest::newRow("no titles") << QByteArray() << QByteArray() << "";
    QTest::newRow("a title above the first") << QByteArray("# A100\n") << QByteArray() << "";
}

/// Two tables in one file under separate titles are two ladders; without titles the second repeats the first.
void tst_ladder_file::titledLadders()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QString, names);
    const QByteArray text = first + "p,time\n1,100\n2,52\n4,27\n\n" + second + "p,time\n1,90\n2,47\n4,25\n";
    const LadderFile file = readValid(text);
    QCOMPARE(joinedNames(file), names);
    QCOMPARE(timesText(file.ladders.front()), names.isEmpty() ? "1:100 2:52 4:27 1:90 2:47 4:25" : "1:100 2:52 4:27");
    if (names.isEmpty())
        return;
    QCOMPARE(timesText(file.ladders.back()), "1:90 2:47 4:25");
    QCOMPARE(readValid(text, {.rowFilters = {{"title", "A100"}}}).ladders.size(), std::size_t(1));
    QCOMPARE(readValid(text, {.rowFilters = {{"title", "*"}}}).ladders.size(), std::size_t(1));
    // If no p occurs under both, it is one ladder in two parts.
    const LadderFile parts = readValid(first + "p,time\n1,100\n2,52\n\n" + second + "p,time\n4,25\n8,14\n");
    QCOMPARE(timesText(parts.ladders.front()), "1:100 2:52 4:25 8:14");
}

/// Elapsed times at steps 10 and 20 are not two runs at one p, whatever the column is called.
void tst_ladder_file::cumulativeTimes()
{
    const QByteArray rows = ",time\n1,10,100\n1,20,200\n2,10,52\n2,20,104\n4,10,27\n4,20,54\n";
    for (const char* header : {"iter", "iteration", "iterations", "step"}) {
        const QString refusalText = refusal(QByteArray("p,") + header + rows);
        QVERIFY2(refusalText.contains(QString("column \"%1\"").arg(header)) && refusalText.contains("by a factor of 2"),
                 qPrintable(refusalText));
    }
    const LadderFile file = readValid("p,run" + rows);
    QCOMPARE(file.ladders.front().points.size(), std::size_t(6));
    QVERIFY2(joinedWarnings(file).contains("column \"run\"") && joinedWarnings(file).contains("read as repeats"),
             qPrintable(joinedWarnings(file)));
    const LadderFile days = readValid(
        "p,time,date\n1,100,2024-01-01\n2,52,2024-01-01\n4,27,2024-01-01\n"
        "1,40,2025-01-01\n2,22,2025-01-01\n4,12,2025-01-01\n");
    QVERIFY2(joinedWarnings(days).contains("column \"date\"") && joinedWarnings(days).contains("read as repeats"),
             qPrintable(joinedWarnings(days)));
    // Noise at one p is not a different run; repeats that agree need no warning.
    QVERIFY(readValid("p,repeat,time\n1,1,100\n1,2,101\n2,1,52\n2,2,53\n4,1,2\n4,2,5\n").warnings.empty());
    QVERIFY2(readValid("p,run,time\n1,1,100\n1,2,101\n2,1,52\n2,2,53\n").warnings.empty(), "");
}

// 0xFC and 0xE4 are u and a with umlauts in Latin-1, 0x80 is the euro sign in Windows-1252.
void tst_ladder_file::windows1252()
{
    const QByteArray text =
        "Anzahl Knoten;L\xE4ufe;R\xFC"
        "ckweg (ms);Zeit (s);Preis \x80\n1;1;20;3,4;1\n2;1;10;1,9;1\n";
    const LadderFile file = readValid(text, {.columns = {{LadderColumn::Communication, "R\u00FCckweg (ms)"}}});
    QCOMPARE(timesText(file.ladders.front()), "1:3.4 2:1.9");
    QCOMPARE(*file.ladders.front().points[0].commS, 0.02);
    QVERIFY(std::find(file.unusedHeaders.begin(), file.unusedHeaders.end(), "Preis \u20AC") !=
            file.unusedHeaders.end());
    QCOMPARE(joinedWarnings(file).count("Windows-1252"), 1);
    QVERIFY(!joinedWarnings(readValid("p,time\n1,2\n")).contains("Windows-1252"));
    // More valid UTF-8 characters than invalid bytes: it is UTF-8 with one broken byte.
    const Result<DecodedText> broken = decodeText("\u00FC\u00E4\xFC");
    QVERIFY(broken && !broken->isWindows1252);
    QCOMPARE(broken->text, std::string("\u00FC\u00E4\xFC"));
}

// 2 workers achieve 17066 and 16804, 4 achieve 27420: read as thousands only if the table shows it.
void tst_ladder_file::readsPointsInRates()
{
    const auto rates = [](const LadderFile& file) {
        QStringList rateTexts;
        for (const LadderPoint& point : file.ladders.front().points)
            rateTexts += QString("%1:%2").arg(point.p).arg(point.throughputPerS.value_or(-1));
        return rateTexts.join(' ');
    };
    const QByteArray german =
        "| GPUs | Tokens/s | Bemerkung |\n|---|---:|---|\n| 2 | 17.066 | |\n| 4 | 27.420 | |\n"
        "| 3 | ca. 23.240 | |\n";
    QCOMPARE(rates(readValid(german)), "2:17066 4:27420 3:23240");
    QVERIFY2(joinedWarnings(readValid(german)).contains("approximate"), qPrintable(joinedWarnings(readValid(german))));
    QCOMPARE(rates(readValid(german, {.commas = CommaReading::Thousands})), "2:17.066 4:27.42 3:23.24");
    QCOMPARE(rates(readValid("GPUs;tokens/s;loss\n2;17.066;0,51\n4;27.420;0,52\n")), "2:17066 4:27420");
    // Commas between columns, a decimal point elsewhere, or another number of digits: the points are decimal points.
    QCOMPARE(rates(readValid("GPUs,tokens/s\n2,17.066\n4,27.420\n")), "2:17.066 4:27.42");
    QCOMPARE(rates(readValid("GPUs;tokens/s;loss\n2;17.066;0.51\n4;27.420;0.52\n")), "2:17.066 4:27.42");
    QCOMPARE(rates(readValid("GPUs;tokens/s\n2;17.066\n4;27.42\n")), "2:17.066 4:27.42");
    // The values do not decide: both readings are mentioned, once.
    const QByteArray open = "GPUs;tokens/s\n2;17.066\n4;27.420\n";
    QVERIFY2(refusal(open).contains("\"17.066\" may be 17066 or 17.066"), qPrintable(refusal(open)));
    QCOMPARE(readLadders(open.toStdString()).error().problems.size(), std::size_t{1});
    QCOMPARE(rates(readValid(open, {.commas = CommaReading::Decimal})), "2:17066 4:27420");
    QCOMPARE(rates(readValid(open, {.commas = CommaReading::Thousands})), "2:17.066 4:27.42");
    const std::optional<TablePreview> preview = previewTable(open.toStdString(), 5);
    QVERIFY(preview && preview->ambiguousNumber);
    QCOMPARE(preview->ambiguousNumber->ifDecimal, std::string("17066"));
    QCOMPARE(preview->ambiguousNumber->ifThousands, std::string("17.066"));
}

void tst_ladder_file::remarksDoNotSplitLadders_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("ladders");
    QTest::newRow("mostly empty, before the times")
        << QByteArray("p,seen,time\n1,,800\n2,node was busy,410\n4,,215\n8,,120\n") << 1;
    QTest::newRow("mostly of one row")
        << QByteArray("p,time,seen\n1,800,ok\n1,810,ok\n2,410,node was busy\n2,400,ok\n4,215,fan was loud\n4,216,ok\n")
        << 1;
    QTest::newRow("near miss: two networks")
        << QByteArray("p,time,seen\n1,800,ib\n2,410,ib\n4,215,ib\n1,820,eth\n2,510,eth\n4,315,eth\n") << 2;
    QTest::newRow("near miss: a network that is named once")
        << QByteArray("p,time,seen\n1,800,ib\n2,410,ib\n4,215,ib\n4,315,eth\n") << 2;
}

void tst_ladder_file::remarksDoNotSplitLadders()
{
    QFETCH(QByteArray, text);
    QFETCH(int, ladders);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY(file);
    QCOMPARE(static_cast<int>(file->ladders.size()), ladders);
    QCOMPARE(file->unusedHeaders, (ladders == 1 ? std::vector<std::string>{"seen"} : std::vector<std::string>{}));
    QCOMPARE(file->splitColumns, (ladders == 1 ? std::vector<std::string>{} : std::vector<std::string>{"seen"}));
    if (ladders == 1)
        QVERIFY2(
            file->warnings.size() == 1 && file->warnings.front().find("\"seen\" holds remarks") != std::string::npos,
            "what was left out is said");
}

void tst_ladder_file::titles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");  // 0: no title
    QTest::newRow("words") << QByteArray("My ladder of Tuesday\np,time\n1,800\n2,410\n") << 1;
    QTest::newRow("one word") << QByteArray("Tuesday\np,time\n1,800\n2,410\n") << 1;
    QTest::newRow("with a comma") << QByteArray("Ladder, of Tuesday, in the cellar\np,time\n1,800\n2,410\n") << 1;
    QTest::newRow("with as many cells as the table") << QByteArray("Ladder, of Tuesday\np,time\n1,800\n2,410\n") << 1;
    QTest::newRow("behind a comment, two of them")
        << QByteArray("# me\n\nLadder\nof Tuesday\np\ttime\n1\t800\n2\t410\n") << 3;
    QTest::newRow("near miss: a bad row") << QByteArray("p,time\n1,800\n2,410,3\n") << 0;
    QTest::newRow("near miss: no column of workers") << QByteArray("run,time\na,800\nb,410\n") << 0;
}

void tst_ladder_file::titles()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QCOMPARE(file.has_value(), line > 0);
    const std::optional<TablePreview> preview = previewTable(text.toStdString(), 1);
    if (line == 0) {
        QVERIFY2(describe(file.error()).find("title") == std::string::npos, describe(file.error()).c_str());
        return;
    }
    QCOMPARE(timesText(file->ladders.front()), "1:800 2:410");
    QVERIFY2(joinedWarnings(*file).contains("title"), qPrintable(joinedWarnings(*file)));
    QVERIFY(preview);
    QCOMPARE(preview->header, (std::vector<std::string>{"p", "time"}));
}

/// Tables from a user trial: a title above columns of which two could be p leads to the same question as without the
/// title.
void tst_ladder_file::asksForPUnderATitle()
{
    const QByteArray text =
        "Skalierung ResNet-50, Cluster \"Falke\", Lauf vom 12.11.2026\nKnoten;GPUs;Zeit pro Schritt "
        "[ms];Bemerkung\n1;4;421,5;warm\n2;8;228,3;\n4;16;128,7;Knoten 3 langsam\n8;32;81,2;\n";
    QVERIFY2(refusal(text).contains("f:2: --map p: p could be \"GPUs\", \"Knoten\""), qPrintable(refusal(text)));
    const LadderFile file = readValid(text, {.columns = {{LadderColumn::P, "GPUs"}}});
    QCOMPARE(timesText(file.ladders.front()), "4:0.4215 8:0.2283 16:0.1287 32:0.0812");
    QVERIFY2(joinedWarnings(file).contains("line 1 was read as a title and left out"),
             qPrintable(joinedWarnings(file)));
    const std::optional<TablePreview> preview = previewTable(text.toStdString(), 1);
    QVERIFY(preview);
    QCOMPARE(preview->header.front(), std::string("Knoten"));
}

/// gnuplot files have their column names after a '#'.
void tst_ladder_file::readsAHeaderInAComment()
{
    const LadderFile file = readValid("# gpus time_s\n1 0.42\n2 0.22\n4 0.12\n");
    QCOMPARE(timesText(file.ladders.front()), "1:0.42 2:0.22 4:0.12");
    QVERIFY2(joinedWarnings(file).contains("line 1 was read as the header"), qPrintable(joinedWarnings(file)));
    QVERIFY(refusal("# measured on Tuesday by me\n1 0.42\n2 0.22\n").contains("there is no header row"));
}

void tst_ladder_file::commas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("figures");  // "1:950 …"; empty if the user is asked
    QTest::addColumn<QString>("warning");
    const QString thousands = "commas in column \"img/s\" were read as thousands separators: \"1,850\" is 1850";
    QTest::newRow("in order as thousands only")
        << QByteArray("GPUs;img/s\n1;950\n2;1,850\n4;3,600\n8;6,700\n") << "1:950 2:1850 4:3600 8:6700" << thousands;
    QTest::newRow("a decimal point elsewhere")
        << QByteArray("GPUs;img/s;speedup\n2;1,850;1.9x\n4;3,600;3.8x\n") << "2:1850 4:3600" << thousands;
    QTest::newRow("asked: both readings are ordered")
        << QByteArray("GPUs;img/s\n1;2,430\n2;4,690\n4;8,910\n8;16,100\n") << ""
        << "";
    QTest::newRow("a decimal comma in the column")
        << QByteArray("GPUs;img/s\n1;2,430\n2;4,6\n4;8,910\n") << "1:2.43 2:4.6 4:8.91"
        << "as decimal points";
    QTest::newRow("a decimal comma elsewhere")
        << QByteArray("GPUs;img/s;loss\n1;2,430;0,51\n2;4,690;0,52\n") << "1:2.43 2:4.69"
        << "as decimal points";
    QTest::newRow("both marks, English") << QByteArray("GPUs;img/s\n1;640\n4;1,200.5\n") << "1:640 4:1200.5"
                                         << "";
    QTest::newRow("both marks, German") << QByteArray("GPUs;img/s\n1;81,2\n4;1.072,4\n") << "1:81.2 4:1072.4"
                                        << "as decimal points";
    QTest::newRow("k, in the unit of the header") << QByteArray("GPUs;img/s\n4;8910\n8;16.1k\n") << "4:8910 8:16100"
                                                  << "";
    QTest::newRow("with their spread") << QByteArray("GPUs;img/s\n4;8910 +/- 120\n8;16100 \xC2\xB1 1.3%\n")
                                       << "4:8910 8:16100"
                                       << "only the value was used";
}

void tst_ladder_file::commas()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, figures);
    QFETCH(QString, warning);
    const auto figuresText = [](const LadderFile& file) {
        QStringList figureTexts;
        for (const LadderPoint& point : file.ladders.front().points)
            figureTexts += QString("%1:%2").arg(point.p).arg(point.throughputPerS.value_or(-1));
        return figureTexts.join(' ');
    };
    if (figures.isEmpty()) {
        QVERIFY2(refusal(text).contains("\"2,430\" may be 2430 or 2.43"), qPrintable(refusal(text)));
        QCOMPARE(readLadders(text.toStdString()).error().problems.size(), std::size_t{1});
        QCOMPARE(figuresText(readValid(text, {.commas = CommaReading::Thousands})), "1:2430 2:4690 4:8910 8:16100");
        QCOMPARE(figuresText(readValid(text, {.commas = CommaReading::Decimal})), "1:2.43 2:4.69 4:8.91 8:16.1");
        return;
    }
    const LadderFile file = readValid(text);
    QCOMPARE(figuresText(file), figures);
    QVERIFY2(warning.isEmpty() ? !joinedWarnings(file).contains("comma") : joinedWarnings(file).contains(warning),
             qPrintable(joinedWarnings(file)));
}

// 100 s x 10/s = 1000, 60 x 16 = 960 and 40 x 25 = 1000; 40 x 9999 = 399960.
void tst_ladder_file::timeAgainstThroughput()
{
    const QString warnings = joinedWarnings(readValid("p,time,throughput\n1,100,10\n2,60,16\n4,40,9999\n"));
    QVERIFY2(warnings.contains(
                 "line 4: time × throughput is 399960, but 1000 at line 2: they differ by more than a quarter"),
             qPrintable(warnings));
    QVERIFY(!warnings.contains("line 3: time"));
    for (const QByteArray& agree :
         {QByteArray("p,time,throughput\n1,100,10\n2,60,16\n4,40,25\n"),  // strong: the same work
          QByteArray("p,time,throughput,scaling\n1,100,10,weak\n2,105,19,weak\n4,110,36,weak\n"),  // work grows with p
          QByteArray("p,time,throughput\n1,100,10\n2,60,8\n4,40,6.2\n")})  // of one worker
        QVERIFY2(!joinedWarnings(readValid(agree)).contains("time × throughput"),
                 qPrintable(joinedWarnings(readValid(agree))));
    const QString warningsOfTwoRows = joinedWarnings(readValid("p,time,throughput\n1,100,10\n2,60,9999\n"));
    QVERIFY2(warningsOfTwoRows.contains("line 3: time × throughput is 599940, but 1000 at line 2"),
             qPrintable(warningsOfTwoRows));
}

/// DIN 1333: decimal comma and grouped thousands. The numbers equal those in the table next to them, written without
/// points. Groups of three digits are separated by a space (plain, no-break, thin, narrow), an underscore or an
/// apostrophe.
void tst_ladder_file::groupedWorkers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("workers");
    QTest::newRow("blank") << QByteArray("p,time\n1,10\n2,6\n10 000,5\n") << "1 2 10000";
    QTest::newRow("a thousand") << QByteArray("p,time\n1,10\n2,6\n1 000,5\n") << "1 2 1000";
    QTest::newRow("underscore") << QByteArray("p,time\n1,10\n2,6\n1_000,5\n") << "1 2 1000";
    QTest::newRow("apostrophe") << QByteArray("gpus,time\n1,10\n2,6\n1'000,5\n") << "1 2 1000";
    QTest::newRow("typographic") << QByteArray(
                                        "gpus,time\n1,10\n2,6\n1\xE2\x80\x99"
                                        "000,5\n")
                                 << "1 2 1000";
    QTest::newRow("no-break") << QByteArray(
                                     "p,time\n1,10\n2,6\n1\xC2\xA0"
                                     "000,5\n")
                              << "1 2 1000";
    QTest::newRow("thin") << QByteArray(
                                 "p,time\n1,10\n2,6\n1\xE2\x80\x89"
                                 "024,5\n")
                          << "1 2 1024";
    QTest::newRow("narrow") << QByteArray(
                                   "p,time\n1,10\n2,6\n1\xE2\x80\xAF"
                                   "000\xE2\x80\xAF"
                                   "000,5\n")
                            << "1 2 1000000";
    QTest::newRow("points") << QByteArray("gpus;time\n1;10,5\n2;6,1\n1.000;0,5\n2.000;0,4\n") << "1 2 1000 2000";
}

void tst_ladder_file::groupedWorkers()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, workers);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    QStringList p;
    for (const LadderPoint& point : file->ladders.front().points)
        p += QString::number(point.p);
    QCOMPARE(p.join(' '), workers);
}

/// Refused with the line and the cell; the user is asked for the count if a point may be either separator.
void tst_ladder_file::rejectsInvalidWorkerCounts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<QByteArray>("cell");
    QTest::newRow("two digits") << QByteArray("p,time\n1,10\n2,6\n10 00,5\n") << 4 << QByteArray("10 00");
    QTest::newRow("four digits") << QByteArray("p,time\n1,10\n2,6\n1_0000,5\n") << 4 << QByteArray("1_0000");
    QTest::newRow("zeros alone") << QByteArray("p,time\n1,10\n2,6\n1 00,5\n") << 4 << QByteArray("1 00");
    QTest::newRow("two separators") << QByteArray("p,time\n1,10\n2,6\n1 000_000,5\n") << 4 << QByteArray("1 000_000");
    QTest::newRow("a point") << QByteArray("p,time\n1,10.5\n2,6.1\n1.000,0.5\n") << 4 << QByteArray("1.000");
    for (const char* cell : {"1e-320", "-1e-400", "=3", "12 parsecs", "3 min", "0:03", "3 %", "3 GB", "< 3", "(3)"})
        QTest::newRow(cell) << QByteArray("p,time\n1,10\n2,6\n") + cell + ",5\n" << 4 << QByteArray(cell);
    QTest::newRow("points, ambiguous") << QByteArray("p,time\n1,10\n2,6\n1.000,5\n") << 4 << QByteArray("1.000");
}

void tst_ladder_file::rejectsInvalidWorkerCounts()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(QByteArray, cell);
    const Result<LadderFile> file = readLadders(text.toStdString());
    QVERIFY(!file);
    QCOMPARE(file.error().problems.size(), std::size_t{1});
    QCOMPARE(file.error().problems.front().location.line, line);
    QVERIFY(QByteArray::fromStdString(describe(file.error())).contains(cell));
    for (const auto& [commas, workers] : {std::pair{CommaReading::Decimal, 1000}, {CommaReading::Thousands, 1}})
        if (cell == "1.000") {
            const Result<LadderFile> withSeparators = readLadders(text.toStdString(), {.commas = commas});
            QVERIFY2(withSeparators, withSeparators ? "" : describe(withSeparators.error()).c_str());
            QCOMPARE(withSeparators->ladders.front().points.back().p, workers);
        }
}

void tst_ladder_file::thousandsPoints_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("times");
    QTest::addColumn<QString>("warning");
    const QString warnings =
        "points in column \"Laufzeit [s]\" were read as thousands separators, as the other figures of this table show: "
        "\"4.412\" is 4412; --commas thousands";
    QTest::newRow("throughout")
        << QByteArray("Knoten;Laufzeit [s];Netz [s];Kosten\n1;4.412;0;1,35\n2;2.802;260;1,71\n4;1.545;301;1,88\n")
        << "1:4412 2:2802 4:1545" << warnings;
    QTest::newRow("with numbers below a thousand")
        << QByteArray("Knoten;Laufzeit [s];Kosten\n1;4.412;1,35\n2;802;1,71\n4;545;1,88\n") << "1:4412 2:802 4:545"
        << warnings;
    QTest::newRow("in one column") << QByteArray("Knoten;Laufzeit [s]\n1;4.412\n2;802,5\n") << "1:4412 2:802.5"
                                   << warnings;
    QTest::newRow("with a unit and a spread")
        << QByteArray("Knoten;Laufzeit;Kosten\n1;4.412 ms \xC2\xB1 3;1,35\n2;2.802 ms;1,71\n") << "1:4.412 2:2.802"
        << "\"4.412 ms \xC2\xB1 3\" is 4.412";
    QTest::newRow("no comma at all") << QByteArray("Knoten;Laufzeit [s]\n1;4.412\n2;2.802\n") << "1:4.412 2:2.802"
                                     << "";
    QTest::newRow("points of another length in the column")
        << QByteArray("Knoten;Laufzeit [s];Kosten\n1;4.412;1,35\n2;2.8;1,71\n") << "1:4.412 2:2.8"
        << "";
    QTest::newRow("lists of devices") << QByteArray(
                                             "Knoten;Laufzeit [s];devices\n1;4.412;0\n2;2.802;0,1\n4;1.545;0,1,2,3\n")
                                      << "1:4.412 2:2.802 4:1.545"
                                      << "";
    QTest::newRow("thousands with commas")
        << QByteArray("Knoten;Laufzeit [s];Bytes\n1;4.412;1,234,567\n2;2.802;1,234,568\n") << "1:4.412 2:2.802"
        << "";
}

void tst_ladder_file::thousandsPoints()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, times);
    QFETCH(QString, warning);
    const LadderFile file = readValid(text);
    QCOMPARE(timesText(file.ladders.front()), times);
    QVERIFY2(
        warning.isEmpty() ? !joinedWarnings(file).contains("points in column") : joinedWarnings(file).contains(warning),
        qPrintable(joinedWarnings(file)));
    if (!warning.isEmpty() && !text.contains(",5\n")) {  // commas cannot be thousands separators there
        const LadderFile pointed = readValid(text, {.commas = CommaReading::Thousands});
        QVERIFY2(!joinedWarnings(pointed).contains("points in column"), qPrintable(joinedWarnings(pointed)));
    }
}

/// As printed by sacct: https://slurm.schedmd.com/sacct.html, Elapsed is [DD-[HH:]]MM:SS.
void tst_ladder_file::jobs_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("sacct") << QByteArray(
        "       JobID    JobName   NNodes    Elapsed      State ExitCode \n"
        "------------ ---------- -------- ---------- ---------- -------- \n"
        "104311            solve        1 1-02:13:40  COMPLETED      0:0 \n"
        "104311.batch      batch          1-02:13:40  COMPLETED      0:0 \n"
        "104312            solve        2   01:09:12  COMPLETED      0:0 \n"
        "104314            solve        8   00:02:11     FAILED      1:0 \n"
        "104315            solve        8      22:30  COMPLETED      0:0 \n");
    const QByteArray bars =
        "JobID|JobName|NNodes|Elapsed|State|ExitCode\n104311|solve|1|1-02:13:40|COMPLETED|0:0\n104311.batch|batch||1-"
        "02:13:40|COMPLETED|0:0\n"
        "104312|solve|2|01:09:12|COMPLETED|0:0\n104314|solve|8|00:02:11|FAILED|1:0\n104315|solve|8|22:30|COMPLETED|0:"
        "0\n";
    QTest::newRow("sacct -P") << bars;
    QByteArray raw = bars;
    raw.replace("Elapsed", "ElapsedRaw")
        .replace("1-02:13:40", "94420")
        .replace("01:09:12", "4152")
        .replace("00:02:11", "131")
        .replace("22:30", "1350");
    QTest::newRow("ElapsedRaw") << raw;
    // An empty column at either end, in lines without enclosing bars or with them (sacct -p).
    QByteArray last, first, framed;
    for (const QByteArray& line : bars.trimmed().split('\n')) {
        const bool header = line.startsWith("JobID");
        last += line + (header ? "|Comment\n" : "|\n");
        first += (header ? "Comment|" : "|") + line + '\n';
        framed += line + (header ? "|Comment|\n" : "||\n");
    }
    QTest::newRow("sacct -P, the last column empty") << last;
    QTest::newRow("sacct -P, the first column empty") << first;
    QTest::newRow("sacct -p, the last column empty") << framed;
}

void tst_ladder_file::jobs()
{
    QFETCH(QByteArray, text);
    const LadderFile file = readValid(text);
    QCOMPARE(file.ladders.size(), std::size_t{1});
    QCOMPARE(timesText(file.ladders.front()), "1:94420 2:4152 8:1350");
    const QString warnings = joinedWarnings(file);
    QVERIFY2(warnings.contains("\"104311.batch\" was left out") && warnings.contains("one job is failed"),
             qPrintable(warnings));
    QVERIFY2(refusal("JobID|NNodes|Elapsed|State\n7|1|00:10|FAILED\n").contains("no run is left: one job is failed"),
             "no row is left");
    QVERIFY2(
        refusal("JobID NNodes Elapsed State\n7 1 00:10 COMPLETED\n7.batch 00:10 COMPLETED\n").contains("sacct -P -X"),
        "columns that cannot be told apart");
}

/// The reading as minutes and seconds is reported, since hours and minutes look the same.
void tst_ladder_file::clocks()
{
    const LadderFile file = readValid("gpus,epoch time [min]\n1,1h 12m\n2,38m\n4,21m30s\n8,14\n");
    QCOMPARE(timesText(file.ladders.front()), "1:4320 2:2280 4:1290 8:840");
    QVERIFY2(joinedWarnings(file).contains("\"38m\" in column \"epoch time [min]\" was read as minutes\n"),
             qPrintable(joinedWarnings(file)));
    QCOMPARE(readValid("gpus,elapsed\n1,02:13:40\n2,38 min\n").mapping[1].confidence,
             Confidence::Likely);  // each has its unit
    QCOMPARE(readValid("gpus,elapsed\n1,02:13:40\n2,38\n").mapping[1].confidence, Confidence::Unsure);
    const LadderFile withoutUnits = readValid("gpus,time\n1,0:42\n2,0:22\n");
    QCOMPARE(timesText(withoutUnits.ladders.front()), "1:42 2:22");
    QVERIFY2(joinedWarnings(withoutUnits).contains("\"0:42\" in column \"time\" was read as minutes and seconds"),
             qPrintable(joinedWarnings(withoutUnits)));
    QVERIFY(refusal("gpus,time\n1,0:75\n").contains("time:"));
    QCOMPARE(timesText(readValid("machines,elapsed [HH:MM:SS]\n1,1:02:30\n2,0:32:00\n").ladders.front()),
             "1:3750 2:1920");
    // Cards take precedence over the machines that contain them, and machines over columns that only might be workers.
    QCOMPARE(timesText(readValid("machines,gpus,time\n1,4,100\n2,8,52\n").ladders.front()), "4:100 8:52");
}

void tst_ladder_file::reportsMixedRuns()
{
    const QByteArray text = "batch,p,time\n32,1,10\n64,1,18\n32,2,6\n64,2,10\n";
    QVERIFY2(refusal(text).contains("differ in column \"batch\" (\"32\", \"64\")") &&
                 refusal(text).contains("--where batch=32"),
             qPrintable(refusal(text)));
    // Settings whose times overlap are read as repeats, which the headline states.
    const LadderFile overlapping = readValid("batch,p,time\n32,1,10\n32,1,12\n64,1,11\n64,1,13\n32,2,6\n64,2,6\n");
    QVERIFY2(joinedWarnings(overlapping).contains("are read as repeats; --where batch=32 keeps one"),
             qPrintable(joinedWarnings(overlapping)));
    QCOMPARE(overlapping.decisions.size(), std::size_t{1});
    QVERIFY(joinedWarnings(readValid("run,p,time\n1,1,10\n2,1,18\n1,2,6\n2,2,10\n")).isEmpty());
    QVERIFY(joinedWarnings(readValid("batch,p,time\n32,1,10\n32,1,18\n64,2,6\n64,2,10\n"))
                .isEmpty());  // weak scaling: it grows with p
}

void tst_ladder_file::scalingColumn()
{
    const LadderFile file = readValid("scaling,p,time\nstrong,1,10\nstrong,2,6\nweak,1,10\nweak,2,11\n");
    QCOMPARE(joinedNames(file), "strong|weak");
    QCOMPARE(*file.ladders[0].scaling, Scaling::Strong);
    QCOMPARE(*file.ladders[1].scaling, Scaling::Weak);
}

void tst_ladder_file::quality()
{
    const LadderFile file = readValid("p,time,val_loss\n1,10,2.5\n2,6,2.6\n");
    QCOMPARE(file.ladders.front().qualityName, std::string("val_loss"));
    QCOMPARE(*file.ladders.front().points[1].quality, 2.6);
}

void tst_ladder_file::json_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("list of runs") << QByteArray(R"([{"p": 1, "time": 800}, {"p": 2, "time": 430.5}])");
    QTest::newRow("points") << QByteArray(
        R"({"name": "mine", "scaling": "strong", "points": [{"nodes": 1, "runtime_s": 800}, {"nodes": 2, "runtime_s": 430.5}]})");
    QTest::newRow("points in ms") << QByteArray(
        R"({"points": [{"p": 1, "time_ms": 800000}, {"p": 2, "time_ms": 430500}]})");
    QTest::newRow("a project's ladder") << QByteArray(
        R"({"points": [{"p": 1, "time_s": 800}, {"p": 2, "time_s": 430.5}]})");
    QTest::newRow("ladders") << QByteArray(
        R"({"ladders": [{"points": [{"p": 1, "time": 800}, {"p": 2, "time": 430.5}]}]})");
    QTest::newRow("a list a column") << QByteArray(R"({"p": [1, 2], "time": [800, 430.5]})");
    QTest::newRow("keys in another order")
        << QByteArray(R"([{"time": 800, "p": 1}, {"p": 2, "host": null, "time": 430.5}])");
    QTest::newRow("byte-order mark") << mark + R"([{"p": 1, "time": 800}, {"p": 2, "time": 430.5}])";
}

void tst_ladder_file::json()
{
    QFETCH(QByteArray, text);
    const LadderFile file = readValid(text);
    QCOMPARE(file.format, LadderFormat::Json);
    QCOMPARE(file.ladders.size(), std::size_t(1));
    QCOMPARE(timesText(file.ladders.front()), "1:800 2:430.5");
    if (text.contains("mine")) {
        QCOMPARE(file.ladders.front().name, std::string("mine"));
        QCOMPARE(*file.ladders.front().scaling, Scaling::Strong);
    }
}

void tst_ladder_file::keepsAllMembersOfAProjectLadder()
{
    const LadderFile file = readValid(
        R"({"name": "n", "provenance": {"origin": "measured", "date": "2026-01-02"}, "quality_name": "loss", "quality_target": 2.5,
        "points": [{"p": 4, "time_s": 9, "comm_s": 2, "quality": 2.4}], "future": {"x": 1}})");
    const Ladder& ladder = file.ladders.front();
    QCOMPARE(ladder.provenance.origin, Origin::Measured);
    QCOMPARE(ladder.provenance.date, std::string("2026-01-02"));
    QCOMPARE(ladder.qualityTarget->value, 2.5);
    QCOMPARE(ladder.unknown.size(), std::size_t(1));
    QCOMPARE(*ladder.points.front().commS, 2.0);
}

void tst_ladder_file::jsonErrors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("broken") << QByteArray("{\"points\": [") << "1:";
    QTest::newRow("a negative time in a list")
        << QByteArray(R"([{"p": 1, "time": 8}, {"p": 2, "time": -3}])") << "/1/time: time: -3 is negative";
    QTest::newRow("a negative time in a project's ladder")
        << QByteArray(R"({"points": [{"p": 1, "time_s": -8}]})") << "/points/0/time_s: -8 is negative";
    QTest::newRow("a text for p") << QByteArray(R"({"points": [{"p": "many", "time": 8}]})")
                                  << "/points/0/p: p: \"many\" is not a number of workers";
    QTest::newRow("no object") << QByteArray(R"([1, 2])") << "/0: found a number instead of a run";
    QTest::newRow("an object as a figure") << QByteArray(R"([{"p": 1, "time": {"value": 8}}])")
                                           << "/0/time: found an object instead of a number or a text";
    QTest::newRow("lists of two lengths")
        << QByteArray(R"({"p": [1, 2], "time": [8]})") << "/time: 1 figures where \"p\" has 2";
    QTest::newRow("an unknown scaling") << QByteArray(R"({"scaling": "sideways", "points": [{"nodes": 1, "time": 8}]})")
                                        << "/scaling: unknown scaling";
    QTest::newRow("no ladder") << QByteArray(R"({"name": "x"})") << "holds no ladder";
    QTest::newRow("an empty list") << QByteArray("[]") << "no rows";
    QTest::newRow("a project without ladders")
        << QByteArray(R"({"format": "scalewright-project", "version": 1})") << "holds no measured ladder";
}

void tst_ladder_file::jsonErrors()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QString refusalText = refusal(text);
    QVERIFY2(refusalText.contains(says), qPrintable(refusalText));
}

void tst_ladder_file::rejectsColumnOptionsForProjects()
{
    const LadderFileOptions map{.columns = {{LadderColumn::P, "gcds"}}};
    const LadderFileOptions rowFilter{.rowFilters = {{"model", "x"}}};
    const QByteArray ladder = R"({"points": [{"p": 1, "time_s": 8}]})";
    const QByteArray extrap = "PARAMETER p\nPOINTS (1) (2)\nREGION a\nDATA 1\nDATA 2\n";
    for (const QByteArray& text : {ladder, extrap}) {
        QVERIFY(refusal(text, map).contains("--map"));
        QVERIFY(refusal(text, rowFilter).contains("--where"));
        QCOMPARE(refusal(text), "accepted");
    }
}

void tst_ladder_file::readsLaddersOfAProject()
{
    Project project;
    project.measurements.ladders = {output4172(), output4172()};
    project.measurements.ladders[1].name = "again";
    const LadderFile file = readValid(QByteArray::fromStdString(writeProject(project)));
    QCOMPARE(joinedNames(file), "Output 41.7.2|again");
    QVERIFY(file.ladders.front() == project.measurements.ladders.front());
    QVERIFY(file.mapping.empty());
}

void tst_ladder_file::tenThousandRows()
{
    std::string text = "p,time,comp,comm\n";
    for (int i = 0; i < 10000; ++i)
        text += fmt::format("{},{},{},1\n", 1 + i % 500, 2.0 + 1000.0 / (1 + i % 500), 1000.0 / (1 + i % 500));
    const LadderFile file = readValid(QByteArray::fromStdString(text));
    QCOMPARE(file.ladders.front().points.size(), std::size_t(10000));
    const Result<MeasuredLadder> ladder = analyseLadder(file.ladders.front());
    QVERIFY(ladder);
    QCOMPARE(ladder->rungs.size(), std::size_t(500));
    QCOMPARE(ladder->rungs[99].repeats, 20);
    QVERIFY(std::abs(ladder->rungs[99].speedup - 1002.0 / 12) < 1e-9);

    // A problem on a line in the middle of the file is located.
    const std::size_t lineStart = text.find('\n', text.size() / 2) + 1;
    const int line = int(std::count(text.begin(), text.begin() + std::ptrdiff_t(lineStart), '\n')) + 1;
    text.insert(lineStart, "7,-1,,\n");
    QVERIFY2(refusal(QByteArray::fromStdString(text)).startsWith(QString("f:%1:3: time: -1 is negative").arg(line)),
             "");
}

void tst_ladder_file::findsLaddersByName()
{
    const std::vector<Ladder> ladders{
        {.name = "A / real / Alexnet"}, {.name = "A / synthetic / Alexnet"}, {.name = "B / real"}};
    QCOMPARE(findLadder(ladders, "b / REAL").value(), std::size_t(2));
    QCOMPARE(findLadder(ladders, "alexnet real").value(), std::size_t(0));
    QVERIFY(QString::fromStdString(describe(findLadder(ladders, "alexnet").error()))
                .contains("2 ladders match \"alexnet\"; expected one of \"A / real / Alexnet\", \"A / synthetic"));
    QVERIFY(QString::fromStdString(describe(findLadder(ladders, "resnet").error()))
                .contains("there is no ladder \"resnet\""));
}

void tst_ladder_file::tensorflow()
{
    const QString path = scalewright::test::oracleFile("ladders/tf/tf_2017_ladders.csv");
    const QByteArray text = content(path);
    const LadderFile file = readValid(text);
    QVERIFY2(joinedNames(file).contains("DGX-1 P100 / real / Alexnet"), qPrintable(joinedNames(file)));
    // Read without options: platform, data, batch and model separate the ladders.
    std::map<QByteArray, int> rows;
    for (const QByteArray& line : text.split('\n').mid(1)) {
        const QList<QByteArray> cells = line.trimmed().split(',');
        if (cells.size() == 6)
            rows[cells[0] + cells[1] + cells[2] + cells[4]] += cells[5] != "N/A";
    }
    QCOMPARE(file.ladders.size(), rows.size());
    int points = 0, expected = 0;
    for (const Ladder& ladder : file.ladders)
        points += int(ladder.points.size());
    for (const auto& [key, count] : rows)
        expected += count;
    QCOMPARE(points, expected);
    QVERIFY(joinedWarnings(file).contains("line 21: p = 8 has no figure"));
    const Ladder& alexnet = file.ladders[findLadder(file.ladders, "real alexnet").value()];
    QCOMPARE(alexnet.points.size(), std::size_t(3));
    QCOMPARE(*alexnet.points[2].throughputPerS, 7105.0);
}

void tst_ladder_file::amg()
{
    SCALEWRIGHT_SHARED_DATA(path, "ladders/amg/amg2023-results.csv");
    const QByteArray text = content(path);
    const QString refusalText = refusal(text);
    QVERIFY2(refusalText.contains("--where metric=NAME --map time=value") &&
                 refusalText.contains("\"fom_overall\", \"duration\""),
             qPrintable(refusalText));
    // The CPU runs have zero GPUs and the GPU runs eight per node, so both columns could be p.
    const LadderFileOptions duration{.columns = {{LadderColumn::Time, "value"}},
                                     .rowFilters = {{"metric", "duration"}}};
    QVERIFY2(refusal(text, duration).contains("p could be \"nodes\", \"gpu_count\""),
             qPrintable(refusal(text, duration)));
    const LadderFileOptions options{.columns = {{LadderColumn::P, "nodes"}, {LadderColumn::Time, "value"}},
                                    .rowFilters = {{"metric", "duration"}}};
    const LadderFile file = readValid(text, options);
    Ladder azure = file.ladders[findLadder(file.ladders, "azure/aks/cpu").value()];
    const Result<MeasuredLadder> unsaid = analyseLadder(azure);  // its times rise, to 2.2 times those at 32 nodes
    QVERIFY(!unsaid && QString::fromStdString(describe(unsaid.error())).contains("expected strong"));
    azure.scaling = Scaling::Strong;
    const Result<MeasuredLadder> ladder = analyseLadder(azure);
    QVERIFY2(ladder, ladder ? "" : describe(ladder.error()).c_str());
    QCOMPARE(ladder->baseP, 32);
    for (const Rung& rung : ladder->rungs) {
        std::vector<double> times;
        for (const QByteArray& line : text.split('\n'))
            if (line.contains(QByteArray(",azure/aks/cpu,azure,aks,cpu,") + QByteArray::number(rung.p) +
                              ",amg2023,duration,"))
                times.push_back(line.split(',')[8].toDouble());
        std::sort(times.begin(), times.end());
        QCOMPARE(times.size(), std::size_t(5));
        // At p = 128 one run of 83.2 s is far from the others, 106.8 to 110.5 s, and left out.
        if (rung.p == 128)
            times.erase(times.begin());
        QCOMPARE(rung.repeats, int(times.size()));
        const double median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
        QCOMPARE(rung.timeS, median);
        QVERIFY(rung.timeInterval && rung.timeInterval->low < median && median < rung.timeInterval->high);
    }
}

void tst_ladder_file::usl_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("points");
    QTest::addColumn<double>("firstThroughput");
    QTest::newRow("specsdm91") << "specsdm91" << 7 << 64.9;
    QTest::newRow("raytracer") << "raytracer" << 11 << 20.0;
}

void tst_ladder_file::usl()
{
    const QString folder = scalewright::test::oracleFile("ladders/usl");
    QFETCH(QString, file);
    QFETCH(int, points);
    QFETCH(double, firstThroughput);
    const LadderFile read = readValid(content(folder + "/" + file + ".csv"));
    QCOMPARE(read.ladders.size(), std::size_t(1));
    QCOMPARE(int(read.ladders.front().points.size()), points);
    QCOMPARE(*read.ladders.front().points.front().throughputPerS, firstThroughput);
    QVERIFY(analyseLadder(read.ladders.front())->isThroughput);
}

void tst_ladder_file::megatron()
{
    const QString path = scalewright::test::oracleFile("ladders/megatron/megatron_2020_weak_scaling_tables_tex.csv");
    const LadderFile megatron = readValid(content(path), {.rowFilters = {{"table", "DGX-A100 MP only"}}});
    // Each p has its own case: a text that differs in every row separates nothing.
    QCOMPARE(megatron.ladders.size(), std::size_t(1));
    QCOMPARE(timesText(megatron.ladders.front()), "1:1.076 2:1.026 4:1.162 8:1.343");
}

void tst_ladder_file::mpi()
{
    SCALEWRIGHT_SHARED_DATA(path, "ladders/extrap/mpi_data.csv");
    const LadderFile mpi = readValid(content(path), {.columns = {{LadderColumn::Time, "median(us)"}},
                                                     .rowFilters = {{"mpi", "IntelMPI"},
                                                                    {"variable", "MPI_Barrier"},
                                                                    {"smallest_left", "*"},
                                                                    {"largest_left", "*"},
                                                                    {"smallest_right", "*"},
                                                                    {"largest_right", "*"},
                                                                    {"smallest_interval", "*"},
                                                                    {"largest_interval", "*"}}});
    QCOMPARE(mpi.ladders.size(), std::size_t(1));
    QCOMPARE(mpi.ladders.front().points.size(), std::size_t(5));
    QVERIFY(std::abs(*mpi.ladders.front().points.front().timeS - 11.21505e-6) < 1e-15);
}

void tst_ladder_file::extrap_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("names");
    QTest::addColumn<int>("points");  // of the first region
    QTest::addColumn<int>("figures");  // of the first region, repeats counted
    QTest::newRow("one_parameter_1") << "one_parameter_1"
                                     << "compute" << 5 << 30;
    QTest::newRow("segmented_1") << "one_parameter_segmented_1"
                                 << "main" << 10 << 50;
    QTest::newRow("segmented_2") << "one_parameter_segmented_2"
                                 << "main" << 10 << 50;
    QTest::newRow("segmented_5") << "one_parameter_segmented_5"
                                 << "met1|met2|met1+2" << 9 << 45;
    QTest::newRow("strong_1") << "strong_scaling_one_parameter_1"
                              << "compute" << 5 << 30;
    QTest::newRow("strong_6") << "strong_scaling_one_parameter_6"
                              << "met1|met2|met3|met4" << 5 << 25;
}

void tst_ladder_file::extrap()
{
    const QString folder = scalewright::test::oracleFile("ladders/extrap");
    QFETCH(QString, file);
    QFETCH(QString, names);
    QFETCH(int, points);
    QFETCH(int, figures);
    const LadderFile read = readValid(content(folder + "/" + file + ".txt"));
    QCOMPARE(read.format, LadderFormat::Text);
    QCOMPARE(joinedNames(read), names);
    QCOMPARE(int(read.ladders.front().points.size()), figures);
    std::set<int> p;
    for (const LadderPoint& point : read.ladders.front().points)
        p.insert(point.p);
    QCOMPARE(int(p.size()), points);
}

void tst_ladder_file::extrapStrongScaling_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("strong");
    QTest::newRow("strong_1") << "strong_scaling_one_parameter_1" << true;
    QTest::newRow("strong_2") << "strong_scaling_one_parameter_2" << true;
    QTest::newRow("strong_6") << "strong_scaling_one_parameter_6" << true;
    QTest::newRow("one_parameter_1") << "one_parameter_1" << false;
    QTest::newRow("segmented_1") << "one_parameter_segmented_1" << false;
}

void tst_ladder_file::extrapStrongScaling()
{
    const QString folder = scalewright::test::oracleFile("ladders/extrap");
    QFETCH(QString, file);
    QFETCH(bool, strong);
    const LadderFile read = readValid(content(folder + "/" + file + ".txt"));
    for (const Ladder& ladder : read.ladders) {
        QCOMPARE(ladder.scaling == Scaling::Strong,
                 strong);  // also for a region whose own time is constant: it belongs to the same runs
        QCOMPARE(analyseLadder(ladder).has_value(), strong);
    }
    QCOMPARE(joinedWarnings(read).contains("read as strong scaling: in region"), strong);
}

void tst_ladder_file::extrapErrors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const QByteArray head = "PARAMETER p\nPOINTS (1) (2)\nREGION main\nMETRIC time\n";
    QTest::newRow("two parameters") << QByteArray("PARAMETER p n\nPOINTS (1 2)\nREGION a\nDATA 1\n")
                                    << "1: this file has more than one parameter";
    QTest::newRow("no parameter") << QByteArray("POINTS (1) (2)\nREGION main\nDATA 1\nDATA 2\n")
                                  << "no PARAMETER is named";
    QTest::newRow("an invalid point") << QByteArray("PARAMETER p\nPOINTS (1) (x)\nREGION a\nDATA 1\nDATA 2\n")
                                      << "2:13: \"x\" is not a number of workers";
    QTest::newRow("text in the data") << head + "DATA 1 2\nDATA 3 fast\n"
                                      << "6:8:";
    QTest::newRow("zero") << head + "DATA 1\nDATA 0\n"
                          << "6:6: \"0\" is zero";
    QTest::newRow("negative") << head + "DATA -1\nDATA 1\n"
                              << "5:6: \"-1\" is negative";
    QTest::newRow("too few lines") << head + "DATA 1\n"
                                   << "5: 1 DATA lines where there are 2 points";
    QTest::newRow("an empty line of data") << head + "DATA\nDATA 1\n"
                                           << "5: a DATA line without a figure";
    QTest::newRow("no data") << head << "holds no DATA";
    QTest::newRow("an unknown section") << head + "DATUM 1\n"
                                        << "5:1: unknown section \"DATUM\"";
    QTest::newRow("no metric of time") << QByteArray(
                                              "PARAMETER p\nPOINTS (1) (2)\nREGION a\nMETRIC bytes\nDATA 1\nDATA 2\n")
                                       << "no METRIC of this file is a time";
}

void tst_ladder_file::extrapErrors()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QString refusalText = refusal(text);
    QVERIFY2(refusalText.contains(says), qPrintable(refusalText));
}

SCALEWRIGHT_TEST(tst_ladder_file)
#include "tst_ladder_file.moc"
