// SPDX-License-Identifier: GPL-3.0-or-later
// The provenance source of figures measured on the machine that runs this program.
#pragma once

#include <optional>
#include <string>

#include "core/project/document/baseline.h"

namespace scalewright {

/// Source of a figure measured here when nothing more is known about the machine.
inline constexpr const char* thisMachineSource = "this machine";

/// For example "this machine: AMD EPYC, 2 cores".
[[nodiscard]] std::string thisMachineSourceText(const std::string& processor, int cores);

/// The processor named in such a source, for example "AMD EPYC"; empty for just "this machine"; nullopt if the figure
/// was not measured on the machine that ran the program.
[[nodiscard]] std::optional<std::string> measuredProcessor(const MaybeQuantity& figure);

/// Whether any figure comes from the catalogue entry of a card or another machine.
[[nodiscard]] bool hasCatalogueFigures(const Machine& machine);

/// Whether an all-core ceiling is implausible because `all` is below `one`, comparing intervals, or values if either
/// has no interval. It means that something else used the machine during the measurement. False if either is missing.
[[nodiscard]] bool isBelowOneCore(const MaybeQuantity& all, const MaybeQuantity& one);

}  // namespace scalewright
