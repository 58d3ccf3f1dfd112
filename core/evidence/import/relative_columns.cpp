#include "core/evidence/import/relative_columns.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_columns.h"

namespace scalewright {

namespace {

/// "125e-2": read alike whatever the points and commas of the table mean.
std::string withoutPoint(double value)
{
    std::string text = roundTrip(value);
    const std::size_t point = text.find('.');
    if (point == std::string::npos || text.find_first_of("eE") != std::string::npos)
        return text;
    const std::size_t decimals = text.size() - point - 1;
    return text.erase(point, 1) + "e-" + std::to_string(decimals);
}

/// Where speedups or efficiencies are all that is given: a column of throughputs relative to the first row. False where
/// there are none.
bool takeSpeedups(Grid& grid, std::size_t workers, std::vector<std::string>& warnings)
{
    const std::vector<std::string>& names = columnNames().speedup;
    const std::vector<std::string>& efficiencies = columnNames().efficiency;
    std::optional<std::size_t> speedup, efficiency;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::string base = headerName(grid.header[i].text).base;
        if (base.ends_with("_x"))
            base.resize(base.size() - 2);
        const bool isShort = lowerCase(grid.header[i].text) == "s";
        if (i != workers && !speedup && (isAmong(names, base) || isShort))
            speedup = i;
        else if (i != workers && !efficiency && isAmong(efficiencies, base))
            efficiency = i;
    }
    if (!speedup && !efficiency)
        return false;
    std::vector<std::optional<double>> values;
    bool isPercent = false;
    double first = 0, firstP = 0;
    const auto saysNoFigure = [](const std::string& text) { return isMissing(text) || isWord(text); };
    for (const std::vector<GridCell>& row : grid.rows) {
        std::string text = row[speedup ? *speedup : *efficiency].text;
        if (saysNoFigure(text)) {  // a run that failed
            values.emplace_back();
            continue;
        }
        const bool percent = text.ends_with('%');
        while (!text.empty() && (text.back() == '%' || text.back() == 'x' || text.back() == ' '))
            text.pop_back();
        if (text.ends_with("\xC3\x97"))
            text.resize(text.size() - 2);
        std::replace(text.begin(), text.end(), ',', '.');
        const Result<double> value = parseNumber(text);
        const std::optional<double> p = wholeIn(row[workers]);
        if (!value || *value <= 0 || !p)
            return false;
        isPercent = isPercent || percent || (!speedup && *value > 3);  // an efficiency of 300 % is none
        values.emplace_back(speedup ? *value : *value * *p);
        if (firstP == 0 || *p < firstP)
            firstP = *p, first = *values.back();
    }
    if (firstP == 0)
        return false;
    const double scale = !speedup && isPercent ? 100 : 1;
    grid.header.push_back({"throughput", grid.header[speedup ? *speedup : *efficiency].where});
    if (!grid.units.empty())
        grid.units.resize(grid.header.size());
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        const GridCell& told = grid.rows[i][speedup ? *speedup : *efficiency];
        GridCell cell{values[i] ? roundTrip(*values[i] / scale) : told.text, told.where};
        grid.rows[i].push_back(std::move(cell));
    }
    if (firstP > 1 && first / scale != 1) {  // of what it is the speedup
        std::vector<GridCell> row = grid.rows.front();
        row[workers].text = "1";
        row.back().text = "1";
        grid.rows.insert(grid.rows.begin(), std::move(row));
    }
    warnings.push_back(say("only {} is given: times are relative to the first row",
                           inQuotes(grid.header[speedup ? *speedup : *efficiency].text)));
    return true;
}

}  // namespace

void takePercents(Grid& grid)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::size_t percents = 0;
        const bool all = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            const std::string_view text = trimmed(row[i].text);
            const bool is = text.ends_with('%') && isNumber(trimmed(text.substr(0, text.size() - 1)));
            percents += is ? 1 : 0;
            return is || isMissing(text);
        });
        if (all && percents > 0 && grid.header[i].text.find('%') == std::string::npos)
            grid.header[i].text += " %";
    }
}

bool takeShares(Grid& grid, const Columns& columns, std::vector<std::string>& said)
{
    if (!columns[LadderColumn::Time])
        return false;
    const std::size_t before = grid.header.size();
    for (const LadderRole& role : ladderRoles) {
        const std::vector<std::string>& names = columnNames().roles.at(role.column);
        for (std::size_t i = 0; role.says == LadderSays::Part && !columns[role.column] && i < before; ++i) {
            HeaderName name = headerName(grid.header[i].text);
            for (const std::string_view end : {"_pct", "_percent"})
                if (name.base.ends_with(end))
                    name.base.resize(name.base.size() - end.size());
            if (!name.isShare || columns.taken(i) || (name.base != role.name && !isAmong(names, name.base)))
                continue;
            grid.header.push_back({say("{}_s", std::string(role.name)), grid.header[i].where});
            if (!grid.units.empty())
                grid.units.resize(grid.header.size());
            for (std::vector<GridCell>& row : grid.rows) {
                std::string text = row[i].text;
                std::erase(text, '%');
                std::replace(text.begin(), text.end(), ',', '.');
                const Result<double> share = parseNumber(trimmed(text));
                const std::optional<double> time =
                    readingOf(row[*columns[LadderColumn::Time]].text, columns.how(LadderColumn::Time));
                const bool fits = share && time && *share >= 0 && *share <= 100;
                row.push_back({fits ? withoutPoint(*time * *share / 100) : std::string(), row[i].where});
            }
            said.push_back(say("{} is a share of the time", inQuotes(grid.header[i].text)));
            break;
        }
    }
    return grid.header.size() > before;
}

bool takeRelativeTimes(Grid& grid, const LadderFileOptions& options, std::vector<std::string>& said)
{
    if (options.columns.contains(LadderColumn::Time) || options.columns.contains(LadderColumn::Throughput))
        return false;
    Grid asked = grid;
    asked.header.push_back({"time", asked.header.front().where});  // so that the workers alone can be lacking
    if (!asked.units.empty())
        asked.units.resize(asked.header.size());
    for (std::vector<GridCell>& row : asked.rows)
        row.push_back({"1", row.front().where});
    const Result<Columns> columns = columnsOf(asked, options);
    return columns && takeSpeedups(grid, columns->p(), said);
}

void warnOfOtherBase(const Grid& grid, const Columns& columns, LadderFile& file)
{
    std::optional<std::size_t> own;
    for (std::size_t i = 0; i < grid.header.size() && !own; ++i)
        if (isAmong(columnNames().speedup, headerName(grid.header[i].text).base))
            own = i;
    if (!own || columns.taken(*own) || file.ladders.size() != 1)
        return;
    constexpr double apart = 1.1;
    std::optional<double> p, speedup;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::string_view text = row[*own].text;
        const Result<double> workers = parseNumber(row[columns.p()].text),
                             value = parseNumber(text.substr(0, text.find_last_of("0123456789") + 1));
        if (workers && value && *workers > 1 && (!p || *workers < *p))
            p = *workers, speedup = *value;
        else if (workers && *workers <= 1)
            return;
    }
    if (p && *speedup != 1 && (*speedup > apart * *p || *p > apart * *speedup))
        file.warnings.push_back(say("{} is {} at p = {}, over a run that is not here: from here on p = {} counts as {}",
                                    inQuotes(grid.header[*own].text), significant(*speedup, 3), significant(*p, 6),
                                    significant(*p, 6), significant(*p, 6)));
}

}  // namespace scalewright
