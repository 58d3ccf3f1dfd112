// SPDX-License-Identifier: GPL-3.0-or-later
// The search compared with a plain enumeration of the same layouts, and the reasons for the layouts it leaves out; why
// a runner-up loses: the change named in the sentence does make it win.
#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/model/layout/calibrate.h"
#include "core/model/layout/loss_explanation.h"
#include "core/model/layout/map.h"
#include "core/model/layout/search.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Every layout, by plain enumeration.
LayoutSearchResult plainly(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                           int cards, const LayoutSearchOptions& choices)
{
    LayoutSearchResult search;
    std::vector<RankedLayout> allLayouts;
    const int maximumCopies = cards;
    for (int tensor = 1; tensor <= cards; ++tensor)
        for (int context = 1; context <= std::min(cards, choices.maximumContext); ++context)
            for (int stages = 1; stages <= cards; ++stages) {
                if (cards % (tensor * context * stages) != 0)
                    continue;
                const int data = cards / (tensor * context * stages);
                for (int expert = 1; expert <= std::min<int>(maximumCopies, static_cast<int>(model.experts)); ++expert)
                    for (int chunks = 1; chunks <= choices.maximumChunks; ++chunks)
                        for (int microBatch = 1; microBatch <= choices.maximumMicroBatch; ++microBatch)
                            for (int sharding = 0; sharding < 4; ++sharding)
                                for (const bool sequence : {false, true})
                                    for (const Recomputation recomputation :
                                         {Recomputation::None, Recomputation::Selective, Recomputation::Full}) {
                                        ParallelLayout layout{.data = data,
                                                              .tensor = tensor,
                                                              .context = context,
                                                              .stages = stages,
                                                              .chunks = chunks,
                                                              .expert = expert,
                                                              .shardingStage = sharding,
                                                              .microBatch = microBatch,
                                                              .recomputation = recomputation,
                                                              .sequenceParallel = sequence};
                                        if (checkLayout(model, trainer, batch, cards, layout) != LeftOutReason::None)
                                            continue;
                                        const LayoutCost cost = evaluateLayout(model, cluster, trainer, batch, layout);
                                        if (!fitsOnCard(cluster, cost.memoryBytes)) {
                                            ++search.leftOutCounts[std::size_t(LeftOutReason::Memory)];
                                            continue;
                                        }
                                        ++search.evaluatedCount;
                                        allLayouts.push_back({layout, cost.stepS, cost.memoryBytes, 0,
                                                              isCoveredByRuns(trainer, layout) &&
                                                                  cost.exchangeShare <= maximumExchangeShare});
                                    }
            }
    std::sort(allLayouts.begin(), allLayouts.end(), [](const RankedLayout& a, const RankedLayout& b) {
        return std::tie(a.stepS, a.memoryBytes, a.layout) < std::tie(b.stepS, b.memoryBytes, b.layout);
    });
    const auto kept = static_cast<std::size_t>(choices.bestCount);
    for (const RankedLayout& each : allLayouts)
        if (each.isCompared && search.byTime.size() < kept)
            search.byTime.push_back(each);
    // The best of a kind that no run was compared with comes second.
    if (!allLayouts.empty() && !allLayouts.front().isCompared && !search.byTime.empty()) {
        search.byTime.insert(search.byTime.begin() + 1, allLayouts.front());
        search.byTime.resize(std::min(search.byTime.size(), kept));
    }
    return search;
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
        const Trainer trainer = trainerWithId("megatron-2022");
        const ClusterSpec cluster = a100(cards);
        LayoutSearchOptions choices{.bestCount = 20};
        choices.maximumMicroBatch = 4;
        choices.maximumChunks = 3;
        choices.maximumContext = 4;
        choices.minimumContextTokens = 1;
        const LayoutSearchResult expected = plainly(model, cluster, trainer, batch, cards, choices);
        for (const int threads : {1, 2, 3}) {
            choices.threadCount = threads;
            const LayoutSearchResult search = searchLayouts(model, cluster, trainer, batch, choices).value();
            QCOMPARE(search.evaluatedCount, expected.evaluatedCount);
            QCOMPARE(search.leftOutCounts[std::size_t(LeftOutReason::Memory)],
                     expected.leftOutCounts[std::size_t(LeftOutReason::Memory)]);
            QCOMPARE(search.byTime.size(), expected.byTime.size());
            for (std::size_t i = 0; i < search.byTime.size(); ++i) {
                // The order of equal times is tested in ties().
                QCOMPARE(search.byTime[i].stepS, expected.byTime[i].stepS);
                QCOMPARE(evaluateLayout(model, cluster, trainer, batch, search.byTime[i].layout).stepS,
                         expected.byTime[i].stepS);
            }
            // Nothing is lost: each combination was evaluated or has a reason.
            QCOMPARE(search.evaluatedCount +
                         std::accumulate(search.leftOutCounts.begin(), search.leftOutCounts.end(), std::uint64_t(0)),
                     search.examinedCount);
        }
    }

    // With memory to spare, and when nothing fits: then the smallest layout is named.
    void orders()
    {
        const Transformer model = findModel(readModels().value(), "gpt3-13b").value().model;
        const Trainer trainer = trainerWithId("megatron-2022");
        const LayoutSearchResult search = searchLayouts(model, a100(64), trainer, 64, {.bestCount = 10}).value();
        QCOMPARE(search.byTime.size(), std::size_t(10));
        // Apart from the second one, of a kind that no run was compared with.
        const auto inOrder = [](const std::vector<RankedLayout>& layouts, double RankedLayout::*value) {
            std::vector<double> values;
            for (const RankedLayout& each : layouts)
                if (each.isCompared)
                    values.push_back(each.*value);
            return values.size() + 1 >= layouts.size() && std::is_sorted(values.begin(), values.end());
        };
        QVERIFY(inOrder(search.byTime, &RankedLayout::stepS));
        QVERIFY(inOrder(search.byMemory, &RankedLayout::memoryBytes));
        QVERIFY(inOrder(search.byCost, &RankedLayout::cardSeconds));
        for (const LayoutKind kind : valuesOf<LayoutKind>()) {
            const LayoutSearchResult without =
                searchLayouts(model, a100(64), trainer, 64, {.bestCount = 1, .without = {kind}}).value();
            QVERIFY(without.leftOutCounts[std::size_t(LeftOutReason::Excluded)] > 0 || kind == LayoutKind::Context ||
                    kind == LayoutKind::Expert);
            const bool usesTensor = without.byTime.empty() || without.byTime.front().layout.tensor > 1;
            QVERIFY(kind != LayoutKind::Tensor || without.byTime.empty() || !usesTensor);
        }
        QVERIFY(search.byMemory.front().memoryBytes < search.byTime.front().memoryBytes);
        // 13 B: the state alone is 16 x 12.85e9 = 206 GB, too much for two 80 GB cards.
        const LayoutSearchResult searchOnTwoCards = searchLayouts(model, a100(2), trainer, 8, {}).value();
        QVERIFY(searchOnTwoCards.byTime.empty() && !searchOnTwoCards.smallestTooLarge.empty());
        QVERIFY(searchOnTwoCards.smallestTooLarge.front().memoryBytes > 206e9 / 2);
        QVERIFY(!searchLayouts(model, a100(8), trainer, 8, {.cards = {9}}));
        QCOMPARE(candidateCardCounts(a100(64)), (std::vector<int>{1, 2, 4, 8, 16, 32, 64}));
        // If cost decides, every whole number of nodes; if there are many, evenly spaced ones.
        QCOMPARE(fineCardCounts(a100(48)), (std::vector<int>{1, 2, 4, 8, 16, 24, 32, 40, 48}));
        QCOMPARE(fineCardCounts(a100(20)), (std::vector<int>{1, 2, 4, 8, 16, 20}));
        QCOMPARE(fineCardCounts(a100(4)), (std::vector<int>{1, 2, 4}));
        const std::vector<int> manyNodeCounts = fineCardCounts(a100(8 * 256));
        QCOMPARE(nodeCountStep(a100(8 * 256)), 4);
        QCOMPARE(manyNodeCounts.size(), std::size_t(4 + 1 + 64));
        QCOMPARE((std::vector<int>(manyNodeCounts.begin() + 3, manyNodeCounts.begin() + 7)),
                 (std::vector<int>{8, 16, 32, 64}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(searchLayouts(model, a100(8), trainer, 8, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    // If only compute takes time, all layouts that keep every card busy tie: data parallelism alone comes first, not a
    // ring.
    void ties()
    {
        const Transformer model = gpt(24, 2048, 16);
        Trainer trainer;
        trainer.kernels = {.peakShare = 0.5, .halfEfficiencyFlop = 0};
        trainer.optimizerBytesPerParameter = 0;
        ClusterSpec cluster = a100(16);
        cluster.memoryBytes = 1e15;
        cluster.memoryBandwidth = 0;
        cluster.alphaS = cluster.alpha2S = 0;
        cluster.bandwidth = cluster.bandwidth2 = 1e24;
        const LayoutSearchResult search = searchLayouts(model, cluster, trainer, 64, {.bestCount = 10}).value();
        QVERIFY(search.byTime.front().layout == (ParallelLayout{.data = 16}));
        QVERIFY(std::any_of(search.byTime.begin(), search.byTime.end(), [](const RankedLayout& each) {
            return each.layout != ParallelLayout{.data = 16, .microBatch = each.layout.microBatch};
        }));
        for (const RankedLayout& each : search.byTime)
            QVERIFY(std::abs(each.stepS / search.byTime.front().stepS - 1) < 1e-9);
    }

    // A thousand random cases: the runner-up is the second by time, one that does not fit, or any other layout.
    void explainsWhyARunnerUpLoses()
    {
        std::mt19937 random(20261125);
        const auto pick = [&random](auto list) { return list[random() % list.size()]; };
        const std::vector<ModelEntry> models = readModels().value();
        const std::vector<Trainer> trainers = readTrainers().value();
        int askedCount = 0, changes = 0, memoryCount = 0, timeCount = 0;
        std::map<std::string, int> inputs;
        while (askedCount < 1000) {
            const Transformer& model = models[random() % models.size()].model;
            const Trainer& trainer = trainers[random() % trainers.size()];
            const int cards = pick(std::vector{1, 2, 4, 8, 12, 16, 32, 64});
            ClusterSpec cluster = random() % 2 == 0 ? a100(cards) : h100(cards);
            cluster.memoryBytes = pick(std::vector{24e9, 40e9, 80e9, 192e9});
            cluster.bandwidth2 = pick(std::vector{1.25e9, 12.5e9, 50e9});
            const double batch = pick(std::vector{8.0, 48.0, 64.0, 512.0});
            LayoutSearchOptions choices{.bestCount = 6};
            choices.maximumMicroBatch = 8;
            choices.maximumChunks = 2;
            choices.maximumContext = 2;
            choices.threadCount = 1;
            const LayoutSearchResult search = searchLayouts(model, cluster, trainer, batch, choices).value();
            // A layout of a kind without runs comes second although it is faster.
            if (search.byTime.size() < 2 || search.byTime[0].isCompared != search.byTime[1].isCompared)
                continue;
            const ParallelLayout winner = search.byTime.front().layout;
            const bool large = !search.tooLarge.empty() && random() % 2 == 0;
            const ParallelLayout runnerUp = large ? search.tooLarge[random() % search.tooLarge.size()].layout
                                                  : search.byTime[1 + random() % (search.byTime.size() - 1)].layout;
            const LossExplanation explanation = explainLoss(model, cluster, trainer, batch, runnerUp, winner);
            ++askedCount;
            const LayoutConditions question{cluster, batch};
            QVERIFY(!isBetterLayout(model, question, trainer, runnerUp, winner));
            QVERIFY(explanation.reason == (large ? LossReason::Memory : LossReason::Time));
            (large ? memoryCount : timeCount)++;
            QVERIFY(!explanation.reasonText.empty() && !explanation.changeText.empty());
            if (!explanation.change)
                continue;
            ++changes;
            ++inputs[layoutInputName(explanation.change->input)];
            const InputChange& change = *explanation.change;
            QCOMPARE(change.from, inputValue(cluster, batch, change.input));
            // As stated in the sentence.
            QVERIFY2(explanation.changeText.find(inputValueText(change.input, change.to)) != std::string::npos,
                     explanation.changeText.c_str());
            const LayoutConditions changedQuestion = withInput(question, change.input, change.to);
            QVERIFY2(isBetterLayout(model, changedQuestion, trainer, runnerUp, winner), explanation.changeText.c_str());
            QCOMPARE(checkLayout(model, trainer, changedQuestion.batch, runnerUp.cards(), runnerUp),
                     LeftOutReason::None);
            QCOMPARE(checkLayout(model, trainer, changedQuestion.batch, winner.cards(), winner), LeftOutReason::None);
        }
        qInfo("%d changes of %d (memory %d, time %d)", changes, askedCount, memoryCount, timeCount);
        for (const auto& [input, times] : inputs)
            qInfo("  %s %d", input.c_str(), times);
        QVERIFY(changes > 300 && memoryCount > 100 && timeCount > 300 && inputs.size() >= 4);
    }

    // A map cell is a separate search: the state at 16 bytes per parameter decides what cannot fit.
    void mapCells()
    {
        const LayoutMapAxes axes = layoutMapAxes(64, 13e9);
        QCOMPARE(axes.cards.front(), 1);
        QCOMPARE(axes.cards.back(), 256);
        QVERIFY(axes.parameters.front() >= 13e9 / 20 * 0.99 && axes.parameters.back() <= 13e9 * 20 * 1.01);
        QVERIFY(std::is_sorted(axes.parameters.begin(), axes.parameters.end()));
        const Trainer trainer = trainerWithId("megatron-2022");
        LayoutMapInputs question{readModels().value(), a100(8), trainer, 64, {}};
        const LayoutCell small = computeLayoutCell(question, 8, 1e9).value();
        QVERIFY(small.kind == LayoutCell::Kind::Fits);
        QCOMPARE(small.best.layout.cards(), 8);
        const LayoutCell large = computeLayoutCell(question, 8, 100e9).value();  // 1.6 TB of state on 640 GB
        QVERIFY(large.kind == LayoutCell::Kind::TooLarge);
        QVERIFY(large.best.memoryBytes > 16 * 0.9 * 100e9 / 8);
        question.batch = 1;
        question.cluster.cards = question.cluster.cardsPerNode = 53;  // more than layers, and prime
        QVERIFY(computeLayoutCell(question, 53, 1e9).value().kind == LayoutCell::Kind::NoLayout);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(computeLayoutCell(question, 4, 1e9, stop.get_token()).error().code == ErrorCode::Cancelled);
        for (const auto& [layout, text] :
             {std::pair(ParallelLayout{}, "one card"), std::pair(ParallelLayout{.data = 4}, "data alone"),
              std::pair(ParallelLayout{.data = 4, .shardingStage = 1}, "data, sharded"),
              std::pair(ParallelLayout{.tensor = 2, .stages = 2}, "tensor × stages")})
            QCOMPARE(splitText({LayoutCell::Kind::Fits, {.layout = layout}}), std::string(text));
    }

    // A resized model: at the same size it does not change; with 8 times the parameters it is twice as deep and wide (L
    // h^2).
    void resizedModels()
    {
        Transformer llama = gpt(80, 8192, 64);
        llama.keyValueHeads = 8;
        llama.feedForwardSize = 28672;
        llama.gatedFeedForward = true;
        const double count = parameterCount(llama);
        QVERIFY(resizedModel(llama, count) == llama);
        for (const double factor : {0.01, 0.1, 0.5, 2.0, 8.0, 50.0}) {
            const Transformer resized = resizedModel(llama, factor * count);
            // Eight heads share a key: a small model has few steps to choose from.
            QVERIFY(std::abs(parameterCount(resized) / (factor * count) - 1) < (factor < 0.1 ? 0.5 : 0.2));
            QCOMPARE(resized.hiddenSize / resized.attentionHeads, 128.0);
            QCOMPARE(resized.attentionHeads / resized.keyValueHeads, 8.0);
            QVERIFY(std::abs(resized.feedForwardSize / resized.hiddenSize - 3.5) < 0.05);
            QVERIFY(resized.gatedFeedForward && resized.vocabularySize == llama.vocabularySize &&
                    resized.sequenceLength == llama.sequenceLength);
        }
        QCOMPARE(resizedModel(llama, 8 * count).layers, 160.0);
        QVERIFY(std::abs(resizedModel(llama, 8 * count).hiddenSize / 16384 - 1) < 0.1);
        // The row for the model's own size, and its cell.
        const LayoutMapAxes axes = layoutMapAxes(8, count);
        QVERIFY(std::find(axes.parameters.begin(), axes.parameters.end(), count) != axes.parameters.end());
        QVERIFY(std::is_sorted(axes.parameters.begin(), axes.parameters.end()));
    }

    // Out of memory: the required card memory is the need divided by the usable share, rounded up.
    void explainsMemoryShortage()
    {
        const Transformer model = findModel(readModels().value(), "gpt3-6.7b").value().model;
        const Trainer trainer = trainerWithId("megatron-2022");
        ClusterSpec cluster = a100(8);
        const ParallelLayout small{.data = 4, .tensor = 2, .shardingStage = 1, .recomputation = Recomputation::Full};
        const ParallelLayout large{.data = 8, .recomputation = Recomputation::Selective};
        const double needed = layoutMemory(model, trainer, 64, large).total();
        cluster.memoryBytes = 40e9;
        const LossExplanation explanation = explainLoss(model, cluster, trainer, 64, large, small);
        QCOMPARE(explanation.reason, LossReason::Memory);
        QCOMPARE(explanation.missingBytes, needed - 0.95 * 40e9);
        QVERIFY(explanation.change && explanation.change->input == LayoutInput::Memory);
        QVERIFY(std::abs(explanation.change->tieValue / (needed / 0.95) - 1) < 1e-9 &&
                explanation.change->to >= explanation.change->tieValue);
        QVERIFY(explanation.change->to / explanation.change->tieValue < 1.01);
        // A layout does not lose against itself or against a slower one.
        QCOMPARE(explainLoss(model, a100(8), trainer, 64, small, large).reason == LossReason::None,
                 isBetterLayout(model, {a100(8), 64}, trainer, small, large));
    }
};

SCALEWRIGHT_TEST(tst_layout_search)
#include "tst_layout_search.moc"
