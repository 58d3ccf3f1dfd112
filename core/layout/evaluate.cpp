// Bytes between the matrices of a layer, a token: what is read and written forward, at 16 bits.
//   GPT      22 h whole: two norms (2 + 2 bytes), two bias-dropout-adds (4 read, 2 and a mask of 1 written)
//            4 f + 4 h split: the activation, biases of query, key and value
//            13 a s split without flash attention: scores in, softmax in and out, dropout with its mask, scores out
//   gated    20 h whole: two norms, two adds; gateTraffic f + 8 h split: the gate, the rotation of query and key
// The backward pass moves twice the split part, once the whole one (a norm's or a mask's input and gradient). With
// sequence parallelism the whole part is split too.
#include <algorithm>
#include <cmath>

#include "core/layout/layout.h"
#include "core/scaling/prediction.h"

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
    [[nodiscard]] double exchange(Pattern pattern, double bytes, double group, int perNode, int buckets = 1) const
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
        return communicationTime(pattern, link, group);
    }
    /// Moving bytes once over either link. A node of one card has no link within.
    [[nodiscard]] double inNodeS(double bytes) const
    {
        return c.bandwidth > 0 ? bytes / (c.bandwidth * r.linkShare) : 0;
    }
    [[nodiscard]] double betweenNodesS(double bytes) const { return bytes / (c.bandwidth2 * r.linkShare2); }
    [[nodiscard]] double tensorExchange() const
    {
        if (l.tensor == 1)
            return 0;
        const Pattern pattern = l.tensor <= c.cardsPerNode ? usualPattern : acrossNodesPattern;
        return exchange(pattern, 2 * tokens * m.hidden, t, std::min(l.tensor, c.cardsPerNode));
    }
    /// One pass of a layer's keys and values round the ring, less what attention hides.
    [[nodiscard]] double contextExchange(double attention) const
    {
        if (l.context == 1)
            return 0;
        const bool inside = l.tensor * l.context <= c.cardsPerNode;
        const double bytes = 4 * tokens * m.hidden * m.kvHeads / m.heads / t;
        const double hop = inside ? c.alphaS + inNodeS(bytes) : c.alpha2S + betweenNodesS(bytes);
        return std::max(0.0, (l.context - 1) * hop - attention);
    }
    [[nodiscard]] double expertExchange() const
    {
        if (l.expert == 1)
            return 0;
        const double bytes = 2 * tokens * m.hidden * m.expertsPerToken / (l.sequenceParallel ? t : 1);
        return exchange(allToAllPattern, bytes, l.expert, std::max(1, std::min(l.expert, c.cardsPerNode / inNode)));
    }
    [[nodiscard]] double transfers(double microBatches) const;
    [[nodiscard]] double dataExchange(double parameters, double lastPassS, double stepComputeS,
                                      double microBatches) const;
};

double Evaluation::transfers(double microBatches) const
{
    if (l.stages == 1)
        return 0;
    const double bytes = 2 * tokens * m.hidden / (r.scattersTransfers || l.sequenceParallel ? t : 1);
    const bool inside = l.cards() <= c.cardsPerNode;
    const double each = inside ? c.alphaS + inNodeS(bytes)
                               : c.alpha2S + betweenNodesS(bytes) * (c.sharedNetworkCard ? c.cardsPerNode : 1);
    return 2 * l.chunks * (microBatches + l.stages - 1) * each;
}

double Evaluation::dataExchange(double parameters, double lastPassS, double stepComputeS, double microBatches) const
{
    const double copies = N * l.context;
    if (copies <= 1)
        return 0;
    const int perNode = std::min(l.data * l.context, c.cardsPerNode / std::min(l.tensor, c.cardsPerNode));
    const auto ofBytes = [&](double bytes) {
        return exchange(c.dataPattern, bytes * parameters, copies, perNode, c.buckets);
    };
    double exposed = 0;
    double whole = ofBytes(r.gradientBytes);
    if (l.shardingStage == 3) {
        // A reduce-scatter of gradients, and the weights gathered twice a micro-batch, behind its compute.
        const double gathers = microBatches * ofBytes(2);
        exposed = std::max(0.0, gathers - r.hiddenData * stepComputeS);
        whole /= 2;
    } else if (l.shardingStage > 0 && r.gradientBytes != 2) {
        whole = ofBytes((r.gradientBytes + 2) / 2);  // gradients scattered, weights of 2 bytes gathered
    }
    const DesignTerms terms{.overlap = r.hiddenData, .lastBucketShare = r.lastBucketShare};
    return exposed + exposedCommunicationS(terms, lastPassS, whole, r.lastBucketShare * whole, 1);
}

LayoutCost Evaluation::cost() const
{
    LayoutCost cost;
    const double S = l.stages, v = l.chunks;
    const double microBatches = passes / N;

    // One layer, one micro-batch.
    const double flop = 2 * tokens * matrices(), scoresFlop = attentionFlop();
    const double localExperts = m.experts > 1 ? m.experts / l.expert : 1;
    const double count = 2 + (m.gated ? 3 : 2) * localExperts;
    const double scoreKernels = m.flashAttention ? 1 : 2;
    const double whole = tokens * (m.gated ? 20 : 22) * m.hidden / (l.sequenceParallel ? t : 1);
    const double split = tokens *
                         ((m.gated ? r.gateTraffic * m.feedForward : 4 * m.feedForward) * m.expertsPerToken +
                          (m.gated ? 8 : 4) * m.hidden) /
                         t;
    const Seconds dense{kernels(flop, count), moved(split)};
    const Seconds attention{kernels(scoresFlop * (m.flashAttention ? 0.5 : 1), scoreKernels),
                            m.flashAttention ? 0 : moved(13 * tokens * m.heads * m.sequence / t)};
    Seconds forward = dense;
    forward += attention;
    const double once = moved(whole);
    Seconds layer = 3 * forward;
    layer.traffic += 2 * once + moved(r.accumulateBytes * matrices() * localExperts / m.expertsPerToken);
    forward.traffic += once;

    const double allReduce = tensorExchange();
    const double ring = contextExchange(attention.total());
    const double toExperts = expertExchange();
    double tensor = 2 * allReduce + 2 * (1 - r.hiddenTensor) * allReduce;
    double context = ring + contextExchange(2 * attention.total());
    double expert = 4 * toExperts;
    double again = 0, flopAgain = 0;
    if (l.recomputation == Recomputation::Full) {
        again = forward.total();
        flopAgain = flop + scoresFlop;
        tensor += 2 * allReduce;
        context += ring;
        expert += 2 * toExperts;
    } else if (l.recomputation == Recomputation::Selective && !m.flashAttention) {
        again = attention.total();
        flopAgain = scoresFlop;
    }
    const double layerS = layer.total() + again + tensor + context + expert;

    // What the ends of the model add.
    const double table = m.vocabulary * m.hidden / t, logits = tokens * m.vocabulary / t;
    const Seconds head{kernels(6 * tokens * table, 3), moved(logits * r.logitTraffic + r.accumulateBytes * table)};
    const Seconds input{0, moved(12 * tokens * m.hidden + r.accumulateBytes * table)};

    const double spans = std::ceil(static_cast<double>(l.tensor) / c.cardsPerNode) - 1;
    double hostLayer = r.hostLayerS + r.hostNodeS * spans;
    if (l.tensor > 1)
        hostLayer += r.hostTensorS + (l.stages > 1 ? r.hostPipelinedS * t * (1 + r.hostNodeShare * spans) : 0);

    const StageLayers layers = stageLayers(m, l.stages, r.memory.stagesByWork);
    struct StageWork {
        double layers;
        Seconds ends;
        double card, host;
        [[nodiscard]] double seconds() const { return std::max(card, host); }
    };
    const auto stage = [&](double count_, const Seconds& ends) {
        return StageWork{count_, ends, count_ * layerS + ends.total(), count_ * hostLayer};
    };
    Seconds both = head;
    both += input;
    StageWork slowest = stage(layers.first, l.stages == 1 ? both : input);
    if (l.stages > 1)
        if (const StageWork last = stage(layers.last, head); last.seconds() > slowest.seconds())
            slowest = last;

    const auto set = [&](LayoutPart part, double seconds) { cost.seconds[static_cast<std::size_t>(part)] = seconds; };
    const auto step = [&](double seconds) { return passes * seconds / N; };
    const double n = slowest.layers;
    set(LayoutPart::Kernels, step(n * layer.kernels + slowest.ends.kernels));
    set(LayoutPart::MemoryTraffic, step(n * layer.traffic + slowest.ends.traffic));
    set(LayoutPart::Recomputation, step(n * again));
    set(LayoutPart::Tensor, step(n * tensor));
    set(LayoutPart::Context, step(n * context));
    set(LayoutPart::Expert, step(n * expert));
    set(LayoutPart::Host, step(std::max(0.0, slowest.host - slowest.card)));
    set(LayoutPart::Bubble, (S - 1) / v * slowest.seconds());
    set(LayoutPart::Transfers, transfers(microBatches));

    MemoryLayout held{.dataParallel = N * l.context};
    held.tensor = l.tensor;
    held.stages = l.stages;
    held.expert = l.expert;
    held.trainer = r.memory;
    const StageParameters own = stageParameters(m, held);
    const double parameters = std::max(own.first, own.last);
    const double lastPass = slowest.seconds();
    set(LayoutPart::Data, dataExchange(parameters, lastPass, step(lastPass), microBatches));
    set(LayoutPart::Optimizer, moved(r.optimizerBytes * parameters / (l.shardingStage > 0 ? held.dataParallel : 1)));

    for (const double seconds : cost.seconds)
        cost.stepS += seconds;

    // FLOP of all cards: every layer, every sequence.
    const double all = passes * t * l.context;
    cost.modelFlop = all * (3 * m.layers * (flop + scoresFlop) + 6 * tokens * table);
    cost.hardwareFlop = cost.modelFlop + all * m.layers * flopAgain;
    return cost;
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

DataExchange dataExchangeOf(const Transformer& model, const Trainer& trainer, double batch, const Layout& layout)
{
    DataExchange exchange{.copies = layout.data * layout.context};
    if (exchange.copies == 1)
        return exchange;
    MemoryLayout held{.dataParallel = static_cast<double>(exchange.copies)};
    held.tensor = layout.tensor;
    held.stages = layout.stages;
    held.expert = layout.expert;
    held.trainer = trainer.memory;
    const StageParameters own = stageParameters(model, held);
    const double parameters = std::max(own.first, own.last);
    const double microBatches = batch / (static_cast<double>(layout.data) * layout.microBatch);
    exchange.gradientBytes = trainer.gradientBytes * parameters;
    exchange.weightBytes =
        layout.shardingStage == 0 ? 0 : 2 * parameters * (layout.shardingStage == 3 ? 2 * microBatches : 1);
    return exchange;
}

TrainingBytes layoutMemory(const Transformer& model, const Trainer& trainer, double batch, const Layout& layout)
{
    MemoryLayout held{.dataParallel = static_cast<double>(layout.data) * layout.context};
    held.tensor = layout.tensor;
    held.stages = layout.stages;
    held.chunks = layout.chunks;
    held.microBatches = batch / (static_cast<double>(layout.data) * layout.microBatch);
    held.shardingStage = layout.shardingStage;
    held.microBatch = layout.microBatch;
    held.recomputation = layout.recomputation;
    held.sequenceParallel = layout.sequenceParallel;
    held.context = layout.context;
    held.expert = layout.expert;
    held.trainer = trainer.memory;
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
