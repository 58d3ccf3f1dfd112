// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/phrases.h"

#include <algorithm>
#include <utility>

namespace scalewright {

std::string shortNumber(double value)
{
    std::string text = significantText(value);
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

std::string asSentence(std::string text)
{
    if (text.empty())
        return text;
    const char last = text.back();
    text = capitalised(std::move(text));
    return last == '.' || last == '!' || last == '?' ? text : text + ".";
}

std::string firstStatement(const std::string& text)
{
    constexpr std::ptrdiff_t maximumWords = 20;
    if (std::ranges::count(text, ' ') < maximumWords)
        return text;
    std::size_t end = text.size();
    for (const char* stop : {". ", "; ", ": ", ", and ", ", which ", ", so "})
        end = std::min(end, text.find(stop));
    return text.substr(0, end) + (text[std::min(end, text.size() - 1)] == '.' && end == text.size() ? "" : ".");
}

}  // namespace scalewright
