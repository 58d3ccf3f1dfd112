// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/json_programs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/header_name.h"

namespace scalewright {

namespace {

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

/// One row per benchmark: the arguments in its name, its time, and its rate if it counts items.
std::optional<JsonRows> rowsOfGoogle(const Json& document)
{
    const Json::Array& runs = listAt(document, "benchmarks");
    if (runs.empty() || document.find("context") == nullptr || runs.front().find("real_time") == nullptr)
        return std::nullopt;
    const auto isAggregate = [](const Json& run) { return textAt(run, "run_type") == "aggregate"; };
    const bool single = std::any_of(runs.begin(), runs.end(), [&](const Json& run) { return !isAggregate(run); });
    const bool rated = std::all_of(runs.begin(), runs.end(), [&](const Json& run) {
        return isAggregate(run) == single || run.find("items_per_second") != nullptr;
    });
    const auto threadsOf = [](const Json& run) { return numberOf(run.find("threads")).value_or(1); };
    const bool threaded = std::any_of(runs.begin(), runs.end(), [&](const Json& run) { return threadsOf(run) != 1; });
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Json& run = runs[i];
        const bool wanted = single ? !isAggregate(run) : textAt(run, "aggregate_name") == "mean";
        const Json* time = run.find("real_time");
        if (!wanted || time == nullptr || time->asNumber() == nullptr || run.find("error_occurred") != nullptr)
            continue;
        const std::string name = textAt(run, "run_name").empty() ? textAt(run, "name") : textAt(run, "run_name");
        const BenchmarkName parts = parseBenchmarkName(name);
        Json::Object row{{"benchmark", Json(parts.family)}};
        for (const auto& [key, value] : parts.arguments)
            row.emplace_back(key, Json(Json::Number{value}));
        if (threaded && std::none_of(parts.arguments.begin(), parts.arguments.end(),
                                     [](const auto& argument) { return argument.first == "threads"; }))
            row.emplace_back("threads", Json(threadsOf(run)));
        const std::string unit = textAt(run, "time_unit").empty() ? "ns" : textAt(run, "time_unit");
        if (rated)
            row.emplace_back("items/s", *run.find("items_per_second"));
        else
            row.emplace_back(fmt::format("time ({})", unit), *time);
        rows.add(std::move(row), {.jsonPointer = fmt::format("/benchmarks/{}", i)});
    }
    rows.notes.emplace_back(rated ? "Google Benchmark: items per second of all threads"
                                  : "Google Benchmark: its real time");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

/// One row per round, with the test's parameters.
std::optional<JsonRows> rowsOfPytest(const Json& document)
{
    // In a microbenchmark with more rounds, the median represents them all.
    constexpr std::size_t maximumRounds = 100;
    const Json::Array& tests = listAt(document, "benchmarks");
    if (tests.empty() || tests.front().find("stats") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}, .unitAssignments = {"time=s"}};
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const Json* stats = tests[i].find("stats");
        if (stats == nullptr || stats->asObject() == nullptr)
            continue;
        const std::string name = textAt(tests[i], "name");
        Json::Object row{{"test", Json(name.substr(0, name.find('[')))}};
        for (const auto& [key, value] : objectAt(tests[i], "params"))
            row.emplace_back(key, value);
        const Json *median = stats->find("median"), *summary = median != nullptr ? median : stats->find("mean");
        const Json::Array& rounds = listAt(*stats, "data");
        const bool areRepeats = rounds.size() > 1 && rounds.size() <= maximumRounds;
        for (std::size_t k = 0; k < (areRepeats ? rounds.size() : 1); ++k) {
            Json::Object each = row;
            if (areRepeats || summary != nullptr)
                each.emplace_back("time", areRepeats ? rounds[k] : *summary);
            rows.add(std::move(each), {.jsonPointer = fmt::format("/benchmarks/{}", i)});
        }
    }
    rows.notes.emplace_back("pytest-benchmark: each round is a repeat");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

/// JMH (github.com/openjdk/jmh), -rf json: one row per benchmark, with its threads and parameters. A score is a time per
/// operation, or in mode "thrpt" a rate of all threads.
std::optional<JsonRows> rowsOfJmh(const Json& document)
{
    const Json::Array* benchmarks = document.asArray();
    if (benchmarks == nullptr || benchmarks->empty() || benchmarks->front().find("primaryMetric") == nullptr ||
        benchmarks->front().find("mode") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    for (std::size_t i = 0; i < benchmarks->size(); ++i) {
        const Json& benchmark = (*benchmarks)[i];
        const Json* metric = benchmark.find("primaryMetric");
        const Json* threads = benchmark.find("threads");
        const Json* score = metric == nullptr ? nullptr : metric->find("score");
        if (threads == nullptr || score == nullptr || score->asNumber() == nullptr)
            continue;
        Json::Object row{{"benchmark", Json(std::string(textAt(benchmark, "benchmark")))},
                         {"mode", Json(std::string(textAt(benchmark, "mode")))}};
        if (const Json* parameters = benchmark.find("params");
            parameters != nullptr && parameters->asObject() != nullptr)
            for (const auto& [key, value] : *parameters->asObject())
                row.emplace_back(key, value);
        row.emplace_back("threads", *threads);
        const std::string unit = textAt(*metric, "scoreUnit");  // "ms/op", "ops/s"
        const std::size_t slash = unit.find('/');
        const bool isRate = textAt(benchmark, "mode") == "thrpt";
        const HeaderUnit* time =
            findHeaderUnit(isRate ? unit.substr(std::min(slash + 1, unit.size())) : unit.substr(0, slash));
        const Result<double> value = parseNumber(score->asNumber()->text);
        if (slash == std::string::npos || time == nullptr || !value)
            continue;
        const double inBaseUnit = isRate ? *value / time->factor : *value * time->factor;
        if (!std::isfinite(inBaseUnit))
            continue;
        row.emplace_back(isRate ? "throughput" : "time", Json(inBaseUnit));
        rows.add(std::move(row), {.jsonPointer = fmt::format("/{}", i)});
    }
    rows.unitAssignments = {"time=s"};
    rows.notes.emplace_back("JMH: its scores, with p its threads");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

void addReframeTests(const Json& session, const std::string& pointer, JsonRows& rows)
{
    const Json::Array& tests = listAt(session, "testcases");
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const Json& test = tests[i];
        const Json* tasks = test.find("num_tasks");
        const std::string result = textAt(test, "result"), name = textAt(test, "name");
        if (tasks == nullptr || (!result.empty() && result != "success" && result != "pass"))
            continue;
        Json::Object row{{"test", Json(name.substr(0, name.find(' ')))}, {"p", *tasks}};  // "Test %num_tasks=4"
        const auto add = [&](const std::string& key, const std::string& unit, const Json& value) {
            row.emplace_back(unit.empty() ? key : fmt::format("{} ({})", key, unit), value);
        };
        for (const Json& figure : listAt(test, "perfvars"))
            if (const Json* value = figure.find("value"))
                add(textAt(figure, "name"), textAt(figure, "unit"), *value);
        for (const auto& [key, value] : objectAt(test, "perfvalues"))  // "system:partition:name": [value, …, unit, …]
            if (const Json::Array* list = value.asArray(); list != nullptr && list->size() > 4)
                add(key.substr(key.rfind(':') + 1), plainTextOf((*list)[4]), list->front());
        rows.add(std::move(row), {.jsonPointer = fmt::format("{}/testcases/{}", pointer, i)});
    }
}

std::optional<JsonRows> rowsOfReframe(const Json& document)
{
    if (document.find("session_info") == nullptr)
        return std::nullopt;
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    const Json::Array& runs = listAt(document, "runs");
    for (std::size_t i = 0; i < runs.size(); ++i)
        addReframeTests(runs[i], fmt::format("/runs/{}", i), rows);
    addReframeTests(document, "", rows);
    rows.notes.emplace_back("ReFrame: p is num_tasks");
    return rows.rows.empty() ? std::nullopt : std::optional(std::move(rows));
}

}  // namespace

std::optional<JsonRows> rowsOfBenchmarkReport(const Json& document)
{
    for (const auto read : {rowsOfGoogle, rowsOfPytest, rowsOfJmh, rowsOfReframe})
        if (std::optional<JsonRows> rows = read(document))
            return rows;
    return std::nullopt;
}

std::optional<Grid> gridOfGoBenchmark(std::string_view text)
{
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    std::set<std::string> counts;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() < 4 || !words[0].starts_with("Benchmark") || words[3] != "ns/op" || !parseNumber(words[2]))
            continue;
        const std::size_t dash = words[0].rfind('-');
        const bool hasCount =
            dash != std::string_view::npos && parseCount(words[0].substr(dash + 1), 1, 1 << 20).has_value();
        const std::string count(hasCount ? words[0].substr(dash + 1) : "1");  // without -N, GOMAXPROCS is 1
        counts.insert(count);
        rows.add({{"benchmark", Json(std::string(words[0].substr(0, hasCount ? dash : words[0].size())))},
                  {"p", Json(Json::Number{count})},
                  {"time (ns)", Json(Json::Number{std::string(words[2])})}},
                 {.line = number});
    }
    Result<Grid> grid = counts.size() < 2 ? fail(ErrorCode::Input, {}) : gridOfJsonRows(rows);
    return grid ? std::optional(*std::move(grid)) : std::nullopt;
}

std::optional<Grid> gridOfGoogleBenchmark(std::string_view text)
{
    constexpr std::array<std::string_view, 4> aggregates{"_mean", "_median", "_stddev", "_cv"};
    JsonRows rows{.rows = {}, .locations = {}, .surroundingText = {}};
    bool announced = false;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        const std::vector<std::string_view> words = splitWords(line);
        announced =
            announced || (words.size() > 3 && words[0] == "Benchmark" && words[1] == "Time" && words[2] == "CPU");
        if (!announced || words.size() < 6 || !parseNumber(words[1]) || !isHeaderUnit(words[2]) ||
            std::any_of(aggregates.begin(), aggregates.end(),
                        [&](std::string_view each) { return words[0].ends_with(each); }))
            continue;
        const BenchmarkName name = parseBenchmarkName(words[0]);
        Json::Object row{{"benchmark", Json(name.family)}};
        for (const auto& [key, value] : name.arguments)
            row.emplace_back(key, Json(value));
        row.emplace_back("time", Json(fmt::format("{} {}", words[1], words[2])));
        rows.add(std::move(row), {.line = number});
    }
    Result<Grid> grid = rows.rows.empty() ? fail(ErrorCode::Input, {}) : gridOfJsonRows(rows);
    if (!grid)
        return std::nullopt;
    for (GridCell& cell : grid->header)
        cell.where = rows.locations.front();
    return *std::move(grid);
}

}  // namespace scalewright
