// Why a runner-up loses to a winner, in one sentence with numbers, and what would make it win: one input moved until
// the two tie, then a little past it, rounded to what the sentence says and asked again. What is said holds.
//
//     const WhyNot why = whyNot(model, cluster, trainer, 512, runnerUp, winner);
//     why.because;   // "8.4 % slower: pipeline bubble 18.2 % of a step against 6.1 %."
//     why.whatChanges;    // "It wins with a batch of 1024 instead of 512."
#pragma once

#include <optional>

#include "core/model/layout/layout.h"

namespace scalewright {

/// An input of the question that can move. Efficiency is Trainer::kernels.share.
enum class LayoutInput { Memory, Bandwidth, Bandwidth2, Alpha, Alpha2, Peak, MemoryBandwidth, Batch };
inline constexpr std::array allLayoutInputs{
    LayoutInput::Memory, LayoutInput::Batch, LayoutInput::Bandwidth2, LayoutInput::Bandwidth,
    LayoutInput::Alpha2, LayoutInput::Alpha, LayoutInput::Peak,       LayoutInput::MemoryBandwidth};
/// "memory", "bandwidth2", … : keys of --json.
[[nodiscard]] const char* layoutInputName(LayoutInput input);
[[nodiscard]] std::string titleOf(LayoutInput input);
/// With its unit: "50 GB/s".
[[nodiscard]] std::string valueText(LayoutInput input, double value);
[[nodiscard]] double valueOf(const ClusterSpec& cluster, double batch, LayoutInput input);

/// A question with an input set.
struct LayoutQuestion {
    ClusterSpec cluster;
    double batch = 1;
};
[[nodiscard]] LayoutQuestion withInput(LayoutQuestion question, LayoutInput input, double value);

enum class LosesBy { Memory, Time, Nothing };  ///< Nothing: it does not lose

struct InputChange {
    LayoutInput input = LayoutInput::Memory;
    double from = 0, to = 0;  ///< `to` as the sentence says it
    double tie = 0;           ///< where the two are equally good
};

struct WhyNot {
    LosesBy by = LosesBy::Nothing;
    double shortBytes = 0;   ///< LosesBy::Memory: what the fullest card lacks
    double slowerShare = 0;  ///< step of the runner-up over the winner's, less 1; negative where it is faster
    std::optional<LayoutPart> part;  ///< that it loses most by; LosesBy::Time
    std::optional<InputChange> change;  ///< the smallest factor that makes it win; absent: no input alone does
    std::string because, whatChanges;
};

/// Whether `one` beats `other`: it fits, and the other does not or is slower.
[[nodiscard]] bool wins(const Transformer& model, const LayoutQuestion& question, const Trainer& trainer,
                        const Layout& one, const Layout& other);

/// Inputs move by up to 100 each way; the batch to multiples that both layouts divide. Precondition: evaluate()'s for
/// both.
[[nodiscard]] WhyNot whyNot(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                            const Layout& runnerUp, const Layout& winner);

}  // namespace scalewright
