// The baseline: one machine, its workload, what was measured there. Times here are never rescaled to target hardware.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/field.h"

namespace scalewright {

/// One step of the workload on one machine: load, forward and backward, optimizer… (book 41.2). Times in seconds.
struct WorkloadStep {
    std::string name;
    std::string device;  ///< the accelerator that it computes on, "NVIDIA H100 80GB HBM3"; empty: the processor, as far
        ///< as is known. Ceilings measured of the processor are none of its own.
    MaybeQuantity stepTimeS, ioTimeS, flops, bytesMoved;
    Json::Object unknown;
    bool operator==(const WorkloadStep&) const = default;
};

template <>
inline constexpr auto quantities<WorkloadStep> = std::to_array<QuantityField<WorkloadStep>>({
    {&WorkloadStep::stepTimeS,
     {"/baseline/steps/*/step_time_s", Dimension::Time, Range::Positive, "step time", "the step time",
      "time the step several times on one machine and take the best"}},
    {&WorkloadStep::ioTimeS,
     {"/baseline/steps/*/io_time_s", Dimension::Time, Range::NotNegative, "reading time", "the time spent reading",
      "time the reading and writing alone, or the step with its data already in memory and subtract; 0 if it "
      "reads nothing"}},
    {&WorkloadStep::flops,
     {"/baseline/steps/*/flops", Dimension::Work, Range::NotNegative, "arithmetic", "the arithmetic",
      "count the FLOP of a step (2 n^3 for an n x n matrix product, 6 per parameter and token for a transformer's "
      "training step), or read them off a profiler; 0 if it does none"}},
    {&WorkloadStep::bytesMoved,
     {"/baseline/steps/*/bytes_moved", Dimension::Bytes, Range::NotNegative, "bytes moved", "the bytes moved",
      "count the bytes between memory and cores in a step: each array once for every time it is read or written "
      "beyond the cache"}},
});

/// The machine the baseline ran on.
struct Machine {
    std::string name;
    std::string description;  ///< sockets, clock, caches, limits, as the run of the probes found them
    MaybeQuantity memoryBytes, storageBytes;
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS;  ///< of all its cores together: what a verdict rests on
    MaybeQuantity peakFlopsOneCore, memoryBandwidthOneCoreBytesPerS;  ///< what a program of one thread can reach
    Json::Object unknown;
    bool operator==(const Machine&) const = default;
};

template <>
inline constexpr auto quantities<Machine> = std::to_array<QuantityField<Machine>>({
    {&Machine::memoryBytes,
     {"/baseline/machine/memory_bytes", Dimension::Bytes, Range::Positive, "memory", "the memory",
      "measure this machine, or take another's or a card's from the catalogue"}},
    {&Machine::storageBytes,
     {"/baseline/machine/storage_bytes", Dimension::Bytes, Range::Positive, "storage", "the storage",
      "the free space of one machine's disk"}},
    {&Machine::peakFlops,
     {"/baseline/machine/peak_flops", Dimension::ComputeRate, Range::Positive, "peak FLOP/s", "the peak arithmetic",
      "measure this machine, or take a card's from the catalogue"}},
    {&Machine::memoryBandwidthBytesPerS,
     {"/baseline/machine/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, "memory bandwidth",
      "the memory bandwidth", "measure this machine, or take a card's from the catalogue"}},
    {&Machine::peakFlopsOneCore,
     {"/baseline/machine/peak_flops_one_core", Dimension::ComputeRate, Range::Positive, "peak FLOP/s of one core",
      "one core's peak arithmetic", "measure this machine: it comes beside that of all cores"}},
    {&Machine::memoryBandwidthOneCoreBytesPerS,
     {"/baseline/machine/memory_bandwidth_one_core_bytes_per_s", Dimension::Bandwidth, Range::Positive,
      "memory bandwidth of one core", "one core's memory bandwidth",
      "measure this machine: it comes beside that of all cores"}},
});

/// Serving demand and what the baseline reaches; only for serving workloads.
struct Serving {
    MaybeQuantity latencyS, latencyBudgetS, throughputPerS, throughputTargetPerS;
    MaybeQuantity requestsAtOnce;  ///< by one replica, each with a context of ModelShape::sequence tokens
    Json::Object unknown;
    bool operator==(const Serving&) const = default;
};

template <>
inline constexpr auto quantities<Serving> = std::to_array<QuantityField<Serving>>({
    {&Serving::latencyS,
     {"/baseline/serving/latency_s", Dimension::Time, Range::NotNegative, "latency of a request",
      "the latency of a request", "time requests one by one and take the percentile that the budget means"}},
    {&Serving::latencyBudgetS,
     {"/baseline/serving/latency_budget_s", Dimension::Time, Range::Positive, "latency budget", "the latency budget",
      "the longest a request may take"}},
    {&Serving::throughputPerS,
     {"/baseline/serving/throughput_per_s", Dimension::Rate, Range::Positive, "throughput", "the throughput",
      "requests a second that one machine answers under load"}},
    {&Serving::throughputTargetPerS,
     {"/baseline/serving/throughput_target_per_s", Dimension::Rate, Range::NotNegative, "demand", "the demand",
      "requests a second that must be answered"}},
    {&Serving::requestsAtOnce,
     {"/baseline/serving/requests_at_once", Dimension::Count, Range::Positive, "requests at once",
      "the requests at once",
      "that one replica holds in its cache: its requests a second times the seconds that one takes"}},
});

/// Bytes of model state a parameter in mixed-precision Adam, by who keeps what: weights 2, gradients 2, optimizer 12
/// (Rajbhandari et al. 2020; the book) · gradients 4 (Megatron with bf16) · both copies of the gradients, 2 and 4
/// (Megatron with fp16, DeepSpeed).
enum class StateConvention { Zero16, Megatron18, BothGradients20 };

/// The project file's name: "zero-16", "megatron-18", "both-gradients-20".
[[nodiscard]] constexpr const char* conventionName(StateConvention convention)
{
    return convention == StateConvention::Zero16       ? "zero-16"
           : convention == StateConvention::Megatron18 ? "megatron-18"
                                                       : "both-gradients-20";
}
[[nodiscard]] constexpr std::optional<StateConvention> conventionFromName(std::string_view name)
{
    for (const StateConvention each :
         {StateConvention::Zero16, StateConvention::Megatron18, StateConvention::BothGradients20})
        if (name == conventionName(each))
            return each;
    return std::nullopt;
}

/// The transformer that is trained or served: what core/model/memory takes its parts from.
struct ModelShape {
    std::string name;  ///< "GPT-3 13B"; empty where it has none
    MaybeQuantity parameters;  ///< as counted by somebody else; absent: from the shape
    MaybeQuantity layers, hidden, heads, kvHeads, feedForward, vocabulary, sequence;
    MaybeQuantity experts, expertsPerToken;  ///< of a mixture; absent: a dense model
    std::optional<StateConvention> convention{};  ///< absent: the trainer's, else Zero16
    bool gated = false;  ///< three feed-forward matrices (SwiGLU) and no biases: Llama's layer; else GPT's
    bool flashAttention = false;  ///< no attention scores are kept
    bool tiedEmbeddings = false;  ///< gated: one table for both ends
    Json::Object unknown;
    bool operator==(const ModelShape&) const = default;
};

template <>
inline constexpr auto quantities<ModelShape> = std::to_array<QuantityField<ModelShape>>({
    {&ModelShape::parameters,
     {"/baseline/model/parameters", Dimension::Count, Range::Positive, "parameters", "the number of parameters",
      "7e9, from the model's card; counted from its shape where it is not given"}},
    {&ModelShape::layers,
     {"/baseline/model/layers", Dimension::Count, Range::Whole, "layers", "the number of layers",
      "the model's configuration: 32"}},
    {&ModelShape::hidden,
     {"/baseline/model/hidden", Dimension::Count, Range::Whole, "hidden size", "the hidden size",
      "the model's configuration: 4096"}},
    {&ModelShape::heads,
     {"/baseline/model/heads", Dimension::Count, Range::Whole, "heads", "the number of attention heads",
      "the model's configuration: 32"}},
    {&ModelShape::kvHeads,
     {"/baseline/model/kv_heads", Dimension::Count, Range::Whole, "key-value heads",
      "the number of key and value heads", "as many as heads where it is not given; fewer with grouped attention: 8"}},
    {&ModelShape::feedForward,
     {"/baseline/model/feed_forward", Dimension::Count, Range::Whole, "feed-forward width", "the feed-forward width",
      "four times the hidden size where it is not given"}},
    {&ModelShape::vocabulary,
     {"/baseline/model/vocabulary", Dimension::Count, Range::Whole, "vocabulary", "the size of the vocabulary",
      "the tokenizer's: 32000"}},
    {&ModelShape::sequence,
     {"/baseline/model/sequence", Dimension::Count, Range::Whole, "sequence", "the tokens of a sequence",
      "tokens of one example in training, of a request's context in serving: 2048"}},
    {&ModelShape::experts,
     {"/baseline/model/experts", Dimension::Count, Range::Whole, "experts", "the number of experts",
      "feed-forward networks of a layer; one where it is not given"}},
    {&ModelShape::expertsPerToken,
     {"/baseline/model/experts_per_token", Dimension::Count, Range::Whole, "experts per token",
      "the experts that a token passes", "the router's top-k: 2; one where it is not given"}},
});

/// Half of the time, where nobody says which share of it reading has to take to dominate.
inline constexpr double defaultIoDominatesAt = 0.5;

struct Baseline {
    Machine machine;
    std::vector<WorkloadStep> steps;
    MaybeQuantity tCompS;  ///< one machine's compute time of a whole step: what section 41.4 splits over p
    MaybeQuantity workingSetBytes, datasetBytes;
    MaybeQuantity
        batch;  ///< examples of one step over all workers; where work grows with p (weak scaling), of one worker
    MaybeQuantity
        criticalBatch;  ///< B_crit: where twice the examples save a third of the steps (McCandlish et al. 2018)
    MaybeQuantity minSteps;  ///< S_min: steps to the quality with batches without end
    MaybeQuantity netBytes;  ///< bytes a step exchanges between machines (Figure 41.2.1's third question)
    MaybeQuantity
        ioDominatesAt;  ///< share of the step time from which reading dominates; defaultIoDominatesAt where absent
    std::optional<Serving> serving;
    std::optional<ModelShape> model;
    Json::Object unknown;
    Baseline();
    Baseline(const Baseline&);
    Baseline(Baseline&&) noexcept;
    Baseline& operator=(const Baseline&);
    Baseline& operator=(Baseline&&) noexcept;
    ~Baseline();
    bool operator==(const Baseline&) const;
};

template <>
inline constexpr auto quantities<Baseline> = std::to_array<QuantityField<Baseline>>({
    {&Baseline::tCompS,
     {"/baseline/t_comp_s", Dimension::Time, Range::Positive, "T_comp", "one machine's compute time of a step",
      "the step time measured on one machine, without communication"}},
    {&Baseline::workingSetBytes,
     {"/baseline/working_set_bytes", Dimension::Bytes, Range::Positive, "working set", "the working set",
      "add up what must be in memory at once: parameters, gradients, optimizer state, activations, data (16 "
      "bytes a "
      "parameter for mixed-precision Adam), or read the peak resident size of a run"}},
    {&Baseline::datasetBytes,
     {"/baseline/dataset_bytes", Dimension::Bytes, Range::NotNegative, "dataset", "the dataset",
      "the size of the files"}},
    {&Baseline::batch,
     {"/baseline/batch", Dimension::Count, Range::Whole, "batch", "the batch",
      "the examples of one step over all workers"}},
    {&Baseline::criticalBatch,
     {"/baseline/critical_batch", Dimension::Count, Range::Positive, "critical batch", "the critical batch",
      "in examples: the gradient noise scale, or steps to the same loss at two batches (S = S_min (1 + "
      "B_crit/B))"}},
    {&Baseline::minSteps,
     {"/baseline/min_steps", Dimension::Count, Range::Positive, "fewest steps", "the fewest steps to the quality",
      "what very large batches still need: S_min of S = S_min (1 + B_crit/B)"}},
    {&Baseline::netBytes,
     {"/baseline/net_bytes", Dimension::Bytes, Range::NotNegative, "bytes between machines",
      "the bytes between machines",
      "what one step would exchange between machines: the gradients' size for data-parallel training"}},
    {&Baseline::ioDominatesAt,
     {"/baseline/io_dominates_at", Dimension::Ratio, Range::Share, "I/O dominates from",
      "the share from which reading dominates", "a share above 0, at most 1; one half where it is not given"}},
});

}  // namespace scalewright
