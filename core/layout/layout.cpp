#include "core/layout/layout.h"

#include <cmath>

#include "core/quantity/units.h"

namespace scalewright {

namespace {

struct Name {
    const char* key;
    Phrase title;
};

constexpr std::array<Name, layoutParts> parts{{
    {"kernels", phrase("kernels")},
    {"memory-traffic", phrase("memory traffic")},
    {"recomputation", phrase("recomputation")},
    {"tensor", phrase("tensor exchange")},
    {"context", phrase("context exchange")},
    {"expert", phrase("expert exchange")},
    {"host", phrase("kernel launches")},
    {"bubble", phrase("pipeline bubble")},
    {"transfers", phrase("stage transfers")},
    {"data", phrase("gradient exchange")},
    {"optimizer", phrase("optimizer")},
}};

constexpr std::array<Name, leftOutReasons> reasons{{
    {"none", phrase("can be")},
    {"cards", phrase("does not use the cards")},
    {"heads", phrase("tensor does not divide heads, hidden size or feed-forward")},
    {"kv-heads", phrase("tensor does not divide the key-value heads")},
    {"sequence", phrase("context does not divide the sequence")},
    {"layers", phrase("stages do not divide the layers")},
    {"experts", phrase("expert does not divide the experts or the data copies")},
    {"batch", phrase("data and micro-batch do not divide the batch")},
    {"interleaving", phrase("interleaving needs stages that divide the micro-batches")},
    {"sharding", phrase("this sharding stage needs data copies, and stages 2 and 3 no pipeline")},
    {"sequence-parallel", phrase("sequence parallelism needs tensor")},
    {"pointless", phrase("flash attention leaves no scores to recompute")},
    {"memory", phrase("out of memory")},
}};

bool divides(double part, double whole)
{
    return std::fmod(whole, part) == 0;
}

}  // namespace

const char* layoutPartName(LayoutPart part)
{
    return parts[static_cast<std::size_t>(part)].key;
}

Message titleOf(LayoutPart part)
{
    return parts[static_cast<std::size_t>(part)].title;
}

const char* leftOutName(LeftOut reason)
{
    return reasons[static_cast<std::size_t>(reason)].key;
}

Message titleOf(LeftOut reason)
{
    return reasons[static_cast<std::size_t>(reason)].title;
}

LeftOut checkLayout(const Transformer& model, const Trainer& trainer, double batch, int cards, const Layout& l)
{
    if (l.cards() != cards)
        return LeftOut::Cards;
    if (!divides(l.tensor, model.heads) || !divides(l.tensor, model.hidden) || !divides(l.tensor, model.feedForward))
        return LeftOut::Heads;
    if (!divides(l.tensor, model.kvHeads) && !divides(model.kvHeads, l.tensor))
        return LeftOut::KeyValueHeads;
    if (!divides(l.context, model.sequence))
        return LeftOut::Sequence;
    // Stages by work may differ by a layer; the first ones need one at least.
    const bool uneven = trainer.memory.stagesByWork && l.chunks == 1 && l.stages <= model.layers;
    if (!uneven && !divides(static_cast<double>(l.stages) * l.chunks, model.layers))
        return LeftOut::Layers;
    if (!divides(l.expert, model.experts) || (l.data * l.context) % l.expert != 0)
        return LeftOut::Experts;
    const double each = static_cast<double>(l.data) * l.microBatch;
    if (!divides(each, batch))
        return LeftOut::Batch;
    if (l.chunks > 1 && (l.stages == 1 || !divides(l.stages, batch / each)))
        return LeftOut::Interleaving;
    if (l.shardingStage > 0 && (l.data * l.context == 1 || (l.shardingStage > 1 && l.stages > 1)))
        return LeftOut::Sharding;
    if (l.sequenceParallel && l.tensor == 1)
        return LeftOut::SequenceParallel;
    if (l.recomputation == Recomputation::Selective && model.flashAttention)
        return LeftOut::Pointless;
    return LeftOut::No;
}

Result<void> validate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch)
{
    Error error;
    const auto check = [&error](bool right, const char* field, Message message, Message expected) {
        if (!right)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    const auto positive = [&check](double value, const char* field, Message what) {
        check(std::isfinite(value) && value > 0, field, say("{} is missing", std::move(what)), say("more than 0"));
    };
    const auto whole = [&check](double value, const char* field, Message what) {
        check(std::isfinite(value) && value >= 1 && value == std::floor(value) && value <= 1e12, field,
              say("{} is no whole number", std::move(what)), say("a whole number of 1 or more"));
    };
    check(model.hasShape(), "model", say("the model's shape is not known"),
          say("its layers, hidden size, heads and vocabulary"));
    if (model.hasShape()) {
        whole(model.layers, "layers", say("the number of layers"));
        whole(model.hidden, "hidden", say("the hidden size"));
        whole(model.heads, "heads", say("the number of heads"));
        whole(model.kvHeads, "kv-heads", say("the number of key-value heads"));
        whole(model.feedForward, "feed-forward", say("the feed-forward width"));
        whole(model.vocabulary, "vocabulary", say("the vocabulary"));
        whole(model.sequence, "sequence", say("the sequence"));
        whole(model.experts, "experts", say("the number of experts"));
        check(
            model.expertsPerToken >= 1 && model.expertsPerToken <= model.experts, "experts-per-token",
            say("a token cannot pass {} of {} experts", significant(model.expertsPerToken), significant(model.experts)),
            say("1 to the number of experts"));
    }
    whole(batch, "batch", say("the batch"));
    check(cluster.cards >= 1 && cluster.cards <= 1 << 20, "cards", say("{} cards cannot be planned", cluster.cards),
          say("1 to 1048576"));
    check(cluster.cardsPerNode >= 1, "cards-per-node", say("a node holds {} cards", cluster.cardsPerNode),
          say("1 or more"));
    positive(cluster.peakFlops, "peak", say("the peak of a card"));
    positive(cluster.memoryBytes, "memory", say("the memory of a card"));
    check(std::isfinite(cluster.memoryBandwidth) && cluster.memoryBandwidth >= 0, "memory-bandwidth",
          say("the memory bandwidth is no bandwidth"), say("0 or more"));
    if (cluster.cards > 1 && cluster.cardsPerNode > 1)
        positive(cluster.bandwidth, "bandwidth", say("the bandwidth within a node"));
    if (cluster.cards > cluster.cardsPerNode)
        positive(cluster.bandwidth2, "bandwidth2", say("the bandwidth between nodes"));
    check(trainer.kernels.share > 0 && trainer.kernels.share <= 1 && trainer.kernels.halfWork >= 0, "trainer",
          say("the kernels reach {} of the peak", significant(trainer.kernels.share)),
          say("a share above 0 and up to 1"));
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

Message layoutText(const Layout& l)
{
    std::vector<Message> factors, rest;
    const auto factor = [&factors](const char* name, int value) {
        if (value > 1)
            factors.push_back(say("{} {}", std::string(name), value));
    };
    factor("tensor", l.tensor);
    factor("context", l.context);
    factor("stages", l.stages);
    factor("data", l.data);
    Message text = factors.empty() ? Message(phrase("one card")) : joined(std::move(factors), " x ");
    if (l.expert > 1)
        rest.push_back(say("experts over {}", l.expert));
    if (l.chunks > 1)
        rest.push_back(say("{} chunks", l.chunks));
    rest.push_back(say("micro-batch {}", l.microBatch));
    if (l.shardingStage > 0)
        rest.push_back(say("sharding {}", l.shardingStage));
    if (l.sequenceParallel)
        rest.push_back(say("sequence parallel"));
    if (l.recomputation != Recomputation::None)
        rest.push_back(l.recomputation == Recomputation::Full ? say("full recomputation")
                                                              : say("selective recomputation"));
    return text + verbatim(", ") + joined(std::move(rest), ", ");
}

}  // namespace scalewright
