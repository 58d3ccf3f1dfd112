// SPDX-License-Identifier: GPL-3.0-or-later
// Splits text into lines, words and fields, for every file reader.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

[[nodiscard]] constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// Converts only ASCII letters.
[[nodiscard]] std::string lowerCase(std::string_view text);

/// Converts ASCII, accented Latin and Cyrillic letters.
[[nodiscard]] std::string lowerCaseLatinAndCyrillic(std::string_view text);

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

/// Splits at the separator; keeps spaces and empty fields. Does not interpret quotes: see csv.h.
[[nodiscard]] std::vector<std::string_view> splitFields(std::string_view line, char separator);

}  // namespace scalewright
