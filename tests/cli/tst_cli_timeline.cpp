// SPDX-License-Identifier: GPL-3.0-or-later
// timeline through the real program: the documented keys, the errors, and real traces if available.
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright::test;

class tst_cli_timeline : public QObject {
    Q_OBJECT
private slots:
    void import();
    void ladder();
    void readsStandardInput();
    void userRules();
    void importsIntoAProject();
    void refused();
    void twice();
    void noFiles();
    void nothingUsable_data();
    void nothingUsable();
    void straggler();
    void fewStepsNameNoRank();
    void recordingsThatStartApart();
    void replay();
    void compare();
    void simulate();
    void simulateProject();
    void simulateMeasuredPlan();
    void simulateLadder();
    void simulateRefused();
};

void tst_cli_timeline::import()
{
    // The sums are worked out by hand in tst_trace.
    const QString folder = sourceFile("tests/data/traces/two-ranks");
    const CliResult result = runCli({"timeline", "import", folder, "--json"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["schema"].toInt(), 1);
    const QJsonObject rank = json["ranks"][0].toObject();
    QCOMPARE(rank["rank"].toInt(), 0);
    for (const auto& [key, us] : {std::pair{"span_s", 80.0},
                                  {"compute_s", 50.0},
                                  {"communication_s", 40.0},
                                  {"overlap_s", 10.0},
                                  {"exposed_communication_s", 30.0},
                                  {"memory_s", 2.5},
                                  {"io_s", 0.0},
                                  {"waiting_s", 30.0},
                                  {"idle_s", 0.0},
                                  {"unclassified_share", 0.0}})
        QVERIFY2(std::abs(rank[key].toDouble() * 1e6 - us) < 1e-6, key);
    QCOMPARE(rank["steps"].toArray().size(), 1);
    QCOMPARE(json["straggler"].toInt(), 1);
    QVERIFY(json["warnings"].isArray());
    QVERIFY(json["unclassified_share"].isDouble());
    QCOMPARE(json["steps"].toArray().size(), 2);

    // What a project stores about the traces: path, size, digest and results.
    const QJsonObject reference = json["references"][1].toObject();
    QVERIFY(reference["file"].toString().endsWith("two-ranks/rank1.json"));
    QCOMPARE(reference["bytes"].toInteger(), QFileInfo(folder + "/rank1.json").size());
    QCOMPARE(reference["digest"].toString().size(), 16);
    QVERIFY(std::abs(reference["ranks"][0]["compute_s"].toDouble() - 70e-6) < 1e-12);

    const CliResult text = runCli({"timeline", "import", folder, "--quiet"});
    QVERIFY2(text.out.startsWith("Rank 1 "), text.out.constData());
    // One rank alone does not show how much of its communication was waiting.
    const QJsonObject oneRank = runCli({"timeline", "import", folder + "/rank0.json", "--json"}).json();
    QVERIFY(oneRank["ranks"][0]["waiting_s"].isNull() && !oneRank["ranks"][0]["waiting_s_reason"].toString().isEmpty());
    QVERIFY(oneRank["straggler"].isNull());
    QVERIFY(oneRank["warnings"][0].toString().contains("1 of 2 ranks"));
}

void tst_cli_timeline::ladder()
{
    const QString folder = sourceFile("tests/data/traces/two-ranks");
    const CliResult csv = runCli({"timeline", "import", "--ladder", folder, folder});
    QCOMPARE(csv.status, 0);
    const auto lines = csv.out.split('\n');
    QCOMPARE(lines[0], QByteArray("p,time,comp,comm,idle,io"));
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[1].startsWith("2,"));
    // The output can be read as a ladder.
    const CliResult attributed = runCli({"cost", "-", "--price", "3", "--json"}, csv.out);
    QVERIFY2(attributed.status == 0, attributed.err.constData());
}

void tst_cli_timeline::readsStandardInput()
{
    const CliResult result =
        runCli({"timeline", "import", "-", "--json"}, R"([{"ph":"X","name":"aten::mm","ts":0,"dur":5}])");
    QCOMPARE(result.status, 0);
    QVERIFY(std::abs(result.json()["ranks"][0]["compute_s"].toDouble() - 5e-6) < 1e-12);
}

void tst_cli_timeline::userRules()
{
    QTemporaryDir folder;
    const QString rules =
        writeFile(folder.filePath("rules.json"),
                  R"({"format": "scalewright-trace-rules", "rules": [{"name": "mine", "class": "waiting"}]})");
    const QByteArray trace = R"([{"ph":"X","name":"mine","ts":0,"dur":5}])";
    QVERIFY(std::abs(runCli({"timeline", "import", "-", "--rules", rules, "--json"}, trace)
                         .json()["ranks"][0]["waiting_s"]
                         .toDouble() -
                     5e-6) < 1e-12);
    const QString broken =
        writeFile(folder.filePath("broken.json"),
                  R"({"format": "scalewright-trace-rules", "rules": [{"name": "mine", "class": "waits"}]})");
    const CliResult refused = runCli({"timeline", "import", "-", "--rules", broken}, trace);
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("/rules/0/class"), refused.err.constData());
}

void tst_cli_timeline::importsIntoAProject()
{
    const QTemporaryDir folder;
    const QString traces = sourceFile("tests/data/traces/two-ranks"), project = folder.filePath("p.scalewright");
    QCOMPARE(runCli({"timeline", "import", traces, "--project", project}).status, 0);
    QCOMPARE(runCli({"validate", project}).status, 0);
    const QByteArray once = contentOf(project);
    QCOMPARE(runCli({"timeline", "import", traces, "--project", project}).status, 0);
    QCOMPARE(contentOf(project), once);  // the same run is stored once
    const QJsonArray runs = QJsonDocument::fromJson(once)["measurements"]["traces"].toArray();
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0]["name"].toString(), "two-ranks");
    QCOMPARE(runs[0]["files"].toArray().size(), 2);
    // Rank 1 computes for 70 of its 80 us, counted by hand in tst_trace.
    QVERIFY(std::abs(runs[0]["files"][1]["ranks"][0]["compute_s"].toDouble() - 70e-6) < 1e-12);
    QCOMPARE(runCli({"timeline", "import", traces + "/rank0.json", "--project", project}).status, 0);
    QCOMPARE(QJsonDocument::fromJson(contentOf(project))["measurements"]["traces"].toArray().size(), 2);

    // A file in the project's folder is referenced by its name, so that both can be moved together.
    const QString traceFile = folder.filePath("rank0.json"), other = folder.filePath("o.scalewright");
    QVERIFY(QFile::copy(traces + "/rank0.json", traceFile));
    QCOMPARE(runCli({"timeline", "import", "rank0.json", "--project", "o.scalewright"}, {}, folder.path()).status, 0);
    QCOMPARE(QJsonDocument::fromJson(contentOf(other))["measurements"]["traces"][0]["files"][0]["file"].toString(),
             "rank0.json");

    writeFile(other, "my own text");
    QCOMPARE(runCli({"timeline", "import", traces, "--project", other}).status, 2);
    QCOMPARE(contentOf(other), QByteArray("my own text"));
    QCOMPARE(runCli({"timeline", "import", "-", "--project", project}, contentOf(traceFile)).status, 2);
    QCOMPARE(runCli({"timeline", "import", traces, "--ladder", "--project", project}).status, 2);
    QCOMPARE(runCli({"timeline", "import", traces, "--project", "-"}).status, 2);
}

void tst_cli_timeline::refused()
{
    QTemporaryDir folder;
    QCOMPARE(runCli({"timeline", "import", folder.filePath("none.json")}).status, 2);
    QCOMPARE(runCli({"timeline", "import", folder.path()}).status, 2);
    const QString report = writeFile(folder.filePath("a.nsys-rep"), "rubbish");
    const CliResult nsight = runCli({"timeline", "import", report});
    QCOMPARE(nsight.status, 2);
    QVERIFY2(nsight.err.contains("nsys export"), nsight.err.constData());
    const QString trace = writeFile(folder.filePath("t.json"), R"([{"ph":"X","name":"a","ts":0,"dur":5}])");
    QCOMPARE(runCli({"timeline", "import", trace, "-o", trace}).status, 2);
}

void tst_cli_timeline::twice()
{
    const QTemporaryDir folder;
    const char* const trace = R"([{"ph":"X","name":"aten::mm","cat":"cpu_op","pid":1,"tid":1,"ts":0,"dur":5}])";
    writeFile(folder.filePath("a.json"), trace);
    writeFile(folder.filePath("b.json"), trace);
    QVERIFY(QFile::link(folder.filePath("a.json"), folder.filePath("link")));
    for (const char* other : {"a.json", "./a.json", "link", "b.json", "."}) {
        const CliResult importResult = runCli({"timeline", "import", "a.json", other}, {}, folder.path());
        QCOMPARE(importResult.status, 2);
        QVERIFY2(importResult.err.contains("a.json") && (QByteArray(other) == "." || importResult.err.contains(other)),
                 importResult.err.constData());
    }
    // Compressed next to the original, as profilers and users do.
    QCOMPARE(QProcess::execute("gzip", {"-k", folder.filePath("a.json")}), 0);
    const CliResult packed = runCli({"timeline", "import", "a.json", "a.json.gz"}, {}, folder.path());
    QCOMPARE(packed.status, 2);
    QVERIFY2(packed.err.contains("a.json.gz"), packed.err.constData());
    // The same length but the times of another rank: two ranks, and which one waits for the other is unknown.
    QByteArray later = trace;
    writeFile(folder.filePath("b.json"), later.replace("\"dur\":5", "\"dur\":7"));
    const CliResult two = runCli({"timeline", "import", "a.json", "b.json", "--json"}, {}, folder.path());
    QCOMPARE(two.status, 0);
    QCOMPARE(two.json()["ranks"].toArray().size(), 2);
    QCOMPARE(two.json()["answer"].toObject()["sure"].toObject()["clarity"].toString(), "not-known");
}

void tst_cli_timeline::noFiles()
{
    const QTemporaryDir folder;
    writeFile(folder.filePath("a.json"), R"([{"ph":"X","name":"a","ts":0,"dur":5}])");
    QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath("b.json")).constData(), 0600), 0);
    const CliResult wholeFolder = runCli({"timeline", "import", folder.path(), "--json"});
    QCOMPARE(wholeFolder.status, 0);
    QCOMPARE(wholeFolder.json()["ranks"].toArray().size(), 1);
    QCOMPARE(wholeFolder.json()["warnings"].toArray().size(), 1);
    QVERIFY(wholeFolder.json()["warnings"][0].toString().contains("b.json: this is a pipe"));
    QCOMPARE(runCli({"timeline", "import", folder.filePath("b.json")}).status, 2);
    QCOMPARE(runCli({"timeline", "import", "/dev/null"}).status, 2);
    // A file opened through a file descriptor is accepted.
    QCOMPARE(runShell("$CLI timeline import /dev/stdin < a.json", folder.path()).status, 0);
}

void tst_cli_timeline::nothingUsable_data()
{
    QTest::addColumn<QByteArray>("times");
    QTest::newRow("far away") << QByteArray("\"ts\":1e300,\"dur\":5");
    QTest::newRow("backwards") << QByteArray("\"ts\":1,\"dur\":-5");
    QTest::newRow("no number") << QByteArray("\"ts\":NaN,\"dur\":5");
    QTest::newRow("no duration") << QByteArray("\"ts\":1");
}

void tst_cli_timeline::nothingUsable()
{
    QFETCH(QByteArray, times);
    const QByteArray trace = R"([{"ph":"X","name":"a",)" + times + R"(},{"ph":"X","name":"b",)" + times + "}]";
    const CliResult importResult = runCli({"timeline", "import", "-"}, trace);
    QCOMPARE(importResult.status, 2);
    QVERIFY2(importResult.out.isEmpty() && importResult.err.contains("2 events"), importResult.err.constData());
    const QTemporaryDir folder;
    writeFile(folder.filePath("t.json"), trace);
    QCOMPARE(runCli({"timeline", "import", folder.path(), "--ladder"}).status, 2);
}

void tst_cli_timeline::straggler()
{
    const QString root = scalewright::test::oracleFile("traces/gloo");
    QCOMPARE(runCli({"timeline", "import", root + "/straggler2", "--json"}).json()["straggler"].toInt(-1), 1);
    QVERIFY(runCli({"timeline", "import", root + "/even2", "--json"}).json()["straggler"].isNull());
}

namespace {

/// Writes the trace of one rank: steps of the given lengths (ms), each with compute followed by an all-reduce that ends
/// the step.
void writeRank(const QString& folder, int rank, int ranks, double startMs,
               const QList<std::pair<double, double>>& steps)
{
    QJsonArray events;
    const auto span = [&](const QString& name, const char* category, double fromMs, double lengthMs) {
        events.append(QJsonObject{{"ph", "X"},
                                  {"name", name},
                                  {"cat", category},
                                  {"ts", 1000 * fromMs},
                                  {"dur", 1000 * lengthMs},
                                  {"pid", 0},
                                  {"tid", 7}});
    };
    double at = startMs;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const auto [computeMs, exchangeMs] = steps[i];
        span(QString("ProfilerStep#%1").arg(i), "user_annotation", at, computeMs + exchangeMs);
        span("sgemm", "kernel", at, computeMs);
        span("ncclDevKernel_AllReduce_Sum_f32_RING", "kernel", at + computeMs, exchangeMs);
        at += computeMs + exchangeMs;
    }
    writeFile(QString("%1/rank%2.json").arg(folder).arg(rank),
              QJsonDocument(QJsonObject{{"traceEvents", events},
                                        {"distributedInfo", QJsonObject{{"rank", rank}, {"world_size", ranks}}}})
                  .toJson());
}

QJsonObject sureOf(const QJsonObject& json)
{
    return json["answer"].toObject()["sure"].toObject();
}

}  // namespace

// Rank 1 computes 7 ms a step, rank 0 6 ms; both all-reduces end at 9 ms. In 3 to 5 steps that may be chance (1/4 to
// 1/16), in 6 it is not (1/32). In two steps nothing can be told.
void tst_cli_timeline::fewStepsNameNoRank()
{
    for (const int steps : {2, 3, 4, 5, 6}) {
        const QTemporaryDir folder;
        for (const int rank : {0, 1})
            writeRank(folder.path(), rank, 2, 0, QList<std::pair<double, double>>(steps, {6.0 + rank, 3.0 - rank}));
        const QJsonObject json = runCli({"timeline", "import", folder.path(), "--json"}).json();
        QCOMPARE(json["straggler"].isNull(), steps < 6);
        QCOMPARE(json["straggler_probable"].toBool(), steps > 2 && steps < 6);
        QCOMPARE(sureOf(json)["clarity"].toString(), QString(steps == 2 ? "not-known" : steps < 6 ? "close" : "clear"));
        QCOMPARE(json["straggler_detectable_s"].isNull(), steps < 6);
        QVERIFY(steps > 5 || answerText(json, "next", "says").contains("more steps"));
    }
}

// Four profilers start 0.3 s apart; the first all-reduce ends when the last rank arrives. The five steps after that are
// 10 ms of compute and 1 ms of exchange on every rank: nobody waits.
void tst_cli_timeline::recordingsThatStartApart()
{
    const QTemporaryDir folder;
    for (int rank = 0; rank < 4; ++rank) {
        const double startMs = 300 * rank, firstMs = 911 - startMs;
        QList<std::pair<double, double>> steps{{10, firstMs - 10}};
        steps.append(QList<std::pair<double, double>>(5, {10, 1}));
        writeRank(folder.path(), rank, 4, startMs, steps);
    }
    const QJsonObject json = runCli({"timeline", "import", folder.path(), "--json"}).json();
    for (const QJsonValue& rank : json["ranks"].toArray()) {
        QVERIFY(std::abs(rank["waiting_s"].toDouble()) < 1e-9);
        QVERIFY(std::abs(rank["span_s"].toDouble() - 0.055) < 1e-9);
        QVERIFY(std::abs(rank["compute_s"].toDouble() - 0.05) < 1e-9);
    }
    QVERIFY(json["straggler"].isNull());
    QCOMPARE(json["weaknesses"].toArray().size(), 1);
    QVERIFY(sureOf(json)["note"].toString().contains("apart") && sureOf(json)["clarity"].toString() == "close");
    QVERIFY(!json["warnings"].toArray().isEmpty());
}

void tst_cli_timeline::replay()
{
    // Rank 0 begins at 10 and works for 40 us until its all-reduce at 50; rank 1 begins at 1010 and works for 70 us. On
    // rank 0's clock the transfer of 10 us starts at 80 and both ranks end at 90. If rank 1 were as fast as rank 0, the
    // transfer would end at 60, but both would work until 65: rank 0's kernels and its fill overlap with it.
    const QString folder = sourceFile("tests/data/traces/two-ranks");
    const QJsonObject json =
        runCli({"timeline", "import", folder, "--as-median", "1", "--json"}).json()["replay"].toObject();
    QVERIFY(std::abs(json["span_s"].toDouble() - 80e-6) < 1e-12);
    QVERIFY(std::abs(json["error"].toDouble()) < 1e-9);
    QVERIFY(std::abs(json["what_if"]["span_s"].toDouble() - 55e-6) < 1e-12);
    // A path after the rank is read as a path.
    const QJsonObject behind =
        runCli({"timeline", "import", "--as-median", "1", folder, "--json"}).json()["replay"].toObject();
    QCOMPARE(behind["what_if"]["span_s"].toDouble(), json["what_if"]["span_s"].toDouble());
    const CliResult refused = runCli({"timeline", "import", folder + "/rank0.json", "--overlap"});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("one rank"), refused.err.constData());
    QCOMPARE(runCli({"timeline", "import", folder, "--without", "9"}).status, 2);
    QCOMPARE(runCli({"timeline", "import", folder, "--exchange", "-1"}).status, 2);
}

void tst_cli_timeline::compare()
{
    // A run compared with itself shows no differences; compared with one of its ranks, the other rank is reported as
    // missing.
    const QString folder = sourceFile("tests/data/traces/two-ranks");
    const CliResult selfComparison = runCli({"timeline", "import", folder, "--compare", folder, "--json"});
    QCOMPARE(selfComparison.status, 0);
    const QJsonObject equal = selfComparison.json()["comparison"].toObject();
    QCOMPARE(equal["ranks"].toArray().size(), 2);
    for (const QJsonValue& rank : equal["ranks"].toArray())
        for (const QJsonValue& part : rank["difference"].toObject())
            QCOMPARE(part.toDouble(), 0.0);
    QCOMPARE(equal["over"].toString(), QStringLiteral("step"));  // a step of 100 us, as marked in the traces
    QVERIFY(std::abs(equal["first_s"].toDouble() - 100e-6) < 1e-12);
    const QJsonObject part = runCli({"timeline", "import", folder, "--compare", folder + "/rank0.json", "--json"})
                                 .json()["comparison"]
                                 .toObject();
    QCOMPARE(part["only_first"].toArray(), QJsonArray{1});
    QVERIFY(part["warnings"][0].toString().contains("1 of 2 ranks"));
    const CliResult text = runCli({"timeline", "import", folder, "--compare", folder, "--explain"});
    QVERIFY2(text.out.contains("difference") && text.out.contains("in both, within half a percent, in every part"),
             text.out.constData());
    QCOMPARE(runCli({"timeline", "import", folder, "--compare", folder + "/none.json"}).status, 2);
    QCOMPARE(runCli({"timeline", "import", folder, "--compare", folder, "--ladder"}).status, 2);
}

void tst_cli_timeline::simulate()
{
    // 0.25 s of compute and six phases of 10 ms + 10 ms; worker 1 computes for 0.5 s and the others wait 0.25 s per
    // step.
    const QStringList base{"timeline",  "simulate",        "--t-comp", "1", "--alpha", "10ms", "--beta", "40ms",
                           "--pattern", "ring-all-reduce", "--p",      "4", "--steps", "10",   "--json"};
    const QJsonObject simulation = runCli(base).json();
    QVERIFY(std::abs(simulation["step_time_s"].toDouble() - 0.37) < 1e-12);
    QCOMPARE(simulation["workers"].toArray().size(), 4);
    QVERIFY(std::abs(simulation["workers"][0]["communication_s"].toDouble() - 1.2) < 1e-12);
    QVERIFY(!simulation.contains("events"));
    const QJsonObject slowed = runCli(base + QStringList{"--slow", "1:2", "--events"}).json();
    QVERIFY(std::abs(slowed["step_time_s"].toDouble() - 0.62) < 1e-12);
    QVERIFY(std::abs(slowed["workers"][0]["waiting_s"].toDouble() - 2.5) < 1e-12);
    QVERIFY(std::abs(slowed["before"]["step_time_s"].toDouble() - 0.37) < 1e-12);
    QVERIFY(slowed["events"].toArray().size() > 80);
    const QByteArray once = runCli(base + QStringList{"--jitter", "20ms", "--seed", "4"}).out;
    QCOMPARE(runCli(base + QStringList{"--jitter", "20ms", "--seed", "4"}).out, once);
    QVERIFY(runCli(base + QStringList{"--jitter", "20ms", "--seed", "5"}).out != once);
}

void tst_cli_timeline::simulateProject()
{
    // Output 41.4.1 at p = 34: 1/34 + 0.0008 33 + 2 0.04 33/34 = 0.13346 s.
    const QString project = sourceFile("resources/examples/output-41.4.1.scalewright");
    const CliResult result = runCli({"timeline", "simulate", project, "--p", "34", "--json"});
    QCOMPARE(result.status, 0);
    QVERIFY(std::abs(result.json()["step_time_s"].toDouble() - (1.0 / 34 + 0.0008 * 33 + 0.08 * 33 / 34)) < 1e-9);
    QVERIFY(runCli({"timeline", "simulate", project, "--json"}).json()["p"].toInt() > 1);
}

// The book's ladder at p = 8: 100 s of compute, 58 s of communication and 48 s idle of 206 s. The runs lead where they
// measured the simulated design.
void tst_cli_timeline::simulateMeasuredPlan()
{
    const QStringList base{"timeline", "simulate", sourceFile("resources/examples/output-41.7.2.scalewright"),
                           "--p",      "8",        "--json"};
    const QJsonObject measured = runCli(base).json();
    QCOMPARE(measured["measured"]["time_s"].toDouble(), 206.0);
    QCOMPARE(measured["measured"]["compute_s"].toDouble(), 100.0);
    QCOMPARE(measured["measured"]["waiting_s"].toDouble(), 48.0);
    QCOMPARE(measured["measured"]["waiting_share"].toDouble(), 48.0 / 206);
    QCOMPARE(measured["idle_share"].toDouble(), 0.0);
    QVERIFY2(headlineOf(measured).contains("48.0 s of 206 s"), qPrintable(headlineOf(measured)));
    QVERIFY(hasFact(measured, "figure", "simulated", "0.157 s on 8 workers"));
    for (const QStringList& changed : {QStringList{"--slow", "1:2"}, QStringList{"--alpha", "1ms"}})
        QVERIFY(!runCli(base + changed).json().contains("measured"));
}

void tst_cli_timeline::simulateLadder()
{
    // The book's ladder at p = 8: 100 s of compute, 58 s of communication, 48 s idle. The example's ring gives 800
    // (0.005 7 + 0.025 7/8)/0.8 = 56.875 s, and its design has no waiting, so the model lacks the 48 s of waiting.
    const QString project = sourceFile("resources/examples/output-41.7.2.scalewright");
    const QJsonObject json = runCli({"timeline", "simulate", project, "--ladder", "--json"}).json();
    const QJsonObject eight = json["rows"][3].toObject();
    QCOMPARE(eight["p"].toInt(), 8);
    QVERIFY(std::abs(eight["compute_s"].toDouble() - 100) < 1e-6);
    QVERIFY(std::abs(eight["communication_s"].toDouble() - 56.875) < 1e-6);
    QVERIFY(std::abs(eight["simulated_s"].toDouble() - 156.875) < 1e-6);
    QCOMPARE(eight["part"].toString(), QString("waiting"));
    QVERIFY(std::abs(eight["part_difference_s"].toDouble() - 48) < 1e-6);
    QVERIFY(std::abs(json["rows"][0]["difference"].toDouble()) < 1e-12);
    QVERIFY2(json["about"].toString().contains("waiting"), qPrintable(json["about"].toString()));
    QCOMPARE(
        runCli({"timeline", "simulate", "--t-comp", "1", "--alpha", "0", "--beta", "0", "--p", "2", "--ladder"}).status,
        2);
}

void tst_cli_timeline::simulateRefused()
{
    const QStringList base{"timeline", "simulate", "--t-comp", "1", "--alpha", "10ms", "--beta", "40ms"};
    QCOMPARE(runCli(base).status, 2);
    QCOMPARE(runCli(base + QStringList{"--p", "4", "--slow", "1:1.5:10"}).status, 0);
    for (const QStringList& wrong : {QStringList{"--slow", "4:2"},
                                     {"--slow", "1.5:2"},
                                     {"--slow", "1"},
                                     {"--slow", "1:0"},
                                     {"--slow", "1:nan"},
                                     {"--kill", "0:100"},
                                     {"--steps", "0"},
                                     {"--seed", "x"}}) {
        const CliResult refused = runCli(base + QStringList{"--p", "4"} + wrong);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains(wrong[0].toUtf8()), refused.err.constData());
    }
    // More failures or checkpoints than the simulation supports: reported before memory use exceeds 1 GiB.
    const QString limit = sanitized ? QString("export ASAN_OPTIONS=\"$ASAN_OPTIONS:hard_rss_limit_mb=1024\"; ")
                                    : QString("ulimit -v 1048576; ");
    for (const char* edit : {"/target/alpha_s=1e8", "/design/fault_tolerance/checkpoint_interval_s=1ns"}) {
        const CliResult refused = runShell(limit + "\"$CLI\" timeline simulate '" + examplePath("recommendation") +
                                           "' --quiet --set " + edit);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("too often to simulate; expected at most 1000000 failures and checkpoints"),
                 refused.err.constData());
    }
}

SCALEWRIGHT_TEST(tst_cli_timeline)
#include "tst_cli_timeline.moc"
