// SPDX-License-Identifier: GPL-3.0-or-later
// Selects columns for roles that are not mapped explicitly, first by name and then by value. Internal to
// core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// True for names that also have other meanings: columns with clearer names are preferred.
[[nodiscard]] bool isAmbiguousName(std::string_view name);

/// The candidates that hold processes and threads per process: "np" and "threads".
struct HybridColumns {
    std::size_t processes = 0, threads = 0;
};
[[nodiscard]] std::optional<HybridColumns> findHybridColumns(const Grid& grid,
                                                             const std::vector<std::size_t>& candidates);

/// The columns whose names are common for the role, clearest first.
[[nodiscard]] std::vector<std::size_t> findCandidateColumns(const LadderRole& role, const ColumnAssignment& columns,
                                                            const Grid& grid, const std::vector<HeaderName>& names);

/// Narrows the candidates by their values and sets `reason` if that decides. Drops constant columns if another one
/// varies, keeps only the first of identical columns, and drops ambiguous names and a tracker's own clock if there is a
/// better candidate. Warns about dropped columns.
[[nodiscard]] std::vector<std::size_t> narrowByValues(const LadderRole& role, std::vector<std::size_t> candidates,
                                                      const Grid& grid, const std::vector<HeaderName>& names,
                                                      ColumnAssignment& columns, std::string& reason);

}  // namespace scalewright
