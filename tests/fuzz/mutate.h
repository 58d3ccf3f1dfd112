// SPDX-License-Identifier: GPL-3.0-or-later
// Mutations that keep JSON valid, so that the code behind the parser is reached: members are set, copied, moved or
// removed, numbers made extreme, strings cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scalewright::fuzz {

/// Returns a mutated copy of the document, empty if it is not JSON. `seed` determines the result.
[[nodiscard]] std::string mutatedJson(std::string_view document, std::uint32_t seed);

}  // namespace scalewright::fuzz
