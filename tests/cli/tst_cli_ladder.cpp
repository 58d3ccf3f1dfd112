// SPDX-License-Identifier: GPL-3.0-or-later
// ladder run with real programs of known run time. A sleep of 0.4/p s has S(p) = p; measured times can only be longer.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <cmath>
#include <csignal>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

/// Lines that are not comments, header first.
QList<QByteArray> rowsOf(const QString& file)
{
    QList<QByteArray> rows;
    for (const QByteArray& line : contentOf(file).split('\n'))
        if (!line.isEmpty() && !line.startsWith('#'))
            rows << line;
    return rows;
}

/// A program that writes profiler traces: two ranks compute for 60 and 70 ms, end an all-reduce together at 80 ms, and
/// read for 10 ms. By hand: compute is (60 + 70)/2; the transfer is the shorter exchange, 10 ms; rank 0 waits 10 ms for
/// it, so a rank idles for 5 ms of the 90 on average. With two steps of 45 ms, each step has half of each part.
QString tracedProgram(const QString& folder, const QByteArray& extra = {})
{
    const auto span = [](const char* category, const char* name, int at, int length) {
        return QStringLiteral(R"({"ph":"X","cat":"%1","name":"%2","pid":1,"tid":1,"ts":%3,"dur":%4})")
            .arg(QString(category), QString(name))
            .arg(1000 * at)
            .arg(1000 * length);
    };
    const auto rank = [&](int computes) {
        return "echo '[" +
               QStringList{span("user_annotation", "ProfilerStep#1", 0, 45),
                           span("user_annotation", "ProfilerStep#2", 45, 45), span("cpu_op", "aten::mm", 0, computes),
                           span("cpu_op", "gloo:all_reduce", computes, 80 - computes), span("io", "read", 80, 10)}
                   .join(',')
                   .toUtf8() +
               "]'";
    };
    const QString program =
        writeFile(folder + "/traced", "#!/bin/sh\nt=$SCALEWRIGHT_TRACE_DIR\n" + rank(60) + " > $t/rank0.json\n" +
                                          rank(70) + " > $t/rank1.json\n" + extra + "\nsleep 0.1\n");
    QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return program;
}

void makeProgram(const QString& path, const QByteArray& script)
{
    writeFile(path, "#!/bin/sh\n" + script);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// An srun stub that ignores its options and runs the command once.
constexpr const char* srunStub = "while case $1 in -*) true;; *) false;; esac; do shift; done; exec \"$@\"\n";

void compareParts(const QJsonObject& row, double comp, double comm, double idle, double io)
{
    for (const auto& [name, seconds] : {std::pair("comp", comp), {"comm", comm}, {"idle", idle}, {"io", io}})
        QVERIFY2(std::abs(row[name].toDouble(-1) - seconds) < 1e-9, name);
}

}  // namespace

class tst_cli_ladder : public QObject {
    Q_OBJECT

private slots:
    void knownSpeedup();
    void parts();
    void reportsOwnTime();
    void launchersStart();
    void traces();
    void lineBeforeTraces();
    void rejectsTracesOfAnotherDuration();
    void stepsOrLaunches();
    void keepsTraces();
    void failures();
    void hopeless();
    void reportsFailuresInLaterAnswers();
    void fastRuns();
    void resumed();
    void tornLine();
    void stopsAtIntervalWidth();
    void anotherCommandsFile();
    void order();
    void interrupted();
    void killed_data();
    void killed();
    void launcherLeavesNoProcesses_data();
    void launcherLeavesNoProcesses();
    void checksWorkerCount();
    void noLauncher();
    void ranksBeforeTheLine();
    void realMpi();
    void rejectsPartsLongerThanTheRun();
    void realMpiProgram();
    void realTorch();
    void slurmScripts();
    void slurmTraces();
    void slurmRanks();
    void concurrentJobs();
    void trackersFolder();
    void noSuccess();
    void fileReplaced();
    void otherColumns();
    void fullDisk();
    void emptyTraceFolders();
    void jobOnAFullDisk();
    void slurmWithWrongAnswers();
    void badRowWhileJobsRun();
    void slurmThatHangs();
    void mistakes_data();
    void mistakes();
};

void tst_cli_ladder::knownSpeedup()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const CliResult run = runShell("$CLI ladder run --p 1,2,4 --repeat 3 --warmup 0 --json -o " + ladder +
                                   " -- sh -c 'case $1 in 1) sleep 0.8;; 2) sleep 0.4;; 4) sleep 0.2;; esac' sh {p}");
    QCOMPARE(run.status, 0);
    const QJsonArray rows = run.json()["rows"].toArray();
    QCOMPARE(rows.size(), 9);
    for (const QJsonValue& each : rows) {
        const QJsonObject row = each.toObject();
        QCOMPARE(row["status"].toString(), "ok");
        QVERIFY(row["seconds"].toDouble() >= 0.8 / row["p"].toInt());
        QVERIFY(!row["host"].toString().isEmpty() && row["started"].toString().contains('T'));
    }
    QCOMPARE(rowsOf(ladder).size(), 10);
    const CliResult cost = runCli({"cost", "--json", "--price", "1", ladder});
    QCOMPARE(cost.status, 0);
    const QJsonArray costs = cost.json()["rows"].toArray();
    QCOMPARE(costs.size(), 3);
    // The speedup is 4 on an idle machine; on any machine it is the ratio of medians of three runs.
    const auto medianAt = [&](int p) {
        QList<double> times;
        for (const QJsonValue& each : rows)
            if (each["p"].toInt() == p)
                times << each["seconds"].toDouble();
        std::sort(times.begin(), times.end());
        return times.value(1);
    };
    for (const QJsonValue& each : costs)
        QVERIFY(std::abs(each["speedup"].toDouble() / (medianAt(1) / medianAt(each["p"].toInt())) - 1) < 1e-9);
    QVERIFY(runCli({"fit", "--json", ladder}).json().contains("model"));
}

void tst_cli_ladder::parts()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const CliResult run =
        runCli({"ladder", "run", "--p", "1,2", "--repeat", "2", "--warmup", "1", "--json", "-o", ladder, "--", "sh",
                "-c", "echo scalewright: comp=9; sleep 0.3; echo scalewright: comp=200ms comm=0.05 quality=0.9"});
    QCOMPARE(run.status, 0);
    for (const QJsonValue& each : run.json()["rows"].toArray()) {
        QCOMPARE(each.toObject()["comp"].toDouble(), 0.2);
        QCOMPARE(each.toObject()["comm"].toDouble(), 0.05);
        QCOMPARE(each.toObject()["quality"].toDouble(), 0.9);
        QVERIFY(!each.toObject().contains("io"));
    }
    QCOMPARE(run.json()["warmups"].toArray().size(), 2);
    QCOMPARE(contentOf(ladder).count("# warm-up p="), 2);
    QCOMPARE(runCli({"attribute", "--json", "--scaling", "strong", ladder}).status, 0);
}

// The program reports 0.25 s of a run of at least 0.4 s; a reported time longer than the run is ignored.
void tst_cli_ladder::reportsOwnTime()
{
    const QTemporaryDir folder;
    const QStringList before{"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "--", "sh", "-c"};
    const CliResult run = runCli(before + QStringList{"sleep 0.4; echo scalewright: time=250ms comp=0.2"});
    QCOMPARE(run.status, 0);
    const QJsonObject row = run.json()["rows"].toArray()[0].toObject();
    QCOMPARE(row["seconds"].toDouble(), 0.25);
    QCOMPARE(row["comp"].toDouble(), 0.2);
    const CliResult longer = runCli(before + QStringList{"echo scalewright: time=1h"});
    QVERIFY(longer.json()["rows"].toArray()[0].toObject()["seconds"].toDouble() < 3600);
    QVERIFY(QJsonDocument(longer.json()["warnings"].toArray()).toJson().contains("time = 60.0 min"));
}

// The launcher takes 0.3 s or more before a program that does nothing; its share of the run is reported.
void tst_cli_ladder::launchersStart()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("mpirun"), "#!/bin/sh\nsleep 0.3\nshift 2\nexec \"$@\"\n");
    QFile::setPermissions(folder.filePath("mpirun"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QString line =
        "PATH=" + folder.path() + ":$PATH $CLI ladder run --launcher mpirun --p 1 --repeat 1 --warmup 0 ";
    const CliResult withoutReport = runShell(line + "-- true");
    QCOMPARE(withoutReport.status, 0);
    QVERIFY2(withoutReport.err.contains("mpirun alone takes"), withoutReport.err.constData());
    const CliResult withReport = runShell(line + "-- echo scalewright: time=0.1");
    QVERIFY2(withReport.status == 0 && !withReport.err.contains("mpirun alone takes"), withReport.err.constData());
}

void tst_cli_ladder::traces()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv"),
                  program =
                      tracedProgram(folder.path(), "mkdir $t/more; echo nothing > $t/more/rank9.json; ls -d $t >> " +
                                                       folder.filePath("seen").toUtf8());
    const CliResult run = runCli(
        {"ladder", "run", "--p", "1,2", "--repeat", "2", "--warmup", "1", "--json", "-o", ladder, "--", program});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.json()["rows"].toArray().size(), 4);
    for (const QJsonValue& each : run.json()["rows"].toArray()) {
        compareParts(each.toObject(), 0.0325, 0.005, 0.0025, 0.005);
        QVERIFY(std::abs(each.toObject()["seconds"].toDouble() - 0.045) < 1e-9);
        QVERIFY(each.toObject()["launch_s"].toDouble() >= 0.1);
        QVERIFY(each.toObject()["parts_from"].toString().contains("mean of 2, from 2 profiler trace(s) of 2 rank(s)"));
        const QJsonArray notes = each.toObject()["notes"].toArray();
        QCOMPARE(notes.size(),
                 each.toObject()["p"].toInt() == 1 ? 2 : 1);  // at p = 1, a second note reports one rank too many
        QVERIFY(notes[0].toString().contains("more/rank9.json: this is not JSON"));
    }
    QCOMPARE(contentOf(ladder).count("# p=2, run 1: a trace that cannot be read: more/rank9.json"), 1);
    const QList<QByteArray> seen = contentOf(folder.filePath("seen")).trimmed().split('\n');
    QCOMPARE(QSet<QByteArray>(seen.begin(), seen.end()).size(),
             6);  // one folder for each of six runs, two of them warm-ups
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             (QStringList{"l.csv", "seen", "traced"}));
    QCOMPARE(runCli({"attribute", "--json", "--scaling", "strong", ladder}).json()["rows"].toArray().size(), 2);
}

void tst_cli_ladder::lineBeforeTraces()
{
    const QTemporaryDir folder;
    const auto row = [&](const QByteArray& line) {
        const CliResult run = runCli({"ladder", "run", "--p", "2", "--repeat", "1", "--warmup", "0", "--json", "--",
                                      tracedProgram(folder.path(), "echo scalewright: " + line)});
        return run.json()["rows"].toArray()[0].toObject();
    };
    const QJsonObject reported = row("comp=0.02");
    QCOMPARE(reported["comp"].toDouble(), 0.02);
    QVERIFY(!reported.contains("comm") && !reported.contains("parts_from"));
    QVERIFY(reported["notes"].toArray()[0].toString().contains("its traces are ignored"));
    const QJsonObject quality = row("quality=0.5 p=2");  // which is no part
    QCOMPARE(quality["quality"].toDouble(), 0.5);
    compareParts(quality, 0.0325, 0.005, 0.0025, 0.005);
    QVERIFY(!quality.contains("notes"));
}

void tst_cli_ladder::rejectsTracesOfAnotherDuration()
{
    // Ten-second spans in a run of 0.1 s.
    const QTemporaryDir folder;
    const QString program = writeFile(
        folder.filePath("late"),
        R"(echo '[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10000000}]' > $SCALEWRIGHT_TRACE_DIR/t.json)");
    const QJsonObject row =
        runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "--", "sh", program})
            .json()["rows"]
            .toArray()[0]
            .toObject();
    QCOMPARE(row["status"].toString(), "ok");
    QVERIFY(!row.contains("comp"));
    QVERIFY(row["notes"].toArray()[0].toString().startsWith("its traces cover 10.0 s"));
}

// A ladder contains either steps or launches, depending on its first row: comparing a step of 45 ms with a launch of
// 0.1 s gives no speedup.
void tst_cli_ladder::stepsOrLaunches()
{
    const QTemporaryDir folder;
    const auto rows = [&](const QByteArray& without, const QString& ladder, const char* p) {
        return runCli({"ladder", "run", "--p", p, "--repeat", "1", "--warmup", "0", "--order", "up", "--json", "-o",
                       ladder, "--",
                       tracedProgram(folder.path(), "case $SCALEWRIGHT_P in " + without + ") rm $t/*;; esac")})
            .json()["rows"]
            .toArray();
    };
    const QString steps = folder.filePath("s.csv"), launches = folder.filePath("l.csv");
    const QJsonArray stepRows = rows("2|4", steps, "1,2");
    QCOMPARE(stepRows[0]["seconds"].toDouble(), 0.045);
    QCOMPARE(stepRows[1]["status"].toString(), QStringLiteral("no step in its traces"));
    QVERIFY(stepRows[1]["seconds"].isNull());
    const QJsonArray launchRows = rows("1", launches, "1,2");
    QVERIFY(launchRows[0]["seconds"].toDouble() >= 0.1 && launchRows[1]["seconds"].toDouble() >= 0.1);
    compareParts(launchRows[1].toObject(), 0.065, 0.01, 0.005, 0.01);
    // When resuming, the kind is read from the file.
    QCOMPARE(rows("2|4", steps, "1,2,4").at(2)["status"].toString(), QStringLiteral("no step in its traces"));
    QVERIFY(rows("1", launches, "1,2,4").at(2)["seconds"].toDouble() >= 0.1);
}

void tst_cli_ladder::keepsTraces()
{
    const QTemporaryDir folder;
    const QString program = tracedProgram(folder.path()), traceFolder = folder.filePath("kept");
    for (const char* const ladder : {"a.csv", "b.csv"})  // the second run finds the first run's traces and keeps them
        QCOMPARE(runCli({"ladder", "run", "--p", "2", "--repeat", "2", "--warmup", "1", "--keep-traces", traceFolder,
                         "-o", folder.filePath(ladder), "--", program})
                     .status,
                 0);
    QCOMPARE(runCli({"ladder", "run", "--p", "4", "--repeat", "1", "--keep-traces", traceFolder, "-o",
                     folder.filePath("c.csv"), "--", "true"})
                 .status,
             0);
    QCOMPARE(QDir(traceFolder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             (QStringList{"p2-1", "p2-1.2", "p2-2", "p2-2.2"}));
    QCOMPARE(runCli({"timeline", "import", "--json", traceFolder + "/p2-2.2"}).json()["ranks"].toArray().size(), 2);
}

void tst_cli_ladder::failures()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const CliResult run =
        runCli({"ladder", "run", "--p", "1,2,4,8", "--repeat", "1", "--warmup", "0", "--timeout", "5", "--json", "-o",
                ladder, "--", "sh", "-c",
                "case $1 in 2) exit 5;; 4) sleep 600 & sleep 600;; 8) kill -9 $$;; esac; sleep 0.05", "sh", "{p}"});
    QCOMPARE(run.status, 1);
    QMap<int, QString> statuses;
    for (const QJsonValue& each : run.json()["rows"].toArray()) {
        const QJsonObject row = each.toObject();
        statuses[row["p"].toInt()] = row["status"].toString();
        QCOMPARE(row["seconds"].isNull(), row["p"].toInt() != 1);
    }
    QCOMPARE(statuses, (QMap<int, QString>{{1, "ok"}, {2, "exit 5"}, {4, "timeout"}, {8, "signal 9"}}));
    QVERIFY(run.json()["warnings"].toArray().size() >= 3);
    // A failed run gets a row but no time: the ladder has one rung.
    QVERIFY(contentOf(ladder).contains("\n2,1,,exit 5,"));
}

// If the command cannot succeed, each p is tried only once, with a warm-up and a run: 4 of 12 launches. Failing at only
// one p, or in two different ways, does not count.
void tst_cli_ladder::hopeless()
{
    const QTemporaryDir folder;
    const auto runs = [&](const QByteArray& script) {
        QFile::remove(folder.filePath("runs"));
        const CliResult run = runCli({"ladder", "run", "--p", "1,2", "--repeat", "5", "--json", "--", "sh", "-c",
                                      "echo >> " + folder.filePath("runs") + "; " + QString(script), "sh", "{p}"});
        return std::pair(static_cast<int>(contentOf(folder.filePath("runs")).size()), run);
    };
    const auto [few, failed] = runs("exit 2");
    QCOMPARE(few, 4);
    QCOMPARE(failed.status, 1);
    QCOMPARE(failed.json()["rows"].toArray().size(), 2);
    QStringList warnings;
    for (const QJsonValue& each : failed.json()["warnings"].toArray())
        warnings << each.toString();
    QVERIFY2(warnings.join('\n').contains("(exit 2), at each p: the other 8 were not started"),
             qPrintable(warnings.join('\n')));
    QCOMPARE(runs("[ $1 = 1 ]").first, 12);
    QCOMPARE(runs("exit $1").first, 12);
}

// Three of five runs fail at p = 4, and all at p = 8: every recommendation from that ladder says so, and no plan
// chooses p = 4 automatically.
void tst_cli_ladder::reportsFailuresInLaterAnswers()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const QByteArray program = "case $1 in 1) sleep 0.9;; 2) sleep 0.8;; 4) echo >> " + folder.path().toUtf8() +
                               "/runs; [ $(wc -l < " + folder.path().toUtf8() +
                               "/runs) -le 2 ] || exit 5;; 8) exit 6;; esac";
    QCOMPARE(runCli({"ladder", "run", "--p", "1,2,4,8", "--repeat", "5", "--warmup", "0", "-o", ladder, "--", "sh",
                     "-c", program, "sh", "{p}"})
                 .status,
             1);
    const QString words = "2 of 5 runs at p = 4 succeeded";

    const QJsonObject cost = runCli({"cost", ladder, "--price", "3.2", "--deadline", "0.6s", "--json"}).json();
    QVERIFY2(cost["plan_p"].toInt() != 4 &&
                 cost["why"].toString().contains("left out, since at least half of the runs failed: " + words),
             qPrintable(cost["why"].toString()));
    QMap<int, QPair<int, int>> runCounts;
    for (const QJsonValue& row : cost["rows"].toArray())
        runCounts[row["p"].toInt()] = {row["runs"].toInt(), row["succeeded"].toInt()};
    QCOMPARE(runCounts, (QMap<int, QPair<int, int>>{{1, {5, 5}}, {2, {5, 5}}, {4, {5, 2}}}));
    QCOMPARE(cost["all_failed"].toArray(), (QJsonArray{QJsonObject{{"p", 8}, {"runs", 5}, {"succeeded", 0}}}));
    QVERIFY(cost["fastest_doubt"].toString().contains(words) && cost["exchange"].toString().contains(words));

    for (const QStringList& command :
         {QStringList{"cost", ladder, "--price", "3.2"}, {"attribute", ladder}, {"fit", ladder}}) {
        const QString text = QString::fromUtf8(runCli(command + QStringList{"--json"}).out);
        QVERIFY2(
            text.contains(words + ", none of 5 runs at p = 8 succeeded; failed runs are not included in any figure"),
            qPrintable(text));
        QVERIFY2(
            !text.contains("read as repeats") && !text.contains("has no figure") && !text.contains("gives up nothing"),
            qPrintable(text));
    }
    const QString attributed = QString::fromUtf8(runCli({"attribute", ladder, "--explain"}).out).simplified();
    QVERIFY2(attributed.contains("Based on the runs that succeeded: " + words), qPrintable(attributed));
    const QJsonObject row = runCli({"attribute", ladder, "--json"}).json()["rows"].toArray().last().toObject();
    QVERIFY(row["runs"].toInt() == 5 && row["succeeded"].toInt() == 2 && row["repeats"].toInt() == 2);
}

// Runs shorter than a second start in the same second: the start time is not a setting to select runs by.
void tst_cli_ladder::fastRuns()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    QCOMPARE(runCli({"ladder", "run", "--p", "1,2,4", "--repeat", "4", "--warmup", "0", "-o", ladder, "--", "sh", "-c",
                     "case $1 in 1) sleep 0.08;; 2) sleep 0.04;; 4) sleep 0.02;; esac", "sh", "{p}"})
                 .status,
             0);
    for (const QStringList& command : {QStringList{"attribute", ladder}, {"cost", ladder, "--price", "3"}}) {
        const QStringList explain = command.front() == "cost" ? QStringList{} : QStringList{"--explain"};
        const QString text = QString::fromUtf8(runCli(command + explain).out);
        QVERIFY2(!text.contains("--where") && !text.contains("read as repeats"), qPrintable(text));
    }
}

void tst_cli_ladder::resumed()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const QStringList firstRun{"ladder", "run", "--p",  "1,2", "--repeat", "1",    "--warmup",
                               "0",      "-o",  ladder, "--",  "true",     "it's", "{p}"};
    QCOMPARE(runCli(firstRun).status, 0);
    const QByteArray before = contentOf(ladder);
    QStringList more = firstRun;
    more[3] = "1,2,3";
    more[5] = "2";
    more.insert(10, "--json");
    const CliResult run = runCli(more);
    QCOMPARE(run.status, 0);
    QCOMPARE(run.json()["resumed_rows"].toInt(), 2);
    QCOMPARE(run.json()["rows"].toArray().size(), 6);
    QVERIFY(contentOf(ladder).startsWith(before));  // appended to, never rewritten
    QCOMPARE(rowsOf(ladder).size(), 7);
    QCOMPARE(runCli(more).json()["resumed_rows"].toInt(), 6);
    QCOMPARE(rowsOf(ladder).size(), 7);
}

// Killed while writing a row: half a row would be read as a different number, so it is cut off and the run is repeated.
void tst_cli_ladder::tornLine()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const QStringList run{"ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "-o", ladder, "--", "true"};
    QCOMPARE(runCli(run).status, 0);
    const QByteArray fullFile = contentOf(ladder);
    const QByteArray before = fullFile.left(fullFile.lastIndexOf('\n', -2) + 1);
    for (const qsizetype torn : {fullFile.size() - 1, before.size() + 1}) {
        writeFile(ladder, fullFile.left(torn));
        const CliResult again = runCli(run);
        QCOMPARE(again.status, 0);
        QVERIFY2(again.err.contains("the last line is incomplete"), again.err.constData());
        QVERIFY(contentOf(ladder).startsWith(before));
        QCOMPARE(rowsOf(ladder).size(), 3);
    }
    // A file from another command is not truncated.
    writeFile(ladder, fullFile.left(fullFile.size() - 3));
    QStringList other = run;
    other.back() = "false";
    QCOMPARE(runCli(other).status, 2);
    QCOMPARE(contentOf(ladder), fullFile.left(fullFile.size() - 3));
}

void tst_cli_ladder::stopsAtIntervalWidth()
{
    // The interval is checked after 7, 10, 14, … runs, and the first check sets the minimum. The times of one command
    // are always within 1e6 times their median, and never within 1e-9 times.
    for (const auto& [within, enough] : {std::pair("1e6", 7), {"1e-9", 9}}) {
        const CliResult run = runCli({"ladder", "run", "--json", "--p", "1,2", "--repeat", "9", "--warmup", "0",
                                      "--within", within, "--", "sh", "-c", "[ $1 = 1 ] || exit 3", "sh", "{p}"});
        QCOMPARE(run.status, 1);  // no run at p = 2 succeeds
        int one = 0, two = 0;
        for (const QJsonValue& each : run.json()["rows"].toArray())
            ++(each.toObject()["p"].toInt() == 1 ? one : two);
        QCOMPARE(one, enough);
        QCOMPARE(two, 9);  // failed runs do not count
    }
    bool base = false;
    for (const QJsonValue& each : runCli({"ladder", "run", "--json", "--p", "1,2", "--repeat", "1", "--warmup", "0",
                                          "--", "sh", "-c", "[ $1 = 2 ]", "sh", "{p}"})
                                      .json()["warnings"]
                                      .toArray())
        base = base || each.toString().contains("p = 2 is the base");
    QVERIFY(base);
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--within", "0", "--", "true"}).status, 2);
}

void tst_cli_ladder::anotherCommandsFile()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--repeat", "1", "-o", ladder, "--", "true"}).status, 0);
    const QByteArray before = contentOf(ladder);
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--repeat", "1", "-o", ladder, "--", "false"}).status, 2);
    QCOMPARE(contentOf(ladder), before);
    const QString other = writeFile(folder.filePath("other.csv"), "p,time\n1,2\n");
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "-o", other, "--", "true"}).status, 2);
    QCOMPARE(contentOf(other), QByteArray("p,time\n1,2\n"));
}

void tst_cli_ladder::order()
{
    const auto orderOfRuns = [](const QStringList& options) {
        QList<int> all;
        for (const QJsonValue& row :
             runCli(QStringList{"ladder", "run", "--p", "8,1,4,2,16", "--repeat", "3", "--warmup", "0", "--json"} +
                    options + QStringList{"--", "true"})
                 .json()["rows"]
                 .toArray())
            all << row.toObject()["p"].toInt();
        return all;
    };
    QCOMPARE(orderOfRuns({"--order", "up"}), (QList<int>{1, 2, 4, 8, 16, 1, 2, 4, 8, 16, 1, 2, 4, 8, 16}));
    const QList<int> shuffled = orderOfRuns({"--seed", "5"});
    QCOMPARE(orderOfRuns({"--seed", "5"}), shuffled);
    QVERIFY(shuffled != orderOfRuns({"--order", "up"}));
    for (int block = 0; block < 3; ++block) {  // every repeat visits every p
        QList<int> sorted = shuffled.mid(5 * block, 5);
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(sorted, (QList<int>{1, 2, 4, 8, 16}));
    }
}

void tst_cli_ladder::interrupted()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv"), pids = folder.filePath("pids");
    const QStringList arguments{
        "ladder",   "run",
        "--p",      "1,2",
        "--repeat", "2",
        "--warmup", "0",
        "--order",  "up",
        "-o",       ladder,
        "--",       "sh",
        "-c",       "echo $$ >> " + pids + "; [ $1 = 1 ] || [ -e " + pids + ".go ] || sleep 600; true",
        "sh",       "{p}"};
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"), arguments);
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(pids).count('\n'), 2, 60000);
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    for (const QByteArray& each : contentOf(pids).trimmed().split('\n'))
        QVERIFY(!alive(each.toLongLong()));
    QCOMPARE(rowsOf(ladder).size(), 2);  // measured rows are not lost
    writeFile(pids + ".go", {});
    QCOMPARE(runCli(arguments).status, 0);
    QCOMPARE(rowsOf(ladder).size(), 5);
}

void tst_cli_ladder::killed_data()
{
    QTest::addColumn<bool>("wholeGroup");
    QTest::newRow("the program") << false;
    QTest::newRow("its group, as a shell's kill %1 does") << true;
}

void tst_cli_ladder::killed()
{
    QFETCH(bool, wholeGroup);
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv"), pids = folder.filePath("pids");
    QProcess process;
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    process.start(builtProgram("app/scalewright-cli"),
                  {"ladder", "run", "--p", "1", "--warmup", "0", "-o", ladder, "--", "sh", "-c",
                   "echo > $SCALEWRIGHT_TRACE_DIR/rank0.json; setsid sleep 600 & echo $! >> " + pids + "; echo $$ >> " +
                       pids + "; sleep 600; true"});
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(pids).count('\n'), 2, 60000);
    // The trace folder of the run.
    QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
    const pid_t program = pid_t(process.processId());
    QCOMPARE(::kill(wholeGroup ? -program : program, SIGKILL), 0);
    QVERIFY(process.waitForFinished(60000));
    QTRY_VERIFY_WITH_TIMEOUT(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty(), 60000);
    for (const QByteArray& each : contentOf(pids).trimmed().split('\n'))
        QTRY_VERIFY_WITH_TIMEOUT(!alive(each.toLongLong()), 60000);
    QCOMPARE(rowsOf(ladder).size(), 1);  // the header
}

void tst_cli_ladder::launcherLeavesNoProcesses_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("wholeGroup");
    for (const char* launcher : {"mpirun", "collective", "torchrun"}) {
        QTest::addRow("%s, interrupted", launcher) << launcher << SIGINT << false;
        QTest::addRow("%s, killed", launcher) << launcher << SIGKILL << false;
        QTest::addRow("%s, killed with its group", launcher) << launcher << SIGKILL << true;
    }
}

void tst_cli_ladder::launcherLeavesNoProcesses()
{
    const QString program = builtProgram("app/scalewright-mpi");
    QFETCH(QString, launcher);
    QFETCH(int, signal);
    QFETCH(bool, wholeGroup);
    const bool torch = launcher == "torchrun";
    if (torch ? QProcess::execute(
                    "sh",
                    {"-c",
                     "[ -x /usr/bin/torchrun ] && /usr/bin/python3 -c 'import torch.distributed' 2> /dev/null"}) != 0
              : !QFile::exists(program) || QProcess::execute("sh", {"-c", "command -v mpirun > /dev/null"}) != 0)
        QSKIP(torch ? "there is no PyTorch here: Debian's package python3-torch has it"
                    : "there is no mpirun here, or scalewright-mpi was not built: Debian's packages openmpi-bin and "
                      "libopenmpi-dev");
    const QTemporaryDir folder, temporary;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", temporary.path());
    if (torch)
        environment.insert("PATH", "/usr/bin:/bin");
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    writeFile(folder.filePath("wait.py"), "import time\ntime.sleep(600)\n");
    const QStringList command =
        torch ? QStringList{"/usr/bin/python3", folder.filePath("wait.py")} : QStringList{program, "--repeats", "1000"};
    process.start(builtProgram("app/scalewright-cli"),
                  launcher == "collective" ? QStringList{"probe", "collective", "--p", "2", "--repeats", "1000"}
                                           : QStringList{"ladder", "run", "--p", "2", "--warmup", "0", "--launcher",
                                                         launcher, "-o", folder.filePath("l.csv"), "--"} +
                                                 command);
    // The variables passed to Open MPI: they name the folder for the session's files and the segments of its two
    // processes.
    const auto environments = [&] {
        QList<QByteArray> all;
        for (const QString& each : QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs))
            if (const QByteArray processEnvironment = contentOf("/proc/" + each + "/environ");
                processEnvironment.contains("TMPDIR=" + temporary.path().toUtf8()))
                all << processEnvironment;
        return all;
    };
    QString scratch;
    const auto running = [&] {
        const QList<QByteArray> all = environments();
        if (torch)
            return std::count_if(all.begin(), all.end(), [](const QByteArray& processEnvironment) {
                       return processEnvironment.contains("LOCAL_RANK=");
                   }) == 2;
        for (const QByteArray& processEnvironment : all)
            for (const QByteArray& variable : processEnvironment.split('\0'))
                if (variable.startsWith("OMPI_MCA_orte_tmpdir_base="))
                    scratch = variable.mid(variable.indexOf('=') + 1);
        return !scratch.isEmpty() && QDir(scratch).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size() >= 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(running(), 240000);
    const pid_t leader = pid_t(process.processId());
    QCOMPARE(::kill(wholeGroup ? -leader : leader, signal), 0);
    QVERIFY(process.waitForFinished(60000));
    QTRY_VERIFY_WITH_TIMEOUT(environments().isEmpty() && (torch || !QFile::exists(scratch)), 60000);
    QVERIFY(QDir(temporary.path()).isEmpty());
}

void tst_cli_ladder::checksWorkerCount()
{
    const CliResult run = runCli({"ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "--order", "up",
                                  "--json", "--", "sh", "-c", "echo scalewright: p=1"});
    QCOMPARE(run.json()["rows"].toArray()[0].toObject()["status"].toString(), "ok");
    QCOMPARE(run.json()["rows"].toArray()[1].toObject()["status"].toString(), "saw 1 workers");
}

void tst_cli_ladder::noLauncher()
{
    const CliResult run = runShell("PATH=/nonexistent $CLI ladder run --p 2 --launcher mpirun -- true");
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("openmpi-bin"), run.err.constData());
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--", "/nonexistent/program"}).status, 3);
}

void tst_cli_ladder::realMpi()
{
    if (QProcess::execute("sh", {"-c", "command -v mpirun > /dev/null"}) != 0)
        QSKIP("there is no mpirun here: Debian's package openmpi-bin has it");
    // Each process reads the world size from Open MPI; one of them prints it as the number of workers.
    const CliResult run =
        runCli({"ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "--launcher", "mpirun", "--json", "--",
                "sh", "-c", "[ $OMPI_COMM_WORLD_RANK = 0 ] && echo scalewright: p=$OMPI_COMM_WORLD_SIZE; true"});
    QCOMPARE(run.status, 0);
    for (const QJsonValue& each : run.json()["rows"].toArray())
        QCOMPARE(each.toObject()["status"].toString(), "ok");
    // mpirun marks the lines, so each belongs to its rank, even if they are equal: 0 and 0.1 ms have the mean 0.05 ms.
    for (const auto& [printed, comp] :
         {std::pair{"comp=0.000$OMPI_COMM_WORLD_RANK", 0.00005}, {"comp=0.0001", 0.0001}}) {
        const CliResult each =
            runCli({"ladder", "run", "--p", "2", "--repeat", "1", "--warmup", "0", "--launcher", "mpirun", "--json",
                    "--", "sh", "-c", QStringLiteral("echo scalewright: ") + printed});
        QCOMPARE(each.status, 0);
        QCOMPARE(each.json()["rows"][0]["comp"].toDouble(), comp);
        const QJsonArray ranks = each.json()["rows"][0]["ranks"].toArray();
        QCOMPARE(ranks.size(), 2);
        QCOMPARE(ranks[1].toObject()["rank"].toInt(), 1);
    }
}

void tst_cli_ladder::ranksBeforeTheLine()
{
    for (const char* rank : {"[default0]:", "[1,0]<stdout>:", "3: ", ""}) {
        const CliResult run = runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "--",
                                      "echo", QString(rank) + "scalewright: comp=1us"});
        QCOMPARE(run.json()["rows"].toArray()[0].toObject()["comp"].toDouble(), 1e-6);
    }
    const CliResult run = runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "--", "echo",
                                  "said scalewright: comp=1us"});
    QVERIFY(!run.json()["rows"].toArray()[0].toObject().contains("comp"));
}

// A part is never longer than its run: a part of a second in a run of milliseconds is a mistake in the unit or the
// clock.
void tst_cli_ladder::rejectsPartsLongerThanTheRun()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const CliResult run = runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "-o", ladder,
                                  "--", "sh", "-c", "sleep 0.1; echo scalewright: comp=1e40 comm=0.05 io=50"});
    QCOMPARE(run.status, 0);
    const QJsonObject row = run.json()["rows"].toArray()[0].toObject();
    QCOMPARE(row["status"].toString(), "ok");
    QVERIFY(!row.contains("comp") && !row.contains("io"));
    QCOMPARE(row["comm"].toDouble(), 0.05);
    const QByteArray warnings = QJsonDocument(run.json()["warnings"].toArray()).toJson();
    QVERIFY2(warnings.contains("reports comp = ") && warnings.contains("reports io = 50") &&
                 warnings.contains("longer than its run") && !warnings.contains("reports comm"),
             warnings.constData());
    QVERIFY2(rowsOf(ladder).last().endsWith(",,0.05,,,"), rowsOf(ladder).last().constData());
    // Printed once and counted among the answer's warnings: few p, few repeats, two parts.
    const CliResult plain =
        runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "-o", folder.filePath("again.csv"), "--",
                "sh", "-c", "sleep 0.1; echo scalewright: comp=10 io=50; : {p}"});
    QCOMPARE(plain.status, 0);
    QVERIFY2(plain.err.contains("warning: p = 1, run 1: the program reports comp = 10") &&
                 plain.err.contains("reports io = 50"),
             plain.err.constData());
    QVERIFY2(plain.err.contains("one p alone") && plain.err.contains("1 repeat:"), plain.err.constData());
    const qsizetype warningCount = plain.err.count("warning: ");
    QVERIFY2(plain.out.contains(QByteArray::number(warningCount) + " warnings)"), plain.out.constData());
    // Each part fits into the run but their sum does not: 3 x 1.9 s in two seconds plus start-up.
    const QString sums = folder.filePath("s.csv");
    const CliResult together =
        runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--json", "-o", sums, "--", "sh", "-c",
                "sleep 2; echo scalewright: comp=1900ms comm=1.9 idle=1900ms quality=0.5"});
    QCOMPARE(together.status, 0);
    const QByteArray warningText = QJsonDocument(together.json()["warnings"].toArray()).toJson();
    QVERIFY2(warningText.contains("parts that sum to 5.70 s") || warningText.contains("parts that sum to 5.7 s"),
             warningText.constData());
    QVERIFY2(rowsOf(sums).last().endsWith(",,,,,0.5"), rowsOf(sums).last().constData());
    QCOMPARE(runCli({"cost", "--price", "1", "--scaling", "strong", sums}).status, 0);
}

void tst_cli_ladder::realMpiProgram()
{
    if (QProcess::execute("sh", {"-c", "command -v mpirun mpicc > /dev/null"}) != 0)
        QSKIP("there is no mpirun or mpicc here: Debian's packages openmpi-bin and libopenmpi-dev have them");
    const QTemporaryDir folder;
    QCOMPARE(
        runShell("mpicc -O2 -o program '" + sourceFile("app/mpi/scalewright-mpi.c") + "' -lm", folder.path()).status,
        0);
    const CliResult run = runShell(
        "$CLI ladder run --p 2,3 --repeat 2 --warmup 0 --launcher mpirun --json -o l.csv -- ./program --to 1024 "
        "--repeats 5 --only all-reduce",
        folder.path());
    QVERIFY2(run.status == 0, run.err.constData());
    for (const QJsonValue& each : run.json()["rows"].toArray())
        QCOMPARE(each.toObject()["status"].toString(), "ok");
    QCOMPARE(runCli({"cost", "--price", "1", "--scaling", "strong", folder.filePath("l.csv")}).status, 0);
}

void tst_cli_ladder::realTorch()
{
    if (QProcess::execute(
            "sh", {"-c", "[ -x /usr/bin/torchrun ] && /usr/bin/python3 -c 'import torch.distributed' 2> /dev/null"}) !=
        0)
        QSKIP("there is no PyTorch here: Debian's package python3-torch has it");
    // A data-parallel loop over gloo, with a batch of 512 split across p workers; it reports its own time and its
    // number of workers.
    const QTemporaryDir folder;
    writeFile(folder.filePath("train.py"), R"py(import time
import torch, torch.distributed as dist
dist.init_process_group("gloo")
p = dist.get_world_size()
torch.set_num_threads(1)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1)))
x, y = torch.randn(512 // p, 256), torch.randn(512 // p, 1)
optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
begun = time.perf_counter()
for step in range(20):
    optimiser.zero_grad()
    torch.nn.functional.mse_loss(model(x), y).backward()
    optimiser.step()
if dist.get_rank() == 0:
    print(f"scalewright: comp={time.perf_counter() - begun:.6f} p={p}", flush=True)
)py");
    // Two ladders at the same time, as when two students share a machine: before torch 2, runs with --standalone use
    // the same port.
    const QString line =
        "PATH=/usr/bin:/bin $CLI ladder run --p 1,2 --repeat 1 --warmup 0 --timeout 120 --launcher torchrun --json -o "
        "%1.csv -- /usr/bin/python3 train.py > %1.json";
    const CliResult run = runShell(line.arg("b") + " & sleep 1; " + line.arg("a") + "; wait", folder.path());
    QVERIFY2(run.status == 0, run.err.constData());
    for (const QString name : {"a", "b"}) {
        for (const QJsonValue& each :
             QJsonDocument::fromJson(contentOf(folder.filePath(name + ".json"))).object()["rows"].toArray()) {
            const QJsonObject row = each.toObject();
            QCOMPARE(row["status"].toString(), "ok");
            QVERIFY(row["comp"].toDouble() > 0 && row["comp"].toDouble() < row["seconds"].toDouble());
        }
        QCOMPARE(runCli({"cost", "--price", "1", "--scaling", "strong", folder.filePath(name + ".csv")}).status, 0);
    }
}

void tst_cli_ladder::concurrentJobs()
{
    // An sbatch stub that counts its jobs and records their dependencies: two jobs run at a time, so each waits for the
    // one two before it.
    const QTemporaryDir folder;
    const QString bin = folder.filePath("bin");
    QCOMPARE(
        runShell("mkdir " + bin +
                 " && printf '#!/bin/sh\\ncount=$(($(cat count 2> /dev/null || echo 0) + 1)); echo $count > count\\n"
                 "for word; do case $word in --dependency=*|--array=*) echo $count $word >> said;; esac; done; echo "
                 "$count\\n' > " +
                 bin + "/sbatch && printf '#!/bin/sh\\n' > " + bin + "/squeue && chmod +x " + bin + "/*")
            .status,
        0);
    const auto submitted = [&](const QStringList& options) {
        const QString jobs = folder.filePath("jobs" + options.join(""));
        const CliResult written = runCli(
            QStringList{"ladder", "script", "--launcher", "slurm", "--p", "1,2,4,8", "--repeat", "3", "-o", jobs} +
            options + QStringList{"--", "true"});
        const CliResult sent = runShell("PATH=" + bin + ":$PATH ./submit", jobs);
        if (written.status != 0 || sent.status != 0)
            return written.err + sent.err;
        return QFile::exists(jobs + "/said") ? contentOf(jobs + "/said") : QByteArray();
    };
    QCOMPARE(submitted({}),
             QByteArray("2 --dependency=afterany:1\n3 --dependency=afterany:2\n4 --dependency=afterany:3\n"));
    QCOMPARE(submitted({"--at-once", "2"}), QByteArray("3 --dependency=afterany:1\n4 --dependency=afterany:2\n"));
    QCOMPARE(submitted({"--at-once", "9"}), QByteArray());
    QVERIFY(submitted({"--array", "--at-once", "2"})
                .startsWith("1 --array=1,2,3%2\n2 --array=1,2,3%2\n2 --dependency=afterany:1\n"));
}

void tst_cli_ladder::trackersFolder()
{
    // MLflow's file store, as a folder: cost, fit and attribute read it like any ladder. T(1) = 80 s and T(4) = 24 s,
    // so S = 10/3.
    const QTemporaryDir folder;
    writeFile(folder.filePath("meta.yaml"), "name: scaling\nlifecycle_stage: active\n");
    for (const auto& [gpus, seconds] : {std::pair(1, 80), std::pair(2, 43), std::pair(4, 24)}) {
        const QString run = folder.filePath(QString::number(gpus));
        QDir().mkpath(run + "/params");
        QDir().mkpath(run + "/metrics");
        writeFile(run + "/meta.yaml", "run_id: r" + QByteArray::number(gpus) +
                                          "\nstatus: 3\nlifecycle_stage: active\nstart_time: 1000\nend_time: 900000\n");
        writeFile(run + "/params/num_gpus", QByteArray::number(gpus));
        writeFile(run + "/metrics/epoch_time_s", "1700000000000 " + QByteArray::number(seconds) + " 0\n");
    }
    const QJsonObject cost = runCli({"cost", folder.path(), "--price", "2", "--json"}).json();
    QCOMPARE(cost["rows"].toArray().size(), 3);
    QVERIFY(std::abs(cost["rows"].toArray()[2].toObject()["speedup"].toDouble() - 10.0 / 3) < 1e-12);
    QCOMPARE(runCli({"attribute", folder.path(), "--map", "p=num_gpus,time=epoch_time_s"}).status, 0);
    const QJsonObject whole =
        runCli({"cost", folder.path(), "--price", "2", "--map", "time=duration", "--scaling", "strong", "--json"})
            .json();
    QCOMPARE(whole["t1"].toDouble(), 899.0);  // from start_time to end_time, in milliseconds
}

void tst_cli_ladder::slurmScripts()
{
    // The scripts themselves, with an srun stub that ignores its options and runs the command once.
    const QTemporaryDir folder;
    const QString jobs = folder.filePath("jobs"), bin = folder.filePath("bin"), ladder = folder.filePath("l.csv");
    const CliResult written = runCli({"ladder",
                                      "script",
                                      "--launcher",
                                      "slurm",
                                      "--p",
                                      "1,4,6",
                                      "--workers-per-node",
                                      "4",
                                      "--repeat",
                                      "2",
                                      "--timeout",
                                      "20",
                                      "-o",
                                      jobs,
                                      "--",
                                      "sh",
                                      "-c",
                                      "[ $1 = 4 ] && exit 7; echo \"it's $2\" >> said; sleep 0.02; echo scalewright: "
                                      "comp=500 comm=1e-3 idle=15ms io=5min",
                                      "sh",
                                      "{p}",
                                      "$HOME; 'x'"});
    QVERIFY2(written.status == 0, written.err.constData());
    const QByteArray six = contentOf(jobs + "/job-p6.sh");
    for (const char* line :
         {"#SBATCH --nodes=2\n", "#SBATCH --ntasks=6\n", "#SBATCH --ntasks-per-node=4\n", "#SBATCH --exclusive\n"})
        QVERIFY2(six.contains(line), line);
    QCOMPARE(
        runShell(
            "mkdir " + bin +
            " && printf '#!/bin/sh\\nwhile case $1 in -*) true;; *) false;; esac; do shift; done; exec \"$@\"\\n' > " +
            bin + "/srun && chmod +x " + bin + "/srun")
            .status,
        0);
    for (int call = 0; call < 2; ++call)  // the second call has nothing left to do
        for (const char* job : {"job-p1.sh", "job-p4.sh", "job-p6.sh"})
            QCOMPARE(runShell("PATH=" + bin + ":$PATH bash ./" + job, jobs).status, 0);
    QCOMPARE(contentOf(jobs + "/said"),
             QByteArray("it's $HOME; 'x'\n").repeated(6));  // two worker counts, each with a warm-up and two runs
    const CliResult collected = runShell(jobs + "/collect > " + ladder);
    QCOMPARE(collected.status, 0);
    QVERIFY2(collected.err.contains("p = 6, run 2: the program says io = 5min of a run that took") &&
                 collected.err.count('\n') == 8,
             collected.err.constData());
    QVERIFY(contentOf(ladder).contains("# p = 1, run 1: the program says comp = 500 of a run that took"));
    const QList<QByteArray> rows = rowsOf(ladder);
    QCOMPARE(rows.size(), 7);
    QCOMPARE(rows[0], QByteArray("p,repeat,seconds,status,host,started,comp,comm,idle,io,quality"));
    QVERIFY(rows[1].startsWith("1,1,") && rows[1].endsWith(",,1e-3,15ms,,"));
    QVERIFY(rows[3].startsWith("4,1,,exit 7,") && rows[3].endsWith(",,,,,"));
    QCOMPARE(runShell("for f in " + jobs + "/job-p1.sh " + jobs + "/submit " + jobs +
                      "/collect; do bash -n $f || exit 1; done")
                 .status,
             0);
    // Existing files are not overwritten.
    QCOMPARE(runCli({"ladder", "script", "--p", "1", "-o", jobs, "--", "true"}).status, 2);
}

// Rank 1 computes 40 ms longer; the exchange takes 0.1 ms once both are there. The jobs' rows keep both lines.
void tst_cli_ladder::slurmRanks()
{
    const QTemporaryDir folder;
    const QString jobs = folder.filePath("jobs");
    QCOMPARE(runCli({"ladder", "script", "--launcher", "slurm", "--p", "2", "--repeat", "1", "--warmup", "0", "-o",
                     jobs, "--", "./program"})
                 .status,
             0);
    makeProgram(folder.filePath("srun"),
                "#!/bin/sh\n"
                "echo 0: scalewright: time=0.14 comp=0.1 comm=0.04\n"
                "echo 1: scalewright: time=0.14 comp=0.14 comm=0.0001\n"
                "sleep 0.2\n");
    QCOMPARE(runShell("SLURM_JOB_ID=7 PATH=" + folder.path() + ":$PATH bash ./job-p2.sh", jobs).status, 0);
    const QJsonObject row = runCli({"ladder", "collect", "--json", jobs}).json()["rows"][0].toObject();
    QVERIFY(std::abs(row["seconds"].toDouble() - 0.14) < 1e-9);
    QVERIFY(std::abs(row["comm"].toDouble() - 0.0001) < 1e-9);
    QVERIFY(std::abs(row["idle"].toDouble() - 0.0399 / 2) < 1e-9);
    const QByteArray text = runCli({"ladder", "collect", jobs}).out;
    QVERIFY2(text.contains("rank 1: ") && text.contains("comp=0.14"), text.constData());
}

void tst_cli_ladder::slurmTraces()
{
    const QTemporaryDir folder;
    const QString jobs = folder.filePath("jobs"), bin = folder.filePath("bin");
    const QString program = tracedProgram(folder.path());
    QCOMPARE(runCli({"ladder", "script", "--launcher", "slurm", "--p", "1,2", "--repeat", "2", "--warmup", "1", "-o",
                     jobs, "--", program})
                 .status,
             0);
    QCOMPARE(
        runShell(
            "mkdir " + bin +
            " && printf '#!/bin/sh\\nwhile case $1 in -*) true;; *) false;; esac; do shift; done; exec \"$@\"\\n' > " +
            bin + "/srun && chmod +x " + bin + "/srun")
            .status,
        0);
    for (const char* job : {"job-p1.sh", "job-p2.sh"})
        QCOMPARE(runShell("SLURM_JOB_ID=7 PATH=" + bin + ":$PATH bash ./" + job, jobs).status, 0);
    // Without the program on that machine, the rows are collected and the traces only named; with it, every call of
    // collect reads the parts from the traces.
    const QByteArray plain = runShell("env PATH=/usr/bin:/bin " + jobs + "/collect").out;
    QVERIFY2(plain.contains("\n2,2,") && plain.contains(",,,,,\n") && plain.contains("scalewright-cli ladder collect"),
             plain.constData());
    for (int call = 0; call < 2; ++call) {
        const CliResult collected =
            runShell("PATH=$(dirname $CLI):$PATH " + jobs + "/collect > " + folder.filePath("l.csv"));
        QVERIFY2(collected.status == 0, collected.err.constData());
        QCOMPARE(contentOf(folder.filePath("l.csv")).count("# warm-up p="), 2);
        QCOMPARE(rowsOf(folder.filePath("l.csv")).size(), 5);
    }
    const QJsonArray rows = runCli({"ladder", "collect", "--json", jobs}).json()["rows"].toArray();
    QCOMPARE(rows.size(), 4);
    for (const QJsonValue& each : rows)
        compareParts(each.toObject(), 0.0325, 0.005, 0.0025, 0.005);
    QCOMPARE(QDir(jobs + "/rows").entryList({"*warm*.traces"}, QDir::Dirs).size(), 0);
    const CliResult wrong = runCli({"ladder", "collect", folder.path()});
    QCOMPARE(wrong.status, 2);
    QVERIFY(wrong.err.contains("is not a folder written by ladder script"));
}

void tst_cli_ladder::noSuccess()
{
    const CliResult run = runCli({"ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "--order", "up",
                                  "--json", "--", "sh", "-c", "exit $((4 + $1))", "sh", "{p}"});
    QCOMPARE(run.status, 1);
    QCOMPARE(run.json()["rows"].toArray().size(), 2);
    QVERIFY2(run.err.contains("no run succeeded") && run.err.contains("run 1 at p = 2: exit 6"), run.err.constData());
    // Includes the last text that the program wrote, shortened and on one line.
    const CliResult wordy = runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--", "sh", "-c",
                                    "echo first >&2; printf 'no data: %0200d\\n\\n' 7 >&2; exit 3"});
    QVERIFY2(wordy.err.contains("run 1 failed (exit 3: no data: 000") && wordy.err.contains("000…)"),
             wordy.err.constData());
    QVERIFY2(wordy.err.contains("first\n"), wordy.err.constData());  // standard error still has the full text
}

void tst_cli_ladder::fileReplaced()
{
    // At p = 2 the run replaces the ladder file as an editor does when saving: with another file of the same name.
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const QStringList arguments{
        "ladder",   "run",
        "--p",      "1,2,4",
        "--repeat", "1",
        "--warmup", "0",
        "--order",  "up",
        "-o",       ladder,
        "--",       "sh",
        "-c",       "[ $1 != 2 ] || { cp " + ladder + " " + ladder + ".new && mv " + ladder + ".new " + ladder + "; }",
        "sh",       "{p}"};
    const CliResult run = runCli(arguments);
    QVERIFY2(run.status == 3 && run.err.contains("was replaced") && run.err.contains((ladder + ".rescued").toUtf8()),
             (run.out + run.err + contentOf(ladder)).constData());
    QCOMPARE(rowsOf(ladder).size(), 2);
    QCOMPARE(rowsOf(ladder + ".rescued").size(), 3);  // the finished run is not lost
    QVERIFY(QFile::remove(ladder) && QFile::rename(ladder + ".rescued", ladder));
    QCOMPARE(runCli(arguments).status, 0);
    QCOMPARE(rowsOf(ladder).size(), 4);
    // Truncated in place, as by an editor that writes into the file.
    QVERIFY(QFile::remove(ladder));
    const CliResult truncated =
        runCli({"ladder", "run", "--p", "1,2,4", "--repeat", "1", "--warmup", "0", "--order", "up", "-o", ladder, "--",
                "sh", "-c", "[ $1 != 2 ] || echo '# cut' > " + ladder, "sh", "{p}"});
    QVERIFY2(truncated.status == 3 && truncated.err.contains("truncated while"),
             (truncated.out + truncated.err + contentOf(ladder)).constData());
    QCOMPARE(rowsOf(ladder + ".rescued").size(), 3);
    QVERIFY(QFile::remove(ladder + ".rescued"));
    for (const auto& [gone, at] :
         {std::pair("rm " + ladder, ladder), {"rm -r " + folder.filePath("in"), folder.filePath("in/l.csv")}}) {
        QDir(folder.path()).mkpath("in");
        QFile::remove(at);
        const CliResult lost = runShell("TMPDIR=" + folder.path() + " $CLI ladder run --p 1 --repeat 1 --warmup 0 -o " +
                                        at + " -- " + gone);
        QVERIFY2(lost.status == 3, (lost.out + lost.err + contentOf(at)).constData());
        QCOMPARE(rowsOf(folder.filePath("l.csv.rescued")).size(), 2);
        QFile::remove(folder.filePath("l.csv.rescued"));
    }
}

void tst_cli_ladder::otherColumns()
{
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv");
    const QStringList arguments{"ladder",   "run", "--p", "1,2",  "--repeat", "1",
                                "--warmup", "0",   "-o",  ladder, "--",       "true"};
    QStringList one = arguments;
    one[3] = "1";
    QCOMPARE(runCli(one).status, 0);
    const QByteArray written = contentOf(ladder);
    const QByteArray head("p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n");
    const qsizetype at = written.indexOf(head);
    QVERIFY(at > 0);
    const QByteArray context = written.left(at), row = written.mid(at + head.size());
    QVERIFY2(row.startsWith("1,1,"), row);
    const QList<QPair<QByteArray, QByteArray>> changed{
        {context + "repeat," + QByteArray(head).replace(",repeat", "") + row,
         "the header p,repeat,seconds"},  // 1,1,… would parse with either header
        {context + QByteArray(head).replace("\n", ",note\n") + QByteArray(row).replace("\n", ",mine\n"),
         "the header p,repeat,seconds"},
        {context + QByteArray(head).replace(',', ';') + QByteArray(row).replace(',', ';'),
         "the header p,repeat,seconds"},
        {QByteArray(written).replace("\n", "\r\n"), "dos2unix"},
    };
    for (const auto& [content, says] : changed) {
        writeFile(ladder, content);
        const CliResult run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(contentOf(ladder), content);
    }
    writeFile(ladder, written);
    QCOMPARE(runCli(arguments).status, 0);
}

void tst_cli_ladder::fullDisk()
{
    // The file may have 4096 bytes (8 blocks of 512) and all but 20 are used: only the start of a row can be written.
    const QTemporaryDir folder;
    const QString ladder = folder.filePath("l.csv"),
                  line = "$CLI ladder run --p 1,2 --repeat 1 --warmup 0 -o " + ladder + " -- true";
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "-o", ladder, "--", "true"}).status,
             0);
    QByteArray before = contentOf(ladder);
    before += "#" + QByteArray(4096 - 20 - before.size() - 2, '-') + "\n";
    writeFile(ladder, before);
    const CliResult full = runShell("ulimit -f 8; " + line);
    QCOMPARE(full.status, 3);
    QVERIFY2(full.err.contains("cannot be written"), full.err.constData());
    QCOMPARE(contentOf(ladder), before);
    QCOMPARE(runShell(line).status, 0);
    QCOMPARE(rowsOf(ladder).size(), 3);
}

void tst_cli_ladder::emptyTraceFolders()
{
    // What remains if a call is killed between creating a run's folder and starting the run.
    const QTemporaryDir folder;
    for (const char* const left :
         {"l.csv.traces-p1-1", "l.csv.traces-p8-2", "l.csv.traces-p4-1", "other.csv.traces-p1-1"})
        QVERIFY(QDir(folder.path()).mkdir(left));
    writeFile(folder.filePath("l.csv.traces-p4-1/rank0.json"), "[]");
    const CliResult run =
        runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "-o", folder.filePath("l.csv"), "--",
                "sh", "-c", "echo $SCALEWRIGHT_TRACE_DIR > " + folder.filePath("seen")});
    QCOMPARE(run.status, 0);
    QCOMPARE(contentOf(folder.filePath("seen")).trimmed(), folder.filePath("l.csv.traces-p1-1").toUtf8());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
             (QStringList{"l.csv.traces-p4-1", "other.csv.traces-p1-1"}));
}

void tst_cli_ladder::jobOnAFullDisk()
{
    // /dev/full fails every write like a full disk.
    const QTemporaryDir folder;
    const QString jobs = folder.filePath("jobs"), rows = jobs + "/rows/";
    QCOMPARE(runCli({"ladder", "script", "--launcher", "slurm", "--p", "1", "--repeat", "2", "--warmup", "0", "-o",
                     jobs, "--", "true"})
                 .status,
             0);
    makeProgram(folder.filePath("srun"), srunStub);
    const QString line = "SLURM_JOB_ID=7 PATH=" + folder.path() + ":$PATH bash ./job-p1.sh";
    QVERIFY(QDir().mkpath(rows) && QFile::link("/dev/full", rows + "p1-1.csv.part"));
    const CliResult full = runShell(line, jobs);
    QCOMPARE(full.status, 3);
    QVERIFY2(full.err.contains("p1-1.csv cannot be written: run 1 at p = 1 has no row"), full.err.constData());
    QVERIFY(!QFileInfo(rows + "p1-1.csv").isSymLink() && !QFile::exists(rows + "p1-1.csv") &&
            !QFile::exists(rows + "p1-2.csv"));
    writeFile(rows + "p1-1.csv", {});  // as left by a job from an earlier version
    const CliResult noResult = runCli({"ladder", "collect", "--json", jobs});
    QCOMPARE(noResult.status, 0);
    QCOMPARE(noResult.json()["rows"].toArray().size(), 0);
    QCOMPARE(runShell(line, jobs).status, 0);
    QCOMPARE(runCli({"ladder", "collect", "--json", jobs}).json()["rows"].toArray().size(), 2);
    // Parts that add up to more than their run, as collected without the program: 0.1 s and 0.1 s of 0.15 s.
    writeFile(rows + "p1-1.csv", "1,1,0.15,ok,host,2026-01-01T00:00:00,100ms,0.1,,,0.5\n");
    writeFile(rows + "p1-2.csv", "1,2,0.15,ok,host,2026-01-01T00:00:00,100ms,0.05,,,0.5\n");
    const CliResult collected = runShell("env PATH=/usr/bin:/bin ./collect", jobs);
    QVERIFY2(collected.out.contains("1,1,0.15,ok,host,2026-01-01T00:00:00,,,,,0.5\n") &&
                 collected.out.contains(",100ms,0.05,,,0.5\n"),
             collected.out.constData());
    QVERIFY2(collected.err.contains("run 1: the program says parts that sum to 0.2 s of a run that took 0.15 s") &&
                 collected.err.count('\n') == 1,
             collected.err.constData());
}

void tst_cli_ladder::slurmWithWrongAnswers()
{
    const QTemporaryDir folder;
    const QString bin = folder.filePath("bin"), ladder = folder.filePath("l.csv");
    QVERIFY(QDir().mkpath(bin));
    for (const char* const silent : {"squeue", "scancel"})
        makeProgram(bin + "/" + silent, {});
    const auto run = [&](const QByteArray& sbatchScript) {
        makeProgram(bin + "/sbatch", sbatchScript);
        return runShell(
            "rm -rf l.csv*; PATH=" + bin +
                ":$PATH $CLI ladder run --launcher slurm --p 1 --repeat 2 --warmup 0 --explain -o l.csv -- true",
            folder.path());
    };
    // The site prints a line before the id, and the queue no longer lists the job.
    const CliResult banner = run("echo Welcome to 2 clusters; echo '4711;main'\n");
    QCOMPARE(banner.status, 1);
    QVERIFY2(contentOf(ladder + ".jobs/jobs").contains("\n4711 job-p1.sh\n"),
             contentOf(ladder + ".jobs/jobs").constData());
    const QByteArray message = banner.out.simplified();
    QVERIFY2(message.contains("Slurm no longer lists its job 4711") && message.contains("2 of its runs left no row") &&
                 !message.contains("COMPLETED"),
             message.constData());
    QVERIFY2(banner.err.contains("no run produced a row"), banner.err.constData());
    for (const auto& [sbatch, says] :
         {std::pair("true\n", "sbatch succeeded but printed nothing"),
          std::pair("echo Welcome\n", "sbatch succeeded but printed \"Welcome\", which is not a job id"),
          std::pair("exit 4\n", "sbatch exited with status 4 and printed nothing")}) {
        const CliResult noResult = run(sbatch);
        QCOMPARE(noResult.status, 3);
        QVERIFY2(noResult.err.contains(says), noResult.err.constData());
    }
    // submit reads the id the same way.
    const QString jobs = folder.filePath("jobs");
    QCOMPARE(runCli({"ladder", "script", "--p", "1", "-o", jobs, "--", "true"}).status, 0);
    makeProgram(bin + "/sbatch", "echo Welcome to 2 clusters; echo '4711;main'\n");
    QCOMPARE(runShell("PATH=" + bin + ":$PATH ./submit", jobs).status, 0);
    QCOMPARE(contentOf(jobs + "/jobs"), QByteArray("4711 job-p1.sh\n"));
    QVERIFY(QFile::remove(jobs + "/jobs"));
    makeProgram(bin + "/sbatch", "echo Welcome\n");
    const CliResult nameless = runShell("PATH=" + bin + ":$PATH ./submit", jobs);
    QCOMPARE(nameless.status, 3);
    QVERIFY2(nameless.err.contains("names no job for job-p1.sh, but says: Welcome") && !QFile::exists(jobs + "/jobs"),
             nameless.err.constData());
}

void tst_cli_ladder::badRowWhileJobsRun()
{
    // A row that no job wrote ends the watch; the job that is still running is named.
    const QTemporaryDir folder;
    const QString bin = folder.filePath("bin");
    QVERIFY(QDir().mkpath(bin));
    makeProgram(bin + "/sbatch", "mkdir -p l.csv.jobs/rows; echo nonsense > l.csv.jobs/rows/p1-1.csv; echo 4711\n");
    makeProgram(bin + "/squeue", "echo '4711|RUNNING|x|None'\n");
    makeProgram(bin + "/scancel", {});
    const CliResult run =
        runShell("PATH=" + bin + ":$PATH $CLI ladder run --launcher slurm --p 1 --repeat 1 --warmup 0 -o l.csv -- true",
                 folder.path());
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains("jobs 4711 are still running") && run.err.contains("scancel 4711"), run.err.constData());
}

void tst_cli_ladder::slurmThatHangs()
{
    // The first job is submitted; the second sbatch does not answer, and neither does scancel.
    const QTemporaryDir folder;
    const QString bin = folder.filePath("bin"), sent = folder.filePath("sent");
    QVERIFY(QDir().mkpath(bin));
    makeProgram(bin + "/sbatch",
                "echo >> " + sent.toUtf8() + "; [ $(wc -l < " + sent.toUtf8() + ") = 1 ] || sleep 600; echo 4711\n");
    makeProgram(bin + "/squeue", {});
    makeProgram(bin + "/scancel", "sleep 600\n");
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", bin + ":" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.start(builtProgram("app/scalewright-cli"),
                  {"ladder", "run", "--launcher", "slurm", "--p", "1,2", "--repeat", "1", "--order", "up", "-o",
                   folder.filePath("l.csv"), "--", "true"});
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(sent).size(), 2, 60000);
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QByteArray output;
    QTRY_VERIFY_WITH_TIMEOUT((output += process.readAllStandardError()).contains("scancel --name=ladder-"), 60000);
    QVERIFY2(output.contains("sbatch has not answered yet") && output.contains("scancel 4711 cancels") &&
                 output.contains("scancel --name=ladder-"),
             output.constData());
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
}

void tst_cli_ladder::mistakes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no p") << "$CLI ladder run -- true" << QByteArray("--p: ");
    QTest::newRow("p") << "$CLI ladder run --p 0 -- true" << QByteArray("--p: ");
    QTest::newRow("no command") << "$CLI ladder run --p 1" << QByteArray("COMMAND: ");
    QTest::newRow("order") << "$CLI ladder run --p 1 --order down -- true" << QByteArray("--order: ");
    QTest::newRow("launcher") << "$CLI ladder run --p 1 --launcher pbs -- true" << QByteArray("--launcher: ");
    QTest::newRow("timeout") << "$CLI ladder run --p 1 --timeout 0 -- true" << QByteArray("--timeout: ");
    QTest::newRow("a device that is full") << "$CLI ladder run --p 1,2 -o /dev/full -- true"
                                           << QByteArray("/dev/full: is not a regular file; expected a regular file");
    QTest::newRow("a device without an end")
        << "$CLI ladder run --p 1,2 -o /dev/zero -- true" << QByteArray("/dev/zero: is not a regular file");
    QTest::newRow("a folder") << "$CLI ladder run --p 1,2 -o / -- true" << QByteArray("/: is a folder");
    QTest::newRow("repeat") << "$CLI ladder run --p 1 --repeat 0 -- true" << QByteArray("--repeat: ");
}

void tst_cli_ladder::mistakes()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runShell(line);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_ladder)
#include "tst_cli_ladder.moc"
