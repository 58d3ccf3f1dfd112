// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/key_value_cells.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/line_prefix.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

struct NamedCell {
    std::string name, value;
};

/// "num_tasks=4"
std::optional<NamedCell> parseNamedCell(std::string_view cell)
{
    const std::size_t equals = cell.find('=');
    const std::string_view name = trimmed(cell.substr(0, equals));
    const auto isNameCharacter = [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c == '.'; };
    if (equals == std::string_view::npos || name.empty() || !std::all_of(name.begin(), name.end(), isNameCharacter))
        return std::nullopt;
    return NamedCell{std::string(name), std::string(trimmed(cell.substr(equals + 1)))};
}

/// The names in a column whose cells all have one; otherwise empty.
std::set<std::string> namesInColumn(const Grid& grid, std::size_t column)
{
    std::set<std::string> names;
    for (const std::vector<GridCell>& row : grid.rows) {
        std::optional<NamedCell> cell = parseNamedCell(row[column].text);
        if (!cell)
            return {};
        names.insert(std::move(cell->name));
    }
    return names;
}

/// Removes "/cc391b86", and moves "%size=4" into a column "size".
void splitTestName(Grid& grid, std::size_t row, std::size_t column)
{
    constexpr std::size_t hashLength = 9;
    std::string rest;
    const std::string text = grid.rows[row][column].text;
    for (const std::string_view word : splitWords(text)) {
        const bool isHash = word.starts_with('/') && word.size() == hashLength &&
                            word.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
        const std::optional<NamedCell> parameter =
            word.starts_with('%') ? parseNamedCell(word.substr(1)) : std::optional<NamedCell>();
        if (!isHash && !parameter)
            rest.append(rest.empty() ? "" : " ").append(word);
        if (!parameter)
            continue;
        if (!findHeader(grid, parameter->name))
            addColumn(grid, parameter->name, 0, [](std::size_t) { return ""; });
        grid.rows[row][*findHeader(grid, parameter->name)].text = parameter->value;
    }
    grid.rows[row][column].text = rest;
}

/// Rows that differ only in the named cell, its unit and its limits belong to one run: each name becomes a column.
void pivotColumn(Grid& grid, std::size_t column, const std::set<std::string>& names)
{
    constexpr std::array<std::string_view, 4> ofOneValue{"unit", "ref", "lower", "upper"};
    const std::size_t before = grid.header.size();
    std::vector<std::vector<GridCell>> runs;
    std::vector<std::string> keys;
    const std::optional<std::size_t> unitColumn = findHeader(grid, "unit");
    for (const std::string& name : names)
        grid.header.push_back({name, grid.header[column].where});
    for (std::vector<GridCell>& row : grid.rows) {
        std::string key;
        for (std::size_t i = 0; i < before; ++i)
            if (i != column && !isAmong(ofOneValue, std::string_view(grid.header[i].text)))
                key.append(row[i].text).append("\n");
        const NamedCell cell = *parseNamedCell(row[column].text);
        const std::string unit = unitColumn ? row[*unitColumn].text : std::string();
        const auto target = before + static_cast<std::size_t>(std::distance(names.begin(), names.find(cell.name)));
        if (parseHeaderName(unit).isUnitOnly && grid.header[target].text == cell.name)
            grid.header[target].text = fmt::format("{} ({})", cell.name, unit);
        auto run = std::find(keys.begin(), keys.end(), key);
        if (run == keys.end() || !runs[static_cast<std::size_t>(run - keys.begin())][target].text.empty()) {
            row.resize(grid.header.size(), {"", row.front().where});
            runs.push_back(row);
            run = keys.insert(keys.end(), key);
        }
        runs[static_cast<std::size_t>(run - keys.begin())][target].text = cell.value;
    }
    grid.rows = std::move(runs);
    for (std::size_t i = before; i-- > 0;)
        if (i == column || isAmong(ofOneValue, std::string_view(grid.header[i].text)))
            eraseColumn(grid, i);
}

/// The name of all cells becomes the header.
void splitColumn(Grid& grid, std::size_t column)
{
    grid.header[column].text = parseNamedCell(grid.rows.front()[column].text)->name;
    for (std::vector<GridCell>& row : grid.rows)
        row[column].text = parseNamedCell(row[column].text)->value;
}

/// ReFrame's log with one column per fact: keeps the test, its counts, and each NAME_value with the unit in NAME_unit.
bool keepReframeColumns(Grid& grid)
{
    const auto find = [&](std::string_view name) {
        const auto at = std::find_if(grid.header.begin(), grid.header.end(),
                                     [&](const GridCell& cell) { return cell.text == name; });
        return static_cast<std::size_t>(at - grid.header.begin());
    };
    constexpr std::string_view valueEnd = "_value";
    const auto unitColumn = [&](const GridCell& cell) {
        return cell.text.ends_with(valueEnd) ? find(cell.text.substr(0, cell.text.size() - valueEnd.size()) + "_unit")
                                             : grid.header.size();
    };
    const bool hasValues = std::any_of(grid.header.begin(), grid.header.end(),
                                       [&](const GridCell& cell) { return unitColumn(cell) < grid.header.size(); });
    if (!hasValues || find("num_tasks") == grid.header.size() || find("info") == grid.header.size() ||
        grid.rows.empty())
        return false;
    grid.header[find("num_tasks")].text = "p";
    std::set<std::string> kept{"info", "p", "num_cpus_per_task", "system", "partition", "environ"};
    for (GridCell& cell : grid.header) {
        const std::size_t unit = unitColumn(cell);
        if (unit == grid.header.size())
            continue;
        const std::string name = cell.text.substr(0, cell.text.size() - valueEnd.size());
        std::string unitText = grid.rows.front()[unit].text;
        if (unitText.ends_with("/seconds"))
            unitText.resize(unitText.size() - std::string_view("econds").size());
        cell.text = fmt::format("{} ({})", name, unitText);
        kept.insert(cell.text);
    }
    for (std::size_t i = grid.header.size(); i-- > 0;)
        if (!kept.contains(grid.header[i].text))
            eraseColumn(grid, i);
    for (std::vector<GridCell>& row : grid.rows) {
        std::string& test = row[find("info")].text;
        test.resize(std::min(test.find(' '), test.size()));
    }
    return true;
}

}  // namespace

bool splitKeyValueCells(Grid& grid)
{
    if (grid.rows.empty())
        return false;
    if (keepReframeColumns(grid))
        return true;
    std::size_t named = 0;
    bool isHeaderless = true;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const std::set<std::string> names = namesInColumn(grid, i); !names.empty()) {
            ++named;
            const std::optional<NamedCell> header = parseNamedCell(grid.header[i].text);
            isHeaderless = isHeaderless && header && (names.size() > 1 || names.contains(header->name));
        }
    if (named < 2)
        return false;
    if (isHeaderless) {
        grid.rows.insert(grid.rows.begin(), grid.header);
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            grid.header[i].text = everyText(grid, i, isHeaderUnit) ? "unit" : fmt::format("column {}", i + 1);
    }
    for (std::size_t i = grid.header.size(); i-- > 0;)
        if (namesInColumn(grid, i).size() == 1)
            splitColumn(grid, i);
        else if (everyText(grid, i, isMoment))
            eraseColumn(grid, i);
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const std::set<std::string> names = namesInColumn(grid, i); !names.empty()) {
            pivotColumn(grid, i, names);
            break;
        }
    const std::size_t columns = grid.header.size();
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        for (std::size_t i = 0; i < columns; ++i)
            splitTestName(grid, row, i);
    return true;
}

}  // namespace scalewright
