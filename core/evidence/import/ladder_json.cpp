// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/programs/json_programs.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

/// The object has only members of a project's ladder points, so all of it is read, including provenance.
bool isProjectLadder(const Json& ladder)
{
    const Json* points = ladder.find("points");
    const Json::Array* list = points == nullptr ? nullptr : points->asArray();
    return list != nullptr && !list->empty() && std::all_of(list->begin(), list->end(), [&](const Json& point) {
               const Json::Object* object = point.asObject();
               return object != nullptr && std::all_of(object->begin(), object->end(), [&](const Json::Member& member) {
                          return std::any_of(ladderRoles.begin(), ladderRoles.end(),
                                             [&](const LadderRole& role) { return member.first == role.key; });
                      });
           });
}

/// Reads a list of ladders with the project reader. `prefix` is the list's position in the original text.
Result<LadderFile> parseProjectLadders(Json::Array ladders, const std::string& prefix)
{
    const std::string projectPrefix = "/measurements/ladders";
    const Json project(Json::Object{{"format", Json("scalewright-project")},
                                    {"version", Json(projectVersion)},
                                    {"measurements", Json(Json::Object{{"ladders", Json(std::move(ladders))}})}});
    Result<Project> read = parseProject(writeJson(project));
    if (!read) {
        for (Problem& problem : read.error().problems) {
            // Line and column refer to the text generated here, not to the original.
            problem.location.line = problem.location.column = 0;
            if (problem.location.jsonPointer.starts_with(projectPrefix))
                problem.location.jsonPointer = prefix + problem.location.jsonPointer.substr(projectPrefix.size());
        }
        return fail(std::move(read.error()));
    }
    return LadderFile{.ladders = std::move(read->measurements.ladders)};
}

/// Members that an object gives once for the whole ladder, next to its points.
Result<Ladder> readLadderMembers(const Json& object, const std::string& pointer)
{
    Ladder ladder{.provenance = {.origin = Origin::Imported}};
    Error error;
    const auto addProblem = [&](const char* key, const Json& value, const std::string& expected) {
        error.problems.push_back({formatMessage("found {} instead of {}", value.kindName(), expected), expected,
                                  ProblemLocation{.jsonPointer = pointer + '/' + key}});
    };
    const auto text = [&](const char* key, std::string& target) {
        const Json* value = object.find(key);
        if (value != nullptr && value->asString() != nullptr)
            target = *value->asString();
        else if (value != nullptr)
            addProblem(key, *value, "a text");
    };
    std::string scaling;
    text("name", ladder.name);
    text("quality_name", ladder.qualityName);
    text("scaling", scaling);
    if (lowerCase(scaling) == "strong" || lowerCase(scaling) == "weak")
        ladder.scaling = lowerCase(scaling) == "strong" ? Scaling::Strong : Scaling::Weak;
    else if (!scaling.empty())
        error.problems.push_back({formatMessage("unknown scaling {}", inQuotes(scaling)), "strong or weak",
                                  ProblemLocation{.jsonPointer = pointer + "/scaling"}});
    if (const Json* target = object.find("quality_target")) {
        const Json::Number* number = target->asNumber();
        const Result<double> value = number != nullptr ? parseNumber(number->text) : fail(ErrorCode::Input, {});
        if (value)
            ladder.qualityTarget = Quantity{*value, std::nullopt, ladder.provenance};
        else
            addProblem("quality_target", *target, "a number");
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return ladder;
}

Result<LadderFile> readLadderObject(const Json& object, const std::string& pointer, const LadderFileOptions& options)
{
    if (isProjectLadder(object)) {
        Result<LadderFile> read = parseProjectLadders({object}, pointer);
        if (!read)
            for (Problem& problem : read.error().problems)
                if (problem.location.jsonPointer.starts_with(pointer + "/0"))
                    problem.location.jsonPointer = pointer + problem.location.jsonPointer.substr(pointer.size() + 2);
        return read;
    }
    const Result<Ladder> base = readLadderMembers(object, pointer);
    if (!base)
        return fail(base.error());
    if (const Json* points = object.find("points")) {
        if (points->asArray() == nullptr)
            return fail(ErrorCode::Input, formatMessage("found {} instead of the list of runs", points->kindName()),
                        "a list such as [{\"p\": 1, \"time\": 800}]",
                        ProblemLocation{.jsonPointer = pointer + "/points"});
        const Result<Grid> grid = gridOfObjects(*points->asArray(), pointer + "/points");
        return grid ? readLaddersFromGrid(*grid, options, *base) : fail(grid.error());
    }
    const Result<Grid> grid = gridOfColumns(*object.asObject(), pointer);
    if (!grid)
        return fail(grid.error());
    if (grid->header.empty())
        return fail(ErrorCode::Input, "holds no ladder",
                    "\"points\": [{\"p\": 1, \"time\": 800}, …], or a list a column",
                    ProblemLocation{.jsonPointer = pointer});
    return readLaddersFromGrid(*grid, options, *base);
}

Result<LadderFile> readLadderList(const Json::Array& ladders, const LadderFileOptions& options)
{
    LadderFile all;
    Error error;
    for (std::size_t i = 0; i < ladders.size(); ++i) {
        const std::string pointer = fmt::format("/ladders/{}", i);
        Result<LadderFile> part =
            ladders[i].asObject() != nullptr
                ? readLadderObject(ladders[i], pointer, options)
                : fail(ErrorCode::Input, "this is not an object", "a ladder", ProblemLocation{.jsonPointer = pointer});
        if (!part) {
            error.problems.insert(error.problems.end(), part.error().problems.begin(), part.error().problems.end());
            continue;
        }
        for (Ladder& ladder : part->ladders)
            all.ladders.push_back(std::move(ladder));
        all.warnings.insert(all.warnings.end(), part->warnings.begin(), part->warnings.end());
        if (all.mapping.empty()) {
            all.mapping = part->mapping;
            all.splitColumns = part->splitColumns;
            all.unusedHeaders = part->unusedHeaders;
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (all.ladders.empty())
        return fail(ErrorCode::Input, "the list of ladders is empty", "at least one ladder",
                    ProblemLocation{.jsonPointer = "/ladders"});
    return all;
}

/// Output of `scalewright-cli --json`: reads only p and the time of each row, not the derived values.
Result<LadderFile> readCommandAnswer(const Json& answer, const Json::Array& rows)
{
    constexpr std::array<std::pair<std::string_view, LadderColumn>, 5> keys{{{"p", LadderColumn::P},
                                                                             {"t", LadderColumn::Time},
                                                                             {"t_step", LadderColumn::Time},
                                                                             {"t_comp", LadderColumn::Compute},
                                                                             {"t_comm", LadderColumn::Communication}}};
    const Result<Ladder> members = readLadderMembers(answer, "");
    if (!members)
        return fail(members.error());
    Ladder base = *members;
    if (const std::string name = textAt(answer, "ladder"); !name.empty())
        base.name = name;
    const Result<Grid> grid = gridOfObjects(rows, "/rows");
    if (!grid)
        return fail(grid.error());
    LadderFileOptions options;
    for (const auto& [text, where, nested] : grid->header) {
        const auto key =
            std::find_if(keys.begin(), keys.end(), [&header = text](const auto& each) { return each.first == header; });
        if (key == keys.end())
            options.ignoredHeaders.push_back(text);
        else
            options.columns.emplace(key->second, text);
    }
    if (!options.columns.contains(LadderColumn::P) || !options.columns.contains(LadderColumn::Time))
        return fail(ErrorCode::Input, "the rows of this answer hold no run times for each p",
                    "rows with p and t or t_step: the answer of predict, attribute, cost or fit",
                    ProblemLocation{.jsonPointer = "/rows"});
    Result<LadderFile> file = readLaddersFromGrid(*grid, options, base);
    if (!file)
        return file;
    file->unusedHeaders.insert(file->unusedHeaders.end(), options.ignoredHeaders.begin(), options.ignoredHeaders.end());
    if (answer.find("pattern") != nullptr)
        file->warnings.emplace_back("these times are predicted, not measured");
    return file;
}

/// Reads JSON rows as they are; if that gives no ladder, flattens their nested objects.
Result<LadderFile> laddersOfRows(JsonRows rows, const LadderFileOptions& options)
{
    const auto read = [&](const JsonRows& each, bool areRuns) -> Result<LadderFile> {
        Result<Grid> grid = gridOfJsonRows(each);
        if (!grid)
            return fail(std::move(grid.error()));
        grid->isTrackerTable = areRuns;
        return readLaddersFromGrid(*grid, options, Ladder{.provenance = {.origin = Origin::Imported}});
    };
    expandLists(rows, false);
    const std::vector<std::string> warnings = rows.notes;
    Result<LadderFile> file = read(rows, false);
    if (!file) {
        flattenRows(rows);
        const bool isNested = expandLists(rows, true);
        if (Result<LadderFile> flat = read(rows, !isNested); flat || isNested)
            file = std::move(flat);
    }
    if (file)
        file->warnings.insert(file->warnings.begin(), warnings.begin(), warnings.end());
    return file;
}

}  // namespace

Result<LadderFile> readLaddersFromJson(std::string_view text, const Result<Json>& document,
                                       const LadderFileOptions& options)
{
    if (!document) {
        if (std::optional<Result<JsonRows>> lines = rowsOfJsonLines(text))
            return *lines ? laddersOfRows(std::move(**lines), options) : fail(std::move(lines->error()));
        return fail(document.error());
    }
    if (std::optional<JsonRows> report = rowsOfBenchmarkReport(*document))
        return laddersOfRows(std::move(*report), options);
    if (const std::optional<Json::Array> runs = trackerRunsOfJson(*document)) {
        const Result<Grid> grid = gridOfObjects(*runs, "");
        Result<LadderFile> file = grid ? readLaddersFromRuns(*grid, options) : fail(grid.error());
        std::optional<JsonRows> inside = file ? std::nullopt : findNestedRows(*document);
        if (inside)
            if (Result<LadderFile> flat = laddersOfRows(std::move(*inside), options))
                return flat;
        return file;
    }
    if (const Json::Array* list = document->asArray()) {
        if (!std::all_of(list->begin(), list->end(), [](const Json& row) { return row.asObject() != nullptr; })) {
            const Result<Grid> grid = gridOfObjects(*list, "");
            return grid ? readLaddersFromGrid(*grid, options, Ladder{.provenance = {.origin = Origin::Imported}})
                        : fail(grid.error());
        }
        JsonRows rows{.rows = *list, .locations = {}, .surroundingText = {}};
        for (std::size_t i = 0; i < list->size(); ++i)
            rows.locations.push_back(ProblemLocation{.jsonPointer = fmt::format("/{}", i)});
        return laddersOfRows(std::move(rows), options);
    }
    if (document->find("format") != nullptr) {
        Result<Project> project = parseProject(text);
        if (!project)
            return fail(std::move(project.error()));
        if (project->measurements.ladders.empty())
            return fail(ErrorCode::Input, "the project holds no measured ladder",
                        "a ladder entered on the Measure page",
                        ProblemLocation{.jsonPointer = "/measurements/ladders"});
        return LadderFile{.ladders = std::move(project->measurements.ladders)};
    }
    if (const Json* ladders = document->find("ladders"); ladders != nullptr && ladders->asArray() != nullptr)
        return readLadderList(*ladders->asArray(), options);
    if (document->asObject() == nullptr)
        return fail(ErrorCode::Input, formatMessage("found {} instead of a ladder", document->kindName()),
                    "a list of runs or an object with \"points\"");
    const Json* rows = document->find("schema") != nullptr ? document->find("rows") : nullptr;
    if (rows != nullptr && rows->asArray() != nullptr && options.columns.empty())
        return readCommandAnswer(*document, *rows->asArray());
    if (std::optional<ProgramRuns> runs = runOfTrainerState(*document)) {
        Result<FoundTable> found = tableOfProgramRuns(std::move(*runs));
        return found ? readLaddersFromGrid(std::move(found->grid), options,
                                           Ladder{.provenance = {.origin = Origin::Imported}})
                     : fail(std::move(found.error()));
    }
    if (std::optional<JsonRows> scan = rowsOfHyperfine(*document))
        return laddersOfRows(std::move(*scan), options);
    Result<LadderFile> file = readLadderObject(*document, "", options);
    const bool isLadder = file || document->find("points") != nullptr || isProjectLadder(*document);
    std::optional<JsonRows> inside = isLadder ? std::nullopt : findNestedRows(*document);
    if (!inside)
        return file;
    const Result<Ladder> members = readLadderMembers(*document, "");
    Result<LadderFile> wrapped = laddersOfRows(std::move(*inside), options);
    if (wrapped && members)
        for (Ladder& ladder : wrapped->ladders) {
            ladder.name = ladder.name.empty() ? members->name : ladder.name;
            ladder.scaling = members->scaling ? members->scaling : ladder.scaling;
        }
    return wrapped;
}

}  // namespace scalewright
