// Columns of whole numbers, and a count of workers that stands in several of them. Internal to core/evidence/import.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// 1 to 1e9; nullopt of any other text.
[[nodiscard]] std::optional<double> wholeIn(const GridCell& cell);
/// Of every row; false without rows.
[[nodiscard]] bool holdsWholes(const Grid& grid, std::size_t column);
/// Some row has another text than the first. Precondition: column < the width of the rows.
[[nodiscard]] bool varies(const Grid& grid, std::size_t column);

/// A count of workers that stands in its factors alone is multiplied: "P" and "Q", "px" and "py", "nodes" and
/// "ranks_per_node" where that changes. The new column's header is "nodes*ranks_per_node".
void multiplyFactors(Grid& grid, std::vector<std::string>& warnings);

/// Puts a column in that is the product of those that `header` names with '*' between them; where it stands. nullopt
/// where a factor is no column of whole numbers.
[[nodiscard]] std::optional<std::size_t> addProduct(Grid& grid, std::string_view header);

}  // namespace scalewright
