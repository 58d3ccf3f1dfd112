// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of a transformer on one device, in training and in serving: each part with its formula and source.
//
// Symbols: Psi parameters, L layers, h hidden size, a attention heads, k key-value heads, f feed-forward width, V
// vocabulary, s tokens per sequence, b micro-batch, t tensor parallel, N data parallel. Sizes are in bytes; weights and
// activations have 16 bits.
//
//     part              bytes                                                    source
//     weights           2 Psi_r (2 Psi_r/N at stage 3)                           Rajbhandari et al. 2020 (ZeRO), fig. 1
//     gradients         g Psi_r, g = 2, 4 or 6 by state; over N             the same; Megatron-LM, DeepSpeed code
//                       from stage 2
//     optimizer state   12 Psi_r; over N from stage 1                            the same
//     gathered layer    2 Psi_r/L at stage 3                                     FSDP, one layer at a time
//     activations       L layers of s b h (34 + 5 a s/h) or a variant, below     Korthikanti et al. 2022, table 2
//     recomputed layer  what recomputation leaves out of one layer, which        Narayanan et al. 2021
//                       the backward pass holds while it is recomputed
//     logits            12 s b V/t: in fp32 with their softmax and gradient      measured at 12 to 15
//                                                                                (docs/large-models.md)
//     cache             2 x 2 L k (h/a) per token, at least one head per device  Kwon et al. 2023 (PagedAttention)
//
// Psi_r is the number of parameters on one rank: Psi without its embeddings over t and the stages, plus the embeddings
// of an end stage over t. With both copies of the gradients (20 bytes), the fp32 copy is sharded with the optimizer: 4
// + 16/N from stage 1.
//
// Not modelled: communication buffers, fragmentation (headroom), uneven expert load, offloading, varying sequence
// lengths, a vocabulary padded to a multiple of t, ZeRO-3's prefetched layers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/baseline.h"
#include "core/project/document/design.h"
#include "core/project/document/model_state.h"

namespace scalewright {

struct Project;

/// The numbers that describe a model. Without a shape (layers = 0), only `parameters` is used; activations, logits and
/// cache are then unknown.
struct Transformer {
    double parameters = 0;  ///< Psi; 0: use parameterCount() for the shape
    double layers = 0, hiddenSize = 0, attentionHeads = 0, keyValueHeads = 0, feedForwardSize = 0, vocabularySize = 0,
           sequenceLength = 0;
    std::optional<ModelState> state{};  ///< if absent, the one in TrainerMemoryTraits
    bool gatedFeedForward = false;  ///< Llama's layer instead of GPT's
    bool flashAttention = false;
    bool tiedEmbeddings = false;  ///< if gated: one table for both ends (each end stage holds a copy)
    double experts = 1;  ///< feed-forward networks per layer; 1 for a dense model
    double expertsPerToken = 1;  ///< top-k of the router
    /// The shape stands in for an unknown one: it gives times, but no activations, logits or cache are counted.
    bool isShapeAssumed = false;
    bool hasDropout = true;  ///< GPT's layer stores the masks of two dropouts

    [[nodiscard]] bool hasShape() const { return layers > 0; }
    bool operator==(const Transformer&) const = default;
};

/// The project's model with defaults for absent values: k = a, f = 4 h, s as given or 0, and V from the given
/// parameters that are not in the layers. Errors (Input), with pointers: neither parameters nor a shape; an incomplete
/// shape; heads that do not divide the hidden size.
[[nodiscard]] Result<Transformer> transformerOf(const ModelShape& shape);

/// Psi for the shape. GPT: L(2 h^2 (1 + k/a) + 2 h f + 2 h (1 + k/a) + f + 5 h) + (V + s) h, which is 12 L h^2 (1 +
/// 13/(12 h) + (V + s)/(12 L h)) for f = 4 h and k = a (Narayanan et al. 2021, equation 2). Gated: L(2 h^2 (1 + k/a) +
/// 3 h f + 2 h) + h + 2 V h, or V h if tied. Every expert adds a feed-forward network, and the router adds h E.
/// Precondition: hasShape().
[[nodiscard]] double parameterCount(const Transformer& model);
/// Parameters that a token passes through, using expertsPerToken of the experts.
[[nodiscard]] double activeParameterCount(const Transformer& model);
/// `parameters` if given, otherwise parameterCount().
[[nodiscard]] double parametersOf(const Transformer& model);

struct StateBytesPerParameter {
    double weights = 2, gradients = 2, optimizer = 12;
    double undivided = 0;  ///< a total of unknown parts
    [[nodiscard]] double total() const { return weights + gradients + optimizer + undivided; }
};
/// Stage 0 `2 + g + 12`; 1 `2 + g + 12/N`; 2 `2 + (g + 12)/N`; 3 `(2 + g + 12)/N`; with both copies of the gradients 4
/// + 16/N from stage 1, 20/N at stage 3. These are the documented figures: a trainer that keeps both copies unsharded
/// at stage 1 (nanotron: 8 + 12/N) needs up to 4 more. A total of unknown parts is an upper bound at stages 1 and 2.
/// Precondition: 0 <= stage <= 3, N >= 1.
[[nodiscard]] StateBytesPerParameter stateBytesPerParameter(const ModelState& state, int stage, double dataParallel);
/// Whether a card's part of the state is known: stages 1 and 2 divide only some of its parts.
[[nodiscard]] bool isShardKnown(const ModelState& state, int stage, double dataParallel);
/// The error (Input) if it is not.
[[nodiscard]] Result<void> requireKnownShard(const ModelState& state, int stage, double dataParallel);
/// How a training program's memory deviates from the formulas in the papers.
struct TrainerMemoryTraits {
    ModelState state{};  ///< used if the model sets none
    double bytesPerLogit = 12;  ///< in fp32, with softmax and gradient
    bool keepsGatheredInputs = false;  ///< sequence parallelism stores the gathered inputs of the matrices: 4 s b h
    bool hasUnfusedGate = false;  ///< a gated layer stores 8 f instead of 6 f per token
    /// With both copies of the gradients at stages 1 and 2: 8 + 12/N (nanotron) instead of 4 + 16/N
    bool unshardedGradients = false;
    /// The stage with the logits gets fewer layers, according to the work for the logits.
    bool balancesStagesByWork = false;
    bool operator==(const TrainerMemoryTraits&) const = default;
};

/// The model's state, otherwise the trainer's.
[[nodiscard]] ModelState stateOf(const Transformer& model, const TrainerMemoryTraits& trainer = {});
[[nodiscard]] ModelState stateOf(const ModelShape& model, const TrainerMemoryTraits& trainer = {});

/// How a model is laid out over workers.
struct MemoryLayout {
    double dataParallel = 1;  ///< N
    int tensorParallel = 1;  ///< t
    int pipelineStages = 1;
    int chunksPerDevice = 1;  ///< v (interleaved schedule)
    std::optional<double> microBatchesPerStep{};  ///< m; if absent, at least the number of stages
    int shardingStage = 0;  ///< ZeRO's, 0 … 3
    double microBatchSize = 1;  ///< b
    bool hasNoMicroBatch = false;  ///< none is set: spreadOver() lets a copy process its share of the batch at once
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;
    int contextParallel = 1;  ///< workers that share a sequence
    int expertParallel = 1;  ///< number of data-parallel (and context-parallel) workers that hold different experts
    TrainerMemoryTraits trainer{};
};

/// Whether a rank of this trainer keeps unsharded gradients at stage 1 or 2, in spite of the formula for that stage.
[[nodiscard]] bool keepsUnshardedGradients(const Transformer& model, const MemoryLayout& layout);

/// Layers in the first and in the last stage: ceil(L/S) each. If balanced by work (TrainerMemoryTraits), the logits
/// count as V h over a layer's parameters, and the last stage may have no layers; so
/// are stages that do not divide the layers. Precondition: hasShape(), stages >=
/// 1.
struct StageLayers {
    double firstStage = 0, lastStage = 0;
};
[[nodiscard]] StageLayers stageLayers(const Transformer& model, int stages, bool balanceByWork);

/// Parameters on a rank, Psi_r; `distributedExperts` of them belong to experts that are distributed over ranks and have
/// fewer replicas.
struct RankParameters {
    double total = 0, distributedExperts = 0;
};
/// Parameters on a rank of the first and of the last stage. Precondition: hasShape().
struct StageParameters {
    RankParameters firstStage, lastStage;
    [[nodiscard]] const RankParameters& largest() const
    {
        return firstStage.total >= lastStage.total ? firstStage : lastStage;
    }
};
[[nodiscard]] StageParameters stageParameters(const Transformer& model, const MemoryLayout& layout);
/// Number of ranks that hold the same experts: N/E, at least 1.
[[nodiscard]] double expertReplicas(const MemoryLayout& layout);

/// Activations that one layer stores for its backward pass, for one micro-batch. GPT (Korthikanti et al. 2022, table
/// 2): without recomputation s b h (10 + 24/t + 5 a s/(h t)), with sequence parallelism s b h (34 + 5 a s/h)/t; with
/// selective recomputation or flash attention, without the last term; without dropout, 2 s b h less; with full recomputation 2 s b h, over t with sequence parallelism. Gated without
/// dropout (derived; within 3 % of a measured run): s b (8 h + (4 h + 4 h k/a + 6 f)/t), plus 2 a s^2 b/t for attention
/// scores without flash attention. Precondition: hasShape(), sequenceLength > 0.
[[nodiscard]] double activationBytesPerLayer(const Transformer& model, const MemoryLayout& layout);

/// Bytes for the key and value of one token on one device: 4 L max(1, k/t) h/a. Precondition: hasShape().
[[nodiscard]] double keyValueCacheBytesPerToken(const Transformer& model, int tensor = 1);

struct MemoryPart {
    /// "weights", "gradients", "optimizer", "state" (a total of unknown parts), "gathered-layer", "activations", "recomputed-layer", "logits",
    /// "embedding-dropout", "cache".
    std::string key;
    std::string name;
    double bytes = 0;
    std::string formula;
    std::string source;
};

struct MemoryNeed {
    std::vector<MemoryPart> parts;
    std::vector<std::string> notes;  ///< what is unknown, one sentence each
    [[nodiscard]] double total() const;
    [[nodiscard]] double bytesOf(std::string_view key) const;  ///< 0 if there is no such part
};

/// The parts of trainingMemory() as plain numbers, for callers that evaluate a million layouts.
struct TrainingBytes {
    double weights = 0, gradients = 0, optimizer = 0, undividedState = 0, gatheredLayer = 0, activations = 0,
           recomputedLayer = 0, logits = 0, embeddingDropout = 0;
    [[nodiscard]] double total() const
    {
        return weights + gradients + optimizer + undividedState + gatheredLayer + activations + recomputedLayer +
               logits + embeddingDropout;
    }
};
/// For the fullest rank, like trainingMemory().
[[nodiscard]] TrainingBytes trainingBytes(const Transformer& model, const MemoryLayout& layout);

/// For the fullest rank, which is in the pipeline's first stage (min(m, stages) micro-batches in flight) or in its last
/// (one, and the logits). With interleaving, the last stage holds ((v - 1) stages + 1)/v times a stage's layers
/// (Megatron-LM's schedule). Precondition: parametersOf(model) > 0, layout's counts >= 1.
[[nodiscard]] MemoryNeed trainingMemory(const Transformer& model, const MemoryLayout& layout);

/// `cachedTokens` is context x concurrent requests; 0 means unknown, and a note says so.
struct ServingLoad {
    double bytesPerWeight = 2;  ///< 1, 0.5 quantised
    double cachedTokens = 0;
    int tensorParallel = 1;
};
[[nodiscard]] MemoryNeed servingMemory(const Transformer& model, const ServingLoad& load);
/// Cache tokens that fit on one device next to the weights; 0 if the weights leave no room. Precondition: hasShape().
[[nodiscard]] double cacheTokensThatFit(const Transformer& model, const ServingLoad& load, double memoryBytes);

/// Fraction of a device's memory that the parts counted here may fill: users leave 1 to 2 GB to the runtime, and
/// allocators reserve 1.03 to 1.04 times what is allocated. Of 1 751 runs, the fullest that did not run out of memory
/// used 77.4 of 80 GB.
inline constexpr double usableMemoryShare = 0.95;

/// The minimum number of equal parts of `bytes` such that each fits on a device: in all of its memory, and with
/// headroom.
struct MinimumParts {
    double withoutHeadroom = 1;
    double withHeadroom = 1;
};
[[nodiscard]] MinimumParts minimumParts(double bytes, double memoryBytes);

/// One copy of a model as slot 1 lays it out: t, stages, micro-batch, recomputation and sharding stage
/// (shardingStageOf()).
[[nodiscard]] MemoryLayout modelCopyLayout(const Partitioning& slot);
/// The same model on one worker.
[[nodiscard]] MemoryLayout onOneWorker(const MemoryLayout& copy);

/// The smallest group of workers that this layout can use: t x stages x the least multiple of context and expert.
[[nodiscard]] double workersInGroup(const MemoryLayout& copy);
/// The layout over `workers`; `batch`, if known, sets the micro-batches of a step, or, without a pipeline and if no
/// micro-batch is set, the micro-batch: batch / N. Precondition: `workers` is a multiple
/// of workersInGroup().
[[nodiscard]] MemoryLayout spreadOver(MemoryLayout copy, double workers, const std::optional<double>& batch);
/// The fewest workers, in whole groups, of which the fullest needs at most `availableBytes` in training; nullopt if
/// more workers do not help. Preconditions as for trainingMemory().
[[nodiscard]] std::optional<double> fewestWorkers(const Transformer& model, const MemoryLayout& copy,
                                                  const std::optional<double>& batch, double availableBytes);

/// The project's model in training on p workers, as slot 1 lays it out (the sharding stage is 3 if the model is sharded
/// and no stage is set). p = 1 is one machine that holds everything. Errors (Input): those from transformerOf() and
/// requireKnownShard(); a stage above 3; p not divisible by t and the stages.
[[nodiscard]] Result<MemoryLayout> memoryLayoutOf(const Project& project, int p);
[[nodiscard]] Result<MemoryNeed> trainingMemory(const Project& project, int p);
/// True if the baseline's working set is its dataset, which is split over the workers: they are equal within 5 %.
[[nodiscard]] bool workingSetIsDataset(const Baseline& baseline);
/// The examples in a step's batch if p does not change them: set, and strong scaling.
[[nodiscard]] std::optional<double> fixedBatch(const Project& project);
/// fewestWorkers() for the project's model as slot 1 lays it out, filling at most the usable share of `memoryBytes`;
/// nullopt also without a described model.
[[nodiscard]] std::optional<int> fewestWorkersThatFit(const Project& project, double memoryBytes);

/// The sharding stage that slot 1 sets or implies: 3 if the model is sharded, otherwise 0.
[[nodiscard]] int shardingStageOf(const Partitioning& partitioning);

/// The project with the model's memory on one machine as its working set, with a list of its parts. Error: as for
/// trainingMemory().
[[nodiscard]] Result<Project> withWorkingSetFromModel(const Project& project);

}  // namespace scalewright
