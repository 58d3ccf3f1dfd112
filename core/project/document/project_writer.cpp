#include "core/project/document/project_file.h"

#include "core/project/document/fields.h"

namespace scalewright {

namespace {

// Collects one object's members. Empty texts, lists and objects are left out: they read back as absent.
class ObjectWriter {
public:
    void text(const char* key, const std::string& value)
    {
        if (!value.empty())
            add(key, value);
    }

    void flag(const char* key, bool value)
    {
        if (value)
            add(key, true);
    }

    void named(const char* key, Pattern value) { add(key, patternName(value)); }
    void named(const char* key, Scaling value) { add(key, value == Scaling::Strong ? "strong" : "weak"); }
    void named(const char* key, CurveKind value) { add(key, value == CurveKind::Measured ? "measured" : "predicted"); }
    template <class Named>
    void named(const char* key, const std::optional<Named>& value)
    {
        if (value)
            named(key, *value);
    }
    void named(const char* key, JitterShape value)
    {
        if (value != JitterShape::Normal)
            add(key, "exponential");
    }
    void named(const char* key, StateConvention value) { add(key, conventionName(value)); }
    void named(const char* key, Recomputation value)
    {
        if (value != Recomputation::None)
            add(key, recomputationName(value));
    }
    void named(const char* key, Origin value) { add(key, originName(value)); }

    void quantity(const FieldInfo& field, const MaybeQuantity& value)
    {
        if (!value)
            return;
        const char* key = field.key();
        if (*value == typed(value->value)) {
            add(key, value->value);
            return;
        }
        ObjectWriter inside;
        inside.add("value", value->value);
        if (value->interval) {
            inside.add("low", value->interval->low);
            inside.add("high", value->interval->high);
            inside.add("level", value->interval->level);
        }
        inside.text("as_typed", value->asTyped);
        fields(inside, value->provenance);
        add(key, std::move(inside.m_members));
    }

    void number(const char* key, double value, Dimension, Range) { add(key, value); }
    void number(const char* key, std::optional<double> value, Dimension, Range)
    {
        if (value)
            add(key, *value);
    }
    void whole(const char* key, std::integral auto value) { add(key, static_cast<long>(value)); }
    template <std::integral Whole>
    void whole(const char* key, std::optional<Whole> value)
    {
        if (value)
            whole(key, *value);
    }
    void workers(const char* key, int value) { add(key, value); }
    void workers(const char* key, std::optional<int> value)
    {
        if (value)
            add(key, *value);
    }

    void workers(const FieldInfo& field, std::optional<int> value) { workers(field.key(), value); }

    template <class Value>
    void object(const char* key, const Value& value)
    {
        if (Json::Object members = membersOf(value); !members.empty())
            add(key, std::move(members));
    }

    template <class Value>
    void object(const char* key, const std::optional<Value>& value)
    {
        if (value)
            add(key, membersOf(*value));
    }

    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        Json::Array elements;
        elements.reserve(values.size());
        for (const Value& value : values)
            elements.emplace_back(membersOf(value));
        if (!elements.empty())
            add(key, std::move(elements));
    }

    void members(const char* key, const Json::Object& members)
    {
        if (!members.empty())
            add(key, members);
    }

    void rest(const Json::Object& unknown) { m_members.insert(m_members.end(), unknown.begin(), unknown.end()); }

    template <class Value>
    static Json::Object membersOf(const Value& value)
    {
        ObjectWriter writer;
        fields(writer, value);
        return std::move(writer.m_members);
    }

private:
    void add(const char* key, Json value) { m_members.emplace_back(key, std::move(value)); }

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
