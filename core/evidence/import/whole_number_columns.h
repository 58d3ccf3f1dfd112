// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of integers, and worker counts given as factors in several columns. Internal to core/evidence/import.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// An integer from 1 to 1e9; nullopt for any other text.
[[nodiscard]] std::optional<double> parseWholeNumber(const GridCell& cell);
/// True if every row contains one; false if there are no rows.
[[nodiscard]] bool isWholeNumberColumn(const Grid& grid, std::size_t column);
/// True if some row has a different text from the first. Precondition: column < the width of the rows.
[[nodiscard]] bool isVaryingColumn(const Grid& grid, std::size_t column);

/// Multiplies worker counts that are given only as factors: "P" and "Q", "px" and "py", or "nodes" and "ranks_per_node"
/// if the latter varies. The header of the new column is then "nodes*ranks_per_node".
void multiplyWorkerFactors(Grid& grid, std::vector<std::string>& warnings);

/// Inserts a column with the product of the columns named in `header`, separated by '*', and returns its index. nullopt
/// if a factor is not a column of integers.
[[nodiscard]] std::optional<std::size_t> addProductOfColumns(Grid& grid, std::string_view header);

/// Adds a column of communication that sums the columns named after collectives, unless there is one.
void addCollectives(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
