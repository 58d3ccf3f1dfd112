// Names of a list as people type them.
//
//     namesMatching("RTX4090", names);   // "NVIDIA GeForce RTX 4090"
//     namesMatching("10 GbE", names);    // "Ethernet, 10 Gbit/s", and not "Ethernet, 100 Gbit/s"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// Which of `names` may be meant, the best first, equal ones in their order. Case, blanks, hyphens and commas do not
/// count, and "GbE" and "Gbps" are Gbit/s. Best is the whole name, then all of its words that were typed, then a part
/// of it that cuts no number, then any part. A single character is no part.
[[nodiscard]] std::vector<std::size_t> namesMatching(std::string_view typed, const std::vector<std::string>& names);

/// The only name that holds what was typed; `names.size()` where none or several do, or where fewer than three
/// characters were.
[[nodiscard]] std::size_t onlyNameWith(std::string_view typed, const std::vector<std::string>& names);

}  // namespace scalewright
