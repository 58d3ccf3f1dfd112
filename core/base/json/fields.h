// SPDX-License-Identifier: GPL-3.0-or-later
// Declares the members of a JSON object, as answers are printed by --json.
//
//     objectOf({{"p", row.p},
//               {"cost", row.costUsd, "no price is given"},        // null, with "cost_reason", if it is absent
//               {"note", ifAny(row.note)},                         // left out if it is absent
//               feasibilityFields(feasible, row.p),                // the members of another object
//               {"runs", listOf(row.runs, runFields)}});           // [runFields(run) …]
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/json/json.h"

namespace scalewright {

/// A value as JSON; a range becomes an array.
template <class Value>
[[nodiscard]] Json jsonValue(const Value& value)
{
    if constexpr (std::is_constructible_v<Json, const Value&>)
        return Json(value);
    else
        return Json(Json::Array(value.begin(), value.end()));
}

/// One member, or the members of another object.
class Field {
public:
    template <class Value>
    Field(std::string_view key, const Value& value)
    {
        m_members.emplace_back(key, jsonValue(value));
    }
    /// Left out if `value` is absent.
    template <class Value>
    Field(std::string_view key, const std::optional<Value>& value)
    {
        if (value)
            m_members.emplace_back(key, jsonValue(*value));
    }
    /// Null, and "key_reason" with the reason, if `value` is absent. A number that is not finite is too large to
    /// compute, whatever the reason.
    template <class Value>
    Field(std::string_view key, const std::optional<Value>& value, std::string_view reason)
    {
        bool isFinite = true;
        if constexpr (std::is_floating_point_v<Value>)
            isFinite = !value || std::isfinite(*value);
        if (value && isFinite)
            m_members.emplace_back(key, jsonValue(*value));
        else
            setNull(key, isFinite ? reason : std::string_view());
    }
    /// The same for a text, which is absent if it is empty.
    Field(std::string_view key, const std::string& text, std::string_view reason)
    {
        if (text.empty())
            setNull(key, reason);
        else
            m_members.emplace_back(key, text);
    }
    /// Null with the reason.
    Field(std::string_view key, std::nullopt_t, std::string_view reason) { setNull(key, reason); }
    Field(Json::Object members) : m_members(std::move(members)) {}

    [[nodiscard]] const Json::Object& members() const { return m_members; }

private:
    void setNull(std::string_view key, std::string_view reason);

    Json::Object m_members;
};

/// The object with these members.
[[nodiscard]] Json::Object objectOf(std::initializer_list<Field> members);
void addFields(Json::Object& object, std::initializer_list<Field> members);

/// The text, or nothing if it is empty.
[[nodiscard]] inline std::optional<std::string> ifAny(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

/// The value, or nothing if the condition does not hold.
template <class Value>
[[nodiscard]] std::optional<Value> when(bool condition, const Value& value)
{
    return condition ? std::optional<Value>(value) : std::nullopt;
}

/// An array of what `describe` returns for each element; elements for which it returns std::nullopt are left out.
template <class Range, class Describe>
[[nodiscard]] Json listOf(const Range& range, Describe describe)
{
    Json::Array list;
    for (const auto& each : range) {
        if constexpr (requires { describe(each).has_value(); }) {
            if (auto described = describe(each))
                list.emplace_back(*std::move(described));
        } else {
            list.emplace_back(describe(each));
        }
    }
    return Json(std::move(list));
}

}  // namespace scalewright
