// SPDX-License-Identifier: GPL-3.0-or-later
// A report that is handed in and reproduced. Expected: the report's own rules; the numbers come from the commands.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QString hostileProject(const QString& path)
{
    return writeFile(
        path,
        "{\"format\": \"scalewright-project\", \"version\": 1, \"title\": \"<script>alert(1)</script> `x` | # y $x$ "
        "%\", "
        "\"notes\": \"\\\"><img src=x onerror=alert(2)>\\n# heading\\n[link](javascript:alert(3)) "
        "\\\\input{/etc/passwd} "
        "\\u4e2d\\u6587 ~^_{}& "
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", "
        "\"baseline\": {\"machine\": {\"name\": \"\\\\end{document}\", \"peak_flops\": 2e13, "
        "\"memory_bandwidth_bytes_per_s\": 8e11}, \"steps\": [{\"name\": \"</text><script>\\\\write18{id} \\u4e2d\", "
        "\"step_time_s\": 0.3, \"flops\": 6e12, \"bytes_moved\": 1.2e11}]}, "
        "\"report\": {\"ceiling\": \"<script>alert(4)</script>\\n\\n- "
        "\\\\input{/etc/passwd}\\n\\n![x](https://e.org/x.png)\"}}");
}

}  // namespace

class tst_cli_report : public QObject {
    Q_OBJECT

    QTemporaryDir m_original;

    /// Copies the report of Output 41.7.2, which is created once, to the folder `to`.
    bool copyReport(const QString& to)
    {
        const QString from = m_original.filePath("r");
        if (!QFile::exists(from) && runCli({"report", examplePath("output-41.7.2"), "-o", from}).status != 0)
            return false;
        return runShell("cp -r '" + from + "' '" + to + "'", m_original.path()).status == 0;
    }

    /// Copies Output 41.4.1 with alpha and bandwidth fitted to timings, which is created once, to the file `to`.
    bool copyFittedProject(const QString& to)
    {
        const QString project = m_original.filePath("fitted.scalewright");
        if (!QFile::exists(project)) {
            QByteArray csv = "p,bytes,seconds\n";
            for (const int p : {2, 4, 8})  // a ring, with 1 % of noise: 2 (p - 1) (alpha + n/(p B))
                for (const double bytes : {1e3, 1e5, 1e6, 1e7, 1e8})
                    csv += QStringLiteral("%1,%2,%3\n")
                               .arg(p)
                               .arg(bytes)
                               .arg(2 * (p - 1) * (20e-6 + bytes / p / 1e10) * (1 + 0.01 * ((p + int(bytes)) % 3 - 1)),
                                    0, 'g', 9)
                               .toUtf8();
            const QString timings = writeFile(m_original.filePath("ring.csv"), csv);
            if (!QFile::copy(examplePath("output-41.4.1"), project) ||
                !QFile::setPermissions(project, QFile::ReadOwner | QFile::WriteOwner) ||
                runCli({"fit-comm", timings, "--project", project}).status != 0)
                return false;
        }
        return QFile::copy(project, to);
    }

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
        const CliResult reported = runCli({"report", examplePath(name), "-o", to, "--json"});
        QVERIFY2(reported.status == 0, reported.err.constData());
        QVERIFY(reported.json()["answered"].toInt() >= 1);
        for (const char* file :
             {"report.html", "report.md", "report.tex", "project.scalewright", "answers.json", "README.md"})
            QVERIFY2(QFile::exists(to + "/" + file), file);
        QCOMPARE(int(QDir(to).entryList({"figure-*.svg"}).size()), reported.json()["figures"].toInt());
        QVERIFY(reported.json()["figures"].toInt() >= 1);
        QCOMPARE(runCli({"validate", to + "/project.scalewright"}).status, 0);
        const CliResult reproduced = runCli({"reproduce", to, "--json"});
        QVERIFY2(reproduced.status == 0, reproduced.out.constData());
        QCOMPARE(reproduced.json()["differences"].toArray().size(), 0);
        QCOMPARE(reproduced.json()["answers"].toInt(), reported.json()["sections"].toInt());

        // A single file that needs no network and contains no local paths; its only script moves the slider.
        const QByteArray html = contentOf(to + "/report.html"), markdown = contentOf(to + "/report.md");
        QVERIFY(!html.contains("http://") && !html.contains("https://") && !html.contains("src=") &&
                !html.contains("url("));
        QVERIFY(html.count("<script") <= 1);
        QXmlStreamReader page(html);
        int drawings = 0, described = 0;
        while (!page.atEnd())
            if (page.readNext() == QXmlStreamReader::StartElement && page.name() == QLatin1String("svg")) {
                ++drawings;
                described += page.attributes().value("aria-label").size() > 20 ? 1 : 0;
            }
        QVERIFY2(!page.hasError(), qPrintable(page.errorString()));
        QCOMPARE(drawings, reported.json()["figures"].toInt());
        QCOMPARE(described, drawings);
        for (const QString& drawing : QDir(to).entryList({"figure-*.svg"}))
            QVERIFY2(markdown.contains("](" + drawing.toUtf8() + ")"), qPrintable(drawing));
        for (const char* file : {"report.html", "report.md", "report.tex", "answers.json", "README.md"})
            QVERIFY2(!contentOf(to + "/" + file).contains(folder.path().toUtf8()), file);
    }

    void writesOneArchive()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("mine.tar.gz");
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", to}).status, 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot),
                 QStringList{"mine.tar.gz"});
        QCOMPARE(runCli({"reproduce", to}).status, 0);
        QCOMPARE(runCli({"reproduce", "-"}, contentOf(to)).status, 0);
        // Existing files are not overwritten.
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", to}).status, 2);

        // Repacked with tar after changing one digit: comp at p = 2 is 400 s in Output 41.7.2.
        QCOMPARE(
            runShell("tar -xzf mine.tar.gz && sed -i 's/\"comp_s\": 400/\"comp_s\": 401/' mine/project.scalewright && "
                     "tar -czf changed.tar.gz mine",
                     folder.path())
                .status,
            0);
        const CliResult changed = runCli({"reproduce", folder.filePath("changed.tar.gz"), "--json"});
        QCOMPARE(changed.status, 1);
        QVERIFY(changed.json()["differences"].toArray().size() > 1);
        QCOMPARE(
            runShell(
                "mv mine plain && $CLI reproduce plain && tar -czf out.tar.gz --transform='s|^|../|' -P plain; "
                "ln -s /etc/passwd plain/input-1-x; tar -czf link.tar.gz plain; head -c 900 mine.tar.gz > cut.tar.gz",
                folder.path())
                .status,
            0);
        for (const char* name : {"out.tar.gz", "link.tar.gz", "cut.tar.gz"})
            QVERIFY2(runCli({"reproduce", folder.filePath(name)}).status == 2, name);
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", folder.filePath("a.zip")}).status, 2);
    }

    void packsInputs()
    {
        const QTemporaryDir folder;
        const QString trace =
            writeFile(folder.filePath("rank0.json"),
                      "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"step\", \"pid\": 0, \"tid\": 0, "
                      "\"ts\": 0, \"dur\": 1000}]}");
        const QString project = folder.filePath("p.scalewright"), to = folder.filePath("r");
        QCOMPARE(runCli({"timeline", "import", trace, "--project", project}).status, 0);
        QCOMPARE(runCli({"report", project, "-o", to}).status, 0);
        QCOMPARE(contentOf(to + "/input-1-rank0.json"), contentOf(trace));
        QVERIFY(!contentOf(to + "/project.scalewright").contains(folder.path().toUtf8()));
        QVERIFY(QDir().rename(to, folder.filePath("moved")));
        QCOMPARE(runCli({"reproduce", folder.filePath("moved")}).status, 0);
        writeFile(folder.filePath("moved/input-1-rank0.json"), "{\"traceEvents\": []}");
        const CliResult changed = runCli({"reproduce", folder.filePath("moved"), "--json"});
        QCOMPARE(changed.status, 1);
        QCOMPARE(changed.json()["differences"][0].toObject()["command"].toString(), "input-1-rank0.json");
        QVERIFY(QFile::remove(trace));
        QCOMPARE(runCli({"report", project, "-o", folder.filePath("again")}).status, 0);
        QVERIFY(contentOf(folder.filePath("again/README.md")).contains("missing"));
        const CliResult unchecked = runCli({"reproduce", folder.filePath("again"), "--json"});
        QCOMPARE(unchecked.status, 1);
        QCOMPARE(unchecked.json()["result"].toString(), "not-checked");
        QCOMPARE(unchecked.json()["not_checked"][0].toObject()["file"].toString(), "rank0.json");
        QCOMPARE(unchecked.json()["differences"].toArray().size(), 0);
    }

    /// Files of another version cannot be made again, but its numbers can.
    void anotherVersion()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", examplePath("output-41.4.1"), "-o", to}).status, 0);
        const QByteArray answers = contentOf(to + "/answers.json");
        const qsizetype at = answers.indexOf("\"program\": \"Scalewright ");
        QVERIFY(at > 0);
        const QByteArray older = QByteArray(answers).insert(at + 24, "0.0.");
        writeFile(to + "/answers.json", older);
        const CliResult unchecked = runCli({"reproduce", to, "--json"});
        QCOMPARE(unchecked.status, 1);
        QCOMPARE(unchecked.json()["result"].toString(), "not-checked");
        QCOMPARE(runCli({"reproduce", to, "--numbers-only"}).status, 0);
        // S(13) of Output 41.4.1 is about 6.2: any changed number is found without the other files, too.
        const qsizetype number = older.indexOf("\"speedup\": 6.");
        QVERIFY(number > 0);
        writeFile(to + "/answers.json", QByteArray(older).replace(number + 11, 2, "7."));
        QCOMPARE(runCli({"reproduce", to, "--numbers-only"}).status, 1);
        QCOMPARE(runCli({"reproduce", to, "--json"}).json()["result"].toString(), "differs");
    }

    void forgeries_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("result");
        QTest::newRow("nothing is changed") << "true"
                                            << "equal";
        QTest::newRow("the student's files") << "mkdir -p r/student/data; echo 'print(1)' > r/student/train.py; "
                                                "echo 1,2 > r/student/data/a.csv"
                                             << "equal";
        const char* differs = "differs";
        const char* notChecked = "not-checked";
        QTest::newRow("a number in the report") << "sed -i 's/3\\.8/9.8/' r/report.html" << differs;
        QTest::newRow("a word in the report") << "sed -i 's/machine/cluster/' r/report.md" << differs;
        QTest::newRow("an empty LaTeX report") << ": > r/report.tex" << differs;
        QTest::newRow("a figure is missing") << "rm r/figure-speedup.svg" << differs;
        QTest::newRow("a checked box in the README") << "sed -i '0,/\\[ \\]/s//[x]/' r/README.md" << differs;
        QTest::newRow("the README is missing") << "rm r/README.md" << differs;
        QTest::newRow("a measured time in the project")
            << "sed -i 's/\"comp_s\": 400/\"comp_s\": 300/' r/project.scalewright" << differs;
        QTest::newRow("a measured time, and the report made from it with the old digest")
            << "cp r/answers.json old.json; sed 's/\"comp_s\": 400/\"comp_s\": 300/' r/project.scalewright > "
               "p.scalewright; "
               "rm -r r; $CLI report p.scalewright -o r >/dev/null; cp old.json r/answers.json"
            << differs;
        QTest::newRow("another program version")
            << "sed -i 's/\"program\": \"Scalewright [0-9.]*/&.9/' r/answers.json" << notChecked;
        QTest::newRow("another version, and a figure of another project")
            << "sed -i 's/\"program\": \"Scalewright [0-9.]*/&.9/' r/answers.json; echo '<svg/>' > r/figure-speedup.svg"
            << notChecked;
        QTest::newRow("another version, and a changed number")
            << "sed -i 's/\"program\": \"Scalewright [0-9.]*/&.9/; s/\"speedup\": 3\\.[0-9]*/\"speedup\": 3.95/' "
               "r/answers.json"
            << differs;
        QTest::newRow("not a project") << "echo hello > r/project.scalewright" << notChecked;
        QTest::newRow("a project of a newer version")
            << "sed -i 's/\"version\": 1/\"version\": 999/' r/project.scalewright" << notChecked;
        QTest::newRow("an answer is missing")
            << "python3 -c \"import json; d = json.load(open('r/answers.json')); d['answers'].pop(); "
               "json.dump(d, open('r/answers.json', 'w'))\""
            << differs;
        QTest::newRow("an answer of null")
            << "python3 -c \"import json; d = json.load(open('r/answers.json')); d['answers'][4]['answer'] = None; "
               "json.dump(d, open('r/answers.json', 'w'))\""
            << differs;
        const auto change = [](const char* statement) {
            return QStringLiteral(
                       "python3 -c \"import json; d = json.load(open('r/answers.json')); %1; json.dump(d, "
                       "open('r/answers.json', 'w'))\"")
                .arg(statement);
        };
        QTest::newRow("a claim in place of the date") << change("d['date'] += ', measured on 512 H100'") << differs;
        QTest::newRow("a date in the future") << change("d['date'] = '2999-01-01'") << differs;
        QTest::newRow("a member beside the answers") << change("d['verified_by'] = 'the lecturer'") << differs;
        QTest::newRow("a member beside an answer") << change("d['answers'][0]['note'] = '63x'") << differs;
        QTest::newRow("answers in another order") << change("d['answers'].reverse()") << differs;
        QTest::newRow("an answer twice") << change("d['answers'].append(d['answers'][0])") << differs;
        QTest::newRow("an unread member in the project and all that follows")
            << "sed '0,/{/s//{\"verdict\": \"100 of 100\",/' r/project.scalewright > p.scalewright; rm -r r; "
               "$CLI report p.scalewright -o r >/dev/null"
            << notChecked;
        QTest::newRow("an invented input")
            << "python3 -c \"import json; d = json.load(open('r/answers.json')); d['inputs'] = [{'file': 'input-1-x', "
               "'bytes': 1, 'digest': '0', 'packed': True, 'reason': None}]; json.dump(d, open('r/answers.json', "
               "'w'))\""
            << differs;
        QTest::newRow("no list of inputs")
            << "python3 -c \"import json; d = json.load(open('r/answers.json')); del d['inputs']; "
               "json.dump(d, open('r/answers.json', 'w'))\""
            << differs;
        QTest::newRow("a PDF that LaTeX did not make")
            << "echo '%PDF-1.5' > r/report.pdf" << differs;  // README names none
        QTest::newRow("a file that belongs to no report") << "echo 3.9 > r/results.csv" << notChecked;
    }
    /// Nothing passes that does not follow from the packed project.
    void forgeries()
    {
        QFETCH(QString, command);
        QFETCH(QString, result);
        const QTemporaryDir folder;
        QVERIFY(copyReport(folder.filePath("r")));
        QCOMPARE(runShell(command, folder.path()).status, 0);
        QCOMPARE(runShell("tar -czf r.tar.gz r", folder.path()).status, 0);
        const CliResult found = runCli({"reproduce", folder.filePath("r.tar.gz"), "--json"});
        QCOMPARE(found.json()["result"].toString(), result);
        QCOMPARE(found.status, result == "equal" ? 0 : 1);
    }

    /// What is checked must be what any program unpacks.
    void packedByOthers_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<int>("status");
        QTest::newRow("GNU, a long name")
            << "t = pack('student/' + 150 * 'a' + '/' + 80 * 'b', tarfile.GNU_FORMAT)" << 0;
        QTest::newRow("pax, a long name")
            << "t = pack('student/' + 150 * 'a' + '/' + 80 * 'b', tarfile.PAX_FORMAT)" << 0;
        QTest::newRow("pax, a comment") << "t = pack('student/a', tarfile.PAX_FORMAT, {'comment': 'x'})" << 0;
        QTest::newRow("a path over the report")
            << "t = pack('student/a', tarfile.PAX_FORMAT, {'path': 'r/report.html'})" << 2;
        QTest::newRow("a path outside") << "t = pack('student/a', tarfile.PAX_FORMAT, {'path': '../../x'})" << 2;
        QTest::newRow("a sparse file")
            << "t = pack('student/a', tarfile.PAX_FORMAT, {'GNU.sparse.name': 'r/report.html'})" << 2;
        QTest::newRow("a folder in place of the report")
            << "t = pack('report.html', tarfile.USTAR_FORMAT, kind=tarfile.DIRTYPE)" << 2;
        QTest::newRow("bytes after the end") << "t = pack('student/a') + 512 * b'x'" << 2;
    }
    void packedByOthers()
    {
        QFETCH(QString, change);
        QFETCH(int, status);
        const QTemporaryDir folder;
        QVERIFY(copyReport(folder.filePath("r")));
        writeFile(folder.filePath("pack.py"),
                  "import gzip, io, os, tarfile\n"
                  "def pack(name, form=tarfile.USTAR_FORMAT, headers={}, kind=tarfile.REGTYPE):\n"
                  "    bytes = io.BytesIO()\n"
                  "    tar = tarfile.open(fileobj=bytes, mode='w', format=form)\n"
                  "    for each in sorted(os.listdir('r')):\n"
                  "        tar.add('r/' + each)\n"
                  "    added = tarfile.TarInfo('r/' + name)\n"
                  "    added.pax_headers = headers\n"
                  "    added.type = kind\n"
                  "    tar.addfile(added)\n"
                  "    tar.close()\n"
                  "    return bytes.getvalue()\n" +
                      change.toUtf8() + "\nopen('r.tar.gz', 'wb').write(gzip.compress(t))\n");
        QCOMPARE(runShell("python3 pack.py && $CLI reproduce r.tar.gz", folder.path()).status, status);
    }

    /// A trace can be a web page, too, so its name in the package must not be that of one.
    void packsInputsAsData()
    {
        const QTemporaryDir folder;
        const QString trace = writeFile(folder.filePath("rank0.html"),
                                        "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"aten::mm\", \"cat\": "
                                        "\"cpu_op\", \"pid\": 0, \"tid\": 0, \"ts\": 0, \"dur\": 1000}]}");
        const QString project = folder.filePath("p.scalewright");
        QCOMPARE(runCli({"timeline", "import", trace, "--project", project}).status, 0);
        QCOMPARE(runCli({"report", project, "-o", folder.filePath("r")}).status, 0);
        QVERIFY(QFile::exists(folder.filePath("r/input-1-rank0.html.data")));
        QCOMPARE(runCli({"reproduce", folder.filePath("r")}).status, 0);
        QCOMPARE(runShell("mv r/input-1-rank0.html.data r/index.html && sed -i 's/input-1-rank0.html.data/index.html/' "
                          "r/project.scalewright r/answers.json r/README.md",
                          folder.path())
                     .status,
                 0);
        QCOMPARE(runCli({"reproduce", folder.filePath("r")}).status, 1);
    }

    void refusesLinks()
    {
        const QTemporaryDir folder;
        QVERIFY(copyReport(folder.filePath("r")));
        QVERIFY(QFile::link("/etc", folder.filePath("r/student")));
        QCOMPARE(runCli({"reproduce", folder.filePath("r")}).status, 2);
    }

    /// Of another version only numbers can be compared, and there must be some.
    void comparesNumbersOfOtherVersions()
    {
        const QTemporaryDir folder;
        QVERIFY(copyReport(folder.filePath("r")));
        const auto reproduce = [&](const QByteArray& change) {
            const QByteArray command = "python3 -c \"import json; d = json.load(open('r/answers.json')); " + change +
                                       "; json.dump(d, open('r/answers.json', 'w'))\"";
            return runShell(command, folder.path()).status == 0
                       ? runCli({"reproduce", folder.filePath("r"), "--numbers-only", "--json"})
                       : CliResult{};
        };
        const CliResult older = reproduce("d['program'] = 'Scalewright 0.0.9'");
        QCOMPARE(older.status, 0);
        QVERIFY(older.json()["not_compared"].toArray().contains("report.html"));
        QCOMPARE(reproduce("[a['answer'].clear() for a in d['answers'] if a['answer']]").status, 1);
    }

    void incompleteArchives()
    {
        const QTemporaryDir folder;
        QVERIFY(copyReport(folder.filePath("a")));
        QCOMPARE(runShell("cp -r a b; tar -czf two.tar.gz a b; rm a/project.scalewright; tar -czf none.tar.gz a",
                          folder.path())
                     .status,
                 0);
        const CliResult two = runCli({"reproduce", folder.filePath("two.tar.gz")});
        QCOMPARE(two.status, 2);
        QVERIFY2(two.err.contains("a/, b/"), two.err.constData());
        const CliResult none = runCli({"reproduce", folder.filePath("none.tar.gz")});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.contains("project.scalewright"), none.err.constData());
    }

    void forgedTraces_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("result");
        QTest::newRow("nothing is changed") << "true"
                                            << "equal";
        QTest::newRow("a trace is missing") << "rm r/input-1-rank0.json"
                                            << "not-checked";
        QTest::newRow("a longer event") << "sed -i 's/\"dur\": 1000/\"dur\": 2000/' r/input-1-rank0.json"
                                        << "differs";
        QTest::newRow("a recording without its files")
            << "python3 -c \"import json; d = json.load(open('r/project.scalewright')); "
               "d['measurements']['traces'][0]['files'] = []; json.dump(d, open('forged.scalewright', 'w'))\"; rm -r "
               "r; "
               "$CLI report forged.scalewright -o r >/dev/null"
            << "not-checked";
        QTest::newRow("the waiting left out, and the report made from it")
            << "python3 -c \"import json; d = json.load(open('r/project.scalewright')); "
               "del d['measurements']['traces'][0]['files'][0]['ranks'][0]['waiting_s']; "
               "json.dump(d, open('r/forged.scalewright', 'w'))\"; cd r && "
               "$CLI report forged.scalewright -o ../f >/dev/null; cd ..; rm -r r; mv f r"
            << "differs";
        // With the digest of the changed trace everywhere, only its numbers tell.
        QTest::newRow("a longer event with its digest")
            << "sed -i 's/\"dur\": 1000/\"dur\": 2000/' r/input-1-rank0.json; "
               "$CLI timeline import r/input-1-rank0.json --project other.scalewright >/dev/null; "
               "new=$(grep -o '\"digest\": \"[0-9a-f]*' other.scalewright | head -1 | cut -d'\"' -f4); "
               "old=$(grep -o '\"digest\": \"[0-9a-f]*' r/project.scalewright | head -1 | cut -d'\"' -f4); "
               "test -n \"$new\" && sed -i \"s/$old/$new/\" r/project.scalewright r/answers.json r/README.md"
            << "differs";
    }
    void forgedTraces()
    {
        QFETCH(QString, command);
        QFETCH(QString, result);
        const QTemporaryDir folder;
        const QString trace = writeFile(folder.filePath("rank0.json"),
                                        "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"aten::mm\", \"cat\": "
                                        "\"cpu_op\", \"pid\": 0, \"tid\": 0, \"ts\": 0, \"dur\": 1000}]}");
        const QString project = folder.filePath("p.scalewright");
        QCOMPARE(runCli({"timeline", "import", trace, "--project", project}).status, 0);
        QCOMPARE(runCli({"report", project, "-o", folder.filePath("r")}).status, 0);
        QCOMPARE(runShell(command, folder.path()).status, 0);
        const CliResult found = runCli({"reproduce", folder.filePath("r"), "--json"});
        QCOMPARE(found.json()["result"].toString(), result);
        QCOMPARE(found.status, result == "equal" ? 0 : 1);
    }

    void forgedTimings_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("result");
        QTest::newRow("nothing is changed") << "pass"
                                            << "equal";
        QTest::newRow("half of alpha")
            << "a = d['target']['alpha_s']; a.update({k: a[k] / 2 for k in ('value', 'low', 'high')})"
            << "differs";
        QTest::newRow("half of alpha, not called fitted")
            << "a = d['target']['alpha_s']; a.update({k: a[k] / 2 for k in ('value', 'low', 'high')}); "
               "a['conditions'] = 'measured on the cluster'"
            << "differs";
        QTest::newRow("half of alpha, called measured")
            << "a = d['target']['alpha_s']; a.update({k: a[k] / 2 for k in ('value', 'low', 'high')}); "
               "a['origin'] = 'measured'"
            << "differs";
        QTest::newRow("a narrow interval") << "a = d['target']['alpha_s']; a['low'] = a['high'] = a['value']"
                                           << "differs";
        QTest::newRow("ten times the bandwidth")
            << "b = d['target']['bandwidth_bytes_per_s']; b.update({k: b[k] * 10 for k in ('value', 'low', 'high')})"
            << "differs";
        QTest::newRow("half of a timing") << "d['measurements']['collectives'][0]['timings'][0]['seconds'] /= 2"
                                          << "differs";
        QTest::newRow("no timings") << "d['measurements']['collectives'] = []"
                                    << "not-checked";
    }
    /// The report is made from the forged project, so everything else agrees.
    void forgedTimings()
    {
        QFETCH(QString, change);
        QFETCH(QString, result);
        const QTemporaryDir folder;
        QVERIFY(copyFittedProject(folder.filePath("p.scalewright")));
        QCOMPARE(runShell("python3 -c \"import json; d = json.load(open('p.scalewright')); " + change +
                              "; json.dump(d, open('p.scalewright', 'w'))\" && $CLI report p.scalewright -o r",
                          folder.path())
                     .status,
                 0);
        const CliResult found = runCli({"reproduce", folder.filePath("r"), "--json"});
        QCOMPARE(found.json()["result"].toString(), result);
        QCOMPARE(found.status, result == "equal" ? 0 : 1);
    }

    void includesUserText()
    {
        const QTemporaryDir folder;
        const QString words =
                          writeFile(folder.filePath("words.md"),
                                    "Before **all**.\n\n# The ceiling\n\nIdle machine.\n\n```\n# no section\n```\n\n"
                                    "# conclusion\n\nFour workers.\n\n# Author\n\nAda Lovelace\n"),
                      to = folder.filePath("r");
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", to, "--words", words}).status, 0);
        const QByteArray html = contentOf(to + "/report.html");
        QVERIFY(html.contains("Before <strong>all</strong>.") && html.contains("Idle machine.") &&
                html.contains("# no section") && html.contains("Four workers."));
        QVERIFY(html.indexOf("Idle machine.") > html.indexOf("<h2 id=\"ceiling\">") &&
                html.indexOf("Idle machine.") < html.indexOf("<h2 id=\"design\">"));
        for (const char* file : {"report.html", "report.md", "report.tex"})
            QVERIFY2(contentOf(to + '/' + file).contains("Ada Lovelace"), file);
        QVERIFY(contentOf(to + "/report.md").contains("Before **all**."));
        QVERIFY(contentOf(to + "/report.tex").contains("\\textbf{all}"));
        // The text is saved in the project, which gives the same report again.
        QCOMPARE(runCli({"report", to + "/project.scalewright", "-o", folder.filePath("again")}).status, 0);
        QCOMPARE(contentOf(folder.filePath("again/report.html")), html);
        writeFile(words, "# Nowhere\n\nx\n");
        const CliResult wrong =
            runCli({"report", examplePath("output-41.7.2"), "-o", folder.filePath("w"), "--words", words});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.err.contains("words.md:1"));
    }

    void latexCompiles()
    {
        if (QStandardPaths::findExecutable("pdflatex").isEmpty())
            QSKIP("no pdflatex here");
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", examplePath("output-41.7.2"), "-o", to, "--pdf"}).status, 0);
        QVERIFY(contentOf(to + "/report.pdf").startsWith("%PDF"));
        const QString hostile = hostileProject(folder.filePath("h.scalewright")), also = folder.filePath("h");
        QCOMPARE(runCli({"report", hostile, "-o", also, "--pdf"}).status, 0);
        for (const QString& each : {to, also}) {
            const CliResult output = runShell(
                "for i in 1 2; do pdflatex -interaction=nonstopmode report.tex > /dev/null; done; "
                "grep -aE '^!|Warning|Overfull|Float too large|Missing character' report.log",
                each);
            QVERIFY2(output.status == 1, output.out.constData());
        }
    }

    void elsewhere()
    {
        const QTemporaryDir firstFolder, secondFolder;
        const QString from = firstFolder.filePath("r"), to = secondFolder.filePath("other name");
        QVERIFY(copyReport(from));
        QVERIFY(QDir().rename(from, to));
        QCOMPARE(runCli({"reproduce", to}).status, 0);
        QCOMPARE(runCli({"reproduce", "."}, {}, to).status, 0);
    }

    void findsAChangedDigit()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QVERIFY(copyReport(to));
        const QByteArray answers = contentOf(to + "/answers.json");
        // S(2) = 800/430 from Output 41.7.2, as in the rows from attribute and cost.
        const QByteArray number = "1.8604651162790697";
        const qsizetype at = answers.indexOf("\"speedup\": " + number) + 11;
        QVERIFY(at > 11);
        writeFile(to + "/answers.json", QByteArray(answers).replace(at, number.size(), "1.8604651162790"));
        QCOMPARE(runCli({"reproduce", to}).status, 0);  // numbers that agree to fourteen digits count as equal
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
        const CliResult other = runCli({"reproduce", to});
        QCOMPARE(other.status, 1);
        const QStringList lines = QString::fromUtf8(other.out).split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.size() <= 8, other.out.constData());  // for every kind of difference
        for (const QString& line : lines)
            QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY2(other.out.contains("  430  ") && other.out.contains("  431\n"),
                 other.out.constData());  // T(2), by hand
        const qsizetype all = runCli({"reproduce", to, "--json"}).json()["differences"].toArray().size();
        QVERIFY(all > 20);
        QVERIFY(runCli({"reproduce", to, "--explain"}).out.split('\n').size() > all);
    }

    // The human-readable text is also compared with the project, and nothing may be missing.
    void findsAChangedReport()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("r");
        QVERIFY(copyReport(to));
        for (const char* name : {"report.html", "report.md", "report.tex", "figure-speedup.csv"}) {
            const QByteArray content = contentOf(to + '/' + name);
            QVERIFY2(content.contains("3.8"), name);
            writeFile(to + '/' + name, QByteArray(content).replace("3.8", "9.8"));
            const CliResult found = runCli({"reproduce", to, "--json"});
            QCOMPARE(found.status, 1);
            QCOMPARE(found.json()["differences"][0].toObject()["command"].toString(), QString(name));
            QVERIFY(QFile::remove(to + '/' + name));
            QCOMPARE(runCli({"reproduce", to}).status, 1);
            writeFile(to + '/' + name, content);
        }
        QCOMPARE(runCli({"reproduce", to}).status, 0);
        QJsonObject answers = QJsonDocument::fromJson(contentOf(to + "/answers.json")).object();
        QJsonArray fewer = answers["answers"].toArray();
        fewer.removeLast();
        answers["answers"] = fewer;
        writeFile(to + "/answers.json", QJsonDocument(answers).toJson());
        QCOMPARE(runCli({"reproduce", to}).status, 1);
        answers["answers"] = QJsonArray();
        writeFile(to + "/answers.json", QJsonDocument(answers).toJson());
        QCOMPARE(runCli({"reproduce", to}).status, 1);
    }

    void hostileTexts()
    {
        const QTemporaryDir folder;
        const QString project = hostileProject(folder.filePath("h.scalewright"));
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", project, "-o", to}).status, 0);
        const QByteArray html = contentOf(to + "/report.html"), markdown = contentOf(to + "/report.md");
        QVERIFY(!html.contains("<script>") && !html.contains("<img") && html.contains("&lt;script&gt;"));
        QVERIFY(!markdown.contains("<script>") && !markdown.contains("\n# heading"));
        QVERIFY(!markdown.contains("[link]") && markdown.contains("\\[link"));
        const QByteArray latex = contentOf(to + "/report.tex");
        QVERIFY(!latex.contains("\\input{/etc") && !latex.contains("$x$"));
    }

    /// A letter that pdflatex cannot print becomes a question mark, also in each figure's file, with a warning.
    void replacesUnsupportedLetters()
    {
        const QTemporaryDir folder;
        const QString project = hostileProject(folder.filePath("h.scalewright"));
        const QString to = folder.filePath("r");
        const CliResult result = runCli({"report", project, "-o", to});
        QVERIFY2(result.out.contains("2 letters") && result.out.contains("xelatex"), result.out.constData());
        const QByteArray latex = contentOf(to + "/report.tex");
        QVERIFY(latex.contains("\xE4\xB8\xAD\xE6\x96\x87"));
        QVERIFY(latex.contains("\\DeclareUnicodeCharacter{4E2D}{?}"));
        QVERIFY(latex.contains("\\DeclareUnicodeCharacter{6587}{?}"));
        QVERIFY(!contentOf(to + "/figure-roofline.tex").contains("\xE4\xB8\xAD"));
        const CliResult plain = runCli({"report", examplePath("output-41.7.2"), "-o", folder.filePath("p")});
        QVERIFY2(!plain.out.contains("xelatex"), plain.out.constData());
        QVERIFY(!contentOf(folder.filePath("p") + "/report.tex").contains("\\DeclareUnicodeCharacter"));
    }

    void controlCharacters()
    {
        const QTemporaryDir folder;
        const QString project =
            writeFile(folder.filePath("c.scalewright"),
                      "{\"format\": \"scalewright-project\", \"version\": 1, \"title\": \"a\\u001bb\\u202ec\", "
                      "\"baseline\": {\"machine\": {\"peak_flops\": 2e13, \"memory_bandwidth_bytes_per_s\": 8e11}, "
                      "\"steps\": [{\"name\": \"n\\u0000e\\u001bb\\u0007c\\u009bo\\u202ex\", \"step_time_s\": 0.3, "
                      "\"flops\": 6e12, \"bytes_moved\": 1.2e11}]}}");
        const QString to = folder.filePath("r");
        QCOMPARE(runCli({"report", project, "-o", to}).status, 0);
        for (const char* file : {"report.tex", "report.md", "report.html", "figure-roofline.csv", "figure-roofline.tex",
                                 "figure-roofline.svg"}) {
            const QByteArray text = contentOf(to + '/' + file);
            QVERIFY2(!text.isEmpty(), file);
            for (const QByteArray& bad : {QByteArray(1, '\0'), QByteArray("\x1b"), QByteArray("\x07"),
                                          QByteArray("\xC2\x9B"), QByteArray("\xE2\x80\xAE")})
                QVERIFY2(!text.contains(bad), file);
            if (QByteArray(file).endsWith(".tex"))
                QVERIFY2(!text.contains("\xEF\xBF\xBD"), file);
        }
        QVERIFY(contentOf(to + "/figure-roofline.tex").contains("n?e?b?c?o?x"));
    }

    void noTemporaryFolder()
    {
        const QTemporaryDir folder;
        const CliResult result = runShell("TMPDIR=/nonexistent $CLI report '" + examplePath("output-41.7.2") +
                                              "' -o r.tar.gz && TMPDIR=/nonexistent $CLI reproduce r.tar.gz",
                                          folder.path());
        QCOMPARE(result.status, 3);  // the report needs no temporary folder, its archive does
        QVERIFY2(result.err.contains("/nonexistent: ") && !result.err.contains("XXXX"), result.err.constData());
    }

    void neverOverwrites()
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
        const QByteArray answersHeader = "\"program\": \"x\", \"project_digest\": \"y\", \"answers\": [";
        for (const QByteArray& text :
             {QByteArray("{"), QByteArray("{}"), QByteArray("[]"), "{" + answersHeader + "1]}",
              "{" + answersHeader + "{\"words\": [\"measure\", \"--\", \"touch\", \"pwned\"], \"answer\": {}}]}"}) {
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
