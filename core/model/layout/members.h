// Reads the members of a flat JSON object one by one and reports invalid or unknown ones with their pointers.
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

class JsonMemberReader {
public:
    JsonMemberReader(const Json& object, std::string pointer, std::vector<Problem>& problems)
        : m_object(object), m_pointer(std::move(pointer)), m_problems(problems)
    {
        if (m_object.asObject() == nullptr)
            addProblem(m_pointer, formatMessage("found {}", m_object.kindName()), "an object");
    }

    [[nodiscard]] std::string jsonPointerOf(const char* key) const { return m_pointer + "/" + jsonPointerToken(key); }

    [[nodiscard]] std::string readText(const char* key)
    {
        const Json* value = takeMember(key);
        if (value == nullptr)
            return {};
        if (const std::string* found = value->asString())
            return *found;
        addProblem(jsonPointerOf(key), formatMessage("found {}", value->kindName()), "a text");
        return {};
    }
    void readFlag(const char* key, bool& out)
    {
        const Json* value = takeMember(key);
        if (value == nullptr || value->isNull())
            return;
        if (const bool* found = value->asBool())
            out = *found;
        else
            addProblem(jsonPointerOf(key), formatMessage("found {}", value->kindName()), "true or false");
    }
    /// Reads a number between `low` and `high` if the member exists; null counts as absent.
    void readOptional(const char* key, double& out, double low, double high = std::numeric_limits<double>::max())
    {
        if (const std::optional<double> found = readNumber(key); found) {
            if (*found >= low && *found <= high)
                out = *found;
            else
                addProblem(jsonPointerOf(key), formatMessage("{} is out of range", roundTripText(*found)),
                           high < 1e300 ? formatMessage("{} to {}", roundTripText(low), roundTripText(high))
                                        : formatMessage("{} or more", roundTripText(low)));
        }
    }
    /// Reads a required whole number of at least 1, from the first of these keys that exists.
    [[nodiscard]] double readCount(std::initializer_list<const char*> keys)
    {
        for (const char* key : keys)
            if (const std::optional<double> found = readNumber(key)) {
                if (*found >= 1 && *found == std::floor(*found) && *found < 1e12)
                    return *found;
                addProblem(jsonPointerOf(key), formatMessage("{} is not a valid count", roundTripText(*found)),
                           "a whole number of 1 or more");
                return 1;
            }
        addProblem(jsonPointerOf(*keys.begin()), formatMessage("{} is missing", inQuotes(*keys.begin())),
                   "a whole number");
        return 1;
    }
    [[nodiscard]] double readCount(const char* key) { return readCount({key}); }
    [[nodiscard]] std::optional<double> readNumber(const char* key)
    {
        const Json* value = takeMember(key);
        if (value == nullptr || value->isNull())
            return std::nullopt;
        if (const Json::Number* found = value->asNumber())
            return std::strtod(found->text.c_str(), nullptr);
        addProblem(jsonPointerOf(key), formatMessage("found {}", value->kindName()), "a number");
        return std::nullopt;
    }

    void reportUnknown()
    {
        if (const Json::Object* members = m_object.asObject())
            for (const auto& [key, value] : *members)
                if (std::find(m_knownKeys.begin(), m_knownKeys.end(), key) == m_knownKeys.end())
                    addProblem(m_pointer + "/" + jsonPointerToken(key),
                               formatMessage("unknown member {}", inQuotes(key)), {});
    }

private:
    const Json* takeMember(const char* key)
    {
        m_knownKeys.emplace_back(key);
        return m_object.find(key);
    }
    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    const Json& m_object;
    std::string m_pointer;
    std::vector<Problem>& m_problems;
    std::vector<std::string> m_knownKeys;
};

}  // namespace scalewright
