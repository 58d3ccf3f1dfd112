#include "core/evidence/import/wide_table.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/plain_cells.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_columns.h"

namespace scalewright {

namespace {

/// What may stand before the count: "efficiency_core4".
constexpr std::array<std::string_view, 5> wideRoles{"efficiency", "speedup", "throughput", "runtime", "time"};

/// "core4", "4 threads", "p=4", "4": the count of workers that a header is; 0 where it is none.
long countInHeader(std::string_view header)
{
    std::string small = lowerCase(header);
    for (const std::string_view role : wideRoles)
        if (small.starts_with(role))
            small.erase(0, role.size());
    const std::size_t from = small.find_first_of("0123456789");
    if (from == std::string::npos)
        return 0;
    const std::size_t end = std::min(small.find_first_not_of("0123456789", from), small.size());
    std::string word;
    for (std::size_t i = 0; i < small.size(); ++i)
        if ((i < from || i >= end) && small[i] >= 'a' && small[i] <= 'z')
            word += small[i];
        else if ((i < from || i >= end) && std::string_view(" _-=:()").find(small[i]) == std::string_view::npos)
            return 0;
    const bool says = word.empty() || word == "p" || word == "np" || isWorkerWord(word);
    const Result<long> count =
        says ? parseCount(small.substr(from, end - from), 1, 1L << 24) : fail(ErrorCode::Input, {});
    return count ? *count : 0;
}

/// The corner of a matrix, "size \\ processes": what its rows are, and what its columns are.
struct Corner {
    std::string rows, columns;
};

Corner cornerOf(std::string_view text)
{
    const std::size_t at = text.find('\\');
    if (at == std::string_view::npos)
        return {std::string(text), {}};
    return {std::string(trimmed(text.substr(0, at))), std::string(trimmed(text.substr(at + 1)))};
}

/// Rows are quantities ("time", "speedup"), or series of one of them.
bool rowsAreQuantities(const Grid& grid)
{
    const std::vector<std::string>& times = columnNames().roles.at(LadderColumn::Time);
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const HeaderName name = headerName(row[0].text);
        return name.unitGiven || name.isRate || name.base == "time" || name.base == "speedup" ||
               name.base == "throughput" || name.base == "efficiency" || isAmong(times, name.base);
    });
}

/// The counts of workers that the header holds behind its first column; empty where it is no such table.
std::vector<long> countsOfHeader(const Grid& grid)
{
    std::vector<long> counts;
    for (std::size_t i = 1; i < grid.header.size(); ++i)
        counts.push_back(countInHeader(grid.header[i].text));
    constexpr std::size_t fewest = 3;
    if (counts.size() < fewest || grid.rows.empty() || counts.front() == 0 ||
        !std::is_sorted(counts.begin(), counts.end(), std::less_equal<>()) || countInHeader(grid.header[0].text) != 0)
        return {};
    const Corner corner = cornerOf(grid.header[0].text);
    if (!corner.columns.empty() && namesWorkers(headerName(corner.columns)))
        return counts;
    const HeaderName name = headerName(grid.header[0].text);
    if ((name.base == "p" || countsWorkers(name)) && holdsWholes(grid, 0))
        return {};  // "p,1000,2000,4000": sizes
    // "node1,node2,node3" may number them; "threads;1;2;3" counts.
    const bool numbered = counts.front() == 1 && counts.back() == static_cast<long>(counts.size());
    const bool bare = grid.header[1].text.find_first_not_of("0123456789") == std::string::npos;
    if (numbered && !(bare && (rowsAreQuantities(grid) || countsWorkers(name))))
        return {};
    return counts;
}

}  // namespace

bool isWide(const Grid& grid)
{
    return !countsOfHeader(grid).empty();
}

void turnWide(Grid& grid, std::vector<std::string>& warnings)
{
    const std::vector<long> counts = countsOfHeader(grid);
    if (counts.empty())
        return;
    const std::size_t columns = grid.header.size();
    const bool quantities = rowsAreQuantities(grid);
    grid.header[0].text = cornerOf(grid.header[0].text).rows;
    Grid turned{.header = {}, .rows = {}, .ofRuns = grid.ofRuns};
    turned.around = grid.around;
    turned.apart = grid.apart;
    turned.header.push_back({"p", grid.header[1].where});
    if (quantities) {
        for (const std::vector<GridCell>& row : grid.rows)
            turned.header.push_back(row[0]);
        for (std::size_t i = 1; i < columns; ++i) {
            std::vector<GridCell>& row = turned.rows.emplace_back();
            row.push_back({std::to_string(counts[i - 1]), grid.header[i].where});
            for (const std::vector<GridCell>& cells : grid.rows)
                row.push_back(cells[i]);
        }
    } else {
        const auto first = [&](std::size_t column) { return parseNumber(grid.rows.front()[column].text).value_or(0); };
        const bool rises = first(columns - 1) > first(1) && first(1) == 1;
        turned.header.push_back(grid.header[0].text.empty() ? GridCell{"series", grid.header[0].where}
                                                            : grid.header[0]);
        std::string role = rises ? "speedup" : "time";
        for (const std::string_view named : wideRoles)
            if (lowerCase(grid.header[1].text).starts_with(named))
                role = named;
        turned.header.push_back({role, grid.header[1].where});
        for (const std::vector<GridCell>& cells : grid.rows)
            for (std::size_t i = 1; i < columns; ++i)
                turned.rows.push_back({{std::to_string(counts[i - 1]), cells[i].where},
                                       {"series " + cells[0].text, cells[0].where},
                                       cells[i]});
    }
    warnings.emplace_back("the columns are counts of workers: p is in the header");
    grid = std::move(turned);
}

void takeNumberedRuns(Grid& grid, std::vector<std::string>& warnings)
{
    constexpr std::array<std::string_view, 12> stems{"run",         "time", "trial", "rep",    "repeat", "repetition",
                                                     "measurement", "lauf", "essai", "prueba", "prova",  "runtime"};
    std::vector<std::size_t> runs;
    std::string stem;
    HeaderName unit;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = headerName(grid.header[i].text);
        const std::size_t digits = name.base.find_last_not_of("0123456789") + 1;
        std::string word = name.base.substr(0, digits);
        while (word.ends_with('_'))
            word.pop_back();
        if (word == "time" && digits == name.base.size())
            return;  // a time of its own
        if (digits == name.base.size() || !isAmong(stems, std::string_view(word)) || (!stem.empty() && word != stem) ||
            name.base.substr(digits) != std::to_string(runs.size() + 1))
            continue;
        stem = word;
        unit = name;
        runs.push_back(i);
    }
    constexpr double apart = 1.5;  // what differs by more is no repeat
    const bool repeat = runs.size() > 1 && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const auto& row) {
                            double least = 0, most = 0;
                            for (const std::size_t run : runs) {
                                std::string text = row[run].text;
                                std::replace(text.begin(), text.end(), ',', '.');
                                const Result<double> value = parseNumber(text);
                                if (value && *value > 0) {
                                    least = least == 0 ? *value : std::min(least, *value);
                                    most = std::max(most, *value);
                                }
                            }
                            return most <= apart * least;
                        });
    if (!repeat)
        return;
    Grid turned{.header = {}, .rows = {}, .ofRuns = grid.ofRuns};
    turned.around = grid.around;
    turned.apart = grid.apart;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!isAmong(runs, i))
            turned.header.push_back(grid.header[i]);
    turned.header.push_back({unit.unitGiven ? "time (" + unit.unit + ")" : "time", grid.header[runs.front()].where});
    for (const std::vector<GridCell>& cells : grid.rows)
        for (const std::size_t run : runs) {
            std::vector<GridCell>& row = turned.rows.emplace_back();
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!isAmong(runs, i))
                    row.push_back(cells[i]);
            row.push_back(cells[run]);
        }
    warnings.push_back(say("{} columns hold repeats of each row", runs.size()));
    grid = std::move(turned);
}

}  // namespace scalewright
