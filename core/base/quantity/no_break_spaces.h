// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a number on the same line as its unit in any text shown to people.
//
//     withNoBreakSpaces("the last bucket, 25 MB, is left")    // with a no-break space between 25 and MB
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// Replaces the blank between a number and % or a unit that formatAmount writes by U+00A0, also in "R(2) 0.0762": Qt
/// would break a number after its decimal point if another number in brackets precedes it. Everything else is
/// unchanged.
[[nodiscard]] std::string withNoBreakSpaces(std::string_view text);

}  // namespace scalewright
