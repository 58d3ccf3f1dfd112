// The design: the six slots of Figure 41.4.1, each a choice with its reason and its parameters.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/field.h"
#include "core/project/enums/pattern.h"

namespace scalewright {

/// One option picked from a slot's menu (core/design/slots/slots.h). `scope` says for what where a slot holds two values:
/// "training" and "serving", "dense layers" and "embedding table"; empty where it holds one.
struct SlotChoice {
    std::string option;  ///< its id in the menu: "split-data"
    std::string scope;
    Json::Object unknown;
    bool operator==(const SlotChoice&) const = default;
};

/// What every slot of Figure 41.4.1 records: the choice, why, and what was not chosen. No choices: the slot is empty.
struct DesignSlot {
    std::vector<SlotChoice> choices;
    std::string justification;  ///< one sentence
    std::string rejected;  ///< the alternative that was considered: a menu option's id, or words
    std::string rejectedBecause;
    bool operator==(const DesignSlot&) const = default;
};

/// What of a layer's activations is kept for the backward pass: all, all but the attention scores, or its input alone.
enum class Recomputation { None, Selective, Full };

[[nodiscard]] constexpr const char* recomputationName(Recomputation recomputation)
{
    return recomputation == Recomputation::None ? "none" : recomputation == Recomputation::Full ? "full" : "selective";
}

/// Slot 1, who holds what.
struct Partitioning {
    DesignSlot slot;
    std::string unit;  ///< an example, a parameter range, a key, an agent
    std::string replicated;  ///< what every worker holds a copy of, in words
    MaybeQuantity partitions;
    MaybeQuantity shardingStage;  ///< ZeRO's: 0 nothing, 1 optimizer state, 2 gradients too, 3 parameters too
    MaybeQuantity tensorParallel;  ///< t: workers that share each layer; absent: 1
    MaybeQuantity stages;  ///< of a pipeline; absent: 1
    MaybeQuantity chunks;  ///< of a stage, interleaved; absent: 1
    MaybeQuantity contextParallel;  ///< workers that share a sequence; absent: 1
    MaybeQuantity expertParallel;  ///< workers that hold different experts; absent: 1
    MaybeQuantity microBatch;  ///< b: sequences that pass through at once; absent: 1
    Recomputation recomputation = Recomputation::None;
    bool sequenceParallel = false;
    Json::Object unknown;
    bool operator==(const Partitioning&) const = default;
};

template <>
inline constexpr auto quantities<Partitioning> = std::to_array<QuantityField<Partitioning>>({
    {&Partitioning::partitions,
     {"/design/partitioning/partitions", Dimension::Count, Range::Whole, "partitions", "the number of partitions",
      "one a worker where it is not given"}},
    {&Partitioning::shardingStage,
     {"/design/partitioning/sharding_stage", Dimension::Count, Range::WholeOrNone, "stage of sharding",
      "the stage of sharding",
      "0 nothing, 1 optimizer state, 2 and gradients, 3 and parameters; 3 where the model is sharded and "
      "nothing is said"}},
    {&Partitioning::tensorParallel,
     {"/design/partitioning/tensor_parallel", Dimension::Count, Range::Workers, "tensor parallel",
      "the workers that share a layer", "1 where it is not given; up to the cards of a node"}},
    {&Partitioning::stages,
     {"/design/partitioning/stages", Dimension::Count, Range::Workers, "pipeline stages", "the stages of the pipeline",
      "1 where it is not given"}},
    {&Partitioning::chunks,
     {"/design/partitioning/chunks", Dimension::Count, Range::Workers, "chunks of a stage", "the chunks of a stage",
      "parts of the model that a worker holds by turns (interleaved); 1 where it is not given"}},
    {&Partitioning::contextParallel,
     {"/design/partitioning/context_parallel", Dimension::Count, Range::Workers, "context parallel",
      "the workers that share a sequence", "1 where it is not given"}},
    {&Partitioning::expertParallel,
     {"/design/partitioning/expert_parallel", Dimension::Count, Range::Workers, "expert parallel",
      "the workers that hold different experts", "1 where it is not given"}},
    {&Partitioning::microBatch,
     {"/design/partitioning/micro_batch", Dimension::Count, Range::Whole, "micro-batch", "the micro-batch",
      "sequences that pass through a worker at once; 1 where it is not given"}},
});

/// Another exchange of the same step, beside the one that slot 2 describes: the dense layers' all-reduce beside the
/// embedding table's parameter server (book 41.4, student B). Its link is the target's; T_comm is the sum.
struct FurtherMessage {
    std::string scope;  ///< for what: "dense layers"
    Pattern pattern = usualPattern;
    MaybeQuantity messageBytes;  ///< n: its message in one step
    MaybeQuantity shards, localSteps;
    Json::Object unknown;
    bool operator==(const FurtherMessage&) const = default;
};

template <>
inline constexpr auto quantities<FurtherMessage> = std::to_array<QuantityField<FurtherMessage>>({
    {&FurtherMessage::messageBytes,
     {"/design/communication/further/*/message_bytes", Dimension::Bytes, Range::NotNegative,
      "message of a further exchange", "the size of a further exchange's message",
      "what that exchange moves in one step: the dense layers' gradients, say"}},
    {&FurtherMessage::shards,
     {"/design/communication/further/*/shards", Dimension::Count, Range::Workers, "server shards of a further exchange",
      "the number of server shards of a further exchange", "one server where it is not given"}},
    {&FurtherMessage::localSteps,
     {"/design/communication/further/*/local_steps", Dimension::Count, Range::Workers,
      "local steps of a further exchange", "the number of steps between further exchanges",
      "every step where it is not given"}},
});

/// Slot 2, who talks to whom: the pattern and the volume it moves per step.
struct Communication {
    DesignSlot slot;
    Pattern pattern = bookPattern;
    MaybeQuantity messageBytes;  ///< n: the message of one step
    MaybeQuantity gammaSPerByte;  ///< reduction cost
    MaybeQuantity shards, neighbours, participation, localSteps;
    MaybeQuantity buckets;  ///< pieces (or layers) that the message is sent in, each with its own latency; absent: 1
    MaybeQuantity overlap;  ///< phi: share of the backward pass that hides communication; absent: none
    MaybeQuantity backwardShare;  ///< the backward pass as a share of T_comp/p; 2/3 where absent
    MaybeQuantity lastBucketBytes;  ///< what is sent after the backward pass ended and nothing can hide; absent: 0
    bool linearScatter = false;
    bool sharedNetworkCard = false;
    std::vector<FurtherMessage> further;  ///< the step's other exchanges, priced beside this one
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
      "the size of the message of one step", "the gradients, say: 7B params bf16"}},
    {&Communication::gammaSPerByte,
     {"/design/communication/gamma_s_per_byte", Dimension::TimePerByte, Range::NotNegative, "reduction cost",
      "the time to reduce a byte", "0 unless the reduction itself takes time"}},
    {&Communication::shards,
     {"/design/communication/shards", Dimension::Count, Range::Workers, "server shards", "the number of server shards",
      "one server where it is not given"}},
    {&Communication::neighbours,
     {"/design/communication/neighbours", Dimension::Count, Range::Workers, "neighbours", "the number of neighbours",
      "two where it is not given"}},
    {&Communication::participation,
     {"/design/communication/participation", Dimension::Ratio, Range::Share, "participation",
      "the share of clients in a round", "all of them where it is not given"}},
    {&Communication::localSteps,
     {"/design/communication/local_steps", Dimension::Count, Range::Workers, "local steps",
      "the number of steps between exchanges", "an exchange every step where it is not given"}},
    {&Communication::buckets,
     {"/design/communication/buckets", Dimension::Count, Range::Workers, "buckets",
      "the number of buckets of a message",
      "buckets or layers that are sent one by one, each with its own latency; one where it is not given"}},
    {&Communication::overlap,
     {"/design/communication/overlap", Dimension::Ratio, Range::ShareOrNone, "overlap", "the overlap",
      "the share of the backward pass that hides communication; none where it is not given"}},
    {&Communication::backwardShare,
     {"/design/communication/backward_share", Dimension::Ratio, Range::ShareOrNone, "backward share",
      "the share of the backward pass", "of the compute time; two thirds where it is not given"}},
    {&Communication::lastBucketBytes,
     {"/design/communication/last_bucket_bytes", Dimension::Bytes, Range::NotNegative, "last bucket",
      "the size of the last bucket",
      "what is sent after the backward pass and nothing can hide; 0 where it is not given"}},
});

/// Slot 3, how closely views must agree. No choice: a barrier every step, as in section 41.4's model.
struct Consistency {
    DesignSlot slot;
    MaybeQuantity stalenessSteps;  ///< bounded staleness: how far a worker may run ahead
    MaybeQuantity toleratedStalenessSteps;  ///< what the computation stands; 0: none
    Json::Object unknown;
    bool operator==(const Consistency&) const = default;
};

template <>
inline constexpr auto quantities<Consistency> = std::to_array<QuantityField<Consistency>>({
    {&Consistency::stalenessSteps,
     {"/design/consistency/staleness_steps", Dimension::Count, Range::WholeOrNone, "staleness",
      "how far a worker may run ahead", "a number of steps such as 4; 0 is a barrier"}},
    {&Consistency::toleratedStalenessSteps,
     {"/design/consistency/tolerated_staleness_steps", Dimension::Count, Range::WholeOrNone, "tolerated staleness",
      "the staleness that the computation stands", "a number of steps; 0 for a counter"}},
});

/// Slot 4, one brain or many.
struct Coordination {
    DesignSlot slot;
    MaybeQuantity secondsPerWorker;  ///< the coordinator's time for one worker in one step; absent: 0
    std::string onLoss;  ///< what happens when the coordinator disappears, in words
    Json::Object unknown;
    bool operator==(const Coordination&) const = default;
};

template <>
inline constexpr auto quantities<Coordination> = std::to_array<QuantityField<Coordination>>({
    {&Coordination::secondsPerWorker,
     {"/design/coordination/seconds_per_worker", Dimension::Time, Range::NotNegative, "coordinator's time for a worker",
      "the coordinator's time for one worker in one step", "0 where it is not given"}},
});

/// Slot 5, surviving. The nodes' MTBF is the target's.
struct FaultTolerance {
    DesignSlot slot;
    MaybeQuantity checkpointIntervalS;  ///< tau, of work between two checkpoints; absent: Daly's
    MaybeQuantity checkpointS;  ///< delta, writing one
    MaybeQuantity restartS;  ///< R, until work goes on after a failure
    Json::Object unknown;
    bool operator==(const FaultTolerance&) const = default;
};

template <>
inline constexpr auto quantities<FaultTolerance> = std::to_array<QuantityField<FaultTolerance>>({
    {&FaultTolerance::checkpointIntervalS,
     {"/design/fault_tolerance/checkpoint_interval_s", Dimension::Time, Range::Positive, "checkpoint interval",
      "the work between two checkpoints", "Daly's interval where it is not given"}},
    {&FaultTolerance::checkpointS,
     {"/design/fault_tolerance/checkpoint_s", Dimension::Time, Range::NotNegative, "writing a checkpoint",
      "how long writing a checkpoint takes", "the state over the storage's bandwidth"}},
    {&FaultTolerance::restartS,
     {"/design/fault_tolerance/restart_s", Dimension::Time, Range::NotNegative, "restart",
      "the time to go on after a failure", "from a failure until work goes on; 0 where it is not given"}},
});

enum class JitterShape { Normal, Exponential };

/// Slot 6, staying even.
struct LoadBalancing {
    DesignSlot slot;
    MaybeQuantity jitterS;  ///< standard deviation of one worker's time for one step, the same at every p; absent: 0
    MaybeQuantity
        jitterShare;  ///< the same as a share of the worker's compute, so that it falls with it; instead of jitterS
    JitterShape jitterShape = JitterShape::Normal;
    MaybeQuantity skew;  ///< largest shard over the mean one, >= 1; absent: 1
    MaybeQuantity backupWorkers;  ///< b of the p: a step ends with the first p - b; absent: 0
    Json::Object unknown;
    bool operator==(const LoadBalancing&) const = default;
};

template <>
inline constexpr auto quantities<LoadBalancing> = std::to_array<QuantityField<LoadBalancing>>({
    {&LoadBalancing::jitterS,
     {"/design/load_balancing/jitter_s", Dimension::Time, Range::NotNegative, "jitter",
      "the jitter of a worker's step time", "its standard deviation, the same at every p; 0 where it is not given"}},
    {&LoadBalancing::jitterShare,
     {"/design/load_balancing/jitter_share", Dimension::Ratio, Range::NotNegative, "jitter as a share",
      "the jitter as a share of compute",
      "its standard deviation over a worker's compute time, instead of seconds: 0.05"}},
    {&LoadBalancing::skew,
     {"/design/load_balancing/skew", Dimension::Ratio, Range::OneOrMore, "skew", "the skew",
      "the largest shard over the mean one; 1 where it is not given"}},
    {&LoadBalancing::backupWorkers,
     {"/design/load_balancing/backup_workers", Dimension::Count, Range::WholeOrNone, "backup workers",
      "the number of backup workers", "a step ends without them; 0 where it is not given"}},
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
