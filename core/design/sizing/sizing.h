// SPDX-License-Identifier: GPL-3.0-or-later
// The number of accelerators and nodes that a model and its requests need, the tier and the framework (book 41.5).
//
//     Sizing sizing = computeSizing({.parameters = 70e9, .requestsPerS = 200, .axis = Axis::Inference},
//                                   SizingRule::Replica, table).value();
//     sizing.accelerators;   // 10: five replicas of two cards; the book's rule gives 14
//
// There are two rules. SizingRule::Book is Code 41.5.1 as printed, except that its bytes per parameter can be set:
//
//     g_model = max(1, ceil(floor(b P)/floor(M))) in GB, b = 16 · g_qps = max(1, ceil(Q/r)) · g = max(g_model, g_qps)
//     nodes = max(1, ceil(g/k)) · cost = g c h
//     tier: local if g <= k and the data is below 1 TB; managed if m cost <= budget and nodes <= 4; else self-managed
//
// SizingRule::Replica follows the text of the section:
//
//     g_model: the fewest cards that hold one copy with headroom on each (core/design/sizing/copy_fit.h);
//         b = 16 for training, 2 for serving; without a model 1 if requests are served, else 0
//     a replica uses g_model cards: g = ceil(Q/r) g_model for serving, g_model for training
//     training that would replicate a model too large for one card is sharded instead; so is stage 1 or 2 if its
//         unsharded part does not fit
//     tier: local if it fits on one node and its cost is within the budget; else managed or self-managed, whichever is
//         within the budget; if both are, managed if m g c h <= g c h + v T_ops
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/design/tools/launch.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/memory/memory.h"

namespace scalewright {

enum class SizingRule { Book, Replica };
template <>
inline constexpr auto enumNames<SizingRule> =
    namedValues<SizingRule>("rule", {{SizingRule::Book, "book"}, {SizingRule::Replica, "replica"}});

/// Inputs of Code 41.5.1, in base units. The defaults are the constants of the code.
struct SizingNeed {
    double parameters = 0;  ///< P; 0: no model
    std::optional<Transformer> model;  ///< model with parameters P; its shape determines activations and cache
    MemoryLayout layout;  ///< for one copy in training, from slot 1
    std::optional<double> batch;  ///< examples in a step, if known
    /// State of a copy in training if no model is described; 0: unknown. Not counted on the axes data and inference.
    double workingSetBytes = 0;
    double cacheTokens = 0;  ///< tokens that one replica holds at the same time, context x requests; 0: unknown
    double datasetBytes = 0;
    double requestsPerS = 0;  ///< Q; 0: nothing is served
    int planWorkers = 0;  ///< cards that the plan uses, the minimum under the replica rule; 0: no plan that fits
    std::optional<int> availableWorkers;  ///< cards in the available machines; absent: no limit
    Axis axis = Axis::Training;  ///< not Axis::Coordination, which Code 41.5.1 does not cover
    std::optional<double> hours;  ///< h; absent: no prices
    std::optional<double> budgetUsd;

    /// b, the project's or typed; absent: 16 in training and by the book's rule, 2 in serving
    std::optional<ModelState> state;
    double memoryBytes = 80e9;  ///< M, per accelerator
    int acceleratorsPerNode = 8;  ///< k
    double priceUsdPerHour = 2.5;  ///< c, per accelerator
    bool rentsWholeNodes = false;  ///< c is a share of the price of a node, and nodes are rented whole
    double managedPriceFactor = 1.6;  ///< m
    double requestsPerReplicaPerS = 40;  ///< r
    std::optional<double> operatorHours, operatorHourUsd;  ///< T_ops and v, for one operator
};

struct Project;
/// The needs of a project: its model and dataset, demand, the cards and prices of its target, its budget, and a run of
/// `hours`. The memory of the profiled machine is used if the target has none; a node has the target's workers per node,
/// one if not set; other values that are not set default to the constants of Code 41.5.1. The axis is inference if there is a request rate, else that of the design's first
/// collective (Table 41.5.1), else training.
[[nodiscard]] SizingNeed sizingNeedOf(const Project& project, const ToolTable& table, std::optional<double> hours);

enum class Tier { Local, Managed, SelfManaged };
[[nodiscard]] std::string tierTitle(Tier tier);  ///< "local single node (multi-GPU)"

struct Sizing {
    SizingRule rule = SizingRule::Replica;
    double bytesPerParameter = 0;
    double modelBytes = 0;  ///< b P
    long acceleratorsForModel = 0;  ///< g_model: cards for one copy of the model
    bool isFullySharded = false;  ///< these cards share all of the state (stage 3)
    /// Replica rule: memory of the fullest of these cards, part by part; empty if there is no model.
    MemoryNeed fullestCard;
    long replicas = 0;  ///< ceil(Q/r); 0 if nothing is served
    long acceleratorsForRequests = 0;  ///< g_qps: cards for all replicas
    long accelerators = 0, nodes = 0;
    /// g c h and m g c h, charged for whole nodes if they are rented whole; absent without hours
    std::optional<double> rawCostUsd, managedCostUsd;
    std::optional<Tier> tier;  ///< absent if no tier is affordable or the inputs are missing
    std::string hostingTierReason;
    std::string framework, collective;  ///< as named in Table 41.5.1 or Code 41.5.1
    std::vector<std::string> notes;
};

/// Errors (Input), with the pointer of the project field, or a key ("train_hours") for inputs that are not in a
/// project: a number out of range, axis coordination, more than a billion accelerators. Errors (Input, Refused): those of
/// fitModelCopy(), under the replica rule.
[[nodiscard]] Result<Sizing> computeSizing(const SizingNeed& need, SizingRule rule, const ToolTable& table);

/// True if the cards are sized by a model or a working set that training keeps in memory.
[[nodiscard]] bool hasSizedState(const SizingNeed& need);
/// True if the available machines, if set, hold fewer cards.
[[nodiscard]] bool exceedsMachines(const SizingNeed& need, long accelerators);
/// True if a plan of p cards can run what is sized: enough cards for the model and the requests, in whole groups of the
/// layout, and no more than are available. False if nothing is sized. Precondition: `sizing` belongs to `need`.
[[nodiscard]] bool planHoldsModel(const SizingNeed& need, const Sizing& sizing, int p);

/// toolsFor() the project, with the sharding row instead of the replicating row if slot 1 does not shard the model and a
/// copy does not fit on one card; `replacementReason` is then set. Precondition: `sizing` uses the replica rule and
/// belongs to the project.
struct FittingTools {
    ToolChoice choice;
    std::optional<std::string> replacementReason;
};
[[nodiscard]] FittingTools toolsThatFit(const ToolTable& table, const Project& project, const Sizing& sizing);
/// launchParametersOf() the project; the benchmark times the collectives of these tools.
[[nodiscard]] LaunchParameters launchParametersFor(const FittingTools& tools, const Project& project, int workers);

/// A result in which the two rules differ.
struct SizingDifference {
    std::string key;  ///< "gpus_for_model", "gpus_for_qps", "gpus", "nodes", "raw_cost_usd", "tier", "framework"
    std::string bookValue, replicaValue, reason;
};
/// Precondition: both sizings are for `need`.
[[nodiscard]] std::vector<SizingDifference> sizingDifferences(const SizingNeed& need, const Sizing& book,
                                                              const Sizing& replica);

}  // namespace scalewright
