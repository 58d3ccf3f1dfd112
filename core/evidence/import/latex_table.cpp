#include "core/evidence/import/latex_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr std::size_t mostTables = 200, mostColumns = 1000, mostCells = 1'000'000;
constexpr std::size_t mostInGroup = 2000;  ///< characters between two braces that belong together
constexpr std::string_view begins = "\\begin{", ends = "\\end{";

bool isLatexLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Comments as blanks, so that everything else keeps its place.
std::string withoutComments(std::string_view text)
{
    std::string bare(text);
    for (std::size_t at = bare.find('%'); at != std::string::npos; at = bare.find('%', at + 1)) {
        std::size_t marks = 0;  // "\%" is a percent sign, "\\%" ends a row
        while (marks < at && bare[at - marks - 1] == '\\')
            ++marks;
        if (marks % 2 == 1)
            continue;
        const std::size_t end = std::min(bare.find('\n', at), bare.size());
        std::fill(bare.begin() + static_cast<std::ptrdiff_t>(at), bare.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    }
    return bare;
}

/// Behind a group in brackets that opens at `at`, and blanks before it; `at` where none opens.
std::size_t behindGroup(std::string_view text, std::size_t at, char open, char close)
{
    const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    if (from == text.size() || text[from] != open)
        return at;
    int depth = 0;
    const std::size_t end = std::min(text.size(), from + mostInGroup);
    for (std::size_t i = from; i < end; ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == open)
            ++depth;
        else if (text[i] == close && --depth == 0)
            return i + 1;
    }
    return end;
}

std::string_view groupAt(std::string_view text, std::size_t at)
{
    const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const std::size_t end = behindGroup(text, at, '{', '}');
    return end > from + 1 ? text.substr(from + 1, end - from - 2) : std::string_view();
}

/// The commands at the beginning of a row that draw lines or name it, and what they are given: `groups` in braces.
struct Aside {
    std::string_view name;
    int groups;
};

constexpr std::array asides{
    Aside{"cline", 1},     Aside{"cmidrule", 1}, Aside{"label", 1},       Aside{"caption", 1},  Aside{"rowcolor", 1},
    Aside{"cellcolor", 1}, Aside{"color", 1},    Aside{"vspace", 1},      Aside{"hspace", 1},   Aside{"rule", 2},
    Aside{"textcolor", 1}, Aside{"multirow", 2}, Aside{"multicolumn", 2}, Aside{"begin", 1},    Aside{"end", 1},
    Aside{"setlength", 2}, Aside{"fontsize", 2}, Aside{"resizebox", 2},   Aside{"cmidrule*", 1}};

struct Sign {
    std::string_view name, text;
};

constexpr std::array signs{Sign{"times", "x"},       Sign{"pm", "\u00B1"}, Sign{"mu", "\u00B5"},
                           Sign{"textmu", "\u00B5"}, Sign{"approx", "~"},  Sign{"sim", "~"},
                           Sign{"quad", " "},        Sign{"newline", " "}, Sign{"textbackslash", "\\"}};

/// What a command stands for, and where the text goes on behind it and what it is given.
std::pair<std::string, std::size_t> readCommand(std::string_view text, std::size_t at)
{
    std::size_t end = at + 1;
    while (end < text.size() && isLatexLetter(text[end]))
        ++end;
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name.empty()) {  // "\_", "\,", "\\"
        const char c = end < text.size() ? text[end] : ' ';
        const bool isSpace = std::string_view(",;:! \\\n").find(c) != std::string_view::npos;
        return {isSpace ? std::string(c == '!' ? "" : " ") : std::string(1, c), end + 1};
    }
    if (name == "SI" || name == "qty") {  // "\SI{12}{ms}"
        const std::string_view value = groupAt(text, end);
        const std::size_t unit = behindGroup(text, end, '{', '}');
        return {std::string(value) + ' ' + std::string(groupAt(text, unit)), behindGroup(text, unit, '{', '}')};
    }
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& each) { return each.name == name; });
    if (sign != signs.end())
        return {std::string(sign->text), end};
    const auto aside = std::find_if(asides.begin(), asides.end(), [&](const Aside& each) { return each.name == name; });
    for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}})
        if (aside != asides.end() && end < text.size() && text[end] == open)
            end = behindGroup(text, end, open, close);
    for (int i = 0; aside != asides.end() && i < aside->groups; ++i)
        end = behindGroup(text, end, '{', '}');
    if (name == "begin" && end < text.size())  // a tabular within a cell: where it stands and its columns
        end = behindGroup(text, behindGroup(text, end, '[', ']'), '{', '}');
    return {std::string(), end};
}

/// A cell without LaTeX's marks: what a reader of the page sees.
std::string plainLatex(std::string_view cell)
{
    std::string text;
    for (std::size_t at = 0; at < cell.size();) {
        const char c = cell[at];
        if (c == '\\') {
            auto [sign, end] = readCommand(cell, at);
            text += sign;
            at = end;
        } else {
            if (c == '~' || c == '\n' || c == '\r' || c == '\t')
                text += ' ';
            else if (c != '{' && c != '}' && c != '$')
                text += c;
            ++at;
        }
    }
    text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }), text.end());
    const std::string plain(trimmed(text));
    return plain == "--" || plain == "---" ? "-" : plain;
}

struct RawCell {
    std::string_view text;
    int line = 0;
};

/// The rows of a body, their cells as they are written.
std::vector<std::vector<RawCell>> rawRows(std::string_view body, int line)
{
    std::vector<std::vector<RawCell>> rows(1);
    std::size_t from = 0, cells = 0;
    int depth = 0, at = line;
    const auto close = [&](std::size_t to) {
        const std::string_view text = body.substr(from, to - from);
        const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        const int start =
            at - static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(), '\n'));
        rows.back().push_back({text, start});
        ++cells;
    };
    for (std::size_t i = 0; i < body.size() && cells < mostCells; ++i) {
        const std::string_view rest = body.substr(i);
        if (body[i] == '\n')
            ++at;
        else if (body[i] == '{' || rest.starts_with(begins))
            ++depth, i += body[i] == '\\' ? begins.size() - 2 : 0;
        else if (body[i] == '}' || rest.starts_with(ends))
            --depth, i += body[i] == '\\' ? ends.size() - 2 : 0;
        else if (depth <= 0 && body[i] == '&')
            close(i), from = i + 1;
        else if (depth <= 0 && (rest.starts_with("\\\\") || rest.starts_with("\\tabularnewline"))) {
            close(i);
            rows.emplace_back();
            i += rest.starts_with("\\\\") ? 1 : std::string_view("\\tabularnewline").size() - 1;
            from = behindGroup(body, i + 1, '[', ']');
            if (from > i + 1 && body.substr(i + 1, from - i - 1).find('\n') != std::string_view::npos)
                from = i + 1;  // a bracket that begins the next row
        } else if (body[i] == '\\')
            ++i;
    }
    close(body.size());
    return rows;
}

/// A row's cells in plain words; one that spans several columns has empty ones behind it.
std::vector<GridCell> plainRow(const std::vector<RawCell>& raw)
{
    std::vector<GridCell> cells;
    for (const RawCell& each : raw) {
        constexpr std::string_view span = "\\multicolumn";
        const std::size_t at = each.text.find(span);
        const Result<long> columns = at == std::string_view::npos
                                         ? Result<long>(1)
                                         : parseCount(trimmed(groupAt(each.text, at + span.size())), 1, mostColumns);
        cells.push_back({plainLatex(each.text), Where{.line = each.line}});
        for (long i = 1; i < columns.value_or(1) && cells.size() < mostColumns; ++i)
            cells.push_back({{}, Where{.line = each.line}});
    }
    return cells;
}

std::size_t filled(const std::vector<GridCell>& row)
{
    return static_cast<std::size_t>(
        std::count_if(row.begin(), row.end(), [](const GridCell& cell) { return !cell.text.empty(); }));
}

bool sameCells(const std::vector<GridCell>& one, const std::vector<GridCell>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const GridCell& a, const GridCell& b) { return a.text == b.text; });
}

std::optional<Grid> gridOfBody(std::string_view body, int line)
{
    Grid grid;
    for (const std::vector<RawCell>& raw : rawRows(body, line)) {
        std::vector<GridCell> row = plainRow(raw);
        const std::size_t cells = filled(row);
        if (cells == 0 || (cells == 1 && row.size() > 1) || (row.size() == 1 && !grid.header.empty()))
            continue;  // a rule, or a title over all columns
        if (row.size() > mostColumns)
            return std::nullopt;
        if (grid.header.empty()) {
            if (row.size() > 1)
                grid.header = std::move(row);
            continue;
        }
        if (sameCells(row, grid.header))
            continue;
        if (row.size() > grid.header.size() || (grid.rows.size() + 1) * grid.header.size() > mostCells)
            return std::nullopt;
        while (row.size() < grid.header.size())
            row.push_back({{}, row.front().where});
        grid.rows.push_back(std::move(row));
    }
    grid.pointsMayPart = true;
    return grid.header.empty() || grid.rows.empty() ? std::nullopt : std::optional(std::move(grid));
}

/// Where the environment that opens before `from` ends, those of its name in it counted.
std::size_t endOf(std::string_view text, std::size_t from, std::string_view name)
{
    const std::string open = std::string(begins) + std::string(name) + '}',
                      close = std::string(ends) + std::string(name) + '}';
    int depth = 1;
    for (std::size_t at = text.find('\\', from); at < text.size(); at = text.find('\\', at + 1)) {
        const std::string_view rest = text.substr(at);
        depth += rest.starts_with(open) ? 1 : rest.starts_with(close) ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return text.size();
}

bool beginsAsRows(std::string_view text)
{
    const std::string_view first = trimmed(trimmed(text).substr(0, trimmed(text).find('\n')));
    return first.find('&') != std::string_view::npos && first.find("\\\\") != std::string_view::npos;
}

constexpr std::array<std::string_view, 6> tables{"tabular", "tabular*", "tabularx", "tabulary", "longtable", "tblr"};

/// "\begin{tabularx}{\linewidth}[b]{lrr}": where its rows begin.
std::size_t behindColumns(std::string_view text, std::size_t at, std::string_view name)
{
    if (name == "tabular*" || name == "tabularx" || name == "tabulary")
        at = behindGroup(text, at, '{', '}');
    return behindGroup(text, behindGroup(text, at, '[', ']'), '{', '}');
}

}  // namespace

bool looksLikeLatex(std::string_view text)
{
    return text.find("\\begin{tab") != std::string_view::npos ||
           text.find("\\begin{longtable}") != std::string_view::npos ||
           text.find("\\begin{tblr}") != std::string_view::npos || beginsAsRows(text);
}

std::vector<Grid> gridsOfLatex(std::string_view text)
{
    std::vector<Grid> grids;
    const std::string bare = withoutComments(text);
    const std::string_view all = bare;
    int line = 1;
    std::size_t counted = 0;
    for (std::size_t at = all.find(begins); at < all.size() && grids.size() < mostTables; at = all.find(begins, at)) {
        const std::string_view name = groupAt(all, at + begins.size() - 1);
        at += begins.size();
        if (!isAmong(tables, name))
            continue;
        const std::size_t from = behindColumns(all, behindGroup(all, at - 1, '{', '}'), name);
        const std::size_t end = endOf(all, from, name);
        line += static_cast<int>(std::count(all.begin() + static_cast<std::ptrdiff_t>(counted),
                                            all.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
        counted = from;
        if (std::optional<Grid> grid = gridOfBody(all.substr(from, end - from), line))
            grids.push_back(std::move(*grid));
        at = end;
    }
    if (grids.empty() && beginsAsRows(text))
        if (std::optional<Grid> grid = gridOfBody(all, 1))
            grids.push_back(std::move(*grid));
    return grids;
}

}  // namespace scalewright
