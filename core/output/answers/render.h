// SPDX-License-Identifier: GPL-3.0-or-later
// Renders an answer as text for a terminal and as JSON for a program.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/json/json.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// Quiet: only the headline. Short: the table, then headline, reason and next step. Explained: everything.
enum class Verbosity { Quiet, Short, Explained };

inline constexpr std::size_t answerWidth = 100;  ///< maximum characters per line outside the table

/// Ends with a newline; empty if the answer is empty. Lines outside the table are wrapped between words at answerWidth;
/// longer words are not broken. Details are grouped by label, and each label is printed once.
[[nodiscard]] std::string toText(const Answer& answer, Verbosity verbosity);

/// {"headline", "because", "next": {"says", "command", "pointer"}, "sure": {"basis", "clarity", "note", "why"},
/// "details": [{"kind", "label", "says"}]}. Empty members are omitted; an empty headline or because is "". The table's
/// rows are in the command's own "rows".
[[nodiscard]] Json::Object toJson(const Answer& answer);

/// Headline and reason as sentences on one line, as shown below the question on a page.
[[nodiscard]] std::string headlineWithReason(const std::string& headline, const std::string& because);

}  // namespace scalewright
