// The members of a flat JSON object, taken one by one; what is wrong or unknown is noted with its pointer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"

namespace scalewright {

class Members {
public:
    Members(const Json& object, std::string pointer, std::vector<Problem>& problems)
        : m_object(object), m_pointer(std::move(pointer)), m_problems(problems)
    {
        if (m_object.asObject() == nullptr)
            note(m_pointer, say("{} stands here", m_object.kindName()), "an object");
    }

    [[nodiscard]] std::string pointerOf(const char* key) const { return m_pointer + "/" + pointerToken(key); }

    [[nodiscard]] std::string text(const char* key)
    {
        const Json* value = take(key);
        if (value == nullptr)
            return {};
        if (const std::string* found = value->asString())
            return *found;
        note(pointerOf(key), say("{} stands here", value->kindName()), "a text");
        return {};
    }
    void flag(const char* key, bool& out)
    {
        const Json* value = take(key);
        if (value == nullptr || value->isNull())
            return;
        if (const bool* found = value->asBool())
            out = *found;
        else
            note(pointerOf(key), say("{} stands here", value->kindName()), "true or false");
    }
    /// A number from low to high where the member is there; null is as if it were not.
    void optional(const char* key, double& out, double low, double high = std::numeric_limits<double>::max())
    {
        if (const std::optional<double> found = number(key); found) {
            if (*found >= low && *found <= high)
                out = *found;
            else
                note(pointerOf(key), say("{} is out of range", roundTrip(*found)),
                     high < 1e300 ? say("{} to {}", roundTrip(low), roundTrip(high))
                                  : say("{} or more", roundTrip(low)));
        }
    }
    /// A whole number of 1 or more that has to be there, under the first of these names that is.
    [[nodiscard]] double count(std::initializer_list<const char*> keys)
    {
        for (const char* key : keys)
            if (const std::optional<double> found = number(key)) {
                if (*found >= 1 && *found == std::floor(*found) && *found < 1e12)
                    return *found;
                note(pointerOf(key), say("{} is no count", roundTrip(*found)), "a whole number of 1 or more");
                return 1;
            }
        note(pointerOf(*keys.begin()), say("{} is missing", inQuotes(*keys.begin())), "a whole number");
        return 1;
    }
    [[nodiscard]] double count(const char* key) { return count({key}); }
    [[nodiscard]] std::optional<double> number(const char* key)
    {
        const Json* value = take(key);
        if (value == nullptr || value->isNull())
            return std::nullopt;
        if (const Json::Number* found = value->asNumber())
            return std::strtod(found->text.c_str(), nullptr);
        note(pointerOf(key), say("{} stands here", value->kindName()), "a number");
        return std::nullopt;
    }

    void reportUnknown()
    {
        if (const Json::Object* members = m_object.asObject())
            for (const auto& [key, value] : *members)
                if (std::find(m_known.begin(), m_known.end(), key) == m_known.end())
                    note(m_pointer + "/" + pointerToken(key), say("there is no member {}", inQuotes(key)), {});
    }

private:
    const Json* take(const char* key)
    {
        m_known.emplace_back(key);
        return m_object.find(key);
    }
    void note(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    const Json& m_object;
    std::string m_pointer;
    std::vector<Problem>& m_problems;
    std::vector<std::string> m_known;
};

}  // namespace scalewright
