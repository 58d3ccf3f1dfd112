// Finds the columns that separate the ladders of a table, and checks that rows of one p are repeats of the same run.
// Internal to core/evidence/import.
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

/// Rows of one ladder, and their common texts in the split columns.
struct LadderGroup {
    std::vector<std::string> splitTexts;
    std::vector<std::size_t> rowIndices;
};

/// Whether a row has a cell for its run time, readable or not.
[[nodiscard]] bool hasTimeCell(const std::vector<GridCell>& row, const ColumnAssignment& columns);

/// Text columns at any position that split the rows into ladders with more than one p; not remarks, dates, or notes to
/// the right of the figures. `joined`: columns that the user asked to read as one ("--where model=*").
[[nodiscard]] std::vector<std::size_t> findSplitColumns(const Grid& grid, const ColumnAssignment& columns,
                                                        const std::set<std::size_t>& joined,
                                                        std::vector<std::string>& warnings);

/// Names from the texts that distinguish each ladder: a column counts if it varies among ladders with the same first
/// text.
[[nodiscard]] std::vector<std::string> ladderNames(const std::vector<LadderGroup>& groups);

/// Rows of one p that differ in a setting are read as repeats, with a warning. If their times differ by a factor of two
/// they are not repeats, and the error asks which are meant. (Runs of one thing differ by percents, sizes by their
/// ratio.)
[[nodiscard]] Result<void> checkForMixedRuns(const Grid& grid, const ColumnAssignment& columns,
                                             const std::vector<std::size_t>& grouping,
                                             const std::set<std::size_t>& joined,
                                             const std::vector<std::optional<double>>& timeOfRow,
                                             std::vector<std::string>& warnings);

}  // namespace scalewright
