// Recordings of one rank that were made one after the other are one rank with several windows.
//
// A profiler on a schedule writes a file for each window. Their spans become one recording: later windows are moved
// forward over the time that nobody recorded, by as much on every rank, so that ranks stay as far apart as they were.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "core/evidence/trace/recording.h"

namespace scalewright {

/// A file's recording, or several of one rank put together.
struct RecordedFile {
    std::filesystem::path file;
    TraceRecording recording;
    std::vector<std::filesystem::path> laterWindows;  ///< the files of the windows after the first
};

/// Files whose rank is said alike (by the file, or by names that are alike up to it) become one where their times and
/// their steps' names have nothing in common. A second recording of the same time is left out where the file itself
/// says the rank. `steps`: patterns of a step's name. What was done is said in `warnings`.
[[nodiscard]] std::vector<RecordedFile> joinWindows(
    std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings, const std::vector<std::string>& steps,
    std::vector<std::string>& warnings);

}  // namespace scalewright
