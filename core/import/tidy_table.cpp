#include "core/import/tidy_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quote.h"
#include "core/import/ladder_columns.h"
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

void tidyScan(Grid& grid, std::vector<std::string>& warnings)
{
    for (const char* const own : {"command", "mean", "stddev", "median", "user", "system", "min", "max"})
        if (!findHeader(grid, own))
            return;
    for (const char* const aside : {"stddev", "median", "user", "system", "min", "max"})
        eraseColumn(grid, *findHeader(grid, aside));
    grid.units.resize(grid.header.size());
    const std::size_t mean = *findHeader(grid, "mean");
    grid.header[mean].text = "time";
    grid.units[mean] = "s";
    std::vector<std::size_t> parameters;
    constexpr std::string_view prefix = "parameter_";
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (grid.header[i].text.starts_with(prefix)) {
            grid.header[i].text.erase(0, prefix.size());
            parameters.push_back(i);
        }
    if (parameters.size() == 1 && holdsWholes(grid, parameters.front()))
        grid.header[parameters.front()].text = "p";
    if (!parameters.empty())
        eraseColumn(grid, *findHeader(grid, "command"));
    warnings.emplace_back("a scan by hyperfine: its mean times were read");
}

void takeUnitsBeside(Grid& grid, std::vector<std::string>& warnings)
{
    tidyScan(grid, warnings);
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
