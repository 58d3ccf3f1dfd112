// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/feasibility.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/design/slots/slots.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/row.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

bool isDividedBy(Pattern pattern)
{
    const ExchangeOutcome outcome = traitsOf(pattern).outcome;
    return outcome == ExchangeOutcome::AllToAllParts || outcome == ExchangeOutcome::TaskAnswers;
}

StateDistribution distributionOfPattern(const Proposal& proposal)
{
    switch (traitsOf(proposal.design.communication.pattern).outcome) {
    case ExchangeOutcome::SumAndModelSlices: return StateDistribution::Sharded;
    case ExchangeOutcome::SumSlices: return StateDistribution::PartlySharded;
    case ExchangeOutcome::ServerSum: return StateDistribution::OnServers;
    case ExchangeOutcome::AllToAllParts:
    case ExchangeOutcome::TaskAnswers: return StateDistribution::Divided;
    case ExchangeOutcome::FullSum:
    case ExchangeOutcome::NeighbourMean:
    case ExchangeOutcome::SampledClientMean:
    case ExchangeOutcome::Copies: break;
    }
    return StateDistribution::Replicated;
}

std::string workersText(int p)
{
    return countWithNoun(p, "worker");
}

const char* distributionText(StateDistribution distribution)
{
    switch (distribution) {
    case StateDistribution::Unknown: return "unknown";
    case StateDistribution::Replicated: return "every worker holds the whole state";
    case StateDistribution::Sharded: return "the state is sharded over the workers";
    case StateDistribution::PartlySharded: return "only a part of the state is sharded";
    case StateDistribution::OnServers: return "the state is on the parameter servers";
    case StateDistribution::Divided: return "the data are divided over the workers";
    case StateDistribution::Serving: return "every replica holds the whole model";
    }
    return "";
}

}  // namespace

StateDistribution stateDistributionOf(const Baseline& baseline, const Proposal& proposal)
{
    const Partitioning& partitioning = proposal.design.partitioning;
    const Communication& communication = proposal.design.communication;
    if (baseline.serving)
        return StateDistribution::Serving;
    const bool isEmpty = partitioning.slot.choices.empty() && !partitioning.shardingStage;
    if (isEmpty)
        return workingSetIsDataset(baseline) ? StateDistribution::Divided : distributionOfPattern(proposal);
    if (isOptionChosen(partitioning.slot, "shard-model") &&
        (traitsOf(communication.pattern).outcome == ExchangeOutcome::ServerSum ||
         isOptionChosen(communication.slot, "parameter-server")))
        return StateDistribution::OnServers;
    const int stage = shardingStageOf(partitioning);
    if (stage > 0)
        return stage >= 3 ? StateDistribution::Sharded : StateDistribution::PartlySharded;
    // A pattern whose parts differ divides an index or data, not a model.
    const bool isDivided = workingSetIsDataset(baseline) || (isDividedBy(communication.pattern) && !baseline.model);
    return isDivided ? StateDistribution::Divided : StateDistribution::Replicated;
}

/// Everything that findProblem() reads, as plain numbers: a drag evaluates thousands of p per frame.
struct FeasibleWorkers::Inputs {
    StateDistribution distribution = StateDistribution::Unknown;
    std::optional<Transformer> model;
    std::optional<MemoryLayout> copy;  ///< of one copy of the model
    std::optional<double> workingSetBytes, workerMemoryBytes, datasetBytes, storageBytes, touchedBytes;
    std::optional<double> batch, partitions, neighbours;
    double cachedTokens = 0;
    int tensor = 1, stages = 1, context = 1;
    double heads = 0, layers = 0;  ///< 0: unknown
    int serverShards = 1;
    int workersPerNode = 1;
    int maximumTensor = maximumPMax;  ///< workers that can share a layer: those of a node, if both are set
    bool sharesHostMemory = false;  ///< the workers of a node share its memory
    Scaling scaling = Scaling::Strong;
    std::optional<int> maximumWorkersByBatch, availableWorkers, availableMachines;
    std::vector<int> measuredP;  ///< p of the runs that succeeded, ascending
    std::string assumptionNote, missingNote;

    [[nodiscard]] int workersInCopy() const { return tensor * stages * context; }
    /// Divides a serving replica over the fewest workers that hold it, if any number of them does.
    void divideReplica();
    [[nodiscard]] std::optional<double> bytesAt(int p) const;
    [[nodiscard]] std::optional<double> usableBytes() const
    {
        return workerMemoryBytes ? std::optional(usableMemoryShare * *workerMemoryBytes) : std::nullopt;
    }
    /// The first limit that p exceeds. Writes the reason unless it is nullptr: a drag asks for thousands of p.
    [[nodiscard]] std::optional<FeasibilityLimit> limitAt(int p, std::string* reason) const;
    [[nodiscard]] std::optional<FeasibilityLimit> limitOnAnyMachines(int p, std::string* reason) const;
    [[nodiscard]] std::optional<FeasibilityLimit> layoutLimit(int p, std::string* reason) const;
    [[nodiscard]] std::optional<FeasibilityLimit> memoryLimit(int p, std::string* reason) const;
    [[nodiscard]] std::optional<FeasibilityLimit> machineLimit(int p, std::string* reason) const;
    /// With at least as many server shards as workers, the servers share the workers' machines; fewer have their own.
    [[nodiscard]] int serversWithOwnMachines(int p) const
    {
        return distribution == StateDistribution::OnServers && p > 1 && serverShards < p ? serverShards : 0;
    }
};

std::optional<double> FeasibleWorkers::Inputs::bytesAt(int p) const
{
    const double partCount = partitions ? std::min(*partitions, static_cast<double>(p)) : p;
    switch (distribution) {
    case StateDistribution::Unknown: return std::nullopt;
    case StateDistribution::OnServers:
        return workingSetBytes ? std::optional(*workingSetBytes / serverShards) : std::nullopt;
    case StateDistribution::Divided:
        return workingSetBytes ? std::optional(*workingSetBytes / partCount) : std::nullopt;
    case StateDistribution::Serving: {
        const double cards = std::min(p, workersInCopy());
        if (model)
            return servingMemory(*model, {.cachedTokens = cachedTokens, .tensorParallel = static_cast<int>(cards)})
                .total();
        return workingSetBytes ? std::optional(*workingSetBytes / cards) : std::nullopt;
    }
    case StateDistribution::Replicated:
    case StateDistribution::Sharded:
    case StateDistribution::PartlySharded: break;
    }
    std::optional<double> modelBytes;
    if (model) {
        const MemoryLayout layout =
            spreadOver(p == 1 ? onOneWorker(*copy) : *copy, p, scaling == Scaling::Strong ? batch : std::nullopt);
        if (isShardKnown(stateOf(*model), layout.shardingStage, layout.dataParallel))
            modelBytes = trainingBytes(*model, layout).total();
    }
    const bool isSplit = distribution != StateDistribution::Replicated && p > 1;
    if (modelBytes && isSplit)
        return modelBytes;
    if (isSplit)
        return distribution == StateDistribution::Sharded && workingSetBytes
                   ? std::optional(*workingSetBytes / partCount)
                   : std::nullopt;
    // One copy: the given working set, or what training the described model takes if that is more.
    const double givenBytes = workingSetBytes.value_or(0) / (p == 1 ? 1 : workersInCopy());
    const double bytes = std::max(givenBytes, modelBytes.value_or(0));
    return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

void FeasibleWorkers::Inputs::divideReplica()
{
    constexpr int maximumTried = 1024;
    const int most = heads > 0 ? static_cast<int>(std::min<double>(heads, maximumTried)) : maximumTried;
    for (tensor = 1; tensor <= most; ++tensor)
        if (std::fmod(heads, tensor) == 0 && !memoryLimit(tensor, nullptr))
            return;
    tensor = 1;
}

std::optional<FeasibilityLimit> FeasibleWorkers::Inputs::layoutLimit(int p, std::string* reason) const
{
    const int k = workersInCopy();
    // One worker trains the whole model; replicas are whole.
    if (k > 1 && (p > 1 || distribution == StateDistribution::Serving)) {
        const auto exceeds = [&](auto text) {
            if (reason)
                *reason = text();
            return FeasibilityLimit::Layout;
        };
        if (p % k != 0)
            return exceeds([&] {
                return formatMessage("{} cannot be divided into {} over {}", workersText(p),
                                     distribution == StateDistribution::Serving ? "replicas" : "copies of the model",
                                     workersText(k));
            });
        if (heads > 0 && std::fmod(heads, tensor) != 0)
            return exceeds([&] {
                return formatMessage("{} attention heads cannot be divided over {} (tensor parallel)",
                                     significantText(heads), workersText(tensor));
            });
        if (layers > 0 && stages > layers)
            return exceeds([&] {
                return formatMessage("{} pipeline stages need as many layers, and the model has {}", stages,
                                     significantText(layers));
            });
        if (tensor > maximumTensor)
            return exceeds([&] {
                return formatMessage("{} share each layer (tensor parallel), and a node has {}", workersText(tensor),
                                     workersPerNode);
            });
    }
    if (maximumWorkersByBatch && p > *maximumWorkersByBatch) {
        if (reason)
            *reason = k == 1 ? formatMessage("the batch has {} examples, fewer than {}", significantText(*batch),
                                             workersText(p))
                             : formatMessage("the batch has {} examples, fewer than {} copies of the model",
                                             significantText(*batch), p / k);
        return FeasibilityLimit::Batch;
    }
    if (neighbours && p > 1 && *neighbours >= p) {
        if (reason)
            *reason = formatMessage("a worker cannot have {} neighbours among {}", significantText(*neighbours),
                                    workersText(p));
        return FeasibilityLimit::Neighbours;
    }
    return std::nullopt;
}

std::optional<FeasibilityLimit> FeasibleWorkers::Inputs::memoryLimit(int p, std::string* reason) const
{
    const std::optional<double> usable = usableBytes(), bytes = bytesAt(p);
    const int sharing = sharesHostMemory ? std::min(workersPerNode, p) : 1;
    if (usable && bytes && *bytes * sharing > *usable) {
        if (reason) {
            const std::string held = bytesText(*bytes);
            const std::string holder =
                distribution == StateDistribution::OnServers
                    ? formatMessage("each of {} would hold {}", countWithNoun(serverShards, "server shard"), held)
                : sharing > 1 ? formatMessage("each of {} workers of a node would hold {}", sharing, held)
                : p == 1      ? formatMessage("one worker would hold {}", held)
                : distribution == StateDistribution::Replicated && workersInCopy() == 1
                    ? formatMessage("every worker would hold the whole {}", held)
                    : formatMessage("each of {} workers would hold {}", p, held);
            *reason = formatMessage("{}, and {} of {} {} usable", holder, bytesText(*usable),
                                    bytesText(*workerMemoryBytes), sharing > 1 ? "together are" : "are");
        }
        return FeasibilityLimit::Memory;
    }
    if (distribution == StateDistribution::OnServers && usable && touchedBytes && *touchedBytes > *usable) {
        if (reason)
            *reason = formatMessage("a worker would hold the {} that a step touches, and {} of {} are usable",
                                    bytesText(*touchedBytes), bytesText(*usable), bytesText(*workerMemoryBytes));
        return FeasibilityLimit::Memory;
    }
    if (distribution == StateDistribution::Divided && datasetBytes && storageBytes &&
        *datasetBytes / p > *storageBytes) {
        if (reason)
            *reason = formatMessage("{} would store {} of the data each, and a machine stores {}", workersText(p),
                                    bytesText(*datasetBytes / p), bytesText(*storageBytes));
        return FeasibilityLimit::Storage;
    }
    return std::nullopt;
}

std::optional<FeasibilityLimit> FeasibleWorkers::Inputs::machineLimit(int p, std::string* reason) const
{
    if (!availableMachines)
        return std::nullopt;
    const int nodes = nodeCount(p, workersPerNode);
    const int servers = serversWithOwnMachines(p);
    if (nodes + servers <= *availableMachines)
        return std::nullopt;
    if (reason) {
        const std::string users = servers == 0
                                      ? workersText(p)
                                      : formatMessage("{} and {}", workersText(p), countWithNoun(servers, "server"));
        *reason =
            formatMessage("{} {} {}, and {} available", users, p + servers == 1 ? "needs" : "need",
                          countWithNoun(nodes + servers, "machine"),
                          *availableMachines == 1 ? std::string("1 is") : formatMessage("{} are", *availableMachines));
    }
    return FeasibilityLimit::Machines;
}

std::optional<FeasibilityLimit> FeasibleWorkers::Inputs::limitOnAnyMachines(int p, std::string* reason) const
{
    if (std::binary_search(measuredP.begin(), measuredP.end(), p))
        return std::nullopt;
    // Workers that do not complete a replica: what they cannot hold is the reason for its size.
    if (distribution == StateDistribution::Serving && p < workersInCopy())
        if (const std::optional<FeasibilityLimit> memory = memoryLimit(p, reason))
            return memory;
    const std::optional<FeasibilityLimit> layout = layoutLimit(p, reason);
    return layout ? layout : memoryLimit(p, reason);
}

std::optional<FeasibilityLimit> FeasibleWorkers::Inputs::limitAt(int p, std::string* reason) const
{
    const std::optional<FeasibilityLimit> limit = limitOnAnyMachines(p, reason);
    return limit ? limit : machineLimit(p, reason);
}

FeasibleWorkers::FeasibleWorkers() : m_inputs(std::make_shared<Inputs>()) {}

FeasibleWorkers::FeasibleWorkers(const Baseline& baseline, const Proposal& proposal, const MeasuredLadder* ladder)
{
    const auto& [target, goal, design, plan] = proposal;
    const Partitioning& partitioning = design.partitioning;
    const auto bytesOf = [](const MaybeQuantity& quantity) {
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    Inputs inputs;
    inputs.distribution = stateDistributionOf(baseline, proposal);
    if (baseline.model)
        if (const Result<Transformer> model = transformerOf(*baseline.model)) {
            inputs.model = *model;
            inputs.copy = modelCopyLayout(partitioning);
            inputs.heads = model->attentionHeads;
            inputs.layers = model->layers;
        }
    inputs.workingSetBytes = bytesOf(baseline.workingSetBytes);
    inputs.workerMemoryBytes = bytesOf(target.memoryBytes ? target.memoryBytes : baseline.machine.memoryBytes);
    inputs.datasetBytes = bytesOf(baseline.datasetBytes);
    inputs.storageBytes = bytesOf(baseline.machine.storageBytes);
    inputs.touchedBytes = bytesOf(baseline.networkBytes);
    inputs.batch = bytesOf(baseline.batch);
    inputs.partitions = bytesOf(partitioning.partitions);
    inputs.neighbours = bytesOf(design.communication.neighbours);
    if (baseline.serving && baseline.serving->concurrentRequests && inputs.model)
        inputs.cachedTokens = baseline.serving->concurrentRequests->value * inputs.model->sequenceLength;
    const auto count = [](const MaybeQuantity& quantity) {
        return static_cast<int>(std::clamp(valueOr(quantity, 1), 1.0, static_cast<double>(maximumPMax)));
    };
    inputs.tensor = count(partitioning.tensorParallel);
    inputs.stages = count(partitioning.stages);
    inputs.context = count(partitioning.contextParallel);
    inputs.serverShards = count(partitioning.partitions && inputs.distribution == StateDistribution::OnServers
                                    ? partitioning.partitions
                                    : design.communication.shards);
    inputs.workersPerNode = workersOnNode(target);
    // The probes time one core and the whole machine: workers are then parts of that machine.
    inputs.sharesHostMemory =
        !target.memoryBytes && (baseline.machine.memoryBandwidthOneCoreBytesPerS || baseline.machine.peakFlopsOneCore);
    if (!baseline.serving)
        inputs.maximumWorkersByBatch = maximumWorkersByBatch(baseline, proposal);
    inputs.scaling = plan.scaling;
    inputs.availableWorkers = workersAvailable(target);
    if (inputs.availableWorkers)
        inputs.availableMachines = static_cast<int>(target.machinesAvailable->value);
    if (ladder && ladder->origin != Origin::Assumed && !ladder->isCalibrated())
        for (const Rung& rung : ladder->rungs)
            if (rung.runCount().mostSucceeded())
                inputs.measuredP.push_back(rung.p);
    std::vector<std::string> assumptions;
    const bool hasLayout = partitioning.tensorParallel || partitioning.stages || partitioning.contextParallel;
    if (target.workersPerNode && hasLayout)
        inputs.maximumTensor = inputs.workersPerNode;
    if (inputs.distribution == StateDistribution::Serving && !hasLayout) {
        inputs.divideReplica();
        assumptions.push_back(inputs.tensor == 1 ? std::string("each worker is a replica")
                                                 : formatMessage("a replica over {}, the fewest that hold it",
                                                                 workersText(inputs.tensor)));
    } else if (inputs.distribution != StateDistribution::Serving && partitioning.slot.choices.empty() &&
               !partitioning.shardingStage) {
        assumptions.push_back(
            formatMessage("slot 1 is empty; assumed from slot 2: {}", distributionText(inputs.distribution)));
    }
    if (inputs.model && inputs.model->hasShape() && inputs.batch && inputs.scaling == Scaling::Strong &&
        inputs.copy->hasNoMicroBatch && inputs.stages == 1 && !baseline.serving)
        assumptions.emplace_back("no micro-batch is set: each worker processes its share of the batch at once");
    inputs.assumptionNote = joinNonEmpty(assumptions, "; ");
    if (!inputs.workerMemoryBytes)
        inputs.missingNote = "the memory of a worker is not set, so no p is excluded by it";
    else if (!inputs.workingSetBytes && !inputs.model)
        inputs.missingNote = "the working set is not set, so no p is excluded by memory";
    else if (inputs.distribution == StateDistribution::PartlySharded && !inputs.model)
        inputs.missingNote =
            "only a part of the state is sharded: set the number of parameters to see which p it fits on";
    m_inputs = std::make_shared<const Inputs>(std::move(inputs));
}

std::optional<FeasibilityProblem> FeasibleWorkers::findProblem(int p) const
{
    std::string reason;
    const std::optional<FeasibilityLimit> limit = m_inputs->limitAt(p, &reason);
    return limit ? std::optional(FeasibilityProblem{*limit, std::move(reason)}) : std::nullopt;
}

bool FeasibleWorkers::contains(int p) const
{
    return !m_inputs->limitAt(p, nullptr);
}

std::optional<int> FeasibleWorkers::smallestP(int searchedP) const
{
    for (int p = 1; p <= std::min(searchedP, availableWorkers().value_or(searchedP)); ++p)
        if (contains(p))
            return p;
    return std::nullopt;
}

std::optional<int> FeasibleWorkers::largestP(int searchedP) const
{
    for (int p = std::min(searchedP, availableWorkers().value_or(searchedP)); p >= 1; --p)
        if (contains(p))
            return p;
    return std::nullopt;
}

std::optional<int> FeasibleWorkers::smallestPOnAnyMachines(int searchedP) const
{
    for (int p = 1; p <= searchedP; ++p)
        if (!m_inputs->limitOnAnyMachines(p, nullptr))
            return p;
    return std::nullopt;
}

std::vector<FeasibleWorkers::Range> FeasibleWorkers::infeasibleRanges(int lastP) const
{
    std::vector<Range> ranges;
    for (int p = 1; p <= lastP; ++p) {
        if (contains(p))
            continue;
        if (!ranges.empty() && ranges.back().last == p - 1)
            ranges.back().last = p;
        else
            ranges.push_back({p, p});
    }
    return ranges;
}

std::string FeasibleWorkers::whyNone() const
{
    if (smallestP())
        return {};
    const std::optional<int> needed = smallestPOnAnyMachines();
    if (!needed)
        return formatMessage("no number of workers is feasible: {}",
                             findProblem(std::max(2, m_inputs->workersInCopy()))->reason);
    // Enough workers would do, so the largest number for which there are machines shows what is missing.
    const int largest = std::max(1, availableWorkers().value_or(1));
    return formatMessage("no number of workers up to {} is feasible: {}; at least {} are needed", largest,
                         findProblem(largest)->reason, *needed);
}

int FeasibleWorkers::serversWithOwnMachines(int p) const
{
    return m_inputs->serversWithOwnMachines(p);
}

std::optional<int> FeasibleWorkers::availableWorkers() const
{
    return m_inputs->availableWorkers;
}

StateDistribution FeasibleWorkers::distribution() const
{
    return m_inputs->distribution;
}

int FeasibleWorkers::workersInCopy() const
{
    return m_inputs->workersInCopy();
}

std::optional<double> FeasibleWorkers::bytesAt(int p) const
{
    return m_inputs->bytesAt(p);
}

std::optional<double> FeasibleWorkers::usableBytes() const
{
    return m_inputs->usableBytes();
}

const std::string& FeasibleWorkers::assumptionNote() const
{
    return m_inputs->assumptionNote;
}

const std::string& FeasibleWorkers::missingNote() const
{
    return m_inputs->missingNote;
}

}  // namespace scalewright
