// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of one layout of a large model: step time part by part, memory of the fullest card, FLOP, utilisation, money
// and energy. A layout splits a transformer over cards; offloading is not modelled.
//
// Symbols: L layers, h hidden, a heads, f feed-forward, V vocabulary, s tokens per sequence, B sequences per step, b
// per micro-batch, t tensor, c context, S stages, v chunks per card, N data, m = B/(N b) micro-batches, Psi_r
// parameters of a card (core/model/memory). T = b s/c tokens pass through a card at once.
//
//     part             seconds per step                                                     source
//     kernels          m layers (3 F + n halfEfficiencyFlop)/(peakShare peak) + logits;     Narayanan et al. 2021,
//                      F per layer and forward pass 24 T h^2/t + 4 T s h/t                  equation 3
//     memory traffic   reads and writes by kernels between the matrices over the card's     counted from the layers,
//                      memory bandwidth: norms, dropout, activation, attention scores,      see evaluate.cpp
//                      logits, gradients
//     recomputation    full: one more forward pass; selective: its attention scores         Korthikanti et al. 2022
//     tensor           4 all-reduces of 2 T h bytes per layer and micro-batch, 6 with       the same, table 2
//                      full recomputation; a share of the backward ones is hidden
//     context          keys and values around a ring, in the backward pass with their       Liu et al. 2023
//                      gradients: the part that attention's matrices do not hide
//     expert           4 all-to-alls per layer of topk 2 T h bytes                          Lepikhin et al. 2020
//     host             kernel launch time that exceeds the card's time                      measured, by trainer
//     bubble           (S - 1)/v of a stage's micro-batch                                   Narayanan et al. 2021
//     stage transfers  2 v (m + S - 1) messages of 2 T h bytes, over t if scattered         the same, section 4.1
//     data             gradient exchange as priced by slot 2 (core/model/scaling), minus    Rajbhandari et al. 2020
//                      what the last micro-batch's backward pass hides; ZeRO stages as
//                      in core/model/memory. Stages 2 and 3 have no room for full           DeepSpeed (code):
//                      gradients: a reduce-scatter for every micro-batch, each minus        no_sync is refused
//                      what its own backward pass hides
//     optimizer        bytes that its step reads and writes over the memory bandwidth       counted, by trainer
//
// Cards are numbered tensor first, then context, data, stages: Megatron-LM's order. The slowest stage sets the pace.
// Kernel efficiency follows one curve, a share w/(w + halfEfficiencyFlop) of the peak for a kernel of w FLOP, so that n
// kernels with F FLOP in total take (F + n halfEfficiencyFlop)/(peakShare peak): small micro-batches and thin slices
// are less efficient.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/text/enum_names.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/terms.h"

namespace scalewright {

/// A kernel of w FLOP reaches peakShare w/(w + halfEfficiencyFlop) of the peak.
struct KernelEfficiency {
    double peakShare = 0.7;  ///< share of the peak for the largest kernels
    double halfEfficiencyFlop = 2e9;  ///< FLOP at which a kernel reaches half of peakShare
    bool operator==(const KernelEfficiency&) const = default;
};

/// Kinds of layouts that were compared with runs: by default, data, tensor and pipeline parallelism and sharded
/// optimizer state; additional kinds if the trainer's own runs had them.
struct ComparedLayouts {
    int maximumShardingStage = 1;
    bool hasContext = false, hasExpert = false;
    bool operator==(const ComparedLayouts&) const = default;
};

/// How well a training program uses cards and links: measured figures, one set per program and card
/// (resources/catalogue/trainers.json). All times are for forward and backward pass together.
struct Trainer {
    std::string id, name, source;
    KernelEfficiency kernels;
    double memoryBandwidthShare = 0.85;  ///< share of the card's memory bandwidth
    double linkShareInNode = 0.8;  ///< share of the link bandwidth within a node
    double linkShareBetweenNodes = 0.8;  ///< share of the link bandwidth between nodes
    double hiddenTensorShare = 0;  ///< share of the backward pass's tensor exchange that overlaps the weight gradients
    double hiddenDataShare = 0;  ///< share of the last micro-batch's backward pass that hides the data exchange
    double lastBucketShare = 0;  ///< share of the data exchange that is sent too late to be hidden
    double gradientBytes = 4;  ///< bytes per gradient in the exchange
    double optimizerBytesPerParameter = 60;  ///< bytes that an optimizer step reads and writes per parameter
    /// Bytes read and written per parameter when adding a micro-batch's gradients.
    double accumulationBytesPerParameter = 0;
    double logitTrafficBytes = 30;  ///< bytes read and written per logit
    double gateTrafficBytes = 6;  ///< bytes that a gated activation reads and writes in the forward pass, per unit of f
    /// Work of flash attention as a share of the score matrices' FLOP, at the other kernels' efficiency: a causal mask
    /// halves the work, a lower efficiency and the second computation in the backward pass raise it.
    double flashAttentionWork = 0.5;
    bool scattersTransfers = true;  ///< each tensor card sends 1/t of a stage's output
    double hostLayerLaunchS = 0;  ///< time to launch the kernels of a layer, per micro-batch
    double hostTensorLaunchS = 0;  ///< additional time if tensor > 1
    double hostPipelineLaunchS = 0;  ///< additional time if tensor and stages > 1, multiplied by tensor
    double hostExtraNodeShare = 0;  ///< share of hostPipelineLaunchS added for each additional node that a layer spans
    double hostExtraNodeLaunchS = 0;  ///< additional time for each additional node that a layer spans
    TrainerMemoryTraits memory;
    ComparedLayouts comparedLayouts;  ///< kinds of layouts in the validation runs
    double residualDeviation = 0;  ///< standard deviation of log(measured/computed) over the validation runs
    int residualRunCount = 0;
    /// The card of those runs; 0 if unknown. Cards are recognised by their peak.
    double cardPeakFlops = 0;
    std::string programs;  ///< "llm-foundry, torchtitan": programs whose runs were pooled; empty: one program
    /// |log(measured/computed)| that contained marginLevel of the runs of programs that were left out of the fit (tests/
    /// calibration/layouts.cpp); 0: not determined.
    double leftOutMargin = 0;
    double oneStepMargin = 0;  ///< the same for other runs of a program after one of its runs set the efficiency
    bool operator==(const Trainer&) const = default;
};

/// The cards and their links. A memory bandwidth of 0 means unknown: it then limits nothing.
struct ClusterSpec {
    int cards = 1;  ///< available cards
    int cardsPerNode = 8;
    double memoryBytes = 80e9;  ///< per card
    double fillableFraction = usableMemoryShare;
    double peakFlops = 0;  ///< per card, in the number format used for training
    double memoryBandwidth = 0;
    double alphaS = 0, bandwidth = 0;  ///< within a node
    double alpha2S = 0, bandwidth2 = 0;  ///< between nodes; 0: only one node
    bool sharesNetworkCard = false;
    double oversubscription = 1;
    int buckets = 1;  ///< for the data exchange
    Pattern dataPattern = multiNodeAllReducePattern;
    std::optional<double> usdPerCardHour, powerW;
    bool operator==(const ClusterSpec&) const = default;
};

struct ParallelLayout {
    int data = 1, tensor = 1, context = 1, stages = 1;
    int chunks = 1;  ///< v: interleaved if above 1
    int expert = 1;  ///< divides data x context
    int shardingStage = 0;
    int microBatch = 1;
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;

    [[nodiscard]] int cards() const { return data * tensor * context * stages; }
    bool operator==(const ParallelLayout&) const = default;
    auto operator<=>(const ParallelLayout&) const = default;
};

enum class LayoutTimePart {
    Kernels,
    MemoryTraffic,
    Recomputation,
    Tensor,
    Context,
    Expert,
    Host,
    Bubble,
    Transfers,
    Data,
    Optimizer,
};
inline constexpr std::size_t layoutPartCount = 11;
template <>
inline constexpr auto enumNames<LayoutTimePart> =
    namedValues<LayoutTimePart>("part", {{LayoutTimePart::Kernels, "kernels"},
                                         {LayoutTimePart::MemoryTraffic, "memory-traffic", "memory traffic"},
                                         {LayoutTimePart::Recomputation, "recomputation"},
                                         {LayoutTimePart::Tensor, "tensor", "tensor exchange"},
                                         {LayoutTimePart::Context, "context", "context exchange"},
                                         {LayoutTimePart::Expert, "expert", "expert exchange"},
                                         {LayoutTimePart::Host, "host", "kernel launches"},
                                         {LayoutTimePart::Bubble, "bubble", "pipeline bubble"},
                                         {LayoutTimePart::Transfers, "transfers", "stage transfers"},
                                         {LayoutTimePart::Data, "data", "gradient exchange"},
                                         {LayoutTimePart::Optimizer, "optimizer"}});

struct LayoutCost {
    std::array<double, layoutPartCount> seconds{};
    double stepS = 0;
    TrainingBytes memory;
    double memoryBytes = 0;  ///< memory of the fullest card
    /// The gradient and weight exchange, before any of it is hidden, over the kernels, traffic and recomputation.
    double exchangeShare = 0;
    double modelFlop = 0;  ///< per step, with full (non-causal) attention
    double hardwareFlop = 0;  ///< including recomputation

    [[nodiscard]] double secondsOf(LayoutTimePart part) const { return seconds[static_cast<std::size_t>(part)]; }
};

/// Why a layout is invalid: the first reason that applies, in the order listed here.
enum class LeftOutReason {
    None,
    Cards,  ///< data x tensor x context x stages does not equal the number of cards
    Heads,  ///< tensor does not divide heads, hidden or feed-forward
    KeyValueHeads,  ///< tensor and the number of key-value heads do not divide each other
    Sequence,  ///< context does not divide the sequence
    Layers,  ///< more chunks than layers (stages may be uneven)
    Experts,  ///< expert does not divide the experts or data x context
    Batch,  ///< data x micro-batch does not divide the batch
    Interleaving,  ///< chunks without stages, or stages do not divide the micro-batches
    Sharding,  ///< gradients or parameters sharded in a pipeline, or no copies to shard over
    UnknownState,  ///< stages 1 and 2 divide a part of the state, and only its total is known
    SequenceParallel,  ///< needs tensor > 1
    Redundant,  ///< identical to another layout: selective recomputation without attention scores
    Excluded,  ///< of a kind that the search leaves out
    Memory,  ///< does not fit on the fullest card
};
inline constexpr std::size_t leftOutReasonCount = 15;
template <>
inline constexpr auto enumNames<LeftOutReason> = namedValues<LeftOutReason>(
    "reason",
    {{LeftOutReason::None, "none", "valid"},
     {LeftOutReason::Cards, "cards", "does not use all cards"},
     {LeftOutReason::Heads, "heads", "tensor does not divide heads, hidden size or feed-forward"},
     {LeftOutReason::KeyValueHeads, "kv-heads", "tensor does not divide the key-value heads"},
     {LeftOutReason::Sequence, "sequence", "context does not divide the sequence"},
     {LeftOutReason::Layers, "layers", "more pipeline stages and chunks than layers"},
     {LeftOutReason::Experts, "experts", "expert does not divide the experts or the data copies"},
     {LeftOutReason::Batch, "batch", "data and micro-batch do not divide the batch"},
     {LeftOutReason::Interleaving, "interleaving",
      "interleaving needs a number of stages that divides the micro-batches"},
     {LeftOutReason::Sharding, "sharding",
      "this sharding stage needs data copies, and stages 2 and 3 allow no pipeline"},
     {LeftOutReason::UnknownState, "unknown-state", "stages 1 and 2 divide an unknown part of the bytes per parameter"},
     {LeftOutReason::SequenceParallel, "sequence-parallel", "sequence parallelism needs tensor parallelism"},
     {LeftOutReason::Redundant, "pointless", "flash attention leaves no scores to recompute"},
     {LeftOutReason::Excluded, "excluded", "of an excluded kind"},
     {LeftOutReason::Memory, "memory", "out of memory"}});

/// Checks everything except memory. Precondition: model.hasShape(), batch >= 1.
[[nodiscard]] LeftOutReason checkLayout(const Transformer& model, const Trainer& trainer, double batch, int cards,
                                        const ParallelLayout& layout);

/// Without settings that have no effect, which programs ignore: sharding without copies, sequence parallelism without
/// tensor parallelism, selective recomputation with flash attention.
[[nodiscard]] ParallelLayout withoutIneffectiveSettings(ParallelLayout layout, const Transformer& model);
/// withoutIneffectiveSettings(), with as many copies as fill the cards if `data` is 0; `data` stays 0 if the cards do not
/// divide.
[[nodiscard]] ParallelLayout layoutOnCards(ParallelLayout layout, const Transformer& model, int cards);

/// Preconditions: checkLayout() returns None for layout.cards() cards; the peak and the links in use are positive.
/// Allocates nothing.
[[nodiscard]] LayoutCost evaluateLayout(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                        double batch, const ParallelLayout& layout);

/// The layout as terms of T(p) for any number of data copies (core/model/scaling/split.h), with exchanges priced as in
/// evaluateLayout(), for the slowest stage. Preconditions as for evaluateLayout(); a peak of 1 suffices.
[[nodiscard]] ModelSplit modelSplitOf(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                      double batch, const ParallelLayout& layout);
/// A worker's recomputation as a share of what its slowest stage computes without it, by FLOP and kernel efficiency.
[[nodiscard]] double recomputedShare(const Transformer& model, const Trainer& trainer, const ParallelLayout& layout);
/// Without the exchanges, which depend on the model's shape.
[[nodiscard]] ModelSplit modelSplitOf(const ParallelLayout& layout, double batch);

/// Gradient and weight bytes that a card exchanges per step with the other holders of the same part of the model (data
/// x context), as priced by evaluateLayout(): bytes per parameter times the card's parameters. 0 if it is the only
/// holder.
struct DataExchange {
    int copies = 1;  ///< number of holders
    /// Summed over the holders once per step, or once per micro-batch if only shards are kept.
    double gradientBytes = 0;
    double weightBytes = 0;  ///< gathered once per step at stages 1 and 2, twice per micro-batch at stage 3
};
[[nodiscard]] DataExchange dataExchangeOf(const Transformer& model, const Trainer& trainer, double batch,
                                          const ParallelLayout& layout);

/// Computes only the bytes of the fullest card, counted as in evaluateLayout().
[[nodiscard]] TrainingBytes layoutMemory(const Transformer& model, const Trainer& trainer, double batch,
                                         const ParallelLayout& layout);

[[nodiscard]] inline double fillableBytes(const ClusterSpec& cluster)
{
    return cluster.memoryBytes * cluster.fillableFraction;
}
[[nodiscard]] inline bool fitsOnCard(const ClusterSpec& cluster, double memoryBytes)
{
    return memoryBytes <= fillableBytes(cluster);
}

/// flop/(cards x peak x step): model FLOP utilisation, or hardware FLOP utilisation if `flop` includes recomputation.
[[nodiscard]] double utilisation(double flop, const ClusterSpec& cluster, int cards, double stepS);
/// Cost per step; nodes are charged as a whole. Absent if the cluster has no price.
[[nodiscard]] std::optional<double> stepUsd(const ClusterSpec& cluster, int cards, double stepS);
[[nodiscard]] std::optional<double> stepJoules(const ClusterSpec& cluster, int cards, double stepS);

/// Reports every error in the inputs with its field: sizes that are not positive, a missing shape, or a missing link
/// between nodes if there are more cards than one node has.
[[nodiscard]] Result<void> validate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                    double batch);

/// "TP4×PP2×DP8"; factors of 1 are omitted; "one card" on a single card.
[[nodiscard]] std::string layoutFactorsText(const ParallelLayout& layout);
/// Everything else: "micro-batch 1, ZeRO-1".
[[nodiscard]] std::string layoutOptionsText(const ParallelLayout& layout);
/// Both: "TP4×PP2×DP8, micro-batch 1, ZeRO-1".
[[nodiscard]] std::string layoutText(const ParallelLayout& layout);

}  // namespace scalewright
