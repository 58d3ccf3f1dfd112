#include "core/model/step/model_split.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/model/layout/layout.h"
#include "core/model/memory/memory.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

Layout layoutOf(const Partitioning& slot)
{
    const MemoryLayout copy = copyLayoutOf(slot);
    return {.tensor = copy.tensor,
            .context = copy.context,
            .stages = copy.stages,
            .chunks = copy.chunks,
            .expert = copy.expert,
            .shardingStage = copy.shardingStage,
            .microBatch = std::max(1, static_cast<int>(copy.microBatch)),
            .recomputation = copy.recomputation,
            .sequenceParallel = copy.sequenceParallel};
}

bool splits(const Layout& layout)
{
    return layout.tensor > 1 || layout.context > 1 || layout.stages > 1 || layout.expert > 1;
}

std::optional<Transformer> shapeOf(const Baseline& baseline)
{
    if (!baseline.model)
        return std::nullopt;
    const Result<Transformer> model = transformerOf(*baseline.model);
    return model && model->hasShape() && model->sequence > 0 ? std::optional(*model) : std::nullopt;
}

/// The target's links, as slot 2's exchanges are priced on them; compute counts in FLOP.
ClusterSpec linksOf(const Target& target, const Communication& communication)
{
    const auto value = [](const MaybeQuantity& quantity) { return quantity ? quantity->value : 0; };
    ClusterSpec cluster;
    const bool twoLevels = hasTwoLevels(target);
    cluster.cardsPerNode = twoLevels ? workersOnNode(target) : largestPMax;  // one network: one node
    cluster.peakFlops = 1;
    cluster.alphaS = value(target.alphaS);
    cluster.bandwidth = value(target.bandwidthBytesPerS);
    cluster.alpha2S = twoLevels ? value(target.alpha2S) : 0;
    cluster.bandwidth2 = twoLevels ? value(target.bandwidth2BytesPerS) : 0;
    cluster.sharedNetworkCard = communication.sharedNetworkCard;
    cluster.oversubscription = target.oversubscription ? target.oversubscription->value : 1;
    return cluster;
}

}  // namespace

std::optional<ModelSplit> modelSplit(const Baseline& baseline, const Proposal& proposal)
{
    const Layout layout = layoutOf(proposal.design.partitioning);
    if (!splits(layout) || !baseline.batch || !(baseline.batch->value > 0))
        return std::nullopt;
    const std::optional<Transformer> model = shapeOf(baseline);
    const ClusterSpec links = linksOf(proposal.target, proposal.design.communication);
    if (!model || !(links.bandwidth > 0))
        return splitOf(layout, baseline.batch->value);
    Trainer trainer;
    trainer.kernels = {.share = 1, .halfWork = 0};
    trainer.linkShare = trainer.linkShare2 = 1;
    return splitOf(*model, links, trainer, baseline.batch->value, layout);
}

double recomputedShareOf(const Baseline& baseline, const Proposal& proposal)
{
    constexpr double forwardPass = 1.0 / 3;
    const Layout layout = layoutOf(proposal.design.partitioning);
    if (layout.recomputation == Recomputation::None)
        return 0;
    const std::optional<Transformer> model = shapeOf(baseline);
    if (!model)
        return layout.recomputation == Recomputation::Full ? forwardPass : 0;
    Trainer trainer;
    trainer.kernels = {.share = 1, .halfWork = 0};
    return recomputedShare(*model, trainer, layout);
}

std::vector<std::string> splitGaps(const Project& project)
{
    const Layout layout = layoutOf(project.design.partitioning);
    std::vector<std::string> notes;
    if (layout.recomputation == Recomputation::Selective && !shapeOf(project.baseline))
        notes.emplace_back("selective recomputation is not in T(p) without the model's shape and sequence");
    if (!splits(layout))
        return notes;
    if (!project.baseline.batch)
        notes.push_back(
            say("{}: not in T(p) without a batch, which says how many micro-batches a step has", layoutText(layout)));
    else if (!shapeOf(project.baseline))
        notes.push_back(say("{}: what a copy's workers exchange is not in T(p) without the model's shape and sequence",
                            layoutText(layout)));
    return notes;
}

std::vector<std::string> splitNotes(const Project& project, const ScalingModel& model, int p)
{
    std::vector<std::string> notes = splitGaps(project);
    const int laid = laidWorkers(model.terms, p);
    if (laid < p)
        notes.push_back(say("a copy of the model takes {} workers: at p = {}, {} of them stand idle",
                            model.terms.split->unit(), p, p - laid));
    return notes;
}

}  // namespace scalewright
