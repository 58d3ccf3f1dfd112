// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded trace as stored in its file: spans on lanes, not yet classified.
//
// The format is Chrome's "Trace Event Format": an object with "traceEvents", or just the list. Its times are
// microseconds, whole or fractional, as numbers or strings; here they are whole nanoseconds. Spans with times counted
// from 1970 are rounded to a quarter of a microsecond, the precision of a double, so that sums agree with those of
// other readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scalewright {

/// A span of time on a lane. Takes 24 bytes, so a trace of ten million spans takes 240 MB.
struct TraceSpan {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;  ///< >= 0
    std::uint32_t kind = 0;  ///< index into TraceRecording::kinds
    std::uint32_t lane = 0;  ///< index into TraceRecording::lanes

    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
};

/// What several spans have in common. A trace of a million spans has a few thousand kinds.
struct TraceKind {
    std::string name;
    std::string category;
};

/// A thread of a process, or a stream of a device. Ids are strings because files write them as numbers, as strings, and
/// as values above 2^63.
struct TraceLane {
    std::string process;
    std::string thread;
    std::string processName;  ///< from the metadata events; may be empty
    std::string threadName;
};

/// What was lost because a file was damaged. All zero if nothing was lost.
struct TraceDamage {
    std::size_t lostBytes = 0;  ///< skipped up to the next readable event
    std::size_t damagedPlaces = 0;  ///< number of such gaps
    /// Offset of the first one in the unpacked text; meaningful if damagedPlaces > 0.
    std::size_t firstDamagedByte = 0;
    bool isTruncated = false;  ///< the text ends before the list of events begins
    bool isGzipTruncated = false;  ///< the gzip stream is damaged or ends early
    std::size_t controlCharacters = 0;  ///< unescaped, inside strings: not allowed in JSON, kept as they are
};

struct TraceRecording {
    std::vector<TraceSpan> spans;  ///< in file order, not necessarily in time order
    std::vector<TraceKind> kinds;
    std::vector<TraceLane> lanes;

    std::optional<int> rank, worldSize;  ///< from "distributedInfo", if present
    std::optional<std::int64_t> baseTimeNs;  ///< from "baseTimeNanoseconds": the origin that times are relative to

    std::size_t textBytes = 0;  ///< size of the unpacked text
    std::size_t eventCount = 0;  ///< of any phase
    std::size_t unclosedCount = 0;  ///< begin and end events without a counterpart, which form no spans
    std::size_t rejectedCount = 0;  ///< events with invalid or negative times or durations
    TraceDamage damage;
};

}  // namespace scalewright
