// SPDX-License-Identifier: GPL-3.0-or-later
// measure with real programs. Expected values: exit statuses from POSIX and env, the sizes that head and dd are told to
// move and allocate, and the tests of Figure 41.2.1 with typed ceilings.
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QJsonObject readProfile(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(in.readAll()).object() : QJsonObject();
}

double value(const QJsonObject& profile, const char* key)
{
    return profile[key].toObject()["value"].toDouble();
}

}  // namespace

class tst_cli_measure : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString probedMachine();

private slots:
    void statuses_data();
    void statuses();
    void forwardsProgramOutput();
    void answerFirst();
    void passesArgumentsUnchanged();
    void closedPipe();
    void lostOutput_data();
    void lostOutput();
    void unwritableOutput();
    void countsChildren();
    void workingSet();
    void workingSetOfShortRuns();
    void shortProgram();
    void readsSelfReport();
    void ceilingsOfAnAccelerator();
    void usesProgramTime();
    void bottleneckLeaves_data();
    void bottleneckLeaves();
    void countsReadingAsDataIo();
    void syntheticPrograms_data();
    void syntheticPrograms();
    void stopwatches_data();
    void stopwatches();
    void doesNotCountPipesAsDataIo_data();
    void doesNotCountPipesAsDataIo();
    void filesAndPipesGiveAnUncertainAnswer();
    void neverOverwritesItsInput();
    void runsThatEndOtherwise();
    void theProbesMachine();
    void forwardsSignals();
    void signalsEndChildrenToo_data();
    void signalsEndChildrenToo();
    void interruptLeavesNoProcesses();
    void killLeavesNoProcesses_data();
    void killLeavesNoProcesses();
    void killedGuardLeavesNoProcesses();
    void importsOtherProfilers();
    void perfWithOtherOptions();
    void importsRealPerf();
    void invalidImports_data();
    void invalidImports();
};

void tst_cli_measure::statuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    QTest::newRow("done") << "$CLI measure -- true" << 0;
    QTest::newRow("exit status of the program") << "$CLI measure -- sh -c 'exit 3'" << 3;
    QTest::newRow("signal, as a shell has it") << "$CLI measure -- sh -c 'kill -9 $$'" << 137;
    QTest::newRow("not there") << "$CLI measure -- /nonexistent/program" << 127;
    QTest::newRow("not in PATH") << "$CLI measure -- no-such-program-anywhere" << 127;
    QTest::newRow("not executable") << "$CLI measure -- /etc/passwd" << 126;
    QTest::newRow("no command") << "$CLI measure" << 125;
    QTest::newRow("option") << "$CLI measure --flops ten -- true" << 125;
    QTest::newRow("no such option") << "$CLI measure --flop 1 -- true" << 125;
    QTest::newRow("no such machine") << "$CLI measure --machine /nonexistent -- true" << 125;
    QTest::newRow("nowhere to write") << "$CLI measure -o /nonexistent/profile.json -- true" << 125;
}

void tst_cli_measure::statuses()
{
    QFETCH(QString, line);
    QFETCH(int, status);
    const CliResult run = runShell(line);
    QCOMPARE(run.status, status);
    QVERIFY(run.out.isEmpty());
}

void tst_cli_measure::forwardsProgramOutput()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    CliResult run = runShell("echo in | $CLI measure -o " + profile + " -- sh -c 'cat; echo oops >&2; printf end'");
    QCOMPARE(run.out, QByteArray("in\nend"));
    QVERIFY(run.err.startsWith("oops\n"));
    QVERIFY(!readProfile(profile)["program"].toObject().isEmpty());
    // Without -o, standard output contains only the profile.
    run = runCli({"measure", "--json", "--", "echo", "hello"});
    QCOMPARE(run.json()["schema"].toInt(), 1);
    QVERIFY(run.err.contains("hello"));
}

void tst_cli_measure::answerFirst()
{
    const auto errorOutput = [](const QStringList& options) {
        return runCli(QStringList{"measure"} + options + QStringList{"--", "sleep", "0.2"}).err;
    };
    const QByteArray plain = errorOutput({}), quiet = errorOutput({"--quiet"}), all = errorOutput({"--explain"});
    QVERIFY2(plain.startsWith("0.2") && plain.count('\n') <= 8, plain.constData());
    QVERIFY2(quiet.count('\n') == 1 && quiet.contains("exit status 0"), quiet.constData());
    QVERIFY2(all.contains("processor") && all.contains("thread"), all.constData());
    const QJsonObject json = runCli({"measure", "--json", "--", "sleep", "0.2"}).json();
    QCOMPARE(answerText(json, "sure", "basis"), "measured");
    QVERIFY(hasFact(json, "source", "command", "sleep 0.2"));
    QVERIFY(hasFact(json, "warning", "note", "--flops"));
}

void tst_cli_measure::passesArgumentsUnchanged()
{
    const CliResult run = runCli({"measure", "--", "printf", "%s|", "[1,2]", "--flops", "", "a b", "--", "-o", "x"});
    QCOMPARE(run.out, QByteArray("[1,2]|--flops||a b|--|-o|x|"));
}

void tst_cli_measure::closedPipe()
{
    const CliResult run = runShell("$CLI measure -- yes | head -n 1");
    QCOMPARE(run.out, QByteArray("y\n"));
    // The status that bash reports for yes itself, also for a program that ends before it could notice.
    QVERIFY2(runShell("{ $CLI measure -- yes; echo status $? >&2; } | head -n 1").err.endsWith("status 141\n"),
             run.err.constData());
    // Once a write fails, the reader has certainly ended.
    const CliResult writeAfterClose = runShell(
        "{ (trap '' PIPE; while printf .; do sleep 0.01; done) 2> /dev/null; $CLI measure -- echo late; echo status $? "
        ">&2; } | true");
    QVERIFY2(
        writeAfterClose.err.endsWith("status 141\n") && writeAfterClose.err.contains("output arrived: Broken pipe"),
        writeAfterClose.err.constData());
}

void tst_cli_measure::lostOutput_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("expectedText");
    const QByteArray full("standard output: No space left on device"), closed("standard output: Bad file descriptor");
    QTest::newRow("a full disk") << "$CLI measure -- seq 1 10 > /dev/full" << 125 << full;
    QTest::newRow("a full disk, and more comes") << "$CLI measure -- yes > /dev/full" << 125 << full;
    QTest::newRow("closed") << "$CLI measure -- seq 1 10 >&-" << 125 << closed;
    QTest::newRow("the program fails itself") << "$CLI measure -- sh -c 'echo x; exit 3' > /dev/full" << 3 << full;
    QTest::newRow("no output") << "$CLI measure -- true >&-" << 0 << QByteArray("exit status 0");
}

void tst_cli_measure::lostOutput()
{
    QFETCH(QString, line);
    QFETCH(int, status);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runShell(line);
    QCOMPARE(run.status, status);
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
}

void tst_cli_measure::unwritableOutput()
{
    const QTemporaryDir folder;
    const QString ran = folder.filePath("ran"),
                  existingProfile = writeFile(folder.filePath("there.json"), "{\"program\": 1}"),
                  project = writeFile(folder.filePath("p.scalewright"), "{}");
    for (const QString& file : {QString("/nonexistent/p.json"), folder.path(), project}) {
        const CliResult run = runCli({"measure", "-o", file, "--", "touch", ran});
        QCOMPARE(run.status, 125);
        QVERIFY2(run.err.contains(file.toUtf8()), run.err.constData());
        QVERIFY2(!QFile::exists(ran), qPrintable(file));  // nowhere to write after hours of work
    }
    // A writable file is not touched until there is something to write.
    QCOMPARE(runCli({"measure", "-o", existingProfile, "--", "cat", existingProfile}).out,
             QByteArray("{\"program\": 1}"));
    QVERIFY(readProfile(existingProfile).contains("program"));
    const QString absent = folder.filePath("absent.json");
    QCOMPARE(runCli({"measure", "-o", absent, "--", "test", "!", "-e", absent}).status, 0);
    QVERIFY(readProfile(absent).contains("program"));
}

void tst_cli_measure::countsChildren()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    // A grandchild process reads and writes 50 MB, one system call after another.
    QCOMPARE(
        runShell("$CLI measure -o " + profile + " -- sh -c '(head -c 50000000 /dev/zero > /dev/null); true'").status,
        0);
    const QJsonObject program = readProfile(profile)["program"].toObject();
    for (const char* key : {"read_bytes", "written_bytes"}) {
        QVERIFY2(program[key].toDouble() >= 50e6, key);
        QVERIFY2(program[key].toDouble() < 51e6, key);
    }
    QCOMPARE(program["command"].toArray().size(), 3);
}

void tst_cli_measure::workingSet()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    QCOMPARE(runShell("$CLI measure -o " + profile + " -- dd if=/dev/zero of=/dev/null bs=200M count=1").status, 0);
    const double bytes = value(readProfile(profile), "working_set_bytes");
    QVERIFY2(bytes > 200.0 * (1 << 20) && bytes < 215.0 * (1 << 20),
             qPrintable(QString::number(bytes)));  // the buffer plus a small program
}

// dd allocates 3 MiB, is otherwise small, and ends within milliseconds: the result must not depend on whether a sample
// was taken just after its start.
void tst_cli_measure::workingSetOfShortRuns()
{
    for (int run = 0; run < 12; ++run) {
        const double bytes =
            value(runCli({"measure", "--json", "--", "dd", "if=/dev/zero", "of=/dev/null", "bs=3M", "count=1"}).json(),
                  "working_set_bytes");
        QVERIFY2(bytes >= 3.0 * (1 << 20), qPrintable(QString::number(bytes)));
    }
    // A program smaller than its launcher: only an upper bound is known.
    for (int run = 0; run < 12; ++run) {
        const CliResult small = runCli({"measure", "--", "true"});
        QVERIFY2(small.err.contains("at most "), small.err.constData());
    }
}

void tst_cli_measure::shortProgram()
{
    const CliResult run = runCli({"measure", "--json", "--", "true"});
    const QJsonObject profile = run.json();
    QVERIFY(value(profile, "step_time_s") > 0);
    QVERIFY(value(profile, "working_set_bytes") > 0);
    QVERIFY(value(profile, "memory_bytes") > value(profile, "working_set_bytes"));
}

void tst_cli_measure::readsSelfReport()
{
    const QJsonObject profile =
        runCli({"measure", "--json", "--machine", "none", "--bytes-moved", "7", "--", "printf",
                "scalewright: flops=1\nx\n scalewright: flops=2e9 bytes_moved=1GB p=none\nlast"})
            .json();
    QCOMPARE(value(profile, "flops"), 2e9);  // the last line wins
    QCOMPARE(value(profile, "bytes_moved"), 7.0);  // the option takes precedence
    QVERIFY(QJsonDocument(profile["program"].toObject()["notes"].toArray()).toJson().contains("p=none"));
}

// With the ceilings of a card: the values of an H100 SXM in the requested number format. The memory that the program
// reports replaces the observed value.
void tst_cli_measure::ceilingsOfAnAccelerator()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json"), project = folder.filePath("my.scalewright");
    const QStringList program{"--", "sh", "-c", "echo scalewright: time=1ms flops=1e10 bytes_moved=1e6 memory=20GB"};
    const CliResult run =
        runCli(QStringList{"measure", "--machine", "h100-sxm:fp32", "-o", profile, "--project", project} + program);
    QVERIFY2(run.status == 0, run.err.constData());
    const QJsonObject json = QJsonDocument::fromJson(contentOf(profile)).object();
    QCOMPARE(value(json, "peak_flops"), 67e12);
    QCOMPARE(value(json, "memory_bytes"), 85520809984.0);  // nvidia-smi: 81559 MiB
    QCOMPARE(value(json, "memory_bandwidth_bytes_per_s"), 3.35e12);
    QCOMPARE(value(json, "working_set_bytes"), 20e9);
    QCOMPARE(json["peak_flops"]["origin"].toString(), QStringLiteral("catalogue"));
    QVERIFY(!json.contains("device"));
    QCOMPARE(json["program"]["devices"].toArray(), QJsonArray());
    const QJsonValue machine = QJsonDocument::fromJson(contentOf(project)).object()["baseline"].toObject()["machine"];
    QCOMPARE(machine["name"].toString(), QStringLiteral("NVIDIA H100 SXM"));
    QCOMPARE(machine["peak_flops"]["value"].toDouble(), 67e12);
    for (const char* unknownMachine : {"h100", "h100-sxm:fp64"}) {
        const CliResult refused = runCli(QStringList{"measure", "--json", "--machine", unknownMachine} + program);
        QCOMPARE(refused.status, 125);
        QVERIFY2(refused.err.contains("--machine"), refused.err.constData());
    }
}

// One second of start-up before a step of 0.25 s that reads for 50 ms; the program times the step itself.
void tst_cli_measure::usesProgramTime()
{
    const auto measured = [](const QString& line) {
        return runCli(
                   {"measure", "--json", "--machine", "none", "--", "sh", "-c", "sleep 1; echo scalewright: " + line})
            .json();
    };
    const QJsonObject reported = measured("time=250ms io=50ms flops=1e9");
    QCOMPARE(value(reported, "step_time_s"), 0.25);
    QCOMPARE(value(reported, "io_time_s"), 0.05);
    QCOMPARE(value(reported, "flops"), 1e9);
    QVERIFY(reported["program"]["wall_s"].toDouble() >= 1);
    QVERIFY(reported["step_time_s"]["conditions"].toString().startsWith(
        "the program's own time (time=) in a launch of 1."));
    const QByteArray notes = QJsonDocument(reported["program"]["notes"].toArray()).toJson();
    QCOMPARE(notes.count("start-up and shutdown"), 1);
    const QTemporaryDir folder;
    const QByteArray text = runCli({"measure", "--machine", "none", "-o", folder.filePath("p.json"), "--", "sh", "-c",
                                    "sleep 1; echo scalewright: time=250ms io=50ms"})
                                .err;
    QVERIFY2(text.startsWith("0.250 s of a 1.") && text.contains("I/O takes 50.0 ms, 20 % of the time."),
             text.constData());
    // Without a reported time, or with one longer than the run, the launch is the step.
    for (const char* line : {"io=50ms", "time=1h"})
        QVERIFY(value(measured(line), "step_time_s") >= 1);
    // A launch that writes for longer than its step takes: the step may include all of the writing or none of it.
    const QJsonObject writes = runCli({"measure", "--json", "--machine", "none", "--", "sh", "-c",
                                       "dd if=/dev/zero of=" + folder.filePath("big") +
                                           " bs=1M count=256 conv=fsync 2>/dev/null; echo scalewright: time=1ms"})
                                   .json();
    QVERIFY(!writes.contains("io_time_s"));
    QVERIFY(QJsonDocument(writes["program"]["notes"].toArray()).toJson().contains("print io="));
    // No part of a step is longer than the step.
    QVERIFY(value(measured("time=250ms io=400ms"), "io_time_s") <= 0.25);
}

void tst_cli_measure::bottleneckLeaves_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("leaf");
    // Ridge of the typed machine: 1e12 / 1e11 = 10 FLOP/B.
    QTest::newRow("compute") << QStringList{"--flops", "2e9", "--bytes-moved", "2e7"} << "compute";  // I = 100
    QTest::newRow("memory bandwidth") << QStringList{"--flops", "2e7", "--bytes-moved", "2e7"}
                                      << "memory-bandwidth";  // I = 1
    QTest::newRow("memory capacity") << QStringList{"--memory", "100MB", "--flops", "2e7", "--bytes-moved", "2e7"}
                                     << "memory-capacity";  // dd holds 200 MiB
}

void tst_cli_measure::bottleneckLeaves()
{
    QFETCH(QStringList, options);
    QFETCH(QString, leaf);
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    const QString machine = writeFile(
        folder.filePath("machine.json"),
        R"({"results": [{"name": "peak_flops", "value": {"value": 1e12, "low": 9e11, "high": 1.1e12, "level": 0.95}},
                                          {"name": "memory_bandwidth_bytes_per_s", "value": {"value": 1e11, "low": 9e10, "high": 1.1e11, "level": 0.95}}]})");
    // Neither command reads a file that it would have to wait for; the memory capacity is read first.
    const QString command =
        leaf == "memory-capacity" ? "dd if=/dev/zero of=/dev/null bs=200M count=1 2> /dev/null" : "sleep 0.3";
    const CliResult run = runCli(QStringList{"measure", "-o", profile, "--machine", machine} + options +
                                 QStringList{"--", "sh", "-c", command});
    QCOMPARE(run.status, 0);
    const QJsonObject answer = runCli({"diagnose", "--json", profile}).json();
    QCOMPARE(answer["bottleneck"].toString(), leaf);
}

void tst_cli_measure::countsReadingAsDataIo()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json"), data = folder.filePath("data");
    QCOMPARE(runShell("head -c 200000000 /dev/zero > " + data).status, 0);
    const QString machine = writeFile(
        folder.filePath("machine.json"),
        R"({"results": [{"name": "peak_flops", "value": 1e12}, {"name": "memory_bandwidth_bytes_per_s", "value": 1e11}]})");
    runShell("$CLI measure -o " + profile + " --machine " + machine +
             " --flops 0 --bytes-moved 1 -- sh -c 'cat $0 $0 $0 $0 $0 > /dev/null' " + data);
    const QString leaf = runCli({"diagnose", "--json", profile}).json()["bottleneck"].toString();
    QCOMPARE(leaf, QString("data-io"));
}

/// The file of this machine's ceilings, which are measured once; empty if that fails.
QString tst_cli_measure::probedMachine()
{
    const QString machine = m_folder.filePath("machine.json");
    if (!QFile::exists(machine) &&
        runCli({"probe", "machine", "--repeats", "3", "--array", "64MiB", "--json", "-o", machine}).status != 0)
        return {};
    return machine;
}

void tst_cli_measure::syntheticPrograms_data()
{
    QTest::addColumn<QStringList>("program");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("leaf");
    const QStringList probed{"--machine", probedMachine()};
    QTest::newRow("a multiply loop") << QStringList{"multiply", "0.5"} << probed << "compute";
    QTest::newRow("a streaming sum") << QStringList{"sum", "0.5", "268435456"} << QStringList{} << "memory-bandwidth";
    QTest::newRow("a file reader") << QStringList{"read", "1", "FILE"} << probed << "data-io";
    QTest::newRow("more than the memory") << QStringList{"allocate", "0.2", "268435456"}
                                          << QStringList{"--memory", "200MB"} + probed << "memory-capacity";
}

// Each program reports its work; the ceilings are measured here, once by measure itself.
void tst_cli_measure::syntheticPrograms()
{
    QFETCH(QStringList, program);
    QFETCH(QStringList, options);
    QFETCH(QString, leaf);
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json"), data = folder.filePath("data");
    if (program.contains("FILE")) {
        QCOMPARE(runShell("head -c 50000000 /dev/zero > " + data).status, 0);
        program.replaceInStrings("FILE", data);
    }
    const CliResult run = runCli(QStringList{"measure", "-o", profile} + options +
                                 QStringList{"--", builtProgram("tests/synthetic")} + program);
    QVERIFY2(run.status == 0, run.err.constData());
    const QJsonObject read = readProfile(profile);
    for (const char* key : {"flops", "bytes_moved", "peak_flops", "memory_bandwidth_bytes_per_s"})
        QVERIFY2(value(read, key) > 0, key);
    const QJsonObject answer = runCli({"diagnose", "--json", profile}).json();
    QCOMPARE(answer["bottleneck"].toString(), leaf);
}

void tst_cli_measure::stopwatches_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("readsFiles");
    QTest::addColumn<bool>("sends");
    QTest::newRow("reads") << "read" << true << false;
    QTest::newRow("reads little at a time") << "small" << true << false;
    QTest::newRow("opens often") << "open" << true << false;
    QTest::newRow("page faults and reading") << "faults" << true << false;
    QTest::newRow("writes and waits") << "write" << true << false;
    QTest::newRow("reads and sends on") << "load" << true << true;
    QTest::newRow("sends") << "pipe" << false << true;
    QTest::newRow("computes") << "multiply" << false << false;
}

// Programs that time themselves: the estimates must contain their values, however few samples there are.
void tst_cli_measure::stopwatches()
{
    QFETCH(QString, program);
    QFETCH(bool, readsFiles);
    QFETCH(bool, sends);
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json"), data = folder.filePath("data");
    QCOMPARE(runShell("head -c 50000000 /dev/zero > " + data).status, 0);
    const CliResult run = runCli(QStringList{"measure", "--machine", "none", "-o", profile, "--",
                                             builtProgram("tests/synthetic"), program, "0.4"} +
                                 (readsFiles ? QStringList{data} : QStringList()));
    QVERIFY2(run.status == 0, run.err.constData());
    static const QRegularExpression stopwatchLine("stopwatch: io=(\\S+) bytes=(\\S+) sent=(\\S+)");
    const QRegularExpressionMatch match = stopwatchLine.match(QString::fromUtf8(run.out));
    QVERIFY2(match.hasMatch(), run.out.constData());
    const double ioS = match.captured(1).toDouble(), fileBytesMoved = match.captured(2).toDouble(),
                 sent = match.captured(3).toDouble();
    QVERIFY((fileBytesMoved > 0) == readsFiles && (sent > 0) == sends);

    const QJsonObject read = readProfile(profile), counts = read["program"].toObject(),
                      io = read["io_time_s"].toObject();
    const QByteArray seen = QJsonDocument(io).toJson() + QJsonDocument(counts).toJson() + run.out;
    QVERIFY2(io["low"].toDouble(-1) >= 0 && io["high"].toDouble() <= value(read, "step_time_s"), seen.constData());
    QVERIFY2(io["low"].toDouble() <= io["value"].toDouble() && io["value"].toDouble() <= io["high"].toDouble(),
             seen.constData());
    // The lower bound is the waiting that was sampled: for a program that waits, it is partly random and may include
    // its start-up.
    const double chance = (program == "write" ? 0.3 : 0.05) * value(read, "step_time_s");
    // The stopwatch also runs while other programs have the core.
    const double withoutCoreS =
        counts["wall_s"].toDouble() -
        (counts["user_s"].toDouble() + counts["system_s"].toDouble() + counts["device_wait_s"].toDouble());
    QVERIFY2(io["low"].toDouble() <= ioS + chance && ioS <= io["high"].toDouble() + std::max(0.0, withoutCoreS),
             seen.constData());

    // Loading a program and its output account for less than half a megabyte.
    const double files = counts["file_bytes"].toDouble(), pipes = counts["pipe_bytes"].toDouble(),
                 unknownBytes = counts["untold_bytes"].toDouble(), little = 5e5;
    QVERIFY2(files <= fileBytesMoved + little && files + unknownBytes >= fileBytesMoved, seen.constData());
    QVERIFY2(pipes <= sent + little && pipes + unknownBytes >= sent, seen.constData());
    if (!readsFiles)
        QCOMPARE(files, 0.0);  // no data file was open when one megabyte had been moved
}

void tst_cli_measure::doesNotCountPipesAsDataIo_data()
{
    QTest::addColumn<QStringList>("program");
    QTest::newRow("from one process to another") << QStringList{builtProgram("tests/synthetic"), "pipe", "0.5"};
    QTest::newRow("a device that no storage is behind, and a pipe")
        << QStringList{"sh", "-c", "head -c 1500000000 /dev/zero | wc -c"};
}

// Only the program files themselves are read, so reading takes no time, however many bytes the calls move.
void tst_cli_measure::doesNotCountPipesAsDataIo()
{
    QFETCH(QStringList, program);
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    const QString machine = writeFile(
        folder.filePath("machine.json"),
        R"({"results": [{"name": "peak_flops", "value": 1e12}, {"name": "memory_bandwidth_bytes_per_s", "value": 1e11}]})");
    QCOMPARE(
        runCli(QStringList{"measure", "-o", profile, "--machine", machine, "--flops", "1", "--bytes-moved", "1", "--"} +
               program)
            .status,
        0);
    const QJsonObject read = readProfile(profile), counts = read["program"].toObject();
    const double all = counts["read_bytes"].toDouble() + counts["written_bytes"].toDouble();
    const QByteArray seen = QJsonDocument(counts).toJson() + QJsonDocument(read["io_time_s"].toObject()).toJson();
    // A process sampled during start-up had already read the headers of its libraries.
    QVERIFY2(all > 1e8 && counts["file_bytes"].toDouble() < 1e-3 * all, seen.constData());
    // The estimate counts at most the share of kernel time that is not known to belong to pipes.
    const double nonPipeShare = 1 - counts["pipe_bytes"].toDouble() / all, stepS = value(read, "step_time_s"),
                 seenS = counts["seen_s"].toDouble(),
                 waitShare = seenS > 0 ? counts["device_wait_s"].toDouble() / seenS : 0;
    QVERIFY2(value(read, "io_time_s") <= 1.001 * stepS * (waitShare + nonPipeShare), seen.constData());
    const QJsonObject verdict = runCli({"diagnose", "--json", profile}).json();
    const QString leaf = verdict["bottleneck"].toString();
    QVERIFY2(leaf == "memory-bandwidth" || (leaf == "data-io" && !verdict["certain"].toBool(true)), seen.constData());
}

// A worker that reads with pread and sends over a bidirectional socket may be reading from either: the uncertainty
// carries over to the profile and the verdict.
void tst_cli_measure::filesAndPipesGiveAnUncertainAnswer()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json"), data = folder.filePath("data");
    QCOMPARE(runShell("head -c 50000000 /dev/zero > " + data).status, 0);
    const QString machine = writeFile(
        folder.filePath("machine.json"),
        R"({"results": [{"name": "peak_flops", "value": 1e12}, {"name": "memory_bandwidth_bytes_per_s", "value": 1e11}]})");
    const CliResult run = runCli({"measure", "-o", profile, "--machine", machine, "--flops", "1", "--bytes-moved", "1",
                                  "--", builtProgram("tests/synthetic"), "load", "0.5", data});
    QCOMPARE(run.status, 0);
    const QJsonObject read = readProfile(profile), counts = read["program"].toObject(),
                      io = read["io_time_s"].toObject();
    QVERIFY2(counts["untold_bytes"].toDouble() >
                 0.2 * (counts["read_bytes"].toDouble() + counts["written_bytes"].toDouble()),
             QJsonDocument(counts).toJson().constData());
    // If no byte is known to belong to a pipe, the value counts all unknown bytes as file bytes, as the upper bound
    // does.
    QVERIFY2(io["low"].toDouble() < io["value"].toDouble() && io["value"].toDouble() <= io["high"].toDouble(),
             QJsonDocument(io).toJson().constData());
    QVERIFY2(io["conditions"].toString().contains("files or pipes (not distinguished)") &&
                 QJsonDocument(counts).toJson().contains("could not be attributed"),
             run.err.constData());
    // Sets the threshold above which reading dominates to a value inside that interval, so that the verdict depends on
    // what was not sampled.
    const auto profileWithThreshold = [&](double ioS) {
        QJsonObject changed = read;
        changed["io_dominates_at"] = std::min(1.0, ioS / value(read, "step_time_s"));
        return writeFile(folder.filePath("changed.json"), QJsonDocument(changed).toJson());
    };
    const QJsonObject verdict =
        runCli({"diagnose", "--json", profileWithThreshold((io["low"].toDouble() + io["high"].toDouble()) / 2)}).json();
    QVERIFY2(!verdict["certain"].toBool(true), QJsonDocument(verdict).toJson().constData());
    QVERIFY2(QJsonDocument(verdict["warnings"].toArray()).toJson().contains("files or pipes (not distinguished)"),
             QJsonDocument(verdict).toJson().constData());
    const QJsonObject close =
        runCli({"diagnose", "--json", profileWithThreshold((io["low"].toDouble() + io["value"].toDouble()) / 2)})
            .json();
    QCOMPARE(close["bottleneck"].toString(), QString("data-io"));
    QVERIFY(!close["certain"].toBool(true));
    QCOMPARE(close["answer"]["sure"]["clarity"].toString(), QString("close"));
}

void tst_cli_measure::neverOverwritesItsInput()
{
    const QTemporaryDir folder;
    const QByteArray content = R"({"results": [{"name": "peak_flops", "value": 1e12}]})";
    const QString machine = writeFile(folder.filePath("machine.json"), content);
    QCOMPARE(runCli({"measure", "--machine", machine, "-o", machine, "--", "true"}).status, 125);
    QFile in(machine);
    QVERIFY(in.open(QIODevice::ReadOnly));
    QCOMPARE(in.readAll(), content);
    // It does not overwrite the program itself or a file that is not a profile; it does overwrite an earlier profile or
    // an empty file.
    const QString program = writeFile(folder.filePath("program.sh"), "sleep 0.02\n"),
                  profile = folder.filePath("p.json");
    for (const QStringList& command :
         {QStringList{"--", "sh", program},
          QStringList{"--from", writeFile(folder.filePath("perf.txt"),
                                          " Performance counter stats for 'x':\n\n 1.5 seconds time elapsed\n")}}) {
        const CliResult refused = runCli(QStringList{"measure", "--machine", "none", "-o", program} + command);
        QCOMPARE(refused.status, command.first() == "--" ? 125 : 2);
        QVERIFY2(refused.err.contains("is not a profile"), refused.err.constData());
    }
    QCOMPARE(contentOf(program), QByteArray("sleep 0.02\n"));
    writeFile(profile, {});
    for (int again = 0; again < 2; ++again)
        QCOMPARE(runCli({"measure", "--machine", "none", "-o", profile, "--", "sh", program}).status, 0);
}

// Values for a part of a run are not reported for the whole run, and the previous profile is kept.
void tst_cli_measure::runsThatEndOtherwise()
{
    const QTemporaryDir folder;
    const QString
        profile = folder.filePath("p.json"),
        machine = writeFile(
            folder.filePath("machine.json"),
            R"({"results": [{"name": "peak_flops", "value": 1e12}, {"name": "memory_bandwidth_bytes_per_s", "value": 1e11}]})");
    const QStringList measure{"measure", "--machine", machine, "--flops", "1e9", "--bytes-moved",
                              "1e6",     "-o",        profile, "--",      "sh",  "-c"};
    QCOMPARE(runCli(measure + QStringList{"sleep 0.1"}).status, 0);
    QVERIFY(!runCli({"diagnose", profile, "--explain"}).out.contains("the measured run failed"));
    const QByteArray before = contentOf(profile);
    const CliResult killed = runCli(measure + QStringList{"kill -INT $$"});
    QCOMPARE(killed.status, 130);
    QVERIFY2(killed.err.contains("the previous profile is kept"), killed.err.constData());
    QCOMPARE(contentOf(profile), before);
    QVERIFY(QFile::remove(profile));
    QCOMPARE(runCli(measure + QStringList{"sleep 0.05; exit 3"}).status, 3);
    const CliResult diagnosed = runCli({"diagnose", profile, "--explain"});
    QVERIFY2(diagnosed.status == 0 && diagnosed.out.contains("the measured run failed (exit status 3)"),
             diagnosed.out.constData());
}

// probe machine, measure with it, diagnose: each command reads the output of the previous one.
void tst_cli_measure::theProbesMachine()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath("p.json");
    QCOMPARE(runCli({"measure", "--machine", probedMachine(), "--flops", "1e9", "--bytes-moved", "1e9", "-o", profile,
                     "--", "sleep", "0.1"})
                 .status,
             0);
    const QJsonObject read = readProfile(profile);
    QVERIFY(value(read, "memory_bytes") > 0 && value(read, "peak_flops") > 0);
    const CliResult diagnosed = runCli({"diagnose", profile, "--json"});
    QVERIFY2(diagnosed.status == 0, diagnosed.err.constData());
}

void tst_cli_measure::forwardsSignals()
{
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"),
                  {"measure", "--", "sh", "-c", "trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done"});
    QVERIFY(process.waitForReadyRead(60000));
    QCOMPARE(process.readAllStandardOutput(), QByteArray("ready\n"));
    QCOMPARE(::kill(pid_t(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 7);
}

void tst_cli_measure::signalsEndChildrenToo_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void tst_cli_measure::signalsEndChildrenToo()
{
    QFETCH(int, number);
    const QTemporaryDir folder;
    const QString file = folder.filePath("profile.json");
    QProcess process;
    // A shell that waits for its child, like one that starts a program with options.
    process.start(builtProgram("app/scalewright-cli"),
                  {"measure", "-o", file, "--", "sh", "-c", "sh -c 'echo $$; exec sleep 600'; true"});
    QVERIFY(process.waitForReadyRead(60000));
    const pid_t child = process.readAllStandardOutput().trimmed().toInt();
    QVERIFY(child > 0);
    QCOMPARE(::kill(pid_t(process.processId()), number), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 128 + number);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0, 60000);
    QFile in(file);
    QVERIFY(in.open(QIODevice::ReadOnly));
    QVERIFY(QJsonDocument::fromJson(in.readAll())["step_time_s"]["value"].toDouble() > 0);
}

// A background process of a shell ignores SIGINT, but it still ends when the command is interrupted.
void tst_cli_measure::interruptLeavesNoProcesses()
{
    QProcess process;
    // The shell replaces itself with the program: a shell that is still starting it when the signal arrives would wait
    // for a process that did not receive the signal.
    process.start(builtProgram("app/scalewright-cli"),
                  {"measure", "--", "sh", "-c", "sh -c 'echo $$; sleep 600; true' & exec sleep 600"});
    QVERIFY(process.waitForReadyRead(60000));
    const qint64 child = process.readAllStandardOutput().trimmed().toLongLong();
    QVERIFY(child > 0 && alive(child));
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!alive(child));
}

void tst_cli_measure::killLeavesNoProcesses_data()
{
    QTest::addColumn<bool>("wholeGroup");
    QTest::newRow("of the program") << false;
    QTest::newRow("of its group") << true;
}

void tst_cli_measure::killLeavesNoProcesses()
{
    QFETCH(bool, wholeGroup);
    QProcess process;
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    // One child process, and one that leaves its session as daemons do.
    process.start(
        builtProgram("app/scalewright-cli"),
        {"measure", "--", "sh", "-c", "setsid sh -c 'echo $$; sleep 600' & sleep 0.2; echo $$; sleep 600; true"});
    QByteArray output;
    QTRY_VERIFY_WITH_TIMEOUT(
        (process.waitForReadyRead(10), output += process.readAllStandardOutput(), output.count('\n') == 2), 60000);
    const QList<QByteArray> processes = output.trimmed().split('\n');
    for (const QByteArray& each : processes)
        QVERIFY(alive(each.toLongLong()));
    const pid_t program = pid_t(process.processId());
    QCOMPARE(::kill(wholeGroup ? -program : program, SIGKILL), 0);  // the program cannot clean up after SIGKILL
    QVERIFY(process.waitForFinished(60000));
    for (const QByteArray& each : processes)
        QTRY_VERIFY_WITH_TIMEOUT(!alive(each.toLongLong()), 60000);
}

void tst_cli_measure::killedGuardLeavesNoProcesses()
{
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"),
                  {"measure", "--", "sh", "-c", "sh -c 'echo $$ $PPID; exec sleep 600'; true"});
    QVERIFY(process.waitForReadyRead(60000));
    const QList<QByteArray> processes = process.readAllStandardOutput().trimmed().split(' ');
    QCOMPARE(processes.size(), 2);
    QFile children(QString("/proc/%1/task/%1/children").arg(process.processId()));
    QVERIFY(children.open(QIODevice::ReadOnly));
    const pid_t guard = children.readAll().trimmed().toInt();
    QVERIFY(guard > 0);
    QCOMPARE(::kill(guard, SIGKILL), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 125);
    for (const QByteArray& each : processes)
        QTRY_VERIFY_WITH_TIMEOUT(!alive(each.toLongLong()), 60000);
}

void tst_cli_measure::importsOtherProfilers()
{
    const QTemporaryDir folder;
    // 0.3 of the samples are in load, 0.7 in step; values that sampling cannot show are typed, and the result is
    // complete enough for diagnose.
    const QString stacks =
        writeFile(folder.filePath("raw.txt"), "main (a.py:1);load (a.py:2) 30\nmain (a.py:1);step (a.py:9) 70\n");
    const QString machine = writeFile(
        folder.filePath("machine.json"),
        R"({"results": [{"name": "peak_flops", "value": 1e12}, {"name": "memory_bandwidth_bytes_per_s", "value": 1e11}]})");
    const CliResult text = runCli({"measure", "--from", stacks, "--step-time", "10s"});
    QVERIFY2(text.out.contains("step (a.py)") && text.out.contains("7.00 s") && text.out.contains("70 %"),
             text.out.constData());
    const QString profile = folder.filePath("p.json");
    const CliResult kept = runCli({"measure", "--from", stacks, "--step-time", "10s", "--machine", machine, "--memory",
                                   "8GB", "--working-set", "16GB", "-o", profile});
    QCOMPARE(kept.status, 0);
    QVERIFY(kept.out.isEmpty());
    const auto table = [](const QByteArray& printed) { return printed.left(printed.indexOf("\n\n")); };
    QCOMPARE(table(kept.err), table(text.out));
    QVERIFY(text.out.contains("-o FILE") && !kept.err.contains("-o FILE"));  // the next step is another
    const QJsonObject read = readProfile(profile);
    QCOMPARE(read["steps"].toArray().size(), 2);
    QCOMPARE(value(read["steps"].toArray()[0].toObject(), "step_time_s"), 7.0);
    QCOMPARE(read["steps"].toArray()[0].toObject()["step_time_s"].toObject()["origin"].toString(), QString("imported"));
    QCOMPARE(runCli({"diagnose", "--json", profile}).json()["bottleneck"].toString(), QString("memory-capacity"));
    // Only the file: the missing inputs are listed, with how to set them.
    const CliResult partly = runCli({"diagnose", stacks});
    QCOMPARE(partly.status, 2);
    QVERIFY2(partly.err.contains("working set") && partly.err.contains("measure --from"), partly.err.constData());

    // Kernels provide their own work and ceilings: 1e9 FLOP on 1e9 bytes gives I = 1; the ridge of 10 TFLOP/s and 1
    // TB/s is 10.
    QByteArray ncu = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
    for (const auto& [name, unit, number] :
         {std::tuple("gpu__time_duration.sum", "msecond", "2.00"), std::tuple("dram__bytes.sum", "Gbyte", "1.00"),
          std::tuple("sm__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst", "1,000,000,000"),
          std::tuple("sm__sass_thread_inst_executed_op_fmul_pred_on.sum", "inst", "0"),
          std::tuple("sm__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "0"),
          std::tuple("sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "inst/cycle", "5,000"),
          std::tuple("sm__cycles_elapsed.avg.per_second", "cycle/nsecond", "1.00"),
          std::tuple("dram__bytes.sum.peak_sustained", "Kbyte/cycle", "1.00"),
          std::tuple("dram__cycles_elapsed.avg.per_second", "cycle/nsecond", "1.00")})
        ncu += QByteArray("\"0\",\"axpy\",\"") + name + "\",\"" + unit + "\",\"" + number + "\"\n";
    const QString kernels = writeFile(folder.filePath("ncu.csv"), ncu);
    QCOMPARE(runCli({"measure", "--from", kernels, "--memory", "80GB", "--working-set", "1GB", "-o", profile}).status,
             0);
    const QJsonObject answer = runCli({"diagnose", "--json", profile}).json();
    QCOMPARE(answer["bottleneck"].toString(), QString("memory-bandwidth"));
    QCOMPARE(answer["intensity"].toDouble(), 1.0);
    QCOMPARE(answer["ridge"].toDouble(), 10.0);
}

void tst_cli_measure::perfWithOtherOptions()
{
    const QByteArray counters =
        " Performance counter stats for './gemm':\n\n  1,000  fp_arith_inst_retired.scalar_double\n  <not counted>  "
        "fp_arith_inst_retired.256b_packed_double\n\n  2.000000000 seconds time elapsed\n";
    for (const QStringList& option : {QStringList{"--step-time", "10s"}, {"--by", "self"}}) {
        const CliResult refused = runCli(QStringList{"measure", "--from", "-"} + option, counters);
        QCOMPARE(refused.status, 2);
        QVERIFY2(
            refused.err.contains(option.first().toUtf8()) && refused.err.contains("perf stat has a time of its own"),
            refused.err.constData());
    }
    const CliResult text = runCli({"measure", "--from", "-"}, counters);
    QVERIFY2(text.out.contains("not counted"), text.out.constData());  // in the arithmetic row
    QVERIFY(hasFact(runCli({"measure", "--from", "-", "--json"}, counters).json(), "reading", "note",
                    "--flops"));  // --flops is an option here; the importer itself does not mention it
    const QJsonObject answer = runCli({"measure", "--from", "-", "--json"}, counters).json();
    QVERIFY2(answer["program"].toObject()["absent"].toObject()["flops"].toString().contains("256b_packed_double"),
             text.out.constData());
    const CliResult imported = runCli({"measure", "--from", "-", "--flops", "1e9", "--json"}, counters);
    QCOMPARE(imported.json()["flops"].toObject()["value"].toDouble(), 1e9);
}

void tst_cli_measure::importsRealPerf()
{
    if (runShell("perf stat true").status != 0)
        QSKIP("SKIPPED: perf (Debian's linux-perf) does not run here");
    const QTemporaryDir folder;
    for (const char* perfOptions :
         {"", "-r 3 ", "-x, -e task-clock,duration_time ", "'-x;' -r 3 -e task-clock,duration_time "}) {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(runShell(QString("LC_ALL=C perf stat %1-o perf.txt sleep 0.3").arg(perfOptions), folder.path()).status,
                 0);
        const double elapsedS = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
        const CliResult run = runCli({"measure", "--from", "perf.txt", "--json"}, {}, folder.path());
        QCOMPARE(run.status, 0);
        const double seconds = value(run.json(), "step_time_s");
        // At least the time that sleep guarantees, at most the elapsed time.
        QVERIFY2(seconds >= 0.29 && seconds <= elapsedS,
                 qPrintable(QString("%1: %2 of %3").arg(perfOptions).arg(seconds).arg(elapsedS)));
    }
}

void tst_cli_measure::invalidImports_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("file and command") << QStringList{"--from", "FILE", "--", "true"}
                                      << "cannot be combined with a command";
    QTest::newRow("no such file") << QStringList{"--from", "/nonexistent"} << "there is no such file";
    QTest::newRow("one number for two steps")
        << QStringList{"--from", "FILE", "--flops", "1e9"} << "one number cannot apply to 2 steps";
    QTest::newRow("no such way") << QStringList{"--from", "FILE", "--by", "chance"} << "branch or self";
}

void tst_cli_measure::invalidImports()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, expectedText);
    const QTemporaryDir folder;
    arguments.replaceInStrings("FILE", writeFile(folder.filePath("raw.txt"), "main;a 1\nmain;b 1\n"));
    const CliResult run = runCli(QStringList{"measure"} + arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains(expectedText.toUtf8()), run.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_measure)
#include "tst_cli_measure.moc"
