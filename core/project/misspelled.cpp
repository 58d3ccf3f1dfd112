#include "core/project/misspelled.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/nearest.h"
#include "core/base/quote.h"
#include "core/project/fields.h"

namespace scalewright {

namespace {

/// The walk of reading and writing: which keys an object knows, and then what it does not.
class Speller {
public:
    struct Found {
        std::vector<Problem> misspelled;
        std::vector<std::string> unread;
    };
    Speller(Found& found, std::string pointer) : m_found(found), m_pointer(std::move(pointer)) {}

    void text(const char* key, const auto&) { know(key); }
    void flag(const char* key, bool) { know(key); }
    void named(const char* key, const auto&) { know(key); }
    void whole(const char* key, const auto&) { know(key); }
    void workers(const char* key, int) { know(key); }
    void workers(const FieldInfo& field, std::optional<int>) { know(field.key()); }
    void number(const char* key, const auto&, Dimension, Range) { know(key); }
    void quantity(const FieldInfo& field, const MaybeQuantity&) { know(field.key()); }
    void members(const char* key, const Json::Object&) { know(key); }

    template <class Value>
    void object(const char* key, const Value& value)
    {
        know(key);
        Speller inside(m_found, fmt::format("{}/{}", m_pointer, key));
        fields(inside, value);
    }
    template <class Value>
    void object(const char* key, const std::optional<Value>& value)
    {
        know(key);
        if (value)
            object(key, *value);
    }
    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        know(key);
        for (std::size_t i = 0; i < values.size(); ++i)
            if constexpr (!std::is_same_v<Value, std::string>) {
                Speller inside(m_found, fmt::format("{}/{}/{}", m_pointer, key, i));
                fields(inside, values[i]);
            }
    }

    void rest(const Json::Object& unknown)
    {
        for (const auto& [name, value] : unknown) {
            // The report's words and the deck stand among the unknown: own_words.h, slide_choices.h.
            if (m_pointer.empty() && (name == "report" || name == "deck"))
                continue;
            const std::string pointer = fmt::format("{}/{}", m_pointer, pointerToken(name));
            m_found.unread.push_back(pointer);
            if (const std::optional<std::string> meant = didYouMean(name, m_known))
                m_found.misspelled.push_back(
                    {say("{} is not a member that is read", inQuotes(name)), inQuotes(*meant), {.pointer = pointer}});
        }
    }

private:
    void know(std::string_view key) { m_known.emplace_back(key); }

    Found& m_found;
    std::string m_pointer;
    std::vector<std::string> m_known;
};

Speller::Found spelled(const Project& project)
{
    Speller::Found found;
    Speller speller(found, {});
    fields(speller, project);
    return found;
}

}  // namespace

std::vector<Problem> misspelledMembers(const Project& project)
{
    return spelled(project).misspelled;
}

std::vector<std::string> unreadMembers(const Project& project)
{
    return spelled(project).unread;
}

}  // namespace scalewright
