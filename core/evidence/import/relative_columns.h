// SPDX-License-Identifier: GPL-3.0-or-later
// Columns whose values are derived from times: percentages of the time, speedups. Internal to core/evidence/import.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"

namespace scalewright {

/// Marks columns whose cells contain a percent sign ("12 %") as percentages, as if their header said so.
void markPercentColumns(Grid& grid);

/// Converts percentages of the time ("comm %") to parts, unless a column already holds that part. Returns whether there
/// were any.
bool convertShares(Grid& grid, const ColumnAssignment& columns, std::vector<std::string>& warnings);

/// Converts speedups to throughputs if no column holds times. Returns whether there were any.
bool convertSpeedups(Grid& grid, const LadderFileOptions& options, std::vector<std::string>& warnings);

/// Adds a warning to `file` if the speedups are relative to a run outside the table, that is, if the first one does not
/// match the smallest p.
void warnOfMissingBase(const Grid& grid, const ColumnAssignment& columns, LadderFile& file);

}  // namespace scalewright
