// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the columns that separate the ladders in a table, and checks that rows with the same p are repeats of the same
// run. Internal to core/evidence/import.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Whether a column says where a run was executed, and on what type of machine. `base`: HeaderName::base.
[[nodiscard]] bool isHostHeader(std::string_view base);
[[nodiscard]] bool isMachineHeader(std::string_view base);

/// Whether a row has a cell for its run time, even an unreadable one.
[[nodiscard]] bool hasTimeCell(const std::vector<GridCell>& row, const ColumnAssignment& columns);

/// Text columns at any position that split the rows into ladders with more than one p; remarks, dates, and notes to the
/// right of the figures are excluded. `joined`: columns that the user asked to read as one ladder ("--where model=*").
[[nodiscard]] std::vector<std::size_t> findSplitColumns(const Grid& grid, const ColumnAssignment& columns,
                                                        const std::set<std::size_t>& joined,
                                                        std::vector<std::string>& warnings);

/// Builds a name for each ladder from its texts in the split columns that distinguish it: a column is used if it varies among ladders with the same
/// first text.
[[nodiscard]] std::vector<std::string> ladderNames(const std::vector<std::vector<std::string>>& splitTexts);

/// Rows with the same p but different settings are read as repeats, with a warning. If their times differ by more than
/// a factor of two, they cannot be repeats, and the error asks which rows to use. (Repeats differ by a few percent;
/// different problem sizes differ by the ratio of the sizes.)
[[nodiscard]] Result<void> checkForMixedRuns(const Grid& grid, const ColumnAssignment& columns,
                                             const std::vector<std::size_t>& grouping,
                                             const std::set<std::size_t>& joined,
                                             const std::vector<std::optional<double>>& timeOfRow, LadderFile& file);

}  // namespace scalewright
