// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a recorded run to a point of a ladder; its time and io can also become a step of a profile
// (core/model/bottleneck).
#pragma once

#include <string>

#include "core/evidence/trace/run.h"
#include "core/project/document/measurements.h"

namespace scalewright {

/// One step of the run as a row of a ladder: p is the number of ranks that took part (the file's world size if it has
/// one), the parts are means over the ranks present; with a straggler, the row also has the parts of each rank
/// (core/evidence/ladder/ranks.h). comp + comm + idle + io + unclassified = time:
///
///     comp   union of compute and memory
///     comm   exposed communication without its waiting
///     io     input/output outside of both
///     idle   the rest: waiting for others, waiting spans, no span at all
///
/// Time covered only by unclassified spans belongs to none of these parts; a ladder's row leaves it unattributed.
///
/// The time is the longest rank's span divided by its number of steps, or the whole recording if the trace marks no
/// steps.
struct TracePoint {
    LadderPoint point;
    std::size_t stepCount = 1;
    double unclassifiedS = 0;
    bool isWholeRecording = false;  ///< no steps were marked, so the time is for the whole recording
    std::string description;  ///< for a provenance
};
[[nodiscard]] TracePoint stepTracePoint(const TraceRun& run);
/// The point for the whole recording, even if it marks steps, for comparison with the time of a whole run.
[[nodiscard]] TracePoint wholeRecordingPoint(const TraceRun& run);

/// A stored run as a ladder of one row, for the whole recording: all that a project without its files knows.
[[nodiscard]] Ladder ladderOfRecordedRun(const RecordedRun& run);

struct Project;

/// Name of the ladder that collects the rows from recorded runs.
inline constexpr const char* traceLadderName = "from traces";

/// Adds the row to the project's ladder from traces, which is created if it does not exist. `recording`: the run's
/// name; `date`: ISO 8601.
[[nodiscard]] Project withTraceRow(Project project, const TracePoint& trace, const std::string& recording,
                                   const std::string& date);
/// Adds the recording as a step of the project's baseline: its step time, if above zero, and its input/output time.
[[nodiscard]] Project withTraceStep(Project project, const TracePoint& trace, const std::string& recording,
                                    const std::string& date);

}  // namespace scalewright
