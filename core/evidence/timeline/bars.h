// What a worker does when, as one bar: simulated or recorded, for a view that paints it.
//
//     std::vector<std::vector<DetailSpan>> bars = simulatedBars(run, run.runS / 1e12);   // a list for each worker
//     std::vector<DetailSpan> bar = recordedBar(traces, 0, shifts[0]);
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <string>
#include "core/evidence/timeline/detail.h"
#include "core/evidence/timeline/simulate.h"
#include "core/evidence/trace/run.h"

namespace scalewright {

/// What a stretch of a bar is; DetailSpan::colour holds it.
enum class Doing : std::uint8_t {
    Compute,
    Communication,
    Hidden,
    Waiting,
    Memory,
    InputOutput,
    Coordination,
    Checkpoint,
    Failure,
    Unknown
};
inline constexpr std::size_t doingCount = 10;

/// "compute", "communication", …: for people.
[[nodiscard]] std::string titleOf(Doing what);
[[nodiscard]] Doing doingOf(WorkerState state);
[[nodiscard]] Doing doingOf(SpanClass what);

/// A bar for each worker, its times in ticks of that many seconds; a span's id is its place in run.spans.
/// Precondition: secondsPerTick > 0, and a run is below 9e18 ticks.
[[nodiscard]] std::vector<std::vector<DetailSpan>> simulatedBars(const Simulation& run, double secondsPerTick);

/// A recorded rank as one bar of stretches that do not overlap, in nanoseconds, `shiftNs` later than its own clock
/// says. Where several things go on at once, the first of these counts: compute, memory, input/output, waiting for the
/// last to arrive at a matched collective (all of it but the transfer, at its beginning), communication, spans that
/// wait, spans of no class. The rest is idle. A stretch's id is its Doing.
[[nodiscard]] std::vector<DetailSpan> recordedBar(const TraceRun& run, std::size_t rank, std::int64_t shiftNs);

/// What to add to each rank's clock so that all agree and the first event is at 0: by the offsets of matched
/// collectives; by the clocks as they are where nothing is matched and the ranks' spans meet; else each begins at 0.
struct ClockShifts {
    std::vector<std::int64_t> shiftNs;
    std::string about;  ///< empty where the clocks are as they were
};
[[nodiscard]] ClockShifts clockShifts(const TraceRun& run);

/// Ticks of each Doing within [from, to) of a bar.
[[nodiscard]] std::array<std::int64_t, doingCount> ticksWithin(const std::vector<DetailSpan>& bar, std::int64_t from,
                                                               std::int64_t to);

}  // namespace scalewright
