// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text/message.h"

namespace scalewright {

namespace {

// Changes the first letter from one case to the other. Not inlined: GCC 12 at -O3 considers the first character of an
// empty text uninitialised.
[[gnu::noinline]] std::string changeFirstLetterCase(std::string text, char from, char to)
{
    const char first = text.empty() ? '\0' : text.front();
    if (first >= from && first < from + 26)
        text.replace(0, 1, 1, static_cast<char>(first - from + to));
    return text;
}

std::string joinList(const std::vector<std::string>& names, const char* beforeLast)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? beforeLast : ", ") + names[i];
    return text;
}

}  // namespace

std::string joinNonEmpty(const std::vector<std::string>& parts, std::string_view separator)
{
    std::string text;
    for (const std::string& part : parts) {
        if (part.empty())
            continue;
        if (!text.empty())
            text += separator;
        text += part;
    }
    return text;
}

std::string joinWithOr(const std::vector<std::string>& names)
{
    return joinList(names, " or ");
}

std::string joinWithAnd(const std::vector<std::string>& names)
{
    return joinList(names, " and ");
}

std::string capitalised(std::string text)
{
    return changeFirstLetterCase(std::move(text), 'a', 'A');
}

std::string uncapitalised(std::string text)
{
    return changeFirstLetterCase(std::move(text), 'A', 'a');
}

}  // namespace scalewright
