// What `ladder run` answers: how many runs succeeded, and which p is fastest.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/runs/ladder_run.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct LadderRunsQuestion {
    const LadderRunReport& report;
    std::string file;  ///< where the rows are; empty: nowhere
    std::vector<std::string> warnings{};  ///< those that were not told while it ran
};

/// The table has a p a row.
[[nodiscard]] Answer ladderRunsAnswer(const LadderRunsQuestion& question);

}  // namespace scalewright
