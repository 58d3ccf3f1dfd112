// SPDX-License-Identifier: GPL-3.0-or-later
// run: a program of known run time, measured into one project. Worker time is 0.2 + 0.4/p s: 0.6, 0.4, 0.3 s, so S(4) =
// 2, and of the 2 missing folds 4 (0.3 - 0.6/4)/0.3 = 2 are serial. Other load only makes the sleeps longer.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QByteArray readBytes(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QJsonValue readProjectJson(const QString& file)
{
    return QJsonDocument::fromJson(readBytes(file)).object();
}

QJsonArray readPoints(const QString& file)
{
    return readProjectJson(file)["measurements"]["ladders"][0]["points"].toArray();
}

/// A program in `folder` that writes a line to "count" each time it starts, and reports its parts and its work.
QString serialProgram(const QString& folder)
{
    return writeFile(folder + "/program.sh", "echo $1 >> " + folder.toUtf8() +
                                                 "/count\n"
                                                 "case $1 in 1) t=0.6;; 2) t=0.4;; *) t=0.3;; esac\n"
                                                 "sleep $t\n"
                                                 "echo scalewright: comp=$t comm=0 idle=0 flops=1e9 bytes_moved=1e8\n");
}

qsizetype countStarts(const QString& folder)
{
    return readBytes(folder + "/count").count('\n');
}

QJsonValue stepMember(const QJsonObject& json, const QString& name)
{
    for (const QJsonValue& each : json["steps"].toArray())
        if (each["step"].toString() == name)
            return each;
    return {};
}

QStringList runArguments(const QString& project, const QString& program, const QStringList& more = {})
{
    return QStringList{"run", "-p", "1,2,4", "--repeat", "2", "--no-probe", "--json", "-o", project} + more +
           QStringList{"--", "sh", program, "{p}"};
}

}  // namespace

class tst_cli_run : public QObject {
    Q_OBJECT

private slots:
    void fillsOneProject();
    void usesExistingCeilings();
    void ceilingsOfAnAccelerator();
    void separatesStartUp();
    void tracedSteps();
    void interruptedStudy();
    void anotherProgram();
    void noProject();
    void failingProgram();
    void missingLauncher();
    void usage();
    void measureAndLadderShareAProject();
    void namesTheLateRank();
    void measuresAChangedProgramAgain();
    void failingAtOneP();
};

void tst_cli_run::fillsOneProject()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright"), program = serialProgram(folder.path());
    const CliResult first = runCli(runArguments(project, program, {"--price", "3.6"}));
    QVERIFY2(first.status == 0, first.err.constData());
    const QJsonObject json = first.json();
    QCOMPARE(json["schema"].toInt(), 1);
    QCOMPARE(json["project"].toString(), project);
    QCOMPARE(json["doctor"]["tools"].toArray().size(), 4);
    const QJsonValue doctor = json["doctor"];
    QVERIFY(doctor["cores"].toDouble() > 0);
    QCOMPARE(doctor["free_cores"].toDouble(), std::max(0.0, doctor["cores"].toDouble() - doctor["load"].toDouble()));
    for (const char* name : {"doctor", "measure", "ladder", "attribute", "fit", "cost"})
        QCOMPARE(stepMember(json, name)["status"].toString(), QStringLiteral("done"));
    QCOMPARE(stepMember(json, "probe")["status"].toString(), QStringLiteral("left-out"));
    QCOMPARE(headlineOf(json), stepMember(json, "attribute")["answer"]["headline"].toString());
    QVERIFY(!answerText(json, "because").isEmpty() && !answerText(json, "next", "says").isEmpty());
    QCOMPARE(countStarts(folder.path()), 7);  // one measure run, and two runs at each of three p
    // The warnings from ladder run, printed immediately and in the answer: three p are few.
    QVERIFY2(first.err.contains("warning: 3 different p"), first.err.constData());
    QVERIFY(!json["warnings"].toArray().isEmpty());
    const QString nextCommand = answerText(json, "next", "command");
    QVERIFY2(nextCommand.isEmpty() || !nextCommand.contains(" run ") || nextCommand.contains("--no-probe"),
             qPrintable(nextCommand));
    // The rows and the project agree about the machine.
    const QJsonValue machineIn = readProjectJson(project)["measurements"]["ladders"][0];
    QVERIFY2(readBytes(folder.filePath("my.ladder.csv"))
                 .contains(QByteArray::number(machineIn["cores"].toInt()) + " cores, load "),
             "the cores are those of the file");
    QVERIFY(machineIn["load_at_start"].isDouble());

    const QJsonValue projectBefore = readProjectJson(project);
    const QJsonArray steps = projectBefore["baseline"]["steps"].toArray();
    QCOMPARE(steps.size(), 1);
    QVERIFY(steps[0]["step_time_s"]["value"].toDouble() >= 0.6);
    QCOMPARE(steps[0]["flops"]["value"].toDouble(), 1e9);
    QVERIFY(projectBefore["baseline"]["t_comp_s"]["value"].toDouble() >= 0.6);
    QCOMPARE(projectBefore["target"]["price_usd_per_hour"]["value"].toDouble(), 3.6);
    QCOMPARE(projectBefore["measurements"]["ladders"].toArray().size(), 1);
    QCOMPARE(readPoints(project).size(), 6);
    QCOMPARE(projectBefore["measurements"]["ladders"][0]["provenance"]["origin"].toString(),
             QStringLiteral("measured"));
    QVERIFY(QFile::exists(folder.filePath("my.ladder.csv")));
    QCOMPARE(runCli({"validate", project}).status, 0);

    // The individual commands read the same project.
    const QJsonObject lost = runCli({"attribute", project, "--json"}).json();
    QCOMPARE(headlineOf(lost), headlineOf(json));
    QCOMPARE(lost["rows"].toArray().size(), 3);
    const double speedup = lost["rows"][2]["speedup"].toDouble(), serial = lost["rows"][2]["serial"].toDouble();
    QVERIFY2(speedup > 1.2 && speedup < 2.8, qPrintable(QString::number(speedup)));
    QVERIFY2(serial > 1 && serial < 2.2, qPrintable(QString::number(serial)));
    QCOMPARE(lost["rows"][2]["communication"].toDouble(), 0.0);
    QCOMPARE(headlineOf(runCli({"cost", project, "--json"}).json()),
             stepMember(json, "cost")["answer"]["headline"].toString());
    QCOMPARE(headlineOf(runCli({"fit", project, "--json"}).json()),
             stepMember(json, "fit")["answer"]["headline"].toString());

    // A second call starts nothing and gives the same answer.
    const CliResult second = runCli(runArguments(project, program));
    QCOMPARE(second.status, 0);
    QCOMPARE(countStarts(folder.path()), 7);
    QCOMPARE(stepMember(second.json(), "measure")["status"].toString(), QStringLiteral("kept"));
    QCOMPARE(stepMember(second.json(), "ladder")["status"].toString(), QStringLiteral("kept"));
    QCOMPARE(headlineOf(second.json()), headlineOf(json));
    // One more p and one more repeat: 8 runs are missing.
    QStringList more = runArguments(project, program);
    more[2] = "1,2,4,8";
    more[4] = "3";
    const CliResult third = runCli(more);
    QVERIFY2(third.status == 0, third.err.constData());
    QCOMPARE(countStarts(folder.path()), 7 + 6);
    QCOMPARE(readPoints(project).size(), 12);

    const CliResult text =
        runCli({"run", "-p", "1,2,4", "--repeat", "2", "--no-probe", "-o", project, "--", "sh", program, "{p}"});
    QCOMPARE(text.status, 0);
    QVERIFY2(text.err.isEmpty(), text.err.constData());
    QVERIFY(text.out.count('\n') <= 18);
    QCOMPARE(runCli({"run", "-p", "1,2,4", "--repeat", "2", "--no-probe", "--quiet", "-o", project, "--", "sh", program,
                     "{p}"})
                 .out.count('\n'),
             1);
}

/// Intensity 1e9/1e8 = 10 FLOP/B is above the ridge 2e10/1e10 = 2: compute.
void tst_cli_run::usesExistingCeilings()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright"), program = serialProgram(folder.path());
    const QStringList once{"run", "-p", "2", "--repeat", "1", "--json", "-o"};
    const QStringList command{"--", "sh", program, "{p}"};
    const QJsonObject other =
        runCli(once + QStringList{folder.filePath("other.scalewright"), "--no-probe"} + command).json();
    const QString cpu = other["doctor"]["cpu"].toString();
    QVERIFY(!cpu.isEmpty());
    const auto figure = [&](const char* key, double value) {
        return QStringLiteral(R"("%1": {"value": %2, "origin": "measured", "source": "this machine: %3, 2 cores"})")
            .arg(QString(key))
            .arg(value)
            .arg(cpu);
    };
    writeFile(project, (R"({"format": "scalewright-project", "version": 1, "baseline": {"machine": {)" +
                        figure("memory_bytes", 1e12) + "," + figure("peak_flops", 2e10) + "," +
                        figure("memory_bandwidth_bytes_per_s", 1e10) + "}}, \"mine\": 7}")
                           .toUtf8());
    const CliResult run = runCli(once + QStringList{project} + command);
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(stepMember(run.json(), "probe")["status"].toString(), QStringLiteral("kept"));
    QCOMPARE(stepMember(run.json(), "cost")["status"].toString(), QStringLiteral("left-out"));
    QVERIFY(!stepMember(run.json(), "cost")["found_reason"].toString().isEmpty());
    QCOMPARE(readProjectJson(project)["mine"].toInt(), 7);
    const QJsonObject ceiling = runCli({"diagnose", project, "--json"}).json();
    QCOMPARE(ceiling["bottleneck"].toString(), QStringLiteral("compute"));
    QCOMPARE(headlineOf(ceiling), stepMember(run.json(), "diagnose")["answer"]["headline"].toString());
}

/// The ceilings of a catalogue card, then of the same card again; the project keeps its own ceilings if they belong to
/// another card.
void tst_cli_run::ceilingsOfAnAccelerator()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright"), program = serialProgram(folder.path());
    const QStringList call{"run",    "-p", "2",     "--repeat", "1",  "--machine", "rtx 4090",
                           "--json", "-o", project, "--",       "sh", program,     "{p}"};
    const CliResult run = runCli(call);
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(stepMember(run.json(), "probe")["status"].toString(), QStringLiteral("done"));
    const QJsonValue machine = readProjectJson(project)["baseline"]["machine"];
    QCOMPARE(machine["name"].toString(), QStringLiteral("NVIDIA GeForce RTX 4090"));
    QCOMPARE(machine["peak_flops"]["value"].toDouble(), 165.2e12);
    QCOMPARE(machine["memory_bytes"]["origin"].toString(), QStringLiteral("catalogue"));
    const QByteArray before = readBytes(project);
    QCOMPARE(runCli(call).status, 0);
    QCOMPARE(readBytes(project), before);
    for (const char* invalidMachine : {"rtx 3090", ""}) {
        QStringList other = call;
        other[6] = QString::fromLatin1(invalidMachine);
        const CliResult refused = runCli(other);
        QVERIFY2(refused.status == 2 && (refused.out + refused.err).contains("--machine"), refused.err.constData());
        QCOMPARE(readBytes(project), before);
    }
}

/// Half a second of start-up before a step of 0.2 or 0.1 s: the baseline's T(1) equals the ladder's. The system's
/// memory size is known without a probe.
void tst_cli_run::separatesStartUp()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright");
    const CliResult run = runCli({"run", "-p", "1,2", "--repeat", "1", "--no-probe", "--json", "-o", project, "--",
                                  "sh", "-c", "sleep 0.5; echo scalewright: time=$((200 / $0))ms io=10ms", "{p}"});
    QVERIFY2(run.status == 0, run.err.constData());
    const QJsonValue baseline = readProjectJson(project)["baseline"];
    QCOMPARE(baseline["steps"][0]["step_time_s"]["value"].toDouble(), 0.2);
    QCOMPARE(baseline["steps"][0]["io_time_s"]["value"].toDouble(), 0.01);
    QCOMPARE(baseline["t_comp_s"]["value"].toDouble(), 0.2);
    const QJsonArray points = readPoints(project);
    QCOMPARE(points.size(), 2);
    for (const QJsonValue& each : points)
        QCOMPARE(each["time_s"].toDouble(), 0.2 / each["p"].toInt());
    QVERIFY(baseline["machine"]["memory_bytes"]["value"].toDouble() > 1e6);
    QCOMPARE(baseline["machine"]["name"].toString(), run.json().value("doctor")["cpu"].toString());
    // The command is identified by its step: the same call finds everything done.
    const QByteArray before = readBytes(project);
    QCOMPARE(runCli({"run", "-p", "1,2", "--repeat", "1", "--no-probe", "-o", project, "--", "sh", "-c",
                     "sleep 0.5; echo scalewright: time=$((200 / $0))ms io=10ms", "{p}"})
                 .status,
             0);
    QCOMPARE(readBytes(project), before);
}

/// A trace marks two steps of 40 ms in a launch of at least 0.3 s: the baseline's step is one of them, like the
/// ladder's rows.
void tst_cli_run::tracedSteps()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright");
    const QString program = writeFile(
        folder.filePath("traced"),
        R"(sleep 0.3; echo '[{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":40000},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":40000,"dur":40000},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":80000}]' > $SCALEWRIGHT_TRACE_DIR/rank0.json
)");
    const CliResult run =
        runCli({"run", "-p", "1", "--repeat", "1", "--no-probe", "--json", "-o", project, "--", "sh", program});
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(readProjectJson(project)["baseline"]["steps"][0]["step_time_s"]["value"].toDouble(), 0.04);
    QCOMPARE(readPoints(project).at(0)["time_s"].toDouble(), 0.04);
    QCOMPARE(readProjectJson(project)["measurements"]["ladders"][0]["steps_per_time"]["value"].toDouble(), 1.0);
}

void tst_cli_run::interruptedStudy()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright"), program = serialProgram(folder.path());
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"), runArguments(project, program));
    QTRY_VERIFY_WITH_TIMEOUT(readPoints(project).size() >= 2, 60000);
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    const qsizetype points = readPoints(project).size();
    QVERIFY(points >= 2 && points < 6);
    QCOMPARE(readProjectJson(project)["baseline"]["steps"].toArray().size(), 1);
    QCOMPARE(runCli({"validate", project}).status, 0);
    const CliResult resumed = runCli(runArguments(project, program));
    QVERIFY2(resumed.status == 0, resumed.err.constData());
    QCOMPARE(readPoints(project).size(), 6);
    QVERIFY(countStarts(folder.path()) <= 8);  // at most the interrupted run is repeated
    QCOMPARE(stepMember(resumed.json(), "measure")["status"].toString(), QStringLiteral("kept"));
    QSet<QByteArray> turns;
    for (const QByteArray& line : readBytes(folder.filePath("my.ladder.csv")).split('\n'))
        if (!line.isEmpty() && !line.startsWith('#') && !line.startsWith('p'))
            turns << line.left(line.indexOf(',', line.indexOf(',') + 1));
    QCOMPARE(turns.size(), 6);
}

void tst_cli_run::anotherProgram()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright");
    const QStringList firstCall{"run", "-p", "1", "--repeat", "1", "--no-probe", "-o", project, "--", "sh", "-c"};
    QCOMPARE(runCli(firstCall + QStringList{"sleep 0.01; true"}).status, 0);
    const QByteArray before = readBytes(project), rows = readBytes(folder.filePath("my.ladder.csv"));
    const CliResult other = runCli(firstCall + QStringList{"sleep 0.02"});
    QCOMPARE(other.status, 2);
    QVERIFY2(other.err.contains("my.scalewright") && other.err.contains("sleep 0.01; true"), other.err.constData());
    QCOMPARE(readBytes(project), before);
    QCOMPARE(readBytes(folder.filePath("my.ladder.csv")), rows);
    // A shipped example contains a ladder that no command made.
    const QString example = folder.filePath("example.scalewright");
    QVERIFY(QFile::copy(examplePath("output-41.7.2"), example));
    QFile::setPermissions(example, QFile::ReadOwner | QFile::WriteOwner);
    QCOMPARE(runCli({"run", "-p", "1", "--no-probe", "-o", example, "--", "true"}).status, 2);
    QCOMPARE(readBytes(example), readBytes(examplePath("output-41.7.2")));
}

void tst_cli_run::noProject()
{
    const QTemporaryDir folder;
    for (const QByteArray& content : {QByteArray("p,time\n1,2\n"), QByteArray("{\"format\": \"scalewright-project\""),
                                      QByteArray(R"({"format": "scalewright-project", "version": 99})")}) {
        const QString file = writeFile(folder.filePath("my.scalewright"), content);
        QCOMPARE(runCli({"run", "-p", "1", "--no-probe", "-o", file, "--", "true"}).status, 2);
        QCOMPARE(readBytes(file), content);
    }
}

void tst_cli_run::failingProgram()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright");
    const CliResult run =
        runCli({"run", "-p", "1,2", "--no-probe", "-o", project, "--", "sh", "-c", "echo no data >&2; exit 7"});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("no data") && run.err.contains('7'), run.err.constData());
    QVERIFY(!QFile::exists(project) && !QFile::exists(folder.filePath("my.ladder.csv")));
    QCOMPARE(runCli({"run", "-p", "1", "--no-probe", "-o", project, "--", "/nonexistent/program"}).status, 3);
}

void tst_cli_run::missingLauncher()
{
    const QTemporaryDir folder;
    const CliResult run = runShell(
        "PATH=/nonexistent $CLI run -p 2 --launcher mpirun --no-probe -o my.scalewright -- true", folder.path());
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("openmpi-bin"), run.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
}

void tst_cli_run::usage()
{
    const QTemporaryDir folder;
    for (const QStringList& wrong : {QStringList{"--", "true"},
                                     {"-p", "0", "--", "true"},
                                     {"-p", "1,2"},
                                     {"-p", "1", "--launcher", "slurm", "--", "true"},
                                     {"-p", "1", "--price", "-2", "--", "true"},
                                     {"-p", "1", "--scaling", "none", "--", "true"},
                                     {"-p", "1", "-o", "-", "--", "true"},
                                     {"-p", "1", "--repeat", "0", "--", "true"}})
        QCOMPARE(runCli(QStringList{"run"} + wrong, {}, folder.path()).status, 2);
    QVERIFY(QDir(folder.path()).isEmpty());
    // Without -o the project is named after the program.
    QCOMPARE(runCli({"run", "-p", "1", "--repeat", "1", "--no-probe", "--", "sleep", "0.02"}, {}, folder.path()).status,
             0);
    QVERIFY(QFile::exists(folder.filePath("sleep.scalewright")));
}

/// measure and ladder run write to the same project; run finds both results and starts nothing.
void tst_cli_run::measureAndLadderShareAProject()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright"), program = serialProgram(folder.path());
    const CliResult once = runCli({"measure", "--project", project, "--machine", "none", "--", "sh", program, "1"});
    QVERIFY2(once.status == 0, once.err.constData());
    QVERIFY(readProjectJson(project)["baseline"]["t_comp_s"]["value"].toDouble() >= 0.6);
    const CliResult ran = runCli({"ladder", "run", "--p", "1,2", "--repeat", "1", "--warmup", "0", "--project", project,
                                  "--", "sh", program, "{p}"});
    QVERIFY2(ran.status == 0, ran.err.constData());
    QCOMPARE(readPoints(project).size(), 2);
    QCOMPARE(readProjectJson(project)["baseline"]["steps"].toArray().size(), 1);
    QCOMPARE(runCli({"validate", project}).status, 0);
    QCOMPARE(countStarts(folder.path()), 3);
    const CliResult run = runCli(
        {"run", "-p", "1,2", "--repeat", "1", "--no-probe", "--json", "-o", project, "--", "sh", program, "{p}"});
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(countStarts(folder.path()), 3);
    for (const char* name : {"measure", "ladder"})
        QCOMPARE(stepMember(run.json(), name)["status"].toString(), QStringLiteral("kept"));

    // A step of another program does not replace it, and a failed run changes nothing.
    const QByteArray before = readBytes(project);
    const CliResult other = runCli({"measure", "--project", project, "--machine", "none", "--", "true"});
    QCOMPARE(other.status, 125);
    QVERIFY2(other.err.contains("program.sh"), other.err.constData());
    const QString newProject = folder.filePath("fresh.scalewright");
    QCOMPARE(runCli({"measure", "--project", newProject, "--machine", "none", "--", "sh", "-c", "exit 7"}).status, 7);
    QVERIFY(!QFile::exists(newProject));
    QCOMPARE(readBytes(project), before);
    // Another ladder is added after the first.
    QCOMPARE(runCli({"ladder", "run", "--p", "1", "--repeat", "1", "--warmup", "0", "--project", project, "--", "true"})
                 .status,
             0);
    QCOMPARE(readProjectJson(project)["measurements"]["ladders"].toArray().size(), 2);
}

// A step of 0.2 s on one worker. With two, rank 1 computes 40 ms longer and the exchange takes 0.1 ms.
void tst_cli_run::namesTheLateRank()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("my.scalewright");
    const QString program = writeFile(folder.filePath("ranks.sh"),
                                      "sleep 0.3\n"
                                      "case $1 in\n"
                                      "1) echo scalewright: rank=0 time=0.2 comp=0.2 comm=0 ;;\n"
                                      "2) echo scalewright: rank=0 time=0.14 comp=0.1 comm=0.04\n"
                                      "   echo scalewright: rank=1 time=0.14 comp=0.14 comm=0.0001 ;;\n"
                                      "esac\n");
    const CliResult run = runCli(
        {"run", "-p", "1,2", "--repeat", "2", "--no-probe", "--json", "-o", project, "--", "sh", program, "{p}"});
    QVERIFY2(run.status == 0, run.err.constData());
    qsizetype rankCount = 0;
    for (const QJsonValue& each : readPoints(project))
        rankCount += each["ranks"].toArray().size();
    QCOMPARE(rankCount, 4);  // two runs of two ranks
    const CliResult attributed = runCli({"attribute", "--json", project});
    QVERIFY2(attributed.status == 0, attributed.err.constData());
    const QJsonObject json = attributed.json();
    QCOMPARE(json["owner"].toString(), "load-imbalance");
    QCOMPARE(json["late_rank"]["rank"].toInt(), 1);
    QVERIFY(std::abs(json["late_rank"]["longer_s"].toDouble() - 0.04) < 1e-9);
    // The file of rows says the same as the project.
    const CliResult fromRows = runCli({"attribute", "--json", "--scaling", "strong", folder.filePath("my.ladder.csv")});
    QCOMPARE(fromRows.json().value("late_rank"), json.value("late_rank"));
    QVERIFY2(run.out.contains("rank 1") && run.out.contains("40.0 ms"), run.out.constData());
}

// The loop of every student. A changed program, script or module is measured again, next to its earlier ladder.
void tst_cli_run::measuresAChangedProgramAgain()
{
    const QTemporaryDir folder;
    const QString project = folder.filePath("t.scalewright"), rows = folder.filePath("t.ladder.csv");
    const QString program = folder.filePath("t.sh");
    const auto measure = [&](const QStringList& more = {}) {
        return runCli(QStringList{"run", "-p", "1,2", "--repeat", "1", "--no-probe", "--json", "-o", project} + more +
                      QStringList{"--", "sh", program, "{p}"});
    };
    QString name;  // of the first ladder
    const auto speedupAt2 = [&] {
        return runCli({"attribute", "--json", "--ladder", name, project}).json()["rows"][1]["speedup"].toDouble();
    };
    Q_UNUSED(writeFile(program, "sleep 0.3; echo scalewright: time=$((200 + 400 / $1))ms; sleep 0.4\n"));
    QCOMPARE(measure().status, 0);
    name = readProjectJson(project)["measurements"]["ladders"][0]["name"].toString();
    QCOMPARE(speedupAt2(), 1.5);
    const QByteArray firstRows = readBytes(rows);
    // The same program again, even if its file is rewritten: nothing is run.
    Q_UNUSED(writeFile(program, "sleep 0.3; echo scalewright: time=$((200 + 400 / $1))ms; sleep 0.4\n"));
    const CliResult same = measure();
    QCOMPARE(stepMember(same.json(), "ladder")["status"].toString(), "kept");
    Q_UNUSED(writeFile(program, "sleep 0.3; echo scalewright: time=$((600 / $1))ms; sleep 0.4\n"));
    const CliResult changed = measure();
    QVERIFY2(changed.status == 0, changed.err.constData());
    QVERIFY2(changed.err.contains("t.sh"), changed.err.constData());
    for (const char* step : {"measure", "ladder"})
        QCOMPARE(stepMember(changed.json(), step)["status"].toString(), "done");
    QCOMPARE(readBytes(rows), firstRows);
    const QJsonArray ladders = readProjectJson(project)["measurements"]["ladders"].toArray();
    QCOMPARE(ladders.size(), 2);
    QCOMPARE(ladders[1]["name"].toString(), name);
    QCOMPARE(speedupAt2(), 1.5);  // the earlier ladder, under its name
    QCOMPARE(runCli({"attribute", "--json", project}).json()["rows"][1]["speedup"].toDouble(), 2.0);
    QCOMPARE(stepMember(measure().json(), "ladder")["status"].toString(), "kept");
    const CliResult again = measure({"--again"});
    QCOMPARE(stepMember(again.json(), "ladder")["status"].toString(), "done");
    QVERIFY(again.json().value("ladder").toString().endsWith("t.ladder-3.csv"));
}

// p = 2 always fails: the headline says so, and the status is not that of a complete ladder.
void tst_cli_run::failingAtOneP()
{
    const QTemporaryDir folder;
    const CliResult run = runCli({"ladder", "run", "--p", "1,2", "--repeat", "2", "--warmup", "0", "--json", "-o",
                                  folder.filePath("l.csv"), "--", "sh", "-c",
                                  "[ $0 = 1 ] || { echo no such mesh >&2; echo ----- >&2; exit 3; }", "{p}"});
    QCOMPARE(run.status, 1);
    QVERIFY2(headlineOf(run.json()).contains("p = 2"), run.out.constData());
    QVERIFY2(run.err.contains("no such mesh") && !run.err.contains("exit 3: -----"), run.err.constData());
    // Measuring again would fail again.
    const CliResult attributed = runCli({"attribute", "--json", folder.filePath("l.csv")});
    QVERIFY2(answerText(attributed.json(), "next", "says").contains("p = 2"), attributed.out.constData());
}

SCALEWRIGHT_TEST(tst_cli_run)
#include "tst_cli_run.moc"
