// SPDX-License-Identifier: GPL-3.0-or-later
// The number formats for which peak arithmetic is quoted: a card has one peak per format, and the peaks differ by a
// factor of up to twenty.
//
//     numberFormatOf(target.peakFlops->provenance);   // "bf16" for the catalogue's "bf16, dense, without sparsity"
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/quantity/quantity.h"

namespace scalewright {

inline constexpr std::array<std::string_view, 6> numberFormats{"fp64", "fp32", "tf32", "bf16", "fp16", "fp8"};

/// The first word of the conditions; empty if it is not one of these formats.
[[nodiscard]] constexpr std::string_view numberFormatOf(const Provenance& provenance)
{
    const std::string_view conditions = provenance.conditions;
    const std::string_view first = conditions.substr(0, conditions.find_first_of(", "));
    const auto* const found = std::ranges::find(numberFormats, first);
    return found != numberFormats.end() ? *found : std::string_view();
}

}  // namespace scalewright
