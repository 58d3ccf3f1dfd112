// Where a figure of the machine that this program runs on is from, as a provenance's source says it.
#pragma once

#include <optional>
#include <string>

#include "core/project/document/baseline.h"

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

/// A ceiling of all cores that cannot be: `all` of them reached less than `one` did, beyond both intervals, or by value
/// where one of them has none. Something else used the machine while it was measured. false where either is absent.
[[nodiscard]] bool isBelowOneCore(const MaybeQuantity& all, const MaybeQuantity& one);

}  // namespace scalewright
