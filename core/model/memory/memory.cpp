#include "core/model/memory/memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr const char* zero = "Rajbhandari et al. 2020";
constexpr const char* korthikanti = "Korthikanti et al. 2022, table 2";

std::string number(double value)
{
    return significant(value, 4);
}

enum class Stage { First, Last };

// A layer's matrices without its experts, and one expert's.
double attentionMatrices(const Transformer& m)
{
    return 2 * m.hidden * m.hidden * (1 + m.kvHeads / m.heads);
}
double feedForwardMatrices(const Transformer& m)
{
    return (m.gated ? 3 : 2) * m.hidden * m.feedForward;
}

double embeddingTables(const Transformer& m)
{
    const double table = m.vocabulary * m.hidden;
    return m.gated ? (m.tiedEmbeddings ? 1 : 2) * table : table + m.sequence * m.hidden;
}

double layersOfStage(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    const StageLayers layers = stageLayers(model, layout.stages, layout.trainer.stagesByWork);
    return stage == Stage::First ? layers.first : layers.last;
}

// Of a rank: its layers, and the embeddings of an end stage.
double ranksParameters(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    const double all = parametersOf(model);
    if (!model.hasShape())
        return all / (layout.tensor * layout.stages);
    const double table = model.vocabulary * model.hidden;
    const double embeddings = embeddingTables(model);
    const double kept = layout.stages == 1 ? embeddings : model.gated || stage == Stage::Last ? table : embeddings;
    const double layers = layersOfStage(model, layout, stage);
    const double elsewhere =
        layout.expert > 1 ? layers * feedForwardMatrices(model) * model.experts * (1 - 1.0 / layout.expert) : 0;
    return (std::max(0.0, all - embeddings) * layers / model.layers + kept - elsewhere) / layout.tensor;
}

// Of those, of experts that are spread over ranks.
double spreadExperts(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    if (layout.expert == 1)
        return 0;
    return layersOfStage(model, layout, stage) * feedForwardMatrices(model) * model.experts / layout.expert /
           layout.tensor;
}

struct Gradients {
    double kept = 2, sharded = 0;  // what every rank keeps until stage 2, and what goes with the optimizer
};

Gradients gradientsOf(StateConvention convention)
{
    switch (convention) {
    case StateConvention::Zero16: break;
    case StateConvention::Megatron18: return {4, 0};
    case StateConvention::BothGradients20: return {2, 4};
    }
    return {2, 0};
}

// Micro-batches whose activations a stage holds at once, as layers of one of them: the warm-up of one forward, one
// backward.
double layersHeld(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    const double S = layout.stages, v = layout.chunks, each = layersOfStage(model, layout, stage);
    if (stage == Stage::Last)
        return each * (v > 1 ? ((v - 1) * S + 1) / v : 1);
    return each * std::min(layout.microBatches.value_or(S), S) * (v > 1 ? 1 + (S - 1) / (S * v) : 1);
}

std::string activationFormula(const Transformer& model, const MemoryLayout& layout)
{
    if (layout.recomputation == Recomputation::Full)
        return "2 s b h a layer";
    const bool scores = layout.recomputation == Recomputation::None && !model.flashAttention;
    if (model.gated)
        return layout.sequenceParallel
                   ? (scores ? "s b (12 h + 4 h k/a + 6 f + 2 a s)/t a layer" : "s b (12 h + 4 h k/a + 6 f)/t a layer")
                   : (scores ? "s b (8 h + (4 h + 4 h k/a + 6 f + 2 a s)/t) a layer"
                             : "s b (8 h + (4 h + 4 h k/a + 6 f)/t) a layer");
    return layout.sequenceParallel ? (scores ? "s b h (34 + 5 a s/h)/t a layer" : "34 s b h/t a layer")
                                   : (scores ? "s b h (10 + 24/t + 5 a s/(h t)) a layer" : "s b h (10 + 24/t) a layer");
}

/// What the layers leave of the parameters that are given, as rows of the embedding tables: a model of images has no
/// vocabulary, but patches and classes. At least one.
double vocabularyLeft(Transformer model)
{
    const double given = std::exchange(model.parameters, 0);
    model.vocabulary = 0;
    const double tables = model.gated && !model.tiedEmbeddings ? 2 : 1;
    return std::max(1.0, std::floor((given - parameterCount(model)) / (tables * model.hidden)));
}

}  // namespace

Result<Transformer> transformerOf(const ModelShape& shape)
{
    Transformer model{.gated = shape.gated, .flashAttention = shape.flashAttention};
    model.convention = shape.convention;
    model.parameters = shape.parameters ? shape.parameters->value : 0;
    Error error;
    const auto need = [&](const MaybeQuantity& quantity, const FieldInfo& field) {
        if (!quantity)
            error.problems.push_back(
                {say("{} is not known", field.meaning), field.howToGet, {.pointer = field.pointer}});
        return quantity ? quantity->value : 0;
    };
    const bool shaped =
        shape.layers || shape.hidden || shape.heads || shape.kvHeads || shape.feedForward || shape.vocabulary;
    if (!shaped && model.parameters > 0)
        return model;
    if (!shaped) {
        const FieldInfo& field = fieldOf(&ModelShape::parameters);
        return fail(ErrorCode::Input, say("{} is not known", field.meaning), field.howToGet,
                    {.pointer = field.pointer});
    }
    model.layers = need(shape.layers, fieldOf(&ModelShape::layers));
    model.hidden = need(shape.hidden, fieldOf(&ModelShape::hidden));
    model.heads = need(shape.heads, fieldOf(&ModelShape::heads));
    model.vocabulary = shape.vocabulary ? shape.vocabulary->value : 0;
    if (!shape.vocabulary && model.parameters == 0)
        need(shape.vocabulary, fieldOf(&ModelShape::vocabulary));
    model.kvHeads = shape.kvHeads ? shape.kvHeads->value : model.heads;
    model.feedForward = shape.feedForward ? shape.feedForward->value : 4 * model.hidden;
    model.sequence = shape.sequence ? shape.sequence->value : 0;
    model.tiedEmbeddings = shape.tiedEmbeddings;
    model.experts = shape.experts ? shape.experts->value : 1;
    model.expertsPerToken = shape.expertsPerToken ? shape.expertsPerToken->value : 1;
    const auto divides = [&](double whole, double part, const FieldInfo& field, std::string message) {
        if (error.problems.empty() && std::fmod(whole, part) != 0)
            error.problems.push_back(
                {std::move(message), say("a number that divides {}", number(whole)), {.pointer = field.pointer}});
    };
    divides(model.hidden, model.heads, fieldOf(&ModelShape::heads),
            say("{} heads do not divide a hidden size of {}", number(model.heads), number(model.hidden)));
    divides(model.heads, model.kvHeads, fieldOf(&ModelShape::kvHeads),
            say("{} key-value heads do not divide {} heads", number(model.kvHeads), number(model.heads)));
    if (error.problems.empty() && model.expertsPerToken > model.experts)
        error.problems.push_back(
            {say("a token cannot pass {} of {} experts", number(model.expertsPerToken), number(model.experts)),
             "1 to the number of experts",
             {.pointer = fieldOf(&ModelShape::expertsPerToken).pointer}});
    if (!error.problems.empty())
        return fail(std::move(error));
    if (!shape.vocabulary)
        model.vocabulary = vocabularyLeft(model);
    return model;
}

namespace {

double parametersWith(const Transformer& m, double experts)
{
    const double grouped = 1 + m.kvHeads / m.heads;
    const double router = m.experts > 1 ? m.hidden * m.experts : 0;
    const double feedForward = experts * (feedForwardMatrices(m) + (m.gated ? 0 : m.feedForward)) + router;
    if (m.gated)
        return m.layers * (attentionMatrices(m) + feedForward + 2 * m.hidden) + m.hidden + embeddingTables(m);
    return m.layers * (attentionMatrices(m) + feedForward + 2 * m.hidden * grouped + 5 * m.hidden) + embeddingTables(m);
}

}  // namespace

double parameterCount(const Transformer& m)
{
    return parametersWith(m, m.experts);
}

double activeParameterCount(const Transformer& m)
{
    return parametersWith(m, m.experts > 1 ? m.expertsPerToken : 1);
}

double parametersOf(const Transformer& model)
{
    return model.parameters > 0 ? model.parameters : parameterCount(model);
}

StateBytes stateBytes(StateConvention convention, int stage, double dataParallel)
{
    const Gradients gradients = gradientsOf(convention);
    const double N = dataParallel;
    if (convention == StateConvention::BothGradients20 && (stage == 1 || stage == 2))
        return {2, gradients.kept + gradients.sharded / N, 12 / N};
    const double g = gradients.kept + gradients.sharded;
    return {stage >= 3 ? 2 / N : 2, stage >= 2 ? g / N : g, stage >= 1 ? 12 / N : 12};
}

StateConvention conventionOf(const Transformer& model, const TrainerMemory& trainer)
{
    return model.convention.value_or(trainer.convention);
}

StateConvention conventionOf(const ModelShape& model, const TrainerMemory& trainer)
{
    return model.convention.value_or(trainer.convention);
}

bool keepsWholeGradients(const Transformer& model, const MemoryLayout& layout)
{
    return layout.trainer.wholeGradients && conventionOf(model, layout.trainer) == StateConvention::BothGradients20 &&
           (layout.shardingStage == 1 || layout.shardingStage == 2);
}

std::string conventionTitle(StateConvention convention)
{
    switch (convention) {
    case StateConvention::Zero16: break;
    case StateConvention::Megatron18: return "18 bytes a parameter (gradients in fp32)";
    case StateConvention::BothGradients20: return "20 bytes a parameter (gradients in both precisions)";
    }
    return "16 bytes a parameter (gradients in fp16)";
}

double activationBytes(const Transformer& m, const MemoryLayout& layout)
{
    const double sb = m.sequence * layout.microBatch / layout.context;
    const double t = layout.tensor;
    if (layout.recomputation == Recomputation::Full)
        return 2 * sb * m.hidden;
    const bool scores = layout.recomputation == Recomputation::None && !m.flashAttention;
    const double gathered = layout.trainer.keepsGathered ? 4 * m.hidden : 0;
    const double whole = (m.gated ? 8 : 10) * m.hidden - gathered;
    const double gate = layout.trainer.unfusedGate ? 8 : 6;
    const double split = (m.gated ? 4 * m.hidden * (1 + m.kvHeads / m.heads) + gate * m.feedForward * m.expertsPerToken
                                  : 8 * m.hidden + 16 * m.hidden * m.expertsPerToken) +
                         (scores ? (m.gated ? 2 : 5) * m.heads * m.sequence : 0);
    return sb * (whole / (layout.sequenceParallel ? t : 1) + gathered + split / t);
}

double cacheBytesPerToken(const Transformer& m, int tensor)
{
    return 4 * m.layers * std::max(1.0, m.kvHeads / tensor) * m.hidden / m.heads;
}

double MemoryNeed::total() const
{
    double sum = 0;
    for (const MemoryPart& part : parts)
        sum += part.bytes;
    return sum;
}

double MemoryNeed::of(std::string_view key) const
{
    const auto at = std::find_if(parts.begin(), parts.end(), [key](const MemoryPart& each) { return each.key == key; });
    return at == parts.end() ? 0 : at->bytes;
}

namespace {

TrainingBytes bytesOfStage(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    TrainingBytes bytes;
    const double own = ranksParameters(model, layout, stage);
    const auto addState = [&](double parameters, double copies) {
        StateBytes each = stateBytes(conventionOf(model, layout.trainer), layout.shardingStage, copies);
        if (keepsWholeGradients(model, layout))
            each.gradients = 6;
        bytes.weights += each.weights * parameters;
        bytes.gradients += each.gradients * parameters;
        bytes.optimizer += each.optimizer * parameters;
    };
    // Experts that are spread have fewer copies to share their state with.
    const double spread = spreadExperts(model, layout, stage);
    addState(own - spread, layout.dataParallel);
    if (spread > 0)
        addState(spread, expertCopies(layout));
    if (!model.hasShape() || model.sequence <= 0)
        return bytes;
    if (layout.shardingStage == 3 && layout.dataParallel > 1)
        bytes.gatheredLayer = 2 * own * layout.stages / model.layers;
    const double oneLayer = activationBytes(model, layout);
    bytes.activations = oneLayer * layersHeld(model, layout, stage);
    MemoryLayout kept = layout;
    kept.recomputation = Recomputation::None;
    bytes.recomputedLayer = std::max(0.0, activationBytes(model, kept) - oneLayer);
    const double sb = model.sequence * layout.microBatch / layout.context;
    if (layout.stages == 1 || stage == Stage::Last)
        bytes.logits = layout.trainer.logitBytes * sb * model.vocabulary / layout.tensor;
    if (!model.gated && layout.recomputation != Recomputation::Full && stage == Stage::First)
        bytes.embeddingDropout = sb * model.hidden * layout.stages / layout.tensor;
    return bytes;
}

MemoryNeed ofStage(const Transformer& model, const MemoryLayout& layout, Stage stage)
{
    MemoryNeed need;
    const auto add = [&](const char* key, std::string name, double bytes, std::string formula, std::string source) {
        need.parts.push_back({key, std::move(name), bytes, std::move(formula), std::move(source)});
    };
    const double own = ranksParameters(model, layout, stage);
    const TrainingBytes bytes = bytesOfStage(model, layout, stage);
    const auto perParameter = [&](double part) {
        return say("{} bytes x {} parameters of a worker", number(part / own), countAmount(own).joined());
    };
    add("weights", "weights", bytes.weights, perParameter(bytes.weights), zero);
    add("gradients", "gradients", bytes.gradients, perParameter(bytes.gradients), zero);
    add("optimizer", "optimizer state", bytes.optimizer, perParameter(bytes.optimizer), zero);
    if (conventionOf(model, layout.trainer) == StateConvention::BothGradients20 && !layout.trainer.wholeGradients &&
        (layout.shardingStage == 1 || layout.shardingStage == 2) && layout.dataParallel > 1)
        need.notes.push_back(
            say("with both copies of the gradients, stage {} is taken as documented, 4 + 16/N bytes a parameter: a "
                "trainer that keeps the fp32 gradients whole (8 + 12/N, "
                "nanotron) holds {} GB more, and measured runs of it were up to 40 % above this",
                layout.shardingStage, significant((4 - 4 / layout.dataParallel) * own / 1e9, 3)));
    if (!model.hasShape() || model.sequence <= 0) {
        need.notes.emplace_back(model.hasShape()
                                    ? "activations are left out: the tokens of a sequence are not known"
                                    : "activations and logits are left out: the model's shape is not known");
        return need;
    }
    if (bytes.gatheredLayer > 0)
        add("gathered-layer", "the layer gathered at the moment", bytes.gatheredLayer,
            "2 bytes x the parameters of a layer", zero);
    add("activations", "activations", bytes.activations, activationFormula(model, layout),
        model.gated ? "derived after Korthikanti et al. 2022" : korthikanti);
    if (bytes.recomputedLayer > 0)
        add("recomputed-layer", "the layer computed again at the moment", bytes.recomputedLayer,
            "what one layer holds without recomputation", "Narayanan et al. 2021");
    if (layout.stages == 1 || stage == Stage::Last)
        add("logits", "logits", bytes.logits, say("{} s b V/t", number(layout.trainer.logitBytes)),
            "measured runs: 12 to 15 bytes a logit");
    if (bytes.embeddingDropout > 0)
        add("embedding-dropout", "dropout of the embedding", bytes.embeddingDropout, "s b h stages/t",
            "Korthikanti et al. 2022");
    return need;
}

}  // namespace

StageLayers stageLayers(const Transformer& model, int stages, bool byWork)
{
    if (stages == 1)
        return {model.layers, model.layers};
    if (!byWork) {
        const double each = std::ceil(model.layers / stages);
        return {each, each};
    }
    const double logits = model.vocabulary * model.hidden /
                          (attentionMatrices(model) + feedForwardMatrices(model) * model.expertsPerToken);
    const double share = (model.layers + logits) / stages;
    return {std::min(model.layers, std::ceil(share)), std::max(0.0, model.layers - std::ceil((stages - 1) * share))};
}

StageParameters stageParameters(const Transformer& model, const MemoryLayout& layout)
{
    const auto of = [&](Stage stage) {
        return RankParameters{ranksParameters(model, layout, stage), spreadExperts(model, layout, stage)};
    };
    return {of(Stage::First), of(Stage::Last)};
}

double expertCopies(const MemoryLayout& layout)
{
    return std::max(1.0, layout.dataParallel / layout.expert);
}

TrainingBytes trainingBytes(const Transformer& model, const MemoryLayout& layout)
{
    const TrainingBytes first = bytesOfStage(model, layout, Stage::First);
    if (layout.stages == 1)
        return first;
    const TrainingBytes last = bytesOfStage(model, layout, Stage::Last);
    return first.total() >= last.total() ? first : last;
}

MemoryNeed trainingMemory(const Transformer& model, const MemoryLayout& layout)
{
    MemoryNeed first = ofStage(model, layout, Stage::First);
    if (layout.stages == 1 || !model.hasShape() || model.sequence <= 0)
        return first;
    MemoryNeed last = ofStage(model, layout, Stage::Last);
    const auto gigabytes = [](const MemoryNeed& need) { return formatAmount(need.total(), Dimension::Bytes).joined(); };
    if (first.total() >= last.total()) {
        first.notes.push_back(
            say("of the first stage, which holds the most activations; the last, with the logits, holds {}",
                gigabytes(last)));
        return first;
    }
    last.notes.push_back(say("of the last stage, which holds the logits; the first holds {}", gigabytes(first)));
    return last;
}

MemoryNeed servingMemory(const Transformer& model, const ServingLoad& load)
{
    MemoryNeed need;
    const double own = parametersOf(model) / load.tensor;
    need.parts.push_back(
        {"weights", "weights", load.bytesPerWeight * own,
         say("{} bytes x {} parameters of a worker", number(load.bytesPerWeight), countAmount(own).joined()),
         "arithmetic"});
    if (model.hasShape() && load.tokens > 0)
        need.parts.push_back({"cache", "key-value cache", load.tokens * cacheBytesPerToken(model, load.tensor),
                              say("4 L k (h/a)/t x {} tokens", number(load.tokens)), "Kwon et al. 2023"});
    else
        need.notes.emplace_back(model.hasShape() ? "the cache is left out: context and requests at once are not known"
                                                 : "the cache is left out: the model's shape is not known");
    return need;
}

double tokensThatFit(const Transformer& model, const ServingLoad& load, double memoryBytes)
{
    const double left = fillableShare * memoryBytes - load.bytesPerWeight * parametersOf(model) / load.tensor;
    return std::max(0.0, std::floor(left / cacheBytesPerToken(model, load.tensor)));
}

FewestParts fewestParts(double bytes, double memoryBytes)
{
    const auto parts = [bytes](double room) { return std::max(1.0, std::ceil(bytes / room)); };
    return {parts(memoryBytes), parts(fillableShare * memoryBytes)};
}

int shardingStageOf(const Partitioning& partitioning)
{
    if (partitioning.shardingStage)
        return static_cast<int>(partitioning.shardingStage->value);
    const std::vector<SlotChoice>& choices = partitioning.slot.choices;
    return std::any_of(choices.begin(), choices.end(),
                       [](const SlotChoice& each) { return each.option == "shard-model"; })
               ? 3
               : 0;
}

MemoryLayout copyLayoutOf(const Partitioning& slot)
{
    const auto count = [](const MaybeQuantity& quantity) { return quantity ? quantity->value : 1; };
    return {.tensor = static_cast<int>(count(slot.tensorParallel)),
            .stages = static_cast<int>(count(slot.stages)),
            .chunks = static_cast<int>(count(slot.chunks)),
            .shardingStage = shardingStageOf(slot),
            .microBatch = count(slot.microBatch),
            .recomputation = slot.recomputation,
            .sequenceParallel = slot.sequenceParallel,
            .context = static_cast<int>(count(slot.contextParallel)),
            .expert = static_cast<int>(count(slot.expertParallel))};
}

Result<MemoryLayout> memoryLayoutOf(const Project& project, int p)
{
    const Partitioning& slot = project.design.partitioning;
    MemoryLayout layout = copyLayoutOf(slot);
    if (p == 1)
        return MemoryLayout{.microBatch = layout.microBatch,
                            .recomputation = layout.recomputation,
                            .sequenceParallel = layout.sequenceParallel};
    const double tensor = layout.tensor, stages = layout.stages, context = layout.context;
    if (layout.shardingStage > 3)
        return fail(ErrorCode::Input, say("there is no stage {} of sharding", layout.shardingStage), "0, 1, 2 or 3",
                    {.pointer = fieldOf(&Partitioning::shardingStage).pointer});
    if (std::fmod(p, tensor * stages) != 0)
        return fail(
            ErrorCode::Input,
            say("{} workers do not divide into copies of {} x {} workers (tensor parallel x stages)", p, number(tensor),
                number(stages)),
            say("a plan of {}, say", number(tensor * stages * std::max(1.0, std::round(p / (tensor * stages))))),
            {.pointer = fieldOf(&Partitioning::tensorParallel).pointer});
    layout.dataParallel = p / (tensor * stages);
    if (std::fmod(layout.dataParallel, context) != 0)
        return fail(
            ErrorCode::Input,
            say("{} copies do not divide into {} that share a sequence", number(layout.dataParallel), number(context)),
            say("a plan of {}, say", number(tensor * stages * context)),
            {.pointer = fieldOf(&Partitioning::contextParallel).pointer});
    if (project.baseline.batch && project.plan.scaling == Scaling::Strong)
        layout.microBatches = std::max(
            1.0, std::ceil(project.baseline.batch->value * context / (layout.dataParallel * layout.microBatch)));
    return layout;
}

Result<MemoryNeed> trainingMemory(const Project& project, int p)
{
    if (!project.baseline.model)
        return fail(ErrorCode::Input, "no model is described",
                    "its parameters, or its layers, hidden size, heads and vocabulary",
                    {.pointer = fieldOf(&ModelShape::parameters).pointer});
    const Result<Transformer> model = transformerOf(*project.baseline.model);
    if (!model)
        return fail(model.error());
    const Result<MemoryLayout> layout = memoryLayoutOf(project, p);
    if (!layout)
        return fail(layout.error());
    return trainingMemory(*model, *layout);
}

Result<Project> withModelsWorkingSet(const Project& project)
{
    const Result<MemoryNeed> need = trainingMemory(project, 1);
    if (!need)
        return fail(need.error());
    std::vector<std::string> parts;
    for (const MemoryPart& part : need->parts)
        parts.push_back(say("{} {}", part.name, formatAmount(part.bytes, Dimension::Bytes).joined()));
    Project after = project;
    after.baseline.workingSetBytes =
        Quantity{need->total(), std::nullopt, {Origin::Assumed, "the memory model", {}, joined(parts, ", ")}};
    return after;
}

}  // namespace scalewright
