// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per parameter of a model: what training or serving keeps of each parameter besides activations and caches.
//
// A named state (resources/catalogue/states.json: "zero-16", "adam-8bit", "lora") has known parts. A typed total does
// not, so its size is known only where sharding divides none of it or all of it (ZeRO's stages 0 and 3).
//
//     modelStateOf(project.baseline.model->bytesPerParameter).value_or(ModelState{}).total()   // 16
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// The default is mixed-precision Adam (Rajbhandari et al. 2020; the book).
struct ModelState {
    double weights = 2;
    double gradients = 2;
    double shardedGradients = 0;  ///< a second copy of the gradients, sharded together with the optimizer
    double optimizer = 12;
    double undivided = 0;  ///< a total of unknown parts; all others are then 0
    std::string_view id = "zero-16";  ///< in the catalogue; empty for a total of unknown parts

    [[nodiscard]] static ModelState ofTotal(double bytes) { return {0, 0, 0, 0, bytes, {}}; }
    [[nodiscard]] double total() const { return weights + gradients + shardedGradients + optimizer + undivided; }
    [[nodiscard]] bool hasKnownParts() const { return undivided == 0; }
    /// What serving keeps: the weights, or the total if the parts are unknown.
    [[nodiscard]] double servingBytes() const { return hasKnownParts() ? weights : undivided; }
    bool operator==(const ModelState&) const = default;
};

struct NamedState {
    std::string id;  ///< "megatron-18": the value of "state" in project files
    std::string title;  ///< "gradients in fp32"
    std::string source;  ///< "Megatron-LM, … (2024-06)"
    ModelState state;
};

/// Those in resources/catalogue/states.json, read once. Errors: those of parseResource and parseNamedStates.
[[nodiscard]] const Result<std::vector<NamedState>>& namedStates();
[[nodiscard]] Result<std::vector<NamedState>> parseNamedStates(std::string_view text);
/// "zero-16, megatron-18, …", for messages and help.
[[nodiscard]] std::string namedStateIds();
/// nullptr if there is none (or the catalogue is missing).
[[nodiscard]] const NamedState* findNamedState(std::string_view id);

/// The total, from the catalogue, with the id as its source.
[[nodiscard]] Quantity quantityOf(const ModelState& state);
/// The state of bytes per parameter: a named one if the value is from quantityOf(), otherwise a total.
[[nodiscard]] ModelState modelStateOf(const Quantity& bytesPerParameter);

/// "18 bytes a parameter (gradients in fp32)"; "12 bytes a parameter" without a name.
[[nodiscard]] std::string titleOf(const ModelState& state);

}  // namespace scalewright
