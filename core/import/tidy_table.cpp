#include "core/import/tidy_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/quote.h"
#include "core/import/column_names.h"
#include "core/import/ladder_columns.h"
#include "core/import/plain_cells.h"
#include "core/import/programs/run_command.h"
#include "core/quantity/units.h"

namespace scalewright {

namespace {

constexpr double largestProduct = 1e9;

std::optional<double> wholeIn(const GridCell& cell)
{
    const Result<double> value = cell.nested == nullptr ? parseNumber(cell.text) : fail(ErrorCode::Input, {});
    return value && *value >= 1 && *value == std::floor(*value) && *value <= largestProduct ? std::optional(*value)
                                                                                            : std::nullopt;
}

bool holdsWholes(const Grid& grid, std::size_t column)
{
    return !grid.rows.empty() && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        return wholeIn(row[column]).has_value();
    });
}

bool varies(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        return row[column].text != grid.rows.front()[column].text;
    });
}

/// "(us)", "[us]", "us"; empty where it is no unit.
std::string unitIn(std::string_view text)
{
    std::string_view bare = trimmed(text);
    if (bare.size() > 2 && (bare.front() == '(' || bare.front() == '['))
        bare = trimmed(bare.substr(1, bare.size() - 2));
    return !bare.empty() && isHeaderUnit(bare) ? std::string(bare) : std::string();
}

bool saysNoUnit(std::string_view text)
{
    return isMissing(text) || text == "[-]" || text == "(-)" || text == "#" || text == "count" || text == "[]";
}

void takeUnitRow(Grid& grid, std::vector<std::string>& warnings)
{
    if (grid.rows.size() < 2)
        return;
    const std::vector<GridCell>& row = grid.rows.front();
    std::vector<std::string> units;
    bool any = false;
    for (const GridCell& cell : row) {
        units.push_back(cell.nested == nullptr ? unitIn(cell.text) : std::string());
        any = any || !units.back().empty();
        if (units.back().empty() && !saysNoUnit(cell.text))
            return;
    }
    if (!any)
        return;
    grid.units = std::move(units);
    warnings.push_back("the row under the header holds the columns' units");
    grid.rows.erase(grid.rows.begin());
}

/// Whose unit the column tells: "time" for "time_unit", else the column before it, or the only one without a unit.
std::optional<std::size_t> whoseUnit(const Grid& grid, std::size_t column, const std::string& base)
{
    std::string of = base;
    for (const std::string_view word : {"_units", "_unit", "_einheit", "unit_of_", "unit_", "units_", "unite_"})
        if (const std::size_t at = of.find(word); at != std::string::npos && of.size() > word.size()) {
            of.erase(at, word.size());
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (i != column && headerName(grid.header[i].text).base == of)
                    return i;
        }
    const auto isFigures = [&](std::size_t i) {
        return i != column && !headerName(grid.header[i].text).unitGiven &&
               !countsWorkers(headerName(grid.header[i].text)) &&
               std::any_of(grid.rows.begin(), grid.rows.end(),
                           [&](const std::vector<GridCell>& row) { return isNumber(row[i].text); });
    };
    if (of == "time")
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (headerName(grid.header[i].text).base.ends_with("time") && isFigures(i))
                return i;
    if (column > 0 && isFigures(column - 1))
        return column - 1;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string name = headerName(grid.header[i].text).base;
        if ((name == "time" || name == "value" || name == "runtime") && isFigures(i))
            return i;
    }
    return std::nullopt;
}

void takeUnitColumns(Grid& grid, std::vector<std::string>& warnings)
{
    for (std::size_t column = grid.header.size(); column-- > 0;) {
        const std::string base = headerName(grid.header[column].text).base;
        const bool named = base.find("unit") != std::string::npos || base == "einheit" || base == "unidad" ||
                           base == "unita" || base.ends_with("_einheit") || base == "\xE5\x8D\x95\xE4\xBD\x8D";
        const std::optional<std::size_t> of = named ? whoseUnit(grid, column, base) : std::nullopt;
        const bool all = of && !grid.rows.empty() &&
                         std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                             return isMissing(row[column].text) || !unitIn(row[column].text).empty();
                         });
        if (!all)
            continue;
        if (!varies(grid, column)) {
            grid.units.resize(grid.header.size());
            grid.units[*of] = unitIn(grid.rows.front()[column].text);
        } else {
            for (std::vector<GridCell>& row : grid.rows)
                if (const std::string unit = unitIn(row[column].text); !unit.empty() && isNumber(row[*of].text))
                    row[*of].text += " " + headerName(unit).unit;
        }
        warnings.push_back(
            say("column {} tells the unit of {}", inQuotes(grid.header[column].text), inQuotes(grid.header[*of].text)));
        eraseColumn(grid, column);
    }
}

/// Some rows with the same text in one column differ in the other.
bool differWithin(const Grid& grid, std::size_t one, std::size_t other)
{
    std::map<std::string, std::string> first;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const auto [at, isNew] = first.try_emplace(row[one].text, row[other].text);
        return at->second != row[other].text;
    });
}

void addFactors(Grid& grid, const std::vector<std::size_t>& factors, std::vector<std::string>& warnings)
{
    std::string header;
    for (const std::size_t factor : factors)
        header += (header.empty() ? "" : "*") + grid.header[factor].text;
    if (addProduct(grid, header))
        warnings.push_back(say("p is {}: no column holds the product", inQuotes(header)));
}

}  // namespace

std::optional<std::string> withoutRepeatedHeaders(std::string_view text)
{
    std::size_t from = 0;
    std::string_view header;
    while (from < text.size() && header.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
        const std::string_view line = trimmed(text.substr(from, end - from));
        if (!line.empty() && line.front() != '#')
            header = line;
        from = end + 1;
    }
    if (header.find_first_of(",;\t| ") == std::string_view::npos || text.find(header, from) == std::string_view::npos)
        return std::nullopt;
    const auto isTitle = [&](std::string_view line) {
        return !line.empty() && line.front() != '#' && line.find_first_of(",;\t|") == std::string_view::npos &&
               (line.front() < '0' || line.front() > '9') && header.find_first_of(",;\t|") != std::string_view::npos;
    };
    std::string rest(text);
    bool any = false;
    std::size_t before = 0, beforeEnd = 0;  // the line above
    for (std::size_t at = from; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        if (trimmed(text.substr(at, end - at)) == header) {
            any = true;
            std::fill(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.begin() + static_cast<std::ptrdiff_t>(end),
                      ' ');
            if (isTitle(trimmed(text.substr(before, beforeEnd - before))))
                std::fill(rest.begin() + static_cast<std::ptrdiff_t>(before),
                          rest.begin() + static_cast<std::ptrdiff_t>(beforeEnd), ' ');
        }
        if (end > at)
            before = at, beforeEnd = end;
        at = end + 1;
    }
    return any ? std::optional(std::move(rest)) : std::nullopt;
}

/// A number, a date, or an index such as "run1", "np4", "8gpus".
static bool isIndexWord(const std::string& word)
{
    constexpr std::array<std::string_view, 19> months{"jan", "feb", "mar", "apr", "may", "jun", "jul",
                                                      "aug", "sep", "oct", "nov", "dec", "mon", "tue",
                                                      "wed", "thu", "fri", "sat", "sun"};
    constexpr std::array<std::string_view, 42> counted{
        "run",    "runs",    "rep",    "repeat",  "r",     "trial", "try",     "attempt", "seed", "job", "id",
        "part",   "test",    "log",    "out",     "iter",  "p",     "np",      "n",       "nt",   "t",   "x",
        "mpi",    "omp",     "lauf",   "versuch", "v",     "host",  "file",    "table",   "data", "set", "ladder",
        "result", "results", "output", "sample",  "round", "take",  "messung", "machine", "bench"};
    std::string letters, digits;
    for (const char c : word)
        (c >= '0' && c <= '9' ? digits : letters) += c;
    return isAmong(months, std::string_view(word)) || (!digits.empty() && letters.empty()) || digits.size() >= 6 ||
           (!digits.empty() && (isAmong(counted, std::string_view(letters)) || isWorkerWord(letters)));
}

std::vector<std::string> namesApart(const std::vector<std::string>& titles)
{
    std::vector<std::string> keys;
    for (const std::string& title : titles) {
        std::string& key = keys.emplace_back();
        for (const std::string& word : nameWords(lowerCaseOfLetters(title)))
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

bool takeTitles(Grid& grid, std::string_view text)
{
    const std::vector<std::string_view> lines = linesOf(text);
    const int first = grid.header.empty() ? 0 : grid.header.front().where.line;
    if (first < 1 || static_cast<std::size_t>(first) > lines.size())
        return false;
    const std::string_view header = trimmed(lines[static_cast<std::size_t>(first) - 1]);
    const bool parted = header.find_first_of(",;\t|") != std::string_view::npos;
    std::vector<int> headers;
    std::vector<std::string> titles;
    std::string_view above;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (line == header) {
            const bool isComment = above.starts_with('#');
            const bool isTitle =
                isComment || (!above.empty() && parted && !(above.front() >= '0' && above.front() <= '9') &&
                              above.find_first_of(",;\t|") == std::string_view::npos);
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
    const std::vector<std::string> names = namesApart(titles);
    if (names.empty())
        return false;
    grid.apart = findHeader(grid, "title") ? "title above" : "title";
    grid.header.push_back({grid.apart, grid.header.front().where});
    if (!grid.units.empty())
        grid.units.resize(grid.header.size());
    for (std::vector<GridCell>& row : grid.rows) {
        const auto below = std::upper_bound(headers.begin(), headers.end(), row.front().where.line);
        const auto block = static_cast<std::size_t>(std::max<std::ptrdiff_t>(below - headers.begin(), 1)) - 1;
        row.push_back({names[block], row.front().where});
    }
    return true;
}

void tidyScan(Grid& grid, std::vector<std::string>& warnings)
{
    const bool isCsv = findHeader(grid, "command") && findHeader(grid, "mean") && findHeader(grid, "stddev") &&
                       findHeader(grid, "user");
    const auto meanOf = [&]() -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (grid.header[i].text == "mean" || grid.header[i].text.starts_with("Mean ["))
                return i;
        return std::nullopt;
    };
    if (!isCsv && !(findHeader(grid, "Command") && meanOf() && findHeader(grid, "Relative")))
        return;
    for (std::size_t i = grid.header.size(); i-- > 0;) {
        constexpr std::array<std::string_view, 7> aside{"stddev", "median", "user", "system", "min", "max", "relative"};
        const std::string base = lowerCase(grid.header[i].text.substr(0, grid.header[i].text.find(" [")));
        if (isAmong(aside, base))
            eraseColumn(grid, i);
    }
    grid.units.resize(grid.header.size());
    const std::size_t mean = *meanOf();
    if (isCsv) {
        grid.header[mean].text = "time";
        grid.units[mean] = "s";
    } else {
        grid.header[mean].text.replace(0, std::string_view("Mean").size(), "time");
    }
    const auto mayBeP = [](std::string_view name) { return name.find("Param") < 2 || namesWorkers(name); };
    std::vector<std::size_t> parameters;
    constexpr std::string_view prefix = "parameter_";
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (grid.header[i].text.starts_with(prefix)) {
            grid.header[i].text.erase(0, prefix.size());
            parameters.push_back(i);
        } else if (grid.header[i].text == "Param" || grid.header[i].text == "`Param`") {
            parameters.push_back(i);
        }
    if (parameters.size() == 1 && holdsWholes(grid, parameters.front()) && mayBeP(grid.header[parameters.front()].text))
        grid.header[parameters.front()].text = "p";
    if (!parameters.empty())
        eraseColumn(grid, *findHeader(grid, "command"));
    warnings.emplace_back("a scan by hyperfine: its mean times were read");
}

void takeCommands(Grid& grid, std::vector<std::string>& warnings)
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
                    [](const GridCell& cell) { return countsWorkers(headerName(cell.text)); }))
        return;
    std::vector<std::string> commands;
    for (const std::vector<GridCell>& row : grid.rows) {
        std::string command = row[*column].text;
        std::erase(command, '`');
        commands.push_back(std::move(command));
    }
    const WorkersOfCommands workers = workersOfCommands(commands);
    if (!workers.unnamed.empty()) {
        grid.header.push_back({unnamedNumber, grid.header[*column].where});
        if (!grid.units.empty())
            grid.units.resize(grid.header.size());
        for (std::size_t i = 0; i < grid.rows.size(); ++i)
            grid.rows[i].push_back({workers.unnamed[i], grid.rows[i][*column].where});
    }
    if (workers.counts.empty())
        return;
    grid.header[*column].text = "p";
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        grid.rows[i][*column].text = std::to_string(workers.counts[i]);
    warnings.push_back(workers.because);
}

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

void takeUnitsBeside(Grid& grid, std::vector<std::string>& warnings)
{
    makePlain(grid, warnings);
    turnWide(grid, warnings);
    meltSpeedups(grid, warnings);
    takeNumberedRuns(grid, warnings);
    tidyScan(grid, warnings);
    takeCommands(grid, warnings);
    takeUnitRow(grid, warnings);
    takeUnitColumns(grid, warnings);
}

std::optional<std::size_t> addProduct(Grid& grid, std::string_view header)
{
    std::vector<std::size_t> factors;
    for (const std::string_view name : fieldsIn(header, '*')) {
        const std::optional<std::size_t> factor = findHeader(grid, trimmed(name));
        if (!factor || !holdsWholes(grid, *factor))
            return std::nullopt;
        factors.push_back(*factor);
    }
    if (factors.size() < 2)
        return std::nullopt;
    grid.header.push_back({std::string(header), grid.header[factors.front()].where});
    if (!grid.units.empty())
        grid.units.resize(grid.header.size());
    for (std::vector<GridCell>& row : grid.rows) {
        double product = 1;
        for (const std::size_t factor : factors)
            product *= *wholeIn(row[factor]);
        row.push_back({fmt::format("{:.0f}", std::min(product, largestProduct)), row[factors.front()].where});
    }
    return grid.header.size() - 1;
}

void multiplyFactors(Grid& grid, std::vector<std::string>& warnings)
{
    const std::size_t columns = grid.header.size();
    std::vector<std::string> bases;
    for (const GridCell& cell : grid.header)
        bases.push_back(headerName(cell.text).base);
    const auto column = [&](std::string_view base) -> std::optional<std::size_t> {
        const auto at = std::find(bases.begin(), bases.end(), base);
        const auto i = static_cast<std::size_t>(at - bases.begin());
        return at != bases.end() && holdsWholes(grid, i) ? std::optional(i) : std::nullopt;
    };
    /// Whether a column is that product already, or counts all workers in another way.
    const auto isCounted = [&](const std::vector<std::size_t>& factors) {
        for (std::size_t i = 0; i < columns; ++i) {
            if (std::find(factors.begin(), factors.end(), i) != factors.end() || !holdsWholes(grid, i))
                continue;
            if (std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                    double product = 1;
                    for (const std::size_t factor : factors)
                        product *= *wholeIn(row[factor]);
                    return *wholeIn(row[i]) == product;
                }))
                return true;
        }
        return false;
    };
    constexpr std::array<std::array<std::string_view, 3>, 8> grids{{{"p", "q", ""},
                                                                    {"px", "py", "pz"},
                                                                    {"px", "py", ""},
                                                                    {"npx", "npy", "npz"},
                                                                    {"npx", "npy", ""},
                                                                    {"nprocx", "nprocy", "nprocz"},
                                                                    {"nprocx", "nprocy", ""},
                                                                    {"prow", "pcol", ""}}};
    for (const auto& names : grids) {
        std::vector<std::size_t> factors;
        bool whole = true;
        for (const std::string_view name : names)
            if (!name.empty()) {
                const std::optional<std::size_t> at = column(name);
                whole = whole && at;
                factors.push_back(at.value_or(0));
            }
        if (!whole || (names[0] == "p" && grid.header[factors[0]].text == "p"))  // the contract's own name
            continue;
        if (!isCounted(factors))
            addFactors(grid, factors, warnings);
        return;
    }
    // Processes of several threads each: where both vary, and the rows of one count of processes differ in the other.
    const auto isCountOf = [&](std::size_t i, std::initializer_list<std::string_view> words) {
        return countsWorkers(headerName(grid.header[i].text)) && holdsWholes(grid, i) && varies(grid, i) &&
               std::any_of(words.begin(), words.end(),
                           [&](std::string_view word) { return bases[i].find(word) != std::string::npos; });
    };
    for (std::size_t threads = 0; threads < columns; ++threads)
        for (std::size_t processes = 0; processes < columns; ++processes)
            if (processes != threads && isCountOf(threads, {"thread", "omp"}) &&
                isCountOf(processes, {"proc", "rank", "mpi", "task"}) &&
                bases[processes].find("thread") == std::string::npos && !isCounted({processes, threads}) &&
                differWithin(grid, processes, threads)) {
                addFactors(grid, {processes, threads}, warnings);
                return;
            }
    for (std::size_t each = 0; each < columns; ++each) {  // "ranks_per_node", "ppn": of a node
        const std::string& base = bases[each];
        const std::size_t per = base.find("_per_");
        const std::string of = base == "ppn" || base == "tpn" || base == "rpn" ? "node"
                               : per != std::string::npos                      ? base.substr(per + 5)
                                                                               : std::string();
        const bool counts = base == "ppn" || base == "tpn" || base == "rpn" ||
                            (per != std::string::npos &&
                             isWorkerWord(base.substr(0, per).substr(base.substr(0, per).find_last_of('_') + 1)));
        if (of.empty() || !isWorkerWord(of) || !counts || !holdsWholes(grid, each) || !varies(grid, each))
            continue;
        for (std::size_t whole = 0; whole < columns; ++whole)
            if (whole != each && countsWorkers(headerName(grid.header[whole].text)) && holdsWholes(grid, whole) &&
                bases[whole].find(of) != std::string::npos) {
                if (!isCounted({whole, each}))
                    addFactors(grid, {whole, each}, warnings);
                return;
            }
    }
}

}  // namespace scalewright
