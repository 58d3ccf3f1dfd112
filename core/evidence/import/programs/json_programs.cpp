// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/json_programs.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/header_name.h"

namespace scalewright {

namespace {

const Json::Array* arrayMember(const Json& object, const char* key)
{
    const Json* value = object.find(key);
    return value == nullptr ? nullptr : value->asArray();
}

std::string textMember(const Json& object, const char* key)
{
    const Json* value = object.find(key);
    return value != nullptr && value->asString() != nullptr ? *value->asString() : std::string();
}

/// The parts of a benchmark's name: "BM_sum/threads:4/8/real_time" has family "BM_sum", threads = 4, argument = 8.
struct BenchmarkName {
    std::string family;
    std::vector<std::pair<std::string, std::string>> arguments;  ///< header and number
};

BenchmarkName parseBenchmarkName(std::string_view name)
{
    constexpr std::array<std::string_view, 6> modifiers{"real_time", "process_time", "manual_time",
                                                        "min_time",  "iterations",   "repeats"};
    BenchmarkName parts;
    int unnamed = 0;
    for (const std::string_view part : splitFields(name, '/')) {
        const std::size_t colon = part.find(':');
        const std::string key(part.substr(0, colon));
        const std::string value(colon == std::string_view::npos ? std::string_view() : part.substr(colon + 1));
        if (parts.family.empty())
            parts.family = part;
        else if (isAmong(modifiers, std::string_view(key)))
            continue;
        else if (colon != std::string_view::npos && parseNumber(value))
            parts.arguments.emplace_back(key, value);
        else if (parseNumber(part))
            parts.arguments.emplace_back(++unnamed == 1 ? "argument" : fmt::format("argument {}", unnamed), part);
        else
            parts.family += '/' + std::string(part);
    }
    return parts;
}

Json jsonNumberFromText(const std::string& text)
{
    return Json(Json::Number{text});
}

/// One row per benchmark: the arguments in its name, its time, and its rate if it counts items.
std::optional<JsonRows> rowsOfGoogle(const Json& document)
{
    const Json::Array* runs = arrayMember(document, "benchmarks");
    if (runs == nullptr || runs->empty() || document.find("context") == nullptr ||
        runs->front().find("real_time") == nullptr)
        return std::nullopt;
    const auto isAggregate = [](const Json& run) { return textMember(run, "run_type") == "aggregate"; };
    const bool single = std::any_of(runs->begin(), runs->end(), [&](const Json& run) { return !isAggregate(run); });
    const bool rated = std::all_of(runs->begin(), runs->end(), [&](const Json& run) {
        return isAggregate(run) == single || run.find("items_per_second") != nullptr;
    });
    const auto threadsOf = [](const Json& run) {
        const Json* threads = run.find("threads");
        return threads != nullptr && threads->asNumber() != nullptr ? threads->asNumber()->text : std::string("1");
    };
    const bool threaded =
        std::any_of(runs->begin(), runs->end(), [&](const Json& run) { return threadsOf(run) != "1"; });
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    for (std::size_t i = 0; i < runs->size(); ++i) {
        const Json& run = (*runs)[i];
        const bool wanted = single ? !isAggregate(run) : textMember(run, "aggregate_name") == "mean";
        const Json* time = run.find("real_time");
        if (!wanted || time == nullptr || time->asNumber() == nullptr || run.find("error_occurred") != nullptr)
            continue;
        const std::string name =
            textMember(run, "run_name").empty() ? textMember(run, "name") : textMember(run, "run_name");
        const BenchmarkName parts = parseBenchmarkName(name);
        Json::Object row{{"benchmark", Json(parts.family)}};
        for (const auto& [key, value] : parts.arguments)
            row.emplace_back(key, jsonNumberFromText(value));
        if (threaded && std::none_of(parts.arguments.begin(), parts.arguments.end(),
                                     [](const auto& argument) { return argument.first == "threads"; }))
            row.emplace_back("threads", jsonNumberFromText(threadsOf(run)));
        const std::string unit = textMember(run, "time_unit").empty() ? "ns" : textMember(run, "time_unit");
        const Json* items = run.find("items_per_second");
        if (rated && items != nullptr)
            row.emplace_back("items/s", *items);
        else
            row.emplace_back(fmt::format("time ({})", unit), *time);
        rows.rows.emplace_back(std::move(row));
        rows.locations.push_back(ProblemLocation{.jsonPointer = fmt::format("/benchmarks/{}", i)});
    }
    rows.notes.emplace_back(rated ? "Google Benchmark: items per second of all threads"
                                  : "Google Benchmark: its real time");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

/// One row per round, with the test's parameters.
std::optional<JsonRows> rowsOfPytest(const Json& document)
{
    const Json::Array* tests = arrayMember(document, "benchmarks");
    if (tests == nullptr || tests->empty() || tests->front().find("stats") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}, .unitAssignments = {"time=s"}};
    for (std::size_t i = 0; i < tests->size(); ++i) {
        const Json& test = (*tests)[i];
        const Json* stats = test.find("stats");
        if (stats == nullptr || stats->asObject() == nullptr)
            continue;
        std::string name = textMember(test, "name");
        name.resize(std::min(name.find('['), name.size()));
        Json::Object row{{"test", Json(name)}};
        const Json* parameters = test.find("params");
        if (parameters != nullptr && parameters->asObject() != nullptr)
            for (const auto& [key, value] : *parameters->asObject())
                row.emplace_back(key, value);
        const Json::Array* rounds = arrayMember(*stats, "data");
        const std::size_t count = rounds != nullptr && !rounds->empty() ? rounds->size() : 1;
        // In a microbenchmark with more rounds, the median represents them all.
        constexpr std::size_t maximumRounds = 100;
        for (std::size_t k = 0; k < (count > maximumRounds ? 1 : count); ++k) {
            Json::Object each = row;
            const Json* median = stats->find("median");
            const Json* mean = stats->find("mean");
            if (count > 1 && count <= maximumRounds)
                each.emplace_back("time", (*rounds)[k]);
            else if (median != nullptr || mean != nullptr)
                each.emplace_back("time", median != nullptr ? *median : *mean);
            rows.rows.emplace_back(std::move(each));
            rows.locations.push_back(ProblemLocation{.jsonPointer = fmt::format("/benchmarks/{}", i)});
        }
    }
    rows.notes.emplace_back("pytest-benchmark: each round is a repeat");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

void addReframeTests(const Json& session, const std::string& pointer, JsonRows& rows)
{
    const Json::Array* tests = arrayMember(session, "testcases");
    if (tests == nullptr)
        return;
    for (std::size_t i = 0; i < tests->size(); ++i) {
        const Json& test = (*tests)[i];
        const Json* tasks = test.find("num_tasks");
        const std::string result = textMember(test, "result");
        if (tasks == nullptr || (!result.empty() && result != "success" && result != "pass"))
            continue;
        std::string name = textMember(test, "name");
        name.resize(std::min(name.find(' '), name.size()));  // "Test %num_tasks=4"
        Json::Object row{{"test", Json(name)}, {"p", *tasks}};
        const auto add = [&](const std::string& key, const std::string& unit, const Json& value) {
            row.emplace_back(unit.empty() ? key : fmt::format("{} ({})", key, unit), value);
        };
        if (const Json::Array* figures = arrayMember(test, "perfvars"))
            for (const Json& figure : *figures)
                if (const Json* value = figure.find("value"))
                    add(textMember(figure, "name"), textMember(figure, "unit"), *value);
        if (const Json* figures = test.find("perfvalues"); figures != nullptr && figures->asObject() != nullptr)
            for (const auto& [key, value] : *figures->asObject())  // "system:partition:name": [value, …, unit, …]
                if (const Json::Array* list = value.asArray(); list != nullptr && list->size() > 4)
                    add(key.substr(key.rfind(':') + 1),
                        (*list)[4].asString() != nullptr ? *(*list)[4].asString() : std::string(), list->front());
        rows.rows.emplace_back(std::move(row));
        rows.locations.push_back(ProblemLocation{.jsonPointer = fmt::format("{}/testcases/{}", pointer, i)});
    }
}

std::optional<JsonRows> rowsOfReframe(const Json& document)
{
    if (document.find("session_info") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    if (const Json::Array* runs = arrayMember(document, "runs"))
        for (std::size_t i = 0; i < runs->size(); ++i)
            addReframeTests((*runs)[i], fmt::format("/runs/{}", i), rows);
    addReframeTests(document, "", rows);
    rows.notes.emplace_back("ReFrame: p is num_tasks");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

}  // namespace

std::optional<JsonRows> rowsOfBenchmarkReport(const Json& document)
{
    for (const auto read : {rowsOfGoogle, rowsOfPytest, rowsOfReframe})
        if (std::optional<JsonRows> rows = read(document))
            return rows;
    return std::nullopt;
}

std::optional<Grid> gridOfGoogleBenchmark(std::string_view text)
{
    struct Row {
        BenchmarkName name;
        std::string time, unit;
        int line = 0;
    };
    std::vector<Row> rows;
    std::vector<std::string> arguments;
    bool announced = false;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() > 3 && words[0] == "Benchmark" && words[1] == "Time" && words[2] == "CPU")
            announced = true;
        constexpr std::array<std::string_view, 4> aggregates{"_mean", "_median", "_stddev", "_cv"};
        if (!announced || words.size() < 6 || !parseNumber(words[1]) || !isHeaderUnit(words[2]) ||
            std::any_of(aggregates.begin(), aggregates.end(),
                        [&](std::string_view each) { return words[0].ends_with(each); }))
            continue;
        rows.push_back({parseBenchmarkName(words[0]), std::string(words[1]), std::string(words[2]), number});
        for (const auto& [key, value] : rows.back().name.arguments)
            if (!isAmong(arguments, key))
                arguments.push_back(key);
    }
    if (rows.empty())
        return std::nullopt;
    Grid grid;
    const ProblemLocation where{.line = rows.front().line};
    grid.header.push_back({"benchmark", where});
    for (const std::string& argument : arguments)
        grid.header.push_back({argument, where});
    grid.header.push_back({"time", where});
    for (const Row& row : rows) {
        std::vector<GridCell>& cells = grid.rows.emplace_back();
        cells.push_back({row.name.family, ProblemLocation{.line = row.line}});
        for (const std::string& argument : arguments) {
            const auto at = std::find_if(row.name.arguments.begin(), row.name.arguments.end(),
                                         [&](const auto& each) { return each.first == argument; });
            cells.push_back(
                {at == row.name.arguments.end() ? std::string() : at->second, ProblemLocation{.line = row.line}});
        }
        cells.push_back({row.time + " " + row.unit, ProblemLocation{.line = row.line}});
    }
    return grid;
}

}  // namespace scalewright
