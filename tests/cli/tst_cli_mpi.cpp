// SPDX-License-Identifier: GPL-3.0-or-later
// scalewright-mpi with a real MPI and two processes on this machine. No speed is expected: the test checks that every
// collective is reported, that its times scatter around their median, and that shared memory is never called a network.
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

class tst_cli_mpi : public QObject {
    Q_OBJECT

private slots:
    void collectives();
    void noMpi();
    void noTimings_data();
    void noTimings();
    void singleProcess();
};

void tst_cli_mpi::collectives()
{
    if (!QFileInfo::exists(builtProgram("app/scalewright-mpi")))
        QSKIP("scalewright-mpi was not built: Debian's packages openmpi-bin and libopenmpi-dev have an MPI");
    const QTemporaryDir folder;
    const QString csv = folder.filePath("t.csv");
    const CliResult run = runCli({"probe", "collective", "--p", "2", "--repeats", "5", "--json"});
    QVERIFY2(run.status == 0, run.err.constData());
    QMap<QString, int> sizes;
    for (const QJsonValue& each : run.json()["results"].toArray()) {
        const QJsonObject result = each.toObject(), value = result["value"].toObject();
        ++sizes[result["collective"].toString()];
        QVERIFY(0 < value["low"].toDouble() && value["low"].toDouble() <= value["value"].toDouble() &&
                value["value"].toDouble() <= value["high"].toDouble());
        QCOMPARE(value["level"].toDouble(), 0.9375);  // 1 - 2^-4
        QCOMPARE(result["where"].toString(), "shared-memory");
    }
    // 8 B to 16 MiB are 22 powers of two; a vector split in two has at least 16 B.
    QCOMPARE(
        sizes,
        (QMap<QString, int>{
            {"all-reduce", 22}, {"reduce-scatter", 21}, {"all-gather", 21}, {"all-to-all", 21}, {"ping-pong", 22}}));
    QVERIFY(run.json()["warnings"].toArray()[0].toString().contains("shared memory"));

    QCOMPARE(runCli({"probe", "collective", "--p", "2", "--repeats", "5", "-o", csv}).status, 0);
    const CliResult fit = runCli({"fit-comm", "--json", csv});
    QVERIFY(fit.status == 0 ||
            fit.status == 1);  // on a busy machine the rows may not give a bandwidth; they are read either way
    QCOMPARE(fit.json()["fits"].toArray().size(), 5);
    QCOMPARE(fit.json()["collective"].toString(), "all-reduce");
}

void tst_cli_mpi::noMpi()
{
    const CliResult run = runShell("PATH=/nonexistent $CLI probe collective");
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("openmpi-bin") && run.err.contains("libopenmpi-dev") && run.err.contains("fit-comm"),
             run.err.constData());
    QCOMPARE(runCli({"probe", "collective", "--p", "1"}).status, 2);
}

void tst_cli_mpi::noTimings_data()
{
    QTest::addColumn<QByteArray>("wrote");
    QTest::addColumn<QByteArray>("expectedText");
    const QByteArray header = "collective,p,bytes,seconds,least,most,repeats,where\n",
                     good = "all-reduce,2,8,2e-6,1e-6,3e-6,5,shared-memory\n";
    QTest::newRow("as scalewright-mpi writes") << header + good << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray("it is empty");
    QTest::newRow("binary") << QByteArray("\0\1\2", 3) << QByteArray("binary");
    QTest::newRow("a sentence") << QByteArray("hello\n") << QByteArray("no column collective");
    QTest::newRow("no row") << header << QByteArray("no rows");
    QTest::newRow("no number") << header + good + "all-reduce,2,16,nan,1e-6,3e-6,5,shared-memory\n"
                               << QByteArray("in line 3, seconds is \"nan\"");
    QTest::newRow("no time at all") << header + "all-reduce,2,16,0,0,0,5,shared-memory\n"
                                    << QByteArray("in line 2, seconds is \"0\"");
    QTest::newRow("no number of processes") << header + "all-reduce,1e300,16,2e-6,1e-6,3e-6,5,shared-memory\n"
                                            << QByteArray("in line 2, p is");
}

void tst_cli_mpi::noTimings()
{
    QFETCH(QByteArray, wrote);
    QFETCH(QByteArray, expectedText);
    const QTemporaryDir folder;
    writeFile(folder.filePath("wrote"), wrote);
    QFile mpirun(writeFile(folder.filePath("mpirun"), "#!/bin/sh\ncat '" + folder.filePath("wrote").toUtf8() + "'\n"));
    QVERIFY(mpirun.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const CliResult run =
        runShell("PATH='" + folder.path() + "':$PATH SCALEWRIGHT_MPI=/bin/true $CLI probe collective --json");
    QCOMPARE(run.status, expectedText.isEmpty() ? 0 : 3);
    QVERIFY2(expectedText.isEmpty() || (run.err.contains("mpirun") && run.err.contains(expectedText)),
             run.err.constData());
    if (expectedText.isEmpty())
        QCOMPARE(run.json()["results"].toArray()[0].toObject()["value"].toObject()["value"].toDouble(), 2e-6);
}

void tst_cli_mpi::singleProcess()
{
    const QString program = builtProgram("app/scalewright-mpi");
    if (!QFileInfo::exists(program))
        QSKIP("scalewright-mpi was not built");
    const CliResult run = runShell(program);
    QCOMPARE(run.status, 2);
    QVERIFY(run.err.contains("mpirun -np 2"));
}

SCALEWRIGHT_TEST(tst_cli_mpi)
#include "tst_cli_mpi.moc"
