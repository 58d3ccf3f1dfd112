// SPDX-License-Identifier: GPL-3.0-or-later
// Explains in one sentence with numbers why a runner-up loses to a winner, and what would make it win: one input is
// moved until the two tie, then slightly past the tie, and rounded. The rounded value is checked again, so that the
// sentence is true.
//
//     const LossExplanation loss = explainLoss(model, cluster, trainer, 512, runnerUp, winner);
//     loss.reasonText;   // "8.4 % slower: pipeline bubble 18.2 % of a step against 6.1 %."
//     loss.changeText;   // "It wins with a batch of 1024 instead of 512."
#pragma once

#include <optional>

#include "core/model/layout/layout.h"

namespace scalewright {

/// An input that can be changed. Kernel efficiency is Trainer::kernels.peakShare.
enum class LayoutInput { Memory, Bandwidth, Bandwidth2, Alpha, Alpha2, Peak, MemoryBandwidth, Batch };
inline constexpr std::array allLayoutInputs{
    LayoutInput::Memory, LayoutInput::Batch, LayoutInput::Bandwidth2, LayoutInput::Bandwidth,
    LayoutInput::Alpha2, LayoutInput::Alpha, LayoutInput::Peak,       LayoutInput::MemoryBandwidth};
/// "memory", "bandwidth2", …: keys of --json.
[[nodiscard]] const char* layoutInputName(LayoutInput input);
[[nodiscard]] std::string titleOf(LayoutInput input);
/// The value with its unit: "50 GB/s".
[[nodiscard]] std::string inputValueText(LayoutInput input, double value);
[[nodiscard]] double inputValue(const ClusterSpec& cluster, double batch, LayoutInput input);

/// The conditions with one input changed.
struct LayoutConditions {
    ClusterSpec cluster;
    double batch = 1;
};
[[nodiscard]] LayoutConditions withInput(LayoutConditions conditions, LayoutInput input, double value);

enum class LossReason { Memory, Time, None };  ///< None: the runner-up does not lose

struct InputChange {
    LayoutInput input = LayoutInput::Memory;
    double from = 0, to = 0;  ///< `to` is rounded as in the sentence
    double tieValue = 0;           ///< value at which both are equally good
};

struct LossExplanation {
    LossReason reason = LossReason::None;
    double missingBytes = 0;   ///< LossReason::Memory: bytes missing on the fullest card
    double relativeSlowdown = 0;  ///< the runner-up's step time over the winner's, minus 1; negative if it is faster
    std::optional<LayoutTimePart> part;  ///< LossReason::Time: the part in which it loses the most time
    /// The change by the smallest factor that makes it win; absent if no single input does.
    std::optional<InputChange> change;
    std::string reasonText, changeText;
};

/// Whether `candidate` is better than `rival`: it fits, and the rival does not fit or is slower.
[[nodiscard]] bool isBetterLayout(const Transformer& model, const LayoutConditions& conditions, const Trainer& trainer,
                                  const ParallelLayout& candidate, const ParallelLayout& rival);

/// Inputs are moved by a factor of up to 100 in each direction; the batch only to multiples that both layouts divide.
/// Preconditions as for evaluateLayout(), for both layouts.
[[nodiscard]] LossExplanation explainLoss(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                          double batch, const ParallelLayout& runnerUp, const ParallelLayout& winner);

}  // namespace scalewright
