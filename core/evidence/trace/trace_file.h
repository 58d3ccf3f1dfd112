// Reads a trace file as a recording: plain or gzip, complete or not.
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
        progress{};   ///< called on the calling thread with the share of the file's bytes read, 0…1
    std::size_t wholeTextLimit =
        1u << 30;        ///< unpacked text up to this size is held at once; larger text is read in windows
    std::size_t windowBytes = 128u << 20;     ///< for larger text
    std::size_t maximumSpans = 50'000'000;       ///< 1.2 GB; a trace with more is rejected
};

/// The events of a file. Errors: Input if it is not a trace (for an Nsight Systems report, with how to convert it),
/// Environment if it cannot be read, Cancelled. A damaged or truncated file is read as far as possible;
/// TraceRecording::damage says what is missing. Every error names the file.
[[nodiscard]] Result<TraceRecording> readTrace(const std::filesystem::path& file, const TraceReadOptions& options = {});

/// The events of a text in memory. Precondition: scanPadding readable bytes after it (core/evidence/trace/scanner.h).
[[nodiscard]] Result<TraceRecording> scanTrace(std::string_view text, const TraceReadOptions& options = {});

}  // namespace scalewright
