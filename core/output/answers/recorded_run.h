// The answer of `timeline import`: where each rank's time went, which rank the others wait for, and what changed.
#pragma once

#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/run.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct RecordedRunQuestion {
    const TraceRun& run;
    const RunComparison* comparison = nullptr;  ///< with another run; null unless requested
    const Replay* unchangedReplay = nullptr;    ///< null if none exists
    const Replay* whatIfReplay = nullptr;  ///< with the requested changes; null if none exist
    std::string fileArguments = "PATH";  ///< as typed in a shell
};

/// The table has one row per rank; in a comparison three: first run, second run, difference.
[[nodiscard]] Answer recordedRunAnswer(const RecordedRunQuestion& question);

}  // namespace scalewright
