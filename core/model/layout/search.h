// Every layout of a model on a cluster, and the best few: by time, by money, by memory to spare. Memory is asked before
// time; what is left out is counted by its first reason (LeftOut). Of equal times the layout that splits in fewer ways is first.
//
//     const LayoutSearch found = searchLayouts(model, cluster, trainer, 512, {.cards = {64}});
//     found.byTime.front().layout;                      // the fastest that fits
//     found.leftOut[std::size_t(LeftOut::Memory)];      // how many did not
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/model/layout/layout.h"

namespace scalewright {

struct LayoutChoices {
    std::vector<int> cards;  ///< numbers of cards that are tried; empty: all of the cluster's
    int best = 5;  ///< how many of each order are kept, 1 … mostKept
    int largestMicroBatch = 64;
    int mostChunks = 8;
    int mostContext = 64;
    int threads = 0;  ///< 0: as many as the machine has
};
inline constexpr int mostKept = 64;

struct RankedLayout {
    Layout layout;
    double stepS = 0;
    double memoryBytes = 0;
    double cardSeconds = 0;  ///< of a step, whole nodes: money where an hour has one price
    bool operator==(const RankedLayout&) const = default;
};

struct LayoutSearch {
    std::vector<RankedLayout> byTime, byMoney, byMemory;
    /// Does not fit and would be faster than the fastest that does, fastest first.
    std::vector<RankedLayout> tooLarge;
    /// Does not fit, the smallest first: the way in where nothing fits.
    std::vector<RankedLayout> smallest;
    std::uint64_t examined = 0;  ///< all combinations of divisors
    std::uint64_t evaluated = 0;  ///< of them, those that fit: their time was worked out
    std::array<std::uint64_t, leftOutReasons> leftOut{};
};

/// Errors: validate()'s; a number of cards that is no whole number from 1 to the cluster's. Cancelled where asked to
/// stop.
[[nodiscard]] Result<LayoutSearch> searchLayouts(const Transformer& model, const ClusterSpec& cluster,
                                                 const Trainer& trainer, double batch, const LayoutChoices& choices,
                                                 const std::stop_token& stop = {});

/// The least of cardCounts() up to `most` cards on which a layout fits; nullopt where none does, or the batch has no
/// sequence for so many. Error: as searchLayouts.
[[nodiscard]] Result<std::optional<int>> fewestCards(const Transformer& model, const ClusterSpec& cluster,
                                                     const Trainer& trainer, double batch, int most = 4096);

/// The numbers of cards worth a try: parts of a node that divide it, then whole nodes, doubling, and all.
[[nodiscard]] std::vector<int> cardCounts(const ClusterSpec& cluster);
/// Those, and every whole number of nodes between them; of more than 64 nodes every nodeStep()th.
[[nodiscard]] std::vector<int> nodeCounts(const ClusterSpec& cluster);
[[nodiscard]] int nodeStep(const ClusterSpec& cluster);

}  // namespace scalewright
