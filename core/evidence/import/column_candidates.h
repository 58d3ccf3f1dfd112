// Selects the columns for a role that is not mapped explicitly, by their names and then by their values. Internal to
// core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// True for names that also mean other things: columns with a clearer name are preferred.
[[nodiscard]] bool isAmbiguousName(std::string_view name);

/// The columns of processes and of threads per process among the candidates: "np" and "threads".
struct HybridColumns {
    std::size_t processes = 0, threads = 0;
};
[[nodiscard]] std::optional<HybridColumns> findHybridColumns(const Grid& grid,
                                                             const std::vector<std::size_t>& candidates);

/// The columns whose names are common for the role, the clearest first.
[[nodiscard]] std::vector<std::size_t> findCandidateColumns(const LadderRole& role, const ColumnAssignment& columns,
                                                            const Grid& grid, const std::vector<HeaderName>& names);

/// Narrows the candidates by their values and sets `reason` if this decides. Constant columns are dropped if another
/// varies, of equal columns the first is kept, ambiguous names and a tracker's own clock are dropped if there is a
/// better candidate. Warns about dropped columns.
[[nodiscard]] std::vector<std::size_t> narrowByValues(const LadderRole& role, std::vector<std::size_t> candidates,
                                                      const Grid& grid, const std::vector<HeaderName>& names,
                                                      ColumnAssignment& columns, std::string& reason);

}  // namespace scalewright
