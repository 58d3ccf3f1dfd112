#include "core/evidence/import/ladder_file.h"

#include <algorithm>
#include <array>
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
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/source_text.h"
#include "core/project/document/project_file.h"

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

/// Lines of words that fall into no columns, none of which is called what a ladder's are: a log.
bool isNoTable(const SourceText& source)
{
    if (isHeaderless(*source.text()))
        return false;
    const Result<FoundTable>& table = source.table();
    if (table)
        return table->grid.header.size() < 2 && !table->grid.rows.empty();
    const bool uneven = std::any_of(table.error().problems.begin(), table.error().problems.end(),
                                    [](const Problem& problem) { return problem.where.line > 0; });
    const std::string_view text = *source.text();
    const std::string_view first = trimmed(text.substr(0, text.find('\n')));
    const std::vector<std::string_view> words = wordsIn(first);
    const auto named = std::count_if(words.begin(), words.end(), [](std::string_view word) {
        const std::string base = headerName(word).base;
        return std::any_of(columnNames().roles.begin(), columnNames().roles.end(), [&](const auto& role) {
            return base == roleOf(role.first).name ||
                   std::find(role.second.begin(), role.second.end(), base) != role.second.end();
        });
    });
    return uneven && named < 2 && first.find_first_of(",;\t|") == std::string_view::npos;
}

/// A table that looks like the steps of one run, where a person says that its rows are runs: by naming the column of
/// workers or the format.
std::optional<Grid> metricsAsRuns(std::string_view text, const LadderFileOptions& options)
{
    const auto p = options.columns.find(LadderColumn::P);
    if (p == options.columns.end() && options.format != LadderFormat::Table)
        return std::nullopt;
    Result<Grid> grid = gridOfTable(text);
    const bool isNamed = grid && (p == options.columns.end() || findHeader(*grid, p->second));
    return isNamed && runOfMetrics(*grid) ? std::optional(std::move(*grid)) : std::nullopt;
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

Result<LadderFile> readLadders(std::string_view bytes, const LadderFileOptions& options)
{
    return readLadders(SourceText(bytes), options);
}

Result<LadderFile> readLadders(const SourceText& source, const LadderFileOptions& options)
{
    if (!source.text())
        return fail(source.text().error());
    const std::string_view text = *source.text();
    if (const std::optional<Error> log = refusedLog(text))
        return fail(*log);
    LadderFormat format = options.format;
    if (format == LadderFormat::Auto)
        format = source.looksLikeJson()  ? LadderFormat::Json
                 : looksLikeExtrap(text) ? LadderFormat::ExtraP
                                         : LadderFormat::Table;
    Result<LadderFile> file = [&]() -> Result<LadderFile> {
        if (format == LadderFormat::Json)
            return readJson(text, source.json(), options);
        if (format == LadderFormat::ExtraP)
            return readExtrap(text);
        const Result<FoundTable>& table = source.table();
        if (!table)
            if (std::optional<Grid> runs = metricsAsRuns(text, options))
                return laddersOfRuns(std::move(*runs), options);
        if (!table)
            return fail(table.error());
        Result<LadderFile> ladders = laddersOfRuns(table->grid, options);
        if (ladders && !table->said.empty())
            ladders->warnings.insert(ladders->warnings.begin(), table->said);
        return ladders;
    }();
    if (!file) {
        if (format == LadderFormat::Table && (programOf(text) != nullptr || runsOfMlperf(text)))
            return file;  // whose it is is known
        if (const std::optional<Error> known =
                options.format == LadderFormat::Auto ? knownButNoLadder(source) : std::nullopt)
            return fail(*known);
        if (format == LadderFormat::Table && options.format == LadderFormat::Auto && isNoTable(source))
            return fail(nearestFormats(source));
        if (options.hints == ColumnHints::None)
            for (Problem& problem : file.error().problems)
                problem.where.field.clear();  // an option's name
        return file;
    }
    file->format = format;
    if (source.isWindows1252())
        file->warnings.insert(file->warnings.begin(), "the file is not UTF-8 and was read as Windows-1252");
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
    return previewOf(SourceText(bytes), rows);
}

std::optional<TablePreview> previewOf(const SourceText& source, std::size_t rows)
{
    if (!source.text() || source.looksLikeJson() || refusedLog(*source.text()) || looksLikeExtrap(*source.text()) ||
        !source.table() || source.table()->grid.header.empty())
        return std::nullopt;
    std::optional<Grid> grid = source.table()->grid;
    std::vector<std::string> warnings;
    tidyRuns(*grid, warnings);
    tidyJobs(*grid, warnings);
    TablePreview preview;
    preview.headerLine = grid->header.front().where.line;
    for (const std::vector<GridCell>& row : grid->rows)
        for (const GridCell& cell : row)
            if (const Separated number = separated(cell.text); !preview.mark && number.either)
                preview.mark = UnclearMark{number.number, number.either->thousands, number.either->fraction};
    if (!preview.mark)
        preview.mark = unclearPoint(*grid);
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

ColumnReason reasonOf(const MappedColumn& column)
{
    if (!column.because.empty())
        return ColumnReason::Values;
    if (!column.guessed)
        return ColumnReason::Said;
    if (!column.unit.empty() && !column.unitGiven)
        return ColumnReason::NoUnit;
    return column.confidence == Confidence::Unsure ? ColumnReason::MayBeElse : ColumnReason::Name;
}

std::string evidenceText(const MappedColumn& column)
{
    switch (reasonOf(column)) {
    case ColumnReason::Values: return column.because;
    case ColumnReason::Said: return "named so";
    case ColumnReason::NoUnit: return "by its name; it names no unit";
    case ColumnReason::MayBeElse: return "by its name, which may mean something else";
    case ColumnReason::Name: break;
    }
    return "by its name";
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
