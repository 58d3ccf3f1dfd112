// SPDX-License-Identifier: GPL-3.0-or-later
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

constexpr std::size_t maximumLatexTables = 200, maximumLatexColumns = 1000, maximumLatexCells = 1'000'000;
constexpr std::size_t maximumGroupLength = 2000;  ///< characters between matching braces
constexpr std::string_view beginCommand = "\\begin{", endCommand = "\\end{";

bool isLatexLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Replaces comments with spaces, so that positions do not change.
std::string blankComments(std::string_view text)
{
    std::string blanked(text);
    for (std::size_t at = blanked.find('%'); at != std::string::npos; at = blanked.find('%', at + 1)) {
        std::size_t marks = 0;  // "\%" is a percent sign, but "\\%" ends a row
        while (marks < at && blanked[at - marks - 1] == '\\')
            ++marks;
        if (marks % 2 == 1)
            continue;
        const std::size_t end = std::min(blanked.find('\n', at), blanked.size());
        std::fill(blanked.begin() + static_cast<std::ptrdiff_t>(at), blanked.begin() + static_cast<std::ptrdiff_t>(end),
                  ' ');
    }
    return blanked;
}

/// Position after the bracketed group that opens at `at`, or after spaces there; `at` if no group opens.
std::size_t skipGroup(std::string_view text, std::size_t at, char open, char close)
{
    const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    if (from == text.size() || text[from] != open)
        return at;
    int depth = 0;
    const std::size_t end = std::min(text.size(), from + maximumGroupLength);
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

std::string_view groupContents(std::string_view text, std::size_t at)
{
    const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const std::size_t end = skipGroup(text, at, '{', '}');
    return end > from + 1 ? text.substr(from + 1, end - from - 2) : std::string_view();
}

/// Commands without visible text (rules, names), and the number of brace groups that follow each.
struct IgnoredCommand {
    std::string_view name;
    int groupCount;
};

constexpr std::array ignoredCommands{
    IgnoredCommand{"cline", 1},       IgnoredCommand{"cmidrule", 1},  IgnoredCommand{"label", 1},
    IgnoredCommand{"caption", 1},     IgnoredCommand{"rowcolor", 1},  IgnoredCommand{"cellcolor", 1},
    IgnoredCommand{"color", 1},       IgnoredCommand{"vspace", 1},    IgnoredCommand{"hspace", 1},
    IgnoredCommand{"rule", 2},        IgnoredCommand{"textcolor", 1}, IgnoredCommand{"multirow", 2},
    IgnoredCommand{"multicolumn", 2}, IgnoredCommand{"begin", 1},     IgnoredCommand{"end", 1},
    IgnoredCommand{"setlength", 2},   IgnoredCommand{"fontsize", 2},  IgnoredCommand{"resizebox", 2},
    IgnoredCommand{"cmidrule*", 1}};

struct SymbolCommand {
    std::string_view name, text;
};

constexpr std::array symbolCommands{
    SymbolCommand{"times", "x"},       SymbolCommand{"pm", "\u00B1"}, SymbolCommand{"mu", "\u00B5"},
    SymbolCommand{"textmu", "\u00B5"}, SymbolCommand{"approx", "~"},  SymbolCommand{"sim", "~"},
    SymbolCommand{"quad", " "},        SymbolCommand{"newline", " "}, SymbolCommand{"textbackslash", "\\"}};

/// The text that a command stands for, and the position after the command and its arguments.
std::pair<std::string, std::size_t> readLatexCommand(std::string_view text, std::size_t at)
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
        const std::string_view value = groupContents(text, end);
        const std::size_t unit = skipGroup(text, end, '{', '}');
        return {std::string(value) + ' ' + std::string(groupContents(text, unit)), skipGroup(text, unit, '{', '}')};
    }
    const auto sign = std::find_if(symbolCommands.begin(), symbolCommands.end(),
                                   [&](const SymbolCommand& each) { return each.name == name; });
    if (sign != symbolCommands.end())
        return {std::string(sign->text), end};
    const auto ignored = std::find_if(ignoredCommands.begin(), ignoredCommands.end(),
                                      [&](const IgnoredCommand& each) { return each.name == name; });
    for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}})
        if (ignored != ignoredCommands.end() && end < text.size() && text[end] == open)
            end = skipGroup(text, end, open, close);
    for (int i = 0; ignored != ignoredCommands.end() && i < ignored->groupCount; ++i)
        end = skipGroup(text, end, '{', '}');
    if (name == "begin" && end < text.size())  // a tabular inside a cell: skip its position and column arguments
        end = skipGroup(text, skipGroup(text, end, '[', ']'), '{', '}');
    return {std::string(), end};
}

/// The text of a cell as printed, without LaTeX markup.
std::string plainTextOfLatex(std::string_view cell)
{
    std::string text;
    for (std::size_t at = 0; at < cell.size();) {
        const char c = cell[at];
        if (c == '\\') {
            auto [sign, end] = readLatexCommand(cell, at);
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

/// Splits a table body into rows of unprocessed cells.
std::vector<std::vector<RawCell>> splitRawRows(std::string_view body, int line)
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
    for (std::size_t i = 0; i < body.size() && cells < maximumLatexCells; ++i) {
        const std::string_view rest = body.substr(i);
        if (body[i] == '\n')
            ++at;
        else if (body[i] == '{' || rest.starts_with(beginCommand))
            ++depth, i += body[i] == '\\' ? beginCommand.size() - 2 : 0;
        else if (body[i] == '}' || rest.starts_with(endCommand))
            --depth, i += body[i] == '\\' ? endCommand.size() - 2 : 0;
        else if (depth <= 0 && body[i] == '&')
            close(i), from = i + 1;
        else if (depth <= 0 && (rest.starts_with("\\\\") || rest.starts_with("\\tabularnewline"))) {
            close(i);
            rows.emplace_back();
            i += rest.starts_with("\\\\") ? 1 : std::string_view("\\tabularnewline").size() - 1;
            from = skipGroup(body, i + 1, '[', ']');
            if (from > i + 1 && body.substr(i + 1, from - i - 1).find('\n') != std::string_view::npos)
                from = i + 1;  // a bracket that starts the next row
        } else if (body[i] == '\\')
            ++i;
    }
    close(body.size());
    return rows;
}

/// The cells of a row as plain text; a cell that spans several columns is followed by empty cells.
std::vector<GridCell> plainTextRow(const std::vector<RawCell>& raw)
{
    std::vector<GridCell> cells;
    for (const RawCell& each : raw) {
        constexpr std::string_view span = "\\multicolumn";
        const std::size_t at = each.text.find(span);
        const Result<long> columns =
            at == std::string_view::npos
                ? Result<long>(1)
                : parseCount(trimmed(groupContents(each.text, at + span.size())), 1, maximumLatexColumns);
        cells.push_back({plainTextOfLatex(each.text), ProblemLocation{.line = each.line}});
        for (long i = 1; i < columns.value_or(1) && cells.size() < maximumLatexColumns; ++i)
            cells.push_back({{}, ProblemLocation{.line = each.line}});
    }
    return cells;
}

std::size_t countFilledCells(const std::vector<GridCell>& row)
{
    return static_cast<std::size_t>(
        std::count_if(row.begin(), row.end(), [](const GridCell& cell) { return !cell.text.empty(); }));
}

bool haveEqualTexts(const std::vector<GridCell>& one, const std::vector<GridCell>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const GridCell& a, const GridCell& b) { return a.text == b.text; });
}

std::optional<Grid> gridOfLatexBody(std::string_view body, int line)
{
    Grid grid;
    for (const std::vector<RawCell>& raw : splitRawRows(body, line)) {
        std::vector<GridCell> row = plainTextRow(raw);
        const std::size_t cells = countFilledCells(row);
        if (cells == 0 || (cells == 1 && row.size() > 1) || (row.size() == 1 && !grid.header.empty()))
            continue;  // a rule, or a title that spans all columns
        if (row.size() > maximumLatexColumns)
            return std::nullopt;
        if (grid.header.empty()) {
            if (row.size() > 1)
                grid.header = std::move(row);
            continue;
        }
        if (haveEqualTexts(row, grid.header))
            continue;
        if (row.size() > grid.header.size() || (grid.rows.size() + 1) * grid.header.size() > maximumLatexCells)
            return std::nullopt;
        while (row.size() < grid.header.size())
            row.push_back({{}, row.front().where});
        grid.rows.push_back(std::move(row));
    }
    grid.mayHaveThousandsPoints = true;
    return grid.header.empty() || grid.rows.empty() ? std::nullopt : std::optional(std::move(grid));
}

/// Position of the matching \end for the environment that starts before `from`; nested environments of the same name
/// are skipped.
std::size_t findEnvironmentEnd(std::string_view text, std::size_t from, std::string_view name)
{
    const std::string open = std::string(beginCommand) + std::string(name) + '}',
                      close = std::string(endCommand) + std::string(name) + '}';
    int depth = 1;
    for (std::size_t at = text.find('\\', from); at < text.size(); at = text.find('\\', at + 1)) {
        const std::string_view rest = text.substr(at);
        depth += rest.starts_with(open) ? 1 : rest.starts_with(close) ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return text.size();
}

bool startsWithLatexRow(std::string_view text)
{
    const std::string_view first = trimmed(trimmed(text).substr(0, trimmed(text).find('\n')));
    return first.find('&') != std::string_view::npos && first.find("\\\\") != std::string_view::npos;
}

constexpr std::array<std::string_view, 6> tableEnvironments{"tabular",  "tabular*",  "tabularx",
                                                            "tabulary", "longtable", "tblr"};

/// "\begin{tabularx}{\linewidth}[b]{lrr}": position after the column specification.
std::size_t skipColumnSpec(std::string_view text, std::size_t at, std::string_view name)
{
    if (name == "tabular*" || name == "tabularx" || name == "tabulary")
        at = skipGroup(text, at, '{', '}');
    return skipGroup(text, skipGroup(text, at, '[', ']'), '{', '}');
}

}  // namespace

bool looksLikeLatex(std::string_view text)
{
    return text.find("\\begin{tab") != std::string_view::npos ||
           text.find("\\begin{longtable}") != std::string_view::npos ||
           text.find("\\begin{tblr}") != std::string_view::npos || startsWithLatexRow(text);
}

std::vector<Grid> gridsOfLatex(std::string_view text)
{
    std::vector<Grid> grids;
    const std::string blanked = blankComments(text);
    const std::string_view all = blanked;
    int line = 1;
    std::size_t counted = 0;
    for (std::size_t at = all.find(beginCommand); at < all.size() && grids.size() < maximumLatexTables;
         at = all.find(beginCommand, at)) {
        const std::string_view name = groupContents(all, at + beginCommand.size() - 1);
        at += beginCommand.size();
        if (!isAmong(tableEnvironments, name))
            continue;
        const std::size_t from = skipColumnSpec(all, skipGroup(all, at - 1, '{', '}'), name);
        const std::size_t end = findEnvironmentEnd(all, from, name);
        line += static_cast<int>(std::count(all.begin() + static_cast<std::ptrdiff_t>(counted),
                                            all.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
        counted = from;
        if (std::optional<Grid> grid = gridOfLatexBody(all.substr(from, end - from), line))
            grids.push_back(std::move(*grid));
        at = end;
    }
    if (grids.empty() && startsWithLatexRow(text))
        if (std::optional<Grid> grid = gridOfLatexBody(all, 1))
            grids.push_back(std::move(*grid));
    return grids;
}

}  // namespace scalewright
