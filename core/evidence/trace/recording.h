// A recorded trace as it stands in its file: spans on lanes, nothing judged yet.
//
// The format is Chrome's "Trace Event Format": an object with "traceEvents", or the bare list. Times in it are
// microseconds, whole or fractional, as numbers or texts; here they are nanoseconds as whole numbers. Times of spans
// since 1970 are rounded to a quarter of a microsecond, as a double holds them: so sums agree with those of other
// readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scalewright {

/// A stretch of time on a lane. 24 bytes: a trace of ten million spans takes 240 MB.
struct TraceSpan {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;  ///< >= 0
    std::uint32_t kind = 0;       ///< index into TraceRecording::kinds
    std::uint32_t lane = 0;       ///< index into TraceRecording::lanes

    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
};

/// What several spans have in common. A trace of a million spans has a few thousand.
struct TraceKind {
    std::string name;
    std::string category;
};

/// A thread of a process, or a stream of a device. Ids are texts: files write them as numbers, as texts and beyond
/// 2^63.
struct TraceLane {
    std::string process;
    std::string thread;
    std::string processName;  ///< from the metadata events; may be empty
    std::string threadName;
};

/// What a file that is not whole cost. All zero where nothing was lost.
struct TraceDamage {
    std::size_t bytesLost = 0;          ///< skipped until the next event that could be read
    std::size_t places = 0;             ///< how often that happened
    std::size_t firstByte = 0;          ///< where it first did, in the unpacked text; meaningful where places > 0
    bool cut = false;                   ///< the text ends before the list of events does
    bool packedCut = false;             ///< the gzip stream is broken or ends early
    std::size_t controlCharacters = 0;  ///< raw ones inside texts: not allowed in JSON, read as they stand
};

struct TraceRecording {
    std::vector<TraceSpan> spans;  ///< in the file's order, which need not be that of time
    std::vector<TraceKind> kinds;
    std::vector<TraceLane> lanes;

    std::optional<int> rank, worldSize;      ///< of "distributedInfo", where the file says them
    std::optional<std::int64_t> baseTimeNs;  ///< of "baseTimeNanoseconds": what times are relative to

    std::size_t bytes = 0;     ///< of the unpacked text
    std::size_t events = 0;    ///< of any phase
    std::size_t unclosed = 0;  ///< begins without an end: no spans
    std::size_t refused = 0;   ///< events with times or durations that are no numbers, or negative
    TraceDamage damage;
};

}  // namespace scalewright
