// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/wide_table.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"

namespace scalewright {

namespace {

/// Words that may precede the worker count: "efficiency_core4".
constexpr std::array<std::string_view, 5> quantityPrefixes{"efficiency", "speedup", "throughput", "runtime", "time"};

/// "core4", "4 threads", "p=4", "4": the worker count in a header; 0 if none exists.
long workerCountInHeader(std::string_view header)
{
    std::string small = lowerCase(header);
    for (const std::string_view role : quantityPrefixes)
        if (small.starts_with(role))
            small.erase(0, role.size());
    const std::size_t start = small.find_first_of("0123456789");
    if (start == std::string::npos)
        return 0;
    const std::size_t end = std::min(small.find_first_not_of("0123456789", start), small.size());
    std::string word;
    for (std::size_t i = 0; i < small.size(); ++i)
        if ((i < start || i >= end) && small[i] >= 'a' && small[i] <= 'z')
            word += small[i];
        else if ((i < start || i >= end) && std::string_view(" _-=:()").find(small[i]) == std::string_view::npos)
            return 0;
    const bool isCount = word.empty() || word == "p" || word == "np" || isWorkerWord(word);
    const Result<long> count =
        isCount ? parseCount(small.substr(start, end - start), 1, 1L << 24) : fail(ErrorCode::Input, {});
    return count ? *count : 0;
}

/// The corner cell of a matrix, "size \\ processes": what its rows and its columns mean.
struct CornerCell {
    std::string rows, columns;
};

CornerCell splitCorner(std::string_view text)
{
    const std::size_t at = text.find('\\');
    if (at == std::string_view::npos)
        return {std::string(text), {}};
    return {std::string(trimmed(text.substr(0, at))), std::string(trimmed(text.substr(at + 1)))};
}

/// True if the rows are quantities ("time", "speedup") rather than series of a single quantity.
bool areRowsQuantities(const Grid& grid)
{
    const std::vector<std::string>& times = columnNames().namesByRole.at(LadderColumn::Time);
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const HeaderName name = parseHeaderName(row[0].text);
        return name.unitGiven || name.isRate || name.base == "time" || name.base == "speedup" ||
               name.base == "throughput" || name.base == "efficiency" || isAmong(times, name.base);
    });
}

/// Worker counts in the header, from its second column on; empty if the table is not wide.
std::vector<long> workerCountsInHeader(const Grid& grid)
{
    std::vector<long> counts;
    for (std::size_t i = 1; i < grid.header.size(); ++i)
        counts.push_back(workerCountInHeader(grid.header[i].text));
    constexpr std::size_t minimumColumns = 3;
    if (counts.size() < minimumColumns || grid.rows.empty() || counts.front() == 0 ||
        !std::is_sorted(counts.begin(), counts.end(), std::less_equal<>()) ||
        workerCountInHeader(grid.header[0].text) != 0)
        return {};
    const CornerCell corner = splitCorner(grid.header[0].text);
    if (!corner.columns.empty() && isWorkersHeader(parseHeaderName(corner.columns)))
        return counts;
    const HeaderName name = parseHeaderName(grid.header[0].text);
    if ((name.base == "p" || isWorkerCountHeader(name)) && isWholeNumberColumn(grid, 0))
        return {};  // "p,1000,2000,4000": sizes
    // "node1,node2,node3" may just number the nodes; "threads;1;2;3" are counts.
    const bool numbered = counts.front() == 1 && counts.back() == static_cast<long>(counts.size());
    const bool isBareNumber = grid.header[1].text.find_first_not_of("0123456789") == std::string::npos;
    if (numbered && !(isBareNumber && (areRowsQuantities(grid) || isWorkerCountHeader(name))))
        return {};
    return counts;
}

}  // namespace

bool isWideTable(const Grid& grid)
{
    return !workerCountsInHeader(grid).empty();
}

void transposeWideTable(Grid& grid, std::vector<std::string>& warnings)
{
    const std::vector<long> counts = workerCountsInHeader(grid);
    if (counts.empty())
        return;
    const std::size_t columns = grid.header.size();
    const bool quantities = areRowsQuantities(grid);
    grid.header[0].text = splitCorner(grid.header[0].text).rows;
    Grid transposed{.header = {}, .rows = {}, .isTrackerTable = grid.isTrackerTable};
    transposed.surroundingText = grid.surroundingText;
    transposed.titleColumnHeader = grid.titleColumnHeader;
    transposed.header.push_back({"p", grid.header[1].where});
    if (quantities) {
        for (const std::vector<GridCell>& row : grid.rows)
            transposed.header.push_back(row[0]);
        for (std::size_t i = 1; i < columns; ++i) {
            std::vector<GridCell>& row = transposed.rows.emplace_back();
            row.push_back({std::to_string(counts[i - 1]), grid.header[i].where});
            for (const std::vector<GridCell>& cells : grid.rows)
                row.push_back(cells[i]);
        }
    } else {
        const auto first = [&](std::size_t column) { return parseNumber(grid.rows.front()[column].text).value_or(0); };
        const bool rises = first(columns - 1) > first(1) && first(1) == 1;
        transposed.header.push_back(grid.header[0].text.empty() ? GridCell{"series", grid.header[0].where}
                                                                : grid.header[0]);
        std::string role = rises ? "speedup" : "time";
        for (const std::string_view prefix : quantityPrefixes)
            if (lowerCase(grid.header[1].text).starts_with(prefix))
                role = prefix;
        transposed.header.push_back({role, grid.header[1].where});
        for (const std::vector<GridCell>& cells : grid.rows)
            for (std::size_t i = 1; i < columns; ++i)
                transposed.rows.push_back({{std::to_string(counts[i - 1]), cells[i].where},
                                           {"series " + cells[0].text, cells[0].where},
                                           cells[i]});
    }
    warnings.emplace_back("the columns are counts of workers: p is in the header");
    grid = std::move(transposed);
}

void unpivotNumberedRuns(Grid& grid, std::vector<std::string>& warnings)
{
    constexpr std::array<std::string_view, 12> stems{"run",         "time", "trial", "rep",    "repeat", "repetition",
                                                     "measurement", "lauf", "essai", "prueba", "prova",  "runtime"};
    std::vector<std::size_t> runs;
    std::string stem;
    HeaderName unit;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = parseHeaderName(grid.header[i].text);
        const std::size_t digits = name.base.find_last_not_of("0123456789") + 1;
        std::string word = name.base.substr(0, digits);
        while (word.ends_with('_'))
            word.pop_back();
        if (word == "time" && digits == name.base.size())
            return;  // a separate time column
        if (digits == name.base.size() || !isAmong(stems, std::string_view(word)) || (!stem.empty() && word != stem) ||
            name.base.substr(digits) != std::to_string(runs.size() + 1))
            continue;
        stem = word;
        unit = name;
        runs.push_back(i);
    }
    constexpr double ratioLimit = 1.5;  // repeats differ by less than this
    const bool repeat = runs.size() > 1 && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const auto& row) {
                            double smallest = 0, largest = 0;
                            for (const std::size_t run : runs) {
                                std::string text = row[run].text;
                                std::replace(text.begin(), text.end(), ',', '.');
                                const Result<double> value = parseNumber(text);
                                if (value && *value > 0) {
                                    smallest = smallest == 0 ? *value : std::min(smallest, *value);
                                    largest = std::max(largest, *value);
                                }
                            }
                            return largest <= ratioLimit * smallest;
                        });
    if (!repeat)
        return;
    Grid transposed{.header = {}, .rows = {}, .isTrackerTable = grid.isTrackerTable};
    transposed.surroundingText = grid.surroundingText;
    transposed.titleColumnHeader = grid.titleColumnHeader;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!isAmong(runs, i))
            transposed.header.push_back(grid.header[i]);
    transposed.header.push_back(
        {unit.unitGiven ? "time (" + unit.unit + ")" : "time", grid.header[runs.front()].where});
    for (const std::vector<GridCell>& cells : grid.rows)
        for (const std::size_t run : runs) {
            std::vector<GridCell>& row = transposed.rows.emplace_back();
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!isAmong(runs, i))
                    row.push_back(cells[i]);
            row.push_back(cells[run]);
        }
    warnings.push_back(formatMessage("{} columns hold repeats of each row", runs.size()));
    grid = std::move(transposed);
}

}  // namespace scalewright
