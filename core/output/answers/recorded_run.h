// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `timeline import`: where each rank's time went, which rank the others wait for, and what changed.
#pragma once

#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/run.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct RecordedRunQuestion {
    const TraceRun& run;
    const RunComparison* comparison = nullptr;  ///< comparison with another run; null unless requested
    const Replay* unchangedReplay = nullptr;    ///< may be null
    const Replay* whatIfReplay = nullptr;  ///< with the requested changes; null if no changes were requested
    std::string fileArguments = "PATH";  ///< as typed in a shell
};

/// The table has one row per rank; a comparison has three rows: first run, second run, difference.
[[nodiscard]] Answer recordedRunAnswer(const RecordedRunQuestion& question);

}  // namespace scalewright
