// SPDX-License-Identifier: GPL-3.0-or-later
// Runs design through the real program. Expected values: section 41.4's students and Output 41.4.1 by hand, Table
// 41.4.1, the
 // contract.
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QJsonObject findingOf(const QJsonObject& answer, const char* rule)
{
    for (const QJsonValue& finding : answer["findings"].toArray())
        if (finding.toObject()["rule"] == QLatin1String(rule))
            return finding.toObject();
    return {};
}

QJsonObject member(const QJsonArray& list, const char* key, const char* name)
{
    for (const QJsonValue& each : list)
        if (each.toObject()[key] == QLatin1String(name))
            return each.toObject();
    return {};
}

}  // namespace

class tst_cli_design : public QObject {
    Q_OBJECT

private slots:
    void checkWithoutFindings();
    void checkFindsErrors();
    void checkSeveral();
    void checkAsText();
    void checkStandardInput();
    void everyExample();
    void showsSixSlots();
    void showAsText();
    void pricesTheBook();
    void pricesTheTerms();
    void priceWithoutPrices();
    void comparesVariants();
    void comparesProjects();
    void comparesCaseStudies();
    void compareAsText();
    void mistakes_data();
    void mistakes();
    void help();
};

void tst_cli_design::checkWithoutFindings()
{
    const CliResult run = runCli({"design", "check", "--json", examplePath("student-a")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.err.isEmpty());
    const QJsonObject answer = run.json();
    QCOMPARE(answer["schema"].toInt(), 1);
    QVERIFY(answer["findings"].isArray() && answer["findings"].toArray().isEmpty());
    QCOMPARE(answer["errors"].toInt(-1), 0);
}

void tst_cli_design::checkFindsErrors()
{
    const CliResult run = runCli({"design", "check", "--json", "--variant", "all-reduce", examplePath("student-b")});
    QCOMPARE(run.status, 1);
    const QJsonObject answer = run.json();
    QCOMPARE(answer["variant"].toString(), "all-reduce");
    QCOMPARE(answer["errors"].toInt(), 2);
    const QJsonObject fits = findingOf(answer, "replicates-what-does-not-fit");
    QCOMPARE(fits["severity"].toString(), "error");
    QCOMPARE(fits["slots"].toArray().first().toString(), "partitioning");
    QCOMPARE(fits["pointer"].toString(), "/design/partitioning/choices");
    QVERIFY(fits["message"].toString().contains("25.6 GB") && fits["message"].toString().contains("16.0 GB"));
    QVERIFY(fits["fix"].isString() && !fits["source"].toString().isEmpty());
    // A finding that cannot be resolved mechanically has no fix.
    QVERIFY(findingOf(answer, "default-all-reduce")["fix"].isNull());
    // Errors are printed on stderr, with the file and the place.
    QVERIFY(run.err.contains("student-b.scalewright: /design/partitioning/choices: "));
    QCOMPARE(run.err.count('\n'), 2);
}

void tst_cli_design::checkSeveral()
{
    const QString broken = examplePath("student-b");
    const CliResult run = runCli({"design", "check", "--json", examplePath("student-a"), broken});
    QCOMPARE(run.status, 0);
    const QJsonArray projects = run.json()["projects"].toArray();
    QCOMPARE(projects.size(), 2);
    QVERIFY(projects[0].toObject()["file"].toString().endsWith("student-a.scalewright"));
    QVERIFY(projects[0].toObject()["findings"].toArray().isEmpty());
    QVERIFY(!projects[1].toObject()["findings"].toArray().isEmpty());
    // The exit status is the worst of all projects; a project that cannot be read ends the command.
    QCOMPARE(runCli({"design", "check", "--variant", "all-reduce", broken, broken}).status, 1);
    QCOMPARE(runCli({"design", "show", examplePath("student-a"), "absent.scalewright"}).status, 2);
}

void tst_cli_design::checkAsText()
{
    const QStringList command{"design", "check", "--variant", "all-reduce", examplePath("student-b")};
    const CliResult run = runCli(command + QStringList{"--explain"});
    QCOMPARE(run.status, 1);
    QVERIFY(run.out.contains("1. Partitioning") && run.out.contains("fix: Use a parameter server and move 1.05 MB"));
    QVERIFY(!run.out.contains("nan") && !run.out.contains("inf "));
    // With two errors and a warning, the next step is the command for a fix to one of the errors.
    const QJsonObject json = runCli(command + QStringList{"--json"}).json(), answer = json["answer"].toObject();
    QCOMPARE(json["errors"].toInt(), 2);
    QCOMPARE(json["warnings"].toInt(), 1);
    QVERIFY(answer["headline"].toString().startsWith("2 ") && answer["headline"].toString().contains(" 1 "));
    const QString next = answer["next"]["command"].toString();
    bool answersAnError = false;
    for (const QJsonValue& finding : json["findings"].toArray())
        answersAnError = answersAnError || (finding["severity"] == "error" && finding["fix"].isString() &&
                                            next.contains("--fix " + finding["rule"].toString()));
    QVERIFY2(answersAnError, qPrintable(next));
}

void tst_cli_design::checkStandardInput()
{
    // An empty design has six empty slots, which are not errors.
    const CliResult run =
        runCli({"design", "check", "--json", "-"}, "{\"format\": \"scalewright-project\", \"version\": 1}");
    QCOMPARE(run.status, 0);
    QCOMPARE(run.json()["findings"].toArray().size(), 6);
    for (const QJsonValue& finding : run.json()["findings"].toArray())
        QCOMPARE(finding.toObject()["rule"].toString(), "slot-empty");
}

void tst_cli_design::everyExample()
{
    // A project without a design only gets the findings about empty slots, and a service whose latency no number of
    // replicas meets, one about that; of the others, only the replicated thirteen-billion example fails.
    const QDir folder(sourceFile("resources/examples"));
    const QStringList files = folder.entryList({"*.scalewright"}, QDir::Files);
    QVERIFY(files.size() >= 11);
    for (const QString& name : files) {
        const QString file = folder.filePath(name);
        const CliResult run = runCli({"design", "check", "--json", file});
        const QJsonObject answer = run.json();
        QCOMPARE(run.status, name.startsWith("thirteen-billion") ? 1 : 0);
        if (runCli({"design", "show", "--json", file}).json()["filled"].toInt() > 0)
            continue;
        const bool missesLatency = name == "exercise-41.2.1-a.scalewright";
        QCOMPARE(answer["findings"].toArray().size(), missesLatency ? 7 : 6);
        for (const QJsonValue& finding : answer["findings"].toArray())
            if (const QString rule = finding.toObject()["rule"].toString(); rule != "slot-empty")
                QVERIFY2(missesLatency && rule == "plan-misses-a-goal", qPrintable(rule));
    }
    const CliResult team = runCli({"design", "check", "--json", examplePath("thirteen-billion")});
    QCOMPARE(team.status, 1);
    QVERIFY(findingOf(team.json(), "replicates-what-does-not-fit")["message"].toString().contains("208 GB"));
    QCOMPARE(runCli({"design", "check", "--variant", "sharded", examplePath("thirteen-billion")}).status, 0);
}

void tst_cli_design::showsSixSlots()
{
    const QJsonObject answer = runCli({"design", "show", "--json", examplePath("student-b")}).json();
    const QJsonArray list = answer["slots"].toArray();
    QCOMPARE(list.size(), 6);
    QCOMPARE(answer["filled"].toInt(), 6);
    QCOMPARE(answer["other_variants"].toArray().first().toString(), "all-reduce");
    const QJsonObject communication = list[1].toObject();
    QCOMPARE(communication["slot"].toString(), "communication");
    const QJsonArray choices = communication["choices"].toArray();
    QCOMPARE(choices.size(), 2);
    QCOMPARE(choices[0].toObject()["option"].toString(), "all-reduce");
    QCOMPARE(choices[0].toObject()["for"].toString(), "dense layers");
    QCOMPARE(choices[1].toObject()["option"].toString(), "parameter-server");
    QCOMPARE(choices[1].toObject()["chapters"].toString(), "Ch 11");
    const QJsonObject shards = member(communication["parameters"].toArray(), "pointer", "/design/communication/shards");
    QCOMPARE(shards["value"].toDouble(), 8.0);
    QVERIFY(!communication["justification"].toString().isEmpty() &&
            !communication["rejected_because"].toString().isEmpty());

    const QJsonArray empty =
        runCli({"design", "show", "--json", "-"}, "{\"format\": \"scalewright-project\", \"version\": 1}")
            .json()["slots"]
            .toArray();
    QCOMPARE(empty.size(), 6);
    QCOMPARE(empty[5].toObject()["filled"].toBool(true), false);
    QVERIFY(empty[5].toObject()["justification"].isNull());
}

void tst_cli_design::showAsText()
{
    const CliResult run = runCli({"design", "show", "--explain", examplePath("student-b")});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.out.contains("2. Communication   ") &&
                 run.out.contains("All-reduce (dense layers) + parameter server (embedding table)"),
             run.out.constData());
    QVERIFY(run.out.contains("server shards 8") &&
            run.out.contains("rejected: All-reduce: for the table it would move all rows"));
}

void tst_cli_design::pricesTheBook()
{
    const QJsonObject answer = runCli({"design", "price", "--json", examplePath("output-41.4.1")}).json();
    // Output 41.4.1 unchanged: p* 34, R = 1 at 13; the plan is the knee, p = 9: 1/9 s of compute and 0.0008 x 8 + 0.08
    // x 8/9 s of communication.
    QCOMPARE(answer["p_star"].toInt(), 34);
    QCOMPARE(answer["p_comm_dominates"].toInt(), 13);
    QCOMPARE(answer["plan_p"].toInt(), 9);
    const QJsonArray terms = answer["terms"].toArray();
    QCOMPARE(terms.size(), 5);
    QVERIFY(near(member(terms, "term", "compute")["seconds"], 1.0 / 9));
    const QJsonObject communication = member(terms, "term", "communication");
    QVERIFY(near(communication["seconds"], 0.0064 + 0.08 * 8 / 9));
    QCOMPARE(communication["formula"].toString(), "alpha (p-1) + 2 beta (p-1)/p");
    QVERIFY(communication["source"].toString().contains("41.4"));
    for (const char* zeroTerm : {"coordination", "waiting", "failures"}) {
        QCOMPARE(member(terms, "term", zeroTerm)["seconds"].toDouble(-1), 0.0);
        QVERIFY(!member(terms, "term", zeroTerm)["reason"].toString().isEmpty());
    }
    QVERIFY(near(answer["t_step_s"], 1.0 / 9 + 0.0064 + 0.08 * 8 / 9));
    const QJsonObject best = member(answer["landmarks"].toArray(), "landmark", "p_star");
    QVERIFY(std::abs(best["speedup"].toDouble() - 7.49) < 0.005);
    QCOMPARE(member(answer["landmarks"].toArray(), "landmark", "knee")["source"].toString(),
             "Eager, Zahorjan, Lazowska 1989");
}

void tst_cli_design::pricesTheTerms()
{
    // Four workers with exponential jitter of 12 ms: the wait is H_4 - 1 = 13/12 of that; a coordinator takes 1 ms per
    // worker.
    const QByteArray project = R"({"format": "scalewright-project", "version": 1,
        "baseline": {"t_comp_s": 1}, "target": {"alpha_s": 0.0008, "bandwidth_bytes_per_s": 25e9}, "plan": {"p": 4},
        "design": {"communication": {"message_bytes": 1e9}, "coordination": {"seconds_per_worker": 0.001},
                   "load_balancing": {"jitter_s": 0.012, "jitter_shape": "exponential"}}})";
    const QJsonObject answer = runCli({"design", "price", "--json", "-"}, project).json();
    const QJsonArray terms = answer["terms"].toArray();
    QVERIFY(near(member(terms, "term", "waiting")["seconds"], 0.013));
    QVERIFY(near(member(terms, "term", "coordination")["seconds"], 0.004));
    QVERIFY(near(answer["t_step_s"], 0.25 + 0.0024 + 0.06 + 0.013 + 0.004));
    QVERIFY(!member(terms, "term", "waiting")["formula"].toString().isEmpty());
    QVERIFY(!member(answer["details"].toArray(), "key", "waiting")["simplification"].toString().isEmpty());
    const CliResult words = runCli({"design", "price", "-", "--explain"}, project);
    QVERIFY2(words.out.contains("13.0 ms") && words.out.contains("4.00 ms") && words.out.contains("simplified: "),
             words.out.constData());
}

void tst_cli_design::priceWithoutPrices()
{
    const CliResult run = runCli({"design", "price", examplePath("output-41.2.1")});
    QCOMPARE(run.status, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains("/design/communication/message_bytes"), run.err.constData());
}

void tst_cli_design::comparesVariants()
{
    const CliResult run =
        runCli({"design", "compare", "--json", examplePath("recommendation"), "--right-variant", "forced synchronous"});
    QCOMPARE(run.status, 0);
    const QJsonObject answer = run.json();
    QCOMPARE(answer["slots"].toArray().size(), 6);
    for (const QJsonValue& slot : answer["slots"].toArray())
        QCOMPARE(slot.toObject()["differs"].toBool(), slot.toObject()["slot"] == QLatin1String("consistency"));
    const QJsonObject left = answer["left"].toObject();
    const QJsonObject right = answer["right"].toObject();
    QVERIFY(right["p_star"].toInt() < left["p_star"].toInt());
    QVERIFY(right["speedup_at_p_star"].toDouble() < left["speedup_at_p_star"].toDouble() / 2);
    const QJsonArray moved = answer["moved"].toArray();
    QCOMPARE(moved.size(), 2);
    QCOMPARE(moved.last().toObject()["p_star"], right["p_star"]);
    QVERIFY(!answer["rows"].toArray().isEmpty());
}

void tst_cli_design::comparesProjects()
{
    const QJsonObject answer = runCli({"design", "compare", "--json", examplePath("output-41.4.1"),
                                       examplePath("student-b"), "--right-variant", "all-reduce"})
                                   .json();
    const QJsonObject left = answer["left"].toObject();
    QCOMPARE(left["p_star"].toInt(), 34);
    // Expected: d ln p*/d ln x for p* = sqrt((T - 2 beta)/alpha).
    const QJsonArray elasticities = left["elasticities"].toArray();
    QVERIFY(near(member(elasticities, "parameter", "alpha")["value"], -0.5, 1e-4));
    QVERIFY(near(member(elasticities, "parameter", "beta")["value"], -0.04 / 0.92, 1e-4));
    QVERIFY(near(member(elasticities, "parameter", "t_comp")["value"], 0.5 / 0.92, 1e-4));
    const QJsonObject right = answer["right"].toObject();
    QCOMPARE(right["p_star"].toInt(), 1);
    const QJsonObject zeroElasticity = right["elasticities"].toArray().first().toObject();
    QVERIFY(zeroElasticity["value"].isNull() && !zeroElasticity["value_reason"].toString().isEmpty());
}

void tst_cli_design::comparesCaseStudies()
{
    for (const char* id : {"web-scale-rag", "federated-medical", "recommendation", "robot-swarm", "agentic-llm"}) {
        const CliResult run = runCli({"design", "compare", "--json", examplePath("output-41.4.1"), "--case-study", id});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.json()["slots"].toArray()[5].toObject()["right"].toString(), "not given in the table");
    }
    // Compares two rows of the table with each other.
    const QJsonObject two = runCli({"design", "compare", "--json", examplePath("output-41.4.1"), "--left-case-study",
                                    "robot-swarm", "--case-study", "agentic-llm"})
                                .json();
    QCOMPARE(two["left"].toObject()["name"].toString(), "Robot swarm (Ch 39)");
    QCOMPARE(two["slots"].toArray()[2].toObject()["left"].toString(), "Asynchronous");
    QCOMPARE(two["slots"].toArray()[2].toObject()["right"].toString(), "Synchronous (training) + eventual (serving)");
}

void tst_cli_design::compareAsText()
{
    const QStringList command{"design", "compare", examplePath("student-b"), "--right-variant", "all-reduce"};
    const CliResult run = runCli(command + QStringList{"--explain"});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.out.contains("right         all-reduce") && run.out.contains("what moved p*") &&
                 run.out.contains("p* is 1"),
             run.out.constData());
    QVERIFY(run.out.contains("both: Synchronous"));
    // The side that is faster at its own p* is recommended.
    const QJsonObject json = runCli(command + QStringList{"--json"}).json();
    QVERIFY(json["left"]["speedup_at_p_star"].toDouble() > json["right"]["speedup_at_p_star"].toDouble());
    QVERIFY(json["answer"]["next"]["says"].toString().contains("left"));
}

void tst_cli_design::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("expectedText");
    const auto row = [](const char* name, const QStringList& arguments, const char* expectedText) {
        QTest::newRow(name) << arguments << QByteArray(expectedText);
    };
    row("nothing", {"design"}, "subcommand");
    row("unknown", {"design", "draw", examplePath("student-a")}, "design");
    row("no project", {"design", "check"}, "PROJECT");
    row("no such file", {"design", "check", "absent.scalewright"}, "there is no such file");
    row("no such variant", {"design", "check", examplePath("student-b"), "--variant", "gossip"},
        "one of \"parameter server\", \"all-reduce\"");
    row("no such variant to price", {"design", "price", examplePath("student-b"), "--variant", ""}, "--variant");
    row("nothing to compare with", {"design", "compare", examplePath("student-b")}, "--case-study");
    row("no such case study", {"design", "compare", examplePath("student-b"), "--case-study", "bakery"},
        "web-scale-rag");
    row("no such left case study",
        {"design", "compare", examplePath("student-b"), "--left-case-study", "bakery", "--case-study", "robot-swarm"},
        "--left-case-study");
    row("two right sides",
        {"design", "compare", examplePath("student-b"), "--case-study", "robot-swarm", "--right-variant", "all-reduce"},
        "twice");
    row("no such right variant", {"design", "compare", examplePath("student-b"), "--right-variant", "gossip"},
        "--right-variant");
    row("no p-max", {"design", "price", examplePath("student-b"), "--p-max", "0"}, "--p-max");
}

void tst_cli_design::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, expectedText);
    const CliResult run = runCli(arguments);
    QCOMPARE(run.status, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains(expectedText), run.err.constData());
}

void tst_cli_design::help()
{
    for (const char* command : {"check", "show", "compare", "price"}) {
        const CliResult run = runCli({"design", command, "--help"});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.contains(QByteArray("Usage: scalewright-cli design ") + command), run.out.constData());
        QVERIFY(run.out.contains("--json") && run.out.contains("-o,"));
    }
}

SCALEWRIGHT_TEST(tst_cli_design)
#include "tst_cli_design.moc"
