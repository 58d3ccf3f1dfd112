// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_file.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/job_table.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_formats.h"
#include "core/evidence/import/ladder_run_head.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/source_text.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

/// "p, time, … and quality"
std::string exampleColumnMap()
{
    std::string text;
    for (const LadderRole& role : ladderRoles)
        text.append(&role == &ladderRoles.front()  ? ""
                    : &role == &ladderRoles.back() ? " and "
                                                   : ", ")
            .append(role.name);
    return formatMessage("p=gcds,time=runtime_s; the roles are {}", text);
}

/// Whether the last line above a problem that is not blank holds numbers only: it is a row of a table.
bool isBelowRow(const Problem& problem, std::string_view text)
{
    const std::vector<std::string_view> lines = splitLines(text);
    std::size_t above =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(problem.location.line - 1, 0)), lines.size());
    while (above > 0 && trimmed(lines[above - 1]).empty())
        --above;
    const std::string_view row = above > 0 ? trimmed(lines[above - 1]) : std::string_view();
    return !row.empty() && isDigit(row.front()) && row.find_first_not_of("0123456789.,;|+-eE \t") == row.npos;
}

/// Lines of words without columns, or the names of ladder columns: a log.
bool looksLikeLog(const SourceText& source)
{
    if (isHeaderless(*source.text()))
        return false;
    const Result<FoundTable>& table = source.table();
    if (table && !table->grid.rows.empty())
        return table->grid.header.size() < 2;
    if (!table && isBelowRow(table.error().problems.front(), *source.text()))
        return false;
    const bool uneven = table || std::any_of(table.error().problems.begin(), table.error().problems.end(),
                                             [](const Problem& problem) { return problem.location.line > 0; });
    const std::string_view text = *source.text();
    const std::string_view first = trimmed(text.substr(0, text.find('\n')));
    std::string blanks(first);
    for (char& c : blanks)
        c = std::string_view(",;|").find(c) != std::string_view::npos ? ' ' : c;
    const std::vector<std::string_view> words = splitWords(blanks);
    const auto roleWords = std::count_if(words.begin(), words.end(), [](std::string_view word) {
        const std::string base = parseHeaderName(word).base;
        return std::any_of(ladderRoles.begin(), ladderRoles.end(),
                           [&](const LadderRole& role) { return isNameOfRole(role.column, base); });
    });
    constexpr std::size_t manyProblems = 3;
    const bool isOneColumn = first.find_first_of(",;\t|") == std::string_view::npos;
    const bool hasManyProblems = !table && table.error().problems.size() >= manyProblems;
    return uneven && (isOneColumn ? roleWords < 2 : roleWords == 0 && hasManyProblems);
}

/// nullptr if the text is in none of these formats.
const LadderTextFormat* detectTextFormat(std::string_view text)
{
    const std::span<const LadderTextFormat> formats = ladderTextFormats();
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const LadderTextFormat& each) { return each.matches(text); });
    return found == formats.end() ? nullptr : &*found;
}

/// A table that looks like the steps of one run, but whose rows are runs according to the user, who named the worker
/// column or the format.
std::optional<Grid> metricsAsRuns(std::string_view text, const LadderFileOptions& options)
{
    const auto p = options.columns.find(LadderColumn::P);
    if (p == options.columns.end() && options.format != LadderFormat::Table)
        return std::nullopt;
    Result<Grid> grid = gridOfTable(text);
    const bool isNamed = grid && (p == options.columns.end() || findHeader(*grid, p->second));
    return isNamed && runOfMetrics(*grid) ? std::optional(std::move(*grid)) : std::nullopt;
}

std::vector<std::string> lowerCaseWords(std::string_view text)
{
    std::string small = lowerCase(text);
    std::replace_if(
        small.begin(), small.end(), [](char c) { return c == '/' || c == ','; }, ' ');
    const std::vector<std::string_view> words = splitWords(small);
    return {words.begin(), words.end()};
}

}  // namespace

Result<std::map<LadderColumn, std::string>> parseColumnMap(std::string_view text)
{
    std::map<LadderColumn, std::string> columns;
    Error error;
    for (const std::string_view field : splitFields(text, ',')) {
        const std::string_view part = trimmed(field);
        const std::size_t equals = part.find('=');
        const std::string_view role = trimmed(part.substr(0, equals));
        const std::string_view header =
            equals == std::string_view::npos ? std::string_view() : trimmed(part.substr(equals + 1));
        if (header.empty()) {
            error.problems.push_back({formatMessage("{} maps no column", inQuotes(part)), exampleColumnMap(), {}});
            continue;
        }
        const auto known = std::find_if(ladderRoles.begin(), ladderRoles.end(),
                                        [&](const LadderRole& each) { return role == each.name; });
        if (known == ladderRoles.end())
            error.problems.push_back({formatMessage("there is no role {}", inQuotes(role)), exampleColumnMap(), {}});
        else if (!columns.emplace(known->column, header).second)
            error.problems.push_back(
                {formatMessage("the role {} is given twice", inQuotes(role)), "each role once", {}});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

/// A host matters only if the runs were made on several.
void forgetCommonHost(Ladder& ladder)
{
    const auto isLikeFirst = [&](const LadderPoint& each) {
        return each.host == ladder.points.front().host && each.machine == ladder.points.front().machine;
    };
    if (!std::all_of(ladder.points.begin(), ladder.points.end(), isLikeFirst))
        return;
    for (LadderPoint& each : ladder.points) {
        each.host.clear();
        each.machine.clear();
    }
}

Result<LadderFile> readLaddersFromRuns(Grid grid, const LadderFileOptions& options)
{
    std::vector<std::string> warnings;
    const bool hadRows = !grid.rows.empty();
    tidyTrackerTable(grid, warnings);
    tidyJobTable(grid, warnings);
    if (hadRows && grid.rows.empty())
        return fail(ErrorCode::Input, formatMessage("no run is left: {}", joinNonEmpty(warnings, "; ")),
                    "runs that finished");
    Result<LadderFile> file =
        readLaddersFromGrid(std::move(grid), options, Ladder{.provenance = {.origin = Origin::Imported}});
    if (file)
        file->warnings.insert(file->warnings.begin(), warnings.begin(), warnings.end());
    return file;
}

namespace {

/// Exchanges the table for the one that `--where table=LINE` names, or for the first one that has the mapped columns and
/// the filtered ones, if this one has not. Removes that filter.
void selectTable(FoundTable& found, LadderFileOptions& options)
{
    if (found.others.empty())
        return;
    const auto isTableFilter = [&](const auto& filter) {
        return filter.first == "table" && !findHeader(found.grid, "table");
    };
    const auto filter = std::find_if(options.rowFilters.begin(), options.rowFilters.end(), isTableFilter);
    const auto hasColumns = [&](const Grid& grid) {
        return std::all_of(options.columns.begin(), options.columns.end(),
                           [&](const auto& each) { return findHeader(grid, each.second).has_value(); }) &&
               std::all_of(options.rowFilters.begin(), options.rowFilters.end(), [&](const auto& each) {
                   return findHeader(grid, each.first) ||
                          (each.first.ends_with('!') &&
                           findHeader(grid, std::string_view(each.first).substr(0, each.first.size() - 1)));
               });
    };
    const auto isWanted = [&](const Grid& grid) {
        return filter != options.rowFilters.end() ? filter->second == std::to_string(grid.header.front().where.line)
                                                  : hasColumns(grid);
    };
    const auto other = std::find_if(found.others.begin(), found.others.end(), isWanted);
    const bool isFound = isWanted(found.grid) || other != found.others.end();
    if (!isWanted(found.grid) && other != found.others.end()) {
        std::swap(found.grid, *other);
        const int line = found.grid.header.front().where.line;
        found.note = formatMessage("the table at line {} was read", line);
        found.decision = formatMessage("table at line {}", line);
    }
    if (isFound && filter != options.rowFilters.end())
        options.rowFilters.erase(filter);
}

/// `tableOf`: the source's table, or a copy of it. Precondition: source.table() is no error.
Result<LadderFile> readSource(const SourceText& source, const std::function<FoundTable()>& tableOf,
                              const LadderFileOptions& options)
{
    if (const Result<void> names = checkColumnNames(); !names)
        return fail(names.error());
    if (!source.text())
        return fail(source.text().error());
    const std::string_view text = *source.text();
    if (const std::optional<Error> log = benchmarkLogError(text))
        return fail(*log);
    if (trimmed(text).starts_with('<') && options.format == LadderFormat::Auto)
        return fail(ErrorCode::Input, "is HTML or XML", "its table, pasted or saved as CSV");
    LadderFormat format = options.format;
    const LadderTextFormat* textFormat = options.textFormat;
    if (format == LadderFormat::Auto) {
        textFormat = source.looksLikeJson() ? nullptr : detectTextFormat(text);
        format = source.looksLikeJson()  ? LadderFormat::Json
                 : textFormat != nullptr ? LadderFormat::Text
                                         : LadderFormat::Table;
    }
    Result<LadderFile> file = [&]() -> Result<LadderFile> {
        if (format == LadderFormat::Json)
            return readLaddersFromJson(text, source.json(), options);
        if (format == LadderFormat::Text)
            return textFormat->read(text);
        if (!source.table()) {
            std::optional<Grid> runs = metricsAsRuns(text, options);
            return runs ? readLaddersFromRuns(std::move(*runs), options) : fail(source.table().error());
        }
        FoundTable found = tableOf();
        LadderFileOptions ownOptions = options;
        selectTable(found, ownOptions);
        Result<LadderFile> ladders = readLaddersFromRuns(std::move(found.grid), ownOptions);
        if (!ladders)
            return ladders;
        if (!found.decision.empty())
            ladders->decisions.insert(ladders->decisions.begin(), found.decision);
        if (!found.note.empty())
            ladders->warnings.insert(ladders->warnings.begin(), found.note);
        if (ladders->ladders.size() == 1)
            addRunDetails(text, ladders->ladders.front());
        std::for_each(ladders->ladders.begin(), ladders->ladders.end(), forgetCommonHost);
        return ladders;
    }();
    if (!file) {
        if (format == LadderFormat::Table && (detectProgram(text) != nullptr || runsOfMlperf(text)))
            return file;  // the program that wrote it is known, so its error is the relevant one
        if (const std::optional<Error> known =
                options.format == LadderFormat::Auto ? wrongFormatError(source, "attribute") : std::nullopt)
            return fail(*known);
        if (format == LadderFormat::Table && options.format == LadderFormat::Auto && looksLikeLog(source))
            return fail(unknownFormatError(source));
        if (options.hints == ColumnHints::None)
            for (Problem& problem : file.error().problems)
                problem.location.field.clear();  // contains an option's name
        return file;
    }
    file->format = format;
    file->textFormat = textFormat;
    if (source.isWindows1252())
        file->warnings.insert(file->warnings.begin(), "the file is not UTF-8 and was read as Windows-1252");
    file->unusedHeaders.insert(file->unusedHeaders.end(), options.ignoredHeaders.begin(), options.ignoredHeaders.end());
    const bool hasColumns = format != LadderFormat::Text && !file->mapping.empty();
    if (!hasColumns && (!options.columns.empty() || !options.rowFilters.empty()))
        return fail(ErrorCode::Input,
                    formatMessage("{} has no columns to map or to select rows by",
                                  format == LadderFormat::Text ? textFormat->name : "a project's ladder"),
                    "neither --map nor --where; --ladder picks one of several",
                    ProblemLocation{.field = options.columns.empty() ? "--where" : "--map"});
    return file;
}

}  // namespace

Result<LadderFile> readLadders(std::string_view bytes, const LadderFileOptions& options)
{
    SourceText source(bytes);
    return readSource(
        source, [&] { return source.takeTable(); }, options);
}

Result<LadderFile> readLadders(const SourceText& source, const LadderFileOptions& options)
{
    return readSource(
        source, [&] { return *source.table(); }, options);
}

std::optional<TablePreview> previewTable(std::string_view bytes, std::size_t rows)
{
    return previewTable(SourceText(bytes), rows);
}

std::optional<TablePreview> previewTable(const SourceText& source, std::size_t rows)
{
    if (!source.text() || source.looksLikeJson() || benchmarkLogError(*source.text()) ||
        detectTextFormat(*source.text()) != nullptr || !source.table() || source.table()->grid.header.empty())
        return std::nullopt;
    Grid grid = source.table()->grid;
    std::vector<std::string> warnings;
    tidyTrackerTable(grid, warnings);
    tidyJobTable(grid, warnings);
    TablePreview preview;
    preview.headerLine = grid.header.front().where.line;
    for (const std::vector<GridCell>& row : grid.rows)
        for (const GridCell& cell : row)
            if (const NumberInText number = splitAtNumber(cell.text);
                !preview.ambiguousNumber && number.ambiguousReadings)
                preview.ambiguousNumber = AmbiguousNumber{number.number, number.ambiguousReadings->asThousands,
                                                          number.ambiguousReadings->asDecimal};
    if (!preview.ambiguousNumber)
        preview.ambiguousNumber = findAmbiguousPoint(grid);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        preview.header.push_back(grid.header[i].text);
        std::vector<std::string> texts = distinctTexts(grid, i);
        preview.distinctValues.push_back(texts.size() > TablePreview::maximumDistinctValues ? std::vector<std::string>()
                                                                                            : std::move(texts));
    }
    for (std::size_t i = 0; i < std::min(rows, grid.rows.size()); ++i) {
        std::vector<std::string>& row = preview.rows.emplace_back();
        for (const GridCell& cell : grid.rows[i])
            row.push_back(cell.text);
    }
    return preview;
}

std::optional<double> cellValue(std::string_view cell, const MappedColumn& column)
{
    if (isMissing(cell))
        return std::nullopt;
    const Result<CellFigure> figure = parseFigure(cell, column);
    return figure ? std::optional(figure->value) : std::nullopt;
}

const char* confidenceName(Confidence confidence)
{
    return confidence == Confidence::Explicit ? "said" : confidence == Confidence::Likely ? "likely" : "unsure";
}

ColumnReason columnReason(const MappedColumn& column)
{
    if (!column.evidence.empty())
        return ColumnReason::TableValues;
    if (!column.isGuessed)
        return ColumnReason::Explicit;
    if (!column.unit.empty() && !column.unitGiven)
        return ColumnReason::NoUnit;
    return column.confidence == Confidence::Unsure ? ColumnReason::AmbiguousName : ColumnReason::NameMatch;
}

std::string evidenceText(const MappedColumn& column)
{
    switch (columnReason(column)) {
    case ColumnReason::TableValues: return column.evidence;
    case ColumnReason::Explicit: return "named explicitly";
    case ColumnReason::NoUnit: return "by its name; no unit is given";
    case ColumnReason::AmbiguousName: return "by its name, which may mean something else";
    case ColumnReason::NameMatch: break;
    }
    return "by its name";
}

std::string guessText(const MappedColumn& column)
{
    if (!column.isGuessed)
        return {};
    const std::string role = ladderRoleOf(column.column).name;
    const std::string header = column.header.empty() ? "unnamed figures" : inQuotes(column.header);
    const bool isUnitAssumed = !column.unit.empty() && !column.unitGiven;
    std::string text = column.unit.empty() ? formatMessage("{} is taken from {}", role, header)
                       : isUnitAssumed     ? formatMessage("{} is taken from {}, in {} because it names no unit", role,
                                                           header, column.unit)
                                           : formatMessage("{} is taken from {}, in {}", role, header, column.unit);
    return column.confidence == Confidence::Likely ? formatMessage("{}: likely", text)
                                                   : formatMessage("{}: unsure; set it with --map {}=NAME", text, role);
}

std::string mappingText(const LadderFile& file)
{
    std::vector<std::string> parts;
    for (const MappedColumn& each : file.mapping) {
        const std::string role = ladderRoleOf(each.column).name;
        std::string part = each.header == role ? role
                                               : formatMessage("{} from {}", role,
                                                               each.header.empty() ? "unnamed figures" : each.header);
        if (each.unitGiven && each.unitFactor != 1)
            part += fmt::format(" (×{})", roundTripText(each.unitFactor));
        parts.push_back(part + (each.isGuessed ? " (guessed)" : ""));
    }
    return joinNonEmpty(parts, ", ");
}

Result<std::size_t> findLadder(const std::vector<Ladder>& ladders, std::string_view name)
{
    constexpr std::size_t maximumListed = 30;
    std::vector<std::size_t> matches;
    const std::vector<std::string> words = lowerCaseWords(name);
    for (std::size_t i = 0; i < ladders.size(); ++i) {
        const std::string title = ladderTitle(ladders, i);
        if (lowerCase(title) == lowerCase(name))
            return i;
        const std::vector<std::string> titleWords = lowerCaseWords(title);
        if (!words.empty() &&
            std::all_of(words.begin(), words.end(), [&](const std::string& word) { return isAmong(titleWords, word); }))
            matches.push_back(i);
    }
    if (matches.size() == 1)
        return matches.front();
    if (ladders.size() == 1 && ladders.front().name.empty())
        return fail(ErrorCode::Input,
                    formatMessage("there is no ladder {}: the one in this file has no name", inQuotes(name)),
                    "no name, because the file has only one ladder");
    const std::size_t count = matches.empty() ? ladders.size() : matches.size();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count && i < maximumListed; ++i)
        names.push_back(fmt::format("\"{}\"", ladderTitle(ladders, matches.empty() ? i : matches[i])));
    const std::string list = fmt::format("{}", fmt::join(names, ", "));
    return fail(ErrorCode::Input,
                matches.empty() ? formatMessage("there is no ladder {}", inQuotes(name))
                                : formatMessage("{} ladders match {}", matches.size(), inQuotes(name)),
                count > maximumListed ? formatMessage("one of {} and {} more", list, count - maximumListed)
                                      : formatMessage("one of {}", list));
}

std::string ladderTitle(const std::vector<Ladder>& ladders, std::size_t index)
{
    return ladders[index].name.empty() ? fmt::format("ladder {}", index + 1) : ladders[index].name;
}

}  // namespace scalewright
