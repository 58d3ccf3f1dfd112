// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/grid.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/tidy_table.h"

namespace scalewright {

namespace {

constexpr auto maximumGridColumns = std::size_t{1000};

tl::unexpected<Error> tooManyColumnsError(const ProblemLocation& where)
{
    return fail(ErrorCode::Input, formatMessage("more than {} columns", maximumGridColumns),
                "only the columns of a ladder: p, time and related figures", where);
}

/// Rows times columns. Checked before a grid is built, to bound its memory.
constexpr auto maximumGridCells = std::size_t{1'000'000};

tl::unexpected<Error> tooManyCellsError(const ProblemLocation& where)
{
    return fail(ErrorCode::Input, formatMessage("more than {} cells", maximumGridCells),
                "fewer runs or fewer columns, only from one study", where);
}

/// The position of `at` in characters, 1-based.
int characterColumn(std::string_view line, std::size_t at)
{
    return 1 + static_cast<int>(std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(at),
                                              [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

/// "-----", "|---|:--:|", "+----+": the line under a table's header.
bool isSeparatorLine(std::string_view line)
{
    return line.find('-') != std::string_view::npos ? line.find_first_not_of("-=+|: \t") == std::string_view::npos
                                                    : line.find('=') != std::string_view::npos &&
                                                          line.find_first_not_of("=+|: \t") == std::string_view::npos;
}

GridCell makeCell(std::string_view line, int number, std::size_t from, std::size_t to)
{
    while (from < to && isBlank(line[from]))
        ++from;
    while (to > from && isBlank(line[to - 1]))
        --to;
    const int column = characterColumn(line, from);
    if (to > from + 1 && line[from] == '"' && line[to - 1] == '"') {
        ++from;
        --to;
    }
    return {std::string(line.substr(from, to - from)), ProblemLocation{.line = number, .column = column}};
}

/// Whether a line with bars also has them at its ends: always in framed Markdown, never in the output of sacct -P.
struct BarFrame {
    bool hasLeftBar = false, hasRightBar = false;
};

BarFrame detectBarFrame(std::string_view line)
{
    const std::string_view words = trimmed(line);
    return {words.starts_with('|'), words.size() > 1 && words.ends_with('|')};
}

std::vector<GridCell> splitAtBars(std::string_view line, int number, const BarFrame& frame)
{
    std::size_t from = line.find_first_not_of(" \t");
    if (frame.hasLeftBar && line[from] == '|')
        ++from;
    std::size_t end = line.find_last_not_of(" \t") + 1;
    if (frame.hasRightBar && end > from && line[end - 1] == '|')
        --end;
    std::vector<GridCell> cells;
    while (cells.size() <= maximumGridColumns) {
        const std::size_t bar = std::min(line.find('|', from), end);
        cells.push_back(makeCell(line, number, from, bar));
        if (bar >= end)
            break;
        from = bar + 1;
    }
    return cells;
}

/// Splits a line that is framed like the header. If that gives more than `columns` cells and the line has a bar at an
/// end where the header has none, that bar is part of the frame, which is optional in Markdown.
std::vector<GridCell> splitRowAtBars(std::string_view line, int number, const BarFrame& header, std::size_t columns)
{
    std::vector<GridCell> cells = splitAtBars(line, number, header);
    const BarFrame ownFrame = detectBarFrame(line);
    if (cells.size() > columns &&
        ((ownFrame.hasLeftBar && !header.hasLeftBar) || (ownFrame.hasRightBar && !header.hasRightBar)))
        return splitAtBars(line, number, ownFrame);
    return cells;
}

std::vector<GridCell> splitAtBlanks(std::string_view line, int number)
{
    std::vector<GridCell> cells;
    for (const std::string_view word : splitWords(line)) {
        if (cells.size() > maximumGridColumns)
            break;
        const auto at = static_cast<std::size_t>(word.data() - line.data());
        if (!cells.empty() && (word.front() == '(' || word.front() == '['))  // "time (s)" is a single header
            cells.back().text += word;
        else
            cells.push_back(makeCell(line, number, at, at + word.size()));
    }
    return cells;
}

bool isSacctTable(const Grid& grid)
{
    return std::any_of(grid.header.begin(), grid.header.end(),
                       [](const GridCell& cell) { return lowerCase(cell.text) == "jobid"; });
}

/// The start and end of each column, from a line of dashes such as "------ ---- --------", as printed by sacct.
std::vector<std::pair<std::size_t, std::size_t>> columnRangesOfRule(std::string_view line)
{
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    if (line.find_first_not_of("- \t\r") != std::string_view::npos)
        return columns;
    for (std::size_t at = line.find('-'); at < line.size(); at = line.find('-', at)) {
        const std::size_t end = std::min(line.find_first_not_of('-', at), line.size());
        columns.emplace_back(at, end);
        at = end;
    }
    return columns;
}

/// Whether a line is blank or a comment.
bool isSkippedLine(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

/// Splits columns at the widths of the dashes under the header and allows empty cells; nullopt if any text crosses a
/// column border. The last column ends with its line.
std::optional<Grid> gridOfFixedWidths(std::string_view text)
{
    Grid grid;
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    std::string_view header;
    int number = 0;
    const auto cellsOf = [&](std::string_view line, int lineNumber) {
        std::vector<GridCell> cells;
        std::size_t before = 0;
        for (const auto& [from, to] : columns) {
            const std::size_t begin = std::min(from, line.size());
            const std::size_t end = &to == &columns.back().second ? line.size() : std::min(to, line.size());
            if (!trimmed(line.substr(before, begin - before)).empty())
                return std::vector<GridCell>();
            cells.push_back(makeCell(line, lineNumber, begin, end));
            before = end;
        }
        return cells;
    };
    for (const std::string_view line : splitLines(text)) {
        ++number;
        if (isSkippedLine(line))
            continue;
        if (header.empty()) {
            header = line;
        } else if (columns.empty()) {
            columns = columnRangesOfRule(line);
            if (columns.size() < 2 || columns.size() > maximumGridColumns)
                return std::nullopt;
            grid.header = cellsOf(header, number - 1);
            if (!std::all_of(grid.header.begin(), grid.header.end(),
                             [](const GridCell& cell) { return !cell.text.empty(); }))
                return std::nullopt;
        } else {
            grid.rows.push_back(cellsOf(line, number));
        }
        if (!grid.header.empty() && !grid.rows.empty() &&
            (grid.rows.back().empty() || grid.rows.size() * columns.size() > maximumGridCells))
            return std::nullopt;
    }
    return grid.header.empty() || grid.rows.empty() ? std::nullopt : std::optional(std::move(grid));
}

/// Removes the row index that pandas prints: each row has one more cell than the header, and it counts 0, 1, 2, …
bool dropRowIndex(Grid& grid)
{
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (grid.rows[i].size() != grid.header.size() + 1 || grid.rows[i].front().text != std::to_string(i))
            return false;
    if (grid.rows.empty())
        return false;
    for (std::vector<GridCell>& row : grid.rows)
        row.erase(row.begin());
    return true;
}

Result<Grid> gridOfLines(std::string_view text, bool bars)
{
    if (!bars)
        if (std::optional<Grid> fixed = gridOfFixedWidths(text))
            return *std::move(fixed);
    Grid grid;
    Error error;
    BarFrame frame;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        ++number;
        if (isSkippedLine(line) || isSeparatorLine(line))
            continue;
        if (grid.header.empty())
            frame = detectBarFrame(line);
        std::vector<GridCell> cells = !bars                 ? splitAtBlanks(line, number)
                                      : grid.header.empty() ? splitAtBars(line, number, frame)
                                                            : splitRowAtBars(line, number, frame, grid.header.size());
        if (cells.size() > maximumGridColumns)
            return tooManyColumnsError(ProblemLocation{.line = number});
        if (grid.header.empty()) {
            grid.header = std::move(cells);
            continue;
        }
        if ((grid.rows.size() + 1) * grid.header.size() > maximumGridCells)
            return tooManyCellsError(ProblemLocation{.line = number});
        if (cells.size() != grid.header.size())
            error.problems.push_back(
                {formatMessage("{} where the header has {}", countWithNoun(static_cast<long>(cells.size()), "field"),
                               grid.header.size()),
                 isSacctTable(grid) ? "the output of sacct -P -X, whose columns are unambiguous"
                                    : formatMessage("{}, one for each column", grid.header.size()),
                 ProblemLocation{.line = number}});
        if (error.problems.size() >= 10000)
            break;
        grid.rows.push_back(std::move(cells));
    }
    grid.mayHaveThousandsPoints = bars;
    if (!bars && dropRowIndex(grid))
        error.problems.clear();
    std::set<std::string> names;
    for (const GridCell& cell : grid.header)
        if (!names.insert(lowerCase(cell.text)).second)
            error.problems.push_back(
                {formatMessage("the header names {} twice", inQuotes(cell.text)), "each column once", cell.where});
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

/// The first line that is neither blank nor a comment.
std::string_view firstContentLine(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
        if (!isSkippedLine(line))
            return line;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return {};
}

GridCell cellOfJson(const Json& value, std::string pointer)
{
    const bool isNested = value.asObject() != nullptr || value.asArray() != nullptr;
    return {plainTextOf(value), ProblemLocation{.jsonPointer = std::move(pointer)}, isNested ? &value : nullptr};
}

}  // namespace

void eraseColumn(Grid& grid, std::size_t column)
{
    grid.header.erase(grid.header.begin() + static_cast<std::ptrdiff_t>(column));
    if (column < grid.units.size())
        grid.units.erase(grid.units.begin() + static_cast<std::ptrdiff_t>(column));
    for (std::vector<GridCell>& row : grid.rows)
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
}

std::map<std::string, int> eraseUnfinishedRows(Grid& grid, std::size_t state, std::string_view completedState)
{
    std::map<std::string, int> removed;
    std::erase_if(grid.rows, [&](const std::vector<GridCell>& row) {
        const std::string word = lowerCase(row[state].text.substr(0, row[state].text.find(' ')));
        if (word == completedState || word.empty())
            return false;
        ++removed[word];
        return true;
    });
    return removed;
}

/// Quotes header names that contain commas, "S = T(n, 1) / T(n, p),N = 10,000": a name continues inside an open bracket
/// and across a thousands separator. nullopt if the number of names then differs from the number of fields in the first
/// row.
static std::optional<std::string> quoteHeaderNames(std::string_view text)
{
    const std::string_view header = firstContentLine(text);
    const std::size_t at = static_cast<std::size_t>(header.data() - text.data());
    const std::string_view rest = text.substr(std::min(at + header.size(), text.size()));
    const std::string_view row = firstContentLine(rest);
    if (row.empty() || header.find_first_of("\";\t") != std::string_view::npos)
        return std::nullopt;
    std::vector<std::string> names;
    int open = 0;
    for (const std::string_view field : splitFields(header, ',')) {
        const bool thousands = !names.empty() && !names.back().empty() && isDigit(names.back().back()) &&
                               field.size() >= 3 && std::all_of(field.begin(), field.begin() + 3, isDigit);
        if (!names.empty() && (open > 0 || thousands))
            names.back().append(",").append(field);
        else
            names.emplace_back(field);
        open += static_cast<int>(std::count(field.begin(), field.end(), '(')) -
                static_cast<int>(std::count(field.begin(), field.end(), ')'));
    }
    if (names.size() != splitFields(row, ',').size())
        return std::nullopt;
    std::string quoted(text.substr(0, at));
    for (std::size_t i = 0; i < names.size(); ++i)
        quoted.append(i == 0 ? "\"" : ",\"").append(names[i]).append("\"");
    return quoted.append(rest);
}

bool isHeaderless(std::string_view text)
{
    const std::string_view line = firstContentLine(text);
    std::size_t numbers = 0;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(",;|\t ", at), line.size());
        const std::string_view field = trimmed(line.substr(at, end - at));
        if (!field.empty() && !parseNumber(field))
            return false;
        numbers += field.empty() ? 0 : 1;
        at = end + 1;
    }
    return numbers > 1;
}

Error missingHeaderError(const ProblemLocation& where, std::string_view example)
{
    return Error{ErrorCode::Input,
                 {{"there is no header row: the first line holds numbers",
                   formatMessage("column names first, such as {}", std::string(example)), where}}};
}

/// All other errors in text without a header follow from this one.
static Result<Grid> reportMissingHeader(Result<Grid> grid, std::string_view text, std::string_view example)
{
    if (grid || !isHeaderless(text))
        return grid;
    const std::string_view first = firstContentLine(text);
    const auto line = 1 + std::count(text.begin(), text.begin() + (first.data() - text.data()), '\n');
    std::string names(example);  // separated like the rows below
    if (first.find(',') == std::string_view::npos)
        std::replace(names.begin(), names.end(), ',', first.find(';') == std::string_view::npos ? ' ' : ';');
    return fail(missingHeaderError(ProblemLocation{.line = static_cast<int>(line)}, names));
}

static Result<Grid> gridOfCsv(std::string_view text)
{
    Result<Grid> grid = parseCsv(text);
    if (!grid)
        if (const std::optional<std::string> quoted = quoteHeaderNames(text))
            if (Result<Grid> repaired = parseCsv(*quoted))
                grid = std::move(repaired);
    if (!grid)
        return grid;
    const ProblemLocation where{.line = grid->header.front().where.line};
    if (grid->header.size() > maximumGridColumns)
        return tooManyColumnsError(where);
    if (grid->rows.size() * grid->header.size() > maximumGridCells)
        return tooManyCellsError(where);
    grid->mayHaveThousandsPoints = firstContentLine(text).find(',') == std::string_view::npos;
    return grid;
}

Result<Grid> gridOfTable(std::string_view text, std::string_view example)
{
    if (const std::optional<std::string> withoutRepeats = withoutRepeatedHeaders(text))
        return gridOfTable(*withoutRepeats, example);
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::Input, "is binary: it holds zero bytes", "text, with a header row");
    const std::string_view header = firstContentLine(text);
    if (header.empty())
        return fail(ErrorCode::Input, "holds no rows",
                    formatMessage("a header row such as {} and a row for every run", std::string(example)));
    if (header.find_first_of(",;\t") == std::string_view::npos || trimmed(header).starts_with('|'))
        return reportMissingHeader(gridOfLines(text, header.find('|') != std::string_view::npos), text, example);

    return reportMissingHeader(gridOfCsv(text), text, example);
}

Result<Grid> gridOfObjects(const Json::Array& rows, const std::string& pointer)
{
    Grid grid;
    Error error;
    std::map<std::string, std::size_t, std::less<>> columns;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string at = fmt::format("{}/{}", pointer, i);
        const Json::Object* object = rows[i].asObject();
        if (object == nullptr) {
            error.problems.push_back({formatMessage("found {} instead of a run", rows[i].kindName()),
                                      "an object such as {\"p\": 4, \"time\": 260}",
                                      ProblemLocation{.jsonPointer = at}});
            continue;
        }
        std::vector<GridCell> cells(grid.header.size());
        for (GridCell& cell : cells)
            cell.where.jsonPointer = at;
        for (const auto& [key, value] : *object) {
            GridCell cell = cellOfJson(value, at + '/' + jsonPointerToken(key));
            const auto [entry, isNew] = columns.try_emplace(key, grid.header.size());
            if (isNew) {
                if (grid.header.size() == maximumGridColumns)
                    return tooManyColumnsError(cell.where);
                grid.header.push_back({key, ProblemLocation{.jsonPointer = pointer}});
                cells.emplace_back();
            }
            cells[entry->second] = std::move(cell);
        }
        grid.rows.push_back(std::move(cells));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (grid.rows.size() * grid.header.size() > maximumGridCells)
        return tooManyCellsError(ProblemLocation{.jsonPointer = pointer});
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        while (grid.rows[i].size() < grid.header.size())
            grid.rows[i].push_back({{}, ProblemLocation{.jsonPointer = fmt::format("{}/{}", pointer, i)}});
    return grid;
}

Result<Grid> gridOfColumns(const Json::Object& columns, const std::string& pointer)
{
    Grid grid;
    Error error;
    for (const auto& [key, value] : columns) {
        const std::string at = pointer + '/' + jsonPointerToken(key);
        const Json::Array* figures = value.asArray();
        if (figures == nullptr)
            continue;
        if (grid.header.size() == maximumGridColumns)
            return tooManyColumnsError(ProblemLocation{.jsonPointer = at});
        if ((grid.header.size() + 1) * figures->size() > maximumGridCells)
            return tooManyCellsError(ProblemLocation{.jsonPointer = at});
        if (grid.header.empty())
            grid.rows.resize(figures->size());
        grid.header.push_back({key, ProblemLocation{.jsonPointer = at}});
        if (figures->size() != grid.rows.size()) {
            error.problems.push_back({formatMessage("{} figures where {} has {}", figures->size(),
                                                    inQuotes(grid.header.front().text), grid.rows.size()),
                                      "lists of equal length", ProblemLocation{.jsonPointer = at}});
            continue;
        }
        for (std::size_t i = 0; i < figures->size(); ++i)
            grid.rows[i].push_back(cellOfJson((*figures)[i], fmt::format("{}/{}", at, i)));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

}  // namespace scalewright
