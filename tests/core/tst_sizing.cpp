// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: Output 41.5.1 (A to D), Table 41.5.1, the exercises in section 41.5 of the book, and hand
// arithmetic.
#include <QTest>

#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/sizing/sizing.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/axes.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/project.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"

using namespace scalewright;

namespace {

const ToolTable& table()
{
    static const Result<ToolTable> read =
        parseToolTable(test::contentOf(test::sourceFile("resources/catalogue/tools.json")).toStdString());
    if (!read)
        qFatal("%s", describe(read.error()).c_str());
    return *read;
}

Sizing sized(const SizingNeed& need, SizingRule rule)
{
    const Result<Sizing> sizing = computeSizing(need, rule, table());
    if (!sizing)
        qFatal("%s", describe(sizing.error()).c_str());
    return *sizing;
}

const SizingNeed fineTune{
    .parameters = 7e9, .datasetBytes = 0.02e12, .axis = Axis::Training, .hours = 30, .budgetUsd = 5000};
const SizingNeed preTrain{
    .parameters = 70e9, .datasetBytes = 4e12, .axis = Axis::Model, .hours = 400, .budgetUsd = 200000};
const SizingNeed serve{
    .parameters = 13e9, .requestsPerS = 600, .axis = Axis::Inference, .hours = 720, .budgetUsd = 40000};
const SizingNeed crawl{.datasetBytes = 30e12, .axis = Axis::Data, .hours = 12, .budgetUsd = 2000};
const SizingNeed seventyBillionAt200PerS{
    .parameters = 70e9, .requestsPerS = 200, .axis = Axis::Inference, .hours = 720, .budgetUsd = 40000};

}  // namespace

class tst_sizing : public QObject {
    Q_OBJECT
private slots:
    void output4151_data();
    void output4151();
    void recommendsNothingWithoutInput();
    void appliesTheReplicaRule_data();
    void appliesTheReplicaRule();
    void truncation();
    void stages();
    void activationsCount();
    void countsTheCache();
    void shardsModelsThatDoNotFit();
    void replicasStayWithinNodes();
    void rentsWholeNodes();
    void thePlansCards();
    void tiers_data();
    void tiers();
    void refused_data();
    void refused();
    void theRulesPart();
    void table4151();
    void designs();
    void namesTheSameToolsForAnAxis();
    void rejectsInvalidTables_data();
    void rejectsInvalidTables();
    void buildOrBuy();
    void choosesSelfManagedWhenCheaper();
};

void tst_sizing::output4151_data()
{
    QTest::addColumn<SizingNeed>("need");
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<double>("cost");
    QTest::addColumn<QString>("tier");
    QTest::addColumn<QString>("framework");
    QTest::addColumn<QString>("collective");
    const char *local = "local single node (multi-GPU)", *managed = "managed cluster",
               *selfManaged = "self-managed cloud cluster";
    QTest::newRow("A") << fineTune << 2 << 0 << 2 << 1 << 150.0 << local << "PyTorch DDP, DeepSpeed"
                       << "all-reduce";
    QTest::newRow("B") << preTrain << 14 << 0 << 14 << 2 << 14000.0 << managed << "FSDP, Megatron-LM"
                       << "reduce-scatter / all-gather";
    QTest::newRow("C") << serve << 3 << 15 << 15 << 2 << 27000.0 << selfManaged << "vLLM, Ray Serve, Triton"
                       << "request fan-out";
    QTest::newRow("D") << crawl << 1 << 0 << 1 << 1 << 30.0 << managed << "Spark / Ray Data / Dask"
                       << "shuffle";
}

void tst_sizing::output4151()
{
    QFETCH(SizingNeed, need);
    const Sizing book = sized(need, SizingRule::Book);
    QTEST(static_cast<int>(book.acceleratorsForModel), "model");
    QTEST(static_cast<int>(book.acceleratorsForRequests), "requests");
    QTEST(static_cast<int>(book.accelerators), "gpus");
    QTEST(static_cast<int>(book.nodes), "nodes");
    QTEST(book.rawCostUsd.value(), "cost");
    QTEST(QString::fromStdString(tierTitle(book.tier.value())), "tier");
    QTEST(QString::fromStdString(book.framework), "framework");
    QTEST(QString::fromStdString(book.collective), "collective");
}

// A: 112 GB on 80 GB cards: two, sharded. B: 1120/(0.95 x 80) = 14.7, so 15 (14 would be filled to the last byte), $15
// 000 raw, $24 000 managed. C: 26 GB on one card, 600/40 = 15 cards, 15 x 2.5 x 720 = $27 000; managed costs 1.6 times
// that, over budget. D: no model. 70 B at 200/s: 140 GB on two cards, 200/40 = 5 replicas, 10 cards on two nodes, 10 x
// 2.5 x 720 = $18 000, managed $28 800.
void tst_sizing::appliesTheReplicaRule_data()
{
    QTest::addColumn<SizingNeed>("need");
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<double>("cost");
    QTest::addColumn<QString>("tier");
    QTest::addColumn<QString>("framework");
    const char *local = "local single node (multi-GPU)", *managed = "managed cluster",
               *selfManaged = "self-managed cloud cluster";
    const double noValue = -1;
    QTest::newRow("A") << fineTune << 2 << 2 << 1 << 150.0 << local << "FSDP, Megatron-LM";
    QTest::newRow("B") << preTrain << 15 << 15 << 2 << 15000.0 << managed << "FSDP, Megatron-LM";
    QTest::newRow("C") << serve << 1 << 15 << 2 << 27000.0 << selfManaged << "vLLM, Ray Serve, Triton";
    QTest::newRow("D") << crawl << 0 << 0 << 0 << noValue << managed << "Spark, Ray Data, Dask";
    QTest::newRow("70 B at 200/s") << seventyBillionAt200PerS << 2 << 10 << 2 << 18000.0 << managed
                                   << "vLLM, Ray Serve, Triton";
    SizingNeed oneCardNeed = fineTune;
    oneCardNeed.parameters = 4e9;  // 64 GB fit on a card with 76 GB usable
    QTest::newRow("fits on one") << oneCardNeed << 1 << 1 << 1 << 75.0 << local << "PyTorch DDP, DeepSpeed";
    SizingNeed small = seventyBillionAt200PerS;
    small.memoryBytes = 192e9;  // 140 GB fit in 182.4 GB, so a replica needs one card
    QTest::newRow("a larger card") << small << 1 << 5 << 1 << 9000.0 << local << "vLLM, Ray Serve, Triton";
}

// Without input nothing is recommended.
void tst_sizing::recommendsNothingWithoutInput()
{
    SizingNeed need = crawl;
    need.datasetBytes = 0;
    const Sizing sizing = sized(need, SizingRule::Replica);
    QVERIFY(!sizing.tier);
    QCOMPARE(sizing.hostingTierReason, std::string("neither a model nor a data size is set"));
    need.parameters = 1e9;
    QVERIFY(sized(need, SizingRule::Book).hostingTierReason.find("not set") != std::string::npos);
}

void tst_sizing::appliesTheReplicaRule()
{
    QFETCH(SizingNeed, need);
    const Sizing sizing = sized(need, SizingRule::Replica);
    QTEST(static_cast<int>(sizing.acceleratorsForModel), "model");
    QTEST(static_cast<int>(sizing.accelerators), "gpus");
    QTEST(static_cast<int>(sizing.nodes), "nodes");
    QTEST(sizing.rawCostUsd.value_or(-1), "cost");
    QTEST(QString::fromStdString(tierTitle(sizing.tier.value())), "tier");
    QTEST(QString::fromStdString(sizing.framework), "framework");
}

// 5.01 billion x 16 = 80.16 GB: the printed code truncates this and divides 80 by 80. 70 billion at 200/s: 14 cards at
// 16 bytes, max(2, 5) at 2.
void tst_sizing::truncation()
{
    const SizingNeed need{.parameters = 5.01e9, .axis = Axis::Training};
    QCOMPARE(sized(need, SizingRule::Book).accelerators, 1);
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 2);
    SizingNeed book = seventyBillionAt200PerS;
    QCOMPARE(sized(book, SizingRule::Book).accelerators, 14);
    QCOMPARE(sized(book, SizingRule::Book).nodes, 2);
    book.state = ModelState::ofTotal(2);
    QCOMPARE(sized(book, SizingRule::Book).accelerators, 5);
    QCOMPARE(sized(book, SizingRule::Book).nodes, 1);
    QCOMPARE(sized(book, SizingRule::Book).tier, std::optional(Tier::Local));
}

// 13 billion parameters on 80 GB, 76 of them usable, with Rajbhandari et al. 2020, figure 1. Stage 1 keeps 4 bytes per
// parameter and shares 12: 52 + 156/N <= 76 from N = 7 (6.5); stage 2: 26 + 182/N from N = 4 (3.64); stage 3: 208/N
// from N = 3. 40 billion parameters keep 160 GB in stage 1, so stage 3 is needed: 640/76 = 8.4.
void tst_sizing::stages()
{
    const auto shardedSizing = [](double parameters, int stage) {
        SizingNeed need{.parameters = parameters, .axis = Axis::Training};
        need.layout.shardingStage = stage;
        return sized(need, SizingRule::Replica);
    };
    QCOMPARE(shardedSizing(13e9, 1).acceleratorsForModel, 7L);
    QCOMPARE(shardedSizing(13e9, 1).framework, std::string("PyTorch DDP, DeepSpeed"));
    QCOMPARE(shardedSizing(13e9, 2).acceleratorsForModel, 4L);
    QCOMPARE(shardedSizing(13e9, 3).acceleratorsForModel, 3L);
    QCOMPARE(shardedSizing(13e9, 3).framework, std::string("FSDP, Megatron-LM"));
    const Sizing unsharded = shardedSizing(40e9, 1);
    QCOMPARE(unsharded.acceleratorsForModel, 9L);
    QVERIFY(std::any_of(unsharded.notes.begin(), unsharded.notes.end(), [](const std::string& note) {
        return note.find("sharding stage 1 leaves 160") != std::string::npos;
    }));
    QCOMPARE(unsharded.fullestCard.bytesOf("optimizer"), 12 * 40e9 / 9);
    SizingNeed invalidNeed{.parameters = 1e9, .axis = Axis::Training};
    invalidNeed.layout.shardingStage = 4;
    QVERIFY(!computeSizing(invalidNeed, SizingRule::Replica, table()));
}

// 4 billion parameters take 64 GB and fit, but not with activations. 32 layers of s b h 34 + 5 a s^2 b = 213.9 + 671.1
// MB (Korthikanti et al. 2022, table 2) take 28.3 GB, with the logits 12 s b V 1.2: 29.5 + 64 = 93.6. On two cards: 32
// + 29.5 + 2 x 4e9/32 (a gathered layer) = 61.8 GB. A micro-batch of 3 needs 88.6 GB on every card, more than fits on
// any number of them.
void tst_sizing::activationsCount()
{
    SizingNeed need{.parameters = 4e9, .axis = Axis::Training};
    QCOMPARE(sized(need, SizingRule::Replica).acceleratorsForModel, 1L);
    need.model = Transformer{.parameters = 4e9,
                             .layers = 32,
                             .hiddenSize = 3072,
                             .attentionHeads = 32,
                             .keyValueHeads = 32,
                             .feedForwardSize = 12288,
                             .vocabularySize = 50000,
                             .sequenceLength = 2048};
    const Sizing sizing = sized(need, SizingRule::Replica);
    QCOMPARE(sizing.acceleratorsForModel, 2L);
    QVERIFY2(std::abs(sizing.fullestCard.total() - 61.8e9) < 0.1e9,
             qPrintable(QString::number(sizing.fullestCard.total())));
    need.layout.microBatchSize = 3;
    const Result<Sizing> refused = computeSizing(need, SizingRule::Replica, table());
    QVERIFY(!refused && describe(refused.error()).find("however many share the state") != std::string::npos);
}

// Llama 2 70B: 327 680 bytes per token (4 x 80 x 8 x 128). Two cards leave 152 - 140 = 12 GB, room for 36 621 tokens. 8
// requests of 4096 tokens are 32 768; 9 are 36 864 and need a third card, rounded up to 4 so that the 64 heads split
// evenly.
void tst_sizing::countsTheCache()
{
    SizingNeed need = seventyBillionAt200PerS;
    need.model = Transformer{.parameters = 70e9,
                             .layers = 80,
                             .hiddenSize = 8192,
                             .attentionHeads = 64,
                             .keyValueHeads = 8,
                             .feedForwardSize = 28672,
                             .vocabularySize = 32000,
                             .sequenceLength = 4096,
                             .gatedFeedForward = true};
    const auto sentenceContains = [](const Sizing& sizing, const char* text) {
        return std::any_of(sizing.notes.begin(), sizing.notes.end(),
                           [&](const std::string& note) { return note.find(text) != std::string::npos; });
    };
    const Sizing sizing = sized(need, SizingRule::Replica);
    QCOMPARE(sizing.accelerators, 10L);
    QVERIFY(sentenceContains(sizing, "tokens fit next to the weights on a replica of 2") &&
            sentenceContains(sizing, "not counted"));
    need.cacheTokens = 8 * 4096;
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 10L);
    need.cacheTokens = 9 * 4096;
    const Sizing three = sized(need, SizingRule::Replica);
    QCOMPARE(three.acceleratorsForModel, 4L);
    QCOMPARE(three.accelerators, 20L);
    QVERIFY(sentenceContains(three, "3 cards would hold it; 64 attention heads split evenly over 4"));
    QVERIFY(!sentenceContains(three, "not counted"));
    need.cacheTokens = 1e12;  // each card holds at least one key-value head, so no number of cards is enough
    const Result<Sizing> refused = computeSizing(need, SizingRule::Replica, table());
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused &&
            describe(refused.error()).find("fewer concurrent requests") != std::string::npos);
}

// 13 billion parameters with DDP on 80 GB: the row of Table 41.5.1 for models that do not fit is chosen, and the
// benchmark times the exchange in that row.
void tst_sizing::shardsModelsThatDoNotFit()
{
    Project project;
    project.baseline.model.emplace().parameters = Quantity{13e9, std::nullopt, {}};
    project.target.memoryBytes = Quantity{80e9, std::nullopt, {}};
    project.design.communication.pattern = Pattern::RingAllReduce;
    const auto fitting = [&] {
        return toolsThatFit(table(), project, sized(sizingNeedOf(project, table(), {}), SizingRule::Replica));
    };
    QCOMPARE(toolsFor(table(), project).rows.front()->id, std::string("training"));
    QCOMPARE(fitting().choice.rows.front()->id, std::string("model"));
    QVERIFY((*fitting().replacementReason).find("shard it over 3 cards") != std::string::npos);
    QCOMPARE(launchParametersFor(fitting(), project, 4).collectives,
             (std::vector<std::string>{"reduce-scatter", "all-gather"}));
    project.baseline.model->parameters->value = 4e9;
    QCOMPARE(fitting().choice.rows.front()->id, std::string("training"));
    QVERIFY(!fitting().replacementReason);
}

// B costs g c h = $15 000 and m g c h = $24 000, so managed is chosen if the hours saved are worth at least $9000,
// among the affordable tiers. 100 billion parameters at 2 bytes are 200 GB: three 80 GB cards. 200/40 = 5 replicas; two
// replicas of three cards fit on a node of eight, so five need three nodes. With five cards per replica (350 GB), one
// fits on a node: five nodes. With eleven (800 GB), each replica takes two nodes.
void tst_sizing::replicasStayWithinNodes()
{
    const auto nodes = [](double parameters) {
        return computeSizing({.parameters = parameters, .requestsPerS = 200, .axis = Axis::Inference},
                             SizingRule::Replica, table())
            ->nodes;
    };
    QCOMPARE(nodes(100e9), 3L);
    QCOMPARE(nodes(175e9), 5L);
    QCOMPARE(nodes(400e9), 10L);
    const Result<Sizing> wide = computeSizing({.parameters = 400e9, .requestsPerS = 200, .axis = Axis::Inference},
                                              SizingRule::Replica, table());
    QVERIFY(std::any_of(wide->notes.begin(), wide->notes.end(),
                        [](const std::string& note) { return note.find("spans 2 nodes of 8") != std::string::npos; }));
}

// 8 billion parameters at 100 requests per second: three cards on one node of eight at $23.60 per hour for 100 h cost
// $2360.
void tst_sizing::rentsWholeNodes()
{
    const Result<Sizing> sizing = computeSizing({.parameters = 8e9,
                                                 .requestsPerS = 100,
                                                 .axis = Axis::Inference,
                                                 .hours = 100,
                                                 .budgetUsd = 1000,
                                                 .priceUsdPerHour = 23.6 / 8,
                                                 .rentsWholeNodes = true},
                                                SizingRule::Replica, table());
    QCOMPARE(sizing->accelerators, 3L);
    QVERIFY(std::abs(*sizing->rawCostUsd - 2360) < 1e-9);
    QVERIFY(!sizing->tier);
}

// 1 B parameters at 16 bytes are 16 GB: one 80 GB card. A plan for ten workers takes ten cards on two nodes of eight,
// 10 x 2.5 x 100 h. Code 41.5.1 ignores the plan, a plan with fewer cards than one copy needs has no effect, and
// replicas answer the requests.
void tst_sizing::thePlansCards()
{
    SizingNeed need{.parameters = 1e9, .planWorkers = 10, .hours = 100};
    const Sizing plan = sized(need, SizingRule::Replica), book = sized(need, SizingRule::Book);
    QCOMPARE(plan.acceleratorsForModel, 1L);
    QCOMPARE(plan.accelerators, 10L);
    QCOMPARE(plan.nodes, 2L);
    QCOMPARE(*plan.rawCostUsd, 2500.0);
    QVERIFY(plan.tier != Tier::Local);
    QCOMPARE(book.accelerators, 1L);
    need.parameters = 70e9;  // 1120 GB: 15 cards, filled to 95 %
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 15L);
    need.axis = Axis::Inference;
    need.requestsPerS = 200;
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 10L);  // 200/40 replicas with two cards each
}

void tst_sizing::tiers_data()
{
    QTest::addColumn<double>("budget");
    QTest::addColumn<double>("opsHours");
    QTest::addColumn<double>("hourValue");
    QTest::addColumn<int>("tier");
    const int managed = static_cast<int>(Tier::Managed), selfManaged = static_cast<int>(Tier::SelfManaged), noTier = -1;
    QTest::newRow("hours worth just the premium") << 200000.0 << 150.0 << 60.0 << managed;
    QTest::newRow("a dollar less") << 200000.0 << 149.0 << 60.0 << selfManaged;
    QTest::newRow("over the budget") << 23999.0 << 1e6 << 60.0 << selfManaged;
    QTest::newRow("neither is within it") << 14999.0 << 1e6 << 60.0 << noTier;
    QTest::newRow("self-managed just within") << 15000.0 << 0.0 << 0.0 << selfManaged;
}

void tst_sizing::tiers()
{
    QFETCH(double, budget);
    QFETCH(double, opsHours);
    QFETCH(double, hourValue);
    QFETCH(int, tier);
    SizingNeed need = preTrain;
    need.budgetUsd = budget;
    need.operatorHours = opsHours;
    need.operatorHourUsd = hourValue;
    const Sizing sizing = sized(need, SizingRule::Replica);
    QCOMPARE(sizing.tier ? static_cast<int>(*sizing.tier) : -1, tier);
    QVERIFY(!sizing.hostingTierReason.empty());
    // The printed code chooses self-managed even if that is over budget.
    if (tier < 0)
        QCOMPARE(sized(need, SizingRule::Book).tier, std::optional(Tier::SelfManaged));
}

void tst_sizing::refused_data()
{
    QTest::addColumn<SizingNeed>("need");
    QTest::addColumn<QString>("where");
    const double infinite = std::numeric_limits<double>::infinity();
    QTest::newRow("negative") << SizingNeed{.parameters = -1} << "/baseline/model/parameters";
    QTest::newRow("infinite") << SizingNeed{.parameters = infinite} << "/baseline/model/parameters";
    QTest::newRow("too many") << SizingNeed{.parameters = 1e300} << "/baseline/model/parameters";
    QTest::newRow("too many requests") << SizingNeed{.parameters = 1e9, .requestsPerS = 1e300, .axis = Axis::Inference}
                                       << "/baseline/serving/throughput_target_per_s";
    QTest::newRow("less than a gigabyte")
        << SizingNeed{.parameters = 1e9, .memoryBytes = 5e8} << "/target/memory_bytes";
    QTest::newRow("no card in a node") << SizingNeed{.parameters = 1e9, .acceleratorsPerNode = 0}
                                       << "/target/workers_per_node";
    QTest::newRow("coordination") << SizingNeed{.parameters = 1e9, .axis = Axis::Coordination} << "axis";
    QTest::newRow("no requests a replica")
        << SizingNeed{.parameters = 1e9, .requestsPerReplicaPerS = 0} << "/baseline/serving/throughput_per_s";
}

void tst_sizing::refused()
{
    QFETCH(SizingNeed, need);
    QFETCH(QString, where);
    for (const SizingRule rule : {SizingRule::Book, SizingRule::Replica}) {
        const Result<Sizing> sizing = computeSizing(need, rule, table());
        QVERIFY(!sizing);
        const ProblemLocation& location = sizing.error().problems.front().location;
        QCOMPARE(QString::fromStdString(location.jsonPointer + location.field), where);
    }
}

void tst_sizing::theRulesPart()
{
    const auto keys = [](const SizingNeed& need) {
        QStringList list;
        for (const SizingDifference& each :
             sizingDifferences(need, sized(need, SizingRule::Book), sized(need, SizingRule::Replica)))
            list << QString::fromStdString(each.key);
        return list.join(' ');
    };
    QCOMPARE(keys(fineTune), QString("framework"));
    QCOMPARE(keys(preTrain), QString("gpus_for_model gpus raw_cost_usd"));
    QCOMPARE(keys(seventyBillionAt200PerS),
             QString("gpus_for_model gpus_for_qps gpus raw_cost_usd tier"));  // 14 managed cards cost $40 320
    QCOMPARE(keys({.parameters = 4e9, .axis = Axis::Training, .hours = 1}), QString());
}

void tst_sizing::table4151()
{
    QCOMPARE(table().rows.size(), std::size_t(6));
    QCOMPARE(table().rowOf(Axis::Data).frameworkList(), std::string("Spark, Ray Data, Dask"));
    QCOMPARE(table().rowOf(Axis::Coordination).collective, std::string("scheduling, failure recovery"));
    QCOMPARE(table().find("tracking")->frameworkList(), std::string("W&B, MLflow"));
    QVERIFY(!table().source.empty() && !table().date.empty());
    QCOMPARE(table().figureColumns, (std::vector<std::string>{"collective", "framework", "size", "tier"}));
    // Every option in the table must be implemented by a pattern.
    for (const ToolRow& row : table().rows)
        for (const std::string& option : row.options)
            QVERIFY2(!patternsForOption(option).empty(), option.c_str());
}

void tst_sizing::designs()
{
    Project project;
    project.design.communication.pattern = Pattern::BookRingAllReduce;
    QCOMPARE(toolsFor(table(), project).rows.front()->id, std::string("training"));
    // A sharded exchange under the choice all-reduce: the framework of the shards owns it.
    project.design.communication.slot.choices = {{.option = "all-reduce", .scope = {}, .unknown = {}}};
    QCOMPARE(toolsFor(table(), project).rows.front()->id, std::string("training"));
    project.design.communication.pattern = Pattern::ReduceScatterAllGather;
    QCOMPARE(toolsFor(table(), project).rows.front()->id, std::string("model"));
    project.design.communication.pattern = Pattern::BookRingAllReduce;
    project.design.communication.slot.choices = {{.option = "shuffle", .scope = {}, .unknown = {}},
                                                 {.option = "gossip", .scope = {}, .unknown = {}}};
    const ToolChoice toolChoice = toolsFor(table(), project);
    QCOMPARE(toolChoice.rows.size(), std::size_t(1));
    QCOMPARE(toolChoice.rows.front()->id, std::string("data"));
    QCOMPARE(toolChoice.unownedCollectives.size(), std::size_t(1));
    QVERIFY(toolChoice.unownedCollectives.front().find("gossip") != std::string::npos);
    QVERIFY(toolChoice.launcher == ToolLauncher::Ray);
    QCOMPARE(toolChoice.owners.size(), std::size_t(2));
    QCOMPARE(toolChoice.owners[0].frameworks, std::string("Spark, Ray Data, Dask"));
    QVERIFY(toolChoice.owners[1].frameworks.empty());
    // One owner per part of a hybrid; the sharded part of student B's design needs no other framework.
    const Project hybrid = test::example(QStringLiteral("student-b"));
    const ToolChoice both = toolsFor(table(), hybrid);
    QCOMPARE(both.owners.size(), std::size_t(2));
    QCOMPARE(both.owners[0].part, std::string("dense layers"));
    QCOMPARE(both.owners[0].frameworks, std::string("PyTorch DDP, DeepSpeed"));
    QCOMPARE(both.owners[1].part, std::string("embedding table"));
    QCOMPARE(both.owners[1].frameworks, std::string("TorchRec, TensorFlow ParameterServerStrategy"));
    QVERIFY(!toolsThatFit(table(), hybrid, sized(sizingNeedOf(hybrid, table(), {}), SizingRule::Replica))
                 .replacementReason);

    // Synchronous exchange between neighbours with distinct parts is a stencil's halo exchange, for which MPI is the
    // tool. Gossip between replicas is not.
    Project stencil;
    stencil.design.partitioning.slot.choices = {{.option = "split-work", .scope = {}, .unknown = {}}};
    stencil.design.communication.slot.choices = {{.option = "gossip", .scope = {}, .unknown = {}}};
    stencil.design.communication.pattern = Pattern::Gossip;
    stencil.design.consistency.slot.choices = {{.option = "synchronous", .scope = {}, .unknown = {}}};
    const ToolChoice mpi = toolsFor(table(), stencil);
    QVERIFY(mpi.rows.empty() && mpi.launcher == ToolLauncher::Mpi);
    QVERIFY(mpi.owners.size() == 1 && mpi.owners.front().frameworks == "MPI");
    QVERIFY(mpi.unownedCollectives.front().find("use MPI") != std::string::npos);
    stencil.design.partitioning.slot.choices.front().option = "split-data";
    QVERIFY(!toolsFor(table(), stencil).launcher);
}

void tst_sizing::namesTheSameToolsForAnAxis()
{
    const Result<AxisMenu> menu = readAxisMenu();
    QVERIFY(menu);
    const std::vector<std::string> parameterServers{"TorchRec", "TensorFlow ParameterServerStrategy"};
    Profile profile;
    profile.model.emplace();
    for (const auto& [pattern, tools] : {std::pair{Pattern::Gossip, std::vector<std::string>{"MPI"}},
                                         std::pair{Pattern::ParameterServer, parameterServers}}) {
        profile.model->primaryExchange().pattern = pattern;
        for (const Axis axis : {Axis::Training, Axis::Model}) {
            const AxisRow& row = menu->row(axis);
            QCOMPARE(toolsForAxis(row, profile), tools);
            // With a model, Table 41.2.1 applies.
            Profile trained = profile;
            trained.baseline.model.emplace();
            QCOMPARE(toolsForAxis(row, trained), row.tools);
            QCOMPARE(toolsForAxis(row, Profile()), row.tools);
        }
        QCOMPARE(toolsForAxis(menu->row(Axis::Data), profile), menu->row(Axis::Data).tools);
    }
    Project servers;
    servers.design.communication.slot.choices = {{.option = "parameter-server", .scope = {}, .unknown = {}}};
    QCOMPARE(toolsFor(table(), servers).owners.front().frameworks, parameterServers[0] + ", " + parameterServers[1]);
}

void tst_sizing::rejectsInvalidTables_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("another file") << QByteArray("scalewright-tools") << QByteArray("scalewright-axes") << "/format";
    QTest::newRow("no date") << QByteArray("\"date\"") << QByteArray("\"day\"") << "/date";
    QTest::newRow("an axis") << QByteArray("\"axis\": \"data\"") << QByteArray("\"axis\": \"dat\"") << "/rows/0/axis";
    QTest::newRow("a launcher") << QByteArray("\"launcher\": \"torchrun\"") << QByteArray("\"launcher\": \"mpirun\"")
                                << "/rows/1/launcher";
    QTest::newRow("an axis twice") << QByteArray("\"axis\": \"data\"") << QByteArray("\"axis\": \"model\"") << "/rows";
    QTest::newRow("an option twice") << QByteArray("[\"shuffle\"]") << QByteArray("[\"all-reduce\"]")
                                     << "/rows/1/options";
    QTest::newRow("no framework") << QByteArray("[\"FSDP\", \"Megatron-LM\"]") << QByteArray("[]")
                                  << "/rows/2/frameworks";
}

void tst_sizing::rejectsInvalidTables()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, pointer);
    QByteArray text = test::contentOf(test::sourceFile("resources/catalogue/tools.json"));
    QVERIFY(text.contains(from));
    const Result<ToolTable> invalidTable = parseToolTable(text.replace(from, to).toStdString());
    QVERIFY(!invalidTable);
    QStringList pointers;
    for (const Problem& problem : invalidTable.error().problems)
        pointers << QString::fromStdString(problem.location.jsonPointer);
    QVERIFY2(pointers.contains(pointer), qPrintable(pointers.join(' ')));
}

// The exercise: 16 x $2.5 = $40 per hour, managed $24 per hour more, 40 h x $60 = $2400 saved: break-even after 100 h.
void tst_sizing::buildOrBuy()
{
    const BuildOrBuyTerms terms{.accelerators = 16,
                                .priceUsdPerHour = 2.5,
                                .managedPriceFactor = 1.6,
                                .operatorHours = 40,
                                .operatorHourUsd = 60};
    QVERIFY(std::abs(breakEvenHours(terms).value() - 100) < 1e-9);
    const CostTotals before = costTotalsAfter(terms, 50);
    QCOMPARE(before.selfManagedUsd, 4400.0);  // 2000 + 2400
    QCOMPARE(before.managedUsd, 3200.0);  // 1.6 x 2000
    QVERIFY(before.isManagedPreferred());
    const CostTotals after = costTotalsAfter(terms, 200);
    QCOMPARE(after.selfManagedUsd, 10400.0);
    QCOMPARE(after.managedUsd, 12800.0);
    QVERIFY(!after.isManagedPreferred());
    QVERIFY(std::abs(breakEvenOperatorHourUsd(terms, 200).value() - 120) < 1e-9);  // 24 x 200/40
    const std::vector<BreakEvenRow> rows = breakEvenRows(terms, 200.0);
    QCOMPARE(rows.size(), std::size_t(5));
    QVERIFY(std::abs(rows.front().breakEvenHours.value() - 25) < 1e-9);  // at $15 per operator hour
    QVERIFY(std::abs(rows.back().breakEvenHours.value() - 400) < 1e-9);
    // The preference changes at $120 per hour, where both cost the same.
    QVERIFY(!rows[2].totals->isManagedPreferred() && rows[3].totals->isManagedPreferred());
}

void tst_sizing::choosesSelfManagedWhenCheaper()
{
    QVERIFY(!breakEvenHours({.accelerators = 4,
                             .priceUsdPerHour = 2,
                             .managedPriceFactor = 1,
                             .operatorHours = 10,
                             .operatorHourUsd = 20}));
    QVERIFY(!breakEvenHours({.accelerators = 4,
                             .priceUsdPerHour = 0,
                             .managedPriceFactor = 1.6,
                             .operatorHours = 10,
                             .operatorHourUsd = 20}));
    QVERIFY(!noBreakEvenReason({.accelerators = 4,
                                .priceUsdPerHour = 2,
                                .managedPriceFactor = 1,
                                .operatorHours = 10,
                                .operatorHourUsd = 20})
                 .empty());
    QCOMPARE(breakEvenHours({.accelerators = 4,
                             .priceUsdPerHour = 2,
                             .managedPriceFactor = 1.5,
                             .operatorHours = 0,
                             .operatorHourUsd = 20})
                 .value(),
             0.0);
    QVERIFY(!breakEvenOperatorHourUsd(
        {.accelerators = 4, .priceUsdPerHour = 2, .managedPriceFactor = 1.5, .operatorHours = 0, .operatorHourUsd = 20},
        10));
}

SCALEWRIGHT_TEST(tst_sizing)
#include "tst_sizing.moc"
