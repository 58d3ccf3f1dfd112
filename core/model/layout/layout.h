// What one layout of a large model costs: the time of a step part by part, the memory of the fullest card, FLOP,
// utilisation, money and energy. A layout says how a transformer is split over cards; offloading is not modelled.
//
// Symbols: L layers, h hidden, a heads, f feed-forward, V vocabulary, s tokens of a sequence, B sequences of a step, b
// of a micro-batch, t tensor, c context, S stages, v chunks a card, N data, m = B/(N b) micro-batches, Psi_r a card's
// own parameters (core/model/memory). T = b s/c tokens pass through a card at once.
//
//   part             seconds of a step                                                          source
//   kernels          m layers (3 F + n halfWork)/(share peak) + the logits'; F of a layer and    Narayanan et al. 2021,
//                    forward pass 24 T h^2/t + 4 T s h/t                                         equation 3
//   memory traffic   what kernels between the matrices read and write over the card's memory     counted from the
//   layers,
//                    bandwidth: norms, dropout, activation, attention scores, logits, gradients  see evaluate.cpp
//   recomputation    full: one forward pass more; selective: its attention scores                Korthikanti et al.
//   2022 tensor           4 all-reduces of 2 T h bytes a layer and micro-batch, 6 with full           the same, table 2
//                    recomputation; of the backward pass's a share is hidden
//   context          keys and values round a ring, in the backward pass with their gradients:    Liu et al. 2023
//                    what attention's matrices do not hide
//   expert           4 all-to-alls a layer of topk 2 T h bytes                                   Lepikhin et al. 2020
//   host             what launching kernels takes beyond what the card takes                     measured, by trainer
//   bubble           (S - 1)/v of a stage's micro-batch                                          Narayanan et al. 2021
//   stage transfers  2 v (m + S - 1) messages of 2 T h bytes, over t where they are scattered    the same, section 4.1
//   data             the gradients' exchange as slot 2 prices it (core/model/scaling), less what the   Rajbhandari et al.
//   2020
//                    last micro-batch's backward pass hides; ZeRO's stages as in core/model/memory
//                    stages 2 and 3 have no room for whole gradients: a reduce-scatter of every   DeepSpeed (code):
//                    micro-batch, each less what its own backward pass hides                      no_sync is refused
//   optimizer        bytes that its step reads and writes over the memory bandwidth              counted, by trainer
//
// Cards are numbered tensor first, then context, data, stages: Megatron-LM's order. A stage as slow as the slowest sets
// the pace. Kernel efficiency follows one curve, share w/(w + halfWork) of the peak for a kernel of w FLOP, so that n
// kernels of F in all take (F + n halfWork)/(share peak): small micro-batches and thin slices pay.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/terms.h"

namespace scalewright {

/// share w/(w + halfWork) of the peak for a kernel of w FLOP.
struct KernelCurve {
    double share = 0.7;  ///< of the peak, for the largest kernels
    double halfWork = 2e9;  ///< FLOP of a kernel that reaches half of that
    [[nodiscard]] double at(double work) const { return share * work / (work + halfWork); }
    bool operator==(const KernelCurve&) const = default;
};

/// Layouts of data, tensor and pipeline parallelism were compared with runs, and those that share the optimizer's state;
/// further kinds where a trainer's own runs had them.
struct ComparedKinds {
    int shardingStage = 1;
    bool context = false, expert = false;
    bool operator==(const ComparedKinds&) const = default;
};

/// How well a training program uses cards and links: measured figures, one set a program and card
/// (resources/catalogue/trainers.json). All times are for forward and backward pass together.
struct Trainer {
    std::string id, name, source;
    KernelCurve kernels;
    double memoryShare = 0.85;  ///< of the card's memory bandwidth
    double linkShare = 0.8;  ///< of the link's bandwidth within a node
    double linkShare2 = 0.8;  ///< between nodes
    double hiddenTensor = 0;  ///< share of the backward pass's tensor exchange behind the weights' gradients
    double hiddenData = 0;  ///< share of the last micro-batch's backward pass that hides the data exchange
    double lastBucketShare = 0;  ///< of that exchange, sent when nothing is left to hide it
    double gradientBytes = 4;  ///< of a gradient in the exchange
    double optimizerBytes = 60;  ///< that a step of the optimizer reads and writes, a parameter
    double accumulateBytes = 0;  ///< that adding a micro-batch's gradients reads and writes, a parameter
    double logitTraffic = 30;  ///< bytes read and written for a logit
    double gateTraffic = 6;  ///< bytes a gated activation reads and writes forward, times f
    bool scattersTransfers = true;  ///< tensor cards send 1/t of a stage's output each
    double hostLayerS = 0;  ///< launching a layer's kernels, a micro-batch
    double hostTensorS = 0;  ///< more where tensor > 1
    double hostPipelinedS = 0;  ///< more where tensor and stages > 1, times tensor
    double hostNodeShare = 0;  ///< of hostPipelinedS more for each further node that a layer spans
    double hostNodeS = 0;  ///< more for each further node that a layer spans
    TrainerMemory memory;
    ComparedKinds compared;  ///< what those runs had
    double residual = 0;  ///< standard deviation of log(measured/computed) on runs that it was checked with
    int residualRuns = 0;
    bool operator==(const Trainer&) const = default;
};

/// The cards and their links. Memory bandwidth 0: not known, then nothing is bound by it.
struct ClusterSpec {
    int cards = 1;  ///< that there are
    int cardsPerNode = 8;
    double memoryBytes = 80e9;  ///< of a card
    double fillable = fillableShare;
    double peakFlops = 0;  ///< of a card, in the number format that is trained in
    double memoryBandwidth = 0;
    double alphaS = 0, bandwidth = 0;  ///< within a node
    double alpha2S = 0, bandwidth2 = 0;  ///< between nodes; 0: there is one node
    bool sharedNetworkCard = false;
    double oversubscription = 1;
    int buckets = 1;  ///< of the data exchange
    Pattern dataPattern = acrossNodesPattern;
    std::optional<double> usdPerCardHour, powerW;
    bool operator==(const ClusterSpec&) const = default;
};

struct Layout {
    int data = 1, tensor = 1, context = 1, stages = 1;
    int chunks = 1;  ///< v: interleaved where above 1
    int expert = 1;  ///< divides data x context
    int shardingStage = 0;
    int microBatch = 1;
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;

    [[nodiscard]] int cards() const { return data * tensor * context * stages; }
    bool operator==(const Layout&) const = default;
    auto operator<=>(const Layout&) const = default;
};

enum class LayoutPart {
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
inline constexpr std::size_t layoutParts = 11;
/// "kernels", "memory-traffic", … : keys of --json.
[[nodiscard]] const char* layoutPartName(LayoutPart part);
[[nodiscard]] std::string titleOf(LayoutPart part);

struct LayoutCost {
    std::array<double, layoutParts> seconds{};
    double stepS = 0;
    TrainingBytes memory;
    double memoryBytes = 0;  ///< of the fullest card
    double modelFlop = 0;  ///< of a step, attention counted whole
    double hardwareFlop = 0;  ///< with what is computed again

    [[nodiscard]] double of(LayoutPart part) const { return seconds[static_cast<std::size_t>(part)]; }
};

/// Why a layout cannot be: the first that holds, in this order.
enum class LeftOut {
    No,
    Cards,  ///< data x tensor x context x stages is not the number of cards
    Heads,  ///< tensor does not divide heads, hidden or feed-forward
    KeyValueHeads,  ///< tensor divides key-value heads no more than they divide it
    Sequence,  ///< context does not divide the sequence
    Layers,  ///< stages x chunks does not divide the layers
    Experts,  ///< expert does not divide the experts, or data x context
    Batch,  ///< data x micro-batch does not divide the batch
    Interleaving,  ///< chunks without stages, or micro-batches that the stages do not divide
    Sharding,  ///< gradients or parameters sharded in a pipeline, or nothing to share with
    SequenceParallel,  ///< without tensor
    Pointless,  ///< the same as another: selective recomputation without attention scores
    Memory,  ///< the fullest card does not hold it
};
inline constexpr std::size_t leftOutReasons = 13;
[[nodiscard]] const char* leftOutName(LeftOut reason);
[[nodiscard]] std::string titleOf(LeftOut reason);

/// Everything but memory. Precondition: model.hasShape(), batch >= 1.
[[nodiscard]] LeftOut checkLayout(const Transformer& model, const Trainer& trainer, double batch, int cards,
                                  const Layout& layout);

/// Precondition: checkLayout gives No for layout.cards() cards; peak and the links it crosses are positive.
/// Allocates nothing.
[[nodiscard]] LayoutCost evaluate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                  double batch, const Layout& layout);

/// The layout as terms of T(p), at any number of data copies (core/model/scaling/split.h): its exchanges as evaluate() prices
/// them, its slowest stage's. Precondition: as evaluate(); a peak of 1 will do.
[[nodiscard]] ModelSplit splitOf(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                 double batch, const Layout& layout);
/// What a worker computes again, as a share of what its slowest stage computes without: of FLOP and the kernels' curve.
[[nodiscard]] double recomputedShare(const Transformer& model, const Trainer& trainer, const Layout& layout);
/// Without its exchanges, which take the model's shape.
[[nodiscard]] ModelSplit splitOf(const Layout& layout, double batch);

/// What a card exchanges of gradients and weights in a step with those that hold the same part of the model (data x
/// context), as evaluate() prices it: bytes a card's parameter times its parameters. 0 where nobody else holds it.
struct DataExchange {
    int copies = 1;  ///< that share it
    double gradientBytes = 0;  ///< summed: once a step, once a micro-batch where only shards are kept
    double weightBytes = 0;  ///< gathered: once a step at stages 1 and 2, twice a micro-batch at stage 3
};
[[nodiscard]] DataExchange dataExchangeOf(const Transformer& model, const Trainer& trainer, double batch,
                                          const Layout& layout);

/// The fullest card's bytes alone, as evaluate() counts them.
[[nodiscard]] TrainingBytes layoutMemory(const Transformer& model, const Trainer& trainer, double batch,
                                         const Layout& layout);

[[nodiscard]] inline double roomBytes(const ClusterSpec& cluster)
{
    return cluster.memoryBytes * cluster.fillable;
}
[[nodiscard]] inline bool fits(const ClusterSpec& cluster, double memoryBytes)
{
    return memoryBytes <= roomBytes(cluster);
}

/// flop/(cards x peak x step): of the model, and of the hardware with what is computed again.
[[nodiscard]] double utilisation(double flop, const ClusterSpec& cluster, int cards, double stepS);
/// Of a step; whole nodes are paid. Absent where the cluster has no price.
[[nodiscard]] std::optional<double> stepUsd(const ClusterSpec& cluster, int cards, double stepS);
[[nodiscard]] std::optional<double> stepJoules(const ClusterSpec& cluster, int cards, double stepS);

/// Everything that is wrong with the inputs, each with its field: sizes that are not positive, a shape that is missing,
/// a link between nodes that more than a node of cards needs.
[[nodiscard]] Result<void> validate(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                    double batch);

/// "tensor 4 × stages 2 × data 8, micro-batch 1, sharding 1": what is 1 or none is not said; on one card "one card".
[[nodiscard]] std::string layoutText(const Layout& layout);

}  // namespace scalewright
