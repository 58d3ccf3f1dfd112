// Spans of one stream do not overlap: one that runs into the next has a wrong duration, and is cut there.
//
// Kernels that only end within the next one are kept: drivers start a kernel while the previous one drains.
#pragma once

#include <cstddef>

#include "core/evidence/trace/rules.h"

namespace scalewright {

struct CutSpans {
    std::size_t count = 0;
    double removedS = 0;  ///< by which all durations together were shortened
};

/// Cuts a stream's span at the start of the next one if it ends after that one, or reaches into one of another class.
/// Streams are lanes whose rule says so, or device lanes named as one.
[[nodiscard]] CutSpans cutOverlappingSpans(TraceRecording& recording, const SpanMeanings& meanings);

}  // namespace scalewright
