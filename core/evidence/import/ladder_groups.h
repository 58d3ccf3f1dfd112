// What tells the ladders of one table apart, and whether rows of one p are repeats of one thing. Internal to core/evidence/import.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Rows of one ladder, and the texts of the grouping columns that they share.
struct LadderGroup {
    std::vector<std::string> key;
    std::vector<std::size_t> rows;
};

/// Whether a row says how long its run took, whatever that cell holds.
[[nodiscard]] bool hasFigure(const std::vector<GridCell>& row, const Columns& columns);

/// Text columns that split the rows into ladders of more than one p, wherever they stand; remarks and dates do not, nor
/// notes from the right of the figures. `joined`: columns that the reader was told to read as one ("--where model=*").
[[nodiscard]] std::vector<std::size_t> groupingColumns(const Grid& grid, const Columns& columns,
                                                       const std::set<std::size_t>& joined,
                                                       std::vector<std::string>& warnings);

/// The texts that tell a ladder from the others: a column counts where it varies among those with the same first text.
[[nodiscard]] std::vector<std::string> namesOfLadders(const std::vector<LadderGroup>& groups);

/// Rows of one p that differ in a setting are taken for repeats and that is said; where their times are as far apart as
/// a factor of two they are not: which of them is meant is asked. (Runs of one thing differ by per cents, sizes by
/// their ratio.)
[[nodiscard]] Result<void> questionMixtures(const Grid& grid, const Columns& columns,
                                            const std::vector<std::size_t>& grouping,
                                            const std::set<std::size_t>& joined,
                                            const std::vector<std::optional<double>>& timeOfRow,
                                            std::vector<std::string>& warnings);

}  // namespace scalewright
