// Where a rank's time goes: unions of what its device did, or of what its host did where it has no device.
//
//   span           from the first counted event's start to the last one's end
//   compute, …     length of the union of the class's events (several at once count once)
//   overlap        length of compute and communication at the same time
//   exposed        communication - overlap: communication that nothing hides
//   idle           span - union of all counted events
//
// Where a device computes but does not communicate itself (gloo beside a GPU), the host's communication counts beside
// it. A span that its rule calls a rest counts where no other span of its lane lies within it. Spans of no class count
// towards the union, not towards a class: `unclassified` is what only they cover. These are the definitions of
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
struct TimeShares {
    double spanS = 0, computeS = 0, communicationS = 0, overlapS = 0, exposedS = 0;
    double memoryS = 0, ioS = 0, waitS = 0;  ///< waitS: in spans that wait, not within communication
    double idleS = 0, unclassifiedS = 0, busyS = 0;
};

/// A rank's time by class.
struct RankTimes {
    TimeSet compute, communication, memory, io, waiting, all, overlap, classified;
    std::int64_t fromNs = 0, toNs = 0;  ///< of all; equal where nothing counts
    bool onDevice = false;
};

/// Compute, copies and input/output: what a rank does beside waiting and exchanging.
[[nodiscard]] TimeSet workOf(const RankTimes& times);

/// Sums of a stretch of it.
[[nodiscard]] TimeShares sharesWithin(const RankTimes& times, std::int64_t fromNs, std::int64_t toNs);

/// A collective operation of one rank.
struct CollectiveSpan {
    std::int64_t startNs = 0, durationNs = 0;
    std::uint32_t kind = 0;
    std::uint32_t lane = 0;  ///< what follows on it waits for this one
};

struct StepWindow {
    std::string name;  ///< as the trace calls it; empty: the whole recording
    std::int64_t fromNs = 0, toNs = 0;
};

/// What a rank's spans say.
struct RankReading {
    RankTimes times;
    std::vector<CollectiveSpan> collectives;  ///< by start
    std::vector<StepWindow> steps;  ///< by start; one for the whole where the trace marks none
    bool stepsMarked = false;
};

/// Reads the spans of some lanes (lanes[i]: whether lane i is of this rank).
[[nodiscard]] RankReading readRank(const TraceRecording& recording, const SpanMeanings& meanings,
                                   const TraceRules& rules, const std::vector<bool>& lanes);

}  // namespace scalewright
