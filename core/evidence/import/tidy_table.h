// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizes the layout that a program or author gave a table, before its columns are assigned to roles.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Replaces repeated headers in `text`, and titles directly above them, with blank lines, so that the tables become
/// one. All line numbers stay the same. nullopt if no header is repeated.
[[nodiscard]] std::optional<std::string> withoutRepeatedHeaders(std::string_view text);

/// For each title or file name, a name that identifies what ran: "A100", "H100". Empty if they differ only in numbers,
/// such as those of repeats ("run1", "run2") or of p ("np4").
[[nodiscard]] std::vector<std::string> distinguishingNames(const std::vector<std::string>& titles);

/// If the header is repeated under other titles, adds a column with the title above each header. `text` is the source
/// of the grid, line by line. Returns whether the column was added.
[[nodiscard]] bool addTitleColumn(Grid& grid, std::string_view text);
/// The same for tables whose headers are in these lines and whose names are known.
void addTitleColumn(Grid& grid, const std::vector<int>& headerLines, const std::vector<std::string>& names);

/// If blank lines or comments separate blocks of rows that repeat whole numbers, such as p, and no column tells the blocks
/// apart, adds one with the comment above each block, or with its line. Returns whether the column was added.
[[nodiscard]] bool addBlockColumn(Grid& grid, std::string_view text);

/// Removes repeated headers. A row of units under the header, and columns of units, become the units of their columns
/// (Grid::units), or are appended to each number if they differ between rows.
void normalizeTable(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
