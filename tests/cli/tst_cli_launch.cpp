// SPDX-License-Identifier: GPL-3.0-or-later
// launch through the real program: it writes the folder completely or not at all. Expected values: the plans of the
// examples.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

}  // namespace

class tst_cli_launch : public QObject {
    Q_OBJECT
private slots:
    void writesAllFiles();
    void aDesignThatCannotWork();
    void neverOverwrites();
    void fullDisk();
    void errors_data();
    void errors();
};

// 13 workers at 8 per node need two nodes. The ring all-reduce is the second row of Table 41.5.1.
void tst_cli_launch::writesAllFiles()
{
    QTemporaryDir folder;
    const QString to = folder.filePath("a/new one");
    const CliResult result = runCli({"launch", examplePath("output-41.4.1"), "--p", "13", "--set",
                                     "/target/workers_per_node=8", "-o", to, "--json"});
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject answer = result.json();
    QCOMPARE(answer["p"].toInt(), 13);
    QCOMPARE(answer["nodes"].toInt(), 2);
    QCOMPARE(answer["tools"][0]["framework"].toString(), QString("PyTorch DDP, DeepSpeed"));
    QCOMPARE(answer["tools"][0]["launcher"].toString(), QString("torchrun"));
    QCOMPARE(
        QDir(to).entryList(QDir::Files | QDir::Hidden, QDir::Name),
        (QStringList{"benchmark.sh", "cluster.yaml", "job.sbatch", "ray.sh", "scalewright-torch.py", "torchrun.sh"}));
    QCOMPARE(answer["files"].toArray().size(), 6);
    QCOMPARE(answer["benchmark"].toString(), QString("torch"));
    QVERIFY(contentOf(to + "/benchmark.sh").contains("'--only' 'all-reduce'"));
    QVERIFY(QFile::permissions(to + "/torchrun.sh") & QFile::ExeOwner);
    QVERIFY(contentOf(to + "/job.sbatch").contains("#SBATCH --nodes=2\n"));
}

// launch reports errors from the design check: 208 GB replicated on 80 GB cards.
void tst_cli_launch::aDesignThatCannotWork()
{
    const QTemporaryDir folder;
    const auto launched = [&](const QStringList& options) {
        return runCli(QStringList{"launch", examplePath("thirteen-billion"), "--json"} + options);
    };
    const CliResult result = launched({"-o", folder.filePath("d")});
    QCOMPARE(result.status, 0);
    QVERIFY2(hasFact(result.json(), "warning", "note", "208 GB"), result.out.constData());
    QCOMPARE(answerText(result.json(), "because"), "The design has 1 error.");
    const QJsonObject sharded = launched({"--variant", "sharded", "-o", folder.filePath("s")}).json();
    QVERIFY(!hasFact(sharded, "warning", "note", "208 GB"));
    QCOMPARE(answerText(sharded, "next", "command"), "scalewright-cli fit-comm timings.csv");
    // What users see: a few lines, followed by the names of the six files.
    const QByteArray text =
        runCli({"launch", examplePath("output-41.4.1"), "--p", "13", "-o", folder.filePath("t")}).out;
    QVERIFY2(text.contains("13 workers on 13 nodes: 6 files written.") && text.count('\n') <= 11, text.constData());
}

void tst_cli_launch::neverOverwrites()
{
    QTemporaryDir folder;
    setContent(folder.filePath("ray.sh"), "mine\n");
    const CliResult result = runCli({"launch", examplePath("output-41.4.1"), "--p", "4", "-o", folder.path()});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("ray.sh") && result.err.contains("is not overwritten"), result.err.constData());
    QCOMPARE(contentOf(folder.filePath("ray.sh")), QByteArray("mine\n"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"ray.sh"});
}

/// Behaves like a full disk: the error names the file in its folder, with the reason.
void tst_cli_launch::fullDisk()
{
    QTemporaryDir folder;
    const CliResult result =
        runShell("ulimit -f 0; \"$CLI\" launch '" + examplePath("output-41.4.1") + "' --p 4 -o there", folder.path());
    QCOMPARE(result.status, 3);
    QVERIFY2(result.err.contains("there/") && result.err.contains("cannot be written: the file would be larger"),
             result.err.constData());
}

void tst_cli_launch::errors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("expectedText");
    const QString project = examplePath("output-41.4.1");
    QTest::newRow("no folder") << QStringList{"launch", project} << 2 << QByteArray("-o");
    QTest::newRow("no plan") << QStringList{"launch", "-", "-o", "x"} << 2 << QByteArray("--p");
    QTest::newRow("a host") << QStringList{"launch", project, "--p", "1", "-o", "x", "--hosts", "a b"} << 2
                            << QByteArray("--hosts");
    QTest::newRow("no workers") << QStringList{"launch", project, "--p", "0", "-o", "x"} << 2 << QByteArray("--p");
    QTest::newRow("a benchmark") << QStringList{"launch", project, "--p", "1", "-o", "x", "--benchmark", "slurm"} << 2
                                 << QByteArray("torch, ray or mpi");
    QTest::newRow("over a file") << QStringList{"launch", project, "--p", "1", "-o", project} << 2
                                 << QByteArray("is not a folder; expected a folder");
    QTest::newRow("below a file") << QStringList{"launch", project, "--p", "1", "-o", "/dev/null/x"} << 3
                                  << QByteArray("/dev/null");
}

void tst_cli_launch::errors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, expectedText);
    QTemporaryDir folder;
    const CliResult result = runCli(arguments, R"({"format": "scalewright-project", "version": 1})", folder.path());
    QTEST(result.status, "status");
    QVERIFY2(result.err.contains(expectedText), result.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
}

SCALEWRIGHT_TEST(tst_cli_launch)
#include "tst_cli_launch.moc"
