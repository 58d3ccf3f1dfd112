// SPDX-License-Identifier: GPL-3.0-or-later
// Behaviour shared by all commands: help, version, standard streams, -o, exit statuses, locales.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <csignal>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {
const QString bookOptions = QStringLiteral("predict --t-comp 1 --alpha 0.0008 --beta 0.04");
}

class tst_cli_common : public QObject {
    Q_OBJECT
private slots:
    void help_data();
    void help();
    void formats();
    void version_data();
    void version();
    void usage_data();
    void usage();
    void jsonStartsWithSchema_data();
    void jsonStartsWithSchema();
    void outputFile();
    void leavesOutputFileUnchangedOnErrors();
    void outputNeverReplacesInput_data();
    void outputNeverReplacesInput();
    void cannotWrite_data();
    void cannotWrite();
    void closedInput();
    void ignoresTheLocale();
    void noColourNoProgressInPipes();
    void hostileText();
    void interrupted();
    void withoutDataFiles();
};

void tst_cli_common::help_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"", "predict", "collective", "fit-comm", "validate"})
        QTest::newRow(*command ? command : "program") << command;
}

void tst_cli_common::help()
{
    QFETCH(QString, command);
    const QStringList path = command.isEmpty() ? QStringList{} : QStringList{command};
    for (const char* option : {"--help", "-h"}) {
        const CliResult result = runCli(path + QStringList{option});
        QCOMPARE(result.status, 0);
        QVERIFY(result.err.isEmpty());
        QVERIFY2(
            result.out.contains("Usage: scalewright-cli" + (command.isEmpty() ? QByteArray() : " " + command.toUtf8())),
            result.out.constData());
        QVERIFY(result.out.contains("--version"));
        if (!command.isEmpty())
            QVERIFY(result.out.contains("--json") && result.out.contains("-o,"));
    }
}

/// Every format says how to make it and what reads it; a word selects formats.
void tst_cli_common::formats()
{
    const QJsonArray all = runCli({"formats", "--json"}).json()["formats"].toArray();
    QVERIFY(all.size() > 50);
    for (const QJsonValue& each : all)
        for (const char* key : {"name", "make", "reads", "commands"})
            QVERIFY2(!each[key].toString().isEmpty(), key);
    const CliResult picked = runCli({"formats", "lammps"});
    QCOMPARE(picked.status, 0);
    QVERIFY(picked.out.contains("LAMMPS") && !picked.out.contains("GROMACS"));
    QCOMPARE(runCli({"formats", "nothing-of-that-name"}).status, 2);
}

void tst_cli_common::version_data()
{
    help_data();
}

void tst_cli_common::version()
{
    QFETCH(QString, command);
    const CliResult result =
        runCli((command.isEmpty() ? QStringList{} : QStringList{command}) + QStringList{"--version"});
    QCOMPARE(result.status, 0);
    QVERIFY2(QRegularExpression("^scalewright-cli \\d+\\.\\d+\\.\\d+( \\([0-9a-f]{12}\\+?\\))?\n$")
                 .match(QString::fromUtf8(result.out))
                 .hasMatch(),
             result.out.constData());
}

void tst_cli_common::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("nothing") << QStringList{} << "--help";
    QTest::newRow("unknown command") << QStringList{"predikt"} << "predikt";
    QTest::newRow("unknown option") << QStringList{"--frob"} << "--frob";
    QTest::newRow("two files") << QStringList{"validate", "a", "b"} << "b";
    QTest::newRow("a file without a name") << QStringList{"attribute", ""} << "the file name is empty";
    QTest::newRow("a count with an exponent, too large")
        << QStringList{"predict", "--t-comp", "1", "--alpha", "1", "--beta", "1", "--p-max", "1e12"}
        << "--p-max: \"1e12\" is out of range; expected a whole number from 1 to";
    QTest::newRow("no file") << QStringList{"validate"} << "PROJECT";
    QTest::newRow("-o without a name") << QStringList{"validate", "a", "-o", ""} << "--output";
    QTest::newRow("collective without anything") << QStringList{"collective"} << "--pattern";
    QTest::newRow("fit-comm without files") << QStringList{"fit-comm"} << "FILE";
}

void tst_cli_common::usage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, expectedText);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(expectedText.toUtf8()), result.err.constData());
}

void tst_cli_common::jsonStartsWithSchema_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("predict") << bookOptions.split(' ') << QByteArray();
    QTest::newRow("collective") << QStringList{"collective", "--pattern", "gossip", "--p",         "2", "--bytes",
                                               "1",          "--alpha",   "1",      "--bandwidth", "1"}
                                << QByteArray();
    QTest::newRow("fit-comm") << QStringList{"fit-comm", "-"}
                              << QByteArray("p,bytes,seconds\n2,8,0.001\n2,1048576,0.002\n2,16777216,0.02\n");
    QTest::newRow("validate") << QStringList{"validate", "-"}
                              << QByteArray("{\"format\": \"scalewright-project\", \"version\": 1}");
}

void tst_cli_common::jsonStartsWithSchema()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, input);
    const CliResult result = runCli(arguments + QStringList{"--json"}, input);
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.startsWith("{\n  \"schema\": 1,\n"));
    QVERIFY(result.out.endsWith("}\n"));
    QCOMPARE(result.json()["schema"].toInt(), 1);
}

void tst_cli_common::outputFile()
{
    const QTemporaryDir folder;
    const QStringList book = bookOptions.split(' ');
    const CliResult direct = runCli(book);
    const CliResult result = runCli(book + QStringList{"-o", "out.txt"}, {}, folder.path());
    QCOMPARE(result.status, 0);
    QVERIFY(result.out.isEmpty());
    QFile file(folder.filePath("out.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), direct.out);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"out.txt"});
    QCOMPARE(runCli(book + QStringList{"-o", "-"}).out, direct.out);
}

void tst_cli_common::leavesOutputFileUnchangedOnErrors()
{
    const QTemporaryDir folder;
    const QString path = writeFile(folder.filePath("kept.json"), "precious");
    QCOMPARE(runCli({"predict", "--t-comp", "nan", "-o", path}).status, 2);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
}

void tst_cli_common::outputNeverReplacesInput_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("source");
    const QString project = sourceFile("resources/examples/student-41.7.scalewright");
    for (const char* command :
         {"predict", "validate", "design check", "design show", "design price", "attribute", "cost --price 1", "fit"})
        QTest::newRow(command) << command << project;
    QTest::newRow("diagnose") << "diagnose" << sourceFile("resources/examples/exercise-41.2.3.scalewright");
    QTest::newRow("fit-comm") << "fit-comm --pattern ring-all-reduce" << QString();
}

void tst_cli_common::outputNeverReplacesInput()
{
    QFETCH(QString, command);
    QFETCH(QString, source);
    const QTemporaryDir folder;
    const QString path = folder.filePath("own file");
    QByteArray content = "p,bytes,seconds\n2,8,0.00001\n2,1048576,0.001\n2,8388608,0.008\n";
    if (!source.isEmpty()) {
        QFile file(source);
        QVERIFY(file.open(QIODevice::ReadOnly));
        content = file.readAll();
    }
    writeFile(path, content);
    QVERIFY(QFile::link(path, folder.filePath("link")));
    QCOMPARE(::link(path.toUtf8(), folder.filePath("twin").toUtf8()), 0);
    for (const char* name : {"own file", "link", "twin", "./own file"}) {
        const CliResult result = runCli(command.split(' ') + QStringList{"own file", "-o", name}, {}, folder.path());
        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains("was read by this command"), result.err.constData());
        QFile keptFile(path);
        QVERIFY(keptFile.open(QIODevice::ReadOnly));
        QCOMPARE(keptFile.readAll(), content);
    }
    QCOMPARE(runCli(command.split(' ') + QStringList{"own file", "-o", "another"}, {}, folder.path()).err,
             QByteArray());
    QVERIFY(QFileInfo(folder.filePath("another")).size() > 0);
}

void tst_cli_common::cannotWrite_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("full disk") << "\"$CLI\" " + bookOptions + " >/dev/full";
    QTest::newRow("full disk, json") << "\"$CLI\" " + bookOptions + " --json >/dev/full";
    QTest::newRow("full disk, help") << "\"$CLI\" predict --help >/dev/full";
    QTest::newRow("closed output") << "\"$CLI\" " + bookOptions + " >&-";
    QTest::newRow("closed pipe") << "{ \"$CLI\" " + bookOptions +
                                        " --p 1-100000; echo $? >status; } | true; exit $(cat status)";
    QTest::newRow("-o on a full disk") << "\"$CLI\" " + bookOptions + " -o /dev/full";
    QTest::newRow("-o at the size limit") << "ulimit -f 0; \"$CLI\" " + bookOptions + " -o there";
    QTest::newRow("-o in no folder") << "\"$CLI\" " + bookOptions + " -o /nowhere/at/all";
    QTest::newRow("-o in /proc") << "\"$CLI\" " + bookOptions + " -o /proc/version";
    QTest::newRow("-o is a folder") << "\"$CLI\" " + bookOptions + " -o .";
}

void tst_cli_common::cannotWrite()
{
    QFETCH(QString, line);
    const QTemporaryDir folder;
    const CliResult result = runShell(line, folder.path());
    QVERIFY2(result.status == 3, QByteArray::number(result.status) + result.err);
    QVERIFY2(result.err.contains("cannot"), result.err.constData());
    QVERIFY2(!line.contains("/proc/") || !result.err.contains("the folder does not exist"), result.err.constData());
}

void tst_cli_common::closedInput()
{
    const CliResult result = runShell("\"$CLI\" predict - <&-");
    QCOMPARE(result.status, 3);
    QVERIFY2(result.err.contains("standard input"), result.err.constData());
    QCOMPARE(runShell("\"$CLI\" predict - </dev/null").status, 2);
}

void tst_cli_common::ignoresTheLocale()
{
    const QByteArray plain = runShell("LC_ALL=C \"$CLI\" " + bookOptions + " --json").out;
    QVERIFY(!plain.isEmpty());
    for (const char* locale : {"de_DE.UTF-8", "C.UTF-8", "nonsense"})
        QCOMPARE(runShell(QString("LC_ALL=%1 \"$CLI\" ").arg(locale) + bookOptions + " --json").out, plain);
}

void tst_cli_common::noColourNoProgressInPipes()
{
    const CliResult result = runCli(bookOptions.split(' '));
    QVERIFY(!result.out.contains('\033'));
    QVERIFY(result.err.isEmpty());
    QVERIFY(!runCli({"predict"}).err.contains('\033'));
}

void tst_cli_common::hostileText()
{
    // Characters that could control a terminal or fake a second line are escaped.
    const CliResult result = runCli({"predict", "\033[2Jgone\nscalewright-cli: all is well"});
    QCOMPARE(result.status, 2);
    QVERIFY(!result.err.contains('\033'));
    QCOMPARE(result.err.trimmed().count('\n'), 0);
    QCOMPARE(runCli({"predict", "--t-comp", QString(100000, 'x')}).status, 2);
    const QByteArray project =
        "{\"format\": \"scalewright-project\", \"version\": 1, \"baseline\": {\"t_comp_s\": 1}, \"target\": "
        "{\"alpha_s\": 1,"
        " \"bandwidth_bytes_per_s\": 1}, \"design\": {\"communication\": {\"message_bytes\": 1}},"
        " \"plan\": {\"p\": 3, \"reason\": \"\\u001b[2Jgone\"}}";
    const CliResult text = runCli({"predict", "-", "--explain"}, project);
    QCOMPARE(text.status, 0);
    QVERIFY(!text.out.contains('\033') && text.out.contains("gone"));
    QVERIFY(runCli({"predict", "-", "--json"}, project).json()["plan_p_reason"].toString().startsWith(QChar(0x1b)));
}

void tst_cli_common::interrupted()
{
    QProcess process;
    process.start(builtProgram("app/scalewright-cli"), {"predict", "-"});
    QVERIFY(process.waitForStarted());
    // Standard input stays open, so the program waits. Wait until it has installed its signal handler.
    const QString status = QString("/proc/%1/status").arg(process.processId());
    const auto catchesInterrupts = [&] {
        QFile file(status);
        if (!file.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = file.readAll();
        const qsizetype at = text.indexOf("SigCgt:");
        return at >= 0 && (text.mid(at + 8, 16).toULongLong(nullptr, 16) & (1ull << (SIGINT - 1))) != 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(catchesInterrupts(), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
}

/// A program without its data files knows no column name: it names the missing file and the places it searched.
void tst_cli_common::withoutDataFiles()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("bin"));
    QVERIFY(QFile::copy(builtProgram("app/scalewright-cli"), folder.filePath("bin/scalewright-cli")));
    writeFile(folder.filePath("runs.csv"), "p,time\n1,10\n2,6\n");
    const CliResult result =
        runShell("env -u SCALEWRIGHT_RESOURCES bin/scalewright-cli attribute runs.csv", folder.path());
    QVERIFY(result.status != 0);
    QVERIFY2(result.err.contains("catalogue/columns.json") && result.err.contains("share/scalewright"), result.err);
}

SCALEWRIGHT_TEST(tst_cli_common)
#include "tst_cli_common.moc"
