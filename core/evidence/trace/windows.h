// Joins successive recordings of one rank to one rank with several windows.
//
// A profiler on a schedule writes one file per window. Their spans become one recording: later windows are moved
// earlier by the unrecorded time, by the same amount on every rank, so that the ranks keep their offsets.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "core/evidence/trace/recording.h"

namespace scalewright {

/// The recording of a file, or several of one rank combined.
struct RecordedFile {
    std::filesystem::path path;
    TraceRecording recording;
    std::vector<std::filesystem::path> laterFiles;  ///< the files of the windows after the first
};

/// Files with the same rank (stated in the file, or by names that are equal up to it) are joined if their times and
/// step names do not overlap. A second recording of the same time is left out if the file itself states the rank.
/// `steps`: patterns of step names. What was done is reported in `warnings`.
[[nodiscard]] std::vector<RecordedFile> joinWindows(
    std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings, const std::vector<std::string>& steps,
    std::vector<std::string>& warnings);

}  // namespace scalewright
