#include "core/project/document/project_fields.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/nearest.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

namespace {

/// Goes down to the member at a pointer and hands it to `leaf(member, read)`; `read(reader, member)` reads it as a
/// file's.
template <class Leaf>
class Finder {
public:
    Finder(std::string_view pointer, Leaf& leaf) : m_rest(pointer), m_leaf(leaf) {}

    void text(const char* key, auto& out)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.text(key, member); });
    }
    void flag(const char* key, auto& out)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.flag(key, member); });
    }
    void named(const char* key, auto& out)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.named(key, member); });
    }
    void whole(const char* key, auto& out)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.whole(key, member); });
    }
    void workers(const char* key, auto& out)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.workers(key, member); });
    }
    void number(const char* key, auto& out, Dimension dimension, Range range)
    {
        at(key, out, [&](ObjectReader& reader, auto& member) { reader.number(key, member, dimension, range); });
    }
    void quantity(const FieldInfo& field, auto& out)
    {
        at(field.key(), out, [&](ObjectReader& reader, auto& member) { reader.quantity(field, member); });
    }
    void workers(const FieldInfo& field, auto& out) { workers(field.key(), out); }

    void object(const char* key, auto& value)
    {
        if (goDown(key))
            inside(value);
    }

    template <class Value>
    void list(const char* key, std::vector<Value>& values)
    {
        element(key, values);
    }
    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        element(key, values);
    }

    void members(const char*, const Json::Object&) {}
    void rest(const Json::Object&) {}

private:
    void at(const char* key, auto& out, auto read)
    {
        if (m_rest.size() > 1 && m_rest.substr(1) == key)
            m_leaf(out, read);
    }

    // Leaves the key behind where the way leads through it.
    bool goDown(std::string_view key)
    {
        if (!m_rest.starts_with('/') || !m_rest.substr(1).starts_with(key) || m_rest.size() <= key.size() + 1 ||
            m_rest[key.size() + 1] != '/')
            return false;
        m_rest.remove_prefix(key.size() + 1);
        return true;
    }

    template <class Value>
    void inside(Value& value)
    {
        fields(*this, value);
        m_rest = {};
    }
    template <class Value>
    void inside(const std::optional<Value>& value)
    {
        if (value)
            inside(*value);
    }
    template <class Value>
    void inside(std::optional<Value>& value)
    {
        Value there = value.value_or(Value{});
        const Value before = there;
        inside(there);
        if (!(there == before))
            value = std::move(there);
    }

    void element(const char* key, auto& values)
    {
        if (!goDown(key))
            return;
        std::size_t index = 0;
        const char* end = m_rest.data() + m_rest.size();
        const auto [stop, error] = std::from_chars(m_rest.data() + 1, end, index);
        if (error != std::errc{} || index >= values.size())
            return;
        m_rest.remove_prefix(static_cast<std::size_t>(stop - m_rest.data()));
        inside(values[index]);
    }

    std::string_view m_rest;
    Leaf& m_leaf;
};

template <class Leaf>
void visitField(auto& project, std::string_view pointer, Leaf leaf)
{
    Finder<Leaf> finder(pointer, leaf);
    fields(finder, project);
}

/// All quantities, through the same walk as reading and writing.
class Collector {
public:
    void text(const char*, const auto&) {}
    void flag(const char*, bool) {}
    void named(const char*, const auto&) {}
    void whole(const char*, const auto&) {}
    void workers(const char*, int) {}
    void number(const char*, const auto&, Dimension, Range) {}
    void members(const char*, const Json::Object&) {}
    void rest(const Json::Object&) {}
    void workers(const FieldInfo& field, std::optional<int>) { m_list.push_back(&field); }
    void quantity(const FieldInfo& field, const MaybeQuantity&)
    {
        if (std::find(m_list.begin(), m_list.end(), &field) == m_list.end())
            m_list.push_back(&field);
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
        if (std::string_view(key) != "variants" &&
            std::string_view(key) != "ledger")  // their fields are the project's own
            object(key, Value{});
    }
    [[nodiscard]] std::vector<const FieldInfo*> take() { return std::move(m_list); }

private:
    std::vector<const FieldInfo*> m_list;
};

/// "*" stands for digits.
bool matches(std::string_view pattern, std::string_view pointer)
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

/// The three whose pointers are nearest, or whose last member is.
std::string nearest(std::string_view pointer)
{
    const std::string_view key = pointer.substr(pointer.rfind('/') + 1);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const FieldInfo* field : allFields())
        near.emplace_back(std::min(editDistance(pointer, field->pointer), editDistance(key, field->key()) + 2),
                          field->pointer);
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return say("{}, {} or {}", near[0].second, near[1].second, near[2].second);
}

tl::unexpected<Error> noField(std::string_view pointer)
{
    return fail(ErrorCode::Input, say("the project has no field {}", inQuotes(std::string(pointer))),
                say("a field such as {}", nearest(pointer)), {.pointer = std::string(pointer)});
}

}  // namespace

std::span<const FieldInfo* const> allFields()
{
    static const std::vector<const FieldInfo*> list = [] {
        Collector collector;
        const Project project;
        fields(collector, project);
        return collector.take();
    }();
    return list;
}

const FieldInfo* findField(std::string_view pointer)
{
    if (pointer.starts_with("/variants/"))
        pointer.remove_prefix(std::min(pointer.find('/', std::string_view("/variants/").size()), pointer.size()));
    for (const FieldInfo* field : allFields())
        if (matches(field->pointer, pointer))
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
        return noField(pointer);
    if (quantity)
        if (std::optional<Problem> problem = rangeProblem(quantity->value, field->dimension, field->range)) {
            problem->where.pointer = pointer;
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
        return noField(pointer);
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
        Json said{std::string(text)};
        if (std::is_same_v<Member, bool> && (text == "true" || text == "false"))
            said = Json(text == "true");
        const Json object(Json::Object{{key, std::move(said)}});
        ObjectReader reader(error.problems, object, section);
        read(reader, member);
    });
    if (!found)
        return noField(pointer);
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

}  // namespace scalewright
