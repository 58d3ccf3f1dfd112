// SPDX-License-Identifier: GPL-3.0-or-later
// JSON for files that users edit: numbers keep their text, members keep their order, and errors have a location.
//
// nlohmann_json does the lexing (its SAX interface); this tree differs from nlohmann::json in four ways that the
// project file needs: a number keeps its original text (a 30-digit integer survives a round trip), a duplicate key is
// an error with its JSON pointer and line, nesting is limited, and every error has a line number and a JSON pointer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

/// The shortest decimal that reads back as the same double ("0.04", "1e-05"): C locale, for files and --json.
[[nodiscard]] std::string roundTripText(double value);

class Json {
public:
    struct Number {
        std::string text;  ///< valid JSON number text
        bool operator==(const Number&) const = default;
    };
    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>;  ///< in file order, keys unique

    Json() = default;  ///< null
    Json(std::nullptr_t) {}
    Json(bool value) : m_value(value) {}
    Json(double value);  ///< shortest round-trip text; precondition: finite
    Json(long value) : m_value(Number{std::to_string(value)}) {}
    Json(int value) : m_value(Number{std::to_string(value)}) {}
    Json(std::size_t value) : m_value(Number{std::to_string(value)}) {}
    Json(std::string value) : m_value(std::move(value)) {}
    Json(std::string_view value) : m_value(std::string(value)) {}
    Json(const char* value) : m_value(std::string(value)) {}
    Json(Number value) : m_value(std::move(value)) {}
    Json(Array value) : m_value(std::move(value)) {}
    Json(Object value) : m_value(std::move(value)) {}

    [[nodiscard]] bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    [[nodiscard]] const bool* asBool() const { return std::get_if<bool>(&m_value); }
    [[nodiscard]] const Number* asNumber() const { return std::get_if<Number>(&m_value); }
    [[nodiscard]] const std::string* asString() const { return std::get_if<std::string>(&m_value); }
    [[nodiscard]] const Array* asArray() const { return std::get_if<Array>(&m_value); }
    [[nodiscard]] const Object* asObject() const { return std::get_if<Object>(&m_value); }
    [[nodiscard]] Array* asArray() { return std::get_if<Array>(&m_value); }
    [[nodiscard]] Object* asObject() { return std::get_if<Object>(&m_value); }

    /// For messages: "an object", "a list", "a string", "a number", "true", "false" or "null".
    [[nodiscard]] std::string kindName() const;

    /// The member with that name; nullptr if none exists or this is not an object.
    [[nodiscard]] const Json* find(std::string_view key) const;

    /// Replaces an existing member in place or appends a new one. Turns null into an object. Precondition: null or an
    /// object.
    void set(std::string_view key, Json value);

    bool operator==(const Json&) const = default;

private:
    std::variant<std::monostate, bool, Number, std::string, Array, Object> m_value;
};

struct JsonLimits {
    std::size_t maximumBytes = 64u << 20;  ///< larger input is rejected before parsing
    int maximumDepth = 128;
};

/// Parses the document. Errors give the line, the column and the JSON pointer of the value being read: broken syntax,
/// invalid UTF-8, duplicate keys, nesting that is too deep, numbers outside the range of a double, more than one
/// document.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const JsonLimits& limits = {});

/// Indented by two spaces, with a final "\n"; null, numbers and strings as read. Empty arrays and objects are on one
/// line. Invalid UTF-8 in a string becomes U+FFFD, so that the output can be read. Precondition: nesting within the
/// limit of parseJson.
[[nodiscard]] std::string writeJson(const Json& document);

/// A key as a JSON pointer token: "~" and "/" escaped (RFC 6901).
[[nodiscard]] std::string jsonPointerToken(std::string_view key);

}  // namespace scalewright
