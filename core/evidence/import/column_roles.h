// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which column has which role. Every pair of a column and a role is a hypothesis, scored by the evidence of the
// column's name, its unit and its values; the best one wins if it leads by a margin, otherwise the user is asked.
// Internal to core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Assigns the roles that the user did not map. Returns the questions: roles for which no column leads by the margin.
[[nodiscard]] Error assignBestColumns(ColumnAssignment& columns, const Grid& grid, std::vector<HeaderName>& names);

/// Reports that several columns fit one role, with the option for each.
[[nodiscard]] Problem ambiguousColumnProblem(const LadderRole& role, const Grid& grid,
                                             const std::vector<std::size_t>& candidates,
                                             const ColumnAssignment& columns);

}  // namespace scalewright
