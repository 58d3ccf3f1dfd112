// The provenance source of a figure measured on the machine that this program runs on.
#pragma once

#include <optional>
#include <string>

#include "core/project/document/baseline.h"

namespace scalewright {

/// The source of a figure measured here if nothing more is known about the machine.
inline constexpr const char* thisMachineSource = "this machine";

/// "this machine: AMD EPYC, 2 cores".
[[nodiscard]] std::string thisMachineSourceText(const std::string& processor, int cores);

/// The processor in such a source, "AMD EPYC"; empty for just "this machine"; nullopt for a figure that was not
/// measured on the machine that its program ran on.
[[nodiscard]] std::optional<std::string> measuredProcessor(const MaybeQuantity& figure);

/// Whether any figure comes from the catalogue, for a card or another machine.
[[nodiscard]] bool hasCatalogueFigures(const Machine& machine);

/// Whether an all-core ceiling is implausible: `all` cores reached less than `one`, comparing the intervals, or the
/// values if either has none. Something else used the machine during the measurement. False if either is absent.
[[nodiscard]] bool isBelowOneCore(const MaybeQuantity& all, const MaybeQuantity& one);

}  // namespace scalewright
