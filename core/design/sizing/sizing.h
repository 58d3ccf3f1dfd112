// How many accelerators a model and its requests need, on how many nodes, in which tier, with which framework (book
// 41.5).
//
//     Sizing right = size({.parameters = 70e9, .requestsPerS = 200, .axis = Axis::Inference}, SizingRule::Replica, table).value();
//     right.accelerators;   // 10: five replicas of two cards; the book's rule says 14
//
// Two rules. SizingRule::Book is Code 41.5.1 as printed, with its bytes per parameter settable:
//     g_model = max(1, ceil(floor(b P)/floor(M))) in GB, b = 16 · g_qps = max(1, ceil(Q/r)) · g = max(g_model, g_qps)
//     nodes = max(1, ceil(g/k)) · cost = g c h
//     tier: local where g <= k and the data are below 1 TB; managed where m cost <= budget and nodes <= 4; else self-managed
// SizingRule::Replica is what the section's own text asks for:
//     g_model: the fewest cards that hold one copy, headroom left on each (core/design/sizing/copy_fit.h); b = 16 to train, 2 to serve; without a model 1 where requests are served, else 0
//     a replica takes g_model cards: g = ceil(Q/r) g_model where it serves, g_model where it trains
//     training that replicates what does not fit on one card is sharded instead, and so is stage 1 or 2 where what it keeps whole does not
//     tier: local where one node holds it and its cost is within the budget; else, of managed and self-managed, those within the
//     budget, and of both managed where m g c h <= g c h + v T_ops
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/design/tools/launch.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/memory/memory.h"

namespace scalewright {

enum class SizingRule { Book, Replica };

/// What Code 41.5.1 takes, in base units. The defaults are its constants.
struct SizingNeed {
    double parameters = 0;  ///< P; 0: no model
    std::optional<Transformer> model;  ///< whose P those are: with a shape, activations or the cache are told
    MemoryLayout layout;  ///< of one copy in training: what slot 1 says of it
    double cacheTokens = 0;  ///< that one replica holds at once, context x requests; 0: not known
    double datasetBytes = 0;
    double requestsPerS = 0;  ///< Q; 0: nothing is served
    int planWorkers = 0;  ///< cards that the plan runs on: the replica rule rents no fewer to train; 0: no plan
    Axis axis = Axis::Training;  ///< not Axis::Coordination, which Code 41.5.1 has not
    std::optional<double> hours;  ///< h; absent: nothing can be priced
    std::optional<double> budgetUsd;

    std::optional<double> bytesPerParameter;  ///< b; absent: the rule's own
    double memoryBytes = 80e9;  ///< M, of one accelerator
    int acceleratorsPerNode = 8;  ///< k
    double priceUsdPerHour = 2.5;  ///< c, of one accelerator
    bool wholeNodes = false;  ///< c is a share of a node's price, and a node is rented whole
    double premium = 1.6;  ///< m
    double requestsPerReplicaPerS = 40;  ///< r
    std::optional<double> opsHours, hourValueUsd;  ///< T_ops and v, of an operator
};

struct Project;
/// What a project says of it: its model and dataset, its demand, the cards and prices of its target, its budget; a run
/// of the plan's `hours`. The memory of the machine that was profiled stands in for the target's; what nothing says is
/// Code 41.5.1's constant. The axis is that of the design's collective (Table 41.5.1), else serving's where requests
/// are asked for, else training's.
[[nodiscard]] SizingNeed sizingNeedOf(const Project& project, const ToolTable& table, std::optional<double> hours);

enum class Tier { Local, Managed, SelfManaged };
[[nodiscard]] std::string tierTitle(Tier tier);  ///< "local single node (multi-GPU)"

struct Sizing {
    SizingRule rule = SizingRule::Replica;
    double bytesPerParameter = 0;
    double modelBytes = 0;  ///< b P
    long acceleratorsForModel = 0;  ///< g_model: of one copy of the model
    bool shardedWhole = false;  ///< those share all of its state (stage 3)
    MemoryNeed onCard;  ///< the replica rule's: what the fullest of those holds, part by part; empty where b was given
        ///< to train or there is no model
    long replicas = 0;  ///< ceil(Q/r); 0 where nothing is served
    long acceleratorsForRequests = 0;  ///< g_qps: of all replicas
    long accelerators = 0, nodes = 0;
    /// G c h and m g c h, of whole nodes where those are rented; absent without hours
    std::optional<double> rawCostUsd, managedCostUsd;
    std::optional<Tier> tier;  ///< absent where none is affordable or it cannot be told
    std::string tierReason;
    std::string framework, collective;  ///< in the words of Table 41.5.1, or of Code 41.5.1
    std::vector<std::string> notes;
};

/// Errors (Input), with the pointer of the project's field, or the key ("train_hours") of what no project has: a number
/// out of range, axis coordination, more than a billion accelerators. Error (Refused): copyFit's, by the replica rule.
[[nodiscard]] Result<Sizing> size(const SizingNeed& need, SizingRule rule, const ToolTable& table);

/// toolsFor() of the project, with the row of sharding instead of the one that replicates where a copy does not fit on
/// one card; `why` says so. Precondition: `right` is the replica rule's, of the project's need.
struct FittingTools {
    ToolChoice choice;
    std::optional<std::string> why;
};
[[nodiscard]] FittingTools toolsThatFit(const ToolTable& table, const Project& project, const Sizing& right);
/// launchTermsOf() of the project, whose benchmark times what those tools exchange.
[[nodiscard]] LaunchTerms launchTermsThatFit(const FittingTools& tools, const Project& project, int workers);

/// One answer on which the two rules part.
struct SizingDifference {
    std::string key;  ///< "gpus_for_model", "gpus_for_qps", "gpus", "nodes", "raw_cost_usd", "tier", "framework"
    std::string book, replica, why;
};
/// Preconditions: both are of that need.
[[nodiscard]] std::vector<SizingDifference> differences(const SizingNeed& need, const Sizing& book,
                                                        const Sizing& replica);

}  // namespace scalewright
