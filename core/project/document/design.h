// SPDX-License-Identifier: GPL-3.0-or-later
// The design: the six slots of Figure 41.4.1, each a choice with its reason and its parameters.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/enum_names.h"
#include "core/project/document/field.h"
#include "core/project/enums/pattern.h"

namespace scalewright {

/// One option chosen from a slot's menu (core/design/slots/slots.h). `scope` says what the choice applies to if a slot
/// has two choices: "training" and "serving", "dense layers" and "embedding table"; empty for a single choice.
struct SlotChoice {
    std::string option;  ///< id in the menu: "split-data"
    std::string scope;
    Json::Object unknown;
    bool operator==(const SlotChoice&) const = default;
};

/// What every slot of Figure 41.4.1 records: the choice, the reason, and the rejected alternative. Without choices the
/// slot is empty.
struct DesignSlot {
    std::vector<SlotChoice> choices;
    std::string justification;  ///< one sentence
    std::string rejected;  ///< the rejected alternative: a menu option's id, or free text
    std::string rejectedBecause;
    bool operator==(const DesignSlot&) const = default;
};

/// True if one of the slot's choices is this option.
[[nodiscard]] inline bool isOptionChosen(const DesignSlot& slot, std::string_view option)
{
    return contains(slot.choices, option, &SlotChoice::option);
}

/// Which activations of a layer are kept for the backward pass: all, all except the attention scores, or only the
/// layer's input.
enum class Recomputation { None, Selective, Full };
template <>
inline constexpr auto enumNames<Recomputation> = namedValues<Recomputation>(
    "recomputation mode",
    {{Recomputation::None, "none"}, {Recomputation::Selective, "selective"}, {Recomputation::Full, "full"}});

/// Slot 1: who holds what.
struct Partitioning {
    DesignSlot slot;
    std::string unit;  ///< an example, a parameter range, a key, an agent
    std::string replicated;  ///< what every worker has a copy of, as free text
    MaybeQuantity partitions;
    MaybeQuantity shardingStage;  ///< ZeRO stage: 0 none, 1 optimizer state, 2 also gradients, 3 also parameters
    MaybeQuantity tensorParallel;  ///< t: number of workers that share each layer; absent: 1
    MaybeQuantity stages;  ///< pipeline stages; absent: 1
    MaybeQuantity chunks;  ///< chunks per stage, interleaved; absent: 1
    MaybeQuantity contextParallel;  ///< number of workers that share a sequence; absent: 1
    MaybeQuantity expertParallel;  ///< number of workers that hold different experts; absent: 1
    MaybeQuantity
        microBatch;  ///< b: sequences processed at once; absent: a copy's share of the batch, or 1 in a pipeline
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;
    Json::Object unknown;
    bool operator==(const Partitioning&) const = default;
};

template <>
inline constexpr auto quantities<Partitioning> = std::to_array<QuantityField<Partitioning>>({
    {&Partitioning::partitions,
     {"/design/partitioning/partitions", Dimension::Count, Range::PositiveInteger, "partitions",
      "the number of partitions", "one per worker if not given"}},
    {&Partitioning::shardingStage,
     {"/design/partitioning/sharding_stage", Dimension::Count, Range::NonNegativeInteger, "stage of sharding",
      "the stage of sharding",
      "0 none, 1 optimizer state, 2 also gradients, 3 also parameters; 3 if the model is sharded and no stage is "
      "given"}},
    {&Partitioning::tensorParallel,
     {"/design/partitioning/tensor_parallel", Dimension::Count, Range::WorkerCount, "tensor parallel",
      "the workers that share a layer", "1 if not given; up to the cards of a node"}},
    {&Partitioning::stages,
     {"/design/partitioning/stages", Dimension::Count, Range::WorkerCount, "pipeline stages",
      "the stages of the pipeline", "1 if not given"}},
    {&Partitioning::chunks,
     {"/design/partitioning/chunks", Dimension::Count, Range::WorkerCount, "chunks of a stage", "the chunks of a stage",
      "parts of the model that a worker holds, interleaved; 1 if not given"}},
    {&Partitioning::contextParallel,
     {"/design/partitioning/context_parallel", Dimension::Count, Range::WorkerCount, "context parallel",
      "the workers that share a sequence", "1 if not given"}},
    {&Partitioning::expertParallel,
     {"/design/partitioning/expert_parallel", Dimension::Count, Range::WorkerCount, "expert parallel",
      "the workers that hold different experts", "1 if not given"}},
    {&Partitioning::microBatch,
     {"/design/partitioning/micro_batch", Dimension::Count, Range::PositiveInteger, "micro-batch", "the micro-batch",
      "sequences that pass through a worker at once; its share of the batch if not given, or 1 in a pipeline"}},
});

/// Another exchange in the same step, in addition to that of slot 2: for example the dense layers' all-reduce next to
/// the embedding table's parameter server (book 41.4, student B). It uses the target's link; T_comm is the sum.
struct FurtherMessage {
    std::string scope;  ///< what the exchange is for: "dense layers"
    Pattern pattern = defaultAllReducePattern;
    MaybeQuantity messageBytes;  ///< n: message size per step
    MaybeQuantity shards, localSteps;
    Json::Object unknown;
    bool operator==(const FurtherMessage&) const = default;
};

template <>
inline constexpr auto quantities<FurtherMessage> = std::to_array<QuantityField<FurtherMessage>>({
    {&FurtherMessage::messageBytes,
     {"/design/communication/further/*/message_bytes", Dimension::Bytes, Range::NotNegative,
      "message of a further exchange", "the size of a further exchange's message",
      "what that exchange moves in one step, such as the dense layers' gradients"}},
    {&FurtherMessage::shards,
     {"/design/communication/further/*/shards", Dimension::Count, Range::WorkerCount,
      "server shards of a further exchange", "the number of server shards of a further exchange",
      "one server if not given"}},
    {&FurtherMessage::localSteps,
     {"/design/communication/further/*/local_steps", Dimension::Count, Range::WorkerCount,
      "local steps of a further exchange", "the number of steps between further exchanges", "every step if not given"}},
});

/// Slot 2: who talks to whom, that is, the pattern and the volume moved per step.
struct Communication {
    DesignSlot slot;
    Pattern pattern = bookPattern;
    MaybeQuantity messageBytes;  ///< n: message size per step
    MaybeQuantity gammaSPerByte;  ///< reduction cost
    MaybeQuantity shards, neighbours, participation, localSteps;
    /// Number of pieces (or layers) that the message is split into, each with its own latency; absent: 1.
    MaybeQuantity buckets;
    MaybeQuantity overlap;  ///< phi: share of the backward pass that overlaps communication; absent: no overlap
    MaybeQuantity backwardShare;  ///< the backward pass as a share of T_comp/p; absent: 2/3
    MaybeQuantity lastBucketBytes;  ///< bytes sent after the backward pass, which nothing can hide; absent: 0
    bool linearScatter = false;
    bool sharedNetworkCard = false;
    std::vector<FurtherMessage> further;  ///< the step's other exchanges, whose times are added
    Json::Object unknown;
    Communication();
    Communication(const Communication&);
    Communication(Communication&&) noexcept;
    Communication& operator=(const Communication&);
    Communication& operator=(Communication&&) noexcept;
    ~Communication();
    bool operator==(const Communication&) const;
};

template <>
inline constexpr auto quantities<Communication> = std::to_array<QuantityField<Communication>>({
    {&Communication::messageBytes,
     {"/design/communication/message_bytes", Dimension::Bytes, Range::NotNegative, "message of a step",
      "the size of the message of one step", "for example the gradients: 7B params bf16"}},
    {&Communication::gammaSPerByte,
     {"/design/communication/gamma_s_per_byte", Dimension::TimePerByte, Range::NotNegative, "reduction cost",
      "the time to reduce a byte", "0 unless the reduction itself takes time"}},
    {&Communication::shards,
     {"/design/communication/shards", Dimension::Count, Range::WorkerCount, "server shards",
      "the number of server shards", "one server if not given"}},
    {&Communication::neighbours,
     {"/design/communication/neighbours", Dimension::Count, Range::WorkerCount, "neighbours",
      "the number of neighbours", "two if not given"}},
    {&Communication::participation,
     {"/design/communication/participation", Dimension::Ratio, Range::Share, "participation",
      "the share of clients in a round", "all of them if not given"}},
    {&Communication::localSteps,
     {"/design/communication/local_steps", Dimension::Count, Range::WorkerCount, "local steps",
      "the number of steps between exchanges", "an exchange every step if not given"}},
    {&Communication::buckets,
     {"/design/communication/buckets", Dimension::Count, Range::WorkerCount, "buckets",
      "the number of buckets of a message",
      "buckets or layers that are sent one by one, each with its own latency; one if not given"}},
    {&Communication::overlap,
     {"/design/communication/overlap", Dimension::Ratio, Range::ShareOrZero, "overlap", "the overlap",
      "the share of the backward pass that hides communication; none if not given"}},
    {&Communication::backwardShare,
     {"/design/communication/backward_share", Dimension::Ratio, Range::ShareOrZero, "backward share",
      "the share of the backward pass", "of the compute time; two thirds if not given"}},
    {&Communication::lastBucketBytes,
     {"/design/communication/last_bucket_bytes", Dimension::Bytes, Range::NotNegative, "last bucket",
      "the size of the last bucket", "sent after the backward pass, so that nothing can hide it; 0 if not given"}},
});

/// Slot 3: how closely the workers' views must agree. Without a choice: a barrier every step, as in the model of
/// section 41.4.
struct Consistency {
    DesignSlot slot;
    MaybeQuantity stalenessSteps;  ///< bounded staleness: how far a worker may run ahead
    MaybeQuantity toleratedStalenessSteps;  ///< how much staleness the computation tolerates; 0: none
    Json::Object unknown;
    bool operator==(const Consistency&) const = default;
};

template <>
inline constexpr auto quantities<Consistency> = std::to_array<QuantityField<Consistency>>({
    {&Consistency::stalenessSteps,
     {"/design/consistency/staleness_steps", Dimension::Count, Range::NonNegativeInteger, "staleness",
      "how far a worker may run ahead", "a number of steps such as 4; 0 is a barrier"}},
    {&Consistency::toleratedStalenessSteps,
     {"/design/consistency/tolerated_staleness_steps", Dimension::Count, Range::NonNegativeInteger,
      "tolerated staleness", "the staleness that the computation tolerates", "a number of steps; 0 for a counter"}},
});

/// Slot 4: one coordinator or many.
struct Coordination {
    DesignSlot slot;
    MaybeQuantity secondsPerWorker;  ///< the coordinator's time per worker and step; absent: 0
    std::string onLoss;  ///< what happens when the coordinator fails, as free text
    Json::Object unknown;
    bool operator==(const Coordination&) const = default;
};

template <>
inline constexpr auto quantities<Coordination> = std::to_array<QuantityField<Coordination>>({
    {&Coordination::secondsPerWorker,
     {"/design/coordination/seconds_per_worker", Dimension::Time, Range::NotNegative, "coordinator's time for a worker",
      "the coordinator's time for one worker in one step", "0 if not given"}},
});

/// Slot 5: surviving failures. The MTBF of nodes is part of the target.
struct FaultTolerance {
    DesignSlot slot;
    MaybeQuantity checkpointIntervalS;  ///< tau: work between two checkpoints; absent: Daly's interval
    MaybeQuantity checkpointS;  ///< delta: time to write a checkpoint
    MaybeQuantity restartS;  ///< R: time from a failure until work resumes
    Json::Object unknown;
    bool operator==(const FaultTolerance&) const = default;
};

template <>
inline constexpr auto quantities<FaultTolerance> = std::to_array<QuantityField<FaultTolerance>>({
    {&FaultTolerance::checkpointIntervalS,
     {"/design/fault_tolerance/checkpoint_interval_s", Dimension::Time, Range::Positive, "checkpoint interval",
      "the work between two checkpoints", "Daly's interval if not given"}},
    {&FaultTolerance::checkpointS,
     {"/design/fault_tolerance/checkpoint_s", Dimension::Time, Range::NotNegative, "writing a checkpoint",
      "how long writing a checkpoint takes", "the state's size divided by the storage bandwidth"}},
    {&FaultTolerance::restartS,
     {"/design/fault_tolerance/restart_s", Dimension::Time, Range::NotNegative, "restart",
      "the time to resume after a failure", "from a failure until work resumes; 0 if not given"}},
});

enum class JitterShape { Normal, Exponential };
template <>
inline constexpr auto enumNames<JitterShape> = namedValues<JitterShape>(
    "jitter shape", {{JitterShape::Normal, "normal"}, {JitterShape::Exponential, "exponential"}});

/// Slot 6: balancing the load.
struct LoadBalancing {
    DesignSlot slot;
    MaybeQuantity jitterS;  ///< standard deviation of one worker's step time, the same at every p; absent: 0
    /// Jitter as a share of the worker's compute time, so that it shrinks as compute time does; instead of jitterS.
    MaybeQuantity jitterShare;
    JitterShape jitterShape = JitterShape::Normal;
    MaybeQuantity skew;  ///< largest shard divided by the mean shard, >= 1; absent: 1
    MaybeQuantity backupWorkers;  ///< b of the p workers: a step ends when the first p - b have finished; absent: 0
    Json::Object unknown;
    bool operator==(const LoadBalancing&) const = default;
};

template <>
inline constexpr auto quantities<LoadBalancing> = std::to_array<QuantityField<LoadBalancing>>({
    {&LoadBalancing::jitterS,
     {"/design/load_balancing/jitter_s", Dimension::Time, Range::NotNegative, "jitter",
      "the jitter of a worker's step time", "its standard deviation, the same at every p; 0 if not given"}},
    {&LoadBalancing::jitterShare,
     {"/design/load_balancing/jitter_share", Dimension::Ratio, Range::NotNegative, "jitter as a share",
      "the jitter as a share of compute",
      "its standard deviation over a worker's compute time, instead of seconds: 0.05"}},
    {&LoadBalancing::skew,
     {"/design/load_balancing/skew", Dimension::Ratio, Range::AtLeastOne, "skew", "the skew",
      "the largest shard divided by the mean one; 1 if not given"}},
    {&LoadBalancing::backupWorkers,
     {"/design/load_balancing/backup_workers", Dimension::Count, Range::NonNegativeInteger, "backup workers",
      "the number of backup workers", "a step ends without them; 0 if not given"}},
});

/// The six slots of Figure 41.4.1.
struct Design {
    Partitioning partitioning;
    Communication communication;
    Consistency consistency;
    Coordination coordination;
    FaultTolerance faultTolerance;
    LoadBalancing loadBalancing;
    Json::Object unknown;
    Design();
    Design(const Design&);
    Design(Design&&) noexcept;
    Design& operator=(const Design&);
    Design& operator=(Design&&) noexcept;
    ~Design();
    bool operator==(const Design&) const;
};

}  // namespace scalewright
