// What the values say against the columns that were chosen: parts that overlap, times in a unit that nobody said.
// Internal to core/evidence/import.
#pragma once

#include <optional>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Parts that nobody asked for and that are more than the time beside them run at once: they are no parts of it. Where
/// the time is a guess as well, a part that is longer than it shows that one of the two is something else.
void dropOverlapping(Columns& columns, const Grid& grid, const LadderFileOptions& options);

/// Times of which some say their unit and some do not: the bare ones are seconds, which is hardly meant beside
/// milliseconds.
void warnOfBareUnits(Columns& columns);

/// Times without a unit that would be years in seconds are in another unit: asked, or warned of where the reader offers
/// the units. A month is warned of where the name is a guess, a quarter of a year of any name.
[[nodiscard]] std::optional<Problem> tooLongForSeconds(Columns& columns, const Grid& grid);

/// Times whose unit no header says, where the line above the table does: "### Time (ms)", "# times in milliseconds".
void takeUnitAbove(Columns& columns, const Grid& grid, const LadderFileOptions& options);

}  // namespace scalewright
