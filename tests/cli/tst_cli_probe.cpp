// SPDX-License-Identifier: GPL-3.0-or-later
// The real program measures this machine: keys, exit statuses, and what remains after it is interrupted or killed. No
// speed is expected.
#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QStringList small{"--repeats", "3", "--array", "4MiB", "--file", "1MiB"};

/// The live child processes of `parent`.
QList<qint64> childrenOf(qint64 parent)
{
    QList<qint64> found;
    for (const QString& entry : QDir("/proc").entryList(QDir::Dirs)) {
        QFile stat("/proc/" + entry + "/stat");
        if (!entry.at(0).isDigit() || !stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = stat.readAll();
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 1 && fields[1].toLongLong() == parent && fields[0] != "Z")
            found.push_back(entry.toLongLong());
    }
    return found;
}

qsizetype countEntries(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot).size();
}

}  // namespace

class tst_cli_probe : public QObject {
    Q_OBJECT

private slots:
    void machine();
    void choosesKernelsForThisProcessor();
    void book();
    void parts_data();
    void parts();
    void repeatsUntilTheMedianIsKnown();
    void history();
    void reportsUnsupportedProbes_data();
    void reportsUnsupportedProbes();
    void mistakes_data();
    void mistakes();
    void interrupted();
    void killed();
};

void tst_cli_probe::machine()
{
    const QTemporaryDir folder;
    const CliResult run = runCli(QStringList{"probe", "machine", "--json", "--folder", folder.path()} + small);
    QCOMPARE(run.status, 0);
    QVERIFY(run.err.isEmpty());  // progress only at a terminal
    const QJsonObject answer = run.json();
    QCOMPARE(answer["schema"].toInt(), 1);
    QVERIFY(!answer["cpu"].toString().isEmpty());
    QStringList names;
    for (const QJsonValue& each : answer["results"].toArray()) {
        const QJsonObject result = each.toObject();
        names << result["name"].toString();
        const QJsonObject value = result["value"].toObject();
        QVERIFY(value["low"].toDouble() > 0);
        QVERIFY(value["low"].toDouble() <= value["value"].toDouble() &&
                value["value"].toDouble() <= value["high"].toDouble());
        QCOMPARE(value["level"].toDouble(), result["repeats"].toInt() == 1 ? 1.0 : 0.75);
        QVERIFY(result["warnings"].isArray());
        QVERIFY(!result["conditions"].toString().isEmpty() && !result["unit"].toString().isEmpty());
    }
    for (const char* name : {"peak_flops", "memory_bandwidth_bytes_per_s", "memory_bytes", "disk_write_bytes_per_s",
                             "disk_read_bytes_per_s"})
        QVERIFY2(names.contains(name), name);
    QCOMPARE(countEntries(folder), 0);
}

// A processor that OpenBLAS does not recognise is measured with the kernels that it supports: Debian 12's OpenBLAS
// treats an Emerald Rapids as a Prescott, which gave a fifth of its peak.
void tst_cli_probe::choosesKernelsForThisProcessor()
{
    QFile info(QStringLiteral("/proc/cpuinfo"));
    QVERIFY(info.open(QIODevice::ReadOnly));
    QByteArray flags;
    for (const QByteArray& line : info.readAll().split('\n'))
        if (line.startsWith("flags"))
            flags = line + ' ';
    if (!flags.contains(" avx2 ") || !flags.contains(" fma "))
        QSKIP("this processor has neither AVX2 nor FMA");
    const QTemporaryDir folder;
    const CliResult run = runCli(QStringList{"probe", "compute", "--json", "--folder", folder.path()} + small);
    QCOMPARE(run.status, 0);
    for (const QJsonValue& each : run.json()["results"].toArray()) {
        const QString conditions = each["conditions"].toString();
        if (!conditions.contains("OpenBLAS"))
            QSKIP("built without OpenBLAS");
        for (const char* older : {"Prescott", "Core2", "Penryn", "Nehalem", "Sandybridge", "Barcelona", "Bobcat"})
            QVERIFY2(!conditions.contains(older), qPrintable(conditions));
        if (flags.contains(" avx512bw ") && flags.contains(" avx512vl ") && flags.contains(" avx512dq "))
            QVERIFY2(!conditions.contains("Haswell"), qPrintable(conditions));
    }
}

void tst_cli_probe::book()
{
    const QTemporaryDir folder;
    const CliResult run = runCli(QStringList{"probe", "book", "--json", "--folder", folder.path()} + small);
    QCOMPARE(run.status, 0);
    const QJsonArray workloads = run.json()["workloads"].toArray();
    QCOMPARE(workloads.size(), 3);
    const char* leaves[] = {"compute", "memory-bandwidth", "data-io"};
    const char* axes[] = {"training", "model", "data"};
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(workloads[i].toObject()["bottleneck"].toString(), leaves[i]);
        QCOMPARE(workloads[i].toObject()["axis"].toString(), axes[i]);
    }
    QCOMPARE(workloads[0].toObject()["intensity"].toDouble(), 100.0);
    QCOMPARE(workloads[1].toObject()["intensity"].toDouble(), 0.125);
    QCOMPARE(workloads[1].toObject()["book_intensity"].toDouble(), 0.25);
    QCOMPARE(countEntries(folder), 0);
}

void tst_cli_probe::parts_data()
{
    QTest::addColumn<QString>("figure");
    QTest::newRow("compute") << "peak_flops";
    QTest::newRow("memory") << "memory_triad_bytes_per_s";
    QTest::newRow("disk") << "disk_write_bytes_per_s";
}

void tst_cli_probe::parts()
{
    QFETCH(QString, figure);
    const QTemporaryDir folder;
    const CliResult run = runCli(QStringList{"probe", QTest::currentDataTag(), "--folder", folder.path()} + small);
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.contains(figure.toUtf8()));
    QVERIFY(!run.out.contains("matmul"));
    // Three verbosities: the table and a few lines; only the headline; everything.
    const auto outputWith = [&](const char* option) {
        return runCli(QStringList{"probe", QTest::currentDataTag(), option, "--folder", folder.path()} + small).out;
    };
    const QByteArray afterTable = run.out.mid(run.out.indexOf("\n\n") + 2), quiet = outputWith("--quiet");
    QVERIFY2(afterTable.count('\n') <= 8, run.out.constData());
    QVERIFY2(quiet.count('\n') == 1 && quiet.contains("/s"), quiet.constData());
    QVERIFY(outputWith("--explain").count('\n') > run.out.count('\n'));
}

// Without --repeats, a timing is repeated until its median is known within 2 %, a second has passed, or there are a
// hundred repeats.
void tst_cli_probe::repeatsUntilTheMedianIsKnown()
{
    QElapsedTimer timer;
    timer.start();
    const CliResult run = runCli({"probe", "memory", "--array", "4MiB", "--json"});
    QCOMPARE(run.status, 0);
    const bool timeWasUp = timer.elapsed() >= 1000;  // for at most one of the timings
    const QList<int> checkpoints{7, 10, 14, 20, 28, 40, 60, 100};
    int timed = 0;
    for (const QJsonValue& each : run.json()["results"].toArray()) {
        const int repeats = each["repeats"].toInt();
        const QJsonValue value = each["value"];
        if (repeats == 1)
            continue;
        ++timed;
        const double half = (value["high"].toDouble() - value["low"].toDouble()) / 2;
        QVERIFY2(checkpoints.contains(repeats) && value["level"].toDouble() >= 0.95,
                 qPrintable(each["name"].toString()));
        QVERIFY2(repeats == 100 || half <= 0.022 * value["value"].toDouble() || timeWasUp,
                 qPrintable(QStringLiteral("%1: %2 repeats").arg(each["name"].toString()).arg(repeats)));
    }
    QVERIFY(timed >= 6);
}

// A run is added to the project's ceilings and to its history, which the window shows side by side; the input project
// does not change.
void tst_cli_probe::history()
{
    const QTemporaryDir folder;
    const auto fileJson = [](const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    };
    const auto probe = [&](const char* kind, const QString& project, const QString& to) {
        return runCli(
            QStringList{"probe", kind, "--project", project, "-o", folder.filePath(to), "--folder", folder.path()} +
            small);
    };
    const CliResult first = probe("compute", "none", "one.scalewright");
    QCOMPARE(first.status, 0);
    QVERIFY2(first.err.contains("peak_flops_one_core"), first.err.constData());  // the output of the run
    QCOMPARE(probe("machine", folder.filePath("one.scalewright"), "two.scalewright").status, 0);
    const QJsonObject one = fileJson(folder.filePath("one.scalewright")),
                      two = fileJson(folder.filePath("two.scalewright"));
    QCOMPARE(one["measurements"]["machines"].toArray().size(), 1);
    const QJsonArray runs = two["measurements"]["machines"].toArray();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0], one["measurements"]["machines"].toArray()[0]);
    const QJsonObject machine = two["baseline"]["machine"].toObject();
    // A rate that the machine reached before stays its ceiling.
    const auto peakOf = [](const QJsonValue& of) { return of["peak_flops"]["value"].toDouble(); };
    QVERIFY(peakOf(machine) >= peakOf(runs[0]) && peakOf(machine) >= peakOf(runs[1]));
    QCOMPARE(runs[1]["memory_bandwidth_bytes_per_s"], machine["memory_bandwidth_bytes_per_s"]);
    QCOMPARE(machine["peak_flops"]["origin"].toString(), "measured");
    QVERIFY(!machine["name"].toString().isEmpty() && !machine["description"].toString().isEmpty());
    QVERIFY(!runs[0].toObject().contains("storage_bytes") && machine.contains("storage_bytes"));

    const CliResult overwritten = probe("compute", folder.filePath("one.scalewright"), "one.scalewright");
    QCOMPARE(overwritten.status, 2);
    QCOMPARE(fileJson(folder.filePath("one.scalewright")), one);
    QCOMPARE(probe("collective", "none", "three.scalewright").status, 2);
    QVERIFY(!QFile::exists(folder.filePath("three.scalewright")));
}

void tst_cli_probe::reportsUnsupportedProbes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no such folder") << "TMPDIR=/nonexistent $CLI probe disk"
                                    << QByteArray("there is no folder /nonexistent");
    QTest::newRow("read-only folder") << "$CLI probe disk --folder /proc/self"
                                      << QByteArray("no file can be made in the folder /proc/self");
    QTest::newRow("file size limit") << "ulimit -f 8; $CLI probe disk" << QByteArray("ulimit -f");
    QTest::newRow("too little memory") << "$CLI probe memory --array 100TB" << QByteArray(" available");
    QTest::newRow("no probe program") << "SCALEWRIGHT_PROBE=/nonexistent $CLI probe disk" << QByteArray("/nonexistent");
    QTest::newRow("nowhere to write") << "SCALEWRIGHT_PROBE=/nonexistent $CLI probe disk -o /nonexistent/answer"
                                      << QByteArray("/nonexistent/answer");  // checked first
    QTest::newRow("nowhere to write timings")
        << "SCALEWRIGHT_MPI=/nonexistent $CLI probe collective -o /nonexistent/answer"
        << QByteArray("/nonexistent/answer");
}

void tst_cli_probe::reportsUnsupportedProbes()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runShell(line);
    QCOMPARE(run.status, 3);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);  // a sentence
}

void tst_cli_probe::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("kind") << QStringList{"probe", "network"} << QByteArray("KIND: ");
    QTest::newRow("repeats") << QStringList{"probe", "disk", "--repeats", "2"} << QByteArray("--repeats: ");
    QTest::newRow("size") << QStringList{"probe", "memory", "--array", "1 s"} << QByteArray("--array: ");
    QTest::newRow("tiny") << QStringList{"probe", "disk", "--file", "1"} << QByteArray("--file: ");
    QTest::newRow("no kind") << QStringList{"probe"} << QByteArray("KIND");
}

void tst_cli_probe::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runCli(arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
}

void tst_cli_probe::interrupted()
{
    const QTemporaryDir folder;
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"),
                  {"probe", "machine", "--repeats", "100", "--folder", folder.path()});
    QVERIFY(process.waitForStarted());
    QList<qint64> probes;
    QTRY_VERIFY_WITH_TIMEOUT(!(probes = childrenOf(process.processId())).isEmpty(), 60000);
    QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    for (const qint64 probe : probes)
        QTRY_VERIFY_WITH_TIMEOUT(!alive(probe), 60000);
    QCOMPARE(countEntries(folder), 0);
}

void tst_cli_probe::killed()
{
    const QTemporaryDir folder;
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"),
                  {"probe", "disk", "--repeats", "100", "--folder", folder.path()});
    QVERIFY(process.waitForStarted());
    QList<qint64> probes;
    QTRY_VERIFY_WITH_TIMEOUT(!(probes = childrenOf(process.processId())).isEmpty(), 60000);
    process.kill();  // the program cannot clean up after SIGKILL
    QVERIFY(process.waitForFinished(60000));
    for (const qint64 probe : probes)
        QTRY_VERIFY_WITH_TIMEOUT(!alive(probe), 60000);
    QCOMPARE(countEntries(folder), 0);
}

SCALEWRIGHT_TEST(tst_cli_probe)
#include "tst_cli_probe.moc"
