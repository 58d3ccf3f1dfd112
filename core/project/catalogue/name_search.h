// SPDX-License-Identifier: GPL-3.0-or-later
// Finds names in a list from what people type.
//
//     findMatchingNames("RTX4090", names);   // "NVIDIA GeForce RTX 4090"
//     findMatchingNames("10 GbE", names);    // "Ethernet, 10 Gbit/s", and not "Ethernet, 100 Gbit/s"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// Indices of the matching names, best first; ties keep their order. Case, blanks, hyphens and commas are ignored;
/// "GbE" and "Gbps" mean Gbit/s. The whole name is the best match, then a name with all the typed words, then a part
/// that does not split a number, then any part. A single character matches only a whole name.
[[nodiscard]] std::vector<std::size_t> findMatchingNames(std::string_view typed, const std::vector<std::string>& names);

/// The only name that contains the typed text; `names.size()` if no name or several names do, or if fewer than three
/// characters were typed.
[[nodiscard]] std::size_t findUniqueMatch(std::string_view typed, const std::vector<std::string>& names);

}  // namespace scalewright
