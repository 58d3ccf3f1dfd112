// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/differences.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace scalewright {

namespace {

std::string singleLineJson(const Json& json)
{
    std::string text = writeJson(json);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

bool isSameNumber(const Json::Number& before, const Json::Number& after)
{
    const double a = std::strtod(before.text.c_str(), nullptr), b = std::strtod(after.text.c_str(), nullptr);
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

void collectDifferences(const std::string& pointer, const Json& before, const Json& after,
                        std::vector<Difference>& differences)
{
    if (const Json::Object* members = before.asObject(); members && after.asObject()) {
        for (const auto& [key, value] : *members)
            if (const Json* other = after.find(key))
                collectDifferences(pointer + '/' + jsonPointerToken(key), value, *other, differences);
            else
                differences.push_back({pointer + '/' + jsonPointerToken(key), singleLineJson(value), ""});
        for (const auto& [key, value] : *after.asObject())
            if (!before.find(key))
                differences.push_back({pointer + '/' + jsonPointerToken(key), "", singleLineJson(value)});
        return;
    }
    if (const Json::Array* list = before.asArray(); list && after.asArray()) {
        const Json::Array& other = *after.asArray();
        for (std::size_t i = 0; i < std::max(list->size(), other.size()); ++i) {
            const std::string elementPointer = fmt::format("{}/{}", pointer, i);
            if (i >= list->size())
                differences.push_back({elementPointer, "", singleLineJson(other[i])});
            else if (i >= other.size())
                differences.push_back({elementPointer, singleLineJson((*list)[i]), ""});
            else
                collectDifferences(elementPointer, (*list)[i], other[i], differences);
        }
        return;
    }
    const bool isSame =
        before.asNumber() && after.asNumber() ? isSameNumber(*before.asNumber(), *after.asNumber()) : before == after;
    if (!isSame)
        differences.push_back({pointer, singleLineJson(before), singleLineJson(after)});
}

}  // namespace

std::vector<Difference> findDifferences(const Json& before, const Json& after)
{
    std::vector<Difference> differences;
    collectDifferences("", before, after, differences);
    return differences;
}

}  // namespace scalewright
