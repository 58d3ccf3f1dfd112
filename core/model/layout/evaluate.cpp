// Bytes between the matrices of a layer, a token: what is read and written forward, at 16 bits.
//   GPT      22 h whole: two norms (2 + 2 bytes), two bias-dropout-adds (4 read, 2 and a mask of 1 written)
//            4 f + 4 h split: the activation, biases of query, key and value
//            13 a s split without flash attention: scores in, softmax in and out, dropout with its mask, scores out
//   gated    20 h whole: two norms, two adds; gateTraffic f + 8 h split: the gate, the rotation of query and key
// The backward pass moves twice the split part, once the whole one (a norm's or a mask's input and gradient). With
// sequence parallelism the whole part is split too.
#include <algorithm>
#include <cmath>

#include "core/model/layout/layout.h"
#include "core/model/scaling/model.h"
#include "core/model/scaling/split.h"

namespace scalewright {

namespace {

struct Seconds {
    double kernels = 0, traffic = 0;
    [[nodiscard]] double total() const { return kernels + traffic; }
    Seconds& operator+=(const Seconds& other)
    {
        kernels += other.kernels;
        traffic += other.traffic;
        return *this;
    }
};
Seconds operator*(double factor, const Seconds& seconds)
{
    return {factor * seconds.kernels, factor * seconds.traffic};
}

/// Which parameters a card holds, and how many others hold them.
MemoryLayout heldBy(const Trainer& trainer, const Layout& layout)
{
    MemoryLayout held{.dataParallel = static_cast<double>(layout.data) * layout.context};
    held.tensor = layout.tensor;
    held.stages = layout.stages;
    held.expert = layout.expert;
    held.trainer = trainer.memory;
    return held;
}

/// Exchanges of gradients in a step. Who keeps shards of them alone reduces every micro-batch's: there is no room to add
/// up the whole ones.
double gradientReductions(const Transformer& model, const Trainer& trainer, const Layout& layout, double microBatches)
{
    MemoryLayout held = heldBy(trainer, layout);
    held.shardingStage = layout.shardingStage;
    return layout.shardingStage >= 2 && !keepsWholeGradients(model, held) ? microBatches : 1;
}

/// What one question asks of a layout: the numbers that several parts need.
class Evaluation {
public:
    Evaluation(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
               const Layout& layout)
        : m(model),
          c(cluster),
          r(trainer),
          l(layout),
          t(layout.tensor),
          N(layout.data),
          tokens(layout.microBatch * model.sequence / layout.context),
          passes(batch / layout.microBatch),
          rate(cluster.peakFlops * trainer.kernels.share),
          traffic(cluster.memoryBandwidth * trainer.memoryShare),
          inNode(std::min(layout.tensor * layout.context, cluster.cardsPerNode))
    {
    }

    LayoutCost cost() const;
    ModelSplit split() const;
    double recomputedShare() const;

private:
    const Transformer& m;
    const ClusterSpec& c;
    const Trainer& r;
    const Layout& l;
    double t, N, tokens, passes, rate, traffic;
    int inNode;  // cards of a node that hold one replica of a stage

    [[nodiscard]] double kernels(double flop, double count) const { return (flop + count * r.kernels.halfWork) / rate; }
    [[nodiscard]] double moved(double bytes) const { return traffic > 0 ? bytes / traffic : 0; }

    [[nodiscard]] double matrices() const
    {
        return (2 * m.hidden * m.hidden * (1 + m.kvHeads / m.heads) +
                (m.gated ? 3 : 2) * m.hidden * m.feedForward * m.expertsPerToken) /
               t;
    }
    [[nodiscard]] double attentionFlop() const { return 4 * tokens * m.sequence * m.hidden / t; }

    /// A message of `bytes` among `group` cards, so many of them on a node.
    [[nodiscard]] CommunicationParameters linkOf(double bytes, double group, int perNode, int buckets = 1) const
    {
        CommunicationParameters link{.alphaS = c.alphaS, .betaS = inNodeS(bytes)};
        link.workersPerNode = perNode;
        link.buckets = buckets;
        if (group > perNode) {
            link.twoLevels = true;
            link.alpha2S = c.alpha2S;
            link.beta2S = betweenNodesS(bytes);
            link.sharedNetworkCard = c.sharedNetworkCard;
            link.oversubscription = c.oversubscription;
        }
        return link;
    }
    /// From one card to a neighbour, on its node or on the next.
    [[nodiscard]] CommunicationParameters hop(double bytes, bool inside) const
    {
        CommunicationParameters link{.alphaS = c.alphaS, .betaS = inNodeS(bytes), .twoLevels = !inside};
        link.alpha2S = c.alpha2S;
        link.beta2S = inside ? 0 : betweenNodesS(bytes);
        link.workersPerNode = c.cardsPerNode;
        link.sharedNetworkCard = c.sharedNetworkCard;
        link.oversubscription = c.oversubscription;
        return link;
    }
    /// Moving bytes once over either link. A node of one card has no link within.
    [[nodiscard]] double inNodeS(double bytes) const
    {
        return c.bandwidth > 0 ? bytes / (c.bandwidth * r.linkShare) : 0;
    }
    [[nodiscard]] double betweenNodesS(double bytes) const { return bytes / (c.bandwidth2 * r.linkShare2); }
    [[nodiscard]] Pattern tensorPattern() const
    {
        return l.tensor <= c.cardsPerNode ? usualPattern : acrossNodesPattern;
    }
    [[nodiscard]] CommunicationParameters tensorLink() const
    {
        return linkOf(2 * tokens * m.hidden, t, std::min(l.tensor, c.cardsPerNode));
    }
    [[nodiscard]] double tensorExchange() const
    {
        return l.tensor == 1 ? 0 : communicationTime(tensorPattern(), tensorLink(), t);
    }
    /// A worker's keys and values, to the next of its sequence: one of each tensor worker of a node sends beyond it.
    /// Backward their gradients travel along.
    [[nodiscard]] CommunicationParameters contextLink(bool backward) const
    {
        CommunicationParameters link = hop((backward ? 8 : 4) * tokens * m.hidden * m.kvHeads / m.heads / t,
                                           l.tensor * l.context <= c.cardsPerNode);
        const double senders = std::min(l.tensor, c.cardsPerNode), nics = c.sharedNetworkCard ? 1 : c.cardsPerNode;
        link.beta2S *= std::max(1.0, senders * c.oversubscription / nics);
        return link;
    }
    /// One pass round the ring for a layer, less what attention hides.
    [[nodiscard]] double contextExchange(bool backward, double attention) const
    {
        if (l.context == 1)
            return 0;
        const CommunicationParameters link = contextLink(backward);
        const double each = link.twoLevels ? link.alpha2S + link.beta2S : link.alphaS + link.betaS;
        return std::max(0.0, (l.context - 1) * each - attention);
    }
    [[nodiscard]] CommunicationParameters expertLink() const
    {
        const double bytes = 2 * tokens * m.hidden * m.expertsPerToken / (l.sequenceParallel ? t : 1);
        return linkOf(bytes, l.expert, std::max(1, std::min(l.expert, c.cardsPerNode / inNode)));
    }
    [[nodiscard]] double expertExchange() const
    {
        return l.expert == 1 ? 0 : communicationTime(allToAllPattern, expertLink(), l.expert);
    }
    [[nodiscard]] CommunicationParameters stagesLink() const
    {
        return hop(2 * tokens * m.hidden / (r.scattersTransfers || l.sequenceParallel ? t : 1), c.bandwidth2 <= 0);
    }

    /// A layer's part of a pass.
    struct LayerWork {
        Seconds layer, forward, attention;
        double again = 0, tensor = 0, context = 0, expert = 0;
        double flop = 0, scoresFlop = 0, flopAgain = 0;
        [[nodiscard]] double total() const { return layer.total() + again + tensor + context + expert; }
    };
    [[nodiscard]] LayerWork layerWork() const;

    /// A stage's pass.
    struct StageWork {
        double layers = 0;
        Seconds ends;
        double card = 0, host = 0;
        [[nodiscard]] double seconds() const { return std::max(card, host); }
    };
    [[nodiscard]] StageWork slowestStage(const LayerWork& layer) const;
    [[nodiscard]] double transfers(double microBatches) const;
    [[nodiscard]] double dataExchange(const RankParameters& own, double lastPassS, double stepComputeS,
                                      double microBatches) const;
};

double Evaluation::transfers(double microBatches) const
{
    if (l.stages == 1)
        return 0;
    return 2 * l.chunks * (microBatches + l.stages - 1) * handOverS(stagesLink(), l.cards());
}

double Evaluation::dataExchange(const RankParameters& own, double lastPassS, double stepComputeS,
                                double microBatches) const
{
    const double copies = N * l.context;
    if (copies <= 1)
        return 0;
    const int perNode = std::min(l.data * l.context, c.cardsPerNode / std::min(l.tensor, c.cardsPerNode));
    const auto ofBytes = [&](double bytes) {
        return gradientExchangeS(c.dataPattern, linkOf(bytes * own.all, copies, perNode, c.buckets), copies,
                                 {l.expert, own.experts / own.all});
    };
    const DesignTerms terms{.overlap = r.hiddenData, .lastBucketShare = r.lastBucketShare};
    // What a micro-batch's backward pass leaves in sight.
    const auto exposed = [&](double seconds) {
        return exposedCommunicationS(terms, lastPassS, seconds, r.lastBucketShare * seconds, 1);
    };
    const double scatter = ofBytes(r.gradientBytes) / 2;
    const double earlierScatters = gradientReductions(m, r, l, microBatches) - 1;
    if (l.shardingStage == 3) {
        // The weights, gathered twice a micro-batch, and every reduce-scatter but the last: behind the step's compute.
        const double along = microBatches * ofBytes(2) + earlierScatters * scatter;
        return std::max(0.0, along - r.hiddenData * stepComputeS) + exposed(scatter);
    }
    // Sharded: gradients scattered, weights of 2 bytes gathered once a step.
    const double last = ofBytes(l.shardingStage > 0 ? (r.gradientBytes + 2) / 2 : r.gradientBytes);
    return earlierScatters * exposed(scatter) + exposed(last);
}

Evaluation::LayerWork Evaluation::layerWork() const
{
    LayerWork work;
    work.flop = 2 * tokens * matrices();
    work.scoresFlop = attentionFlop();
    const double localExperts = m.experts > 1 ? m.experts / l.expert : 1;
    const double count = 2 + (m.gated ? 3 : 2) * localExperts;
    const double scoreKernels = m.flashAttention ? 1 : 2;
    const double whole = tokens * (m.gated ? 20 : 22) * m.hidden / (l.sequenceParallel ? t : 1);
    const double split = tokens *
                         ((m.gated ? r.gateTraffic * m.feedForward : 4 * m.feedForward) * m.expertsPerToken +
                          (m.gated ? 8 : 4) * m.hidden) /
                         t;
    const Seconds dense{kernels(work.flop, count), moved(split)};
    work.attention = {kernels(work.scoresFlop * (m.flashAttention ? 0.5 : 1), scoreKernels),
                      m.flashAttention ? 0 : moved(13 * tokens * m.heads * m.sequence / t)};
    work.forward = dense;
    work.forward += work.attention;
    const double once = moved(whole);
    work.layer = 3 * work.forward;
    work.layer.traffic += 2 * once + moved(r.accumulateBytes * matrices() * localExperts / m.expertsPerToken);
    work.forward.traffic += once;

    // A ring's attention goes block by block and writes no scores that could hide it.
    const double attention = work.attention.kernels;
    const double allReduce = tensorExchange();
    const double ring = contextExchange(false, attention);
    const double toExperts = expertExchange();
    work.tensor = 2 * allReduce + 2 * (1 - r.hiddenTensor) * allReduce;
    work.context = ring + contextExchange(true, 2 * attention);
    work.expert = 4 * toExperts;
    if (l.recomputation == Recomputation::Full) {
        work.again = work.forward.total();
        work.flopAgain = work.flop + work.scoresFlop;
        work.tensor += 2 * allReduce;
        work.context += ring;
        work.expert += 2 * toExperts;
    } else if (l.recomputation == Recomputation::Selective && !m.flashAttention) {
        work.again = work.attention.total();
        work.flopAgain = work.scoresFlop;
    }
    return work;
}

Evaluation::StageWork Evaluation::slowestStage(const LayerWork& layer) const
{
    // What the ends of the model add.
    const double table = m.vocabulary * m.hidden / t, logits = tokens * m.vocabulary / t;
    const Seconds head{kernels(6 * tokens * table, 3), moved(logits * r.logitTraffic + r.accumulateBytes * table)};
    const Seconds input{0, moved(12 * tokens * m.hidden + r.accumulateBytes * table)};

    const double spans = std::ceil(static_cast<double>(l.tensor) / c.cardsPerNode) - 1;
    double hostLayer = r.hostLayerS + r.hostNodeS * spans;
    if (l.tensor > 1)
        hostLayer += r.hostTensorS + (l.stages > 1 ? r.hostPipelinedS * t * (1 + r.hostNodeShare * spans) : 0);

    const double layerS = layer.total();
    const StageLayers layers = stageLayers(m, l.stages, r.memory.stagesByWork);
    const auto stage = [&](double count, const Seconds& ends) {
        return StageWork{count, ends, count * layerS + ends.total(), count * hostLayer};
    };
    Seconds both = head;
    both += input;
    StageWork slowest = stage(layers.first, l.stages == 1 ? both : input);
    if (l.stages > 1)
        if (const StageWork last = stage(layers.last, head); last.seconds() > slowest.seconds())
            slowest = last;
    return slowest;
}

LayoutCost Evaluation::cost() const
{
    LayoutCost cost;
    const double S = l.stages, v = l.chunks;
    const double microBatches = passes / N;
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);

    const auto set = [&](LayoutPart part, double seconds) { cost.seconds[static_cast<std::size_t>(part)] = seconds; };
    const auto step = [&](double seconds) { return passes * seconds / N; };
    const double n = slowest.layers;
    set(LayoutPart::Kernels, step(n * layer.layer.kernels + slowest.ends.kernels));
    set(LayoutPart::MemoryTraffic, step(n * layer.layer.traffic + slowest.ends.traffic));
    set(LayoutPart::Recomputation, step(n * layer.again));
    set(LayoutPart::Tensor, step(n * layer.tensor));
    set(LayoutPart::Context, step(n * layer.context));
    set(LayoutPart::Expert, step(n * layer.expert));
    set(LayoutPart::Host, step(std::max(0.0, slowest.host - slowest.card)));
    set(LayoutPart::Bubble, (S - 1) / v * slowest.seconds());
    set(LayoutPart::Transfers, transfers(microBatches));

    const MemoryLayout held = heldBy(r, l);
    const RankParameters own = stageParameters(m, held).fullest();
    const bool sharded = l.shardingStage > 0;
    const double updated =
        (own.all - own.experts) / (sharded ? held.dataParallel : 1) + own.experts / (sharded ? expertCopies(held) : 1);
    const double lastPass = slowest.seconds();
    set(LayoutPart::Data, dataExchange(own, lastPass, step(lastPass), microBatches));
    set(LayoutPart::Optimizer, moved(r.optimizerBytes * updated));

    for (const double seconds : cost.seconds)
        cost.stepS += seconds;

    // FLOP of all cards: every layer, every sequence.
    const double all = passes * t * l.context;
    const double table = m.vocabulary * m.hidden / t;
    cost.modelFlop = all * (3 * m.layers * (layer.flop + layer.scoresFlop) + 6 * tokens * table);
    cost.hardwareFlop = cost.modelFlop + all * m.layers * layer.flopAgain;
    return cost;
}

ModelSplit Evaluation::split() const
{
    ModelSplit split = splitOf(l, passes * l.microBatch);
    const RankParameters own = stageParameters(m, heldBy(r, l)).fullest();
    split.experts.share = own.experts / own.all;
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);
    const double n = slowest.layers, again = l.recomputation == Recomputation::Full ? 2 : 0;
    if (l.tensor > 1)
        split.exchanges.push_back({.kind = WithinCopy::Kind::Tensor,
                                   .pattern = tensorPattern(),
                                   .communication = tensorLink(),
                                   .group = l.tensor,
                                   .times = n * (2 + 2 * (1 - r.hiddenTensor) + again)});
    if (l.context > 1) {
        const double compute = n * (layer.layer.total() + layer.again) + slowest.ends.total();
        const double hidden = layer.attention.kernels / compute;
        // Forward, and once more where it is recomputed; the backward pass sends and hides twice as much.
        split.exchanges.push_back({.kind = WithinCopy::Kind::Context,
                                   .communication = contextLink(false),
                                   .group = l.context,
                                   .times = n * (1 + again / 2),
                                   .hiddenShare = hidden});
        split.exchanges.push_back({.kind = WithinCopy::Kind::Context,
                                   .communication = contextLink(true),
                                   .group = l.context,
                                   .times = n,
                                   .hiddenShare = 2 * hidden});
    }
    if (l.expert > 1)
        split.exchanges.push_back({.kind = WithinCopy::Kind::Expert,
                                   .pattern = allToAllPattern,
                                   .communication = expertLink(),
                                   .group = l.expert,
                                   .times = n * (4 + again)});
    if (l.stages > 1)
        split.exchanges.push_back(
            {.kind = WithinCopy::Kind::Stages, .communication = stagesLink(), .times = 2.0 * l.chunks});
    return split;
}

double Evaluation::recomputedShare() const
{
    const LayerWork layer = layerWork();
    const StageWork slowest = slowestStage(layer);
    return slowest.layers * layer.again / (slowest.layers * layer.layer.total() + slowest.ends.total());
}

}  // namespace

LayoutCost evaluate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                    const Layout& layout)
{
    LayoutCost cost = Evaluation(model, cluster, trainer, batch, layout).cost();
    cost.memory = layoutMemory(model, trainer, batch, layout);
    cost.memoryBytes = cost.memory.total();
    return cost;
}

ModelSplit splitOf(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                   const Layout& layout)
{
    return Evaluation(model, cluster, trainer, batch, layout).split();
}

double recomputedShare(const Transformer& model, const Trainer& trainer, const Layout& layout)
{
    // Kernels of a card of one FLOP a second: links and memory are not asked for.
    const ClusterSpec kernelsAlone{.cardsPerNode = 1 << 20, .peakFlops = 1};
    return Evaluation(model, kernelsAlone, trainer, layout.microBatch, layout).recomputedShare();
}

ModelSplit splitOf(const Layout& layout, double batch)
{
    ModelSplit split{.tensor = layout.tensor,
                     .context = layout.context,
                     .stages = layout.stages,
                     .chunks = layout.chunks,
                     .experts = {.spread = layout.expert}};
    split.passShare = layout.microBatch / batch / layout.tensor / layout.context / layout.stages;
    return split;
}

DataExchange dataExchangeOf(const Transformer& model, const Trainer& trainer, double batch, const Layout& layout)
{
    DataExchange exchange{.copies = layout.data * layout.context};
    if (exchange.copies == 1)
        return exchange;
    const double parameters = stageParameters(model, heldBy(trainer, layout)).fullest().all;
    const double microBatches = batch / (static_cast<double>(layout.data) * layout.microBatch);
    exchange.gradientBytes =
        trainer.gradientBytes * parameters * gradientReductions(model, trainer, layout, microBatches);
    exchange.weightBytes =
        layout.shardingStage == 0 ? 0 : 2 * parameters * (layout.shardingStage == 3 ? 2 * microBatches : 1);
    return exchange;
}

TrainingBytes layoutMemory(const Transformer& model, const Trainer& trainer, double batch, const Layout& layout)
{
    MemoryLayout held = heldBy(trainer, layout);
    held.chunks = layout.chunks;
    held.microBatches = batch / (static_cast<double>(layout.data) * layout.microBatch);
    held.shardingStage = layout.shardingStage;
    held.microBatch = layout.microBatch;
    held.recomputation = layout.recomputation;
    held.sequenceParallel = layout.sequenceParallel;
    held.context = layout.context;
    return trainingBytes(model, held);
}

double utilisation(double flop, const ClusterSpec& cluster, int cards, double stepS)
{
    return flop / (cards * cluster.peakFlops * stepS);
}

namespace {

double paidCards(const ClusterSpec& cluster, int cards)
{
    return static_cast<double>(nodesOf(cards, cluster.cardsPerNode)) * cluster.cardsPerNode;
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
