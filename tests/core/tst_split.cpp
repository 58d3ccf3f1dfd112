// SPDX-License-Identifier: GPL-3.0-or-later
// A model copy split over several workers in T(p), compared with the layout planner where both price the same terms,
// and at the limits. Computed by hand: the ring all-reduces and the bubble from Narayanan et al. 2021, section 3.
#include <QTest>

#include <array>
#include <cmath>
#include <random>

#include "core/evidence/timeline/simulate.h"
#include "core/model/layout/layout.h"
#include "core/model/scaling/prediction.h"
#include "core/model/scaling/split.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "tests/core/layout_tables.h"

using namespace scalewright;
using namespace scalewright::test;

namespace {

/// Kernels only: no memory traffic, no host time, no overlap, links at full bandwidth.
Trainer kernelOnlyTrainer()
{
    Trainer trainer;
    trainer.kernels = {.peakShare = 0.5, .halfEfficiencyFlop = 0};
    trainer.linkShareInNode = trainer.linkShareBetweenNodes = 1;
    trainer.optimizerBytesPerParameter = 0;
    return trainer;
}

bool agree(double one, double other, double tolerance = 1e-9)
{
    return std::abs(one / other - 1) < tolerance;
}

Project projectOnCards(const ClusterSpec& cluster, const Transformer& model, double batch)
{
    Project project;
    ModelShape& shape = project.baseline.model.emplace();
    shape.layers = typed(model.layers);
    shape.hidden = typed(model.hiddenSize);
    shape.heads = typed(model.attentionHeads);
    shape.kvHeads = typed(model.keyValueHeads);
    shape.feedForward = typed(model.feedForwardSize);
    shape.vocabulary = typed(model.vocabularySize);
    shape.sequence = typed(model.sequenceLength);
    shape.gated = model.gatedFeedForward;
    shape.flashAttention = model.flashAttention;
    if (model.experts > 1) {
        shape.experts = typed(model.experts);
        shape.expertsPerToken = typed(model.expertsPerToken);
    }
    project.baseline.batch = typed(batch);
    project.baseline.tCompS = typed(100);
    Target& target = project.target;
    target.alphaS = typed(cluster.alphaS);
    target.bandwidthBytesPerS = typed(cluster.bandwidth);
    target.alpha2S = typed(cluster.alpha2S);
    target.bandwidth2BytesPerS = typed(cluster.bandwidth2);
    target.workersPerNode = typed(cluster.cardsPerNode);
    target.oversubscription = typed(cluster.oversubscription);
    Communication& communication = project.design.communication;
    communication.sharedNetworkCard = cluster.sharesNetworkCard;
    communication.messageBytes = typed(0);
    return project;
}

void setLayout(Partitioning& slot, const ParallelLayout& layout)
{
    slot.tensorParallel = typed(layout.tensor);
    slot.contextParallel = typed(layout.context);
    slot.stages = typed(layout.stages);
    slot.chunks = typed(layout.chunks);
    slot.expertParallel = typed(layout.expert);
    slot.microBatch = typed(layout.microBatch);
    slot.shardingStage = typed(layout.shardingStage);
    slot.recomputation = layout.recomputation;
    slot.sequenceParallel = layout.sequenceParallel;
}

double computeTime(const LayoutCost& cost)
{
    return cost.secondsOf(LayoutTimePart::Kernels) + cost.secondsOf(LayoutTimePart::Recomputation);
}

Project llamaProject(int tensor, int stages)
{
    Transformer model = gpt(80, 8192, 64);
    model.keyValueHeads = 8;
    model.feedForwardSize = 28672;
    model.vocabularySize = 32000;
    model.sequenceLength = 4096;
    model.gatedFeedForward = model.flashAttention = true;
    Project project = projectOnCards(h100(64), model, 1024);
    project.target.workersPerNode = project.target.alpha2S = project.target.bandwidth2BytesPerS =
        project.target.oversubscription = std::nullopt;
    project.target.alphaS = typed(5e-6);
    project.design.communication.messageBytes = typed(4e9);
    project.design.partitioning.tensorParallel = typed(tensor);
    project.design.partitioning.stages = typed(stages);
    return project;
}

}  // namespace

class tst_split : public QObject {
    Q_OBJECT
private slots:
    // Tensor parallelism 8 in 4 stages on 64 workers: 2 copies, 512 micro-batches, 20 layers per stage, so 40960
    // all-reduces of 2 x 4096 x 8192 bytes, each 14 alpha + 2 x 7/8 n/B on a ring. The bubble is 3 of 512
    // micro-batches. Each of the 2 x 515 messages to the next stage carries an eighth.
    void splitMatchesHandCalculation()
    {
        const Project project = llamaProject(8, 4);
        const ScalingModel model = scalingModel(project).value();
        QVERIFY(model.terms.split);
        const double ring = 14 * 5e-6 + 2 * 7.0 / 8 * (2.0 * 4096 * 8192) / 450e9;
        const double hop = 5e-6 + 2.0 * 4096 * 8192 / 8 / 450e9;
        const double compute = 100.0 / 64, pass = compute / 512 + 80 * ring;
        const PredictionRow row = predictAt(model, 64);
        QVERIFY(agree(row.tCompS, compute));
        QVERIFY(agree(row.tWaitS, 3 * pass));
        // Two copies: 2 alpha + 2 x 1/2 beta (the book's ring: alpha (p - 1) + 2 beta (p - 1)/p).
        const double data = 5e-6 + 4e9 / 450e9;
        QVERIFY(agree(row.tCommS, 40960 * ring + 2 * 515 * hop + data));
        QVERIFY(agree(row.tStepS, row.tCompS + row.tCommS + row.tWaitS));
        // Full recomputation repeats the forward pass: 6 all-reduces instead of 4.
        Project changedProject = project;
        changedProject.design.partitioning.recomputation = Recomputation::Full;
        QVERIFY(agree(predictAt(scalingModel(changedProject).value(), 64).tCommS,
                      1.5 * 40960 * ring + 2 * 515 * hop + data));
        // Two chunks halve the bubble and double the number of messages between stages.
        Project chunks = project;
        chunks.design.partitioning.chunks = typed(2);
        const PredictionRow interleaved = predictAt(scalingModel(chunks).value(), 64);
        QVERIFY(agree(interleaved.tWaitS, 1.5 * pass));
        QVERIFY(agree(interleaved.tCommS, 40960 * ring + 4 * 515 * hop + data));
    }

    // A copy on one worker is pure data parallelism, bit for bit.
    void oneWorkerPerCopyEqualsNoSplit()
    {
        Project trivialSplit = llamaProject(1, 1), withoutSplit = trivialSplit;
        withoutSplit.design.partitioning.tensorParallel = withoutSplit.design.partitioning.stages = std::nullopt;
        withoutSplit.baseline.model.reset();
        trivialSplit.design.partitioning.microBatch = typed(4);
        for (const Scaling scaling : {Scaling::Strong, Scaling::Weak}) {
            trivialSplit.plan.scaling = withoutSplit.plan.scaling = scaling;
            const ScalingModel model = scalingModel(trivialSplit).value(),
                               otherModel = scalingModel(withoutSplit).value();
            QVERIFY(model == otherModel);
            for (int p = 1; p <= 1024; ++p)
                QVERIFY(predictAt(model, p) == predictAt(otherModel, p));
        }
    }

    // One card is the baseline. Below one copy's worth of workers, one worker does the whole step; between whole
    // copies, the extra workers are idle.
    void timesStayFlatBetweenWholeCopies()
    {
        const ScalingModel model = scalingModel(llamaProject(4, 2)).value();
        for (int p = 1; p < 8; ++p) {
            QCOMPARE(predictAt(model, p).tStepS, 100.0);
            QCOMPARE(predictAt(model, p).speedup, 1.0);
        }
        for (int p = 8; p <= 100; ++p) {
            const PredictionRow row = predictAt(model, p), wholeCopies = predictAt(model, p / 8 * 8);
            QCOMPARE(row.tStepS, wholeCopies.tStepS);
            QCOMPARE(row.nodes, p);
        }
        QVERIFY(predictAt(model, 16).tStepS < predictAt(model, 8).tStepS);
        QCOMPARE(modelSplitNotes(llamaProject(4, 2), model, 20).size(), std::size_t(1));
        QVERIFY(modelSplitNotes(llamaProject(4, 2), model, 24).empty());
        // The search finds whole copies, and its columns match its rows.
        const Prediction prediction = predict(model, 1024);
        QCOMPARE(prediction.landmarks.pStar % 8, 0);
        for (int p = 1; p <= 1024; ++p)
            QVERIFY(agree(prediction.row(p).tStepS, predictAt(model, p).tStepS, 1e-14));
    }

    // Relative to T_comp without recomputation: Narayanan et al. 2021 count 72 B L s h^2 (1 + s/6h + V/12Lh) FLOP per
    // step, and 96 B L s h^2 (1 + s/6h + V/16Lh) with full recomputation; selective recomputation repeats the forward
    // pass for the scores, 4 B L s^2 h.
    void recomputation()
    {
        const Transformer model = gpt(40, 5120, 40);
        const double s = 2048, h = 5120, L = 40, V = 51200;
        const double stepFlops = 72 * L * s * h * h * (1 + s / 6 / h + V / 12 / L / h);
        const double full = 96 * L * s * h * h * (1 + s / 6 / h + V / 16 / L / h), scores = 4 * L * s * s * h;
        for (const int tensor : {1, 4}) {
            Project project = projectOnCards(h100(64), model, 512);
            setLayout(project.design.partitioning, {.tensor = tensor, .microBatch = 1});
            Recomputation& recomputation = project.design.partitioning.recomputation;
            const auto computeTimeAt = [&](int p) { return predictAt(scalingModel(project).value(), p).tCompS; };
            QVERIFY(agree(computeTimeAt(64), 100.0 / 64));
            recomputation = Recomputation::Full;
            QVERIFY(agree(computeTimeAt(64), 100.0 / 64 * full / stepFlops));
            QVERIFY(agree(computeTimeAt(1), 100));  // the machine as it was measured
            QVERIFY(agree(predict(scalingModel(project).value(), 64).row(64).tCompS, computeTimeAt(64), 1e-14));
            QCOMPARE(pricedTerms(scalingModel(project)->terms, 1).front().key, std::string("recomputation"));
            recomputation = Recomputation::Selective;
            QVERIFY(agree(computeTimeAt(64), 100.0 / 64 * (stepFlops + scores) / stepFlops));
            // Without a model shape, full recomputation repeats one pass of three; the cost of the scores is unknown,
            // and a note says so.
            project.baseline.model.reset();
            QVERIFY(agree(computeTimeAt(64), 100.0 / 64));
            QCOMPARE(unpricedSplitNotes(project).size(), std::size_t(tensor > 1 ? 2 : 1));
            recomputation = Recomputation::Full;
            QVERIFY(agree(computeTimeAt(64), 100.0 / 64 * 4 / 3));
        }
    }

    // A batch of 512 is enough for 512 copies of 8 workers, whatever is chosen in slot 1. Examples cannot be split, so
    // N copies take as long as the fullest one, ceil(512/N) examples. Counted one by one.
    void batchIsDividedAmongCopies()
    {
        Project project = projectOnCards(h100(8), gpt(40, 5120, 40), 512);
        setLayout(project.design.partitioning, {.tensor = 4, .stages = 2, .microBatch = 1});
        for (const char* option : {"shard-model", "split-data", ""}) {
            project.design.partitioning.slot.choices.clear();
            if (*option)
                project.design.partitioning.slot.choices.push_back({option, {}, {}});
            const ScalingModel model = scalingModel(project).value();
            QCOMPARE(model.maximumWorkers, std::optional(4096));
            const Prediction prediction = predict(model, 60000);
            QCOMPARE(prediction.pMax, 4096);
            for (int p = 8; p <= 4096; ++p) {
                const int copies = p / 8;
                int maximumExamples = 0;
                for (int remaining = 512; remaining > 0; remaining -= copies)
                    ++maximumExamples;
                QVERIFY(agree(prediction.row(p).tCompS, 100.0 * maximumExamples / 512 / 8));
            }
            QVERIFY(!prediction.hasNoPStar());
        }
        // With only the state sharded, each worker has its own examples. If the model is split but no layout is given,
        // it is unknown whether the batch is divided.
        project.design.partitioning = {};
        project.design.partitioning.slot.choices.push_back({"shard-model", {}, {}});
        QVERIFY(!scalingModel(project)->maximumWorkers);
        project.design.partitioning.shardingStage = typed(3);
        QCOMPARE(scalingModel(project)->maximumWorkers, std::optional(512));
    }

    // Unknown parts are not priced, but a note lists them.
    void gaps()
    {
        Project project = llamaProject(8, 4);
        QVERIFY(unpricedSplitNotes(project).empty());
        project.baseline.model.reset();
        // 64 workers, 512 micro-batches: the bubble from the compute time alone.
        QVERIFY(agree(predictAt(scalingModel(project).value(), 64).tWaitS, 3 * 100.0 / 64 / 512));
        QCOMPARE(unpricedSplitNotes(project).size(), std::size_t(1));
        project.baseline.batch.reset();
        QVERIFY(!scalingModel(project)->terms.split);
        QCOMPARE(unpricedSplitNotes(project).size(), std::size_t(1));
        project.design.partitioning.tensorParallel = project.design.partitioning.stages = std::nullopt;
        QVERIFY(unpricedSplitNotes(project).empty());
    }

    // Weak scaling: every copy gets as many examples as before, so only the gradient exchange changes.
    void weak()
    {
        Project project = llamaProject(8, 4);
        project.plan.scaling = Scaling::Weak;
        project.baseline.batch = typed(16);  // per worker: 32 x 16 micro-batches per copy
        const ScalingModel model = scalingModel(project).value();
        const PredictionRow oneCopies = predictAt(model, 32), manyCopies = predictAt(model, 320);
        QCOMPARE(oneCopies.tWaitS, manyCopies.tWaitS);
        QVERIFY(
            agree(manyCopies.tCommS - communicationTime(model, 320), oneCopies.tCommS - communicationTime(model, 32)));
        QVERIFY(agree(oneCopies.tWaitS,
                      3 * (100.0 / 512 + (oneCopies.tCommS - 2 * 515 * (5e-6 + 2.0 * 4096 * 1024 / 450e9)) / 512)));
    }

    // The planner's step and T(p) with the same cards, compute time, patterns and links.
    void agreesWithThePlanner_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 400; ++seed)
            QTest::addRow("%u", seed) << seed;
    }

    void agreesWithThePlanner()
    {
        QFETCH(unsigned, seed);
        std::mt19937 engine(seed);
        const auto pickOne = [&engine](std::initializer_list<int> list) {
            return list.begin()[engine() % list.size()];
        };
        ParallelLayout layout{
            .data = pickOne({1, 2, 4, 8}), .tensor = pickOne({1, 2, 4, 8}), .context = pickOne({1, 1, 2, 4})};
        layout.stages = pickOne({1, 2, 4, 8});
        layout.chunks = layout.stages > 1 ? pickOne({1, 1, 2}) : 1;
        layout.microBatch = pickOne({1, 2, 4});
        layout.sequenceParallel = layout.tensor > 1 && pickOne({0, 1});
        const std::array recomputations{Recomputation::None, Recomputation::Selective, Recomputation::Full};
        Transformer model =
            gpt(layout.stages * layout.chunks * pickOne({1, 2, 5}), 1024 * pickOne({1, 2, 6}), 8 * pickOne({1, 2, 4}));
        model.gatedFeedForward = pickOne({0, 1});
        model.flashAttention = pickOne({0, 1});
        model.sequenceLength = 1024 * pickOne({1, 2, 16});
        if (pickOne({0, 1})) {
            model.experts = 8;
            model.expertsPerToken = 2;
            layout.expert = std::min(pickOne({1, 2, 8}), layout.data * layout.context);
        }
        layout.recomputation =
            recomputations[static_cast<std::size_t>(model.flashAttention ? pickOne({0, 2}) : pickOne({0, 1, 2}))];
        const int copies = layout.data * layout.context;
        layout.shardingStage = copies > 1 ? (layout.stages > 1 ? pickOne({0, 1}) : pickOne({0, 1, 2})) : 0;
        double batch = 8.0 * layout.microBatch * layout.stages * pickOne({1, 4});
        // Slot 2 models the reductions of several micro-batches as one message, hidden once, so stage 2 agrees only for
        // one micro-batch.
        if (layout.shardingStage == 2)
            batch = layout.data * layout.microBatch;
        ClusterSpec cluster = withoutMemoryBound(pickOne({4, 8}));
        cluster.oversubscription = pickOne({1, 1, 2});
        cluster.sharesNetworkCard = pickOne({0, 0, 1});
        cluster.dataPattern =
            layout.shardingStage > 0 ? Pattern::ReduceScatterAllGather : Pattern::HierarchicalAllReduce;
        Trainer trainer = kernelOnlyTrainer();
        trainer.hiddenDataShare = 0.5 * pickOne({0, 1});
        QCOMPARE(checkLayout(model, trainer, batch, layout.cards(), layout), LeftOutReason::None);

        const LayoutCost cost = evaluateLayout(model, cluster, trainer, batch, layout);
        Project project = projectOnCards(cluster, model, batch);
        setLayout(project.design.partitioning, layout);
        const DataExchange exchange = dataExchangeOf(model, trainer, batch, layout);
        Communication& communication = project.design.communication;
        communication.pattern = cluster.dataPattern;
        communication.messageBytes =
            typed((exchange.gradientBytes + exchange.weightBytes) / (layout.shardingStage ? 2 : 1));
        communication.overlap = typed(trainer.hiddenDataShare);
        communication.buckets = typed(1);
        communication.lastBucketBytes = typed(0);
        project.baseline.tCompS = typed(layout.cards() * cost.secondsOf(LayoutTimePart::Kernels));
        const ScalingModel six = scalingModel(project).value();
        QCOMPARE(predictAt(six, 1).tStepS, six.tCompS);
        const PredictionRow row = predictAt(six, layout.cards());
        if (layout.cards() == 1)
            return;  // the machine as measured, without recomputation
        QVERIFY2(agree(row.tCompS, computeTime(cost)), qPrintable(QString::fromStdString(layoutText(layout))));
        QVERIFY(agree(row.tWaitS + 1, cost.secondsOf(LayoutTimePart::Bubble) + 1));
        QVERIFY2(agree(row.tStepS, cost.stepS), qPrintable(QStringLiteral("%1: T(p) %2, planner %3")
                                                               .arg(QString::fromStdString(layoutText(layout)))
                                                               .arg(row.tStepS, 0, 'g', 15)
                                                               .arg(cost.stepS, 0, 'g', 15)));
        // Also for other numbers of copies, as long as they divide the batch and the experts.
        for (const int data : {1, 2, 4, 8}) {
            ParallelLayout changedLayout = layout;
            changedLayout.data = data;
            // A single copy has no message size, so the exchange between several copies is unknown.
            const bool unsaid = copies == 1 && data * layout.context > 1;
            const bool severalReductions = layout.shardingStage == 2 && data != layout.data;
            if (unsaid || severalReductions ||
                checkLayout(model, trainer, batch, changedLayout.cards(), changedLayout) != LeftOutReason::None)
                continue;
            QVERIFY(agree(predictAt(six, changedLayout.cards()).tStepS,
                          evaluateLayout(model, cluster, trainer, batch, changedLayout).stepS));
        }
        // The timeline's undisturbed step takes the same time.
        const Simulation run = simulate({.model = six, .p = layout.cards(), .steps = 3});
        QVERIFY(agree(run.stepTimeS, row.tStepS));
    }

private:
    static ClusterSpec withoutMemoryBound(int cardsPerNode)
    {
        ClusterSpec cluster = a100(1024);
        cluster.cardsPerNode = cardsPerNode;
        cluster.memoryBandwidth = 0;
        return cluster;
    }
};

SCALEWRIGHT_TEST(tst_split)
#include "tst_split.moc"
