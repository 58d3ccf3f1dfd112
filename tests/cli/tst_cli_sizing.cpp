// SPDX-License-Identifier: GPL-3.0-or-later
// size and build-or-buy through the real program. Expected values: Output 41.5.1 and the exercises of book 41.5.
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_answer.h"
#include "tests/cli/cli_run.h"
#include "tests/support/registry.h"

using namespace scalewright::test;

namespace {

QJsonObject runSizeJson(const QStringList& arguments)
{
    const CliResult result = runCli(arguments + QStringList{"--json"});
    if (result.status != 0)
        qFatal("%s", result.err.constData());
    return result.json();
}

QStringList words(const char* line)
{
    return QString(line).split(' ');
}

}  // namespace

class tst_cli_sizing : public QObject {
    Q_OBJECT
private slots:
    void book_data();
    void book();
    void replica();
    void trainingAndServing();
    void catalogue();
    void buildOrBuy();
    void withoutHours();
    void readsTheProject();
    void oneCountAndOnePrice_data();
    void oneCountAndOnePrice();
    void tooFewMachines();
    void bytesPerParameter();
    void errors_data();
    void errors();
};

void tst_cli_sizing::book_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<double>("cost");
    QTest::addColumn<QString>("tier");
    QTest::newRow("A") << "size --params-b 7 --data-tb 0.02 --axis training --train-hours 30 --budget 5000"
                       << QList<int>{2, 0, 2, 1} << 150.0 << "local";
    QTest::newRow("B") << "size --params-b 70 --data-tb 4 --axis model --train-hours 400 --budget 200000"
                       << QList<int>{14, 0, 14, 2} << 14000.0 << "managed";
    QTest::newRow("C") << "size --params-b 13 --qps 600 --axis serving --train-hours 720 --budget 40000"
                       << QList<int>{3, 15, 15, 2} << 27000.0 << "self";
    QTest::newRow("D") << "size --params-b 0 --data-tb 30 --axis data --train-hours 12 --budget 2000"
                       << QList<int>{1, 0, 1, 1} << 30.0 << "managed";
    QTest::newRow("70 B") << "size --params-b 70 --qps 200 --axis inference --train-hours 1 --budget 1000"
                          << QList<int>{14, 5, 14, 2} << 35.0 << "managed";
    QTest::newRow("70 B at 2 bytes")
        << "size --params-b 70 --qps 200 --axis inference --train-hours 1 --budget 1000 --bytes-per-param 2"
        << QList<int>{2, 5, 5, 1} << 12.5 << "local";
}

void tst_cli_sizing::book()
{
    QFETCH(QString, line);
    QFETCH(QString, tier);
    const QJsonObject answer = runSizeJson(line.split(' ') + QStringList{"--rule", "book"});
    QCOMPARE(answer["rule"].toString(), QString("book"));
    QTEST((QList<int>{answer["gpus_for_model"].toInt(), answer["gpus_for_qps"].toInt(), answer["gpus"].toInt(),
                      answer["nodes"].toInt()}),
          "counts");
    QTEST(answer["raw_cost_usd"].toDouble(), "cost");
    QVERIFY2(answer["tier"].toString().startsWith(tier), qPrintable(answer["tier"].toString()));
}

void tst_cli_sizing::replica()
{
    const QJsonObject answer = runSizeJson(words("size --params-b 70 --qps 200 --axis serving"));
    QCOMPARE(answer["axis"].toString(), QString("inference"));
    QCOMPARE(answer["gpus"].toInt(), 10);
    QCOMPARE(answer["nodes"].toInt(), 2);
    QVERIFY(answer["raw_cost_usd"].isNull() && !answer["raw_cost_usd_reason"].toString().isEmpty());
    QCOMPARE(runSizeJson(words("size --params-b 5.01 --axis training"))["gpus"].toInt(), 2);
    const QJsonObject data = runSizeJson(words("size --data-tb 30 --axis data --train-hours 12 --budget 2000"));
    QCOMPARE(data["gpus"].toInt(), 0);
    QVERIFY(data["nodes"].isNull() && data["raw_cost_usd"].isNull());
}

void tst_cli_sizing::trainingAndServing()
{
    const QJsonObject answer =
        runSizeJson(words("size --params-b 7 --data-tb 0.02 --axis training --train-hours 30 --budget 5000"));
    QCOMPARE(answer["framework"].toString(), QString("FSDP, Megatron-LM"));
    QCOMPARE(answer["other"]["framework"].toString(), QString("PyTorch DDP, DeepSpeed"));
    QCOMPARE(answer["differences"].toArray().size(), 1);
    QCOMPARE(answer["differences"][0]["key"].toString(), QString("framework"));
    QVERIFY(answer["notes"].toArray().size() >= 2);
    QVERIFY(hasFact(answer, "rival", "rules", "FSDP, Megatron-LM"));
    QVERIFY(hasFact(answer, "figure", "accelerators", "2 of 80.0 GB"));
    QCOMPARE(headlineOf(answer), "2 accelerators on 1 node, local: $150.00.");
    QCOMPARE(answerText(answer, "sure", "basis"), "assumed");  // card, price and premium come from the book
}

void tst_cli_sizing::catalogue()
{
    // A user-defined card: 48 GB, four per node at $3.1 an hour. Serving 70 B: 140/(0.95 x 48) = 3.07, so 4 cards; 1 h
    // costs 4 x 3.1/4.
    QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath("scalewright"));
    writeFile(
        config.filePath("scalewright/catalogue.json"),
        R"({"format": "scalewright-catalogue", "version": 1, "hardware": [{"id": "our-node", "name": "4 x L40S", "kind": "node", "workers_per_node": 4,
                  "memory_bytes": "48 GB", "price_usd_per_hour": 3.1}]})");
    const CliResult result =
        runShell("XDG_CONFIG_HOME='" + config.path() +
                 "' $CLI size --params-b 70 --axis inference --train-hours 1 --gpu our-node --json");
    QCOMPARE(result.status, 0);
    const QJsonObject answer = result.json();
    QCOMPARE(answer["gpus"].toInt(), 4);
    QCOMPARE(answer["nodes"].toInt(), 1);
    QVERIFY(std::abs(answer["raw_cost_usd"].toDouble() - 3.1) < 1e-12);
    QVERIFY(answer["notes"][1].toString().contains("your catalogue"));
}

void tst_cli_sizing::buildOrBuy()
{
    const QStringList exercise =
        words("build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value 60");
    const QJsonObject short_ = runSizeJson(exercise + QStringList{"--hours", "50"});
    QVERIFY(std::abs(short_["break_even_hours"].toDouble() - 100) < 1e-9);
    QCOMPARE(short_["self_usd"].toDouble(), 4400.0);
    QCOMPARE(short_["managed_usd"].toDouble(), 3200.0);
    QCOMPARE(short_["choice"].toString(), QString("managed"));
    QCOMPARE(runSizeJson(exercise + QStringList{"--hours", "200"})["choice"].toString(), QString("self"));
    QCOMPARE(short_["sensitivity"].toArray().size(), 5);
    QCOMPARE(headlineOf(runSizeJson(exercise + QStringList{"--hours", "200"})),
             "Run it yourself: $10400; managed costs $12800.");
}

void tst_cli_sizing::withoutHours()
{
    const QJsonObject answer =
        runSizeJson(words("build-or-buy --gpus 16 --price 2.5 --premium 1.6 --ops-hours 40 --hour-value 60"));
    QVERIFY(std::abs(answer["break_even_hours"].toDouble() - 100) < 1e-9);
    QVERIFY(answer["choice"].isNull() && !answer["choice_reason"].toString().isEmpty());
    const QJsonObject free =
        runSizeJson(words("build-or-buy --gpus 16 --price 2.5 --premium 1 --ops-hours 40 --hour-value 60 --hours 10"));
    QVERIFY(free["break_even_hours"].isNull() && !free["break_even_hours_reason"].toString().isEmpty());
    QCOMPARE(free["choice"].toString(), QString("managed"));
}

// 13 billion x 16 = 208 GB: three 80 GB cards filled to 95 %, and the plan has four; serving needs 26 GB, one card. A
// project without a goal has no --axis.
void tst_cli_sizing::readsTheProject()
{
    const QString project = sourceFile("resources/examples/thirteen-billion.scalewright");
    const QJsonObject answer = runSizeJson({"size", project});
    QCOMPARE(answer["gpus_for_model"].toInt(), 3);
    QCOMPARE(answer["gpus"].toInt(), 4);
    QVERIFY(std::abs(answer["parts_on_gpu"]["optimizer"].toDouble() - 52e9) < 1);
    QCOMPARE(runSizeJson({"size", project, "--axis", "inference"})["gpus_for_model"].toInt(), 1);
    QCOMPARE(runSizeJson({"size", project, "--params-b", "4"})["gpus_for_model"].toInt(), 1);
    QCOMPARE(runSizeJson({"size", project, "--set", "/design/partitioning/sharding_stage=2"})["gpus_for_model"].toInt(),
             4);  // 26 + 182/N <= 76
    // The shape of Llama 2 70B (tst_sizing): 9 requests of 4096 tokens need a third card, and 64 heads do not split
    // evenly over three.
    QStringList shaped{"size", project, "--axis", "inference", "--params-b", "70"};
    for (const char* set : {"layers=80", "hidden=8192", "heads=64", "kv_heads=8", "vocabulary=32000"})
        shaped << "--set" << QString("/baseline/model/") + set;
    QCOMPARE(runSizeJson(shaped)["gpus_for_model"].toInt(), 2);
    QCOMPARE(runSizeJson(shaped + QStringList{"--context", "4096", "--concurrency", "9"})["gpus_for_model"].toInt(), 4);
    const CliResult half = runCli(shaped + QStringList{"--context", "4096"});
    QVERIFY2(half.status == 2 && half.err.contains("--concurrency: is missing"), half.err.constData());
    const CliResult launched = runCli({"launch", project, "-o", QTemporaryDir().filePath("l"), "--json"});
    QVERIFY2(launched.out.contains("shard it over 3 cards"), (launched.out + launched.err).constData());
    QCOMPARE(launched.json()["tools"][0]["framework"].toString(), QString("FSDP, Megatron-LM"));
}

// N cards of 24 GB, 22.8 GB usable, hold 16 bytes per parameter: stage 1 keeps 4 and shares 12 (Rajbhandari et al. 2020,
// figure 1), stage 2 keeps 2 and shares 14, stage 3 shares all. 5.25 billion at stage 3 are 84 GB: 4 cards of 21 GB; 7
// billion are 112 GB: 5 cards of 22.4 GB.
void tst_cli_sizing::oneCountAndOnePrice_data()
{
    QTest::addColumn<double>("billions");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("cards");
    QTest::addColumn<double>("gigabytes");
    QTest::newRow("84 GB") << 5.25 << 3 << 4 << 21.0;
    QTest::newRow("112 GB") << 7.0 << 3 << 5 << 22.4;
    QTest::newRow("208 GB") << 13.0 << 3 << 10 << 20.8;
    QTest::newRow("48 GB") << 3.0 << 3 << 3 << 16.0;  // 48/22.8 = 2.1
    QTest::newRow("stage 2, 7 B") << 7.0 << 2 << 12 << 14 + 98.0 / 12;  // 98/8.8 = 11.1
    QTest::newRow("stage 2, 3 B") << 3.0 << 2 << 3 << 6 + 14.0;  // 42/16.8 = 2.5
    QTest::newRow("stage 1, 3 B") << 3.0 << 1 << 4 << 12 + 9.0;  // 36/10.8 = 3.3
    QTest::newRow("stage 1, 2 B") << 2.0 << 1 << 2 << 8 + 12.0;  // 24/14.8 = 1.6
}

// size, plan, design check and launch count the same cards with the same bytes, and size and cost price them alike.
void tst_cli_sizing::oneCountAndOnePrice()
{
    QFETCH(double, billions);
    QFETCH(int, stage);
    QFETCH(int, cards);
    QFETCH(double, gigabytes);
    QTemporaryDir folder;
    const QString project = folder.filePath("project.scalewright");
    writeFile(project, QByteArray(R"({"format": "scalewright-project", "version": 1, "title": "one count",
 "baseline": {"model": {"parameters": )" +
                                  QByteArray::number(billions * 1e9, 'f', 0) +
                                  R"(}, "batch": 27720, "t_comp_s": "83 s"},
 "target": {"alpha_s": "30us", "bandwidth_bytes_per_s": "10Gbit/s", "machines_available": 12, "memory_bytes": "24 GB",
            "peak_flops": "82.6 TFLOP/s", "price_usd_per_hour": 0.4},
 "design": {"partitioning": {"choices": [{"option": "shard-model"}], "sharding_stage": )" +
                                  QByteArray::number(stage) + R"(},
            "communication": {"pattern": "fully-sharded", "message_bytes": "14 GB"}},
 "plan": {"steps": 800}})"));
    const auto holdsPlan = [&](int p) {
        const QString set = QString("/plan/p=%1").arg(p);
        const QJsonObject sized = runSizeJson({"size", project, "--set", set});
        const QJsonArray findings =
            runCli({"design", "check", project, "--set", set, "--json"}).json()["findings"].toArray();
        const bool isTooLarge = std::any_of(findings.begin(), findings.end(), [](const QJsonValue& each) {
            return each["rule"].toString() == "shards-too-large";
        });
        const QJsonObject planned = runCli({"plan", project, "--p", QString::number(p), "--layout",
                                            QString("data=%1,sharding=%2").arg(p).arg(p > 1 ? stage : 0), "--json"})
                                        .json();
        const QJsonObject own = planned["own"].toObject();
        if (own["fits"].toBool() == isTooLarge)
            qFatal("plan and design check differ at p = %d", p);
        // Fewer cards than the model needs are sized at what it needs.
        if (sized["gpus"].toInt() != std::max(p, cards))
            qFatal("size counts %d for a plan of %d", sized["gpus"].toInt(), p);
        return !isTooLarge;
    };
    for (int p = 1; p <= 12; ++p)
        QCOMPARE(holdsPlan(p), p >= cards);

    const QString set = QString("/plan/p=%1").arg(cards);
    const QJsonObject sized = runSizeJson({"size", project, "--set", set});
    QCOMPARE(sized["gpus_for_model"].toInt(), cards);
    QCOMPARE(sized["nodes"].toInt(), cards);
    QVERIFY(std::abs(sized["bytes_on_gpu"].toDouble() - 1e9 * gigabytes) < 1);
    const QJsonObject own = runCli({"plan", project, "--p", QString::number(cards), "--layout",
                                    QString("data=%1,sharding=%2").arg(cards).arg(stage), "--json"})
                                .json()["own"]
                                .toObject();
    QVERIFY(std::abs(own["memory_bytes"].toDouble() - 1e9 * gigabytes) < 1);
    QVERIFY(own["fits"].toBool());
    if (stage == 3)  // the smallest share that any layout has
        QVERIFY(runCli({"plan", project, "--p", QString::number(cards - 1)})
                    .out.contains(QByteArray("Use ") + QByteArray::number(cards)));
    const QJsonObject plan = runCli({"cost", project, "--set", set, "--json"}).json()["plan"].toObject();
    QCOMPARE(plan["p"].toInt(), cards);
    QVERIFY(std::abs(plan["cost"].toDouble() - cards * 0.4 * plan["t"].toDouble() / 3600) < 1e-9);
    QVERIFY(std::abs(sized["raw_cost_usd"].toDouble() - plan["cost"].toDouble()) < 1e-9);
    // A plan of one worker does not hold the model: the launch files are for what is sized.
    for (const QString& p : {set, QString("/plan/p=1")}) {
        const CliResult launched = runCli({"launch", project, "--set", p, "-o", folder.filePath(p.right(1)), "--json"});
        QCOMPARE(launched.json()["p"].toInt(), cards);
        QCOMPARE(launched.json()["nodes"].toInt(), cards);
    }
}

// 112 GB need 5 cards of 24 GB; four machines hold 4 x 22.8 = 91.2 GB. The count stays 5 everywhere, beside the 4.
void tst_cli_sizing::tooFewMachines()
{
    QTemporaryDir folder;
    const QString project = folder.filePath("project.scalewright");
    writeFile(project, R"({"format": "scalewright-project", "version": 1, "title": "four machines",
 "baseline": {"working_set_bytes": "112 GB", "t_comp_s": "83 s"},
 "target": {"alpha_s": "30us", "bandwidth_bytes_per_s": "10Gbit/s", "machines_available": 4, "memory_bytes": "24 GB",
            "price_usd_per_hour": 0.4},
 "design": {"partitioning": {"choices": [{"option": "shard-model"}]},
            "communication": {"pattern": "fully-sharded", "message_bytes": "14 GB"}},
 "plan": {"p": 4, "steps": 800}})");
    const QJsonObject sized = runSizeJson({"size", project});
    QCOMPARE(sized["gpus"].toInt(), 5);
    QCOMPARE(sized["available_gpus"].toInt(), 4);
    QVERIFY2(headlineOf(sized).contains("5 workers") && headlineOf(sized).contains("4 available") &&
                 !headlineOf(sized).contains('$'),
             qPrintable(headlineOf(sized)));
    const CliResult launched = runCli({"launch", project, "-o", folder.filePath("l"), "--json"});
    QCOMPARE(launched.json()["p"].toInt(), 5);
    QVERIFY(launched.out.contains("4 are available"));
    const QJsonArray findings = runCli({"design", "check", project, "--json"}).json()["findings"].toArray();
    QVERIFY(findings[0]["rule"].toString() == "shards-too-large" && findings[0]["fix"].isString());  // a fifth machine
    QVERIFY(findings[0]["message"].toString().contains("the 4 available can fill 91.2 GB in all"));
    // A plan of 5 is not moved to the four machines that cannot hold it.
    const QJsonArray beyond =
        runCli({"design", "check", project, "--set", "/plan/p=5", "--json"}).json()["findings"].toArray();
    QVERIFY(beyond[0]["rule"].toString() == "plan-beyond-the-machines" && beyond[0]["fix"].isNull());
    // With a fifth machine everything agrees.
    QCOMPARE(
        runSizeJson({"size", project, "--set", "/target/machines_available=5", "--set", "/plan/p=5"})["gpus"].toInt(),
        5);
}

// Cards of 24 GB, 22.8 usable. 7 billion parameters: 16 bytes, 112 GB, 5 cards; 12 bytes, 84 GB, 4 cards (3.7); 8-bit
// Adam, 10 bytes, 70 GB, 4 cards (3.1); LoRA, 14 GB, 1 card. Serving needs only the weights of a named state.
void tst_cli_sizing::bytesPerParameter()
{
    const QStringList size = words("size --params-b 7 --gpu-memory-gb 24 --axis training");
    const auto gpus = [](const QStringList& command) { return runSizeJson(command)["gpus"].toInt(); };
    QCOMPARE(gpus(size), 5);
    QCOMPARE(gpus(size + QStringList{"--bytes-per-param", "12"}), 4);
    QCOMPARE(gpus(size + QStringList{"--bytes-per-param", "2 + 2 + 8"}), 4);
    QCOMPARE(gpus(size + QStringList{"--bytes-per-param", "adam-8bit"}), 4);
    QCOMPARE(gpus(size + QStringList{"--bytes-per-param", "lora"}), 1);

    const QString project = sourceFile("resources/examples/thirteen-billion.scalewright");  // 80 GB cards, 76 usable
    const QStringList typed{"size", project, "--set", "/baseline/model/bytes_per_parameter=12"};
    QCOMPARE(runSizeJson(typed)["bytes_per_param"].toDouble(), 12.0);
    const auto gpusForModel = [](const QStringList& command) { return runSizeJson(command)["gpus_for_model"].toInt(); };
    QCOMPARE(gpusForModel(typed), 3);  // 156/76 = 2.05
    QCOMPARE(gpusForModel({"size", project, "--set", "/baseline/model/state=adam-8bit"}), 2);  // 130/76 = 1.7
    QCOMPARE(runSizeJson(typed + QStringList{"--rule", "book"})["bytes_per_param"].toDouble(), 12.0);
    QCOMPARE(runSizeJson({"size", project, "--set", "/baseline/model/state=megatron-18", "--axis",
                          "inference"})["bytes_per_param"]
                 .toDouble(),
             2.0);
    const CliResult unknown = runCli(typed + QStringList{"--set", "/design/partitioning/sharding_stage=1"});
    QCOMPARE(unknown.status, 2);
    QVERIFY2(unknown.err.contains("--bytes-per-param"), unknown.err.constData());
}

void tst_cli_sizing::errors_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("expectedText");
    QTest::newRow("no axis") << "size --params-b 7" << QByteArray("--axis");
    QTest::newRow("no shape") << "size --params-b 7 --axis inference --context 4096 --concurrency 8"
                              << QByteArray("--context");
    QTest::newRow("another axis") << "size --params-b 7 --axis coordination"
                                  << QByteArray("training, model, data or inference");
    QTest::newRow("another rule") << "size --params-b 7 --axis model --rule mine" << QByteArray("book or replica");
    QTest::newRow("no number") << "size --params-b nan --axis model" << QByteArray("--params-b");
    QTest::newRow("no card") << "size --params-b 7 --axis model --gpu h1" << QByteArray("h100-sxm");
    QTest::newRow("too large") << "size --params-b 1e200 --axis model" << QByteArray("--params-b: more than a billion");
    QTest::newRow("too many requests") << "size --params-b 7 --axis inference --qps 1e200"
                                       << QByteArray("--qps: more than a billion");
    QTest::newRow("no price") << "build-or-buy --gpus 4" << QByteArray("--price");
    QTest::newRow("a part of a card") << "build-or-buy --gpus 1.5 --price 1 --premium 2 --ops-hours 1 --hour-value 1"
                                      << QByteArray("--gpus");
    QTest::newRow("a premium in percent")
        << "build-or-buy --gpus 4 --price 1 --premium 20% --ops-hours 1 --hour-value 1"
        << QByteArray("--premium: \"20%\" is a percentage; expected a factor over the raw price: 1.2 for 20 % more");
    QTest::newRow("a premium below 1") << "build-or-buy --gpus 4 --price 1 --premium 0.2 --ops-hours 1 --hour-value 1"
                                       << QByteArray("--premium: \"0.2\" is less than 1; expected a factor");
    QTest::newRow("a size's premium") << "size --params-b 7 --axis model --premium 20%" << QByteArray("--premium");
    QTest::newRow("too large to compute") << "size --params-b 1e308 --axis model"
                                          << QByteArray("--params-b: is too large to compute; expected 0 or more");
    QTest::newRow("totals") << "build-or-buy --gpus 4 --price 1e200 --premium 1e200 --ops-hours 1 --hour-value 1"
                            << QByteArray("too large");
}

void tst_cli_sizing::errors()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, expectedText);
    const CliResult result = runCli(line.split(' '));
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.contains(expectedText), result.err.constData());
}

SCALEWRIGHT_TEST(tst_cli_sizing)
#include "tst_cli_sizing.moc"
