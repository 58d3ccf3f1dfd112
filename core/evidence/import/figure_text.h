// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the numbers in a ladder table's cells, and their commas. Internal to core/evidence/import, except
 // cellValue (ladder_file.h).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_file.h"

namespace scalewright {

struct CellFigure {
    double value = 0;           ///< in the base unit of the role
    bool hasUncertainty = false;     ///< "8,910 ± 120": the 120 is ignored
    bool isMinutesAndSeconds = false;     ///< "0:42"
    bool isBareM = false;       ///< "38m"
    bool hasThousandsPoint = false;  ///< "4.412" was read as 4412
};

/// Precondition: not missing. Error (Input): not a number or amount; an ambiguous comma that the column does not
/// resolve (mapping.commas); a comma that contradicts the rest of the column.
[[nodiscard]] Result<CellFigure> parseFigure(std::string_view cell, const MappedColumn& mapping);

/// Decides how the commas in each column are read: by the option, by unambiguous numbers in the column and the file,
/// else by the reading that puts the values in order over p. CommaReading::Inferred if none of these decides. "1 000"
/// and "1_000" workers are 1000 in a column of worker counts, as is "1.000" in a file with decimal commas. Such
/// readings are added to `notes`.
void removeDigitGroups(Grid& grid, CommaReading option, std::vector<std::string>& notes);

void resolveCommas(const Grid& grid, ColumnAssignment& columns, CommaReading option);

/// A rate whose point may separate thousands, if the table does not settle it: "17.066" next to "27.420". nullopt if
/// there is none.
[[nodiscard]] std::optional<AmbiguousNumber> findAmbiguousPoint(const Grid& grid);

/// A column in which every value has a unit ("02:13:40", "38 min") needs no unit in its header.
void detectUnitsInCells(const Grid& grid, ColumnAssignment& columns);

}  // namespace scalewright
