// What a person typed, as it stands in a message.
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// "text" in double quotes, fit for one line of a terminal: at most 48 bytes (then "…"), control characters and bytes
/// that are not UTF-8 as "?".
[[nodiscard]] std::string inQuotes(std::string_view text);

/// The length in bytes of the UTF-8 sequence that starts at `at`, or 0 where none does (overlong forms, surrogates
/// and what lies beyond U+10FFFF are none). Precondition: at < text.size().
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t at);

}  // namespace scalewright
