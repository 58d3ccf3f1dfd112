#include "core/project/document/misspelled.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/nearest.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"

namespace scalewright {

namespace {

/// "2026", "2026-11", "2026-11-25", and a time of day behind that.
bool isDate(std::string_view text)
{
    const auto digits = [&](std::size_t at, std::size_t count) -> std::optional<int> {
        int value = 0;
        for (std::size_t i = at; i < at + count; ++i) {
            if (i >= text.size() || text[i] < '0' || text[i] > '9')
                return std::nullopt;
            value = 10 * value + (text[i] - '0');
        }
        return value;
    };
    const std::optional<int> year = digits(0, 4), month = digits(5, 2), day = digits(8, 2);
    if (!year || text.size() == 4)
        return year.has_value();
    if (text[4] != '-' || !month)
        return false;
    if (text.size() == 7)
        return *month >= 1 && *month <= 12;
    const std::chrono::year_month_day whole{std::chrono::year(*year), std::chrono::month(unsigned(*month)),
                                            std::chrono::day(unsigned(day.value_or(0)))};
    return text[7] == '-' && day && whole.ok() && (text.size() == 10 || text[10] == 'T' || text[10] == ' ');
}

/// The walk of reading and writing: which keys an object knows, and then what it does not.
class Speller {
public:
    struct Found {
        std::vector<Problem> misspelled;
        std::vector<std::string> unread;
        std::vector<Problem> dates;
    };
    Speller(Found& found, std::string pointer) : m_found(found), m_pointer(std::move(pointer)) {}

    void text(const char* key, const auto&) { know(key); }
    void flag(const char* key, bool) { know(key); }
    void named(const char* key, const auto&) { know(key); }
    void whole(const char* key, const auto&) { know(key); }
    void workers(const char* key, int) { know(key); }
    void workers(const FieldInfo& field, std::optional<int>) { know(field.key()); }
    void number(const char* key, const auto&, Dimension, Range) { know(key); }
    void quantity(const FieldInfo& field, const MaybeQuantity& value)
    {
        know(field.key());
        if (value)
            date(value->provenance, fmt::format("{}/{}", m_pointer, field.key()));
    }
    void members(const char* key, const Json::Object&) { know(key); }

    template <class Value>
    void object(const char* key, const Value& value)
    {
        know(key);
        Speller inside(m_found, fmt::format("{}/{}", m_pointer, key));
        if constexpr (std::is_same_v<Value, Provenance>)
            inside.date(value, inside.m_pointer);
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

    void date(const Provenance& provenance, const std::string& pointer)
    {
        if (!provenance.date.empty() && !isDate(provenance.date))
            m_found.dates.push_back({say("{} is no date", inQuotes(provenance.date)),
                                     "a day such as 2026-11-25",
                                     {.pointer = pointer + "/date"}});
    }

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

std::vector<Problem> doubtfulDates(const Project& project)
{
    return spelled(project).dates;
}

}  // namespace scalewright
