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

void addProductColumn(Grid& grid, const std::vector<std::size_t>& factors, std::vector<std::string>& warnings)
{
    std::string header;
    for (const std::size_t factor : factors)
        header += (header.empty() ? "" : "*") + grid.header[factor].text;
    if (addProductOfColumns(grid, header))
        warnings.push_back(formatMessage("p is {}: no column holds the product", inQuotes(header)));
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
        double product = 1;
        for (const std::size_t factor : factors)
            product *= *parseWholeNumber(grid.rows[row][factor]);
        return fmt::format("{:.0f}", std::min(product, maximumProduct));
    });
    return grid.header.size() - 1;
}

void multiplyWorkerFactors(Grid& grid, std::vector<std::string>& warnings)
{
    const std::size_t columns = grid.header.size();
    std::vector<std::string> bases;
    for (const GridCell& cell : grid.header)
        bases.push_back(parseHeaderName(cell.text).base);
    const auto column = [&](std::string_view base) -> std::optional<std::size_t> {
        const auto at = std::find(bases.begin(), bases.end(), base);
        const auto i = static_cast<std::size_t>(at - bases.begin());
        return at != bases.end() && isWholeNumberColumn(grid, i) ? std::optional(i) : std::nullopt;
    };
    /// Whether a column already contains that product, or some other count of all workers.
    const auto isProductKnown = [&](const std::vector<std::size_t>& factors) {
        for (std::size_t i = 0; i < columns; ++i) {
            if (std::find(factors.begin(), factors.end(), i) != factors.end() || !isWholeNumberColumn(grid, i))
                continue;
            if (std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                    double product = 1;
                    for (const std::size_t factor : factors)
                        product *= *parseWholeNumber(row[factor]);
                    return *parseWholeNumber(row[i]) == product;
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
        // "p" is the contract's own column name.
        if (!whole || (names[0] == "p" && grid.header[factors[0]].text == "p"))
            continue;
        if (!isProductKnown(factors))
            addProductColumn(grid, factors, warnings);
        return;
    }
    // Processes with several threads each, if both numbers vary and rows with the same number of processes differ in
    // threads.
    const auto isVaryingCountOf = [&](std::size_t i, std::initializer_list<std::string_view> words) {
        return isWorkerCountHeader(parseHeaderName(grid.header[i].text)) && isWholeNumberColumn(grid, i) &&
               isVaryingColumn(grid, i) && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                   return bases[i].find(word) != std::string::npos;
               });
    };
    for (std::size_t threads = 0; threads < columns; ++threads)
        for (std::size_t processes = 0; processes < columns; ++processes)
            if (processes != threads && isVaryingCountOf(threads, {"thread", "omp"}) &&
                isVaryingCountOf(processes, {"proc", "rank", "mpi", "task"}) &&
                bases[processes].find("thread") == std::string::npos && !isProductKnown({processes, threads}) &&
                variesWithin(grid, processes, threads)) {
                addProductColumn(grid, {processes, threads}, warnings);
                return;
            }
    for (std::size_t each = 0; each < columns; ++each) {  // "ranks_per_node", "ppn": per node
        const std::string& base = bases[each];
        const std::size_t per = base.find("_per_");
        const std::string unitWord = base == "ppn" || base == "tpn" || base == "rpn" ? "node"
                                     : per != std::string::npos                      ? base.substr(per + 5)
                                                                                     : std::string();
        const bool isWorkerCount =
            base == "ppn" || base == "tpn" || base == "rpn" ||
            (per != std::string::npos &&
             isWorkerWord(base.substr(0, per).substr(base.substr(0, per).find_last_of('_') + 1)));
        if (unitWord.empty() || !isWorkerWord(unitWord) || !isWorkerCount || !isWholeNumberColumn(grid, each) ||
            !isVaryingColumn(grid, each))
            continue;
        for (std::size_t whole = 0; whole < columns; ++whole)
            if (whole != each && isWorkerCountHeader(parseHeaderName(grid.header[whole].text)) &&
                isWholeNumberColumn(grid, whole) && bases[whole].find(unitWord) != std::string::npos) {
                if (!isProductKnown({whole, each}))
                    addProductColumn(grid, {whole, each}, warnings);
                return;
            }
    }
}

}  // namespace scalewright
