// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a CSV of timed collectives (p, bytes, seconds) that was dropped on the window: a pure function that returns
// the changed project.
//
// Every group of rows becomes a measurement in the project. The target's alpha and bandwidth come from the group with
// the design's pattern, else from the first group that can be fitted.
#pragma once

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
/// Errors: those of readTimings, and those of fitCommunication if no group gives both constants.
[[nodiscard]] Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name,
                                                  const std::string& date);

}  // namespace scalewright
