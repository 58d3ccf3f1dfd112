// Normalizes a table from the layout of its program or author, before its columns are assigned to roles.
#pragma once

#include <vector>

#include <string>
#include "core/evidence/import/grid.h"

namespace scalewright {

/// Replaces repeated headers in `text`, and titles directly above them, with blanks, so that the tables form one. All
/// line numbers are kept. nullopt if no header is repeated.
[[nodiscard]] std::optional<std::string> withoutRepeatedHeaders(std::string_view text);

/// A name for each title or file name that identifies what ran: "A100", "H100". Empty if they differ only in numbers,
/// as those of repeats ("run1", "run2") and of p ("np4") do.
[[nodiscard]] std::vector<std::string> distinguishingNames(const std::vector<std::string>& titles);

/// If the header occurs again under other titles, adds a column with the title above each header. `text` is the source
/// of the grid, line by line. Returns whether the column was added.
[[nodiscard]] bool addTitleColumn(Grid& grid, std::string_view text);

/// Removes repeated headers. A row of units under the header, and columns of units, become units of their columns
/// (Grid::units), or are appended to each figure if they differ from row to row.
void normalizeTable(Grid& grid, std::vector<std::string>& warnings);

/// A table of a scan by hyperfine (--export-csv, --export-markdown): the mean becomes the time, and parameters lose
/// their prefix.
void tidyHyperfineScan(Grid& grid, std::vector<std::string>& warnings);

/// For a column of commands, if no other column counts workers: p is the number in which they differ, or the number of
/// workers that each starts.
void addWorkersFromCommands(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
