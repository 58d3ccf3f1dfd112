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

const Json::Array* listIn(const Json& object, const char* key)
{
    const Json* value = object.find(key);
    return value == nullptr ? nullptr : value->asArray();
}

std::string textIn(const Json& object, const char* key)
{
    const Json* value = object.find(key);
    return value != nullptr && value->asString() != nullptr ? *value->asString() : std::string();
}

/// The parts of a benchmark's name: "BM_sum/threads:4/8/real_time" is "BM_sum", threads = 4, argument = 8.
struct BenchmarkName {
    std::string family;
    std::vector<std::pair<std::string, std::string>> arguments;  ///< header and number
};

BenchmarkName partsOf(std::string_view name)
{
    constexpr std::array<std::string_view, 6> modifiers{"real_time", "process_time", "manual_time",
                                                        "min_time",  "iterations",   "repeats"};
    BenchmarkName parts;
    int unnamed = 0;
    for (const std::string_view part : fieldsIn(name, '/')) {
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

Json numberText(const std::string& text)
{
    return Json(Json::Number{text});
}

/// Rows of one benchmark each: its name's arguments, its time, and a rate of its own where it counts items.
std::optional<JsonRows> rowsOfGoogle(const Json& document)
{
    const Json::Array* runs = listIn(document, "benchmarks");
    if (runs == nullptr || runs->empty() || document.find("context") == nullptr ||
        runs->front().find("real_time") == nullptr)
        return std::nullopt;
    const auto isAggregate = [](const Json& run) { return textIn(run, "run_type") == "aggregate"; };
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
    JsonRows rows{.rows = {}, .where = {}, .around = {}};
    for (std::size_t i = 0; i < runs->size(); ++i) {
        const Json& run = (*runs)[i];
        const bool wanted = single ? !isAggregate(run) : textIn(run, "aggregate_name") == "mean";
        const Json* time = run.find("real_time");
        if (!wanted || time == nullptr || time->asNumber() == nullptr || run.find("error_occurred") != nullptr)
            continue;
        const std::string name = textIn(run, "run_name").empty() ? textIn(run, "name") : textIn(run, "run_name");
        const BenchmarkName parts = partsOf(name);
        Json::Object row{{"benchmark", Json(parts.family)}};
        for (const auto& [key, value] : parts.arguments)
            row.emplace_back(key, numberText(value));
        if (threaded && std::none_of(parts.arguments.begin(), parts.arguments.end(),
                                     [](const auto& argument) { return argument.first == "threads"; }))
            row.emplace_back("threads", numberText(threadsOf(run)));
        const std::string unit = textIn(run, "time_unit").empty() ? "ns" : textIn(run, "time_unit");
        const Json* items = run.find("items_per_second");
        if (rated && items != nullptr)
            row.emplace_back("items/s", *items);
        else
            row.emplace_back(fmt::format("time ({})", unit), *time);
        rows.rows.emplace_back(std::move(row));
        rows.where.push_back(Where{.pointer = fmt::format("/benchmarks/{}", i)});
    }
    rows.said.emplace_back(rated ? "Google Benchmark: items a second of all threads"
                                 : "Google Benchmark: its real time");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

/// Rows of one round each, with the test's parameters.
std::optional<JsonRows> rowsOfPytest(const Json& document)
{
    const Json::Array* tests = listIn(document, "benchmarks");
    if (tests == nullptr || tests->empty() || tests->front().find("stats") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .where = {}, .around = {}, .units = {"time=s"}};
    for (std::size_t i = 0; i < tests->size(); ++i) {
        const Json& test = (*tests)[i];
        const Json* stats = test.find("stats");
        if (stats == nullptr || stats->asObject() == nullptr)
            continue;
        std::string name = textIn(test, "name");
        name.resize(std::min(name.find('['), name.size()));
        Json::Object row{{"test", Json(name)}};
        const Json* parameters = test.find("params");
        if (parameters != nullptr && parameters->asObject() != nullptr)
            for (const auto& [key, value] : *parameters->asObject())
                row.emplace_back(key, value);
        const Json::Array* rounds = listIn(*stats, "data");
        const std::size_t count = rounds != nullptr && !rounds->empty() ? rounds->size() : 1;
        constexpr std::size_t most = 100;  // of a microbenchmark that ran a million rounds the median stands for all
        for (std::size_t k = 0; k < (count > most ? 1 : count); ++k) {
            Json::Object each = row;
            const Json* median = stats->find("median");
            const Json* mean = stats->find("mean");
            if (count > 1 && count <= most)
                each.emplace_back("time", (*rounds)[k]);
            else if (median != nullptr || mean != nullptr)
                each.emplace_back("time", median != nullptr ? *median : *mean);
            rows.rows.emplace_back(std::move(each));
            rows.where.push_back(Where{.pointer = fmt::format("/benchmarks/{}", i)});
        }
    }
    rows.said.emplace_back("pytest-benchmark: each round is a repeat");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

void addTests(const Json& session, const std::string& pointer, JsonRows& rows)
{
    const Json::Array* tests = listIn(session, "testcases");
    if (tests == nullptr)
        return;
    for (std::size_t i = 0; i < tests->size(); ++i) {
        const Json& test = (*tests)[i];
        const Json* tasks = test.find("num_tasks");
        const std::string result = textIn(test, "result");
        if (tasks == nullptr || (!result.empty() && result != "success" && result != "pass"))
            continue;
        std::string name = textIn(test, "name");
        name.resize(std::min(name.find(' '), name.size()));  // "Test %num_tasks=4"
        Json::Object row{{"test", Json(name)}, {"p", *tasks}};
        const auto add = [&](const std::string& key, const std::string& unit, const Json& value) {
            row.emplace_back(unit.empty() ? key : fmt::format("{} ({})", key, unit), value);
        };
        if (const Json::Array* figures = listIn(test, "perfvars"))
            for (const Json& figure : *figures)
                if (const Json* value = figure.find("value"))
                    add(textIn(figure, "name"), textIn(figure, "unit"), *value);
        if (const Json* figures = test.find("perfvalues"); figures != nullptr && figures->asObject() != nullptr)
            for (const auto& [key, value] : *figures->asObject())  // "system:partition:name": [value, …, unit, …]
                if (const Json::Array* list = value.asArray(); list != nullptr && list->size() > 4)
                    add(key.substr(key.rfind(':') + 1),
                        (*list)[4].asString() != nullptr ? *(*list)[4].asString() : std::string(), list->front());
        rows.rows.emplace_back(std::move(row));
        rows.where.push_back(Where{.pointer = fmt::format("{}/testcases/{}", pointer, i)});
    }
}

std::optional<JsonRows> rowsOfReframe(const Json& document)
{
    if (document.find("session_info") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .where = {}, .around = {}};
    if (const Json::Array* runs = listIn(document, "runs"))
        for (std::size_t i = 0; i < runs->size(); ++i)
            addTests((*runs)[i], fmt::format("/runs/{}", i), rows);
    addTests(document, "", rows);
    rows.said.emplace_back("ReFrame: p is num_tasks");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

}  // namespace

std::optional<JsonRows> rowsOfProgram(const Json& document)
{
    for (const auto read : {rowsOfGoogle, rowsOfPytest, rowsOfReframe})
        if (std::optional<JsonRows> rows = read(document))
            return rows;
    return std::nullopt;
}

std::optional<Grid> gridOfBenchmarks(std::string_view text)
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
    for (const std::string_view line : linesOf(text)) {
        ++number;
        const std::vector<std::string_view> words = wordsIn(line);
        if (words.size() > 3 && words[0] == "Benchmark" && words[1] == "Time" && words[2] == "CPU")
            announced = true;
        constexpr std::array<std::string_view, 4> aggregates{"_mean", "_median", "_stddev", "_cv"};
        if (!announced || words.size() < 6 || !parseNumber(words[1]) || !isHeaderUnit(words[2]) ||
            std::any_of(aggregates.begin(), aggregates.end(),
                        [&](std::string_view each) { return words[0].ends_with(each); }))
            continue;
        rows.push_back({partsOf(words[0]), std::string(words[1]), std::string(words[2]), number});
        for (const auto& [key, value] : rows.back().name.arguments)
            if (!isAmong(arguments, key))
                arguments.push_back(key);
    }
    if (rows.empty())
        return std::nullopt;
    Grid grid;
    const Where where{.line = rows.front().line};
    grid.header.push_back({"benchmark", where});
    for (const std::string& argument : arguments)
        grid.header.push_back({argument, where});
    grid.header.push_back({"time", where});
    for (const Row& row : rows) {
        std::vector<GridCell>& cells = grid.rows.emplace_back();
        cells.push_back({row.name.family, Where{.line = row.line}});
        for (const std::string& argument : arguments) {
            const auto at = std::find_if(row.name.arguments.begin(), row.name.arguments.end(),
                                         [&](const auto& each) { return each.first == argument; });
            cells.push_back({at == row.name.arguments.end() ? std::string() : at->second, Where{.line = row.line}});
        }
        cells.push_back({row.time + " " + row.unit, Where{.line = row.line}});
    }
    return grid;
}

}  // namespace scalewright
