// Where a figure of the machine that this program runs on is from, as a provenance's source says it.
#pragma once

#include <optional>
#include <string>

#include "core/project/baseline.h"

namespace scalewright {

/// The source of a figure measured here, where nothing more is said of the machine.
inline constexpr const char* thisMachine = "this machine";

/// "this machine: AMD EPYC, 2 cores".
[[nodiscard]] std::string thisMachineNamed(const std::string& processor, int cores);

/// The processor that such a source names, "AMD EPYC"; empty where it says no more than "this machine"; nullopt of a
/// figure that was not measured on the machine that its program ran on.
[[nodiscard]] std::optional<std::string> measuredOn(const MaybeQuantity& figure);

/// Some figure of it is a card's or another machine's from the catalogue.
[[nodiscard]] bool hasCatalogueFigures(const Machine& machine);

}  // namespace scalewright
