// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with several runs per row: one column per worker count, or per repeat. Internal to core/evidence/import.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// One row for each row and melted column: the column's key (none if `keyHeader` is empty), the other cells, and the
/// column's cell under `valueHeader`.
[[nodiscard]] Grid meltColumns(const Grid& grid, const std::vector<std::size_t>& melted, const std::string& keyHeader,
                               const std::vector<std::string>& keys, const std::string& valueHeader);

/// Whether the table's header contains worker counts: "threads,1,2,4", "size \ processes | 1 | 2".
[[nodiscard]] bool isWideTable(const Grid& grid);
/// Transposes such a table so that p becomes a column.
void transposeWideTable(Grid& grid, std::vector<std::string>& warnings);

/// Splits columns that number the runs in a row ("time_1", "time_2", "run 3") into one row per run.
void unpivotNumberedRuns(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
