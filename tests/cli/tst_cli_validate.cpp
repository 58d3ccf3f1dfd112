// SPDX-License-Identifier: GPL-3.0-or-later
// validate and predict on the same hostile files. Expected: exit status 0 for a valid project, 1 for a project with
// problems, 2 for a file that is not a project; one line per problem; no crash, and the file unchanged.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QByteArray project(const QByteArray& members)
{
    return "{\"format\": \"scalewright-project\", \"version\": 1" +
           (members.isEmpty() ? QByteArray() : ", " + members) + "}";
}

const QByteArray complete = project(
    "\"baseline\": {\"t_comp_s\": 1}, \"target\": {\"alpha_s\": 0.0008, \"bandwidth_bytes_per_s\": 1e9},"
    " \"design\": {\"communication\": {\"message_bytes\": 4e7}}");

}  // namespace

class tst_cli_validate : public QObject {
    Q_OBJECT
private slots:
    void valid();
    void unfinished();
    void doubts();
    void misspelled();
    void examplesAreValid();
    void everyProblem();
    void manyProblems();
    void hostile_data();
    void hostile();
    void hugeFile();
    void directory();
    void noPermission();
};

void tst_cli_validate::valid()
{
    const CliResult validation = runCli({"validate", "-"}, complete);
    QCOMPARE(validation.status, 0);
    QVERIFY(validation.out.contains("0 warnings"));
    const QJsonObject answer = runCli({"validate", "--json", "-"}, complete).json();
    QCOMPARE(answer["valid"].toBool(), true);
    QCOMPARE(answer["problems"].toArray().size(), 0);
    QCOMPARE(answer["missing_for_predict"].toArray().size(), 0);
}

void tst_cli_validate::unfinished()
{
    const CliResult validation = runCli({"validate", "-", "--explain"}, project(""));
    QCOMPARE(validation.status, 0);
    QVERIFY2(validation.out.contains("/target/alpha_s"), validation.out.constData());
    QCOMPARE(runCli({"predict", "-"}, project("")).status, 2);
}

// 6 x 1e9 parameters x 32 x 1000 tokens = 1.92e14 FLOP (Kaplan et al. 2020), but 6e12 is typed: valid, with a warning
// here and in diagnose.
void tst_cli_validate::doubts()
{
    const QByteArray typed = project(
        "\"baseline\": {\"batch\": 32, \"model\": {\"parameters\": 1e9, \"sequence\": 1000},"
        " \"steps\": [{\"step_time_s\": 1, \"io_time_s\": 0, \"flops\": 6e12, \"bytes_moved\": 1e11}],"
        " \"working_set_bytes\": 1e9, \"machine\": {\"memory_bytes\": 2e9, \"memory_bandwidth_bytes_per_s\": 8e11,"
        " \"peak_flops\": {\"value\": 2e13, \"origin\": \"catalogue\", \"source\": \"a card\", \"conditions\": \"fp32, "
        "dense\"}}}");
    const CliResult validation = runCli({"validate", "-", "--explain"}, typed);
    QCOMPARE(validation.status, 0);
    QVERIFY2(validation.out.contains("6.00 TFLOP") && validation.out.contains("192 TFLOP"), validation.out.constData());
    QCOMPARE(runCli({"validate", "--json", "-"}, typed).json()["warnings"].toArray().size(), 1);
    const CliResult diagnosed = runCli({"diagnose", "-", "--explain"}, typed);
    QVERIFY2(diagnosed.out.contains("192 TFLOP") && diagnosed.out.contains("in fp32: 20.0 TFLOP/s\n"),
             (diagnosed.out + diagnosed.err).constData());
}

// A name close to a known one is reported as misspelled; any other is assumed to belong to another program.
void tst_cli_validate::misspelled()
{
    QByteArray typed = complete;
    typed.replace("\"alpha_s\"", "\"their_own\": 1, \"alpah_s\"");
    const QJsonObject answer = runCli({"validate", "-", "--json"}, typed).json();
    QCOMPARE(answer["valid"].toBool(), true);
    QCOMPARE(answer["warnings"].toArray().size(), 1);
    QVERIFY(answer["warnings"][0].toString().startsWith("/target/alpah_s:"));
    QVERIFY(answer["warnings"][0].toString().contains("\"alpha_s\""));
    QCOMPARE(answer["unread"].toArray(), (QJsonArray{"/target/their_own", "/target/alpah_s"}));
    // A quantity of another section is suggested with its place.
    QByteArray misplaced = complete;
    misplaced.replace("\"t_comp_s\"", "\"alpah_s\": 1, \"t_comp_s\"");
    for (const char* command : {"validate", "predict", "diagnose", "design check", "cost"}) {
        QStringList words = QString::fromLatin1(command).split(QLatin1Char(' '));
        const CliResult result = runCli(words << "-", misplaced);
        QVERIFY2((result.out + result.err).contains("/baseline/alpah_s") &&
                     (result.out + result.err).contains("/target/alpha_s"),
                 (result.out + result.err).constData());
    }
    // Every command that reads the project says so.
    QVERIFY(runCli({"diagnose", "-"}, typed).err.contains("/target/alpah_s"));
    QVERIFY(!runCli({"diagnose", "-"}, complete).err.contains("warning"));
}

// Examples show what the program reads, so they contain nothing else.
void tst_cli_validate::examplesAreValid()
{
    const QDir examples(sourceFile("resources/examples"));
    const QStringList files = examples.entryList({"*.scalewright"});
    QVERIFY(!files.isEmpty());
    for (const QString& file : files)
        QCOMPARE(runCli({"validate", "--json", examples.filePath(file)}).json()["unread"].toArray(), QJsonArray());
}

void tst_cli_validate::everyProblem()
{
    const QByteArray bad = project(
        "\"baseline\": {\"t_comp_s\": -1}, \"target\": {\"alpha_s\": \"nan\", \"bandwidth_bytes_per_s\": \"fast\"},"
        " \"design\": {\"communication\": {\"pattern\": \"telepathy\", \"message_bytes\": \"4 m\"}}, \"plan\": {\"p\": "
        "0}");
    const QStringList pointers{"/baseline/t_comp_s",
                               "/target/alpha_s",
                               "/target/bandwidth_bytes_per_s",
                               "/design/communication/pattern",
                               "/design/communication/message_bytes",
                               "/plan/p"};
    const CliResult validation = runCli({"validate", "-"}, bad);
    QCOMPARE(validation.status, 1);
    for (const QString& pointer : pointers)
        QVERIFY2(validation.err.contains(("standard input: " + pointer + ": ").toUtf8()), validation.err.constData());

    const CliResult result = runCli({"validate", "-", "--json"}, bad);
    QCOMPARE(result.status, 1);
    const QJsonObject answer = result.json();
    QCOMPARE(answer["valid"].toBool(true), false);
    QStringList found;
    const QJsonArray problems = answer["problems"].toArray();
    for (const QJsonValue& problem : problems) {
        found << problem["pointer"].toString();
        QVERIFY(!problem["message"].toString().isEmpty());
        QVERIFY(problem.toObject().contains("file") && problem.toObject().contains("line") &&
                problem.toObject().contains("field"));
        QVERIFY(!problem["expected"].toString().isEmpty());
    }
    found.sort();
    QStringList wanted = pointers;
    wanted.sort();
    QCOMPARE(found, wanted);

    const CliResult predicted = runCli({"predict", "-"}, bad);
    QCOMPARE(predicted.status, 2);
    QVERIFY(predicted.err.contains("/target/alpha_s"));
}

void tst_cli_validate::manyProblems()
{
    QByteArray steps;
    for (int i = 0; i < 25; ++i)
        steps += (i > 0 ? "," : "") + QByteArray("{\"name\": \"s\", \"step_time_s\": -1}");
    const QByteArray bad = project("\"baseline\": {\"steps\": [" + steps + "]}");
    const CliResult validation = runCli({"validate", "-"}, bad);
    QCOMPARE(validation.status, 1);
    const QList<QByteArray> lines = validation.err.trimmed().split('\n');
    QCOMPARE(lines.size(), 11);
    QVERIFY2(lines.last().contains("15 more"), lines.last().constData());
    QCOMPARE(runCli({"validate", "-", "--json"}, bad).json()["problems"].toArray().size(), 25);
}

void tst_cli_validate::hostile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expectedText");
    QTest::newRow("empty") << QByteArray() << "";
    QTest::newRow("truncated") << complete.left(complete.size() - 5) << "";
    QTest::newRow("truncated in a text") << complete.left(20) << "";
    QTest::newRow("binary") << QByteArray(
                                   "\x7f"
                                   "ELF\0\1\2\3\0\0\xff\xfe",
                                   12)
                            << "";
    QTest::newRow("not UTF-8") << QByteArray(
                                      "{\"format\": \"scalewright-project\", \"version\": 1, \"title\": \"\xff\xff\"}")
                               << "";
    QTest::newRow("deep nesting") << project("\"x\": " + QByteArray(200000, '[') + QByteArray(200000, ']')) << "nest";
    QTest::newRow("deep nesting of objects")
        << project("\"x\": " + QByteArray("{\"a\":").repeated(100000) + "1" + QByteArray(100000, '}')) << "nest";
    QTest::newRow("duplicate keys") << project("\"baseline\": {\"t_comp_s\": 1, \"t_comp_s\": 2}")
                                    << "/baseline/t_comp_s";
    QTest::newRow("newer version") << QByteArray("{\"format\": \"scalewright-project\", \"version\": 99}")
                                   << "/version";
    QTest::newRow("no format") << QByteArray("{\"version\": 1}") << "format";
    QTest::newRow("another format") << QByteArray("{\"format\": \"something\", \"version\": 1}") << "/format";
    QTest::newRow("an array") << QByteArray("[1, 2]") << "";
    QTest::newRow("1e400") << project("\"baseline\": {\"t_comp_s\": 1e400}") << "/baseline/t_comp_s";
    QTest::newRow("nan") << project("\"baseline\": {\"t_comp_s\": NaN}") << "";
    QTest::newRow("two documents") << complete + complete << "";
}

void tst_cli_validate::hostile()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, expectedText);
    const QTemporaryDir folder;
    const QString path = writeFile(folder.filePath("hostile.scalewright"), content);
    for (const char* command : {"validate", "predict"}) {
        const CliResult fromFile = runCli({command, path});
        QVERIFY2(fromFile.status == 2, QByteArray(command) + QByteArray::number(fromFile.status) + fromFile.err);
        QVERIFY(fromFile.out.isEmpty());
        QVERIFY2(fromFile.err.contains("hostile.scalewright"), fromFile.err.constData());
        QVERIFY2(fromFile.err.contains(expectedText.toUtf8()), fromFile.err.constData());
        const CliResult fromInput = runCli({command, "-"}, content);
        QCOMPARE(fromInput.status, 2);
        QVERIFY2(fromInput.err.contains("standard input"), fromInput.err.constData());
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

void tst_cli_validate::hugeFile()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("huge.scalewright"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(200ll << 20));
    for (const char* command : {"validate", "predict"}) {
        const CliResult result = runCli({command, file.fileName()});
        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains("200 MiB") && result.err.contains("64 MiB"), result.err.constData());
    }
    const CliResult timings = runCli({"fit-comm", file.fileName()});
    QCOMPARE(timings.status, 2);
    QVERIFY2(timings.err.contains("64 MiB"), timings.err.constData());
    const CliResult endless = runShell("\"$CLI\" validate - </dev/zero");
    QCOMPARE(endless.status, 2);
    QVERIFY2(endless.err.contains("64 MiB"), endless.err.constData());
}

void tst_cli_validate::directory()
{
    const QTemporaryDir folder;
    for (const char* command : {"validate", "predict", "fit-comm"}) {
        const CliResult result = runCli({command, folder.path()});
        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.contains(folder.path().toUtf8()), result.err.constData());
    }
}

void tst_cli_validate::noPermission()
{
    const QTemporaryDir folder;
    const QString path = writeFile(folder.filePath("closed.scalewright"), complete);
    QVERIFY(QFile::setPermissions(path, {}));
    QFile file(path);
    if (file.open(QIODevice::ReadOnly))
        QSKIP("SKIPPED: root reads every file");
    QCOMPARE(runCli({"validate", path}).status, 3);
}

SCALEWRIGHT_TEST(tst_cli_validate)
#include "tst_cli_validate.moc"
