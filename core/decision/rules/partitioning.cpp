// SPDX-License-Identifier: GPL-3.0-or-later
// Slot 1: who holds what (book 41.4, section 1; 41.2 for the axis).
#include <array>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright::detail {

namespace {

/// "22.8 GB of 24.0 GB".
std::string usableMemoryText(double memory)
{
    return formatMessage("{} of {}", bytesText(usableMemoryShare * memory), bytesText(memory));
}

bool needsMoreMachines(const RuleContext& s, int workers)
{
    const std::optional<int> available = workersAvailable(s.project.target);
    return available && workers > *available;
}

/// "the 4 available can fill 91.2 GB in all". Precondition: the available machines are set.
std::string availableMemoryText(const RuleContext& s, double memory)
{
    const int available = workersAvailable(s.project.target).value();
    return formatMessage("the {} available can fill {} in all", available,
                         bytesText(available * usableMemoryShare * memory));
}

int clampToCount(double parts)
{
    return static_cast<int>(std::min(parts, 0x1p20));
}

/// How a model's state is distributed over workers so that it fits.
struct Sharding {
    int stage = 3;
    int p = 1;
};

// Shards the state by parameter: optimizer state and gradients only, or also the parameters, which every worker then
// gathers twice. The plan gets as many workers as are needed to hold the state.
void shardModelState(Project& project, const Sharding& sharding, std::optional<int> previousP)
{
    const auto [stage, minimumWorkers] = sharding;
    if (previousP && minimumWorkers > *previousP) {
        project.plan.p = minimumWorkers;
        project.plan.reason = "the fewest workers that hold the model";
    }
    Design& design = project.design;
    for (SlotChoice& choice : design.partitioning.slot.choices)
        if (choice.option == "split-data" && choice.scope.empty())
            choice.scope = "examples";
    design.partitioning.slot.choices.push_back({"shard-model", "model state", {}});
    design.partitioning.replicated.clear();
    design.partitioning.shardingStage =
        assumedQuantity(stage, stage == 3 ? "parameters are sharded too" : "the parameters fit");
    design.partitioning.partitions = assumedQuantity(minimumWorkers, "enough to hold the working set");
    switchToSliceExchange(project);
}

bool fitsWhenSharded(const Project& project, int stage, int p, double memory)
{
    Project sharded = project;
    sharded.design.partitioning.shardingStage = typed(stage);
    const Result<MemoryNeed> need = trainingMemory(sharded, p);
    return need && need->total() <= usableMemoryShare * memory;
}

/// The lowest stage at which the described model fits on the plan's workers with headroom, else the fewest workers at
/// stage 3; even parts if only a working set is given. nullopt if the unsharded part (activations) does not fit.
std::optional<Sharding> findFittingSharding(const RuleContext& s, double copyBytes, double memory)
{
    const int p = s.p.value_or(1);
    if (!trainingMemory(s.project, p))
        return Sharding{3, std::max(clampToCount(minimumParts(copyBytes, memory).withHeadroom), p)};
    for (const int stage : {1, 2, 3})
        if (p > 1 && fitsWhenSharded(s.project, stage, p, memory))
            return Sharding{stage, p};
    Project sharded = s.project;
    sharded.design.partitioning.shardingStage = typed(3);
    const std::optional<int> minimumWorkers = fewestWorkersThatFit(sharded, memory);
    return minimumWorkers ? std::optional(Sharding{3, *minimumWorkers}) : std::nullopt;
}

/// The largest power of two with which a copy of the model fits, if the design has no micro-batch yet.
std::optional<int> findFittingMicroBatch(const RuleContext& s)
{
    if (s.design.partitioning.microBatch || !s.project.baseline.batch)
        return std::nullopt;
    const int p = s.p.value_or(1);
    Project smaller = s.project;
    int microBatch = 1;
    while (2.0 * microBatch < s.project.baseline.batch->value / p)
        microBatch *= 2;
    for (; microBatch >= 1; microBatch /= 2) {
        smaller.design.partitioning.microBatch = assumedQuantity(microBatch, "the largest that fits in memory");
        if (!findOversizedCopy(smaller, p))
            return microBatch;
    }
    return std::nullopt;
}

const Rule replicaDoesNotFit{
    {"replicates-what-does-not-fit",
     Severity::Error,
     {Slot::Partitioning, Slot::Communication},
     "Splitting the examples copies the model to every worker, where it must fit.",
     "book 41.4, sections 1 and 2"},
    [](const RuleContext& s, RuleReport& report) {
        const std::optional<OversizedCopy> copy = findOversizedCopy(s.project, s.p.value_or(1));
        if (!copy)
            return;
        const auto [copyBytes, memoryBytes, isFromModel] = *copy;
        const std::optional<int> microBatch = isFromModel ? findFittingMicroBatch(s) : std::nullopt;
        const std::optional<Sharding> sharding = findFittingSharding(s, copyBytes, memoryBytes);
        std::optional<Fix> fix;
        if (microBatch) {
            fix = makeFix(formatMessage("Process {} at a time (micro-batch)", countWithNoun(*microBatch, "example")),
                          [microBatch = *microBatch](Project& project) {
                              project.design.partitioning.microBatch =
                                  assumedQuantity(microBatch, "the largest that fits in memory");
                          });
        } else if (s.isStateSparse()) {
            const int minimumShards =
                std::max(clampToCount(minimumParts(copyBytes, memoryBytes).withHeadroom), s.p.value_or(1));
            fix = makeFix("Shard it over a parameter server and move only what a step touches",
                          [minimumShards, outlook = s.forecastContext](Project& project) {
                              serveSparseState(project, minimumShards, outlook);
                          });
        } else if (sharding) {
            fix = makeFix(
                sharding->stage == 3
                    ? formatMessage("Shard the model state, including parameters, over {} workers (ZeRO-3, FSDP)",
                                    sharding->p)
                    : formatMessage("Shard optimizer state{} over {} workers (ZeRO-{})",
                                    sharding->stage == 2 ? " and gradients" : "", sharding->p, sharding->stage),
                [sharding = *sharding, before = s.p](Project& project) { shardModelState(project, sharding, before); });
        }
        std::string text =
            isFromModel ? formatMessage("Training the described model takes {} on every worker, which can fill {}.",
                                        bytesText(copyBytes), usableMemoryText(memoryBytes))
                        : formatMessage("The working set of {} is copied to every worker, which can fill {}.",
                                        bytesText(copyBytes), usableMemoryText(memoryBytes));
        const Result<MemoryNeed> need = trainingMemory(s.project, s.p.value_or(1));
        if (!microBatch && sharding && needsMoreMachines(s, sharding->p))
            text +=
                formatMessage(" Sharded, it needs {} workers; {}.", sharding->p, availableMemoryText(s, memoryBytes));
        else if (!fix && need)
            text += formatMessage(
                " Sharding the state alone does not help: a worker would still hold {} of activations and logits per "
                "micro-batch. Use a smaller micro-batch, recomputation or tensor parallelism.",
                bytesText(need->bytesOf("activations") + need->bytesOf("recomputed-layer") + need->bytesOf("logits")));
        report.add(std::move(text), "/design/partitioning/choices", std::move(fix));
    }};

// The parts of the sharded state: on the servers, or on the workers, where each holds one or more partitions.
struct StateParts {
    double count = 1;
    bool areOnServers = false;
};

std::optional<StateParts> statePartsOf(const RuleContext& s)
{
    const bool areOnServers = traitsOf(s.design.communication.pattern).outcome == ExchangeOutcome::ServerSum &&
                              s.isChosen(Slot::Communication, "parameter-server");
    const MaybeQuantity& partitions = s.design.partitioning.partitions;
    const MaybeQuantity& shards = s.design.communication.shards;
    if (areOnServers)
        return StateParts{valueOr(partitions, valueOr(shards, 1)), true};
    if (s.p)
        return StateParts{partitions ? std::min<double>(partitions->value, *s.p) : *s.p, false};
    if (partitions)
        return StateParts{partitions->value, false};
    return std::nullopt;
}

// Splits the state into this many parts, on servers or workers; with workers, p of the plan grows if necessary.
void splitIntoParts(Project& project, int parts, bool areOnServers)
{
    project.design.partitioning.partitions = assumedQuantity(parts, "enough to hold the working set with headroom");
    if (areOnServers) {
        MaybeQuantity& shards = project.design.communication.shards;
        if (!shards || shards->value < parts)
            shards = assumedQuantity(parts, "enough to hold the working set with headroom");
    } else {
        project.plan.p = std::max(project.plan.p.value_or(1), parts);
        project.plan.reason = "the fewest workers that hold the model";
    }
}

// The fewest workers that hold the model with headroom: by the described model, otherwise even parts of the working set.
std::optional<int> minimumWorkersThatFit(const RuleContext& s, double memory)
{
    const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
    if (s.p && trainingMemory(s.project, *s.p))
        return fewestWorkersThatFit(s.project, memory);
    return workingSet ? std::optional(clampToCount(minimumParts(workingSet->value, memory).withHeadroom))
                      : std::nullopt;
}

/// Ways to store less on each worker of the plan, the free ones first.
struct MemorySavingOption {
    const char* title;
    bool sequenceParallel;
    std::optional<Recomputation> recomputation;
};
constexpr std::array memorySavings{
    MemorySavingOption{"Split activations along the sequence too", true, std::nullopt},
    MemorySavingOption{"Recompute attention in the backward pass", false, Recomputation::Selective},
    MemorySavingOption{"Split activations along the sequence and recompute attention", true, Recomputation::Selective},
    MemorySavingOption{"Recompute activations in the backward pass", false, Recomputation::Full},
    MemorySavingOption{"Split activations along the sequence and recompute them", true, Recomputation::Full},
};

void applySaving(const MemorySavingOption& saving, Project& project)
{
    Partitioning& slot = project.design.partitioning;
    slot.sequenceParallel = slot.sequenceParallel || saving.sequenceParallel;
    if (saving.recomputation)
        slot.recomputation = *saving.recomputation;
}

/// Predicted node-seconds per step; nullopt without a prediction.
std::optional<double> predictedNodeSeconds(const RuleContext& s, const Project& project)
{
    const PartialForecast forecast = s.forecastContext.forecastFor(project);
    const std::optional<int> p = forecast.plannedP();
    if (!forecast.prediction || !p)
        return std::nullopt;
    return predictAt(forecast.prediction->model, *p).tStepS * forecast.prediction->model.nodesAt(*p);
}

/// The cheapest fix that makes the share fit with headroom: store less on each of the plan's workers, or use more
/// workers (`splitFix`). Without a prediction, the first that fits.
std::optional<Fix> cheapestFittingFix(const RuleContext& s, double memory, std::optional<Fix> splitFix)
{
    std::optional<Fix> bestFix;
    std::optional<double> lowestCost;
    const Partitioning& slot = s.design.partitioning;
    for (const MemorySavingOption& saving : memorySavings) {
        const bool noTensor = !slot.tensorParallel || slot.tensorParallel->value <= 1;
        if (saving.sequenceParallel && (noTensor || slot.sequenceParallel))
            continue;
        Project project = s.project;
        applySaving(saving, project);
        const Result<MemoryNeed> need = trainingMemory(project, s.p.value_or(1));
        if (project.design == s.design || !need || need->total() > usableMemoryShare * memory)
            continue;
        const std::optional<double> cost = predictedNodeSeconds(s, project);
        if (bestFix && !(cost && lowestCost && *cost < *lowestCost))
            continue;
        lowestCost = cost;
        bestFix = makeFix(saving.title, [saving](Project& fixedProject) { applySaving(saving, fixedProject); });
    }
    if (!bestFix || !splitFix)
        return bestFix ? bestFix : splitFix;
    const std::optional<double> cost = predictedNodeSeconds(s, splitFix->apply(s.project));
    return cost && lowestCost && *cost < *lowestCost ? splitFix : bestFix;
}

const Rule shardsTooLarge{
    {"shards-too-large",
     Severity::Error,
     {Slot::Partitioning},
     "Each part of a sharded model must fit in 95 % of the memory that holds it.",
     "book 41.4, section 1; trainers leave 1 to 2 GB of a card and 3 to 4 % of the allocated memory free, and the "
     "fullest of 1 751 runs used 77.4 of 80 GB"},
    [](const RuleContext& s, RuleReport& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        const std::optional<double> memory = s.workerMemoryBytes();
        const std::optional<StateParts> parts = statePartsOf(s);
        if (!s.isChosen(Slot::Partitioning, "shard-model") || !memory || !parts)
            return;
        const std::optional<double> partBytes = s.largestPartBytes(parts->count);
        if (!partBytes || *partBytes <= usableMemoryShare * *memory)
            return;
        const std::optional<int> smallestPartCount = minimumWorkersThatFit(s, *memory);
        const char* holder = parts->areOnServers ? "a server" : "a worker";
        std::string text = formatMessage(
            "{} each, but {} can fill {}",
            workingSet && *partBytes == workingSet->value / parts->count
                ? formatMessage("An even split of {} in {} is {}", bytesText(workingSet->value),
                                pluralText(parts->count, "part", "parts"), bytesText(*partBytes))
                : formatMessage("For this model, {} {}", pluralText(parts->count, "worker holds", "workers hold"),
                                bytesText(*partBytes)),
            holder, usableMemoryText(*memory));
        std::optional<Fix> fix;
        if (smallestPartCount) {
            text += !parts->areOnServers && needsMoreMachines(s, *smallestPartCount)
                        ? formatMessage(": at least {} are needed; {}.", *smallestPartCount,
                                        availableMemoryText(s, *memory))
                        : formatMessage(": at least {} are needed.", *smallestPartCount);
            fix = makeFix(formatMessage("Split it into {} parts", *smallestPartCount),
                          [fewest = *smallestPartCount, served = parts->areOnServers](Project& project) {
                              splitIntoParts(project, fewest, served);
                          });
            const bool isFromModel = !workingSet || *partBytes != workingSet->value / parts->count;
            if (!parts->areOnServers && isFromModel)
                fix = cheapestFittingFix(s, *memory, std::move(fix));
        } else {
            if (!parts->areOnServers)
                fix = cheapestFittingFix(s, *memory, std::nullopt);
            text += fix ? "; more parts alone are not enough."
                        : "; no number of parts is enough: the unsharded part does not fit.";
        }
        report.add(std::move(text),
                   parts->areOnServers && !s.design.partitioning.partitions ? "/design/communication/shards"
                                                                            : "/design/partitioning/partitions",
                   std::move(fix));
    }};

constexpr double maximumModelRatio = 1.5;

const Rule workingSetDiffersFromModel{
    {"working-set-not-the-models",
     Severity::Advice,
     {Slot::Partitioning},
     "A working set taken from the described model should match it.",
     "Rajbhandari et al. 2020; Korthikanti et al. 2022"},
    [](const RuleContext& s, RuleReport& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        if (!s.project.baseline.model)
            return;
        const Result<Project> after = withWorkingSetFromModel(s.project);
        if (!after || (workingSet && workingSet->value == after->baseline.workingSetBytes->value))
            return;
        const double model = after->baseline.workingSetBytes->value;
        // A working set from another source, such as a measurement, may differ from the model's by up to half.
        const bool isIndependent = workingSet && workingSet->provenance.source != "the memory model";
        if (isIndependent && model <= maximumModelRatio * workingSet->value &&
            workingSet->value <= maximumModelRatio * model)
            return;
        report.add(isIndependent ? formatMessage("The working set is {}, but the described model needs {} in training "
                                                 "on one machine: one of the two is from another run.",
                                                 bytesText(workingSet->value), bytesText(model))
                   : workingSet
                       ? formatMessage("The working set of {} came from the model, which now needs {}.",
                                       bytesText(workingSet->value), bytesText(model))
                       : formatMessage(
                             "The described model needs {} in training on one machine, and the working set is not set.",
                             bytesText(model)),
                   "/baseline/working_set_bytes",
                   makeFix(formatMessage("Set the working set to {}", bytesText(model)),
                           [quantity = after->baseline.workingSetBytes](Project& project) {
                               project.baseline.workingSetBytes = quantity;
                           }));
    }};

const Rule stageAndPatternDisagree{
    {"stage-and-pattern-disagree",
     Severity::Warning,
     {Slot::Partitioning, Slot::Communication},
     "Sharding stages 1 and 2 move as much as an all-reduce, stage 3 half as much again.",
     "Rajbhandari et al. 2020, section 7"},
    [](const RuleContext& s, RuleReport& report) {
        const int stage = shardingStageOf(s.design.partitioning);
        if (!s.isSharded() || s.isStateSparse() || s.design.communication.slot.choices.size() != 1)
            return;
        const Pattern currentPattern = s.design.communication.pattern;
        const ExchangeOutcome delivers = traitsOf(currentPattern).outcome;
        const bool gathersParameters = delivers == ExchangeOutcome::SumAndModelSlices;
        if (stage == 3 ? !(delivers == ExchangeOutcome::SumSlices || isAllReduce(currentPattern)) : !gathersParameters)
            return;
        const Pattern matchingPattern =
            firstPatternWithOutcome(stage == 3 ? ExchangeOutcome::SumAndModelSlices : ExchangeOutcome::SumSlices);
        report.add(stage == 3
                       ? formatMessage("A sharded model (stage 3) gathers its parameters for both passes and moves 3 "
                                       "(p-1)/p of the message; S(p) is computed for the {}, 2 (p-1)/p.",
                                       titleOf(currentPattern))
                       : formatMessage("Stage {} keeps all parameters on every worker and moves 2 (p-1)/p of the "
                                       "message; S(p) is computed for the {}, 3 (p-1)/p.",
                                       stage, titleOf(currentPattern)),
                   "/design/communication/pattern",
                   makeFix(formatMessage("Price it as {}", titleOf(matchingPattern)),
                           [](Project& project) { switchToSliceExchange(project); }));
    }};

const Rule moreWorkersThanPartitions{
    {"more-workers-than-partitions",
     Severity::Warning,
     {Slot::Partitioning},
     "A worker without a partition has nothing to do.",
     "book 41.4, section 1"},
    [](const RuleContext& s, RuleReport& report) {
        const MaybeQuantity& partitions = s.design.partitioning.partitions;
        // With a parameter server, the partitions belong to the servers, not to the workers.
        const bool isServed = traitsOf(s.design.communication.pattern).outcome == ExchangeOutcome::ServerSum &&
                              s.isChosen(Slot::Partitioning, "shard-model");
        if (!partitions || !s.p || isServed || !s.isFilled(Slot::Partitioning) || *s.p <= partitions->value)
            return;
        const int p = *s.p;
        report.add(
            formatMessage("{} for {} {}: {} without work.", pluralText(partitions->value, "partition", "partitions"),
                          pluralText(p, "worker", "workers"), s.project.plan.p ? "of the plan" : "of the knee",
                          pluralText(p - partitions->value, "worker is", "workers are")),
            "/design/partitioning/partitions",
            makeFix(formatMessage("Split into {} partitions", p), [p](Project& project) {
                project.design.partitioning.partitions = assumedQuantity(p, "one for every worker of the plan");
            }));
    }};

// The option in slot 1 that splits along this axis (book 41.4, section 1: data volume, model size, independent tasks).
const char* partitionOptionFor(Axis axis)
{
    switch (axis) {
    case Axis::Data:
    case Axis::Training: return "split-data";
    case Axis::Model: return "shard-model";
    case Axis::Inference:
    case Axis::Coordination: break;
    }
    return "split-work";
}

// True if the prediction shows a gain from the plan's workers.
bool predictionShowsGain(const RuleContext& s)
{
    constexpr double minimumSpeedup = 1.05;
    // T(p) does not check whether the data fits.
    if (!s.model() || !s.p || *s.p < 2 || s.diagnosis->bottleneck == Bottleneck::MemoryCapacity)
        return false;
    return predictAt(*s.model(), *s.p).speedup >= minimumSpeedup;
}

// True if the diagnosed axis helps with the plan's workers: the step gets shorter, or something that could not run now
// can.
bool diagnosedAxisHelps(const RuleContext& s)
{
    if (s.diagnosis->bottleneck == Bottleneck::MemoryCapacity)
        return true;  // given enough workers
    if (!s.diagnosis->noSpeedupNote.empty())
        return false;
    const Profile& profile = s.analysis.diagnosisFlow.profile;
    const int devices = std::max(2, s.p.value_or(4));
    const Result<AxisEffect> effect =
        recommendedAxisEffect(profile, *s.diagnosis, {.devices = devices, .priceUsdPerHour = std::nullopt});
    if (!effect || !effect->canRun)
        return false;
    return !effect->timeFactor || *effect->timeFactor < 1;
}

const Rule partitionNotOnDiagnosedAxis{
    {"axis-not-diagnosed",
     Severity::Warning,
     {Slot::Partitioning},
     "The partition should address the bottleneck that the diagnosis found.",
     "book 41.2, Figure 41.2.1; 41.4, section 1"},
    [](const RuleContext& s, RuleReport& report) {
        // Waiting between workers is not fixed by a different split: slots 2 to 4 address it.
        if (!s.diagnosis || !s.isFilled(Slot::Partitioning) || s.diagnosis->axis == Axis::Coordination)
            return;
        const std::string option = partitionOptionFor(s.diagnosis->axis);
        // With split data, each worker streams only its share.
        const bool streamsOwnShare =
            s.diagnosis->bottleneck == Bottleneck::MemoryBandwidth && s.isChosen(Slot::Partitioning, "split-data");
        if (s.isChosen(Slot::Partitioning, option) || streamsOwnShare || predictionShowsGain(s) ||
            !diagnosedAxisHelps(s))
            return;
        // Something that does not fit on the baseline machine may fit on the target; another rule checks that.
        if (s.diagnosis->bottleneck == Bottleneck::MemoryCapacity && s.project.target.memoryBytes)
            return;
        report.add(
            formatMessage("The diagnosis found {} ({}), which needs: {}. Slot 1 says {}, which does not address it.",
                          titleOf(s.diagnosis->bottleneck), s.diagnosis->explanation,
                          s.optionTitle(Slot::Partitioning, option),
                          slotText(s.catalogue, s.design, Slot::Partitioning)),
            "/design/partitioning/choices",
            makeFix(formatMessage("Choose: {}", s.optionTitle(Slot::Partitioning, option)), [option](Project& project) {
                project.design.partitioning.slot.choices = {{option, {}, {}}};
            }));
    }};

const Rule planExceedsBatch{
    {"plan-beyond-the-batch",
     Severity::Error,
     {Slot::Partitioning},
     "With more workers than examples, some workers get none.",
     "arithmetic: one example per worker"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.model() || !s.model()->maximumWorkers || !s.p || *s.p <= *s.model()->maximumWorkers ||
            !s.isFilled(Slot::Partitioning))
            return;
        const int maximumByBatch = *s.model()->maximumWorkers;
        const int available = workersAvailable(s.project.target).value_or(maximumByBatch);
        const int suggestedP = std::max(1, std::min(maximumByBatch, available));
        const std::string reason = suggestedP < maximumByBatch ? "all available machines" : oneExampleText(*s.model());
        report.add(
            formatMessage("The plan's {} workers share a batch of {} examples: at most {} have one.", *s.p,
                          significantText(s.project.baseline.batch->value), maximumByBatch),
            "/plan/p",
            makeFix(formatMessage("Plan p = {}, {}", suggestedP, reason), [suggestedP, reason](Project& project) {
                project.plan.p = suggestedP;
                project.plan.reason = reason;
            }));
    }};

const Rule planExceedsMachines{
    {"plan-beyond-the-machines",
     Severity::Error,
     {Slot::Partitioning},
     "A plan with more workers than the machines can hold cannot run.",
     "arithmetic: available machines times workers per node"},
    [](const RuleContext& s, RuleReport& report) {
        const std::optional<int> available = workersAvailable(s.project.target);
        if (!available || !s.project.plan.p || *s.project.plan.p <= *available || !s.isFilled(Slot::Partitioning))
            return;
        const int suggestedP = s.feasible.largestP().value_or(*available);
        report.add(formatMessage("The plan asks for {} workers; the available machines hold {}.", *s.project.plan.p,
                                 *available),
                   "/plan/p",
                   makeFix(formatMessage("Plan p = {}, the most that is feasible", suggestedP),
                           [suggestedP](Project& project) {
                               project.plan.p = suggestedP;
                               project.plan.reason = "the most that is feasible";
                           }));
    }};

/// Number of workers on the fullest node of a plan.
int workersOnFullestNode(const ScalingModel& model, int p)
{
    return std::min(usefulWorkers(model.terms, p), model.workersPerNode);
}

const Rule nodeBandwidthShared{
    {"node-memory-shared",
     Severity::Warning,
     {Slot::Partitioning},
     "Workers of one node share its memory bandwidth.",
     "roofline (Williams, Waterman, Patterson 2009), of the whole node"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.model() || !s.p || s.model()->terms.nodeMemoryTimeS <= 0)
            return;
        const ScalingModel& model = *s.model();
        const double oneWorkerS = model.tCompS - model.terms.readingTimeS;
        const int workers = workersOnFullestNode(model, *s.p);
        // The number of workers that saturate the node's bandwidth: w Q/B = T_comp - T_io.
        const int supportedWorkers = static_cast<int>(oneWorkerS / model.terms.nodeMemoryTimeS);
        if (workers <= oneWorkerS / model.terms.nodeMemoryTimeS)
            return;
        const double bandwidth = s.project.baseline.machine.memoryBandwidthBytesPerS->value;
        const double requestedBytesPerS = bandwidth * workers * model.terms.nodeMemoryTimeS / oneWorkerS;
        report.add(formatMessage("{} workers on a node need {}/s from its memory; it delivers {}/s, enough for {}.",
                                 workers, bytesText(requestedBytesPerS), bytesText(bandwidth), supportedWorkers),
                   "/target/workers_per_node",
                   makeFix(formatMessage("Put {} on a node", pluralText(supportedWorkers, "worker", "workers")),
                           [supportedWorkers](Project& project) {
                               project.target.workersPerNode =
                                   assumedQuantity(supportedWorkers, "as many as its memory bandwidth supports");
                           }));
    }};

// Reading below this share of the plan's step is not reported.
constexpr double minimumReadingShare = 0.05;

const Rule readingNotDivided{
    {"reading-not-divided",
     Severity::Warning,
     {Slot::Partitioning},
     "Data that every worker reads in full limits the speedup like a serial part.",
     "Amdahl 1967"},
    [](const RuleContext& s, RuleReport& report) {
        if (!s.model() || !s.p || *s.p < 2 || s.model()->terms.readingIsDivided || s.model()->scaling == Scaling::Weak)
            return;
        const ScalingModel& model = *s.model();
        const double reading = model.terms.readingTimeS;
        if (reading < minimumReadingShare * predictAt(model, *s.p).tStepS)
            return;
        report.add(formatMessage("Every worker spends {} of a step of {} on reading: the speedup is at most {}×.",
                                 timeText(reading), timeText(model.tCompS), significantText(model.tCompS / reading)),
                   "/design/partitioning/choices",
                   makeFix("Split the data so that each node reads its share", [](Project& project) {
                       DesignSlot& slot = project.design.partitioning.slot;
                       slot.choices.push_back({"split-data", slot.choices.empty() ? "" : "input data", {}});
                   }));
    }};

}  // namespace

const std::vector<Rule>& partitioningSlotRules()
{
    static const std::vector<Rule> rules{
        replicaDoesNotFit,           shardsTooLarge,     moreWorkersThanPartitions,  stageAndPatternDisagree,
        partitionNotOnDiagnosedAxis, planExceedsBatch,   workingSetDiffersFromModel, nodeBandwidthShared,
        readingNotDivided,           planExceedsMachines};
    return rules;
}

}  // namespace scalewright::detail
