// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/source_text.h"

#include <algorithm>
#include <utility>

#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/job_table.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/latex_table.h"
#include "core/evidence/import/programs/code_carbon.h"
#include "core/evidence/import/programs/json_programs.h"
#include "core/evidence/import/programs/key_value_cells.h"
#include "core/evidence/import/programs/key_value_lines.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/tidy_table.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/import/wide_table.h"

namespace scalewright {

namespace {

/// Comments and text above the header, which may contain what the columns do not.
std::string contextLines(std::string_view text, int headerLine)
{
    constexpr std::size_t maximum = 20'000;
    std::string around;
    int number = 0;
    for (const std::string_view line : splitLines(text.substr(0, 200'000)))
        if (++number < headerLine || trimmed(line).starts_with('#'))
            if (around.size() + line.size() < maximum)
                around.append(line).append("\n");
    return around;
}

bool hasColumnNames(const Grid& grid)
{
    return grid.header.size() > 1 && !grid.rows.empty() &&
           std::none_of(grid.header.begin(), grid.header.end(),
                        [](const GridCell& cell) { return isMissing(cell.text) || isNumber(cell.text); }) &&
           std::any_of(grid.rows.front().begin(), grid.rows.front().end(),
                       [](const GridCell& cell) { return isNumber(plainCellText(cell.text)); });
}

struct Line {
    std::size_t begin = 0, end = 0;
    int lineNumber = 0;
    bool isComment = false;
};

/// The first non-blank lines of the text.
std::vector<Line> firstNonBlankLines(std::string_view text, std::size_t maximum)
{
    std::vector<Line> lines;
    int number = 0;
    for (std::size_t from = 0; from < text.size() && lines.size() < maximum;) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string_view words = trimmed(text.substr(from, end - from));
        ++number;
        if (!words.empty())
            lines.push_back({from, end, number, words.starts_with('#')});
        from = end + 1;
    }
    return lines;
}

/// The number of distinct p in the first rows; 0 if the columns are not those of a ladder.
std::size_t countRungs(const Grid& whole)
{
    constexpr std::size_t enough = 1000;
    Grid grid{.header = whole.header, .rows = {}};
    grid.rows.assign(whole.rows.begin(),
                     whole.rows.begin() + static_cast<std::ptrdiff_t>(std::min(enough, whole.rows.size())));
    std::vector<std::string> warnings;
    tidyTrackerTable(grid, warnings);
    tidyJobTable(grid, warnings);
    normalizeTable(grid, warnings);
    multiplyWorkerFactors(grid, warnings);
    const Result<ColumnAssignment> columns = assignColumns(grid, {});
    return columns ? distinctTexts(grid, columns->workersColumn()).size() : 0;
}

bool hasLadderColumns(const Grid& grid)
{
    return countRungs(grid) > 0;
}

/// Column names in a comment: "#nodes  #total time", "# threads   wall time", "# p time".
std::vector<std::string> columnNamesInComment(std::string_view comment, std::size_t columns)
{
    const auto plain = [](std::string_view name) { return std::string(trimmed(name.substr(0, name.find("->")))); };
    std::vector<std::string> names;
    for (const std::string_view each : splitFields(comment, '#'))
        if (!trimmed(each).empty())
            names.push_back(plain(each));
    if (names.size() == columns || names.size() != 1)
        return names;
    const std::string_view nameList = trimmed(comment.substr(comment.find('#') + 1));
    // "nodes, T1, T6. Timestep 16-66 in seconds"
    if (const std::vector<std::string_view> listed = splitFields(nameList.substr(0, nameList.find(". ")), ',');
        listed.size() == columns) {
        names.clear();
        for (const std::string_view name : listed)
            names.push_back(plain(name));
        return names;
    }
    names.clear();
    for (std::size_t at = 0; at < nameList.size();) {
        const std::size_t end = std::min({nameList.find("  ", at), nameList.find('\t', at), nameList.size()});
        if (!trimmed(nameList.substr(at, end - at)).empty())
            names.push_back(plain(nameList.substr(at, end - at)));
        at = end + 1;
    }
    return names;
}

/// Rows of numbers below comments, one of which contains that many column names.
std::optional<FoundTable> findHeaderInComment(std::string_view text, const std::vector<Line>& lines)
{
    const auto row = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (row == lines.end() || !isHeaderless(text))
        return std::nullopt;
    const std::string_view numbers = trimmed(text.substr(row->begin, row->end - row->begin));
    const char separator = numbers.find(',') != std::string_view::npos   ? ','
                           : numbers.find(';') != std::string_view::npos ? ';'
                                                                         : ' ';
    const std::size_t columns = separator == ' ' ? splitWords(numbers).size() : splitFields(numbers, separator).size();
    constexpr int maximumTries = 3;
    int tries = 0;
    for (auto comment = row; comment != lines.begin() && tries < maximumTries;) {
        --comment;
        const std::vector<std::string> names =
            columnNamesInComment(text.substr(comment->begin, comment->end - comment->begin), columns);
        if (names.size() != columns || columns < 2)
            continue;
        ++tries;
        // Use placeholders for the names in the comment, and set the names later, since they may contain spaces.
        std::string header;
        for (std::size_t i = 0; i < columns; ++i)
            header.append(i == 0 ? "" : std::string(1, separator)).append("c").append(std::to_string(i));
        std::string named(text.substr(0, comment->begin));
        named.append(header).append(text.substr(comment->end));
        Result<Grid> grid = gridOfTable(named);
        for (std::size_t i = 0; grid && i < columns; ++i)
            grid->header[i].text = names[i];
        if (grid && hasColumnNames(*grid))
            return FoundTable{
                std::move(*grid),
                formatMessage("line {} was read as the header, although it starts with #", comment->lineNumber)};
    }
    return std::nullopt;
}

/// A table whose header follows a '#' directly above its rows, as in gnuplot files.
std::optional<FoundTable> findMarkedHeader(std::string_view text, const std::vector<Line>& lines)
{
    const auto row = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (row == lines.begin() || row == lines.end())
        return std::nullopt;
    const Line& header = *(row - 1);
    std::string unmarked(text);
    unmarked[unmarked.find('#', header.begin)] = ' ';
    Result<Grid> grid = gridOfTable(unmarked);
    if (!grid || !hasColumnNames(*grid) || grid->header.front().where.line != header.lineNumber)
        return std::nullopt;
    return FoundTable{std::move(*grid),
                      formatMessage("line {} was read as the header, although it starts with #", header.lineNumber)};
}

/// A table whose header is in a comment or below a title.
std::optional<FoundTable> findDisplacedHeader(std::string_view text, bool isTable)
{
    constexpr std::size_t maximumLines = 40, maximumTitles = 3;
    const std::vector<Line> lines = firstNonBlankLines(text, maximumLines);
    const auto header = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return !line.isComment; });
    if (header == lines.end())
        return std::nullopt;
    std::optional<FoundTable> unmarked = findMarkedHeader(text, lines);
    std::optional<FoundTable> named = findHeaderInComment(text, lines);
    if (unmarked && (!named || hasLadderColumns(unmarked->grid) || !hasLadderColumns(named->grid)))
        return unmarked;
    if (named)
        return named;
    std::string rest(text);
    std::size_t titles = 0;
    for (auto line = header; line != lines.end() && titles < maximumTitles; ++line) {
        if (line->isComment)
            continue;
        for (std::size_t i = line->begin; i < line->end; ++i)  // spaces keep the line numbers of the rest unchanged
            rest[i] = rest[i] == '\r' ? '\r' : ' ';
        ++titles;
        Result<Grid> grid = gridOfTable(rest);
        if (grid && hasColumnNames(*grid) && (!isTable || hasLadderColumns(*grid)))
            return FoundTable{
                std::move(*grid),
                titles == 1 ? formatMessage("line {} was read as a title and left out", line->lineNumber)
                            : formatMessage("{} lines above the header were read as titles and left out", titles)};
    }
    return std::nullopt;
}

/// The first of several tables that is a ladder with several p, else the first ladder, else the first table. The others
/// can be selected by the lines of their headers.
std::optional<FoundTable> chooseTable(std::vector<Grid> tables, const std::string& kind)
{
    std::optional<std::size_t> best;
    std::vector<std::size_t> rungs;
    const auto rank = [&](std::size_t i) { return std::min<std::size_t>(rungs[i], 2); };
    for (std::size_t i = 0; i < tables.size(); ++i) {
        rungs.push_back(countRungs(tables[i]));
        if (!best || rank(i) > rank(*best))
            best = i;
    }
    if (!best)
        return std::nullopt;
    const int line = tables[*best].header.front().where.line;
    FoundTable found{std::move(tables[*best]), formatMessage("the {} at line {} was read", kind, line)};
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (i == *best)
            continue;
        const int other = tables[i].header.front().where.line;
        if (rungs[i] > 0 && found.decision.empty()) {
            found.note += formatMessage("; the {}, at line {}, was not (--where table={} reads it)",
                                        i > *best ? "next one" : "first one", other, other);
            found.decision = formatMessage("{} at line {}", kind, line);
        }
        found.others.push_back(std::move(tables[i]));
    }
    return found;
}

/// Tables with the same header in a text.
struct TextTables {
    std::string_view header;
    std::vector<int> headerLines;
    std::vector<std::string> titles;
    std::vector<std::pair<std::size_t, std::size_t>> lineRanges;
    bool isInterrupted = false;  ///< the last line is a row with fewer or more fields, or text between rows
};

/// The line after the table whose header is line `at`; `at` if no table begins there. Markdown: lines with bars, the
/// second of which is a rule. Otherwise a line of names over rows with as many fields. A row with fewer or more fields, or
/// other text between rows, interrupts the table, which then ends with that line.
std::size_t endOfTable(const std::vector<std::string_view>& lines, std::size_t at, bool& isInterrupted)
{
    const auto isBarLine = [&](std::size_t i) {
        return i < lines.size() && lines[i].find('|') != std::string_view::npos;
    };
    std::size_t end = at;
    if (isBarLine(at)) {
        const bool hasRule = isBarLine(at + 1) && lines[at + 1].find('-') != std::string_view::npos &&
                             trimmed(lines[at + 1]).find_first_not_of("|-: \t") == std::string_view::npos;
        while (hasRule && isBarLine(end))
            ++end;
        if (hasRule || trimmed(lines[at]).starts_with('|'))
            return end;
    }
    const auto has = [](const std::vector<std::string_view>& fields, auto&& isKind) {
        return std::any_of(fields.begin(), fields.end(),
                           [&](std::string_view field) { return isKind(trimmed(field)); });
    };
    const auto isNumberField = [](std::string_view field) { return isNumber(field); };
    for (const char separator : {';', '\t', ','}) {
        const std::vector<std::string_view> names = splitFields(lines[at], separator);
        if (names.size() < 2 || trimmed(lines[at]).starts_with('#') || has(names, isNumberField) ||
            has(names, isMissing))
            continue;
        std::vector<std::string_view> row;
        // Numbers where the last row has numbers, as far as both have fields.
        const auto isLikeRow = [&](const std::vector<std::string_view>& fields) {
            return has(fields, isNumberField) &&
                   std::equal(fields.begin(),
                              fields.begin() + static_cast<std::ptrdiff_t>(std::min(fields.size(), row.size())),
                              row.begin(), [](std::string_view a, std::string_view b) {
                                  return isNumber(trimmed(a)) == isNumber(trimmed(b));
                              });
        };
        for (std::size_t i = at + 1; i < lines.size(); ++i) {
            if (trimmed(lines[i]).empty())
                continue;
            const std::vector<std::string_view> fields = splitFields(lines[i], separator);
            if (fields.size() != names.size() || !has(fields, isNumberField)) {
                std::size_t next = row.empty() || fields.size() == names.size() ? lines.size() : i;
                while (next < lines.size() && splitFields(lines[next], separator).size() != names.size())
                    ++next;
                isInterrupted =
                    !row.empty() && fields.size() != names.size() &&
                    (isLikeRow(fields) || (next < lines.size() && isLikeRow(splitFields(lines[next], separator))));
                end = isInterrupted ? i + 1 : end;
                break;
            }
            row = fields;
            end = i + 1;
        }
        if (end > at)
            return end;
    }
    return at;
}

/// The heading above a table, else the line directly above.
std::string titleAbove(const std::vector<std::string_view>& lines, std::size_t at)
{
    std::string_view nearest;
    while (at-- > 0 && !trimmed(lines[at]).starts_with('|')) {
        std::string_view line = trimmed(lines[at]);
        const bool isHeading = line.starts_with('#');
        line.remove_prefix(std::min(line.find_first_not_of("#* "), line.size()));
        nearest = nearest.empty() ? line : nearest;
        if (isHeading)
            return std::string(line);
    }
    return std::string(nearest);
}

std::vector<TextTables> findTextTables(const std::vector<std::string_view>& lines)
{
    constexpr std::size_t maximum = 200;
    std::vector<TextTables> tables;
    for (std::size_t at = 0; at < lines.size() && tables.size() < maximum; ++at) {
        bool isInterrupted = false;
        const std::size_t end = endOfTable(lines, at, isInterrupted);
        if (end == at)
            continue;
        const std::string_view header = trimmed(lines[at]);
        auto same =
            std::find_if(tables.begin(), tables.end(), [&](const TextTables& each) { return each.header == header; });
        if (same == tables.end())
            same = tables.insert(tables.end(), {.header = header, .headerLines = {}, .titles = {}, .lineRanges = {}});
        same->headerLines.push_back(static_cast<int>(at) + 1);
        same->titles.push_back(titleAbove(lines, at));
        same->lineRanges.emplace_back(at, end);
        same->isInterrupted = same->isInterrupted || isInterrupted;
        at = end - 1;
    }
    return tables;
}

/// Only these tables, at their line numbers.
Result<Grid> gridOfLineRanges(const std::vector<std::string_view>& lines, const TextTables& tables)
{
    std::string isolated;
    std::size_t at = 0;
    for (const auto& [begin, end] : tables.lineRanges) {
        isolated.append(begin - at, '\n');
        for (at = begin; at < end; ++at)
            isolated.append(lines[at]).append("\n");
    }
    return gridOfTable(isolated);
}

/// Tables in a text that is not only a table. Those with the same header are one, separated by their titles.
std::vector<Grid> gridsOfTextTables(const std::vector<std::string_view>& lines, const std::vector<TextTables>& tables)
{
    std::vector<Grid> grids;
    for (const TextTables& each : tables) {
        Result<Grid> grid = gridOfLineRanges(lines, each);
        if (!grid || !(hasColumnNames(*grid) || isWideTable(*grid)))
            continue;
        if (each.titles.size() > 1) {
            std::vector<std::string> names = distinguishingNames(each.titles);
            for (std::size_t i = 0; names.size() < each.titles.size(); ++i)
                names.push_back(formatMessage("line {}", each.headerLines[i]));
            addTitleColumn(*grid, each.headerLines, names);
        }
        grids.push_back(*std::move(grid));
    }
    return grids;
}

/// Tables whose columns are aligned by blanks, in other text: a line of names over lines with as many words, the first
/// of which is a number. A name may contain single blanks. Error (Input): a row with fewer or more words, or other text
/// between rows.
Result<std::vector<Grid>> findAlignedTables(const std::vector<std::string_view>& lines)
{
    const auto isRule = [&](std::string_view line) {
        return !trimmed(line).empty() && trimmed(line).find_first_not_of("-=_+: \t") == std::string_view::npos;
    };
    const auto cellsOf = [&](const auto& words, std::size_t line) {
        std::vector<GridCell> cells;
        for (const auto& word : words)
            cells.push_back({std::string(word), ProblemLocation{.line = static_cast<int>(line) + 1}});
        return cells;
    };
    const auto namesIn = [&](std::size_t line, std::size_t columns) {
        std::string names(trimmed(lines[line]));
        for (std::size_t gap = names.find("  "); gap != std::string::npos; gap = names.find("  ", gap))
            names.replace(gap, std::max<std::size_t>(names.find_first_not_of(' ', gap), gap + 2) - gap, "\t");
        std::vector<std::string_view> fields = splitFields(names, '\t');
        std::erase_if(fields, [](std::string_view field) { return trimmed(field).empty(); });
        return cellsOf(fields.size() == columns ? fields : splitWords(names), line);
    };
    const auto holdsNumbers = [&](std::size_t line) {
        const std::vector<std::string_view> words = splitWords(trimmed(lines[line]));
        return !words.empty() && std::all_of(words.begin(), words.end(), isNumber);
    };
    const auto nextLine = [&](std::size_t line) {
        do
            ++line;
        while (line < lines.size() && trimmed(lines[line]).empty());
        return line;
    };
    constexpr std::size_t maximumColumns = 100;  // aligned tables are written for people
    std::vector<Grid> grids;
    for (std::size_t at = 1; at < lines.size(); ++at) {
        std::size_t above = at - 1;
        while (above > 0 && isRule(lines[above]))
            --above;
        Grid grid;
        std::size_t end = at;
        for (; end < lines.size(); end = nextLine(end)) {
            const std::vector<std::string_view> words = splitWords(trimmed(lines[end]));
            if (words.size() < 2 || words.size() > maximumColumns || !parseNumber(words.front()) ||
                (!grid.rows.empty() && words.size() != grid.rows.front().size()))
                break;
            grid.rows.push_back(cellsOf(words, end));
        }
        if (grid.rows.size() < 2)
            continue;
        const std::size_t columns = grid.rows.front().size();
        grid.header = namesIn(above, columns);
        const bool countsWorkers = std::any_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) {
            return isWorkersHeader(parseHeaderName(cell.text));
        });
        if (grid.header.size() == columns && countsWorkers && hasColumnNames(grid)) {
            const std::size_t next = nextLine(end);
            if (end < lines.size() &&
                (holdsNumbers(end) || (next < lines.size() && namesIn(end, columns).size() != columns &&
                                       holdsNumbers(next) && splitWords(trimmed(lines[next])).size() == columns)))
                return fail(
                    ErrorCode::Input,
                    formatMessage("{} where the header has {}",
                                  countWithNoun(static_cast<long>(splitWords(trimmed(lines[end])).size()), "field"),
                                  columns),
                    formatMessage("{}, one for each column", columns),
                    ProblemLocation{.line = static_cast<int>(end) + 1});
            grids.push_back(std::move(grid));
        }
        at = end;
    }
    return grids;
}

/// The first tabular in LaTeX text that is a ladder, else the first one with column names.
std::optional<FoundTable> findTableInLatex(std::string_view text)
{
    if (!looksLikeLatex(text))
        return std::nullopt;
    std::vector<Grid> grids = gridsOfLatex(text);
    std::erase_if(grids, [](const Grid& grid) { return !hasColumnNames(grid); });
    return chooseTable(std::move(grids), "LaTeX table");
}

/// True if the lines below the first one hold only numbers and separators: a table, not the output of a program.
bool holdsOnlyNumbers(std::string_view text)
{
    constexpr std::size_t enough = 50;
    const std::vector<Line> lines = firstNonBlankLines(text, enough);
    return lines.size() > 2 && std::all_of(lines.begin() + 1, lines.end(), [&](const Line& line) {
               return text.substr(line.begin, line.end - line.begin).find_first_not_of("0123456789.,;\t\r") ==
                      std::string_view::npos;
           });
}

/// The text with the tables that Markdown contains as HTML ("<table><tr><td>") in its own form.
std::string withMarkdownTables(std::string_view text)
{
    std::string result;
    bool isInTable = false, isFirstRow = false;
    std::size_t cells = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = std::min(text.find('<', at), text.size()),
                          end = std::min(text.find('>', open), text.size() - 1) + 1;
        for (const char c : text.substr(at, open - at))
            result += isInTable && (c == '\n' || c == '\r') ? ' ' : c;
        const std::string_view whole = text.substr(open, std::max(end, open) - open);
        const std::string tag = lowerCase(whole.substr(0, whole.find_first_of(" >")));
        if (tag == "<table" || tag == "</table") {
            isInTable = isFirstRow = tag == "<table";
            result += "\n\n";
        } else if (isInTable && tag == "<tr") {
            result += "\n|";
            cells = 0;
        } else if (isInTable && (tag == "</td" || tag == "</th")) {
            result += " |";
            ++cells;
        } else if (isInTable && tag == "</tr" && isFirstRow) {
            isFirstRow = false;
            result += "\n|";
            for (std::size_t i = 0; i < cells; ++i)
                result += "---|";
        } else if (!isInTable) {
            result += whole;
        }
        at = std::max(end, open + 1);
    }
    return result;
}

/// Finds the table in a text and moves its header to the top.
Result<FoundTable> findTable(std::string_view text)
{
    if (text.find("<table") != std::string_view::npos && text.find("<td") != std::string_view::npos)
        return findTable(withMarkdownTables(text));
    const bool isNumeric = holdsOnlyNumbers(text);
    if (std::optional<FoundTable> latex = findTableInLatex(text))
        return *std::move(latex);
    if (std::optional<ProgramRuns> runs = isNumeric ? std::nullopt : parseProgramRuns(text))
        return tableOfProgramRuns(std::move(*runs));
    if (!isNumeric && text.find("CPU") != std::string_view::npos && text.find("Iterations") != std::string_view::npos)
        if (std::optional<Grid> benchmarks = gridOfGoogleBenchmark(text)) {
            FoundTable found{std::move(*benchmarks)};
            found.program = "Google Benchmark";
            found.note = "Google Benchmark: its real time";
            return found;
        }
    if (!isNumeric && text.find("ns/op") != std::string_view::npos)
        if (std::optional<Grid> benchmarks = gridOfGoBenchmark(text)) {
            FoundTable found{std::move(*benchmarks)};
            found.program = "go test -bench";
            found.note = "go test -bench: p is GOMAXPROCS";
            return found;
        }
    const bool isFolder = text.starts_with(folderNotePrefix);  // generated from a folder
    const bool mayHoldTables =
        !isFolder && (text.find("\n\n") != std::string_view::npos || text.find("\n\r\n") != std::string_view::npos ||
                      text.find("--") != std::string_view::npos);
    const std::vector<std::string_view> lines = mayHoldTables ? splitLines(text) : std::vector<std::string_view>();
    const std::vector<TextTables> tables = findTextTables(lines);
    for (const TextTables& each : tables)
        if (const Result<Grid> grid = each.isInterrupted ? gridOfLineRanges(lines, each) : Grid(); !grid)
            return fail(grid.error());  // rather than without the rows below
    std::optional<FoundTable> corrected;
    if (tables.size() > 1)
        corrected = chooseTable(gridsOfTextTables(lines, tables), "table");
    if (corrected && hasLadderColumns(corrected->grid)) {
        corrected->grid.surroundingText = contextLines(text, corrected->grid.header.front().where.line);
        return *std::move(corrected);
    }
    corrected.reset();
    Result<Grid> whole = gridOfTable(text);
    if (whole && splitKeyValueCells(*whole))
        return FoundTable{std::move(*whole), "the names in the cells were read as column names"};
    const Result<std::string> addedUp = whole ? addUpProcesses(*whole) : std::string();
    if (!addedUp)
        return fail(addedUp.error());
    const bool isTable = whole && whole->header.size() > 1;
    const bool ladder = isTable && hasLadderColumns(*whole);
    if (!ladder)
        corrected = findDisplacedHeader(text, isTable);
    if (!corrected && !ladder && !(isTable && trimmed(text).starts_with('|')))
        corrected = chooseTable(gridsOfTextTables(lines, tables), "table");
    std::string leftOut;
    if (!corrected && !ladder)
        if (std::optional<Grid> keyValueGrid = gridOfKeyValueText(text, &leftOut))
            corrected = FoundTable{
                std::move(*keyValueGrid),
                joinNonEmpty({"runs were read from lines that give workers and times", std::move(leftOut)}, "; ")};
    if (!corrected && !ladder && !isTable) {
        Result<std::vector<Grid>> aligned = findAlignedTables(splitLines(text));
        if (!aligned)
            return fail(aligned.error());
        corrected = chooseTable(*std::move(aligned), "table");
    }
    if (!corrected && !whole)
        return fail(std::move(whole.error()));
    FoundTable found = corrected ? std::move(*corrected) : FoundTable{std::move(*whole)};
    if (isFolder)
        found.note = trimmed(text.substr(folderNotePrefix.size(), text.find('\n') - folderNotePrefix.size()));
    else if (found.grid.titleColumnHeader.empty() && addTitleColumn(found.grid, text))
        found.note = "the titles above the headers separate ladders";
    else if (found.grid.titleColumnHeader.empty() && addBlockColumn(found.grid, text))
        found.note = "blank lines separate blocks of rows";
    found.note += found.note.empty() || addedUp->empty() ? *addedUp : formatMessage("; {}", *addedUp);
    if (found.note.find(fileColumnNote) != std::string::npos)
        found.grid.titleColumnHeader = "file";
    found.grid.surroundingText =
        contextLines(text, corrected && !found.grid.header.empty() ? found.grid.header.front().where.line : 0);
    return found;
}

}  // namespace

SourceText::SourceText(std::string_view bytes)
{
    Result<DecodedText> read = decodeText(std::string(bytes));
    m_isWindows1252 = read && read->isWindows1252;
    m_text = std::move(read).map([](DecodedText&& each) { return std::move(each.text); });
}

bool SourceText::looksLikeJson() const
{
    const std::string_view text = trimmed(*m_text);
    if (text.empty() || (text.front() != '{' && text.front() != '['))
        return false;
    const std::string_view rest = trimmed(text.substr(1));  // "[rank0] step 1" is a log line, not JSON
    if (text.front() == '[' && !rest.empty() && rest.front() >= '0' &&
        rest.front() <= '9') {  // "[2024-05-01 12:00:00]"
        const std::size_t end = rest.find_first_not_of("0123456789.eE+");
        const std::string_view behind = end == std::string_view::npos ? rest : trimmed(rest.substr(end));
        if (!behind.empty() && behind.front() != ',' && behind.front() != ']')
            return false;
        const std::string_view line = behind.substr(0, behind.find('\n'));  // "[0] step 1", "[0]: step 1"
        if (line.starts_with(']') && !trimmed(line.substr(1)).empty())
            return false;
    }
    constexpr std::string_view firstCharacters = "\"{[]}-0123456789";
    return rest.empty() || firstCharacters.find(rest.front()) != std::string_view::npos || rest.starts_with("null") ||
           rest.starts_with("true") || rest.starts_with("false");
}

const Result<FoundTable>& SourceText::table() const
{
    if (!m_table)
        m_table = findTable(*m_text);
    return *m_table;
}

FoundTable SourceText::takeTable()
{
    FoundTable taken = *std::move(*m_table);
    m_table.reset();
    return taken;
}

const Result<Json>& SourceText::json() const
{
    if (!m_json)
        m_json = parseJson(*m_text);
    return *m_json;
}

}  // namespace scalewright
