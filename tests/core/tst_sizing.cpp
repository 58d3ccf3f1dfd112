// Expected values: Output 41.5.1 (A to D), Table 41.5.1, the exercises of book 41.5, and hand arithmetic.
#include <QTest>

#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/sizing/sizing.h"
#include "core/design/tools/tool_table.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/project.h"
#include "tests/support/files.h"
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
    const Result<Sizing> found = size(need, rule, table());
    if (!found)
        qFatal("%s", describe(found.error()).c_str());
    return *found;
}

const SizingNeed fineTune{
    .parameters = 7e9, .datasetBytes = 0.02e12, .axis = Axis::Training, .hours = 30, .budgetUsd = 5000};
const SizingNeed preTrain{
    .parameters = 70e9, .datasetBytes = 4e12, .axis = Axis::Model, .hours = 400, .budgetUsd = 200000};
const SizingNeed serve{
    .parameters = 13e9, .requestsPerS = 600, .axis = Axis::Inference, .hours = 720, .budgetUsd = 40000};
const SizingNeed crawl{.datasetBytes = 30e12, .axis = Axis::Data, .hours = 12, .budgetUsd = 2000};
const SizingNeed seventyAt200{
    .parameters = 70e9, .requestsPerS = 200, .axis = Axis::Inference, .hours = 720, .budgetUsd = 40000};

}  // namespace

class tst_sizing : public QObject {
    Q_OBJECT
private slots:
    void output4151_data();
    void output4151();
    void nothingGiven();
    void rightRule_data();
    void rightRule();
    void truncation();
    void stages();
    void activationsCount();
    void theCacheCounts();
    void whatDoesNotFitIsSharded();
    void replicasKeepToNodes();
    void wholeNodes();
    void thePlansCards();
    void tiers_data();
    void tiers();
    void refused_data();
    void refused();
    void theRulesPart();
    void table4151();
    void designs();
    void wrongTables_data();
    void wrongTables();
    void buildOrBuy();
    void neverDearer();
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
               *self = "self-managed cloud cluster";
    QTest::newRow("A") << fineTune << 2 << 0 << 2 << 1 << 150.0 << local << "PyTorch DDP, DeepSpeed"
                       << "all-reduce";
    QTest::newRow("B") << preTrain << 14 << 0 << 14 << 2 << 14000.0 << managed << "FSDP, Megatron-LM"
                       << "reduce-scatter / all-gather";
    QTest::newRow("C") << serve << 3 << 15 << 15 << 2 << 27000.0 << self << "vLLM, Ray Serve, Triton"
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

// A: 112 GB on 80 GB cards: two, sharded. B: 1120/(0.95 x 80) = 14.7, so 15 (14 would be full to the last byte), $15
// 000 raw, $24 000 managed. C: 26 GB on one card, 600/40 = 15 of them, 15 x 2.5 x 720 = $27 000, managed 1.6 times
// that, over the budget. D: no model. 70 B at 200/s: 140 GB on two cards, 200/40 = 5 replicas, 10 cards on two nodes,
// 10 x 2.5 x 720 = $18 000, managed $28 800.
void tst_sizing::rightRule_data()
{
    QTest::addColumn<SizingNeed>("need");
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<double>("cost");
    QTest::addColumn<QString>("tier");
    QTest::addColumn<QString>("framework");
    const char *local = "local single node (multi-GPU)", *managed = "managed cluster",
               *self = "self-managed cloud cluster";
    const double none = -1;
    QTest::newRow("A") << fineTune << 2 << 2 << 1 << 150.0 << local << "FSDP, Megatron-LM";
    QTest::newRow("B") << preTrain << 15 << 15 << 2 << 15000.0 << managed << "FSDP, Megatron-LM";
    QTest::newRow("C") << serve << 1 << 15 << 2 << 27000.0 << self << "vLLM, Ray Serve, Triton";
    QTest::newRow("D") << crawl << 0 << 0 << 0 << none << managed << "Spark, Ray Data, Dask";
    QTest::newRow("70 B at 200/s") << seventyAt200 << 2 << 10 << 2 << 18000.0 << managed << "vLLM, Ray Serve, Triton";
    SizingNeed one = fineTune;
    one.parameters = 4e9;  // 64 GB fit on a card of which 76 may be filled
    QTest::newRow("fits on one") << one << 1 << 1 << 1 << 75.0 << local << "PyTorch DDP, DeepSpeed";
    SizingNeed small = seventyAt200;
    small.memoryBytes = 192e9;  // 140 GB in 182.4: a replica is a card
    QTest::newRow("a larger card") << small << 1 << 5 << 1 << 9000.0 << local << "vLLM, Ray Serve, Triton";
}

// Nothing is recommended where nothing is given.
void tst_sizing::nothingGiven()
{
    SizingNeed need = crawl;
    need.datasetBytes = 0;
    const Sizing right = sized(need, SizingRule::Replica);
    QVERIFY(!right.tier);
    QCOMPARE(right.tierReason, std::string("neither a model nor the size of the data is given"));
    need.parameters = 1e9;
    QVERIFY(sized(need, SizingRule::Book).tierReason.find("not given") != std::string::npos);
}

void tst_sizing::rightRule()
{
    QFETCH(SizingNeed, need);
    const Sizing right = sized(need, SizingRule::Replica);
    QTEST(static_cast<int>(right.acceleratorsForModel), "model");
    QTEST(static_cast<int>(right.accelerators), "gpus");
    QTEST(static_cast<int>(right.nodes), "nodes");
    QTEST(right.rawCostUsd.value_or(-1), "cost");
    QTEST(QString::fromStdString(tierTitle(right.tier.value())), "tier");
    QTEST(QString::fromStdString(right.framework), "framework");
}

// 5.01 billion x 16 = 80.16 GB: the printed code divides 80 by 80. 70 billion at 200/s: 14 at 16 bytes, max(2, 5) at 2.
void tst_sizing::truncation()
{
    const SizingNeed need{.parameters = 5.01e9, .axis = Axis::Training};
    QCOMPARE(sized(need, SizingRule::Book).accelerators, 1);
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 2);
    SizingNeed book = seventyAt200;
    QCOMPARE(sized(book, SizingRule::Book).accelerators, 14);
    QCOMPARE(sized(book, SizingRule::Book).nodes, 2);
    book.bytesPerParameter = 2;
    QCOMPARE(sized(book, SizingRule::Book).accelerators, 5);
    QCOMPARE(sized(book, SizingRule::Book).nodes, 1);
    QCOMPARE(sized(book, SizingRule::Book).tier, std::optional(Tier::Local));
}

// 13 billion on 80 GB, of which 76 may be filled, by Rajbhandari et al. 2020, figure 1: stage 1 keeps 4 bytes a
// parameter and shares 12, 52 + 156/N <= 76 from N = 7 (6.5); stage 2 26 + 182/N from 4 (3.64); stage 3 208/N from 3.
// 40 billion at stage 1 keep 160 GB: stage 3, 640/76 = 8.4.
void tst_sizing::stages()
{
    const auto of = [](double parameters, int stage) {
        SizingNeed need{.parameters = parameters, .axis = Axis::Training};
        need.layout.shardingStage = stage;
        return sized(need, SizingRule::Replica);
    };
    QCOMPARE(of(13e9, 1).acceleratorsForModel, 7L);
    QCOMPARE(of(13e9, 1).framework, std::string("PyTorch DDP, DeepSpeed"));
    QCOMPARE(of(13e9, 2).acceleratorsForModel, 4L);
    QCOMPARE(of(13e9, 3).acceleratorsForModel, 3L);
    QCOMPARE(of(13e9, 3).framework, std::string("FSDP, Megatron-LM"));
    const Sizing whole = of(40e9, 1);
    QCOMPARE(whole.acceleratorsForModel, 9L);
    QVERIFY(std::any_of(whole.notes.begin(), whole.notes.end(), [](const std::string& note) {
        return note.find("stage 1 of sharding leaves 160") != std::string::npos;
    }));
    QCOMPARE(whole.onCard.of("optimizer"), 12 * 40e9 / 9);
    SizingNeed wrong{.parameters = 1e9, .axis = Axis::Training};
    wrong.layout.shardingStage = 4;
    QVERIFY(!size(wrong, SizingRule::Replica, table()));
}

// 4 billion parameters are 64 GB and fit; with activations they do not. 32 layers of s b h 34 + 5 a s^2 b = 213.9 +
// 671.1 MB (Korthikanti et al. 2022, table 2) are 28.3 GB, the logits 12 s b V 1.2: 29.5 + 64 = 93.6. On two cards 32
// + 29.5 + 2 x 4e9/32 (a gathered layer) = 61.8 GB. A micro-batch of 3 keeps 88.6 GB on every card, more than any count
// of them leaves.
void tst_sizing::activationsCount()
{
    SizingNeed need{.parameters = 4e9, .axis = Axis::Training};
    QCOMPARE(sized(need, SizingRule::Replica).acceleratorsForModel, 1L);
    need.model = Transformer{.parameters = 4e9,
                             .layers = 32,
                             .hidden = 3072,
                             .heads = 32,
                             .kvHeads = 32,
                             .feedForward = 12288,
                             .vocabulary = 50000,
                             .sequence = 2048};
    const Sizing two = sized(need, SizingRule::Replica);
    QCOMPARE(two.acceleratorsForModel, 2L);
    QVERIFY2(std::abs(two.onCard.total() - 61.8e9) < 0.1e9, qPrintable(QString::number(two.onCard.total())));
    need.layout.microBatch = 3;
    const Result<Sizing> none = size(need, SizingRule::Replica, table());
    QVERIFY(!none && describe(none.error()).find("however many share the state") != std::string::npos);
}

// Llama 2 70B: 327 680 bytes a token (4 x 80 x 8 x 128). Two cards leave 152 - 140 = 12 GB: 36 621 tokens. 8 requests
// of 4096 are 32 768, 9 are 36 864 and take a third card, and 64 heads are split evenly over 4.
void tst_sizing::theCacheCounts()
{
    SizingNeed need = seventyAt200;
    need.model = Transformer{.parameters = 70e9,
                             .layers = 80,
                             .hidden = 8192,
                             .heads = 64,
                             .kvHeads = 8,
                             .feedForward = 28672,
                             .vocabulary = 32000,
                             .sequence = 4096,
                             .gated = true};
    const auto says = [](const Sizing& sizing, const char* text) {
        return std::any_of(sizing.notes.begin(), sizing.notes.end(),
                           [&](const std::string& note) { return note.find(text) != std::string::npos; });
    };
    const Sizing unknown = sized(need, SizingRule::Replica);
    QCOMPARE(unknown.accelerators, 10L);
    QVERIFY(says(unknown, "tokens fit beside the weights of a replica of 2") && says(unknown, "not counted"));
    need.cacheTokens = 8 * 4096;
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 10L);
    need.cacheTokens = 9 * 4096;
    const Sizing three = sized(need, SizingRule::Replica);
    QCOMPARE(three.acceleratorsForModel, 4L);
    QCOMPARE(three.accelerators, 20L);
    QVERIFY(says(three, "3 cards would hold it; 64 attention heads are split evenly over 4"));
    QVERIFY(!says(three, "not counted"));
    need.cacheTokens = 1e12;  // one key and value head a card at the least: no count of cards holds it
    const Result<Sizing> none = size(need, SizingRule::Replica, table());
    QVERIFY(!none && none.error().code == ErrorCode::Refused &&
            describe(none.error()).find("fewer requests at once") != std::string::npos);
}

// 13 billion by DDP on 80 GB: Table 41.5.1's row for what does not fit, and the benchmark times what that row
// exchanges.
void tst_sizing::whatDoesNotFitIsSharded()
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
    QVERIFY((*fitting().why).find("shard it over 3 cards") != std::string::npos);
    QCOMPARE(launchTermsThatFit(fitting(), project, 4).collectives,
             (std::vector<std::string>{"reduce-scatter", "all-gather"}));
    project.baseline.model->parameters->value = 4e9;
    QCOMPARE(fitting().choice.rows.front()->id, std::string("training"));
    QVERIFY(!fitting().why);
}

// B has g c h = $15 000 and m g c h = $24 000: managed while the hours saved are worth $9000 or more, of what is
// affordable. 100 billion parameters at 2 bytes are 200 GB: three cards of 80 GB. 200/40 = 5 replicas; two of three fit
// in a node of eight, so five need three nodes. Of five cards (350 GB) one fits: five nodes; of eleven (800 GB) none
// does, and each takes two.
void tst_sizing::replicasKeepToNodes()
{
    const auto nodes = [](double parameters) {
        return size({.parameters = parameters, .requestsPerS = 200, .axis = Axis::Inference}, SizingRule::Replica,
                    table())
            ->nodes;
    };
    QCOMPARE(nodes(100e9), 3L);
    QCOMPARE(nodes(175e9), 5L);
    QCOMPARE(nodes(400e9), 10L);
    const Result<Sizing> wide =
        size({.parameters = 400e9, .requestsPerS = 200, .axis = Axis::Inference}, SizingRule::Replica, table());
    QVERIFY(std::any_of(wide->notes.begin(), wide->notes.end(),
                        [](const std::string& note) { return note.find("spans 2 nodes of 8") != std::string::npos; }));
}

// 8 billion at 100 requests a second: three cards on one node of eight at $23.60, 100 h: $2360.
void tst_sizing::wholeNodes()
{
    const Result<Sizing> sizing = size({.parameters = 8e9,
                                        .requestsPerS = 100,
                                        .axis = Axis::Inference,
                                        .hours = 100,
                                        .budgetUsd = 1000,
                                        .priceUsdPerHour = 23.6 / 8,
                                        .wholeNodes = true},
                                       SizingRule::Replica, table());
    QCOMPARE(sizing->accelerators, 3L);
    QVERIFY(std::abs(*sizing->rawCostUsd - 2360) < 1e-9);
    QVERIFY(!sizing->tier);
}

// 1 B at 16 bytes is 16 GB: one card of 80. A plan of ten takes ten, on two nodes of eight, 10 x 2.5 x 100 h; Code
// 41.5.1 knows no plan, a plan of fewer than one copy takes holds none, and requests are answered by replicas.
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
    need.parameters = 70e9;  // 1120 GB: 15 cards that are filled to 95 %
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 15L);
    need.axis = Axis::Inference;
    need.requestsPerS = 200;
    QCOMPARE(sized(need, SizingRule::Replica).accelerators, 10L);  // 200/40 replicas of two
}

void tst_sizing::tiers_data()
{
    QTest::addColumn<double>("budget");
    QTest::addColumn<double>("opsHours");
    QTest::addColumn<double>("hourValue");
    QTest::addColumn<int>("tier");
    const int managed = static_cast<int>(Tier::Managed), self = static_cast<int>(Tier::SelfManaged), none = -1;
    QTest::newRow("hours worth just the premium") << 200000.0 << 150.0 << 60.0 << managed;
    QTest::newRow("a dollar less") << 200000.0 << 149.0 << 60.0 << self;
    QTest::newRow("over the budget") << 23999.0 << 1e6 << 60.0 << self;
    QTest::newRow("nothing is within it") << 14999.0 << 1e6 << 60.0 << none;
    QTest::newRow("self-managed just within") << 15000.0 << 0.0 << 0.0 << self;
}

void tst_sizing::tiers()
{
    QFETCH(double, budget);
    QFETCH(double, opsHours);
    QFETCH(double, hourValue);
    QFETCH(int, tier);
    SizingNeed need = preTrain;
    need.budgetUsd = budget;
    need.opsHours = opsHours;
    need.hourValueUsd = hourValue;
    const Sizing right = sized(need, SizingRule::Replica);
    QCOMPARE(right.tier ? static_cast<int>(*right.tier) : -1, tier);
    QVERIFY(!right.tierReason.empty());
    // The printed code picks self-managed where even that is over the budget.
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
        const Result<Sizing> found = size(need, rule, table());
        QVERIFY(!found);
        const Where& at = found.error().problems.front().where;
        QCOMPARE(QString::fromStdString(at.pointer + at.field), where);
    }
}

void tst_sizing::theRulesPart()
{
    const auto keys = [](const SizingNeed& need) {
        QStringList list;
        for (const SizingDifference& each :
             differences(need, sized(need, SizingRule::Book), sized(need, SizingRule::Replica)))
            list << QString::fromStdString(each.key);
        return list.join(' ');
    };
    QCOMPARE(keys(fineTune), QString("framework"));
    QCOMPARE(keys(preTrain), QString("gpus_for_model gpus raw_cost_usd"));
    QCOMPARE(keys(seventyAt200),
             QString("gpus_for_model gpus_for_qps gpus raw_cost_usd tier"));  // 14 cards managed are $40 320
    QCOMPARE(keys({.parameters = 4e9, .axis = Axis::Training, .hours = 1}), QString());
}

void tst_sizing::table4151()
{
    QCOMPARE(table().rows.size(), std::size_t(6));
    QCOMPARE(table().rowOf(Axis::Data).frameworkList(), std::string("Spark, Ray Data, Dask"));
    QCOMPARE(table().rowOf(Axis::Coordination).collective, std::string("scheduling, failure recovery"));
    QCOMPARE(table().find("tracking")->frameworkList(), std::string("W&B, MLflow"));
    QVERIFY(!table().source.empty() && !table().date.empty());
    QCOMPARE(table().way, (std::vector<std::string>{"collective", "framework", "size", "tier"}));
    // The options named in it are those that the patterns carry out.
    for (const ToolRow& row : table().rows)
        for (const std::string& option : row.options)
            QVERIFY2(!patternsCarryingOut(option).empty(), option.c_str());
}

void tst_sizing::designs()
{
    Project project;
    project.design.communication.pattern = Pattern::BookRingAllReduce;
    QCOMPARE(toolsFor(table(), project).rows.front()->id, std::string("training"));
    project.design.communication.slot.choices = {{.option = "shuffle", .scope = {}, .unknown = {}},
                                                 {.option = "gossip", .scope = {}, .unknown = {}}};
    const ToolChoice both = toolsFor(table(), project);
    QCOMPARE(both.rows.size(), std::size_t(1));
    QCOMPARE(both.rows.front()->id, std::string("data"));
    QCOMPARE(both.unowned.size(), std::size_t(1));
    QVERIFY(both.unowned.front().find("gossip") != std::string::npos);
    QVERIFY(both.launcher == ToolLauncher::Ray);

    // Neighbours of parts that nobody else holds, in step: a stencil's halo exchange, which is MPI's. Replicas that
    // gossip are not.
    Project stencil;
    stencil.design.partitioning.slot.choices = {{.option = "split-work", .scope = {}, .unknown = {}}};
    stencil.design.communication.slot.choices = {{.option = "gossip", .scope = {}, .unknown = {}}};
    stencil.design.communication.pattern = Pattern::Gossip;
    stencil.design.consistency.slot.choices = {{.option = "synchronous", .scope = {}, .unknown = {}}};
    const ToolChoice mpi = toolsFor(table(), stencil);
    QVERIFY(mpi.rows.empty() && mpi.launcher == ToolLauncher::Mpi);
    QVERIFY(mpi.unowned.front().find("halo exchange: MPI") != std::string::npos);
    stencil.design.partitioning.slot.choices.front().option = "split-data";
    QVERIFY(!toolsFor(table(), stencil).launcher);
}

void tst_sizing::wrongTables_data()
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

void tst_sizing::wrongTables()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, pointer);
    QByteArray text = test::contentOf(test::sourceFile("resources/catalogue/tools.json"));
    QVERIFY(text.contains(from));
    const Result<ToolTable> wrong = parseToolTable(text.replace(from, to).toStdString());
    QVERIFY(!wrong);
    QStringList pointers;
    for (const Problem& problem : wrong.error().problems)
        pointers << QString::fromStdString(problem.where.pointer);
    QVERIFY2(pointers.contains(pointer), qPrintable(pointers.join(' ')));
}

// The exercise: 16 x $2.5 = $40 an hour, managed $24 an hour more, 40 h x $60 = $2400 saved, equal after 100 h.
void tst_sizing::buildOrBuy()
{
    const BuildOrBuy terms{
        .accelerators = 16, .priceUsdPerHour = 2.5, .premium = 1.6, .opsHours = 40, .hourValueUsd = 60};
    QVERIFY(std::abs(breakEvenHours(terms).value() - 100) < 1e-9);
    const Totals before = totalsAt(terms, 50);
    QCOMPARE(before.selfUsd, 4400.0);  // 2000 + 2400
    QCOMPARE(before.managedUsd, 3200.0);  // 1.6 x 2000
    QVERIFY(before.buys());
    const Totals after = totalsAt(terms, 200);
    QCOMPARE(after.selfUsd, 10400.0);
    QCOMPARE(after.managedUsd, 12800.0);
    QVERIFY(!after.buys());
    QVERIFY(std::abs(breakEvenHourValueUsd(terms, 200).value() - 120) < 1e-9);  // 24 x 200/40
    const std::vector<HourValueRow> rows = hourValueRows(terms, 200.0);
    QCOMPARE(rows.size(), std::size_t(5));
    QVERIFY(std::abs(rows.front().breakEvenHours.value() - 25) < 1e-9);  // an hour is worth $15
    QVERIFY(std::abs(rows.back().breakEvenHours.value() - 400) < 1e-9);
    QVERIFY(!rows[2].totals->buys() && rows[3].totals->buys());  // it turns at $120 an hour, where both cost the same
}

void tst_sizing::neverDearer()
{
    QVERIFY(
        !breakEvenHours({.accelerators = 4, .priceUsdPerHour = 2, .premium = 1, .opsHours = 10, .hourValueUsd = 20}));
    QVERIFY(
        !breakEvenHours({.accelerators = 4, .priceUsdPerHour = 0, .premium = 1.6, .opsHours = 10, .hourValueUsd = 20}));
    QVERIFY(
        !neverBreaksEven({.accelerators = 4, .priceUsdPerHour = 2, .premium = 1, .opsHours = 10, .hourValueUsd = 20})
             .empty());
    QCOMPARE(
        breakEvenHours({.accelerators = 4, .priceUsdPerHour = 2, .premium = 1.5, .opsHours = 0, .hourValueUsd = 20})
            .value(),
        0.0);
    QVERIFY(!breakEvenHourValueUsd(
        {.accelerators = 4, .priceUsdPerHour = 2, .premium = 1.5, .opsHours = 0, .hourValueUsd = 20}, 10));
}

SCALEWRIGHT_TEST(tst_sizing)
#include "tst_sizing.moc"
