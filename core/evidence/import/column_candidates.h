// Which columns may play a role where nobody says it, by their names and then by their values. Internal to core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"

namespace scalewright {

/// Names that other things have too: one that is said better goes before them.
[[nodiscard]] bool isVague(std::string_view name);

/// Of candidates, the threads of each and what has them: "np" and "threads".
struct Hybrid {
    std::size_t of = 0, threads = 0;
};
[[nodiscard]] std::optional<Hybrid> hybridAmong(const Grid& grid, const std::vector<std::size_t>& candidates);

/// The columns whose names people use for the role, those that say it best first.
[[nodiscard]] std::vector<std::size_t> candidatesFor(const LadderRole& role, const Columns& columns, const Grid& grid,
                                                     const std::vector<HeaderName>& names);

/// Those that the values leave, and `because` where they decide: the constant ones go where another varies, of equal
/// ones the first stays, a vague name and a tracker's own clock go where a better one is. What went is said.
[[nodiscard]] std::vector<std::size_t> decidedByValues(const LadderRole& role, std::vector<std::size_t> candidates,
                                                       const Grid& grid, const std::vector<HeaderName>& names,
                                                       Columns& columns, std::string& because);

}  // namespace scalewright
