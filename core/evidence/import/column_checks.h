// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the chosen columns against their values: overlapping parts, times without units. Internal to
// core/evidence/import.
#pragma once

#include <optional>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Drops parts that were not requested and that sum to more than the time, because they overlap. If the time is also a
/// guess and a single part exceeds it, either one may be wrong, and nothing is dropped.
void dropOverlappingParts(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options);

/// Warns if only some of the times have a unit: the others are read as seconds, which is probably wrong if the rest are
/// in milliseconds.
void warnAboutMissingUnits(ColumnAssignment& columns);

/// Times without a unit that would be years if read as seconds must have another unit. Returns a question, or only
/// warns if the reader offers the units. Also warns from one month if the name is a guess, and from a quarter of a year
/// for any name.
[[nodiscard]] std::optional<Problem> checkTimesWithoutUnit(ColumnAssignment& columns, const Grid& grid);

/// Sets the unit of an energy column without one. Tries the unit of the program that writes such a column, then joules,
/// and takes the one that gives the workers a possible power. If neither does, returns a question, or leaves the energy out if the reader offers the
/// units.
[[nodiscard]] std::optional<Problem> checkEnergyUnit(ColumnAssignment& columns, const Grid& grid,
                                                     const std::vector<HeaderName>& names);

/// Applies the unit in the line above the table to times without one: "### Time (ms)", "# times in milliseconds".
void applyUnitAboveTable(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options);

}  // namespace scalewright
