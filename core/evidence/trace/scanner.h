// Trace events from text: one pass over the bytes that keeps only what a span needs, and goes on after damage.
//
// It is no JSON validator. Within an event it reads the members it knows and skips the rest by its brackets and quotes,
// 64 bytes at a time. Where an event cannot be read it looks for the next object that is an event ("resynchronises")
// and counts the bytes between. A trailing comma, an unclosed list and an empty object are no damage: writers of traces
// leave them.
//
// Windows: a text too large to be held is given in pieces that end anywhere; what is left over of one is the start of
// the next.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/evidence/trace/recording.h"

namespace scalewright {

/// Bytes that must be readable behind the text of a window; their values do not matter.
inline constexpr std::size_t scanPadding = 128;

class TraceScanner {
public:
    /// `threads` of 1 or 2 share a window. `stop` is asked between pieces of about a megabyte.
    explicit TraceScanner(int threads = 2, std::stop_token stop = {});
    ~TraceScanner();
    TraceScanner(const TraceScanner&) = delete;
    TraceScanner& operator=(const TraceScanner&) = delete;

    /// Reads a window and returns how many of its bytes are done with; the rest belongs in front of the next window.
    /// `last`: nothing follows, and all of it is done with. Precondition: scanPadding readable bytes behind `text`.
    std::size_t window(std::string_view text, bool last);

    /// False until a list of events has begun: an object without "traceEvents" never gets there.
    [[nodiscard]] bool foundEvents() const;

    [[nodiscard]] std::size_t spans() const;  ///< so far, pairs of B and E counted as halves

    /// All windows put together: spans of pairs B and E closed, lanes named. Once, at the end.
    [[nodiscard]] TraceRecording finish();

private:
    struct State;
    State* m;
};

}  // namespace scalewright
