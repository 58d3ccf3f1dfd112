#include "core/design/sizing/sizing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/design/sizing/build_or_buy.h"
#include "core/design/sizing/copy_fit.h"
#include "core/model/memory/memory.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr double servingBytes = 2;
constexpr double localDataBytes = 1e12;
constexpr long mostManagedNodes = 4;
constexpr double mostAccelerators = 1e9;
constexpr double gigabyte = 1e9;

/// Weights 2, gradients 2, optimizer 12: the book's 16.
double trainingBytes()
{
    return stateBytes(StateConvention::Zero16, 0, 1).total();
}

std::string bytesText(double bytes)
{
    return formatAmount(bytes, Dimension::Bytes, 4).joined();
}

/// The number is that field of a project.
Where at(const FieldInfo& field)
{
    return {.pointer = field.pointer};
}

Result<void> checked(const SizingNeed& need)
{
    Error error;
    const auto check = [&](double value, bool positive, const Where& where, std::string expected) {
        if (!std::isfinite(value))
            error.problems.push_back({"is too large to compute", std::move(expected), where});
        else if (value < 0 || (positive && value == 0))
            error.problems.push_back({say("{} is out of range", significant(value)), std::move(expected), where});
    };
    check(need.parameters, false, at(fieldOf(&ModelShape::parameters)), "0 or more");
    check(need.datasetBytes, false, at(fieldOf(&Baseline::datasetBytes)), "0 bytes or more");
    check(need.requestsPerS, false, at(fieldOf(&Serving::throughputTargetPerS)), "0 or more a second");
    check(need.hours.value_or(0), false, {.field = "train_hours"}, "0 hours or more");
    check(need.budgetUsd.value_or(0), false, at(fieldOf(&Goal::budgetUsd)), "$0 or more");
    check(need.bytesPerParameter.value_or(1), true, {.field = "bytes_per_param"},
          "more than 0: 16 to train, 2 to serve");
    check(need.priceUsdPerHour, false, at(fieldOf(&Target::priceUsdPerHour)), "$0 an hour or more");
    check(need.premium, true, at(fieldOf(&Target::managedPremium)), "more than 0, such as 1.6");
    check(need.requestsPerReplicaPerS, true, at(fieldOf(&Serving::throughputPerS)), "more than 0 a second");
    check(need.opsHours.value_or(0), false, at(fieldOf(&Target::operatingS)), "0 hours or more");
    check(need.hourValueUsd.value_or(0), false, at(fieldOf(&Target::operatorHourUsd)), "$0 or more");
    if (!std::isfinite(need.memoryBytes) || need.memoryBytes < gigabyte)
        error.problems.push_back({"a card with less than 1 GB is none to size for", "1 GB or more, such as 80",
                                  at(fieldOf(&Target::memoryBytes))});
    if (need.acceleratorsPerNode < 1)
        error.problems.push_back({say("{} accelerators in a node are none", need.acceleratorsPerNode), "1 or more",
                                  at(fieldOf(&Target::workersPerNode))});
    if (need.layout.shardingStage > 3)
        error.problems.push_back({say("there is no stage {} of sharding", need.layout.shardingStage), "0, 1, 2 or 3",
                                  at(fieldOf(&Partitioning::shardingStage))});
    if (need.axis == Axis::Coordination)
        error.problems.push_back(
            {"coordinating a cluster sizes no accelerators", "training, model, data or inference", {.field = "axis"}});
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

Result<long> whole(double count, Where where)
{
    if (!(count <= mostAccelerators))
        return fail(ErrorCode::Input, "it takes more than a billion accelerators", "a smaller one, or a larger card",
                    std::move(where));
    return static_cast<long>(count);
}

long ceilOf(long count, long each)
{
    return (count + each - 1) / each;
}

struct TierChoice {
    std::optional<Tier> tier;
    std::string reason;
};

TierChoice bookTier(const SizingNeed& need, const Sizing& sizing)
{
    if (sizing.accelerators <= need.acceleratorsPerNode && need.datasetBytes < localDataBytes)
        return {Tier::Local, need.datasetBytes > 0 ? "one node holds it and the data are below 1 TB"
                                                   : "one node holds it; the size of the data is not given"};
    if (sizing.nodes > mostManagedNodes)
        return {Tier::SelfManaged, say("more than {} nodes", mostManagedNodes)};
    if (!sizing.managedCostUsd || !need.budgetUsd)
        return {std::nullopt, "Code 41.5.1 needs the hours and the budget for a job that leaves one node"};
    if (*sizing.managedCostUsd <= *need.budgetUsd)
        return {Tier::Managed, say("managed costs {}, within the budget", moneyText(*sizing.managedCostUsd))};
    return {Tier::SelfManaged, say("managed costs {}, over the budget", moneyText(*sizing.managedCostUsd))};
}

TierChoice clusterTier(const SizingNeed& need, double raw, double managed)
{
    const auto affordable = [&](double cost) { return !need.budgetUsd || cost <= *need.budgetUsd; };
    if (!affordable(raw) && !affordable(managed))
        return {std::nullopt, say("no tier is within the budget of {}: the cheapest costs {}",
                                  moneyText(*need.budgetUsd), moneyText(std::min(raw, managed)))};
    if (!affordable(managed))
        return {Tier::SelfManaged, say("managed costs {}, over the budget; self-managed {}, within it",
                                       moneyText(managed), moneyText(raw))};
    if (!affordable(raw))
        return {Tier::Managed, say("self-managed costs {}, over the budget; managed {}, within it", moneyText(raw),
                                   moneyText(managed))};
    const double dearer = managed - raw;
    if (!need.opsHours || !need.hourValueUsd)
        return {Tier::Managed,
                say("managed costs {} more: worth it if running the cluster costs the team more than that",
                    moneyText(std::max(0.0, dearer)))};
    const double saved = *need.opsHours * *need.hourValueUsd;
    if (dearer <= saved)
        return {Tier::Managed,
                say("managed costs {} more and saves hours worth {}", moneyText(dearer), moneyText(saved))};
    return {Tier::SelfManaged,
            say("managed costs {} more and saves hours worth only {}", moneyText(dearer), moneyText(saved))};
}

TierChoice replicaTier(const SizingNeed& need, const Sizing& sizing)
{
    const bool small = need.datasetBytes < localDataBytes;
    if (sizing.accelerators == 0 && need.datasetBytes <= 0)
        return {std::nullopt, "neither a model nor the size of the data is given"};
    if (sizing.accelerators == 0)
        return small ? TierChoice{Tier::Local, "the data are below 1 TB and there is no model"}
                     : TierChoice{
                           Tier::Managed,
                           "1 TB of data or more: the book takes a managed cluster; its machines are not priced here"};
    if (sizing.nodes <= 1 && small) {
        if (sizing.rawCostUsd && need.budgetUsd && *sizing.rawCostUsd > *need.budgetUsd)
            return {std::nullopt,
                    say("one node holds it; renting it costs {}, over the budget of {}; a node you own costs no rent",
                        moneyText(*sizing.rawCostUsd), moneyText(*need.budgetUsd))};
        return {Tier::Local, "one node holds it"};
    }
    if (!sizing.rawCostUsd)
        return {Tier::Managed,
                "one node is too small, and the book prefers managed; enter the job's hours to price both"};
    return clusterTier(need, *sizing.rawCostUsd, *sizing.managedCostUsd);
}

void price(Sizing& sizing, const SizingNeed& need)
{
    if (!need.hours || sizing.accelerators == 0)
        return;
    const long charged = need.wholeNodes && sizing.rule == SizingRule::Replica ? sizing.nodes * need.acceleratorsPerNode
                                                                               : sizing.accelerators;
    const Totals totals = totalsAt({.accelerators = static_cast<double>(charged),
                                    .priceUsdPerHour = need.priceUsdPerHour,
                                    .premium = need.premium},
                                   *need.hours);
    sizing.rawCostUsd = totals.rawUsd;
    sizing.managedCostUsd = totals.managedUsd;
}

/// A replica keeps to one node where it fits, and shares none where it does not.
long nodesOfReplicas(const SizingNeed& need, const Sizing& sizing)
{
    const long inNode = sizing.acceleratorsForModel > 0 ? need.acceleratorsPerNode / sizing.acceleratorsForModel : 0;
    return inNode > 0 ? ceilOf(sizing.replicas, inNode)
                      : sizing.replicas * ceilOf(sizing.acceleratorsForModel, need.acceleratorsPerNode);
}

/// The plan runs on more cards than its model needs.
bool planTakesMore(const SizingNeed& need, const Sizing& sizing)
{
    return sizing.rule == SizingRule::Replica && need.axis != Axis::Inference && sizing.acceleratorsForModel > 0 &&
           need.planWorkers > sizing.acceleratorsForModel;
}

/// What follows from both counts, whichever rule counted.
void finish(Sizing& sizing, const SizingNeed& need, TierChoice (*tierOf)(const SizingNeed&, const Sizing&))
{
    sizing.accelerators = std::max(sizing.acceleratorsForModel, sizing.acceleratorsForRequests);
    if (planTakesMore(need, sizing))
        sizing.accelerators = need.planWorkers;
    sizing.nodes = ceilOf(sizing.accelerators, need.acceleratorsPerNode);
    if (sizing.rule == SizingRule::Replica)
        sizing.nodes = std::max(sizing.nodes, nodesOfReplicas(need, sizing));
    price(sizing, need);
    TierChoice tier = tierOf(need, sizing);
    sizing.tier = tier.tier;
    sizing.tierReason = std::move(tier.reason);
}

Result<Sizing> bookSize(const SizingNeed& need, const ToolTable& table)
{
    Sizing sizing{.rule = SizingRule::Book};
    sizing.bytesPerParameter = need.bytesPerParameter.value_or(trainingBytes());
    sizing.modelBytes = sizing.bytesPerParameter * need.parameters;
    // Both floors are the printed code's: int(model_mem_gb) and int(GPU_MEM_GB).
    const double model =
        std::max(1.0, std::ceil(std::floor(sizing.modelBytes / gigabyte) / std::floor(need.memoryBytes / gigabyte)));
    const double requests =
        need.requestsPerS > 0 ? std::max(1.0, std::ceil(need.requestsPerS / need.requestsPerReplicaPerS)) : 0;
    const Result<long> forModel = whole(model, at(fieldOf(&ModelShape::parameters)));
    const Result<long> forRequests = whole(requests, at(fieldOf(&Serving::throughputTargetPerS)));
    if (!forModel)
        return fail(forModel.error());
    if (!forRequests)
        return fail(forRequests.error());
    sizing.acceleratorsForModel = *forModel;
    sizing.acceleratorsForRequests = *forRequests;
    sizing.replicas = *forRequests;
    finish(sizing, need, bookTier);
    const ToolRow& row = table.rowOf(need.axis);
    sizing.framework = row.code.framework;
    sizing.collective = row.code.collective;
    return sizing;
}

/// Data-parallel training holds a copy a card: what does not fit is sharded, whatever the axis was called.
bool replicatesTooMuch(const SizingNeed& need, const Sizing& sizing)
{
    return need.axis == Axis::Training && sizing.shardedWhole;
}

bool counts(const Sizing& sizing, std::string_view part)
{
    return sizing.onCard.of(part) > 0;
}

void explain(Sizing& sizing, const SizingNeed& need, const CopyFit& copy, const StateBytes& state)
{
    const bool serves = need.axis == Axis::Inference;
    std::vector<std::string>& notes = sizing.notes;
    if (need.parameters == 0 && sizing.replicas > 0) {
        notes.emplace_back("a replica is taken to fit on one card: no model is given");
    } else if (need.parameters == 0) {
        notes.emplace_back(
            "no model is given, so no accelerator; how many machines the data need, and their price, follow from "
            "storage and bandwidth, which are not sized here");
    } else {
        if (!need.bytesPerParameter)
            notes.push_back(serves ? "2 bytes a parameter: the weights alone, at 16 bits"
                                   : say("{} bytes a parameter: weights {}, gradients {}, optimizer {} "
                                         "(mixed-precision Adam, Rajbhandari et al. 2020)",
                                         significant(state.total()), significant(state.weights),
                                         significant(state.gradients), significant(state.optimizer)));
        if (static_cast<double>(sizing.acceleratorsForModel) > copy.filled && !counts(sizing, "activations") &&
            !counts(sizing, "cache") && (serves || sizing.shardedWhole || sizing.onCard.parts.empty()))
            notes.push_back(
                say("{} would fill {} of {} to the last bytes; a card is filled to {} % at most, which leaves room for "
                    "its runtime",
                    bytesText(sizing.modelBytes), decimalText(copy.filled, 0), bytesText(need.memoryBytes),
                    decimalText(100 * fillableShare, 0)));
        notes.insert(notes.end(), copy.notes.begin(), copy.notes.end());
        if (counts(sizing, "activations"))
            notes.push_back(
                say("activations are those of a micro-batch of {} on a card", significant(need.layout.microBatch)));
        else if (!serves)
            notes.emplace_back(
                "activations are not counted: they follow from the batch and the model's shape, and come on top");
        if (!serves && need.requestsPerS > 0)
            notes.emplace_back(
                "requests are answered by replicas that serve: they are not counted here, ask for them with the "
                "axis inference");
    }
    if (serves && need.parameters > 0) {
        const double room =
            fillableShare * need.memoryBytes * static_cast<double>(sizing.acceleratorsForModel) - sizing.modelBytes;
        if (counts(sizing, "cache"))
            notes.push_back(say("the cache of keys and values holds {} tokens at once in each replica",
                                formatAmount(need.cacheTokens, Dimension::Count).joined()));
        else if (need.model && need.model->hasShape())
            notes.push_back(
                say("the cache of keys and values is not counted: it needs the context and the requests at once; {} "
                    "tokens fit beside the weights of a replica of {}",
                    formatAmount(
                        tokensThatFit(*need.model,
                                      {.bytesPerWeight = sizing.bytesPerParameter,
                                       .tensor = static_cast<int>(std::min(sizing.acceleratorsForModel, 1L << 16))},
                                      need.memoryBytes),
                        Dimension::Count)
                        .joined(),
                    sizing.acceleratorsForModel));
        else
            notes.push_back(
                say("the cache of keys and values is not counted: it needs the model's shape, the context and the "
                    "requests at once; a replica of {} has {} for it",
                    sizing.acceleratorsForModel, bytesText(std::max(0.0, room))));
    }
    if (sizing.replicas > 0 && sizing.acceleratorsForModel > need.acceleratorsPerNode)
        notes.push_back(
            say("a replica of {} cards spans {} nodes of {}: what its cards exchange for every token crosses the "
                "network between nodes",
                sizing.acceleratorsForModel, ceilOf(sizing.acceleratorsForModel, need.acceleratorsPerNode),
                need.acceleratorsPerNode));
    else if (sizing.nodes > ceilOf(sizing.accelerators, need.acceleratorsPerNode))
        notes.push_back(
            say("a replica stays within a node: {} of {} cards fit in one of {}, and the cards left over serve nothing",
                need.acceleratorsPerNode / sizing.acceleratorsForModel, sizing.acceleratorsForModel,
                need.acceleratorsPerNode));
    if (need.wholeNodes && sizing.nodes * need.acceleratorsPerNode > sizing.accelerators)
        notes.push_back(say("nodes are rented whole: {} cards are charged, {} are needed",
                            sizing.nodes * need.acceleratorsPerNode, sizing.accelerators));
    if (replicatesTooMuch(need, sizing) && need.layout.shardingStage == 0)
        notes.push_back(
            say("a replica a card would hold {} on {}, {}: the model is sharded instead, with reduce-scatter and "
                "all-gather",
                bytesText(sizing.modelBytes), bytesText(need.memoryBytes),
                sizing.modelBytes > need.memoryBytes
                    ? "which does not fit"
                    : say("more than the {} % that a card is filled to", decimalText(100 * fillableShare, 0))));
    if (planTakesMore(need, sizing))
        notes.push_back(say("one copy of the model takes {} of the plan's {} cards", sizing.acceleratorsForModel,
                            need.planWorkers));
    else if (!serves && need.parameters > 0)
        notes.emplace_back("this is the least that holds the model; how many are worth having is what predict says");
}

Result<Sizing> replicaSize(const SizingNeed& need, const ToolTable& table)
{
    const bool serves = need.axis == Axis::Inference;
    Sizing sizing{.rule = SizingRule::Replica};
    const StateBytes state = stateBytes(conventionOf(need.model.value_or(Transformer{})), 0, 1);
    sizing.bytesPerParameter = need.bytesPerParameter.value_or(serves ? servingBytes : state.total());
    sizing.modelBytes = sizing.bytesPerParameter * need.parameters;
    // Of requests without a model a replica takes a card at least.
    const bool answers = serves && need.requestsPerS > 0;
    Result<CopyFit> fitting =
        need.parameters > 0 ? copyFit(need) : CopyFit{.cards = answers ? 1.0 : 0.0, .onCard = {}, .notes = {}};
    if (!fitting)
        return fail(std::move(fitting.error()));
    const CopyFit& copy = *fitting;
    sizing.onCard = copy.onCard;
    sizing.shardedWhole = copy.shardedWhole;
    const Result<long> forModel = whole(copy.cards, at(fieldOf(&ModelShape::parameters)));
    const Result<long> replicas = whole(answers ? std::ceil(need.requestsPerS / need.requestsPerReplicaPerS) : 0,
                                        at(fieldOf(&Serving::throughputTargetPerS)));
    if (!forModel)
        return fail(forModel.error());
    if (!replicas)
        return fail(replicas.error());
    const Result<long> forRequests = whole(static_cast<double>(*replicas) * static_cast<double>(*forModel),
                                           at(fieldOf(&Serving::throughputTargetPerS)));
    if (!forRequests)
        return fail(forRequests.error());
    sizing.acceleratorsForModel = *forModel;
    sizing.replicas = *replicas;
    sizing.acceleratorsForRequests = *forRequests;
    finish(sizing, need, replicaTier);
    const ToolRow& row = table.rowOf(replicatesTooMuch(need, sizing) ? Axis::Model : need.axis);
    sizing.framework = row.frameworkList();
    sizing.collective = row.collective;
    explain(sizing, need, copy, state);
    return sizing;
}

std::string orNone(const std::optional<double>& usd)
{
    return usd ? moneyText(*usd) : "not known";
}

std::string orNone(const std::optional<Tier>& tier)
{
    return tier ? tierTitle(*tier) : "none";
}

std::string whyModel(const SizingNeed& need, const Sizing& book, const Sizing& replica)
{
    if (need.parameters == 0)
        return "a job without a model needs no card";
    if (counts(replica, "activations") || counts(replica, "cache"))
        return say("the fullest card holds {} of {}: {}", bytesText(replica.onCard.total()),
                   bytesText(need.memoryBytes),
                   counts(replica, "cache") ? "the cache of keys and values counts too" : "activations count too");
    if (book.bytesPerParameter != replica.bytesPerParameter)
        return say("serving holds weights alone, {} bytes a parameter, not the {} of training",
                   significant(replica.bytesPerParameter), significant(book.bytesPerParameter));
    if (std::ceil(replica.modelBytes / need.memoryBytes) > static_cast<double>(book.acceleratorsForModel))
        return say("the printed code cuts {} down to whole gigabytes before it divides", bytesText(replica.modelBytes));
    return "a card that is filled to the last byte has no room for activations and the runtime";
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
    const auto lay = [](auto& out, const MaybeQuantity& quantity) {
        if (quantity)
            out = quantity->value;
    };
    if (baseline.model) {
        const Result<Transformer> model = transformerOf(*baseline.model);
        if (model) {
            need.parameters = parametersOf(*model);
            need.model = *model;
            if (baseline.serving && baseline.serving->requestsAtOnce)
                need.cacheTokens = baseline.serving->requestsAtOnce->value * model->sequence;
        }
    }
    need.layout = copyLayoutOf(project.design.partitioning);
    lay(need.datasetBytes, baseline.datasetBytes);
    if (baseline.serving) {
        lay(need.requestsPerS, baseline.serving->throughputTargetPerS);
        lay(need.requestsPerReplicaPerS, baseline.serving->throughputPerS);
    }
    lay(need.memoryBytes, baseline.machine.memoryBytes);
    lay(need.memoryBytes, target.memoryBytes);
    // A price is of a node, and without a count that is one worker everywhere.
    if (target.workersPerNode || target.priceUsdPerHour)
        need.acceleratorsPerNode = workersOnNode(target);
    if (target.priceUsdPerHour) {
        need.priceUsdPerHour = target.priceUsdPerHour->value / workersOnNode(target);
        need.wholeNodes = true;
    }
    lay(need.premium, target.managedPremium);
    need.hours = hours;
    lay(need.budgetUsd, project.goal.budgetUsd);
    if (target.operatingS)
        need.opsHours = target.operatingS->value / secondsPerHour;
    lay(need.hourValueUsd, target.operatorHourUsd);
    const ToolChoice tools = toolsFor(table, project);
    if (need.requestsPerS > 0)
        need.axis = Axis::Inference;
    else if (!tools.rows.empty() && tools.rows.front()->axis && *tools.rows.front()->axis != Axis::Coordination)
        need.axis = *tools.rows.front()->axis;
    return need;
}

FittingTools toolsThatFit(const ToolTable& table, const Project& project, const Sizing& right)
{
    FittingTools tools{toolsFor(table, project), std::nullopt};
    const ToolRow& sharded = table.rowOf(Axis::Model);
    for (const ToolRow*& row : tools.choice.rows)
        if (row->axis == Axis::Training && right.shardedWhole) {
            tools.why =
                say("{} keep a copy of the model on every card, and one of {} does not fit: {} shard it over {} cards, "
                    "with {}",
                    row->frameworkList(), bytesText(right.modelBytes), sharded.frameworkList(),
                    right.acceleratorsForModel, lowered(sharded.collective));
            row = &sharded;
        }
    return tools;
}

LaunchTerms launchTermsThatFit(const FittingTools& tools, const Project& project, int workers)
{
    LaunchTerms terms = launchTermsOf(project, workers);
    if (tools.why)
        terms.collectives = {"reduce-scatter", "all-gather"};
    return terms;
}

Result<Sizing> size(const SizingNeed& need, SizingRule rule, const ToolTable& table)
{
    if (const Result<void> fine = checked(need); !fine)
        return fail(fine.error());
    return rule == SizingRule::Book ? bookSize(need, table) : replicaSize(need, table);
}

std::vector<SizingDifference> differences(const SizingNeed& need, const Sizing& book, const Sizing& replica)
{
    std::vector<SizingDifference> found;
    const auto counts = [&](const char* key, long ofBook, long ofReplica, std::string why) {
        if (ofBook != ofReplica)
            found.push_back({key, std::to_string(ofBook), std::to_string(ofReplica), std::move(why)});
    };
    counts("gpus_for_model", book.acceleratorsForModel, replica.acceleratorsForModel, whyModel(need, book, replica));
    counts("gpus_for_qps", book.acceleratorsForRequests, replica.acceleratorsForRequests,
           replica.replicas == 0 ? "only a replica that serves answers requests"
                                 : say("a replica of this model takes {} cards, the printed code counts one",
                                       replica.acceleratorsForModel));
    counts(
        "gpus", book.accelerators, replica.accelerators,
        planTakesMore(need, replica) ? "the plan's; the printed code sizes one copy" : "follows from the counts above");
    counts("nodes", book.nodes, replica.nodes, "follows from the count of accelerators");
    if (book.rawCostUsd && book.rawCostUsd != replica.rawCostUsd)
        found.push_back({"raw_cost_usd", orNone(book.rawCostUsd), orNone(replica.rawCostUsd),
                         "follows from the count of accelerators"});
    if (book.tier != replica.tier)
        found.push_back({"tier", orNone(book.tier), orNone(replica.tier), replica.tierReason});
    if (replicatesTooMuch(need, replica))
        found.push_back({"framework", book.framework, replica.framework,
                         "replicas of what does not fit on one card are the error that section 41.2 warns of"});
    return found;
}

}  // namespace scalewright
