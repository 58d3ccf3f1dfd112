// Tables that hold several runs in a row: a column for each count of workers, or for each repeat. Internal to core/evidence/import.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Whether a table's header counts workers: "threads,1,2,4", "size \ processes | 1 | 2".
[[nodiscard]] bool isWide(const Grid& grid);
/// Such a table is turned: p becomes a column.
void turnWide(Grid& grid, std::vector<std::string>& warnings);

/// Columns that number the runs of a row ("time_1", "time_2", "run 3") become a row each.
void takeNumberedRuns(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
