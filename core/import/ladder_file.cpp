#include "core/import/ladder_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/import/figure_text.h"
#include "core/import/job_table.h"
#include "core/import/json_rows.h"
#include "core/import/ladder_columns.h"
#include "core/import/grid.h"
#include "core/import/run_table.h"
#include "core/project/project_file.h"
#include "core/quantity/separators.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"
#include "core/import/encoding.h"

namespace scalewright {

namespace {

/// "p, time, … and quality"
std::string exampleMap()
{
    std::string text;
    for (const LadderRole& role : ladderRoles)
        text.append(&role == &ladderRoles.front()  ? ""
                    : &role == &ladderRoles.back() ? " and "
                                                   : ", ")
            .append(role.name);
    return say("p=gcds,time=runtime_s; the roles are {}", text);
}

/// The members a project's ladder gives its points: such a ladder keeps everything it has, provenance included.
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

/// Reads a list of ladders as the project reader does; `prefix` is where the list stands in the text that was given.
Result<LadderFile> projectLadders(Json::Array ladders, const std::string& prefix)
{
    const std::string inProject = "/measurements/ladders";
    const Json project(Json::Object{{"format", Json("scalewright-project")},
                                    {"version", Json(projectVersion)},
                                    {"measurements", Json(Json::Object{{"ladders", Json(std::move(ladders))}})}});
    Result<Project> read = parseProject(writeJson(project));
    if (!read) {
        for (Problem& problem : read.error().problems) {
            problem.where.line = problem.where.column = 0;  // of the text made here, not of the one that was given
            if (problem.where.pointer.starts_with(inProject))
                problem.where.pointer = prefix + problem.where.pointer.substr(inProject.size());
        }
        return fail(std::move(read.error()));
    }
    return LadderFile{.ladders = std::move(read->measurements.ladders)};
}

/// What an object beside its points says once.
Result<Ladder> ladderMembers(const Json& object, const std::string& pointer)
{
    Ladder ladder{.provenance = {.origin = Origin::Imported}};
    Error error;
    const auto wrong = [&](const char* key, const Json& value, const std::string& expected) {
        error.problems.push_back({say("{} stands where {} belongs", value.kindName(), expected), expected,
                                  Where{.pointer = pointer + '/' + key}});
    };
    const auto text = [&](const char* key, std::string& into) {
        const Json* value = object.find(key);
        if (value != nullptr && value->asString() != nullptr)
            into = *value->asString();
        else if (value != nullptr)
            wrong(key, *value, "a text");
    };
    std::string scaling;
    text("name", ladder.name);
    text("quality_name", ladder.qualityName);
    text("scaling", scaling);
    if (lowerCase(scaling) == "strong" || lowerCase(scaling) == "weak")
        ladder.scaling = lowerCase(scaling) == "strong" ? Scaling::Strong : Scaling::Weak;
    else if (!scaling.empty())
        error.problems.push_back({say("there is no scaling {}", inQuotes(scaling)), "strong or weak",
                                  Where{.pointer = pointer + "/scaling"}});
    if (const Json* target = object.find("quality_target")) {
        const Json::Number* number = target->asNumber();
        const Result<double> value = number != nullptr ? parseNumber(number->text) : fail(ErrorCode::Input, {});
        if (value)
            ladder.qualityTarget = Quantity{*value, std::nullopt, ladder.provenance};
        else
            wrong("quality_target", *target, "a number");
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return ladder;
}

Result<LadderFile> readObject(const Json& object, const std::string& pointer, const LadderFileOptions& options)
{
    if (isProjectLadder(object)) {
        Result<LadderFile> read = projectLadders({object}, pointer);
        if (!read)
            for (Problem& problem : read.error().problems)
                if (problem.where.pointer.starts_with(pointer + "/0"))
                    problem.where.pointer = pointer + problem.where.pointer.substr(pointer.size() + 2);
        return read;
    }
    const Result<Ladder> base = ladderMembers(object, pointer);
    if (!base)
        return fail(base.error());
    if (const Json* points = object.find("points")) {
        if (points->asArray() == nullptr)
            return fail(ErrorCode::Input, say("{} stands where the list of runs belongs", points->kindName()),
                        "a list such as [{\"p\": 1, \"time\": 800}]", Where{.pointer = pointer + "/points"});
        const Result<Grid> grid = gridOfObjects(*points->asArray(), pointer + "/points");
        return grid ? laddersOfGrid(*grid, options, *base) : fail(grid.error());
    }
    const Result<Grid> grid = gridOfColumns(*object.asObject(), pointer);
    if (!grid)
        return fail(grid.error());
    if (grid->header.empty())
        return fail(ErrorCode::Input, "holds no ladder",
                    "\"points\": [{\"p\": 1, \"time\": 800}, …], or a list a column", Where{.pointer = pointer});
    return laddersOfGrid(*grid, options, *base);
}

Result<LadderFile> readAll(const Json::Array& ladders, const LadderFileOptions& options)
{
    LadderFile all;
    Error error;
    for (std::size_t i = 0; i < ladders.size(); ++i) {
        const std::string pointer = fmt::format("/ladders/{}", i);
        Result<LadderFile> one = ladders[i].asObject() != nullptr ? readObject(ladders[i], pointer, options)
                                                                  : fail(ErrorCode::Input, "an object belongs here",
                                                                         "a ladder", Where{.pointer = pointer});
        if (!one) {
            error.problems.insert(error.problems.end(), one.error().problems.begin(), one.error().problems.end());
            continue;
        }
        for (Ladder& ladder : one->ladders)
            all.ladders.push_back(std::move(ladder));
        all.warnings.insert(all.warnings.end(), one->warnings.begin(), one->warnings.end());
        if (all.mapping.empty()) {
            all.mapping = one->mapping;
            all.telling = one->telling;
            all.unused = one->unused;
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (all.ladders.empty())
        return fail(ErrorCode::Input, "the list of ladders is empty", "a ladder at least",
                    Where{.pointer = "/ladders"});
    return all;
}

/// What scalewright-cli answered with --json: p and the time of every row, and nothing that is derived from them.
Result<LadderFile> readAnswer(const Json& answer, const Json::Array& rows)
{
    constexpr std::array<std::pair<std::string_view, LadderColumn>, 5> keys{{{"p", LadderColumn::P},
                                                                             {"t", LadderColumn::Time},
                                                                             {"t_step", LadderColumn::Time},
                                                                             {"t_comp", LadderColumn::Comp},
                                                                             {"t_comm", LadderColumn::Comm}}};
    const Result<Ladder> members = ladderMembers(answer, "");
    if (!members)
        return fail(members.error());
    Ladder base = *members;
    if (const Json* name = answer.find("ladder"); name != nullptr && name->asString() != nullptr)
        base.name = *name->asString();
    const Result<Grid> all = gridOfObjects(rows, "/rows");
    if (!all)
        return fail(all.error());
    Grid grid{.header = {}, .rows = std::vector<std::vector<GridCell>>(all->rows.size())};
    LadderFileOptions options;
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < all->header.size(); ++i) {
        const std::string& header = all->header[i].text;
        const auto key = std::find_if(keys.begin(), keys.end(), [&](const auto& each) { return each.first == header; });
        if (key == keys.end()) {
            unused.push_back(header);
            continue;
        }
        options.columns.emplace(key->second, header);
        grid.header.push_back(all->header[i]);
        for (std::size_t row = 0; row < grid.rows.size(); ++row)
            grid.rows[row].push_back(all->rows[row][i]);
    }
    if (!options.columns.contains(LadderColumn::P) || !options.columns.contains(LadderColumn::Time))
        return fail(ErrorCode::Input, "the rows of this answer hold no times of a run at each p",
                    "rows with p and t or t_step: the answer of predict, attribute, cost or fit",
                    Where{.pointer = "/rows"});
    Result<LadderFile> file = laddersOfGrid(grid, options, base);
    if (!file)
        return file;
    file->unused.insert(file->unused.end(), unused.begin(), unused.end());
    if (answer.find("pattern") != nullptr)
        file->warnings.emplace_back("these times are predicted, not measured");
    return file;
}

/// A table, tidied where a tracker of experiments wrote it.
Result<LadderFile> laddersOfRuns(Grid grid, const LadderFileOptions& options)
{
    std::vector<std::string> warnings;
    const bool any = !grid.rows.empty();
    tidyRuns(grid, warnings);
    tidyJobs(grid, warnings);
    if (any && grid.rows.empty())
        return fail(ErrorCode::Input, say("no run is left: {}", joined(warnings, "; ")), "runs that finished");
    Result<LadderFile> file = laddersOfGrid(grid, options, Ladder{.provenance = {.origin = Origin::Imported}});
    if (file)
        file->warnings.insert(file->warnings.begin(), warnings.begin(), warnings.end());
    return file;
}

Result<LadderFile> tableOf(std::string_view text, const LadderFileOptions& options, std::string around = {})
{
    Result<Grid> grid = gridOfTable(text);
    if (grid)
        grid->around = std::move(around);
    return grid ? laddersOfRuns(std::move(*grid), options) : fail(std::move(grid.error()));
}

/// Rows of JSON as they stand; where that is no ladder, with what is nested in them.
Result<LadderFile> laddersOfRows(JsonRows rows, const LadderFileOptions& options)
{
    const auto read = [&](const JsonRows& each, bool ofRuns) -> Result<LadderFile> {
        Result<Grid> grid = gridOf(each);
        if (!grid)
            return fail(std::move(grid.error()));
        grid->ofRuns = ofRuns;
        return laddersOfGrid(*grid, options, Ladder{.provenance = {.origin = Origin::Imported}});
    };
    spreadTimes(rows);
    const std::vector<std::string> said = rows.said;
    Result<LadderFile> file = read(rows, false);
    if (!file) {
        flattenRows(rows);
        spreadTimes(rows);
        if (Result<LadderFile> flat = read(rows, true))
            file = std::move(flat);
    }
    if (file)
        file->warnings.insert(file->warnings.begin(), said.begin(), said.end());
    return file;
}

Result<LadderFile> readJson(std::string_view text, const LadderFileOptions& options)
{
    const Result<Json> document = parseJson(text);
    if (!document) {
        if (std::optional<Result<JsonRows>> lines = rowsOfLines(text))
            return *lines ? laddersOfRows(std::move(**lines), options) : fail(std::move(lines->error()));
        return fail(document.error());
    }
    if (const std::optional<Json::Array> runs = runsOfJson(*document)) {
        const Result<Grid> grid = gridOfObjects(*runs, "");
        Result<LadderFile> file = grid ? laddersOfRuns(*grid, options) : fail(grid.error());
        std::optional<JsonRows> inside = file ? std::nullopt : rowsInside(*document);
        if (inside)
            if (Result<LadderFile> flat = laddersOfRows(std::move(*inside), options))
                return flat;
        return file;
    }
    if (const Json::Array* list = document->asArray()) {
        if (!std::all_of(list->begin(), list->end(), [](const Json& row) { return row.asObject() != nullptr; })) {
            const Result<Grid> grid = gridOfObjects(*list, "");
            return grid ? laddersOfGrid(*grid, options, Ladder{.provenance = {.origin = Origin::Imported}})
                        : fail(grid.error());
        }
        JsonRows rows{.rows = *list, .where = {}, .around = {}};
        for (std::size_t i = 0; i < list->size(); ++i)
            rows.where.push_back(Where{.pointer = fmt::format("/{}", i)});
        return laddersOfRows(std::move(rows), options);
    }
    if (document->find("format") != nullptr) {
        Result<Project> project = parseProject(text);
        if (!project)
            return fail(std::move(project.error()));
        if (project->measurements.ladders.empty())
            return fail(ErrorCode::Input, "the project holds no measured ladder",
                        "a ladder, entered on the page Measure", Where{.pointer = "/measurements/ladders"});
        return LadderFile{.ladders = std::move(project->measurements.ladders)};
    }
    if (const Json* ladders = document->find("ladders"); ladders != nullptr && ladders->asArray() != nullptr)
        return readAll(*ladders->asArray(), options);
    if (document->asObject() == nullptr)
        return fail(ErrorCode::Input, say("{} stands where a ladder belongs", document->kindName()),
                    "a list of runs or an object with \"points\"");
    const Json* rows = document->find("schema") != nullptr ? document->find("rows") : nullptr;
    if (rows != nullptr && rows->asArray() != nullptr && options.columns.empty())
        return readAnswer(*document, *rows->asArray());
    if (std::optional<JsonRows> scan = rowsOfHyperfine(*document))
        return laddersOfRows(std::move(*scan), options);
    Result<LadderFile> file = readObject(*document, "", options);
    const bool isLadder = file || document->find("points") != nullptr || isProjectLadder(*document);
    std::optional<JsonRows> inside = isLadder ? std::nullopt : rowsInside(*document);
    if (!inside)
        return file;
    const Result<Ladder> members = ladderMembers(*document, "");
    Result<LadderFile> wrapped = laddersOfRows(std::move(*inside), options);
    if (wrapped && members)
        for (Ladder& ladder : wrapped->ladders) {
            ladder.name = ladder.name.empty() ? members->name : ladder.name;
            ladder.scaling = members->scaling ? members->scaling : ladder.scaling;
        }
    return wrapped;
}

/// Comments, and what stands above the header: they may say what the columns do not.
std::string linesAround(std::string_view text, int headerLine)
{
    constexpr std::size_t most = 20'000;
    std::string around;
    int number = 0;
    for (const std::string_view line : linesOf(text.substr(0, 200'000)))
        if (++number < headerLine || trimmed(line).starts_with('#'))
            if (around.size() + line.size() < most)
                around.append(line).append("\n");
    return around;
}

struct Mended {
    std::string text;  ///< line by line as it was
    std::string said;
    int headerLine = 0;
};

bool namesColumns(const Grid& grid)
{
    return grid.header.size() > 1 && !grid.rows.empty() &&
           std::none_of(grid.header.begin(), grid.header.end(),
                        [](const GridCell& cell) { return isMissing(cell.text) || isNumber(cell.text); }) &&
           std::any_of(grid.rows.front().begin(), grid.rows.front().end(),
                       [](const GridCell& cell) { return isNumber(cell.text); });
}

struct Line {
    std::size_t from = 0, end = 0;
    int number = 0;
    bool isComment = false;
};

/// The lines that hold something, at the beginning of the text.
std::vector<Line> firstLines(std::string_view text, std::size_t most)
{
    std::vector<Line> lines;
    int number = 0;
    for (std::size_t from = 0; from < text.size() && lines.size() < most;) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string_view words = trimmed(text.substr(from, end - from));
        ++number;
        if (!words.empty())
            lines.push_back({from, end, number, words.starts_with('#')});
        from = end + 1;
    }
    return lines;
}

/// The table with its header first, where that stands under a title, or behind a '#' as gnuplot has it.
std::optional<Mended> withHeaderFirst(std::string_view text)
{
    constexpr std::size_t mostLines = 40, mostTitles = 3;
    const Result<Grid> whole = gridOfTable(text);
    const bool isTable = whole && whole->header.size() > 1;
    if (isTable && columnsOf(*whole, {}))
        return std::nullopt;
    const std::vector<Line> lines = firstLines(text, mostLines);
    const auto header = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (header == lines.end())
        return std::nullopt;
    if (header != lines.begin()) {
        std::string bare(text);
        bare[bare.find('#', (header - 1)->from)] = ' ';
        if (const Result<Grid> grid = gridOfTable(bare);
            grid && namesColumns(*grid) && grid->header.front().where.line == (header - 1)->number)
            return Mended{std::move(bare),
                          say("line {} was read as the header, though it stands behind a #", (header - 1)->number),
                          (header - 1)->number};
    }
    std::string rest(text);
    std::size_t titles = 0;
    for (auto line = header; line != lines.end() && titles < mostTitles; ++line) {
        if (line->isComment)
            continue;
        for (std::size_t i = line->from; i < line->end; ++i)  // blanks, so that what follows keeps its line
            rest[i] = rest[i] == '\r' ? '\r' : ' ';
        ++titles;
        const Result<Grid> grid = gridOfTable(rest);
        if (grid && namesColumns(*grid) && (!isTable || tableOf(rest, {})))
            return Mended{std::move(rest),
                          titles == 1 ? say("line {} was read as a title and left out", line->number)
                                      : say("{} lines above the header were read as titles and left out", titles),
                          grid->header.front().where.line};
    }
    return std::nullopt;
}

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    for (std::size_t at = text.find_first_not_of(" /,\t"); at < text.size(); at = text.find_first_not_of(" /,\t", at)) {
        const std::size_t end = std::min(text.find_first_of(" /,\t", at), text.size());
        words.push_back(lowerCase(text.substr(at, end - at)));
        at = end;
    }
    return words;
}

}  // namespace

Result<std::map<LadderColumn, std::string>> parseColumnMap(std::string_view text)
{
    std::map<LadderColumn, std::string> columns;
    Error error;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string_view part = trimmed(text.substr(from, end - from));
        from = end + 1;
        const std::size_t equals = part.find('=');
        const std::string_view role = trimmed(part.substr(0, equals));
        const std::string_view header =
            equals == std::string_view::npos ? std::string_view() : trimmed(part.substr(equals + 1));
        if (header.empty()) {
            error.problems.push_back({say("{} maps nothing", inQuotes(part)), exampleMap(), {}});
            continue;
        }
        const auto known = std::find_if(ladderRoles.begin(), ladderRoles.end(),
                                        [&](const LadderRole& each) { return role == each.name; });
        if (known == ladderRoles.end())
            error.problems.push_back({say("there is no role {}", inQuotes(role)), exampleMap(), {}});
        else if (!columns.emplace(known->column, header).second)
            error.problems.push_back({say("the role {} is given twice", inQuotes(role)), "each role once", {}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

Result<LadderFile> readLadders(std::string_view bytes, const LadderFileOptions& options)
{
    const Result<std::string> decoded = asUtf8(std::string(bytes));
    if (!decoded)
        return fail(decoded.error());
    const std::string_view text = *decoded;
    if (const std::optional<Error> log = refusedLog(text))
        return fail(*log);
    LadderFormat format = options.format;
    if (format == LadderFormat::Auto) {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        const bool json = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
        format = json ? LadderFormat::Json : looksLikeExtrap(text) ? LadderFormat::ExtraP : LadderFormat::Table;
    }
    Result<LadderFile> file = [&]() -> Result<LadderFile> {
        if (format == LadderFormat::Json)
            return readJson(text, options);
        if (format == LadderFormat::ExtraP)
            return readExtrap(text);
        const std::optional<Mended> mended = withHeaderFirst(text);
        Result<LadderFile> table =
            tableOf(mended ? mended->text : text, options, linesAround(text, mended ? mended->headerLine : 0));
        if (table && mended)
            table->warnings.insert(table->warnings.begin(), mended->said);
        return table;
    }();
    if (!file) {
        if (options.hints == ColumnHints::None)
            for (Problem& problem : file.error().problems)
                problem.where.field.clear();  // an option's name
        return file;
    }
    file->format = format;
    file->unused.insert(file->unused.end(), options.leftOut.begin(), options.leftOut.end());
    const bool hasColumns = format != LadderFormat::ExtraP && !file->mapping.empty();
    if (!hasColumns && (!options.columns.empty() || !options.where.empty()))
        return fail(ErrorCode::Input,
                    format == LadderFormat::ExtraP ? "Extra-P's text has no columns to map or to pick rows by"
                                                   : "a project's ladder has no columns to map or to pick rows by",
                    "neither --map nor --where; --ladder picks one of several",
                    Where{.field = options.columns.empty() ? "--where" : "--map"});
    return file;
}

std::optional<TablePreview> previewOf(std::string_view bytes, std::size_t rows)
{
    const Result<std::string> decoded = asUtf8(std::string(bytes));
    const std::size_t first = decoded ? decoded->find_first_not_of(" \t\r\n") : std::string::npos;
    if (first == std::string::npos || (*decoded)[first] == '{' || (*decoded)[first] == '[' || refusedLog(*decoded) ||
        looksLikeExtrap(*decoded))
        return std::nullopt;
    const std::optional<Mended> mended = withHeaderFirst(*decoded);
    Result<Grid> grid = gridOfTable(mended ? mended->text : *decoded);
    if (!grid || grid->header.empty())
        return std::nullopt;
    std::vector<std::string> warnings;
    tidyRuns(*grid, warnings);
    tidyJobs(*grid, warnings);
    TablePreview preview;
    preview.headerLine = grid->header.front().where.line;
    for (const std::vector<GridCell>& row : grid->rows)
        for (const GridCell& cell : row)
            if (preview.comma.empty() && separated(cell.text).comma == CommaIs::Either)
                preview.comma = separated(cell.text).number;
    for (std::size_t i = 0; i < grid->header.size(); ++i) {
        preview.header.push_back(grid->header[i].text);
        std::vector<std::string> texts = textsOf(*grid, i);
        preview.values.push_back(texts.size() > TablePreview::mostValues ? std::vector<std::string>()
                                                                         : std::move(texts));
    }
    for (std::size_t i = 0; i < std::min(rows, grid->rows.size()); ++i) {
        std::vector<std::string>& row = preview.rows.emplace_back();
        for (const GridCell& cell : grid->rows[i])
            row.push_back(cell.text);
    }
    return preview;
}

std::optional<double> readingOf(std::string_view cell, const MappedColumn& how)
{
    if (isMissing(cell))
        return std::nullopt;
    const Result<CellFigure> figure = figureIn(cell, how);
    return figure ? std::optional(figure->value) : std::nullopt;
}

const char* confidenceName(Confidence confidence)
{
    return confidence == Confidence::Said ? "said" : confidence == Confidence::Likely ? "likely" : "unsure";
}

std::string guessText(const MappedColumn& column)
{
    if (!column.guessed)
        return {};
    const std::string role = roleOf(column.column).name;
    const std::string header = column.header.empty() ? "figures without a name" : inQuotes(column.header);
    const bool unitTaken = !column.unit.empty() && !column.unitGiven;
    std::string text = column.unit.empty() ? say("{} is taken from {}", role, header)
                       : unitTaken ? say("{} is taken from {}, in {} as it names no unit", role, header, column.unit)
                                   : say("{} is taken from {}, in {}", role, header, column.unit);
    return column.confidence == Confidence::Likely ? say("{}: likely", text)
                                                   : say("{}: unsure; --map {}=NAME says it", text, role);
}

std::string mappingText(const LadderFile& file)
{
    std::vector<std::string> parts;
    for (const MappedColumn& each : file.mapping) {
        const std::string role = roleOf(each.column).name;
        std::string part = each.header == role
                               ? role
                               : say("{} from {}", role, each.header.empty() ? "figures without a name" : each.header);
        if (each.unitGiven && each.factor != 1)
            part += fmt::format(" (×{})", roundTrip(each.factor));
        parts.push_back(part + (each.guessed ? " (guessed)" : ""));
    }
    return joined(parts, ", ");
}

Result<std::size_t> findLadder(const std::vector<Ladder>& ladders, std::string_view name)
{
    constexpr std::size_t most = 30;
    std::vector<std::size_t> matches;
    const std::vector<std::string> words = wordsOf(name);
    for (std::size_t i = 0; i < ladders.size(); ++i) {
        const std::string title = ladderTitle(ladders, i);
        if (lowerCase(title) == lowerCase(name))
            return i;
        const std::vector<std::string> have = wordsOf(title);
        if (!words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
                return std::find(have.begin(), have.end(), word) != have.end();
            }))
            matches.push_back(i);
    }
    if (matches.size() == 1)
        return matches.front();
    if (ladders.size() == 1 && ladders.front().name.empty())
        return fail(ErrorCode::Input, say("there is no ladder {}: the one in this file has no name", inQuotes(name)),
                    "no name, as there is nothing to pick");
    const std::size_t count = matches.empty() ? ladders.size() : matches.size();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count && i < most; ++i)
        names.push_back(fmt::format("\"{}\"", ladderTitle(ladders, matches.empty() ? i : matches[i])));
    std::string list = fmt::format("{}", fmt::join(names, ", "));
    return fail(
        ErrorCode::Input,
        matches.empty() ? say("there is no ladder {}", inQuotes(name))
                        : say("{} ladders match {}", matches.size(), inQuotes(name)),
        count > most ? say("one of {} and {} more", std::move(list), count - most) : say("one of {}", std::move(list)));
}

std::string ladderTitle(const std::vector<Ladder>& ladders, std::size_t index)
{
    return ladders[index].name.empty() ? fmt::format("ladder {}", index + 1) : ladders[index].name;
}

}  // namespace scalewright
