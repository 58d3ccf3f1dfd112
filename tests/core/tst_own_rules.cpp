// Rules of a person's own, and what a project keeps of them: by reference, as it keeps traces.
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

const QByteArray mine = R"({
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
    void askedFirst()
    {
        QTemporaryDir folder;
        const Result<TraceRules> standard = standardTraceRules(),
                                 both = traceRulesWith(written(folder.filePath("mine.json"), mine));
        QVERIFY(standard && both);
        QCOMPARE(both->rules.size(), standard->rules.size() + 1);
        QCOMPARE(both->rules.front().what, SpanClass::Waiting);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{\n  \"format\": \"scalewright-trace-rules\",\n  \"rules\": [}\n")
                                 << QStringLiteral("3");
        QTest::newRow("class") << QByteArray(mine).replace("waiting", "waits") << QStringLiteral("/rules/0/class");
        QTest::newRow("a trace") << QByteArray("{\"traceEvents\": []}") << QStringLiteral("no file of trace rules");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("bad.json");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const Result<TraceRules> rules = traceRulesWith(written(folder.filePath("bad.json"), text));
        QVERIFY(!rules);
        const QString described = QString::fromStdString(describe(rules.error()));
        QVERIFY2(described.contains("bad.json") && described.contains(says), qPrintable(described));
    }

    void noFile()
    {
        QTemporaryDir folder;
        for (const QString& path : {folder.filePath("none.json"), folder.path()}) {
            const Result<TraceRules> rules = traceRulesWith(path.toStdString());
            QVERIFY(!rules);
            QCOMPARE(rules.error().code, ErrorCode::Input);
        }
    }

    void keptByReference()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("rules"));
        const std::string here = folder.path().toStdString(), file = written(folder.filePath("rules/mine.json"), mine);
        const Result<TraceReference> reference = referenceTo(file, here);
        QVERIFY(reference);
        QCOMPARE(reference->file, std::string("rules/mine.json"));
        QCOMPARE(reference->bytes, static_cast<std::uint64_t>(mine.size()));

        Project project;
        RecordedRun run{.name = "run"};
        run.unknown = {{"note", Json("mine")}};
        QVERIFY(!ownRulesOf(run));
        run = withOwnRules(withOwnRules(run, *reference), *reference);
        project.measurements.traces = {run};
        // Through the file, beside a member that nobody knows.
        const Result<Project> again = parseProject(writeProject(project));
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QCOMPARE(ownRulesOf(again->measurements.traces[0]), std::optional(*reference));
        QCOMPARE(again->measurements.traces[0].unknown.size(), std::size_t(2));
        QCOMPARE(stateOf(*ownRulesOf(again->measurements.traces[0]), here), TraceState::Same);
        // Said from another folder, it is the same file.
        const Project moved = withTracesFrom(*again, here, here + "/rules");
        QCOMPARE(ownRulesOf(moved.measurements.traces[0])->file, std::string("mine.json"));
        QVERIFY(!ownRulesOf(withOwnRules(moved.measurements.traces[0], std::nullopt)));

        (void)written(folder.filePath("rules/mine.json"), QByteArray(mine).replace("mine*", "nine*"));
        QCOMPARE(stateOf(*reference, here), TraceState::Changed);
        QVERIFY(saying(TraceState::Changed, *reference).find("file of rules") != std::string::npos);
    }

    void digestStopped()
    {
        QTemporaryDir folder;
        std::stop_source stop;
        stop.request_stop();
        const Result<std::string> digest = digestOf(written(folder.filePath("mine.json"), mine), stop.get_token());
        QVERIFY(!digest);
        QCOMPARE(digest.error().code, ErrorCode::Cancelled);
    }
};

SCALEWRIGHT_TEST(tst_own_rules)
#include "tst_own_rules.moc"
