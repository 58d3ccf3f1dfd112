// Mutations that keep JSON valid, so that the code after the parser is reached: a member is set, copied, moved or
// removed, a number made extreme, a text cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scalewright::fuzz {

/// Another document from that one; empty where it is no JSON. `seed` decides all.
[[nodiscard]] std::string mutatedJson(std::string_view document, std::uint32_t seed);

}  // namespace scalewright::fuzz
