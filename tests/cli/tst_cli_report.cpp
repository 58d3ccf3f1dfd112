// What is handed in, and worked out again. Expected: nothing of it but its own rules; the numbers are the commands'.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

class tst_cli_report : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyExample_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"output-41.7.2", "output-41.4.1", "student-a", "heat-lumi", "exercise-41.2.3"})
            QTest::newRow(name) << name;
    }
    void everyExample()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString to = folder.filePath("handed-in");
        const CliResult made = runCli({"report", examplePath(name), "-o", to, "--json"});
        QVERIFY2(made.status == 0, made.err.constData());
        QVERIFY(made.json()["answered"].toInt() >= 1);
        for (const char* file : {"report.html", "report.md", "project.scalewright", "answers.json", "README.md"})
            QVERIFY2(QFile::exists(to + "/" + file), file);
        QCOMPARE(runCli({"validate", to + "/project.scalewright"}).status, 0);
        const CliResult again = runCli({"reproduce", to, "--json"});
        QVERIFY2(again.status == 0, again.out.constData());
        QCOMPARE(again.json()["differences"].toArray().size(), 0);
        QCOMPARE(again.json()["answers"].toInt(), made.json()["sections"].toInt());

        // One file that asks nothing of a network, and names no place of this machine.
        const QByteArray html = contentOf(to + "/report.html");
        QVERIFY(!html.contains("http://") && !html.contains("https://") && !html.contains("<script") &&
                !html.contains("src="));
        for (const char* file : {"report.html", "report.md", "answers.json"})
            QVERIFY2(!contentOf(to + "/" + file).contains(folder.path().toUtf8()), file);
    }

    void elsewhere()
    {
        const QTemporaryDir here, there;
        const QString from = here.filePath("r"), to = there.filePath("other name");
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", from}).status, 0);
        QVERIFY(QDir().rename(from, to));
        QCOMPARE(runCli({"reproduce", to}).status, 0);
        QCOMPARE(runCli({"reproduce", "."}, {}, to).status, 0);
    }

    void aChangedDigitIsFound()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", to}).status, 0);
        const QByteArray answers = contentOf(to + "/answers.json");
        // S(2) = 800/430 of Output 41.7.2, as attribute's and cost's rows have it.
        const QByteArray number = "1.8604651162790697";
        const qsizetype at = answers.indexOf("\"speedup\": " + number) + 11;
        QVERIFY(at > 11);
        writeFile(to + "/answers.json", QByteArray(answers).replace(at, number.size(), "1.8604651162790"));
        QCOMPARE(runCli({"reproduce", to}).status, 0);  // fourteen digits are the same number
        writeFile(to + "/answers.json", QByteArray(answers).replace(at, number.size(), "1.8604661162790697"));
        const CliResult found = runCli({"reproduce", to, "--json"});
        QCOMPARE(found.status, 1);
        const QJsonArray differences = found.json()["differences"].toArray();
        QCOMPARE(differences.size(), 1);
        QVERIFY(differences[0].toObject()["pointer"].toString().endsWith("/speedup"));
        QCOMPARE(differences[0].toObject()["was"].toString(), "1.8604661162790697");
        QVERIFY(differences[0].toObject()["is"].toString().startsWith("1.860465116279"));

        writeFile(to + "/answers.json", answers);
        QByteArray project = contentOf(to + "/project.scalewright");
        QVERIFY(project.contains("\"comp_s\": 400"));
        project.replace("\"comp_s\": 400", "\"comp_s\": 401");
        writeFile(to + "/project.scalewright", project);
        QCOMPARE(runCli({"reproduce", to}).status, 1);
    }

    void hostileTexts()
    {
        const QTemporaryDir folder;
        const QString project = writeFile(
            folder.filePath("h.scalewright"),
            "{\"format\": \"scalewright-project\", \"version\": 1, \"title\": \"<script>alert(1)</script> `x` | # y\", "
            "\"notes\": \"\\\"><img src=x onerror=alert(2)>\\n# heading\\n[link](javascript:alert(3))\"}");
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", project, "-o", to}).status, 0);
        const QByteArray html = contentOf(to + "/report.html"), markdown = contentOf(to + "/report.md");
        QVERIFY(!html.contains("<script>") && !html.contains("<img") && html.contains("&lt;script&gt;"));
        QVERIFY(!markdown.contains("<script>") && !markdown.contains("\n# heading"));
        QVERIFY(!markdown.contains("[link]") && markdown.contains("\\[link"));
    }

    void nothingIsWrittenOver()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QVERIFY(QDir().mkpath(to));
        writeFile(to + "/report.md", "my own words");
        const CliResult refused = runCli({"report", examplePath("output-41.7.2"), "-o", to});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.err.contains("report.md"));
        QCOMPARE(QDir(to).entryList(QDir::Files | QDir::Hidden), QStringList{"report.md"});
        QCOMPARE(contentOf(to + "/report.md"), QByteArray("my own words"));
        QCOMPARE(runCli({"report", examplePath("output-41.7.2")}).status, 2);
    }

    void foreignFolders()
    {
        const QTemporaryDir folder;
        QCOMPARE(runCli({"reproduce", folder.path()}).status, 2);
        const QByteArray rest = "\"program\": \"x\", \"project_digest\": \"y\", \"answers\": [";
        for (const QByteArray& text :
             {QByteArray("{"), QByteArray("{}"), QByteArray("[]"), "{" + rest + "1]}",
              "{" + rest + "{\"words\": [\"measure\", \"--\", \"touch\", \"pwned\"], \"answer\": {}}]}"}) {
            writeFile(folder.filePath("answers.json"), text);
            QFile::remove(folder.filePath("project.scalewright"));
            QVERIFY(QFile::copy(examplePath("output-41.7.2"), folder.filePath("project.scalewright")));
            QCOMPARE(runCli({"reproduce", folder.path()}, {}, folder.path()).status, 2);
        }
        QVERIFY(!QFile::exists(folder.filePath("pwned")));
    }
};

SCALEWRIGHT_TEST(tst_cli_report)
#include "tst_cli_report.moc"
