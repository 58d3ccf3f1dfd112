// SPDX-License-Identifier: GPL-3.0-or-later
// The names of an enumeration's values, declared once beside the enumeration: for files, the command line and JSON, and
// for display.
//
//     template <>
//     inline constexpr auto enumNames<Severity> =
//         namedValues<Severity>("severity", {{Severity::Error, "error"}, {Severity::Advice, "advice"}});
//
//     nameOf(Severity::Error);         // "error"
//     valueNamed<Severity>("advice");  // Severity::Advice
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/message.h"

namespace scalewright {

template <class Enum>
struct NamedValue {
    Enum value;
    const char* name;
    const char* title = nullptr;  ///< for display; absent: the name
};

template <class Enum, std::size_t N>
struct EnumNames {
    const char* kind;  ///< for messages: "severity"
    std::array<NamedValue<Enum>, N> rows;
};

/// Every value of the enumeration, in its order: does not compile otherwise.
template <class Enum, std::size_t N>
[[nodiscard]] consteval EnumNames<Enum, N> namedValues(const char* kind, const NamedValue<Enum> (&rows)[N])
{
    EnumNames<Enum, N> names{kind, {}};
    for (std::size_t i = 0; i < N; ++i) {
        if (rows[i].value != static_cast<Enum>(i))
            throw "the values are not in the order of the enumeration";
        names.rows[i] = rows[i];
    }
    return names;
}

/// Specialised for each enumeration with names.
template <class Enum>
inline constexpr auto enumNames = nullptr;

template <class Enum>
concept NamedEnum = requires { enumNames<Enum>.rows; };

/// All values, in order.
template <NamedEnum Enum>
[[nodiscard]] consteval auto valuesOf()
{
    std::array<Enum, enumNames<Enum>.rows.size()> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = enumNames<Enum>.rows[i].value;
    return values;
}

template <NamedEnum Enum>
[[nodiscard]] constexpr const char* nameOf(Enum value)
{
    return enumNames<Enum>.rows[static_cast<std::size_t>(value)].name;
}

template <NamedEnum Enum>
[[nodiscard]] constexpr const char* titleOf(Enum value)
{
    const NamedValue<Enum>& row = enumNames<Enum>.rows[static_cast<std::size_t>(value)];
    return row.title != nullptr ? row.title : row.name;
}

template <NamedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> valueNamed(std::string_view name)
{
    for (const NamedValue<Enum>& row : enumNames<Enum>.rows)
        if (name == row.name)
            return row.value;
    return std::nullopt;
}

/// "error, warning or advice"
template <NamedEnum Enum>
[[nodiscard]] std::string namesOf()
{
    std::vector<std::string> names;
    for (const NamedValue<Enum>& row : enumNames<Enum>.rows)
        names.emplace_back(row.name);
    return joinWithOr(names);
}

}  // namespace scalewright
