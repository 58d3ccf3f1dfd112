// SPDX-License-Identifier: GPL-3.0-or-later
// ASCII digits and letters; other characters are neither, and are not changed.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace scalewright {

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

[[nodiscard]] constexpr char lowerCaseOf(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] inline std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), lowerCaseOf);
    return lower;
}

}  // namespace scalewright
