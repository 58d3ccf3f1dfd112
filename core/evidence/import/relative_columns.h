// Columns that hold no time but what follows from one: shares of it, speedups. Internal to core/evidence/import.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"

namespace scalewright {

/// A column whose cells say it themselves ("12 %") is one of shares, as if its header said so.
void takePercents(Grid& grid);

/// Shares of the time ("comm %") as parts of it, where no column holds that part. Whether there are any.
bool takeShares(Grid& grid, const Columns& columns, std::vector<std::string>& said);

/// Speedups as throughputs, where no column holds a time. Whether there are any.
bool takeRelativeTimes(Grid& grid, const LadderFileOptions& options, std::vector<std::string>& said);

/// A column of speedups whose first is not the smallest p: they are over a run that is not here, and `file` says so.
void warnOfOtherBase(const Grid& grid, const Columns& columns, LadderFile& file);

}  // namespace scalewright
