// SPDX-License-Identifier: GPL-3.0-or-later
// Combines successive recordings of one rank into one rank with several windows.
//
// A profiler with a schedule writes one file per window. The spans in these files become one recording: later windows
// are moved earlier by the unrecorded time, by the same amount on every rank, so that the offsets between ranks are
// preserved.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "core/evidence/trace/recording.h"

namespace scalewright {

/// The recording from one file, or from several files of one rank combined.
struct RecordedFile {
    std::filesystem::path path;
    TraceRecording recording;
    std::vector<std::filesystem::path> laterFiles;  ///< files that contain the windows after the first
};

/// Files of the same rank are joined if their times and step names do not overlap. The rank is stated in the file;
/// otherwise file names must be equal up to the rank number. A second recording of the same time is left out if the
/// file itself states the rank. `steps`: patterns for step names. What was done is reported in `warnings`.
[[nodiscard]] std::vector<RecordedFile> joinWindows(
    std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings, const std::vector<std::string>& steps,
    std::vector<std::string>& warnings);

}  // namespace scalewright
