// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/relative_columns.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"

namespace scalewright {

namespace {

/// "125e-2": cannot be misread, whatever points and commas mean in the table.
std::string withIntegerMantissa(double value)
{
    std::string text = roundTripText(value);
    const std::size_t point = text.find('.');
    if (point == std::string::npos || text.find_first_of("eE") != std::string::npos)
        return text;
    const std::size_t decimals = text.size() - point - 1;
    return text.erase(point, 1) + "e-" + std::to_string(decimals);
}

/// Whether a column of ratios, not 1 in the first row, is the quotient of two other columns in all rows but one, which
/// may be inverted: the speedup of one program over another, not over p.
bool isQuotientOfColumns(const Grid& grid, std::size_t ratio)
{
    constexpr double tolerance = 0.02;
    const auto number = [&](std::size_t row, std::size_t column) {
        return leadingNumber(grid.rows[row][column].text).value_or(0);
    };
    if (grid.rows.size() < 2 || std::abs(number(0, ratio) - 1) < tolerance)
        return false;
    for (std::size_t a = 0; a < grid.header.size(); ++a)
        for (std::size_t b = 0; b < grid.header.size(); ++b) {
            std::size_t equal = 0;
            for (std::size_t row = 0; row < grid.rows.size() && a != b && a != ratio && b != ratio; ++row)
                equal +=
                    number(row, b) > 0 && std::abs(number(row, a) / number(row, b) / number(row, ratio) - 1) < tolerance
                        ? 1
                        : 0;
            if (equal > 1 && equal + 1 >= grid.rows.size())
                return true;
        }
    return false;
}

/// If only speedups or efficiencies are given, adds a column of throughputs relative to the first row. Returns false if
/// there are none.
bool addRelativeThroughputs(Grid& grid, std::size_t workers, std::vector<std::string>& warnings)
{
    std::optional<std::size_t> speedup, efficiency;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::string base = parseHeaderName(grid.header[i].text).base;
        if (base.ends_with("_x"))
            base.resize(base.size() - 2);
        const bool isShort = lowerCase(grid.header[i].text) == "s";
        if (i != workers && !speedup && (isListed("speedup", base) || isShort))
            speedup = i;
        else if (i != workers && !efficiency && isListed("efficiency", base))
            efficiency = i;
    }
    if ((!speedup && !efficiency) || (speedup && isQuotientOfColumns(grid, *speedup)))
        return false;
    std::vector<std::optional<double>> values;
    bool isPercent = false;
    double first = 0, firstP = 0;
    const auto isNoFigure = [](const std::string& text) { return isMissing(text) || isWord(text); };
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::string& text = row[speedup ? *speedup : *efficiency].text;
        if (isNoFigure(text)) {  // a failed run
            values.emplace_back();
            continue;
        }
        const bool percent = text.ends_with('%');
        const std::optional<double> value = leadingNumber(text);
        const std::optional<double> p = parseWholeNumber(row[workers]);
        if (!value || *value <= 0 || !p)
            return false;
        isPercent = isPercent || percent || (!speedup && *value > 3);  // an efficiency of 300 % or more is impossible
        values.emplace_back(speedup ? *value : *value * *p);
        if (firstP == 0 || *p < firstP)
            firstP = *p, first = *values.back();
    }
    if (firstP == 0)
        return false;
    const double scale = !speedup && isPercent ? 100 : 1;
    const std::size_t source = speedup ? *speedup : *efficiency;
    addColumn(grid, "throughput", source,
              [&](std::size_t i) { return values[i] ? roundTripText(*values[i] / scale) : grid.rows[i][source].text; });
    if (firstP > 1 && first / scale != 1) {  // the speedup's base
        std::vector<GridCell> row = grid.rows.front();
        row[workers].text = "1";
        row.back().text = "1";
        grid.rows.insert(grid.rows.begin(), std::move(row));
    }
    warnings.push_back(
        formatMessage("only {} is given: times are relative to the first row", inQuotes(grid.header[source].text)));
    return true;
}

}  // namespace

void markPercentColumns(Grid& grid)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::size_t percents = 0;
        const bool all = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            const std::string_view text = trimmed(row[i].text);
            const bool isPercentCell = text.ends_with('%') && isNumber(trimmed(text.substr(0, text.size() - 1)));
            percents += isPercentCell ? 1 : 0;
            return isPercentCell || isMissing(text);
        });
        if (all && percents > 0 && grid.header[i].text.find('%') == std::string::npos)
            grid.header[i].text += " %";
    }
}

bool convertShares(Grid& grid, const ColumnAssignment& columns, std::vector<std::string>& warnings)
{
    if (!columns[LadderColumn::Time])
        return false;
    const std::size_t before = grid.header.size();
    for (const LadderRole& role : ladderRoles) {
        for (std::size_t i = 0; role.kind == LadderColumnKind::TimePart && !columns[role.column] && i < before; ++i) {
            HeaderName name = parseHeaderName(grid.header[i].text);
            for (const std::string_view end : {"_pct", "_percent"})
                if (name.base.ends_with(end))
                    name.base.resize(name.base.size() - end.size());
            if (!name.isPercentage || columns.isAssigned(i) || !isNameOfRole(role.column, name.base))
                continue;
            addColumn(grid, formatMessage("{}_s", std::string(role.name)), i, [&](std::size_t row) {
                const std::optional<double> share = leadingNumber(grid.rows[row][i].text);
                const std::optional<double> time =
                    cellValue(grid.rows[row][*columns[LadderColumn::Time]].text, columns.mapping(LadderColumn::Time));
                const bool fits = share && time && *share >= 0 && *share <= 100;
                return fits ? withIntegerMantissa(*time * *share / 100) : std::string();
            });
            warnings.push_back(formatMessage("{} is a share of the time", inQuotes(grid.header[i].text)));
            break;
        }
    }
    return grid.header.size() > before;
}

bool convertSpeedups(Grid& grid, const LadderFileOptions& options, std::vector<std::string>& warnings)
{
    if (options.columns.contains(LadderColumn::Time) || options.columns.contains(LadderColumn::Throughput))
        return false;
    Grid extended = grid;
    // This way, only the worker column can be missing.
    addColumn(extended, "time", 0, [](std::size_t) { return "1"; });
    const Result<ColumnAssignment> columns = assignColumns(extended, options);
    return columns && addRelativeThroughputs(grid, columns->workersColumn(), warnings);
}

void warnOfMissingBase(const Grid& grid, const ColumnAssignment& columns, LadderFile& file)
{
    std::optional<std::size_t> speedupColumn;
    for (std::size_t i = 0; i < grid.header.size() && !speedupColumn; ++i)
        if (isListed("speedup", parseHeaderName(grid.header[i].text).base))
            speedupColumn = i;
    if (!speedupColumn || columns.isAssigned(*speedupColumn) || file.ladders.size() != 1)
        return;
    constexpr double ratioLimit = 1.1;
    std::optional<double> p, speedup;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> workers = parseNumber(row[columns.workersColumn()].text);
        const std::optional<double> value = leadingNumber(row[*speedupColumn].text);
        if (workers && value && *workers > 1 && (!p || *workers < *p))
            p = *workers, speedup = *value;
        else if (workers && *workers <= 1)
            return;
    }
    constexpr double clearRatio = 1.25;
    if (p && *speedup != 1 && (*speedup > clearRatio * *p || *p > clearRatio * *speedup))
        file.decisions.push_back(
            formatMessage("its own speedup at p = {} is {}", significantText(*p, 6), significantText(*speedup, 3)));
    if (p && *speedup != 1 && (*speedup > ratioLimit * *p || *p > ratioLimit * *speedup))
        file.warnings.push_back(
            formatMessage("{} is {} at p = {}, relative to a run that is not in this table: here p = {} counts as {}",
                          inQuotes(grid.header[*speedupColumn].text), significantText(*speedup, 3),
                          significantText(*p, 6), significantText(*p, 6), significantText(*p, 6)));
}

}  // namespace scalewright
