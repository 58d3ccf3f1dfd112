// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/wide_table.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"

namespace scalewright {

namespace {

/// Words that may precede the worker count: "efficiency_core4".
constexpr std::array<std::string_view, 5> quantityPrefixes{"efficiency", "speedup", "throughput", "runtime", "time"};

/// "ResNet-50 (img/s)": a label and the unit in brackets behind it, which may be empty.
struct LabelWithUnit {
    std::string label, unit;
};

LabelWithUnit splitUnit(std::string_view text)
{
    const std::size_t open = text.find_last_of("([");
    if (open != std::string::npos && open > 0 && text.size() > open + 2) {
        const std::string_view unit = text.substr(open + 1, text.size() - open - 2);
        if (isHeaderUnit(std::string(unit)))
            return {std::string(trimmed(text.substr(0, open))), std::string(unit)};
    }
    return {std::string(trimmed(text)), {}};
}

/// "t = 4" in "T(t = 4)", "4" in "S(4)": the argument of a symbol that a header begins with; empty if there is none.
std::string_view symbolArgument(std::string_view header)
{
    const bool isCall = header.size() > 3 && header[1] == '(' && header.back() == ')' &&
                        std::string_view("tse").find(header.front()) != std::string_view::npos;
    return isCall ? header.substr(2, header.size() - 3) : std::string_view();
}

/// "core4", "4 threads", "p=4", "TP=4", "4", "4 GPUs (s)": the worker count in a header; 0 if none exists.
long workerCountInHeader(std::string_view header)
{
    std::string small = lowerCase(header);
    const bool isArgument = !symbolArgument(small).empty();
    small = isArgument ? std::string(symbolArgument(small)) : lowerCase(splitUnit(header).label);
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
    const bool isCount = word.empty() || word == "p" || word == "np" || (isArgument && (word == "t" || word == "n")) ||
                         isListed("parallel_degrees", word) || isWorkerWord(word);
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

/// Columns of labels, then one column for each worker count.
struct WideLayout {
    std::size_t labelCount = 0;
    std::vector<long> counts;
};

bool isNamedQuantity(const HeaderName& name)
{
    return name.base == "time" || name.base == "speedup" || name.base == "throughput" || name.base == "efficiency" ||
           std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
               return role.kind != LadderColumnKind::Workers && isNameOfRole(role.column, name.base);
           });
}

/// True if every row is another quantity ("time", "speedup"); false for series of one quantity, whose rows may carry its
/// unit: "ResNet-50 (img/s)", "VGG-16 (img/s)".
bool areRowsQuantities(const Grid& grid)
{
    std::set<std::string> units;
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const HeaderName name = parseHeaderName(row[0].text);
        return isNamedQuantity(name) || ((name.unitGiven || name.isRate) && units.insert(name.unit).second);
    });
}

/// "p,1000,2000,4000": the columns are sizes and the rows are worker counts, because the name says so, or because every
/// count is less than every size, and either all are as usual or the figures fall with the count and rise faster than
/// the size.
bool hasSizesAcross(const Grid& grid)
{
    const HeaderName name = parseHeaderName(grid.header[0].text);
    const bool areNumbers =
        grid.header.size() > 2 && std::all_of(grid.header.begin() + 1, grid.header.end(),
                                              [](const GridCell& cell) { return parseWholeNumber(cell).has_value(); });
    if (!areNumbers || !isWholeNumberColumn(grid, 0) || grid.rows.size() < 2)
        return false;
    if (name.base == "p" || isWorkerCountHeader(name))
        return true;
    const auto number = [](const GridCell& cell) { return parseNumber(cell.text).value_or(0); };
    const auto [fewest, most] = std::minmax_element(
        grid.rows.begin(), grid.rows.end(), [&](const auto& a, const auto& b) { return number(a[0]) < number(b[0]); });
    const double smallest = number(grid.header[1]), largest = number(grid.header.back());
    if (isListed("settings", name.base) || isWorkHeader(name) || isRepeatCounter(name.base) || smallest >= largest)
        return false;
    constexpr double usualCounts = 64, usualSizes = 512;
    if (number((*most)[0]) <= usualCounts && smallest >= usualSizes)
        return true;
    return number((*most)[0]) < smallest && number(most->back()) < number(fewest->back()) &&
           std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
               return number(row[1]) > 0 && number(row.back()) / number(row[1]) > 1.2 * largest / smallest;
           });
}

/// nullopt if the header does not hold worker counts.
std::optional<WideLayout> findWideLayout(const Grid& grid)
{
    WideLayout layout;
    std::size_t named = 0;
    for (const GridCell& cell : grid.header) {
        const long count = workerCountInHeader(cell.text);
        if (count == 0 && !layout.counts.empty())
            return std::nullopt;
        layout.labelCount += count == 0 ? 1 : 0;
        if (count > 0)
            layout.counts.push_back(count);
        named += count > 0 && cell.text.find_first_not_of("0123456789") != std::string::npos ? 1 : 0;
    }
    const std::vector<long>& counts = layout.counts;
    const bool isEveryCountNamed = named == counts.size();
    const std::size_t minimumColumns = isEveryCountNamed ? 2 : 3;
    const bool areArguments = !counts.empty() && !symbolArgument(lowerCase(grid.header.back().text)).empty();
    const bool numbered =
        counts.size() > 1 && counts.front() == 1 && counts.back() == static_cast<long>(counts.size()) && !areArguments;
    if (counts.size() < minimumColumns || grid.rows.empty() ||
        !std::is_sorted(counts.begin(), counts.end(), std::less_equal<>()))
        return std::nullopt;
    if (layout.labelCount == 0)
        return isEveryCountNamed && !numbered ? std::optional(layout) : std::nullopt;
    const CornerCell corner = splitCorner(grid.header[0].text);
    if (!corner.columns.empty() && isWorkersHeader(parseHeaderName(corner.columns)))
        return layout;
    const HeaderName name = parseHeaderName(grid.header[0].text);
    if (hasSizesAcross(grid))
        return std::nullopt;
    // "node1,node2,node3" may just number the nodes; "threads;1;2;3" are counts.
    const bool isPlural =
        std::all_of(grid.header.begin() + static_cast<std::ptrdiff_t>(layout.labelCount) + 1, grid.header.end(),
                    [](const GridCell& cell) {
                        return std::string_view("0123456789").find(cell.text.front()) != std::string_view::npos &&
                               splitUnit(cell.text).label.ends_with('s');
                    });  // "1 GPU", "2 GPUs"
    if (numbered && !isPlural && !(named == 0 && (areRowsQuantities(grid) || isWorkerCountHeader(name))))
        return std::nullopt;
    return layout;
}

/// The quantity in the cells of a wide table: named in the header or in the rows' labels, else judged by its values.
std::string quantityHeader(Grid& grid, const WideLayout& layout, std::vector<std::string>& warnings)
{
    const std::string first = lowerCase(grid.header[layout.labelCount].text);
    if (!symbolArgument(first).empty())
        return first.front() == 't' ? "time" : first.front() == 's' ? "speedup" : "efficiency";
    for (const std::string_view prefix : quantityPrefixes)
        if (first.starts_with(prefix))
            return std::string(prefix);
    // A unit behind every label, behind every count, or behind the corner's text.
    const auto commonUnit = [](const std::vector<LabelWithUnit>& all) {
        const bool isCommon = std::all_of(all.begin(), all.end(),
                                          [&](const LabelWithUnit& each) { return each.unit == all.front().unit; });
        return isCommon ? all.front().unit : std::string();
    };
    std::vector<LabelWithUnit> labels, counts;
    for (const std::vector<GridCell>& row : grid.rows)
        labels.push_back(splitUnit(row[0].text));
    for (std::size_t i = layout.labelCount; i < grid.header.size(); ++i)
        counts.push_back(splitUnit(grid.header[i].text));
    const bool isBehindLabels = !commonUnit(labels).empty();
    if (const std::string unit = isBehindLabels ? commonUnit(labels) : commonUnit(counts); !unit.empty()) {
        for (std::size_t i = 0; isBehindLabels && i < grid.rows.size(); ++i)
            grid.rows[i][0].text = labels[i].label;
        return parseHeaderName(unit).isRate ? unit : formatMessage("time ({})", unit);
    }
    const HeaderName corner = parseHeaderName(grid.header[0].text);
    if (corner.isRate)
        return "throughput";
    if (corner.unitGiven && corner.dimension == Dimension::Time)
        return formatMessage("time ({})", corner.unit);
    std::size_t rising = 0, fromOne = 0, compared = 0;
    constexpr double clearRise = 1.2;
    for (const std::vector<GridCell>& row : grid.rows) {
        std::vector<double> figures;
        for (std::size_t i = layout.labelCount; i < row.size(); ++i)
            if (const std::optional<double> figure = leadingNumber(row[i].text))
                figures.push_back(*figure);
        if (figures.size() < 2)
            continue;
        ++compared;
        rising += figures.back() > clearRise * figures.front() ? 1 : 0;
        fromOne += figures.front() == 1 ? 1 : 0;
    }
    if (rising > 0 && fromOne > 0)
        return "speedup";
    if (rising == 0 || rising < compared)
        return "time";
    warnings.emplace_back("the figures rise with p, so they were read as rates");
    return "throughput";
}

}  // namespace

bool isWideTable(const Grid& grid)
{
    return findWideLayout(grid).has_value();
}

Grid meltColumns(const Grid& grid, const std::vector<std::size_t>& melted, const std::string& keyHeader,
                 const std::vector<std::string>& keys, const std::string& valueHeader)
{
    Grid tall{.header = {}, .rows = {}, .isTrackerTable = grid.isTrackerTable};
    tall.surroundingText = grid.surroundingText;
    tall.titleColumnHeader = grid.titleColumnHeader;
    const ProblemLocation& where = grid.header[melted.front()].where;
    if (!keyHeader.empty())
        tall.header.push_back({keyHeader, where});
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!isAmong(melted, i))
            tall.header.push_back(grid.header[i]);
    tall.header.push_back({valueHeader, where});
    for (const std::vector<GridCell>& cells : grid.rows)
        for (std::size_t k = 0; k < melted.size(); ++k) {
            const GridCell& value = cells[melted[k]];
            std::vector<GridCell>& row = tall.rows.emplace_back();
            if (!keyHeader.empty())
                row.push_back({keys[k], value.where});
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!isAmong(melted, i))
                    row.push_back(cells[i]);
            row.push_back(value);
        }
    return tall;
}

void transposeWideTable(Grid& grid, std::vector<std::string>& warnings)
{
    std::optional<WideLayout> layout = findWideLayout(grid);
    std::vector<std::string> counts;
    std::vector<std::size_t> columns;
    if (!layout && hasSizesAcross(grid)) {
        for (std::size_t i = 1; i < grid.header.size(); ++i) {
            counts.push_back(grid.header[i].text);
            columns.push_back(i);
        }
        if (!isWorkerCountHeader(parseHeaderName(grid.header[0].text)))
            grid.header[0].text = "p";
        grid = meltColumns(grid, columns, "size", counts, "time");
        warnings.emplace_back("the columns are sizes: p is in the first column");
    }
    if (!layout)
        return;
    if (layout->labelCount == 0) {
        grid.header.insert(grid.header.begin(), {"series", grid.header.front().where});
        for (std::size_t i = 0; i < grid.rows.size(); ++i)
            grid.rows[i].insert(grid.rows[i].begin(), {formatMessage("row {}", i + 1), grid.rows[i].front().where});
        layout->labelCount = 1;
    }
    for (std::size_t i = 0; i < layout->counts.size(); ++i) {
        counts.push_back(std::to_string(layout->counts[i]));
        columns.push_back(layout->labelCount + i);
    }
    grid.header[0].text = splitCorner(grid.header[0].text).rows;
    warnings.emplace_back("the columns are counts of workers: p is in the header");
    if (layout->labelCount > 1 || !areRowsQuantities(grid)) {
        const std::string quantity = quantityHeader(grid, *layout, warnings);
        if (grid.header[0].text.empty())
            grid.header[0].text = "series";
        for (std::vector<GridCell>& row : grid.rows)
            if (isNumber(row[0].text))
                row[0].text.insert(0, "series ");  // a text, which separates ladders
        grid = meltColumns(grid, columns, "p", counts, quantity);
        return;
    }
    Grid transposed{.header = {}, .rows = {}, .isTrackerTable = grid.isTrackerTable};
    transposed.surroundingText = grid.surroundingText;
    transposed.titleColumnHeader = grid.titleColumnHeader;
    transposed.header.push_back({"p", grid.header[1].where});
    for (const std::vector<GridCell>& row : grid.rows)
        transposed.header.push_back(row[0]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::vector<GridCell>& row = transposed.rows.emplace_back();
        row.push_back({counts[i], grid.header[columns[i]].where});
        for (const std::vector<GridCell>& cells : grid.rows)
            row.push_back(cells[columns[i]]);
    }
    grid = std::move(transposed);
}

void unpivotNumberedRuns(Grid& grid, std::vector<std::string>& warnings)
{
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
        if (digits == name.base.size() || !isListed("run_stems", std::string_view(word)) ||
            (!stem.empty() && word != stem) || name.base.substr(digits) != std::to_string(runs.size() + 1))
            continue;
        stem = word;
        unit = name;
        runs.push_back(i);
    }
    constexpr double ratioLimit = 1.5;  // repeats differ by less than this
    const bool repeat = runs.size() > 1 && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const auto& row) {
                            double smallest = 0, largest = 0;
                            for (const std::size_t run : runs) {
                                const double value = leadingNumber(row[run].text).value_or(0);
                                if (value > 0)
                                    smallest = smallest == 0 ? value : std::min(smallest, value);
                                largest = std::max(largest, value);
                            }
                            return largest <= ratioLimit * smallest;
                        });
    if (!repeat)
        return;
    const std::size_t count = runs.size();
    grid = meltColumns(grid, runs, {}, {}, unit.unitGiven ? formatMessage("time ({})", unit.unit) : "time");
    warnings.push_back(formatMessage("{} columns hold repeats of each row", count));
}

}  // namespace scalewright
