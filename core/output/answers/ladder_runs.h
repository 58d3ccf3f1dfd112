// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `ladder run`: how many runs succeeded, and which p is fastest.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/runs/ladder_run.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct LadderRunsQuestion {
    const LadderRunReport& report;
    std::string file;  ///< where the rows are stored; empty if they are not stored
    std::vector<std::string> warnings{};  ///< warnings that were not printed during the run
};

/// The table has one row per p.
[[nodiscard]] Answer ladderRunsAnswer(const LadderRunsQuestion& question);

}  // namespace scalewright
