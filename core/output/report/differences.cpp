#include "core/output/report/differences.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace scalewright {

namespace {

std::string oneLine(const Json& json)
{
    std::string text = writeJson(json);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

bool sameNumber(const Json::Number& was, const Json::Number& is)
{
    const double a = std::strtod(was.text.c_str(), nullptr), b = std::strtod(is.text.c_str(), nullptr);
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

void compare(const std::string& pointer, const Json& was, const Json& is, std::vector<Difference>& found)
{
    if (const Json::Object* members = was.asObject(); members && is.asObject()) {
        for (const auto& [key, value] : *members)
            if (const Json* other = is.find(key))
                compare(pointer + '/' + pointerToken(key), value, *other, found);
            else
                found.push_back({pointer + '/' + pointerToken(key), oneLine(value), ""});
        for (const auto& [key, value] : *is.asObject())
            if (!was.find(key))
                found.push_back({pointer + '/' + pointerToken(key), "", oneLine(value)});
        return;
    }
    if (const Json::Array* list = was.asArray(); list && is.asArray()) {
        const Json::Array& other = *is.asArray();
        for (std::size_t i = 0; i < std::max(list->size(), other.size()); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            if (i >= list->size())
                found.push_back({at, "", oneLine(other[i])});
            else if (i >= other.size())
                found.push_back({at, oneLine((*list)[i]), ""});
            else
                compare(at, (*list)[i], other[i], found);
        }
        return;
    }
    const bool same = was.asNumber() && is.asNumber() ? sameNumber(*was.asNumber(), *is.asNumber()) : was == is;
    if (!same)
        found.push_back({pointer, oneLine(was), oneLine(is)});
}

}  // namespace

std::vector<Difference> differencesOf(const Json& was, const Json& is)
{
    std::vector<Difference> found;
    compare("", was, is, found);
    return found;
}

}  // namespace scalewright
