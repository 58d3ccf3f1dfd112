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
#include "core/evidence/import/csv.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/tidy_table.h"

namespace scalewright {

namespace {

constexpr auto mostColumns = std::size_t{1000};

tl::unexpected<Error> tooManyColumns(const Where& where)
{
    return fail(ErrorCode::Input, say("more than {} columns", mostColumns),
                "the columns of a ladder: p, time and what belongs to them", where);
}

/// Rows times columns: what a grid of them costs in memory is bounded before it is built.
constexpr auto mostCells = std::size_t{1'000'000};

tl::unexpected<Error> tooManyCells(const Where& where)
{
    return fail(ErrorCode::Input, say("more than {} cells", mostCells),
                "fewer runs or fewer columns: those of one study", where);
}

/// Characters up to `at`, from 1.
int columnOf(std::string_view line, std::size_t at)
{
    return 1 + static_cast<int>(std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(at),
                                              [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

/// "-----", "|---|:--:|", "+----+": what tables draw under their header.
bool isRule(std::string_view line)
{
    return line.find('-') != std::string_view::npos
               ? line.find_first_not_of("-=+|: \t") == std::string_view::npos
               : line.find('=') != std::string_view::npos && line.find_first_not_of("=+| \t") == std::string_view::npos;
}

GridCell cellAt(std::string_view line, int number, std::size_t from, std::size_t to)
{
    while (from < to && isBlank(line[from]))
        ++from;
    while (to > from && isBlank(line[to - 1]))
        --to;
    return {std::string(line.substr(from, to - from)), Where{.line = number, .column = columnOf(line, from)}};
}

/// What a line of bars has around its first and its last cell: the frame of Markdown, or nothing, as sacct -P has it.
struct Frame {
    bool left = false, right = false;
};

Frame frameOf(std::string_view line)
{
    const std::string_view words = trimmed(line);
    return {words.starts_with('|'), words.size() > 1 && words.ends_with('|')};
}

std::vector<GridCell> splitBars(std::string_view line, int number, const Frame& frame)
{
    std::size_t from = line.find_first_not_of(" \t");
    if (frame.left && line[from] == '|')
        ++from;
    std::size_t end = line.find_last_not_of(" \t") + 1;
    if (frame.right && end > from && line[end - 1] == '|')
        --end;
    std::vector<GridCell> cells;
    while (cells.size() <= mostColumns) {
        const std::size_t bar = std::min(line.find('|', from), end);
        cells.push_back(cellAt(line, number, from, bar));
        if (bar >= end)
            break;
        from = bar + 1;
    }
    return cells;
}

/// The cells of a line under a header of that frame. One more than `columns`, and a bar at an end that the header has
/// not: that bar is the frame, which Markdown may leave out.
std::vector<GridCell> splitRow(std::string_view line, int number, const Frame& header, std::size_t columns)
{
    std::vector<GridCell> cells = splitBars(line, number, header);
    const Frame own = frameOf(line);
    if (cells.size() > columns && ((own.left && !header.left) || (own.right && !header.right)))
        return splitBars(line, number, own);
    return cells;
}

std::vector<GridCell> splitBlanks(std::string_view line, int number)
{
    std::vector<GridCell> cells;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size() && cells.size() <= mostColumns;
         at = line.find_first_not_of(" \t", at)) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        const bool unit = !cells.empty() && (line[at] == '(' || line[at] == '[');  // "time (s)" is one header
        if (unit)
            cells.back().text += std::string(line.substr(at, end - at));
        else
            cells.push_back(cellAt(line, number, at, end));
        at = end;
    }
    return cells;
}

bool isSacct(const Grid& grid)
{
    return std::any_of(grid.header.begin(), grid.header.end(),
                       [](const GridCell& cell) { return lowerCase(cell.text) == "jobid"; });
}

/// The runs of dashes of a rule such as "------ ---- --------", as sacct draws it: where each column begins and ends.
std::vector<std::pair<std::size_t, std::size_t>> columnsOfRule(std::string_view line)
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

/// Columns as wide as the dashes under the header, blank cells among them; nullopt where a text stands across their
/// borders.
std::optional<Grid> gridOfWidths(std::string_view text)
{
    Grid grid;
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    std::vector<std::pair<std::string_view, int>> lines;
    int number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string_view line = text.substr(from, end - from);
        ++number;
        from = end + 1;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#')
            continue;
        if (lines.size() == 1 && columns.empty()) {
            columns = columnsOfRule(line);
            if (columns.size() < 2 || columns.size() > mostColumns)
                return std::nullopt;
            continue;
        }
        lines.emplace_back(line, number);
        if (lines.size() * std::max<std::size_t>(columns.size(), 1) > mostCells)
            return std::nullopt;
    }
    for (const auto& [line, at] : lines) {
        std::vector<GridCell> cells;
        std::size_t before = 0;
        for (const auto& [from, to] : columns) {
            const std::size_t begin = std::min(from, line.size()), end = std::min(to, line.size());
            if (line.substr(before, begin - before).find_first_not_of(" \t\r") != std::string_view::npos)
                return std::nullopt;
            cells.push_back(cellAt(line, at, begin, end));
            before = end;
        }
        if (line.substr(before).find_first_not_of(" \t\r") != std::string_view::npos)
            return std::nullopt;
        if (grid.header.empty())
            grid.header = std::move(cells);
        else
            grid.rows.push_back(std::move(cells));
    }
    const bool named =
        std::all_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) { return !cell.text.empty(); });
    return named && !grid.rows.empty() ? std::optional(std::move(grid)) : std::nullopt;
}

/// Rows with a number more than the header has, 0, 1, 2, …: pandas prints them so.
bool dropPrintedIndex(Grid& grid)
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
        if (std::optional<Grid> fixed = gridOfWidths(text))
            return *std::move(fixed);
    Grid grid;
    Error error;
    Frame frame;
    int number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
        const std::string_view line = text.substr(from, end - from);
        ++number;
        from = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos || line[first] == '#' || isRule(line))
            continue;
        if (grid.header.empty())
            frame = frameOf(line);
        std::vector<GridCell> cells = !bars                 ? splitBlanks(line, number)
                                      : grid.header.empty() ? splitBars(line, number, frame)
                                                            : splitRow(line, number, frame, grid.header.size());
        if (cells.size() > mostColumns)
            return tooManyColumns(Where{.line = number});
        if (grid.header.empty()) {
            grid.header = std::move(cells);
            continue;
        }
        if ((grid.rows.size() + 1) * grid.header.size() > mostCells)
            return tooManyCells(Where{.line = number});
        if (cells.size() != grid.header.size())
            error.problems.push_back({say("{} fields where the header has {}", cells.size(), grid.header.size()),
                                      isSacct(grid) ? "the answer of sacct -P -X, whose columns cannot be mistaken"
                                                    : say("{}, one for each column", grid.header.size()),
                                      Where{.line = number}});
        if (error.problems.size() >= 10000)
            break;
        grid.rows.push_back(std::move(cells));
    }
    grid.pointsMayPart = bars;
    if (!bars && dropPrintedIndex(grid))
        error.problems.clear();
    std::set<std::string> names;
    for (const GridCell& cell : grid.header)
        if (!names.insert(lowerCase(cell.text)).second)
            error.problems.push_back(
                {say("the header names {} twice", inQuotes(cell.text)), "each column once", cell.where});
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

/// The first line that is neither blank nor a comment.
std::string_view firstLine(std::string_view text)
{
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
        const std::string_view line = text.substr(from, end - from);
        const std::size_t first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line[first] != '#')
            return line;
        from = end + 1;
    }
    return {};
}

GridCell cellOf(const Json& value, std::string pointer)
{
    GridCell cell{.text = {}, .where = Where{.pointer = std::move(pointer)}};
    if (const Json::Number* number = value.asNumber())
        cell.text = number->text;
    else if (const std::string* text = value.asString())
        cell.text = *text;
    else if (const bool* flag = value.asBool())
        cell.text = *flag ? "true" : "false";
    else if (!value.isNull())
        cell.nested = &value;
    return cell;
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

std::map<std::string, int> eraseUnfinished(Grid& grid, std::size_t state, std::string_view done)
{
    std::map<std::string, int> left;
    std::erase_if(grid.rows, [&](const std::vector<GridCell>& row) {
        const std::string word = lowerCase(row[state].text.substr(0, row[state].text.find(' ')));
        if (word == done || word.empty())
            return false;
        ++left[word];
        return true;
    });
    return left;
}

/// A header with commas inside its names, "S = T(n, 1) / T(n, p),N = 10,000", by the fields of the rows: names go on while
/// a bracket is open, and in a number's thousands. nullopt where that does not make as many.
static std::optional<std::string> withQuotedHeader(std::string_view text)
{
    const std::string_view header = firstLine(text);
    const std::size_t at = static_cast<std::size_t>(header.data() - text.data());
    const std::string_view rest = text.substr(std::min(at + header.size(), text.size()));
    const std::string_view row = firstLine(rest);
    if (row.empty() || header.find_first_of("\";\t") != std::string_view::npos)
        return std::nullopt;
    std::vector<std::string> names;
    int open = 0;
    for (const std::string_view field : fieldsIn(header, ',')) {
        const bool thousands =
            !names.empty() && !names.back().empty() && names.back().back() >= '0' && names.back().back() <= '9' &&
            field.size() >= 3 &&
            std::all_of(field.begin(), field.begin() + 3, [](char c) { return c >= '0' && c <= '9'; });
        if (!names.empty() && (open > 0 || thousands))
            names.back().append(",").append(field);
        else
            names.emplace_back(field);
        open += static_cast<int>(std::count(field.begin(), field.end(), '(')) -
                static_cast<int>(std::count(field.begin(), field.end(), ')'));
    }
    if (names.size() != fieldsIn(row, ',').size())
        return std::nullopt;
    std::string quoted(text.substr(0, at));
    for (std::size_t i = 0; i < names.size(); ++i)
        quoted.append(i == 0 ? "\"" : ",\"").append(names[i]).append("\"");
    return quoted.append(rest);
}

bool isHeaderless(std::string_view text)
{
    const std::string_view line = firstLine(text);
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

Error noHeader(const Where& where, std::string_view example)
{
    return Error{ErrorCode::Input,
                 {{"there is no header row: the first line holds numbers",
                   say("the columns' names first, such as {}", std::string(example)), where}}};
}

/// Whatever else is wrong with a text without a header follows from that.
static Result<Grid> orNoHeader(Result<Grid> grid, std::string_view text, std::string_view example)
{
    if (grid || !isHeaderless(text))
        return grid;
    const auto line = 1 + std::count(text.begin(), text.begin() + (firstLine(text).data() - text.data()), '\n');
    return fail(noHeader(Where{.line = static_cast<int>(line)}, example));
}

static Result<Grid> gridOfFields(std::string_view text)
{
    Result<CsvFile> csv = parseCsv(text);
    if (!csv)
        if (const std::optional<std::string> quoted = withQuotedHeader(text))
            if (Result<CsvFile> mended = parseCsv(*quoted))
                csv = std::move(mended);
    if (!csv)
        return fail(csv.error());
    if (csv->header.cells.size() > mostColumns)
        return tooManyColumns(Where{.line = csv->header.line});
    if (csv->rows.size() * csv->header.cells.size() > mostCells)
        return tooManyCells(Where{.line = csv->header.line});
    const auto cells = [](const CsvRow& row) {
        std::vector<GridCell> taken;
        taken.reserve(row.cells.size());
        for (const CsvCell& cell : row.cells)
            taken.push_back({cell.text, Where{.line = cell.line, .column = cell.column}});
        return taken;
    };
    Grid grid{
        .header = cells(csv->header), .rows = {}, .pointsMayPart = firstLine(text).find(',') == std::string_view::npos};
    for (const CsvRow& row : csv->rows)
        grid.rows.push_back(cells(row));
    return grid;
}

Result<Grid> gridOfTable(std::string_view text, std::string_view example)
{
    if (const std::optional<std::string> once = withoutRepeatedHeaders(text))
        return gridOfTable(*once, example);
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::Input, "is binary: it holds zero bytes", "text, with a header row");
    const std::string_view header = firstLine(text);
    if (header.empty())
        return fail(ErrorCode::Input, "holds no rows",
                    say("a header row such as {} and a row for every run", std::string(example)));
    if (header.find_first_of(",;\t") == std::string_view::npos || trimmed(header).starts_with('|'))
        return orNoHeader(gridOfLines(text, header.find('|') != std::string_view::npos), text, example);

    return orNoHeader(gridOfFields(text), text, example);
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
            error.problems.push_back({say("{} stands where a run belongs", rows[i].kindName()),
                                      "an object such as {\"p\": 4, \"time\": 260}", Where{.pointer = at}});
            continue;
        }
        std::vector<GridCell> cells(grid.header.size());
        for (GridCell& cell : cells)
            cell.where.pointer = at;
        for (const auto& [key, value] : *object) {
            GridCell cell = cellOf(value, at + '/' + pointerToken(key));
            const auto [column, isNew] = columns.try_emplace(key, grid.header.size());
            if (isNew) {
                if (grid.header.size() == mostColumns)
                    return tooManyColumns(cell.where);
                grid.header.push_back({key, Where{.pointer = pointer}});
                cells.emplace_back();
            }
            cells[column->second] = std::move(cell);
        }
        grid.rows.push_back(std::move(cells));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    if (grid.rows.size() * grid.header.size() > mostCells)
        return tooManyCells(Where{.pointer = pointer});
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        while (grid.rows[i].size() < grid.header.size())
            grid.rows[i].push_back({{}, Where{.pointer = fmt::format("{}/{}", pointer, i)}});
    return grid;
}

Result<Grid> gridOfColumns(const Json::Object& columns, const std::string& pointer)
{
    Grid grid;
    Error error;
    for (const auto& [key, value] : columns) {
        const std::string at = pointer + '/' + pointerToken(key);
        const Json::Array* figures = value.asArray();
        if (figures == nullptr)
            continue;
        if (grid.header.size() == mostColumns)
            return tooManyColumns(Where{.pointer = at});
        if ((grid.header.size() + 1) * figures->size() > mostCells)
            return tooManyCells(Where{.pointer = at});
        if (grid.header.empty())
            grid.rows.resize(figures->size());
        grid.header.push_back({key, Where{.pointer = at}});
        if (figures->size() != grid.rows.size()) {
            error.problems.push_back({say("{} figures where {} has {}", figures->size(),
                                          inQuotes(grid.header.front().text), grid.rows.size()),
                                      "lists of one length", Where{.pointer = at}});
            continue;
        }
        for (std::size_t i = 0; i < figures->size(); ++i)
            grid.rows[i].push_back(cellOf((*figures)[i], fmt::format("{}/{}", at, i)));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

}  // namespace scalewright
