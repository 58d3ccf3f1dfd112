// A recorded run as a point of a ladder; its time and io are also a step of a profile (core/model/bottleneck).
#pragma once

#include <string>

#include "core/evidence/trace/run.h"
#include "core/project/document/measurements.h"

namespace scalewright {

/// One step of the run as a row of a ladder: p the ranks that took part (those of the file's world where it says them),
/// the parts means over the ranks that are here. comp + comm + idle + io + unclassified = time:
///
///   comp   union of compute and memory
///   comm   exposed communication without the waiting in it
///   io     input/output outside of both
///   idle   the rest: waiting for others, spans that wait, nothing at all
///
/// What only spans of no class cover is none of them: a ladder's row leaves it to nobody.
///
/// The time is the longest rank's span over its steps. Where the trace marks no steps it is that of the whole
/// recording.
struct TracePoint {
    LadderPoint point;
    std::size_t steps = 1;
    double unclassifiedS = 0;
    bool wholeRecording = false;  ///< no steps were marked: the time is not that of a step
    std::string about;  ///< what it is, in words: for a provenance
};
[[nodiscard]] TracePoint ladderPoint(const TraceRun& run);
/// The same of the whole recording, whatever steps it marks: beside the time of a whole run.
[[nodiscard]] TracePoint wholePoint(const TraceRun& run);

struct Project;

/// The ladder that rows of recorded runs go to.
inline constexpr const char* traceLadderName = "from traces";

/// The project with that row in its ladder of traces, which is made where there is none. `recording`: the run's name;
/// `date`: ISO 8601.
[[nodiscard]] Project withTraceRow(Project project, const TracePoint& trace, const std::string& recording,
                                   const std::string& date);
/// The project with the recording as a step of its baseline: a step's time, where it took any, and its input/output
/// time.
[[nodiscard]] Project withTraceStep(Project project, const TracePoint& trace, const std::string& recording,
                                    const std::string& date);

}  // namespace scalewright
