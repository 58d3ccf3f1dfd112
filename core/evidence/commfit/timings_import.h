// Dropping a CSV of timed collectives (p, bytes, seconds) on the window: a pure function to the project it makes.
//
// Every group of rows becomes a measurement of the project; the target's alpha and bandwidth come from the group whose
// pattern is the design's, else from the first that can be fitted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"
#include "core/project/document/project.h"

namespace scalewright {

struct TimingsImport {
    Project after;
    CommFit fit;                        ///< the one that alpha and bandwidth were taken from
    std::vector<std::string> warnings;  ///< the fit's, and groups that could not be fitted
};

/// `csv` may be a benchmark's log too (timings_log.h). `name` is the file's name, `date` (ISO 8601) the day it is from.
/// Errors: those of readTimings, and of fitCommunication where no group gives both constants.
[[nodiscard]] Result<TimingsImport> importTimings(const Project& project, std::string_view csv, const std::string& name,
                                                  const std::string& date);

}  // namespace scalewright
