// SPDX-License-Identifier: GPL-3.0-or-later
// What each worker does over time, as one bar per worker: simulated or recorded, for a view that paints it.
//
//     std::vector<std::vector<DetailSpan>> bars = simulatedBars(run, run.runS / 1e12);   // a list for each worker
//     std::vector<DetailSpan> bar = recordedBar(traces, 0, shifts[0]);
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/evidence/timeline/detail.h"
#include "core/evidence/timeline/simulate.h"
#include "core/evidence/trace/run.h"

namespace scalewright {

/// The kind of a span in a bar; stored in DetailSpan::colour.
enum class Activity : std::uint8_t {
    Compute,
    Communication,
    HiddenCommunication,
    Waiting,
    Memory,
    InputOutput,
    Coordination,
    Checkpoint,
    Failure,
    Unknown
};
inline constexpr std::size_t activityCount = 10;

template <>
inline constexpr auto enumNames<Activity> =
    namedValues<Activity>("activity", {{Activity::Compute, "compute"},
                                       {Activity::Communication, "communication"},
                                       {Activity::HiddenCommunication, "hidden communication"},
                                       {Activity::Waiting, "waiting"},
                                       {Activity::Memory, "memory copies"},
                                       {Activity::InputOutput, "input/output"},
                                       {Activity::Coordination, "coordination"},
                                       {Activity::Checkpoint, "checkpoint"},
                                       {Activity::Failure, "failure"},
                                       {Activity::Unknown, "unclassified"}});
[[nodiscard]] Activity activityOf(WorkerState state);
[[nodiscard]] Activity activityOf(SpanClass spanClass);

/// One bar per worker, with times in ticks of `secondsPerTick` seconds; a span's id is its index in run.spans.
/// Precondition: secondsPerTick > 0, and the run is shorter than 9e18 ticks.
[[nodiscard]] std::vector<std::vector<DetailSpan>> simulatedBars(const Simulation& run, double secondsPerTick);

/// A recorded rank as one bar of non-overlapping spans, in nanoseconds, `shiftNs` later than on its own clock. If
/// activities are simultaneous, the first in this list counts: compute, memory, input/output, waiting for the last rank
/// at a matched collective (its duration at the beginning, without the transfer), communication, waiting spans,
/// unclassified spans. The rest is idle. A span's id is its Activity.
[[nodiscard]] std::vector<DetailSpan> recordedBar(const TraceRun& run, std::size_t rank, std::int64_t shiftNs);

/// What to add to each rank's clock so that all clocks agree and the first event is at 0. The shifts come from the
/// offsets of matched collectives. If no collective is matched, all ranks get the same shift if their spans overlap;
/// otherwise each rank starts at 0.
struct ClockShifts {
    std::vector<std::int64_t> shiftNs;
    std::string note;  ///< empty if the clocks already agree
};
[[nodiscard]] ClockShifts clockShifts(const TraceRun& run);

/// Ticks spent in each Activity within [from, to) of a bar.
[[nodiscard]] std::array<std::int64_t, activityCount> ticksByActivity(const std::vector<DetailSpan>& bar,
                                                                      std::int64_t from, std::int64_t to);

}  // namespace scalewright
