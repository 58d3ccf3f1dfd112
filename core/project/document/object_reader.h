// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a JSON object's members into a struct and records every problem with its pointer; an invalid value leaves its
// field unchanged. A struct lists its members in a function fields(visit, value), as in core/project/document/fields.h;
// projects, profiles and catalogues are all read this way, so that quantities have the same notation everywhere.
#pragma once

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"
#include "core/project/document/model_state.h"

namespace scalewright {

class ObjectReader {
public:
    /// `nullIsAbsent`: a member that is null counts as absent, as in other programs' files.
    ObjectReader(std::vector<Problem>& problems, const Json& value, std::string pointer, bool nullIsAbsent = false)
        : m_problems(problems), m_object(value.asObject()), m_pointer(std::move(pointer)), m_nullIsAbsent(nullIsAbsent)
    {
        if (!m_object)
            addProblem(m_pointer, formatMessage("found {}", value.kindName()), "an object");
    }

    [[nodiscard]] std::string pointerTo(std::string_view key) const { return fmt::format("{}/{}", m_pointer, key); }

    void addProblem(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.jsonPointer = std::move(pointer)}});
    }

    /// About the object itself.
    void addProblem(std::string message, std::string expected)
    {
        addProblem(m_pointer, std::move(message), std::move(expected));
    }

    [[nodiscard]] bool isValid() const { return m_problems.empty(); }

    void ignoreKey(const char* key) { m_knownKeys.emplace_back(key); }

    void text(const char* key, std::string& out)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        if (const std::string* text = value->asString())
            out = *text;
        else
            addWrongKind(key, *value, "a string in double quotes");
    }

    void flag(const char* key, bool& out)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        if (const bool* truth = value->asBool())
            out = *truth;
        else
            addWrongKind(key, *value, "true or false");
    }

    template <NamedEnum Enum>
    void enumeration(const char* key, Enum& out)
    {
        const std::string* name = findText(key, namesOf<Enum>());
        if (!name)
            return;
        if (const std::optional<Enum> value = valueNamed<Enum>(*name))
            out = *value;
        else
            addProblem(pointerTo(key), formatMessage("unknown {} {}", enumNames<Enum>.kind, inQuotes(*name)),
                       namesOf<Enum>());
    }

    template <class Named>
    void enumeration(const char* key, std::optional<Named>& out)
    {
        if (!findMember(key))
            return;
        const std::size_t before = m_problems.size();
        Named read{};
        enumeration(key, read);
        if (m_problems.size() == before)
            out = read;
    }

    template <NamedEnum Enum>
    void requiredEnumeration(const char* key, Enum& out)
    {
        if (requireMember(key, namesOf<Enum>()))
            enumeration(key, out);
    }

    /// Reads the name of a state as its bytes per parameter.
    void modelState(const char* key, MaybeQuantity& out)
    {
        const std::string* name = findText(key, "the name of a state");
        if (!name)
            return;
        if (!namedStates()) {
            append(m_problems, namedStates().error().problems);
        } else if (const NamedState* named = findNamedState(*name)) {
            const FieldInfo& field = fieldOf(&ModelShape::bytesPerParameter);
            if (findMember(field.key()) && out && out->value != named->state.total())
                addProblem(pointerTo(key),
                           formatMessage("{} has {} bytes per parameter, but {} is {}", inQuotes(*name),
                                         roundTripText(named->state.total()), inQuotes(field.key()),
                                         roundTripText(out->value)),
                           "only one of the two");
            else
                out = quantityOf(named->state);
        } else {
            addProblem(pointerTo(key), formatMessage("{} is not the name of a state", inQuotes(*name)),
                       formatMessage("one of {}", namedStateIds()));
        }
    }

    void quantity(const FieldInfo& field, MaybeQuantity& out)
    {
        quantity(field.key(), out, field.dimension, field.range);
    }

    void quantity(const char* key, MaybeQuantity& out, Dimension dimension, Range range)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        Quantity read = typed(0);
        if (!value->asObject()) {
            if (const auto amount = readAmount(*value, pointerTo(key), dimension, range)) {
                read.value = *amount;
                if (const std::string* text = value->asString(); text && !parseNumber(*text))
                    read.asTyped = *text;
                out = read;
            }
            return;
        }
        ObjectReader inside(m_problems, *value, pointerTo(key));
        const std::size_t before = m_problems.size();
        inside.number("value", read.value, dimension, range);
        inside.readInterval(read, dimension, range, before);
        inside.text("as_typed", read.asTyped);
        fields(inside, read.provenance);
        if (m_problems.size() == before)
            out = std::move(read);
    }

    // A required, non-empty text.
    void requiredText(const char* key, std::string& out)
    {
        const std::size_t before = m_problems.size();
        if (!requireMember(key, "a string in double quotes"))
            return;
        text(key, out);
        if (m_problems.size() == before && out.empty())
            addProblem(pointerTo(key), "the text is empty", "a non-empty string in double quotes");
    }

    /// Checks the header of a data file: "format" must be its kind, and "version" must not exceed the newest that this
    /// program reads.
    void checkFileFormat(const char* format, int newest = 1)
    {
        std::string kind;
        int version = newest;
        requiredText("format", kind);
        integer("version", version);
        if (!kind.empty() && kind != format)
            addProblem(pointerTo("format"), formatMessage("{} is a different file format", inQuotes(kind)),
                       inQuotes(format));
        if (version > newest)
            addProblem(pointerTo("version"), formatMessage("version {} is newer than this program", version),
                       formatMessage("version {}, or a newer Scalewright", newest));
    }

    void texts(const char* key, std::vector<std::string>& out)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        const Json::Array* elements = value->asArray();
        if (!elements) {
            addWrongKind(key, *value, "a list");
            return;
        }
        for (std::size_t i = 0; i < elements->size(); ++i) {
            if (const std::string* text = (*elements)[i].asString())
                out.push_back(*text);
            else
                addProblem(fmt::format("{}/{}", pointerTo(key), i),
                           formatMessage("found {}", (*elements)[i].kindName()), "a string in double quotes");
        }
    }

    // One text, or a list of them.
    void textOrTexts(const char* key, std::vector<std::string>& out)
    {
        if (const Json* value = findMember(key); value && value->asString())
            out.push_back(*value->asString());
        else
            texts(key, out);
    }

    // An object whose members are names and whose values all have the same type: {"fp32": …, "bf16": …}.
    template <class Value>
    void objectsByName(const char* key, std::vector<std::pair<std::string, Value>>& out)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        if (!value->asObject()) {
            addWrongKind(key, *value, "an object");
            return;
        }
        for (const auto& [name, member] : *value->asObject()) {
            ObjectReader inside(m_problems, member, fmt::format("{}/{}", pointerTo(key), jsonPointerToken(name)));
            fields(inside, out.emplace_back(name, Value{}).second);
        }
    }

    // The same with quantities as values.
    void quantities(const FieldInfo& field, std::vector<std::pair<std::string, Quantity>>& out)
    {
        const char* key = field.key();
        const Json* value = findMember(key);
        if (!value)
            return;
        if (!value->asObject()) {
            addWrongKind(key, *value, "an object");
            return;
        }
        ObjectReader inside(m_problems, *value, pointerTo(key));
        for (const auto& [name, member] : *value->asObject()) {
            MaybeQuantity read;
            inside.quantity(name.c_str(), read, field.dimension, field.range);
            if (read)
                out.emplace_back(name, *std::move(read));
        }
    }

    // A required number.
    void number(const char* key, double& out, Dimension dimension, Range range)
    {
        if (const Json* value = requireMember(key, exampleOf(dimension)))
            if (const auto amount = readAmount(*value, pointerTo(key), dimension, range))
                out = *amount;
    }

    // An optional number.
    void number(const char* key, std::optional<double>& out, Dimension dimension, Range range)
    {
        if (const Json* value = findMember(key))
            if (const auto amount = readAmount(*value, pointerTo(key), dimension, range))
                out = *amount;
    }

    // An optional number from `low` to `high`.
    void number(const char* key, double& out, double low, double high = std::numeric_limits<double>::max())
    {
        const Json* value = findMember(key);
        const auto amount = value ? readAmount(*value, pointerTo(key), Dimension::Ratio, Range::Any) : std::nullopt;
        if (amount && *amount >= low && *amount <= high)
            out = *amount;
        else if (amount)
            addProblem(pointerTo(key), formatMessage("{} is out of range", roundTripText(*amount)),
                       high < 1e300 ? formatMessage("{} to {}", roundTripText(low), roundTripText(high))
                                    : formatMessage("{} or more", roundTripText(low)));
    }

    // A required whole number of at least 1, from the first of these keys that is present.
    void count(std::initializer_list<const char*> keys, double& out)
    {
        for (const char* key : keys)
            if (findMember(key))
                return number(key, out, Dimension::Count, Range::PositiveInteger);
        addProblem(pointerTo(*keys.begin()), "the member is missing", exampleOf(Dimension::Count));
    }

    // A required non-negative integer.
    template <std::integral Whole>
    void integer(const char* key, Whole& out)
    {
        if (const Json* value = requireMember(key, exampleOf(Dimension::Count)))
            readInteger(key, *value, out);
    }

    // An optional non-negative integer.
    template <std::integral Whole>
    void integer(const char* key, std::optional<Whole>& out)
    {
        if (const Json* value = findMember(key)) {
            const std::size_t before = m_problems.size();
            Whole read = 0;
            readInteger(key, *value, read);
            if (m_problems.size() == before)
                out = read;
        }
    }

    void workers(const char* key, int& out)
    {
        double p = 0;
        const std::size_t before = m_problems.size();
        number(key, p, Dimension::Count, Range::WorkerCount);
        if (m_problems.size() == before)
            out = static_cast<int>(p);
    }

    void workers(const char* key, std::optional<int>& out)
    {
        if (const Json* value = findMember(key))
            if (const auto p = readAmount(*value, pointerTo(key), Dimension::Count, Range::WorkerCount))
                out = static_cast<int>(*p);
    }

    void workers(const FieldInfo& field, std::optional<int>& out) { workers(field.key(), out); }

    template <class Value>
    void object(const char* key, Value& out)
    {
        if (const Json* value = findMember(key)) {
            ObjectReader inside(m_problems, *value, pointerTo(key));
            fields(inside, out);
        }
    }

    template <class Value>
    void object(const char* key, std::optional<Value>& out)
    {
        if (const Json* value = findMember(key)) {
            ObjectReader inside(m_problems, *value, pointerTo(key));
            fields(inside, out.emplace());
        }
    }

    // Calls `read` with a reader for each element of a list.
    template <class Read>
    void elements(const char* key, Read read)
    {
        const Json* value = findMember(key);
        if (!value)
            return;
        const Json::Array* elements = value->asArray();
        if (!elements) {
            addWrongKind(key, *value, "a list");
            return;
        }
        for (std::size_t i = 0; i < elements->size(); ++i) {
            ObjectReader inside(m_problems, (*elements)[i], fmt::format("{}/{}", pointerTo(key), i));
            read(inside);
        }
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& out)
    {
        elements(key, [&](ObjectReader& inside) { fields(inside, out.emplace_back()); });
    }

    // An object with arbitrary content, kept unchanged.
    void rawObject(const char* key, Json::Object& out)
    {
        const Json* value = findMember(key);
        if (value && !value->asObject())
            addWrongKind(key, *value, "an object");
        else if (value)
            out = *value->asObject();
    }

    void rejectUnknownMembers()
    {
        Json::Object unknown;
        unknownMembers(unknown);
        for (const Json::Member& member : unknown)
            addProblem(pointerTo(jsonPointerToken(member.first)),
                       formatMessage("unknown member {}", inQuotes(member.first)), {});
    }

    void unknownMembers(Json::Object& out)
    {
        if (!m_object)
            return;
        for (const Json::Member& member : *m_object)
            if (!contains(m_knownKeys, member.first))
                out.push_back(member);
    }

private:
    void addWrongKind(const char* key, const Json& value, std::string expected)
    {
        addProblem(pointerTo(key), formatMessage("found {}", value.kindName()), std::move(expected));
    }

    const Json* findMember(const char* key)
    {
        m_knownKeys.emplace_back(key);
        if (!m_object)
            return nullptr;
        const auto member = std::ranges::find(*m_object, key, &Json::Member::first);
        return member == m_object->end() || (m_nullIsAbsent && member->second.isNull()) ? nullptr : &member->second;
    }

    const Json* requireMember(const char* key, const std::string& expected)
    {
        const Json* value = findMember(key);
        if (!value && m_object)
            addProblem(pointerTo(key), "the member is missing", expected);
        return value;
    }

    const std::string* findText(const char* key, std::string expected)
    {
        const Json* value = findMember(key);
        if (value && !value->asString())
            addWrongKind(key, *value, std::move(expected));
        return value ? value->asString() : nullptr;
    }

    template <std::integral Whole>
    void readInteger(const char* key, const Json& value, Whole& out)
    {
        const auto number = readAmount(value, pointerTo(key), Dimension::Count, Range::NonNegativeInteger);
        if (!number)
            return;
        if (*number <= static_cast<double>(std::numeric_limits<Whole>::max()))
            out = static_cast<Whole>(*number);
        else
            addProblem(pointerTo(key), formatMessage("{} is too large", roundTripText(*number)),
                       formatMessage("a whole number up to {}", std::numeric_limits<Whole>::max()));
    }

    std::optional<double> readAmount(const Json& value, const std::string& pointer, Dimension dimension, Range range)
    {
        Result<double> amount = 0.0;
        if (const Json::Number* number = value.asNumber())
            amount = parseNumber(number->text);
        else if (const std::string* text = value.asString())
            amount = parseFileAmount(*text, dimension);
        else
            amount = fail(ErrorCode::Input, formatMessage("found {}", value.kindName()), exampleOf(dimension));
        if (!amount) {
            for (Problem& problem : amount.error().problems)
                addProblem(pointer, std::move(problem.message), std::move(problem.expected));
            return std::nullopt;
        }
        if (std::optional<Problem> problem = rangeProblem(*amount, dimension, range)) {
            addProblem(pointer, std::move(problem->message), std::move(problem->expected));
            return std::nullopt;
        }
        return *amount + 0.0;  // turns "-0" into 0
    }

    // `before`: the number of problems before the quantity's value was read.
    void readInterval(Quantity& out, Dimension dimension, Range range, std::size_t before)
    {
        const Json* low = findMember("low");
        const Json* high = findMember("high");
        const Json* level = findMember("level");
        if (!low && !high && !level)
            return;
        for (const auto& [key, value] : {std::pair{"low", low}, std::pair{"high", high}})
            if (!value)
                addProblem(pointerTo(key), "the member is missing", "both ends of the interval, \"low\" and \"high\"");
        // The ends of a count's interval may be fractional.
        const Range ends = range == Range::PositiveInteger || range == Range::WorkerCount ? Range::Positive : range;
        const Dimension kind = dimension == Dimension::Count ? Dimension::Ratio : dimension;
        Interval read;
        if (low)
            read.low = readAmount(*low, pointerTo("low"), kind, ends).value_or(0);
        if (high)
            read.high = readAmount(*high, pointerTo("high"), kind, ends).value_or(0);
        if (level)
            read.level = readAmount(*level, pointerTo("level"), Dimension::Ratio, Range::ConfidenceLevel).value_or(0);
        if (m_problems.size() != before)
            return;
        if (read.low <= out.value && out.value <= read.high)
            out.interval = read;
        else
            addProblem(m_pointer,
                       formatMessage("the interval from {} to {} does not contain the value {}",
                                     roundTripText(read.low), roundTripText(read.high), roundTripText(out.value)),
                       "low <= value <= high");
    }

    std::vector<Problem>& m_problems;
    const Json::Object* m_object;
    std::string m_pointer;
    bool m_nullIsAbsent;
    std::vector<std::string_view> m_knownKeys;
};

/// Parses a data file: its JSON, its header and what `read` reads of it; fails with all problems.
template <class Value, class Read>
Result<Value> readDataFile(std::string_view text, const char* format, Read read)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    Error error;
    Value value;
    ObjectReader root(error.problems, *document, {});
    root.checkFileFormat(format);
    if (error.problems.empty())
        read(root, value);
    if (!error.problems.empty())
        return fail(std::move(error));
    return value;
}

}  // namespace scalewright
