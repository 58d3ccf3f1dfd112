#include "core/model/layout/layout.h"

#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

struct Name {
    const char* key;
    const char* title;
};

constexpr std::array<Name, layoutParts> parts{{
    {"kernels", "kernels"},
    {"memory-traffic", "memory traffic"},
    {"recomputation", "recomputation"},
    {"tensor", "tensor exchange"},
    {"context", "context exchange"},
    {"expert", "expert exchange"},
    {"host", "kernel launches"},
    {"bubble", "pipeline bubble"},
    {"transfers", "stage transfers"},
    {"data", "gradient exchange"},
    {"optimizer", "optimizer"},
}};

constexpr std::array<Name, leftOutReasons> reasons{{
    {"none", "can be"},
    {"cards", "does not use the cards"},
    {"heads", "tensor does not divide heads, hidden size or feed-forward"},
    {"kv-heads", "tensor does not divide the key-value heads"},
    {"sequence", "context does not divide the sequence"},
    {"layers", "stages do not divide the layers"},
    {"experts", "expert does not divide the experts or the data copies"},
    {"batch", "data and micro-batch do not divide the batch"},
    {"interleaving", "interleaving needs stages that divide the micro-batches"},
    {"sharding", "this sharding stage needs data copies, and stages 2 and 3 no pipeline"},
    {"sequence-parallel", "sequence parallelism needs tensor"},
    {"pointless", "flash attention leaves no scores to recompute"},
    {"memory", "out of memory"},
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

std::string titleOf(LayoutPart part)
{
    return parts[static_cast<std::size_t>(part)].title;
}

const char* leftOutName(LeftOut reason)
{
    return reasons[static_cast<std::size_t>(reason)].key;
}

std::string titleOf(LeftOut reason)
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
    const auto check = [&error](bool right, const char* field, std::string message, std::string expected) {
        if (!right)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    // Below 1 and beyond 1e24 a second no card, memory or link is: times would be too large to write, or nothing.
    const auto positive = [&check](double value, const char* field, std::string what, const char* such) {
        constexpr double least = 1, most = 1e24;
        check(std::isfinite(value) && value > 0, field, say("{} is missing", what), such);
        check(!(value > 0) || (value >= least && value <= most), field,
              say("{} is {}", std::move(what), significant(value, 3)), such);
    };
    const auto whole = [&check](double value, const char* field, std::string what) {
        constexpr double most = 1e12;
        check(!(value > most), field, say("{} is {}, more than can be planned", what, significant(value, 3)),
              "a whole number from 1 to 1e12");
        check(value > most || (value >= 1 && value == std::floor(value)), field,
              say("{} is no whole number", std::move(what)), "a whole number of 1 or more");
    };
    check(model.hasShape(), "model", "the model's shape is not known", "its layers, hidden size, heads and vocabulary");
    if (model.hasShape()) {
        whole(model.layers, "layers", "the number of layers");
        whole(model.hidden, "hidden", "the hidden size");
        whole(model.heads, "heads", "the number of heads");
        whole(model.kvHeads, "kv-heads", "the number of key-value heads");
        whole(model.feedForward, "feed-forward", "the feed-forward width");
        whole(model.vocabulary, "vocabulary", "the vocabulary");
        whole(model.sequence, "sequence", "the sequence");
        whole(model.experts, "experts", "the number of experts");
        check(
            model.expertsPerToken >= 1 && model.expertsPerToken <= model.experts, "experts-per-token",
            say("a token cannot pass {} of {} experts", significant(model.expertsPerToken), significant(model.experts)),
            "1 to the number of experts");
    }
    whole(batch, "batch", "the batch");
    check(cluster.cards >= 1 && cluster.cards <= 1 << 20, "cards", say("{} cards cannot be planned", cluster.cards),
          "1 to 1048576");
    check(cluster.cardsPerNode >= 1, "cards-per-node", say("a node holds {} cards", cluster.cardsPerNode), "1 or more");
    positive(cluster.peakFlops, "peak", "the peak of a card", "a rate such as 989 TFLOP/s");
    positive(cluster.memoryBytes, "memory", "the memory of a card", "a size such as 80 GB");
    check(std::isfinite(cluster.memoryBandwidth) && cluster.memoryBandwidth >= 0, "memory-bandwidth",
          "the memory bandwidth is no bandwidth", "0 or more");
    if (cluster.cards > 1 && cluster.cardsPerNode > 1)
        positive(cluster.bandwidth, "bandwidth", "the bandwidth within a node", "a rate such as 450 GB/s");
    if (cluster.cards > cluster.cardsPerNode)
        positive(cluster.bandwidth2, "bandwidth2", "the bandwidth between nodes", "a rate such as 50 GB/s");
    check(trainer.kernels.share > 0 && trainer.kernels.share <= 1 && trainer.kernels.halfWork >= 0, "trainer",
          say("the kernels reach {} of the peak", significant(trainer.kernels.share)), "a share above 0 and up to 1");
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

std::string layoutText(const Layout& l)
{
    std::vector<std::string> factors, rest;
    const auto factor = [&factors](const char* name, int value) {
        if (value > 1)
            factors.push_back(say("{} {}", std::string(name), value));
    };
    factor("tensor", l.tensor);
    factor("context", l.context);
    factor("stages", l.stages);
    factor("data", l.data);
    std::string text = factors.empty() ? std::string("one card") : joined(std::move(factors), " × ");
    if (l.expert > 1)
        rest.push_back(say("experts over {}", l.expert));
    if (l.chunks > 1)
        rest.push_back(say("{} chunks", l.chunks));
    rest.push_back(say("micro-batch {}", l.microBatch));
    if (l.shardingStage > 0)
        rest.push_back(say("sharding {}", l.shardingStage));
    if (l.sequenceParallel)
        rest.emplace_back("sequence parallel");
    if (l.recomputation != Recomputation::None)
        rest.emplace_back(l.recomputation == Recomputation::Full ? "full recomputation" : "selective recomputation");
    return text + ", " + joined(std::move(rest), ", ");
}

}  // namespace scalewright
