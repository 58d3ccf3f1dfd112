// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which column has which role. Every pair of a column and a role is a hypothesis, scored by the evidence of the
// column's name, its unit and its values. The assignment of all roles with the best total score wins; the user is asked
// about a role for which another column would give nearly the same total. Internal to core/evidence/import.
#pragma once

#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Assigns the roles that the user did not map. Returns the questions: roles for which no column leads by the margin.
[[nodiscard]] Error assignBestColumns(ColumnAssignment& columns, const Grid& grid, std::vector<HeaderName>& names);

}  // namespace scalewright
