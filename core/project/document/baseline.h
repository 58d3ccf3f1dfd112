// SPDX-License-Identifier: GPL-3.0-or-later
// The baseline: one machine, its workload, and what was measured on it. Times here are never rescaled to target
// hardware.
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
    /// The accelerator on which the step computes, "NVIDIA H100 80GB HBM3"; empty: the CPU, as far as is known.
    /// Ceilings measured on the CPU do not apply to an accelerator.
    std::string device;
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
      "outside the cache"}},
});

/// The machine on which the baseline ran.
struct Machine {
    std::string name;
    std::string description;  ///< sockets, clock, caches and limits, as found by the probes
    MaybeQuantity memoryBytes, storageBytes;
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS;  ///< of all cores together: the basis for verdicts
    MaybeQuantity peakFlopsOneCore, memoryBandwidthOneCoreBytesPerS;  ///< reachable by a single-threaded program
    Json::Object unknown;
    bool operator==(const Machine&) const = default;
};

template <>
inline constexpr auto quantities<Machine> = std::to_array<QuantityField<Machine>>({
    {&Machine::memoryBytes,
     {"/baseline/machine/memory_bytes", Dimension::Bytes, Range::Positive, "memory", "the memory",
      "measure this machine, or use another machine or a card from the catalogue"}},
    {&Machine::storageBytes,
     {"/baseline/machine/storage_bytes", Dimension::Bytes, Range::Positive, "storage", "the storage",
      "the free space of one machine's disk"}},
    {&Machine::peakFlops,
     {"/baseline/machine/peak_flops", Dimension::ComputeRate, Range::Positive, "peak FLOP/s", "the peak arithmetic",
      "measure this machine, or use a card from the catalogue"}},
    {&Machine::memoryBandwidthBytesPerS,
     {"/baseline/machine/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, "memory bandwidth",
      "the memory bandwidth", "measure this machine, or use a card from the catalogue"}},
    {&Machine::peakFlopsOneCore,
     {"/baseline/machine/peak_flops_one_core", Dimension::ComputeRate, Range::Positive, "peak FLOP/s of one core",
      "one core's peak arithmetic", "measure this machine: it is measured together with that of all cores"}},
    {&Machine::memoryBandwidthOneCoreBytesPerS,
     {"/baseline/machine/memory_bandwidth_one_core_bytes_per_s", Dimension::Bandwidth, Range::Positive,
      "memory bandwidth of one core", "one core's memory bandwidth",
      "measure this machine: it is measured together with that of all cores"}},
});

/// Serving demand and what the baseline achieves; only for serving workloads.
struct Serving {
    MaybeQuantity latencyS, latencyBudgetS, throughputPerS, throughputTargetPerS;
    MaybeQuantity concurrentRequests;  ///< for one replica, each with a context of ModelShape::sequence tokens
    Json::Object unknown;
    bool operator==(const Serving&) const = default;
};

template <>
inline constexpr auto quantities<Serving> = std::to_array<QuantityField<Serving>>({
    {&Serving::latencyS,
     {"/baseline/serving/latency_s", Dimension::Time, Range::NotNegative, "latency of a request",
      "the latency of a request", "time requests one by one and take the percentile that the budget refers to"}},
    {&Serving::latencyBudgetS,
     {"/baseline/serving/latency_budget_s", Dimension::Time, Range::Positive, "latency budget", "the latency budget",
      "the longest a request may take"}},
    {&Serving::throughputPerS,
     {"/baseline/serving/throughput_per_s", Dimension::Rate, Range::Positive, "throughput", "the throughput",
      "requests a second that one machine answers under load"}},
    {&Serving::throughputTargetPerS,
     {"/baseline/serving/throughput_target_per_s", Dimension::Rate, Range::NotNegative, "demand", "the demand",
      "requests a second that must be answered"}},
    {&Serving::concurrentRequests,
     {"/baseline/serving/requests_at_once", Dimension::Count, Range::Positive, "requests at once",
      "the requests at once", "held in one replica's cache: its requests per second times the seconds of one request"}},
});

/// The transformer to be trained or served: the input of core/model/memory.
struct ModelShape {
    std::string name;  ///< "GPT-3 13B"; may be empty
    MaybeQuantity parameters;  ///< a published count; absent: computed from the shape
    MaybeQuantity layers, hidden, heads, kvHeads, feedForward, vocabulary, sequence;
    MaybeQuantity experts, expertsPerToken;  ///< for a mixture of experts; absent: a dense model
    /// Total of weights, gradients and optimizer state, named (core/project/document/model_state.h) or typed; absent: the
    /// trainer's, otherwise that of mixed-precision Adam, and 16-bit weights in serving.
    MaybeQuantity bytesPerParameter;
    bool gated = false;  ///< three feed-forward matrices (SwiGLU) and no biases, as in Llama; otherwise as in GPT
    bool flashAttention = false;  ///< attention scores are not stored
    bool tiedEmbeddings = false;  ///< input and output share one embedding table (only if gated)
    Json::Object unknown;
    bool operator==(const ModelShape&) const = default;
};

template <>
inline constexpr auto quantities<ModelShape> = std::to_array<QuantityField<ModelShape>>({
    {&ModelShape::parameters,
     {"/baseline/model/parameters", Dimension::Count, Range::Positive, "parameters", "the number of parameters",
      "7e9, from the model's card; counted from its shape if not given"}},
    {&ModelShape::layers,
     {"/baseline/model/layers", Dimension::Count, Range::PositiveInteger, "layers", "the number of layers",
      "the model's configuration: 32"}},
    {&ModelShape::hidden,
     {"/baseline/model/hidden", Dimension::Count, Range::PositiveInteger, "hidden size", "the hidden size",
      "the model's configuration: 4096"}},
    {&ModelShape::heads,
     {"/baseline/model/heads", Dimension::Count, Range::PositiveInteger, "heads", "the number of attention heads",
      "the model's configuration: 32"}},
    {&ModelShape::kvHeads,
     {"/baseline/model/kv_heads", Dimension::Count, Range::PositiveInteger, "key-value heads",
      "the number of key and value heads", "as many as heads if not given; fewer with grouped attention: 8"}},
    {&ModelShape::feedForward,
     {"/baseline/model/feed_forward", Dimension::Count, Range::PositiveInteger, "feed-forward width",
      "the feed-forward width", "four times the hidden size if not given"}},
    {&ModelShape::vocabulary,
     {"/baseline/model/vocabulary", Dimension::Count, Range::PositiveInteger, "vocabulary",
      "the size of the vocabulary", "from the tokenizer: 32000"}},
    {&ModelShape::sequence,
     {"/baseline/model/sequence", Dimension::Count, Range::PositiveInteger, "sequence", "the tokens of a sequence",
      "tokens of a training example, or of a request's context in serving: 2048"}},
    {&ModelShape::experts,
     {"/baseline/model/experts", Dimension::Count, Range::PositiveInteger, "experts", "the number of experts",
      "feed-forward networks of a layer; one if not given"}},
    {&ModelShape::expertsPerToken,
     {"/baseline/model/experts_per_token", Dimension::Count, Range::PositiveInteger, "experts per token",
      "the experts that a token passes", "the router's top-k: 2; one if not given"}},
    {&ModelShape::bytesPerParameter,
     {"/baseline/model/bytes_per_parameter", Dimension::Bytes, Range::Positive, "bytes per parameter",
      "the bytes per parameter", "16 to train with Adam in mixed precision, 2 to serve; or a state by its name"}},
});

/// Share from which reading dominates if the user does not set one: half of the step time.
inline constexpr double defaultIoDominanceShare = 0.5;

struct Baseline {
    Machine machine;
    std::vector<WorkloadStep> steps;
    MaybeQuantity tCompS;  ///< compute time of a whole step on one machine: what section 41.4 divides by p
    MaybeQuantity workingSetBytes, datasetBytes;
    MaybeQuantity
        batch;  ///< examples per step over all workers; under weak scaling, where work grows with p, per worker
    /// B_crit: from this batch size on, doubling the examples saves a third of the steps (McCandlish et al. 2018).
    MaybeQuantity criticalBatch;
    MaybeQuantity minSteps;  ///< S_min: steps to the target quality with infinitely large batches
    MaybeQuantity networkBytes;  ///< bytes that a step exchanges between machines (the third question in Figure 41.2.1)
    MaybeQuantity
        ioDominanceShare;  ///< share of step time from which reading dominates; default: defaultIoDominanceShare
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
     {"/baseline/batch", Dimension::Count, Range::PositiveInteger, "batch", "the batch",
      "the examples of one step over all workers"}},
    {&Baseline::criticalBatch,
     {"/baseline/critical_batch", Dimension::Count, Range::Positive, "critical batch", "the critical batch",
      "in examples: the gradient noise scale, or steps to the same loss at two batches (S = S_min (1 + "
      "B_crit/B))"}},
    {&Baseline::minSteps,
     {"/baseline/min_steps", Dimension::Count, Range::Positive, "fewest steps",
      "the fewest steps to the target quality",
      "steps that even very large batches need: S_min of S = S_min (1 + B_crit/B)"}},
    {&Baseline::networkBytes,
     {"/baseline/net_bytes", Dimension::Bytes, Range::NotNegative, "bytes between machines",
      "the bytes between machines",
      "what one step would exchange between machines: the gradients' size for data-parallel training"}},
    {&Baseline::ioDominanceShare,
     {"/baseline/io_dominates_at", Dimension::Ratio, Range::Share, "I/O dominates from",
      "the share from which reading dominates", "a share above 0, at most 1; one half if not given"}},
});

}  // namespace scalewright
