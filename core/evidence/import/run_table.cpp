// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/run_table.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "core/base/files/file_id.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> trackerSections{"params", "metrics", "config", "summary"};
constexpr std::size_t maximumRuns = 100'000;
constexpr std::uintmax_t maximumStoredSize = 16u << 20;

bool isTrackerSection(std::string_view name)
{
    const std::string small = lowerCase(name);
    return std::find(trackerSections.begin(), trackerSections.end(), small) != trackerSections.end();
}

std::string readTextFile(const fs::path& file)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > maximumStoredSize)
        return {};
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

std::vector<fs::path> sortedEntries(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error))
        entries.push_back(at->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// The plain top-level values in a YAML file: "key: value", without quotes.
std::map<std::string, std::string, std::less<>> parseTopLevelYaml(const std::string& text)
{
    std::map<std::string, std::string, std::less<>> values;
    for (const std::string_view line : splitLines(text)) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || std::string_view(" #-").find(line.front()) != std::string_view::npos)
            continue;
        std::string_view value = trimmed(line.substr(colon + 1));
        if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"') && value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        values.emplace(line.substr(0, colon), value);
    }
    return values;
}

/// A metric's value at its last step. Lines are "timestamp value step"; old stores omit the step.
std::string lastMetricValue(const std::string& text)
{
    std::string last;
    std::pair<double, double> latest{-std::numeric_limits<double>::infinity(), 0};
    for (const std::string_view line : splitLines(text)) {
        const std::vector<std::string_view> words = splitWords(line);
        if (words.size() < 2)
            continue;
        const std::pair<double, double> when{words.size() > 2 ? parseNumber(words[2]).value_or(0) : 0,
                                             parseNumber(words[0]).value_or(0)};
        if (last.empty() || when >= latest) {
            latest = when;
            last = words[1];
        }
    }
    return last;
}

/// Keys and contents of all files in the folder and its subfolders; keys of files in subfolders contain a slash.
void readFilesRecursively(const fs::path& folder, const std::string& prefix, std::map<std::string, std::string>& target,
                          int depth = 0)
{
    std::error_code error;
    for (const fs::path& entry : sortedEntries(folder)) {
        const std::string key = prefix + entry.filename().string();
        if (fs::is_directory(entry, error) && depth < 8)
            readFilesRecursively(entry, key + "/", target, depth + 1);
        else if (target.size() < 1000)
            target.emplace(key, readTextFile(entry));
    }
}

using StoredRun = std::map<std::string, std::string>;  ///< values by column

/// MLflow's RunStatus, stored as a number.
std::string runStatusName(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 5> names{
        {{"1", "RUNNING"}, {"2", "SCHEDULED"}, {"3", "FINISHED"}, {"4", "FAILED"}, {"5", "KILLED"}}};
    for (const auto& [number, name] : names)
        if (text == number)
            return name;
    return std::string(text);
}

std::optional<StoredRun> readStoredRun(const fs::path& folder)
{
    const std::map<std::string, std::string, std::less<>> meta = parseTopLevelYaml(readTextFile(folder / "meta.yaml"));
    const auto at = [&](const char* key) {
        const auto found = meta.find(key);
        return found == meta.end() ? std::string() : found->second;
    };
    if (!(meta.contains("run_id") || meta.contains("run_uuid")) || at("lifecycle_stage") == "deleted")
        return std::nullopt;
    StoredRun run;
    run["run_id"] = at("run_id").empty() ? at("run_uuid") : at("run_id");
    run["status"] = runStatusName(at("status"));
    const Result<double> start = parseNumber(at("start_time")), end = parseNumber(at("end_time"));
    if (start && end && *end > *start)
        run["duration"] = roundTripText((*end - *start) / 1000);
    std::map<std::string, std::string> files;
    readFilesRecursively(folder / "params", "params.", files);
    for (const auto& [key, text] : files)
        run[key] = std::string(trimmed(text));
    files.clear();
    readFilesRecursively(folder / "metrics", "metrics.", files);
    for (const auto& [key, text] : files)
        run[key] = lastMetricValue(text);
    return run;
}

/// Converts a Python literal to JSON: quotes, None, True, False, tuples. Anything else stays invalid and is reported by
/// parseJson.
std::string pythonLiteralToJson(std::string_view text)
{
    std::string json;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '\'' || c == '"') {
            json += '"';
            for (++at; at < text.size() && text[at] != c; ++at) {
                if (text[at] == '\\' && at + 1 < text.size()) {
                    ++at;
                    if (text[at] == '\'')
                        json += '\'';
                    else
                        json.append("\\").append(1, text[at]);
                } else if (text[at] == '"') {
                    json += "\\\"";
                } else {
                    json += text[at];
                }
            }
            json += '"';
            ++at;
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            std::size_t end = at;
            while (end < text.size() &&
                   ((text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z')))
                ++end;
            const std::string_view word = text.substr(at, end - at);
            const bool exponent = word == "e" && !json.empty() && json.back() >= '0' && json.back() <= '9';
            json += exponent                             ? "e"
                    : word == "True" || word == "true"   ? "true"
                    : word == "False" || word == "false" ? "false"
                                                         : "null";
            at = end;
        } else {
            json += c == '(' ? '[' : c == ')' ? ']' : c;
            ++at;
        }
    }
    return json;
}

std::optional<Json> parseDictionary(std::string_view text)
{
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '{')
        return std::nullopt;
    Result<Json> json = parseJson(text);
    if (!json)
        json = parseJson(pythonLiteralToJson(text));
    return json && json->asObject() != nullptr ? std::optional(std::move(*json)) : std::nullopt;
}

/// "config": {"gpus": 8, "lr": {"value": 0.1}, "model": {"depth": 4}} becomes config.gpus, config.lr and
/// config.model.depth.
void flattenDictionary(const std::string& prefix, const Json& dictionary, Json::Object& target, int depth = 0)
{
    if (const Json::Object* members = dictionary.asObject())
        for (const auto& [key, value] : *members) {
            const Json* inner = value.find("value");
            if (key.starts_with("_wandb"))
                continue;
            const Json& plain = inner != nullptr ? *inner : value;
            if (plain.asObject() != nullptr && depth < 8)
                flattenDictionary(fmt::format("{}.{}", prefix, key), plain, target, depth + 1);
            else if (plain.asObject() == nullptr && plain.asArray() == nullptr)
                target.emplace_back(fmt::format("{}.{}", prefix, key), plain);
        }
}

Json flattenRun(const Json& run)
{
    Json::Object flat;
    std::set<std::string> names;
    if (const Json::Object* members = run.asObject())
        for (const auto& [key, value] : *members) {
            if (isTrackerSection(key) && value.asObject() != nullptr) {
                flattenDictionary(lowerCase(key), value, flat);
            } else if (const std::optional<Json> dictionary = isTrackerSection(key) && value.asString() != nullptr
                                                                  ? parseDictionary(*value.asString())
                                                                  : std::nullopt) {
                flattenDictionary(lowerCase(key), *dictionary, flat);
            } else if (value.asObject() == nullptr && value.asArray() == nullptr) {
                flat.emplace_back(key, value);
            }
        }
    std::erase_if(flat, [&](const Json::Member& member) { return !names.insert(member.first).second; });
    return Json(std::move(flat));
}

/// {"info": {…}, "data": {"params": [{"key", "value"}], "metrics": [{"key", "value", …}]}}: a run in a response from
/// MLflow's server.
std::optional<Json> parseServerRun(const Json& run)
{
    const Json* info = run.find("info");
    const Json* data = run.find("data");
    if (info == nullptr || data == nullptr)
        return std::nullopt;
    Json flat(Json::Object{});
    if (const Json* status = info->find("status"))
        flat.set("status", *status);
    for (const char* part : {"params", "metrics"})
        for (const Json& each : listAt(*data, part)) {
            const std::string key = textAt(each, "key");
            const Json* value = each.find("value");
            if (!key.empty() && value != nullptr && value->asObject() == nullptr && value->asArray() == nullptr)
                flat.set(fmt::format("{}.{}", part, key), *value);
        }
    return flat;
}

/// {"name": {"0": "a", "1": "b"}, "config": {"0": {…}, "1": {…}}}: output of pandas' to_json, with one member per
/// column.
std::optional<Json::Array> rowsOfPandas(const Json& document)
{
    const Json::Object* columns = document.asObject();
    if (columns == nullptr || columns->empty() ||
        std::none_of(columns->begin(), columns->end(),
                     [](const Json::Member& column) { return isTrackerSection(column.first); }))
        return std::nullopt;
    const Json::Object* first = columns->front().second.asObject();
    if (first == nullptr || first->empty())
        return std::nullopt;
    Json::Array rows(first->size(), Json(Json::Object{}));
    for (const auto& [name, cells] : *columns) {
        const Json::Object* each = cells.asObject();
        if (each == nullptr || each->size() != rows.size())
            return std::nullopt;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if ((*each)[i].first != (*first)[i].first)
                return std::nullopt;
            rows[i].asObject()->emplace_back(name, (*each)[i].second);
        }
    }
    return rows;
}

bool hasTrackerSections(const Json& run)
{
    const Json::Object* members = run.asObject();
    return members != nullptr && std::any_of(members->begin(), members->end(), [](const Json::Member& member) {
               return isTrackerSection(member.first) &&
                      (member.second.asObject() != nullptr ||
                       (member.second.asString() != nullptr && parseDictionary(*member.second.asString())));
           });
}

/// Expands dictionaries in cells into separate columns after the others.
void expandDictionaries(Grid& grid)
{
    for (std::size_t column = 0; column < grid.header.size(); ++column) {
        if (!isTrackerSection(grid.header[column].text))
            continue;
        std::map<std::string, std::size_t> columnOfKey;
        bool any = false;
        const std::size_t rows = grid.rows.size();
        for (std::size_t i = 0; i < rows; ++i) {
            const std::optional<Json> dictionary = parseDictionary(grid.rows[i][column].text);
            if (!dictionary)
                continue;
            any = true;
            Json::Object flat;
            flattenDictionary(lowerCase(grid.header[column].text), *dictionary, flat);
            for (const auto& [key, value] : flat) {
                const auto [at, isNew] = columnOfKey.try_emplace(key, grid.header.size());
                if (isNew) {
                    if (grid.header.size() >= 1000)
                        break;
                    addColumn(grid, key, column, [](std::size_t) { return std::string(); });
                }
                grid.rows[i][at->second].text = plainTextOf(value);
            }
        }
        if (any)
            for (std::vector<GridCell>& row : grid.rows)
                row[column].text.clear();
    }
}

/// The column of run states, if it contains nothing else and some run finished.
std::optional<std::size_t> findStateColumn(const Grid& grid)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string name = lowerCase(grid.header[i].text);
        if (name != "status" && name != "state")
            continue;
        bool finished = false;
        const bool all = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            const std::string state = lowerCase(row[i].text);
            finished = finished || state == "finished";
            return isMissing(row[i].text) || isListed("run_states", state);
        });
        if (all && finished)
            return i;
    }
    return std::nullopt;
}

}  // namespace

std::string_view lastKeyPart(std::string_view key)
{
    constexpr std::size_t shortest = 3;  // "dropout.p" is not a worker count
    const std::size_t cut = key.find_last_of("./");
    return cut != std::string_view::npos && key.size() - cut - 1 >= shortest ? key.substr(cut + 1) : key;
}

std::string_view withoutTrackerPrefix(std::string_view header)
{
    const std::size_t dot = header.find_first_of("./");
    return dot != std::string_view::npos && dot + 1 < header.size() && isTrackerSection(header.substr(0, dot))
               ? header.substr(dot + 1)
               : header;
}

bool isRunStore(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return false;
    if (fs::exists(folder / "meta.yaml", error))
        return true;
    const std::vector<fs::path> entries = sortedEntries(folder);
    return std::any_of(entries.begin(), entries.end(),
                       [&](const fs::path& entry) { return fs::exists(entry / "meta.yaml", error); });
}

Result<std::string> runStoreTable(const fs::path& folder)
{
    std::error_code error;
    if (!isRunStore(folder))
        return fail(ErrorCode::Input, "is a folder without MLflow runs",
                    "a file, or MLflow's folder mlruns or one of its experiments");
    std::vector<StoredRun> runs;
    std::set<std::string> experiments;
    std::set<FileId> seen;
    const auto addRun = [&](const fs::path& at, const std::string& experiment) {
        const std::optional<FileId> id = fileId(at);  // a link to a run is not a separate run
        if (runs.size() < maximumRuns && id && seen.insert(*id).second)
            if (std::optional<StoredRun> run = readStoredRun(at)) {
                (*run)["experiment"] = experiment;
                experiments.insert(experiment);
                runs.push_back(std::move(*run));
            }
    };
    const auto addExperiment = [&](const fs::path& at) {
        const auto meta = parseTopLevelYaml(readTextFile(at / "meta.yaml"));
        const auto name = meta.find("name"), stage = meta.find("lifecycle_stage");
        if (stage != meta.end() && stage->second == "deleted")
            return;
        for (const fs::path& run : sortedEntries(at))
            if (fs::exists(run / "meta.yaml", error))
                addRun(run, name == meta.end() ? at.filename().string() : name->second);
    };
    addRun(folder, {});
    if (runs.empty())
        addExperiment(folder);
    if (runs.empty())
        for (const fs::path& experiment : sortedEntries(folder))
            if (experiment.filename() != ".trash" && fs::exists(experiment / "meta.yaml", error))
                addExperiment(experiment);
    if (runs.empty())
        return fail(ErrorCode::Input, "is an MLflow folder without a run", "a folder whose runs each have a meta.yaml");

    std::set<std::string> columns;
    for (const StoredRun& run : runs)
        for (const auto& [key, value] : run)
            if (key != "experiment" || experiments.size() > 1)
                columns.insert(key);
    std::string table = csvLine({columns.begin(), columns.end()});
    for (StoredRun& run : runs) {
        std::vector<std::string> cells;
        for (const std::string& column : columns)
            cells.push_back(run[column]);
        table += csvLine(cells);
    }
    return table;
}

std::optional<Json::Array> trackerRunsOfJson(const Json& document)
{
    const std::optional<Json::Array> pandas = rowsOfPandas(document);
    const Json* list = document.find("runs") != nullptr ? document.find("runs") : &document;
    const Json::Array* rows = pandas ? &*pandas : list->asArray();
    if (rows == nullptr || rows->empty())
        return std::nullopt;
    Json::Array runs;
    bool any = false;
    for (const Json& row : *rows) {
        std::optional<Json> run = parseServerRun(row);
        any = any || run || hasTrackerSections(row);
        runs.push_back(run ? std::move(*run) : flattenRun(row));
    }
    return any ? std::optional(std::move(runs)) : std::nullopt;
}

void tidyTrackerTable(Grid& grid, std::vector<std::string>& warnings)
{
    expandDictionaries(grid);
    const std::optional<std::size_t> state = findStateColumn(grid);
    const bool parts = std::any_of(grid.header.begin(), grid.header.end(),
                                   [](const GridCell& cell) { return withoutTrackerPrefix(cell.text) != cell.text; });
    const bool hasRunColumns = findHeader(grid, "Name") && (findHeader(grid, "Runtime") || findHeader(grid, "Created"));
    if (!parts && !(state && hasRunColumns))
        return;
    grid.isTrackerTable = true;
    // W&B's Runtime contains the same value in whole seconds.
    for (const char* const exactHeader : {"_runtime", "summary._runtime"})
        if (const std::optional<std::size_t> rounded = findHeader(grid, "Runtime");
            rounded && findHeader(grid, exactHeader) && grid.header[*rounded].text == "Runtime") {
            eraseColumn(grid, *rounded);
            break;
        }
    if (state)
        for (const auto& [word, count] : eraseUnfinishedRows(grid, *state, "finished"))
            warnings.push_back(count == 1 ? formatMessage("one run is {} and was left out", word)
                                          : formatMessage("{} runs are {} and were left out", count, word));
    for (std::size_t i = grid.header.size(); i-- > 0;) {
        const std::string name = lowerCase(grid.header[i].text);
        if (name.empty() || isListed("tracker_headers", name) || name.starts_with("tags."))
            eraseColumn(grid, i);
    }
}

}  // namespace scalewright
