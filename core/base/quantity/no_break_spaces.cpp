// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/no_break_spaces.h"

#include <algorithm>
#include <array>

#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"

namespace scalewright {

namespace {

bool isUnitName(std::string_view word)
{
    constexpr std::array<std::string_view, 7> unprefixedUnits{"%", "min", "h", "d", "USD", "USD/h", "1/s"};
    constexpr std::array<std::string_view, 14> bases{"B", "B/s", "bit", "bit/s", "FLOP", "FLOP/s", "FLOP/B",
                                                     "s", "s/B", "W",   "Wh",    "J",    "Hz",     "g"};
    constexpr std::array<std::string_view, 20> prefixes{"",  "k", "M", "G", "T", "P", "E",  "Z",  "Y",  "m",
                                                        "µ", "u", "n", "p", "f", "a", "Ki", "Mi", "Gi", "Ti"};
    if (contains(unprefixedUnits, word))
        return true;
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
        return word.starts_with(prefix) && contains(bases, word.substr(prefix.size()));
    });
}

}  // namespace

std::string withNoBreakSpaces(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ' && i > 1 && text[i - 1] == ')' && isDigit(text[i - 2]) && i + 1 < text.size() &&
            isDigit(text[i + 1])) {
            out += "\u00A0";
            continue;
        }
        if (text[i] != ' ' || i == 0 || !isDigit(text[i - 1])) {
            out += text[i];
            continue;
        }
        std::string_view word = text.substr(i + 1);
        word = word.substr(0, std::min(word.find_first_of(" ,;:()[]<>\"'\n|"), word.size()));
        while (word.ends_with('.'))
            word.remove_suffix(1);
        out += isUnitName(word) ? "\u00A0" : " ";
    }
    return out;
}

}  // namespace scalewright
