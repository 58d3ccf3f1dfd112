// What core says to a person: an English wording and what stands in its places. A number or an amount is formatted
// before it becomes an argument (core/base/quantity).
//
//     say("at p = {} a step takes {}", p, timeText(t));  // "at p = 16 a step takes 2.1 ms"
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/core.h>

namespace scalewright {

/// A literal with as many {} as there are arguments; checked when it is compiled. {{ and }} stand for { and }.
template <std::size_t Arguments>
class Wording {
public:
    template <std::size_t N>
    consteval Wording(const char (&literal)[N]) : m_text(literal, N - 1)
    {
        std::size_t places = 0;
        for (std::size_t i = 0; i + 1 < N; ++i) {
            if (literal[i] != '{' && literal[i] != '}')
                continue;
            if (literal[i] == '{' && literal[i + 1] == '}')
                ++places;
            else if (literal[i + 1] != literal[i])
                throw "a place is {}: numbers are formatted before they are said";
            ++i;
        }
        if (places != Arguments)
            throw "as many arguments as places";
    }

    [[nodiscard]] std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

/// The wording with these arguments: texts and whole numbers.
template <class... Arguments>
[[nodiscard]] std::string say(std::type_identity_t<Wording<sizeof...(Arguments)>> wording,
                              const Arguments&... arguments)
{
    static_assert(((!std::floating_point<Arguments> && !std::same_as<Arguments, bool>)&&...),
                  "an argument is a text or a whole number: other numbers are formatted first");
    return fmt::vformat(wording.text(), fmt::make_format_args(arguments...));
}

/// "a", ", ", "b": parts that say nothing are left out.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator);
/// For the start of a sentence; for a place within one ("All-reduce" -> "all-reduce").
[[nodiscard]] std::string capital(std::string text);
[[nodiscard]] std::string lowered(std::string text);

/// "1 file", "6 files"
[[nodiscard]] inline std::string countedText(long number, const char* one)
{
    return say("{} {}{}", number, one, number == 1 ? "" : "s");
}

}  // namespace scalewright
