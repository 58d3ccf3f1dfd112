#include "core/output/answers/phrases.h"

#include <algorithm>
#include <utility>

namespace scalewright {

std::string shortNumber(double value)
{
    std::string text = significant(value);
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

std::string sentence(std::string text)
{
    if (text.empty())
        return text;
    const char last = text.back();
    text = capital(std::move(text));
    return last == '.' || last == '!' || last == '?' ? text : text + ".";
}

std::string firstStatement(const std::string& says)
{
    constexpr std::ptrdiff_t mostWords = 20;
    if (std::count(says.begin(), says.end(), ' ') < mostWords)
        return says;
    std::size_t end = says.size();
    for (const char* stop : {". ", "; ", ": ", ", and ", ", which ", ", so "})
        end = std::min(end, says.find(stop));
    return says.substr(0, end) + (says[std::min(end, says.size() - 1)] == '.' && end == says.size() ? "" : ".");
}

}  // namespace scalewright
