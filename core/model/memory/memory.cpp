// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/memory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr const char* rajbhandariSource = "Rajbhandari et al. 2020";
constexpr const char* korthikantiSource = "Korthikanti et al. 2022, table 2";

std::string numberText(double value)
{
    return significantText(value, 4);
}

enum class PipelineStage { First, Last };

double attentionParametersPerLayer(const Transformer& m)
{
    return 2 * m.hiddenSize * m.hiddenSize * (1 + m.keyValueHeads / m.attentionHeads);
}
double feedForwardParametersPerExpert(const Transformer& m)
{
    return (m.gatedFeedForward ? 3 : 2) * m.hiddenSize * m.feedForwardSize;
}

double embeddingParameters(const Transformer& m)
{
    const double table = m.vocabularySize * m.hiddenSize;
    return m.gatedFeedForward ? (m.tiedEmbeddings ? 1 : 2) * table : table + m.sequenceLength * m.hiddenSize;
}

double layersInStage(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    const StageLayers layers = stageLayers(model, layout.pipelineStages, layout.trainer.balancesStagesByWork);
    return stage == PipelineStage::First ? layers.firstStage : layers.lastStage;
}

// Parameters in the rank's layers, and in the embeddings if its stage is at an end of the pipeline.
double parametersPerRank(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    const double allParameters = parametersOf(model);
    if (!model.hasShape())
        return allParameters / (layout.tensorParallel * layout.pipelineStages);
    const double table = model.vocabularySize * model.hiddenSize;
    const double embeddings = embeddingParameters(model);
    const double stageEmbeddings = layout.pipelineStages == 1                               ? embeddings
                                   : model.gatedFeedForward || stage == PipelineStage::Last ? table
                                                                                            : embeddings;
    const double layers = layersInStage(model, layout, stage);
    const double elsewhere = layout.expertParallel > 1 ? layers * feedForwardParametersPerExpert(model) *
                                                             model.experts * (1 - 1.0 / layout.expertParallel)
                                                       : 0;
    return (std::max(0.0, allParameters - embeddings) * layers / model.layers + stageEmbeddings - elsewhere) /
           layout.tensorParallel;
}

// The part of parametersPerRank() that belongs to experts distributed over ranks.
double distributedExpertParameters(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    if (layout.expertParallel == 1)
        return 0;
    return layersInStage(model, layout, stage) * feedForwardParametersPerExpert(model) * model.experts /
           layout.expertParallel / layout.tensorParallel;
}

// Activations that a stage holds at once, in units of one layer and micro-batch: the warm-up of the
// one-forward-one-backward schedule.
double layersWithHeldActivations(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    const double S = layout.pipelineStages, v = layout.chunksPerDevice, each = layersInStage(model, layout, stage);
    if (stage == PipelineStage::Last)
        return each * (v > 1 ? ((v - 1) * S + 1) / v : 1);
    return each * std::min(layout.microBatchesPerStep.value_or(S), S) * (v > 1 ? 1 + (S - 1) / (S * v) : 1);
}

std::string activationFormula(const Transformer& model, const MemoryLayout& layout)
{
    if (layout.recomputation == Recomputation::Full)
        return "2 s b h a layer";
    const bool scores = layout.recomputation == Recomputation::None && !model.flashAttention;
    if (model.gatedFeedForward)
        return layout.sequenceParallel
                   ? (scores ? "s b (12 h + 4 h k/a + 6 f + 2 a s)/t a layer" : "s b (12 h + 4 h k/a + 6 f)/t a layer")
                   : (scores ? "s b (8 h + (4 h + 4 h k/a + 6 f + 2 a s)/t) a layer"
                             : "s b (8 h + (4 h + 4 h k/a + 6 f)/t) a layer");
    std::string formula = layout.sequenceParallel
                              ? (scores ? "s b h (34 + 5 a s/h)/t a layer" : "34 s b h/t a layer")
                              : (scores ? "s b h (10 + 24/t + 5 a s/(h t)) a layer" : "s b h (10 + 24/t) a layer");
    return model.hasDropout ? formula : formula + ", less 2 s b h without dropout";
}

/// Derives the vocabulary, in rows of the embedding tables, from the given parameters that are not in the layers: an
/// image model has patches and classes instead of a vocabulary. At least 1.
double inferVocabularySize(Transformer model)
{
    const double givenParameters = std::exchange(model.parameters, 0);
    model.vocabularySize = 0;
    const double tables = model.gatedFeedForward && !model.tiedEmbeddings ? 2 : 1;
    return std::max(1.0, std::floor((givenParameters - parameterCount(model)) / (tables * model.hiddenSize)));
}

}  // namespace

Result<Transformer> transformerOf(const ModelShape& shape)
{
    Transformer model{.gatedFeedForward = shape.gated, .flashAttention = shape.flashAttention};
    if (shape.bytesPerParameter)
        model.state = modelStateOf(*shape.bytesPerParameter);
    model.parameters = valueOr(shape.parameters, 0);
    Error error;
    const auto need = [&](const MaybeQuantity& quantity, const FieldInfo& field) {
        if (!quantity)
            error.problems.push_back(
                {formatMessage("{} is not known", field.phrase), field.howToGet, {.jsonPointer = field.jsonPointer}});
        return valueOr(quantity, 0);
    };
    const bool shaped =
        shape.layers || shape.hidden || shape.heads || shape.kvHeads || shape.feedForward || shape.vocabulary;
    if (!shaped && model.parameters > 0)
        return model;
    if (!shaped) {
        const FieldInfo& field = fieldOf(&ModelShape::parameters);
        return fail(ErrorCode::Input, formatMessage("{} is not known", field.phrase), field.howToGet,
                    {.jsonPointer = field.jsonPointer});
    }
    model.layers = need(shape.layers, fieldOf(&ModelShape::layers));
    model.hiddenSize = need(shape.hidden, fieldOf(&ModelShape::hidden));
    model.attentionHeads = need(shape.heads, fieldOf(&ModelShape::heads));
    model.vocabularySize = valueOr(shape.vocabulary, 0);
    if (!shape.vocabulary && model.parameters == 0)
        need(shape.vocabulary, fieldOf(&ModelShape::vocabulary));
    model.keyValueHeads = valueOr(shape.kvHeads, model.attentionHeads);
    model.feedForwardSize = valueOr(shape.feedForward, 4 * model.hiddenSize);
    model.sequenceLength = valueOr(shape.sequence, 0);
    model.tiedEmbeddings = shape.tiedEmbeddings;
    model.experts = valueOr(shape.experts, 1);
    model.expertsPerToken = valueOr(shape.expertsPerToken, 1);
    const auto divides = [&](double total, double part, const FieldInfo& field, std::string message) {
        if (error.problems.empty() && std::fmod(total, part) != 0)
            error.problems.push_back({std::move(message),
                                      formatMessage("a number that divides {}", numberText(total)),
                                      {.jsonPointer = field.jsonPointer}});
    };
    divides(model.hiddenSize, model.attentionHeads, fieldOf(&ModelShape::heads),
            formatMessage("{} heads do not divide a hidden size of {}", numberText(model.attentionHeads),
                          numberText(model.hiddenSize)));
    divides(model.attentionHeads, model.keyValueHeads, fieldOf(&ModelShape::kvHeads),
            formatMessage("{} key-value heads do not divide {} heads", numberText(model.keyValueHeads),
                          numberText(model.attentionHeads)));
    if (error.problems.empty() && model.expertsPerToken > model.experts)
        error.problems.push_back({formatMessage("a token cannot pass through {} of {} experts",
                                                numberText(model.expertsPerToken), numberText(model.experts)),
                                  "1 to the number of experts",
                                  {.jsonPointer = fieldOf(&ModelShape::expertsPerToken).jsonPointer}});
    if (!error.problems.empty())
        return fail(std::move(error));
    if (!shape.vocabulary)
        model.vocabularySize = inferVocabularySize(model);
    return model;
}

namespace {

double countParameters(const Transformer& m, double experts)
{
    const double grouped = 1 + m.keyValueHeads / m.attentionHeads;
    const double router = m.experts > 1 ? m.hiddenSize * m.experts : 0;
    const double feedForward =
        experts * (feedForwardParametersPerExpert(m) + (m.gatedFeedForward ? 0 : m.feedForwardSize)) + router;
    if (m.gatedFeedForward)
        return m.layers * (attentionParametersPerLayer(m) + feedForward + 2 * m.hiddenSize) + m.hiddenSize +
               embeddingParameters(m);
    return m.layers * (attentionParametersPerLayer(m) + feedForward + 2 * m.hiddenSize * grouped + 5 * m.hiddenSize) +
           embeddingParameters(m);
}

}  // namespace

double parameterCount(const Transformer& m)
{
    return countParameters(m, m.experts);
}

double activeParameterCount(const Transformer& m)
{
    return countParameters(m, m.experts > 1 ? m.expertsPerToken : 1);
}

double parametersOf(const Transformer& model)
{
    return model.parameters > 0 ? model.parameters : parameterCount(model);
}

StateBytesPerParameter stateBytesPerParameter(const ModelState& state, int stage, double dataParallel)
{
    const double N = dataParallel;
    const double undivided = stage >= 3 ? state.undivided / N : state.undivided;
    if (state.shardedGradients > 0 && (stage == 1 || stage == 2))
        return {state.weights, state.gradients + state.shardedGradients / N, state.optimizer / N, undivided};
    const double gradients = state.gradients + state.shardedGradients;
    return {stage >= 3 ? state.weights / N : state.weights, stage >= 2 ? gradients / N : gradients,
            stage >= 1 ? state.optimizer / N : state.optimizer, undivided};
}

bool isShardKnown(const ModelState& state, int stage, double dataParallel)
{
    return state.hasKnownParts() || stage == 0 || stage >= 3 || dataParallel == 1;
}

Result<void> requireKnownShard(const ModelState& state, int stage, double dataParallel)
{
    if (isShardKnown(state, stage, dataParallel))
        return {};
    return fail(ErrorCode::Input,
                formatMessage("sharding stage {} divides only a part of the {} bytes per parameter, and which part is "
                              "unknown",
                              stage, numberText(state.total())),
                "a state by its name, such as zero-16, or sharding stage 0 or 3",
                {.jsonPointer = fieldOf(&ModelShape::bytesPerParameter).jsonPointer});
}

ModelState stateOf(const Transformer& model, const TrainerMemoryTraits& trainer)
{
    return model.state.value_or(trainer.state);
}

ModelState stateOf(const ModelShape& model, const TrainerMemoryTraits& trainer)
{
    return model.bytesPerParameter ? modelStateOf(*model.bytesPerParameter) : trainer.state;
}

bool keepsUnshardedGradients(const Transformer& model, const MemoryLayout& layout)
{
    return layout.trainer.unshardedGradients && stateOf(model, layout.trainer).shardedGradients > 0 &&
           (layout.shardingStage == 1 || layout.shardingStage == 2);
}

double activationBytesPerLayer(const Transformer& m, const MemoryLayout& layout)
{
    const double sb = m.sequenceLength * layout.microBatchSize / layout.contextParallel;
    const double t = layout.tensorParallel;
    // With sequence parallelism, a card holds its part of a layer's input.
    if (layout.recomputation == Recomputation::Full)
        return 2 * sb * m.hiddenSize / (layout.sequenceParallel ? t : 1);
    const bool scores = layout.recomputation == Recomputation::None && !m.flashAttention;
    const double gathered = layout.trainer.keepsGatheredInputs ? 4 * m.hiddenSize : 0;
    const double unsplit = (m.gatedFeedForward || !m.hasDropout ? 8 : 10) * m.hiddenSize - gathered;
    const double gate = layout.trainer.hasUnfusedGate ? 8 : 6;
    const double split = (m.gatedFeedForward ? 4 * m.hiddenSize * (1 + m.keyValueHeads / m.attentionHeads) +
                                                   gate * m.feedForwardSize * m.expertsPerToken
                                             : 8 * m.hiddenSize + 16 * m.hiddenSize * m.expertsPerToken) +
                         (scores ? (m.gatedFeedForward ? 2 : 5) * m.attentionHeads * m.sequenceLength : 0);
    return sb * (unsplit / (layout.sequenceParallel ? t : 1) + gathered + split / t);
}

double keyValueCacheBytesPerToken(const Transformer& m, int tensor)
{
    return 4 * m.layers * std::max(1.0, m.keyValueHeads / tensor) * m.hiddenSize / m.attentionHeads;
}

double MemoryNeed::total() const
{
    double sum = 0;
    for (const MemoryPart& part : parts)
        sum += part.bytes;
    return sum;
}

double MemoryNeed::bytesOf(std::string_view key) const
{
    const auto found = std::ranges::find(parts, key, &MemoryPart::key);
    return found == parts.end() ? 0 : found->bytes;
}

namespace {

bool countsActivations(const Transformer& model)
{
    return model.hasShape() && !model.isShapeAssumed && model.sequenceLength > 0;
}

TrainingBytes stageTrainingBytes(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    TrainingBytes bytes;
    const double rankParameters = parametersPerRank(model, layout, stage);
    const auto addState = [&](double parameters, double copies) {
        const ModelState state = stateOf(model, layout.trainer);
        StateBytesPerParameter each = stateBytesPerParameter(state, layout.shardingStage, copies);
        if (keepsUnshardedGradients(model, layout))
            each.gradients = state.gradients + state.shardedGradients;
        bytes.weights += each.weights * parameters;
        bytes.gradients += each.gradients * parameters;
        bytes.optimizer += each.optimizer * parameters;
        bytes.undividedState += each.undivided * parameters;
    };
    // Distributed experts have fewer replicas over which their state can be sharded.
    const double distributedParameters = distributedExpertParameters(model, layout, stage);
    addState(rankParameters - distributedParameters, layout.dataParallel);
    if (distributedParameters > 0)
        addState(distributedParameters, expertReplicas(layout));
    if (!countsActivations(model))
        return bytes;
    if (layout.shardingStage == 3 && layout.dataParallel > 1)
        bytes.gatheredLayer = 2 * rankParameters * layout.pipelineStages / model.layers;
    const double oneLayer = activationBytesPerLayer(model, layout);
    bytes.activations = oneLayer * layersWithHeldActivations(model, layout, stage);
    MemoryLayout withoutRecomputation = layout;
    withoutRecomputation.recomputation = Recomputation::None;
    bytes.recomputedLayer = std::max(0.0, activationBytesPerLayer(model, withoutRecomputation) - oneLayer);
    const double sb = model.sequenceLength * layout.microBatchSize / layout.contextParallel;
    if (layout.pipelineStages == 1 || stage == PipelineStage::Last)
        bytes.logits = layout.trainer.bytesPerLogit * sb * model.vocabularySize / layout.tensorParallel;
    if (!model.gatedFeedForward && model.hasDropout && layout.recomputation != Recomputation::Full &&
        stage == PipelineStage::First)
        bytes.embeddingDropout = sb * model.hiddenSize * layout.pipelineStages / layout.tensorParallel;
    return bytes;
}

MemoryNeed stageMemoryNeed(const Transformer& model, const MemoryLayout& layout, PipelineStage stage)
{
    MemoryNeed need;
    const auto add = [&](const char* key, std::string name, double bytes, std::string formula, std::string source) {
        need.parts.push_back({key, std::move(name), bytes, std::move(formula), std::move(source)});
    };
    const double rankParameters = parametersPerRank(model, layout, stage);
    const TrainingBytes bytes = stageTrainingBytes(model, layout, stage);
    const auto perParameter = [&](double part) {
        return formatMessage("{} bytes x {} parameters of a worker", numberText(part / rankParameters),
                             formatLargeCount(rankParameters).joined());
    };
    const ModelState state = stateOf(model, layout.trainer);
    const NamedState* named = findNamedState(state.id);
    const std::string source = named && state.id != ModelState{}.id ? named->source : std::string(rajbhandariSource);
    if (state.hasKnownParts()) {
        add("weights", "weights", bytes.weights, perParameter(bytes.weights), source);
        if (bytes.gradients > 0)
            add("gradients", "gradients", bytes.gradients, perParameter(bytes.gradients), source);
        if (bytes.optimizer > 0)
            add("optimizer", "optimizer state", bytes.optimizer, perParameter(bytes.optimizer), source);
    } else {
        add("state", "weights, gradients and optimizer state", bytes.undividedState, perParameter(bytes.undividedState),
            "the project");
    }
    if (state.shardedGradients > 0 && !layout.trainer.unshardedGradients &&
        (layout.shardingStage == 1 || layout.shardingStage == 2) && layout.dataParallel > 1)
        need.notes.push_back(formatMessage(
            "with both copies of the gradients, stage {} is priced as documented, 4 + 16/N bytes a parameter; a "
            "trainer that keeps the fp32 gradients unsharded (8 + 12/N, nanotron) needs {} GB more, and its measured "
            "runs were up to 40 % above this",
            layout.shardingStage, significantText((4 - 4 / layout.dataParallel) * rankParameters / 1e9, 3)));
    if (!countsActivations(model)) {
        need.notes.emplace_back(model.hasShape() && !model.isShapeAssumed
                                    ? "activations are not included: the sequence length is not set"
                                    : "activations and logits are not included: the model's shape is not set");
        return need;
    }
    if (bytes.gatheredLayer > 0)
        add("gathered-layer", "gathered layer", bytes.gatheredLayer, "2 bytes x the parameters of a layer",
            rajbhandariSource);
    add("activations", "activations", bytes.activations, activationFormula(model, layout),
        model.gatedFeedForward ? "derived after Korthikanti et al. 2022" : korthikantiSource);
    if (bytes.recomputedLayer > 0)
        add("recomputed-layer", "recomputed layer", bytes.recomputedLayer,
            "activations of one layer without recomputation", "Narayanan et al. 2021");
    if (layout.pipelineStages == 1 || stage == PipelineStage::Last)
        add("logits", "logits", bytes.logits, formatMessage("{} s b V/t", numberText(layout.trainer.bytesPerLogit)),
            "measured runs: 12 to 15 bytes a logit");
    if (bytes.embeddingDropout > 0)
        add("embedding-dropout", "embedding dropout", bytes.embeddingDropout, "s b h stages/t",
            "Korthikanti et al. 2022");
    return need;
}

}  // namespace

StageLayers stageLayers(const Transformer& model, int stages, bool balanceByWork)
{
    if (stages == 1)
        return {model.layers, model.layers};
    if (!balanceByWork && std::fmod(model.layers, stages) == 0) {
        const double each = model.layers / stages;
        return {each, each};
    }
    const double logits =
        model.vocabularySize * model.hiddenSize /
        (attentionParametersPerLayer(model) + feedForwardParametersPerExpert(model) * model.expertsPerToken);
    const double share = (model.layers + logits) / stages;
    return {std::min(model.layers, std::ceil(share)), std::max(0.0, model.layers - std::ceil((stages - 1) * share))};
}

StageParameters stageParameters(const Transformer& model, const MemoryLayout& layout)
{
    const auto rankParametersIn = [&](PipelineStage stage) {
        return RankParameters{parametersPerRank(model, layout, stage),
                              distributedExpertParameters(model, layout, stage)};
    };
    return {rankParametersIn(PipelineStage::First), rankParametersIn(PipelineStage::Last)};
}

double expertReplicas(const MemoryLayout& layout)
{
    return std::max(1.0, layout.dataParallel / layout.expertParallel);
}

TrainingBytes trainingBytes(const Transformer& model, const MemoryLayout& layout)
{
    const TrainingBytes first = stageTrainingBytes(model, layout, PipelineStage::First);
    if (layout.pipelineStages == 1)
        return first;
    const TrainingBytes last = stageTrainingBytes(model, layout, PipelineStage::Last);
    return first.total() >= last.total() ? first : last;
}

MemoryNeed trainingMemory(const Transformer& model, const MemoryLayout& layout)
{
    MemoryNeed first = stageMemoryNeed(model, layout, PipelineStage::First);
    if (layout.pipelineStages == 1 || !countsActivations(model))
        return first;
    MemoryNeed last = stageMemoryNeed(model, layout, PipelineStage::Last);
    const auto gigabytes = [](const MemoryNeed& need) { return bytesText(need.total()); };
    if (first.total() >= last.total()) {
        first.notes.push_back(formatMessage(
            "of the first stage, which holds the most activations; the last stage, with the logits, holds {}",
            gigabytes(last)));
        return first;
    }
    last.notes.push_back(
        formatMessage("of the last stage, which holds the logits; the first stage holds {}", gigabytes(first)));
    return last;
}

MemoryNeed servingMemory(const Transformer& model, const ServingLoad& load)
{
    MemoryNeed need;
    const double rankParameters = parametersOf(model) / load.tensorParallel;
    need.parts.push_back({"weights", "weights", load.bytesPerWeight * rankParameters,
                          formatMessage("{} bytes x {} parameters of a worker", numberText(load.bytesPerWeight),
                                        formatLargeCount(rankParameters).joined()),
                          "arithmetic"});
    if (model.hasShape() && load.cachedTokens > 0)
        need.parts.push_back(
            {"cache", "key-value cache", load.cachedTokens * keyValueCacheBytesPerToken(model, load.tensorParallel),
             formatMessage("4 L k (h/a)/t x {} tokens", numberText(load.cachedTokens)), "Kwon et al. 2023"});
    else
        need.notes.emplace_back(model.hasShape()
                                    ? "the cache is not included: context length and concurrent requests are not set"
                                    : "the cache is not included: the model's shape is not set");
    return need;
}

double cacheTokensThatFit(const Transformer& model, const ServingLoad& load, double memoryBytes)
{
    const double freeBytes =
        usableMemoryShare * memoryBytes - load.bytesPerWeight * parametersOf(model) / load.tensorParallel;
    return std::max(0.0, std::floor(freeBytes / keyValueCacheBytesPerToken(model, load.tensorParallel)));
}

MinimumParts minimumParts(double bytes, double memoryBytes)
{
    const auto parts = [bytes](double capacityBytes) { return std::max(1.0, std::ceil(bytes / capacityBytes)); };
    return {parts(memoryBytes), parts(usableMemoryShare * memoryBytes)};
}

int shardingStageOf(const Partitioning& partitioning)
{
    if (partitioning.shardingStage)
        return static_cast<int>(partitioning.shardingStage->value);
    const std::vector<SlotChoice>& choices = partitioning.slot.choices;
    return contains(choices, "shard-model", &SlotChoice::option) ? 3 : 0;
}

MemoryLayout modelCopyLayout(const Partitioning& slot)
{
    const auto count = [](const MaybeQuantity& quantity) { return static_cast<int>(valueOr(quantity, 1)); };
    return {.tensorParallel = count(slot.tensorParallel),
            .pipelineStages = count(slot.stages),
            .chunksPerDevice = count(slot.chunks),
            .shardingStage = shardingStageOf(slot),
            .microBatchSize = valueOr(slot.microBatch, 1),
            .hasNoMicroBatch = !slot.microBatch,
            .recomputation = slot.recomputation,
            .sequenceParallel = slot.sequenceParallel,
            .contextParallel = count(slot.contextParallel),
            .expertParallel = count(slot.expertParallel)};
}

MemoryLayout onOneWorker(const MemoryLayout& copy)
{
    return {.microBatchSize = copy.microBatchSize,
            .hasNoMicroBatch = copy.hasNoMicroBatch,
            .recomputation = copy.recomputation,
            .sequenceParallel = copy.sequenceParallel};
}

double workersInGroup(const MemoryLayout& copy)
{
    return static_cast<double>(copy.tensorParallel) * copy.pipelineStages *
           std::lcm(copy.contextParallel, copy.expertParallel);
}

MemoryLayout spreadOver(MemoryLayout copy, double workers, const std::optional<double>& batch)
{
    copy.dataParallel = workers / (static_cast<double>(copy.tensorParallel) * copy.pipelineStages);
    if (!batch)
        return copy;
    const double share = *batch * copy.contextParallel / copy.dataParallel;
    if (copy.hasNoMicroBatch && copy.pipelineStages == 1)
        copy.microBatchSize = std::max(1.0, std::ceil(share));
    copy.microBatchesPerStep = std::max(1.0, std::ceil(share / copy.microBatchSize));
    return copy;
}

std::optional<double> fewestWorkers(const Transformer& model, const MemoryLayout& copy,
                                    const std::optional<double>& batch, double availableBytes)
{
    constexpr double maximumGroups = 1e12;
    const double group = workersInGroup(copy);
    const auto isTooLarge = [&](double groups) {
        return trainingMemory(model, spreadOver(copy, groups * group, batch)).total() > availableBytes;
    };
    // Memory never grows with the number of groups.
    if (isTooLarge(maximumGroups))
        return std::nullopt;
    double tooFew = 0, enough = maximumGroups;
    while (enough - tooFew > 1) {
        const double middle = std::floor(tooFew + (enough - tooFew) / 2);
        (isTooLarge(middle) ? tooFew : enough) = middle;
    }
    return enough * group;
}

bool workingSetIsDataset(const Baseline& baseline)
{
    constexpr double relativeTolerance = 0.05;
    const MaybeQuantity &workingSet = baseline.workingSetBytes, &dataset = baseline.datasetBytes;
    return workingSet && dataset &&
           std::abs(dataset->value - workingSet->value) <= relativeTolerance * workingSet->value;
}

std::optional<double> fixedBatch(const Project& project)
{
    return project.baseline.batch && project.plan.scaling == Scaling::Strong
               ? std::optional(project.baseline.batch->value)
               : std::nullopt;
}

std::optional<int> fewestWorkersThatFit(const Project& project, double memoryBytes)
{
    const MemoryLayout copy = modelCopyLayout(project.design.partitioning);
    if (!project.baseline.model || copy.shardingStage > 3)
        return std::nullopt;
    const Result<Transformer> model = transformerOf(*project.baseline.model);
    if (!model)
        return std::nullopt;
    const std::optional<double> workers =
        fewestWorkers(*model, copy, fixedBatch(project), usableMemoryShare * memoryBytes);
    return workers && *workers <= std::numeric_limits<int>::max() ? std::optional(static_cast<int>(*workers))
                                                                  : std::nullopt;
}

Result<MemoryLayout> memoryLayoutOf(const Project& project, int p)
{
    const Partitioning& slot = project.design.partitioning;
    const MemoryLayout layout = modelCopyLayout(slot);
    if (p == 1)
        return spreadOver(onOneWorker(layout), 1, fixedBatch(project));
    const double tensor = layout.tensorParallel, stages = layout.pipelineStages, context = layout.contextParallel;
    if (layout.shardingStage > 3)
        return fail(ErrorCode::Input, formatMessage("sharding stage {} does not exist", layout.shardingStage),
                    "0, 1, 2 or 3", {.jsonPointer = fieldOf(&Partitioning::shardingStage).jsonPointer});
    if (std::fmod(p, tensor * stages) != 0)
        return fail(
            ErrorCode::Input,
            formatMessage("{} workers cannot be divided into copies of {} x {} workers (tensor parallel x stages)", p,
                          numberText(tensor), numberText(stages)),
            formatMessage("for example a plan of {}",
                          numberText(tensor * stages * std::max(1.0, std::round(p / (tensor * stages))))),
            {.jsonPointer = fieldOf(&Partitioning::tensorParallel).jsonPointer});
    if (std::fmod(p / (tensor * stages), context) != 0)
        return fail(ErrorCode::Input,
                    formatMessage("{} copies cannot be divided into groups of {} that share a sequence",
                                  numberText(p / (tensor * stages)), numberText(context)),
                    formatMessage("for example a plan of {}", numberText(tensor * stages * context)),
                    {.jsonPointer = fieldOf(&Partitioning::contextParallel).jsonPointer});
    return spreadOver(layout, p, fixedBatch(project));
}

Result<MemoryNeed> trainingMemory(const Project& project, int p)
{
    if (!project.baseline.model)
        return fail(ErrorCode::Input, "no model is described",
                    "its parameters, or its layers, hidden size, heads and vocabulary",
                    {.jsonPointer = fieldOf(&ModelShape::parameters).jsonPointer});
    TRY(const Transformer model, transformerOf(*project.baseline.model));
    TRY(const MemoryLayout layout, memoryLayoutOf(project, p));
    TRY_DO(requireKnownShard(stateOf(model), layout.shardingStage, layout.dataParallel));
    return trainingMemory(model, layout);
}

Result<Project> withWorkingSetFromModel(const Project& project)
{
    TRY(const MemoryNeed need, trainingMemory(project, 1));
    std::vector<std::string> parts;
    for (const MemoryPart& part : need.parts)
        parts.push_back(formatMessage("{} {}", part.name, bytesText(part.bytes)));
    Project after = project;
    after.baseline.workingSetBytes =
        Quantity{need.total(), std::nullopt, {Origin::Assumed, "the memory model", {}, joinNonEmpty(parts, ", ")}};
    return after;
}

}  // namespace scalewright
