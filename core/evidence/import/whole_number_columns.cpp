// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/whole_number_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr double maximumProduct = 1e9;

/// True if some rows with the same text in one column differ in the other.
bool variesWithin(const Grid& grid, std::size_t one, std::size_t other)
{
    std::map<std::string, std::string> first;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const auto [at, isNew] = first.try_emplace(row[one].text, row[other].text);
        return at->second != row[other].text;
    });
}

double productOf(const std::vector<GridCell>& row, const std::vector<std::size_t>& factors)
{
    double product = 1;
    for (const std::size_t factor : factors)
        product *= *parseWholeNumber(row[factor]);
    return product;
}

/// Whether a column already holds the product, or some other count of all workers.
bool isProductKnown(const Grid& grid, const std::vector<std::size_t>& factors)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!isAmong(factors, i) && isWholeNumberColumn(grid, i) &&
            std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                return *parseWholeNumber(row[i]) == productOf(row, factors);
            }))
            return true;
    return false;
}

/// Columns that multiply to the number of workers: the sides of a process grid, processes and the threads of each, or
/// nodes and the workers of each. Empty without such columns.
std::vector<std::size_t> findWorkerFactors(const Grid& grid)
{
    const std::vector<HeaderName> names = parseHeaderNames(grid);
    const auto mentions = [&](std::size_t i, std::string_view list) { return mentionsListed(names[i].base, list); };
    const auto counts = [&](std::size_t i) { return isWorkerCountHeader(names[i]) && isWholeNumberColumn(grid, i); };
    for (const std::string& axes : wordList("process_grids")) {
        std::vector<std::size_t> factors;
        for (const std::string_view axis : splitWords(axes))
            for (std::size_t i = 0; i < names.size(); ++i)
                if (names[i].base == axis && grid.header[i].text != "p" && isWholeNumberColumn(grid, i))
                    factors.push_back(i);
        if (factors.size() == splitWords(axes).size())
            return factors;
    }
    for (std::size_t threads = 0; threads < names.size(); ++threads)
        for (std::size_t processes = 0; processes < names.size(); ++processes)
            if (mentions(threads, "thread_words") && mentions(processes, "process_words") &&
                !mentions(processes, "thread_words") && counts(threads) && counts(processes) &&
                isVaryingColumn(grid, threads) && isVaryingColumn(grid, processes) &&
                variesWithin(grid, processes, threads))
                return {processes, threads};
    for (std::size_t each = 0; each < names.size(); ++each) {  // "ranks_per_node", "ppn"
        const std::string& base = names[each].base;
        const std::size_t per = base.find("_per_");
        const bool isShort = isListed("counts_per_node", base);
        const std::string counted = base.substr(0, per);
        const std::string host = isShort ? "node" : per != std::string::npos ? base.substr(per + 5) : std::string();
        if (!isWorkerWord(host) || !(isShort || isWorkerWord(counted.substr(counted.find_last_of('_') + 1))) ||
            !isWholeNumberColumn(grid, each) || !isVaryingColumn(grid, each))
            continue;
        for (std::size_t hosts = 0; hosts < names.size(); ++hosts)
            if (hosts != each && counts(hosts) && names[hosts].base.find(host) != std::string::npos)
                return {hosts, each};
    }
    return {};
}

}  // namespace

std::optional<double> parseWholeNumber(const GridCell& cell)
{
    const Result<double> value = cell.nested == nullptr ? parseNumber(cell.text) : fail(ErrorCode::Input, {});
    return value && *value >= 1 && *value == std::floor(*value) && *value <= maximumProduct ? std::optional(*value)
                                                                                            : std::nullopt;
}

bool isWholeNumberColumn(const Grid& grid, std::size_t column)
{
    return !grid.rows.empty() && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        return parseWholeNumber(row[column]).has_value();
    });
}

bool isVaryingColumn(const Grid& grid, std::size_t column)
{
    return anyText(grid, column, [&](const std::string& text) { return text != grid.rows.front()[column].text; });
}

std::optional<std::size_t> addProductOfColumns(Grid& grid, std::string_view header)
{
    std::vector<std::size_t> factors;
    for (const std::string_view name : splitFields(header, '*')) {
        const std::optional<std::size_t> factor = findHeader(grid, trimmed(name));
        if (!factor || !isWholeNumberColumn(grid, *factor))
            return std::nullopt;
        factors.push_back(*factor);
    }
    if (factors.size() < 2)
        return std::nullopt;
    addColumn(grid, std::string(header), factors.front(), [&](std::size_t row) {
        return fmt::format("{:.0f}", std::min(productOf(grid.rows[row], factors), maximumProduct));
    });
    return grid.header.size() - 1;
}

void multiplyWorkerFactors(Grid& grid, std::vector<std::string>& warnings)
{
    const std::vector<std::size_t> factors = findWorkerFactors(grid);
    if (factors.empty() || isProductKnown(grid, factors))
        return;
    std::string header;
    for (const std::size_t factor : factors)
        header += (header.empty() ? "" : "*") + grid.header[factor].text;
    if (addProductOfColumns(grid, header))
        warnings.push_back(formatMessage("p is {}: no column holds the product", inQuotes(header)));
}

void addCollectives(Grid& grid, std::vector<std::string>& warnings)
{
    const std::vector<HeaderName> names = parseHeaderNames(grid);
    std::vector<std::size_t> collectives;
    std::vector<std::string> headers;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (isListed("collectives", names[i].base) &&
            names[i].unit == names[collectives.empty() ? i : collectives[0]].unit &&
            everyText(grid, i, [](const std::string& text) { return parseNumber(text).has_value(); })) {
            collectives.push_back(i);
            headers.push_back(grid.header[i].text);
        }
    if (collectives.empty() || findHeader(grid, "comm"))
        return;
    const std::string unit = names[collectives[0]].unit;
    addColumn(grid, unit.empty() ? "comm" : fmt::format("comm ({})", unit), collectives[0], [&](std::size_t row) {
        double sum = 0;
        for (const std::size_t each : collectives)
            sum += parseNumber(grid.rows[row][each].text).value_or(0);
        return fmt::format("{}", sum);
    });
    warnings.push_back(formatMessage("communication is the sum of {}", shortQuotedList(headers)));
}

}  // namespace scalewright
