// An answer as text for a terminal and as JSON for a program.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/json/json.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// Quiet: the headline alone. Short: the table, then headline, because and next. Explained: all.
enum class Verbosity { Quiet, Short, Explained };

inline constexpr std::size_t answerWidth = 100;  ///< characters of a line beside the table

/// Ends with a newline; empty where the answer says nothing. Lines beside the table are broken between words at
/// answerWidth, a word that is longer stays whole. Details stand under their labels, each label once.
[[nodiscard]] std::string toText(const Answer& answer, Verbosity verbosity);

/// {"headline", "because", "next": {"says", "command", "pointer"}, "sure": {"basis", "clarity", "note", "why"},
/// "details": [{"kind", "label", "says"}]}; what is empty is left out, headline and because are "". The table's rows are
/// the command's own "rows".
[[nodiscard]] Json::Object toJson(const Answer& answer);

/// Headline and because, a sentence each, in one line: what a page says under its question.
[[nodiscard]] std::string lineText(const std::string& headline, const std::string& because);

}  // namespace scalewright
