#include "ui/quantity/field_specs.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <iterator>

#include "core/project/project.h"

namespace scalewright::ui {

namespace {

struct Spec {
    const FieldInfo& field;
    const char* label;
    double low, high;  ///< ends of the slider, base units
    bool zeroStop;     ///< its left end is zero
    const char* hint;  ///< while there is no value
    const char* unset = nullptr;
};

#define SAID(text) QT_TRANSLATE_NOOP("Field", text)

constexpr Spec specs[]{
    {fieldOf(&WorkloadStep::stepTimeS), SAID("step time"), 1e-3, 1e3, false,
     SAID("Time the step several times on one machine and take the best.")},
    {fieldOf(&WorkloadStep::ioTimeS), SAID("reading and writing"), 1e-4, 1e3, true,
     SAID("Time reading and writing alone, or subtract a run with its data in memory; 0 if it reads nothing.")},
    {fieldOf(&WorkloadStep::flops), SAID("FLOP"), 1e8, 1e17, true,
     SAID("Count them, such as 6*340M*32*512: six a parameter and token in training, two n³ for a matrix product; or "
          "ask a profiler.")},
    {fieldOf(&WorkloadStep::bytesMoved), SAID("bytes moved"), 1e6, 1e13, true,
     SAID("Between memory and cores: each array once for every time it is read or written beyond the cache.")},
    {fieldOf(&Machine::memoryBytes), SAID("memory"), 1e9, 1e12, false, SAID("measure, or read its data sheet")},
    {fieldOf(&Machine::storageBytes), SAID("storage"), 1e9, 1e14, false, SAID("measure: the free space of its disk")},
    {fieldOf(&Machine::peakFlops), SAID("peak FLOP/s, π"), 1e9, 1e15, false, SAID("measure: a large matrix product")},
    {fieldOf(&Machine::memoryBandwidthBytesPerS), SAID("memory bandwidth, β"), 1e9, 1e13, false,
     SAID("measure: arrays larger than the cache")},
    {fieldOf(&Machine::peakFlopsOneCore), SAID("one core’s peak FLOP/s"), 1e8, 1e12, false,
     SAID("measure: the same product on one core")},
    {fieldOf(&Machine::memoryBandwidthOneCoreBytesPerS), SAID("one core’s bandwidth"), 1e8, 1e12, false,
     SAID("measure: the same arrays by one core")},
    {fieldOf(&Serving::latencyS), SAID("latency of a request"), 1e-4, 100, false,
     SAID("time requests one by one; take the percentile the budget means")},
    {fieldOf(&Serving::latencyBudgetS), SAID("latency budget"), 1e-4, 100, false,
     SAID("the longest a request may take")},
    {fieldOf(&Serving::throughputPerS), SAID("requests answered"), 0.1, 1e6, false,
     SAID("a second, by one machine under load")},
    {fieldOf(&Serving::throughputTargetPerS), SAID("requests to answer"), 0.1, 1e6, false,
     SAID("the demand, a second")},
    {fieldOf(&Serving::requestsAtOnce), SAID("requests at once"), 1, 1e4, false,
     SAID("held by one replica; each takes a cache of its context")},
    {fieldOf(&Baseline::tCompS), SAID("T_comp, one machine"), 1e-3, 1e3, false,
     SAID("time one whole step on one machine, or add up the steps")},
    {fieldOf(&Baseline::workingSetBytes), SAID("working set"), 1e6, 1e12, false,
     SAID("what must be in memory at once: 7B params at 16 bytes each to train, or a run’s peak")},
    {fieldOf(&Baseline::datasetBytes), SAID("dataset"), 1e6, 1e15, false, SAID("the size of its files")},
    {fieldOf(&Baseline::batch), SAID("batch"), 1, 1e6, false, SAID("examples of one step, over all workers")},
    {fieldOf(&Baseline::criticalBatch), SAID("critical batch"), 1, 1e7, false,
     SAID("in examples: the noise scale of the gradient")},
    {fieldOf(&Baseline::minSteps), SAID("fewest steps"), 1, 1e7, false,
     SAID("to the quality, with batches without end")},
    {fieldOf(&ModelShape::parameters), SAID("parameters"), 1e6, 1e13, false,
     SAID("7e9; counted from the shape below, unless you say")},
    {fieldOf(&ModelShape::layers), SAID("layers"), 1, 200, false, SAID("the model’s configuration: 32")},
    {fieldOf(&ModelShape::hidden), SAID("hidden size"), 64, 32768, false, SAID("the model’s configuration: 4096")},
    {fieldOf(&ModelShape::heads), SAID("attention heads"), 1, 256, false, SAID("the model’s configuration: 32")},
    {fieldOf(&ModelShape::kvHeads), SAID("key-value heads"), 1, 256, false,
     SAID("as many as heads; fewer with grouped attention")},
    {fieldOf(&ModelShape::feedForward), SAID("feed-forward width"), 64, 131072, false,
     SAID("four times the hidden size, unless you say")},
    {fieldOf(&ModelShape::vocabulary), SAID("vocabulary"), 100, 300000, false, SAID("the tokenizer’s: 32000")},
    {fieldOf(&ModelShape::sequence), SAID("tokens of a sequence"), 128, 131072, false, SAID("of one example: 2048")},
    {fieldOf(&Baseline::netBytes), SAID("exchanged per step"), 1e3, 1e12, true,
     SAID("between machines, if it were distributed: the gradients’ size in data-parallel training")},
    {fieldOf(&Baseline::ioDominatesAt), SAID("I/O dominates from"), 0.01, 1, false,
     SAID("a share of the step’s time: one half unless you say otherwise")},
    {fieldOf(&Target::alphaS), SAID("alpha, latency per hop"), 1e-7, 1e-1, true,
     SAID("choose a link, or time small messages")},
    {fieldOf(&Target::bandwidthBytesPerS), SAID("link bandwidth"), 1e6, 1e12, false,
     SAID("choose a link; one direction: 100 Gbit/s")},
    {fieldOf(&Target::alpha2S), SAID("alpha between nodes"), 1e-7, 1e-1, true,
     SAID("latency of a message from node to node")},
    {fieldOf(&Target::bandwidth2BytesPerS), SAID("inter-node bandwidth"), 1e6, 1e12, false,
     SAID("of one network card: 100 Gbit/s")},
    {fieldOf(&Target::oversubscription), SAID("oversubscription"), 1, 16, false,
     SAID("1: what a node’s cards could send over what the network takes")},
    {fieldOf(&Target::workersPerNode), SAID("workers on a node"), 1, 64, false,
     SAID("its cards, such as 8: nodes are charged and fail")},
    {fieldOf(&Target::memoryBytes), SAID("memory of a worker"), 1e9, 1e13, false, SAID("choose a node type")},
    {fieldOf(&Target::peakFlops), SAID("target’s peak"), 1e9, 1e16, false,
     SAID("choose a node type and a number format")},
    {fieldOf(&Target::memoryBandwidthBytesPerS), SAID("memory bandwidth"), 1e9, 1e14, false,
     SAID("choose a node type")},
    {fieldOf(&Target::powerW), SAID("power"), 1, 1e4, true, SAID("its board power, or what a meter reads")},
    {fieldOf(&Target::priceUsdPerHour), SAID("price per node-hour"), 0.1, 100, true,
     SAID("from your provider’s price list")},
    {fieldOf(&Target::nodeMtbfS), SAID("MTBF of a node"), 1e3, 1e9, false,
     SAID("no failures priced without it: five years is 43800 h"), SAID("No failures")},
    {fieldOf(&Target::spotPriceShare), SAID("spot over on demand"), 0.05, 1, false,
     SAID("0.3, the book’s, unless you say otherwise")},
    {fieldOf(&Target::spotMtbfS), SAID("a spot node is kept for"), 60, 1e7, false,
     SAID("on average; nothing is taken back without it"), SAID("Never taken back")},
    {fieldOf(&Target::purchaseUsd), SAID("a node costs to buy"), 100, 1e6, true, SAID("an offer for one node")},
    {fieldOf(&Target::lifetimeS), SAID("in use for"), 1e7, 1e9, false, SAID("four years are 35064 h")},
    {fieldOf(&Target::utilisation), SAID("owned nodes are busy"), 0.01, 1, false,
     SAID("share of the time: node-hours used over node-hours there are")},
    {fieldOf(&Target::electricityUsdPerKwh), SAID("a kilowatt-hour"), 0.01, 1, true,
     SAID("its price, from the contract")},
    {fieldOf(&Target::load), SAID("load"), 0.1, 1, true, SAID("1: share of its power that a worker draws")},
    {fieldOf(&Target::pue), SAID("PUE"), 1, 3, false, SAID("1: the building’s energy over the computers’")},
    {fieldOf(&Target::gridGramsPerKwh), SAID("grid, g CO₂e a kWh"), 1, 1000, true, SAID("choose a region")},
    {fieldOf(&Target::managedPremium), SAID("managed over raw price"), 1, 5, false,
     SAID("1.6, the book’s, unless you say otherwise")},
    {fieldOf(&Target::operatingS), SAID("running it oneself"), 3600, 1e7, true,
     SAID("a person’s time for one job: 40 h")},
    {fieldOf(&Goal::deadlineS), SAID("deadline"), 60, 1e7, false, SAID("the longest a run may take"),
     SAID("No deadline")},
    {fieldOf(&Goal::budgetUsd), SAID("budget"), 1, 1e6, true, SAID("the most a run may cost"), SAID("No budget")},
    {fieldOf(&Goal::latencyS), SAID("latency goal"), 1e-4, 100, false, SAID("the longest a request may take"),
     SAID("No latency goal")},
    {fieldOf(&Goal::quality), SAID("quality goal"), 0.01, 1, false,
     SAID("what counts as done: an accuracy, a loss, a recall"), SAID("No quality goal")},
    {fieldOf(&Goal::hourValueUsd), SAID("value of an hour"), 0.1, 1000, true,
     SAID("what an hour of waiting for a run is worth"), SAID("Time has no price")},
    {fieldOf(&Goal::runsPerMonth), SAID("runs a month"), 1, 1e4, false, SAID("how often the run is wanted")},
    {fieldOf(&Partitioning::partitions), SAID("partitions"), 1, 1e6, false, SAID("one a worker, unless you say more")},
    {fieldOf(&Partitioning::shardingStage), SAID("stage of sharding"), 1, 3, true,
     SAID("1: optimizer state, 2: and gradients, 3: and parameters")},
    {fieldOf(&Partitioning::tensorParallel), SAID("tensor parallel"), 1, 64, false,
     SAID("workers that share a layer: one, unless you say more")},
    {fieldOf(&Partitioning::stages), SAID("pipeline stages"), 1, 128, false, SAID("one, unless you say more")},
    {fieldOf(&Partitioning::microBatch), SAID("micro-batch"), 1, 64, false,
     SAID("sequences at once: one, unless you say more")},
    {fieldOf(&Communication::messageBytes), SAID("message of a step"), 1e3, 1e12, false,
     SAID("the gradients, say: 7B params bf16")},
    {fieldOf(&Communication::gammaSPerByte), SAID("gamma, reduction"), 1e-13, 1e-8, true,
     SAID("0 unless the reduction itself takes time")},
    {fieldOf(&Communication::shards), SAID("server shards"), 1, 1024, false, SAID("one server, unless you say more")},
    {fieldOf(&Communication::neighbours), SAID("neighbours"), 1, 64, false, SAID("two, unless you say more")},
    {fieldOf(&Communication::participation), SAID("client fraction"), 0.001, 1, false,
     SAID("of a round: all of them, unless you say less")},
    {fieldOf(&Communication::localSteps), SAID("local steps"), 1, 1000, false, SAID("an exchange every step")},
    {fieldOf(&Communication::buckets), SAID("buckets"), 1, 1000, false,
     SAID("1: pieces or layers, each with its own latency")},
    {fieldOf(&FurtherMessage::messageBytes), SAID("message of a further exchange"), 1e3, 1e12, false,
     SAID("what it moves in one step")},
    {fieldOf(&FurtherMessage::shards), SAID("its server shards"), 1, 1024, false,
     SAID("one server, unless you say more")},
    {fieldOf(&FurtherMessage::localSteps), SAID("its local steps"), 1, 1000, false, SAID("an exchange every step")},
    {fieldOf(&Communication::overlap), SAID("overlap φ"), 0.01, 1, true,
     SAID("none: share of the backward pass that hides communication")},
    {fieldOf(&Communication::backwardShare), SAID("backward pass"), 0.01, 1, true,
     SAID("2/3 of the compute time, unless you know it")},
    {fieldOf(&Communication::lastBucketBytes), SAID("last bucket"), 1e3, 1e10, true,
     SAID("0: what is sent after the backward pass")},
    {fieldOf(&Consistency::stalenessSteps), SAID("staleness bound"), 1, 1000, true,
     SAID("steps a worker may run ahead")},
    {fieldOf(&Consistency::toleratedStalenessSteps), SAID("tolerated staleness"), 1, 1000, true,
     SAID("steps the computation stands; 0 for a counter")},
    {fieldOf(&Coordination::secondsPerWorker), SAID("time for a worker"), 1e-7, 1, true,
     SAID("0: of the coordinator, for one worker in one step")},
    {fieldOf(&FaultTolerance::checkpointIntervalS), SAID("checkpoint every"), 10, 1e6, false,
     SAID("Daly’s interval, unless you set one"), SAID("Use Daly’s interval")},
    {fieldOf(&FaultTolerance::checkpointS), SAID("writing one, δ"), 0.01, 1e4, true,
     SAID("0: state over the disks’ bandwidth")},
    {fieldOf(&FaultTolerance::restartS), SAID("restart, R"), 0.1, 1e5, true,
     SAID("0: from a failure until work goes on")},
    {fieldOf(&LoadBalancing::jitterS), SAID("jitter σ"), 1e-5, 10, true, SAID("0: how a worker’s step time varies")},
    {fieldOf(&LoadBalancing::jitterShare), SAID("jitter, relative"), 0.001, 1, true,
     SAID("of the compute time, instead of seconds: falls as a worker’s share does")},
    {fieldOf(&LoadBalancing::skew), SAID("skew"), 1, 10, false, SAID("1: largest shard over the mean one")},
    {fieldOf(&LoadBalancing::backupWorkers), SAID("backup workers"), 1, 64, true,
     SAID("0: a step ends with the last worker")},
    {planPField, SAID("plan p"), 1, 4096, false, SAID("the goals or the knee decide, unless you choose one"),
     SAID("Choose none")},
    {fieldOf(&Plan::steps), SAID("steps per run"), 1, 1e7, false, SAID("cost is of one step without them")},
    {fieldOf(&Plan::efficiencyTarget), SAID("efficiency to keep"), 0.1, 1, false,
     SAID("0.8, unless you say otherwise")},
    {fieldOf(&Ladder::qualityTarget), SAID("quality of the runs"), 0.01, 1, false,
     SAID("where runs carry a quality, speedup is stated at this one")},
    {fieldOf(&Ladder::stepsPerTime), SAID("steps in one measured time"), 1, 1e6, false,
     SAID("1 where a step was timed; an epoch’s or a run’s steps where that was")},
};

#undef SAID

constexpr const Spec* specOf(const FieldInfo& field)
{
    const auto* found = std::find_if(std::begin(specs), std::end(specs), [&](const Spec& each) {
        return std::string_view(each.field.pointer) == field.pointer;
    });
    return found == std::end(specs) ? nullptr : found;
}

template <class... Section>
consteval bool complete()
{
    const auto section = [](const auto& fields) {
        return std::all_of(fields.begin(), fields.end(), [](const auto& each) { return specOf(each.info) != nullptr; });
    };
    return (section(quantities<Section>) && ...);
}

static_assert(complete<WorkloadStep, Machine, Serving, ModelShape, Baseline, Target, Goal, Partitioning, FurtherMessage,
                       Communication, Consistency, Coordination, FaultTolerance, LoadBalancing, Plan, Ladder>());

QString said(const char* text)
{
    return text ? QCoreApplication::translate("Field", text) : QString();
}

}  // namespace

QuantitySpec fieldSpec(const FieldInfo& field)
{
    const Spec& spec = *specOf(field);
    return {.label = said(spec.label),
            .dimension = field.dimension,
            .low = spec.low,
            .high = spec.high,
            .zeroStop = spec.zeroStop,
            .range = field.range,
            .unsetHint = said(spec.hint)};
}

QString fieldLabel(const FieldInfo& field)
{
    return said(specOf(field)->label);
}

QString unsetText(const FieldInfo& field)
{
    return said(specOf(field)->unset);
}

}  // namespace scalewright::ui
