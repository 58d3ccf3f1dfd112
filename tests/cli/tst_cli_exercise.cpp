// SPDX-License-Identifier: GPL-3.0-or-later
// Exercises from the chapter as files, and the grading of hand-ins. The numbers in the keys come from the book and from
// closed forms (docs/models.md); every number for which the key names a command is checked against that command here.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QString exerciseFile(const QString& id)
{
    return sourceFile("resources/exercises/" + id + ".json");
}
QString keyPath(const QString& id)
{
    return sourceFile("resources/exercises/keys/" + id + ".key.json");
}
QJsonObject readObject(const QString& path)
{
    return QJsonDocument::fromJson(contentOf(path)).object();
}
QStringList exercises()
{
    QStringList ids;
    for (const QString& file : QDir(sourceFile("resources/exercises")).entryList({"*.json"}))
        ids.push_back(file.chopped(5));
    return ids;
}

/// QUESTION=ANSWER for all questions: either all right according to the key, or all wrong.
QStringList answers(const QString& id, bool right)
{
    QStringList words;
    const QJsonArray questions = readObject(exerciseFile(id))["questions"].toArray();
    const QJsonObject key = readObject(keyPath(id))["answers"].toObject();
    for (const QJsonValue& each : questions) {
        const QString name = each["id"].toString();
        const QJsonObject known = key[name].toObject();
        QString answer = known["sentence"].toString();
        if (known.contains("value"))
            answer = QString::number(known["value"].toDouble() * (right ? 1 : 1.5) + (right ? 0 : 1), 'g', 12);
        else if (known.contains("choice")) {
            const QJsonArray good = known["choice"].toArray();
            answer = good[0].toString();
            for (const QJsonValue& option : each["options"].toArray())
                if (!right && !good.contains(option))
                    answer = option.toString();
        }
        words.push_back(name + "=" + answer);
    }
    return words;
}

QString answerAndCommit(const QString& id, const QString& path, const QString& name, bool right)
{
    QFile::copy(exerciseFile(id), path);
    QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    const CliResult entered = runCli(QStringList{"exercise", "answer", path} + answers(id, right));
    const CliResult committed = runCli({"exercise", "commit", path, "--name", name});
    return entered.status == 0 && committed.status == 0 ? QString() : entered.err + committed.err;
}

}  // namespace

class tst_cli_exercise : public QObject {
    Q_OBJECT

private slots:
    void everyExercise_data()
    {
        QTest::addColumn<QString>("id");
        for (const QString& id : exercises())
            QTest::newRow(qPrintable(id)) << id;
        // The chapter prints three exercises in each of its four sections.
        QCOMPARE(exercises().size(), 12);
    }
    void everyExercise()
    {
        QFETCH(QString, id);
        const QTemporaryDir folder;
        const QString good = folder.filePath("good.json"), bad = folder.filePath("bad.json");
        const CliResult hidden = runCli({"exercise", "show", exerciseFile(id), "--against", keyPath(id)});
        QCOMPARE(hidden.status, 1);  // nothing from the key is shown before the commit
        QVERIFY(hidden.out.isEmpty());
        QCOMPARE(answerAndCommit(id, good, "Ada", true), QString());
        QCOMPARE(answerAndCommit(id, bad, "Bob", false), QString());
        const QJsonObject right = runCli({"exercise", "show", good, "--against", keyPath(id), "--json"}).json();
        const QJsonObject wrong = runCli({"exercise", "show", bad, "--against", keyPath(id), "--json"}).json();
        QCOMPARE(right["points"].toDouble(), right["of"].toDouble());
        QCOMPARE(wrong["points"].toDouble(), 0);

        // The program's answers must match the key.
        const QJsonObject key = readObject(keyPath(id))["answers"].toObject();
        for (const QJsonValue& mark : right["marks"].toArray()) {
            const QJsonObject known = key[mark["id"].toString()].toObject();
            const QString programAnswer = mark["program"].toString();
            if (!known.contains("program"))
                continue;
            if (known.contains("value"))
                QVERIFY2(
                    std::abs(programAnswer.toDouble() - known["value"].toDouble()) <= 1e-3 * known["value"].toDouble(),
                    qPrintable(programAnswer));
            else
                QVERIFY2(known["choice"].toArray().contains(programAnswer), qPrintable(programAnswer));
        }
        // Every question has three hints, and every answer judged by rule has a derivation.
        for (const QJsonValue& question : readObject(exerciseFile(id))["questions"].toArray()) {
            QCOMPARE(question["hints"].toArray().size(), 3);
            const QJsonObject known = key[question["id"].toString()].toObject();
            QVERIFY(known.contains("sentence") || !known["path"].toString().isEmpty());
        }
        QVERIFY(!contentOf(exerciseFile(id)).contains("\"path\""));
    }

    void commitIsFinal()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.json");
        QVERIFY(QFile::copy(exerciseFile("41.5.3"), file));
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        for (const char* wrong : {"break-even=abc", "few-hundred=perhaps", "nothing=1", "change=", "break-even"})
            QVERIFY2(runCli({"exercise", "answer", file, wrong}).status == 2, wrong);
        QCOMPARE(contentOf(file), contentOf(exerciseFile("41.5.3")));
        QCOMPARE(runCli(QStringList{"exercise", "answer", file} + answers("41.5.3", false)).status, 0);
        QCOMPARE(runCli({"exercise", "answer", file, "break-even=100"}).status, 0);  // better
        QCOMPARE(runCli({"exercise", "answer", file, "break-even=100", "break-even=101"}).status, 2);  // which of them?
        QCOMPARE(runCli({"exercise", "commit", file, "--name", "Ada"}).status, 0);
        QCOMPARE(runCli({"exercise", "answer", file, "few-hundred=managed"}).status, 1);
        QCOMPARE(runCli({"exercise", "commit", file, "--name", "Eve"}).status, 1);
        const QJsonObject marks = runCli({"exercise", "show", file, "--against", keyPath("41.5.3"), "--json"}).json();
        QCOMPARE(marks["points"].toDouble(), 1);
        QByteArray text = contentOf(file);
        writeFile(file, text.replace("\"few-hundred\": \"self\"", "\"few-hundred\": \"managed\""));
        QCOMPARE(runCli({"exercise", "show", file, "--against", keyPath("41.5.3")}).status, 1);
        QCOMPARE(runCli({"exercise", "show", file, "--against", keyPath("41.2.3")}).status, 2);
    }

    void thirtyHandIns()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("in"));
        const QString inputFolder = folder.filePath("in");
        for (int i = 0; i < 6; ++i)
            QCOMPARE(answerAndCommit("41.2.3", QString("%1/s%2.json").arg(inputFolder).arg(i), QString("S%1").arg(i),
                                     i % 2 == 0),
                     QString());
        // All hand-ins except 0 and 4 have their own sentences; 5 was changed after the commit; one file is another
        // exercise, and one is not an exercise.
        const auto replaceIn = [&](const QString& name, const QByteArray& from, const QByteArray& to) {
            QByteArray text = contentOf(inputFolder + "/" + name);
            QVERIFY2(text.contains(from), from.constData());
            writeFile(inputFolder + "/" + name, text.replace(from, to));
        };
        for (int i : {1, 2, 3, 5})
            replaceIn(QString("s%1.json").arg(i), "None: one round", "No " + QByteArray(1 + i, 'x') + ": one round");
        QCOMPARE(answerAndCommit("41.5.3", inputFolder + "/other.json", "O", true), QString());
        writeFile(inputFolder + "/broken.json", "{");
        writeFile(inputFolder + "/notes.txt", "x");
        const CliResult graded = runCli({"grade", inputFolder, "--against", keyPath("41.2.3"), "--json"});
        QVERIFY2(graded.status == 0, graded.err.constData());
        const QJsonArray rows = graded.json()["rows"].toArray();
        QCOMPARE(rows.size(), 6);
        for (int i = 0; i < 6; ++i) {
            QCOMPARE(rows[i]["points"].toDouble(), i % 2 == 0 ? 7.0 : 0.0);
            QCOMPARE(rows[i]["same_as"].toString(), i == 0 ? "s4.json" : i == 4 ? "s0.json" : "");
            QCOMPARE(rows[i]["notes"].toString().isEmpty(), i == 0 || i == 4);
        }
        QCOMPARE(graded.json()["left_out"].toArray().size(), 3);
        const CliResult csv = runCli({"grade", inputFolder, "--against", keyPath("41.2.3"), "--csv"});
        QCOMPARE(csv.out.count('\n'), 10);  // files that were left out have a row too
        QVERIFY(csv.out.startsWith("student,file,committed,points,of,ridge,ridge_points,"));
        // Text that looks like a formula must not become one in a spreadsheet.
        replaceIn("s1.json", "\"student\": \"S1\"", "\"student\": \"=cmd|' /C calc'!A0\"");
        QVERIFY(!runCli({"grade", inputFolder, "--against", keyPath("41.2.3"), "--csv"}).out.contains("\n=cmd"));
    }

    /// A folder per student, extensions in any case, and every file accounted for.
    void foldersOfStudents()
    {
        const QTemporaryDir folder;
        const auto handIn = [&](const QString& student, const QString& file) {
            QVERIFY(QDir(folder.path()).mkpath(QFileInfo(student + "/" + file).path()));
            QCOMPARE(answerAndCommit("41.2.3", folder.filePath(student + "/" + file), student, true), QString());
        };
        handIn("Ada Lovelace_123_assignsubmission_file", "a.json");
        handIn("Bob_124_assignsubmission_file", "ANSWERS.JSON");
        handIn("Cem_125_assignsubmission_file", "work/mine.Json");
        writeFile(folder.filePath("Cem_125_assignsubmission_file/photo.png"), "x");
        writeFile(folder.filePath("Bob_124_assignsubmission_file/.DS_Store"), "x");
        QVERIFY(QDir(folder.path()).mkdir("Dee_126_assignsubmission_file"));
        const CliResult graded = runCli({"grade", folder.path(), "--against", keyPath("41.2.3"), "--json"});
        QVERIFY2(graded.status == 0, graded.err.constData());
        const QJsonArray rows = graded.json()["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0]["file"].toString(), "Ada Lovelace_123_assignsubmission_file/a.json");
        QCOMPARE(rows[0]["same_as"].toString().count(", "), 1);
        const QJsonArray leftOut = graded.json()["left_out"].toArray();
        QCOMPARE(leftOut.size(), 3);
        QVERIFY(std::any_of(leftOut.begin(), leftOut.end(),
                            [](const QJsonValue& each) { return each.toString().contains("Dee_126"); }));
    }

    void hours_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<double>("points");
        for (const char* answer : {"100", "100 h", "100 hours", "100 hrs", "100hr", "6000 min", "360000 s"})
            QTest::newRow(answer) << answer << 1.0;
        for (const char* answer : {"100 min", "100 s", "98 hours"})
            QTest::newRow(answer) << answer << 0.0;
    }
    void hours()
    {
        QFETCH(QString, answer);
        QFETCH(double, points);
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.json");
        QVERIFY(QFile::copy(exerciseFile("41.5.3"), file));
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(runCli({"exercise", "answer", file, "break-even=" + answer}).status, 0);
        QCOMPARE(runCli({"exercise", "commit", file, "--name", "Ada"}).status, 0);
        const CliResult graded = runCli({"grade", folder.path(), "--against", keyPath("41.5.3"), "--json"});
        QCOMPARE(graded.json()["rows"][0]["points"].toDouble(), points);
    }

    /// "I do not know" and no answer score nothing; the others count.
    void partialHandIns()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.json");
        QVERIFY(QFile::copy(exerciseFile("41.5.3"), file));
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(runCli({"exercise", "answer", file, "break-even=100 h", "few-hundred=I do not know"}).status, 0);
        const CliResult committed = runCli({"exercise", "commit", file, "--name", "Ada"});
        QCOMPARE(committed.status, 0);
        QVERIFY2(committed.out.contains("card-hours, change") && !committed.out.contains("few-hundred,"),
                 committed.out.constData());
        const CliResult graded = runCli({"grade", folder.path(), "--against", keyPath("41.5.3"), "--json"});
        const QJsonObject row = graded.json()["rows"][0].toObject();
        QCOMPARE(row["points"].toDouble(), 1.0);
        QCOMPARE(row["of"].toDouble(), 3.0);
        QCOMPARE(row["break-even_guess"].toString().startsWith("100 h"), true);
        QCOMPARE(row["few-hundred_guess"].toString(), "");
    }

    void keysWithMistakes_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("a question that does not exist") << QByteArray("\"ridge\"") << QByteArray("\"rige\"");
        QTest::newRow("an unknown member") << QByteArray("\"tolerance\"") << QByteArray("\"tolerence\"");
        QTest::newRow("a negative tolerance")
            << QByteArray("\"tolerance\": 0.01") << QByteArray("\"tolerance\": -0.01");
        QTest::newRow("a tolerance in words")
            << QByteArray("\"tolerance\": 0.01") << QByteArray("\"tolerance\": \"1 %\"");
        QTest::newRow("a choice that is no option")
            << QByteArray("\"choice\": [") << QByteArray("\"choice\": [\"x\", ");
        QTest::newRow("another number than the program's")
            << QByteArray("\"value\": 25") << QByteArray("\"value\": 26");
        QTest::newRow("a choice for a number") << QByteArray("\"value\": 25") << QByteArray("\"choice\": [\"25\"]");
        QTest::newRow("an unknown member of the key")
            << QByteArray("\"answers\": {") << QByteArray("\"x\": 1, \"answers\": {");
        QTest::newRow("no answers") << QByteArray("\"answers\": {") << QByteArray("\"answers\": {}, \"x\": {");
    }
    /// A mistake in a key is named before anybody is marked.
    void keysWithMistakes()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("in"));
        QCOMPARE(answerAndCommit("41.2.3", folder.filePath("in/a.json"), "Ada", true), QString());
        QByteArray text = contentOf(keyPath("41.2.3"));
        const qsizetype at = text.indexOf(from);
        QVERIFY2(at > 0, from.constData());
        const QString key = writeFile(folder.filePath("key.json"), text.replace(at, from.size(), to));
        const CliResult graded = runCli({"grade", folder.filePath("in"), "--against", key, "--json"});
        QCOMPARE(graded.status, 2);
        QVERIFY2(graded.err.contains("/answers") || graded.err.contains("/x"), graded.err.constData());
        QVERIFY(graded.out.isEmpty());
    }

    // The key decides which questions count and how many points they give: a file that claims other points gets none.
    void pointsComeFromTheKey()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("s.json");
        QCOMPARE(answerAndCommit("41.2.3", file, "Eve", true), QString());
        const auto points = [&] {
            return runCli({"grade", folder.path(), "--against", keyPath("41.2.3"), "--json"})
                .json()["rows"][0]
                .toObject();
        };
        QCOMPARE(points()["points"].toDouble(), 7.0);
        QByteArray text = contentOf(file);
        const QByteArray onePoint = "\"points\": 1";
        const qsizetype at = text.indexOf(onePoint);
        QVERIFY(at > 0);
        writeFile(file, text.replace(at, onePoint.size(), "\"points\": 1000"));
        QCOMPARE(points()["points"].toDouble(), 0.0);
        QCOMPARE(points()["of"].toDouble(), 0.0);
        QVERIFY(!points()["notes"].toString().isEmpty());
    }

    void foreignFiles()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("x.json"), key = folder.filePath("k.json");
        const QByteArray head = "{\"format\": \"scalewright-assignment\", \"version\": 1, \"id\": \"x\", ";
        for (const QByteArray& text :
             {QByteArray("{"), QByteArray("[]"), QByteArray("{}"), head + "\"questions\": []}",
              head + "\"questions\": [1]}",
              head + "\"questions\": [{\"id\": \"a\", \"asks\": \"b\", \"kind\": \"choice\"}]}",
              head + "\"answers\": [], \"questions\": [{\"id\": \"a\", \"asks\": \"b\", \"kind\": \"number\"}]}",
              head + "\"questions\": [{\"id\": \"a\", \"asks\": \"b\", \"kind\": \"number\", \"points\": -1}]}"}) {
            writeFile(file, text);
            QVERIFY2(runCli({"exercise", "show", file}).status == 2, text.constData());
        }
        for (const QByteArray& text :
             {QByteArray("{"), QByteArray("{}"), QByteArray("{\"format\": \"scalewright-key\", \"version\": 2}")}) {
            writeFile(key, text);
            QCOMPARE(runCli({"grade", folder.path(), "--against", key}).status, 2);
        }
        QCOMPARE(runCli({"grade", folder.filePath("nowhere"), "--against", keyPath("41.2.3")}).status, 2);

        // A key may run only commands that compute.
        QCOMPARE(answerAndCommit("41.5.3", folder.filePath("mine.json"), "Ada", true), QString());
        for (const char* words : {"[\"measure\", \"--\", \"touch\", \"pwned\"]", "[\"size\", \"-o\", \"pwned\"]",
                                  "[\"fit\", \"/etc/passwd\"]"}) {
            QByteArray text = contentOf(keyPath("41.5.3"));
            const qsizetype from = text.indexOf("[", text.indexOf("\"words\"")), to = text.indexOf("]", from) + 1;
            writeFile(key, text.replace(from, to - from, words));
            QVERIFY2(runCli({"exercise", "show", folder.filePath("mine.json"), "--against", key}, {}, folder.path())
                             .status == 2,
                     words);
        }
        QVERIFY(!QFile::exists(folder.filePath("pwned")));
    }
};

SCALEWRIGHT_TEST(tst_cli_exercise)
#include "tst_cli_exercise.moc"
