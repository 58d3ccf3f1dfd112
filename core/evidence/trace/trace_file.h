// A trace file as a recording: plain or gzip, whole or not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/base/error/result.h"
#include "core/evidence/trace/recording.h"

namespace scalewright {

struct TraceReading {
    int threads = 2;
    std::stop_token stop{};
    std::function<void(double)>
        progress{};   ///< the share of the file's bytes that are read, 0…1; from the calling thread
    std::size_t wholeBytes =
        1u << 30;        ///< up to here the unpacked text is held at once; a larger one goes through windows
    std::size_t windowBytes = 128u << 20;     ///< of such a text
    std::size_t mostSpans = 50'000'000;       ///< 1.2 GB; a trace with more is refused
};

/// The events of a file. Errors: Input for what is no trace (an Nsight Systems report is told how to become one),
/// Environment for a file that cannot be read, Cancelled. A file that is damaged or cut is read as far as it goes;
/// TraceRecording::damage says what is missing. Every error names the file.
[[nodiscard]] Result<TraceRecording> readTrace(const std::filesystem::path& file, const TraceReading& reading = {});

/// The events of a text that is in memory. Precondition: scanPadding readable bytes behind it (core/evidence/trace/scanner.h).
[[nodiscard]] Result<TraceRecording> scanTrace(std::string_view text, const TraceReading& reading = {});

}  // namespace scalewright
