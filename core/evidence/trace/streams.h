// Spans of one stream come one after another: one that runs into the next has a wrong duration, and is cut there.
//
// Kernels that merely end within the next one are left: drivers start a kernel while the last one drains.
#pragma once

#include <cstddef>

#include "core/evidence/trace/rules.h"

namespace scalewright {

struct CutSpans {
    std::size_t spans = 0;
    double seconds = 0;  ///< by which their durations together were too long
};

/// Cuts a stream's span at the start of the next one where it lasts beyond its end, or reaches into one of another
/// class. Streams are lanes whose rule says so, or device lanes called one.
[[nodiscard]] CutSpans cutStreams(TraceRecording& recording, const SpanMeanings& meanings);

}  // namespace scalewright
