// Mutations that keep JSON valid, so that what is behind the parser is reached: a member set, copied, moved or taken
// away, a number made extreme, a text cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scalewright::fuzz {

/// Another document from that one; empty where it is no JSON. `seed` decides all.
[[nodiscard]] std::string mutatedJson(std::string_view document, std::uint32_t seed);

}  // namespace scalewright::fuzz
