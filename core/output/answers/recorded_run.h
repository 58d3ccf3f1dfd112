// What `timeline import` answers: where each rank's time went, who keeps the others waiting, what changed.
#pragma once

#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/run.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct RecordedRunQuestion {
    const TraceRun& run;
    const RunComparison* comparison = nullptr;  ///< with another run, where that was asked
    const Replay* same = nullptr;    ///< the unchanged replay, where there is one
    const Replay* whatIf = nullptr;  ///< with handles, where they were given
    std::string files = "PATH";  ///< as typed in a shell
};

/// The table has a rank a row; of a comparison three: the first run, the second, the difference.
[[nodiscard]] Answer recordedRunAnswer(const RecordedRunQuestion& question);

}  // namespace scalewright
