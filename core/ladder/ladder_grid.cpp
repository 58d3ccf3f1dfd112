#include "core/ladder/ladder_grid.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/result/quote.h"
#include "core/tables/csv.h"

namespace scalewright {

namespace {

constexpr auto mostColumns = std::size_t{1000};

tl::unexpected<Error> tooManyColumns(const Where& where)
{
    return fail(ErrorCode::Input, say("more than {} columns", mostColumns),
                say("the columns of a ladder: p, time and what belongs to them"), where);
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
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

std::vector<GridCell> splitBars(std::string_view line, int number)
{
    std::size_t from = line.find_first_not_of(" \t");
    if (line[from] == '|')
        ++from;
    std::size_t end = line.find_last_not_of(" \t") + 1;
    if (end > from && line[end - 1] == '|')
        --end;
    std::vector<GridCell> cells;
    while (true) {
        const std::size_t bar = std::min(line.find('|', from), end);
        cells.push_back(cellAt(line, number, from, bar));
        if (bar >= end)
            return cells;
        from = bar + 1;
    }
}

std::vector<GridCell> splitBlanks(std::string_view line, int number)
{
    std::vector<GridCell> cells;
    for (std::size_t at = line.find_first_not_of(" \t"); at < line.size(); at = line.find_first_not_of(" \t", at)) {
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

Result<Grid> gridOfLines(std::string_view text, bool bars)
{
    Grid grid;
    Error error;
    int number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
        const std::string_view line = text.substr(from, end - from);
        ++number;
        from = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos || line[first] == '#' || isRule(line))
            continue;
        std::vector<GridCell> cells = bars ? splitBars(line, number) : splitBlanks(line, number);
        if (cells.size() > mostColumns)
            return tooManyColumns(Where{.line = number});
        if (grid.header.empty()) {
            grid.header = std::move(cells);
            continue;
        }
        if (cells.size() != grid.header.size())
            error.problems.push_back({say("{} fields where the header has {}", cells.size(), grid.header.size()),
                                      say("{}, one for each column", grid.header.size()), Where{.line = number}});
        grid.rows.push_back(std::move(cells));
    }
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (grid.header[i].text == grid.header[j].text)
                error.problems.push_back(
                    {say("the header names {} twice", inQuotes(grid.header[i].text)), say("each column once"), grid.header[i].where});
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

Result<std::string> scalarText(const Json& value, const std::string& pointer)
{
    if (const Json::Number* number = value.asNumber())
        return number->text;
    if (const std::string* text = value.asString())
        return *text;
    if (const bool* flag = value.asBool())
        return std::string(*flag ? "true" : "false");
    if (value.isNull())
        return std::string();
    return fail(ErrorCode::Input, say("{} stands where a number or a text belongs", value.kindName()),
                say("one figure per member"), Where{.pointer = pointer});
}

void append(Error& error, const Error& more)
{
    error.problems.insert(error.problems.end(), more.problems.begin(), more.problems.end());
}

struct Unit {
    std::string_view name;
    double factor;
    Dimension dimension = Dimension::Time;
};

constexpr std::array units{Unit{"s", 1},
                           Unit{"sec", 1},
                           Unit{"secs", 1},
                           Unit{"second", 1},
                           Unit{"seconds", 1},
                           Unit{"ms", 1e-3},
                           Unit{"msec", 1e-3},
                           Unit{"milliseconds", 1e-3},
                           Unit{"us", 1e-6},
                           Unit{"usec", 1e-6},
                           Unit{"\xC2\xB5s", 1e-6},
                           Unit{"\xCE\xBCs", 1e-6},
                           Unit{"microseconds", 1e-6},
                           Unit{"ns", 1e-9},
                           Unit{"nanoseconds", 1e-9},
                           Unit{"min", 60},
                           Unit{"mins", 60},
                           Unit{"minutes", 60},
                           Unit{"h", 3600},
                           Unit{"hr", 3600},
                           Unit{"hours", 3600},
                           Unit{"j", 1, Dimension::Energy},
                           Unit{"joule", 1, Dimension::Energy},
                           Unit{"joules", 1, Dimension::Energy},
                           Unit{"kj", 1e3, Dimension::Energy},
                           Unit{"wh", 3600, Dimension::Energy},
                           Unit{"kwh", 3.6e6, Dimension::Energy}};  // no MJ: headers are read in lower case, where mJ is the same

const Unit* unitNamed(std::string_view name)
{
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
    return found == units.end() ? nullptr : &*found;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

}  // namespace

std::string lowerCase(std::string_view text)
{
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return small;
}

HeaderName headerName(std::string_view header)
{
    HeaderName name;
    std::string text = lowerCase(header);
    replaceAll(text, "i/o", "io");
    name.isShare = text.find('%') != std::string::npos || text.ends_with("_pct") || text.ends_with("percent");
    replaceAll(text, "/", "_per_");
    std::string words;  // letters, digits and what is beyond ASCII; anything else parts words
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80u) != 0;
        if (letter)
            words += c;
        else if (!words.empty() && words.back() != '_')
            words += '_';
    }
    while (words.ends_with('_'))
        words.pop_back();
    const std::size_t cut = words.rfind('_');
    const Unit* unit = cut == std::string::npos ? nullptr : unitNamed(std::string_view(words).substr(cut + 1));
    if (unit == nullptr) {
        name.base = words;
        return name;
    }
    name.unitGiven = true;
    name.base = words.substr(0, cut);
    name.factor = unit->factor;
    name.dimension = unit->dimension;
    if (unit->dimension == Dimension::Time && name.base.ends_with("_per")) {
        name.isRate = true;
        name.factor = 1 / unit->factor;
    }
    return name;
}

std::string headerUnits(Dimension dimension)
{
    return dimension == Dimension::Energy ? "J, kJ, Wh or kWh" : "s, ms, us, ns, min or h";
}

Result<Grid> gridOfTable(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::Input, say("is binary: it holds zero bytes"), say("text, with a header row"));
    const std::string_view header = firstLine(text);
    if (header.empty())
        return fail(ErrorCode::Input, say("holds no rows"), say("a header row such as p,time and a row for every run"));
    if (header.find_first_of(",;\t") == std::string_view::npos)
        return gridOfLines(text, header.find('|') != std::string_view::npos);

    const Result<CsvFile> csv = parseCsv(text);
    if (!csv)
        return fail(csv.error());
    const auto cells = [](const CsvRow& row) {
        std::vector<GridCell> taken;
        taken.reserve(row.cells.size());
        for (const CsvCell& cell : row.cells)
            taken.push_back({cell.text, Where{.line = cell.line, .column = cell.column}});
        return taken;
    };
    Grid grid{.header = cells(csv->header), .rows = {}};
    for (const CsvRow& row : csv->rows)
        grid.rows.push_back(cells(row));
    return grid;
}

Result<Grid> gridOfObjects(const Json::Array& rows, const std::string& pointer)
{
    Grid grid;
    Error error;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string at = fmt::format("{}/{}", pointer, i);
        const Json::Object* object = rows[i].asObject();
        if (object == nullptr) {
            error.problems.push_back({say("{} stands where a run belongs", rows[i].kindName()),
                                      say("an object such as {{\"p\": 4, \"time\": 260}}"), Where{.pointer = at}});
            continue;
        }
        std::vector<GridCell> cells(grid.header.size());
        for (GridCell& cell : cells)
            cell.where.pointer = at;
        for (const auto& [key, value] : *object) {
            const std::string member = at + '/' + pointerToken(key);
            const Result<std::string> text = scalarText(value, member);
            if (!text) {
                append(error, text.error());
                continue;
            }
            std::size_t column = 0;
            while (column < grid.header.size() && grid.header[column].text != key)
                ++column;
            if (column == grid.header.size()) {
                if (column == mostColumns)
                    return tooManyColumns(Where{.pointer = member});
                grid.header.push_back({key, Where{.pointer = pointer}});
                cells.emplace_back();
            }
            cells[column] = {*text, Where{.pointer = member}};
        }
        grid.rows.push_back(std::move(cells));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
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
        if (grid.header.empty())
            grid.rows.resize(figures->size());
        if (grid.header.size() == mostColumns)
            return tooManyColumns(Where{.pointer = at});
        grid.header.push_back({key, Where{.pointer = at}});
        if (figures->size() != grid.rows.size()) {
            error.problems.push_back(
                {say("{} figures where {} has {}", figures->size(), inQuotes(grid.header.front().text), grid.rows.size()),
                 say("lists of one length"), Where{.pointer = at}});
            continue;
        }
        for (std::size_t i = 0; i < figures->size(); ++i) {
            const std::string member = fmt::format("{}/{}", at, i);
            const Result<std::string> text = scalarText((*figures)[i], member);
            if (text)
                grid.rows[i].push_back({*text, Where{.pointer = member}});
            else
                append(error, text.error());
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

}  // namespace scalewright
