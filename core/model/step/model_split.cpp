// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/model_split.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/model/layout/layout.h"
#include "core/model/memory/memory.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

ParallelLayout layoutOf(const Partitioning& slot)
{
    const MemoryLayout copy = modelCopyLayout(slot);
    return {.tensor = copy.tensorParallel,
            .context = copy.contextParallel,
            .stages = copy.pipelineStages,
            .chunks = copy.chunksPerDevice,
            .expert = copy.expertParallel,
            .shardingStage = copy.shardingStage,
            .microBatch = std::max(1, static_cast<int>(copy.microBatchSize)),
            .recomputation = copy.recomputation,
            .sequenceParallel = copy.sequenceParallel};
}

bool isSplit(const ParallelLayout& layout)
{
    return layout.tensor > 1 || layout.context > 1 || layout.stages > 1 || layout.expert > 1;
}

std::optional<Transformer> knownShape(const Baseline& baseline)
{
    if (!baseline.model)
        return std::nullopt;
    const Result<Transformer> model = transformerOf(*baseline.model);
    return model && model->hasShape() && model->sequenceLength > 0 ? std::optional(*model) : std::nullopt;
}

/// The target's links with the parameters used for slot 2's exchanges; compute is counted in FLOP.
ClusterSpec clusterLinks(const Target& target, const Communication& communication)
{
    const auto value = [](const MaybeQuantity& quantity) { return valueOr(quantity, 0); };
    ClusterSpec cluster;
    const bool twoLevels = hasTwoLevels(target);
    // single-level network: everything is on one node.
    cluster.cardsPerNode = twoLevels ? workersOnNode(target) : maximumPMax;
    cluster.peakFlops = 1;
    cluster.alphaS = value(target.alphaS);
    cluster.bandwidth = value(target.bandwidthBytesPerS);
    cluster.alpha2S = twoLevels ? value(target.alpha2S) : 0;
    cluster.bandwidth2 = twoLevels ? value(target.bandwidth2BytesPerS) : 0;
    cluster.sharesNetworkCard = communication.sharedNetworkCard;
    cluster.oversubscription = valueOr(target.oversubscription, 1);
    return cluster;
}

}  // namespace

std::optional<ModelSplit> modelSplit(const Baseline& baseline, const Proposal& proposal)
{
    const ParallelLayout layout = layoutOf(proposal.design.partitioning);
    if (!isSplit(layout) || !baseline.batch || !(baseline.batch->value > 0))
        return std::nullopt;
    const std::optional<Transformer> model = knownShape(baseline);
    const ClusterSpec links = clusterLinks(proposal.target, proposal.design.communication);
    if (!model || !(links.bandwidth > 0))
        return modelSplitOf(layout, baseline.batch->value);
    Trainer trainer;
    trainer.kernels = {.peakShare = 1, .halfEfficiencyFlop = 0};
    trainer.linkShareInNode = trainer.linkShareBetweenNodes = 1;
    return modelSplitOf(*model, links, trainer, baseline.batch->value, layout);
}

double recomputationShareOf(const Baseline& baseline, const Proposal& proposal)
{
    constexpr double forwardPass = 1.0 / 3;
    const ParallelLayout layout = layoutOf(proposal.design.partitioning);
    if (layout.recomputation == Recomputation::None)
        return 0;
    const std::optional<Transformer> model = knownShape(baseline);
    if (!model)
        return layout.recomputation == Recomputation::Full ? forwardPass : 0;
    Trainer trainer;
    trainer.kernels = {.peakShare = 1, .halfEfficiencyFlop = 0};
    return recomputedShare(*model, trainer, layout);
}

std::vector<std::string> unpricedSplitNotes(const Project& project)
{
    const ParallelLayout layout = layoutOf(project.design.partitioning);
    std::vector<std::string> notes;
    if (layout.recomputation == Recomputation::Selective && !knownShape(project.baseline))
        notes.emplace_back("selective recomputation is not in T(p) without the model's shape and sequence");
    if (!isSplit(layout))
        return notes;
    if (!project.baseline.batch)
        notes.push_back(
            formatMessage("{}: not in T(p) without a batch, which determines the number of micro-batches in a step",
                          layoutText(layout)));
    else if (!knownShape(project.baseline))
        notes.push_back(
            formatMessage("{}: the exchange within a copy is not in T(p) without the model's shape and sequence",
                          layoutText(layout)));
    return notes;
}

std::vector<std::string> modelSplitNotes(const Project& project, const ScalingModel& model, int p)
{
    std::vector<std::string> notes = unpricedSplitNotes(project);
    const int laid = assignedWorkers(model.terms, p);
    if (laid < p)
        notes.push_back(formatMessage("a copy of the model takes {} workers: p = {} leaves {} idle",
                                      model.terms.split->workerMultiple(), p, p - laid));
    return notes;
}

}  // namespace scalewright
