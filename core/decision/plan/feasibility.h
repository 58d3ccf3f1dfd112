// SPDX-License-Identifier: GPL-3.0-or-later
// Which numbers of workers a design can use: those whose share of the state fits in memory, for which machines are
// available, and which the batch and the layout of a model copy allow.
//
//     const FeasibleWorkers feasible(project.baseline, project, model, ladder);
//     feasible.findProblem(2)->reason;   // "each of 2 workers would hold 42.0 GB of 24.0 GB, …"
//     feasible.smallestP();              // 4: 84 GB in 4 parts of 21 GB
//
// p workers are N copies of the model, each over k = tensor parallel x stages x context parallel workers. What a worker
// holds follows from slot 1, or from the pattern of slot 2 if slot 1 is empty (assumptionNote()):
//
//     state                     on the fullest worker
//     replicated                the whole state, divided over the k workers of a copy
//     sharded, stage 3          1/p, or what the memory model says if the model is described
//     sharded, stage 1 or 2     by the memory model; unknown without a model, because only a part is divided
//     on parameter servers      1/s on each of s servers; p + s machines unless every worker's machine runs a server
//     divided data              1/p: index shards, and the partitions of a dataset
//     serving                   a replica's weights and cache, over its k cards; without a layout, the fewest that hold
//                               them
//
// At most 95 % of a memory is usable (core/model/memory). A run that succeeded under the proposal's conditions
// overrides memory, batch and layout. A quantity that is not set excludes nothing; missingNote() names it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"

namespace scalewright {

struct Baseline;
struct MeasuredLadder;
struct Proposal;

enum class FeasibilityLimit { Layout, Batch, Neighbours, Memory, Storage, Machines };

template <>
inline constexpr auto enumNames<FeasibilityLimit> =
    namedValues<FeasibilityLimit>("limit", {{FeasibilityLimit::Layout, "layout", "the layout does not divide them"},
                                            {FeasibilityLimit::Batch, "batch", "the batch has too few examples"},
                                            {FeasibilityLimit::Neighbours, "neighbours", "too few for the neighbours"},
                                            {FeasibilityLimit::Memory, "memory", "not enough memory"},
                                            {FeasibilityLimit::Storage, "storage", "not enough storage"},
                                            {FeasibilityLimit::Machines, "machines", "not enough machines"}});

/// Why a p cannot be used.
struct FeasibilityProblem {
    FeasibilityLimit limit = FeasibilityLimit::Memory;
    std::string reason;  ///< with the numbers: "5 workers need 5 machines, and 4 are available"
    bool operator==(const FeasibilityProblem&) const = default;
};

enum class StateDistribution { Unknown, Replicated, Sharded, PartlySharded, OnServers, Divided, Serving };

/// The distribution of slot 1, or of the pattern if slot 1 is empty.
[[nodiscard]] StateDistribution stateDistributionOf(const Baseline& baseline, const Proposal& proposal);

class FeasibleWorkers {
public:
    /// No p is excluded.
    FeasibleWorkers();
    /// `ladder`: the shown ladder, if its runs were made under the proposal's conditions; otherwise nullptr.
    FeasibleWorkers(const Baseline& baseline, const Proposal& proposal, const MeasuredLadder* ladder);

    /// The first problem at this p, in the order of FeasibilityLimit; absent if p is feasible. Precondition: p >= 1.
    [[nodiscard]] std::optional<FeasibilityProblem> findProblem(int p) const;
    [[nodiscard]] bool contains(int p) const;

    /// The smallest and the largest feasible p in [1, searchedP]; absent if none is feasible.
    [[nodiscard]] std::optional<int> smallestP(int searchedP = defaultSearchedP) const;
    [[nodiscard]] std::optional<int> largestP(int searchedP = defaultSearchedP) const;
    /// The smallest p in [1, searchedP] that is feasible if any number of machines is available.
    [[nodiscard]] std::optional<int> smallestPOnAnyMachines(int searchedP = defaultSearchedP) const;

    struct Range {
        int first = 1, last = 1;
        bool operator==(const Range&) const = default;
    };
    /// Maximal ranges of infeasible p in [1, lastP], for charts.
    [[nodiscard]] std::vector<Range> infeasibleRanges(int lastP) const;

    /// Why no p is feasible, in one sentence; empty if one is.
    [[nodiscard]] std::string whyNone() const;

    [[nodiscard]] std::optional<int> availableWorkers() const;
    /// Parameter servers that need machines besides those of p workers.
    [[nodiscard]] int serversWithOwnMachines(int p) const;
    [[nodiscard]] StateDistribution distribution() const;
    /// k: the workers over which one copy of the model, or one serving replica, is divided.
    [[nodiscard]] int workersInCopy() const;
    /// Bytes on the fullest worker (or server) at p; absent if unknown. Precondition: the layout divides p.
    [[nodiscard]] std::optional<double> bytesAt(int p) const;
    /// 95 % of one worker's memory; absent if unknown.
    [[nodiscard]] std::optional<double> usableBytes() const;
    /// What is assumed for slot 1, the micro-batch or a replica without a layout; otherwise empty.
    [[nodiscard]] const std::string& assumptionNote() const;
    /// Names the quantity without which memory excludes no p; empty if it is known.
    [[nodiscard]] const std::string& missingNote() const;

    static constexpr int defaultSearchedP = 1 << 16;

private:
    struct Inputs;
    std::shared_ptr<const Inputs> m_inputs;
};

}  // namespace scalewright
