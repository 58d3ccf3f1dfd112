// The search against a plain enumeration of the same layouts, and what it says of those it leaves out; why a runner-up
// loses: what the sentence says makes it win does.
#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/model/layout/map.h"
#include "core/model/layout/search.h"
#include "core/model/layout/why.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Every layout, one after the other, with no thought.
LayoutSearch plainly(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                     int cards, const LayoutChoices& choices)
{
    LayoutSearch found;
    std::vector<RankedLayout> all;
    const int copiesMost = cards;
    for (int tensor = 1; tensor <= cards; ++tensor)
        for (int context = 1; context <= std::min(cards, choices.mostContext); ++context)
            for (int stages = 1; stages <= cards; ++stages) {
                if (cards % (tensor * context * stages) != 0)
                    continue;
                const int data = cards / (tensor * context * stages);
                for (int expert = 1; expert <= std::min<int>(copiesMost, static_cast<int>(model.experts)); ++expert)
                    for (int chunks = 1; chunks <= choices.mostChunks; ++chunks)
                        for (int microBatch = 1; microBatch <= choices.largestMicroBatch; ++microBatch)
                            for (int sharding = 0; sharding < 4; ++sharding)
                                for (const bool sequence : {false, true})
                                    for (const Recomputation again :
                                         {Recomputation::None, Recomputation::Selective, Recomputation::Full}) {
                                        Layout layout{.data = data,
                                                      .tensor = tensor,
                                                      .context = context,
                                                      .stages = stages,
                                                      .chunks = chunks,
                                                      .expert = expert,
                                                      .shardingStage = sharding,
                                                      .microBatch = microBatch,
                                                      .recomputation = again,
                                                      .sequenceParallel = sequence};
                                        if (checkLayout(model, trainer, batch, cards, layout) != LeftOut::No)
                                            continue;
                                        const LayoutCost cost = evaluate(model, cluster, trainer, batch, layout);
                                        if (!fits(cluster, cost.memoryBytes)) {
                                            ++found.leftOut[std::size_t(LeftOut::Memory)];
                                            continue;
                                        }
                                        ++found.evaluated;
                                        all.push_back({layout, cost.stepS, cost.memoryBytes, 0});
                                    }
            }
    std::sort(all.begin(), all.end(), [](const RankedLayout& a, const RankedLayout& b) {
        return std::tie(a.stepS, a.memoryBytes, a.layout) < std::tie(b.stepS, b.memoryBytes, b.layout);
    });
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), static_cast<std::size_t>(choices.best)); ++i)
        found.byTime.push_back(all[i]);
    return found;
}

}  // namespace

class tst_layout_search : public QObject {
    Q_OBJECT
private slots:
    void exhaustive_data()
    {
        QTest::addColumn<int>("cards");
        QTest::addColumn<int>("experts");
        QTest::addColumn<double>("batch");
        QTest::newRow("one card") << 1 << 1 << 8.0;
        QTest::newRow("16 cards") << 16 << 1 << 32.0;
        QTest::newRow("24 cards") << 24 << 1 << 48.0;
        QTest::newRow("13 cards, a prime") << 13 << 1 << 26.0;
        QTest::newRow("16 cards, 4 experts") << 16 << 4 << 32.0;
    }
    void exhaustive()
    {
        QFETCH(int, cards);
        QFETCH(int, experts);
        QFETCH(double, batch);
        Transformer model = gpt(24, 2304, 24);
        model.experts = experts;
        model.expertsPerToken = experts > 1 ? 2 : 1;
        const Trainer trainer = trainerNamed("megatron-2022");
        const ClusterSpec cluster = a100(cards);
        LayoutChoices choices{.best = 20};
        choices.largestMicroBatch = 4;
        choices.mostChunks = 3;
        choices.mostContext = 4;
        const LayoutSearch expected = plainly(model, cluster, trainer, batch, cards, choices);
        for (const int threads : {1, 2, 3}) {
            choices.threads = threads;
            const LayoutSearch found = searchLayouts(model, cluster, trainer, batch, choices).value();
            QCOMPARE(found.evaluated, expected.evaluated);
            QCOMPARE(found.leftOut[std::size_t(LeftOut::Memory)], expected.leftOut[std::size_t(LeftOut::Memory)]);
            QCOMPARE(found.byTime.size(), expected.byTime.size());
            for (std::size_t i = 0; i < found.byTime.size(); ++i) {
                // Which of equal times stands first is another question (ties).
                QCOMPARE(found.byTime[i].stepS, expected.byTime[i].stepS);
                QCOMPARE(evaluate(model, cluster, trainer, batch, found.byTime[i].layout).stepS,
                         expected.byTime[i].stepS);
            }
            // Nothing is lost: each combination was evaluated or has its reason.
            QCOMPARE(found.evaluated + std::accumulate(found.leftOut.begin(), found.leftOut.end(), std::uint64_t(0)),
                     found.examined);
        }
    }

    // Memory to spare, and nothing that fits: the smallest is named.
    void orders()
    {
        const Transformer model = findModel(readModels().value(), "gpt3-13b").value().model;
        const Trainer trainer = trainerNamed("megatron-2022");
        const LayoutSearch found = searchLayouts(model, a100(64), trainer, 64, {.best = 10}).value();
        QCOMPARE(found.byTime.size(), std::size_t(10));
        for (std::size_t i = 1; i < 10; ++i) {
            QVERIFY(found.byTime[i - 1].stepS <= found.byTime[i].stepS);
            QVERIFY(found.byMemory[i - 1].memoryBytes <= found.byMemory[i].memoryBytes);
            QVERIFY(found.byMoney[i - 1].cardSeconds <= found.byMoney[i].cardSeconds);
        }
        QVERIFY(found.byMemory.front().memoryBytes < found.byTime.front().memoryBytes);
        // 13 B, state alone 16 x 12.85e9 = 206 GB: not on two cards of 80 GB.
        const LayoutSearch two = searchLayouts(model, a100(2), trainer, 8, {}).value();
        QVERIFY(two.byTime.empty() && !two.smallest.empty());
        QVERIFY(two.smallest.front().memoryBytes > 206e9 / 2);
        QVERIFY(!searchLayouts(model, a100(8), trainer, 8, {.cards = {9}}));
        QCOMPARE(cardCounts(a100(64)), (std::vector<int>{1, 2, 4, 8, 16, 32, 64}));
        // Where money decides, every whole number of nodes; of many, evenly.
        QCOMPARE(nodeCounts(a100(48)), (std::vector<int>{1, 2, 4, 8, 16, 24, 32, 40, 48}));
        QCOMPARE(nodeCounts(a100(20)), (std::vector<int>{1, 2, 4, 8, 16, 20}));
        QCOMPARE(nodeCounts(a100(4)), (std::vector<int>{1, 2, 4}));
        const std::vector<int> many = nodeCounts(a100(8 * 256));
        QCOMPARE(nodeStep(a100(8 * 256)), 4);
        QCOMPARE(many.size(), std::size_t(4 + 1 + 64));
        QCOMPARE((std::vector<int>(many.begin() + 3, many.begin() + 7)), (std::vector<int>{8, 16, 32, 64}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(searchLayouts(model, a100(8), trainer, 8, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    // Where nothing but compute takes time, all that keep every card busy tie: copies alone come first, not a ring.
    void ties()
    {
        const Transformer model = gpt(24, 2048, 16);
        Trainer trainer;
        trainer.kernels = {.share = 0.5, .halfWork = 0};
        trainer.optimizerBytes = 0;
        ClusterSpec cluster = a100(16);
        cluster.memoryBytes = 1e15;
        cluster.memoryBandwidth = 0;
        cluster.alphaS = cluster.alpha2S = 0;
        cluster.bandwidth = cluster.bandwidth2 = 1e24;
        const LayoutSearch found = searchLayouts(model, cluster, trainer, 64, {.best = 10}).value();
        QVERIFY(found.byTime.front().layout == (Layout{.data = 16}));
        QVERIFY(std::any_of(found.byTime.begin(), found.byTime.end(), [](const RankedLayout& each) {
            return each.layout != Layout{.data = 16, .microBatch = each.layout.microBatch};
        }));
        for (const RankedLayout& each : found.byTime)
            QVERIFY(std::abs(each.stepS / found.byTime.front().stepS - 1) < 1e-9);
    }

    // A thousand random questions: the runner-up is the second by time, one that does not fit, or any other layout.
    void why()
    {
        std::mt19937 random(20261125);
        const auto pick = [&random](auto list) { return list[random() % list.size()]; };
        const std::vector<ModelEntry> models = readModels().value();
        const std::vector<Trainer> trainers = readTrainers().value();
        int asked = 0, changes = 0, byMemory = 0, byTime = 0;
        std::map<std::string, int> inputs;
        while (asked < 1000) {
            const Transformer& model = models[random() % models.size()].model;
            const Trainer& trainer = trainers[random() % trainers.size()];
            const int cards = pick(std::vector{1, 2, 4, 8, 12, 16, 32, 64});
            ClusterSpec cluster = random() % 2 == 0 ? a100(cards) : h100(cards);
            cluster.memoryBytes = pick(std::vector{24e9, 40e9, 80e9, 192e9});
            cluster.bandwidth2 = pick(std::vector{1.25e9, 12.5e9, 50e9});
            const double batch = pick(std::vector{8.0, 48.0, 64.0, 512.0});
            LayoutChoices choices{.best = 6};
            choices.largestMicroBatch = 8;
            choices.mostChunks = 2;
            choices.mostContext = 2;
            choices.threads = 1;
            const LayoutSearch found = searchLayouts(model, cluster, trainer, batch, choices).value();
            if (found.byTime.size() < 2)
                continue;
            const Layout winner = found.byTime.front().layout;
            const bool large = !found.tooLarge.empty() && random() % 2 == 0;
            const Layout runnerUp = large ? found.tooLarge[random() % found.tooLarge.size()].layout
                                          : found.byTime[1 + random() % (found.byTime.size() - 1)].layout;
            const WhyNot why = whyNot(model, cluster, trainer, batch, runnerUp, winner);
            ++asked;
            const LayoutQuestion question{cluster, batch};
            QVERIFY(!wins(model, question, trainer, runnerUp, winner));
            QVERIFY(why.by == (large ? LosesBy::Memory : LosesBy::Time));
            (large ? byMemory : byTime)++;
            QVERIFY(!why.because.empty() && !why.whatChanges.empty());
            if (!why.change)
                continue;
            ++changes;
            ++inputs[layoutInputName(why.change->input)];
            const InputChange& change = *why.change;
            QCOMPARE(change.from, valueOf(cluster, batch, change.input));
            // As it is read off the sentence.
            QVERIFY2(why.whatChanges.find(valueText(change.input, change.to)) != std::string::npos,
                     why.whatChanges.c_str());
            const LayoutQuestion moved = withInput(question, change.input, change.to);
            QVERIFY2(wins(model, moved, trainer, runnerUp, winner), why.whatChanges.c_str());
            QCOMPARE(checkLayout(model, trainer, moved.batch, runnerUp.cards(), runnerUp), LeftOut::No);
            QCOMPARE(checkLayout(model, trainer, moved.batch, winner.cards(), winner), LeftOut::No);
        }
        qInfo("%d changes of %d (memory %d, time %d)", changes, asked, byMemory, byTime);
        for (const auto& [input, times] : inputs)
            qInfo("  %s %d", input.c_str(), times);
        QVERIFY(changes > 300 && byMemory > 100 && byTime > 300 && inputs.size() >= 4);
    }

    // A cell of the map is a search of its own: the state of 16 bytes a parameter decides what cannot fit.
    void mapCells()
    {
        const LayoutMapAxes axes = layoutMapAxes(64, 13e9);
        QCOMPARE(axes.cards.front(), 1);
        QCOMPARE(axes.cards.back(), 256);
        QVERIFY(axes.parameters.front() >= 13e9 / 20 * 0.99 && axes.parameters.back() <= 13e9 * 20 * 1.01);
        QVERIFY(std::is_sorted(axes.parameters.begin(), axes.parameters.end()));
        const Trainer trainer = trainerNamed("megatron-2022");
        LayoutMapQuestion question{readModels().value(), a100(8), trainer, 64, {}};
        const LayoutCell small = layoutCell(question, 8, 1e9).value();
        QVERIFY(small.kind == LayoutCell::Kind::Fits);
        QCOMPARE(small.best.layout.cards(), 8);
        const LayoutCell large = layoutCell(question, 8, 100e9).value();  // 1.6 TB of state on 640 GB
        QVERIFY(large.kind == LayoutCell::Kind::TooLarge);
        QVERIFY(large.best.memoryBytes > 16 * 0.9 * 100e9 / 8);
        question.batch = 1;
        question.cluster.cards = question.cluster.cardsPerNode = 7;
        QVERIFY(layoutCell(question, 7, 1e9).value().kind == LayoutCell::Kind::NoLayout);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(layoutCell(question, 4, 1e9, stop.get_token()).error().code == ErrorCode::Cancelled);
        for (const auto& [layout, text] : {std::pair(Layout{}, "one card"), std::pair(Layout{.data = 4}, "data alone"),
                                           std::pair(Layout{.data = 4, .shardingStage = 1}, "data, sharded"),
                                           std::pair(Layout{.tensor = 2, .stages = 2}, "tensor × stages")})
            QCOMPARE(splitText({LayoutCell::Kind::Fits, {.layout = layout}}), std::string(text));
    }

    // A model at another size: of the same it is itself; with 8 times the parameters twice as deep and wide (L h^2).
    void resizedModels()
    {
        Transformer llama = gpt(80, 8192, 64);
        llama.kvHeads = 8;
        llama.feedForward = 28672;
        llama.gated = true;
        const double count = parameterCount(llama);
        QVERIFY(resized(llama, count) == llama);
        for (const double factor : {0.01, 0.1, 0.5, 2.0, 8.0, 50.0}) {
            const Transformer other = resized(llama, factor * count);
            // Eight heads share a key: a small model has few steps to choose from.
            QVERIFY(std::abs(parameterCount(other) / (factor * count) - 1) < (factor < 0.1 ? 0.5 : 0.2));
            QCOMPARE(other.hidden / other.heads, 128.0);
            QCOMPARE(other.heads / other.kvHeads, 8.0);
            QVERIFY(std::abs(other.feedForward / other.hidden - 3.5) < 0.05);
            QVERIFY(other.gated && other.vocabulary == llama.vocabulary && other.sequence == llama.sequence);
        }
        QCOMPARE(resized(llama, 8 * count).layers, 160.0);
        QVERIFY(std::abs(resized(llama, 8 * count).hidden / 16384 - 1) < 0.1);
        // The row of the model's own size, and its cell.
        const LayoutMapAxes axes = layoutMapAxes(8, count);
        QVERIFY(std::find(axes.parameters.begin(), axes.parameters.end(), count) != axes.parameters.end());
        QVERIFY(std::is_sorted(axes.parameters.begin(), axes.parameters.end()));
    }

    // Out of memory: what must be there is what it needs over the share that may be filled, rounded up.
    void whyMemory()
    {
        const Transformer model = findModel(readModels().value(), "gpt3-6.7b").value().model;
        const Trainer trainer = trainerNamed("megatron-2022");
        ClusterSpec cluster = a100(8);
        const Layout small{.data = 4, .tensor = 2, .shardingStage = 1, .recomputation = Recomputation::Full};
        const Layout large{.data = 8, .recomputation = Recomputation::Selective};
        const double needed = layoutMemory(model, trainer, 64, large).total();
        cluster.memoryBytes = 40e9;
        const WhyNot why = whyNot(model, cluster, trainer, 64, large, small);
        QCOMPARE(why.by, LosesBy::Memory);
        QCOMPARE(why.shortBytes, needed - 0.95 * 40e9);
        QVERIFY(why.change && why.change->input == LayoutInput::Memory);
        QVERIFY(std::abs(why.change->tie / (needed / 0.95) - 1) < 1e-9 && why.change->to >= why.change->tie);
        QVERIFY(why.change->to / why.change->tie < 1.01);
        // A layout does not lose to itself or to a slower one.
        QCOMPARE(whyNot(model, a100(8), trainer, 64, small, large).by == LosesBy::Nothing,
                 wins(model, {a100(8), 64}, trainer, small, large));
    }
};

SCALEWRIGHT_TEST(tst_layout_search)
#include "tst_layout_search.moc"
