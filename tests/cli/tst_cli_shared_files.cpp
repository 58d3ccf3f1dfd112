// SPDX-License-Identifier: GPL-3.0-or-later
// One file with several writers: a command adds its result to what others wrote meanwhile, and no input is overwritten.
// The measured program itself changes the file, so no test depends on timing.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

const QByteArray project = R"({"format": "scalewright-project", "version": 1, "title": "before"})";

QJsonValue readJsonFile(const QString& file)
{
    return QJsonDocument::fromJson(contentOf(file)).object();
}

QJsonValue readLaddersJson(const QString& file)
{
    return readJsonFile(file)["measurements"]["ladders"];
}

/// A program that overwrites the project in its folder with `after`, and then runs.
void programThatWrites(const QString& folder, const QByteArray& after)
{
    writeFile(folder + "/after", after);
    writeFile(folder + "/program.sh", "cp after c.scalewright\n");
}

/// A trace of one rank; traces differ only in the rank number.
QByteArray rankTrace(int rank)
{
    QByteArray text = contentOf(sourceFile("tests/data/traces/two-ranks/rank0.json"));
    return text.replace("\"rank\": 0", "\"rank\": " + QByteArray::number(rank));
}

}  // namespace

class tst_cli_shared_files : public QObject {
    Q_OBJECT

private slots:
    void fileChangedDuringMeasurement_data();
    void fileChangedDuringMeasurement();
    void fileIsNoLongerAProject_data();
    void fileIsNoLongerAProject();
    void concurrentLadders();
    void sameCommandTwice();
    void stepsOfTwoPrograms();
    void concurrentTraces();
    void concurrentAnswers();
    void noLitter();
    void foldersThatWereRead_data();
    void foldersThatWereRead();
    void keepsReferencedFiles();
    void rejectsOneFileForTwoOutputs_data();
    void rejectsOneFileForTwoOutputs();
    void keepsHandWrittenFiles_data();
    void keepsHandWrittenFiles();
    void anotherCommand_data();
    void anotherCommand();
    void resumesAnOldLadder();
    void keepsTextThatWouldBeLost_data();
    void keepsTextThatWouldBeLost();
    void sanitisesEntities();
    void invalidOutputPlaces_data();
    void invalidOutputPlaces();
    void acceptsUpperCaseArchiveNames();
    void rejectsPipes();
    void rejectsInvalidDates();
    void rejectsOptionsWithoutValues();
};

void tst_cli_shared_files::fileChangedDuringMeasurement_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("ladders");
    QTest::newRow("ladder run") << "ladder run --p 1,2 --repeat 1 --warmup 0 --project c.scalewright" << 1;
    QTest::newRow("with rows in a file") << "ladder run --p 1,2 --repeat 1 --warmup 0 --project c.scalewright -o l.csv"
                                         << 1;
    QTest::newRow("run") << "run -p 1,2 --repeat 1 --no-probe -o c.scalewright" << 1;
    QTest::newRow("measure") << "measure --machine none --project c.scalewright" << 0;
}

void tst_cli_shared_files::fileChangedDuringMeasurement()
{
    QFETCH(QString, command);
    QFETCH(int, ladders);
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    QByteArray after = project;
    after.replace("\"title\": \"before\"", "\"target\": {\"price_usd_per_hour\": 7.5}, \"title\": \"before\"");
    // The first run writes the file; later runs keep its content.
    writeFile(folder.filePath("after"), after);
    writeFile(folder.filePath("program.sh"), "if mv after c.scalewright 2>/dev/null; then :; fi\n");
    const CliResult result = runShell("$CLI " + command + " -- sh program.sh {p}", folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(readJsonFile(file)["target"]["price_usd_per_hour"].toDouble(), 7.5);
    QCOMPARE(readLaddersJson(file).toArray().size(), ladders);
    if (ladders > 0)
        QCOMPARE(readLaddersJson(file)[0]["points"].toArray().size(), 2);
    else
        QCOMPARE(readJsonFile(file)["baseline"]["steps"].toArray().size(), 1);
}

void tst_cli_shared_files::fileIsNoLongerAProject_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("status");
    const QByteArray newer = R"({"format": "scalewright-project", "version": 99, "title": "of a newer program"})";
    for (const auto& [name, after] : {std::pair{"version 99", newer}, {"plain text", QByteArray("my notes\n")}}) {
        const auto row = [&](const QString& command, const QString& line, int status) {
            QTest::newRow(qPrintable(command + ", " + name)) << line << after << status;
        };
        row("ladder run", "ladder run --p 1,2 --repeat 1 --warmup 0 --project c.scalewright", 1);
        row("run", "run -p 1,2 --repeat 1 --no-probe -o c.scalewright", 1);
        row("measure", "measure --machine none --project c.scalewright", 125);
    }
}

void tst_cli_shared_files::fileIsNoLongerAProject()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, after);
    QFETCH(int, status);
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    programThatWrites(folder.path(), after);
    const CliResult result = runShell("$CLI " + command + " -- sh program.sh {p}", folder.path());
    QCOMPARE(result.status, status);
    QCOMPARE(contentOf(file), after);
    QVERIFY2(result.err.contains("c.kept.scalewright"), result.err.constData());
    const QString keptFile = folder.filePath("c.kept.scalewright");
    QCOMPARE(readJsonFile(keptFile)["title"].toString(), QString("before"));
    if (command.startsWith("ladder"))
        QCOMPARE(readLaddersJson(keptFile)[0]["points"].toArray().size(), 2);
    else
        QCOMPARE(readJsonFile(keptFile)["baseline"]["steps"].toArray().size(), 1);
    QVERIFY(runCli({"validate", keptFile}).status == 0);
}

/// Two ladders from two commands, and two from one command: all runs are kept.
void tst_cli_shared_files::concurrentLadders()
{
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    const QString run = "$CLI ladder run --p 1,2 --repeat 4 --warmup 0 --quiet --project c.scalewright -- ";
    const CliResult result = runShell(
        run + "sh -c 'true {p}' & " + run + "sh -c 'true {p}' & " + run + "sh -c 'echo scalewright: time={p}' & wait",
        folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonArray ladders = readLaddersJson(file).toArray();
    QCOMPARE(ladders.size(), 3);
    QSet<QString> names;
    for (const QJsonValue& ladder : ladders) {
        QCOMPARE(ladder["points"].toArray().size(), 8);
        names.insert(ladder["name"].toString());
    }
    QCOMPARE(names.size(), 3);
    QCOMPARE(readJsonFile(file)["title"].toString(), QString("before"));
}

/// Runs from another day are not repeats of the existing runs and do not replace them.
void tst_cli_shared_files::sameCommandTwice()
{
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    const QString run = "$CLI ladder run --p 1,2 --repeat 2 --warmup 0 --project c.scalewright -- sh -c 'sleep 0.0{p}'";
    QVERIFY(runShell(run, folder.path()).status == 0);
    const QJsonValue first = readLaddersJson(file)[0]["points"];
    QVERIFY(runShell(run, folder.path()).status == 0);
    QCOMPARE(readLaddersJson(file).toArray().size(), 2);
    QCOMPARE(readLaddersJson(file)[0]["points"].toArray().size(), 4);  // the newest is shown
    QCOMPARE(readLaddersJson(file)[1]["points"], first);
}

/// Another program's step was added meanwhile: the run is added as a second step.
void tst_cli_shared_files::stepsOfTwoPrograms()
{
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    writeFile(folder.filePath("program.sh"),
              "env -u SCALEWRIGHT_P $CLI measure --quiet --machine none --project c.scalewright -- true\n");
    const CliResult result =
        runShell("export CLI; $CLI measure --machine none --project c.scalewright -- sh program.sh", folder.path());
    QCOMPARE(result.status, 125);
    QCOMPARE(readJsonFile(file)["baseline"]["steps"].toArray().size(), 1);
    QVERIFY(contentOf(file).contains("wall time of one run: true"));
    QVERIFY(contentOf(folder.filePath("c.kept.scalewright")).contains("program.sh"));
}

void tst_cli_shared_files::concurrentTraces()
{
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    QString line;
    constexpr int runs = 6;
    for (int i = 0; i < runs; ++i) {
        QVERIFY(QDir(folder.path()).mkdir(QString("run%1").arg(i)));
        writeFile(folder.filePath(QString("run%1/rank0.json").arg(i)), rankTrace(0));
        line += QString("$CLI timeline import run%1 --quiet --project c.scalewright & ").arg(i);
    }
    const CliResult result = runShell(line + "wait", folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(readJsonFile(file)["measurements"]["traces"].toArray().size(), runs);
}

void tst_cli_shared_files::concurrentAnswers()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("a.json");
    QVERIFY(QFile::copy(sourceFile("resources/exercises/41.2.1.json"), file));
    QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    QString line;
    QStringList names;
    for (const QJsonValue& each : readJsonFile(file)["questions"].toArray()) {
        const QJsonArray options = each["options"].toArray();
        const QString answer = options.isEmpty() ? QString("1") : options[0].toString();
        names += each["id"].toString();
        line += "$CLI exercise answer --quiet a.json '" + names.back() + '=' + answer + "' & ";
    }
    const CliResult result = runShell(line + "wait", folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject exercise = runCli({"exercise", "show", "--json", file}).json();
    QCOMPARE(exercise["answered"].toInt(), int(names.size()));
}

void tst_cli_shared_files::noLitter()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("c.scalewright"), project);
    QVERIFY(
        runShell("$CLI ladder run --p 1 --repeat 2 --warmup 0 --project c.scalewright -- true", folder.path()).status ==
        0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList("c.scalewright"));
}

void tst_cli_shared_files::foldersThatWereRead_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("output");
    const auto row = [](const char* command, const char* output) {
        QTest::addRow("%s, %s", command, output) << QString(command) << QString(output);
    };
    row("timeline import tr", "tr/rank0.json");
    row("timeline import tr --json", "tr/rank1.json");
    row("timeline import --ladder tr", "tr/rank0.json");
    row("timeline import tr --compare tr2", "tr2/rank0.json");
    row("attribute logs", "logs/2.csv");
    row("attribute logs", "linked.csv");
    row("ladder collect sc", "sc/rows/p1-1.csv");
    row("ladder collect sc", "sc/header");
}

void tst_cli_shared_files::foldersThatWereRead()
{
    QFETCH(QString, command);
    QFETCH(QString, output);
    const QTemporaryDir folder;
    for (const char* name : {"tr", "tr2", "logs"})
        QVERIFY(QDir(folder.path()).mkdir(name));
    for (const char* name : {"tr", "tr2"})
        for (int rank = 0; rank < 2; ++rank)
            writeFile(folder.filePath(QString("%1/rank%2.json").arg(name).arg(rank)), rankTrace(rank));
    for (const auto& [p, time] : {std::pair{1, "8"}, {2, "5"}, {4, "3"}})
        writeFile(folder.filePath(QString("logs/%1.csv").arg(p)),
                  QByteArray("p,time\n") + QByteArray::number(p) + ',' + time + '\n');
    QVERIFY(::link(qPrintable(folder.filePath("logs/4.csv")), qPrintable(folder.filePath("linked.csv"))) == 0);
    const CliResult scripts = runShell("$CLI ladder script --p 1,2 --repeat 1 -o sc -- sleep 1", folder.path());
    QVERIFY2(scripts.status == 0, scripts.err.constData());
    QVERIFY(QDir(folder.path()).mkpath("sc/rows"));
    writeFile(folder.filePath("sc/rows/p1-1.csv"), "1,1,8,ok,h,2026-01-01T00:00:00,,,,,\n");
    const QByteArray before = contentOf(folder.filePath(output));
    const CliResult result = runShell("$CLI " + command + " -o " + output, folder.path());
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(output.toUtf8()), result.err.constData());
    QCOMPARE(contentOf(folder.filePath(output)), before);
    const CliResult elsewhere = runShell("$CLI " + command + " -o other.txt", folder.path());
    QVERIFY2(elsewhere.status == 0, elsewhere.err.constData());
}

void tst_cli_shared_files::keepsReferencedFiles()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("c.scalewright"), project);
    QVERIFY(QDir(folder.path()).mkdir("tr"));
    writeFile(folder.filePath("tr/rank0.json"), rankTrace(0));
    QVERIFY(runShell("$CLI timeline import tr --project c.scalewright", folder.path()).status == 0);
    const QByteArray before = contentOf(folder.filePath("tr/rank0.json"));
    QCOMPARE(runShell("$CLI validate c.scalewright -o tr/rank0.json", folder.path()).status, 2);
    QCOMPARE(contentOf(folder.filePath("tr/rank0.json")), before);
}

void tst_cli_shared_files::rejectsOneFileForTwoOutputs_data()
{
    QTest::addColumn<QString>("output");
    for (const char* output : {"c.scalewright", "./c.scalewright", "link", "hard"})
        QTest::newRow(output) << QString(output);
}

void tst_cli_shared_files::rejectsOneFileForTwoOutputs()
{
    QFETCH(QString, output);
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("c.scalewright"), project);
    QVERIFY(QFile::link("c.scalewright", folder.filePath("link")));
    QVERIFY(::link(qPrintable(file), qPrintable(folder.filePath("hard"))) == 0);
    for (const char* command : {"ladder run --p 1,2", "measure --machine none"}) {
        const CliResult result =
            runShell(QString("$CLI %1 --project c.scalewright -o %2 -- touch ran").arg(command, output), folder.path());
        QVERIFY2(result.status == 2 || result.status == 125, result.err.constData());
        QCOMPARE(contentOf(file), project);
        QVERIFY(!QFile::exists(folder.filePath("ran")));
    }
    const CliResult newResult =
        runShell("$CLI ladder run --p 1,2 --project new.scalewright -o ./new.scalewright -- touch ran", folder.path());
    QCOMPARE(newResult.status, 2);
    QVERIFY(!QFile::exists(folder.filePath("new.scalewright")));
}

void tst_cli_shared_files::keepsHandWrittenFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("refused");
    QTest::newRow("a lecture") << QByteArray(R"({"format": "scalewright-lecture", "version": 1, "keys": []})") << true;
    QTest::newRow("answers")
        << QByteArray(R"({"format": "scalewright-assignment", "version": 1, "id": "x", "answers": {"a": "1"}})")
        << true;
    QTest::newRow("no answers yet")
        << QByteArray(R"({"format": "scalewright-assignment", "version": 1, "id": "x", "answers": {}})") << false;
    QTest::newRow("a typed profile") << QByteArray(R"({"step_time_s": 2, "flops": 1e9})") << true;
    QTest::newRow("typed steps") << QByteArray(R"({"steps": [{"name": "a", "step_time_s": 2}]})") << true;
    QTest::newRow("a measured profile")
        << QByteArray(R"({"step_time_s": {"value": 2, "origin": "measured", "source": "here"}})") << false;
    QTest::newRow("an answer of before") << QByteArray(R"({"schema": 1, "p_star": 34})") << false;
}

void tst_cli_shared_files::keepsHandWrittenFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, refused);
    const QTemporaryDir folder;
    const QString file = writeFile(folder.filePath("a.json"), content);
    const CliResult result = runCli({"predict", examplePath("output-41.4.1"), "--json", "-o", file});
    QCOMPARE(result.status, refused ? 2 : 0);
    QCOMPARE(contentOf(file) == content, refused);
}

void tst_cli_shared_files::anotherCommand_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("a line's end and a backslash") << "sh -c $'true\\ntrue'"
                                                  << "sh -c 'true\\ntrue'";
    QTest::newRow("two folders") << "cd a; one; ./prog"
                                 << "cd b; one; ./prog";
}

void tst_cli_shared_files::anotherCommand()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    const QTemporaryDir folder;
    for (const char* name : {"a", "b"}) {
        QVERIFY(QDir(folder.path()).mkdir(name));
        QFile::setPermissions(writeFile(folder.filePath(QString(name) + "/prog"), "#!/bin/sh\ntrue\n"),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    const QString csv = folder.filePath("c.csv");
    const auto line = [&](QString command) {
        const QString run = "$CLI ladder run --p 1 --repeat 1 --warmup 0 -o " + csv + " -- ";
        const QString commandLine = command.contains("one;") ? command.replace("one; ", run) : run + command;
        writeFile(folder.filePath("line.sh"), commandLine.toUtf8());
        return runShell("export CLI; bash line.sh", folder.path());
    };
    const CliResult firstRun = line(first);
    QVERIFY2(firstRun.err.isEmpty() || firstRun.status != 2, firstRun.err.constData());
    const QByteArray before = contentOf(csv);
    QVERIFY(before.contains("# folder: "));
    QCOMPARE(line(second).status, 2);
    QCOMPARE(contentOf(csv), before);
    QVERIFY(line(first).status != 2);  // repeating the same command resumes the ladder
}

/// Files from earlier versions name no folder and do not escape backslashes.
void tst_cli_shared_files::resumesAnOldLadder()
{
    const QTemporaryDir folder;
    const QString csv = writeFile(folder.filePath("c.csv"),
                                  "# a ladder by Scalewright 0.1.0, begun 2026-11-01T10:00:00\n"
                                  "# command: none printf 'a\\nb'\n"
                                  "p,repeat,seconds,status,host,started,comp,comm,idle,io,quality\n"
                                  "1,1,0.5,ok,h,2026-11-01T10:00:00,,,,,\n");
    writeFile(folder.filePath("line.sh"),
              "$CLI ladder run --p 1 --repeat 2 --warmup 0 --json -o c.csv -- printf 'a\\nb' > out\n");
    const CliResult result = runShell("export CLI; bash line.sh", folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(contentOf(csv).count(",ok,"), 2);
}

void tst_cli_shared_files::keepsTextThatWouldBeLost_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("line");
    QTest::newRow("a section twice") << QByteArray("# The ceiling\none\n\n# The ceiling\ntwo\n") << 4;
    QTest::newRow("by both its names") << QByteArray("# The ceiling\none\n# ceiling\ntwo\n") << 3;
    QTest::newRow("an introduction twice") << QByteArray("First.\n# introduction\nSecond.\n") << 2;
    QTest::newRow("Latin 1") << QByteArray(
                                    "One.\nStra\xDF"
                                    "e\n")
                             << 2;
}

void tst_cli_shared_files::keepsTextThatWouldBeLost()
{
    QFETCH(QByteArray, words);
    QFETCH(int, line);
    const QTemporaryDir folder;
    writeFile(folder.filePath("w.md"), words);
    const CliResult result =
        runCli({"report", examplePath("output-41.4.1"), "-o", "r", "--words", "w.md"}, {}, folder.path());
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("w.md:" + QByteArray::number(line) + ":"), result.err.constData());
    QVERIFY(!QFile::exists(folder.filePath("r")));
}

/// A control or bidirectional character written as an entity is shown as U+FFFD, like a literal one.
void tst_cli_shared_files::sanitisesEntities()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("w.md"), "a&#x202e;b&#x1b;c&#x2028;d `e`\n");
    const CliResult result =
        runCli({"report", examplePath("output-41.4.1"), "-o", "r", "--words", "w.md"}, {}, folder.path());
    QVERIFY2(result.status == 0, result.err.constData());
    const QByteArray html = contentOf(folder.filePath("r/report.html"));
    for (const char* bad : {"\xE2\x80\xAE", "\x1b", "\xE2\x80\xA8"})
        QVERIFY(!html.contains(bad));
    QVERIFY(
        html.contains("a\xEF\xBF\xBD"
                      "b\xEF\xBF\xBD"
                      "c"));
}

void tst_cli_shared_files::invalidOutputPlaces_data()
{
    QTest::addColumn<QString>("place");
    for (const char* place : {"-", "lad.csv", "y.ZIP", "y.PDF"})
        QTest::newRow(place) << QString(place);
}

void tst_cli_shared_files::invalidOutputPlaces()
{
    QFETCH(QString, place);
    const QTemporaryDir folder;
    writeFile(folder.filePath("lad.csv"), bookLadder);
    QCOMPARE(runCli({"report", examplePath("output-41.4.1"), "-o", place}, {}, folder.path()).status, 2);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList("lad.csv"));
}

void tst_cli_shared_files::acceptsUpperCaseArchiveNames()
{
    const QTemporaryDir folder;
    QCOMPARE(runCli({"report", examplePath("output-41.4.1"), "-o", "y.TAR.GZ"}, {}, folder.path()).status, 0);
    QVERIFY(contentOf(folder.filePath("y.TAR.GZ")).startsWith("\x1f\x8b"));  // gzip's first bytes (RFC 1952)
    QCOMPARE(runCli({"reproduce", "y.TAR.GZ"}, {}, folder.path()).status, 0);
}

void tst_cli_shared_files::rejectsPipes()
{
    const QTemporaryDir folder;
    QCOMPARE(runCli({"report", examplePath("output-41.4.1"), "-o", "r"}, {}, folder.path()).status, 0);
    const CliResult result =
        runShell("rm r/project.scalewright; mkfifo r/project.scalewright; $CLI reproduce r", folder.path());
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("project.scalewright"), result.err.constData());
    writeFile(folder.filePath("t.csv"), "p,bytes,seconds\n2,8,1e-5\n2,1048576,1e-3\n2,8388608,8e-3\n");
    QCOMPARE(runShell("mkfifo f; $CLI fit-comm t.csv --project f", folder.path()).status, 2);
}

void tst_cli_shared_files::rejectsInvalidDates()
{
    QByteArray text =
        R"({"format": "scalewright-project", "version": 1, "target": {"alpha_s": {"value": 1e-5, "date": "WHEN"}}})";
    for (const auto& [date, warned] : {std::pair{"tomorrow", true},
                                       {"2026-99-99", true},
                                       {"2026-02-29", true},
                                       {"2024-02-29", false},
                                       {"2026-11-25T10:00", false},
                                       {"2026", false}}) {
        QByteArray dated = text;
        const QJsonObject json = runCli({"validate", "--json", "-"}, dated.replace("WHEN", date)).json();
        QVERIFY(json["valid"].toBool());
        const QByteArray warnings = QJsonDocument(json["warnings"].toArray()).toJson();
        QVERIFY2(warnings.contains("/target/alpha_s/date") == warned, date);
    }
}

void tst_cli_shared_files::rejectsOptionsWithoutValues()
{
    const QString example = examplePath("output-41.4.1");
    const CliResult result = runCli({"predict", example, "--p", "--json"});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains("--p"), result.err.constData());
    QVERIFY(!result.err.contains("\"--json\" is"));
    const CliResult twice =
        runCli({"predict", example, "--set", "/target/alpha_s=1ms", "--set", "/target/alpha_s=2ms"});
    QCOMPARE(twice.status, 2);
    QVERIFY2(twice.err.contains("/target/alpha_s"), twice.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_shared_files)
#include "tst_cli_shared_files.moc"
