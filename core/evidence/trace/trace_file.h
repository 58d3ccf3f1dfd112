// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a trace file into a recording: plain or gzip, complete or not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/base/error/result.h"
#include "core/evidence/trace/recording.h"

namespace scalewright {

struct TraceReadOptions {
    int threads = 2;
    std::stop_token stop{};
    std::function<void(double)>
        progress{};   ///< called on the calling thread with the fraction of the file's bytes read so far, 0…1
    std::size_t wholeTextLimit =
        256u << 20;  ///< unpacked text up to this size is read at once; larger text is read in windows
    std::size_t windowBytes = 64u << 20;  ///< for larger text
    std::size_t maximumSpans = 50'000'000;       ///< 1.2 GB; a trace with more spans is rejected
};

/// Reads the events in a file. Errors: Input if it is not a trace (for an Nsight Systems report, the error says how to
/// convert it), Environment if it cannot be read, Cancelled. A damaged or truncated file is read as far as possible;
/// TraceRecording::damage says what is missing. Every error names the file.
[[nodiscard]] Result<TraceRecording> readTrace(const std::filesystem::path& file, const TraceReadOptions& options = {});

/// Reads events from text in memory. Precondition: scanPadding readable bytes after the text
/// (core/evidence/trace/scanner.h).
[[nodiscard]] Result<TraceRecording> scanTrace(std::string_view text, const TraceReadOptions& options = {});

}  // namespace scalewright
