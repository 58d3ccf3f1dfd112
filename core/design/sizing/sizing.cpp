// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/sizing/sizing.h"

#include <algorithm>
#include <cmath>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/sizing/copy_fit.h"
#include "core/model/memory/memory.h"
#include "core/model/step/halo_exchange.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr double maximumLocalDataBytes = 1e12;
constexpr long maximumManagedNodes = 4;
constexpr double maximumAccelerators = 1e9;
constexpr double gigabyte = 1e9;

/// Location of an error in this project field.
ProblemLocation fieldLocation(const FieldInfo& field)
{
    return {.jsonPointer = field.jsonPointer};
}

Result<void> validateSizingNeed(const SizingNeed& need)
{
    Error error;
    const auto check = [&](double value, bool positive, const ProblemLocation& where, std::string expected) {
        if (!std::isfinite(value))
            error.problems.push_back({"is too large to compute", std::move(expected), where});
        else if (value < 0 || (positive && value == 0))
            error.problems.push_back(
                {formatMessage("{} is out of range", significantText(value)), std::move(expected), where});
    };
    check(need.parameters, false, fieldLocation(fieldOf(&ModelShape::parameters)), "0 or more");
    check(need.datasetBytes, false, fieldLocation(fieldOf(&Baseline::datasetBytes)), "0 bytes or more");
    check(need.requestsPerS, false, fieldLocation(fieldOf(&Serving::throughputTargetPerS)), "0 or more per second");
    check(need.hours.value_or(0), false, {.field = "train_hours"}, "0 hours or more");
    check(need.budgetUsd.value_or(0), false, fieldLocation(fieldOf(&Goal::budgetUsd)), "$0 or more");
    check(need.state ? need.state->total() : 1, true, fieldLocation(fieldOf(&ModelShape::bytesPerParameter)),
          "more than 0: 16 for training, 2 for serving");
    check(need.priceUsdPerHour, false, fieldLocation(fieldOf(&Target::priceUsdPerHour)), "$0 per hour or more");
    check(need.managedPriceFactor, true, fieldLocation(fieldOf(&Target::managedPremium)), "more than 0, such as 1.6");
    check(need.requestsPerReplicaPerS, true, fieldLocation(fieldOf(&Serving::throughputPerS)),
          "more than 0 per second");
    check(need.operatorHours.value_or(0), false, fieldLocation(fieldOf(&Target::operatingTimeS)), "0 hours or more");
    check(need.operatorHourUsd.value_or(0), false, fieldLocation(fieldOf(&Target::operatorHourUsd)), "$0 or more");
    if (!std::isfinite(need.memoryBytes) || need.memoryBytes < gigabyte)
        error.problems.push_back({"less than 1 GB of memory per card", "1 GB or more, such as 80",
                                  fieldLocation(fieldOf(&Target::memoryBytes))});
    if (need.acceleratorsPerNode < 1)
        error.problems.push_back({formatMessage("{} accelerators per node", need.acceleratorsPerNode), "1 or more",
                                  fieldLocation(fieldOf(&Target::workersPerNode))});
    if (need.layout.shardingStage > 3)
        error.problems.push_back({formatMessage("unknown sharding stage {}", need.layout.shardingStage), "0, 1, 2 or 3",
                                  fieldLocation(fieldOf(&Partitioning::shardingStage))});
    if (need.axis == Axis::Coordination)
        error.problems.push_back({"the axis coordination has no accelerators to size",
                                  "training, model, data or inference",
                                  {.field = "axis"}});
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

Result<long> toWholeCount(double count, ProblemLocation where)
{
    if (!(count <= maximumAccelerators))
        return fail(ErrorCode::Input, "more than a billion accelerators are needed",
                    "a smaller model or load, or a larger card", std::move(where));
    return static_cast<long>(count);
}

long ceilDivide(long count, long divisor)
{
    return (count + divisor - 1) / divisor;
}

struct TierChoice {
    std::optional<Tier> tier;
    std::string reason;
};

TierChoice chooseBookTier(const SizingNeed& need, const Sizing& sizing)
{
    if (sizing.accelerators <= need.acceleratorsPerNode && need.datasetBytes < maximumLocalDataBytes)
        return {Tier::Local, need.datasetBytes > 0 ? "one node holds it and the data is below 1 TB"
                                                   : "one node holds it; the data size is not set"};
    if (sizing.nodes > maximumManagedNodes)
        return {Tier::SelfManaged, formatMessage("more than {} nodes", maximumManagedNodes)};
    if (!sizing.managedCostUsd || !need.budgetUsd)
        return {std::nullopt, "Code 41.5.1 needs hours and budget for a job on more than one node"};
    if (*sizing.managedCostUsd <= *need.budgetUsd)
        return {Tier::Managed, formatMessage("managed costs {}, within the budget", moneyText(*sizing.managedCostUsd))};
    return {Tier::SelfManaged, formatMessage("managed costs {}, over the budget", moneyText(*sizing.managedCostUsd))};
}

TierChoice chooseClusterTier(const SizingNeed& need, double raw, double managed)
{
    const auto affordable = [&](double cost) { return !need.budgetUsd || cost <= *need.budgetUsd; };
    if (!affordable(raw) && !affordable(managed))
        return {std::nullopt, formatMessage("no tier is within the budget of {}: the cheapest costs {}",
                                            moneyText(*need.budgetUsd), moneyText(std::min(raw, managed)))};
    if (!affordable(managed))
        return {Tier::SelfManaged, formatMessage("managed costs {}, over the budget; self-managed {}, within it",
                                                 moneyText(managed), moneyText(raw))};
    if (!affordable(raw))
        return {Tier::Managed, formatMessage("self-managed costs {}, over the budget; managed {}, within it",
                                             moneyText(raw), moneyText(managed))};
    const double dearer = managed - raw;
    if (!need.operatorHours || !need.operatorHourUsd)
        return {Tier::Managed,
                formatMessage("managed costs {} more: worth it if running the cluster yourself costs more than that",
                              moneyText(std::max(0.0, dearer)))};
    const double saved = *need.operatorHours * *need.operatorHourUsd;
    if (dearer <= saved)
        return {Tier::Managed,
                formatMessage("managed costs {} more and saves hours worth {}", moneyText(dearer), moneyText(saved))};
    return {Tier::SelfManaged,
            formatMessage("managed costs {} more and saves hours worth only {}", moneyText(dearer), moneyText(saved))};
}

TierChoice chooseReplicaTier(const SizingNeed& need, const Sizing& sizing)
{
    const bool small = need.datasetBytes < maximumLocalDataBytes;
    if (sizing.accelerators == 0 && need.datasetBytes <= 0)
        return {std::nullopt, "neither a model nor a data size is set"};
    if (sizing.accelerators == 0)
        return small ? TierChoice{Tier::Local, "the data is below 1 TB and there is no model"}
                     : TierChoice{Tier::Managed,
                                  "1 TB of data or more: the book recommends a managed cluster; its machines are not "
                                  "priced here"};
    if (sizing.nodes <= 1 && small) {
        if (sizing.rawCostUsd && need.budgetUsd && *sizing.rawCostUsd > *need.budgetUsd)
            return {std::nullopt,
                    formatMessage(
                        "one node holds it; renting it costs {}, over the budget of {}; a node you own costs no rent",
                        moneyText(*sizing.rawCostUsd), moneyText(*need.budgetUsd))};
        return {Tier::Local, "one node holds it"};
    }
    if (!sizing.rawCostUsd)
        return {Tier::Managed,
                "one node is too small, and the book prefers managed; enter the job's hours to price both"};
    return chooseClusterTier(need, *sizing.rawCostUsd, *sizing.managedCostUsd);
}

void addCosts(Sizing& sizing, const SizingNeed& need)
{
    if (!need.hours || sizing.accelerators == 0)
        return;
    const long charged = need.rentsWholeNodes && sizing.rule == SizingRule::Replica
                             ? sizing.nodes * need.acceleratorsPerNode
                             : sizing.accelerators;
    const CostTotals totals = costTotalsAfter({.accelerators = static_cast<double>(charged),
                                               .priceUsdPerHour = need.priceUsdPerHour,
                                               .managedPriceFactor = need.managedPriceFactor},
                                              *need.hours);
    sizing.rawCostUsd = totals.rawUsd;
    sizing.managedCostUsd = totals.managedUsd;
}

/// Replicas that fit on a node share it but never span nodes; a larger replica gets whole nodes of its own.
long nodesForReplicas(const SizingNeed& need, const Sizing& sizing)
{
    const long replicasPerNode =
        sizing.acceleratorsForModel > 0 ? need.acceleratorsPerNode / sizing.acceleratorsForModel : 0;
    return replicasPerNode > 0 ? ceilDivide(sizing.replicas, replicasPerNode)
                               : sizing.replicas * ceilDivide(sizing.acceleratorsForModel, need.acceleratorsPerNode);
}

/// True if the plan runs on more cards than one copy of its model needs.
bool planUsesExtraCards(const SizingNeed& need, const Sizing& sizing)
{
    return sizing.rule == SizingRule::Replica && sizing.acceleratorsForModel > 0 &&
           need.planWorkers > std::max(sizing.acceleratorsForModel, sizing.acceleratorsForRequests);
}

/// Sets the values that follow from the two counts, for either rule.
void completeSizing(Sizing& sizing, const SizingNeed& need, TierChoice (*chooseTier)(const SizingNeed&, const Sizing&))
{
    sizing.accelerators = std::max(sizing.acceleratorsForModel, sizing.acceleratorsForRequests);
    if (planUsesExtraCards(need, sizing))
        sizing.accelerators = need.planWorkers;
    sizing.nodes = ceilDivide(sizing.accelerators, need.acceleratorsPerNode);
    if (sizing.rule == SizingRule::Replica)
        sizing.nodes = std::max(sizing.nodes, nodesForReplicas(need, sizing));
    addCosts(sizing, need);
    TierChoice tier = chooseTier(need, sizing);
    sizing.tier = tier.tier;
    sizing.hostingTierReason = std::move(tier.reason);
}

/// b P, or the working set if there is no model.
double copyBytes(const SizingNeed& need, double bytesPerParameter)
{
    return need.parameters == 0 && hasSizedState(need) ? need.workingSetBytes : bytesPerParameter * need.parameters;
}

Result<Sizing> sizeByBook(const SizingNeed& need, const ToolTable& table)
{
    Sizing sizing{.rule = SizingRule::Book};
    sizing.bytesPerParameter = need.state.value_or(ModelState{}).total();
    sizing.modelBytes = copyBytes(need, sizing.bytesPerParameter);
    // Both floors are in the printed code: int(model_mem_gb) and int(GPU_MEM_GB).
    const double model =
        std::max(1.0, std::ceil(std::floor(sizing.modelBytes / gigabyte) / std::floor(need.memoryBytes / gigabyte)));
    const double requests =
        need.requestsPerS > 0 ? std::max(1.0, std::ceil(need.requestsPerS / need.requestsPerReplicaPerS)) : 0;
    const Result<long> forModel = toWholeCount(model, fieldLocation(fieldOf(&ModelShape::parameters)));
    const Result<long> forRequests = toWholeCount(requests, fieldLocation(fieldOf(&Serving::throughputTargetPerS)));
    if (!forModel)
        return fail(forModel.error());
    if (!forRequests)
        return fail(forRequests.error());
    sizing.acceleratorsForModel = *forModel;
    sizing.acceleratorsForRequests = *forRequests;
    sizing.replicas = *forRequests;
    completeSizing(sizing, need, chooseBookTier);
    const ToolRow& row = table.rowOf(need.axis);
    sizing.framework = row.codeWording.framework;
    sizing.collective = row.codeWording.collective;
    return sizing;
}

/// Data-parallel training keeps a copy on every card; a model that does not fit is sharded, whatever the axis is
/// called.
bool mustShardInsteadOfReplicate(const SizingNeed& need, const Sizing& sizing)
{
    return need.axis == Axis::Training && sizing.isFullySharded;
}

bool includesMemoryPart(const Sizing& sizing, std::string_view part)
{
    return sizing.fullestCard.bytesOf(part) > 0;
}

void addSizingNotes(Sizing& sizing, const SizingNeed& need, const CopyFit& copy)
{
    const bool serves = need.axis == Axis::Inference;
    std::vector<std::string>& notes = sizing.notes;
    if (need.parameters == 0 && sizing.replicas > 0) {
        notes.emplace_back("no model is set: a replica is assumed to fit on one card");
    } else if (need.parameters == 0 && hasSizedState(need)) {
        notes.push_back(formatMessage("no model is set: the working set of {} is counted, in equal parts",
                                      bytesText(sizing.modelBytes, 4)));
    } else if (need.parameters == 0) {
        notes.emplace_back(
            "no model is set, so no accelerators are counted; the machines for the data and their price depend on "
            "storage and bandwidth, which are not sized here");
    } else {
        const ModelState state = need.state.value_or(ModelState{});
        const NamedState* named = findNamedState(state.id);
        if (serves && !need.state)
            notes.emplace_back("2 bytes per parameter: weights only, at 16 bits");
        else if (!serves && named)
            notes.push_back(formatMessage("{} bytes per parameter: weights {}, gradients {}, optimizer {} ({})",
                                          roundTripText(state.total()), roundTripText(state.weights),
                                          roundTripText(state.gradients + state.shardedGradients),
                                          roundTripText(state.optimizer), named->source));
        if (static_cast<double>(sizing.acceleratorsForModel) > copy.cardsWithoutHeadroom &&
            !includesMemoryPart(sizing, "activations") && !includesMemoryPart(sizing, "cache") &&
            (serves || sizing.isFullySharded || sizing.fullestCard.parts.empty()))
            notes.push_back(formatMessage(
                "{} would fill {} of {} completely; a card is filled to at most {} %, to leave room for its runtime",
                bytesText(sizing.modelBytes, 4), decimalText(copy.cardsWithoutHeadroom, 0),
                bytesText(need.memoryBytes, 4), decimalText(100 * usableMemoryShare, 0)));
        append(notes, copy.notes);
        if (includesMemoryPart(sizing, "activations"))
            notes.push_back(
                formatMessage("activations are counted for a micro-batch of {} per card",
                              significantText(spreadOver(need.layout, copy.cards, need.batch).microBatchSize)));
        else if (!serves)
            notes.emplace_back(
                "activations are not counted: they depend on the batch and the model's shape, and come on top");
        if (!serves && need.requestsPerS > 0)
            notes.emplace_back(
                "requests are not counted here: serving replicas answer them; choose the axis inference to size them");
    }
    if (serves && need.parameters > 0) {
        const double freeBytes =
            usableMemoryShare * need.memoryBytes * static_cast<double>(sizing.acceleratorsForModel) - sizing.modelBytes;
        if (includesMemoryPart(sizing, "cache"))
            notes.push_back(formatMessage("the key-value cache holds {} concurrent tokens in each replica",
                                          amountText(need.cacheTokens, Dimension::Count)));
        else if (need.model && need.model->hasShape())
            notes.push_back(formatMessage(
                "the key-value cache is not counted: set the context and the concurrent requests; {} tokens fit next "
                "to the weights on a replica of {}",
                amountText(cacheTokensThatFit(
                               *need.model,
                               {.bytesPerWeight = sizing.bytesPerParameter,
                                .tensorParallel = static_cast<int>(std::min(sizing.acceleratorsForModel, 1L << 16))},
                               need.memoryBytes),
                           Dimension::Count),
                sizing.acceleratorsForModel));
        else
            notes.push_back(
                formatMessage("the key-value cache is not counted: set the model's shape, the context and the "
                              "concurrent requests; a replica of {} has {} for it",
                              sizing.acceleratorsForModel, bytesText(std::max(0.0, freeBytes), 4)));
    }
    if (sizing.replicas > 0 && sizing.acceleratorsForModel > need.acceleratorsPerNode)
        notes.push_back(
            formatMessage("a replica of {} cards spans {} nodes of {}: its cards exchange data for every token over "
                          "the network between nodes",
                          sizing.acceleratorsForModel,
                          ceilDivide(sizing.acceleratorsForModel, need.acceleratorsPerNode), need.acceleratorsPerNode));
    else if (sizing.nodes > ceilDivide(sizing.accelerators, need.acceleratorsPerNode))
        notes.push_back(formatMessage(
            "a replica stays within a node: {} of {} cards fit in one of {}; leftover cards serve nothing",
            need.acceleratorsPerNode / sizing.acceleratorsForModel, sizing.acceleratorsForModel,
            need.acceleratorsPerNode));
    if (need.rentsWholeNodes && sizing.nodes * need.acceleratorsPerNode > sizing.accelerators)
        notes.push_back(formatMessage("nodes are rented whole: {} cards are charged, {} are needed",
                                      sizing.nodes * need.acceleratorsPerNode, sizing.accelerators));
    if (mustShardInsteadOfReplicate(need, sizing) && need.layout.shardingStage == 0)
        notes.push_back(
            formatMessage("one replica per card would put {} on {}, {}: the model is sharded instead, with "
                          "reduce-scatter and all-gather",
                          bytesText(sizing.modelBytes, 4), bytesText(need.memoryBytes, 4),
                          sizing.modelBytes > need.memoryBytes
                              ? "which does not fit"
                              : formatMessage("more than the usable {} %", decimalText(100 * usableMemoryShare, 0))));
    if (exceedsMachines(need, sizing.accelerators))
        notes.push_back(formatMessage("{} cards are needed; the available machines hold {}", sizing.accelerators,
                                      *need.availableWorkers));
    if (planUsesExtraCards(need, sizing))
        notes.push_back(formatMessage("one copy of the model takes {} of the plan's {} cards",
                                      sizing.acceleratorsForModel, need.planWorkers));
    else if (!serves && hasSizedState(need))
        notes.emplace_back("this is the minimum that holds the model; predict shows how many are worthwhile");
}

Result<Sizing> sizeByReplicas(const SizingNeed& need, const ToolTable& table)
{
    const bool serves = need.axis == Axis::Inference;
    Sizing sizing{.rule = SizingRule::Replica};
    const ModelState state = need.state.value_or(ModelState{});
    sizing.bytesPerParameter = serves ? state.servingBytes() : state.total();
    sizing.modelBytes = copyBytes(need, sizing.bytesPerParameter);
    // Requests without a model need at least one card per replica.
    const bool answers = serves && need.requestsPerS > 0;
    TRY(CopyFit fitting, hasSizedState(need) ? fitModelCopy(need)
                                             : CopyFit{.cards = answers ? 1.0 : 0.0, .fullestCard = {}, .notes = {}});
    const CopyFit& copy = fitting;
    sizing.fullestCard = copy.fullestCard;
    sizing.isFullySharded = copy.isFullySharded;
    const Result<long> forModel = toWholeCount(copy.cards, fieldLocation(fieldOf(&ModelShape::parameters)));
    const Result<long> replicas = toWholeCount(answers ? std::ceil(need.requestsPerS / need.requestsPerReplicaPerS) : 0,
                                               fieldLocation(fieldOf(&Serving::throughputTargetPerS)));
    if (!forModel)
        return fail(forModel.error());
    if (!replicas)
        return fail(replicas.error());
    TRY(const long forRequests, toWholeCount(static_cast<double>(*replicas) * static_cast<double>(*forModel),
                                             fieldLocation(fieldOf(&Serving::throughputTargetPerS))));
    sizing.acceleratorsForModel = *forModel;
    sizing.replicas = *replicas;
    sizing.acceleratorsForRequests = forRequests;
    completeSizing(sizing, need, chooseReplicaTier);
    const ToolRow& row = table.rowOf(mustShardInsteadOfReplicate(need, sizing) ? Axis::Model : need.axis);
    sizing.framework = row.frameworkList();
    sizing.collective = row.collective;
    addSizingNotes(sizing, need, copy);
    return sizing;
}

std::string costOrUnknown(const std::optional<double>& usd)
{
    return usd ? moneyText(*usd) : "unknown";
}

std::string tierOrNone(const std::optional<Tier>& tier)
{
    return tier ? tierTitle(*tier) : "none";
}

std::string acceleratorsForModelReason(const SizingNeed& need, const Sizing& book, const Sizing& replica)
{
    if (!hasSizedState(need))
        return "a job without a model needs no card";
    if (includesMemoryPart(replica, "activations") || includesMemoryPart(replica, "cache"))
        return formatMessage(
            "the fullest card holds {} of {}: {}", bytesText(replica.fullestCard.total(), 4),
            bytesText(need.memoryBytes, 4),
            includesMemoryPart(replica, "cache") ? "the key-value cache counts too" : "activations count too");
    if (book.bytesPerParameter != replica.bytesPerParameter)
        return formatMessage("serving holds only weights, {} bytes per parameter, instead of the {} for training",
                             significantText(replica.bytesPerParameter), significantText(book.bytesPerParameter));
    if (std::ceil(replica.modelBytes / need.memoryBytes) > static_cast<double>(book.acceleratorsForModel))
        return formatMessage("the printed code rounds {} down to whole gigabytes before dividing",
                             bytesText(replica.modelBytes, 4));
    return "a completely filled card has no room for activations and the runtime";
}

}  // namespace

std::string tierTitle(Tier tier)
{
    switch (tier) {
    case Tier::Local: return "local single node (multi-GPU)";
    case Tier::Managed: return "managed cluster";
    case Tier::SelfManaged: return "self-managed cloud cluster";
    }
    return {};
}

SizingNeed sizingNeedOf(const Project& project, const ToolTable& table, std::optional<double> hours)
{
    SizingNeed need;
    const Baseline& baseline = project.baseline;
    const Target& target = project.target;
    const auto setIfKnown = [](auto& out, const MaybeQuantity& quantity) {
        if (quantity)
            out = quantity->value;
    };
    if (baseline.model) {
        const Result<Transformer> model = transformerOf(*baseline.model);
        if (model) {
            need.parameters = parametersOf(*model);
            need.model = *model;
            need.state = model->state;
            if (baseline.serving && baseline.serving->concurrentRequests)
                need.cacheTokens = baseline.serving->concurrentRequests->value * model->sequenceLength;
        }
    }
    need.layout = modelCopyLayout(project.design.partitioning);
    need.batch = fixedBatch(project);
    need.availableWorkers = workersAvailable(target);
    setIfKnown(need.datasetBytes, baseline.datasetBytes);
    if (baseline.serving) {
        setIfKnown(need.requestsPerS, baseline.serving->throughputTargetPerS);
        setIfKnown(need.requestsPerReplicaPerS, baseline.serving->throughputPerS);
    }
    setIfKnown(need.memoryBytes, baseline.machine.memoryBytes);
    setIfKnown(need.memoryBytes, target.memoryBytes);
    need.acceleratorsPerNode = workersOnNode(target);
    if (target.priceUsdPerHour) {
        need.priceUsdPerHour = target.priceUsdPerHour->value / workersOnNode(target);
        need.rentsWholeNodes = true;
    }
    setIfKnown(need.managedPriceFactor, target.managedPremium);
    need.hours = hours;
    setIfKnown(need.budgetUsd, project.goal.budgetUsd);
    if (target.operatingTimeS)
        need.operatorHours = target.operatingTimeS->value / secondsPerHour;
    setIfKnown(need.operatorHourUsd, target.operatorHourUsd);
    const ToolChoice tools = toolsFor(table, project);
    if (need.requestsPerS > 0)
        need.axis = Axis::Inference;
    else if (!tools.rows.empty() && tools.rows.front()->axis && *tools.rows.front()->axis != Axis::Coordination)
        need.axis = *tools.rows.front()->axis;
    // Halos are exchanged between parts of a grid, which are no copies of a state.
    if (need.parameters == 0 && !exchangesHalos(project.design) && !workingSetIsDataset(baseline))
        setIfKnown(need.workingSetBytes, baseline.workingSetBytes);
    return need;
}

bool hasSizedState(const SizingNeed& need)
{
    return need.parameters > 0 ||
           (need.workingSetBytes > 0 && (need.axis == Axis::Training || need.axis == Axis::Model));
}

bool exceedsMachines(const SizingNeed& need, long accelerators)
{
    return need.availableWorkers && accelerators > *need.availableWorkers;
}

bool planHoldsModel(const SizingNeed& need, const Sizing& sizing, int p)
{
    const bool fillsGroups = need.axis == Axis::Inference ? p % std::max(1L, sizing.acceleratorsForModel) == 0
                                                          : std::fmod(p, workersInGroup(need.layout)) == 0;
    return sizing.acceleratorsForModel > 0 && fillsGroups && !exceedsMachines(need, p) &&
           p >= std::max(sizing.acceleratorsForModel, sizing.acceleratorsForRequests);
}

FittingTools toolsThatFit(const ToolTable& table, const Project& project, const Sizing& sizing)
{
    FittingTools tools{toolsFor(table, project), std::nullopt};
    const std::vector<SlotChoice>& parts = project.design.partitioning.slot.choices;
    if (contains(parts, "shard-model", &SlotChoice::option))
        return tools;  // no card keeps a copy
    const ToolRow& sharded = table.rowOf(Axis::Model);
    for (const ToolRow*& row : tools.choice.rows)
        if (row->axis == Axis::Training && sizing.isFullySharded) {
            tools.replacementReason = formatMessage(
                "{} keep a copy of the model on every card, and one of {} does not fit: {} shard it over {} cards, "
                "with {}",
                row->frameworkList(), bytesText(sizing.modelBytes, 4), sharded.frameworkList(),
                sizing.acceleratorsForModel, uncapitalised(sharded.collective));
            row = &sharded;
        }
    return tools;
}

LaunchParameters launchParametersFor(const FittingTools& tools, const Project& project, int workers)
{
    LaunchParameters terms = launchParametersOf(project, workers);
    if (tools.replacementReason)
        terms.collectives = {"reduce-scatter", "all-gather"};
    return terms;
}

Result<Sizing> computeSizing(const SizingNeed& need, SizingRule rule, const ToolTable& table)
{
    TRY_DO(validateSizingNeed(need));
    return rule == SizingRule::Book ? sizeByBook(need, table) : sizeByReplicas(need, table);
}

std::vector<SizingDifference> sizingDifferences(const SizingNeed& need, const Sizing& book, const Sizing& replica)
{
    std::vector<SizingDifference> found;
    const auto addCountDifference = [&](const char* key, long bookCount, long replicaCount, std::string reason) {
        if (bookCount != replicaCount)
            found.push_back({key, std::to_string(bookCount), std::to_string(replicaCount), std::move(reason)});
    };
    addCountDifference("gpus_for_model", book.acceleratorsForModel, replica.acceleratorsForModel,
                       acceleratorsForModelReason(need, book, replica));
    addCountDifference("gpus_for_qps", book.acceleratorsForRequests, replica.acceleratorsForRequests,
                       replica.replicas == 0
                           ? "only serving replicas answer requests"
                           : formatMessage("a replica of this model needs {} cards; the printed code counts one",
                                           replica.acceleratorsForModel));
    addCountDifference("gpus", book.accelerators, replica.accelerators,
                       planUsesExtraCards(need, replica) ? "from the plan; the printed code sizes one copy"
                                                         : "follows from the counts above");
    addCountDifference("nodes", book.nodes, replica.nodes,
                       "section 41.2 warns against replicating a model that does not fit on one card");
    if (book.rawCostUsd && book.rawCostUsd != replica.rawCostUsd)
        found.push_back({"raw_cost_usd", costOrUnknown(book.rawCostUsd), costOrUnknown(replica.rawCostUsd),
                         "follows from the count of accelerators"});
    if (book.tier != replica.tier)
        found.push_back({"tier", tierOrNone(book.tier), tierOrNone(replica.tier), replica.hostingTierReason});
    if (mustShardInsteadOfReplicate(need, replica))
        found.push_back({"framework", book.framework, replica.framework,
                         "replicas of what does not fit on one card are the error that section 41.2 warns of"});
    return found;
}

}  // namespace scalewright
