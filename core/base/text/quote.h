// Text from outside, fit to be shown and written. A file keeps what it had; what a person sees goes through cleaned().
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// "text" in double quotes, fit for one line of a terminal: at most 48 bytes (then "…"), control characters and bytes
/// that are not UTF-8 as "?".
[[nodiscard]] std::string inQuotes(std::string_view text);

/// The text with U+FFFD for each byte that is not UTF-8 and each character that no page, terminal or XML should get:
/// controls (but line feed and tab; C1 too), non-characters, and what overrides the direction of writing (U+061C,
/// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), with which "0.61 %" reads as "16.0 %".
///     cleaned("a\x1b[31mb")   // "a�[31mb"
[[nodiscard]] std::string cleaned(std::string_view text);

/// JSON text in which the same characters are written as \uXXXX, which changes nothing of what it says. Precondition:
/// valid JSON in UTF-8, where they stand in strings only.
[[nodiscard]] std::string escapedJson(std::string_view json);

/// The length in bytes of the UTF-8 sequence that starts at `at`, or 0 where none does (overlong forms, surrogates
/// and what lies beyond U+10FFFF are none). Precondition: at < text.size().
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t at);

}  // namespace scalewright
