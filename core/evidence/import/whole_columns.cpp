#include "core/evidence/import/whole_columns.h"

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

constexpr double largestProduct = 1e9;

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
