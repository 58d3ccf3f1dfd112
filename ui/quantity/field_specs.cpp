// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/field_specs.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/project/document/project.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

struct FieldSpecRow {
    const FieldInfo& field;
    const char* label;
    double low, high;  ///< ends of the slider in base units
    bool hasZeroStop;     ///< the slider's left end is zero
    const char* hint;  ///< shown while no value is set
    const char* unsetLabel = nullptr;
    const FieldInfo* relatedField = nullptr;  ///< the field that accepts the same quantity in another dimension
};

constexpr FieldSpecRow fieldSpecRows[]{
    {fieldOf(&WorkloadStep::stepTimeS), "step time", 1e-3, 1e3, false,
     "Time the step several times on one machine and take the best."},
    {fieldOf(&WorkloadStep::ioTimeS), "reading and writing", 1e-4, 1e3, true,
     "Time reading and writing alone, or subtract a run with its data in memory; 0 if it reads nothing."},
    {fieldOf(&WorkloadStep::flops), "FLOP", 1e8, 1e17, true,
     "Count them, such as 6*340M*32*512: six per parameter and token in training, two n³ for a matrix product; or ask "
     "a profiler."},
    {fieldOf(&WorkloadStep::bytesMoved), "bytes moved", 1e6, 1e13, true,
     "Between memory and cores: each array once for every time it is read or written beyond the cache."},
    {fieldOf(&Machine::memoryBytes), "memory", 1e9, 1e12, false, "measure, or read its data sheet"},
    {fieldOf(&Machine::storageBytes), "storage", 1e9, 1e14, false, "measure: the free space of its disk"},
    {fieldOf(&Machine::peakFlops), "peak FLOP/s, π", 1e9, 1e15, false, "measure: a large matrix product"},
    {fieldOf(&Machine::memoryBandwidthBytesPerS), "memory bandwidth, β", 1e9, 1e13, false,
     "measure: arrays larger than the cache"},
    {fieldOf(&Machine::peakFlopsOneCore), "one core’s peak FLOP/s", 1e8, 1e12, false,
     "measure: the same product on one core"},
    {fieldOf(&Machine::memoryBandwidthOneCoreBytesPerS), "one core’s bandwidth", 1e8, 1e12, false,
     "measure: the same arrays on one core"},
    {fieldOf(&Serving::latencyS), "latency of a request", 1e-4, 100, false,
     "time requests one by one; take the percentile the budget means"},
    {fieldOf(&Serving::latencyBudgetS), "latency budget", 1e-4, 100, false, "the longest a request may take"},
    {fieldOf(&Serving::throughputPerS), "requests answered", 0.1, 1e6, false, "per second, by one machine under load"},
    {fieldOf(&Serving::throughputTargetPerS), "requests to answer", 0.1, 1e6, false, "the demand per second"},
    {fieldOf(&Serving::concurrentRequests), "requests at once", 1, 1e4, false,
     "in flight on one replica; each needs a cache for its context"},
    {fieldOf(&Baseline::tCompS), "T_comp, one machine", 1e-3, 1e3, false,
     "time one whole step on one machine, or add up the steps"},
    {fieldOf(&Baseline::workingSetBytes), "working set", 1e6, 1e12, false,
     "what must be in memory at once: 7B params at 16 bytes each to train, or a run’s peak"},
    {fieldOf(&Baseline::datasetBytes), "dataset", 1e6, 1e15, false, "the size of its files"},
    {fieldOf(&Baseline::batch), "batch", 1, 1e6, false, "examples of one step, over all workers"},
    {fieldOf(&Baseline::criticalBatch), "critical batch", 1, 1e7, false,
     "in examples: the noise scale of the gradient"},
    {fieldOf(&Baseline::minSteps), "fewest steps", 1, 1e7, false, "to reach the quality with an unlimited batch"},
    {fieldOf(&ModelShape::parameters), "parameters", 1e6, 1e13, false, "7e9; counted from the shape below unless set"},
    {fieldOf(&ModelShape::layers), "layers", 1, 200, false, "the model’s configuration: 32"},
    {fieldOf(&ModelShape::hidden), "hidden size", 64, 32768, false, "the model’s configuration: 4096"},
    {fieldOf(&ModelShape::heads), "attention heads", 1, 256, false, "the model’s configuration: 32"},
    {fieldOf(&ModelShape::kvHeads), "key-value heads", 1, 256, false, "as many as heads; fewer with grouped attention"},
    {fieldOf(&ModelShape::feedForward), "feed-forward width", 64, 131072, false,
     "four times the hidden size unless set"},
    {fieldOf(&ModelShape::vocabulary), "vocabulary", 100, 300000, false, "the tokenizer’s: 32000"},
    {fieldOf(&ModelShape::sequence), "tokens of a sequence", 128, 131072, false, "of one example: 2048"},
    {fieldOf(&ModelShape::experts), "experts", 1, 256, false, "per layer: one unless set"},
    {fieldOf(&ModelShape::expertsPerToken), "experts per token", 1, 16, false, "one unless set"},
    {fieldOf(&ModelShape::bytesPerParameter), "bytes per parameter", 0.5, 20, false,
     "16 if trained with Adam and 2 if served; or choose a name below"},
    {fieldOf(&Baseline::networkBytes), "exchanged per step", 1e3, 1e12, true,
     "between machines, if distributed: the gradients’ size in data-parallel training"},
    {fieldOf(&Baseline::ioDominanceShare), "I/O dominates from", 0.01, 1, false,
     "a share of the step’s time: one half unless set"},
    {fieldOf(&Target::alphaS), "alpha, latency per hop", 1e-7, 1e-1, true, "choose a link, or time small messages"},
    {fieldOf(&Target::bandwidthBytesPerS), "link bandwidth", 1e6, 1e12, false,
     "choose a link; one direction: 100 Gbit/s"},
    {fieldOf(&Target::alpha2S), "alpha between nodes", 1e-7, 1e-1, true, "latency of a message from node to node"},
    {fieldOf(&Target::bandwidth2BytesPerS), "inter-node bandwidth", 1e6, 1e12, false,
     "of one network card: 100 Gbit/s"},
    {fieldOf(&Target::oversubscription), "oversubscription", 1, 16, false,
     "1: the bandwidth of a node’s cards over that of its uplink"},
    {fieldOf(&Target::workersPerNode), "workers on a node", 1, 64, false,
     "its cards, such as 8; cost and failures are per node"},
    {fieldOf(&Target::machinesAvailable), "machines available", 1, 4096, false,
     "the most you can have at once; the plan uses no more", "Any number"},
    {fieldOf(&Target::memoryBytes), "memory of a worker", 1e9, 1e13, false, "choose a node type"},
    {fieldOf(&Target::peakFlops), "target’s peak", 1e9, 1e16, false, "choose a node type and a number format"},
    {fieldOf(&Target::memoryBandwidthBytesPerS), "memory bandwidth", 1e9, 1e14, false, "choose a node type"},
    {fieldOf(&Target::powerW), "power", 1, 1e4, true, "its board power, or what a meter reads"},
    {fieldOf(&Target::priceUsdPerHour), "price per node-hour", 0.1, 100, true, "from your provider’s price list"},
    {fieldOf(&Target::nodeMtbfS), "MTBF of a node", 1e3, 1e9, false,
     "without it, failures are not priced; five years is 43800 h", "No failures"},
    {fieldOf(&Target::spotPriceShare), "spot over on demand", 0.05, 1, false, "0.3, the book’s value, unless set"},
    {fieldOf(&Target::spotMtbfS), "a spot node is kept for", 60, 1e7, false,
     "on average; without it, no node is reclaimed", "Never reclaimed"},
    {fieldOf(&Target::purchaseUsd), "a node costs to buy", 100, 1e6, true, "an offer for one node"},
    {fieldOf(&Target::lifetimeS), "in use for", 1e7, 1e9, false, "four years are 35064 h"},
    {fieldOf(&Target::utilisation), "owned nodes are busy", 0.01, 1, false,
     "share of the time: node-hours used over node-hours available"},
    {fieldOf(&Target::electricityUsdPerKwh), "a kilowatt-hour", 0.01, 1, true, "its price, from the contract"},
    {fieldOf(&Target::powerShare), "load", 0.1, 1, true, "1: share of its power that a worker draws"},
    {fieldOf(&Target::pue), "PUE", 1, 3, false, "1: the building’s energy over the computers’"},
    {fieldOf(&Target::gridCo2GramsPerKwh), "grid, g CO₂e a kWh", 1, 1000, true, "choose a region"},
    {fieldOf(&Target::managedPremium), "managed over raw price", 1, 5, false, "1.6, the book’s value, unless set"},
    {fieldOf(&Target::operatingTimeS), "running it oneself", 3600, 1e7, true, "a person’s time for one job: 40 h"},
    {fieldOf(&Target::operatorHourUsd), "operator’s hour", 1, 1000, true,
     "hourly cost of the person who runs the cluster"},
    {fieldOf(&Goal::deadlineS), "deadline", 60, 1e7, false, "the longest a run may take", "No deadline"},
    {fieldOf(&Goal::budgetUsd), "budget", 1, 1e6, true, "the most a run may cost", "No budget"},
    {fieldOf(&Goal::latencyS), "latency goal", 1e-4, 100, false, "the longest a request may take", "No latency goal"},
    {fieldOf(&Goal::quality), "quality goal", 0.01, 1, false, "what counts as done: an accuracy, a loss, a recall",
     "No quality goal"},
    {fieldOf(&Goal::hourValueUsd), "value of an hour", 0.1, 1000, true, "what an hour of waiting for a run is worth",
     "Clear"},
    {fieldOf(&Goal::runsPerMonth), "runs a month", 1, 1e4, false, "runs needed per month"},
    {fieldOf(&Partitioning::partitions), "partitions", 1, 1e6, false, "one per worker unless set"},
    {fieldOf(&Partitioning::shardingStage), "stage of sharding", 1, 3, true,
     "1: optimizer state, 2: and gradients, 3: and parameters"},
    {fieldOf(&Partitioning::tensorParallel), "tensor parallel", 1, 64, false,
     "workers that share a layer: one unless set"},
    {fieldOf(&Partitioning::stages), "pipeline stages", 1, 128, false, "one unless set"},
    {fieldOf(&Partitioning::chunks), "chunks of a stage", 1, 16, false, "interleaved: one unless set"},
    {fieldOf(&Partitioning::contextParallel), "context parallel", 1, 64, false,
     "workers that share a sequence: one unless set"},
    {fieldOf(&Partitioning::expertParallel), "expert parallel", 1, 64, false,
     "workers with different experts: one unless set"},
    {fieldOf(&Partitioning::microBatch), "micro-batch", 1, 64, false,
     "sequences at once: its share of the batch unless set, or one in a pipeline"},
    {fieldOf(&Communication::messageBytes), "message of a step", 1e3, 1e12, false,
     "the gradients, for example: 7B params bf16"},
    {fieldOf(&Communication::gammaSPerByte), "gamma, reduction", 1e-13, 1e-8, true,
     "0 unless the reduction itself takes time"},
    {fieldOf(&Communication::shards), "server shards", 1, 1024, false, "one server unless set"},
    {fieldOf(&Communication::neighbours), "neighbours", 1, 64, false, "two unless set"},
    {fieldOf(&Communication::participation), "client fraction", 0.001, 1, false, "of a round: all of them unless set"},
    {fieldOf(&Communication::localSteps), "local steps", 1, 1000, false, "an exchange every step"},
    {fieldOf(&Communication::buckets), "buckets", 1, 1000, false, "1: pieces or layers, each with its own latency"},
    {fieldOf(&FurtherMessage::messageBytes), "message of a further exchange", 1e3, 1e12, false,
     "what it moves in one step"},
    {fieldOf(&FurtherMessage::shards), "its server shards", 1, 1024, false, "one server unless set"},
    {fieldOf(&FurtherMessage::localSteps), "its local steps", 1, 1000, false, "an exchange every step"},
    {fieldOf(&Communication::overlap), "overlap φ", 0.01, 1, true,
     "none: share of the backward pass that hides communication"},
    {fieldOf(&Communication::backwardShare), "backward pass", 0.01, 1, true, "2/3 of the compute time unless set"},
    {fieldOf(&Communication::lastBucketBytes), "last bucket", 1e3, 1e10, true,
     "0: what is sent after the backward pass"},
    {fieldOf(&Consistency::stalenessSteps), "staleness bound", 1, 1000, true, "steps a worker may run ahead"},
    {fieldOf(&Consistency::toleratedStalenessSteps), "tolerated staleness", 1, 1000, true,
     "steps the computation tolerates; 0 for a counter"},
    {fieldOf(&Coordination::secondsPerWorker), "time for a worker", 1e-7, 1, true,
     "0: the coordinator’s time per worker and step"},
    {fieldOf(&FaultTolerance::checkpointIntervalS), "checkpoint every", 10, 1e6, false,
     "Daly’s interval, unless you set one", "Use Daly’s interval"},
    {fieldOf(&FaultTolerance::checkpointS), "writing one, δ", 0.01, 1e4, true, "0: state over the disks’ bandwidth"},
    {fieldOf(&FaultTolerance::restartS), "restart, R", 0.1, 1e5, true, "0: from a failure until work resumes"},
    {fieldOf(&LoadBalancing::jitterS), "jitter σ", 1e-5, 10, true, "0: how a worker’s step time varies", nullptr,
     &fieldOf(&LoadBalancing::jitterShare)},
    {fieldOf(&LoadBalancing::jitterShare), "jitter, relative", 0.001, 1, true,
     "of the compute time, instead of seconds: decreases with a worker’s share", nullptr,
     &fieldOf(&LoadBalancing::jitterS)},
    {fieldOf(&LoadBalancing::skew), "skew", 1, 10, false, "1: largest shard over the mean one"},
    {fieldOf(&LoadBalancing::backupWorkers), "backup workers", 1, 64, true, "0: a step ends with the last worker"},
    {planPField, "plan p", 1, 4096, false, "the goals or the knee decide, unless you choose one", "Choose none"},
    {fieldOf(&Plan::steps), "steps per run", 1, 1e7, false, "without it, cost is per step"},
    {fieldOf(&Plan::efficiencyTarget), "efficiency to keep", 0.1, 1, false, "0.8 unless set"},
    {fieldOf(&Ladder::qualityTarget), "quality of the runs", 0.01, 1, false,
     "if the runs report a quality, speedups are compared at this value"},
    {fieldOf(&Ladder::stepsPerMeasuredTime), "steps in one measured time", 1, 1e6, false,
     "1 if a step was timed; for an epoch or a run, its number of steps"},
};

constexpr const FieldSpecRow* findSpecRow(const FieldInfo& field)
{
    const std::string_view pointer = field.jsonPointer;
    const auto* found = std::find_if(std::begin(fieldSpecRows), std::end(fieldSpecRows),
                                     [&](const FieldSpecRow& row) { return row.field.jsonPointer == pointer; });
    return found == std::end(fieldSpecRows) ? nullptr : found;
}

template <class... Section>
consteval bool coversAllFields()
{
    const auto section = [](const auto& fields) {
        return std::all_of(fields.begin(), fields.end(),
                           [](const auto& row) { return findSpecRow(row.info) != nullptr; });
    };
    return (section(quantities<Section>) && ...);
}

static_assert(
    coversAllFields<WorkloadStep, Machine, Serving, ModelShape, Baseline, Target, Goal, Partitioning, FurtherMessage,
                    Communication, Consistency, Coordination, FaultTolerance, LoadBalancing, Plan, Ladder>());

}  // namespace

QuantitySpec quantitySpecOf(const FieldInfo& field)
{
    const FieldSpecRow& spec = *findSpecRow(field);
    return {.label = toQString(spec.label),
            .dimension = field.dimension,
            .low = spec.low,
            .high = spec.high,
            .hasZeroStop = spec.hasZeroStop,
            .range = field.range,
            .unsetHint = toQString(spec.hint),
            .relatedField = spec.relatedField ? toQString(findSpecRow(*spec.relatedField)->label) : QString(),
            .relatedDimension = spec.relatedField ? spec.relatedField->dimension : Dimension::Ratio};
}

QString fieldLabel(const FieldInfo& field)
{
    return toQString(findSpecRow(field)->label);
}

QString unsetButtonText(const FieldInfo& field)
{
    const char* unset = findSpecRow(field)->unsetLabel;
    return unset ? toQString(unset) : QString();
}

}  // namespace scalewright::ui
