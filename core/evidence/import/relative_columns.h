// Columns with values derived from times: shares of the time, speedups. Internal to core/evidence/import.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"

namespace scalewright {

/// Marks columns whose cells contain the percent sign ("12 %") as shares, as if the header did.
void markPercentColumns(Grid& grid);

/// Converts shares of the time ("comm %") to parts if no column holds that part. Returns whether there are any.
bool convertShares(Grid& grid, const ColumnAssignment& columns, std::vector<std::string>& warnings);

/// Converts speedups to throughputs if no column holds a time. Returns whether there are any.
bool convertSpeedups(Grid& grid, const LadderFileOptions& options, std::vector<std::string>& warnings);

/// Warns in `file` if the speedups are relative to a run outside the table: their first value does not match the
/// smallest p.
void warnOfMissingBase(const Grid& grid, const ColumnAssignment& columns, LadderFile& file);

}  // namespace scalewright
