// SPDX-License-Identifier: GPL-3.0-or-later
// Splits text into lines, words and fields, for every file reader.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ascii.h"

namespace scalewright {

[[nodiscard]] constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// A byte of a character beyond ASCII.
[[nodiscard]] constexpr bool isNonAscii(char c)
{
    return (static_cast<unsigned char>(c) & 0x80u) != 0;
}

/// Converts ASCII, accented Latin and Cyrillic letters.
[[nodiscard]] std::string lowerCaseLatinAndCyrillic(std::string_view text);

/// Removes accents from lower-case Latin letters: U+00C0 to U+017F.
[[nodiscard]] std::string withoutAccents(std::string_view text);

/// The text without leading and trailing spaces and line ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Lines do not include line ends; a carriage return before a line end is also removed.
[[nodiscard]] std::vector<std::string_view> splitLines(std::string_view text);

[[nodiscard]] constexpr bool isAmong(const auto& words, const auto& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Splits at spaces and tabs.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line);

/// Splits a text into lower-case words: ASCII letters, non-ASCII characters and, with `keepDigits`, digits; everything
/// else is a separator.
[[nodiscard]] std::vector<std::string> splitNameWords(std::string_view text, bool keepDigits = true);

/// A line of CSV; cells are quoted where necessary.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

/// Splits at the separator; keeps spaces and empty fields. Does not interpret quotes: see csv.h.
[[nodiscard]] std::vector<std::string_view> splitFields(std::string_view line, char separator);

}  // namespace scalewright
