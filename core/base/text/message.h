// SPDX-License-Identifier: GPL-3.0-or-later
// Messages from core to people: an English format string with placeholders. Numbers and amounts are formatted before
// they are passed as arguments (core/base/quantity).
//
//     formatMessage("at p = {} a step takes {}", p, timeText(t));  // "at p = 16 a step takes 2.1 ms"
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/core.h>

namespace scalewright {

/// A literal with one {} per argument, checked at compile time. {{ and }} produce literal braces.
template <std::size_t Arguments>
class MessageFormat {
public:
    template <std::size_t N>
    consteval MessageFormat(const char (&literal)[N]) : m_text(literal, N - 1)
    {
        std::size_t places = 0;
        for (std::size_t i = 0; i + 1 < N; ++i) {
            if (literal[i] != '{' && literal[i] != '}')
                continue;
            if (literal[i] == '{' && literal[i + 1] == '}')
                ++places;
            else if (literal[i + 1] != literal[i])
                throw "a placeholder must be {}: format numbers before passing them";
            ++i;
        }
        if (places != Arguments)
            throw "the number of arguments differs from the number of placeholders";
    }

    [[nodiscard]] std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

/// Formats a message; arguments are text or whole numbers.
template <class... Arguments>
[[nodiscard]] std::string formatMessage(std::type_identity_t<MessageFormat<sizeof...(Arguments)>> wording,
                                        const Arguments&... arguments)
{
    static_assert(((!std::floating_point<Arguments> && !std::same_as<Arguments, bool>)&&...),
                  "arguments must be text or whole numbers: format other numbers first");
    return fmt::vformat(wording.text(), fmt::make_format_args(arguments...));
}

/// Joins the non-empty parts with `separator`, such as ", ".
[[nodiscard]] std::string joinNonEmpty(const std::vector<std::string>& parts, std::string_view separator);
/// "a, b or c"
[[nodiscard]] std::string joinWithOr(const std::vector<std::string>& names);
/// "a, b and c"
[[nodiscard]] std::string joinWithAnd(const std::vector<std::string>& names);
/// Changes the first letter to upper case for the start of a sentence, or to lower case for use within one
/// ("All-reduce" -> "all-reduce").
[[nodiscard]] std::string capitalised(std::string text);
[[nodiscard]] std::string uncapitalised(std::string text);

/// "1 file", "6 files"
[[nodiscard]] inline std::string countWithNoun(long number, const char* noun)
{
    return formatMessage("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace scalewright
