// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that the kernels between the matrices of a layer read and write in the forward pass, per token, at 16 bits.
//
//     GPT      22 h unsplit: two norms (2 + 2 bytes), two bias-dropout-adds (4 read, 2 and a mask of 1 written)
//              4 f + 4 h split: the activation, biases of query, key and value
//              13 a s split without flash attention: scores in, softmax in and out, dropout with its mask, scores out
//     gated    20 h unsplit: two norms, two adds; gateTrafficBytes f + 8 h split: the gate, rotation of query, key
//
// The backward pass moves the split part twice and the unsplit part once (the input and gradient of a norm or mask).
// With sequence parallelism, the unsplit part is split too.
#include <algorithm>
#include <cmath>

#include "core/model/layout/layout.h"
#include "core/model/scaling/model.h"
#include "core/model/scaling/split.h"

namespace scalewright {

namespace {

struct WorkSeconds {
    double kernels = 0, traffic = 0;
    [[nodiscard]] double total() const { return kernels + traffic; }
    WorkSeconds& operator+=(const WorkSeconds& other)
    {
        kernels += other.kernels;
        traffic += other.traffic;
        return *this;
    }
};
WorkSeconds operator*(double factor, const WorkSeconds& seconds)
{
    return {factor * seconds.kernels, factor * seconds.traffic};
}

/// The share of the parameters that a card holds, and the number of copies of that share.
MemoryLayout memoryLayoutFor(const Trainer& trainer, const ParallelLayout& layout)
{
    MemoryLayout memoryLayout{.dataParallel = static_cast<double>(layout.data) * layout.context};
    memoryLayout.tensorParallel = layout.tensor;
    memoryLayout.pipelineStages = layout.stages;
    memoryLayout.expertParallel = layout.expert;
    memoryLayout.trainer = trainer.memory;
    return memoryLayout;
}

/// Number of gradient exchanges per step. A card that keeps only shards of the gradients reduces after every
/// micro-batch, because it has no room to accumulate full gradients.
double gradientReductionsPerStep(const Transformer& model, const Trainer& trainer, const ParallelLayout& layout,
                                 double microBatches)
{
    MemoryLayout memoryLayout = memoryLayoutFor(trainer, layout);
    memoryLayout.shardingStage = layout.shardingStage;
    return layout.shardingStage >= 2 && !keepsUnshardedGradients(model, memoryLayout) ? microBatches : 1;
}

/// Evaluates one layout; holds the numbers that several parts need.
class LayoutEvaluation {
public:
    LayoutEvaluation(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                     const ParallelLayout& layout)
        : m_model(model),
          m_cluster(cluster),
          m_trainer(trainer),
          m_layout(layout),
          m_tensor(layout.tensor),
          m_dataCopies(layout.data),
          m_tokens(layout.microBatch * model.sequenceLength / layout.context),
          m_passes(batch / layout.microBatch),
          m_flopRate(cluster.peakFlops * trainer.kernels.peakShare),
          m_memoryRate(cluster.memoryBandwidth * trainer.memoryBandwidthShare),
          m_replicaCardsPerNode(std::min(layout.tensor * layout.context, cluster.cardsPerNode))
    {
    }

    LayoutCost cost() const;
    ModelSplit split() const;
    double recomputedShare() const;

private:
    const Transformer& m_model;
    const ClusterSpec& m_cluster;
    const Trainer& m_trainer;
    const ParallelLayout& m_layout;
    double m_tensor, m_dataCopies, m_tokens, m_passes, m_flopRate, m_memoryRate;
    int m_replicaCardsPerNode;  // cards per node that hold the same replica of a stage

    [[nodiscard]] double kernelTimeS(double flop, double count) const
    {
        return (flop + count * m_trainer.kernels.halfEfficiencyFlop) / m_flopRate;
    }
    [[nodiscard]] double trafficTimeS(double bytes) const { return m_memoryRate > 0 ? bytes / m_memoryRate : 0; }

    [[nodiscard]] double matrixParameters() const
    {
        return (2 * m_model.hiddenSize * m_model.hiddenSize * (1 + m_model.keyValueHeads / m_model.attentionHeads) +
                (m_model.gatedFeedForward ? 3 : 2) * m_model.hiddenSize * m_model.feedForwardSize *
                    m_model.expertsPerToken) /
               m_tensor;
    }
    [[nodiscard]] double attentionFlop() const
    {
        return 4 * m_tokens * m_model.sequenceLength * m_model.hiddenSize / m_tensor;
    }

    /// Link for a message of `bytes` among `group` cards, of which `perNode` are on each node.
    [[nodiscard]] CommunicationParameters groupLink(double bytes, double group, int perNode, int buckets = 1) const
    {
        CommunicationParameters link{.alphaS = m_cluster.alphaS, .betaS = inNodeTransferS(bytes)};
        link.workersPerNode = perNode;
        link.buckets = buckets;
        if (group > perNode) {
            link.twoLevelNetwork = true;
            link.alpha2S = m_cluster.alpha2S;
            link.beta2S = betweenNodesTransferS(bytes);
            link.sharedNetworkCard = m_cluster.sharesNetworkCard;
            link.oversubscription = m_cluster.oversubscription;
        }
        return link;
    }
    /// Link from one card to its neighbour, on the same node or on the next.
    [[nodiscard]] CommunicationParameters neighbourLink(double bytes, bool inside) const
    {
        CommunicationParameters link{
            .alphaS = m_cluster.alphaS, .betaS = inNodeTransferS(bytes), .twoLevelNetwork = !inside};
        link.alpha2S = m_cluster.alpha2S;
        link.beta2S = inside ? 0 : betweenNodesTransferS(bytes);
        link.workersPerNode = m_cluster.cardsPerNode;
        link.sharedNetworkCard = m_cluster.sharesNetworkCard;
        link.oversubscription = m_cluster.oversubscription;
        return link;
    }
    /// Time to move bytes once over a link. A node with one card has no internal link.
    [[nodiscard]] double inNodeTransferS(double bytes) const
    {
        return m_cluster.bandwidth > 0 ? bytes / (m_cluster.bandwidth * m_trainer.linkShareInNode) : 0;
    }
    [[nodiscard]] double betweenNodesTransferS(double bytes) const
    {
        return bytes / (m_cluster.bandwidth2 * m_trainer.linkShareBetweenNodes);
    }
    [[nodiscard]] Pattern tensorPattern() const
    {
        return m_layout.tensor <= m_cluster.cardsPerNode ? defaultAllReducePattern : multiNodeAllReducePattern;
    }
    [[nodiscard]] CommunicationParameters tensorLink() const
    {
        return groupLink(2 * m_tokens * m_model.hiddenSize, m_tensor,
                         std::min(m_layout.tensor, m_cluster.cardsPerNode));
    }
    [[nodiscard]] double tensorExchangeS() const
    {
        return m_layout.tensor == 1 ? 0 : communicationTime(tensorPattern(), tensorLink(), m_tensor);
    }
    /// Link that carries a worker's keys and values to the next worker of its sequence: each tensor worker on a node
    /// sends to another node. In the backward pass, the gradients of keys and values are sent along.
    [[nodiscard]] CommunicationParameters contextLink(bool backward) const
    {
        CommunicationParameters link = neighbourLink((backward ? 8 : 4) * m_tokens * m_model.hiddenSize *
                                                         m_model.keyValueHeads / m_model.attentionHeads / m_tensor,
                                                     m_layout.tensor * m_layout.context <= m_cluster.cardsPerNode);
        const double senders = std::min(m_layout.tensor, m_cluster.cardsPerNode),
                     nics = m_cluster.sharesNetworkCard ? 1 : m_cluster.cardsPerNode;
        link.beta2S *= std::max(1.0, senders * m_cluster.oversubscription / nics);
        return link;
    }
    /// Time for one pass around the ring per layer, minus the part hidden by attention.
    [[nodiscard]] double contextExchangeS(bool backward, double attention) const
    {
        if (m_layout.context == 1)
            return 0;
        const CommunicationParameters link = contextLink(backward);
        const double hopS = link.twoLevelNetwork ? link.alpha2S + link.beta2S : link.alphaS + link.betaS;
        return std::max(0.0, (m_layout.context - 1) * hopS - attention);
    }
    [[nodiscard]] CommunicationParameters expertLink() const
    {
        const double bytes =
            2 * m_tokens * m_model.hiddenSize * m_model.expertsPerToken / (m_layout.sequenceParallel ? m_tensor : 1);
        return groupLink(bytes, m_layout.expert,
                         std::max(1, std::min(m_layout.expert, m_cluster.cardsPerNode / m_replicaCardsPerNode)));
    }
    [[nodiscard]] double expertExchangeS() const
    {
        return m_layout.expert == 1 ? 0 : communicationTime(allToAllPattern, expertLink(), m_layout.expert);
    }
    [[nodiscard]] CommunicationParameters stagesLink() const
    {
        return neighbourLink(2 * m_tokens * m_model.hiddenSize /
                                 (m_trainer.scattersTransfers || m_layout.sequenceParallel ? m_tensor : 1),
                             m_cluster.bandwidth2 <= 0);
    }

    /// Work of one layer for one micro-batch.
    struct LayerWork {
        WorkSeconds forwardBackward, forward, attention;
        double recomputedS = 0, tensorS = 0, contextS = 0, expertS = 0;
        double flop = 0, attentionScoresFlop = 0, recomputedFlop = 0;
        [[nodiscard]] double total() const
        {
            return forwardBackward.total() + recomputedS + tensorS + contextS + expertS;
        }
    };
    [[nodiscard]] LayerWork layerWork() const;

    /// The gradient and weight exchange of a step: the part that no compute hides, and all of it.
    struct ExchangeSeconds {
        double exposedS = 0, totalS = 0;
    };

    /// Work of one stage for one micro-batch.
    struct StageWork {
        double layers = 0;
        WorkSeconds modelEnds;
        double cardS = 0, hostS = 0;
        [[nodiscard]] double seconds() const { return std::max(cardS, hostS); }
    };
    [[nodiscard]] StageWork slowestStage(const LayerWork& layer) const;
    [[nodiscard]] double transfersS(double microBatches) const;
    [[nodiscard]] ExchangeSeconds dataExchangeS(const RankParameters& cardParameters, double lastPassS,
                                                double stepComputeS, double microBatches) const;
};

double LayoutEvaluation::transfersS(double microBatches) const
{
    if (m_layout.stages == 1)
        return 0;
    return 2 * m_layout.chunks * (microBatches + m_layout.stages - 1) * stageMessageS(stagesLink(), m_layout.cards());
}

LayoutEvaluation::ExchangeSeconds LayoutEvaluation::dataExchangeS(const RankParameters& cardParameters,
                                                                  double lastPassS, double stepComputeS,
                                                                  double microBatches) const
{
    const double copies = m_dataCopies * m_layout.context;
    if (copies <= 1)
        return {};
    const int perNode = std::min(m_layout.data * m_layout.context,
                                 m_cluster.cardsPerNode / std::min(m_layout.tensor, m_cluster.cardsPerNode));
    const auto exchangeTimeS = [&](double bytes) {
        return gradientExchangeS(m_cluster.dataPattern,
                                 groupLink(bytes * cardParameters.total, copies, perNode, m_cluster.buckets), copies,
                                 {m_layout.expert, cardParameters.distributedExperts / cardParameters.total});
    };
    const DesignTerms terms{.overlapShare = m_trainer.hiddenDataShare, .lastBucketShare = m_trainer.lastBucketShare};
    // The part that the backward pass of one micro-batch does not hide.
    const auto exposed = [&](double seconds) {
        return exposedCommunicationS(terms, lastPassS, seconds, m_trainer.lastBucketShare * seconds, 1);
    };
    const double scatter = exchangeTimeS(m_trainer.gradientBytes) / 2;
    const double earlierScatters = gradientReductionsPerStep(m_model, m_trainer, m_layout, microBatches) - 1;
    if (m_layout.shardingStage == 3) {
        // Gathering the weights twice per micro-batch and every reduce-scatter except the last overlap the step's
        // compute.
        const double hiddenExchangeS = microBatches * exchangeTimeS(2) + earlierScatters * scatter;
        return {std::max(0.0, hiddenExchangeS - m_trainer.hiddenDataShare * stepComputeS) + exposed(scatter),
                hiddenExchangeS + scatter};
    }
    // If sharded, gradients are scattered once per step and weights of 2 bytes are gathered once per step.
    const double last =
        exchangeTimeS(m_layout.shardingStage > 0 ? (m_trainer.gradientBytes + 2) / 2 : m_trainer.gradientBytes);
    return {earlierScatters * exposed(scatter) + exposed(last), earlierScatters * scatter + last};
}

LayoutEvaluation::LayerWork LayoutEvaluation::layerWork() const
{
    LayerWork work;
    work.flop = 2 * m_tokens * matrixParameters();
    work.attentionScoresFlop = attentionFlop();
    const double localExperts = m_model.experts > 1 ? m_model.experts / m_layout.expert : 1;
    const double count = 2 + (m_model.gatedFeedForward ? 3 : 2) * localExperts;
    const double scoreKernels = m_model.flashAttention ? 1 : 2;
    const double unsplitBytes = m_tokens * (m_model.gatedFeedForward ? 20 : 22) * m_model.hiddenSize /
                                (m_layout.sequenceParallel ? m_tensor : 1);
    const double splitBytes = m_tokens *
                              ((m_model.gatedFeedForward ? m_trainer.gateTrafficBytes * m_model.feedForwardSize
                                                         : 4 * m_model.feedForwardSize) *
                                   m_model.expertsPerToken +
                               (m_model.gatedFeedForward ? 8 : 4) * m_model.hiddenSize) /
                              m_tensor;
    const WorkSeconds dense{kernelTimeS(work.flop, count), trafficTimeS(splitBytes)};
    work.attention = {
        kernelTimeS(work.attentionScoresFlop * (m_model.flashAttention ? m_trainer.flashAttentionWork : 1),
                    scoreKernels),
        m_model.flashAttention
            ? 0
            : trafficTimeS(13 * m_tokens * m_model.attentionHeads * m_model.sequenceLength / m_tensor)};
    work.forward = dense;
    work.forward += work.attention;
    const double unsplitTrafficS = trafficTimeS(unsplitBytes);
    work.forwardBackward = 3 * work.forward;
    work.forwardBackward.traffic +=
        2 * unsplitTrafficS + trafficTimeS(m_trainer.accumulationBytesPerParameter * matrixParameters() * localExperts /
                                           m_model.expertsPerToken);
    work.forward.traffic += unsplitTrafficS;

    // Ring attention works block by block and does not write scores, so only its kernels hide the exchange.
    const double attention = work.attention.kernels;
    const double allReduceS = tensorExchangeS();
    const double ring = contextExchangeS(false, attention);
    const double expertAllToAllS = expertExchangeS();
    work.tensorS = 2 * allReduceS + 2 * (1 - m_trainer.hiddenTensorShare) * allReduceS;
    work.contextS = ring + contextExchangeS(true, 2 * attention);
    work.expertS = 4 * expertAllToAllS;
    if (m_layout.recomputation == Recomputation::Full) {
        work.recomputedS = work.forward.total();
        work.recomputedFlop = work.flop + work.attentionScoresFlop;
        work.tensorS += 2 * allReduceS;
        work.contextS += ring;
        work.expertS += 2 * expertAllToAllS;
    } else if (m_layout.recomputation == Recomputation::Selective && !m_model.flashAttention) {
        work.recomputedS = work.attention.total();
        work.recomputedFlop = work.attentionScoresFlop;
    }
    return work;
}

LayoutEvaluation::StageWork LayoutEvaluation::slowestStage(const LayerWork& layer) const
{
    // Additional work at the two ends of the model.
    const double table = m_model.vocabularySize * m_model.hiddenSize / m_tensor,
                 logits = m_tokens * m_model.vocabularySize / m_tensor;
    const WorkSeconds head{
        kernelTimeS(6 * m_tokens * table, 3),
        trafficTimeS(logits * m_trainer.logitTrafficBytes + m_trainer.accumulationBytesPerParameter * table)};
    const WorkSeconds input{
        0, trafficTimeS(12 * m_tokens * m_model.hiddenSize + m_trainer.accumulationBytesPerParameter * table)};

    const double spans = std::ceil(static_cast<double>(m_layout.tensor) / m_cluster.cardsPerNode) - 1;
    double hostLayer = m_trainer.hostLayerLaunchS + m_trainer.hostExtraNodeLaunchS * spans;
    if (m_layout.tensor > 1)
        hostLayer += m_trainer.hostTensorLaunchS + (m_layout.stages > 1 ? m_trainer.hostPipelineLaunchS * m_tensor *
                                                                              (1 + m_trainer.hostExtraNodeShare * spans)
                                                                        : 0);

    const double layerS = layer.total();
    const StageLayers layers = stageLayers(m_model, m_layout.stages, m_trainer.memory.balancesStagesByWork);
    const auto stage = [&](double count, const WorkSeconds& ends) {
        return StageWork{count, ends, count * layerS + ends.total(), count * hostLayer};
    };
    WorkSeconds bothEnds = head;
    bothEnds += input;
    StageWork slowest = stage(layers.firstStage, m_layout.stages == 1 ? bothEnds : input);
    if (m_layout.stages > 1)
        if (const StageWork last = stage(layers.lastStage, head); last.seconds() > slowest.seconds())
            slowest = last;
    return slowest;
}

LayoutCost LayoutEvaluation::cost() const
{
    LayoutCost cost;
    const double S = m_layout.stages, v = m_layout.chunks;
    const double microBatches = m_passes / m_dataCopies;
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);

    const auto set = [&](LayoutTimePart part, double seconds) {
        cost.seconds[static_cast<std::size_t>(part)] = seconds;
    };
    const auto step = [&](double seconds) { return m_passes * seconds / m_dataCopies; };
    const double n = slowest.layers;
    set(LayoutTimePart::Kernels, step(n * layer.forwardBackward.kernels + slowest.modelEnds.kernels));
    set(LayoutTimePart::MemoryTraffic, step(n * layer.forwardBackward.traffic + slowest.modelEnds.traffic));
    set(LayoutTimePart::Recomputation, step(n * layer.recomputedS));
    set(LayoutTimePart::Tensor, step(n * layer.tensorS));
    set(LayoutTimePart::Context, step(n * layer.contextS));
    set(LayoutTimePart::Expert, step(n * layer.expertS));
    set(LayoutTimePart::Host, step(std::max(0.0, slowest.hostS - slowest.cardS)));
    set(LayoutTimePart::Bubble, (S - 1) / v * slowest.seconds());
    set(LayoutTimePart::Transfers, transfersS(microBatches));

    const MemoryLayout memoryLayout = memoryLayoutFor(m_trainer, m_layout);
    const RankParameters cardParameters = stageParameters(m_model, memoryLayout).largest();
    const bool sharded = m_layout.shardingStage > 0;
    const double updated =
        (cardParameters.total - cardParameters.distributedExperts) / (sharded ? memoryLayout.dataParallel : 1) +
        cardParameters.distributedExperts / (sharded ? expertReplicas(memoryLayout) : 1);
    const double lastPass = slowest.seconds();
    const ExchangeSeconds exchange = dataExchangeS(cardParameters, lastPass, step(lastPass), microBatches);
    set(LayoutTimePart::Data, exchange.exposedS);
    cost.exchangeShare =
        exchange.totalS / step(n * (layer.forwardBackward.total() + layer.recomputedS) + slowest.modelEnds.total());
    set(LayoutTimePart::Optimizer, trafficTimeS(m_trainer.optimizerBytesPerParameter * updated));

    for (const double seconds : cost.seconds)
        cost.stepS += seconds;

    // FLOP over all cards, for every layer and sequence.
    const double allPasses = m_passes * m_tensor * m_layout.context;
    const double table = m_model.vocabularySize * m_model.hiddenSize / m_tensor;
    cost.modelFlop = allPasses * (3 * m_model.layers * (layer.flop + layer.attentionScoresFlop) + 6 * m_tokens * table);
    cost.hardwareFlop = cost.modelFlop + allPasses * m_model.layers * layer.recomputedFlop;
    return cost;
}

ModelSplit LayoutEvaluation::split() const
{
    ModelSplit split = modelSplitOf(m_layout, m_passes * m_layout.microBatch);
    const RankParameters cardParameters = stageParameters(m_model, memoryLayoutFor(m_trainer, m_layout)).largest();
    split.experts.messageShare = cardParameters.distributedExperts / cardParameters.total;
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);
    const double n = slowest.layers, recomputationExchanges = m_layout.recomputation == Recomputation::Full ? 2 : 0;
    if (m_layout.tensor > 1)
        split.exchanges.push_back(
            {.kind = IntraCopyExchange::Kind::Tensor,
             .pattern = tensorPattern(),
             .communication = tensorLink(),
             .groupSize = m_layout.tensor,
             .messagesPerPass = n * (2 + 2 * (1 - m_trainer.hiddenTensorShare) + recomputationExchanges)});
    if (m_layout.context > 1) {
        const double compute = n * (layer.forwardBackward.total() + layer.recomputedS) + slowest.modelEnds.total();
        const double hidden = layer.attention.kernels / compute;
        // Forward, and again if recomputed; the backward pass sends and hides twice as much.
        split.exchanges.push_back({.kind = IntraCopyExchange::Kind::Context,
                                   .communication = contextLink(false),
                                   .groupSize = m_layout.context,
                                   .messagesPerPass = n * (1 + recomputationExchanges / 2),
                                   .hiddenShare = hidden});
        split.exchanges.push_back({.kind = IntraCopyExchange::Kind::Context,
                                   .communication = contextLink(true),
                                   .groupSize = m_layout.context,
                                   .messagesPerPass = n,
                                   .hiddenShare = 2 * hidden});
    }
    if (m_layout.expert > 1)
        split.exchanges.push_back({.kind = IntraCopyExchange::Kind::Expert,
                                   .pattern = allToAllPattern,
                                   .communication = expertLink(),
                                   .groupSize = m_layout.expert,
                                   .messagesPerPass = n * (4 + recomputationExchanges)});
    if (m_layout.stages > 1)
        split.exchanges.push_back({.kind = IntraCopyExchange::Kind::Stages,
                                   .communication = stagesLink(),
                                   .messagesPerPass = 2.0 * m_layout.chunks});
    return split;
}

double LayoutEvaluation::recomputedShare() const
{
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);
    return slowest.layers * layer.recomputedS /
           (slowest.layers * layer.forwardBackward.total() + slowest.modelEnds.total());
}

}  // namespace

LayoutCost evaluateLayout(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                          const ParallelLayout& layout)
{
    LayoutCost cost = LayoutEvaluation(model, cluster, trainer, batch, layout).cost();
    cost.memory = layoutMemory(model, trainer, batch, layout);
    cost.memoryBytes = cost.memory.total();
    return cost;
}

ModelSplit modelSplitOf(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                        const ParallelLayout& layout)
{
    return LayoutEvaluation(model, cluster, trainer, batch, layout).split();
}

double recomputedShare(const Transformer& model, const Trainer& trainer, const ParallelLayout& layout)
{
    // With a peak of 1 FLOP per second, the result is the time of the kernels only: links and memory are not used.
    const ClusterSpec kernelOnlyCluster{.cardsPerNode = 1 << 20, .peakFlops = 1};
    return LayoutEvaluation(model, kernelOnlyCluster, trainer, layout.microBatch, layout).recomputedShare();
}

ModelSplit modelSplitOf(const ParallelLayout& layout, double batch)
{
    ModelSplit split{.tensorParallel = layout.tensor,
                     .contextParallel = layout.context,
                     .pipelineStages = layout.stages,
                     .chunksPerStage = layout.chunks,
                     .experts = {.expertParallel = layout.expert}};
    split.workSharePerPass = layout.microBatch / batch / layout.tensor / layout.context / layout.stages;
    return split;
}

DataExchange dataExchangeOf(const Transformer& model, const Trainer& trainer, double batch,
                            const ParallelLayout& layout)
{
    DataExchange exchange{.copies = layout.data * layout.context};
    if (exchange.copies == 1)
        return exchange;
    const double parameters = stageParameters(model, memoryLayoutFor(trainer, layout)).largest().total;
    const double microBatches = batch / (static_cast<double>(layout.data) * layout.microBatch);
    exchange.gradientBytes =
        trainer.gradientBytes * parameters * gradientReductionsPerStep(model, trainer, layout, microBatches);
    exchange.weightBytes =
        layout.shardingStage == 0 ? 0 : 2 * parameters * (layout.shardingStage == 3 ? 2 * microBatches : 1);
    return exchange;
}

TrainingBytes layoutMemory(const Transformer& model, const Trainer& trainer, double batch, const ParallelLayout& layout)
{
    MemoryLayout memoryLayout = memoryLayoutFor(trainer, layout);
    memoryLayout.chunksPerDevice = layout.chunks;
    memoryLayout.microBatchesPerStep = batch / (static_cast<double>(layout.data) * layout.microBatch);
    memoryLayout.shardingStage = layout.shardingStage;
    memoryLayout.microBatchSize = layout.microBatch;
    memoryLayout.recomputation = layout.recomputation;
    memoryLayout.sequenceParallel = layout.sequenceParallel;
    memoryLayout.contextParallel = layout.context;
    return trainingBytes(model, memoryLayout);
}

double utilisation(double flop, const ClusterSpec& cluster, int cards, double stepS)
{
    return flop / (cards * cluster.peakFlops * stepS);
}

namespace {

double paidCards(const ClusterSpec& cluster, int cards)
{
    return static_cast<double>(nodeCount(cards, cluster.cardsPerNode)) * cluster.cardsPerNode;
}

}  // namespace

std::optional<double> stepUsd(const ClusterSpec& cluster, int cards, double stepS)
{
    if (!cluster.usdPerCardHour)
        return std::nullopt;
    return *cluster.usdPerCardHour * paidCards(cluster, cards) * stepS / 3600;
}

std::optional<double> stepJoules(const ClusterSpec& cluster, int cards, double stepS)
{
    if (!cluster.powerW)
        return std::nullopt;
    return *cluster.powerW * cards * stepS;
}

}  // namespace scalewright
