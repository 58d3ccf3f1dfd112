// SPDX-License-Identifier: GPL-3.0-or-later
// How runs ended, according to columns such as "status", "exit code" or "success". A failed run may also have a time,
// namely until it failed; it is not a point on a ladder.
//
//     const RunOutcomes ended = findRunOutcomes(grid, {});
//     ended.outcomeOfRow[3];   // Outcome::Failed if row 3 has "OOM" in column "status"
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

enum class Outcome {
    Unknown,
    Succeeded,
    Failed,
    Unfinished,  ///< running, or not started
};

/// The outcome stated by a status cell: "COMPLETED", "OUT_OF_MEMORY", "exit 137", "not ok".
[[nodiscard]] Outcome outcomeOfText(std::string_view text);

struct RunOutcomes {
    std::vector<Outcome> outcomeOfRow;  ///< for each row, the worst outcome in its columns
    std::vector<std::size_t> statusColumnOfRow;  ///< for each row, the column that states its outcome
    std::set<std::size_t> outcomeColumns;  ///< columns that state how each run ended in every row, or are empty
};

/// `otherColumns`: columns that the user mapped to something else.
[[nodiscard]] RunOutcomes findRunOutcomes(const Grid& grid, const std::set<std::size_t>& otherColumns);

}  // namespace scalewright
