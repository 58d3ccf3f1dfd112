// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/layout.h"

#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

bool divides(double part, double whole)
{
    return std::fmod(whole, part) == 0;
}

}  // namespace

ParallelLayout withoutIneffectiveSettings(ParallelLayout layout, const Transformer& model)
{
    if (layout.data * layout.context == 1)
        layout.shardingStage = 0;
    if (layout.tensor == 1)
        layout.sequenceParallel = false;
    if (layout.recomputation == Recomputation::Selective && model.flashAttention)
        layout.recomputation = Recomputation::None;
    return layout;
}

ParallelLayout layoutOnCards(ParallelLayout layout, const Transformer& model, int cards)
{
    const long cardsPerCopy = static_cast<long>(layout.tensor) * layout.context * layout.stages;
    if (layout.data == 0)
        layout.data = cards % cardsPerCopy == 0 ? static_cast<int>(cards / cardsPerCopy) : 0;
    return withoutIneffectiveSettings(layout, model);
}

LeftOutReason checkLayout(const Transformer& model, const Trainer& trainer, double batch, int cards,
                          const ParallelLayout& l)
{
    if (l.cards() != cards)
        return LeftOutReason::Cards;
    if (!divides(l.tensor, model.attentionHeads) || !divides(l.tensor, model.hiddenSize) ||
        !divides(l.tensor, model.feedForwardSize))
        return LeftOutReason::Heads;
    if (!divides(l.tensor, model.keyValueHeads) && !divides(model.keyValueHeads, l.tensor))
        return LeftOutReason::KeyValueHeads;
    if (!divides(l.context, model.sequenceLength))
        return LeftOutReason::Sequence;
    // Stages may be uneven (stageLayers()). The first and the last chunk may hold only the embedding and the logits.
    if (static_cast<double>(l.stages) * l.chunks > model.layers + (l.chunks > 1 ? 2 : 0))
        return LeftOutReason::Layers;
    if (!divides(l.expert, model.experts) || (l.data * l.context) % l.expert != 0)
        return LeftOutReason::Experts;
    const double sequencesPerPass = static_cast<double>(l.data) * l.microBatch;
    if (!divides(sequencesPerPass, batch))
        return LeftOutReason::Batch;
    if (l.chunks > 1 && (l.stages == 1 || !divides(l.stages, batch / sequencesPerPass)))
        return LeftOutReason::Interleaving;
    if (l.shardingStage > 0 && (l.data * l.context == 1 || (l.shardingStage > 1 && l.stages > 1)))
        return LeftOutReason::Sharding;
    if (!isShardKnown(stateOf(model, trainer.memory), l.shardingStage, l.data * l.context))
        return LeftOutReason::UnknownState;
    if (l.sequenceParallel && l.tensor == 1)
        return LeftOutReason::SequenceParallel;
    if (l.recomputation == Recomputation::Selective && model.flashAttention)
        return LeftOutReason::Redundant;
    return LeftOutReason::None;
}

Result<void> validate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch)
{
    Error error;
    const auto check = [&error](bool isValid, const char* field, std::string message, std::string expected) {
        if (!isValid)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    // Real cards, memories and links have no figure outside 1 … 1e24: times would be zero or too large to print.
    const auto positive = [&check](double value, const char* field, const char* name, const char* expected) {
        constexpr double minimum = 1, maximum = 1e24;
        check(std::isfinite(value) && value > 0, field, formatMessage("{} is missing", name), expected);
        check(!(value > 0) || (value >= minimum && value <= maximum), field,
              formatMessage("{} is {}", name, significantText(value, 3)), expected);
    };
    const auto checkWhole = [&check](double value, const char* field, const char* name) {
        constexpr double maximum = 1e12;
        check(!(value > maximum), field, formatMessage("{} is {}, too large to plan", name, significantText(value, 3)),
              "a whole number from 1 to 1e12");
        check(value > maximum || (value >= 1 && value == std::floor(value)), field,
              formatMessage("{} is not a whole number", name), "a whole number of 1 or more");
    };
    check(model.hasShape(), "model", "the model's shape is not set", "its layers, hidden size, heads and vocabulary");
    if (model.hasShape()) {
        checkWhole(model.layers, "layers", "the number of layers");
        checkWhole(model.hiddenSize, "hidden", "the hidden size");
        checkWhole(model.attentionHeads, "heads", "the number of heads");
        checkWhole(model.keyValueHeads, "kv-heads", "the number of key-value heads");
        checkWhole(model.feedForwardSize, "feed-forward", "the feed-forward width");
        checkWhole(model.vocabularySize, "vocabulary", "the vocabulary size");
        checkWhole(model.sequenceLength, "sequence", "the sequence length");
        checkWhole(model.experts, "experts", "the number of experts");
        check(model.expertsPerToken >= 1 && model.expertsPerToken <= model.experts, "experts-per-token",
              formatMessage("{} of {} experts per token", significantText(model.expertsPerToken),
                            significantText(model.experts)),
              "from 1 to the number of experts");
    }
    checkWhole(batch, "batch", "the batch size");
    check(cluster.cards >= 1 && cluster.cards <= 1 << 20, "cards", formatMessage("cannot plan {} cards", cluster.cards),
          "1 to 1048576");
    check(cluster.cardsPerNode >= 1, "cards-per-node", formatMessage("a node holds {} cards", cluster.cardsPerNode),
          "1 or more");
    positive(cluster.peakFlops, "peak", "the peak per card", "a rate such as 989 TFLOP/s");
    positive(cluster.memoryBytes, "memory", "the memory per card", "a size such as 80 GB");
    check(std::isfinite(cluster.memoryBandwidth) && cluster.memoryBandwidth >= 0, "memory-bandwidth",
          "invalid memory bandwidth", "0 or more");
    if (cluster.cards > 1 && cluster.cardsPerNode > 1)
        positive(cluster.bandwidth, "bandwidth", "the bandwidth within a node", "a rate such as 450 GB/s");
    if (cluster.cards > cluster.cardsPerNode)
        positive(cluster.bandwidth2, "bandwidth2", "the bandwidth between nodes", "a rate such as 50 GB/s");
    check(trainer.kernels.peakShare > 0 && trainer.kernels.peakShare <= 1 && trainer.kernels.halfEfficiencyFlop >= 0,
          "trainer", formatMessage("the kernels reach {} of the peak", significantText(trainer.kernels.peakShare)),
          "a share above 0 and at most 1");
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

std::string layoutFactorsText(const ParallelLayout& l)
{
    std::vector<std::string> factors;
    for (const auto& [name, value] :
         {std::pair("TP", l.tensor), std::pair("CP", l.context), std::pair("PP", l.stages), std::pair("DP", l.data)})
        if (value > 1)
            factors.push_back(formatMessage("{}{}", std::string(name), value));
    return factors.empty() ? std::string("one card") : joinNonEmpty(factors, "×");
}

std::string layoutOptionsText(const ParallelLayout& l)
{
    std::vector<std::string> details;
    if (l.expert > 1)
        details.push_back(formatMessage("experts over {}", l.expert));
    if (l.chunks > 1)
        details.push_back(formatMessage("{} chunks", l.chunks));
    details.push_back(formatMessage("micro-batch {}", l.microBatch));
    if (l.shardingStage > 0)
        details.push_back(formatMessage("ZeRO-{}", l.shardingStage));
    if (l.sequenceParallel)
        details.emplace_back("sequence parallel");
    if (l.recomputation != Recomputation::None)
        details.emplace_back(l.recomputation == Recomputation::Full ? "full recomputation" : "selective recomputation");
    return joinNonEmpty(details, ", ");
}

std::string layoutText(const ParallelLayout& layout)
{
    return layoutFactorsText(layout) + ", " + layoutOptionsText(layout);
}

}  // namespace scalewright
