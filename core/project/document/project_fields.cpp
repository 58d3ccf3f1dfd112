// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/project_fields.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "core/base/quantity/model_size.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/did_you_mean.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

/// Finds the member at a pointer and passes it to `leaf(member, read)`; `read(reader, member)` reads it as if from a
/// file.
template <class Leaf>
class FieldFinder {
public:
    FieldFinder(std::string_view pointer, Leaf& leaf) : m_remainingPointer(pointer), m_leaf(leaf) {}

    void text(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.text(key, member); });
    }
    void flag(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.flag(key, member); });
    }
    void enumeration(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.enumeration(key, member); });
    }
    void modelState(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.modelState(key, member); });
    }
    void integer(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.integer(key, member); });
    }
    void workers(const char* key, auto& out)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.workers(key, member); });
    }
    void number(const char* key, auto& out, Dimension dimension, Range range)
    {
        visitLeaf(key, out, [&](ObjectReader& reader, auto& member) { reader.number(key, member, dimension, range); });
    }
    void quantity(const FieldInfo& field, auto& out)
    {
        visitLeaf(field.key(), out, [&](ObjectReader& reader, auto& member) { reader.quantity(field, member); });
    }
    void workers(const FieldInfo& field, auto& out) { workers(field.key(), out); }

    void object(const char* key, auto& value)
    {
        if (enterKey(key))
            visitInside(value);
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& values)
    {
        visitElement(key, values);
    }
    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        visitElement(key, values);
    }

    void rawObject(const char*, const Json::Object&) {}
    void unknownMembers(const Json::Object&) {}

private:
    void visitLeaf(const char* key, auto& out, auto read)
    {
        if (m_remainingPointer.size() > 1 && m_remainingPointer.substr(1) == key)
            m_leaf(out, read);
    }

    // Removes the key from the front of the remaining pointer if the pointer starts with it.
    bool enterKey(std::string_view key)
    {
        if (!m_remainingPointer.starts_with('/') || !m_remainingPointer.substr(1).starts_with(key) ||
            m_remainingPointer.size() <= key.size() + 1 || m_remainingPointer[key.size() + 1] != '/')
            return false;
        m_remainingPointer.remove_prefix(key.size() + 1);
        return true;
    }

    template <class Value>
    void visitInside(Value& value)
    {
        fields(*this, value);
        m_remainingPointer = {};
    }
    template <class Value>
    void visitInside(const std::optional<Value>& value)
    {
        if (value)
            visitInside(*value);
    }
    template <class Value>
    void visitInside(std::optional<Value>& value)
    {
        Value copy = value.value_or(Value{});
        const Value before = copy;
        visitInside(copy);
        if (!(copy == before))
            value = std::move(copy);
    }

    void visitElement(const char* key, auto& values)
    {
        if (!enterKey(key))
            return;
        std::size_t index = 0;
        const char* end = m_remainingPointer.data() + m_remainingPointer.size();
        const auto [parsedEnd, error] = std::from_chars(m_remainingPointer.data() + 1, end, index);
        if (error != std::errc{} || index >= values.size())
            return;
        m_remainingPointer.remove_prefix(static_cast<std::size_t>(parsedEnd - m_remainingPointer.data()));
        visitInside(values[index]);
    }

    std::string_view m_remainingPointer;
    Leaf& m_leaf;
};

template <class Leaf>
void visitField(auto& project, std::string_view pointer, Leaf leaf)
{
    FieldFinder<Leaf> finder(pointer, leaf);
    fields(finder, project);
}

/// Collects all quantities by visiting a project in the same way as reader and writer.
class FieldCollector {
public:
    void text(const char*, const auto&) {}
    void flag(const char*, bool) {}
    void enumeration(const char*, const auto&) {}
    void modelState(const char*, const MaybeQuantity&) {}
    void integer(const char*, const auto&) {}
    void workers(const char*, int) {}
    void number(const char*, const auto&, Dimension, Range) {}
    void rawObject(const char*, const Json::Object&) {}
    void unknownMembers(const Json::Object&) {}
    void workers(const FieldInfo& field, std::optional<int>) { m_fields.push_back(&field); }
    void quantity(const FieldInfo& field, const MaybeQuantity&)
    {
        if (!contains(m_fields, &field))
            m_fields.push_back(&field);
    }
    template <class Value>
    void object(const char*, const Value& value)
    {
        fields(*this, value);
    }
    template <class Value>
    void object(const char*, const std::optional<Value>&)
    {
        const Value none{};
        fields(*this, none);
    }
    template <class Value>
    void list(const char* key, const std::vector<Value>&)
    {
        // Variants and ledger entries have the same fields as the project itself.
        if (std::string_view(key) != "variants" && std::string_view(key) != "ledger")
            object(key, Value{});
    }
    [[nodiscard]] std::vector<const FieldInfo*> takeFields() { return std::move(m_fields); }

private:
    std::vector<const FieldInfo*> m_fields;
};

/// "*" matches digits.
bool matchesPointerPattern(std::string_view pattern, std::string_view pointer)
{
    while (!pattern.empty() && !pointer.empty()) {
        if (pattern.front() == '*') {
            const std::size_t digits = std::min(pointer.find_first_not_of("0123456789"), pointer.size());
            if (digits == 0)
                return false;
            pointer.remove_prefix(digits);
        } else if (pattern.front() == pointer.front()) {
            pointer.remove_prefix(1);
        } else {
            return false;
        }
        pattern.remove_prefix(1);
    }
    return pattern.empty() && pointer.empty();
}

/// The three fields whose pointers, or whose last members, are most similar.
std::string nearestFieldNames(std::string_view pointer)
{
    const std::string_view key = pointer.substr(pointer.rfind('/') + 1);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const FieldInfo* field : allFields())
        near.emplace_back(std::min(editDistance(pointer, field->jsonPointer), editDistance(key, field->key()) + 2),
                          field->jsonPointer);
    std::ranges::stable_sort(near, [](const auto& a, const auto& b) { return a.first < b.first; });
    return formatMessage("{}, {} or {}", near[0].second, near[1].second, near[2].second);
}

tl::unexpected<Error> failUnknownField(std::string_view pointer)
{
    return fail(ErrorCode::Input, formatMessage("the project has no field {}", inQuotes(std::string(pointer))),
                formatMessage("a field such as {}", nearestFieldNames(pointer)), {.jsonPointer = std::string(pointer)});
}

void setDependentFields(Project& project, std::string_view pointer)
{
    if (pointer == fieldOf(&Baseline::workingSetBytes).jsonPointer)
        setModelFromWorkingSet(project.baseline);
}

}  // namespace

std::span<const FieldInfo* const> allFields()
{
    static const std::vector<const FieldInfo*> list = [] {
        FieldCollector collector;
        const Project project;
        fields(collector, project);
        return collector.takeFields();
    }();
    return list;
}

const FieldInfo* findField(std::string_view pointer)
{
    if (pointer.starts_with("/variants/"))
        pointer.remove_prefix(std::min(pointer.find('/', std::string_view("/variants/").size()), pointer.size()));
    for (const FieldInfo* field : allFields())
        if (matchesPointerPattern(field->jsonPointer, pointer))
            return field;
    return nullptr;
}

MaybeQuantity fieldValue(const Project& project, std::string_view pointer)
{
    MaybeQuantity value;
    visitField(project, pointer, [&value](const auto& member, auto) {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, MaybeQuantity>)
            value = member;
        else if constexpr (std::is_same_v<Member, std::optional<int>>)
            value = member ? MaybeQuantity(typed(*member)) : std::nullopt;
    });
    return value;
}

Result<void> setField(Project& project, std::string_view pointer, const MaybeQuantity& quantity)
{
    const FieldInfo* field = findField(pointer);
    if (!field)
        return failUnknownField(pointer);
    if (quantity)
        if (std::optional<Problem> problem = rangeProblem(quantity->value, field->dimension, field->range)) {
            problem->location.jsonPointer = pointer;
            return fail(Error{ErrorCode::Input, {*std::move(problem)}});
        }
    bool found = false;
    visitField(project, pointer, [&](auto& member, auto) {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, MaybeQuantity>)
            member = quantity;
        else if constexpr (std::is_same_v<Member, std::optional<int>>)
            member = quantity ? std::optional<int>(static_cast<int>(quantity->value)) : std::nullopt;
        found = true;
    });
    if (!found)
        return failUnknownField(pointer);
    setDependentFields(project, pointer);
    return {};
}

Result<void> setFieldText(Project& project, std::string_view pointer, std::string_view text)
{
    const std::string key(pointer.substr(pointer.rfind('/') + 1));
    const std::string section(pointer.substr(0, pointer.size() - std::min(pointer.size(), key.size() + 1)));
    Error error;
    bool found = false;
    visitField(project, pointer, [&](auto& member, auto read) {
        using Member = std::decay_t<decltype(member)>;
        found = true;
        if constexpr (std::is_same_v<Member, MaybeQuantity> || std::is_same_v<Member, std::optional<int>>) {
            if (text.empty()) {
                member.reset();
                return;
            }
        }
        Json jsonValue{std::string(text)};
        if (std::is_same_v<Member, bool> && (text == "true" || text == "false"))
            jsonValue = Json(text == "true");
        const Json object(Json::Object{{key, std::move(jsonValue)}});
        ObjectReader reader(error.problems, object, section);
        read(reader, member);
    });
    if (!found)
        return failUnknownField(pointer);
    if (!error.problems.empty())
        return fail(std::move(error));
    setDependentFields(project, pointer);
    return {};
}

void setModelFromWorkingSet(Baseline& baseline)
{
    const std::optional<ModelSizeText> size =
        baseline.workingSetBytes ? splitModelSize(baseline.workingSetBytes->asTyped) : std::nullopt;
    if (!size)
        return;
    static constexpr const char* source = "the working set";
    const auto setUnlessGiven = [](MaybeQuantity& quantity, double value) {
        if (!quantity || quantity->provenance.source == source)
            quantity = Quantity{value, std::nullopt, {Origin::Typed, source, {}, {}}};
    };
    ModelShape model = baseline.model.value_or(ModelShape{});
    if (!model.layers && !model.hidden)  // otherwise the parameters are counted from the shape
        setUnlessGiven(model.parameters, size->parameters);
    setUnlessGiven(model.bytesPerParameter, size->bytesPerParameter);
    baseline.model = std::move(model);
}

}  // namespace scalewright
