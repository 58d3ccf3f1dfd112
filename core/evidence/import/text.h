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

/// In lower case, letters of ASCII only.
[[nodiscard]] std::string lowerCase(std::string_view text);

/// In lower case, Latin and Cyrillic letters too.
[[nodiscard]] std::string lowerCaseOfLetters(std::string_view text);

/// Without blanks and line ends at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Without their line ends; a carriage return before one goes too.
[[nodiscard]] std::vector<std::string_view> linesOf(std::string_view text);

/// Whether a list of words holds one.
[[nodiscard]] constexpr bool isAmong(const auto& words, const auto& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// What stands between blanks.
[[nodiscard]] std::vector<std::string_view> wordsIn(std::string_view line);

/// What stands between separators, blanks and empty fields kept. Quotes mean nothing here: csv.h knows them.
[[nodiscard]] std::vector<std::string_view> fieldsIn(std::string_view line, char separator);

}  // namespace scalewright
