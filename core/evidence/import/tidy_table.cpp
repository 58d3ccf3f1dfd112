// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/tidy_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/import/wide_table.h"

namespace scalewright {

namespace {

/// "(us)", "[us]", "us"; empty if the text is not a unit.
std::string parseUnit(std::string_view text)
{
    std::string_view bare = trimmed(text);
    if (bare.size() > 2 && (bare.front() == '(' || bare.front() == '['))
        bare = trimmed(bare.substr(1, bare.size() - 2));
    return !bare.empty() && isHeaderUnit(bare) ? std::string(bare) : std::string();
}

bool meansNoUnit(std::string_view text)
{
    return isMissing(text) || text == "[-]" || text == "(-)" || text == "#" || text == "count" || text == "[]";
}

void extractUnitRow(Grid& grid, std::vector<std::string>& warnings)
{
    if (grid.rows.size() < 2)
        return;
    const std::vector<GridCell>& row = grid.rows.front();
    std::vector<std::string> units;
    bool any = false;
    for (const GridCell& cell : row) {
        units.push_back(cell.nested == nullptr ? parseUnit(cell.text) : std::string());
        any = any || !units.back().empty();
        if (units.back().empty() && !meansNoUnit(cell.text))
            return;
    }
    if (!any)
        return;
    grid.units = std::move(units);
    warnings.push_back("the row below the header holds the columns' units");
    grid.rows.erase(grid.rows.begin());
}

/// The column that a unit column refers to: "time" for "time_unit", else the preceding column, or the only one without
/// a unit.
std::optional<std::size_t> findColumnOfUnit(const Grid& grid, std::size_t column, const std::string& base)
{
    std::string of = base;
    for (const std::string_view word : {"_units", "_unit", "_einheit", "unit_of_", "unit_", "units_", "unite_"})
        if (const std::size_t at = of.find(word); at != std::string::npos && of.size() > word.size()) {
            of.erase(at, word.size());
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (i != column && parseHeaderName(grid.header[i].text).base == of)
                    return i;
        }
    const auto isFigureColumnAt = [&](std::size_t i) {
        return i != column && !parseHeaderName(grid.header[i].text).unitGiven &&
               !isWorkerCountHeader(parseHeaderName(grid.header[i].text)) &&
               std::any_of(grid.rows.begin(), grid.rows.end(),
                           [&](const std::vector<GridCell>& row) { return isNumber(row[i].text); });
    };
    if (of == "time")
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (parseHeaderName(grid.header[i].text).base.ends_with("time") && isFigureColumnAt(i))
                return i;
    if (column > 0 && isFigureColumnAt(column - 1))
        return column - 1;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string name = parseHeaderName(grid.header[i].text).base;
        if ((name == "time" || name == "value" || name == "runtime") && isFigureColumnAt(i))
            return i;
    }
    return std::nullopt;
}

void extractUnitColumns(Grid& grid, std::vector<std::string>& warnings)
{
    for (std::size_t column = grid.header.size(); column-- > 0;) {
        const std::string base = parseHeaderName(grid.header[column].text).base;
        const bool named = base.find("unit") != std::string::npos || base == "einheit" || base == "unidad" ||
                           base == "unita" || base.ends_with("_einheit") || base == "\xE5\x8D\x95\xE4\xBD\x8D";
        const std::optional<std::size_t> of = named ? findColumnOfUnit(grid, column, base) : std::nullopt;
        const bool all = of && !grid.rows.empty() &&
                         std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                             return isMissing(row[column].text) || !parseUnit(row[column].text).empty();
                         });
        if (!all)
            continue;
        if (!isVaryingColumn(grid, column)) {
            grid.units.resize(grid.header.size());
            grid.units[*of] = parseUnit(grid.rows.front()[column].text);
        } else {
            for (std::vector<GridCell>& row : grid.rows)
                if (const std::string unit = parseUnit(row[column].text); !unit.empty() && isNumber(row[*of].text))
                    row[*of].text += " " + parseHeaderName(unit).unit;
        }
        warnings.push_back(formatMessage("column {} gives the unit of {}", inQuotes(grid.header[column].text),
                                         inQuotes(grid.header[*of].text)));
        eraseColumn(grid, column);
    }
}

/// Whether the line above a header with separators has none, nor begins with a digit.
bool isTitleAbove(std::string_view line, std::string_view header)
{
    constexpr std::string_view separators = ",;\t|";
    return !line.empty() && !isDigit(line.front()) && line.find_first_of(separators) == std::string_view::npos &&
           header.find_first_of(separators) != std::string_view::npos;
}

/// Fills the empty cells below each name in the first column, as merged cells leave them, if the second column starts
/// again at each name.
void fillMergedCells(Grid& grid)
{
    if (grid.header.size() < 3 || grid.rows.empty() || isMissing(grid.rows.front()[0].text) ||
        !anyText(grid, 0, isMissing))
        return;
    std::vector<std::set<std::string>> blocks;
    for (const std::vector<GridCell>& row : grid.rows) {
        if (!isMissing(row[0].text))
            blocks.emplace_back();
        if (row[0].nested != nullptr || !blocks.back().insert(row[1].text).second)
            return;
    }
    const bool restarts = std::all_of(blocks.begin() + 1, blocks.end(), [&](const std::set<std::string>& block) {
        return blocks.front().contains(*block.begin()) && block.size() > 1;
    });
    if (blocks.size() < 2 || !restarts)
        return;
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        if (isMissing(grid.rows[i][0].text))
            grid.rows[i][0].text = grid.rows[i - 1][0].text;
}

}  // namespace

std::optional<std::string> withoutRepeatedHeaders(std::string_view text)
{
    std::size_t start = 0;
    std::string_view header;
    while (start < text.size() && header.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
        const std::string_view line = trimmed(text.substr(start, end - start));
        if (!line.empty() && line.front() != '#')
            header = line;
        start = end + 1;
    }
    if (header.find_first_of(",;\t| ") == std::string_view::npos || text.find(header, start) == std::string_view::npos)
        return std::nullopt;
    const auto isTitle = [&](std::string_view line) { return line.find('#') != 0 && isTitleAbove(line, header); };
    std::string blanked(text);
    bool any = false;
    std::size_t before = 0, beforeEnd = 0;  // the previous line
    for (std::size_t at = start; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        if (trimmed(text.substr(at, end - at)) == header) {
            any = true;
            std::fill(blanked.begin() + static_cast<std::ptrdiff_t>(at),
                      blanked.begin() + static_cast<std::ptrdiff_t>(end), ' ');
            if (isTitle(trimmed(text.substr(before, beforeEnd - before))))
                std::fill(blanked.begin() + static_cast<std::ptrdiff_t>(before),
                          blanked.begin() + static_cast<std::ptrdiff_t>(beforeEnd), ' ');
        }
        if (end > at)
            before = at, beforeEnd = end;
        at = end + 1;
    }
    return any ? std::optional(std::move(blanked)) : std::nullopt;
}

/// A number, a date, or an index such as "run1", "np4", "8gpus".
static bool isIndexWord(const std::string& word)
{
    std::string letters, digits;
    for (const char c : word)
        (isDigit(c) ? digits : letters) += c;
    return isListed("calendar", std::string_view(word)) || (!digits.empty() && letters.empty()) || digits.size() >= 6 ||
           (!digits.empty() && (isListed("index_words", std::string_view(letters)) || isWorkerWord(letters)));
}

std::vector<std::string> distinguishingNames(const std::vector<std::string>& titles)
{
    std::vector<std::string> keys;
    for (const std::string& title : titles) {
        std::string& key = keys.emplace_back();
        for (const std::string& word : splitNameWords(lowerCaseLatinAndCyrillic(title)))
            if (!isIndexWord(word))
                key.append(key.empty() ? "" : " ").append(word);
    }
    std::map<std::string, std::set<std::string>> titlesOf;
    for (std::size_t i = 0; i < titles.size(); ++i)
        titlesOf[keys[i]].insert(titles[i]);
    std::vector<std::string> names;
    for (std::size_t i = 0; titlesOf.size() > 1 && i < titles.size(); ++i)
        names.push_back(titlesOf[keys[i]].size() > 1 && !keys[i].empty() ? keys[i] : titles[i]);
    return names;
}

bool addTitleColumn(Grid& grid, std::string_view text)
{
    const int first = grid.header.empty() ? 0 : grid.header.front().where.line;
    std::size_t start = 0;
    for (int line = 1; line < first && start < text.size(); ++line)
        start = std::min(text.find('\n', start), text.size()) + 1;
    if (first < 1 || start >= text.size())
        return false;
    const std::string_view header = trimmed(text.substr(start, text.find('\n', start) - start));
    if (text.find(header, start + std::max<std::size_t>(header.size(), 1)) == std::string_view::npos)
        return false;  // most tables: their header is not repeated
    const std::vector<std::string_view> lines = splitLines(text);
    std::vector<int> headers;
    std::vector<std::string> titles;
    std::string_view above;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (line == header) {
            const bool isComment = above.starts_with('#');
            const bool isTitle = isComment || isTitleAbove(above, header);
            while (isComment && (above.starts_with('#') || above.starts_with(' ')))
                above.remove_prefix(1);
            if (!isTitle || trimmed(above).empty())
                return false;
            headers.push_back(static_cast<int>(i) + 1);
            titles.emplace_back(trimmed(above));
        }
        if (!line.empty())
            above = line;
    }
    const std::vector<std::string> names = distinguishingNames(titles);
    if (names.empty())
        return false;
    addTitleColumn(grid, headers, names);
    return true;
}

void addTitleColumn(Grid& grid, const std::vector<int>& headerLines, const std::vector<std::string>& names)
{
    grid.titleColumnHeader = findHeader(grid, "title") ? "title above" : "title";
    addColumn(grid, grid.titleColumnHeader, 0, [&](std::size_t row) {
        const auto below = std::upper_bound(headerLines.begin(), headerLines.end(), grid.rows[row].front().where.line);
        return names[static_cast<std::size_t>(std::max<std::ptrdiff_t>(below - headerLines.begin(), 1)) - 1];
    });
}

/// Whether a column has whole numbers that differ within each block, and of which two blocks share at least two.
static bool repeatsCounts(const Grid& grid, std::size_t column, const std::vector<std::size_t>& blockOfRow)
{
    std::map<std::string, std::set<std::size_t>> blocksOfText;
    std::map<std::pair<std::size_t, std::size_t>, int> shared;
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        std::set<std::size_t>& blocks = blocksOfText[grid.rows[row][column].text];
        if (!parseWholeNumber(grid.rows[row][column]) || blocks.contains(blockOfRow[row]))
            return false;
        if (!blocks.empty())
            ++shared[{*blocks.begin(), blockOfRow[row]}];
        blocks.insert(blockOfRow[row]);
    }
    return std::any_of(shared.begin(), shared.end(), [](const auto& each) { return each.second > 1; });
}

/// Whether a column has one text in each block, and not the same in all.
static bool namesBlocks(const Grid& grid, std::size_t column, const std::vector<std::size_t>& blockOfRow)
{
    for (std::size_t row = 1; row < grid.rows.size(); ++row)
        if (blockOfRow[row] == blockOfRow[row - 1] && grid.rows[row][column].text != grid.rows[row - 1][column].text)
            return false;
    return isVaryingColumn(grid, column);
}

/// The words of a comment without the marks around them: "Array length 2048" for "#--- Array length 2048 ---".
static std::vector<std::string> wordsOfComment(std::string_view comment)
{
    std::vector<std::string> words;
    for (std::string_view word : splitWords(comment)) {
        constexpr std::string_view marks = "#-=*:";
        word.remove_prefix(std::min(word.find_first_not_of(marks), word.size()));
        word = word.substr(0, word.find_last_not_of(marks) + 1);
        if (!word.empty())
            words.emplace_back(word);
    }
    return words;
}

bool addBlockColumn(Grid& grid, std::string_view text)
{
    const auto lineOf = [&](std::size_t row) { return grid.rows[row].front().where.line; };
    const auto isGap = [](std::string_view line) { return trimmed(line).empty() || trimmed(line).starts_with('#'); };
    bool hasGap = false;
    for (std::size_t row = 1; row < grid.rows.size() && !hasGap; ++row)
        hasGap = lineOf(row) > lineOf(row - 1) + 1;
    if (!hasGap)
        return false;  // most tables
    const std::vector<std::string_view> lines = splitLines(text);
    std::vector<std::size_t> blockOfRow(grid.rows.size());
    std::vector<int> firstLines{lineOf(0)};
    for (std::size_t row = 1; row < grid.rows.size(); ++row) {
        if (lineOf(row) > lineOf(row - 1) + 1 &&
            std::all_of(lines.begin() + lineOf(row - 1), lines.begin() + lineOf(row) - 1, isGap))
            firstLines.push_back(lineOf(row));
        blockOfRow[row] = firstLines.size() - 1;
    }
    std::vector<std::size_t> columns(grid.header.size());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    if (std::none_of(columns.begin(), columns.end(),
                     [&](std::size_t column) { return repeatsCounts(grid, column, blockOfRow); }) ||
        std::any_of(columns.begin(), columns.end(),
                    [&](std::size_t column) { return namesBlocks(grid, column, blockOfRow); }))
        return false;
    // "Array length 2048", "Array length 4096": a number with a name.
    std::vector<std::string> titles, values;
    std::set<std::string> names;
    for (const int first : firstLines) {
        auto at = static_cast<std::size_t>(first) - 1;
        while (at > 0 && (trimmed(lines[at - 1]).empty() || static_cast<int>(at) == grid.header.front().where.line))
            --at;
        std::vector<std::string> words = wordsOfComment(at > 0 && isGap(lines[at - 1]) ? lines[at - 1] : "");
        titles.push_back(joinNonEmpty(words, " "));
        const auto number = std::find_if(words.begin(), words.end(),
                                         [](const std::string& word) { return parseNumber(word).has_value(); });
        values.push_back(number == words.end() ? std::string() : std::exchange(*number, std::string()));
        names.insert(joinNonEmpty(words, " "));
    }
    const auto areDistinct = [](const std::vector<std::string>& texts) {
        const std::set<std::string> all(texts.begin(), texts.end());
        return !texts.empty() && all.size() == texts.size() && !all.contains("");
    };
    if (names.size() == 1 && areDistinct(values)) {
        const std::string name = names.begin()->empty() ? "block" : *names.begin();
        addColumn(grid, findHeader(grid, name) ? name + " above" : name, 0,
                  [&](std::size_t row) { return values[blockOfRow[row]]; });
        return true;
    }
    std::vector<std::string> blockNames = distinguishingNames(titles);
    if (blockNames.empty() && areDistinct(titles))
        return false;  // only dates or times differ
    if (!areDistinct(blockNames)) {
        blockNames.clear();
        for (const int first : firstLines)
            blockNames.push_back(formatMessage("line {}", first));
    }
    addTitleColumn(grid, firstLines, blockNames);
    return true;
}

/// A table from a hyperfine scan (--export-csv, --export-markdown, --export-json): the mean becomes the time, if there
/// are no single times, and parameter names lose their prefix.
static void tidyHyperfineScan(Grid& grid, std::vector<std::string>& warnings)
{
    const bool isCsv = findHeader(grid, "command") && findHeader(grid, "mean") && findHeader(grid, "stddev") &&
                       findHeader(grid, "user");
    const auto meanOf = [&]() -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (grid.header[i].text == "mean" || grid.header[i].text.starts_with("Mean ["))
                return i;
        return std::nullopt;
    };
    const auto isParameter = [](const GridCell& cell) { return cell.text.starts_with(parameterPrefix); };
    const bool isJson = findHeader(grid, "command") && findHeader(grid, "time") &&
                        std::any_of(grid.header.begin(), grid.header.end(), isParameter);
    if (!isCsv && !isJson && !(findHeader(grid, "Command") && meanOf() && findHeader(grid, "Relative")))
        return;
    for (std::size_t i = grid.header.size(); i-- > 0;) {
        constexpr std::array<std::string_view, 7> droppedHeaders{"stddev", "median", "user",    "system",
                                                                 "min",    "max",    "relative"};
        const std::string base = lowerCase(grid.header[i].text.substr(0, grid.header[i].text.find(" [")));
        if (isAmong(droppedHeaders, base))
            eraseColumn(grid, i);
    }
    grid.units.resize(grid.header.size());
    if (isCsv)
        grid.units[*meanOf()] = "s";
    if (!isJson)
        grid.header[*meanOf()].text.replace(0, std::string_view("mean").size(), "time");
    const auto mayBeP = [](std::string_view name) { return name.find("Param") < 2 || isWorkersOption(name); };
    std::vector<std::size_t> parameters;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (isParameter(grid.header[i])) {
            grid.header[i].text.erase(0, std::string_view(parameterPrefix).size());
            parameters.push_back(i);
        } else if (grid.header[i].text == "Param" || grid.header[i].text == "`Param`") {
            parameters.push_back(i);
        }
    if (parameters.size() == 1 && isWholeNumberColumn(grid, parameters.front()) &&
        mayBeP(grid.header[parameters.front()].text))
        grid.header[parameters.front()].text = "p";
    if (!parameters.empty())
        eraseColumn(grid, *findHeader(grid, "command"));
    warnings.emplace_back(isJson ? "a scan by hyperfine" : "a scan by hyperfine: its mean times were read");
}

/// If a column contains commands and no other column counts workers: p is the number in which the commands differ, or
/// the number of workers that each starts.
static void addWorkersFromCommands(Grid& grid, std::vector<std::string>& warnings)
{
    const auto named = [&]() -> std::optional<std::size_t> {
        for (const char* const name : {"command", "cmd", "command line"})
            if (const std::optional<std::size_t> at = findHeader(grid, name))
                return at;
        return std::nullopt;
    };
    const std::optional<std::size_t> column = named();
    if (!column || grid.rows.empty() || findHeader(grid, "p") ||
        std::any_of(grid.header.begin(), grid.header.end(),
                    [](const GridCell& cell) { return isWorkerCountHeader(parseHeaderName(cell.text)); }))
        return;
    std::vector<std::string> commands;
    for (const std::vector<GridCell>& row : grid.rows) {
        std::string command = row[*column].text;
        std::erase(command, '`');
        commands.push_back(std::move(command));
    }
    const CommandWorkers workers = findCommandWorkers(commands);
    if (!workers.unnamedNumbers.empty())
        addColumn(grid, unnamedNumberHeader, *column, [&](std::size_t i) { return workers.unnamedNumbers[i]; });
    if (workers.counts.empty())
        return;
    grid.header[*column].text = "p";
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        grid.rows[i][*column].text = std::to_string(workers.counts[i]);
    warnings.push_back(workers.reason);
}

void normalizeTable(Grid& grid, std::vector<std::string>& warnings)
{
    fillMergedCells(grid);
    normalizeCells(grid, warnings);
    transposeWideTable(grid, warnings);
    unpivotSpeedups(grid, warnings);
    unpivotNumberedRuns(grid, warnings);
    tidyHyperfineScan(grid, warnings);
    addWorkersFromCommands(grid, warnings);
    extractUnitRow(grid, warnings);
    extractUnitColumns(grid, warnings);
}

}  // namespace scalewright
