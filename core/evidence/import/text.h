// Lines, words and fields of a text, for every reader of files.
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

/// Without leading and trailing blanks and line ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Without line ends; a carriage return before a line end is removed too.
[[nodiscard]] std::vector<std::string_view> splitLines(std::string_view text);

[[nodiscard]] constexpr bool isAmong(const auto& words, const auto& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Split at blanks and tabs.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line);

/// Split at the separator; keeps blanks and empty fields. Quotes are not interpreted: see csv.h.
[[nodiscard]] std::vector<std::string_view> splitFields(std::string_view line, char separator);

}  // namespace scalewright
