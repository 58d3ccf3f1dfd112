// SPDX-License-Identifier: GPL-3.0-or-later
// User-defined rules, and how a project keeps them: by reference, like traces.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/rules.h"
#include "core/project/document/project_file.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

const QByteArray userRules = R"({
  "format": "scalewright-trace-rules",
  "rules": [{"name": ["mine*"], "class": "waiting"}]
})";

std::string written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path.toStdString();
}

}  // namespace

class tst_own_rules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void userRulesComeFirst()
    {
        QTemporaryDir folder;
        const Result<TraceRules> standard = standardTraceRules(),
                                 combinedRules = loadTraceRules(written(folder.filePath("mine.json"), userRules));
        QVERIFY(standard && combinedRules);
        QCOMPARE(combinedRules->rules.size(), standard->rules.size() + 1);
        QCOMPARE(combinedRules->rules.front().spanClass, SpanClass::Waiting);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{\n  \"format\": \"scalewright-trace-rules\",\n  \"rules\": [}\n")
                                 << QStringLiteral("3");
        QTest::newRow("class") << QByteArray(userRules).replace("waiting", "waits") << QStringLiteral("/rules/0/class");
        QTest::newRow("a trace") << QByteArray("{\"traceEvents\": []}") << QStringLiteral("not a trace rules file");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("bad.json");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const Result<TraceRules> rules = loadTraceRules(written(folder.filePath("bad.json"), text));
        QVERIFY(!rules);
        const QString described = QString::fromStdString(describe(rules.error()));
        QVERIFY2(described.contains("bad.json") && described.contains(says), qPrintable(described));
    }

    void noFile()
    {
        QTemporaryDir folder;
        for (const QString& path : {folder.filePath("none.json"), folder.path()}) {
            const Result<TraceRules> rules = loadTraceRules(path.toStdString());
            QVERIFY(!rules);
            QCOMPARE(rules.error().code, ErrorCode::Input);
        }
    }

    void projectsKeepRulesByReference()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("rules"));
        const std::string folderPath = folder.path().toStdString(),
                          file = written(folder.filePath("rules/mine.json"), userRules);
        const Result<TraceReference> reference = makeReference(file, folderPath);
        QVERIFY(reference);
        QCOMPARE(reference->file, std::string("rules/mine.json"));
        QCOMPARE(reference->bytes, static_cast<std::uint64_t>(userRules.size()));

        Project project;
        RecordedRun run{.name = "run"};
        run.unknown = {{"note", Json("mine")}};
        QVERIFY(!userRulesOf(run));
        run = withUserRules(withUserRules(run, *reference), *reference);
        project.measurements.traces = {run};
        // Through a file, together with an unknown member.
        const Result<Project> reread = parseProject(writeProject(project));
        QVERIFY2(reread, reread ? "" : describe(reread.error()).c_str());
        QCOMPARE(userRulesOf(reread->measurements.traces[0]), std::optional(*reference));
        QCOMPARE(reread->measurements.traces[0].unknown.size(), std::size_t(2));
        QCOMPARE(checkTraceState(*userRulesOf(reread->measurements.traces[0]), folderPath), TraceState::Unchanged);
        // Seen from another folder, it is the same file.
        const Project movedProject = withRelocatedTraces(*reread, folderPath, folderPath + "/rules");
        QCOMPARE(userRulesOf(movedProject.measurements.traces[0])->file, std::string("mine.json"));
        QVERIFY(!userRulesOf(withUserRules(movedProject.measurements.traces[0], std::nullopt)));

        (void)written(folder.filePath("rules/mine.json"), QByteArray(userRules).replace("mine*", "nine*"));
        QCOMPARE(checkTraceState(*reference, folderPath), TraceState::Changed);
        QVERIFY(traceStateText(TraceState::Changed, *reference).find("rules file") != std::string::npos);
    }

    void digestStopped()
    {
        QTemporaryDir folder;
        std::stop_source stop;
        stop.request_stop();
        const Result<std::string> digest =
            digestFile(written(folder.filePath("mine.json"), userRules), stop.get_token());
        QVERIFY(!digest);
        QCOMPARE(digest.error().code, ErrorCode::Cancelled);
    }
};

SCALEWRIGHT_TEST(tst_own_rules)
#include "tst_own_rules.moc"
