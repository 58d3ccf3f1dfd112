// Checks the chosen columns against their values: overlapping parts, times without a unit. Internal to
// core/evidence/import.
#pragma once

#include <optional>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Drops parts that were not requested and that sum to more than the time: they run at the same time. If the time is a
/// guess as well and a single part exceeds it, either of the two may be wrong, and nothing is dropped.
void dropOverlappingParts(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options);

/// Warns if only some of the times have a unit: the others are read in seconds, which is unlikely to be meant if the
/// rest are in milliseconds.
void warnAboutMissingUnits(ColumnAssignment& columns);

/// Times without a unit that would be years in seconds have another unit. Returns a question, or only warns if the
/// reader offers the units. Also warns from a month if the name is a guess, from a quarter of a year for any name.
[[nodiscard]] std::optional<Problem> checkTimesWithoutUnit(ColumnAssignment& columns, const Grid& grid);

/// Applies a unit from the line above the table to times without one: "### Time (ms)", "# times in milliseconds".
void applyUnitAboveTable(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options);

}  // namespace scalewright
