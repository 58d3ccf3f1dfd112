// SPDX-License-Identifier: GPL-3.0-or-later
// Searches all layouts of a model on a cluster for the best few by time, by cost and by free memory. Memory is checked
// before time; rejected layouts are counted by the first reason that applies (LeftOutReason). If times are equal, the
// layout that splits in fewer ways comes first. Kinds of layouts that no run was compared with (isCoveredByRuns()) do
// not win: the best of them comes second, if it is better than the winner.
//
//     const LayoutSearchResult found = searchLayouts(model, cluster, trainer, 512, {.cards = {64}});
//     found.byTime.front().layout;                                  // the fastest that fits
//     found.leftOutCounts[std::size_t(LeftOutReason::Memory)];      // how many do not fit
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/model/layout/layout.h"

namespace scalewright {

/// Kinds of layouts that a search can leave out.
enum class LayoutKind { Tensor, Context, Stages, Interleaving, Expert, Sharding, Recomputation };
template <>
inline constexpr auto enumNames<LayoutKind> =
    namedValues<LayoutKind>("kind of layout", {{LayoutKind::Tensor, "tensor"},
                                               {LayoutKind::Context, "context"},
                                               {LayoutKind::Stages, "stages"},
                                               {LayoutKind::Interleaving, "interleaving"},
                                               {LayoutKind::Expert, "expert"},
                                               {LayoutKind::Sharding, "sharding"},
                                               {LayoutKind::Recomputation, "recomputation"}});

struct LayoutSearchOptions {
    std::vector<int> cards;  ///< numbers of cards to try; empty: all of the cluster's cards
    int bestCount = 5;  ///< layouts kept per ordering, 1 … maximumKeptLayouts
    int maximumMicroBatch = 64;
    int maximumChunks = 8;
    int maximumContext = 64;
    /// Shortest part of a sequence that context parallelism leaves a card: that of the published runs that use it.
    double minimumContextTokens = 4096;
    std::vector<LayoutKind> without{};
    int threadCount = 0;  ///< 0: one per hardware thread
};
inline constexpr int maximumKeptLayouts = 64;

struct RankedLayout {
    ParallelLayout layout;
    double stepS = 0;
    double memoryBytes = 0;
    double cardSeconds = 0;  ///< per step, counting whole nodes; proportional to cost if the price per hour is the same
    bool isCompared = true;  ///< runs with layouts of its kind were compared with the trainer
    bool operator==(const RankedLayout&) const = default;
};

struct LayoutSearchResult {
    std::vector<RankedLayout> byTime, byCost, byMemory;
    /// Layouts that do not fit but would be faster than the fastest that does, fastest first.
    std::vector<RankedLayout> tooLarge;
    /// Layouts that do not fit, smallest first: a hint for when nothing fits.
    std::vector<RankedLayout> smallestTooLarge;
    std::uint64_t examinedCount = 0;  ///< all combinations of divisors
    std::uint64_t evaluatedCount = 0;  ///< layouts that fit and whose time was computed
    std::array<std::uint64_t, leftOutReasonCount> leftOutCounts{};
};

/// Errors: those from validate(); a number of cards below 1 or above the cluster's; Cancelled after a stop request.
[[nodiscard]] Result<LayoutSearchResult> searchLayouts(const Transformer& model, const ClusterSpec& cluster,
                                                       const Trainer& trainer, double batch,
                                                       const LayoutSearchOptions& choices,
                                                       const std::stop_token& stop = {});

/// The fewest cards on which a layout fits: up to the first of candidateCardCounts() that does, every number of cards is
/// tried (whole nodes, if these are more than 256). nullopt if none exists up to `maximumCards`, or if the batch has too
/// few sequences. Errors as for searchLayouts().
[[nodiscard]] Result<std::optional<int>> findFewestCards(const Transformer& model, const ClusterSpec& cluster,
                                                         const Trainer& trainer, double batch, int maximumCards = 4096);

/// Numbers of cards worth trying: divisors of a node, then numbers of whole nodes, doubling each time, then all cards.
[[nodiscard]] std::vector<int> candidateCardCounts(const ClusterSpec& cluster);
/// candidateCardCounts(), and every whole number of nodes between them; above 64 nodes only multiples of
/// nodeCountStep().
[[nodiscard]] std::vector<int> fineCardCounts(const ClusterSpec& cluster);
[[nodiscard]] int nodeCountStep(const ClusterSpec& cluster);

}  // namespace scalewright
