// SPDX-License-Identifier: GPL-3.0-or-later
// Makes text from outside safe to show and write. Files keep the original; text shown to people is passed through
// sanitised().
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// The text in double quotes, safe for one line of a terminal: at most 48 bytes (then "…"); control characters and
/// bytes that are not UTF-8 become "?".
[[nodiscard]] std::string inQuotes(std::string_view text);

/// The text with U+FFFD for each byte that is not UTF-8 and each character that is unsafe on a page, in a terminal or
/// in XML: controls (except line feed and tab; including C1), non-characters, and characters that override the writing
/// direction (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), with which "0.61 %" reads as "16.0 %".
///     sanitised("a\x1b[31mb")   // "a�[31mb"
[[nodiscard]] std::string sanitised(std::string_view text);

/// JSON text in which the same characters are written as \uXXXX, which does not change its meaning. Precondition: valid
/// JSON in UTF-8 that contains these characters only in strings.
[[nodiscard]] std::string escapeUnsafeJsonCharacters(std::string_view json);

/// The length in bytes of the UTF-8 sequence that starts at `start`; 0 if it is invalid (including overlong forms,
/// surrogates and code points above U+10FFFF). Precondition: start < text.size().
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t start);

}  // namespace scalewright
