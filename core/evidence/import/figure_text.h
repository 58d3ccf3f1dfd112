// What a cell of a ladder's table says, and what its commas mean. Internal to core/evidence/import, but for readingOf
 // (ladder_file.h).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"

namespace scalewright {

struct CellFigure {
    double value = 0;           ///< in the base unit of the column's role
    bool hasSpread = false;     ///< "8,910 ± 120": the 120 is not in it
    bool isMinutes = false;     ///< "0:42"
    bool isOnlyM = false;       ///< "38m"
    bool isThousandsPoint = false;  ///< "4.412" was read as 4412
};

/// Precondition: not missing. Error (Input): no number or amount; a comma that may be either where the column does not
/// tell (how.commas); one that contradicts the column.
[[nodiscard]] Result<CellFigure> figureIn(std::string_view cell, const MappedColumn& how);

/// What the commas of each column mean: by the option, by numbers of the column and the file that can be read in one
/// way only, else by what leaves its figures in order over p. AsFound where nothing of this decides.
/// "1 000" and "1_000" workers are 1000 in a column whose name counts workers; so is "1.000" where commas are decimal
/// ones. What was read so is said.
void takeDigitGroups(Grid& grid, Commas option, std::vector<std::string>& said);

void decideCommas(const Grid& grid, Columns& columns, Commas option);

/// A rate whose point may part thousands, where nothing of the table decides: "17.066" beside "27.420". nullopt where
/// there is none.
[[nodiscard]] std::optional<UnclearMark> unclearPoint(const Grid& grid);

/// A column each of whose figures says its unit ("02:13:40", "38 min") needs none from its header.
void takeUnitsOfCells(const Grid& grid, Columns& columns);

}  // namespace scalewright
