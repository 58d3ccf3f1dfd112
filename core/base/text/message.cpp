#include "core/base/text/message.h"

namespace scalewright {

namespace {

// The first letter from one alphabet of 26 into the other. Not inlined: GCC 12 at -O3 takes the first of an empty text
// for uninitialised.
[[gnu::noinline]] std::string recased(std::string text, char from, char to)
{
    const char first = text.empty() ? '\0' : text.front();
    if (first >= from && first < from + 26)
        text.replace(0, 1, 1, static_cast<char>(first - from + to));
    return text;
}

}  // namespace

std::string joined(const std::vector<std::string>& parts, std::string_view separator)
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

std::string capital(std::string text)
{
    return recased(std::move(text), 'a', 'A');
}

std::string lowered(std::string text)
{
    return recased(std::move(text), 'A', 'a');
}

}  // namespace scalewright
