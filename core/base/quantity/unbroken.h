// A number stays on the line of its unit, in any text for people.
//
//     unbroken("the last bucket, 25 MB, is left")    // with a no-break space between 25 and MB
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// The same text with U+00A0 for the blank between a number and a unit that formatAmount writes, or %, and for the one
/// of "R(2) 0.0762": Qt breaks a number behind its point where another one in brackets stands before it. Nothing else
/// is touched.
[[nodiscard]] std::string unbroken(std::string_view text);

}  // namespace scalewright
