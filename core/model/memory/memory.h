// What a transformer holds in one device's memory, in training and in serving: part by part, each with its formula and
// source.
//
// Symbols: Psi parameters, L layers, h hidden, a heads, k key-value heads, f feed-forward width, V vocabulary, s tokens
// of a sequence, b micro-batch, t tensor parallel, N data parallel. Sizes are bytes; 16-bit weights and activations.
//
//   part              bytes                                                                source
//   weights           2 Psi_r (2 Psi_r/N at stage 3)                        Rajbhandari et al. 2020 (ZeRO), figure 1
//   gradients         g Psi_r, g = 2, 4 or 6 by convention; over N from stage 2 the same; Megatron-LM, DeepSpeed (code)
//   optimizer state   12 Psi_r; over N from stage 1                                        the same
//   gathered layer    2 Psi_r/L at stage 3                                  FSDP, one layer at a time
//   activations       L layers of s b h (34 + 5 a s/h) and its kin, below   Korthikanti et al. 2022, table 2
//   recomputed layer  what recomputation leaves out of one layer, which the       Narayanan et al. 2021
//                     backward pass holds while it is computed again
//   logits            12 s b V/t: in fp32 with their softmax and gradient   measured at 12 to 15 (docs/large-models.md)
//   cache             2 x 2 L k (h/a) a token, at least one head a device   Kwon et al. 2023 (PagedAttention)
//
// Psi_r is a rank's own: Psi without its embeddings over t and the stages, with the embeddings of an end stage over t.
// With both copies of the gradients (20 bytes) the fp32 copy goes with the optimizer: 4 + 16/N from stage 1.
//
// Not modelled: communication buffers, fragmentation (headroom), an uneven load of experts, offloading, sequence
// lengths that vary, a vocabulary padded to a multiple of t, ZeRO-3's prefetched layers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/baseline.h"
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// A model's numbers. Without a shape (layers = 0) only `parameters` counts and activations, logits and cache cannot be
/// told.
struct Transformer {
    double parameters = 0;  ///< Psi; 0: parameterCount() of the shape
    double layers = 0, hidden = 0, heads = 0, kvHeads = 0, feedForward = 0, vocabulary = 0, sequence = 0;
    std::optional<StateConvention> convention{};  ///< absent: TrainerMemory's
    bool gated = false;  ///< Llama's layer instead of GPT's
    bool flashAttention = false;
    bool tiedEmbeddings = false;  ///< gated: one table for both ends (each end stage of a pipeline holds a copy)
    double experts = 1;  ///< feed-forward networks of every layer; 1: a dense model
    double expertsPerToken = 1;  ///< top-k of the router

    [[nodiscard]] bool hasShape() const { return layers > 0; }
    bool operator==(const Transformer&) const = default;
};

/// The project's model with what is absent filled in: k = a, f = 4 h, s as given or 0, V what the layers leave of the
/// parameters where these are given. Errors (Input), with pointers:
/// neither parameters nor a shape; a shape with a part missing; heads that do not divide the hidden size.
[[nodiscard]] Result<Transformer> transformerOf(const ModelShape& shape);

/// Psi of the shape. GPT: L(2 h^2 (1 + k/a) + 2 h f + 2 h (1 + k/a) + f + 5 h) + (V + s) h, which is 12 L h^2 (1 +
/// 13/(12 h) + (V + s)/(12 L h)) where f = 4 h and k = a (Narayanan et al. 2021, equation 2). Gated: L(2 h^2 (1 + k/a)
/// + 3 h f + 2 h) + h + 2 V h, V h where tied; of
/// every expert a feed-forward network, and h E of the router. Precondition: hasShape().
[[nodiscard]] double parameterCount(const Transformer& model);
/// Of those, what a token passes through: expertsPerToken of the experts.
[[nodiscard]] double activeParameterCount(const Transformer& model);
/// `parameters` where it is given, else parameterCount().
[[nodiscard]] double parametersOf(const Transformer& model);

/// Bytes of state for each of a rank's parameters.
struct StateBytes {
    double weights = 2, gradients = 2, optimizer = 12;
    [[nodiscard]] double total() const { return weights + gradients + optimizer; }
};
/// Stage 0 `2 + g + 12`; 1 `2 + g + 12/N`; 2 `2 + (g + 12)/N`; 3 `(2 + g + 12)/N`; of both copies of the gradients 4 +
/// 16/N from stage 1, 20/N at stage 3. Those are documented figures: a trainer that keeps both copies at stage 1
/// (nanotron: 8 + 12/N) needs up to 4 more. Precondition: 0 <= stage <= 3, N >= 1.
[[nodiscard]] StateBytes stateBytes(StateConvention convention, int stage, double dataParallel);
/// What a training program keeps beside the formulas of the papers.
struct TrainerMemory {
    StateConvention convention = StateConvention::Zero16;  ///< of a model that says none
    double logitBytes = 12;  ///< a logit: fp32 with its softmax and gradient
    bool keepsGathered = false;  ///< with sequence parallelism the gathered inputs of the matrices stay: 4 s b h whole
    bool unfusedGate = false;  ///< a gated layer keeps 8 f instead of 6 f a token
    bool wholeGradients = false;  ///< BothGradients20 at stage 1 and 2: 8 + 12/N (nanotron) instead of 4 + 16/N
    bool stagesByWork = false;  ///< the stage with the logits gets fewer layers, as much work as they are
    bool operator==(const TrainerMemory&) const = default;
};

/// How a rank of this trainer counts the model's state.
[[nodiscard]] StateConvention conventionOf(const Transformer& model, const TrainerMemory& trainer = {});
[[nodiscard]] StateConvention conventionOf(const ModelShape& model, const TrainerMemory& trainer = {});
/// "16 bytes a parameter (ZeRO: fp16 gradients)".
[[nodiscard]] std::string conventionTitle(StateConvention convention);

/// How a model lies over workers.
struct MemoryLayout {
    double dataParallel = 1;  ///< N
    int tensor = 1;  ///< t
    int stages = 1;  ///< of the pipeline
    int chunks = 1;  ///< v a device (interleaved schedule)
    std::optional<double> microBatches{};  ///< m of a step; absent: at least as many as stages
    int shardingStage = 0;  ///< ZeRO's, 0 … 3
    double microBatch = 1;  ///< b
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;
    int context = 1;  ///< workers that share a sequence
    int expert = 1;  ///< of the N (and context) workers so many hold different experts
    TrainerMemory trainer{};
};

/// Whether a rank of this trainer keeps whole gradients at stage 1 or 2, whatever the stage's formula says.
[[nodiscard]] bool keepsWholeGradients(const Transformer& model, const MemoryLayout& layout);

/// Layers of the first and of the last stage: ceil(L/S) each; by work (TrainerMemory) the logits count as V h over a
/// layer's matrices, and the last stage may have none. Precondition: hasShape(), stages >= 1.
struct StageLayers {
    double first = 0, last = 0;
};
[[nodiscard]] StageLayers stageLayers(const Transformer& model, int stages, bool byWork);

/// Parameters of a rank, Psi_r; `experts` of them belong to experts that are spread, which fewer ranks hold.
struct RankParameters {
    double all = 0, experts = 0;
};
/// Of a rank of the first and of the last stage. Precondition: hasShape().
struct StageParameters {
    RankParameters first, last;
    [[nodiscard]] const RankParameters& fullest() const { return first.all >= last.all ? first : last; }
};
[[nodiscard]] StageParameters stageParameters(const Transformer& model, const MemoryLayout& layout);
/// How many ranks hold the same experts: N/E, at least 1.
[[nodiscard]] double expertCopies(const MemoryLayout& layout);

/// Activations that one layer keeps for its backward pass, for one micro-batch. GPT (Korthikanti et al. 2022, table 2):
/// none s b h (10 + 24/t + 5 a s/(h t)), with sequence parallel s b h (34 + 5 a s/h)/t; selective, and flash attention,
/// without the last term; full 2 s b h. Gated without dropout (derived; within 3 % of a measured run): s b (8 h + (4 h
/// + 4 h k/a + 6 f)/t), and 2 a s^2 b/t of attention scores without flash. Precondition: hasShape(), sequence > 0.
[[nodiscard]] double activationBytes(const Transformer& model, const MemoryLayout& layout);

/// Key and value of one token on one device: 4 L max(1, k/t) h/a. Precondition: hasShape().
[[nodiscard]] double cacheBytesPerToken(const Transformer& model, int tensor = 1);

struct MemoryPart {
    std::string key;  ///< "weights", "gradients", "optimizer", "gathered-layer", "activations", "recomputed-layer",
        ///< "logits", "embedding-dropout", "cache"
    std::string name;
    double bytes = 0;
    std::string formula;
    std::string source;
};

struct MemoryNeed {
    std::vector<MemoryPart> parts;
    std::vector<std::string> notes;  ///< what could not be told, each in a sentence
    [[nodiscard]] double total() const;
    [[nodiscard]] double of(std::string_view key) const;  ///< 0 where there is no such part
};

/// The same parts as numbers, for who asks a million layouts.
struct TrainingBytes {
    double weights = 0, gradients = 0, optimizer = 0, gatheredLayer = 0, activations = 0, recomputedLayer = 0,
           logits = 0, embeddingDropout = 0;
    [[nodiscard]] double total() const
    {
        return weights + gradients + optimizer + gatheredLayer + activations + recomputedLayer + logits +
               embeddingDropout;
    }
};
/// Of the fullest rank, as trainingMemory. Precondition: hasShape(), sequence > 0.
[[nodiscard]] TrainingBytes trainingBytes(const Transformer& model, const MemoryLayout& layout);

/// Of the fullest rank: of a pipeline's first stage (min(m, stages) micro-batches in flight) or its last (one, and the
/// logits); interleaved, the last holds ((v - 1) stages + 1)/v chunks' layers (Megatron-LM's schedule). Precondition:
/// parametersOf(model) > 0, layout's counts >= 1.
[[nodiscard]] MemoryNeed trainingMemory(const Transformer& model, const MemoryLayout& layout);

/// `tokens` of cache at once (context x concurrent requests), 0 where that is not known: a note then says so.
struct ServingLoad {
    double bytesPerWeight = 2;  ///< 1, 0.5 quantised
    double tokens = 0;
    int tensor = 1;
};
[[nodiscard]] MemoryNeed servingMemory(const Transformer& model, const ServingLoad& load);
/// Tokens of cache that fit beside the weights on one device, 0 where the weights leave nothing. Precondition:
/// hasShape().
[[nodiscard]] double tokensThatFit(const Transformer& model, const ServingLoad& load, double memoryBytes);

/// What of a device may be filled by what is counted here: people leave 1 to 2 GB to the runtime, and allocators
/// reserve 1.03 to 1.04 of what is allocated; of 1 751 runs the fullest that lived had 77.4 of 80 GB.
inline constexpr double fillableShare = 0.95;

/// The fewest equal parts of `bytes` that fit: into all of a device's memory, and leaving headroom.
struct FewestParts {
    double holding = 1;
    double withHeadroom = 1;
};
[[nodiscard]] FewestParts fewestParts(double bytes, double memoryBytes);

/// One copy of a model as slot 1 lays it out: t, stages, micro-batch, what is computed again, the stage of sharding
/// (shardingStageOf).
[[nodiscard]] MemoryLayout copyLayoutOf(const Partitioning& slot);

/// The project's model in training on p workers, as its slot 1 lays it out (the stage of sharding is 3 where the model
/// is sharded and nothing is said). p = 1 is one machine that holds everything. Errors (Input): as transformerOf; a
/// stage above 3; p that t and the stages do not divide.
[[nodiscard]] Result<MemoryLayout> memoryLayoutOf(const Project& project, int p);
[[nodiscard]] Result<MemoryNeed> trainingMemory(const Project& project, int p);

/// The stage that slot 1 says, or implies: 3 where the model is sharded, else 0.
[[nodiscard]] int shardingStageOf(const Partitioning& partitioning);

/// The project with the model's memory on one machine as its working set, saying what it is made of. Error: as
/// trainingMemory.
[[nodiscard]] Result<Project> withModelsWorkingSet(const Project& project);

}  // namespace scalewright
