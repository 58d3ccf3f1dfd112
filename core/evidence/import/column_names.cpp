// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/column_names.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"
#include "core/project/document/ladder_roles.h"

namespace scalewright {

namespace {

const Json::Object& membersOf(const Json& document, std::string_view key)
{
    static const Json::Object none;
    const Json* value = document.find(key);
    return value != nullptr && value->asObject() != nullptr ? *value->asObject() : none;
}

std::vector<std::string> readTexts(const Json* list, const std::string& pointer, Error& error)
{
    std::vector<std::string> texts;
    const Json::Array* items = list == nullptr ? nullptr : list->asArray();
    if (items == nullptr)
        error.problems.push_back({"there is no list of names", "a list such as [\"ranks\"]", {.jsonPointer = pointer}});
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
        if (const std::string* text = (*items)[i].asString(); text != nullptr && !text->empty())
            texts.push_back(*text);
        else
            error.problems.push_back({formatMessage("found {} instead of a name", (*items)[i].kindName()),
                                      "a text such as \"ranks\"",
                                      {.jsonPointer = fmt::format("{}/{}", pointer, i)}});
    return texts;
}

/// A word of a header as in HeaderName::base, or a word of a cell in lower case.
std::string normalizedWord(std::string_view list, const std::string& text)
{
    constexpr std::array<std::string_view, 7> cellLists{"serial",     "failed", "succeeded", "german",
                                                        "unfinished", "yes",    "no"};
    const std::string small = lowerCaseLatinAndCyrillic(text);
    std::string joined;
    for (const std::string& word : splitNameWords(withoutAccents(small)))
        joined.append(joined.empty() ? "" : "_").append(word);
    return isAmong(cellLists, list) ? small : joined;
}

/// Skips what cannot be read, and adds a problem for it.
ColumnNames readColumnNames(const Json& document, Error& error)
{
    ColumnNames names;
    for (const auto& [role, list] : membersOf(document, "columns")) {
        const auto isRole = [&name = role](const LadderRole& each) { return name == each.name; };
        if (std::any_of(ladderRoles.begin(), ladderRoles.end(), isRole))
            names.namesByRole[role] = readTexts(&list, "/columns/" + role, error);
        else
            error.problems.push_back({formatMessage("there is no role {}", inQuotes(role)),
                                      "p, time, throughput, …",
                                      {.jsonPointer = "/columns/" + role}});
    }
    for (const auto& [name, list] : membersOf(document, "lists"))
        names.lists[name] = readTexts(&list, "/lists/" + name, error);
    for (const auto& [name, list] : membersOf(document, "words"))
        for (const std::string& text : readTexts(&list, "/words/" + name, error))
            names.lists[name].push_back(normalizedWord(name, text));
    for (const auto& [name, unit] : membersOf(document, "units"))
        if (const std::string* symbol = unit.asString(); symbol != nullptr && name != "about")
            names.unitOfName[name] = *symbol;
    const Json* units = document.find("header_units");
    for (const Json& each : units != nullptr && units->asArray() != nullptr ? *units->asArray() : Json::Array()) {
        const Json *unit = each.find("unit"), *factor = each.find("factor"), *dimension = each.find("dimension");
        const Json::Number* number = factor == nullptr ? nullptr : factor->asNumber();
        const Result<double> value = number == nullptr ? fail(ErrorCode::Input, {}) : parseNumber(number->text);
        if (unit != nullptr && unit->asString() != nullptr && value)
            names.units.push_back(
                {*unit->asString(), *value,
                 dimension != nullptr && *dimension == Json("energy") ? Dimension::Energy : Dimension::Time,
                 readTexts(each.find("names"), "/header_units", error)});
    }
    return names;
}

const Result<ColumnNames>& resourceColumnNames()
{
    static const Result<ColumnNames> names = parseResource("catalogue/columns.json", [](std::string_view text) {
                                                 return parseJson(text);
                                             }).map([](const Json& document) {
        Error ignored;
        return readColumnNames(document, ignored);
    });
    return names;
}

const ColumnNames& columnNames()
{
    static const ColumnNames none;
    return resourceColumnNames() ? *resourceColumnNames() : none;
}

}  // namespace

Result<void> checkColumnNames()
{
    return resourceColumnNames().map([](const ColumnNames&) {});
}

Result<ColumnNames> parseColumnNames(std::string_view text)
{
    Error error;
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    ColumnNames names = readColumnNames(*document, error);
    if (!error.problems.empty())
        return fail(std::move(error));
    return names;
}

const std::vector<std::string>& wordList(std::string_view list)
{
    static const std::vector<std::string> none;
    const auto words = columnNames().lists.find(list);
    return words == columnNames().lists.end() ? none : words->second;
}

bool isListed(std::string_view list, std::string_view word)
{
    return isAmong(wordList(list), word);
}

const HeaderUnit* findHeaderUnit(std::string_view name)
{
    const std::vector<HeaderUnit>& units = columnNames().units;
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const HeaderUnit& unit) { return isAmong(unit.names, name); });
    return found == units.end() ? nullptr : &*found;
}

std::string usualUnitOf(std::string_view name)
{
    const auto unit = columnNames().unitOfName.find(name);
    return unit == columnNames().unitOfName.end() ? std::string() : unit->second;
}

std::vector<std::string> writtenNamesOf(const std::string& role)
{
    const auto names = columnNames().namesByRole.find(role);
    return names == columnNames().namesByRole.end() ? std::vector<std::string>() : names->second;
}

}  // namespace scalewright
