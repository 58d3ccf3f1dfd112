// SPDX-License-Identifier: GPL-3.0-or-later
// Reads trace events from text in one pass over the bytes, keeping only what a span needs and continuing after damage.
//
// It does not validate JSON. Within an event, it reads the members it knows and skips the rest by following brackets
// and quotes, 64 bytes at a time. If an event cannot be read, it looks for the next object that is an event
// ("resynchronises") and counts the bytes in between. A trailing comma, an unclosed list and an empty object are not
// damage: programs that write traces leave them.
//
// Windows: a text too large for memory is passed in pieces that may end anywhere; the unread rest of one piece is the
// start of the next.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/evidence/trace/recording.h"

namespace scalewright {

/// Bytes that must be readable after the text of a window; their values are irrelevant.
inline constexpr std::size_t scanPadding = 128;

class TraceScanner {
public:
    /// `threads`: 1 or 2 threads read a window. `stop` is checked about every megabyte.
    explicit TraceScanner(int threads = 2, std::stop_token stop = {});
    ~TraceScanner();
    TraceScanner(const TraceScanner&) = delete;
    TraceScanner& operator=(const TraceScanner&) = delete;

    /// Reads a window and returns how many of its bytes were consumed; the caller must prepend the rest to the next
    /// window. `last`: no text follows, and everything is consumed. Precondition: scanPadding readable bytes after
    /// `text`.
    std::size_t scanWindow(std::string_view text, bool last);

    /// False until a list of events has begun; stays false for an object without "traceEvents".
    [[nodiscard]] bool hasFoundEvents() const;

    [[nodiscard]] std::size_t spanCount() const;  ///< so far; B and E events count separately

    /// Combines all windows: pairs B and E events to spans, and names lanes. Call once, at the end.
    [[nodiscard]] TraceRecording finish();

private:
    struct State;
    State* m_state;
};

}  // namespace scalewright
