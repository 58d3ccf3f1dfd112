// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/document/member_checks.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/ranges/ranges.h"
#include "core/base/text/did_you_mean.h"
#include "core/base/text/quote.h"
#include "core/project/document/fields.h"
#include "core/project/document/project_fields.h"

namespace scalewright {

namespace {

/// Accepts "2026", "2026-11", "2026-11-25", the last with an optional time of day.
bool isValidDate(std::string_view text)
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
    const std::chrono::year_month_day calendarDate{std::chrono::year(*year), std::chrono::month(unsigned(*month)),
                                                   std::chrono::day(unsigned(day.value_or(0)))};
    return text[7] == '-' && day && calendarDate.ok() && (text.size() == 10 || text[10] == 'T' || text[10] == ' ');
}

/// The pointer of the quantity, anywhere in a project, that has this name or one near it.
std::optional<std::string> nearestField(const std::string& name)
{
    constexpr std::size_t shortestName = 5;  // shorter names resemble many
    std::vector<std::string> keys;
    for (const FieldInfo* field : allFields())
        keys.emplace_back(field->key());
    const bool isKey = contains(keys, name);
    const std::optional<std::string> key = isKey ? name : didYouMean(name, keys);
    if (!key || name.size() < shortestName)
        return std::nullopt;
    const auto position = std::ranges::find(keys, *key) - keys.begin();
    return allFields()[static_cast<std::size_t>(position)]->jsonPointer;
}

/// Visits a project in the same way as reader and writer: collects each object's known keys, then checks the unknown
/// ones.
class MemberChecker {
public:
    struct Findings {
        std::vector<Problem> misspelled;
        std::vector<std::string> unreadPointers;
        std::vector<Problem> invalidDates;
    };
    MemberChecker(Findings& found, std::string pointer) : m_findings(found), m_pointer(std::move(pointer)) {}

    void text(const char* key, const auto&) { addKnownKey(key); }
    void flag(const char* key, bool) { addKnownKey(key); }
    void enumeration(const char* key, const auto&) { addKnownKey(key); }
    void modelState(const char* key, const MaybeQuantity&) { addKnownKey(key); }
    void integer(const char* key, const auto&) { addKnownKey(key); }
    void workers(const char* key, int) { addKnownKey(key); }
    void workers(const FieldInfo& field, std::optional<int>) { addKnownKey(field.key()); }
    void number(const char* key, const auto&, Dimension, Range) { addKnownKey(key); }
    void quantity(const FieldInfo& field, const MaybeQuantity& value)
    {
        addKnownKey(field.key());
        if (value)
            checkDate(value->provenance, fmt::format("{}/{}", m_pointer, field.key()));
    }
    void rawObject(const char* key, const Json::Object&) { addKnownKey(key); }

    template <class Value>
    void object(const char* key, const Value& value)
    {
        addKnownKey(key);
        MemberChecker inside(m_findings, fmt::format("{}/{}", m_pointer, key));
        if constexpr (std::is_same_v<Value, Provenance>)
            inside.checkDate(value, inside.m_pointer);
        fields(inside, value);
    }
    template <class Value>
    void object(const char* key, const std::optional<Value>& value)
    {
        addKnownKey(key);
        if (value)
            object(key, *value);
    }
    template <class Value>
    void list(const char* key, const std::vector<Value>& values)
    {
        addKnownKey(key);
        for (std::size_t i = 0; i < values.size(); ++i)
            if constexpr (!std::is_same_v<Value, std::string>) {
                MemberChecker inside(m_findings, fmt::format("{}/{}/{}", m_pointer, key, i));
                fields(inside, values[i]);
            }
    }

    void unknownMembers(const Json::Object& unknown)
    {
        for (const auto& [name, value] : unknown) {
            // Stored among the unknown members: report_texts.h, slide_choices.h, exercise/assignment.h, trace/reference.h.
            if ((m_pointer.empty() && (name == "report" || name == "deck" || name == "exercise")) ||
                (m_pointer.starts_with("/measurements/traces/") && name == "rules"))
                continue;
            const std::string pointer = fmt::format("{}/{}", m_pointer, jsonPointerToken(name));
            m_findings.unreadPointers.push_back(pointer);
            std::optional<std::string> suggestion = didYouMean(name, m_knownKeys);
            if (!suggestion)
                suggestion = nearestField(name);
            if (suggestion)
                m_findings.misspelled.push_back(
                    {formatMessage("{} is not read", inQuotes(name)), inQuotes(*suggestion), {.jsonPointer = pointer}});
        }
    }

private:
    void addKnownKey(std::string_view key) { m_knownKeys.emplace_back(key); }

    void checkDate(const Provenance& provenance, const std::string& pointer)
    {
        if (!provenance.date.empty() && !isValidDate(provenance.date))
            m_findings.invalidDates.push_back({formatMessage("{} is not a date", inQuotes(provenance.date)),
                                               "a day such as 2026-11-25",
                                               {.jsonPointer = pointer + "/date"}});
    }

    Findings& m_findings;
    std::string m_pointer;
    std::vector<std::string> m_knownKeys;
};

MemberChecker::Findings checkMembers(const Project& project)
{
    MemberChecker::Findings found;
    MemberChecker speller(found, {});
    fields(speller, project);
    return found;
}

}  // namespace

std::vector<Problem> findMisspelledMembers(const Project& project)
{
    return checkMembers(project).misspelled;
}

std::vector<std::string> findUnreadMembers(const Project& project)
{
    return checkMembers(project).unreadPointers;
}

std::vector<Problem> findInvalidDates(const Project& project)
{
    return checkMembers(project).invalidDates;
}

}  // namespace scalewright
