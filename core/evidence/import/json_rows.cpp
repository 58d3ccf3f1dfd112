// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/json_rows.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"

namespace scalewright {

namespace {

bool isObjectList(const Json& list)
{
    const Json::Array* items = list.asArray();
    return items != nullptr && !items->empty() &&
           std::all_of(items->begin(), items->end(), [](const Json& item) { return item.asObject() != nullptr; });
}

struct ObjectList {
    const Json* list = nullptr;
    std::string pointer;
    std::string surroundingText{};  ///< text in all objects outside the lists
    std::string timeUnit{};    ///< unit of the list's times, if a sibling member gives it
};

void findLongestList(const Json& value, const std::string& pointer, ObjectList& best, int depth)
{
    constexpr int depthLimit = 5;
    const Json::Object* members = value.asObject();
    if (members == nullptr || depth > depthLimit)
        return;
    for (const auto& [key, each] : *members) {
        const std::string at = pointer + '/' + jsonPointerToken(key);
        if (const std::string* text = each.asString()) {
            if (key.find("unit") != std::string::npos && isHeaderUnit(*text))
                best.timeUnit = *text;
            if (text->size() < 200)
                best.surroundingText.append(key).append(" ").append(*text).append("\n");
        }
        if (!isObjectList(each)) {
            findLongestList(each, at, best, depth + 1);
        } else if (best.list == nullptr || each.asArray()->size() > best.list->asArray()->size()) {
            best.list = &each;
            best.pointer = at;
        }
    }
}

/// {"1": 10.0, "2": 5.4} or {"1": {"time": 10.0}, …}: one member for each p; the first such object is used.
std::optional<JsonRows> rowsOfWorkerKeys(const Json& value, int depth, const std::string& pointer = {})
{
    constexpr int depthLimit = 4;
    const Json::Object* members = value.asObject();
    if (members == nullptr || depth > depthLimit)
        return std::nullopt;
    const bool hasWorkerKeys =
        members->size() > 1 && std::all_of(members->begin(), members->end(), [](const Json::Member& member) {
            return parseCount(member.first, 1, 1'000'000'000).has_value() &&
                   (member.second.asNumber() != nullptr || member.second.asObject() != nullptr ||
                    (member.second.asArray() != nullptr && !member.second.asArray()->empty() &&
                     member.second.asArray()->front().asNumber() != nullptr));
        });
    if (!hasWorkerKeys) {
        for (const auto& [key, each] : *members)
            if (std::optional<JsonRows> rows = rowsOfWorkerKeys(each, depth + 1, pointer + '/' + jsonPointerToken(key)))
                return rows;
        return std::nullopt;
    }
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    for (const auto& [key, each] : *members) {
        Json row(each.asObject() != nullptr ? *each.asObject() : Json::Object{});
        row.set("p", Json(key));
        if (each.asObject() == nullptr)
            row.set(each.asArray() != nullptr ? "times" : "time", each);
        rows.add(std::move(*row.asObject()), {.jsonPointer = pointer + '/' + jsonPointerToken(key)});
    }
    return rows;
}

/// A key whose list holds the times of several runs.
bool isTimeListKey(const std::string& key)
{
    std::string base = parseHeaderName(key).base;
    if (isNameOfRole(LadderColumn::Time, base) || base == "runs" || base == "samples" || base == "measurements")
        return true;
    if (!base.ends_with('s'))
        return false;
    base.pop_back();
    return isNameOfRole(LadderColumn::Time, base);
}

/// Whether at least three numbers rise, or fall, from each to the next.
bool isMonotone(const Json::Array& items)
{
    std::vector<double> numbers;
    for (const Json& item : items)
        numbers.push_back(numberOf(&item).value_or(0));
    return numbers.size() > 2 &&
           (std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end() ||
            std::adjacent_find(numbers.begin(), numbers.end(), std::less_equal<>()) == numbers.end());
}

}  // namespace

std::optional<Result<JsonRows>> rowsOfJsonLines(std::string_view text)
{
    JsonRows rows;
    Error error;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        if (trimmed(line).empty())
            continue;
        Result<Json> row = parseJson(line);
        const bool isObject = row && row->asObject() != nullptr;
        if (rows.rows.empty() && error.problems.empty() && !isObject)
            return std::nullopt;
        if (!isObject) {
            error.problems.push_back({"is not an object, unlike the other lines of this JSON Lines file",
                                      "one object per line, such as {\"p\": 4, \"time\": 260}",
                                      ProblemLocation{.line = number}});
            continue;
        }
        rows.rows.push_back(std::move(*row));
        rows.locations.push_back(ProblemLocation{.line = number});
    }
    if (rows.rows.size() + error.problems.size() < 2)
        return std::nullopt;
    if (!error.problems.empty())
        return Result<JsonRows>(fail(std::move(error)));
    return Result<JsonRows>(std::move(rows));
}

std::optional<JsonRows> findNestedRows(const Json& document)
{
    ObjectList best;
    findLongestList(document, "", best, 0);
    if (best.list == nullptr)
        return rowsOfWorkerKeys(document, 0);
    JsonRows rows{.rows = *best.list->asArray(), .locations = {}, .surroundingText = best.surroundingText};
    for (std::size_t i = 0; i < rows.rows.size(); ++i)
        rows.locations.push_back(ProblemLocation{.jsonPointer = fmt::format("{}/{}", best.pointer, i)});
    if (!best.timeUnit.empty())
        rows.unitAssignments.push_back("=" + best.timeUnit);
    return rows;
}

std::optional<JsonRows> rowsOfHyperfine(const Json& document)
{
    const Json::Array& runs = listAt(document, "results");
    if (runs.empty() || !std::all_of(runs.begin(), runs.end(), [](const Json& run) {
            return run.find("command") != nullptr && run.find("command")->asString() != nullptr &&
                   (run.find("times") != nullptr || run.find("mean") != nullptr) && run.find("time") == nullptr;
        }))
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}, .unitAssignments = {"time=s"}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        Json::Object row{{"command", Json(textAt(runs[i], "command"))}};
        for (const auto& [name, value] : objectAt(runs[i], "parameters"))
            row.emplace_back(parameterPrefix + name, value);
        const Json::Array &times = listAt(runs[i], "times"), &codes = listAt(runs[i], "exit_codes");
        const Json* mean = runs[i].find("mean");
        for (std::size_t k = 0; k < std::max<std::size_t>(times.size(), 1); ++k) {
            Json::Object each = row;
            if (k < codes.size() && numberOf(&codes[k]).value_or(0) != 0)
                each.emplace_back("time", Json("failed"));
            else if (!times.empty() || mean != nullptr)
                each.emplace_back("time", times.empty() ? *mean : times[k]);
            rows.add(std::move(each), {.jsonPointer = fmt::format("/results/{}", i)});
        }
    }
    rows.notes.emplace_back("timings by hyperfine");
    return rows;
}

bool expandLists(JsonRows& rows, bool includesObjects)
{
    JsonRows expanded{.rows = {},
                      .locations = {},
                      .surroundingText = rows.surroundingText,
                      .unitAssignments = rows.unitAssignments,
                      .notes = rows.notes};
    bool hasList = false;
    const auto isExpanded = [&](const Json::Member& member) {
        const Json::Array* items = member.second.asArray();
        return items != nullptr && !items->empty() && std::all_of(items->begin(), items->end(), [&](const Json& item) {
                   return item.asNumber() != nullptr ? isTimeListKey(member.first)
                                                     : includesObjects && item.asObject() != nullptr;
               });
    };
    // Repeats rarely rise from first to last in every row: such lists go over sizes.
    const bool arePositions =
        !rows.rows.empty() && std::all_of(rows.rows.begin(), rows.rows.end(), [&](const Json& each) {
            const Json::Object& row = *each.asObject();
            const auto list = std::find_if(row.begin(), row.end(), isExpanded);
            return list != row.end() && isMonotone(*list->second.asArray());
        });
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const Json::Object& row = *rows.rows[i].asObject();
        const auto list = std::find_if(row.begin(), row.end(), isExpanded);
        hasList = hasList || list != row.end();
        for (std::size_t k = 0; k < (list == row.end() ? 1 : list->second.asArray()->size()); ++k) {
            Json each = rows.rows[i];
            if (list != row.end()) {
                const Json& item = (*list->second.asArray())[k];
                each.set(list->first, item.asObject() != nullptr ? Json() : item);
                for (const auto& [name, value] : item.asObject() != nullptr ? *item.asObject() : Json::Object())
                    each.set(name, value);
                if (arePositions)
                    each.set("position", Json(std::to_string(k + 1)));
            }
            expanded.add(*each.asObject(), rows.locations[i]);
        }
    }
    if (hasList)
        rows = std::move(expanded);
    return hasList;
}

static void flattenObject(const std::string& prefix, const Json::Object& object, Json::Object& target, int depth = 0)
{
    constexpr int depthLimit = 8;
    for (const auto& [key, value] : object) {
        const std::string name = prefix.empty() ? key : fmt::format("{}.{}", prefix, key);
        if (value.asObject() != nullptr && depth < depthLimit)
            flattenObject(name, *value.asObject(), target, depth + 1);
        else
            target.emplace_back(name, value);
    }
}

void flattenRows(JsonRows& rows)
{
    for (Json& row : rows.rows) {
        Json::Object flat;
        flattenObject({}, *row.asObject(), flat);
        row = Json(std::move(flat));
    }
}

Result<Grid> gridOfJsonRows(const JsonRows& rows)
{
    Result<Grid> grid = gridOfObjects(rows.rows, "");
    if (!grid)
        return grid;
    for (std::size_t i = 0; i < grid->rows.size(); ++i)
        for (std::size_t column = 0; column < grid->header.size(); ++column) {
            ProblemLocation where = rows.locations[i];
            if (!where.jsonPointer.empty())
                where.jsonPointer += '/' + jsonPointerToken(grid->header[column].text);
            grid->rows[i][column].where = std::move(where);
        }
    grid->surroundingText = rows.surroundingText;
    for (const std::string& unit : rows.unitAssignments) {
        const std::size_t equals = unit.find('=');
        for (std::size_t column = 0; column < grid->header.size(); ++column)
            if (equals == 0 ? isNameOfRole(LadderColumn::Time, parseHeaderName(grid->header[column].text).base)
                            : grid->header[column].text == unit.substr(0, equals)) {
                grid->units.resize(grid->header.size());
                grid->units[column] = unit.substr(equals + 1);
            }
    }
    return grid;
}

std::optional<double> numberOf(const Json* value)
{
    const bool isReadable = value != nullptr && (value->asNumber() != nullptr || value->asString() != nullptr);
    const Result<double> number = isReadable ? parseNumber(plainTextOf(*value)) : fail(ErrorCode::Input, {});
    return number ? std::optional(*number) : std::nullopt;
}

std::string plainTextOf(const Json& value)
{
    if (const bool* flag = value.asBool())
        return *flag ? "true" : "false";
    return value.asNumber() != nullptr   ? value.asNumber()->text
           : value.asString() != nullptr ? *value.asString()
                                         : std::string();
}

std::string textAt(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value != nullptr && value->asString() != nullptr ? *value->asString() : std::string();
}

const Json::Array& listAt(const Json& object, std::string_view key)
{
    static const Json::Array none;
    const Json* value = object.find(key);
    return value != nullptr && value->asArray() != nullptr ? *value->asArray() : none;
}

const Json::Object& objectAt(const Json& object, std::string_view key)
{
    static const Json::Object none;
    const Json* value = object.find(key);
    return value != nullptr && value->asObject() != nullptr ? *value->asObject() : none;
}

}  // namespace scalewright
