// SPDX-License-Identifier: GPL-3.0-or-later
// Spans in one stream do not overlap: a span that runs into the next has a wrong duration and is cut off there.
//
// A kernel that ends within the next one is kept, because drivers start a kernel while the previous one drains.
#pragma once

#include <cstddef>

#include "core/evidence/trace/rules.h"

namespace scalewright {

struct CutSpans {
    std::size_t count = 0;
    double removedS = 0;  ///< total time by which durations were shortened
};

/// Cuts a stream's span off at the start of the next one if it ends after the next one, or extends into one of another
/// class. Streams are lanes marked as such by a rule, and device lanes whose names say so.
[[nodiscard]] CutSpans cutOverlappingSpans(TraceRecording& recording, const SpanMeanings& meanings);

}  // namespace scalewright
