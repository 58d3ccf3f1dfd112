// How runs ended, where a column says so: "status", "exit code", "success". A run that failed may have a time too, that
// of its first seconds: it is no point of a ladder.
//
//     const RunOutcomes ended = runOutcomes(grid, {});
//     ended.ofRow[3];   // Outcome::Failed where row 3 says "OOM" in column "status"
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

enum class Outcome {
    Unknown,
    Good,
    Failed,
    Unfinished,  ///< running, or still to come
};

/// What a cell of a column of states says: "COMPLETED", "OUT_OF_MEMORY", "exit 137", "not ok".
[[nodiscard]] Outcome outcomeIn(std::string_view text);

struct RunOutcomes {
    std::vector<Outcome> ofRow;  ///< of every row: the worst of its columns
    std::vector<std::size_t> toldBy;  ///< of every row: the column that says so
    std::set<std::size_t> columns;  ///< that say of every row how it ended, or nothing
};

/// `asFigures`: columns that a person says are something else.
[[nodiscard]] RunOutcomes runOutcomes(const Grid& grid, const std::set<std::size_t>& asFigures);

}  // namespace scalewright
