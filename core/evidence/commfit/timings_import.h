// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a CSV of timed collectives (p, bytes, seconds) that was dropped on the window: a pure function that returns
// the changed project.
//
// Every group of rows becomes a measurement in the project. The target's alpha and bandwidth come from the group with
// the design's pattern, else from the first group that can be fitted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"
#include "core/project/document/project.h"

namespace scalewright {

struct TimingsImport {
    Project updatedProject;
    CommFit fit;                        ///< the source of alpha and bandwidth
    std::vector<std::string> warnings;  ///< from the fit, and about groups that could not be fitted
};

/// `csv` may also be a benchmark log (timings_log.h). `name` is the file's name, `date` (ISO 8601) the file's date.
/// Errors: those of readPartialTimings and combineStreams, and those of fitCommunication if no group gives both constants.
[[nodiscard]] Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name,
                                                  const std::string& date);

/// An alpha or bandwidth of the project that was fitted to timings, and what the timings in the project give.
struct RefittedValue {
    std::string jsonPointer;
    std::string source;  ///< the file of the timings
    Quantity stored;
    std::optional<Quantity>
        refitted;  ///< absent if the project has no timings from that file, or they cannot be fitted
};

/// Fits the timings in the project again, as importTimings() did, for each value that came from a file of timings: of
/// the shown proposal and of every variant. Of several fits of the same file, the closest counts.
[[nodiscard]] std::vector<RefittedValue> refitTimings(const Project& project);

}  // namespace scalewright
