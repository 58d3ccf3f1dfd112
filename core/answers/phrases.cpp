#include "core/answers/phrases.h"

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

}  // namespace scalewright
