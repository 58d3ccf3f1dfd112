// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of T_comp for a model that does not fit on one machine, where the step cannot be timed.
//
//     estimateComputeTime(project)->asTyped    // "6 FLOP*7B*512*2048/(0.4*312 TFLOP/s)", 353 s
//     scaleFromFewerLayers(project, typed(0.5), 2)->value   // 0.5 s x 32/2 = 8 s
//
// Both are assumed; their text is arithmetic that the T_comp field and --set accept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error/result.h"
#include "core/project/document/field.h"

namespace scalewright {

struct Project;

/// Whether the project has a model whose T_comp is not set or was estimated.
[[nodiscard]] bool mayEstimateComputeTime(const Project& project);

/// Share of the peak that training large models reaches, and its source.
struct TrainingEfficiency {
    double peakShare = 0;
    std::string source;
};
/// That in resources/catalogue/efficiency.json, read once. Errors: those of parseResource and parseTrainingEfficiency.
[[nodiscard]] const Result<TrainingEfficiency>& trainingEfficiency();
[[nodiscard]] Result<TrainingEfficiency> parseTrainingEfficiency(std::string_view text);

/// 6 x parameters x tokens / (share x peak): two FLOP for each parameter and token forward, four backward. Tokens are
/// the batch times the sequence; the peak is the target's, otherwise this machine's; of a mixture of experts, the
/// parameters that a token passes count. `peakShare`: instead of that of trainingEfficiency(). Errors (Input), with
/// pointers: each of these that is not set.
[[nodiscard]] Result<Quantity> estimateComputeTime(const Project& project, std::optional<double> peakShare = {});

/// The time of a step of the same model with fewer layers, times all layers over those. Embedding and head are assumed
/// to take a proportional share. Errors (Input): the model's layers are not set or fewer than `layers`.
[[nodiscard]] Result<Quantity> scaleFromFewerLayers(const Project& project, const Quantity& measured, double layers);

}  // namespace scalewright
