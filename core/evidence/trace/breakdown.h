// SPDX-License-Identifier: GPL-3.0-or-later
// Where a rank's time goes: unions of what its device did, or of what its host did if it has no device.
//
//     span           from the first counted event's start to the last one's end
//     compute, …     length of the union of the class's events (simultaneous ones count once)
//     overlap        length of time with compute and communication at once
//     exposed        communication - overlap: communication that nothing hides
//     idle           span - union of all counted events
//
// If a device computes but does not communicate itself (gloo with a GPU), the host's communication counts too. A span
// whose rule has "rest" counts only where no other span on its lane covers it. Unclassified spans count towards the
// union, not towards a class: `unclassified` is time that only they cover. These are the definitions of
// HolisticTraceAnalysis and of Kineto's "overlap" view; copies and fills are memory, not compute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/trace/intervals.h"
#include "core/evidence/trace/recording.h"
#include "core/evidence/trace/rules.h"

namespace scalewright {

/// All in seconds.
struct TimeTotals {
    double spanS = 0, computeS = 0, communicationS = 0, overlapS = 0, exposedS = 0;
    double memoryS = 0, ioS = 0, waitS = 0;  ///< waitS: in waiting spans, outside communication
    double idleS = 0, unclassifiedS = 0, busyS = 0;
};

/// A rank's time by class.
struct RankTimes {
    TimeSet compute, communication, memory, io, waiting, busy, overlap, classified;
    std::int64_t fromNs = 0, toNs = 0;  ///< over all counted events; equal if none exist
    bool usesDevice = false;
};

/// Compute, copies and input/output: everything but waiting and communication.
[[nodiscard]] TimeSet workTimes(const RankTimes& times);

/// Totals within [fromNs, toNs).
[[nodiscard]] TimeTotals totalsWithin(const RankTimes& times, std::int64_t fromNs, std::int64_t toNs);

/// A collective operation of one rank.
struct CollectiveSpan {
    std::int64_t startNs = 0, durationNs = 0;
    std::uint32_t kind = 0;
    std::uint32_t lane = 0;  ///< spans on the same lane run one after the other
};

struct StepWindow {
    std::string name;  ///< as in the trace; empty: the whole recording
    std::int64_t fromNs = 0, toNs = 0;
};

struct RankBreakdown {
    RankTimes times;
    std::vector<CollectiveSpan> collectives;  ///< ordered by start
    std::vector<StepWindow> steps;  ///< ordered by start; one for the whole recording if the trace marks none
    bool hasMarkedSteps = false;
};

/// Analyses the spans on some lanes (lanes[i]: whether lane i belongs to this rank).
[[nodiscard]] RankBreakdown computeBreakdown(const TraceRecording& recording, const SpanMeanings& meanings,
                                             const TraceRules& rules, const std::vector<bool>& lanes);

}  // namespace scalewright
