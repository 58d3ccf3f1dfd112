// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ranges/ranges.h"
#include "core/project/document/fields.h"
#include "core/project/document/model_state.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

// Collects an object's members. Empty texts, lists and objects are omitted, because absent members are read as empty.
class ObjectWriter {
public:
    void text(const char* key, const std::string& value)
    {
        if (!value.empty())
            addMember(key, value);
    }

    void flag(const char* key, bool value)
    {
        if (value)
            addMember(key, true);
    }

    // A value that is read where none is given is omitted.
    void enumeration(const char* key, NamedEnum auto value) { addMember(key, nameOf(value)); }
    void enumeration(const char* key, JitterShape value)
    {
        if (value != JitterShape::Normal)
            addMember(key, nameOf(value));
    }
    void enumeration(const char* key, Recomputation value)
    {
        if (value != Recomputation::None)
            addMember(key, nameOf(value));
    }
    template <class Named>
    void enumeration(const char* key, const std::optional<Named>& value)
    {
        if (value)
            enumeration(key, *value);
    }
    /// Writes a named state by its name instead of its bytes per parameter.
    void modelState(const char* key, const MaybeQuantity& value)
    {
        if (!value)
            return;
        const ModelState state = modelStateOf(*value);
        if (!state.hasKnownParts() || *value != quantityOf(state))
            return;
        m_members.pop_back();  // the same quantity, which is the last in its table
        addMember(key, state.id);
    }

    void quantity(const FieldInfo& field, const MaybeQuantity& value)
    {
        if (!value)
            return;
        const char* key = field.key();
        if (*value == typed(value->value)) {
            addMember(key, value->value);
            return;
        }
        ObjectWriter inside;
        inside.addMember("value", value->value);
        if (value->interval) {
            inside.addMember("low", value->interval->low);
            inside.addMember("high", value->interval->high);
            inside.addMember("level", value->interval->level);
        }
        inside.text("as_typed", value->asTyped);
        fields(inside, value->provenance);
        addMember(key, std::move(inside.m_members));
    }

    void number(const char* key, double value, Dimension, Range) { addMember(key, value); }
    void number(const char* key, std::optional<double> value, Dimension, Range)
    {
        if (value)
            addMember(key, *value);
    }
    void integer(const char* key, std::integral auto value) { addMember(key, static_cast<long>(value)); }
    template <std::integral Whole>
    void integer(const char* key, std::optional<Whole> value)
    {
        if (value)
            integer(key, *value);
    }
    void workers(const char* key, int value) { addMember(key, value); }
    void workers(const char* key, std::optional<int> value)
    {
        if (value)
            addMember(key, *value);
    }

    void workers(const FieldInfo& field, std::optional<int> value) { workers(field.key(), value); }

    template <class Value>
    void object(const char* key, const Value& value)
    {
        if (Json::Object members = membersOf(value); !members.empty())
            addMember(key, std::move(members));
    }

    template <class Value>
    void object(const char* key, const std::optional<Value>& value)
    {
        if (value)
            addMember(key, membersOf(*value));
    }

    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        Json::Array elements;
        elements.reserve(values.size());
        for (const Value& value : values)
            elements.emplace_back(membersOf(value));
        if (!elements.empty())
            addMember(key, std::move(elements));
    }

    void rawObject(const char* key, const Json::Object& members)
    {
        if (!members.empty())
            addMember(key, members);
    }

    void unknownMembers(const Json::Object& unknown) { append(m_members, unknown); }

    template <class Value>
    static Json::Object membersOf(const Value& value)
    {
        ObjectWriter writer;
        fields(writer, value);
        return std::move(writer.m_members);
    }

private:
    void addMember(const char* key, Json value) { m_members.emplace_back(key, std::move(value)); }

    Json::Object m_members;
};

}  // namespace

Json referenceJson(const TraceReference& reference)
{
    return ObjectWriter::membersOf(reference);
}

std::string writeProject(const Project& project)
{
    Json::Object members{{"format", "scalewright-project"}, {"version", projectVersion}};
    for (Json::Member& member : ObjectWriter::membersOf(project))
        members.push_back(std::move(member));
    return writeJson(std::move(members));
}

}  // namespace scalewright
