// Reads one JSON object's members into a struct and notes every problem with its pointer; what is wrong leaves the
// field as it was. A struct says what its members are in a function fields(visit, value), as in core/project/document/fields.h;
// projects, profiles and catalogues are all read this way, so that a quantity looks the same in each.
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"

namespace scalewright {

class ObjectReader {
public:
    ObjectReader(std::vector<Problem>& problems, const Json& value, std::string pointer)
        : m_problems(problems), m_object(value.asObject()), m_pointer(std::move(pointer))
    {
        if (!m_object)
            note(m_pointer, say("{} stands here", value.kindName()), "an object");
    }

    void skip(const char* key) { m_known.emplace_back(key); }

    void text(const char* key, std::string& out)
    {
        const Json* value = take(key);
        if (!value)
            return;
        if (const std::string* text = value->asString())
            out = *text;
        else
            wrongKind(key, *value, "a text in double quotes");
    }

    void flag(const char* key, bool& out)
    {
        const Json* value = take(key);
        if (!value)
            return;
        if (const bool* truth = value->asBool())
            out = *truth;
        else
            wrongKind(key, *value, "true or false");
    }

    void named(const char* key, Pattern& out)
    {
        if (const std::string* name = word(key, "the name of a pattern")) {
            Result<Pattern> pattern = patternFromName(*name);
            if (pattern)
                out = *pattern;
            else
                for (Problem& problem : pattern.error().problems)
                    note(at(key), std::move(problem.message), std::move(problem.expected));
        }
    }

    void named(const char* key, Scaling& out)
    {
        const std::string names = "\"strong\" or \"weak\"";
        if (const std::string* name = word(key, names)) {
            if (*name == "strong" || *name == "weak")
                out = *name == "strong" ? Scaling::Strong : Scaling::Weak;
            else
                note(at(key), say("{} is no way of scaling", inQuotes(*name)), names);
        }
    }

    void named(const char* key, CurveKind& out)
    {
        const std::string names = "\"predicted\" or \"measured\"";
        if (const std::string* name = word(key, names)) {
            if (*name == "predicted" || *name == "measured")
                out = *name == "measured" ? CurveKind::Measured : CurveKind::Predicted;
            else
                note(at(key), say("{} is no curve to plan by", inQuotes(*name)), names);
        }
    }

    template <class Named>
    void named(const char* key, std::optional<Named>& out)
    {
        if (!take(key))
            return;
        const std::size_t before = m_problems.size();
        Named read{};
        named(key, read);
        if (m_problems.size() == before)
            out = read;
    }

    void named(const char* key, JitterShape& out)
    {
        const std::string names = "\"normal\" or \"exponential\"";
        if (const std::string* name = word(key, names)) {
            if (*name == "normal" || *name == "exponential")
                out = *name == "normal" ? JitterShape::Normal : JitterShape::Exponential;
            else
                note(at(key), say("{} is no shape of jitter", inQuotes(*name)), names);
        }
    }

    void named(const char* key, StateConvention& out)
    {
        const std::string names = "\"zero-16\", \"megatron-18\" or \"both-gradients-20\"";
        if (const std::string* name = word(key, names)) {
            if (const auto convention = conventionFromName(*name))
                out = *convention;
            else
                note(at(key), say("{} is no way to count the bytes of a parameter", inQuotes(*name)), names);
        }
    }

    void named(const char* key, Recomputation& out)
    {
        const std::string names = "\"none\", \"selective\" or \"full\"";
        if (const std::string* name = word(key, names)) {
            if (*name == "none" || *name == "selective" || *name == "full")
                out = *name == "none"   ? Recomputation::None
                      : *name == "full" ? Recomputation::Full
                                        : Recomputation::Selective;
            else
                note(at(key), say("{} is no recomputation", inQuotes(*name)), names);
        }
    }

    void named(const char* key, Origin& out)
    {
        const std::string names = "\"measured\", \"imported\", \"catalogue\", \"typed\" or \"assumed\"";
        if (const std::string* name = word(key, names)) {
            if (const auto origin = originFromName(*name))
                out = *origin;
            else
                note(at(key), say("{} is not known as an origin", inQuotes(*name)), names);
        }
    }

    void quantity(const FieldInfo& field, MaybeQuantity& out)
    {
        quantity(field.key(), out, field.dimension, field.range);
    }

    void quantity(const char* key, MaybeQuantity& out, Dimension dimension, Range range)
    {
        const Json* value = take(key);
        if (!value)
            return;
        Quantity read = typed(0);
        if (!value->asObject()) {
            if (const auto amount = amountOf(*value, at(key), dimension, range)) {
                read.value = *amount;
                if (const std::string* text = value->asString(); text && !parseNumber(*text))
                    read.asTyped = *text;
                out = read;
            }
            return;
        }
        ObjectReader inside(m_problems, *value, at(key));
        const std::size_t before = m_problems.size();
        inside.number("value", read.value, dimension, range);
        inside.interval(read, dimension, range, before);
        inside.text("as_typed", read.asTyped);
        fields(inside, read.provenance);
        if (m_problems.size() == before)
            out = std::move(read);
    }

    // A text that has to be there and says something.
    void requiredText(const char* key, std::string& out)
    {
        const std::size_t before = m_problems.size();
        if (!require(key, "a text in double quotes"))
            return;
        text(key, out);
        if (m_problems.size() == before && out.empty())
            note(at(key), "the text is empty", "a text in double quotes");
    }

    /// Of a data file: "format", which says what it is, and "version", at most the newest that this program reads.
    void kindOfFile(const char* format, int newest = 1)
    {
        std::string kind;
        int version = newest;
        requiredText("format", kind);
        whole("version", version);
        if (!kind.empty() && kind != format)
            note(at("format"), say("{} is another kind of file", inQuotes(kind)), inQuotes(format));
        if (version > newest)
            note(at("version"), say("version {} is newer than this program", version),
                 say("version {}, or a newer Scalewright", newest));
    }

    void texts(const char* key, std::vector<std::string>& out)
    {
        const Json* value = take(key);
        if (!value)
            return;
        const Json::Array* elements = value->asArray();
        if (!elements) {
            wrongKind(key, *value, "a list");
            return;
        }
        for (std::size_t i = 0; i < elements->size(); ++i) {
            if (const std::string* text = (*elements)[i].asString())
                out.push_back(*text);
            else
                note(fmt::format("{}/{}", at(key), i), say("{} stands here", (*elements)[i].kindName()),
                     "a text in double quotes");
        }
    }

    // An object whose members all have one kind and whose keys are names: {"fp32": …, "bf16": …}.
    template <class Value>
    void named(const char* key, std::vector<std::pair<std::string, Value>>& out)
    {
        const Json* value = take(key);
        if (!value)
            return;
        if (!value->asObject()) {
            wrongKind(key, *value, "an object");
            return;
        }
        for (const auto& [name, member] : *value->asObject()) {
            ObjectReader inside(m_problems, member, fmt::format("{}/{}", at(key), pointerToken(name)));
            fields(inside, out.emplace_back(name, Value{}).second);
        }
    }

    // The same with a quantity for each name.
    void quantities(const FieldInfo& field, std::vector<std::pair<std::string, Quantity>>& out)
    {
        const char* key = field.key();
        const Json* value = take(key);
        if (!value)
            return;
        if (!value->asObject()) {
            wrongKind(key, *value, "an object");
            return;
        }
        ObjectReader inside(m_problems, *value, at(key));
        for (const auto& [name, member] : *value->asObject()) {
            MaybeQuantity read;
            inside.quantity(name.c_str(), read, field.dimension, field.range);
            if (read)
                out.emplace_back(name, *std::move(read));
        }
    }

    // A number that has to be there.
    void number(const char* key, double& out, Dimension dimension, Range range)
    {
        if (const Json* value = require(key, exampleOf(dimension)))
            if (const auto amount = amountOf(*value, at(key), dimension, range))
                out = *amount;
    }

    // A number that may be absent.
    void number(const char* key, std::optional<double>& out, Dimension dimension, Range range)
    {
        if (const Json* value = take(key))
            if (const auto amount = amountOf(*value, at(key), dimension, range))
                out = *amount;
    }

    // A whole number from 0 on that has to be there.
    template <std::integral Whole>
    void whole(const char* key, Whole& out)
    {
        if (const Json* value = require(key, exampleOf(Dimension::Count)))
            readWhole(key, *value, out);
    }

    // One that may be absent.
    template <std::integral Whole>
    void whole(const char* key, std::optional<Whole>& out)
    {
        if (const Json* value = take(key)) {
            const std::size_t before = m_problems.size();
            Whole read = 0;
            readWhole(key, *value, read);
            if (m_problems.size() == before)
                out = read;
        }
    }

    void workers(const char* key, int& out)
    {
        double p = 0;
        const std::size_t before = m_problems.size();
        number(key, p, Dimension::Count, Range::Workers);
        if (m_problems.size() == before)
            out = static_cast<int>(p);
    }

    void workers(const char* key, std::optional<int>& out)
    {
        if (const Json* value = take(key))
            if (const auto p = amountOf(*value, at(key), Dimension::Count, Range::Workers))
                out = static_cast<int>(*p);
    }

    void workers(const FieldInfo& field, std::optional<int>& out) { workers(field.key(), out); }

    template <class Value>
    void object(const char* key, Value& out)
    {
        if (const Json* value = take(key)) {
            ObjectReader inside(m_problems, *value, at(key));
            fields(inside, out);
        }
    }

    template <class Value>
    void object(const char* key, std::optional<Value>& out)
    {
        if (const Json* value = take(key)) {
            ObjectReader inside(m_problems, *value, at(key));
            fields(inside, out.emplace());
        }
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& out)
    {
        const Json* value = take(key);
        if (!value)
            return;
        const Json::Array* elements = value->asArray();
        if (!elements) {
            wrongKind(key, *value, "a list");
            return;
        }
        out.reserve(elements->size());
        for (std::size_t i = 0; i < elements->size(); ++i) {
            ObjectReader inside(m_problems, (*elements)[i], fmt::format("{}/{}", at(key), i));
            fields(inside, out.emplace_back());
        }
    }

    // An object as it stands, whatever is in it.
    void members(const char* key, Json::Object& out)
    {
        const Json* value = take(key);
        if (value && !value->asObject())
            wrongKind(key, *value, "an object");
        else if (value)
            out = *value->asObject();
    }

    void rest(Json::Object& out)
    {
        if (!m_object)
            return;
        for (const Json::Member& member : *m_object)
            if (std::find(m_known.begin(), m_known.end(), member.first) == m_known.end())
                out.push_back(member);
    }

private:
    [[nodiscard]] std::string at(const char* key) const { return fmt::format("{}/{}", m_pointer, key); }

    void note(std::string pointer, std::string message, std::string expected)
    {
        m_problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    void wrongKind(const char* key, const Json& value, std::string expected)
    {
        note(at(key), say("{} stands here", value.kindName()), std::move(expected));
    }

    const Json* take(const char* key)
    {
        m_known.emplace_back(key);
        if (!m_object)
            return nullptr;
        const auto member =
            std::find_if(m_object->begin(), m_object->end(), [key](const Json::Member& m) { return m.first == key; });
        return member == m_object->end() ? nullptr : &member->second;
    }

    const Json* require(const char* key, const std::string& expected)
    {
        const Json* value = take(key);
        if (!value && m_object)
            note(at(key), "the member is missing", expected);
        return value;
    }

    const std::string* word(const char* key, std::string expected)
    {
        const Json* value = take(key);
        if (value && !value->asString())
            wrongKind(key, *value, std::move(expected));
        return value ? value->asString() : nullptr;
    }

    template <std::integral Whole>
    void readWhole(const char* key, const Json& value, Whole& out)
    {
        const auto number = amountOf(value, at(key), Dimension::Count, Range::WholeOrNone);
        if (!number)
            return;
        if (*number <= static_cast<double>(std::numeric_limits<Whole>::max()))
            out = static_cast<Whole>(*number);
        else
            note(at(key), say("{} is too large", roundTrip(*number)),
                 say("a whole number up to {}", std::numeric_limits<Whole>::max()));
    }

    std::optional<double> amountOf(const Json& value, const std::string& pointer, Dimension dimension, Range range)
    {
        Result<double> amount = 0.0;
        if (const Json::Number* number = value.asNumber())
            amount = parseNumber(number->text);
        else if (const std::string* text = value.asString())
            amount = parseAmount(*text, dimension);
        else
            amount = fail(ErrorCode::Input, say("{} stands here", value.kindName()), exampleOf(dimension));
        if (!amount) {
            for (Problem& problem : amount.error().problems)
                note(pointer, std::move(problem.message), std::move(problem.expected));
            return std::nullopt;
        }
        if (std::optional<Problem> problem = rangeProblem(*amount, dimension, range)) {
            note(pointer, std::move(problem->message), std::move(problem->expected));
            return std::nullopt;
        }
        return *amount + 0.0;  // "-0" is 0
    }

    // `before`: how many problems there were before the quantity's value was read.
    void interval(Quantity& out, Dimension dimension, Range range, std::size_t before)
    {
        const Json* low = take("low");
        const Json* high = take("high");
        const Json* level = take("level");
        if (!low && !high && !level)
            return;
        for (const auto& [key, value] : {std::pair{"low", low}, std::pair{"high", high}})
            if (!value)
                note(at(key), "the member is missing", "both ends of the interval, \"low\" and \"high\"");
        // The ends of a count's interval need not be whole.
        const Range ends = range == Range::Whole || range == Range::Workers ? Range::Positive : range;
        const Dimension kind = dimension == Dimension::Count ? Dimension::Ratio : dimension;
        Interval read;
        if (low)
            read.low = amountOf(*low, at("low"), kind, ends).value_or(0);
        if (high)
            read.high = amountOf(*high, at("high"), kind, ends).value_or(0);
        if (level)
            read.level = amountOf(*level, at("level"), Dimension::Ratio, Range::Level).value_or(0);
        if (m_problems.size() != before)
            return;
        if (read.low <= out.value && out.value <= read.high)
            out.interval = read;
        else
            note(m_pointer,
                 say("the interval from {} to {} does not hold the value {}", roundTrip(read.low), roundTrip(read.high),
                     roundTrip(out.value)),
                 "low <= value <= high");
    }

    std::vector<Problem>& m_problems;
    const Json::Object* m_object;
    std::string m_pointer;
    std::vector<std::string_view> m_known;
};

}  // namespace scalewright
